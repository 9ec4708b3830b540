"""Gradients agree with finite differences of the reference; where a backend has no autograd they are refused, not zeros.

What is differentiated is a weighted sum of the results, of the squared magnitudes where they are complex. The gradient in
float64 (float32 where JAX has no wider dtype) is compared with central differences of the reference in a wider type, at
ordinary values; where the differences to the two sides disagree there is a kink or a tie, and no gradient to compare with.
At the kinks and ties that its record names it is the subgradient that stands there.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from aikit.core.records import Function
from aikit.dtypes import CATEGORIES
from aikit.exceptions import AikitNotImplementedException
from pytest_aikit import frameworks, knowledge
from pytest_aikit.cases import calling, literals, oracle, samples
from pytest_aikit.cases.oracle import ExpectedArray
from pytest_aikit.cases.samples.rows import from_row
from pytest_aikit.cases.samples.values import in_shape
from pytest_aikit.cases.showing import shown_by
from pytest_aikit.checks import value
from pytest_aikit.frameworks import backends
from pytest_aikit.knowledge.calls import ArraySpec, Kink, Row
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, Sample
from pytest_aikit.numerics import wide
from pytest_aikit.numerics.promotion import complex_of, kind_of

Place = literals.Place

_STEP = 1e-6
"""Of the differences, relative to the argument: their error is some 1e-10."""
_TOLERANCE = {"float64": 1e-6, "float32": 2e-3}
"""Of the gradients, relative to the largest one of an argument; the bounds of values are finer than what is looked for."""
_KINK = 1e-3
"""How far the differences to the two sides may be apart, relative to them."""
_JUMP = 1e-3
"""Of a loss within one step, relative to it, where a function is not continuous."""
_MOST_ELEMENTS = 100
"""Of an array: each takes two calls of the reference."""


def applies(function: Function) -> bool:
    return bool(function.differentiable) and value.applies(function) and not knowledge.of(function).gradient.unchecked


def run(case: Case) -> Evidence:
    dtype = "float64" if case.x64 and backends.has_x64(case.cell.backend) else "float32"
    if _is_refused(case):
        return Evidence(1)
    found = [(sample, _places(case.function, sample)) for sample in _ordinary_samples(case, dtype)]
    found = [(sample, places) for sample, places in found if places]
    compared = [_judge(case, sample, places, _TOLERANCE[dtype]) for sample, places in found]
    if found and not any(compared):
        raise CheckFailure("gradient: the reference has none to compare with", sample=found[0][0])
    kinks = knowledge.of(case.function).gradient.kinks
    for kink in kinks:
        _judge_kink(case, kink, dtype)
    return Evidence(len(found) + len(kinks))


def _judge_kink(case: Case, kink: Kink, dtype: str) -> None:
    """Compare the gradients of the sum of a result with the subgradients that are promised."""
    sample = kink.sample(dtype)
    args, kwargs = calling.arguments(case, sample)
    places = [place for place, argument in enumerate(sample.args) if isinstance(argument, np.ndarray)]
    try:
        found = case.xp.grad(lambda *args: case.xp.sum(calling.public(case)(*args, **kwargs)), places)(*args)
    except Exception as error:
        raise CheckFailure(f"gradient: raised {type(error).__name__}", sample=sample, error=error) from error
    for gradient, promised in zip(map(calling.host, found), kink.gradients, strict=True):
        if not np.allclose(gradient, promised, rtol=1e-5, atol=1e-6):
            raise CheckFailure("gradient at a kink", sample=sample, expected=np.asarray(promised), got=gradient)


def _judge(case: Case, sample: Sample, places: list[Place], tolerance: float) -> bool:
    """Compare all gradients of one call with differences; whether there are any of each."""
    args, kwargs = calling.arguments(case, sample)

    def loss(*arrays: Any) -> Any:
        return _loss(case, *_replaced(args, kwargs, dict(zip(places, arrays, strict=True))))

    with shown_by(functools.partial(_shown, case, sample, places)):
        try:
            gradients = case.xp.grad(loss, list(range(len(places))))(*(_at(args, kwargs, place) for place in places))
        except Exception as error:
            raise CheckFailure(f"gradient: raised {type(error).__name__}", sample=sample, error=error) from error
    known = []
    for number, (place, array) in enumerate(zip(places, gradients, strict=True)):
        with shown_by(functools.partial(_shown, case, sample, places, number)):
            known.append(_compare(case.function, sample, place, calling.host(array), tolerance))
    return all(known)


def _shown(case: Case, sample: Sample, places: list[Place], number: int | None = None) -> str:
    """The gradients, or that with respect to one array beside the differences; NaN where there is a kink."""
    instead = {place: f"given[{number}]" for number, place in enumerate(places)}
    args, kwargs = literals.arguments(sample, instead=instead)
    if "stop_gradients" in case.function.parameters:
        kwargs = f"{{**{kwargs}, 'stop_gradients': False}}"
    source = f"""\
