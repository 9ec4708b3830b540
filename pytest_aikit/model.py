"""The terms of the conformance framework: cell, sample, case, failure.

A *cell* is (function, backend, device, dtypes): the unit that is enumerated and counted. A *sample* is the arguments
of one call, as host data. A *check* runs on a *case*, which is a cell together with what the check needs to call the
function there, and raises a `CheckFailure` where the function does not do what the check says must hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

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


@dataclass(frozen=True)
class Sample:
    """The arguments of one call, as host data, which is read-only for everybody: each call is handed copies.

    Attributes
    ----------
    args, kwargs : an ndarray (of exactly the cell's dtype; ml_dtypes.bfloat16 for bfloat16) or a list of ndarrays
        stands for an array (or a sequence of arrays), everything else is passed as it is.
    label : what the sample is about, in two or three words: ``"special values"``, ``"0-d"``, ``"broadcasting"``.
    """

    args: tuple[Any, ...]
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    label: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "args", memory.frozen(tuple(self.args)))
        object.__setattr__(self, "kwargs", {name: memory.frozen(value) for name, value in self.kwargs.items()})


@dataclass(frozen=True)
class Case:
    """A cell, with what a check needs to call the function there.

    Attributes
    ----------
    cell : what is checked.
    xp : the namespace bound to the cell's backend (``aikit.get_backend(cell.backend)``).
    samples : the core samples of the cell.
    x64 : False in the pass in which JAX has no 64-bit dtypes.
    """

    cell: Cell
    xp: Any
    samples: tuple[Sample, ...]
    x64: bool = True

    @property
    def function(self) -> Function:
        return self.cell.function


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
    ) -> None:
        super().__init__(cause)
        self.cause = cause
        self.sample = sample
        self.expected = expected
        self.got = got
        self.error = error
        self.ulp = ulp
        self.shown = ""


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
