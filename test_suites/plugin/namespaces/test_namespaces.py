"""Namespaces of the standard: each planted fault is found, and nothing that the standard leaves open is one."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pytest_aikit import NamespaceAdapter, NamespaceError, namespaces

xp = pytest.importorskip("array_api_strict")
from pytest_aikit.knowledge import standard  # noqa: E402

Array = type(xp.ones(1))


def changed(**replaced: Any) -> types.ModuleType:
    """array_api_strict with other functions; None takes one away."""
    module = types.ModuleType("changed_namespace")
    names = {name: getattr(xp, name) for name in dir(xp) if not name.startswith("__") or "array" in name}
    taken = [name for name, one in replaced.items() if one is None]
    vars(module).update({name: one for name, one in (names | replaced).items() if name not in taken})
    return module


@pytest.fixture
def verdict(monkeypatch) -> Callable[..., Any]:
    """The verdict on a function of array_api_strict with other functions."""

    def judge(
        name: str, *, adapter: NamespaceAdapter | None = None, dtypes: Any = standard.DTYPES, **replaced: Any
    ) -> Any:
        monkeypatch.setitem(__import__("sys").modules, "changed_namespace", changed(**replaced))
        space = namespaces.examined("array_api:changed_namespace", adapter)
        return namespaces.judge(space, namespaces.functions()[name], dtypes)

    return judge


def _cut(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that changes the first argument where it is an array that can be written to."""

    def run(x: Any, *args: Any, **kwargs: Any) -> Any:
        result = function(x, *args, **kwargs)
        if x.ndim and x.size and x.dtype == xp.float32:
            x[...] = xp.zeros_like(x)
        return result

    return run


def _remembered(function: Callable[..., Any]) -> Callable[..., Any]:
    found: dict[Any, Any] = {}
    return lambda x, /: found.setdefault((x.shape, str(x.dtype)), function(x))


def _of_float64(change: Callable[[Any], Any], function: Callable[..., Any]) -> Callable[..., Any]:
    def run(x: Any, *args: Any, **kwargs: Any) -> Any:
        result = function(x, *args, **kwargs)
        return change(result) if x.dtype == xp.float64 else result

    return run


