"""The indices along a dimension, as ranges whose ends may be known before run time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aikit.exceptions import AikitTypeError, AikitValueError
from aikit.traits._static import StaticInt, as_int, dynamic, fixed, is_static, known, static


class AxisType:
    """What is known of the indices along a dimension: ``Axis[3]`` is 0, 1, 2, and ``Axis[2:8:2]`` is 2, 4, 6."""

    __slots__ = ("first", "step", "stop")

    def __init__(self, key: Any) -> None:
        ends = key if isinstance(key, slice) else slice(key)
        self.first = 0 if ends.start is None else as_int(ends.start)
        self.stop = as_int(ends.stop)
        self.step = 1 if ends.step is None else as_int(ends.step)
        if self.step == 0 or self.stop < 0:
            raise AikitValueError(f"Axis[{key}]: a length is not negative, and a step not 0")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AxisType) and self._ends() == other._ends()

    def __hash__(self) -> int:
        return hash(self._ends())

    def _ends(self) -> range:
        return range(self.first, self.stop, self.step)

    def __repr__(self) -> str:
        if (self.first, self.step) == (0, 1):
            return f"Axis[{self.stop}]"
        return f"Axis[{self.first}:{self.stop}{'' if self.step == 1 else f':{self.step}'}]"


class Axis:
    """The indices along a dimension: as a `range`, with ends that are ints, static ones, or lengths that a trace leaves open.

    ``Axis(n)`` is from 0 to `n`; the start and the step that are not given are static. In ``__aikit_axes_types__`` stand
    ``Axis[3]``, a dimension of length 3, and ``Axis``, one whose length is found at run time.

    Examples
    --------
    >>> from aikit.traits import Axis, known_length, static
    >>> Axis(static(3)), known_length(Axis(static(3))), known_length(Axis(3))
    (Axis(static(3)), 3, None)
    """

    __slots__ = ("start", "step", "stop")

    def __init__(self, *ends: Any) -> None:
        if not 1 <= len(ends) <= 3:
            raise AikitTypeError(
                f"Axis: takes a stop, a start and a stop, or these and a step; got {len(ends)} arguments"
            )
        self.start = ends[0] if len(ends) > 1 else fixed(0)
        self.stop = ends[1] if len(ends) > 1 else ends[0]
        self.step = ends[2] if len(ends) > 2 else fixed(1)
        if self.step is not None and type(self.step) in (int, StaticInt) and self.step == 0:
            raise AikitValueError("Axis: step=0 leads nowhere")

    def __class_getitem__(cls, key: Any) -> AxisType:
        return AxisType(key)

    @property
    def length(self) -> Any:
        """The number of indices: static where all ends are."""
        if dynamic((self.start, self.step)) == (0, 1):
            return self.stop if is_static((self.start, self.step)) else dynamic(self.stop)
        ends = (self.start, self.stop, self.step)
        if all(isinstance(end, int) for end in ends):
            count = len(range(*dynamic(ends)))
            return static(count) if None not in known(ends) else count
        return (self.stop - self.start + self.step - 1) // self.step

    def __len__(self) -> int:
        return int(self.length)

    def __iter__(self) -> Iterator[int]:
        return iter(range(*dynamic((self.start, self.stop, self.step))))

    def __contains__(self, index: object) -> bool:
        return index in range(*dynamic((self.start, self.stop, self.step)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Axis) and self._ends() == other._ends()

    def __hash__(self) -> int:
        return hash(self._ends())

    def _ends(self) -> tuple[Any, ...]:
        return self.start, self.stop, self.step

    def __repr__(self) -> str:
        first = "" if known(self.start) == 0 and known(self.step) == 1 else f"{self.start!r}, "
        return f"Axis({first}{self.stop!r}{'' if known(self.step) == 1 else f', {self.step!r}'})"


def axis_type(length: int | None) -> Any:
    """``Axis[length]``; `Axis` where the length is not known."""
    return Axis if length is None else AxisType(length)


def length_of(axis: Any) -> int | None:
    """The known length of what `axes_types` gives for a dimension."""
    return None if axis is Axis else len(axis._ends())


def _known_range(x: Any) -> tuple[int | None, int | None, int | None]:
    """What is known of the first index, the stop and the step of a range or axis."""
    if isinstance(x, AxisType):
        return x.first, x.stop, x.step
    if isinstance(x, Axis):
        return known((x.start, x.stop, x.step))
    if isinstance(x, range) or x in (Axis, range):
        return None, None, None
    raise AikitTypeError(f"known_first: {x!r} is no range; pass an Axis, such as those of axes(x), or a range")


def known_first(x: Any, /) -> int | None:
    """The first index of an axis or range, where it is known before run time; of a `range` nothing is."""
    return _known_range(x)[0]


def known_step(x: Any, /) -> int | None:
    """The step of an axis or range, where it is known."""
    return _known_range(x)[2]


def known_last(x: Any, /) -> int | None:
    """The last index of an axis or range, where it is known and there is one."""
    ends = _known_range(x)
    indices = range(0) if None in ends else range(*ends)  # type: ignore[arg-type]
    return indices[-1] if indices else None
