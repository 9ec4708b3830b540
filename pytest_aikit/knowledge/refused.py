"""What functions refuse although their references take it: calls in other shapes than the record lists.

What neither this table nor a reference refuses is called, so that a function that refuses it is found.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

Refuses = Callable[..., bool]
"""Of the arguments of a call, whether the function refuses it."""


def _but_of_rank(*ranks: int) -> Refuses:
    """What has not one of these numbers of dimensions, or no elements."""
    return lambda x, *others, **options: x.ndim not in ranks or not x.size


def _but_vectors(*arrays: np.ndarray, **options: Any) -> bool:
    return any(array.ndim != 1 for array in arrays)


def _of_several_dimensions(*arrays: np.ndarray, **options: Any) -> bool:
    return any(array.ndim > 1 for array in arrays)


def _without_dimension(x: np.ndarray, *others: Any, **options: Any) -> bool:
    return not x.ndim


def _but_matrices(x: np.ndarray, *others: Any, **options: Any) -> bool:
    return x.ndim < 2


def _nothing_to_transpose(x: np.ndarray, filters: np.ndarray, *others: Any, **options: Any) -> bool:
    return not (x.size and filters.size)


def _but_of_pattern(x: np.ndarray, pattern: str, *others: Any, **options: Any) -> bool:
    """Each name, and each pair of parentheses, stands for a dimension."""
    depth, count = 0, 0
    for word in pattern.partition("->")[0].replace("(", " ( ").replace(")", " ) ").split():
        count += word != ")" and not depth
        depth += (word == "(") - (word == ")")
    return x.ndim != count


def _takes_whole(x: np.ndarray, *others: Any, axis: int | None = None, **options: Any) -> bool:
    return axis is None and x.ndim != 1


def _weights_of_others(
    population_size: int, *others: Any, batch_size: int = 1, probs: np.ndarray | None = None, **options: Any
) -> bool:
    return probs is not None and probs.shape not in ((population_size,), (batch_size, population_size))


REFUSES: Mapping[str, Refuses] = {
    "adaptive_avg_pool1d": _but_of_rank(2, 3),
    "adaptive_avg_pool2d": lambda x, *others, **options: x.ndim not in (3, 4),
    "adaptive_max_pool2d": _but_of_rank(3, 4),
    **dict.fromkeys(("avg_pool1d", "max_pool1d", "pool"), _but_of_rank(3)),
    **dict.fromkeys(("avg_pool2d", "max_pool2d"), _but_of_rank(4)),
    **dict.fromkeys(("avg_pool3d", "max_pool3d"), _but_of_rank(5)),
    **dict.fromkeys(
        ("conv1d_transpose", "conv2d_transpose", "conv3d_transpose", "conv_general_transpose"), _nothing_to_transpose
    ),
    **dict.fromkeys(("einops_rearrange", "einops_reduce", "einops_repeat"), _but_of_pattern),
    "linalg.cross": lambda x1, x2, axis=-1, **options: 3 not in (x1.shape[axis], x2.shape[axis]),
    "linalg.outer": _but_vectors,
    "meshgrid": _of_several_dimensions,
    **dict.fromkeys(("argwhere", "shuffle"), _without_dimension),
    "multinomial": _weights_of_others,
    **dict.fromkeys(("tril", "triu"), _but_matrices),
    "take": _takes_whole,
    "take_along_axis": lambda x, indices, *others, **options: x.ndim != indices.ndim,
}
"""Function -> what it refuses."""

BY_VALUES = frozenset({
    "binary_cross_entropy", "cross_entropy", "depthwise_conv2d", "einsum", "gather_nd", "lstm_update", "nms", "randint",
    "scatter_flat", "sparse_cross_entropy", "split",
})  # fmt: skip
"""Functions that refuse by the values of their arguments, or by more than one shape: each is asked on NumPy."""
