"""What joining, repeating and rearranging need of their arguments, and how large the results are."""

from __future__ import annotations

import math
from itertools import zip_longest
from typing import Any

import numpy as np

from aikit.core.records import Arguments, Rule
from aikit.core.shapes import Shape, as_int, broadcast, check_axes, check_size, rank_of, shape_of
from aikit.core.wording import shown
from aikit.exceptions import AikitAxisError, AikitBroadcastShapeError, AikitTypeError, AikitValueError


def reshape(name: str, arguments: Arguments, backend: Any) -> None:
    """The array has as many elements as the new shape, and a copy is allowed."""
    old, new = shape_of(arguments["x"]), arguments["shape"]
    new = new if isinstance(new, tuple) else (new,)
    unknown = sum(length == -1 for length in new)
    if unknown > 1 or any(length < -1 for length in new):
        raise AikitValueError(f"{name}: shape={new} may have one -1 and no other negative length")
    if None in old:
        return
    size, rest = math.prod(old), math.prod(length for length in new if length != -1)  # type: ignore[arg-type]
    if (size != rest and not unknown) or (unknown and (rest == 0 or size % rest)):
        raise AikitValueError(f"{name}: an array of shape {old} with {size} elements does not fit shape={new}")
    if arguments["copy"] is False:
        raise AikitValueError(f"{name}: copy=False, but only a copy of x has shape {new}; pass copy=None")


def broadcast_to(name: str, arguments: Arguments, backend: Any) -> None:
    """The array broadcasts to the new shape."""
    old, new = shape_of(arguments["x"]), arguments["shape"]
    new = new if isinstance(new, tuple) else (new,)
    fits = len(old) <= len(new) and all(a in (1, b) for a, b in zip(old[::-1], new[::-1], strict=False))
    if not fits or any(length < 0 for length in new):
        raise AikitBroadcastShapeError(f"{name}: x of shape {old} does not broadcast to shape={new}")


def permute_dims(name: str, arguments: Arguments, backend: Any) -> None:
    """Each dimension is named once."""
    axes, ndim = arguments["axes"], len(shape_of(arguments["x"]))
    if not isinstance(axes, tuple) or len(axes) != ndim:
        raise AikitValueError(f"{name}: axes={axes} must name each of the {ndim} dimensions of x once")


def squeeze(name: str, arguments: Arguments, backend: Any) -> None:
    """The dimensions that are to go have length 1."""
    axis, shape = arguments["axis"], shape_of(arguments["x"])
    for one in axis if isinstance(axis, tuple) else (axis,):
        if shape[one] != 1:
            raise AikitValueError(
                f"{name}: axis={one} has length {shape[one]} in shape {shape}; only length 1 can be taken away"
            )


def repeat(name: str, arguments: Arguments, backend: Any) -> None:
    """There is one number of repeats, 0 or more, or one for each element."""
    repeats, shape, axis = arguments["repeats"], shape_of(arguments["x"]), arguments["axis"]
    if not isinstance(repeats, int) and backend.is_traced(repeats):
        return
    values = np.asarray(repeats) if isinstance(repeats, int) else backend.to_numpy(repeats)
    if values.size and int(values.min()) < 0:
        raise AikitValueError(f"{name}: repeats has {int(values.min())}; a number of repeats is 0 or more")
    length = math.prod(shape) if axis is None else shape[axis]  # type: ignore[arg-type]
    if values.ndim > 1 or (values.ndim == 1 and values.size not in (1, length)):
        raise AikitValueError(
            f"{name}: repeats has shape {values.shape}; it must be an int, or have one number for each of {length}"
        )


def concat(name: str, arguments: Arguments, backend: Any) -> None:
    """There are arrays, and they agree but along the axis."""
    found, axis = _some_shapes(name, arguments), arguments["axis"]
    if axis is None:
        return
    ndim = len(found[0])
    if ndim == 0:
        raise AikitAxisError(
            f"{name}: axis={axis} is out of range for arrays of 0 dimensions; use aikit.stack, or axis=None"
        )
    for shape in found[1:]:
        if not agree_but_along(axis % ndim, shape, found[0]):
            raise AikitValueError(
                f"{name}: the shapes {found[0]} and {shape} differ; they must be equal but along axis {axis}"
            )