FAULTS: dict[str, tuple[str, Callable[..., Any], str, str, tuple[str, ...]]] = {
    "a wrong branch for one dtype": (
        "sin",
        _of_float64(lambda y: y + 0.01, xp.sin),
        "value",
        "error above the bound",
        ("float64",),
    ),
    "a result in another dtype": (
        "floor",
        _of_float64(lambda y: xp.astype(y, xp.float32), xp.floor),
        "dtype",
        "wrong dtype: float32 for float64",
        ("float64",),
    ),
    "NaN is lost": (
        "maximum",
        lambda x1, x2, /: xp.where(x1 > x2, x1, x2),
        "value",
        "a number for NaN",
        ("float32", "float32"),
    ),
    "the sign of zero": (
        "sqrt",
        lambda x, /: xp.sqrt(x) + 0,
        "value",
        "wrong sign of zero",
        ("float32",),
    ),
    "a keyword does nothing": (
        "sort",
        lambda x, /, *, axis=-1, descending=False, stable=True: xp.sort(x, axis=axis),
        "value",
        "wrong value",
        ("int32",),
    ),
    "one pair of keywords": (
        "sum",
        lambda x, /, *, axis=None, dtype=None, keepdims=False: xp.sum(
            x, axis=axis, dtype=dtype, keepdims=keepdims and not isinstance(axis, tuple)
        ),
        "value",
        "wrong shape",
        ("float32",),
    ),
    "a negative axis": (
        "cumulative_sum",
        lambda x, /, *, axis=None, dtype=None, include_initial=False: xp.cumulative_sum(
            x, axis=0 if axis is None else max(axis, 0), dtype=dtype, include_initial=include_initial
        ),
        "value",
        "",
        ("int32",),
    ),
    "an accumulation that does not widen": (
        "prod",
        lambda x, /, *, axis=None, dtype=None, keepdims=False: xp.prod(
            x, axis=axis, dtype=dtype or x.dtype, keepdims=keepdims
        ),
        "dtype",
        "wrong dtype: int8 for int64",
        ("int8",),
    ),
    "an input that is changed": ("exp", _cut(xp.exp), "aliasing", "changes its input", ("float32",)),
    "a NumPy array for an array": (
        "abs",
        lambda x, /: types.SimpleNamespace(dtype=x.dtype, shape=x.shape),
        "value",
        "gives SimpleNamespace, not an array",
        ("float32",),
    ),
    "not a tuple": (
        "unstack",
        lambda x, /, *, axis=0: xp.stack(xp.unstack(x, axis=axis)),
        "value",
        "gives Array, not a tuple",
        ("float32",),
    ),
    "a dtype that is refused": (
        "take",
        lambda x, indices, /, *, axis=None: xp.take(x, indices, axis=axis) if indices.dtype == xp.int64 else 1 / 0,
        "value",
        "raised ZeroDivisionError",
        ("float32", "int32"),
    ),
    "mixed dtypes": (
        "multiply",
        lambda x1, x2, /: xp.multiply(x1, x2) if x1.dtype == x2.dtype else xp.add(x1, x2),
        "value",
        "wrong value",
        ("int8", "int16"),
    ),
    "a rounding that is not correct": (
        "divide",
        lambda x1, x2, /: x1 * (1 / x2),
        "value",
        "error above the bound",
        ("float32", "float32"),
    ),
    "a complex conjugate": (
        "vecdot",
        lambda x1, x2, /, *, axis=-1: xp.sum(x1 * x2, axis=axis),
        "value",
        "",
        ("complex64", "complex64"),
    ),
    "a result that is remembered by shape": ("exp", _remembered(xp.exp), "value", "", ("float32",)),
    "a wrong branch without dimensions": (
        "negative",
        lambda x, /: xp.negative(x) if x.ndim else x,
        "value",
        "",
        ("float32",),
    ),
    "a wrong axis of three dimensions": (
        "sum",
        lambda x, /, *, axis=None, dtype=None, keepdims=False: xp.sum(
            x, axis=2 if (axis, x.ndim) == (1, 3) else axis, dtype=dtype, keepdims=keepdims
        ),
        "value",
        "wrong shape",
        ("int32",),
    ),
    "a default dtype": (
        "zeros",
        lambda shape, *, dtype=None, device=None: xp.zeros(shape, dtype=dtype or xp.float32),
        "dtype",
        "wrong dtype: float32 for float64",
        ("float64",),
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_found(verdict, fault):
    name, function, check, cause, dtypes = FAULTS[fault]
    record = verdict(name, **{name: function})
    found = [one for one in record.findings if one.check == check and one.dtypes == dtypes]
    assert found, record.findings
    assert not cause or found[0].cause == cause
    assert record.checks["error"] == 0


@pytest.mark.parametrize("name", sorted({fault[0] for fault in FAULTS.values()}))
def test_without_a_fault_nothing_is_found(verdict, name):
    record = verdict(name)
    assert record.findings == []
    assert record.cells["passed"] > 0


def _saturating(x1: Any, x2: Any, /) -> Any:
    """A sum that stays at the limits of an integer dtype."""
    result = xp.add(x1, x2)
    if not xp.isdtype(result.dtype, "integral"):
        return result
    limits = np.iinfo(np.asarray(result).dtype)
    wide = [np.asarray(one).astype(object) for one in (x1, x2)]
    return xp.asarray(np.asarray(np.clip(wide[0] + wide[1], limits.min, limits.max)).astype(limits.dtype))


def _undivided(x1: Any, x2: Any, /) -> Any:
    if not isinstance(x2, (int, float)) and xp.isdtype(x2.dtype, "integral") and xp.any(x2 == 0):
        raise ZeroDivisionError
    return xp.floor_divide(x1, x2)


OPEN: dict[str, tuple[str, Callable[..., Any]]] = {
    "another order of unique values": ("unique_values", lambda x, /: xp.flip(xp.unique_values(x))),
    "overflow of integers": ("add", _saturating),
    "division of integers by zero": ("floor_divide", _undivided),
    "a sine of eight digits": ("sin", _of_float64(lambda y: y * (1 + 1e-9), xp.sin)),
}


@pytest.mark.parametrize("what", OPEN)
def test_what_the_standard_leaves_open_is_no_fault(verdict, what):
    name, function = OPEN[what]
    record = verdict(name, **{name: function})
    assert [one for one in record.findings if one.check != "operator"] == []


def test_function_that_is_missing(verdict):
    record = verdict("sin", sin=None)
    assert dict(record.cells) == {"missing": 1}
    assert record.findings == []


def test_missing_pieces_are_named_and_the_rest_runs(verdict, monkeypatch):
    replaced = {"__array_namespace_info__": None, "__array_api_version__": None, "pi": None, "int8": None}
    assert verdict("add", **replaced).findings == []
    space = namespaces.examined("array_api:changed_namespace")
    assert {one.piece for one in space.missing} == set(replaced)
    record = namespaces.judge_pieces(space)
    assert {one.cause for one in record.findings} == {f"{name}: missing" for name in replaced}
    assert "int8" not in space.dtypes
    assert "dtypes by an adapter" in next(one.details for one in record.findings if one.cause.startswith("int8"))


def test_namespace_without_a_way_out_takes_one_from_an_adapter(verdict, monkeypatch):
    def closed(self, *args, **kwargs):
        raise RuntimeError("no way out")

    for name in ("__dlpack__", "__array__", "__buffer__"):
        monkeypatch.setattr(xp.ones(1).__class__, name, closed, raising=False)
    record = verdict("add")
    assert dict(record.cells) == {"undecided": 1}
    causes = [one.cause for one in namespaces.judge_pieces(namespaces.examined("array_api:changed_namespace")).findings]
    assert any("round trip of float32" in cause and "no way out" in cause for cause in causes)
    opened = NamespaceAdapter(to_numpy=lambda x: x._array)
    assert verdict("add", adapter=opened).cells["passed"] > 0


OF_ARRAYS: dict[str, tuple[str, Any, str]] = {
    "a transpose that is none": ("T", property(lambda x: x), "x.T: gives"),
    "a key from the end": (
        "__getitem__",
        lambda x, key, get=Array.__getitem__: get(x, (0, ...) if key == (-1, ...) else key),
        "x[-1, ...]: gives",
    ),
    "a write that is lost": ("__setitem__", lambda x, key, value: None, "x[:, 1] = 1: gives"),
    "a reflected operator": ("__rsub__", lambda x, other, sub=Array.__sub__: sub(x, other), "2 - x: gives"),
    "a number of Python": ("__int__", lambda x: 0, "int(x[0, 0]): gives 0 for 1"),
}


@pytest.mark.parametrize("fault", OF_ARRAYS)
def test_each_fault_of_arrays_is_found(monkeypatch, fault):
    name, changed_to, cause = OF_ARRAYS[fault]
    monkeypatch.setattr(Array, name, changed_to)
    record = namespaces.judge_pieces(namespaces.examined("array_api:array_api_strict"))
    assert any(one.check == "array" and one.cause.startswith(cause) for one in record.findings), record.findings


def test_arrays_without_a_fault():
    assert namespaces.judge_pieces(namespaces.examined("array_api:array_api_strict")).findings == []


def test_adapter_that_loses_the_dtype(verdict):
    adapter = NamespaceAdapter(to_numpy=lambda x: np.asarray(x).astype("float64"), from_numpy=lambda x: xp.asarray(x))
    with pytest.raises(NamespaceError, match=r"the round trip of bool loses the dtype: float64 comes back; keep it"):
        verdict("add", adapter=adapter)


def test_adapter_takes_functions_and_known_dtypes():
    with pytest.raises(NamespaceError, match=r"to_numpy of the adapter is 1, which is no function"):
        NamespaceAdapter(to_numpy=1)
    with pytest.raises(NamespaceError, match=r"'float33' is no dtype; choose from .*float32"):
        NamespaceAdapter(dtypes={"float33": 1})


def test_every_function_of_the_standard_is_judged():
    assert namespaces.functions().keys() == standard.SINCE.keys()
    extensions = {f"{part}.{name}" for part in ("linalg", "fft") for name in getattr(xp, part).__all__}
    also_in_the_main_namespace = {f"linalg.{name}" for name in ("matmul", "matrix_transpose", "tensordot", "vecdot")}
    own = {f"{one}_array_api_strict_flags" for one in ("get", "set", "reset")}
    public = {
        name
        for name in dir(xp)
        if callable(getattr(xp, name)) and not name.startswith("_") and not isinstance(getattr(xp, name), type)
    }
    assert (public - own) | extensions - also_in_the_main_namespace <= standard.SINCE.keys()
