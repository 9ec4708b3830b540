"""Calls of functions that draw random numbers, each with a seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from pytest_aikit.knowledge.calls import ArraySpec, Row, row

_SHAPES = {"column": (3, 1), "row": (1, 4), "0-d": ()}
"""What stands for an array -> its shape."""


def _given(value: Any, least: int) -> Any:
    """A number, or an array of numbers from the least one on."""
    if value not in _SHAPES:
        return value
    shape = _SHAPES[value]
    return ArraySpec(shape, lambda dtype: least + np.arange(int(np.prod(shape))))


def _fitting(first: Any, second: Any, shape: Any, dtype: Any, least: int) -> Any:
    """Both parameters as a call has them; None where the shape is not theirs, or the dtype that of two arrays."""
    arrays = [one for one in (first, second) if isinstance(one, str)]
    if arrays and shape is not None:
        common = np.broadcast_shapes(*(_SHAPES[one] for one in arrays))
        if common != ((shape,) if isinstance(shape, int) else tuple(shape)):
            return None
    if len(arrays) == 2 and dtype is None:
        return None
    return _given(first, least), _given(second, 4)


def of_two(first: str, second: str) -> Callable[..., Row | None]:
    """The calls of a distribution with two parameters, both of which may be arrays."""

    def call(*, shape: Any, device: Any, dtype: Any, seed: int, **parameters: Any) -> Row | None:
        found = _fitting(parameters[first], parameters[second], shape, dtype, -3)
        if found is None:
            return None
        given = dict(zip((first, second), found, strict=True))
        return replace(row(**given, shape=shape, device=device, dtype=dtype, seed=seed), kinds="f")

    return call


def randint(*, low: Any, high: Any, shape: Any, device: Any, dtype: Any, seed: int) -> Row | None:
    found = _fitting(low, high, shape, dtype, 0)
    if found is None:
        return None
    kinds = "i" if low == -3 else "iu"
    return replace(row(*found, shape=shape, device=device, dtype=dtype, seed=seed), kinds=kinds)


def multinomial(
    *, population_size: int, num_samples: int, batch_size: int, probs: Any, replace: bool, device: Any, seed: int
) -> Row | None:
    if not replace and num_samples > population_size:
        return None
    shape = {None: None, "vector": (population_size,), "rows": (batch_size, population_size)}[probs]
    weights = None if shape is None else ArraySpec(shape, lambda dtype: 1 + np.arange(max(int(np.prod(shape)), 1)))
    options = {"batch_size": batch_size, "replace": replace, "device": device, "seed": seed}
    return row(population_size, num_samples, probs=weights, **options)
