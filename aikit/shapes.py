"""Shapes, without any array."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import Any

from aikit.exceptions import AikitAxisError, AikitBroadcastShapeError, AikitTypeError, AikitValueError
from aikit.wording import shown


def broadcast(function: str, shapes: Sequence[Any]) -> tuple[int | None, ...]:
    """The common shape of `shapes`, by the broadcasting rule of the Array API standard; None is an unknown length."""
    checked = [_lengths(function, shape) for shape in shapes]
    # torch.compile knows no default of max
    common: list[int | None] = [1] * max([0, *[len(shape) for shape in checked]])
    for shape in checked:
        for place, length in enumerate(reversed(shape), start=1):
            known = common[-place]
            if length == 1:
                continue
            if known == 1:
                common[-place] = length
            elif known is None or length is None:
                common[-place] = known if length is None else length
            elif known != length:
                raise AikitBroadcastShapeError(
                    f"{function}: the shapes {', '.join(map(str, checked))} do not broadcast: lengths {known} and {length} "
                    "of one dimension differ and neither is 1"
                )
    return tuple(common)


def _lengths(function: str, shape: Any) -> tuple[int | None, ...]:
    try:
        return tuple(None if length is None else operator.index(length) for length in shape)
    except TypeError as error:
        raise AikitTypeError(f"{function}: {shown(shape)} is no shape; a shape is a tuple of ints: {error}") from error


def rank_of(x: Any) -> int | None:
    """The number of dimensions of an array of any kind; None where a trace does not know it."""
    try:
        return len(x.shape)
    except ValueError:  # that of TensorFlow, and that of Array
        return None


def is_known(x: Any) -> bool:
    """Whether a trace knows all lengths of an array."""
    return rank_of(x) is not None and None not in tuple(x.shape)


MOST_ELEMENTS = 2**59
"""More are refused: of the widest dtype they would take more bytes than 64 bits count."""


def check_size(function: str, shape: Sequence[Any]) -> None:
    """Raise AikitValueError for a shape of more elements than any array can have; frameworks may end the process."""
    if max(math.prod(shape), *shape, 0) > MOST_ELEMENTS:
        raise AikitValueError(
            f"{function}: an array of shape {tuple(shape)} has more than 2**59 elements, or a dimension of more, and no "
            "memory holds it; pass smaller lengths"
        )


# ------------------------------------------------------------------------------------------------ axes


def check_axes(function: str, parameter: str, value: int | tuple[int, ...], ndim: int) -> None:
    """Raise AikitAxisError where an axis is out of range for an array of `ndim` dimensions, or named twice."""
    axes = value if isinstance(value, tuple) else (value,)
    for axis in axes:
        if not -ndim <= axis < ndim:
            raise AikitAxisError(
                f"{function}: {parameter}={value} is out of range for an array of {ndim} dimensions"
                + (f"; use {-ndim} to {ndim - 1}" if ndim else "; a 0-d array has no axis")
            )
    if len({axis % ndim for axis in axes}) < len(axes):
        raise AikitAxisError(f"{function}: {parameter}={value} names an axis twice; name each one once")


def axes_from_front(function: str, axes: int | tuple[int, ...] | None, ndim: int) -> tuple[int, ...]:
    """`axes`, all where they are None, counted from the front; AikitAxisError as in `check_axes`."""
    if axes is None:
        return tuple(range(ndim))
    check_axes(function, "axes", axes, ndim)
    return tuple(axis % ndim for axis in (axes if isinstance(axes, tuple) else (axes,)))


# ------------------------------------------------------------------------------------------------ normalisation


def normalised_axes(function: str, axes: int | Sequence[int], ndim: int) -> tuple[int, ...]:
    """The axes of a normalisation, counted from the front and in order; AikitAxisError as in `check_axes`."""
    axes = (axes,) if isinstance(axes, int) else tuple(axes)
    if not axes:
        raise AikitValueError(f"{function}: normalized_idxs={axes} names no axis; it must name at least one")
    check_axes(function, "normalized_idxs", axes, ndim)
    return tuple(sorted(axis % ndim for axis in axes))


def lacking_axes(
    function: str,
    parameter: str,
    shape: Sequence[int | None],
    axes: tuple[int, ...],
    of: Sequence[int | None],
) -> tuple[int, ...]:
    """The axes that an array lacks beside another one, if its dimensions, from the last, stand for some axes of that.

    Raises
    ------
    AikitBroadcastShapeError : `shape` does not broadcast to the lengths of these axes.
    """
    lengths = tuple(of[axis] for axis in axes)
    pairs = zip(shape[::-1], lengths[::-1], strict=False)
    if len(shape) > len(axes) or not all(one in (1, None) or length in (one, None) for one, length in pairs):
        raise AikitBroadcastShapeError(
            f"{function}: {parameter} has shape {tuple(shape)}; it must broadcast to {lengths}, the lengths of the axes "
            f"{axes} of an array of shape {tuple(of)}"
        )
    had = axes[len(axes) - len(shape) :]
    return tuple(axis for axis in range(len(of)) if axis not in had)


# ------------------------------------------------------------------------------------------------ Fourier transforms

_OF_HALF_A_SPECTRUM = frozenset({"fft.irfft", "fft.irfftn", "fft.hfft"})
_OF_REAL_PAIRS = frozenset({"fft.rfftn", "fft.irfftn"})


def transform(
    function: str, shape: Sequence[int | None], s: int | tuple[int, ...] | None, axes: int | tuple[int, ...] | None
) -> tuple[tuple[int, ...], tuple[int | None, ...]]:
    """The axes of a Fourier transform, counted from the front, and its length along each.

    -1 in `s` stands for all elements along the axis. Functions that take half a spectrum have twice the length in their
    result, less the two elements that have no mirror image. A length is None where it is unknown under a trace.

    Raises
    ------
    AikitAxisError : an axis out of range, or named twice.
    AikitValueError : `s` without `axes` or of another length; a length below 1, or far too large; no axis for a transform that makes
        complex numbers of real ones or the other way round.
    """
    if s is not None and axes is None:
        raise AikitValueError(f"{function}: s={s} is given without axes; name in axes the axis of each length")
    found = axes_from_front(function, axes, len(shape))
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
            given = "" if s is None else f" with s={s}"
            raise AikitValueError(
                f"{function}: x of shape {tuple(shape)}{given} makes a transform of {length} elements along axis {axis}; "
                "it needs at least 1"
            )
    if None not in shape:
        check_size(
            function, [lengths[found.index(axis)] if axis in found else shape[axis] for axis in range(len(shape))]
        )
    return found, tuple(lengths)
