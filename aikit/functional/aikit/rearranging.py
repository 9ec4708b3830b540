"""Dimensions taken apart, put together, reordered, reduced and repeated, by the patterns of einops."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

import aikit
from aikit.core.shapes import rank_of, shape_of
from aikit.declare import compositional
from aikit.functional.rules import rearranging as rules

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@compositional(category="general", differentiable=("x",))
def einops_rearrange(
    x: Array | NativeArray, pattern: str, /, *, out: Array | None = None, **axes_lengths: int
) -> Array:
    """Dimensions in another order, taken apart or put together, as a pattern says, by einops.

    Rogozhnikov, "Einops: Clear and Reliable Tensor Manipulations with Einstein-like Notation", ICLR 2022. It needs the package
    einops, which ``pip install 'pytest-aikit[einops]'`` brings along.

    Parameters
    ----------
    x : array of any dtype.
    pattern : a name for each dimension of `x`, ``->``, and the same names in the order of the result. ``(h w)`` is a dimension
        that is made of several, the last of which varies fastest; ``...`` stands for any number of them; ``1`` and ``()`` for
        one of length 1.
    **axes_lengths : lengths of axes by their names: of all but one of those in ``(h w)`` on the left.

    Returns
    -------
    Array of the dtype of `x`.

    Raises
    ------
    AikitTypeError : a pattern that is no string; a length that is no int.
    AikitValueError : what is no pattern, or does not fit the shape of `x` and the lengths; a length of an axis that is not
        there; under a trace, a shape of several lengths that are not known.
    AikitException : einops is not installed.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.einops_rearrange([[1, 2], [3, 4]], "h w -> w h"))
    [[1, 3], [2, 4]]
    >>> aikit.einops_rearrange(aikit.zeros((2, 12, 3)), "b (h w) c -> b c h w", h=3).shape
    (2, 3, 3, 4)
    """
    return _transformed("einops_rearrange", x, pattern, "rearrange", axes_lengths)


@compositional(category="general", result="reduction", differentiable=("x",), check=rules.reduced)
def einops_reduce(
    x: Array | NativeArray,
    pattern: str,
    reduction: Literal["min", "max", "sum", "mean", "prod", "any", "all"],
    /,
    *,
    out: Array | None = None,
    **axes_lengths: int,
) -> Array:
    """Elements along the dimensions that a pattern leaves out on the right brought together, by einops.

    Parameters
    ----------
    x : array of a dtype that the function called `reduction` takes.
    pattern : as in `einops_rearrange`; what is named on the left alone is reduced, and there may be a number for a name.
    reduction : the function that is applied: `min`, `max`, `sum`, `mean`, `prod`, `any` or `all`.
    **axes_lengths : lengths of axes by their names.

    Returns
    -------
    Array of the dtype that the function called `reduction` gives, also where nothing is reduced.

    Raises
    ------
    AikitTypeError : a dtype that the function called `reduction` does not take; a pattern that is no string; a length that is no
        int.
    AikitValueError : no such reduction; and as for `einops_rearrange`; no elements to choose from.
    AikitException : einops is not installed.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.einops_reduce([1.0, 2.0, 3.0, 5.0], "(n two) -> n", "max", two=2))
    [2.0, 5.0]
    >>> aikit.einops_reduce(aikit.zeros((2, 6, 4, 3)), "b (h 2) (w 2) c -> b h w c", "mean").shape
    (2, 3, 2, 3)
    """
    rules.check_reduced("einops_reduce", x.dtype, reduction)
    return _transformed("einops_reduce", x, pattern, reduction, axes_lengths)


@compositional(category="general", differentiable=("x",))
def einops_repeat(x: Array | NativeArray, pattern: str, /, *, out: Array | None = None, **axes_lengths: int) -> Array:
    """Elements repeated along the dimensions that a pattern adds on the right, by einops.

    Parameters
    ----------
    x : array of any dtype.
    pattern : as in `einops_rearrange`; what is named on the right alone is a dimension along which all is repeated, and there
        may be a number for its name.
    **axes_lengths : lengths of axes by their names, of all that are new.

    Returns
    -------
    Array of the dtype of `x`.

    Raises
    ------
    AikitTypeError : a pattern that is no string; a length that is no int.
    AikitValueError : as for `einops_rearrange`; a new axis without a length.
    AikitException : einops is not installed.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.einops_repeat([1, 2], "w -> (w r)", r=2))
    [1, 1, 2, 2]
    >>> aikit.to_list(aikit.einops_repeat([1, 2], "w -> h w", h=2))
    [[1, 2], [1, 2]]
    """
    return _transformed("einops_repeat", x, pattern, "repeat", axes_lengths)


def _transformed(name: str, x: Array, pattern: str, reduction: str, lengths: Mapping[str, int]) -> Array:
    if rank_of(x) is None:
        raise ValueError("which dimensions the pattern names")
    shape = shape_of(x)
    for step in rules.plan(name, shape, pattern, reduction, lengths).steps:
        function, numbers = step.function, rules.filled(step.numbers, shape)
        if function == "reshape":
            rules.require_one_open(name, numbers, shape)
        elif function == "broadcast_to" and -1 in numbers:
            function, numbers = "tile", rules.times_along(step.numbers)
        call: Any = getattr(aikit, function)
        x = call(x, axis=numbers) if step.by_name else call(x, numbers)
    return x
