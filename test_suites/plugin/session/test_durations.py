"""Where the time goes is printed and in the records; under xdist a function is one worker's."""

from __future__ import annotations

import json
import re

import pytest

pytest_plugins = ["pytester"]

PARTS = ("engine", "reference", "framework", "compilation")


def test_the_time_is_printed_by_part(suite):
    result = suite("--aikit-functions=tan,matmul", "--aikit-checks=value", "--aikit-durations")
    result.stdout.fnmatch_lines(["seconds *" + " *".join(PARTS) + " *total"])
    line = next(line for line in result.outlines if re.match(r"numpy +\d", line))
    *parts, total = map(float, line.split()[1:])
    assert len(parts) == len(PARTS) and sum(parts) == pytest.approx(total, abs=0.3)
    assert parts[3] == 0


def test_it_is_not_printed_where_nobody_asks(suite):
    assert "compilation" not in suite("--aikit-functions=tan", "--aikit-checks=value").stdout.str()


def test_records_have_it(pytester, suite):
    suite("--aikit-functions=asinh", "--aikit-checks=value", "--aikit-dtypes=float32", "--junit-xml=x.xml")
    text = (pytester.path / "x.xml").read_text().replace("&quot;", '"')
    seconds = json.loads(re.search(r'"seconds": (\{[^}]*\})', text)[1])
    assert set(seconds) == {"engine", "reference", "framework"} and all(one > 0 for one in seconds.values())


@pytest.mark.needs("jax")
def test_compilations_are_counted(pytester, plugin):
    arguments = ("--aikit-backends=jax", "--aikit-profile=smoke", "--aikit-functions=tan", "--aikit-dtypes=float32")
    for from_cache in (False, True):
        result = pytester.runpytest_subprocess(
            *plugin, *arguments, "--aikit-checks=value", "-k", "not x64", "--aikit-durations", "-o", "cache_dir=kept"
        )
        line = next(line for line in result.outlines if re.match(r"jax +\d", line))
        compiled, cached = map(int, re.search(r"(\d+) compilations, (\d+) of them from the cache", line).groups())
        assert compiled > 0 and (cached > 0) is from_cache


PLUGIN = """
import os, pathlib
from pytest_aikit.cases import oracle

right = oracle.judged

def judged(function, sample, **options):
    with open({path!r}, "a") as file:
        print(function.name, os.environ.get("PYTEST_XDIST_WORKER"), file=file)
    return right(function, sample, **options)

oracle.judged = judged
"""


def test_one_worker_works_out_what_a_function_must_give(pytester, plugin, tmp_path):
    pytest.importorskip("xdist")
    pytest.importorskip("array_api_strict")
    path = tmp_path / "judged"
    pytester.makeconftest(PLUGIN.format(path=str(path)))
    arguments = (
        "--aikit-backends=numpy,array_api_strict",
        "--aikit-profile=smoke",
        "--aikit-functions=tan,sin,exp,cos",
        "-p",
        "no:cacheprovider",  # which keeps some of it for the second run
    )
    counts = []
    for narrowed in (["--aikit-checks=value"], ["--aikit-checks=value", "-n", "2"]):
        path.unlink(missing_ok=True)
        assert pytester.runpytest_subprocess(*plugin, *arguments, *narrowed).ret == 0
        lines = path.read_text().splitlines()
        counts.append(len(lines))
    assert counts[0] == counts[1]
    workers = [line.split() for line in dict.fromkeys(lines)]
    assert len(workers) == 4 and {worker for _, worker in workers} == {"gw0", "gw1"}