def loss(*given):
    result, total = function(*{args}, **{kwargs}), 0.0
    for place, array in enumerate(result if isinstance(result, (list, tuple)) else [result]):
        if place in {tuple(knowledge.of(case.function).not_unique)}:
            continue
        if "complex" in str(array.dtype):
            array = xp.square(xp.real(array)) + xp.square(xp.imag(array))
        if "float" in str(array.dtype):
            weights = np.random.default_rng([place, *array.shape]).uniform(0.5, 1.5, array.shape)
            total = total + xp.sum(array * xp.asarray(weights.astype(str(array.dtype)), dtype=str(array.dtype)))
    return total


arrays = [{", ".join(literals.at(place, sample) for place in places)}]
got = xp.grad(loss, {[*range(len(places))]})(*arrays)
"""
    if number is None:
        return source + 'print("got:     ", repr(got))\n'
    wanted = literals.printable(_slopes(case.function, sample, places[number]))
    return f'{source}print("got:     ", repr(got[{number}]))\nprint("expected:", {wanted})\n'


def _is_refused(case: Case) -> bool:
    """Whether the backend says that it has no gradients."""
    try:
        case.xp.grad(lambda x: x)(1.0)
    except AikitNotImplementedException:
        return True
    return False


# ------------------------------------------------------------------------------------------------ the sample


_SHAPES = (((3, 4), (3, 4)), ((3, 1), (4,)), ((), ()))
"""Of the arrays of an elementwise function."""


def _ordinary_samples(case: Case, dtype: str) -> Iterator[Sample]:
    """The calls of the function whose result is floating, with ordinary values; the first once more with a zero."""
    function = case.function
    dtypes = {
        name: dtype if dtype in CATEGORIES[function.dtypes.get(name, "any")] else own
        for name, own in zip(function.array_parameters, case.cell.dtypes, strict=True)
    }
    found = _from_rows(case, dtypes) if knowledge.of(function).calls else _elementwise(function, dtypes)
    smooth = (sample for sample in found if _has_gradient(function, sample, dtype))
    first = next(smooth, None)
    if first is not None:
        yield first
        yield from (sample for sample in _with_zero(function, first) if _has_gradient(function, sample, dtype))
        if case.x64:  # the others are about shapes and keywords, which the dtype has no part in
            yield from smooth


def _has_gradient(function: Function, sample: Sample, dtype: str) -> bool:
    """Whether the results are finite, have elements, and some are floating."""
    wanted = [one for one, _ in _wanted(function, sample)]
    floating = any(one.dtype in (dtype, complex_of(dtype)) for one in wanted)
    return floating and all(
        np.size(exact) and np.isfinite(exact).all() for exact in (np.asarray(one.exact) for one in wanted)
    )


def _elementwise(function: Function, dtypes: Mapping[str, str]) -> Iterator[Sample]:
    for shapes in _SHAPES:
        arrays = in_shape(function, dtypes, shapes)
        positive = knowledge.of(function).gradient.of_positive
        yield Sample(tuple(map(np.abs, arrays) if positive else arrays), {}, "ordinary")


def _from_rows(case: Case, dtypes: Mapping[str, str]) -> Iterator[Sample]:
    function, seen = case.function, set()
    # of many calls those that every dtype has, and fewer where each is compiled
    turns = itertools.cycle(range(samples.COMPILED if frameworks.of(case.cell.backend).compiles else 1))
    for row in knowledge.of(function).calls:
        ordinary = _made_ordinary(row)
        call = repr((ordinary.args, ordinary.kwargs))
        if "f" not in row.kinds or row.mixed or row.turns > 1 or call in seen or (row.turns and next(turns)):
            continue
        seen.add(call)
        made = from_row(function, ordinary, dtypes, tuple(dtypes.values()), case.cell.device)
        if made is not None and _size(made) <= _MOST_ELEMENTS:
            yield replace(made, label=f"{row.label}, ordinary")


def _size(sample: Sample) -> int:
    """The number of elements of the largest array."""
    arguments = [*sample.args, *sample.kwargs.values()]
    return max((np.size(leaf) for one in arguments for leaf in calling.leaves(one)), default=0)


def _with_zero(function: Function, sample: Sample) -> Iterator[Sample]:
    """The call with one element of its first array zero, where a function is most easily divided by what it multiplies."""
    first = sample.args[0] if sample.args else None
    if isinstance(first, np.ndarray) and first.ndim and first.size and (function.domain or (-1, 1))[0] < 0:
        changed = first.copy()
        changed.flat[0] = 0
        yield replace(sample, args=(changed, *sample.args[1:]), label=f"{sample.label}, a zero")


def _made_ordinary(row: Row) -> Row:
    def plain(argument: Any) -> Any:
        if isinstance(argument, (list, tuple)):
            return type(argument)(map(plain, argument))
        special = isinstance(argument, ArraySpec) and argument.values in (
            "special",
            "edges",
            "few",
            "castable",
            "one NaN",
        )
        return replace(argument, values="ordinary") if special else argument

    return replace(row, args=tuple(map(plain, row.args)), kwargs={k: plain(v) for k, v in row.kwargs.items()})


def _places(function: Function, sample: Sample) -> list[Place]:
    """Where the floating arrays stand with respect to which the function is differentiable."""
    names = list(function.parameters)
    given: list[tuple[int | str, str, Any]] = [
        (place, names[min(place, len(names) - 1)], argument) for place, argument in enumerate(sample.args)
    ]
    given += [(name, name, argument) for name, argument in sample.kwargs.items()]
    return [
        (key, index)
        for key, name, argument in given
        if name in function.differentiable
        for index, array in enumerate(calling.leaves(argument))
        if isinstance(array, np.ndarray) and array.size and kind_of(array.dtype.name) == "f"
    ]


def _at(args: Any, kwargs: Any, place: Place) -> Any:
    key, index = place
    return calling.leaves(kwargs[key] if isinstance(key, str) else args[key])[index]


def _replaced(args: Any, kwargs: Any, arrays: Mapping[Place, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments with other arrays at some places."""

    def changed(key: int | str, argument: Any) -> Any:
        if isinstance(argument, (list, tuple)):
            return type(argument)(arrays.get((key, index), one) for index, one in enumerate(argument))
        return arrays.get((key, 0), argument)

    return tuple(changed(*pair) for pair in enumerate(args)), {key: changed(key, one) for key, one in kwargs.items()}


