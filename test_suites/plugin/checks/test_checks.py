"""Each check passes the real functions and kills deliberately broken ones."""

from __future__ import annotations

import copy
import ctypes
import threading
import types
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from helpers.broken_functions import F32, XP, Broken, Mutant, array, case_of, kill, on_torch

import aikit
from aikit.core.arrays import wrap
from aikit.exceptions import AikitException, AikitTypeError, AikitValueError
from pytest_aikit import checks
from pytest_aikit.cases import cells, samples
from pytest_aikit.model import Case, Cell

pytestmark = pytest.mark.usefixtures("without_floating_warnings")


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


F64 = ("float64",)
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

    case = replace(on_torch("sin", mutant), once=True)
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
