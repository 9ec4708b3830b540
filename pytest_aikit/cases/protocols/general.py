"""Functions that are mapped over axes of arrays, what is added to denominators, writes by functions, and settings."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import aikit
from pytest_aikit.cases.protocols.declaring import protocol

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@protocol("vmap", calls_functions=True, dtypes="numeric")
def vmap(x: Array | NativeArray, /, *, in_axes: Any = 0, out_axes: Any = 0) -> tuple[Array, ...]:
    def moved(given: dict[str, Any], *, c: Array) -> tuple[Array, dict[str, Array]]:
        return given["a"] * given["b"][0] + c, {"a": given["d"], "d": given["a"]}

    one: Any = 1 if 0 in x.shape else x[(0,) * x.ndim]
    axes = {"b": [None], "a": in_axes, "d": -1 - in_axes if isinstance(in_axes, int) else 0}
    given = {"a": x, "b": [one], "d": aikit.permute_dims(x, tuple(range(x.ndim))[::-1])}
    result, others = aikit.vmap(moved, in_axes=(axes,), out_axes=(0, out_axes))(given, c=one)
    return result, others["a"], others["d"]


@protocol("vmap.drawn")
def drawn(x: Array, /) -> dict[str, str]:
    """Whether what is drawn is the same for all elements, in two draws and in two calls; the backend in another thread; and
    whether a seed does what it did before."""
    xp = aikit.get_backend(x.backend)
    found: dict[str, str] = {}

    def work(a: Array) -> Array:
        thread = threading.Thread(target=lambda: found.update(made=aikit.asarray(1).backend))
        thread.start()
        thread.join()
        return xp.stack([xp.random_uniform(shape=(3,)) + 0 * a, xp.random_uniform(shape=(3,)) + 0 * a])

    def seeded() -> list[float]:
        aikit.seed(seed_value=3)
        found: list[float] = aikit.to_list(xp.random_uniform(shape=(3,)))
        return found

    mapped, before = xp.vmap(work), seeded()
    one, other = (aikit.to_numpy(mapped(xp.zeros(4))) for _ in range(2))
    apart = bool((one[0, 0] != one[0, 1]).any()), bool((one != other).any())
    alike = str(bool((one == one[:1]).all()))
    return {"alike": alike, "apart": str(apart), "in a thread": found["made"], "after it": str(seeded() == before)}


@protocol("use_backend", "current_backend_str")
def in_force(x: Array, /) -> dict[str, bool]:
    """Whether arrays of plain values are of the backend that is chosen: in contexts, within a function that is mapped, after it."""
    own, found = x.backend, {}

    def look(when: str, wanted: str) -> None:
        made = aikit.zeros(2).backend, aikit.asarray(1).backend, aikit.asarray([0.5]).backend, aikit.arange(2).backend
        found[when] = {*made, aikit.current_backend_str()} == {wanted}

    def work(a: Array) -> Array:
        look("within a function of its arrays", own)
        return a

    with aikit.use_backend("numpy"):
        look("in a context", "numpy")
        aikit.vmap(work)(x)
        look("after it", "numpy")
        with aikit.use_backend(own):
            look("in a context within", own)
            with aikit.use_backend("numpy"):
                look("in the innermost", "numpy")
            look("back in that within", own)
        look("back in the first", "numpy")
        left = aikit.use_backend(own)
        left.__enter__()
        look("in one that is left open", own)
        thread = threading.Thread(target=left.__exit__, args=(None, None, None))
        thread.start()
        thread.join()
        look("after another thread closed it", "numpy")
    first, second = aikit.use_backend("numpy"), aikit.use_backend(own)
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    look("where the one around it is closed", own)
    second.__exit__(None, None, None)
    with aikit.use_backend("numpy"):
        look("in another one after both", "numpy")
    return found


@protocol("stable_divide", "stable_pow", calls_functions=True, dtypes="floating-point")
def stabilised(x: Array, /) -> tuple[Array, ...]:
    quotients = aikit.stable_divide(x, 3 * x), aikit.stable_divide(2, x, min_denominator=0.5)
    powers = aikit.stable_pow(x, 2), aikit.stable_pow(x, 3, min_base=0.25), aikit.stable_pow(x, 2, min_base=0)
    one, zero = aikit.ones((), dtype=x.dtype, device=x.device), aikit.zeros((), dtype=aikit.float32, device=x.device)
    # what is added is 0 in the narrower of two dtypes, and in that of the exponent
    least, positive = (
        aikit.stable_divide(one, zero, min_denominator=1e-300),
        aikit.stable_pow(0.0, one, min_base=1e-300),
    )
    whole = 3 * aikit.ones_like(x, dtype=aikit.int32)
    of_zeros = aikit.stable_divide(x, x - x, min_denominator=0.5), aikit.stable_pow(x - x, -1, min_base=0.5)
    of_whole = (
        aikit.stable_divide(whole, 0 * whole, min_denominator=0.25),
        aikit.stable_pow(0 * whole, whole - whole - 1, min_base=0.25),
    )
    others = aikit.isfinite(least), aikit.abs(positive) > 0, *of_whole
    return *quotients, *powers, *of_zeros, *(aikit.astype(one, x.dtype) for one in others)


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
    point = aikit.full((), 4, dtype=x.dtype, device=x.device)
    points = aikit.set_item(point, (), 5, copy=True), point
    flags = aikit.inplace_update(aikit.zeros_like(x, dtype=aikit.bool), x[:1])
    natives = aikit.set_item(native.data, key, 3), aikit.get_item(native.data, key)
    return written, copied, left, updated, again, *natives, *points, flags


@protocol(
    "set_default_int_dtype", "unset_default_int_dtype", "set_default_uint_dtype", "unset_default_uint_dtype",
    "set_min_denominator", "unset_min_denominator", "set_min_base", "unset_min_base", "default_int_dtype",
    "default_uint_dtype", "promote_types", "set_precise_mode", "unset_precise_mode",
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
    pairs = (
        (aikit.uint64, aikit.int64),
        (aikit.float16, aikit.bfloat16),
        (aikit.int16, aikit.float16),
        (aikit.int64, aikit.float32),
    )
    aikit.set_precise_mode(True)
    precise = ", ".join(str(aikit.promote_types(*pair)) for pair in pairs)
    aikit.unset_precise_mode()

    def promoted(*pair: aikit.Dtype) -> str:
        try:
            return str(aikit.promote_types(*pair, array_api_promotion=True))
        except aikit.AikitDtypePromotionError:
            return "refused"

    same_kind = (aikit.int8, aikit.uint8), (aikit.float32, aikit.float64)
    standard = ", ".join(promoted(*pair) for pair in (*pairs, *same_kind))
    found, undone = {"in precise mode": precise, "by the standard": standard, "at first": made()}, []
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
