"""The lengths that are tried: which with which, what the arrays hold, and that no bound excuses a sum in 16 bits."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest

import aikit
from aikit.core.records import REGISTRY
from pytest_aikit import knowledge
from pytest_aikit.cases import cells, literals
from pytest_aikit.cases.samples import all_samples
from pytest_aikit.cases.samples.lanes import in_lanes
from pytest_aikit.cases.samples.sizes import LENGTHS, LONG
from pytest_aikit.checks import value
from pytest_aikit.knowledge import bounds
from pytest_aikit.model import Cell, CheckFailure, Sample


def _long(function: str, dtype: str, *, in_turn: bool = False) -> Iterator[Sample]:
    cell = Cell(REGISTRY[function], "numpy", "cpu", (dtype,))
    return (one for one in all_samples(cell, frozenset(), in_turn=in_turn) if one.part == "sizes")


def _length(sample: Sample) -> int:
    return int(sample.label.rpartition(" ")[2])


def test_every_length_is_tried_with_every_call_and_dtype() -> None:
    rows = len(knowledge.of(REGISTRY["cumulative_sum"]).sizes)
    for dtype in cells.accepted_dtypes(REGISTRY["cumulative_sum"]):
        lengths = [_length(sample) for sample in _long("cumulative_sum", dtype)]
        assert set(lengths) == set(LENGTHS)
        assert all(lengths.count(length) == (rows if length <= LONG else 1) for length in LENGTHS)


def test_in_turn_each_length_is_tried_once_and_each_dtype() -> None:
    dtypes = cells.accepted_dtypes(REGISTRY["cumulative_sum"])
    tried = {dtype: [_length(one) for one in _long("cumulative_sum", dtype, in_turn=True)] for dtype in dtypes}
    assert sorted(length for lengths in tried.values() for length in lengths) == sorted(LENGTHS)
    assert all(tried.values())


@pytest.mark.parametrize(
    "name", ["add", "binary_cross_entropy", "cross_entropy", "isclose", "sparse_cross_entropy", "where"]
)
def test_in_turn_some_dtype_has_what_all_dtypes_have_where_they_take_none(name: str) -> None:
    function = REGISTRY[name]
    alike = [cells.tuples(function, dtype, (dtype,), False)[0] for dtype in cells.accepted_dtypes(function)]
    assert all(accepted for _, accepted in alike)

    def tried(in_turn: bool) -> set[str]:
        some = [Cell(function, "jax", "cpu", dtypes) for dtypes, _ in alike]
        found = [one for cell in some for one in all_samples(cell, frozenset(), in_turn=in_turn, long=False)]
        lengths = {one.label.rpartition(" ")[2] for one in found if one.part == "sizes"}
        return lengths | {one.label for one in found if one.part in ("shapes", "scalars", "matrices")}

    assert tried(True) == tried(False)


@pytest.mark.parametrize("name", ["cross_entropy", "sum"])
def test_in_turn_every_pair_of_an_axis_and_the_dimensions_is_tried(name: str) -> None:
    function, pairs = REGISTRY[name], set()
    for dtype in cells.accepted_dtypes(function):
        cell = Cell(function, "jax", "cpu", cells.tuples(function, dtype, (dtype,), False)[0][0])
        samples = (one for one in all_samples(cell, frozenset(), in_turn=True) if one.part == "keywords")
        pairs |= {(one.arrays[0].ndim, one.kwargs.get("axis", "not given")) for one in samples}
    for ndim in (1, 2, 3, 4):
        assert {(ndim, axis) for axis in range(-ndim, ndim)} - pairs <= {(ndim, function.parameters["axis"].default)}


@pytest.mark.parametrize("name", ["cumulative_sum", "lu_factor"])
def test_what_a_backend_lacks_has_no_turn_where_the_kernels_are_those_of_another_framework(name: str) -> None:
    function, lacks = REGISTRY[name], frozenset({"float16", "bfloat16"})
    own = tuple(sorted(cells.accepted_dtypes(function) - lacks))

    def tried(backend: str) -> list[list[str]]:
        found = (all_samples(Cell(function, backend, "cpu", (dtype,)), lacks, selected=own) for dtype in own)
        return [[one.label for one in samples if one.part in ("sizes", "matrices")] for samples in found]

    in_turn, all_with_all = tried("array_api_strict"), tried("numpy")
    assert all(in_turn)
    assert sum(map(len, in_turn)) < min(map(len, all_with_all)) * 2
    lengths = {label.rpartition(" ")[2] for labels in all_with_all for label in labels}
    assert {label.rpartition(" ")[2] for labels in in_turn for label in labels} == lengths


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_a_cumulation_in_16_bits_is_found(dtype: str) -> None:
    found = 0
    for sample in _long("cumulative_sum", dtype):
        array, axis = sample.args[0], sample.kwargs["axis"]
        with np.errstate(all="ignore"):
            narrow = np.add.accumulate(array, axis=axis, dtype=array.dtype)
        try:
            value.compare(REGISTRY["cumulative_sum"], sample, aikit.get_backend("numpy").asarray(narrow))
        except CheckFailure:
            found += _length(sample) >= 1_000
    assert found >= 6


def test_a_bound_is_wider_only_where_kernels_are_less_exact() -> None:
    known = bounds.Bounds(wider_on=(bounds.on("jax", float32=6), bounds.on("tensorflow", float32=8, float64=10)))
    assert [known.of("float32", on=on) for on in ("numpy", "jax", "tensorflow")] == [4, 6, 8]
    assert [known.of("float64", on=on) for on in ("numpy", "jax", "tensorflow")] == [4, 4, 10]
    assert [known.of(dtype, on=on) for dtype in ("float32", "float64") for on in ("", "mine")] == [8, 8, 10, 10]
    assert known.of("float16", on="tensorflow") == 1 and known.of("complex64", on="tensorflow") == 8
    assert known.of("float32", of_integers=True, on="tensorflow") == 4


def test_the_bounds_of_accelerators_are_theirs_alone() -> None:
    known = bounds.Bounds(
        real=0,
        integers=2,
        wider_on=(bounds.on("jax", float64=6), bounds.on(bounds.ACCELERATOR, float32=3, complex64=30)),
    )
    on = ("numpy", "jax", "mine", "", bounds.ACCELERATOR)
    assert [known.of("float32", on=one) for one in on] == [0, 0, 0, 0, 3]
    assert [known.of("float64", on=one) for one in on] == [0, 6, 6, 6, 6]
    assert [known.of("complex64", on=one) for one in on] == [8, 8, 8, 8, 30]
    assert [known.of("float32", of_integers=True, on=one) for one in on] == [2, 2, 2, 2, 3]
    cells = [Cell(REGISTRY["divide"], "jax", device, ("float32", "float32")) for device in ("cpu", "cpu:1", "gpu:0")]
    assert [value.asked_on(cell).on for cell in cells] == ["jax", "jax", bounds.ACCELERATOR]
    narrowed = knowledge.of(REGISTRY["fft.fft"]).bounds.narrowed
    assert narrowed(bounds.ACCELERATOR, np.zeros(128)) == narrowed(bounds.ACCELERATOR, np.zeros(129)) == "accelerator"


@pytest.mark.parametrize("name", ["fft.fft", "fft.irfft", "fft.fftn"])
def test_bounds_of_transforms_are_wider_where_a_kernel_loses_digits(name: str) -> None:
    known = knowledge.of(REGISTRY[name]).bounds
    for length, hard in ((127, False), (128, False), (129, True), (1_000, False), (4_097, True)):
        x = np.zeros(length)
        options = {} if name == "fft.fftn" else {"n": length}
        asked = {on: known.narrowed(on, x, **options) for on in ("numpy", "torch", "jax", "mine", "")}
        of = {on: known.of("complex128", on=one) for on, one in asked.items()}
        wide = 64 if hard else 4
        assert of == {"numpy": 4, "torch": wide, "jax": 4, "mine": wide, "": wide}
        assert known.of("complex64", on=asked["torch"]) == 4


def test_bounds_grow_as_the_record_says() -> None:
    summed = knowledge.of(REGISTRY["sum"])
    assert summed.bound("float32", terms=24) == summed.bound("float32") == 8
    assert summed.bound("float32", terms=2_400) == 80
    assert summed.bound("float16", terms=2_400) == 1, "it is computed in float32 and rounded once"
    with pytest.raises(ValueError, match="grows='cube'"):
        bounds.Bounds(grows="cube")


def test_a_long_array_has_a_short_literal() -> None:
    array = in_lanes("moved", (2, 4_097), 1, "float16", (0, 0))
    source = literals.literal(array)
    assert len(source) < 100
    program = f"from pytest_aikit.cases.samples.lanes import in_lanes\nprint({source}.tobytes().hex()[-64:])"
    again = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert again.stdout.strip() == array.tobytes().hex()[-64:]


# ------------------------------------------------------------------------------------------------ special values


def _special(function: str, dtype: str) -> list[Sample]:
    cell = Cell(REGISTRY[function], "numpy", "cpu", (dtype,))
    return [one for one in all_samples(cell, frozenset(), in_turn=True, long=False) if one.part == "special"]


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize("name", ["max", "sum", "cumulative_prod", "sort", "unique_values", "einsum"])
def test_each_floating_dtype_has_special_values_in_all_parts_of_a_long_array(name: str, dtype: str) -> None:
    function = REGISTRY[name]
    cell = Cell(function, "numpy", "cpu", cells.tuples(function, dtype, (dtype,), False)[0][0])
    found = [one for one in all_samples(cell, frozenset(), in_turn=True, long=False) if one.part == "special"]
    assert found
    for sample in found:
        array = sample.arrays[0].astype(np.float64)
        along = int(np.argmax(array.shape))
        parts = np.split(np.moveaxis(array, along, 0), [LONG // 3, 2 * LONG // 3])
        assert max(array.shape) == LONG
        assert all(np.isnan(part).any() and (part == np.inf).any() and (part == -np.inf).any() for part in parts)


@pytest.mark.parametrize("part", [0, 1, 2])
@pytest.mark.parametrize("special", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("name", ["max", "min", "sum", "sort", "cumulative_sum"])
def test_a_special_value_that_is_lost_in_a_long_array_is_found(name: str, special: float, part: int) -> None:
    xp = aikit.get_backend("numpy")
    for sample in _special(name, "bfloat16"):
        array = sample.args[0].copy()
        along = int(np.argmax(array.shape))
        rows = np.moveaxis(array, along, 0)[LONG * part // 3 : LONG * (part + 1) // 3]
        rows[np.isnan(rows) if np.isnan(special) else rows == special] = 0
        with np.errstate(all="ignore"):
            result = getattr(xp, name)(xp.asarray(array, dtype="bfloat16"), *sample.args[1:], **sample.kwargs)
        with pytest.raises(CheckFailure):
            value.compare(REGISTRY[name], sample, result)


def test_special_values_in_a_long_array_are_those_of_its_lanes() -> None:
    array = in_lanes("terms, each special", (12, 4_097), 1, "float32", (0, 0))
    places = [np.flatnonzero(~np.isfinite(lane)).tolist() for lane in array]
    assert sorted(one for one in places if len(one) == 1) == [[0]] * 3 + [[2_048]] * 3 + [[4_096]] * 3
    everywhere = [lane for lane, one in zip(array, places, strict=True) if len(one) == 4_097]
    assert sorted(map(str, (lane[0] for lane in everywhere))) == ["-inf", "inf", "nan"]