# ------------------------------------------------------------------------------------------------ the loss


def _weights(shape: tuple[int, ...], place: int) -> np.ndarray:
    return np.random.default_rng([place, *shape]).uniform(0.5, 1.5, shape)


def _loss(case: Case, args: Any, kwargs: Any) -> Any:
    """The weighted sum of what the function returns."""
    xp, total = case.xp, 0.0
    options = {"stop_gradients": False} if "stop_gradients" in case.function.parameters else {}
    for place, array in _counted(case.function, calling.leaves(calling.public(case)(*args, **{**kwargs, **options}))):
        if kind_of(str(array.dtype)) == "c":
            array = xp.square(xp.real(array)) + xp.square(xp.imag(array))
        if kind_of(str(array.dtype)) == "f":
            weights = _weights(array.shape, place).astype(str(array.dtype))
            total = total + xp.sum(array * xp.asarray(weights, dtype=str(array.dtype), device=case.cell.device))
    return total


def _loss_of_reference(function: Function, sample: Sample) -> Any:
    """The same of the reference."""
    total = wide.real()(0)
    for one, weights in _wanted(function, sample):
        exact = np.asarray(one.exact)
        total = total + np.sum((exact if kind_of(one.dtype) == "f" else exact.real**2 + exact.imag**2) * weights)
    return total


