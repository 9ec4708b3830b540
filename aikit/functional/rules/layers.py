"""What layers need of their arguments: shapes that fit each other."""

from __future__ import annotations

from typing import Any, NamedTuple

from aikit.core.records import Arguments
from aikit.core.shapes import Shape, broadcast, rank_of, shape_of
from aikit.exceptions import AikitBroadcastShapeError, AikitValueError
from aikit.functional.rules.common import check_stacks
from aikit.functional.rules.random import check_probability

# ------------------------------------------------------------------------------------------------ before the call

# PyTorch's kernels read beyond the end of arrays that are too short.


def matrix_shape_of(x: Any) -> Any:
    """The shape of an array, or None for None; where a trace does not know its rank, that of a matrix of unknown lengths."""
    if x is None:
        return None
    return (None, None) if rank_of(x) is None else shape_of(x)


def _differ(one: int | None, two: int | None) -> bool:
    return one is not None and two is not None and one != two


def check_attention(function: str, query: Shape, key: Shape, value: Shape, mask: Shape | None) -> Shape:
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
        return broadcast(function, [query[:-2], key[:-2], value[:-2]])
    check_mask(function, mask, query[-2], key[-2])
    return broadcast(function, [query[:-2], key[:-2], value[:-2], mask[:-2]])


def check_mask(function: str, mask: Shape, queries: int | None, keys: int | None) -> None:
    """Raise AikitBroadcastShapeError where a mask would make more queries, or has another number of keys."""
    lengths = zip(mask[::-1], (keys, queries), strict=False)
    if any(one != 1 and _differ(one, length) for one, length in lengths):
        raise AikitBroadcastShapeError(
            f"{function}: mask has shape {mask}; its last dimensions must broadcast to {(queries, keys)}, the numbers of "
            "queries and of keys"
        )


def check_attention_options(function: str, masked: bool, is_causal: bool, dropout_p: float) -> None:
    """Raise AikitValueError where options of an attention exclude each other, or one is no probability."""
    if masked and is_causal:
        raise AikitValueError(
            f"{function}: mask is given with is_causal=True; pass one of them, or a mask that is causal"
        )
    check_probability(function, "dropout_p", dropout_p)


class Heads(NamedTuple):
    """How vectors are split into heads.

    Attributes
    ----------
    width : the length of the queries before they are split.
    side_by_side : whether keys and values stand side by side; otherwise the same array is both.
    mask_lacks_axis : whether the mask lacks an axis of heads before its last two.
    """

    width: int
    side_by_side: bool
    mask_lacks_axis: bool


def check_heads(
    function: str, queries: Shape, pairs: Shape, num_heads: int, mask: Shape | None, side_by_side: bool
) -> Heads:
    """How queries, keys and values, and the mask, are split into heads.

    Parameters
    ----------
    queries, pairs : the shapes of the queries, and of the keys and values.
    side_by_side : whether keys and values must stand side by side; otherwise what is as wide as the queries is both.

    Raises
    ------
    AikitValueError : heads that do not divide the queries; keys and values that do not fit them.
    AikitBroadcastShapeError : leading dimensions, or a mask, that do not broadcast.
    """
    for name, shape in (("queries", queries), ("keys and values", pairs)):
        if len(shape) < 2:
            raise AikitValueError(f"{function}: the {name} have shape {shape}; they need at least 2 dimensions")
    width = queries[-1]
    if width is None or pairs[-1] is None:
        raise AikitValueError(
            f"{function}: the queries have shape {queries} and the keys and values {pairs} under this trace; their last "
            "lengths must be known to split them into heads; state them, as with tf.ensure_shape"
        )
    if num_heads < 1 or width % num_heads:
        raise AikitValueError(
            f"{function}: num_heads={num_heads} does not divide the last dimension of the queries, of shape {queries}"
        )
    both = pairs[-1] != 2 * width
    if both and (side_by_side or pairs[-1] != width):
        alone = "" if side_by_side else f", or {width} where each is both"
        raise AikitValueError(
            f"{function}: the keys and values have shape {pairs}; for queries of shape {queries} their last dimension must be "
            f"{2 * width}, the keys and the values side by side{alone}"
        )
    leading = broadcast(function, [queries[:-2], pairs[:-2]])
    if mask is None:
        return Heads(width, not both, False)
    return Heads(width, not both, _lacks_heads(function, mask, (*leading, queries[-2], pairs[-2]), num_heads))


def _lacks_heads(function: str, mask: Shape, weights: Shape, num_heads: int) -> bool:
    """Whether a mask lacks an axis of heads, beside weights of the shape that those of one head have."""
    check_mask(function, mask, *weights[-2:])
    has_heads = len(mask) > len(weights)
    try:
        broadcast(function, [mask[:-3] if has_heads else mask[:-2], weights[:-2]])
        fits = not has_heads or (len(mask) == len(weights) + 1 and mask[-3] in (1, None, num_heads))
    except AikitBroadcastShapeError:
        fits = False
    if not fits:
        raise AikitBroadcastShapeError(
            f"{function}: mask has shape {mask}; it must broadcast to {weights}, or with an axis of heads to "
            f"{(*weights[:-2], num_heads, *weights[-2:])}"
        )
    return 2 < len(mask) <= len(weights)


# ------------------------------------------------------------------------------------------------ once a call has failed


def attention(name: str, arguments: Arguments, backend: Any) -> None:
    """Shapes and options fit each other: see `check_attention`."""
    mask = arguments["mask"]
    options = {key: arguments[key] for key in ("is_causal", "dropout_p")}
    check_attention_options(name, mask is not None, **options)
    query, key, value = (shape_of(arguments[parameter]) for parameter in ("query", "key", "value"))
    check_attention(name, query, key, value, None if mask is None else shape_of(mask))


def linear(name: str, arguments: Arguments, backend: Any) -> None:
    """Input, weight and bias fit each other."""
    x, weight, bias = shape_of(arguments["x"]), shape_of(arguments["weight"]), arguments["bias"]
    if not x or len(weight) < 2 or x[-1] != weight[-1]:
        raise AikitValueError(f"{name}: x has shape {x} and weight {weight}; they must be (..., in) and (..., out, in)")
    check_stacks(name, x[:-2], weight[:-2])
    product = (*broadcast(name, [x[:-2], weight[:-2]]), *x[-2:-1], weight[-2])
    try:
        broadcast(name, [product, (1,) if bias is None else shape_of(bias)])
    except AikitBroadcastShapeError:
        raise AikitBroadcastShapeError(
            f"{name}: bias has shape {shape_of(bias)}, which does not broadcast with the product, of shape {product}"
        ) from None
