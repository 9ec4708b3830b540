"""The tables of long arrays, of memory and of compiled steps: they name what they leave out, and see what they ask for."""

from __future__ import annotations

import csv
import pathlib
import subprocess
import sys

import pyperf
import pytest
from helpers.frameworks import require

import aikit
from aikit.core.records import REGISTRY
from ci.bench import calls, large, layers, memory, reasons, sides
from ci.bench.large_calls import Row

STANDARD = pathlib.Path(__file__).parents[1] / "structure" / "standard_signatures.csv"
NOT_OF_ARRAYS = {"broadcast_shapes", "can_cast", "finfo", "from_dlpack", "iinfo", "isdtype", "result_type"}
"""What computes nothing for each element."""


def test_every_function_of_the_standard_has_a_row() -> None:
    names = {row["name"] for row in csv.DictReader(STANDARD.read_text().splitlines())}
    assert names - {row.function for row in large.rows(())} == NOT_OF_ARRAYS


def test_rows_are_of_functions_that_there_are() -> None:
    assert all(row.function in REGISTRY for row in large.rows(()))
    assert len({row.source for row in large.rows(())}) == len(large.rows(()))


def test_what_is_above_and_what_is_alone_is_said(capsys, monkeypatch) -> None:
    rows = [
        Row("sum(x)", {"*": "own_sum"}),
        Row("stack([x, y])", {"*": "x"}),
        Row("tile(x, (2,))", {"*": "x"}),
        Row("add(x, y)", {"*": "x + y"}),
    ]
    monkeypatch.setattr(large, "rows", lambda functions: rows)
    monkeypatch.setattr(large, "DTYPES", ("float32",))
    monkeypatch.setitem(reasons.OF_LONG_ARRAYS["numpy"], "tile(x, (2,))", {"*": "it has to"})
    large.large(["numpy"], (), 0.001, None)
    lines = {line.partition("  ")[0]: line for line in capsys.readouterr().out.splitlines()}
    assert lines["stack([x, y])"].endswith("*")
    assert lines["tile(x, (2,))"].endswith("r") and "    r: it has to" in lines.values()
    assert lines["add(x, y)"].rstrip()[-1].isdigit()
    assert "nothing to compare with: sum(x)" in lines
    assert "* 1 above, for which no reason is known; r: the reason is known; .: the framework has it not" in lines


def test_several_backends_have_a_process_each_and_one_file(tmp_path, capfd) -> None:
    require("torch")
    file = tmp_path / "found.json"
    large.large(["numpy", "torch"], ["positive"], 0.001, str(file), ["float32", "int32"])
    assert [line.partition(":")[0] for line in capfd.readouterr().out.splitlines() if ": times native" in line] == [
        "numpy",
        "torch",
    ]
    names = pyperf.BenchmarkSuite.load(str(file)).get_benchmark_names()
    assert names == [
        f"{backend} positive(x) {dtype} {side}"
        for backend in ("numpy", "torch")
        for dtype in ("float32", "int32")
        for side in ("native", "aikit")
    ]


def test_reasons_are_of_rows_that_there_are() -> None:
    tables = (
        (reasons.OF_CALLS, {call.source for call in calls.CALLS}),
        (reasons.OF_LAYERS, {call.ours for call in layers.CALLS}),
        (reasons.OF_LONG_ARRAYS, {row.source for row in large.rows(())}),
    )
    for found, sources in tables:
        assert {source for of_backend in found.values() for source in of_backend} <= sources


def test_the_reason_of_what_is_above_is_said(capsys, monkeypatch) -> None:
    monkeypatch.setattr(
        calls,
        "CALLS",
        [calls.Call("add(x, y)", calls.OPERATORS, {"*": "x"}), calls.Call("sin(x)", calls.OPERATORS, {"*": "x"})],
    )
    monkeypatch.setattr(sides, "PEERS", {})
    monkeypatch.setattr(calls.Row, "at_most", lambda row, call, pace: 0.0)
    monkeypatch.setitem(reasons.OF_CALLS["numpy"], "sin(x)", "it has to")
    calls.calls(["numpy"], 3, None)
    printed = capsys.readouterr().out
    assert "    r: it has to" in printed
    assert "* 1 above, for which no reason is known; r: the reason is known" in printed


def test_an_array_is_small() -> None:
    assert memory.bytes_of_an_array("numpy") <= memory.MOST_OF_AN_ARRAY


def test_what_a_call_leaves_is_seen() -> None:
    """In a process of its own: in one that has freed much, what is kept takes that."""
    source = "from ci.bench import memory, sides\nnames = sides.ours('numpy') | {'kept': []}\n"
    source += "print(*(memory.slope(call, names, 20_000) for call in ('kept.append(bytes(100))', 'add(x, y)')))\n"
    root = pathlib.Path(__file__).parents[3]
    printed = subprocess.run(
        [sys.executable, "-c", source], cwd=root, capture_output=True, text=True, check=True
    ).stdout
    kept, nothing = map(float, printed.split())
    assert kept > 100
    assert nothing <= memory.MOST_OF_A_CALL


@pytest.mark.parametrize("program", [memory.chain, memory.neighbours, memory.written], ids=lambda p: p.__name__)
@pytest.mark.parametrize("backend", ["numpy", "torch"])
def test_programs_hold_no_more_than_native_ones(program, backend) -> None:
    require(backend)
    x = aikit.get_backend(backend).ones(memory.SIZE, dtype="float32")
    native = memory.peak(program, memory.framework_module(backend), x.data, x.data)
    assert memory.peak(program, aikit, x, x) <= native + 0.5
