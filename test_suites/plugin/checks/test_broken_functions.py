"""Functions broken on purpose: the run fails with one cause, a snippet and the command for the cell."""

from __future__ import annotations

import numpy as np
import pytest

import aikit

pytest_plugins = ["pytester"]


def _wrong_sign_of_zero(native):
    def broken(x):
        result = native(x)
        return np.where(result == 0, np.abs(result), result)

    return broken


def _float32_for_float64(native):
    return lambda x: native(x).astype(np.float32 if x.dtype == np.float64 else x.dtype)


def _native_returned(function):
    def broken(*args, **kwargs):
        result = function(*args, **kwargs)
        return aikit.to_native(result) if isinstance(result, aikit.Array) else result

    return broken


def _out_not_returned(function):
    def broken(*args, **kwargs):
        result = function(*args, **kwargs)
        return aikit.asarray(result, copy=True) if "out" in kwargs else result

    return broken


@pytest.fixture
def break_native(monkeypatch):
    """Break a function of the numpy backend."""

    def apply(name, fault):
        record, backend = aikit.describe(getattr(aikit, name)), aikit.current_backend()
        monkeypatch.setattr(backend, name, fault(getattr(backend, name)))
        table = record.table[np.ndarray]
        for dtype, native in list(table.items()):
            monkeypatch.setitem(table, dtype, fault(native))

    return apply


@pytest.fixture
def break_public(monkeypatch):
    """Break a function of aikit, bound to numpy."""
    xp = aikit.get_backend("numpy")
    return lambda name, fault: monkeypatch.setattr(xp, name, fault(getattr(xp, name)))


def _assert_one_cause(result, name, title):
    assert result.ret == 1
    result.stdout.fnmatch_lines([title, "    import aikit", f"   again: pytest *--aikit-functions={name} *"])
    assert not [line for line in result.outlines if line.startswith("2. ")]


@pytest.mark.parametrize(
    ("name", "fault", "title"),
    [
        ("trunc", _wrong_sign_of_zero, "1. value of `trunc`, wrong sign of zero: numpy; 4 cells"),
        ("sqrt", _float32_for_float64, "1. dtype of `sqrt`, wrong dtype: float32 for float64: numpy; 1 cell"),
    ],
)
def test_a_broken_backend_is_one_grouped_cause(suite, break_native, name, fault, title):
    break_native(name, fault)
    _assert_one_cause(suite(f"--aikit-functions={name},sin", "--aikit-checks=-trace"), name, title)


@pytest.mark.parametrize(
    ("fault", "title"),
    [
        (_native_returned, "1. return_type of `tan`, returned a native array: numpy; 6 cells"),
        (_out_not_returned, "1. out of `tan`, * numpy; 6 cells"),
    ],
)
def test_a_broken_core_is_one_grouped_cause(suite, break_public, fault, title):
    break_public("tan", fault)
    _assert_one_cause(suite("--aikit-functions=tan,sin", "--aikit-checks=-trace"), "tan", title)


def test_nothing_is_wrong_with_whole_functions(suite):
    assert suite("--aikit-functions=trunc,sqrt,tan", "--aikit-checks=-trace").ret == 0
