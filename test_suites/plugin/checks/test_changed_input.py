"""A function that changes its input in place is found as such, whichever check calls it; samples stay what they are."""

from __future__ import annotations

import types

import numpy as np
import pytest

import aikit
from aikit.functional.backends import BUILT_IN
from pytest_aikit import checks, memory
from pytest_aikit.cases import calling, samples
from pytest_aikit.cases.samples.layouts import LAYOUTS
from pytest_aikit.model import Case, Cell, CheckFailure, Sample

pytest_plugins = ["pytester"]


def _sort(x, /, **kwargs):
    x.sort()
    return x


def _written(compute):
    """The ufunc-like function `compute`, with its result in the memory of the argument."""

    def broken(x, /, *args, **kwargs):
        x[...] = compute(x, *args, **kwargs)
        return x

    return broken


IN_PLACE = {"sort": _sort, "floor": _written(np.floor), "abs": _written(np.abs), "tril": _written(np.tril)}


@pytest.mark.parametrize("name", IN_PLACE)
def test_a_run_names_it(suite, monkeypatch, name):
    record, backend = aikit.describe(getattr(aikit, name)), aikit.current_backend(np.zeros(1))
    monkeypatch.setattr(backend, name, IN_PLACE[name])
    for dtype in record.table[np.ndarray]:
        monkeypatch.setitem(record.table[np.ndarray], dtype, IN_PLACE[name])
    result = suite(f"--aikit-functions={name}", "--aikit-dtypes=float32,float64")
    result.stdout.fnmatch_lines([f"1. * of `{name}`, changed its input: numpy; 2 cells"])


XP = aikit.get_backend("numpy")


def _case(name, backend="numpy"):
    """A case in which the function adds 1 to the memory of its first array, also where it raises."""
    function, namespace = aikit.describe(getattr(aikit, name)), aikit.get_backend(backend)

    def broken(*args, **kwargs):
        try:
            return getattr(namespace, name)(*args, **kwargs)
        finally:
            array = next((a for a in args if aikit.is_array(a) and 0 not in a.shape), None)
            native = array.data if isinstance(array, aikit.Array) else array
            if native is not None and getattr(native, "flags", np.zeros(1).flags).writeable:
                native += 1

    cell = Cell(function, backend, "cpu", ("float32",) * len(function.array_parameters))
    broken_namespace = types.SimpleNamespace(**{**vars(namespace), name: broken})
    return Case(cell, broken_namespace, samples.core_samples(cell))


ELSEWHERE = {
    "dtype_errors",
    "special",
    "trace",
    "trace_vmap",
    "trace_lengths",
    "trace_rank",
    "copy",
    "dlpack",
    "gradient",
    "second_derivative",
    "memory",
    "reproducible",
}
"""The checks that say nothing about this function on these backends, or call it where PyTorch itself refuses the write."""


@pytest.mark.parametrize("check", [name for name in checks.names() if name not in ELSEWHERE])
@pytest.mark.parametrize("backend", ["numpy", "torch"])
def test_every_check_finds_it(check, backend):
    case = _case("add", backend)
    with np.errstate(all="ignore"), pytest.raises(CheckFailure, match="changed its input") as caught:
        checks.load(check).run(case)
    assert caught.value.sample is not None and isinstance(caught.value.expected, np.ndarray)


def test_a_list_that_grows_is_changed_input():
    function = aikit.describe(aikit.concat)

    def broken(arrays, /, **kwargs):
        arrays.append(arrays[0])
        return XP.concat(arrays[:-1], **kwargs)

    cell = Cell(function, "numpy", "cpu", ("float32",))
    case = Case(cell, types.SimpleNamespace(**{**vars(XP), "concat": broken}), samples.core_samples(cell))
    with pytest.raises(CheckFailure, match="changed its input"):
        checks.load("value").run(case)
    assert all(len(sample.args[0]) < 4 for sample in case.samples)


def test_samples_are_read_only():
    host = np.ones((2, 3), "float32")
    sample = Sample((host, [host]), {"where": host})
    for array in (sample.args[0], sample.args[1][0], sample.kwargs["where"]):
        assert not array.flags.writeable
    assert host.flags.writeable


@pytest.mark.parametrize("label", LAYOUTS)
def test_a_native_copy_lies_in_memory_as_the_sample_does(label):
    array = LAYOUTS[label](np.arange(24.0).reshape(4, 6))
    (frozen,) = Sample((array,)).args
    copy = memory.copied(frozen)
    assert copy.strides == array.strides and copy.flags.writeable == (label != "read-only")
    assert not np.shares_memory(copy, array)
    np.testing.assert_array_equal(copy, array)


@pytest.mark.parametrize(
    "array",
    [
        np.zeros(()),
        np.zeros((0, 3)),
        np.arange(6.0).reshape(2, 3).T,
        np.broadcast_to(np.arange(3.0), (2, 3)),
        np.arange(24).reshape(2, 3, 4)[::-1, :, ::2],
    ],
)
def test_copies_of_other_strides(array):
    copy = memory.copied(array)
    assert copy.strides == array.strides
    np.testing.assert_array_equal(copy, array)


@pytest.mark.parametrize("backend", BUILT_IN)
def test_each_call_gets_arrays_of_its_own(backend):
    cell = Cell(aikit.describe(aikit.sin), backend, "cpu", ("float32",))
    case = Case(cell, aikit.get_backend(backend), samples.core_samples(cell))
    (first, *_), (second, *_) = (calling.arguments(case, case.samples[0])[0] for _ in range(2))
    first[...] = 5
    assert float(second[0]) != 5 or np.isnan(float(second[0]))
    assert calling.changed_input(case).cause == "changed its input"
