"""Gradients agree with finite differences of the reference; where a backend has no autograd they are refused, not zeros.

What is differentiated is a weighted sum of the results, of the squared magnitudes where they are complex. The gradient in
float64 (float32 where JAX has no wider dtype) is compared with central differences of the reference in a wider type, at
ordinary values; where the differences to the two sides disagree there is a kink or a tie, and no gradient to compare with.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from aikit.declare import Function
from aikit.exceptions import AikitNotImplementedException
from pytest_aikit import backends, calling, expected, samples
from pytest_aikit.checks import value
from pytest_aikit.expected import ExpectedArray
from pytest_aikit.model import Case, CheckFailure, Evidence, Sample
from pytest_aikit.promotion import complex_of, kind_of
from pytest_aikit.rows import A, Row
from pytest_aikit.sample_rows import ROWS

SCOPE = "item"

_STEP = 1e-6
"""Of the differences, relative to the argument: their error is some 1e-10."""
_TOLERANCE = {"float64": 1e-6, "float32": 2e-3}
"""Of the gradients, relative to the largest one of an argument; the bounds of values are finer than what is looked for."""
_KINK = 1e-3
"""How far the differences to the two sides may be apart, relative to them."""
_SYMMETRIC = frozenset({"cholesky", "eigh", "eigvalsh"})
"""The functions of symmetric matrices: what an element by itself changes is a matter of convention."""

_OF_POSITIVE = frozenset({"pow"})
"""The functions of two arrays that are not numbers where an argument is negative."""


def applies(function: Function) -> bool:
    return bool(function.differentiable) and value.applies(function) and function.name not in _SYMMETRIC


def run(case: Case) -> Evidence:
    dtype = "float64" if case.x64 and backends.has_x64(case.cell.backend) else "float32"
    if _is_refused(case):
        return Evidence(1)
    sample = _ordinary_sample(case, dtype)
    places = [] if sample is None else _places(case.function, sample)
    if sample is None or not places:
        return Evidence(0)
    args, kwargs = calling.arguments(case, sample)
    try:
        gradients = case.xp.grad(lambda *args: _loss(case, args, kwargs), places)(*args)
    except Exception as error:
        raise CheckFailure(f"gradient: raised {type(error).__name__}", sample=sample, error=error) from error
    for place, gradient in zip(places, gradients, strict=True):
        for index, one in enumerate(calling.leaves(gradient)):
            _compare(case.function, sample, place, index, calling.host(one), _TOLERANCE[dtype])
    return Evidence(1)


def _is_refused(case: Case) -> bool:
    """Whether the backend says that it has no gradients."""
    try:
        case.xp.grad(lambda x: x)(1.0)
    except AikitNotImplementedException:
        return True
    return False


# ------------------------------------------------------------------------------------------------ the sample


def _ordinary_sample(case: Case, dtype: str) -> Sample | None:
    """The first call of the function whose result is floating, with ordinary values; None where there is none."""
    function = case.function
    dtypes = {
        name: dtype if dtype in samples.CATEGORIES[function.dtypes.get(name, "any")] else own
        for name, own in zip(function.array_parameters, case.cell.dtypes, strict=True)
    }
    if function.name not in ROWS:
        arrays = samples.in_shape(function, dtypes, ((3, 4), (3, 4)))
        return Sample(tuple(map(np.abs, arrays) if function.name in _OF_POSITIVE else arrays), {}, "ordinary")
    for row in ROWS[function.name]:
        if "f" in row.kinds and not row.mixed:
            made = samples.from_row(function, _made_ordinary(row), dtypes, tuple(dtypes.values()), case.cell.device)
            if made is not None and any(one.dtype in (dtype, complex_of(dtype)) for one, _ in _wanted(function, made)):
                return replace(made, label=f"{row.label}, ordinary")
    return None


def _made_ordinary(row: Row) -> Row:
    def plain(argument: Any) -> Any:
        if isinstance(argument, (list, tuple)):
            return type(argument)(map(plain, argument))
        special = isinstance(argument, A) and argument.values in ("special", "edges", "few", "castable")
        return replace(argument, values="ordinary") if special else argument

    return replace(row, args=tuple(map(plain, row.args)), kwargs={k: plain(v) for k, v in row.kwargs.items()})


def _places(function: Function, sample: Sample) -> list[int]:
    """The positions of the floating arguments with respect to which the function is differentiable."""
    names = list(function.parameters)
    return [
        place
        for place, argument in enumerate(sample.args)
        if names[min(place, len(names) - 1)] in function.differentiable
        and all(isinstance(a, np.ndarray) and kind_of(a.dtype.name) == "f" for a in calling.leaves(argument))
    ]


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
    total = np.longdouble(0)
    for one, weights in _wanted(function, sample):
        exact = np.asarray(one.exact)
        total = total + np.sum((exact if kind_of(one.dtype) == "f" else exact.real**2 + exact.imag**2) * weights)
    return total


def _wanted(function: Function, sample: Sample) -> list[tuple[ExpectedArray, np.ndarray]]:
    """The floating arrays that a call must give, with their weights."""
    wanted = expected.judged(function, sample)
    leaves = list(wanted) if isinstance(wanted, tuple) else [wanted]
    return [
        (one, _weights(one.shape, place))
        for place, one in _counted(function, leaves)
        if one.dtype != "index" and kind_of(one.dtype) in "fc"
    ]


def _counted(function: Function, leaves: list[Any]) -> Iterator[tuple[int, Any]]:
    """The arrays of a result, with their places, but those that are not unique."""
    open_places = expected.NOT_UNIQUE.get(function.name, ())
    return ((place, leaf) for place, leaf in enumerate(leaves) if place not in open_places)


# ------------------------------------------------------------------------------------------------ comparing


def _compare(
    function: Function, sample: Sample, place: int, index: int, gradient: np.ndarray, tolerance: float
) -> None:
    """Compare the gradient with respect to one array with differences."""
    x = calling.leaves(sample.args[place])[index]
    if gradient.shape != x.shape or gradient.dtype != x.dtype:
        raise CheckFailure("gradient: another shape or dtype", sample=sample, expected=x, got=gradient)
    slopes = np.full(x.shape, np.nan)
    for element in np.ndindex(x.shape):
        slopes[element] = _slope(function, sample, place, index, element)
    known = np.isfinite(slopes)
    if not known.any():
        raise CheckFailure("gradient: the reference has none to compare with", sample=sample, expected=slopes)
    scale = np.max(np.abs(slopes[known]), initial=0)
    wrong = known & ~(np.abs(gradient.astype(float) - slopes) <= tolerance * np.maximum(scale, 1e-3))
    if wrong.any():
        names = list(function.parameters)
        name = names[min(place, len(names) - 1)]
        raise CheckFailure(f"wrong gradient with respect to {name}", sample=sample, expected=slopes, got=gradient)


def _slope(function: Function, sample: Sample, place: int, index: int, element: tuple[int, ...]) -> float:
    """The central difference at one element; NaN where the two sides disagree."""
    x = calling.leaves(sample.args[place])[index].astype(np.float64)
    step = _STEP * max(1.0, abs(float(x[element])))
    points, losses = [], []
    for offset in (-step, 0.0, step):
        moved = x.copy()
        moved[element] += offset
        points.append(moved[element])
        losses.append(_loss_of_reference(function, _with(sample, place, index, moved)))
    left = float((losses[1] - losses[0]) / (points[1] - points[0]))
    right = float((losses[2] - losses[1]) / (points[2] - points[1]))
    if abs(left - right) > _KINK * max(abs(left), abs(right), 1e-3):
        return float("nan")
    return float((losses[2] - losses[0]) / (points[2] - points[0]))


def _with(sample: Sample, place: int, index: int, array: np.ndarray) -> Sample:
    """The sample with another array."""
    args = list(sample.args)
    if isinstance(args[place], (list, tuple)):
        args[place] = [array if at == index else one.astype(np.float64) for at, one in enumerate(args[place])]
    else:
        args[place] = array
    args = [a.astype(np.float64) if isinstance(a, np.ndarray) and kind_of(a.dtype.name) == "f" else a for a in args]
    return replace(sample, args=tuple(args))
