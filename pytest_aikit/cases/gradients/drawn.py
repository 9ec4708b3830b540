"""Gradients of calls whose values are drawn at random, which no reference has: by differences of the calls themselves.

With one seed the same is drawn, and then moved, stretched or ordered: a result is linear in all that there is a gradient
with respect to, so that differences with large steps are exact but for rounding. Whether the values are right is the
business of their judge.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pytest_aikit import knowledge
from pytest_aikit.cases import calling, literals
from pytest_aikit.cases.gradients import losses, shown, variables
from pytest_aikit.cases.gradients.differentiating import Call
from pytest_aikit.cases.gradients.variables import Variable
from pytest_aikit.model import Case, CheckFailure, Sample
from pytest_aikit.numerics.comparing import format_of
from pytest_aikit.numerics.promotion import kind_of

_STEP = 2.0**-4
"""Relative to an element and 1: so small that what must lie above something else still does."""
_ROUNDINGS = 8
"""So many ULP it may be off, of the root of the sum of squares of the terms of a difference: they are rounded up as often as
down. Seen were 0.7, and 3.1 where one end of an interval is the least number."""


def direction(sample: Sample, variable: Variable) -> np.ndarray:
    """How the elements of a variable are moved, up and down."""
    x = variables.value(sample, variable)
    signs = np.random.default_rng(x.size).choice([-1.0, 1.0], x.shape)
    return np.asarray(signs * _STEP * 2.0 ** np.floor(np.log2(np.clip(np.abs(x), 0.25, 8))))


def compare(case: Case, call: Call, variable: Variable, gradient: np.ndarray) -> None:
    """Hold a gradient against the difference of two calls; where one of them is refused there is none."""
    known = knowledge.gradients_of(case.function)[variables.name(case.function, variable)]
    in_place = knowledge.of(case.function).gradient.in_place
    step = direction(call.sample, variable)
    up, down = (_terms(case, call.sample, variable, sign * step) for sign in (1, -1))
    if known == "zero":
        expected, scale = np.zeros(()), np.zeros(())
    elif up is None or down is None:
        return
    else:
        expected, scale = _difference(up, down, in_place and [one.shape for one in up] == [gradient.shape])
    got = gradient.astype(np.float64) * step
    if not expected.ndim:
        got, norm = got.sum(), np.linalg.norm(got)
    else:
        norm = np.abs(got)
    # a result may be narrower than what it is made of
    dtypes = {
        gradient.dtype.name,
        *(one.dtype.name for one in calling.sampled_arrays(call.sample)),
        *_asked(call.sample),
    }
    digits = min(format_of(name).digits for name in dtypes if kind_of(name) in "f")
    allowed = _ROUNDINGS * 2.0**-digits * np.where(scale, np.maximum(scale, norm), 0.0)
    if not np.all(np.abs(got - expected) <= allowed):
        raise CheckFailure(
            f"wrong gradient with respect to {variables.name(case.function, variable)}",
            sample=call.sample,
            expected=expected,
            got=gradient,
        )


def _asked(sample: Sample) -> list[str]:
    """The dtypes that a call asks for."""
    return [str(value) for name, value in sample.kwargs.items() if name == "dtype" and value is not None]


def _difference(up: list[np.ndarray], down: list[np.ndarray], in_place: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Half of what the sum of all terms changes, and the root of the sum of their squares; of each term where it is `in_place`."""
    if in_place:
        return (up[0] - down[0]) / 2, np.hypot(up[0], down[0])
    changed = sum((one - two).sum() for one, two in zip(up, down, strict=True))
    return np.asarray(changed / 2), np.asarray(np.sqrt(sum((one * one).sum() for one in (*up, *down))))


def _terms(case: Case, sample: Sample, variable: Variable, step: np.ndarray) -> list[np.ndarray] | None:
    """What the loss of a call adds up, where one variable is moved; None where the call is refused."""
    x = variables.at(sample.args, sample.kwargs, variable.place)
    moved = np.asarray(x + (1j * step if variable.part == "imag" else step)).astype(x.dtype)
    args, kwargs = variables.replaced(sample.args, sample.kwargs, {variable.place: moved})
    if calling.refuses_values(case, args, kwargs):
        return None
    other = Sample(args, kwargs, sample.label)
    try:
        found = calling.leaves(calling.call(case, other, *calling.arguments(case, other)))
    except CheckFailure:
        return None
    terms = []
    for place, array in losses.counted(case.function, found):
        values = calling.host(array)
        parts = (values.real, values.imag) if values.dtype.kind == "c" else (values,)
        for part, weight in zip(parts, losses.weights(values.shape, place), strict=False):
            terms.append(part.astype(np.float64) * weight)
    return terms


def source(case: Case, call: Call, variable: Variable) -> str:
    """The gradient along the direction, beside the difference of the calls."""
    step = literals.literal(direction(call.sample, variable))
    place = call.variables.index(variable)
    return shown.gradient(case, call) + _SHOWN.format(place=place, step=step)


_SHOWN = """\
step = np.asarray({step})
found = gradient(*given)
got = np.sum(aikit.to_numpy(found[{place}]).astype(float) * step)
ends = []
for sign in (1, -1):
    moved = aikit.to_numpy(given[{place}]) + sign * step
    moved = xp.asarray(moved, dtype=str(given[{place}].dtype))
    ends.append(float(loss(*given[:{place}], moved, *given[{place} + 1 :])))
print("got:     ", got)
print("expected:", (ends[0] - ends[1]) / 2)
"""


def applies(function: Any) -> bool:
    """Whether values are drawn by a seed, so that there are differences to compare with."""
    return knowledge.of(function).judge is not None and "seed" in function.parameters
