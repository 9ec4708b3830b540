"""The values of samples are such that it shows where a function takes an element for another one."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import aikit
from pytest_aikit.cases import cells, literals
from pytest_aikit.cases.gradients.variables import replaced
from pytest_aikit.cases.samples import all_samples, core_samples
from pytest_aikit.model import Cell, Sample

YES_OR_NO = sorted(
    name
    for name, function in cells.checked_functions().items()
    if function.elementwise and function.result == "boolean" and not name.startswith(("Array.", "Container."))
)


def samples_of(name: str, backend: str) -> Iterator[Sample]:
    """The samples of a function on a backend, in each dtype that has them there."""
    function = cells.known_function(name)
    for dtype in cells.accepted_dtypes(function):
        dtypes = next(tuple(one) for one, accepted in cells.tuples(function, dtype, (dtype,), False) if accepted)
        yield from all_samples(Cell(function, backend, "cpu", dtypes), frozenset(), long=False)


def result_of(name: str, sample: Sample, arrays: list[np.ndarray]) -> np.ndarray:
    xp, function = aikit.get_backend("numpy"), cells.known_function(name).public
    places = literals.places(sample)
    args, kwargs = replaced(sample.args, dict(sample.kwargs), dict(zip(places, map(xp.asarray, arrays), strict=True)))
    with np.errstate(all="ignore"):
        return aikit.to_numpy(function(*args, **kwargs))


@pytest.mark.parametrize("backend", ["numpy", "jax"])
@pytest.mark.parametrize("name", YES_OR_NO)
def test_both_answers_are_there_in_several_dimensions(name: str, backend: str) -> None:
    both = answered = 0
    for sample in samples_of(name, backend):
        if (
            sample.part == "shapes"
            and max(x.ndim for x in sample.arrays) > 1
            and min(x.size for x in sample.arrays) > 1
        ):
            found = result_of(name, sample, list(sample.arrays))
            answered, both = answered + 1, both + (found.any() and not found.all())
    # integers are all finite, and all dtypes but the complex ones are real
    assert both >= (3 if backend == "jax" else answered // 8)


@pytest.mark.parametrize(
    ("name", "argument"), [*((name, 0) for name in YES_OR_NO), ("linalg.matrix_rank", "rtol"), ("linalg.pinv", "rtol")]
)
@pytest.mark.parametrize("backend", ["numpy", "jax"])
def test_elements_along_an_axis_are_not_one_for_another(name: str, argument: int | str, backend: str) -> None:
    told: dict[tuple[int, int], bool] = {}
    for sample in samples_of(name, backend):
        for number, (place, array) in enumerate(zip(literals.places(sample), sample.arrays, strict=True)):
            if place[0] != argument or array.dtype.name == "bfloat16" or array.ndim > 4:
                continue
            for axis in range(-array.ndim, 0):
                for end in (0, -1) if array.shape[axis] > 1 else ():
                    of_one = np.broadcast_to(np.take(array, [end], axis), array.shape)
                    if not told.get((axis, end)) and of_one.tobytes() != array.tobytes():
                        arrays = list(sample.arrays)
                        right = result_of(name, sample, arrays)
                        arrays[number] = of_one
                        told[axis, end] = result_of(name, sample, arrays).tobytes() != right.tobytes()
    assert told and all(told.values())


@pytest.mark.parametrize("dtype", ["bool", "int32", "float32"])
@pytest.mark.parametrize("name", ["all", "any", "count_nonzero", "has_nans", "max", "mean", "prod", "sum"])
def test_a_call_in_the_form_of_the_first_gives_another_result(name: str, dtype: str) -> None:
    if (name, dtype) in {
        ("has_nans", "bool"),
        ("has_nans", "int32"),
        ("max", "bool"),
        ("mean", "bool"),
        ("mean", "int32"),
    }:
        pytest.skip("it always gives the same, or does not take the dtype")
    samples = core_samples(Cell(cells.known_function(name), "jax", "cpu", (dtype,)), in_turn=True)
    first, *others = [one for one in samples if one.arrays[0].shape == samples[0].arrays[0].shape and not one.kwargs]
    results = [result_of(name, one, list(one.arrays)) for one in (first, *others)]
    assert any(not np.array_equal(results[0], one, equal_nan=dtype == "float32") for one in results[1:])


@pytest.mark.parametrize("name", ["concat", "hstack", "scatter_flat", "scatter_nd", "vstack"])
def test_arrays_of_each_rank_are_tried(name: str) -> None:
    found = {max(x.ndim for x in one.arrays) for one in samples_of(name, "torch") if one.arrays}
    assert {1, 2, 3, 4} <= found
