"""Each check passes the real functions and kills deliberately broken ones."""

from __future__ import annotations

import copy
import ctypes
import threading
import types
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import aikit
from aikit.core.arrays import wrap
from aikit.exceptions import AikitException, AikitTypeError, AikitValueError
from pytest_aikit import checks, knowledge
from pytest_aikit.cases import cells, samples
from pytest_aikit.model import Case, Cell, CheckFailure

XP = aikit.get_backend("numpy")
Broken = Callable[..., Any]
Mutant = Callable[[Broken], Broken]


@pytest.fixture(autouse=True)
def without_floating_warnings() -> Iterator[None]:
    """As in a run of the plugin, where special values make NumPy speak up all the time."""
    with np.errstate(all="ignore"):
        yield


def case_of(name: str, dtypes: tuple[str, ...], mutant: Mutant | None = None, accepted: bool = True) -> Case:
    """A case on numpy, in which the function is replaced by a mutant of it."""
    function = aikit.describe(getattr(aikit, name))
    cell = Cell(function, "numpy", "cpu", dtypes, accepted)
    namespace = XP
    if mutant is not None:
        namespace = types.SimpleNamespace(**{**vars(XP), name: mutant(getattr(XP, name))})
    return Case(cell, namespace, samples.core_samples(cell))


def kill(check: str, cause: str, case: Case) -> None:
    with pytest.raises(CheckFailure) as caught:
        checks.load(check).run(case)
    assert cause in caught.value.cause


def array(values: Any) -> Any:
    return XP.asarray(values, dtype=values.dtype.name)


def on_host(change: Callable[[np.ndarray], np.ndarray]) -> Mutant:
    """A mutant that changes the values of the result."""
    return lambda real: lambda *args, **kwargs: array(change(np.array(aikit.to_numpy(real(*args, **kwargs)))))


def _ulps(count: int) -> Mutant:
    def change(values: np.ndarray) -> np.ndarray:
        for _ in range(count):
            # towards zero, so that nothing overflows
            values = np.where(np.isfinite(values), np.nextafter(values, values.dtype.type(0)), values)
        return values

    return on_host(change)


def _out(write: Callable[[Broken, Any, Any, Any], Any]) -> Mutant:
    """A mutant that does something of its own where `out` is given."""

    def mutant(real: Broken) -> Broken:
        def broken(*args: Any, out: Any = None, **kwargs: Any) -> Any:
            return real(*args, **kwargs) if out is None else write(real, out, args, kwargs)

        return broken

    return mutant


def _lying_beneath(real: Broken) -> Broken:
    """A mutant whose result nobody may write to, and which lies in the memory of the argument all the same."""

    def broken(x: Any) -> Any:
        native = x.data
        memory = (ctypes.c_char * native.nbytes).from_address(native.ctypes.data)
        found: np.ndarray = np.ndarray(native.shape, native.dtype, memory)
        found.flags.writeable = False
        return wrap(found)

    return broken


def _resized(real: Broken, out: Any, args: Any, kwargs: Any) -> Any:
    out._data = real(*args, **kwargs)._data
    return out


def _dirty(real: Broken, out: Any, args: Any, kwargs: Any) -> Any:
    kept = out._data
    try:
        return real(*args, **kwargs, out=out)
    except Exception:
        out._data = np.zeros_like(kept)
        raise


def _ignored(real: Broken, out: Any, args: Any, kwargs: Any) -> Any:
    real(*args, **kwargs)
    return out


def _garbage(real: Broken, out: Any, args: Any, kwargs: Any) -> Any:
    with np.errstate(all="ignore"):
        return (
            real(*args, **kwargs, out=out)
            if out._data.dtype.kind != "f"
            else _resized(XP.add, out, (out, real(*args, **kwargs)), {})
        )


def _mutating(real: Broken) -> Broken:
    def broken(x: Any, **kwargs: Any) -> Any:
        result = real(x, **kwargs)
        if type(x) is aikit.Array and x.size:
            x._data[...] = 5
        return result

    return broken


def _remembering(real: Broken) -> Broken:
    """A mutant that gives the result for what was in an Array when it was first called with that."""
    seen: list[tuple[Any, Any]] = []

    def broken(x: Any, **kwargs: Any) -> Any:
        found = next((values for one, values in seen if one is x), None)
        if found is None:
            found = np.array(aikit.to_numpy(real(x, **kwargs)))
            seen.append((x, found))
        return array(found.copy())

    return broken


def _remembering_natively(real: Broken) -> Broken:
    """A mutant that holds a native array, so that a write to the Array gives that another one, and remembers its result."""
    seen: list[tuple[Any, Any]] = []

    def broken(x: Any, **kwargs: Any) -> Any:
        native = aikit.to_native(x)
        found = next((values for one, values in seen if one is native), None)
        if found is None:
            found = np.array(aikit.to_numpy(real(x, **kwargs)))
            seen.append((native, found))
        return array(found.copy())

    return broken


def _cleared_first(real: Broken, out: Any, args: Any, kwargs: Any) -> Any:
    out[...] = 1
    return real(*args, **kwargs, out=out)


def _native_differs(real: Broken) -> Broken:
    def broken(*args: Any, **kwargs: Any) -> Any:
        result = real(*args, **kwargs)
        return result if type(args[0]) is aikit.Array else XP.add(result, 1)

    return broken


def _keyword_differs(real: Broken) -> Broken:
    def broken(*args: Any, **kwargs: Any) -> Any:
        result = real(*args, **kwargs)
        return XP.add(result, 1) if "axes" in kwargs else result

    return broken


