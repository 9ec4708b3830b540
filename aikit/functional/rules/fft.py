"""What Fourier transforms need of their arguments: axes, and lengths along them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aikit.core.records import Arguments
from aikit.core.shapes import axes_from_front, check_size, shape_of
from aikit.exceptions import AikitValueError

OF_ONE = ("n", "axis")
"""What the arguments are called where there is one axis."""
_OF_HALF_A_SPECTRUM = frozenset({"fft.irfft", "fft.irfftn", "fft.hfft"})
_OF_REAL_PAIRS = frozenset({"fft.rfftn", "fft.irfftn"})


def transform(
    function: str,
    shape: Sequence[int | None],
    s: int | tuple[int, ...] | None,
    axes: int | tuple[int, ...] | None,
    names: tuple[str, str] = ("s", "axes"),
) -> tuple[tuple[int, ...], tuple[int | None, ...]]:
    """The axes of a Fourier transform, counted from the front, and its length along each.

    -1 in `s` stands for all elements along the axis. Functions that take half a spectrum have twice the length in their
    result, less the two elements that have no mirror image. A length is None where it is unknown under a trace. `names` are
    those of the arguments `s` and `axes` in the function.

    Raises
    ------
    AikitAxisError : an axis out of range, or named twice.
    AikitValueError : `s` without `axes` or of another length; a length below 1, or far too large; no axis for a transform that makes
        complex numbers of real ones or the other way round.
    """
    if s is not None and axes is None:
        raise AikitValueError(f"{function}: s={s} is given without axes; name in axes the axis of each length")
    found = axes_from_front(function, axes, len(shape), names[1])
    wanted = (-1,) * len(found) if s is None else s if isinstance(s, tuple) else (s,)
    if len(wanted) != len(found):
        raise AikitValueError(f"{function}: s={s} and axes={axes} must have the same length")
    if not found and function in _OF_REAL_PAIRS:
        raise AikitValueError(f"{function}: x of shape {tuple(shape)} with axes={axes} has no axis to transform")
    lengths = [shape[axis] if length == -1 else length for axis, length in zip(found, wanted, strict=True)]
    if function in _OF_HALF_A_SPECTRUM and wanted[-1] == -1 and lengths[-1] is not None:
        lengths[-1] = 2 * (lengths[-1] - 1)
    for axis, length in zip(found, lengths, strict=True):
        if length is not None and length < 1:
            given = "" if s is None else f" with {names[0]}={s}"
            raise AikitValueError(
                f"{function}: x of shape {tuple(shape)}{given} makes a transform of {length} elements along axis {axis}; "
                "it needs at least 1"
            )
    if None not in shape:
        check_size(
            function, [lengths[found.index(axis)] if axis in found else shape[axis] for axis in range(len(shape))]
        )
    return found, tuple(lengths)


# ------------------------------------------------------------------------------------------------ once a call has failed


def one_axis(name: str, arguments: Arguments, backend: Any) -> None:
    """The length is at least 1, and the axis is there."""
    n, axis = arguments["n"], arguments["axis"]
    if n is not None and n < 1:
        raise AikitValueError(f"{name}: n={n} is below 1; a transform has at least 1 element")
    transform(name, shape_of(arguments["x"]), n, axis, OF_ONE)


def frequencies(name: str, arguments: Arguments, backend: Any) -> None:
    """There is at least one element, and a distance between samples."""
    n, d = arguments["n"], arguments["d"]
    if n < 1:
        raise AikitValueError(f"{name}: n={n} is below 1; a transform has at least 1 element")
    if d == 0:
        raise AikitValueError(f"{name}: d=0 is no distance between samples; pass another one")