def stack(name: str, arguments: Arguments, backend: Any) -> None:
    """There are arrays, and all have the same shape."""
    found = _some_shapes(name, arguments)
    for shape in found[1:]:
        if shape != found[0]:
            raise AikitValueError(f"{name}: the shapes {found[0]} and {shape} differ; they must be equal")


def _some_shapes(name: str, arguments: Arguments) -> list[Shape]:
    """The shapes of `arrays`, of which there must be one at least."""
    found = [shape_of(x) for x in arguments["arrays"]]
    if not found:
        raise AikitValueError(f"{name}: arrays is empty; pass at least one array")
    return found


def agree_but_along(axis: int, one: Shape, two: Shape) -> bool:
    """Whether two shapes differ nowhere but along an axis, which is counted from the front."""
    return len(one) == len(two) and all(a == b for i, (a, b) in enumerate(zip(one, two, strict=True)) if i != axis)


def broadcast_arrays(name: str, arguments: Arguments, backend: Any) -> None:
    """The shapes broadcast."""
    found = [shape_of(x) for x in arguments["arrays"]]
    try:
        broadcast(name, found)
    except AikitBroadcastShapeError:
        raise AikitBroadcastShapeError(f"{name}: the shapes {', '.join(map(str, found))} do not broadcast") from None


def pairs(first: str, second: str) -> Rule:
    """Two arguments are two ints, or two tuples of the same length."""

    def rule(name: str, arguments: Arguments, backend: Any) -> None:
        one, two = arguments[first], arguments[second]
        lengths = [len(v) if isinstance(v, tuple) else None for v in (one, two)]
        if lengths[0] != lengths[1]:
            raise AikitValueError(
                f"{name}: {first}={one} and {second}={two} must be two ints, or two sequences of equal length"
            )

    return rule


