"""What an item of the suite found, in a form that travels: in `user_properties`, under xdist, in JUnit files."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass, field, fields

from pytest_aikit.model import Evidence

PROPERTY = "aikit"
"""The name of the user property that carries the record of an item."""

JUDGED_CLASS, UNDECIDED_CLASS = "aikit_judged", "aikit_undecided"
"""The names of the user properties that carry the name of an array class by which a test was judged, or could not be."""

CRASHED = "crashed"
"""The outcome of a cell on which the process died."""

ERROR = "error"
"""The outcome of a cell on which a check, a reference or the sampling went wrong, which says nothing about the function."""

UNDECIDED = "undecided"
"""The outcome of a function of which an array class says nothing, neither by what it does nor by what it declares."""

MISSING = "missing"
"""The outcome of a function that a namespace does not have."""

PIECES = "namespace"
"""What stands in the place of a function where the pieces of a namespace are judged that are none."""

OUTCOMES = ("passed", "expected", "failed", UNDECIDED, MISSING, ERROR, CRASHED)
WORST_FIRST = (ERROR, "failed", "expected", "passed")

UNSEEN = "unseen"
"""The outcome of a check that made no call, as where a backend knows no traces: it counts as nothing that passed."""


MIXED = "mixed"
"""What is measured of a property where two measurements differ."""


def merged(one: str | None, other: str) -> str:
    """Two measurements of the same property as one."""
    return other if one in (None, other) else MIXED


@dataclass(slots=True)
class Finding:
    """A check that failed on a cell, or went wrong itself.

    Attributes
    ----------
    outcome : ``failed``; or ``error`` where the harness is at fault, ``crashed`` where the process died.
    cause : the finding in a few words, by which failures are grouped.
    cell : the id of the cell; empty for a finding of the tail, which counts no cells.
    dtypes : the dtypes of the cell.
    details : the sample, what was expected and what was found, in words.
    snippet : Python source that shows the failure, kept for the first finding of a kind.
    sample : for a finding of the tail: the sample as source.
    traceback : of the exception that was raised, kept for the first finding of a kind.
    again : the command that repeats it, where it is not that of a cell.
    item : the node id of the test that found it, where that is none of the suite.
    """

    check: str
    cause: str
    function: str
    backend: str
    device: str
    dtypes: tuple[str, ...]
    cell: str = ""
    x64: bool = True
    details: str = ""
    snippet: str = ""
    sample: str = ""
    traceback: str = ""
    again: str = ""
    item: str = ""
    outcome: str = "failed"


KILLED, ELSEWHERE, SURVIVED, EQUIVALENT = "killed", "elsewhere", "survived", "equivalent"
"""What becomes of a mutant, beside `ERROR`: one of its own code. `ELSEWHERE` is found, but by no check that is meant to."""


@dataclass(slots=True)
class Verdict:
    """What became of a mutant.

    Attributes
    ----------
    kind : in which way the function is broken.
    check : the checks that are meant to find it, with commas between.
    said : what is broken, in one sentence.
    outcome : one of the words above.
    by, cause, cell : the check that found it, what it found, and where.
    looked : how many checks looked, each on one cell.
    reached : of one that is not killed, how often it gave something else than the function that is not broken.
    proof : of an equivalent one, why it differs from the contract on no input.
    raised : what a check raised that is no finding.
    """

    kind: str
    check: str
    function: str
    backend: str
    said: str
    outcome: str = SURVIVED
    by: str = ""
    cause: str = ""
    cell: str = ""
    looked: int = 0
    reached: int = 0
    proof: str = ""
    raised: str = ""


@dataclass(slots=True)
class Largest:
    """The largest error of a function over all values of float32 that were tried.

    Attributes
    ----------
    values : how many were tried.
    ulp : the error in ULP, by mpmath.
    argument, got, exact : where it is, what was given there, in hexadecimal, and what is exact.
    """

    values: int
    ulp: float
    argument: str = ""
    got: str = ""
    exact: str = ""


@dataclass(slots=True)
class Record:
    """What one item found.

    Attributes
    ----------
    cells, checks : how many passed, failed as expected, failed, went wrong themselves, and saw nothing; a cell counts as the
        worst of its checks.
    worst_ulp : the worst error in ULP that was measured; None where none was.
    entries : the expectations that applied to something.
    largest : the largest error over all values; None where they were not tried.
    properties : name -> dtype -> what was measured of what the standard leaves open.
    mutants : what became of the mutants of an item.
    warnings : the warnings that were issued meanwhile, and how often.
    seconds : where the time went, see `pytest_aikit.clock`.
    compilations : how often the framework compiled something, and how often it had it in its persistent cache.
    """

    function: str
    category: str
    backend: str
    cells: Counter[str] = field(default_factory=Counter)
    checks: Counter[str] = field(default_factory=Counter)
    worst_ulp: float | None = None
    findings: list[Finding] = field(default_factory=list)
    largest: Largest | None = None
    entries: list[int] = field(default_factory=list)
    warnings: Counter[str] = field(default_factory=Counter)
    properties: dict[str, dict[str, str]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    compilations: Counter[str] = field(default_factory=Counter)
    mutants: list[Verdict] = field(default_factory=list)

    @property
    def is_decided(self) -> bool:
        """Whether there is a verdict on some cell."""
        return self.cells.total() > self.cells[UNDECIDED] + self.cells[MISSING]

    def measured(self, evidence: Evidence, dtype: str) -> None:
        """Take into account what a check has measured in a dtype."""
        ulp = evidence.worst_ulp
        if ulp is not None and (self.worst_ulp is None or ulp > self.worst_ulp):
            self.worst_ulp = float(ulp)
        for name, found in evidence.properties.items():
            by_dtype = self.properties.setdefault(name, {})
            by_dtype[dtype] = merged(by_dtype.get(dtype), found)

    def dump(self) -> str:
        """The record as JSON."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        values |= {name: [asdict(one) for one in values[name]] for name in ("findings", "mutants")}
        values["largest"] = None if self.largest is None else asdict(self.largest)
        return json.dumps(values)

    @classmethod
    def load(cls, text: str) -> Record:
        """The record that `dump` wrote."""
        values = json.loads(text)
        findings = [Finding(**{**one, "dtypes": tuple(one["dtypes"])}) for one in values.pop("findings")]
        largest = values.pop("largest")
        values["mutants"] = [Verdict(**one) for one in values["mutants"]]
        values |= {name: Counter(values[name]) for name in ("cells", "checks", "warnings", "compilations")}
        return cls(**values, findings=findings, largest=None if largest is None else Largest(**largest))
