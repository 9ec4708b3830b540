"""Special values alone in an argument: where they are, and where a record says why they are not."""

from __future__ import annotations

import numpy as np
import pytest

from pytest_aikit import knowledge
from pytest_aikit.cases import cells, oracle
from pytest_aikit.cases.samples import alone
from pytest_aikit.knowledge.left_out import EACH
from pytest_aikit.model import Sample

FUNCTIONS = cells.checked_functions()


def made(name: str, dtype: str = "float32") -> tuple[Sample, ...]:
    function = FUNCTIONS[name]
    dtypes = next(one for one, accepted in cells.tuples(function, dtype, (dtype,), False) if accepted)
    return alone.of_all_arguments(function, dtypes, "cpu")


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("linear", {"x", "weight", "bias"}),
        ("layer_norm", {"x", "scale", "offset"}),
        ("conv2d", {"x", "filters", "bias"}),
        ("lstm_update", {"x", "init_h", "init_c", "kernel", "recurrent_kernel", "bias", "recurrent_bias"}),
        ("vecdot", {"x1", "x2"}),
        ("binary_cross_entropy", {"true", "pred", "pos_weight"}),
    ],
)
def test_each_array_argument_has_each_of_them(name, arguments):
    found = {alone.told(one)[1] for one in made(name)}
    assert found == arguments
    for argument in arguments:
        words = {str(special) for special, of in map(alone.told, made(name)) if of == argument}
        assert words == {"nan", "inf", "-inf"}


@pytest.mark.parametrize("name", ["linear", "matmul", "conv2d", "lstm"])
def test_there_is_one_of_them_in_a_call(name):
    for sample in made(name):
        assert sum(int((~np.isfinite(array)).sum()) for array in sample.arrays) == 1


def test_what_moves_values_or_draws_has_none():
    assert not made("roll") and not made("shuffle") and not made("exp")


def test_records_name_values_and_parameters_that_there_are():
    for name, function in FUNCTIONS.items():
        for parameter, left_out in knowledge.of(function).not_alone.items():
            assert parameter in function.parameters and left_out.why, name
            assert set(left_out.words) <= set(EACH), name


def test_an_error_beside_an_infinity_is_no_less():
    """A scale that is infinite would excuse it."""
    sample = next(one for one in made("pool") if alone.told(one)[0] == -np.inf)
    assert np.isfinite(oracle.expected(FUNCTIONS["pool"], sample).scale).all()
