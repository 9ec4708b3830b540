"""Source that shows a gradient beside what it must be."""

from __future__ import annotations

import inspect

import numpy as np

from pytest_aikit import frameworks, knowledge
from pytest_aikit.cases import literals
from pytest_aikit.cases.gradients import differences, losses, traces, variables
from pytest_aikit.cases.gradients.differentiating import OVER_THE_RANGE, RECORDED, Call
from pytest_aikit.cases.gradients.variables import Variable
from pytest_aikit.frameworks.records import IN_A_TRACE, OF_A_TRACE
from pytest_aikit.model import Case

_LOSS = """\
{unique}def weights_of(place, shape, dtype):
    both = np.random.default_rng([place, *shape]).integers(32, 97, (2, *shape)) / 64
    return [xp.asarray(one, dtype=dtype) for one in both]


{prepared}def loss(*given):
    {views}arrays = {joined}
    result, total = function(*{args}, **{kwargs}), {start}
    leaves = result if isinstance(result, (list, tuple)) else [result]
    for place, array in enumerate({leaves}):
        kind = "c" if "complex" in str(array.dtype) else "f" if "float" in str(array.dtype) else ""
        if place in {open}:
            continue
        parts = [xp.real(array), xp.imag(array)] if kind == "c" else [array if kind else xp.astype(array, {dtype!r})]
        for part, weight in zip(parts, {weights}):
            total = {added}
    return {total}


given = [{given}]
{gradient}"""
_SUM = {"start": "0.0", "added": "total + xp.sum(part * weight)", "total": "total"}
_OF_PRODUCTS = {
    "start": "()",
    "added": "(*total, (xp.reshape(part, (-1,)), xp.reshape(weight, (-1,))))",
    "total": "xp.vecdot(*map(xp.concat, zip(*total)))",
}
_SECOND = """\
along = [xp.asarray(one) for one in [{along}]]
beside = [xp.asarray(one) for one in [{beside}]]


def inner(arrays, directions):
    return sum(xp.sum(one * other) for one, other in zip(arrays, directions))


{second}
print("got:     ", repr(float(inner(map(xp.asarray, second), beside))))
print("expected:", {wanted})
"""
_SECOND_OF_GRAD = "second = xp.grad(lambda *given: inner(gradient(*given), along), {places})(*given)"
_MAPPED = """\
flipped = [xp.flip(x) for x in given]
rows = [xp.stack([one, other]) for one, other in zip(given, flipped)]
print("got:     ", repr(xp.vmap(gradient)(*rows)[{number}]))
print("expected:", repr(xp.stack([gradient(*given)[{number}], gradient(*flipped)[{number}]])))
"""


def source(case: Case, call: Call, variable: Variable | None = None) -> str:
    """All gradients of a call, or that with respect to one variable, beside the differences; NaN where there is a kink."""
    text = f"{gradient(case, call)}got = gradient(*given)\n"
    if variable is None:
        return text + 'print("got:     ", repr(got))\n'
    number = call.variables.index(variable)
    return f'{text}print("got:     ", repr(got[{number}]))\nprint("expected:", {_wanted(case, call, variable)})\n'


def second(case: Case, call: Call, along: list[np.ndarray], beside: list[np.ndarray]) -> str:
    """The second derivative in two directions, beside the differences."""
    wanted, _ = differences.second(case.function, call.sample, call.variables, along, beside)
    directions = (", ".join(map(literals.literal, arrays)) for arrays in (along, beside))
    places = list(range(len(call.variables)))
    recorded = frameworks.of(case.cell.backend).recorded if call.form == RECORDED else None
    second = _SECOND_OF_GRAD.format(places=places) if recorded is None else recorded.second_source
    return gradient(case, call) + _SECOND.format(
        along=next(directions), beside=next(directions), second=second, wanted=repr(wanted)
    )


def mapped(case: Case, call: Call, number: int) -> str:
    """The gradient with respect to one variable under vmap, beside that without."""
    return gradient(case, call) + _MAPPED.format(number=number)


