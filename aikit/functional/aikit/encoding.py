"""Encodings of positions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import aikit
from aikit.core.shapes import shape_of
from aikit.declare import compositional
from aikit.functional.rules import encoding as rules

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@compositional(category="general", dtypes="real floating-point", differentiable=("x", "max_freq"))
def fourier_encode(
    x: Array | NativeArray,
    max_freq: Array | NativeArray | int | float,
    /,
    *,
    num_bands: int = 4,
    linear: bool = False,
    concat: bool = True,
    flatten: bool = False,
) -> Array | tuple[Array, Array, Array]:
    """Positions, and the sines and cosines of their multiples: ``sin(pi f x)`` and ``cos(pi f x)`` for several frequencies f.

    Jaegle et al., "Perceiver: General Perception with Iterative Attention", 2021, section 3.2. The frequencies go from 1 to
    ``max_freq / 2``, the first of which alone is there where `num_bands` is 1.

    Parameters
    ----------
    x : array of a real floating-point dtype: positions, from -1 to 1 as a rule.
    max_freq : twice the highest frequency, positive; a number, or an array that broadcasts to the shape of `x`.
    num_bands : how many frequencies there are; 0 or more.
    linear : whether they are at equal distances; otherwise each is the same multiple of the one before.
    concat : whether the results are side by side; otherwise they are a tuple.
    flatten : whether the encodings of the positions along the last axis of `x` are side by side, on one axis.

    Returns
    -------
    Array of the common dtype, of shape ``(*x.shape, 1 + 2 * num_bands)``: the position, the sines, and the cosines. Without
    `concat` a tuple of these, of shapes ``(*x.shape, 1)`` and twice ``(*x.shape, num_bands)``. With `flatten` the last two axes
    are one. float16 and bfloat16 are computed in float32.

    Raises
    ------
    AikitTypeError : a dtype that is not real floating-point.
    AikitValueError : a negative `num_bands`; `flatten` of an array without dimensions.
    AikitBroadcastShapeError : a `max_freq` that does not broadcast to the shape of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.fourier_encode([0.0], 2.0, num_bands=1))
    [[0.0, 0.0, 1.0]]
    """
    rules.check("fourier_encode", x, max_freq, num_bands, flatten)
    constants = {"num_bands": num_bands, "linear": linear, "concat": concat, "flatten": flatten}
    encoded: Any = _encoded
    if not isinstance(max_freq, (int, float)):
        encoded = aikit.current_backend(x).in_one_program(encoded, *constants)
    return encoded(x, max_freq, **constants)


def _encoded(x: Array, max_freq: Array | float, *, num_bands: int, linear: bool, concat: bool, flatten: bool) -> Any:
    """What is described above of arguments that fit."""
    dtype = x.dtype
    if dtype.itemsize == 2:  # the product of a position and a frequency would keep three digits
        x, max_freq = aikit.astype(x, aikit.float32), aikit.astype(max_freq, aikit.float32)
    position, highest = aikit.expand_dims(x, axis=-1), aikit.expand_dims(max_freq, axis=-1) / 2
    places = aikit.linspace(0, 1, num_bands, dtype=x.dtype, device=x.device)
    frequencies = 1 + (highest - 1) * places if linear else highest**places
    angles = position * frequencies * math.pi
    parts = [aikit.astype(one, dtype) for one in (position, aikit.sin(angles), aikit.cos(angles))]
    if concat:
        parts = [aikit.concat(parts, axis=-1)]
    if flatten:
        parts = [_flat(one) for one in parts]
    return parts[0] if concat else (parts[0], parts[1], parts[2])


def _flat(x: Array) -> Array:
    """The last two axes as one; the lengths are known."""
    *shape, positions, encodings = shape_of(x)
    return aikit.reshape(x, (*shape, positions * encodings))  # type: ignore[operator,arg-type]
