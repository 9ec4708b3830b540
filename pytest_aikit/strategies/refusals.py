"""Calls that a function must refuse: a drawn call with one argument that is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from aikit.core.records import Function
from aikit.exceptions import AikitAxisError, AikitBroadcastShapeError
from pytest_aikit import knowledge
from pytest_aikit.cases import cells
from pytest_aikit.cases.bad_inputs import with_argument, with_refused_values
from pytest_aikit.knowledge.calls import Bad
from pytest_aikit.model import Sample


def refusals(function: Function, sample: Sample) -> list[Bad]:
    """What is refused beside the arguments of a good call, with the class of error by the record."""
    return [
        *with_refused_values(function, sample.args, sample.kwargs),
        *_axes_out_of_range(function, sample),
        *_shapes_that_do_not_fit(function, sample),
    ]


def _axes_out_of_range(function: Function, sample: Sample) -> Iterator[Bad]:
    """The first axes that are not there, counted from the front and from the back."""
    axis = function.parameters.get("axis")
    lead = cells.leading_parameter(function)
    x = dict(zip(function.parameters, sample.args, strict=False)).get(lead) if lead else None
    if axis is None or knowledge.of(function).axis_of_result or not isinstance(x, np.ndarray):
        return
    if isinstance(sample.kwargs.get("axis"), tuple):
        return
    for number in (x.ndim, -x.ndim - 1):
        changed = with_argument(function, sample.args, sample.kwargs, axis, number)
        if changed is not None:
            yield Bad(AikitAxisError, *changed, f"axis={number} of {x.ndim}-d", (f"axis={number}",))


def _shapes_that_do_not_fit(function: Function, sample: Sample) -> Iterator[Bad]:
    """Arrays of an elementwise function of which one has another last axis than the others, which is not 1 either."""
    arrays: list[Any] = [value for value in sample.args if isinstance(value, np.ndarray)]
    if not function.elementwise or len(arrays) < 2 or len(arrays) != len(sample.args):
        return
    length = np.broadcast_shapes(*(array.shape for array in arrays[:-1]))[-1:]
    last = arrays[-1]
    if length not in ((), (1,)) and last.ndim:
        other = np.resize(np.ones((), last.dtype), (*last.shape[:-1], length[0] + 2))
        yield Bad(AikitBroadcastShapeError, (*sample.args[:-1], other), sample.kwargs, "shapes that do not broadcast")
