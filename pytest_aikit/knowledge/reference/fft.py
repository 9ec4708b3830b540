"""Fourier transforms: what NumPy's lack, and those of arrays of mpmath's numbers, by their definition.

NumPy's own know floats only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from pytest_aikit.numerics import wide


def of_half_a_spectrum(function: Callable[..., Any]) -> Callable[..., Any]:
    """As NumPy's, which reads the first element also where there is none."""

    def transform(x: Any, *, n: int | None, axis: int, norm: Any) -> Any:
        return function(_with_a_first(x, axis), n, axis, norm)

    return transform


def _with_a_first(x: np.ndarray, axis: int) -> np.ndarray:
    """The array with a zero along an axis without elements."""
    if x.shape[axis]:
        return x
    return np.concat([x, np.zeros_like(x, shape=[1 if i == axis % x.ndim else k for i, k in enumerate(x.shape)])], axis)


def irfftn(x: Any, *, s: Any, axes: Any, norm: Any) -> Any:
    """NumPy takes -1 for the length of `x` also along the last axis, where the standard takes all of the spectrum.

    And it reads the first element along that axis where there is none.
    """
    if s is not None and s[-1] == -1:
        s = [*s[:-1], 2 * (x.shape[axes[-1]] - 1)]
    if s is not None:
        x = _with_a_first(x, -1 if axes is None else axes[-1])
    return np.fft.irfftn(x, s, axes, norm)


def along_axes(function: Callable[..., Any]) -> Callable[..., Any]:
    """With one axis in the place of axes."""

    def transform(x: Any, **options: Any) -> Any:
        axes = options.get("axes")
        return function(x, **({**options, "axes": (axes,)} if isinstance(axes, int) else options))

    return transform


def halves_swapped(function: Callable[..., Any]) -> Callable[..., Any]:
    """NumPy cannot shift along no axes at all."""
    return lambda x, *, axes: x if axes == () or (axes is None and not x.ndim) else function(x, axes)


def fftfreq(n: int, *, d: float, dtype: Any, device: Any) -> Any:
    return np.fft.ifftshift(np.arange(-(n // 2), (n + 1) // 2)) / (wide.number(n) * wide.number(d))


def rfftfreq(n: int, *, d: float, dtype: Any, device: Any) -> Any:
    return np.arange(n // 2 + 1) / (wide.number(n) * wide.number(d))


def of_all_frequencies(reference: Callable[..., Any]) -> Callable[..., Any]:
    """The norm of a transform along its axes: its error is a multiple of that (Higham, Accuracy and Stability, 24.1)."""

    def scale(x: Any, **options: Any) -> Any:
        values = reference(x, **options)
        axes = options["axes"] if "axes" in options else options["axis"]
        axes = tuple(axes) if isinstance(axes, list) else axes
        norm = np.sqrt(np.sum(np.abs(values) ** 2, axis=axes, keepdims=True))
        return np.broadcast_to(norm, values.shape)

    return scale


# ------------------------------------------------------------------------------------------------ mpmath

_SWAPPED = {None: "forward", "backward": "forward", "ortho": "ortho", "forward": "backward"}
_real = np.frompyfunc(lambda value: value.real, 1, 1)


def of_objects(context: Any) -> Mapping[str, Callable[..., Any]]:
    """The transforms by name, for arrays of the numbers of a context of mpmath."""

    def along(x: Any, n: int, axis: int, sign: int, norm: str | None) -> Any:
        """The sum over j of x_j exp(sign 2 pi i j k / n), scaled where the norm says so."""
        x = _resized(np.moveaxis(x, axis, -1), n)
        roots = np.array([context.expjpi(context.mpf(sign * 2 * k) / n) for k in range(n)], object)
        factor = {"ortho": 1 / context.sqrt(n), "forward" if sign < 0 else "backward": context.mpf(1) / n}
        result = x @ roots[np.outer(np.arange(n), np.arange(n)) % n] if n else x
        return np.moveaxis(result * factor.get(norm or "backward", 1), -1, axis)

    def fft(x: Any, *, n: int | None, axis: int, norm: str | None) -> Any:
        return along(x, x.shape[axis] if n is None else n, axis, -1, norm)

    def ifft(x: Any, *, n: int | None, axis: int, norm: str | None) -> Any:
        return along(x, x.shape[axis] if n is None else n, axis, 1, norm)

    def rfft(x: Any, *, n: int | None, axis: int, norm: str | None) -> Any:
        result = np.moveaxis(fft(x, n=n, axis=axis, norm=norm), axis, -1)
        return np.moveaxis(result[..., : result.shape[-1] // 2 + 1], -1, axis)

    def irfft(x: Any, *, n: int | None, axis: int, norm: str | None) -> Any:
        n = 2 * (x.shape[axis] - 1) if n is None else n
        half = _resized(np.moveaxis(x, axis, -1), n // 2 + 1)
        rest = np.conj(half[..., 1 : (n + 1) // 2])[..., ::-1]
        # the parts that a real signal has not are left out
        half = np.concat([_real(half[..., :1]), half[..., 1:]], axis=-1)
        if n % 2 == 0:
            half = np.concat([half[..., :-1], _real(half[..., -1:])], axis=-1)
        full = np.concat([half, rest], axis=-1)
        return np.moveaxis(_real(along(full, n, -1, 1, norm)), -1, axis)

    def hfft(x: Any, *, n: int | None, axis: int, norm: str | None) -> Any:
        return irfft(np.conj(x), n=n, axis=axis, norm=_SWAPPED[norm])

    def ihfft(x: Any, *, n: int | None, axis: int, norm: str | None) -> Any:
        return np.conj(rfft(x, n=n, axis=axis, norm=_SWAPPED[norm]))

    def over_axes(first: Any, last: Any, last_first: bool) -> Callable[..., Any]:
        """Transforms along several axes: `last` along the last one, `first` along the others."""

        def transform(x: Any, *, s: Any, axes: Any, norm: str | None) -> Any:
            axes = list(range(-(x.ndim if s is None else len(s)), 0)) if axes is None else list(axes)
            lengths = [None if length == -1 else length for length in (s or [-1] * len(axes))]
            steps = [
                *((first, *pair) for pair in zip(axes[:-1], lengths[:-1], strict=True)),
                (last, axes[-1], lengths[-1]),
            ]
            for step, axis, n in reversed(steps) if last_first else steps:
                x = step(x, n=n, axis=axis, norm=norm)
            return x

        return transform

    return {
        "fft": fft,
        "ifft": ifft,
        "rfft": rfft,
        "irfft": irfft,
        "hfft": hfft,
        "ihfft": ihfft,
        "fftn": over_axes(fft, fft, True),
        "ifftn": over_axes(ifft, ifft, True),
        "rfftn": over_axes(fft, rfft, True),
        "irfftn": over_axes(ifft, irfft, False),
    }


def _resized(x: Any, n: int) -> Any:
    """Cut to n elements along the last axis, or filled up with zeros."""
    missing = max(n - x.shape[-1], 0)
    return np.concat([x[..., :n], np.zeros((*x.shape[:-1], missing), object)], axis=-1)
