"""Discrete Fourier transforms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import aikit
from aikit.declare import primary

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@primary(dtypes="floating-point", differentiable=("x",), namespace="aikit.fft")
def fftshift(x: Array | NativeArray, /, *, axes: int | Sequence[int] | None = None, out: Array | None = None) -> Array:
    """Shift the zero-frequency component to the centre of the spectrum.

    Parameters
    ----------
    x : array of a floating dtype.
    axes : the axis or axes to shift; None for all.
    out : array to hold the result; see `aikit.Array`.

    Returns
    -------
    Array of the dtype and shape of `x`.

    Raises
    ------
    AikitTypeError : a dtype that is not floating.
    AikitAxisError : an axis out of range, or named twice.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.fft.fftshift([0.0, 1.0, -2.0, -1.0]))
    [-2.0, -1.0, 0.0, 1.0]
    """
    return aikit.current_backend(x).fft.fftshift(x, axes=axes)