def _wanted(function: Function, sample: Sample) -> list[tuple[ExpectedArray, np.ndarray]]:
    """The floating arrays that a call must give, with their weights."""
    wanted = oracle.judged(function, sample)
    leaves = list(wanted) if isinstance(wanted, tuple) else [wanted]
    return [
        (one, _weights(one.shape, place))
        for place, one in _counted(function, leaves)
        if one.dtype != "index" and kind_of(one.dtype) in "fc"
    ]


def _counted(function: Function, leaves: list[Any]) -> Iterator[tuple[int, Any]]:
    """The arrays of a result, with their places, but those that are not unique."""
    open_places = knowledge.of(function).not_unique
    return ((place, leaf) for place, leaf in enumerate(leaves) if place not in open_places)


# ------------------------------------------------------------------------------------------------ comparing


def _compare(function: Function, sample: Sample, place: Place, gradient: np.ndarray, tolerance: float) -> bool:
    """Compare the gradient with respect to one array with differences; whether there are any."""
    x = _at(sample.args, sample.kwargs, place)
    if gradient.shape != x.shape or gradient.dtype != x.dtype:
        raise CheckFailure("gradient: another shape or dtype", sample=sample, expected=x, got=gradient)
    slopes = _slopes(function, sample, place)
    known = np.isfinite(slopes)
    scale = np.max(np.abs(slopes[known]), initial=0)
    wrong = known & ~(np.abs(gradient.astype(float) - slopes) <= tolerance * np.maximum(scale, 1e-3))
    if wrong.any():
        names = list(function.parameters)
        name = place[0] if isinstance(place[0], str) else names[min(place[0], len(names) - 1)]
        raise CheckFailure(f"wrong gradient with respect to {name}", sample=sample, expected=slopes, got=gradient)
    return bool(known.any())


_KNOWN: dict[Any, np.ndarray] = {}
"""Differences that were computed before: those of a call are the same for all backends and dtypes of results."""


def _slopes(function: Function, sample: Sample, place: Place) -> np.ndarray:
    """The central differences at each element of one array; NaN where the two sides disagree."""
    x = _at(sample.args, sample.kwargs, place)
    key = function.qualified_name, place, _frozen((sample.args, *sample.kwargs.items()))
    if key not in _KNOWN:
        here = _loss_of_reference(function, _with(sample, place, x))
        slopes = [_slope(function, sample, place, element, here) for element in np.ndindex(x.shape)]
        _KNOWN[key] = np.reshape(slopes, x.shape)
    return _KNOWN[key]


def _frozen(argument: Any) -> Any:
    """The arguments of a call as a key."""
    if isinstance(argument, (list, tuple)):
        return tuple(map(_frozen, argument))
    if isinstance(argument, slice):
        return slice, argument.start, argument.stop, argument.step
    return (argument.shape, argument.dtype, argument.tobytes()) if isinstance(argument, np.ndarray) else argument


def _slope(function: Function, sample: Sample, place: Place, element: tuple[int, ...], here: Any) -> float:
    x = _at(sample.args, sample.kwargs, place).astype(np.float64)
    step = _STEP * max(1.0, abs(float(x[element])))
    points, losses = [], []
    for offset in (-step, step):
        moved = x.copy()
        moved[element] += offset
        points.append(moved[element])
        losses.append(_loss_of_reference(function, _with(sample, place, moved)))
    left = float((here - losses[0]) / (x[element] - points[0]))
    right = float((losses[1] - here) / (points[1] - x[element]))
    if not abs(left - right) <= _KINK * max(abs(left), abs(right), 1e-3):
        return float("nan")
    if abs(losses[1] - losses[0]) > _JUMP * max(abs(here), 1.0):
        return float("nan")
    return float((losses[1] - losses[0]) / (points[1] - points[0]))


def _with(sample: Sample, place: Place, array: np.ndarray) -> Sample:
    """The sample with another array, and all floating arrays in float64."""

    def widened(argument: Any) -> Any:
        if isinstance(argument, (list, tuple)):
            return type(argument)(map(widened, argument))
        floating = isinstance(argument, np.ndarray) and kind_of(argument.dtype.name) == "f"
        return argument.astype(np.float64) if floating else argument

    args, kwargs = _replaced(sample.args, sample.kwargs, {place: array})
    return replace(sample, args=widened(args), kwargs={key: widened(one) for key, one in kwargs.items()})


CHECK = Check("gradient", "item", applies, run, __doc__, order=190)
