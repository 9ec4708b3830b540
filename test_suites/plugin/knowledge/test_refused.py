"""What the table says that functions refuse is what they refuse."""

from __future__ import annotations

import functools

import numpy as np
import pytest
from helpers.frameworks import require

import aikit
from aikit.exceptions import AikitBackendException
from aikit.namespace import bound
from pytest_aikit import knowledge
from pytest_aikit.cases import cells, samples, tracing
from pytest_aikit.cases.samples import asking, forms
from pytest_aikit.cases.samples.rows import described_array, from_row
from pytest_aikit.knowledge import refused
from pytest_aikit.knowledge.calls import ArraySpec, Bad
from pytest_aikit.model import Case, Cell, Sample


def _forms(name: str) -> list[Sample]:
    """The first call of a record in all shapes that are tried, taken or not."""
    function = cells.known_function(name)
    dtype = cells.representative_dtype(cells.accepted_dtypes(function))
    assert dtype is not None
    dtypes = cells.tuples(function, dtype, (dtype,), False)[0][0]
    by_name = dict(zip(function.array_parameters, dtypes, strict=True))
    row = forms.first_row(function, np.dtype(dtype).kind)
    assert row is not None
    found: list[Sample] = []

    def made(one):
        sample = from_row(function, one, by_name=by_name, dtypes=dtypes, device="cpu")
        found.extend([] if sample is None else [sample])
        return sample

    forms.in_other_shapes(function, row, functools.partial(made))
    return found


@pytest.mark.parametrize("name", sorted(refused.REFUSES))
def test_what_is_refused_is_said(name):
    function, found = cells.known_function(name), _forms(name)
    said = [(one.label, asking.is_valid(function, one)) for one in found]
    assert said == [(one.label, asking.is_taken(function, one)) for one in found]
    assert not all(valid for _, valid in said)


def test_what_a_record_does_not_refuse_is_valid_whatever_numpy_says(monkeypatch):
    function = cells.known_function("flip")
    sample = _forms("flip")[0]
    monkeypatch.setattr(asking, "result_of", lambda function, sample: 1 / 0)
    assert asking.is_valid(function, sample) and not asking.is_taken(function, sample)


def test_functions_that_are_asked_are_there():
    assert {name for name in refused.BY_VALUES if name in cells.checked_functions()} == refused.BY_VALUES


def _by_values(name: str) -> list[Bad]:
    return [one for one in knowledge.of(cells.known_function(name)).bad if one.of_values]


@pytest.mark.needs("torch")
@pytest.mark.parametrize("name", sorted(filter(_by_values, cells.checked_functions())))
def test_what_is_left_out_on_accelerators_is_not_refused_where_values_are_not_known(name):
    """By the rule for what they may leave out: on PyTorch's device without values it is something else, or nothing."""
    import torch

    require("torch")
    function = cells.known_function(name)

    def without_values(value):
        if not isinstance(value, ArraySpec):
            return [*map(without_values, value)] if isinstance(value, list) else value
        array = described_array(value, function, "float32")
        return aikit.asarray(torch.empty(array.shape, dtype=getattr(torch, array.dtype.name), device="meta"))

    for one in _by_values(name):
        args = [*map(without_values, one.args)]
        kwargs = {key: without_values(value) for key, value in one.kwargs.items()}
        try:
            bound(function.public, "torch")(*args, **kwargs)
        except one.error as error:
            pytest.fail(f"{one.label}: {error}")
        except AikitBackendException:
            pass  # what needs values has none


def test_the_values_of_index_arrays_are_left_out_on_accelerators():
    """Beside them the numbers of keys are not: the host knows them."""
    bad = knowledge.of(cells.known_function("Array.__getitem__.combined")).bad
    assert {one.of_values for one in bad if "array of" in one.label} == {True}
    assert {one.of_values for one in bad if "list of" in one.label} == {False}


@pytest.mark.needs("torch")
def test_no_call_with_other_values_is_made_that_the_cpu_would_refuse():
    """Boxes in reverse order have coordinates for the numbers of images: on a GPU that is a fault in a kernel."""
    require("torch")
    function, dtypes = cells.known_function("roi_align"), ("float32", "float32")
    for device in ("cpu", "meta"):
        cell = Cell(function, "torch", device, dtypes)
        given = next(one for one in samples.core_samples(cell) if "sampling_ratio" in one.kwargs or len(one.args) > 4)
        case, call = Case(cell, aikit.get_backend("torch"), (given,)), tracing.Call(given, [])
        assert tracing.changed(case, call, np.flip) is call
        assert tracing.changed(case, call, lambda array: array[::-1]) is not call
