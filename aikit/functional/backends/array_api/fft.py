"""Fourier transforms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aikit.core import shapes
from aikit.functional.rules import fft as rules

from ._axes import check_axis
from ._rules import rule


@rule("fft.fft", "fft.ifft", dtypes="real floating-point")
def along_one(backend: Any, standard: Callable[..., Any], x: Any, /, *, axis: int = -1, **options: Any) -> Any:
    """The standard transforms complex numbers."""
    check_axis(x, axis)
    return standard(backend.complex_of(x), axis=axis, **options)


@rule("fft.irfft", "fft.hfft")
def to_real(backend: Any, standard: Callable[..., Any], x: Any, /, *, axis: int = -1, **options: Any) -> Any:
    check_axis(x, axis)
    return standard(_not_empty(backend, backend.complex_of(x), axis), axis=axis, **options)


def _not_empty(backend: Any, x: Any, axis: int) -> Any:
    """`x`, or one zero along an axis without elements, of which NumPy's irfft would read the first."""
    if x.shape[axis]:
        return x
    shape = list(x.shape)
    shape[axis] = 1
    return backend.namespace.zeros(tuple(shape), dtype=x.dtype, device=x.device)


def _along_several(name: str) -> Callable[..., Any]:
    def transform(
        backend: Any,
        standard: Callable[..., Any],
        x: Any,
        /,
        *,
        s: Any = None,
        axes: Any = None,
        norm: str = "backward",
    ) -> Any:
        found, lengths = rules.transform(name, x.shape, s, axes)
        if not found:
            return backend.copy_array(backend.complex_of(x))
        x = x if name == "fft.rfftn" else backend.complex_of(x)
        x = _not_empty(backend, x, found[-1]) if name == "fft.irfftn" else x
        return standard(x, s=lengths, axes=found, norm=norm)

    return transform


def _shift(name: str) -> Callable[..., Any]:
    def shift(backend: Any, standard: Callable[..., Any], x: Any, /, *, axes: Any = None) -> Any:
        found = shapes.axes_from_front(name, axes, x.ndim)
        return standard(x, axes=found) if found else backend.copy_array(x)

    return shift


for _name in ("fft.fftn", "fft.ifftn", "fft.rfftn", "fft.irfftn"):
    rule(_name)(_along_several(_name))
for _name in ("fft.fftshift", "fft.ifftshift"):
    rule(_name)(_shift(_name))


@rule("fft.fftfreq", "fft.rfftfreq")
def frequencies(
    backend: Any, standard: Callable[..., Any], n: int, /, *, d: float = 1.0, dtype: Any, device: Any = None
) -> Any:
    if n < 1 or d == 0:
        raise ValueError(f"no frequencies for n={n} and d={d}")
    return backend.cast(standard(n, d=d, dtype=backend.widest("float64"), device=device), dtype)
