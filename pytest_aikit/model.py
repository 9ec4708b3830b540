"""The terms of the conformance framework: cell, sample, case, check, failure.

A *cell* is (function, backend, device, dtypes): the unit that is enumerated and counted. A *sample* is the arguments
of one call, as host data. A *check* runs on a *case*, which is a cell together with what the check needs to call the
function there, and raises a `CheckFailure` where the function does not do what the check says must hold.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

import numpy as np

from aikit.core.records import Function
from pytest_aikit import memory


@dataclass(frozen=True, slots=True)
class Cell:
    """One function on one backend, device and tuple of dtypes.

    Attributes
    ----------
    function : the record, see `aikit.describe`.
    backend, device : names, such as ``"torch"`` and ``"cpu"``.
    dtypes : the canonical dtype names of the array parameters, in the order of ``function.array_parameters``; the
        dtype of the result for a creation function without array parameters.
    accepted : whether the function accepts these dtypes; where not, the documented error must be raised.
    """

    function: Function
    backend: str
    device: str
    dtypes: tuple[str, ...]
    accepted: bool = True

    @property
    def id(self) -> str:
        """``tan-torch-cpu-float32``."""
        return "-".join((self.function.qualified_name, self.backend, self.device, *self.dtypes))


PARTS = (
    "values", "sizes", "special", "alone", "shapes", "layouts", "scalars", "keywords", "matrices", "keys", "calls", "drawn"
)  # fmt: skip
"""What is enumerated, each by a rule of its own; ``calls`` are those that a record or a hook lists one by one."""
LONG = ("sizes", "special")
"""The parts that have long arrays: those with each of the lengths, and those with special values among many."""
OF_VALUES = (*LONG, "alone", "matrices")
"""The parts whose results are looked at for their values and no more."""


@dataclass(frozen=True)
class Sample:
    """The arguments of one call, as host data, which is read-only for everybody: each call is handed copies.

    Attributes
    ----------
    args, kwargs : an ndarray (of exactly the cell's dtype; ml_dtypes.bfloat16 for bfloat16) or a list of ndarrays
        stands for an array (or a sequence of arrays), everything else is passed as it is.
    arrays, contents : the arrays, those in lists too, and their bytes.
    label : what the sample is about, in two or three words: ``"special values"``, ``"0-d"``, ``"broadcasting"``.
    part : one of `PARTS`, which rule made it.
    """

    args: tuple[Any, ...]
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    label: str = ""
    part: str = "calls"
    arrays: tuple[np.ndarray, ...] = field(default=(), init=False, repr=False, compare=False)
    contents: tuple[bytes, ...] = field(default=(), init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.part not in PARTS:
            raise ValueError(f"Sample: part={self.part!r}; choose from {', '.join(PARTS)}")
        args, named = memory.frozen((tuple(self.args), tuple(self.kwargs.values())))
        object.__setattr__(self, "args", args)
        object.__setattr__(self, "kwargs", dict(zip(self.kwargs, named, strict=True)))
        arrays = tuple(memory.arrays_in(*self.args, *self.kwargs.values()))
        object.__setattr__(self, "arrays", arrays)
        object.__setattr__(self, "contents", tuple(array.tobytes() for array in arrays))

    @functools.cached_property
    def key(self) -> tuple[Any, ...]:
        """The same for two samples with the same arguments, whatever the memory layout of their arrays."""
        return _key(self.args), _key(self.kwargs)


class _Same:
    """Something that is equal to itself alone."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)

    def __reduce__(self) -> Any:
        raise TypeError(f"{self.value!r} means nothing in another process")


def _key(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.dtype, value.shape, value.tobytes()
    if isinstance(value, Mapping):
        return tuple((name, _key(one)) for name, one in value.items())
    if type(value) in (list, tuple):
        return type(value), *map(_key, value)
    if type(value) in (bool, int, float, complex, str, type(None)):
        return type(value), repr(value)  # zeros of either sign are equal, and so are True and 1
    return _Same(value)


class Watched:
    """Arrays that nobody is to change, in columns, which are compared at once.

    Attributes
    ----------
    what : what an array is, in words.
    arrays, natives : the Arrays, and the native arrays that must be in them.
    memories : the memory of a native array where the host sees it; else the Array, whose values are asked for.
    contents : the bytes.
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.what: list[str] = []
        self.arrays: list[Any] = []
        self.natives: list[Any] = []
        self.memories: list[Any] = []
        self.contents: list[bytes] = []

    def add(self, what: str, array: Any, memory: np.ndarray | None, content: bytes) -> None:
        self.what.append(what)
        self.arrays.append(array)
        self.natives.append(array.data)
        self.memories.append(array if memory is None else memory)
        self.contents.append(content)

    def changed(self) -> str | None:
        """What the first array is that is not as it was; None where all are."""
        if all(map(operator.is_, map(_data, self.arrays), self.natives)) and (
            [np.asarray(one).tobytes() for one in self.memories] == self.contents
        ):
            return None
        for place, array in enumerate(self.arrays):
            if array.data is not self.natives[place]:
                return self.what[place]
            if np.asarray(self.memories[place]).tobytes() != self.contents[place]:
                return self.what[place]
        return None

    def memories_of(self, what: str) -> list[np.ndarray]:
        """The memory, where the host sees it, of the arrays that are this."""
        pairs = zip(self.what, self.memories, strict=True)
        return [memory for one, memory in pairs if one == what and isinstance(memory, np.ndarray)]


_data = operator.attrgetter("data")


@dataclass
class Kept:
    """What a case keeps of the calls that are made for it.

    Attributes
    ----------
    natives : identity of an array of a sample -> that array, and the native array of it, which nobody is to change.
    handed_out : the arguments that must be unchanged when a check is over.
    results : identity of a sample -> that sample, so that no other one gets it, and the result of the call, or its failure.
    watched : what must be unchanged when a check is over, see `pytest_aikit.cases.guard`.
    looks_at_calls : whether that is looked at after each call, too.
    looks_later : whether it is not looked at before all checks of the case are over.
    irregular : whether a call has returned something that is no Array.
    handed_back : the identities of the samples whose call has returned an Array that it was handed.
    together : the identities of the samples whose calls are made together, see `pytest_aikit.cases.together`.
    ahead : makes these calls, where they are still to be made.
    cheaply : the identities of the samples whose calls compile what is not optimized.
    again : way of calling and identity of a sample whose calls are made together -> the result, or the error: for native
        arrays, by the operator, and in place.
    """

    natives: dict[int, tuple[np.ndarray, Any]] = field(default_factory=dict)
    handed_out: list[tuple[Sample, tuple[Any, ...], dict[str, Any]]] = field(default_factory=list)
    results: dict[int, tuple[Sample, Any]] = field(default_factory=dict)
    watched: Watched = field(default_factory=Watched)
    looks_at_calls: bool = False
    looks_later: bool = False
    irregular: bool = False
    handed_back: set[int] = field(default_factory=set)
    together: set[int] = field(default_factory=set)
    ahead: Callable[[], None] | None = None
    cheaply: set[int] = field(default_factory=set)
    again: dict[tuple[str, int], Any] = field(default_factory=dict)

    def forget(self) -> None:
        """Let everything be made anew."""
        for one in (self.natives, self.results, self.watched, self.handed_back, self.again):
            one.clear()


@dataclass(frozen=True)
class Case:
    """A cell, with what a check needs to call the function there.

    Attributes
    ----------
    cell : what is checked.
    xp : the namespace bound to the cell's backend (``aikit.get_backend(cell.backend)``).
    samples : the core samples of the cell.
    x64 : False in the pass in which JAX has no 64-bit dtypes.
    once : whether the cell is the one for what is done once for each function, backend and device.
    thorough : whether a check that costs much does all that it can, as in the profiles ``ci`` and ``nightly``.
    brief : whether it does the least that shows that something works, as in the profile ``smoke``.
    kept : what is kept of the calls that are made for it.
    """

    cell: Cell
    xp: Any
    samples: tuple[Sample, ...]
    x64: bool = True
    once: bool = True
    thorough: bool = False
    brief: bool = False
    kept: Kept = field(default_factory=Kept, init=False, repr=False, compare=False)

    @property
    def function(self) -> Function:
        return self.cell.function

    @functools.cached_property
    def sampled(self) -> tuple[list[np.ndarray], list[bytes]]:
        """The arrays of all samples, and the bytes that they must have."""
        arrays = [one for sample in self.samples for one in sample.arrays]
        return arrays, [content for sample in self.samples for content in sample.contents]


class CheckFailure(AssertionError):
    """A function does not do what a check says must hold.

    Attributes
    ----------
    cause : the finding in a few words, the same for all cells with the same fault, because failures are grouped by
        it: ``"negative zero"``, ``"wrong dtype: float64 for float32"``.
    sample : the sample that showed it.
    expected, got : what must hold and what was found.
    error : the exception that the call raised, where it raised one.
    ulp : the error in ULP, where it is one of value.
    shown : Python source that shows the failure, see `pytest_aikit.cases.showing`; empty where the plain call does.
    """

    def __init__(
        self,
        cause: str,
        *,
        sample: Sample | None = None,
        expected: Any = None,
        got: Any = None,
        error: BaseException | None = None,
        ulp: float | None = None,
        shown: str = "",
    ) -> None:
        super().__init__(cause)
        self.cause = cause
        self.sample = sample
        self.expected = expected
        self.got = got
        self.error = error
        self.ulp = ulp
        self.shown = shown


class HarnessError(Exception):
    """A check, a reference or the sampling does what it must not; it says nothing about the function."""


@dataclass(frozen=True)
class Evidence:
    """What a check that passed has seen.

    Attributes
    ----------
    calls : how many calls it made.
    worst_ulp : the worst error in ULP; None where it was not measured.
    properties : name -> what was measured of what the standard leaves open.
    """

    calls: int
    worst_ulp: float | None = None
    properties: Mapping[str, str] = field(default_factory=dict)


SCOPES = ("cell", "rejected", "item")
LAST = 1000
"""The order of a check that does not say where it stands: behind aikit's own."""


@dataclass(frozen=True)
class Check:
    """One check, with all that the plugin knows about it.

    Attributes
    ----------
    name : what ``--aikit-checks`` and expectations call it.
    scope : ``cell`` (runs for every cell), ``rejected`` (for the cells whose dtypes the function does not accept) or
        ``item`` (once for each function, backend and device).
    applies : whether the check says anything about a function.
    run : raises `CheckFailure` where what must hold does not. Where the plain call does not show it, the check says with
        `showing.shown_by` what source does. That the calls leave their arguments unchanged must hold whatever the check,
        and is looked at when it is over.
    about : what must hold, in a sentence, which may be the first line of a docstring.
    order : a check runs before those of a higher order.
    mixed : whether it also runs where the arrays of the promotion group have different dtypes; not where these could show
        nothing new.
    of_writes : whether it is about writes to native arrays: where nobody can write to them it runs once for each function.
    of_kinds : whether the kind of dtype may matter to it, and no more: it runs for one dtype of each kind, where new shapes
        and dtypes cost once for each function.
    drawn : whether it is cheap enough to run on every drawn sample.
    by_function : whether a failure is, as a rule, the fault of one function, by which it is reported.
    explains : how likely its failure is the cause of failures of other checks on the same cells; 0 is: no more than theirs.

    Raises
    ------
    ValueError : the name is no identifier, or there is no such scope.
    """

    name: str
    scope: str
    applies: Callable[[Function], bool]
    run: Callable[[Case], Evidence]
    about: str | None = None
    _: KW_ONLY
    order: int = LAST
    mixed: bool = True
    of_writes: bool = False
    of_kinds: bool = False
    drawn: bool = False
    by_function: bool = False
    explains: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.isidentifier():
            raise ValueError(f"Check: name={self.name!r} must be an identifier, such as 'monotonic'")
        if self.scope not in SCOPES:
            raise ValueError(f"Check: {self.name}: scope={self.scope!r}; choose from {', '.join(SCOPES)}")

    @property
    def summary(self) -> str:
        """What must hold, in one line."""
        return next(iter((self.about or "").strip().splitlines()), "")
