"""Activation functions of neural networks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aikit
from aikit.declare import primary
from aikit.functional.rules import activations as rules

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@primary(dtypes="real floating-point", differentiable=("x",), check=rules.last_axis)
def softmax(x: Array | NativeArray, /, *, axis: int | None = None, out: Array | None = None) -> Array:
    """Exponentials along an axis, divided by their sum: ``exp(x) / sum(exp(x))``.

    The maximum is subtracted first, so that large elements do not overflow.

    Parameters
    ----------
    x : array of a real floating-point dtype, of at least one dimension.
    axis : the axis along which the results add up to 1; None for the last one.

    Returns
    -------
    Array of the dtype and shape of `x`. It is NaN along an axis with a NaN or positive infinity, and where all elements are
    negative infinity.

    Raises
    ------
    AikitAxisError : an axis that `x` does not have.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.softmax([1000.0, 1000.0]))
    [0.5, 0.5]
    """
    return aikit.current_backend(x).softmax(x, axis=axis)
