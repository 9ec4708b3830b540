"""The verdicts of a run do not depend on the order of its items, nor on how many processes share them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ci.compare_cells import differences, items_in

pytest_plugins = ["pytester"]

SLICE = (
    "--aikit-backends=numpy,array_api_strict",
    "--aikit-functions=tan,sum,zeros",
    "--aikit-dtypes=int32,float64",
    "--aikit-checks=value,dtype,aliasing,native_input,errors",
)
TORCH = (
    "--aikit-backends=torch",
    "--aikit-functions=tan,sum",
    "--aikit-dtypes=int32,float64",
    "--aikit-checks=value,dtype,gradient",
    "--aikit-profile=smoke",
)
SHUFFLED = """
import os, random

def pytest_collection_modifyitems(items):
    order = os.environ["ORDER"]
    if order == "backwards":
        items.reverse()
    elif order:
        random.Random(int(order)).shuffle(items)
"""
PLANTED = """
from dataclasses import replace
import numpy as np
from pytest_aikit.checks import dtype, value
from pytest_aikit.model import CheckFailure

right = value.CHECK.run

def run(case):
    # some state of the process that others must not see, a failure and an error
    np.seterr(all="raise")
    np.random.seed(0)
    if case.cell.function.name == "tan" and case.cell.dtypes[0] == "float64":
        raise CheckFailure("planted", sample=case.samples[0])
    if case.cell.function.name == "sum" and case.cell.dtypes[0] == "int32":
        raise ZeroDivisionError("planted")
    np.seterr(all="ignore")
    return right(case)

value.CHECK = replace(value.CHECK, run=run)
"""


@pytest.mark.parametrize("slice_", [SLICE, TORCH], ids=["numpy and array_api_strict", "torch"])
def test_verdicts_are_the_same_in_every_order(slice_, pytester, plugin, monkeypatch):
    if slice_ is TORCH:
        pytest.importorskip("torch")
    root = Path(__file__).parents[3]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(root), os.environ.get("PYTHONPATH", ""))))
    pytester.makeconftest(SHUFFLED + PLANTED)
    ways = {"as they are": ("", ()), "backwards": ("backwards", ())}
    if pytest.importorskip("xdist"):
        ways |= {"one worker": ("7", ("-n", "1")), "two workers": ("3", ("-n", "2"))}
    if slice_ is TORCH:  # each process takes seconds to import it
        ways = {way: ways[way] for way in ("as they are", "two workers") if way in ways}
    found = {}
    for way, (order, workers) in ways.items():
        monkeypatch.setenv("ORDER", order)
        report = pytester.path / f"{way}.xml"
        result = pytester.runpytest_subprocess(*plugin, *slice_, *workers, f"--junit-xml={report}")
        assert result.ret == pytest.ExitCode.INTERNAL_ERROR
        found[way] = items_in(report, {})
    for way, items in found.items():
        assert not list(differences(found["as they are"], items)), way
    verdicts = [item["checks"] for item in found[[*ways][-1]].values()]
    assert sum(one.get("failed", 0) for one in verdicts) and sum(one.get("error", 0) for one in verdicts)