def _without_override(real: Broken) -> Broken:
    def broken(*args: Any, **kwargs: Any) -> Any:
        if any(hasattr(type(value), "answer") or type(value).__name__.startswith("Overriding") for value in args):
            raise TypeError("no array")
        return real(*args, **kwargs)

    return broken


def _of_class(name: str, answer: Callable[[], Any]) -> Callable[[Broken], Broken]:
    """A mutant that gives something else where an object of a class of that name is among the arguments."""

    def mutant(real: Broken) -> Broken:
        def broken(*args: Any, **kwargs: Any) -> Any:
            return answer() if any(type(value).__name__ == name for value in args) else real(*args, **kwargs)

        return broken

    return mutant


def _of_other_threads(real: Broken) -> Broken:
    """A mutant that answers with what the thread before it was answered."""
    last: list[Any] = []

    def broken(*args: Any, **kwargs: Any) -> Any:
        result = real(*args, **kwargs)
        if threading.current_thread() is threading.main_thread():
            return result
        last.append(result)
        return last[0]

    return broken


def _asked_twice(real: Broken) -> Broken:
    def broken(*args: Any, **kwargs: Any) -> Any:
        real(*args, **kwargs)
        return real(*args, **kwargs)

    return broken


def _converts(real: Broken) -> Broken:
    """A mutant that makes arrays of the arguments before it looks for an override."""

    def broken(*args: Any, **kwargs: Any) -> Any:
        return real(*[XP.asarray(x, copy=True) if type(x) is aikit.Array else x for x in args], **kwargs)

    return broken


def _swallows(real: Broken) -> Broken:
    def broken(*args: Any, **kwargs: Any) -> Any:
        try:
            return real(*args, **kwargs)
        except Exception as error:
            raise AikitTypeError(f"abs: x is a {type(args[0]).__name__}") from error

    return broken


def _accepts_foreign(real: Broken) -> Broken:
    return lambda *args, **kwargs: 3 if type(args[0]).__name__ == "Foreign" else real(*args, **kwargs)


def _raises(error: Exception) -> Mutant:
    def mutant(real: Broken) -> Broken:
        def broken(*args: Any, **kwargs: Any) -> Any:
            raise copy.copy(error)  # one that was raised before knows where

        return broken

    return mutant


def _other_class(real: Broken) -> Broken:
    """A mutant whose errors are those of NumPy."""

    def broken(*args: Any, **kwargs: Any) -> Any:
        try:
            return real(*args, **kwargs)
        except aikit.AikitException as error:
            raise ValueError(str(error)) from error

    return broken


def _keeps_its_error(real: Broken) -> Broken:
    def broken(*args: Any, **kwargs: Any) -> Any:
        try:
            return real(*args, **kwargs)
        except aikit.AikitException as error:
            kept = error
            raise kept from None

    return broken


def _says_little(real: Broken) -> Broken:
    def broken(*args: Any, **kwargs: Any) -> Any:
        try:
            return real(*args, **kwargs)
        except AikitException as error:
            raise type(error)("take: no") from None

    return broken


def _any_axis(real: Broken) -> Broken:
    return lambda x, **kwargs: real(x, **{**kwargs, "axis": 0}) if kwargs.get("axis") == 99 else real(x, **kwargs)


def _on_containers(change: Callable[[Any], Any]) -> Mutant:
    """A mutant that changes the containers that are returned."""

    def mutant(real: Broken) -> Broken:
        def broken(*args: Any, **kwargs: Any) -> Any:
            result = real(*args, **kwargs)
            return change(result) if isinstance(result, aikit.Container) else result

        return broken

    return mutant


def _leaf_skipped(container: Any) -> Any:
    return container.cont_map(lambda leaf, chain: leaf if chain != "b/d" else XP.zeros(leaf.shape, dtype=leaf.dtype))


def _any_structure(real: Broken) -> Broken:
    def broken(*args: Any, **kwargs: Any) -> Any:
        try:
            return real(*args, **kwargs)
        except aikit.AikitStructureError:
            return args[0]

    return broken


def _other_error_of_structure(real: Broken) -> Broken:
    def broken(*args: Any, **kwargs: Any) -> Any:
        try:
            return real(*args, **kwargs)
        except aikit.AikitStructureError as error:
            raise AikitValueError(str(error)) from None

    return broken


def _out_of_containers(write: Callable[[Any, Any], Any]) -> Mutant:
    """A mutant that writes the results for containers to `out` in a way of its own."""

    def mutant(real: Broken) -> Broken:
        def broken(*args: Any, out: Any = None, **kwargs: Any) -> Any:
            result = real(*args, **kwargs)
            if out is None or not isinstance(result, aikit.Container):
                return real(*args, **kwargs, out=out)
            return write(result, out)

        return broken

    return mutant


def _into_each(result: Any, out: Any) -> Any:
    """Each leaf is written before the next one is looked at, to whatever `out` has for it."""
    aikit.Container.cont_multi_map(lambda leaves, chain: aikit.positive(leaves[0], out=leaves[1]), [result, out])
    return out


def _one_by_one(result: Any, out: Any) -> Any:
    """An error at a leaf comes when those before it have been written."""
    try:
        return aikit.positive(result, out=out)
    except AikitValueError as error:
        if "out has shape" in str(error):
            _into_each(result, out)
        raise


def _with_seed(change: Callable[[Any], Any]) -> Mutant:
    """A mutant that draws with another seed."""
    return lambda real: lambda *args, seed=None, **kwargs: real(*args, seed=change(seed), **kwargs)


def _with_the_frameworks_generator(real: Broken) -> Broken:
    def broken(*args: Any, **kwargs: Any) -> Any:
        np.random.random()
        return real(*args, **kwargs)

    return broken


