"""Layers of neural networks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aikit
from aikit.declare import mixed

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@mixed(dtypes="floating-point", differentiable=("x", "weight", "bias"))
def linear(
    x: Array | NativeArray,
    weight: Array | NativeArray,
    /,
    *,
    bias: Array | NativeArray | None = None,
    out: Array | None = None,
) -> Array:
    """Linear layer: ``x @ weight.T + bias``.

    Parameters
    ----------
    x : array of a floating-point dtype, of shape ``(..., in)``.
    weight : array of a floating-point dtype, of shape ``(out, in)``.
    bias : array of a floating-point dtype, of shape ``(out,)``; None for none.
    out : array to hold the result; see `aikit.Array`.

    Returns
    -------
    Array of the common dtype, of shape ``(..., out)``.

    Raises
    ------
    AikitTypeError : a dtype that is not floating-point.
    AikitValueError : lengths that do not match.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linear([1.0, 2.0], [[1.0, 1.0], [0.0, 3.0]], bias=[0.5, 0.0]))
    [3.5, 6.0]
    """
    result = aikit.matmul(x, aikit.matrix_transpose(weight))
    return result if bias is None else aikit.add(result, bias)
