"""The tail: drawn calls, which find what the core samples miss. It never decides an expected failure.

Drawn are dtypes, shapes, lengths, keywords, memory layouts and values, and now and then an argument that must be refused, see
`pytest_aikit.strategies`. The name of the item and the seed say which, and nothing else does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import aikit
from aikit.core.records import Function
from pytest_aikit import frameworks
from pytest_aikit.cases import cells, together
from pytest_aikit.cases.samples.dtypes import asks_for, dtypes_of
from pytest_aikit.cases.samples.layouts import keeps_layouts
from pytest_aikit.checks import errors
from pytest_aikit.engine import verdicts
from pytest_aikit.knowledge.calls import Bad
from pytest_aikit.model import Case, Cell, Check, CheckFailure, Sample
from pytest_aikit.record import Finding, Record
from pytest_aikit.reporting import snippet

if TYPE_CHECKING:
    from pytest_aikit.engine.run import Engine


_FORMS = 5
"""How many calls of one form there are where each new shape costs, in thorough profiles; in the others all are of one."""


def run(engine: Engine, function: Function, backend: str, device: str) -> Record:
    """Draw calls of a function, and run the cheap checks on each; of calls that must be refused, that of errors."""
    record = Record(function.qualified_name, function.category, backend)
    tail = _Tail(engine, function, backend, device)
    with engine.watching(record):
        try:
            if not (engine.makes_calls_together(backend) and tail.all_pass_together()):
                _draw(tail, tail.try_call)
        except CheckFailure:
            assert tail.failed is not None
            record.findings.append(finding(*tail.failed))
        except Exception as error:
            if tail.raised is not None or tail.failed is None:
                tail.take_error(error, record)
                return record
            check, case, failure = tail.failed
            record.findings.append(
                finding(check, case, replace_cause(failure, f"not the same twice: {failure.cause}", error))
            )
    record.checks["failed" if record.findings else "passed"] += 1
    return record


class _Tail:
    """The drawn calls of a function on a backend and device, and what was found of them last.

    Attributes
    ----------
    failed : the check that failed, its case and its failure.
    raised : the check that went wrong itself, its case and what it raised.
    passed : the calls in which nothing was found, see `_all_of`: one that is drawn again is not made again.
    """

    def __init__(self, engine: Engine, function: Function, backend: str, device: str) -> None:
        self.engine, self.function, self.backend, self.device = engine, function, backend, device
        self.checks = tuple(check for check in engine.checks_of(function, "cell") if check.drawn)
        self.dtypes = tuple(name for name in engine.dtypes_of(backend) if name in cells.leading_dtypes(function))
        self.failed: tuple[Check, Case, CheckFailure] | None = None
        self.raised: tuple[Check, Case, Exception] | None = None
        self.passed: set[Any] = set()

    def try_call(self, drawn: Sample | Bad) -> None:
        """Run the checks on a drawn call; raises what the first one finds that is not expected."""
        if _all_of(drawn) not in self.passed:
            self.try_case(drawn, self.case_of(drawn))
            self.passed.add(_all_of(drawn))

    def case_of(self, drawn: Sample | Bad) -> Case | None:
        """The case of a drawn call; None where it asks for a dtype that the backend has not."""
        sample = drawn if isinstance(drawn, Sample) else Sample(drawn.args, drawn.kwargs, drawn.label, "drawn")
        if asks_for(sample, self.engine.lacking(self.backend)):
            return None
        cell = Cell(self.function, self.backend, self.device, dtypes_of(self.function, sample))
        return Case(cell, aikit.get_backend(self.backend), (sample,))

    def try_case(self, drawn: Sample | Bad, case: Case | None) -> None:
        """As `try_call`, of the case of the call."""
        if case is None:
            return
        for check in self.checks if isinstance(drawn, Sample) else self.refusing(drawn):
            try:
                failure = failure_of(self.engine, check, case)
            except Exception as error:
                self.raised = check, case, error
                raise
            if failure is not None and self.engine.expects_failure(check, case.cell, failure):
                return  # what the other checks would find follows of it
            if failure is not None:
                self.failed = check, case, failure
                raise failure

    def refusing(self, one: Bad) -> tuple[Check, ...]:
        """The check of a call that must be refused, if it is selected."""
        return (errors.of_one(one),) if errors.CHECK.name in self.engine.check_names else ()

    def all_pass_together(self) -> bool:
        """Whether nothing is found where the calls are compiled together; what is, is found again, and shrunk, by itself."""
        different: dict[Any, Sample | Bad] = {}

        def keep(one: Sample | Bad) -> None:
            different.setdefault(_all_of(one), one)

        _draw(self, keep)
        drawn = [*different.values()]
        cases = [self.case_of(one) for one in drawn]
        together.prepare([case for one, case in zip(drawn, cases, strict=True) if case and isinstance(one, Sample)])
        try:
            for one, case in zip(drawn, cases, strict=True):
                self.try_case(one, case)
        except Exception:
            self.failed = self.raised = None
            return False
        return True

    def take_error(self, error: Exception, record: Record) -> None:
        """Count an error of the harness: of a check, or of the drawing itself."""
        if self.raised is not None:
            check, case, raised = self.raised
            self.engine.take_error(check.name, case.cell, raised, record, True)
            record.findings[-1].sample = snippet.sample_source(case.samples[0])
        else:
            cell = Cell(self.function, self.backend, self.device, self.dtypes[:1])
            self.engine.take_error("samples", cell, error, record, True)
        record.findings[-1].cell = ""


def _all_of(drawn: Sample | Bad) -> Any:
    """The same for two drawn calls that are alike in all: arguments, and how their arrays lie in memory."""
    if not isinstance(drawn, Sample):
        return object()  # which of them are alike is not known
    return drawn.key, tuple(array.strides for array in drawn.arrays)


def _draw(tail: _Tail, try_call: Callable[[Sample | Bad], None]) -> None:
    """Let Hypothesis call `try_call` on drawn calls: the same each time, or those of the seed that is given.

    Where each new shape costs, calls of a few forms are drawn, which are drawn before: of others each call has its own.
    """
    from hypothesis import strategies as st

    from pytest_aikit.strategies import filling
    from pytest_aikit.strategies.arrays import LAYOUT_NAMES

    engine = tail.engine
    seed = "-".join((engine.given.seed or "", tail.function.qualified_name, tail.backend, tail.device))
    layouts = LAYOUT_NAMES if keeps_layouts(tail.backend) else LAYOUT_NAMES[:1]
    forms = filling.forms_of(tail.function, tail.dtypes, layouts, tail.device)
    if frameworks.of(tail.backend).shapes_cost:
        count = max(1, engine.profile.examples // _FORMS) if engine.profile.thorough else 1
        forms = st.sampled_from(_some(seed, forms, count))
    _each(seed, forms.flatmap(filling.filled_or_refused), engine.profile.examples, try_call)


def _some(text: str, drawn: Any, count: int) -> list[Any]:
    """So many that are drawn, without the simplest one, which comes first always and which the core samples have."""
    found: list[Any] = []

    def keep(one: Any) -> None:
        found.append(one)

    _each(text, drawn, count + 1, keep)
    return found[1:] or found


def _each(text: str, drawn: Any, examples: int, try_one: Callable[[Any], None]) -> None:
    """Let Hypothesis call `try_one` on so many examples, as a text says which.

    No database of earlier failures is looked at, so that nothing but the item and the seed decides what is drawn.
    """
    from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings

    with _without_local_constants():
        settings(
            max_examples=examples,
            database=None,
            deadline=None,
            phases=(Phase.explicit, Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
            report_multiple_bugs=False,
            verbosity=Verbosity.quiet,
            print_blob=False,
        )(seed(text)(given(drawn)(try_one)))()


@contextmanager
def _without_local_constants() -> Iterator[None]:
    """Let Hypothesis draw without the constants that it finds in the modules that happen to be imported.

    It has no setting for this; without it a run of one function would draw other samples than the run of all of them.
    """
    from hypothesis.internal.conjecture import providers

    found = getattr(providers, "_get_local_constants", None)
    if found is None:  # before Hypothesis 6.131
        yield
        return
    nothing = type(found())()
    providers._get_local_constants = lambda: nothing
    providers.CONSTANTS_CACHE.cache.clear()
    try:
        yield
    finally:
        providers._get_local_constants = found
        providers.CONSTANTS_CACHE.cache.clear()


def failure_of(engine: Engine, check: Check, case: Case) -> CheckFailure | None:
    """The failure of a check on a sample, expected or not; an error of the check itself passes."""
    return verdicts.of(check, case)[1]


def replace_cause(failure: CheckFailure, cause: str, error: BaseException) -> CheckFailure:
    return CheckFailure(cause, sample=failure.sample, expected=failure.expected, got=failure.got, error=error)


def finding(check: Check, case: Case, failure: CheckFailure) -> Finding:
    """A failure on a drawn sample, with the sample as a core sample."""
    cell = case.cell
    sample = replace(failure.sample or case.samples[0], label="found by the tail")
    return Finding(
        check.name,
        failure.cause,
        cell.function.qualified_name,
        cell.backend,
        cell.device,
        cell.dtypes,
        details=snippet.details(failure),
        snippet=snippet.source_or_why_not(check.name, case, failure),
        sample=snippet.sample_source(sample),
        traceback=snippet.traceback_of(failure.error),
    )
