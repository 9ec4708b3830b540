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


def test_bounds_grow_as_the_record_says() -> None:
    summed = knowledge.of(REGISTRY["sum"])
    assert summed.bound("float32", terms=24) == summed.bound("float32") == 8
    assert summed.bound("float32", terms=2_400) == 80
    assert summed.bound("float16", terms=2_400) == 1, "it is computed in float32 and rounded once"
    with pytest.raises(ValueError, match="grows='cube'"):
        knowledge.bounds.Bounds(grows="cube")


def test_a_long_array_has_a_short_literal() -> None:
    array = in_lanes("moved", (2, 4_097), 1, "float16", (0, 0))
    source = literals.literal(array)
    assert len(source) < 100
    program = f"from pytest_aikit.cases.samples.lanes import in_lanes\nprint({source}.tobytes().hex()[-64:])"
    again = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert again.stdout.strip() == array.tobytes().hex()[-64:]
