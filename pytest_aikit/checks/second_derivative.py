"""The gradient of a gradient agrees with differences of the reference, and a gradient under vmap with that without.

It is looked at where a backend does not take the function as its framework has it: where a derivative may be one of ours. A
second derivative is that in one direction of the derivative in another one, of all arrays of the call at once.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from aikit.backend_handler import find_implementation
from aikit.core.arrays import wrap
from aikit.core.records import Function
from pytest_aikit import frameworks, knowledge
from pytest_aikit.cases import calling, tracing
from pytest_aikit.cases.gradients import calls, differences, shown, variables
from pytest_aikit.cases.gradients.differentiating import RECORDED, Call, loss_of, prepare, traced
from pytest_aikit.cases.showing import shown_by
from pytest_aikit.cases.turns import has_its_turn
from pytest_aikit.checks import gradient
from pytest_aikit.frameworks import backends
from pytest_aikit.frameworks.records import Recorded
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, Sample

_TOLERANCE = 1e-4
"""Of second derivatives, relative to their terms; differences of second order are as near as that."""
_PAIRS = 4
"""In so many pairs of directions there is a second derivative where it is said that there is one."""


def applies(function: Function) -> bool:
    """Not where shapes depend on values, nor where results are not unique: a derivative of a derivative need not know which.

    Nor where values are drawn: these are linear in what there is a gradient with respect to.
    """
    known = knowledge.of(function)
    differences = "differences" in knowledge.gradients_of(function).values()
    is_open = known.shaped_by_values or known.not_unique or known.judge is not None
    return gradient.applies(function) and differences and not is_open


def run(case: Case) -> Evidence:
    if not case.x64 or not backends.has_x64(case.cell.backend) or not _is_own(case) or gradient.is_refused(case):
        return Evidence(0)
    made = list(_calls(case))
    in_turn = frameworks.of(case.cell.backend).in_turn and not case.thorough
    mapped: set[tuple[str, ...]] = (
        set()
    )  # what maps does not depend on values, and a trace of it is as long as all else here
    for call in made:
        dtypes = tuple(array.dtype.name for array in call.sample.arrays)
        _check(case, call, under_vmap=not in_turn or dtypes not in mapped)
        mapped.add(dtypes)
    recorded = frameworks.of(case.cell.backend).recorded
    if recorded is not None:
        for call in made if case.thorough else made[::2]:
            _check_recorded(case, call._replace(form=RECORDED), recorded)
    return Evidence(len(made))


def _is_own(case: Case) -> bool:
    """Whether what computes the function is written here.

    What is made of others is so of the same ones on all backends, and takes turns where all else does.
    """
    if case.function.kind != "primary":
        in_turn = frameworks.of(case.cell.backend).in_turn and not case.thorough
        made_of_others = tracing.is_made_of_others(case.function, case.cell.backend)
        return not (in_turn and made_of_others) or has_its_turn(case.function)
    found = find_implementation(case.function, backends.load(case.cell.backend))
    while isinstance(found, functools.partial):
        found = found.func
    module = getattr(found, "__module__", None) or type(found).__module__
    return str(module).startswith("aikit.") or type(found).__module__.startswith("aikit.")


def _calls(case: Case) -> Iterator[Call]:
    """The first calls of each kind of floating dtypes: of several shapes where that costs nothing; those of singular matrices,
    and one at critical points.
    """
    few = frameworks.of(case.cell.backend).immutable
    # of complex numbers other formulas are
    is_taken = case.thorough or not frameworks.of(case.cell.backend).in_turn or has_its_turn(case.function)
    formulas = (case.function.elementwise and is_taken) or knowledge.of(case.function).matrices
    widest = ("float64", "complex128") if formulas or not few else ("float64",)
    for dtype in filter(widest.__contains__, gradient.dtypes(case)):
        made = (Call(sample, variables.of(case.function, sample)) for sample in calls.ordinary(case.cell, dtype))
        found = list(filter(_is_small, made))
        smooth = [call for call in found if "a zero" not in call.sample.label]
        yield from [call for call in found if "a zero" in call.sample.label][:1]  # the formula may be another one
        number = 1 if few else 3
        yield from smooth[:number]
        if knowledge.of(case.function).matrices:
            yield from filter(_is_singular, smooth[number:])
        critical = _joined(case.function, calls.at_critical_points(case.cell, dtype))
        yield from () if critical is None else [Call(critical, variables.of(case.function, critical))]


def _joined(function: Function, found: Iterable[Sample]) -> Sample | None:
    """One call of those elements of some calls of an elementwise function of which differences tell the second derivative."""
    joined = list[tuple[np.ndarray, ...]]()
    for sample in found:
        for element in zip(*(x.ravel() for x in np.broadcast_arrays(*sample.args)), strict=True):
            arrays = tuple(np.array([x], one.dtype) for x, one in zip(element, sample.args, strict=True))
            alone = replace(sample, args=arrays)
            call = Call(alone, variables.of(function, alone))
            if call.variables and all(map(np.isfinite, _differences(function, call))):
                joined.append(arrays)
    return replace(sample, args=tuple(map(np.concatenate, zip(*joined, strict=True)))) if joined else None


def _is_small(call: Call) -> bool:
    lengths = [variables.value(call.sample, one).size for one in call.variables]
    return bool(lengths) and min(lengths) > 0 and calls.size(call.sample) <= differences.MOST_ELEMENTS


def _is_singular(call: Call) -> bool:
    """Whether there is a matrix, or one in a stack, whose rank is not full: formulas are others there, and of no tie."""
    found = (variables.value(call.sample, one) for one in call.variables)
    return any(x.ndim > 1 and (np.linalg.matrix_rank(x) < min(x.shape[-2:])).any() for x in found)


def _differences(function: Function, call: Call) -> Iterator[float]:
    """The second derivative in some pairs of directions: by chance a kink may not be seen in one."""
    for seed in range(_PAIRS):
        yield differences.second(
            function, call.sample, call.variables, _direction(call, seed), _direction(call, seed + 1)
        )[0]


# ------------------------------------------------------------------------------------------------ what is compared


def _check(case: Case, call: Call, under_vmap: bool) -> None:
    function, arrays, _ = prepare(case, call)
    along, beside = (_direction(call, seed) for seed in (0, 1))
    given = [calling.arrays(case, one) for one in along]
    flipped = [calling.arrays(case, np.array(np.flip(calling.host(x)))) for x in arrays]
    count = len(arrays)

    known = knowledge.of(case.function).trace
    is_mapped = under_vmap and not known.unchecked and all(need.what != "values" for need in known.needs)

    def second_of(natives: list[Any]) -> list[Any]:
        here, direction = natives[:count], natives[2 * count :]
        return [*case.xp.grad(_derivative(case, function, direction), list(range(count)))(*here)]

    def both(natives: list[Any]) -> list[Any]:
        here, there = natives[:count], natives[count : 2 * count]
        rows = [case.xp.stack(list(pair)) for pair in zip(here, there, strict=True)]
        return [*second_of(natives), *case.xp.vmap(function)(*rows), *function(*here), *function(*there)]

    def made(what: Callable[..., Any], said: str) -> list[Any]:
        try:
            return traced(case, call.sample, what, [*arrays, *flipped, *given])  # type: ignore[no-any-return]
        except Exception as error:
            cause = f"{said}: raised {type(error).__name__}"
            raise CheckFailure(cause, sample=call.sample, error=error) from error

    with shown_by(functools.partial(shown.second, case, call, along, beside)):
        try:
            found = made(both, "gradient under vmap") if is_mapped else made(second_of, "second derivative")
        except CheckFailure:
            if is_mapped:  # which must not hide what is wrong without it
                _compare_second(case, call, made(second_of, "second derivative"), along, beside)
            raise
        second, mapped, here, there = (found[k * count : (k + 1) * count] for k in range(4))
        _compare_second(case, call, second, along, beside)
    for number, variable in enumerate(call.variables if is_mapped else ()):
        wanted = np.stack([here[number], there[number]])
        with shown_by(functools.partial(shown.mapped, case, call, number)):
            _compare_mapped(case, call, mapped[number], wanted, variables.name(case.function, variable))


def _check_recorded(case: Case, call: Call, recorded: Recorded) -> None:
    """As `_check`, of what the framework has recorded: there other code of a backend may run."""
    loss, arrays = loss_of(case, call)
    along, beside = (_direction(call, seed) for seed in (0, 1))
    natives, directions = [x.data for x in arrays], [calling.arrays(case, one).data for one in along]
    with shown_by(functools.partial(shown.second, case, call, along, beside)):
        try:
            second = recorded.second(lambda leaves: loss(*map(wrap, leaves)).data, natives, directions)
        except Exception as error:
            cause = f"second derivative of what is recorded: raised {type(error).__name__}"
            raise CheckFailure(cause, sample=call.sample, error=error) from error
        _compare_second(case, call, [calling.host(wrap(one)) for one in second], along, beside)


def _direction(call: Call, seed: int) -> list[np.ndarray]:
    """How each variable is moved: in proportion to its elements, up and down."""
    found = []
    for number, variable in enumerate(call.variables):
        x = variables.value(call.sample, variable)
        signs = np.random.default_rng([seed, number]).choice([-1.0, 1.0], x.shape)
        found.append(np.asarray(signs * differences.steps(x) / differences.STEP, x.dtype))
    return found


def _derivative(case: Case, gradients: Callable[..., Any], direction: list[Any]) -> Callable[..., Any]:
    def derivative(*arrays: Any) -> Any:
        pairs = zip(gradients(*arrays), direction, strict=True)
        return functools.reduce(lambda a, b: a + b, [case.xp.sum(one * along) for one, along in pairs])

    return derivative


def _compare_second(case: Case, call: Call, second: Any, along: Any, beside: Any) -> None:
    expected, scale = differences.second(case.function, call.sample, call.variables, along, beside)
    got = sum(np.sum(one.astype(float) * step) for one, step in zip(second, beside, strict=True))
    if np.isfinite(expected) and not abs(got - expected) <= _TOLERANCE * scale:
        raise CheckFailure(
            "wrong second derivative", sample=call.sample, expected=np.asarray(expected), got=np.asarray(got)
        )


def _compare_mapped(case: Case, call: Call, got: np.ndarray, wanted: np.ndarray, name: str) -> None:
    scale = np.max(np.abs(wanted[np.isfinite(wanted)]), initial=0)
    same = (np.abs(got - wanted) <= 1e-9 * max(scale, 1)) | ~np.isfinite(wanted)
    if got.shape != wanted.shape or not same.all():
        raise CheckFailure(
            f"another gradient with respect to {name} under vmap", sample=call.sample, expected=wanted, got=got
        )


CHECK = Check("second_derivative", "item", applies, run, __doc__, order=191)
