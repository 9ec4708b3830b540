"""The calls that are differentiated."""

from __future__ import annotations

import numpy as np
import pytest

from pytest_aikit import knowledge
from pytest_aikit.cases import cells, protocols
from pytest_aikit.cases.gradients import calls, drawn, variables
from pytest_aikit.cases.gradients.differentiating import Call
from pytest_aikit.checks import gradient
from pytest_aikit.model import Cell


def _of_several(function):
    """Whether there is a gradient with respect to several arrays."""
    found = [name for name, one in knowledge.gradients_of(function).items() if one != "zero"]
    return len(found) > 1 or any(function.parameters[name].role == "arrays" for name in found)


def _has_two_alike(function, dtype="float64"):
    cell = Cell(function, "numpy", "cpu", *cells.tuples(function, dtype, (dtype,), False)[0])
    for sample in calls.ordinary(cell, dtype):
        shapes = [variables.value(sample, one).shape for one in variables.of(function, sample)]
        shapes = [shape for shape in shapes if 0 not in shape]
        if len({*shapes}) < len(shapes):
            return True
    return False


def test_in_some_call_two_arrays_have_one_shape_so_that_gradients_that_are_exchanged_show():
    looked_at = [
        function
        for name, function in cells.checked_functions().items()
        if name not in protocols.known()
        and gradient.applies(function)
        and not drawn.applies(function)
        and _of_several(function)
    ]
    assert len(looked_at) > 40
    with np.errstate(all="ignore"):
        assert [one.qualified_name for one in looked_at if not _has_two_alike(one)] == []


@pytest.mark.parametrize(
    "name", ["fourier_encode", "sort", "msort", "max", "min", "cross_entropy", "max_pool1d", "linalg.svdvals"]
)
def test_a_gradient_that_is_cut_where_arrays_are_long_shows(name):
    """Also where some elements have kinks, or are equal: those are not among all that are moved at once."""
    function, dtype = cells.known_function(name), "float64"
    cell = Cell(function, "torch", "cpu", *cells.tuples(function, dtype, (dtype,), False)[0])
    cut = []
    with np.errstate(all="ignore"):
        for sample in calls.ordinary(cell, dtype):
            call = Call(sample, variables.of(function, sample))
            for variable in call.variables:
                nothing = np.zeros(variables.value(sample, variable).shape)
                if max(nothing.shape, default=0) > 16:
                    cut.append(gradient._differing(function, call, variable, nothing)[1].any())
    assert any(cut)
