"""What references give stays in pytest's cache, under all that it depends on."""

from __future__ import annotations

import sqlite3
import time

import numpy as np
import pytest

from aikit.core.records import REGISTRY
from pytest_aikit import knowledge
from pytest_aikit.cases import kept, oracle
from pytest_aikit.cases.cells import Cell
from pytest_aikit.model import Sample

pytest_plugins = ["pytester"]

PLUGIN = """
from pytest_aikit.cases import oracle

right = oracle.judged

def judged(function, sample, **options):
    with open({path!r}, "a") as file:
        print(function.name, file=file)
    return right(function, sample, **options)

oracle.judged = judged
"""


def test_the_next_run_has_it(pytester, plugin, tmp_path):
    path = tmp_path / "judged"
    pytester.makeconftest(PLUGIN.format(path=str(path)))
    arguments = ("--aikit-backends=numpy", "--aikit-functions=linalg.svdvals", "-k", "float64 and not tail")
    counts = []
    for more in ((), (), ("-p", "no:cacheprovider")):
        path.unlink(missing_ok=True)
        assert pytester.runpytest_subprocess(*plugin, *arguments, "--aikit-checks=value", *more).ret == 0
        counts.append(len(path.read_text().splitlines()))
    assert counts[1] < counts[0] / 2 and counts[2] == counts[0]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "_WORTH", 0.0)
    monkeypatch.setattr(kept, "_source", lambda: "one")
    end = kept.open_in(tmp_path)
    yield tmp_path
    end()


class Counting:
    """Something to be worked out, and how often it was."""

    def __init__(self, result=1.0):
        self.result, self.count = result, 0

    def __call__(self):
        self.count += 1
        return self.result


def _again(folder):
    """As another process does."""
    kept.open_in(None)
    return kept.open_in(folder)


@pytest.mark.parametrize("key", [(), (1.0, "a"), (np.dtype("float32"), b"\x00"), Sample((np.arange(3),), {"k": 1}).key])
def test_a_result_is_found_under_its_key_alone(folder, key):
    sin, cos = REGISTRY["sin"], REGISTRY["cos"]
    compute = Counting([1.0, np.longdouble(2) / 3])
    first = kept.once(sin, "kind", key, compute)
    _again(folder)
    assert kept.once(sin, "kind", key, compute) == first and compute.count == 1
    for function, kind, other in ((cos, "kind", key), (sin, "another", key), (sin, "kind", (*key, 0))):
        kept.once(function, kind, other, compute)
    assert compute.count == 4


def test_what_another_source_gave_is_forgotten(folder, monkeypatch):
    compute = Counting()
    kept.once(REGISTRY["sin"], "kind", (), compute)
    monkeypatch.setattr(kept, "_source", lambda: "two")
    _again(folder)
    kept.once(REGISTRY["sin"], "kind", (), compute)
    assert compute.count == 2
    assert {path.name.partition(".")[0] for path in folder.iterdir()} == {"two"}


def test_the_source_is_that_of_both_packages_and_of_what_they_compute_with(monkeypatch):
    plain = kept._source.__wrapped__
    before = plain()
    assert before == plain()
    monkeypatch.setattr(np, "__version__", "0.0")
    assert plain() != before


def test_what_was_damaged_is_worked_out_again(folder):
    compute = Counting()
    kept.once(REGISTRY["sin"], "kind", (), compute)
    file = next(folder.glob("*.sqlite"))
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE results SET result = zeroblob(length(result))")
    assert kept.once(REGISTRY["sin"], "kind", (), compute) == 1.0 and compute.count == 2


def test_a_file_that_is_none_is_no_failure(tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "_source", lambda: "one")
    (tmp_path / "one.sqlite").write_text("something else " * 100)
    end = kept.open_in(tmp_path)
    assert kept.once(REGISTRY["sin"], "kind", (), Counting()) == 1.0
    end()


def test_what_means_nothing_elsewhere_is_not_kept(folder):
    compute = Counting()
    for _ in range(2):
        kept.once(REGISTRY["vmap"], "kind", Sample((lambda x: x,)).key, compute)
    assert compute.count == 2


def test_a_reference_of_another_package_is_not_kept(folder, monkeypatch):
    compute = Counting()
    monkeypatch.setattr(knowledge.records, "_REFERRED", {"sin"})
    for _ in range(2):
        kept.once(REGISTRY["sin"], "kind", (), compute)
    assert compute.count == 2


def test_what_takes_no_time_is_not_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "_WORTH", 0.05)
    end = kept.open_in(tmp_path)
    quick, slow = Counting(), Counting()
    for _ in range(2):
        kept.once(REGISTRY["sin"], "quick", (), quick)
        kept.once(REGISTRY["sin"], "slow", (), lambda: (time.sleep(0.1), slow())[1])
    end()
    assert (quick.count, slow.count) == (2, 1)


@pytest.mark.parametrize("name, dtype", [("sin", "float64"), ("linalg.svd", "float32"), ("argmax", "float32")])
def test_it_is_what_it_was(folder, name, dtype):
    from pytest_aikit.cases.samples import core_samples

    function = REGISTRY[name]
    for sample in core_samples(Cell(function, "numpy", "cpu", (dtype,) * len(function.array_parameters)))[:4]:
        wanted = oracle.judged(function, sample)
        for _ in range(2):
            oracle._RESULTS.clear()
            found = oracle.expected(function, sample)
            _again(folder)
            pairs = zip(*(one if isinstance(one, tuple) else (one,) for one in (wanted, found)), strict=True)
            for one, other in pairs:
                assert (one.dtype, one.shape, one.kind, one.terms) == (
                    other.dtype,
                    other.shape,
                    other.kind,
                    other.terms,
                )
                for part in ("exact", "scale", "low"):
                    first, second = getattr(one, part), getattr(other, part)
                    assert (first is None) is (second is None)
                    if first is not None:
                        assert first.dtype == second.dtype and np.array_equal(first, second, equal_nan=True)
                        assert second.dtype.hasobject or not second.flags.writeable
