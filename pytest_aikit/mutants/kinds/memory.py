"""Memory: arguments that are changed or returned, and the argument `out`."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

import aikit
from aikit.core.arrays import ArrayBase, wrap
from pytest_aikit.cases import calling, guard
from pytest_aikit.mutants.kinds._wrong import has_values, result_on_host, takes_several
from pytest_aikit.mutants.kinds.results import each
from pytest_aikit.mutants.planting import Call, PublicCall, in_implementation, in_public
from pytest_aikit.mutants.records import Broken, Target, kind
from pytest_aikit.numerics.comparing import same_bits
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype
from pytest_aikit.numerics.special_values import special_values

_CHANGED = calling.CHANGED, guard.CHANGES
"""How the findings begin that an argument is changed, which every check looks at when it is over."""


def _can_write(target: Target) -> bool:
    return has_values(target) and target.is_mutable and bool(target.function.array_parameters)


def _write(call: Call, native: Any, values: np.ndarray) -> None:
    """Write values into the memory of an argument, where that can be done."""
    if same_bits(call.host(native), np.asarray(values, call.host(native).dtype)):
        return
    try:
        native[...] = call.native(values, native)
    except (ValueError, TypeError, RuntimeError):  # it is read-only, or takes part in a gradient
        return
    call.differs()


def _into_input(target: Target, said: str, place: int, values: Callable[[Call, np.ndarray, Any], Any]) -> Broken:
    """A mutant that writes to one of its arrays, once it has computed the result."""

    def broken(call: Call) -> Any:
        result = call.result()
        arrays = call.arrays()
        if call.is_traced or len(arrays) <= place:
            return result
        kept = call.native(call.host(result), result) if call.is_array(result) else result
        found = values(call, call.host(arrays[place]), result)
        if found is not None:
            _write(call, arrays[place], found)
        return kept

    return Broken(said, in_implementation(target, broken))


def _own_result(call: Call, x: np.ndarray, result: Any) -> Any:
    """The result, where it has the form of the argument."""
    if not call.is_array(result):
        return None
    found = call.host(result)
    return found if (found.shape, found.dtype) == (x.shape, x.dtype) else None


@kind(
    "input-overwritten",
    "the result is computed in the memory of an argument",
    check="aliasing",
    causes=_CHANGED,
    applies=_can_write,
)
def _overwritten(target: Target, random: Random) -> Broken | None:
    if target.function.returns != "array" or not any(_has_its_form(target, dtype) for dtype in target.dtypes):
        return None
    place = random.randrange(min(2, len(target.function.array_parameters)))
    return _into_input(target, f"the result is written into array {place + 1} of the arguments", place, _own_result)


@kind("input-overwritten-idempotently", "an argument is changed in place, which a second call no longer shows",
      check="aliasing", causes=_CHANGED, applies=lambda target: _can_write(target) and target.function.elementwise)  # fmt: skip
def _idempotent(target: Target, random: Random) -> Broken | None:
    dtype = random.choice(target.dtypes)
    names = target.function.array_parameters
    if not all(target.function.takes(name, dtype) for name in names):
        return None
    others = [special_values(dtype)] * (len(names) - 1)
    once = result_on_host(target, [special_values(dtype), *others])
    if once.dtype != special_values(dtype).dtype or same_bits(once, special_values(dtype)):
        return None
    if not same_bits(once, result_on_host(target, [once, *others])):
        return None
    return _into_input(target, f"the result for {dtype} is written into the first array", 0,
                       lambda call, x, result: _own_result(call, x, result) if call.dtype == dtype else None)  # fmt: skip


@kind("input-loses-zeros", "the negative zeros of an argument become positive ones in place", check="aliasing", causes=_CHANGED,
      applies=lambda target: _can_write(target) and bool(target.of_kinds("f"))
      and (target.function.elementwise or target.known.bounds.exact))  # fmt: skip
def _zeros(target: Target, random: Random) -> Broken:
    def values(call: Call, x: np.ndarray, result: Any) -> Any:
        return x + np.zeros((), x.dtype) if x.dtype.kind in "fV" else None

    function, floating = target.function, target.of_kinds("f")
    takers = (any(function.takes(name, dtype) for dtype in floating) for name in function.array_parameters)
    place = [*takers].index(True)
    return _into_input(target, f"-0 in array {place + 1} becomes +0", place, values)


@kind("input-sorted", "an argument is sorted in place", check="aliasing", causes=_CHANGED,
      applies=lambda target: _can_write(target) and takes_several(target))  # fmt: skip
def _sorted(target: Target, random: Random) -> Broken:
    place = random.randrange(min(2, len(target.function.array_parameters)))
    return _into_input(target, f"array {place + 1} of the arguments is sorted in place", place,
                       lambda call, x, result: np.sort(x, axis=-1) if x.ndim else None)  # fmt: skip


@kind("argument-returned", "the Array that was handed in is returned where the result equals it", check=("aliasing", "return_type"),
      applies=lambda target: has_values(target) and target.function.returns == "array"
      and target.function.backend_rule == "arguments" and bool(target.function.array_parameters))  # fmt: skip
def _returned(target: Target, random: Random) -> Broken | None:
    dtypes = [d for d in target.dtypes if d in ("float32", "int32", "uint8", "bool", "complex64", "float64")]
    dtypes = [d for d in dtypes if _equals_its_argument(target, d)]
    if not dtypes:
        return None
    # what is made of native arrays that nobody can write to is decided by nothing that knows dtypes
    chosen = (random.choice(dtypes),) if target.is_mutable else ()

    def broken(call: PublicCall) -> Any:
        result, arrays = call.result(), call.arrays
        if not call.is_plain or not isinstance(result, ArrayBase) or not arrays or call.kwargs.get("out") is not None:
            return result
        x, module = arrays[0], call.target.module
        if result is x or not all(map(module.is_native_array, (x._data, result._data))):
            return result
        if (chosen and x.dtype not in chosen) or module.is_traced(x._data) or module.is_traced(result._data):
            return result
        if not same_bits(np.asarray(module.to_numpy(result._data)), np.asarray(module.to_numpy(x._data))):
            return result
        call.differs()
        return x

    said = f"the argument is returned where the result equals it{', for ' * bool(chosen)}{''.join(chosen)}"
    return Broken(said, in_public(target, broken), dtypes=chosen)


def _has_copy(target: Target) -> bool:
    """Whether an argument decides about a copy, as it does of what may be a view."""
    return "copy" in target.function.parameters and bool(target.function.view) and _can_write(target)


@kind("copy-for-a-view", "copy=False copies", check="copy", applies=_has_copy)
def _copied(target: Target, random: Random) -> Broken:
    def broken(call: PublicCall) -> Any:
        result = call.result()
        if not call.is_plain or call.kwargs.get("copy") is not False:
            return result
        call.differs()
        return each(result, lambda one: wrap(call.target.module.copy_array(one._data)))

    return Broken("copy=False copies", in_public(target, broken))


@kind("copy-ignored", "copy=True copies nothing where nothing has to be copied", check="copy", applies=_has_copy)
def _not_copied(target: Target, random: Random) -> Broken:
    other = None if target.function.parameters["copy"].default is None else False

    def broken(call: PublicCall) -> Any:
        if not call.is_plain or call.kwargs.get("copy") is not True:
            return call.result()
        call.differs()
        return call.real(*call.args, **{**call.kwargs, "copy": other})

    return Broken(f"copy=True is taken for {other}", in_public(target, broken))


def _equals_its_argument(target: Target, dtype: str) -> bool:
    """Whether the function of some numbers is those numbers."""
    x, result = _of_a_unit_matrix(target, dtype)
    return result is not None and same_bits(result, x)


def _has_its_form(target: Target, dtype: str) -> bool:
    """Whether the result of a square matrix has its dtype and shape, and is another one."""
    x, result = _of_a_matrix(target, [[1, 2], [3, 5]], dtype)
    if result is not None and same_bits(result, x):
        x, result = _of_a_matrix(target, [[-1, 2], [3, -5]], dtype)
    return result is not None and (result.dtype, result.shape) == (x.dtype, x.shape) and not same_bits(result, x)


def _holds_its_result(target: Target, dtype: str) -> bool:
    """Whether a square matrix may be the `out` of the call with it: of the same shape, and of no lesser kind.

    The result must depend on it.
    """
    kinds = "buifc"
    x, result = _of_a_unit_matrix(target, dtype)
    _, cleared = _of_a_matrix(target, [[1, 1], [1, 1]], dtype)
    if result is not None and cleared is not None and same_bits(result, cleared):
        return False
    if result is None or result.shape != x.shape:
        return False
    return result.dtype == x.dtype or kinds.index(kind_of(x.dtype.name)) > kinds.index(kind_of(result.dtype.name))


def _of_a_unit_matrix(target: Target, dtype: str) -> tuple[np.ndarray, np.ndarray | None]:
    """A unit matrix, and what the function gives for it; None where it needs other arguments."""
    return _of_a_matrix(target, [[1, 0], [0, 1]], dtype)


def _of_a_matrix(target: Target, values: list[list[int]], dtype: str) -> tuple[np.ndarray, np.ndarray | None]:
    function, x = target.function, np.array(values).astype(numpy_dtype(dtype))
    required = [p for p in function.parameters.values() if p.required]
    if not required or any(p.role != "array" or not function.takes(p.name, dtype) for p in required):
        return x, None
    try:
        return x, result_on_host(target, [x] * len(required))
    except Exception:
        return x, None


# ------------------------------------------------------------------------------------------------ out


def _has_out(target: Target) -> bool:
    return target.function.kind != "standalone" and target.function.out and target.function.returns == "array"


def _filled(call: PublicCall, native: Any, value: int) -> Any:
    """A native array of one value in the form of another, which may be on a device that holds no values."""
    module = call.target.module
    values = np.full(tuple(native.shape), value, numpy_dtype(aikit.dtypes.as_dtype(native.dtype).name))
    return module.from_numpy(values, native.dtype, module.dev(native))


OutBreak = Callable[[PublicCall, Any, dict[str, Any]], Any]


def _with_out(target: Target, said: str, broken_out: OutBreak) -> Broken:
    """A mutant that does something of its own where an Array `out` is given; `broken_out` gets the other keywords."""

    def broken(call: PublicCall) -> Any:
        out = call.kwargs.get("out")
        if not call.is_plain or not isinstance(out, ArrayBase):
            return call.result()
        return broken_out(call, out, {name: value for name, value in call.kwargs.items() if name != "out"})

    return Broken(said, in_public(target, broken))


@kind("out-ignored", "out is returned as it was", check="out", applies=_has_out)
def _ignored(target: Target, random: Random) -> Broken:
    def broken(call: PublicCall, out: Any, others: dict[str, Any]) -> Any:
        kept = wrap(call.target.module.copy_array(out._data))
        call.real(*call.args, **{**others, "out": kept})
        call.differs()
        return out

    return _with_out(target, "out is returned as it was", broken)


@kind("out-not-returned", "another Array than out is returned", check="out", applies=_has_out)
def _not_returned(target: Target, random: Random) -> Broken:
    def broken(call: PublicCall, out: Any, others: dict[str, Any]) -> Any:
        result = call.real(*call.args, **others, out=out)
        call.differs()
        return wrap(result._data)

    return _with_out(target, "out holds the result, and another Array is returned", broken)


@kind("out-resized", "out takes the shape and the dtype of the result, whatever it had", check="out", applies=_has_out)
def _resized(target: Target, random: Random) -> Broken:
    def broken(call: PublicCall, out: Any, others: dict[str, Any]) -> Any:
        result = call.real(*call.args, **others)
        if (out.dtype, out.shape) != (result.dtype, result.shape):
            call.differs()
        out._data = result._data
        return out

    return _with_out(target, "out takes the shape and dtype of the result", broken)


@kind("out-cleared-first", "out is cleared before the arguments are read, of which it may be one", check="out",
      applies=lambda target: _has_out(target) and has_values(target) and bool(target.function.array_parameters))  # fmt: skip
def _cleared(target: Target, random: Random) -> Broken | None:
    if not any(_holds_its_result(target, dtype) for dtype in target.dtypes):
        return None

    def broken(call: PublicCall, out: Any, others: dict[str, Any]) -> Any:
        if any(one is out for one in call.arrays) and out.size:
            call.differs()
            out._data = _filled(call, out._data, 1)
        return call.real(*call.args, **others, out=out)

    return _with_out(target, "out is set to 1 before the arguments are read, of which it may be one", broken)


@kind("out-written-on-error", "a call that fails has written to out", check="out", applies=_has_out)
def _dirty(target: Target, random: Random) -> Broken:
    def broken(call: PublicCall, out: Any, others: dict[str, Any]) -> Any:
        try:
            return call.real(*call.args, **others, out=out)
        except Exception:
            call.differs()
            out._data = _filled(call, out._data, 0)
            raise

    return _with_out(target, "a call that fails sets out to 0", broken)
