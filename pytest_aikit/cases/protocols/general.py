"""Functions that are mapped over axes of arrays, what is added to denominators, writes by functions, and settings."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import aikit
from pytest_aikit.cases.protocols.declaring import protocol

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@protocol("vmap", calls_functions=True, dtypes="numeric")
def vmap(x: Array | NativeArray, /, *, in_axes: int = 0, out_axes: int = 0) -> tuple[Array, Array]:
    def moved(a: Array, b: Array, *, c: Array) -> tuple[Array, dict[str, Array]]:
        return a * b + c, {"a": a}

    one = x[(0,) * x.ndim]
    result, others = aikit.vmap(moved, in_axes=(in_axes, None), out_axes=(out_axes, 0))(x, one, c=one)
    return result, others["a"]


@protocol("vmap.drawn")
def drawn(x: Array, /) -> dict[str, str]:
    """Whether what is drawn is the same for all elements, in two draws and in two calls; and the backend in another thread."""
    xp = aikit.get_backend(x.backend)
    found: dict[str, str] = {}

    def work(a: Array) -> Array:
        thread = threading.Thread(target=lambda: found.update(made=aikit.asarray(1).backend))
        thread.start()
        thread.join()
        return xp.stack([xp.random_uniform(shape=(3,)) + 0 * a, xp.random_uniform(shape=(3,)) + 0 * a])

    mapped = xp.vmap(work)
    one, other = (aikit.to_numpy(mapped(xp.zeros(4))) for _ in range(2))
    apart = bool((one[0, 0] != one[0, 1]).any()), bool((one != other).any())
    return {"alike": str(bool((one == one[:1]).all())), "apart": str(apart), "in a thread": found["made"]}


@protocol("stable_divide", "stable_pow", calls_functions=True, dtypes="real floating-point")
def stabilised(x: Array, /) -> tuple[Array, ...]:
    quotients = aikit.stable_divide(x, 3 * x), aikit.stable_divide(2, x, min_denominator=0.5)
    return *quotients, aikit.stable_pow(x, 2), aikit.stable_pow(x, 3, min_base=0.25)


@protocol(
    "set_item", "get_item", "inplace_update", "inplace_increment", "inplace_decrement",
    calls_functions=True, dtypes="numeric",
)  # fmt: skip
def assigned(x: Array, /) -> tuple[Array, ...]:
    """An array that is written to by functions, the copies that are to be without that, and what was written to."""
    other, new, native = (aikit.copy_array(x) for _ in range(3))
    key = (..., 0)
    copied, left = aikit.set_item(other, key, 1, copy=True), aikit.get_item(other, key, copy=True)
    written = aikit.set_item(other, key, 2)
    aikit.inplace_decrement(aikit.inplace_increment(other, x), 1)
    updated = aikit.inplace_update(new, other, keep_input_dtype=True)
    again = aikit.inplace_update(aikit.copy_array(x), copied)
    return written, copied, left, updated, again, aikit.set_item(native.data, key, 3), aikit.get_item(native.data, key)


@protocol(
    "set_default_int_dtype", "unset_default_int_dtype", "set_default_uint_dtype", "unset_default_uint_dtype",
    "set_min_denominator", "unset_min_denominator", "set_min_base", "unset_min_base", "default_int_dtype",
    "default_uint_dtype",
)  # fmt: skip
def settings(x: Array, /) -> dict[str, str]:
    """What is made while settings are in force, one within the other, and when they are taken back."""
    xp = aikit.get_backend(x.backend)
    bools = xp.asarray([True, False])

    def made() -> str:
        arrays = (
            xp.asarray(7),
            xp.asarray([1, 2]),
            xp.arange(3),
            xp.full((2,), 1),
            xp.sum(bools),
            xp.sum(xp.astype(bools, "uint8")),
        )
        numbers = aikit.stable_divide(1.0, 0.0), aikit.stable_pow(0.0, 1)
        return ", ".join(map(str, (*(one.dtype for one in arrays), *numbers)))

    changes: tuple[tuple[Any, Any, Any], ...] = (
        (aikit.set_default_int_dtype, "int16", aikit.unset_default_int_dtype),
        (aikit.set_default_uint_dtype, "uint16", aikit.unset_default_uint_dtype),
        (aikit.set_default_int_dtype, "int8", aikit.unset_default_int_dtype),
        (aikit.set_min_denominator, 0.5, aikit.unset_min_denominator),
        (aikit.set_min_base, 0.25, aikit.unset_min_base),
    )
    found, undone = {"at first": made()}, []
    try:
        for number, (change, value, undo) in enumerate(changes):
            change(value)
            undone.append(undo)
            found[f"after change {number}"] = made()
        while undone:
            undone.pop()()
            found[f"with {len(undone)} of them"] = made()
    finally:
        for undo in undone:
            undo()
    return found