def require_repeats(shape: Shape, axis: int | None, repeats: np.ndarray) -> None:
    """Raise AikitValueError where elements that are repeated so often are more than any array can have.

    Frameworks count them in 64 bits, and then write beyond what they have, or give nothing.
    """
    lengths = [length for length in shape if length is not None]
    along = math.prod(lengths) if axis is None else lengths[axis]
    total = int(np.sum(repeats, dtype=np.float64)) * (along if repeats.size == 1 else 1)
    check_size("repeat", (total, math.prod(lengths) // max(along, 1)))


def shift_of_each(name: str, shift: Any, axis: Any) -> Any:
    """A shift for each of several axes, all of them the same where there is one; else the one shift.

    https://data-apis.org/array-api/2025.12/API_specification/generated/array_api.roll.html
    """
    several = isinstance(axis, tuple)
    if not isinstance(shift, tuple):
        return (shift,) * len(axis) if several else shift
    if not several or len(shift) != len(axis):
        raise AikitValueError(
            f"{name}: shift={shift} and axis={axis}: several shifts need as many axes; one int is the shift of all axes"
        )
    return shift


def shifts(name: str, arguments: Arguments, backend: Any) -> None:
    """One shift, or one for each axis."""
    shift_of_each(name, arguments["shift"], arguments["axis"])


def swapaxes(name: str, arguments: Arguments, backend: Any) -> None:
    """Both axes are those of the array."""
    ndim = len(shape_of(arguments["x"]))
    for parameter in ("axis0", "axis1"):
        check_axes(name, parameter, arguments[parameter], ndim)


def pad_widths(name: str, given: Any, x: Any) -> tuple[tuple[int, int], ...]:
    """How many elements are added before and after each axis.

    Raises
    ------
    AikitTypeError : anything but ints, and nests of them.
    AikitValueError : a negative number, or not one pair for each axis.
    ValueError : one for all axes of an array whose rank a trace does not know.
    """
    ndim, found = rank_of(x), _ints_in(name, given)
    if isinstance(found, int):
        found = (found, found)
    if len(found) == 2 and not any(isinstance(item, tuple) for item in found):
        found = (found,)
    if not all(isinstance(item, tuple) and len(item) == 2 for item in found):
        raise AikitValueError(f"{name}: pad_width={shown(given)} is neither an int, nor a pair of ints, nor such pairs")
    if any(number < 0 for pair in found for number in pair):
        raise AikitValueError(f"{name}: pad_width={shown(given)} has a negative number; numbers are 0 or more")
    if len(found) == 1 and ndim != 1:
        if ndim is None:
            raise ValueError("one pair for all axes")
        found = found * ndim
    if ndim is not None and len(found) != ndim:
        raise AikitValueError(
            f"{name}: pad_width={shown(given)} has {len(found)} pairs and x {ndim} dimensions; they must be equal"
        )
    return found


def _ints_in(name: str, given: Any) -> Any:
    """An int, or nested tuples of ints."""
    if isinstance(given, (list, tuple)):
        return tuple(_ints_in(name, item) for item in given)
    try:
        if isinstance(given, (bool, np.bool_)):
            raise TypeError
        return as_int(given)
    except TypeError:
        raise AikitTypeError(
            f"{name}: pad_width has {shown(given)}, a {type(given).__name__}; it must be made of ints"
        ) from None


def section_lengths(name: str, length: Any, sections: Any, with_remainder: bool) -> tuple[int, ...]:
    """The lengths of the sections of an axis.

    Raises
    ------
    AikitValueError : sections that are not the whole axis, or none, or of a negative length.
    ValueError : the length of the axis is not known.
    """
    if length is None:
        raise ValueError("the length of the axis")
    if sections is None:
        return (1,) * length
    if isinstance(sections, int):
        if sections < 1:
            raise AikitValueError(f"{name}: num_or_size_splits={sections}; a number of sections is 1 or more")
        found = (length // sections,) * sections
    else:
        found = sections
    rest = length - sum(found)
    if any(one < 0 for one in found) or rest < 0:
        raise AikitValueError(
            f"{name}: num_or_size_splits={sections} has a negative length, or more than the {length} elements there are"
        )
    if rest and not with_remainder:
        raise AikitValueError(
            f"{name}: num_or_size_splits={sections} leaves {rest} of {length} elements over; pass with_remainder=True for a "
            "section of these"
        )
    return (*found, rest) if rest else tuple(found)


# ------------------------------------------------------------------------------------------------ lengths of results


def unchanged(arguments: Arguments) -> Shape:
    """The lengths of `x`, which are as many elements as the result has."""
    return shape_of(arguments["x"])


def largest(arguments: Arguments) -> tuple[int, ...]:
    """The greatest length of `arrays` in each dimension, of those that are known."""
    reversed_shapes = [shape_of(x)[::-1] for x in arguments["arrays"]]
    return tuple(max(length or 0 for length in lengths) for lengths in zip_longest(*reversed_shapes))[::-1]


def repeated(arguments: Arguments) -> Shape | None:
    """The lengths of `x`, and the number of repeats where it is one for all."""
    x, repeats = arguments["x"], arguments["repeats"]
    return (*shape_of(x), repeats) if isinstance(repeats, int) else None


def tiled(arguments: Arguments) -> Shape:
    """The lengths of `x`, and the numbers of repetitions."""
    return (*shape_of(arguments["x"]), *arguments["repetitions"])


def padded(arguments: Arguments) -> Shape:
    """The lengths of `x`, and of what is added along each axis."""
    x = arguments["x"]
    widths = pad_widths("constant_pad", arguments["pad_width"], x)
    return tuple(
        None if length is None else length + sum(pair) for length, pair in zip(shape_of(x), widths, strict=True)
    )
