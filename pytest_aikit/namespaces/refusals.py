"""Calls that the standard says are an error, whatever the function: made from those that are none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from aikit.core.records import Function
from pytest_aikit.cases import oracle
from pytest_aikit.knowledge import standard
from pytest_aikit.model import Sample

_BEYOND = 3
"""How far an axis is from those that there are: more than by one or two, which are axes of what is made larger."""


def refused(function: Function, samples: Sequence[Sample], version: str) -> Iterator[tuple[str, Sample]]:
    """Calls of a function that must raise an exception by a version of the standard, and what is wrong with each."""
    if function.elementwise and len(function.promote) > 1:
        yield from _shapes_that_do_not_fit(function, samples)
    if function.qualified_name in standard.OF_INNER_AXES:
        yield from _inner_axes_that_do_not_fit(samples)
    if version >= standard.AXES_SINCE and function.category not in standard.WITH_ANY_AXIS:
        yield from _axes_that_are_not_there(function, samples)


def _shapes_that_do_not_fit(function: Function, samples: Sequence[Sample]) -> Iterator[tuple[str, Sample]]:
    for sample in samples:
        arrays = [one for one in sample.args if isinstance(one, np.ndarray)]
        if len(arrays) > 1 and all(one.size for one in arrays):
            shapes = iter(((2, 3), *((2, 4),) * len(arrays)))
            args = tuple(np.resize(one, next(shapes)) if isinstance(one, np.ndarray) else one for one in sample.args)
            yield "shapes that do not fit", Sample(args, sample.kwargs, "shapes that do not fit")
            return


def _inner_axes_that_do_not_fit(samples: Sequence[Sample]) -> Iterator[tuple[str, Sample]]:
    given = next((sample.arrays for sample in samples if all(one.size for one in sample.arrays)), None)
    if given is None:
        return
    first, second = given
    for shape, other in (((2, 3), (4, 2)), ((3,), (4,)), ((2, 3), (4,)), ((3,), (4, 2)), ((2, 2, 3), (2, 4, 2))):
        args = np.resize(first, shape), np.resize(second, other)
        yield "inner axes of other lengths", Sample(args, {}, f"inner axes of {shape} and {other}")
    point = np.resize(first, ())
    for args in ((point, second), (second, point)):
        yield "an array of no dimension", Sample(args, {}, "an array of no dimension")


def _axes_that_are_not_there(function: Function, samples: Sequence[Sample]) -> Iterator[tuple[str, Sample]]:
    if "axis" not in function.signature.parameters or function.qualified_name in standard.NEGATIVE_AXIS:
        return
    for sample in samples:
        arrays = [one for one in sample.arrays if one.ndim]
        axis = oracle.bind(function, sample)["axis"]
        if arrays and type(axis) is int:
            most = max(one.ndim for one in arrays)
            for one in (most + _BEYOND, -most - 1 - _BEYOND):
                yield "an axis that is not there", with_argument(function, sample, "axis", one)
            return


def may_be_refused(function: Function, sample: Sample, error: BaseException | None) -> bool:
    """Whether a call asks for no copy, and an exception says that there has to be one, as for all that shares no memory."""
    arguments = oracle.bind(function, sample)
    return arguments.get("copy") is False and isinstance(error, (ValueError, BufferError))


def with_argument(function: Function, sample: Sample, name: str, value: Any) -> Sample:
    """A call with another value of a parameter, given as it was given, or by its name."""
    place = list(function.signature.parameters).index(name)
    if place < len(sample.args):
        return replace(sample, args=(*sample.args[:place], value, *sample.args[place + 1 :]), label=f"{name}={value}")
    return replace(sample, kwargs={**sample.kwargs, name: value}, label=f"{name}={value}")
