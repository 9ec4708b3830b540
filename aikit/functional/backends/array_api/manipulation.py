"""Shapes: bad arguments, for which the standard asks no error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aikit.core.shapes import require_size
from aikit.functional.rules.manipulation import require_repeats, shift_of_each

from ._axes import check_axis
from ._rules import rule


@rule("squeeze")
def squeeze(backend: Any, standard: Callable[..., Any], x: Any, /, axis: int | tuple[int, ...]) -> Any:
    check_axis(x, axis)
    return standard(x, axis)


@rule("flip", "unstack")
def along(backend: Any, standard: Callable[..., Any], x: Any, /, *, axis: int | tuple[int, ...] | None = None) -> Any:
    check_axis(x, axis)
    return standard(x, axis=axis)


@rule("broadcast_arrays")
def broadcast_arrays(backend: Any, standard: Callable[..., Any], *arrays: Any) -> list[Any]:
    return list(standard(*arrays))


@rule("reshape")
def reshape(
    backend: Any, standard: Callable[..., Any], x: Any, /, shape: tuple[int, ...], *, copy: bool | None = None
) -> Any:
    if any(length < -1 for length in shape):
        raise ValueError("a negative length")
    return standard(x, shape, copy=copy)


@rule("repeat")
def repeat(backend: Any, standard: Callable[..., Any], x: Any, repeats: Any, /, *, axis: int | None = None) -> Any:
    if isinstance(repeats, int):
        require_size(*x.shape, repeats)  # NumPy counts in 64 bits, and writes beyond what it has
    else:
        require_repeats(x.shape, axis, backend.to_numpy(repeats))
    return standard(x, repeats, axis=axis)


@rule("roll")
def roll(backend: Any, standard: Callable[..., Any], x: Any, /, shift: Any, *, axis: Any = None) -> Any:
    shift = shift_of_each("roll", shift, axis)
    if shift == ():
        return backend.namespace.asarray(x, copy=True)  # NumPy fails, and what is made of it
    return standard(x, shift, axis=axis)


@rule("tile")
def tile(backend: Any, standard: Callable[..., Any], x: Any, repetitions: tuple[int, ...], /) -> Any:
    require_size(*x.shape, *repetitions)
    return standard(x, repetitions)


@rule("constant_pad")
def constant_pad(backend: Any, standard: Any, x: Any, /, widths: tuple[tuple[int, int], ...], *, value: Any) -> Any:
    """The standard has none: `x` is written into an array of the value."""
    shape = tuple(length + sum(pair) for length, pair in zip(x.shape, widths, strict=True))
    require_size(*shape)
    inner = tuple(slice(pair[0], pair[0] + length) for length, pair in zip(x.shape, widths, strict=True))
    around = backend.full(shape, value, dtype=x.dtype, device=x.device)
    return backend.set_item(around, inner, x, True)


@rule("split")
def split(
    backend: Any,
    standard: Any,
    x: Any,
    /,
    *,
    copy: bool | None,
    num_or_size_splits: tuple[int, ...],
    axis: int,
    with_remainder: bool,
) -> tuple[Any, ...]:
    """The standard has none."""
    check_axis(x, axis)
    before, end, parts = (slice(None),) * (axis % x.ndim), 0, []
    for length in num_or_size_splits:
        parts.append(backend.get_item(x, (*before, slice(end, end + length))))
        end += length
    return tuple(map(backend.copy_array, parts)) if copy else tuple(parts)


@rule("swapaxes")
def swapaxes(backend: Any, standard: Any, x: Any, axis0: int, axis1: int, /, *, copy: bool | None = None) -> Any:
    """The standard has none."""
    check_axis(x, axis0)
    check_axis(x, axis1)
    exchanged = {axis0 % x.ndim: axis1 % x.ndim, axis1 % x.ndim: axis0 % x.ndim}
    result = backend.namespace.permute_dims(x, tuple(exchanged.get(axis, axis) for axis in range(x.ndim)))
    return backend.copy_array(result) if copy else result
