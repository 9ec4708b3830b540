"""The calls that are differentiated: each kind of numbers that a function takes is among them."""

from __future__ import annotations

import numpy as np
import pytest

from aikit.core.records import Function
from aikit.dtypes import CATEGORIES
from pytest_aikit import knowledge
from pytest_aikit.cases.gradients import calls, variables
from pytest_aikit.engine.run import Engine
from pytest_aikit.model import Cell
from pytest_aikit.options import Given

ENGINE = Engine(Given(backends="numpy", dtypes="complex64"))
DIFFERENTIABLE = [
    function
    for function in ENGINE.known.values()
    if function.differentiable and knowledge.of(function).judge is None  # what is drawn has no differences
]


def first_cell(function: Function) -> Cell | None:
    groups = ENGINE.groups_of(function, "numpy")
    return next((cell for group in groups for cell, _ in ENGINE.cells_of(group)), None)


def of_complex(function: Function) -> set[str]:
    """The parameters that take complex arrays, with respect to which a function has a gradient by differences."""
    found = knowledge.gradients_of(function)
    return {
        name
        for name, kind in found.items()
        if kind == "differences" and "complex64" in CATEGORIES[function.dtypes.get(name, "any")]
    }


@pytest.mark.parametrize("function", DIFFERENTIABLE, ids=lambda function: function.qualified_name)
@pytest.mark.filterwarnings("ignore:overflow encountered")  # of samples that no dtype but the widest holds
def test_the_complex_numbers_that_are_differentiated_are_not_real(function):
    cell, seen = first_cell(function), set()
    for sample in calls.ordinary(cell, "complex128") if cell else ():
        for variable in variables.of(function, sample):
            if variable.part == "imag" and np.any(variables.value(sample, variable)):
                seen.add(variables.name(function, variable))
    assert seen >= of_complex(function)
