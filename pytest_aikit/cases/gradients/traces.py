"""Gradients that are taken in a trace, and of losses that one has made.

All of a case are one function, for most of what a trace costs is paid once; where that fails, each is by itself.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from aikit.core.arrays import wrap
from pytest_aikit import frameworks, knowledge
from pytest_aikit.cases import calling, tracing
from pytest_aikit.frameworks.records import IN_A_TRACE, OF_A_TRACE, Trace
from pytest_aikit.model import Case, Sample


class Loss(NamedTuple):
    """A function of Arrays that gives one number, and the arrays that it takes."""

    of: Callable[..., Any]
    arrays: list[Any]


def trace_of(case: Case) -> Trace | None:
    """The trace in which gradients are taken; None where there is none."""
    return next((one for one in frameworks.of(case.cell.backend).traces if one.differentiated), None)


def forms_of(case: Case) -> list[str]:
    """How they are taken on the backend."""
    trace = trace_of(case)
    return list(trace.differentiated) if trace is not None else []


def takes(case: Case, sample: Sample) -> bool:
    """Whether the call of a sample, and what is unique of its result, need to know nothing that the trace does not."""
    trace, known = trace_of(case), knowledge.of(case.function)
    if trace is None or known.trace.unchecked or known.gradient.unique is not None:
        return False
    if frameworks.of(case.cell.backend).recorded is not None and not tracing.takes_other_values(case.function):
        return False  # keys hold host data, which PyTorch does not trace
    return not any(need.what in trace.lacks for need in tracing.needs(case, sample))


def gradients(case: Case, form: str, losses: Sequence[Loss]) -> list[list[np.ndarray] | Exception]:
    """Those of each loss, or what was raised."""
    trace = trace_of(case)
    if trace is None or not losses:
        return []
    take = functools.partial(FORMS[form], case, trace)
    try:
        rest = iter(list(map(calling.host, take(losses))))
    except Exception as error:
        return [error] if len(losses) == 1 else [gradients(case, form, [one])[0] for one in losses]
    return [list(itertools.islice(rest, len(one.arrays))) for one in losses]


def _in_a_trace(case: Case, trace: Trace, losses: Sequence[Loss]) -> list[Any]:
    def all_of_them(natives: list[Any]) -> list[Any]:
        rest, found = iter(natives), []
        for one in losses:
            gradient = case.xp.grad(one.of, list(range(len(one.arrays))))
            found += gradient(*map(wrap, itertools.islice(rest, len(one.arrays))))
        return [one.data for one in found]

    natives = [array.data for one in losses for array in one.arrays]
    return [*map(wrap, trace.trace(all_of_them, natives).call([natives])[0])]


def _of_a_trace(case: Case, trace: Trace, losses: Sequence[Loss]) -> list[Any]:
    def total(natives: list[Any]) -> Any:
        rest = map(wrap, natives)
        of_each = [one.of(*itertools.islice(rest, len(one.arrays))) for one in losses]
        return functools.reduce(operator.add, of_each).data

    arrays = [array for one in losses for array in one.arrays]
    natives = [array.data for array in arrays]
    traced = trace.trace(total, natives)
    recorded = frameworks.of(case.cell.backend).recorded
    if recorded is not None:
        return [*map(wrap, recorded.gradients(lambda leaves: traced.call([leaves])[0], natives))]
    traced.call([natives])  # while nothing is recorded
    gradient = case.xp.grad(
        lambda *given: wrap(traced.call([[one.data for one in given]])[0]), list(range(len(arrays)))
    )
    return gradient(*arrays)  # type: ignore[no-any-return]


FORMS = {IN_A_TRACE: _in_a_trace, OF_A_TRACE: _of_a_trace}
"""How they are taken, see `differentiating.Call`."""
