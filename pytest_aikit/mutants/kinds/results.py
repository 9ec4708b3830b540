"""Results of another dtype, shape, device or class."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

import aikit
from aikit.core.arrays import ArrayBase
from pytest_aikit import frameworks
from pytest_aikit.cases import cells
from pytest_aikit.frameworks import backends
from pytest_aikit.mutants.kinds._wrong import drawn_dtype, has_values, results_for
from pytest_aikit.mutants.planting import Call, PublicCall, in_implementation, in_public
from pytest_aikit.mutants.records import Broken, Target, kind
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype

_OTHER = {
    "bool": "int32", "int8": "int32", "int16": "int32", "int32": "int64", "int64": "int32", "uint8": "int32",
    "uint16": "uint32", "uint32": "uint64", "uint64": "uint32", "float16": "float32", "bfloat16": "float32",
    "float32": "float64", "float64": "float32", "complex64": "complex128", "complex128": "complex64",
}  # fmt: skip
"""Dtype -> the one that a careless implementation gives."""


def _returns_arrays(target: Target) -> bool:
    function = target.function
    takes_more = any(p.role != "container" for p in function.parameters.values())  # than what it is mapped over
    return function.kind != "standalone" and takes_more and function.returns in ("array", "arrays")


@kind("dtype-wrong", "the result has another dtype", check="dtype", applies=has_values)
def _dtype(target: Target, random: Random) -> Broken:
    dtype = drawn_dtype(target, random)

    def broken(call: Call) -> Any:
        result = call.result()
        if call.is_traced or call.dtype != dtype:
            return result
        return each(result, lambda one: cast_to_another(call, one))

    return Broken(f"the result for {dtype} has another dtype", in_implementation(target, broken), dtypes=(dtype,))


def cast_to_another(call: Call, native: Any) -> Any:
    """A native array in the dtype that a careless implementation gives; what is none as it is."""
    if not call.is_array(native):
        return native
    name = _OTHER[call.dtype_of(native)]
    if name not in call.backend.native_dtypes:
        return native
    call.differs()
    return call.native(call.host(native), native, name)


def each(result: Any, change: Any) -> Any:
    if isinstance(result, tuple) and hasattr(result, "_fields"):
        return type(result)(*map(change, result))
    return type(result)(map(change, result)) if isinstance(result, (list, tuple)) else change(result)


@kind("promotion-of-one-pair", "two dtypes that differ have another common dtype", check="dtype",
      applies=lambda target: has_values(target) and len(target.function.promote) > 1 and len(target.dtypes) > 1)  # fmt: skip
def _promotion(target: Target, random: Random) -> Broken | None:
    pairs = mixed_pairs(target)
    if not pairs:
        return None
    one, two = random.choice(pairs)

    def broken(call: PublicCall) -> Any:
        result = call.result()
        dtypes = {str(array.dtype) for array in call.promoted if isinstance(array, ArrayBase)}
        if not call.is_plain or dtypes != {one, two}:
            return result
        return each(result, lambda array: _in_another(call, array))

    return Broken(f"{one} with {two} gives another dtype", in_public(target, broken), dtypes=(one, two))


def mixed_pairs(target: Target) -> list[tuple[str, ...]]:
    """The pairs of dtypes that differ and are brought to one."""
    return [
        tuple(dict.fromkeys(promoted))
        for dtype in target.dtypes
        for dtypes, accepted in cells.tuples(target.function, dtype, target.dtypes, False)
        for promoted in [_promoted(target, dtypes)]
        if accepted and len(set(promoted)) == 2
    ]


def _promoted(target: Target, dtypes: tuple[str, ...]) -> list[str]:
    names = zip(target.function.array_parameters, dtypes, strict=True)
    return [dtype for name, dtype in names if name in target.function.promote]


def _in_another(call: PublicCall, array: Any) -> Any:
    name = _OTHER.get(str(array.dtype), "") if isinstance(array, ArrayBase) else ""
    if name not in call.target.module.native_dtypes:
        return array
    call.differs()
    return aikit.get_backend(array.backend).asarray(
        np.asarray(aikit.to_numpy(array)).astype(numpy_dtype(name)), dtype=name
    )


@kind("shape-wrong", "the result has another shape, for some shapes", check="value", applies=has_values)
def _shape(target: Target, random: Random) -> Broken | None:
    chosen = random.choice([*_SHAPES[: 2 if "keepdims" not in target.function.parameters else 3]])
    said, applies, other, of = chosen
    if of and not any(applies(None, found.shape) for found in results_for(target, *of)):
        return None

    def broken(call: Call) -> Any:
        result = call.result()
        if call.is_traced:
            return result

        def one(native: Any) -> Any:
            if not call.is_array(native) or not applies(call, tuple(native.shape)):
                return native
            call.differs()
            values = call.host(native)
            return call.native(values.reshape(other(values.shape)), native)

        return each(result, one)

    return Broken(said, in_implementation(target, broken))


_SHAPES: tuple[tuple[str, Any, Any, tuple[tuple[int, ...], ...]], ...] = (
    ("a result without dimensions has one", lambda call, shape: shape == (), lambda shape: (1,), ((), (3,), (2, 2))),
    (
        "a result without elements has one dimension",
        lambda call, shape: len(shape) > 1 and 0 in shape,
        lambda shape: (0,),
        ((0, 3), (0, 3, 3), (0, 2, 3, 3)),
    ),
    (
        "keepdims=True keeps no dimension",
        lambda call, shape: call.arguments.get("keepdims") is True and 1 in shape,
        lambda shape: tuple(length for length in shape if length != 1),
        (),
    ),
)
"""What is said, the shapes of results for which it is so, the other shape, and the shapes of arrays of which some has such
a result, where that is not certain."""


@kind("device-wrong", "the result is on another device", check="dtype",
      applies=lambda target: _returns_arrays(target) and has_values(target) and len(_devices(target)) > 1)  # fmt: skip
def _device(target: Target, random: Random) -> Broken:
    moving = False

    def broken(call: PublicCall) -> Any:
        nonlocal moving
        result = call.result()
        if moving or not call.is_plain:  # what moves it may be the broken function itself
            return result
        moving = True
        try:
            return each(result, lambda one: _moved(call, one) if isinstance(one, ArrayBase) else one)
        finally:
            moving = False

    return Broken("the result is on another device", in_public(target, broken))


def _devices(target: Target) -> tuple[str, ...]:
    return backends.devices(target.backend, "all")


def _moved(call: PublicCall, array: Any) -> Any:
    other = next(one for one in _devices(call.target) if one != str(array.device))
    call.differs()
    return aikit.to_device(array, aikit.Device(other))


@kind("native-returned", "a native array is returned", check="return_type", applies=_returns_arrays)
def _native(target: Target, random: Random) -> Broken:
    def broken(call: PublicCall) -> Any:
        result = call.result()
        if not call.is_plain:
            return result
        call.differs()
        return each(result, lambda one: one._data if isinstance(one, ArrayBase) else one)

    return Broken("native arrays are returned", in_public(target, broken))


@kind("other-backend-returned", "an array of another backend is returned", check="return_type", applies=_returns_arrays)
def _other_backend(target: Target, random: Random) -> Broken | None:
    others = [name for name in aikit.available_backends() if name != target.backend]
    if not others:
        return None
    other = frameworks.HOST if frameworks.HOST in others else others[-1]

    def broken(call: PublicCall) -> Any:
        result = call.result()
        if not call.is_plain:
            return result
        return each(result, lambda one: _brought(call, one, other) if isinstance(one, ArrayBase) else one)

    return Broken(f"arrays of {other} are returned", in_public(target, broken))


def _brought(call: PublicCall, array: Any, other: str) -> Any:
    dtype = str(array.dtype)
    if dtype not in aikit.backend_handler.load(other).native_dtypes:
        return array
    call.differs()
    return aikit.get_backend(other).asarray(np.asarray(aikit.to_numpy(array)), dtype=dtype)


@kind(
    "several-for-one",
    "a list is returned for a tuple, a tuple for one array",
    check="return_type",
    # all checks make their arrays by what makes any, and find none there
    applies=lambda target: _returns_arrays(target) and not target.known.makes_any_array,
)
def _several(target: Target, random: Random) -> Broken:
    def broken(call: PublicCall) -> Any:
        result = call.result()
        if not call.is_plain:
            return result
        call.differs()
        return list(result) if isinstance(result, tuple) else (result,)

    return Broken("a list is returned for a tuple, a tuple for one array", in_public(target, broken))


# ------------------------------------------------------------------------------------------------ dtypes taken and refused


@kind("dtype-refused", "a dtype that is accepted is refused", check="value", applies=has_values)
def _refused(target: Target, random: Random) -> Broken:
    dtype = drawn_dtype(target, random)

    def broken(call: Call) -> Any:
        if call.dtype != dtype:
            return call.result()
        call.differs()
        raise call.refuse(TypeError(f"{dtype} is not implemented"))

    return Broken(f"{dtype} is refused", in_implementation(target, broken), dtypes=(dtype,))


@kind("dtype-accepted", "a dtype that is refused is accepted", check="dtype_errors",
      applies=lambda target: has_values(target) and bool(refusable(target)))  # fmt: skip
def _accepted(target: Target, random: Random) -> Broken:
    dtype = random.choice(refusable(target))

    def broken(call: PublicCall) -> Any:
        try:
            return call.result()
        except aikit.AikitException:
            if not call.is_plain or not call.arrays or str(call.arrays[0].dtype) != dtype:
                raise
            call.differs()
            return call.arrays[0]

    return Broken(f"{dtype} is accepted", in_public(target, broken), dtypes=(dtype,))


def refusable(target: Target) -> list[str]:
    """The dtypes that the backend has and the first array must not have."""
    function = target.function
    if not function.array_parameters or function.parameters[function.array_parameters[0]].role != "array":
        return []
    first = function.array_parameters[0]
    # of an array outside of the promotion group one of each kind is tried
    tried = target.module.native_dtypes if first == cells.leading_parameter(function) else cells.ONE_PER_KIND
    return [d for d in tried if not function.takes(first, d) and kind_of(d) and d in target.module.native_dtypes]
