"""What an attention needs of its arguments: shapes that fit each other, without any array.

PyTorch's kernels read beyond the end of arrays that are too short, so that these checks come before the call.
"""

from __future__ import annotations

from aikit import shapes
from aikit.exceptions import AikitBroadcastShapeError, AikitNotImplementedException, AikitValueError

Shape = tuple[int | None, ...]
"""Lengths; None is one that is unknown under a trace."""


def _differ(one: int | None, two: int | None) -> bool:
    return one is not None and two is not None and one != two


def check(function: str, query: Shape, key: Shape, value: Shape, mask: Shape | None) -> Shape:
    """The leading dimensions of the result of an attention.

    Raises
    ------
    AikitValueError : an array without vectors, or lengths that do not match.
    AikitBroadcastShapeError : leading dimensions, or a mask, that do not broadcast.
    """
    for name, shape in (("query", query), ("key", key), ("value", value)):
        if len(shape) < 2:
            raise AikitValueError(f"{function}: {name} has shape {shape}; it needs at least 2 dimensions")
    if _differ(query[-1], key[-1]):
        raise AikitValueError(f"{function}: query has shape {query} and key {key}; their last dimensions must be equal")
    if _differ(key[-2], value[-2]):
        raise AikitValueError(
            f"{function}: key has shape {key} and value {value}; the dimensions before their last, the numbers of keys, must "
            "be equal"
        )
    if mask is None:
        return shapes.broadcast(function, [query[:-2], key[:-2], value[:-2]])
    check_mask(function, mask, query[-2], key[-2])
    return shapes.broadcast(function, [query[:-2], key[:-2], value[:-2], mask[:-2]])


def check_mask(function: str, mask: Shape, queries: int | None, keys: int | None) -> None:
    """Raise AikitBroadcastShapeError where a mask would make more queries, or has another number of keys."""
    lengths = zip(mask[::-1], (keys, queries), strict=False)
    if any(one != 1 and _differ(one, length) for one, length in lengths):
        raise AikitBroadcastShapeError(
            f"{function}: mask has shape {mask}; its last dimensions must broadcast to {(queries, keys)}, the numbers of "
            "queries and of keys"
        )


def check_options(function: str, masked: bool, is_causal: bool, dropout_p: float, training: bool) -> None:
    """Raise where options of an attention exclude each other, or ask for random numbers."""
    if masked and is_causal:
        raise AikitValueError(
            f"{function}: mask is given with is_causal=True; pass one of them, or a mask that is causal"
        )
    if training and dropout_p:
        raise AikitNotImplementedException(
            f"{function}: dropout_p={dropout_p} with training=True needs random numbers, which aikit does not have yet; pass "
            "dropout_p=0.0 or training=False"
        )