def _where_long(change: Callable[[np.ndarray], np.ndarray]) -> Mutant:
    """A mutant of what is drawn where that is much, so that no value lies elsewhere."""
    return on_host(lambda v: change(v) if v.size == 50_000 else v)


F32, F64 = ("float32",), ("float64",)
F32_TWICE, I32_TWICE = F32 * 2, ("int32",) * 2
TRACES = ("trace", "trace_vmap", "trace_lengths", "trace_rank")
MUTANTS: dict[str, tuple[str, str, tuple[str, ...], Mutant, str]] = {
    # what is broken: check, function, dtypes, mutant, cause
    "wrong sign of zero": (
        "value", "sin", F32, on_host(lambda v: np.where(v == 0, np.float32(0), v)), "wrong sign of zero",
    ),
    "one number drawn": (
        "value", "random_uniform", F32_TWICE, _where_long(lambda v: np.full_like(v, v[0, 0])), "not evenly distributed",
    ),
    "half of the interval": (
        "value", "random_uniform", F32_TWICE, _where_long(lambda v: np.where(v > 0.5, v - np.float32(0.5), v)),
        "not evenly distributed",
    ),
    "numbers in order": (
        "value", "random_uniform", F32_TWICE, _where_long(lambda v: np.sort(v, axis=None).reshape(v.shape)),
        "neighbours depend on each other",
    ),
    "the upper end": (
        "value", "random_uniform", F32_TWICE, _where_long(lambda v: np.where(v == v.max(), np.float32(1), v)),
        "outside of the interval",
    ),
    "another mean": ("value", "random_normal", F32_TWICE, _where_long(lambda v: v + np.float32(0.05)), "not normally"),
    "another deviation": ("value", "random_normal", F32_TWICE, _where_long(lambda v: v * np.float32(1.03)), "variance"),
    "no tails": (
        "value", "random_normal", F32_TWICE, _where_long(lambda v: np.where(abs(v) > 3, v / 2, v)), "tails",
    ),
    "the end drawn": (
        "value", "randint", I32_TWICE, _where_long(lambda v: np.where(v == v.min(), v.max() + 1, v)), "outside of the range",
    ),
    "the last left out": (
        "value", "randint", I32_TWICE, _where_long(lambda v: np.where(v == v.max(), v.max() - 1, v)),
        "drawn with other probabilities",
    ),
    "members in turn": (
        "value", "multinomial", F32, on_host(lambda v: np.resize([0, 2, 3, 4], v.shape)), "probabilit",
    ),
    "members exchanged": (
        "value", "multinomial", F32, on_host(lambda v: np.where(v == 2, 3, np.where(v == 3, 2, v))), "probabilit",
    ),
    "another axis": (
        "value", "shuffle", ("int32",), lambda real: lambda x, axis=0, /, **kwargs: real(x, axis - x.ndim + 1, **kwargs),
        "not the parts along the axis",
    ),
    "not shuffled": ("value", "shuffle", ("int32",), lambda real: lambda x, *args, **kwargs: x, "parts stay"),
    "a seed that has no effect": (
        "reproducible", "random_uniform", F32_TWICE, _with_seed(lambda seed: None if seed is None else 1),
        "the same result for another seed",
    ),
    "half of a seed": (
        "reproducible", "randint", I32_TWICE, _with_seed(lambda seed: None if seed is None else seed % 2**32),
        "the same result for another seed",
    ),
    "one number of aikit's generator": (
        "reproducible", "random_normal", F32_TWICE, _with_seed(lambda seed: 1 if seed is None else seed),
        "the same result for another seed",
    ),
    "a seed that is left out": (
        "reproducible", "shuffle", ("int32",), _with_seed(lambda seed: None), "another result for the same seed",
    ),
    "the generator of NumPy": (
        "reproducible", "random_uniform", F32_TWICE, _with_the_frameworks_generator, "changes the generator of numpy",
    ),
    "a few ULP": ("value", "sin", F32, _ulps(6), "error above the bound"),
    "a few ULP in float64": ("value", "exp", F64, _ulps(6), "error above the bound"),
    "one ULP where exact": ("value", "add", ("float32", "float32"), _ulps(1), "error above the bound"),
    "one ULP of int32 and float32": ("value", "multiply", ("int32", "float32"), _ulps(1), "error above the bound"),
    "an error that says little": ("errors", "take", ("float32", "int32"), _says_little, "the message lacks"),
    "one ULP of a power of two": (
        "value", "exp2", F32, on_host(lambda v: np.where(v == 2.0**127, np.nextafter(v, v * 0), v)),
        "inexact where it must be exact",
    ),
    "NaN dropped": ("value", "log", F32, on_host(np.nan_to_num), "a number for NaN"),
    "NaN for a number": ("value", "abs", F32, on_host(lambda v: v / v), "NaN for a number"),
    "infinity dropped": (
        "value", "exp", F32, on_host(lambda v: np.minimum(v, np.float32(9e9))), "wrong value for infinity",
    ),
    "integer off by one": (
        "value", "floor_divide", ("int32", "int32"), on_host(lambda v: v + np.int32(1)), "wrong value",
    ),
    "elements moved": ("value", "flip", ("int32",), lambda real: lambda x, **kwargs: x, "wrong value"),
    "dtype wrongly refused": ("value", "sin", F64, _raises(AikitTypeError("sin: x")), "raised AikitTypeError"),
    "subnormals doubled": (
        "subnormal", "positive", F32, on_host(lambda v: np.where(np.abs(v) < 1e-38, v * 2, v)), "error above the bound",
    ),
    "special case": ("special", "remainder", ("float32", "float32"), on_host(np.abs), "wrong value"),
    "sign of zero of a special case": ("special", "sqrt", F32, on_host(np.abs), "wrong sign of zero"),
    "division by zero": (
        "special", "floor_divide", ("int32", "int32"), on_host(lambda v: np.where(v == 0, -1, v).astype("int32")),
        "wrong value",
    ),
    "wrong dtype": ("dtype", "sin", F32, on_host(lambda v: v.astype("float64")), "wrong dtype: float64 for float32"),
    "wrong dtype of mixed ones": (
        "dtype", "add", ("int32", "float32"), on_host(lambda v: v.astype("float64")), "wrong dtype",
    ),
    "dtype by its name": (
        "dtype", "sin", F32,
        lambda real: lambda x: types.SimpleNamespace(dtype="float32", shape=x.shape, device=x.device),
        "the dtype is no Dtype",
    ),
    "device by its name": (
        "dtype", "sin", F32,
        lambda real: lambda x: types.SimpleNamespace(dtype=x.dtype, shape=x.shape, device="cpu"), "the device is no Device",
    ),
    "default dtype ignored": (
        "dtype", "mean", ("int32",), on_host(lambda v: v.astype("float32")), "with other defaults: wrong dtype",
    ),
    "wrong where an array stands twice": (
        "value", "equal", ("float32", "float32"), lambda real: lambda x1, x2: real(x1, -x2 if x1 is x2 else x2),
        "wrong value",
    ),
    "wrong shape": ("dtype", "sum", F32, on_host(lambda v: v[None]), "wrong shape"),
    "wrong device": (
        "dtype", "sin", F32,
        lambda real: lambda x: types.SimpleNamespace(dtype="float32", shape=x.shape, device="gpu:0"), "wrong device",
    ),
    "native returned": ("return_type", "sin", F32, lambda real: lambda x: real(x).data, "returned a native array"),
    "several returned": ("return_type", "sin", F32, lambda real: lambda x: (real(x),), "wrong structure"),
    "a number returned": ("return_type", "sum", F32, lambda real: lambda x, **kwargs: 3.0, "returned a float"),
    "native taken otherwise": ("native_input", "sin", F32, _native_differs, "another result for native arrays"),
    "keyword taken otherwise": ("native_input", "permute_dims", ("int32",), _keyword_differs, "by keyword"),
    "out not returned": (
        "out", "sin", F32, _out(lambda real, out, args, kwargs: real(*args, **kwargs)), "out is not returned",
    ),
    "out ignored": ("out", "sin", F32, _out(_ignored), "out does not hold the result"),
    "out depends on garbage": ("out", "sin", F32, _out(_garbage), "out does not hold the result"),
    "out resized": ("out", "sin", F32, _out(_resized), "out changes dtype"),
    "out changed by an error": ("out", "sin", F32, _out(_dirty), "is changed"),
    "out cleared before it is read": ("out", "isfinite", F32, _out(_cleared_first), "out does not hold the result"),
    "argument handed back": ("return_type", "positive", F32, lambda real: lambda x: x, "returned an Array that was handed in"),
    "result remembered": ("aliasing", "sin", F32, _remembering, "a second call gives the result for what was"),
    "result remembered of a native array": (
        "aliasing", "sin", F32, _remembering_natively, "a second call gives the result for what was",
    ),
    "argument mutated": ("aliasing", "sin", F32, _mutating, "changed its input"),
    "result is the argument": ("aliasing", "positive", F32, lambda real: lambda x: x, "writing to the result changes"),
    "result lies in the argument": ("aliasing", "positive", F32, _lying_beneath, "writing to an argument changes the result"),
    "other defaults ignored": (
        "dtype", "sum", ("int32",), lambda real: lambda x, dtype=None, **kwargs: real(x, dtype=dtype or "int32", **kwargs),
        "with other defaults: wrong dtype",
    ),
    "an array less": ("value", "unique_counts", F32, lambda real: lambda x: real(x)[:1], "wrong number of arrays"),
    "error of structure changed": (
        "container", "add", ("float32", "float32"), _other_error_of_structure, "AikitValueError for AikitStructureError",
    ),
    "override skipped": ("override", "abs", F32, _without_override, "an override is not called"),
    "override of a subclass of Array skipped": (
        "override", "abs", F32, _of_class("OverridingArray", lambda: array([1.0])), "of a subclass of Array is not called",
    ),
    "override in a container skipped": (
        "override", "abs", F32, _of_class("Container", lambda: aikit.Container(a=1, b={"c": 1})),
        "in a container is not called for each leaf",
    ),
    "override of another thread": ("override", "abs", F32, _of_other_threads, "gets the call of another"),
    "override asked twice": ("override", "abs", F32, _asked_twice, "an override is called 2 times"),
    "arguments converted": ("override", "add", ("float32", "float32"), _converts, "the caller's arguments"),
    "error of an override swallowed": ("override", "abs", F32, _swallows, "of an override becomes"),
    "foreign class accepted": ("override", "abs", F32, _accepts_foreign, "a foreign class is accepted"),
    "leaf of a container skipped": (
        "container", "cos", F32, _on_containers(_leaf_skipped), "another result for the leaf of a container",
    ),
    "container flattened": (
        "container", "cos", F32, _on_containers(lambda c: c.cont_flatten_key_chains()), "another structure",
    ),
    "keys in another order": (
        "container", "cos", F32, _on_containers(lambda c: aikit.Container(reversed(c.items()))), "another structure",
    ),
    "dict returned": ("container", "cos", F32, _on_containers(lambda c: c.cont_to_dict()), "returned no container"),
    "any structure accepted": (
        "container", "add", ("float32", "float32"), _any_structure, "without shared structure are accepted",
    ),
    "out of containers is an Array": (
        "container", "cos", F32, _out_of_containers(_into_each), "out of an Array is accepted for containers",
    ),
    "out of containers written one by one": (
        "container", "cos", F32, _out_of_containers(_one_by_one), "another shape at the last leaf is changed by a call that fails",
    ),
    "out of containers not returned": (
        "container", "cos", F32, _out_of_containers(lambda result, out: result), "a container out is not returned with its Arrays",
    ),
    "out of containers with other Arrays": (
        "container", "cos", F32, _out_of_containers(lambda result, out: out.update(result) or out),
        "a container out is not returned with its Arrays",
    ),
    "nothing for empty containers": (
        "container", "unique_all", F32,
        lambda real: lambda x: () if isinstance(x, aikit.Container) and not x else real(x), "empty containers give other results",
    ),
    "error class changed": ("errors", "sum", F32, _other_class, "raised ValueError"),
    "error kept in a cycle": ("errors", "sum", F32, _keeps_its_error, "the error keeps the arguments alive"),
    "bad axis accepted": ("errors", "argmax", F32, _any_axis, "axis=99: accepted"),
}  # fmt: skip


