"""One run: what is selected, and the checks run on it.

Hooks and fixtures hold an `Engine`; it is made when the first of them needs it, so that a run that uses nothing of
the plugin pays for nothing.
"""

from __future__ import annotations

import functools
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import aikit
from aikit.declare import Function
from aikit.dtypes import DTYPES
from pytest_aikit import backends, cells, checks, expectations, options, snippet
from pytest_aikit.checks import Check
from pytest_aikit.model import Case, Cell, CheckFailure, Evidence, Sample
from pytest_aikit.record import UNSEEN, Finding, Record


class Profile(NamedTuple):
    """How much is drawn: the examples of the tail for each function, backend and device; whether all devices run."""

    examples: int
    all_devices: bool = False


PROFILES = {
    "smoke": Profile(0),
    "default": Profile(10),
    "ci": Profile(25),
    "nightly": Profile(500, all_devices=True),
}


_ITEMS_UNTIL_CLEARED = 100


class Engine:
    """What is selected in this run, and how a cell of it is checked."""

    def __init__(
        self,
        given: options.Given,
        cache: Callable[[], Path | None] = lambda: None,
        at_end: Callable[[Callable[[], None]], None] = lambda restore: None,
    ) -> None:
        self.given = given
        self.cache = cache
        self.at_end = at_end
        self.backends, self.missing = backends.choose(given, self.load)
        self.known = cells.checked_functions()
        self.functions = options.select(
            given.functions, tuple(self.known), "functions", hint="see pytest --aikit-list=functions"
        )
        self.dtypes = options.select(given.dtypes, tuple(DTYPES), "dtypes")
        self.check_names = options.select(given.checks, checks.NAMES, "checks")
        self.profile = PROFILES[given.profile or "default"]
        self.expectations = expectations.load(given.expect, self.backends)
        self.shown: set[tuple[str, ...]] = set()
        self.items: Counter[str] = Counter()
        if given.devices:
            backends.check_devices(given.devices, self.backends)

    # -------------------------------------------------------------------------------------------- what is selected

    @functools.cache  # noqa: B019 - an engine lives as long as the process
    def try_backends(self) -> None:
        """Leave out the backends that cannot be loaded, which was not tried where none was asked for."""
        if not self.given.backends:
            self.backends, self.missing = backends.choose(self.given._replace(backends="available"), self.load)

    @functools.cached_property
    def checks(self) -> tuple[Check, ...]:
        """The selected checks, whose modules are imported when the first of them is needed."""
        return tuple(checks.load(name) for name in self.check_names)

    @functools.cache  # noqa: B019 - an engine lives as long as the process
    def load(self, backend: str) -> Any:
        """The module of a backend; JAX is set up when it is first loaded."""
        module = backends.load(backend)
        if backend == "jax":
            self.at_end(backends.configure_jax(self.cache()))
        return module

    @functools.cache  # noqa: B019
    def devices(self, backend: str) -> tuple[str, ...]:
        """The selected devices of a backend."""
        self.load(backend)
        return backends.devices(backend, self.given.devices or ("all" if self.profile.all_devices else ""))

    @functools.cache  # noqa: B019
    def dtypes_of(self, backend: str, x64: bool = True) -> tuple[str, ...]:
        """The selected dtypes that a backend has."""
        lacking = self.lacking(backend, x64)
        return tuple(name for name in self.dtypes if name not in lacking)

    @functools.cache  # noqa: B019
    def lacking(self, backend: str, x64: bool = True) -> frozenset[str]:
        """The dtypes that a backend does not have."""
        lacking = frozenset(DTYPES) - set(self.load(backend).native_dtypes)
        return lacking if x64 and backends.has_x64(backend) else lacking | cells.WIDE

    def checks_of(self, function: Function, scope: str) -> tuple[Check, ...]:
        """The selected checks of a scope that say something about a function."""
        return _checks_of(self.checks, function, scope)

    def groups(self) -> Iterator[cells.Group]:
        """The items of the suite: functions by leading dtype, backend and device.

        The backends come last, because the samples and the exact values are the same on all of them, and are kept.
        """
        for function in self.checked():
            found = [group for backend in self.backends for group in self.groups_of(function, backend)]
            yield from sorted(found, key=lambda group: self.dtypes.index(group.dtype))

    def groups_of(self, function: Function, backend: str) -> Iterator[cells.Group]:
        """The items of a function on the devices of a backend."""
        rejected = bool(self.checks_of(function, "rejected"))
        for number, device in enumerate(self.devices(backend)):
            dtypes = self.dtypes_of(backend)
            yield from cells.groups(function, backend, device, dtypes, rejected, first_device=number == 0)

    def groups_without_x64(self) -> Iterator[cells.Group]:
        """One item for each function on JAX without 64-bit dtypes, which is how its users find it."""
        if "jax" in self.backends and self.load("jax") and backends.has_x64("jax"):
            device = self.devices("jax")[0]
            for function in self.checked():
                dtypes = self.dtypes_of("jax", x64=False)
                if set(dtypes) & cells.accepted_dtypes(function):
                    yield cells.Group(function, "jax", device, "", dtypes, x64=False)

    def targets(self) -> Iterator[tuple[Function, str, str]]:
        """The items of the tail: function, backend, device."""
        for function in self.checked() if self.profile.examples else ():
            for backend in self.backends:
                if set(self.dtypes_of(backend)) & cells.accepted_dtypes(function):
                    yield from ((function, backend, device) for device in self.devices(backend))

    def checked(self) -> tuple[Function, ...]:
        """The selected functions about which some selected check says something."""
        found = (self.known[name] for name in self.functions)
        return tuple(f for f in found if any(self.checks_of(f, scope) for scope in ("cell", "item", "rejected")))

    def selected(self) -> dict[str, Sequence[str]]:
        """What is selected, by the words that an expectation uses."""
        return {
            "function": self.functions,
            "check": self.check_names,
            "backend": self.backends,
            "device": tuple(device for backend in self.backends for device in self.devices(backend)),
            "dtype": self.dtypes,
        }

    # -------------------------------------------------------------------------------------------- running

    def run(self, group: cells.Group) -> Record:
        """Run the checks of an item, each with a verdict of its own."""
        record = Record(group.function.qualified_name, group.function.category, group.backend)
        xp = aikit.get_backend(group.backend)
        with self.watching(record), nullcontext() if group.x64 else backends.x64(False):
            for cell, once in self.cells_of(group):
                names = self.checks_for(cell, once)
                if names:
                    case = Case(cell, xp, self.samples_of(cell, group), group.x64)
                    self.run_cell(case, names, record)
        return record

    def cells_of(self, group: cells.Group) -> Iterator[tuple[Cell, bool]]:
        """The cells of an item, and whether the checks that run once run on it."""
        if group.x64:
            for number, cell in enumerate(group.cells):
                yield cell, group.representative and number == 0
            return
        # the smaller pass: one dtype of each kind, because JAX compiles everything anew
        accepted = [name for name in group.selected if name in cells.accepted_dtypes(group.function)]
        once = cells.representative_dtype(accepted)
        for dtype in [name for name in accepted if name in cells.ONE_PER_KIND] or accepted[:1]:
            dtypes, valid = cells.tuples(group.function, dtype, (dtype,), False)[0]
            # an index beside the arrays is int64 elsewhere
            narrow = tuple("int32" if name == "int64" else name for name in dtypes)
            yield Cell(group.function, group.backend, group.device, narrow, valid), dtype == once

    def samples_of(self, cell: Cell, group: cells.Group) -> tuple[Sample, ...]:
        """The core samples of a cell; in the smaller pass the first."""
        from pytest_aikit.samples import core_samples

        samples = core_samples(cell, self.lacking(group.backend, group.x64))
        return samples if group.x64 else samples[:1]

    def checks_for(self, cell: Cell, once: bool) -> tuple[Check, ...]:
        """The checks that run on a cell, in their order."""
        if not cell.accepted:
            return self.checks_of(cell.function, "rejected")
        found = self.checks_of(cell.function, "cell")
        if not once:
            found = tuple(check for check in found if cell.backend not in check.once_on)
        if len(cell.dtypes) > 1 and cells.is_mixed(cell):
            return tuple(check for check in found if check.mixed)
        return (*found, *self.checks_of(cell.function, "item")) if once else found

    def run_cell(self, case: Case, names: Iterable[Check], record: Record) -> None:
        """Run checks on a cell and count it once, as the worst of what they found."""
        outcomes = {self.run_check(check, case, record) for check in names}
        record.cells[next((one for one in ("failed", "expected", "passed") if one in outcomes), UNSEEN)] += 1

    def run_check(self, check: Check, case: Case, record: Record) -> str:
        """Run one check on a case; what it finds is held against the expectations, and counted."""
        failure: CheckFailure | None = None
        evidence = Evidence(0)
        try:
            evidence = check.run(case)
        except CheckFailure as found:
            failure = found
        except Exception as error:
            failure = CheckFailure(f"raised {type(error).__name__}", error=error)
        else:
            record.measured(evidence, cells.computed_dtype(case.cell))
        outcome, failure = self.judge(check, case.cell, failure, record)
        if outcome == "passed" and evidence.calls == 0:
            outcome = UNSEEN
        record.checks[outcome] += 1
        if failure is not None and outcome == "failed":
            record.findings.append(self.finding(check, case, failure))
        return outcome

    def judge(
        self, check: Check, cell: Cell, failure: CheckFailure | None, record: Record
    ) -> tuple[str, CheckFailure | None]:
        """The outcome under the expectations, which are strict: one that does not come true is a failure."""
        relevant = self.entries_of(cell.function.qualified_name, cell.backend, cell.device)
        covering = [(number, entry) for number, entry in relevant if entry.covers(check.name, cell)]
        if not covering:
            return ("passed" if failure is None else "failed"), failure
        record.entries.extend(number for number, _ in covering if number not in record.entries)
        if failure is None:
            return "failed", CheckFailure(f"expected to fail, and passes: {covering[0][1]}")
        problems = [entry.mismatch(failure) for _, entry in covering]
        if None in problems:
            return "expected", failure
        return "failed", CheckFailure(
            f"not the expected failure: {problems[0]}", sample=failure.sample, error=failure.error
        )

    @functools.cache  # noqa: B019
    def entries_of(self, function: str, backend: str, device: str) -> tuple[tuple[int, expectations.Entry], ...]:
        """The expectations, by number, that say something about a function on a backend and device."""
        return tuple(
            (number, entry)
            for number, entry in enumerate(self.expectations)
            if options.matches(function, entry.function)
            and options.matches(backend, entry.backend)
            and options.matches(device, entry.device)
        )

    def finding(self, check: Check, case: Case, failure: CheckFailure) -> Finding:
        """A failure in words; the first of its kind with source that shows it."""
        cell = case.cell
        finding = Finding(
            check.name,
            failure.cause,
            cell.function.qualified_name,
            cell.backend,
            cell.device,
            cell.dtypes,
            cell.id if case.x64 else f"{cell.id} without x64",
            case.x64,
        )
        kind = (check.name, failure.cause, cell.function.qualified_name, cell.backend)
        if kind not in self.shown:
            self.shown.add(kind)
            smallest = snippet.reduced(check, case, failure)
            finding.details = snippet.details(smallest)
            finding.snippet = snippet.source_or_why_not(check.name, case, smallest)
            finding.traceback = snippet.traceback_of(failure.error)
        return finding

    @contextmanager
    def watching(self, record: Record) -> Iterator[None]:
        """Run an item without NumPy's floating-point warnings, and count all others instead of letting them out.

        A framework's warning says nothing about the function, and would end the run under ``-W error``.
        """
        self.items[record.backend] += 1
        if record.backend == "jax" and self.items["jax"] % _ITEMS_UNTIL_CLEARED == 0:
            backends.clear_compiled()
        with np.errstate(all="ignore"), warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            yield
        for one in caught:
            record.warnings[f"{one.category.__name__}: {str(one.message).strip().splitlines()[0][:90]}"] += 1


@functools.cache
def _checks_of(selected: tuple[Check, ...], function: Function, scope: str) -> tuple[Check, ...]:
    return tuple(check for check in selected if check.scope == scope and check.applies(function))


ENGINE = pytest.StashKey[Engine]()


def of(config: pytest.Config) -> Engine:
    """The engine of a run, made on first use."""
    engine = config.stash.get(ENGINE, None)
    if engine is None:
        cache = functools.partial(_cache_folder, config)
        engine = config.stash[ENGINE] = Engine(options.read(config), cache, config.add_cleanup)
    return engine


def _cache_folder(config: pytest.Config) -> Path | None:
    """Where JAX keeps what it has compiled: in pytest's cache, None where that is turned off or cannot be made."""
    cache = getattr(config, "cache", None)
    try:
        return None if cache is None else cache.mkdir("aikit-jax")
    except OSError:
        return None
