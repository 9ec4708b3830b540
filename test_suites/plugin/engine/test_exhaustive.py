"""The profile `exhaustive`: all values of float32, in chunks."""

from __future__ import annotations

import json

import mpmath
import numpy as np
import pytest

import aikit
from pytest_aikit import options
from pytest_aikit.engine import exhaustive, selection
from pytest_aikit.engine.run import Engine

pytest_plugins = ["pytester"]

SIZE = 2**18
"""The size of a chunk here, so that tests are quick."""
ABOVE_HALF = str(0x3F00_0000 // SIZE)
"""The chunk whose first number is 0.5."""
SUBNORMAL = "0"


class Tried:
    """Runs of some chunks of a function on NumPy, of whose results one may be changed; `calls` counts them."""

    def __init__(self, folder):
        self.folder = folder
        self.calls = 0
        self.change = lambda x, result: result

    def public(self, case):
        function = getattr(case.xp, case.function.qualified_name)

        def changed(x, *args):
            self.calls += 1
            return aikit.asarray(self.change(aikit.to_numpy(x), aikit.to_numpy(function(x, *args)).copy()))

        return changed

    def __call__(self, name, chunks=ABOVE_HALF):
        given = options.Given(backends="numpy", profile="exhaustive", functions=name, chunks=chunks)
        engine = Engine(given, lambda folder: self.folder)
        return exhaustive.run(engine, engine.known[name], "numpy", "cpu")


@pytest.fixture
def tried(tmp_path, monkeypatch):
    found = Tried(tmp_path)
    monkeypatch.setattr(exhaustive.calling, "public", found.public)
    monkeypatch.setattr(exhaustive, "IN_CHUNK", SIZE)
    monkeypatch.setattr(selection, "CHUNKS", 2**32 // SIZE)
    return found


def _at(bits, value):
    """What puts a value in place of the result of one argument."""
    return lambda x, result: np.where(x.view(np.uint32) == bits, np.float32(value), result).astype(np.float32)


def test_the_largest_error_is_that_of_its_argument(tried):
    record = tried("log")
    assert record.largest.values == SIZE
    assert not record.findings
    x, got = float.fromhex(record.largest.argument), float.fromhex(record.largest.got)
    with mpmath.workprec(100):
        exact = mpmath.log(mpmath.mpf(x))
        _, exponent = mpmath.frexp(exact)
        assert float(abs(mpmath.mpf(got) - exact) / mpmath.mpf(2) ** (exponent - 24)) == pytest.approx(
            record.largest.ulp
        )
    assert float(np.log(np.float32(x))) == got


@pytest.mark.parametrize(("name", "bits"), [("log", 0x3F00_1234), ("floor", 0x3F00_0001), ("isnan", 0x3F02_3456)])
def test_one_wrong_value_is_found(tried, name, bits):
    tried.change = lambda x, result: np.where(
        x.view(np.uint32) == bits, ~result if result.dtype == bool else result + 1, result
    )
    (finding,) = tried(name).findings
    assert (finding.check, finding.function, finding.dtypes) == ("value", name, ("float32",))
    assert finding.details.startswith(
        f"1 values, of which the first is {float(np.uint32(bits).view(np.float32)).hex()}"
    )


def test_an_error_within_the_bound_is_the_largest(tried):
    near = np.float32(np.tanh(0.5)) + np.float32(2 * 2.0**-25)
    tried.change = _at(0x3F00_0000, near)
    record = tried("tanh")
    assert not record.findings
    assert float.fromhex(record.largest.argument) == 0.5


def test_zeros_of_subnormal_numbers_are_open_but_for_their_sign(tried):
    tried.change = lambda x, result: np.copysign(np.float32(0), x) if np.abs(x).max() < 1e-38 else result
    assert not tried("sin", SUBNORMAL).findings
    tried.folder = tried.folder / "anew"
    tried.change = lambda x, result: np.where(np.abs(x) < 1e-38, np.float32(-0.0), result)
    assert [finding.cause for finding in tried("sin", SUBNORMAL).findings]


def test_a_chunk_is_kept_until_something_changes(tried, monkeypatch):
    first = tried("log")
    calls = tried.calls
    again = tried("log", f"{ABOVE_HALF},5000")
    assert again.largest.values == 2 * SIZE
    assert calls < tried.calls < 2 * calls + 2  # the other chunk, and the largest errors once more
    assert tried("log").largest == first.largest
    monkeypatch.setattr(exhaustive, "fingerprint", lambda backend: "another")
    before = tried.calls
    tried("log")
    assert tried.calls == before + calls


def test_a_wrong_value_in_a_kept_chunk_fails_again(tried):
    tried.change = _at(0x3F00_0000, 7)
    assert tried("log").findings
    tried.change = lambda x, result: result
    assert tried("log").findings, "the chunk is not run again"


def test_what_is_written_is_whole(tried):
    tried("log")
    (path,) = tried.folder.rglob("*.json")
    assert path.name == f"{ABOVE_HALF}.json"
    assert len(json.loads(path.read_text())["worst"]) == exhaustive.KEPT
    assert not list(tried.folder.rglob("*.partial"))


@pytest.mark.parametrize("chunks", ["256", "3-1", "a", "-1", "1,,2"])
def test_chunks_that_there_are_not(run, chunks):
    result = run("--aikit-backends=numpy", "--aikit-profile=exhaustive", f"--aikit-chunks={chunks}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--aikit-chunks: * is neither a number nor a range from 0 to 255*"])


def test_chunks_without_the_profile(run):
    result = run("--aikit-backends=numpy", "--aikit-chunks=1")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--aikit-chunks is about --aikit-profile=exhaustive*"])


def test_functions_of_one_variable():
    known = Engine(options.Given(backends="numpy")).known
    found = {name for name, function in known.items() if exhaustive.is_of_one_variable(function)}
    assert {"sin", "exp", "log", "tanh", "expm1", "log1p", "pow", "isnan", "sqrt"} <= found
    assert not {"add", "sum", "bitwise_invert", "imag"} & found


def test_the_table(run):
    result = run(
        "--aikit-backends=numpy", "--aikit-profile=exhaustive", "--aikit-functions=sqrt,exp", "--aikit-chunks=66",
        "-k", "all_values",
    )  # fmt: skip
    assert result.ret == 0
    result.stdout.fnmatch_lines(
        [
            "largest error over all values of float32",
            "function *ULP*",
            "exp *numpy *16,777,216 *0x1.*",
            "sqrt *0.5000 *",
        ]
    )
