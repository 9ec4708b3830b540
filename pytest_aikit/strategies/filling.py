"""Strategies for calls of any function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases import cells
from pytest_aikit.cases.samples.admitted import admissible
from pytest_aikit.cases.samples.recipes import Place
from pytest_aikit.cases.samples.rows import from_row
from pytest_aikit.knowledge.calls import ArraySpec, Bad
from pytest_aikit.memory import mapped
from pytest_aikit.model import Sample
from pytest_aikit.strategies.arrays import LAYOUT_NAMES, laid_out
from pytest_aikit.strategies.forms import Form, forms
from pytest_aikit.strategies.names import dtype_tuples, record_of
from pytest_aikit.strategies.refusals import refusals
from pytest_aikit.strategies.values import drawn_array

_REFUSED = 6
"""One of so many calls is one that must be refused, where these are drawn."""


def calls(
    function: Any, dtypes: Sequence[str] | None = None, layouts: Sequence[str] = LAYOUT_NAMES
) -> st.SearchStrategy[Sample]:
    """Calls of a function that it must accept: dtypes, shapes, memory layouts, values and keywords are drawn.

    Parameters
    ----------
    function : the record, the function, or its name.
    dtypes : the dtypes that the leading array may have; all that the function accepts where not given.
    layouts : some of `LAYOUT_NAMES`.

    Raises
    ------
    ValueError : there is no such function, or no such layout.
    """
    unknown = sorted(set(layouts) - set(LAYOUT_NAMES))
    if unknown or not layouts:
        raise ValueError(f"calls: layouts={list(layouts)!r}; choose from {', '.join(LAYOUT_NAMES)}")
    return forms_of(record_of(function), dtypes, layouts).flatmap(filled)


def forms_of(
    function: Function, dtypes: Sequence[str] | None, layouts: Sequence[str], device: str = "cpu"
) -> st.SearchStrategy[Form]:
    """The forms of the calls of a function, whose arrays have no values yet."""
    return forms(function.qualified_name, dtype_tuples(function, dtypes), list(layouts), device)


@st.composite
def filled(draw: Any, form: Form) -> Sample:
    """Calls of a form, with the values that are drawn for its arrays."""
    function = cells.known_function(form.function)
    by_name = dict(zip(function.array_parameters, form.dtypes, strict=False))
    # what may not be copied is laid out so that it need not be
    layout = "C" if form.row.kwargs.get("copy") is False else form.layout

    def array(described: ArraySpec, place: Place, target: str | None) -> np.ndarray:
        return drawn_array(draw, described, place, target, layout)

    sample = from_row(function, form.row, by_name, form.dtypes, form.device, array)
    # that a complex number is cast to a real one is not asked for
    assume(sample is not None)
    assert sample is not None
    args = sample.args
    if not knowledge.of(function).calls and all(isinstance(value, np.ndarray) for value in args[: len(by_name)]):
        args = (*admissible(function, by_name, list(args[: len(by_name)])), *args[len(by_name) :])
    if layout == "broadcast":
        return Sample(args, sample.kwargs, "drawn", "drawn")

    def placed(value: Any) -> Any:
        return mapped(lambda one: laid_out(one, layout), value)

    return Sample(
        tuple(map(placed, args)), {name: placed(value) for name, value in sample.kwargs.items()}, "drawn", "drawn"
    )


@st.composite
def filled_or_refused(draw: Any, form: Form) -> Sample | Bad:
    """Calls of a form, now and then with an argument that must be refused."""
    # before the values: Hypothesis tends to give the least number to what is drawn after many others
    refused = draw(st.integers(1, _REFUSED)) == _REFUSED
    sample = draw(filled(form))
    found = refusals(cells.known_function(form.function), sample)
    if refused and found:
        return draw(st.sampled_from(found))
    return sample