def gradient(case: Case, call: Call) -> str:
    """The function that gives the gradients, and the arrays that it takes."""
    sample, transposed = call.sample, call.form == "transposed"
    unique = knowledge.of(case.function).gradient.unique
    order = list(dict.fromkeys(place for one in call.variables for place in one.places))
    args, kwargs = literals.arguments(sample, instead={place: f"arrays[{i}]" for i, place in enumerate(order)})
    if "stop_gradients" in case.function.parameters:
        kwargs = f"{{**{kwargs}, 'stop_gradients': {call.form == 'stopped'}}}"
    given = []
    for one in call.variables:
        held = literals.at(one.place, sample)
        held = f"xp.{one.part}({held})" if one.part else held
        given.append(f"xp.asarray(aikit.to_numpy({held}).T.copy())" if transposed else held)
    return _LOSS.format(
        views="given = [xp.permute_dims(x, tuple(range(x.ndim))[::-1]) for x in given]\n    " if transposed else "",
        joined=f"[{', '.join(_joined(case, call, place) for place in order)}]",
        args=args,
        kwargs=kwargs,
        leaves=_leaves(case, call),
        open=() if unique else tuple(knowledge.of(case.function).not_unique),
        unique=f"{inspect.getsource(unique.of)}\n\n" if unique else "",
        prepared=_prepared(case, call) if call.trace else "",
        weights="prepared[place]" if call.trace else "weights_of(place, array.shape, str(parts[0].dtype))",
        dtype=str(variables.value(sample, call.variables[0]).dtype) if call.variables else "float32",
        given=", ".join(given),
        gradient=_gradient(case, call),
        **(_OF_PRODUCTS if knowledge.of(case.function).gradient.adds_up else _SUM),
    )


def _prepared(case: Case, call: Call) -> str:
    """The source of the weights that are not made in a trace."""
    traced = call.sample, variables.value(call.sample, call.variables[0]).dtype.name
    weights = losses.Losses(case, traced=traced).prepared()
    made = ", ".join(f"{place}: weights_of({place}, {shape}, {dtype!r})" for place, (shape, dtype) in weights.items())
    return f"prepared = {{{made}}}\n\n\n"


def _gradient(case: Case, call: Call) -> str:
    framework, trace = frameworks.of(case.cell.backend), traces.trace_of(case)
    places = list(range(len(call.variables)))
    if call.form == RECORDED and framework.recorded is not None:
        return f"{framework.imported}\n\n\n{framework.recorded.source}\n\n"
    if call.trace and trace is not None:
        traced = f"{framework.imported}\n{trace.before}arrays = [x.data for x in given]\n{trace.source}"
        if framework.recorded is not None:
            return _OF_A_RECORDED_TRACE.format(traced=traced, recorded=framework.recorded.source)
        return _IN_SOURCE[call.trace].format(places=places, traced=traced)
    return f"gradient = xp.grad(loss, {places})\n"


_IN_SOURCE = {
    IN_A_TRACE: """

def call(arrays):
    return [x.data for x in xp.grad(loss, {places})(*map(xp.asarray, arrays))]


{traced}

def gradient(*given):
    return [xp.asarray(x) for x in traced([x.data for x in given])]


""",
    OF_A_TRACE: """

def call(arrays):
    return loss(*map(xp.asarray, arrays)).data


{traced}traced(arrays)
gradient = xp.grad(lambda *given: xp.asarray(traced([x.data for x in given])), {places})
""",
}
"""The source of gradients that are taken in a trace, and of what one has made."""

_OF_A_RECORDED_TRACE = """
untraced = loss


def call(arrays):
    return untraced(*map(xp.asarray, arrays)).data


{traced}

def loss(*given):
    return xp.asarray(traced([x.data for x in given]))


{recorded}
"""


def _leaves(case: Case, call: Call) -> str:
    """The source of the arrays that the loss adds up."""
    forms = {"in a container": "[leaf.a for leaf in leaves]", "stopped": "leaves[:1]"}
    leaves = forms.get(call.form, "leaves")
    unique = knowledge.of(case.function).gradient.unique
    return f"{unique.of.__name__}(xp, *{leaves})" if unique else leaves


def _joined(case: Case, call: Call, place: literals.Place) -> str:
    """The source of one array of the call."""
    names = [f"given[{i}]" for i, one in enumerate(call.variables) if place in one.places]
    if len(names) == 2:
        dtype = variables.at(call.sample.args, call.sample.kwargs, place).dtype.name
        text = " + 1j * ".join(f"xp.astype({name}, {dtype!r})" for name in names)
    else:
        text = names[0]
    if knowledge.of(case.function).gradient.symmetric:
        text = f"(lambda x: (x + xp.conj(xp.matrix_transpose(x))) / 2)({text})"
    return f"aikit.Container(a={text})" if call.form == "in a container" else text


def _wanted(case: Case, call: Call, variable: Variable) -> str:
    x = variables.value(call.sample, variable)
    if (
        call.form == "stopped"
        or knowledge.gradients_of(case.function)[variables.name(case.function, variable)] == "zero"
    ):
        return f"np.zeros({x.shape})"
    if x.size > differences.MOST_ELEMENTS and not case.function.elementwise:
        return "'another one, at some direction'"
    slopes = differences.slopes_over_the_range if call.form == OVER_THE_RANGE else differences.slopes
    return literals.printable(slopes(case.function, call.sample, variable).values)
