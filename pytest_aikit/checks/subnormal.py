"""Subnormal arguments and results keep their values; they are not flushed to zero.

The cause says so only where the results are what flushing gives; any other fault keeps its own. Complex arguments are
not made subnormal: their formulae overflow or vanish there in every framework.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from aikit.declare import Function
from pytest_aikit import calling, gradient_references, linalg_references
from pytest_aikit.checks import value
from pytest_aikit.comparing import is_subnormal
from pytest_aikit.expected import expected
from pytest_aikit.model import Case, CheckFailure, Evidence, Sample
from pytest_aikit.promotion import kind_of, real_of
from pytest_aikit.special_values import subnormal_values

SCOPE = "cell"
MIXED = False
LOST = "subnormal numbers lost"


def applies(function: Function) -> bool:
    # the first array of searchsorted is sorted, and how numbers are ordered shows in `sort` too; cross_entropy takes small
    # numbers for larger ones by definition; multi_head_attention may flush an array as keys and not as values, which are
    # apart in scaled_dot_product_attention; a decomposition and the steps of some optimizers square and divide on the
    # way, which no framework promises to survive near underflow
    squaring = {*linalg_references.REFERENCES, *gradient_references.OF_SQUARES}
    left_out = {"searchsorted", "cross_entropy", "multi_head_attention", *squaring}
    return value.applies(function) and bool(function.array_parameters) and function.name not in left_out


def run(case: Case) -> Evidence:
    """Judge the subnormal results of the first sample, and call the function as there with subnormal arguments."""
    first, result = calling.first(case)
    if first is None:
        return Evidence(0)
    _judge(case, first, result)
    dtype = case.cell.dtypes[
        case.function.array_parameters.index((*case.function.promote, *case.function.array_parameters)[0])
    ]
    if kind_of(dtype) != "f":
        return Evidence(1)
    sample = replace(first, args=tuple(_tiny(arg, place) for place, arg in enumerate(first.args)), label="subnormal")
    _judge(case, sample, calling.call(case, sample, *calling.arguments(case, sample)))
    return Evidence(2)


def _judge(case: Case, sample: Sample, result: Any) -> None:
    try:
        value.compare(case.function, sample, result, subnormal=True)
    except CheckFailure as failure:
        if _is_flushed(case.function, sample, result):
            failure.cause = LOST
        raise


def _tiny(argument: Any, place: int) -> Any:
    """Subnormal numbers in the shape of a floating array; anything else as it is."""
    if isinstance(argument, (list, tuple)) and any(isinstance(item, np.ndarray) for item in argument):
        return type(argument)(_tiny(item, place + index) for index, item in enumerate(argument))
    if not isinstance(argument, np.ndarray) or kind_of(argument.dtype.name) != "f":
        return argument
    return np.resize(np.roll(subnormal_values(argument.dtype.name), 5 * place), argument.shape)


# ------------------------------------------------------------------------------------------------ flushed or wrong


def _is_flushed(function: Function, sample: Sample, result: Any) -> bool:
    """Whether each value is right once subnormal results, and subnormal arguments all or one, count as zeros."""
    got = [calling.host(array) for array in calling.leaves(result)]
    wrong: list[Any] = [True] * len(got)
    for variant in _with_flushed_arguments(sample):
        wanted = expected(function, variant)
        arrays = wanted if isinstance(wanted, tuple) else (wanted,)
        for place, (array, one) in enumerate(zip(got, arrays, strict=True)):
            if array.shape == one.shape and one.exact is not None:
                flushed = replace(one, exact=_flushed(one.exact, one.dtype))
                wrong[place] &= value.difference_from(function, _flushed(array, one.dtype), flushed, True).wrong
    return not any(np.any(mask) for mask in wrong)


def _with_flushed_arguments(sample: Sample) -> Iterator[Sample]:
    """The sample with none, each, and all of its arrays flushed."""

    def flushed(argument: Any) -> Any:
        if isinstance(argument, (list, tuple)):
            return type(argument)(flushed(item) for item in argument)
        return _flushed(argument, argument.dtype.name) if isinstance(argument, np.ndarray) else argument

    yield sample
    for chosen in [*({place} for place in range(len(sample.args))), set(range(len(sample.args)))]:
        yield replace(sample, args=tuple(flushed(a) if n in chosen else a for n, a in enumerate(sample.args)))


def _flushed(array: np.ndarray, dtype: str) -> np.ndarray:
    """Zeros of the same sign in place of subnormal numbers; in a complex one, part by part."""
    if dtype == "index" or kind_of(dtype) not in "fc" or not is_subnormal(array, dtype).any():
        return array
    if kind_of(dtype) == "c":
        real = real_of(dtype)
        result = array.copy()
        result.real, result.imag = _flushed(array.real, real), _flushed(array.imag, real)
        return result
    return np.where(is_subnormal(array, dtype), np.copysign(array.dtype.type(0), array), array)
