"""Namespaces of the standard: each planted fault is found, and nothing that the standard leaves open is one."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pytest_aikit import NamespaceAdapter, NamespaceError, namespaces

xp = pytest.importorskip("array_api_strict")
from pytest_aikit.cases.samples.others import LONGEST  # noqa: E402
from pytest_aikit.cases.samples.sizes import LENGTHS  # noqa: E402
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
    "NaN is lost among several": (
        "max",
        lambda x, /, *, axis=None, keepdims=False: xp.max(
            xp.where(xp.isnan(x), xp.asarray(-1e9, dtype=x.dtype), x) if xp.isdtype(x.dtype, "real floating") else x,
            axis=axis,
            keepdims=keepdims,
        ),
        "value",
        "a number for NaN",
        ("float32",),
    ),
    "an array that is a view": (
        "tan",
        lambda x, /: xp.tan(x) * (1 if x._array.flags.c_contiguous else 2),
        "value",
        "arrays that are views: error above the bound",
        ("float32",),
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
    "a Python scalar that widens one dtype, which does not come first": (
        "where",
        lambda c, x1, x2, /: xp.where(c, xp.asarray(x1) if isinstance(x1, int) else x1, x2),
        "dtype",
        "wrong dtype: int64 for int32",
        ("bool", "int32", "int32"),
    ),
    "a default dtype": (
        "zeros",
        lambda shape, *, dtype=None, device=None: xp.zeros(shape, dtype=dtype or xp.float32),
        "dtype",
        "wrong dtype: float32 for float64",
        ("float32",),  # a call that is the same in every dtype is made in the first one
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


def _of_rounded_quotient(x1: Any, x2: Any, /) -> Any:
    one = x1 if isinstance(x1, Array) else x2
    floating = xp.isdtype(one.dtype, "real floating")
    return xp.floor(xp.divide(x1, x2)) if floating else xp.floor_divide(x1, x2)


def _copying(x: Any, /, shape: Any, *, copy: Any = None) -> Any:
    if copy is False:
        raise ValueError("there are no views")
    return xp.reshape(x, shape, copy=True)


OPEN: dict[str, tuple[str, Callable[..., Any]]] = {
    "another order of unique values": ("unique_values", lambda x, /: xp.flip(xp.unique_values(x))),
    "overflow of integers": ("add", _saturating),
    "division of integers by zero": ("floor_divide", _undivided),
    "a sine of eight digits": ("sin", _of_float64(lambda y: y * (1 + 1e-9), xp.sin)),
    "a quotient that is rounded to a whole one": ("floor_divide", _of_rounded_quotient),
    "a reshape that always copies": ("reshape", _copying),
}


@pytest.mark.parametrize("what", OPEN)
def test_what_the_standard_leaves_open_is_no_fault(verdict, what):
    name, function = OPEN[what]
    record = verdict(name, **{name: function})
    assert [one for one in record.findings if one.check != "operator"] == []


@pytest.mark.parametrize("name", ["flip", "roll", "negative"])
def test_each_length_is_tried_where_they_take_turns(verdict, monkeypatch, name):
    monkeypatch.setattr(namespaces.Namespace, "in_turn", True)  # as the namespaces of JAX and TensorFlow have it
    seen: set[int] = set()

    def run(x: Any, *args: Any, **kwargs: Any) -> Any:
        seen.update(x.shape)
        return getattr(xp, name)(x, *args, **kwargs)

    verdict(name, **{name: run})
    assert [one for one in LENGTHS if one <= LONGEST and one not in seen] == []


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


def _turned(one: Any) -> Any:
    return xp.flip(one) if isinstance(one, Array) and one.ndim == 1 else one


def _lenient(x: Any, key: Any, get: Callable[..., Any] = Array.__getitem__) -> Any:
    return get(x, key[: x.ndim] if type(key) is tuple and all(type(one) is int for one in key) else key)


OF_ARRAYS: dict[str, tuple[str, Any, str]] = {
    "a transpose that is none": ("T", property(lambda x: x), "x.T, x of float32"),
    "a transpose of more dimensions": (
        "mT",
        property(lambda x: xp.permute_dims(x, tuple(reversed(range(x.ndim))))),
        "x.mT, x of float32",
    ),
    "a size of nothing": (
        "size",
        property(lambda x: max(1, int(np.prod(x.shape)))),
        "x.size, x of float32 in the shape (0, 3): gives 1 for 0",
    ),
    "a key from the end": (
        "__getitem__",
        lambda x, key, get=Array.__getitem__: get(x, (0, ...) if key == (-1, ...) else key),
        "x[-1, ...], x of",
    ),
    "a slice in steps": (
        "__getitem__",
        lambda x, key, get=Array.__getitem__: get(x, slice(None) if key == slice(None, None, 2) else key),
        "x[::2], x of",
    ),
    "a key of arrays": (
        "__getitem__",
        lambda x, key, get=Array.__getitem__: get(x, tuple(map(_turned, key)) if type(key) is tuple else key),
        "x[array([0, 1, -1]), array([3, -4, 1])], x of",
    ),
    "a mask of fewer dimensions": (
        "__getitem__",
        lambda x, key, get=Array.__getitem__: x if isinstance(key, Array) and key.ndim < x.ndim else get(x, key),
        "x[array([False, True])], x of",
    ),
    "keys for more axes than there are": ("__getitem__", _lenient, "x[0, 0, 0], x of"),
    "a write that is lost": ("__setitem__", lambda x, key, value: None, "x[()] = "),
    "a write by a mask": (
        "__setitem__",
        lambda x, key, value, write=Array.__setitem__: None if isinstance(key, Array) else write(x, key, value),
        "x[array([",
    ),
    "a reflected operator": (
        "__rsub__",
        lambda x, other, sub=Array.__sub__: sub(x, other),
        "operator.sub(2, x), x of float32",
    ),
    "an operator in place": ("__imul__", lambda x, other: x, "operator.imul(x, 2), x of"),
    "a number of Python": ("__int__", lambda x: 0, "int(x), x = 2.75, x of float32 in the shape (): gives 0 for 2"),
    "an index": ("__index__", lambda x: 0, "index(x), x = -3, x of int32 in the shape (): gives 0 for -3"),
    "a real number of a complex one": (
        "__float__",
        lambda x: float(np.asarray(x).real),
        "float(x), x = 0j, x of complex64",
    ),
    "a device of others": ("__dlpack_device__", lambda x: (2, 0), "type and number of x.__dlpack_device__()"),
}


@pytest.mark.parametrize("fault", OF_ARRAYS)
def test_each_fault_of_arrays_is_found(monkeypatch, fault):
    name, changed_to, cause = OF_ARRAYS[fault]
    monkeypatch.setattr(Array, name, changed_to)
    record = namespaces.judge_pieces(namespaces.examined("array_api:array_api_strict"))
    assert any(one.check == "array" and cause in one.details for one in record.findings), record.findings


def test_arrays_without_a_fault():
    assert namespaces.judge_pieces(namespaces.examined("array_api:array_api_strict")).findings == []


class Told:
    """The inspection of a namespace with another method."""

    def __init__(self, **changed: Any) -> None:
        vars(self).update(changed)

    def __getattr__(self, name: str) -> Any:
        return getattr(xp.__array_namespace_info__(), name)


TOLD: dict[str, tuple[Told, str]] = {
    "a dtype that is no default": (
        Told(default_dtypes=lambda: {**xp.__array_namespace_info__().default_dtypes(), "integral": xp.int32}),
        "info.default_dtypes()['integral'] is the dtype of xp.asarray(1): gives False",
    ),
    "a kind of default that is left out": (
        Told(default_dtypes=lambda: {"real floating": xp.float64}),
        "sorted(info.default_dtypes()): gives",
    ),
    "dtypes of another kind": (
        Told(dtypes=lambda **options: xp.__array_namespace_info__().dtypes()),
        "sorted(info.dtypes(kind='bool')) and",
    ),
    "dtypes of one kind of several": (
        Told(
            dtypes=lambda kind=None, **_: xp.__array_namespace_info__().dtypes(
                kind=kind[0] if type(kind) is tuple else kind
            )
        ),
        "sorted(info.dtypes(kind=('bool', 'real floating'))): gives",
    ),
    "no capabilities": (Told(capabilities=dict), "type(info.capabilities()['boolean indexing']): raised KeyError"),
    "a device that is none": (Told(devices=lambda: ["nowhere"]), "hasattr(xp.asarray(1, device='nowhere'), 'shape')"),
    "a default device that is not there": (Told(devices=list), "info.default_device() in info.devices(): gives False"),
}


@pytest.mark.parametrize("fault", TOLD)
def test_each_fault_of_the_inspection_is_found(verdict, fault):
    told, cause = TOLD[fault]
    verdict("sin", __array_namespace_info__=lambda: told)
    record = namespaces.judge_pieces(namespaces.examined("array_api:changed_namespace"))
    assert any(one.check == "array" and one.cause.startswith(cause) for one in record.findings), record.findings


def _shared(x: Any, /, *args: Any, **kwargs: Any) -> Any:
    return Array._new(x._array.view(), device=x.device)


IN_OTHER_FORMS: dict[str, tuple[str, Any, str, str]] = {
    "a copy of an array that is none": (
        "astype",
        lambda x, dtype, /, **_: _shared(x),
        "aliasing",
        "a copy shares memory",
    ),
    "an axis that is not there": (
        "flip",
        lambda x, /, *, axis=None: xp.flip(x, axis=axis % x.ndim if type(axis) is int and x.ndim else axis),
        "errors",
        "an axis that is not there: accepted",
    ),
    "inner axes that do not fit": (
        "matmul",
        lambda x, y, /: xp.matmul(x, y if y.ndim != 2 else y[: x.shape[-1], :]) if x.ndim else y,
        "errors",
        "inner axes of other lengths: accepted",
    ),
    "a product with a number": (
        "matmul",
        lambda x, y, /: xp.matmul(x, y) if x.ndim and y.ndim else xp.multiply(x, y),
        "errors",
        "an array of no dimension: accepted",
    ),
    "shapes that do not fit": (
        "add",
        lambda x, y, /: x if getattr(x, "shape", 0) == (2, 3) and getattr(y, "shape", 0) == (2, 4) else xp.add(x, y),
        "errors",
        "shapes that do not fit: accepted",
    ),
}


@pytest.mark.parametrize("fault", IN_OTHER_FORMS)
def test_each_fault_of_copies_and_errors_is_found(verdict, fault):
    name, function, check, cause = IN_OTHER_FORMS[fault]
    record = verdict(name, dtypes=["float32"], **{name: function})
    assert (check, cause) in {(one.check, one.cause) for one in record.findings}, record.findings


OF_OPERATORS = {"__rmatmul__": "matmul", "__iadd__": "add", "__ilshift__": "bitwise_left_shift", "__rpow__": "pow"}


@pytest.mark.parametrize("method", OF_OPERATORS)
def test_each_form_of_an_operator_is_judged(verdict, monkeypatch, method):
    monkeypatch.setattr(Array, method, lambda x, other: x)
    record = verdict(OF_OPERATORS[method], dtypes=["int32"])
    assert "operator" in {one.check for one in record.findings}


INQUIRED: dict[str, tuple[str, Any]] = {
    "a cast of an array": ("can_cast", lambda one, other, /: isinstance(one, Array) or xp.can_cast(one, other)),
    "more than two dtypes": ("result_type", lambda *given: xp.result_type(*given[:2])),
    "a number beside a dtype": (
        "result_type",
        lambda *given: xp.float64 if any(type(one) is float for one in given) else xp.result_type(*given),
    ),
    "limits of an array": ("finfo", lambda dtype, /: xp.finfo(dtype) if not isinstance(dtype, Array) else None),
    "a dtype of limits": ("iinfo", lambda dtype, /: types.SimpleNamespace(bits=8, max=127, min=-128, dtype=xp.int64)),
}


@pytest.mark.parametrize("fault", INQUIRED)
def test_each_fault_of_an_inquiry_is_found(verdict, fault):
    name, function = INQUIRED[fault]
    assert verdict(name, **{name: function}).cells["failed"]


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
