"""Discrete Fourier transforms on TensorFlow, whose own work along the last axis only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from aikit.core import shapes
from aikit.functional.rules import fft as rules

from ._axes import one_axis, rank_of, several_axes, size_of, swap_to_last
from ._dtypes import HALF
from .core import placed
from .creation import arange

_MOST_DIMENSIONS = 6
"""Of so many at most an array is padded."""
Axes = tuple[int, ...] | int | None
Length = Any
"""An int, or a 0-d tensor where it is unknown under a trace."""


# ------------------------------------------------------------------------------------------------ along the last axis


def _complex(x: tf.Tensor) -> tf.Tensor:
    """The complex form of `x`, in its precision."""
    if x.dtype.is_complex:
        return x
    return tf.cast(x, tf.complex128 if x.dtype == tf.float64 else tf.complex64)


def _real(x: tf.Tensor) -> tf.Tensor:
    """`x`, or its float32 form, because TensorFlow has no transform of 16-bit floats."""
    return tf.cast(x, HALF.get(x.dtype, x.dtype))


def _resized(x: tf.Tensor, length: Length) -> tf.Tensor:
    """The first `length` elements along the last axis, with zeros after them where there are fewer."""
    size = size_of(x, -1)
    if isinstance(size, int) and isinstance(length, int):
        if size == length:
            return x
        missing: Any = max(length - size, 0)
    else:
        missing = tf.maximum(length - size, 0)
    return tf.pad(x[..., :length], tf.concat([tf.zeros([rank_of(x) - 1, 2], tf.int32), [[0, missing]]], 0))


def _fft(x: tf.Tensor, n: Length) -> tf.Tensor:
    return tf.signal.fft(_resized(x, n))


def _ifft(x: tf.Tensor, n: Length) -> tf.Tensor:
    return tf.signal.ifft(_resized(x, n))


def _rfft(x: tf.Tensor, n: Length) -> tf.Tensor:
    return tf.signal.rfft(_resized(x, n))


def _irfft(x: tf.Tensor, n: Length) -> tf.Tensor:
    return tf.signal.irfft(_resized(x, n // 2 + 1), [n])


def _along(transform: Callable[..., tf.Tensor], x: tf.Tensor, n: Length, axis: int) -> tf.Tensor:
    """A transform along another axis than the last."""
    return swap_to_last(_of_rows(transform, swap_to_last(x, axis), n), axis)


def _of_rows(transform: Callable[..., tf.Tensor], x: tf.Tensor, n: Length) -> tf.Tensor:
    """A transform along the last axis, in two dimensions where there are more than its kernels take."""
    if x.shape.rank is None or x.shape.rank <= _MOST_DIMENSIONS:
        return transform(x, n)
    others = tf.shape(x)[:-1]
    result = transform(tf.reshape(x, [tf.reduce_prod(others), size_of(x, -1)]), n)
    return tf.reshape(result, tf.concat([others, tf.shape(result)[-1:]], 0))


_EXPONENT = {"backward": 0.0, "ortho": -0.5, "forward": -1.0}
"""`norm` -> the power of the length by which a forward transform is multiplied. An inverse one, which TensorFlow has
multiplied by that of the power -1 already, is multiplied by the opposite power."""


def _scaled(x: tf.Tensor, length: Length, exponent: float) -> tf.Tensor:
    if exponent == 0:
        return x
    return x * tf.cast(tf.cast(length, tf.float64) ** exponent, x.dtype)


# ------------------------------------------------------------------------------------------------ along one axis


def _prepared(name: str, x: tf.Tensor, n: int | None, axis: int) -> tuple[int, Length]:
    """The axis counted from the front, and the length of the transform."""
    if n is not None and n < 1:
        raise ValueError(f"n={n} is below 1")
    length: Length = n
    if x.shape.rank is not None:
        length = rules.transform(name, x.shape, n, axis, rules.OF_ONE)[1][0]
    axis = one_axis(axis, rank_of(x))
    if length is None:
        length = size_of(x, axis)
        length = 2 * (length - 1) if name in ("fft.irfft", "fft.hfft") else length
    return axis, length


def fft(x: tf.Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> tf.Tensor:
    axis, length = _prepared("fft.fft", x, n, axis)
    return _scaled(_along(_fft, _complex(x), length, axis), length, _EXPONENT[norm])


def ifft(x: tf.Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> tf.Tensor:
    axis, length = _prepared("fft.ifft", x, n, axis)
    return _scaled(_along(_ifft, _complex(x), length, axis), length, -_EXPONENT[norm])


def rfft(x: tf.Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> tf.Tensor:
    axis, length = _prepared("fft.rfft", x, n, axis)
    return _scaled(_along(_rfft, _real(x), length, axis), length, _EXPONENT[norm])


def irfft(x: tf.Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> tf.Tensor:
    axis, length = _prepared("fft.irfft", x, n, axis)
    return _scaled(_along(_irfft, _complex(x), length, axis), length, -_EXPONENT[norm])


def hfft(x: tf.Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> tf.Tensor:
    axis, length = _prepared("fft.hfft", x, n, axis)
    # the inverse transform of the conjugate, without the factor 1 / n that comes with it
    return _scaled(_along(_irfft, tf.math.conj(_complex(x)), length, axis), length, 1 + _EXPONENT[norm])


def ihfft(x: tf.Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> tf.Tensor:
    axis, length = _prepared("fft.ihfft", x, n, axis)
    return _scaled(tf.math.conj(_along(_rfft, _real(x), length, axis)), length, -1 - _EXPONENT[norm])


# ------------------------------------------------------------------------------------------------ along several axes


def _each(x: tf.Tensor, function: Callable[..., tf.Tensor], places: list[tuple[int, int | None]], norm: str) -> Any:
    for axis, length in places:
        x = function(x, n=length, axis=axis, norm=norm)
    return x


def _places(name: str, x: tf.Tensor, s: Axes, axes: Axes) -> list[tuple[int, int | None]]:
    """(axis, length) of each transform; a length is None where it is that of `x` and unknown under a trace."""
    if x.shape.rank is None and axes is not None:
        axes = (axes,) if isinstance(axes, int) else axes
        lengths = (-1,) * len(axes) if s is None else (s,) if isinstance(s, int) else s
        return [(axis, None if length == -1 else length) for axis, length in zip(axes, lengths, strict=True)]
    return list(zip(*rules.transform(name, x.shape, s, axes), strict=True))


def fftn(x: tf.Tensor, /, *, s: Axes = None, axes: Axes = None, norm: str = "backward") -> tf.Tensor:
    return _each(_complex(x), fft, _places("fft.fftn", x, s, axes), norm)


def ifftn(x: tf.Tensor, /, *, s: Axes = None, axes: Axes = None, norm: str = "backward") -> tf.Tensor:
    return _each(_complex(x), ifft, _places("fft.ifftn", x, s, axes), norm)


def rfftn(x: tf.Tensor, /, *, s: Axes = None, axes: Axes = None, norm: str = "backward") -> tf.Tensor:
    *others, last = _places("fft.rfftn", x, s, axes)
    return _each(_each(x, rfft, [last], norm), fft, others, norm)


def irfftn(x: tf.Tensor, /, *, s: Axes = None, axes: Axes = None, norm: str = "backward") -> tf.Tensor:
    *others, last = _places("fft.irfftn", x, s, axes)
    return _each(_each(_complex(x), ifft, others, norm), irfft, [last], norm)


# ------------------------------------------------------------------------------------------------ frequencies, shifts


def fftfreq(n: int, /, *, d: float = 1.0, dtype: tf.DType, device: str | None = None) -> tf.Tensor:
    with placed(device):
        counts = arange(-(n // 2), (n + 1) // 2, dtype=tf.float64)
        return _frequencies(tf.signal.ifftshift(counts), n, d, dtype)


def rfftfreq(n: int, /, *, d: float = 1.0, dtype: tf.DType, device: str | None = None) -> tf.Tensor:
    with placed(device):
        return _frequencies(arange(n // 2 + 1, dtype=tf.float64), n, d, dtype)


def _frequencies(counts: tf.Tensor, n: int, d: float, dtype: tf.DType) -> tf.Tensor:
    if n < 1 or d == 0:
        raise ValueError(f"no frequencies for n={n} and d={d}")
    return tf.cast(counts / (n * d), dtype)


def fftshift(x: tf.Tensor, /, *, axes: Axes = None) -> tf.Tensor:
    return _rolled("fft.fftshift", x, axes, lambda size: size // 2)


def ifftshift(x: tf.Tensor, /, *, axes: Axes = None) -> tf.Tensor:
    return _rolled("fft.ifftshift", x, axes, lambda size: -(size // 2))


def _rolled(name: str, x: tf.Tensor, axes: Axes, shift: Callable[[Any], Any]) -> tf.Tensor:
    """`x` rolled along the axes, by what `shift` makes of the lengths."""
    if x.shape.rank is None:
        along: Any = tf.range(tf.rank(x)) if axes is None else several_axes(axes, tf.rank(x))
        along = tf.convert_to_tensor(along, tf.int32)
        # with one more axis, because tf.roll refuses an array that has none
        return tf.roll(x[None], shift(tf.gather(tf.shape(x), along)), along + 1)[0]
    along = shapes.axes_from_front(name, axes, x.shape.rank)
    if not along:
        return tf.identity(x)  # where there are none to roll along, and tf.roll may refuse it
    along = tf.convert_to_tensor(along, tf.int32)
    return tf.roll(x, shift(tf.gather(tf.shape(x), along)), along)