@pytest.mark.parametrize("mutant", MUTANTS)
def test_mutant_is_killed(mutant: str) -> None:
    check, name, dtypes, change, cause = MUTANTS[mutant]
    assert checks.load(check).applies(aikit.describe(getattr(aikit, name)))
    kill(check, cause, case_of(name, dtypes, change))


@pytest.mark.parametrize("mutant", MUTANTS)
def test_real_function_passes(mutant: str) -> None:
    check, name, dtypes, _, _ = MUTANTS[mutant]
    checks.load(check).run(case_of(name, dtypes))


class TestErrors:
    """Cells whose dtypes the function does not take."""

    def test_documented_error_passes(self) -> None:
        checks.load("dtype_errors").run(case_of("sin", ("int32",), accepted=False))
        checks.load("dtype_errors").run(case_of("add", ("int64", "uint64"), accepted=False))

    def test_accepted_dtype(self) -> None:
        kill("dtype_errors", "is accepted", case_of("sin", ("int32",), lambda real: lambda x: x, accepted=False))

    def test_other_class(self) -> None:
        kill(
            "dtype_errors",
            "ValueError for a dtype",
            case_of("sin", ("bool",), _raises(ValueError("sin: x")), accepted=False),
        )
        kill(
            "dtype_errors",
            "AikitValueError for",
            case_of("sin", ("bool",), _raises(AikitValueError("sin: x")), accepted=False),
        )

    def test_kept(self) -> None:
        case = case_of("sin", ("int32",), _keeps_its_error, accepted=False)
        kill("dtype_errors", "the error keeps the arguments alive", case)

    def test_message(self) -> None:
        kill(
            "dtype_errors",
            "name the function",
            case_of("sin", ("bool",), _raises(AikitTypeError("no")), accepted=False),
        )
        kill(
            "dtype_errors",
            "neither argument nor dtypes",
            case_of("sin", ("bool",), _raises(AikitTypeError("sin: no")), accepted=False),
        )


