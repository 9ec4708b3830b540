"""What the table says that functions refuse is what they refuse."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from pytest_aikit.cases import cells
from pytest_aikit.cases.samples import asking, forms
from pytest_aikit.cases.samples.rows import from_row
from pytest_aikit.knowledge import refused
from pytest_aikit.model import Sample


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
