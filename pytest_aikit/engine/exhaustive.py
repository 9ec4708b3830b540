"""The profile `exhaustive`: functions of one variable, called with every value of float32.

The values go by their bit patterns, in `CHUNKS` chunks of equal size. What a chunk gave is kept on disk, so that a run that was
cut off goes on where it was, until the code, a version or the processor is another. The values with the largest errors are
judged again by mpmath. The idea, and the tables that C libraries are compared by, are those of Zimmermann et al., "Accuracy
of Mathematical Functions in Single, Double, Double Extended, and Quadruple Precision".
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import aikit
import pytest_aikit
from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases import calling, cells, oracle
from pytest_aikit.cases.samples.admitted import admissible
from pytest_aikit.checks import value
from pytest_aikit.engine.profiles import CHUNKS
from pytest_aikit.frameworks import backends, isa
from pytest_aikit.model import Case, Cell, CheckFailure, Sample
from pytest_aikit.numerics.comparing import error_in_ulp
from pytest_aikit.record import Finding, Largest, Record
from pytest_aikit.reporting import snippet

if TYPE_CHECKING:
    from pytest_aikit.engine.run import Engine

DTYPE = "float32"
BLOCK = 2**17
"""How many values a call gets: so many fit the caches."""
KEPT = 100
"""How many of the values with the largest errors are judged again by mpmath."""

IN_CHUNK = 2**32 // CHUNKS
_TINY = np.finfo(np.float32).smallest_subnormal.astype(np.float64)
_EXPONENT = np.uint64(0x7FF0_0000_0000_0000)


def is_of_one_variable(function: Function) -> bool:
    """Whether a function is called with every value: an elementwise one of an array, or one whose record says how."""
    known = knowledge.of(function)
    alone = function.elementwise and len(function.array_parameters) == 1
    return (
        (alone or bool(known.all_values)) and known.reference is not None and DTYPE in cells.accepted_dtypes(function)
    )


@dataclass
class Found:
    """What a chunk gave.

    Attributes
    ----------
    worst : the largest errors, in ULP, of values that are within the bound, and the bit patterns of their arguments.
    wrong : cause -> how many values are wrong, and the bit pattern of the first.
    """

    worst: list[tuple[float, int]] = field(default_factory=list)
    wrong: dict[str, tuple[int, int]] = field(default_factory=dict)

    def add(self, other: Found) -> None:
        self.worst = sorted((*self.worst, *other.worst), key=lambda pair: (-pair[0], pair[1]))[:KEPT]
        for cause, (count, first) in other.wrong.items():
            before = self.wrong.get(cause, (0, first))
            self.wrong[cause] = before[0] + count, before[1]


def run(engine: Engine, function: Function, backend: str, device: str) -> Record:
    """Call a function with all values of the chunks that are selected, and judge each result."""
    record = Record(function.qualified_name, function.category, backend)
    judge = _Judge(function, backend, device)
    folder = engine.cache("exhaustive")
    kept = None if folder is None else folder / fingerprint(backend) / f"{function.qualified_name}-{backend}-{device}"
    total = Found()
    with engine.watching(record):
        for number in engine.chunks:
            total.add(_kept_or_made(kept, number, judge))
        record.largest = judge.largest(total.worst, len(engine.chunks) * IN_CHUNK)
        if not engine.expects(value.CHECK, judge.case.cell):
            record.findings = [judge.finding(cause, *places) for cause, places in total.wrong.items()]
    record.checks["failed" if record.findings else "passed"] += 1
    return record


def _kept_or_made(folder: Path | None, number: int, judge: _Judge) -> Found:
    """What a chunk gave in an earlier run, else in this one, which is then kept."""
    path = None if folder is None else folder / f"{number:03}.json"
    if path is not None and path.exists():
        kept = json.loads(path.read_text())
        return Found(
            [(ulp, bits) for ulp, bits in kept["worst"]], {k: (n, bits) for k, (n, bits) in kept["wrong"].items()}
        )
    found = Found()
    for start in range(number * IN_CHUNK, (number + 1) * IN_CHUNK, BLOCK):
        found.add(judge.block(np.arange(start, start + BLOCK, dtype=np.uint32)))
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".partial")
        partial.write_text(json.dumps(asdict(found)))
        partial.replace(path)  # at once, so that a run that is cut off leaves no half of it
    return found


@functools.cache
def fingerprint(backend: str) -> str:
    """What changes where results may: the code of both packages, the versions, the instruction set."""
    digest = hashlib.sha256()
    for package in (aikit, pytest_aikit):
        root = Path(str(package.__file__)).parent
        for path in sorted(root.rglob("*.py")):
            digest.update(path.read_bytes())
    about = [np.__version__, backend, backends.version(backend), isa.level(backend), *sorted(isa.features())]
    digest.update("\n".join(about).encode())
    return digest.hexdigest()[:16]


class _Judge:
    """Calls of one function on one backend, and what is right of their results."""

    def __init__(self, function: Function, backend: str, device: str) -> None:
        self.function = function
        self.further = knowledge.of(function).all_values
        xp = aikit.get_backend(backend)
        dtypes = tuple(DTYPE for _ in function.array_parameters)
        self.case = Case(Cell(function, backend, device, dtypes), xp, ())
        self.by_name: Mapping[str, str] = dict(zip(function.array_parameters[:1], dtypes, strict=False))
        self.asked = value.asked_on(self.case.cell)
        self.bound = knowledge.of(function).bound(DTYPE, on=self.asked.on)
        self.least = 0.0

    def sample(self, bits: np.ndarray) -> Sample:
        """The call with the values of these bit patterns, but for those that are left out."""
        x = bits.view(np.float32)
        if not self.further:
            (x,) = admissible(self.function, self.by_name, [x])
        return Sample((x, *self.further), {}, "all values")

    def called(self, sample: Sample) -> np.ndarray:
        x = self.case.xp.asarray(sample.args[0].copy(), dtype=DTYPE, device=self.case.cell.device)
        result = calling.public(self.case)(x, *self.further)
        return calling.host(result)

    def block(self, bits: np.ndarray) -> Found:
        """What a block of values gives: those that are right at first sight, and a closer look at the others."""
        sample = self.sample(bits)
        wanted = oracle.judged(self.function, sample)
        got = self.called(sample)
        found = Found()
        if got.shape != wanted.shape or got.dtype.name != wanted.dtype:
            found.wrong[f"{got.dtype.name} of shape {got.shape}"] = (bits.size, int(bits[0]))
            return found
        error, doubtful = self.errors(got, wanted)
        if doubtful.size:
            self._look_closer(doubtful, bits, got, wanted, found)
            error[doubtful] = 0
        found.worst = self._largest(error, bits)
        return found

    def errors(self, got: np.ndarray, wanted: oracle.ExpectedArray) -> tuple[np.ndarray, np.ndarray]:
        """The errors in ULP of finite values, and the places of what is not right at first sight."""
        if got.dtype != np.float32:
            return np.zeros(got.shape), np.flatnonzero(got != wanted.exact)
        exact = np.asarray(wanted.exact, np.float64)
        nearest = exact.astype(np.float32)
        magnitude = exact if wanted.scale is None else np.maximum(np.abs(exact), wanted.scale.astype(np.float64))
        # the power of two below it, by its bits
        power = (magnitude.view(np.uint64) & _EXPONENT).view(np.float64)
        error = np.abs(got.astype(np.float64) - exact) / np.maximum(power * 2.0**-23, _TINY)
        right = (got == nearest) | (np.isnan(got) & np.isnan(nearest))
        error[~np.isfinite(error)] = 0
        if self.bound > 0:
            right |= (error <= self.bound) & np.isfinite(got) & np.isfinite(nearest)
        right &= (exact != 0) | (np.signbit(got) == np.signbit(exact))
        return error, np.flatnonzero(~right)

    def _look_closer(
        self, places: np.ndarray, bits: np.ndarray, got: np.ndarray, wanted: oracle.ExpectedArray, found: Found
    ) -> None:
        """Judge the values at some places as the check `value` does, which forgives what the standard leaves open."""
        scale = None if wanted.scale is None else np.broadcast_to(wanted.scale, got.shape)[places]
        exact = np.asarray(wanted.exact)[places]
        some = oracle.ExpectedArray(exact, wanted.dtype, exact.shape, scale, wanted.kind)
        difference = value.difference_from(self.function, got[places], some, asked=self.asked)
        wrong = difference.wrong & ~self._is_of_flushed(bits[places], got[places])
        if difference and wrong.any():
            first = int(bits[places][wrong][0])
            found.wrong[str(difference.cause)] = (int(wrong.sum()), first)

    def _is_of_flushed(self, bits: np.ndarray, got: np.ndarray) -> np.ndarray:
        """Where the argument is subnormal, and the result that of a zero of its sign."""
        x = bits.view(np.float32)
        subnormal = (np.abs(x) < np.finfo(np.float32).smallest_normal) & (x != 0)
        if not subnormal.any():
            return subnormal
        zeros = np.copysign(np.float32(0), x)
        of_zeros = oracle.judged(self.function, self.sample(zeros.view(np.uint32)))
        return subnormal & ~value.difference_from(self.function, got, of_zeros, asked=self.asked).wrong

    def _largest(self, error: np.ndarray, bits: np.ndarray) -> list[tuple[float, int]]:
        """The largest errors of a block that are no smaller than what earlier blocks had enough of."""
        places = np.flatnonzero(error > self.least)
        if places.size > KEPT:
            places = places[np.argpartition(-error[places], KEPT)[:KEPT]]
        if places.size == KEPT:
            self.least = max(self.least, float(error[places].min()))
        return [(float(error[place]), int(bits[place])) for place in places]

    def largest(self, worst: Iterable[tuple[float, int]], count: int) -> Largest:
        """The largest of the errors, by mpmath, of the values that have the largest by the reference."""
        bits = np.array([place for _, place in worst], np.uint32)
        if not bits.size:
            return Largest(count, 0.0)
        sample = self.sample(bits)
        wanted = oracle.judged(self.function, sample, precise=True)
        got = self.called(sample)
        exact = np.asarray(wanted.exact)
        scale = np.abs(exact) if wanted.scale is None else wanted.scale
        error = error_in_ulp(got.astype(exact.dtype), exact, DTYPE, scale, wanted.low)
        place = int(np.argmax(error))
        at, given = (float(one).hex() for one in (sample.args[0][place], got[place]))
        return Largest(count, float(error[place]), at, given, repr(float(exact[place])))

    def finding(self, cause: str, count: int, first: int) -> Finding:
        """A cause with the first value that shows it, and source that does."""
        sample = self.sample(np.array([first], np.uint32))
        wanted = oracle.judged(self.function, sample)
        failure = CheckFailure(cause, sample=sample, expected=wanted.exact, got=self.called(sample))
        cell = self.case.cell
        said = f"{count:,} values, of which the first is {float(sample.args[0][0]).hex()}"
        return Finding(
            value.CHECK.name,
            cause,
            cell.function.qualified_name,
            cell.backend,
            cell.device,
            cell.dtypes,
            details=f"{said}\n{snippet.details(failure)}",
            snippet=snippet.source_or_why_not(value.CHECK.name, self.case, failure),
        )


def items(engine: Engine) -> Iterator[tuple[Function, str, str]]:
    """Function, backend and device of the items, on the first device of each backend."""
    chosen = [one for one in engine.checked() if is_of_one_variable(one)] if engine.profile.all_values else []
    for function in chosen:
        for backend in engine.backends:
            if DTYPE in engine.dtypes_of(backend):
                yield function, backend, engine.devices(backend)[0]
