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
from pytest_aikit.cases import cells
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
"""How many calls of one form there are where each new shape costs."""


def run(engine: Engine, function: Function, backend: str, device: str) -> Record:
    """Draw calls of a function, and run the cheap checks on each; of calls that must be refused, that of errors."""
    record = Record(function.qualified_name, function.category, backend)
    checks = tuple(c for c in engine.checks_of(function, "cell") if c.drawn)
    dtypes = tuple(name for name in engine.dtypes_of(backend) if name in cells.leading_dtypes(function))
    found: dict[str, Any] = {}

    def try_call(drawn: Sample | Bad) -> None:
        sample = drawn if isinstance(drawn, Sample) else Sample(drawn.args, drawn.kwargs, drawn.label, "drawn")
        if asks_for(sample, engine.lacking(backend)):
            return
        cell = Cell(function, backend, device, dtypes_of(function, sample))
        case = Case(cell, aikit.get_backend(backend), (sample,))
        for check in checks if isinstance(drawn, Sample) else refusing(drawn):
            try:
                failure = failure_of(engine, check, case)
            except Exception as error:
                found["error"] = check, case, error
                raise
            if failure is not None and engine.expects_failure(check, cell, failure):
                return  # what the other checks would find follows of it
            if failure is not None:
                found["last"] = check, case, failure
                raise failure

    def refusing(one: Bad) -> tuple[Check, ...]:
        return (errors.of_one(one),) if errors.CHECK.name in engine.check_names else ()

    with engine.watching(record):
        try:
            _draw(engine, function, backend, device, dtypes, try_call)
        except CheckFailure:
            record.findings.append(finding(*found["last"]))
        except Exception as error:
            if "error" in found:
                check, case, raised = found["error"]
                engine.take_error(check.name, case.cell, raised, record, True)
                record.findings[-1].cell = ""
                record.findings[-1].sample = snippet.sample_source(case.samples[0])
                return record
            if "last" not in found:
                cell = Cell(function, backend, device, dtypes[:1])
                engine.take_error("samples", cell, error, record, True)
                record.findings[-1].cell = ""
                return record
            check, case, failure = found["last"]
            record.findings.append(
                finding(check, case, replace_cause(failure, f"not the same twice: {failure.cause}", error))
            )
    record.checks["failed" if record.findings else "passed"] += 1
    return record


def _draw(
    engine: Engine,
    function: Function,
    backend: str,
    device: str,
    dtypes: tuple[str, ...],
    try_call: Callable[[Sample | Bad], None],
) -> None:
    """Let Hypothesis call `try_call` on drawn calls: the same each time, or those of the seed that is given.

    Where each new shape costs, calls of a few forms are drawn, which are drawn before: of others each call has its own.
    """
    from hypothesis import strategies as st

    from pytest_aikit.strategies import filling
    from pytest_aikit.strategies.arrays import LAYOUT_NAMES

    seed = "-".join((engine.given.seed or "", function.qualified_name, backend, device))
    layouts = LAYOUT_NAMES if keeps_layouts(backend) else LAYOUT_NAMES[:1]
    forms = filling.forms_of(function, dtypes, layouts, device)
    if frameworks.of(backend).shapes_cost:
        forms = st.sampled_from(_some(seed, forms, max(1, engine.profile.examples // _FORMS)))
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