class TestMethodsAndOperators:
    """Mutants of Array itself."""

    def test_method(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(aikit.Array, "cos", lambda self: aikit.sin(self))
        kill("method", "another result of the method", case_of("cos", F32))

    @pytest.mark.parametrize("name", ["add", "__add__"])
    def test_override(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        real = getattr(aikit.Array, name)
        broken = lambda self, x: "nothing" if type(x).__name__ == "Overriding" else real(self, x)  # noqa: E731
        monkeypatch.setattr(aikit.Array, name, broken)
        form = "operator" if name.startswith("__") else "method"
        kill("override", f"the {form} does not lead to an override", case_of("add", ("float32", "float32")))

    def test_method_without_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(aikit.Array, "cos", lambda self, out=None: aikit.cos(self))
        kill("method", "does not return out", case_of("cos", F32))

    def test_operator_of_containers(self, monkeypatch: pytest.MonkeyPatch) -> None:
        real = aikit.Container.__sub__
        flat = lambda self, other: real(self, other).cont_flatten_key_chains()  # noqa: E731
        monkeypatch.setattr(aikit.Container, "__sub__", flat)
        kill("operator", "gives another structure", case_of("subtract", ("float32", "float32")))

    def test_in_place_operator_that_raises_another_error(self, monkeypatch: pytest.MonkeyPatch) -> None:
        real = aikit.Array.__iadd__

        def added(self: Any, other: Any) -> Any:
            try:
                return real(self, other)
            except AikitException as error:
                raise RuntimeError from error

        monkeypatch.setattr(aikit.Array, "__iadd__", added)
        too_large = samples.Sample((np.float32([1, 2]), np.ones((3, 2), np.float32)))
        case = replace(case_of("add", ("float32", "float32")), samples=(too_large,))
        kill("operator", "in place: raised RuntimeError", case)

    def test_missing_method(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(aikit.Array, "cos", None)
        kill("method", "no method of this name", case_of("cos", F32))

    def test_operator(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(aikit.Array, "__sub__", lambda self, other: aikit.subtract(other, self))
        kill("operator", "another result of the operator", case_of("subtract", ("float32", "float32")))

    def test_reflected_operator(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(aikit.Array, "__rsub__", lambda self, other: aikit.subtract(self, other))
        case = case_of("subtract", ("float32", "float32"))
        of_a_number = samples.Sample((2.5, np.float32([1, 2])))
        kill("operator", "another result of the operator", replace(case, samples=(of_a_number,)))

    def test_in_place_operator(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(aikit.Array, "__iadd__", lambda self, other: aikit.add(self, other))
        kill("operator", "returns another object", case_of("add", ("float32", "float32")))

    def test_operator_beside_an_array_of_numpy(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(aikit.Array, "__array_ufunc__", lambda self, ufunc, method, *inputs: aikit.add(*inputs))
        kill("operator", "beside an array of NumPy", case_of("subtract", ("float32", "float32")))

    def test_in_place_operator_that_writes_over_what_is_held(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def added(self: Any, other: Any) -> Any:
            np.add(self.data, getattr(other, "data", other), out=self.data)
            return self

        monkeypatch.setattr(aikit.Array, "__iadd__", added)
        kill("operator", "held elsewhere", replace(case_of("add", ("float32", "float32")), samples=(LONG_PAIR,)))


LONG_PAIR = samples.Sample((np.ones(10, np.float32), np.ones(10, np.float32)), part="sizes")


def _without_attributes(x: Any, memo: Any) -> Any:
    other = object.__new__(type(x))
    other._data = x.data.copy()
    return other


class TestExchange:
    """Arrays given away, copied and pickled."""

    @pytest.mark.parametrize(
        ("change", "cause"),
        [
            (lambda x: XP.add(x, XP.ones((), dtype="float32")), "other values"),
            (lambda x: XP.astype(x, "float64"), "another array"),
            (lambda x: 1 / 0, "raised ZeroDivisionError"),
        ],
    )
    def test_dlpack(self, monkeypatch: pytest.MonkeyPatch, change: Any, cause: str) -> None:
        real = XP.from_dlpack
        monkeypatch.setattr(XP, "from_dlpack", lambda x: change(real(x)))
        kill("dlpack", cause, case_of("asarray", F32))

    def test_dlpack_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refused(x: Any) -> Any:
            raise aikit.AikitBufferError("from_dlpack: no")

        monkeypatch.setattr(XP, "from_dlpack", refused)
        kill("dlpack", "not given to numpy", case_of("asarray", F32))

    @pytest.mark.parametrize(
        ("change", "cause"),
        [
            (lambda real, x, asked: 1 / 0, "not given to NumPy"),
            (
                lambda real, x, asked: real(XP.add(x, XP.ones((), dtype="float32")), **asked),
                "given to NumPy: other values",
            ),
            (lambda real, x, asked: real(x), "copy=True copies nothing"),
        ],
    )
    def test_memory_given_to_numpy(self, monkeypatch: pytest.MonkeyPatch, change: Any, cause: str) -> None:
        real = aikit.Array.__dlpack__
        broken = lambda x, **asked: change(real, x, asked) if asked.get("copy") else real(x, **asked)  # noqa: E731
        monkeypatch.setattr(aikit.Array, "__dlpack__", broken)
        kill("dlpack", cause, case_of("asarray", F32))

    def test_copy_that_is_written_through(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def write(x: Any, key: Any, value: Any) -> None:
            x.data[key] = value

        monkeypatch.setattr(aikit.Array, "__copy__", lambda x: wrap(x.data))
        monkeypatch.setattr(aikit.Array, "__setitem__", write)
        own = lambda real: lambda x, copy=None, **kwargs: real(x, copy=copy is not False, **kwargs)  # noqa: E731
        kill("copy", "copy: writing to it changes the array", case_of("asarray", F32, own))

    @pytest.mark.parametrize(
        ("method", "change", "cause"),
        [
            ("__copy__", lambda x: x, "copy: no array of its own"),
            ("__deepcopy__", lambda x, memo: aikit.asarray(x.data, dtype="float64"), "deep copy: another dtype"),
            (
                "__deepcopy__",
                lambda x, memo: wrap(x.data + x.data.dtype.type(1)),
                "deep copy: other values",
            ),
            ("__copy__", lambda x: wrap(x.data), "copy of a subclass: no array of its own"),
            ("__deepcopy__", _without_attributes, "deep copy of a subclass: without its attributes"),
            ("__reduce__", lambda x: (float, (1.0,)), "pickled array: no array of its own"),
            ("__reduce_ex__", lambda x, protocol: 1 / 0, "pickled array: raised ZeroDivisionError"),
        ],
    )
    def test_copy(self, monkeypatch: pytest.MonkeyPatch, method: str, change: Any, cause: str) -> None:
        monkeypatch.setattr(aikit.Array, method, change)
        kill("copy", cause, case_of("asarray", F32))

    @pytest.mark.parametrize("check", ["dlpack", "copy"])
    def test_real_arrays_pass(self, check: str) -> None:
        assert checks.load(check).run(case_of("asarray", F32)).calls > 1


class TestSeeds:
    """What is drawn."""

    @pytest.mark.parametrize(
        ("change", "cause"),
        [
            (abs, "the same result for two of a few seeds or draws"),
            (lambda seed: seed % 2**64, "the same result for two of a few seeds or draws"),
            (lambda seed: seed % 2**40, "the same result for another seed"),
        ],
    )
    def test_two_seeds_are_one(self, change: Any, cause: str) -> None:
        def mutant(real: Broken) -> Broken:
            return lambda *args, seed=None, **kwargs: real(*args, seed=None if seed is None else change(seed), **kwargs)

        case = case_of("random_uniform", ("float32", "float32"), mutant)
        kill("reproducible", cause, replace(case, once=True))


class TestThreads:
    def test_state_that_is_shared(self, monkeypatch: pytest.MonkeyPatch) -> None:
        real, home = aikit.sin, threading.get_ident()
        record = aikit.describe(real)
        monkeypatch.setattr(record, "public", lambda x: real(x) if threading.get_ident() == home else real(real(x)))
        kill("threads", "another result in a thread", case_of("sin", F32))

    def test_error(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(aikit.describe(aikit.sin), "public", lambda x: 1 / 0)
        kill("threads", "in a thread: raised ZeroDivisionError", case_of("sin", F32))

    def test_write_that_shows_elsewhere(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(aikit.current_backend(XP.zeros(1)), "sole_owner", lambda holder: True)
        kill("threads", "a write in a thread shows in a copy", case_of("asarray", F32))

    @pytest.mark.parametrize("name", ["sin", "zeros", "asarray"])
    def test_real_function_passes(self, name: str) -> None:
        assert checks.load("threads").run(case_of(name, F32)).calls == 12


def _on_torch(name: str, mutant: Mutant | None = None) -> Case:
    """A case on a backend that has autograd."""
    namespace = aikit.get_backend("torch")
    function = aikit.describe(getattr(aikit, name))
    cell = Cell(function, "torch", "cpu", ("float32",) * len(function.array_parameters))
    if mutant is not None:
        namespace = types.SimpleNamespace(**{**vars(namespace), name: mutant(getattr(namespace, name))})
    return Case(cell, namespace, samples.core_samples(cell))


def _with_slope(factor: float) -> Mutant:
    """A mutant that returns the right values, and whose gradient is `factor` times the right one."""

    def mutant(real: Broken) -> Broken:
        def broken(*args: Any, **kwargs: Any) -> Any:
            result = real(*args, **kwargs)
            return result * factor + aikit.stop_gradient(result * (1 - factor))

        return broken

    return mutant


@pytest.mark.needs("torch")
class TestGradient:
    @pytest.mark.parametrize("factor", [0.0, 2.0, -1.0, 1.0001])
    def test_scaled(self, factor: float) -> None:
        kill("gradient", "wrong gradient with respect to x", _on_torch("sin", _with_slope(factor)))

    def test_detached(self) -> None:
        def detached(real: Broken) -> Broken:
            return lambda *args, **kwargs: real(*(aikit.stop_gradient(arg) for arg in args), **kwargs)

        kill("gradient", "wrong gradient with respect to x", _on_torch("flip", detached))

    def test_of_another_dtype(self, monkeypatch: pytest.MonkeyPatch) -> None:
        torch = pytest.importorskip("torch")
        module = aikit.current_backend(torch.zeros(1))
        real = module.grad
        monkeypatch.setattr(module, "grad", lambda func: lambda natives: [one.double() for one in real(func)(natives)])
        kill("gradient", "another shape or dtype", _on_torch("sin"))

    def test_one_of_two_arguments(self) -> None:
        def detached(real: Broken) -> Broken:
            return lambda x1, x2: real(x1, aikit.stop_gradient(x2))

        kill("gradient", "wrong gradient with respect to x2", _on_torch("multiply", detached))

    def test_error(self) -> None:
        def through_numpy(real: Broken) -> Broken:
            return lambda x: aikit.to_backend(aikit.asarray(np.asarray(aikit.to_numpy(real(x)))), "numpy")

        kill("gradient", "gradient: raised", _on_torch("sin", through_numpy))

    @pytest.mark.parametrize("name", ["sin", "pow", "maximum", "concat", "adam_update"])
    def test_real_function_passes(self, name: str) -> None:
        assert checks.load("gradient").run(_on_torch(name)).calls > 1  # as many as there are kinds of calls

    @pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "bfloat16", "complex64", "complex128"])
    def test_cut_in_one_dtype(self, dtype: str) -> None:
        def detached(real: Broken) -> Broken:
            return lambda x: real(aikit.stop_gradient(x) if str(getattr(x, "dtype", "")) == dtype else x)

        kill("gradient", "wrong gradient with respect to x", _on_torch("tanh", detached))

    @pytest.mark.parametrize(
        ("name", "is_cut"),
        [
            ("sum", lambda x, **kwargs: kwargs.get("axis") is None),
            ("sum", lambda x, **kwargs: kwargs.get("keepdims")),
            ("std", lambda x, **kwargs: kwargs.get("correction")),
            ("sin", lambda x, **kwargs: x.ndim == 0),
            ("sin", lambda x, **kwargs: x.size > 1000),
            ("sin", lambda x, **kwargs: not aikit.to_native(x).is_contiguous()),
            ("max", lambda x, **kwargs: isinstance(kwargs.get("axis"), tuple)),
        ],
    )
    def test_cut_on_one_path(self, name: str, is_cut: Any) -> None:
        def detached(real: Broken) -> Broken:
            return lambda x, **kwargs: real(aikit.stop_gradient(x) if is_cut(x, **kwargs) else x, **kwargs)

        kill("gradient", "wrong gradient with respect to x", _on_torch(name, detached))

    def test_cut_where_shapes_are_broadcast(self) -> None:
        def detached(real: Broken) -> Broken:
            return lambda x1, x2: real(x1, aikit.stop_gradient(x2) if x1.shape != x2.shape else x2)

        kill("gradient", "wrong gradient with respect to x2", _on_torch("add", detached))

    def test_of_one_array_of_several(self) -> None:
        def detached(real: Broken) -> Broken:
            return lambda arrays, **kwargs: real([arrays[0], *map(aikit.stop_gradient, arrays[1:])], **kwargs)

        kill("gradient", "wrong gradient with respect to arrays", _on_torch("concat", detached))

    def test_exchanged(self) -> None:
        def exchanged(real: Broken) -> Broken:
            def broken(x1: Any, x2: Any) -> Any:
                result, other = real(x1, x2), real(x2, x1)
                return other if x1.shape != x2.shape else other + aikit.stop_gradient(result - other)

            return broken

        kill("gradient", "wrong gradient with respect to x1", _on_torch("subtract", exchanged))

    def test_in_a_container(self) -> None:
        def detached(real: Broken) -> Broken:
            return lambda x: real(x.cont_map(lambda one, _: aikit.stop_gradient(one)) if hasattr(x, "cont_map") else x)

        kill("gradient", "wrong gradient with respect to x", _on_torch("sin", detached))

    def test_that_is_to_be_zero(self) -> None:
        kill("gradient", "wrong gradient with respect to x", _on_torch("stop_gradient", lambda real: lambda x: x * 1))
        through = lambda real: lambda x, **kwargs: real(x, **kwargs) + aikit.sum(x) * 0.5  # noqa: E731
        kill("gradient", "wrong gradient with respect to x", _on_torch("argmax", through))

    def test_every_function_says_what_its_gradient_is(self) -> None:
        for function in cells.checked_functions().values():
            assert set(function.differentiable) == {
                name for name, what in knowledge.gradients_of(function).items() if what == "differences"
            }

    def test_kinks(self) -> None:
        def one_sided(real: Broken) -> Broken:
            return lambda x1, x2: aikit.where(x1 >= x2, x1, x2)

        def at_zero(real: Broken) -> Broken:
            return lambda x: real(x) if "float" not in str(getattr(x, "dtype", "")) else aikit.where(x >= 0, x, -x)

        kill("gradient", "gradient at a kink", _on_torch("maximum", one_sided))
        kill("gradient", "gradient at a kink", _on_torch("abs", at_zero))

    def test_every_kink_is_looked_at(self) -> None:
        applies, known = checks.load("gradient").applies, cells.checked_functions()
        assert all(applies(function) for function in known.values() if knowledge.of(function).gradient.kinks)

    def test_without_autograd(self) -> None:
        assert checks.load("gradient").run(case_of("sin", F32)).calls == 1

    def test_zeros_without_autograd(self, monkeypatch: pytest.MonkeyPatch) -> None:
        module = aikit.current_backend(np.zeros(1))
        monkeypatch.setattr(module, "grad", lambda func: lambda natives: [np.zeros_like(x) for x in natives])
        with pytest.raises(CheckFailure, match="wrong gradient"):
            checks.load("gradient").run(case_of("sin", F32))


@pytest.mark.needs("torch")
class TestSecondDerivative:
    def test_cut(self) -> None:
        def linear(real: Broken) -> Broken:
            def broken(x: Any) -> Any:
                here = aikit.stop_gradient(x)
                return real(here) + (1 - aikit.square(aikit.tanh(here))) * (x - here)

            return broken

        kill("second_derivative", "wrong second derivative", _on_torch("tanh", linear))

    def test_wrong_under_vmap(self) -> None:
        def mapped(real: Broken) -> Broken:
            return lambda x: real(x) * 2 if _is_mapped(x) else real(x)

        kill("second_derivative", "another gradient with respect to x under vmap", _on_torch("tanh", mapped))

    @pytest.mark.parametrize(
        "wrong, cause", [(1, "gradient under vmap: raised ValueError"), (2, "wrong second derivative")]
    )
    def test_what_cannot_be_mapped_hides_nothing_else(self, wrong: float, cause: str) -> None:
        def unmapped(real: Broken) -> Broken:
            def broken(x: Any) -> Any:
                if _is_mapped(x):
                    raise ValueError("no vmap")
                return real(x) * wrong

            return broken

        kill("second_derivative", cause, _on_torch("tanh", unmapped))

    def test_real_function_passes(self) -> None:
        assert checks.load("second_derivative").run(_on_torch("softmax")).calls > 1


def _is_mapped(x: Any) -> bool:
    from torch._C import _functorch as levels

    inner = aikit.to_native(x)
    while levels.is_gradtrackingtensor(inner):
        inner = levels.get_unwrapped(inner)
    return bool(levels.is_batchedtensor(inner))


def test_every_check_has_a_mutant() -> None:
    elsewhere = {"dtype_errors", "method", "operator", *TRACES, "dlpack", "copy", "threads", "gradient", "memory"}
    elsewhere |= {"second_derivative"}
    assert {check for check, *_ in MUTANTS.values()} | elsewhere == set(checks.names())


def test_every_checked_function_passes_a_check() -> None:
    """No function is left to checks that say nothing about it."""
    loaded = [checks.load(name) for name in checks.names()]
    for name, function in cells.checked_functions().items():
        applying = {check.name for check in loaded if check.applies(function)}
        of_arrays = set() if function.returns == "value" else {"dtype", "return_type"}
        assert {"value", *of_arrays} <= applying, name


@pytest.mark.needs("torch")
@pytest.mark.parametrize(
    ("change", "cause"),
    [
        (lambda x: aikit.asarray(float(x)), "of arrays without values: raised"),
        (lambda x: x.T if x.ndim == 2 else x[None], "of arrays without values: another array"),
    ],
)
def test_arrays_without_values(change: Any, cause: str) -> None:
    def mutant(real: Broken) -> Broken:
        return lambda x, **kwargs: change(real(x, **kwargs)) if str(x.device) == "meta" else real(x, **kwargs)

    case = replace(_on_torch("sin", mutant), once=True)
    kill("dtype", cause, case)


def test_data_that_share_memory_are_found() -> None:
    strict = pytest.importorskip("array_api_strict")
    xp = aikit.get_backend("array_api_strict")

    def sharing(obj: Any, **kwargs: Any) -> Any:
        return xp.asarray(strict.asarray(obj, copy=False) if isinstance(obj, np.ndarray) else obj, **kwargs)

    cell = Cell(aikit.describe(aikit.asarray), "array_api_strict", "cpu", F32, True)
    for asarray, cause in ((xp.asarray, None), (sharing, "shares the memory of an array of NumPy")):
        namespace = types.SimpleNamespace(**{**vars(xp), "asarray": asarray})
        case = Case(cell, namespace, samples.core_samples(cell))
        if cause is None:
            checks.load("copy").run(case)
        else:
            kill("copy", cause, case)
