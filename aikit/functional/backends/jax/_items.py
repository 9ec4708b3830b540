"""Reading and writing a part of an array: ``x[key]`` and ``x[key] = value``.

JAX's own indexing compiles anew for every integer and slice bound, and it dispatches one operation after the other.
Here a part is described by a layout, which is compiled once, and by numbers, which are arguments of the compiled code.

Index arrays: JAX clamps or drops what is out of bounds. As NumPy does, that is an `IndexError` here in eager calls on
the CPU, where looking at the indices is free; under a trace and on an accelerator JAX's own rule holds.
"""

from __future__ import annotations

import functools
import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from aikit.exceptions import AikitIndexError

Key = tuple[Any, ...]


def get_item(x: jax.Array, key: Key) -> jax.Array:
    """``x[key]`` with the semantics of NumPy."""
    key = _without_ellipsis(x, key)
    if _is_basic(key):
        if isinstance(x, jax.core.Tracer):
            return x[key]  # static bounds leave the compiler more freedom
        starts, layout = _part(x.shape, key)
        return _read(x, starts, layout=layout)
    x, key = _with_integer_arrays(x, key)
    arrays, layout = _split(key)
    return _gather(x, arrays, layout=layout)


def set_item(x: jax.Array, key: Key, value: jax.Array, in_place: bool) -> jax.Array:
    """A copy of `x` with ``x[key] = value`` done; an array of JAX is never written to."""
    key = _without_ellipsis(x, key)
    value = _without_leading_ones(value)
    if _is_basic(key):
        starts, layout = _part(x.shape, key)
        return _write(x, value, starts, layout=layout)
    mask = _only_mask(x, key)
    if mask is not None:
        _check_mask_assignment(x, mask, value)
        return _write_masked(x, mask, value)
    expanded, key = _with_integer_arrays(x, key)
    arrays, layout = _split(key)
    changed = _scatter(expanded, arrays, value, layout=layout)
    return changed if changed.ndim == x.ndim else changed.reshape(x.shape)


# ------------------------------------------------------------------------------------------------ keys


def _is_basic(key: Key) -> bool:
    return not any(isinstance(part, jax.Array) for part in key)


def _is_index(part: Any) -> bool:
    """Whether `part` is an integer or an array."""
    return part is not None and part is not Ellipsis and not isinstance(part, slice)


def _consumed(part: Any) -> int:
    """The number of axes of the array that `part` stands for, where an Ellipsis stands for none."""
    if part is None or part is Ellipsis:
        return 0
    if isinstance(part, jax.Array) and part.dtype == bool:
        return part.ndim
    return 1


def _without_ellipsis(x: jax.Array, key: Key) -> Key:
    """`key` with one part for every axis of `x`; an Ellipsis of no axes stays between index arrays."""
    position = next((i for i, part in enumerate(key) if part is Ellipsis), len(key))
    before, after = key[:position], key[position + 1 :]
    missing = x.ndim - sum(map(_consumed, before)) - sum(map(_consumed, after))
    if missing < 0 or any(part is Ellipsis for part in after):
        raise IndexError(f"an array of {x.ndim} dimensions cannot be indexed with {key}")
    if not missing and not _is_basic(key) and any(map(_is_index, before)) and any(map(_is_index, after)):
        return key  # of no axes, it still separates index arrays
    return (*before, *(slice(None),) * missing, *after)


def _part(shape: tuple[int, ...], key: Key) -> tuple[tuple[int, ...], Key]:
    """A key of integers, slices and None as (start of every axis, what is to be compiled)."""
    starts, sizes, steps, flipped, result = [], [], [], [], []
    axis = 0
    for part in key:
        if part is None:
            result.append(1)
            continue
        if isinstance(part, slice):
            chosen = range(shape[axis])[part]
            result.append(len(chosen))
        else:
            chosen = range(shape[axis])[part : part + 1 or None]
            if not chosen:
                raise IndexError(f"index {part} is out of bounds for axis {axis} with size {shape[axis]}")
        if chosen.step < 0:
            chosen = chosen[::-1]
            flipped.append(axis)
        starts.append(chosen.start if chosen else 0)
        sizes.append(chosen[-1] - chosen[0] + 1 if chosen else 0)
        steps.append(chosen.step)
        axis += 1
    return tuple(starts), (tuple(sizes), tuple(steps), tuple(flipped), tuple(result))


def _split(key: Key) -> tuple[list[Any], Key]:
    """A key as (integers and arrays, hashable layout); `_joined` puts it together again."""
    arrays = [part for part in key if not isinstance(part, slice) and part is not None and part is not Ellipsis]
    layout = tuple(
        part
        if part is None or part is Ellipsis
        else (part.start, part.stop, part.step)
        if isinstance(part, slice)
        else "array"
        for part in key
    )
    return arrays, layout


def _joined(arrays: list[Any], layout: Key) -> Key:
    remaining = iter(arrays)
    return tuple(
        next(remaining) if part == "array" else slice(*part) if isinstance(part, tuple) else part for part in layout
    )


def _with_integer_arrays(x: jax.Array, key: Key) -> tuple[jax.Array, Key]:
    """`key` with masks as the integer arrays that NumPy takes them for, and with the bounds checked.

    A 0-d mask selects all or nothing along a new axis, which the returned `x` has.
    """
    parts: list[Any] = []
    axis = 0
    for part in key:
        if not isinstance(part, jax.Array):
            parts.append(part)
        elif part.dtype != bool:
            check_bounds(part, x.shape[axis])
            parts.append(wide(part))
        elif part.ndim == 0:
            x = jnp.expand_dims(x, axis)
            parts.append(_chosen(part.reshape(1))[0])
            axis += 1
        else:
            sizes = x.shape[axis : axis + part.ndim]
            if part.shape != sizes:
                raise IndexError(f"a mask of shape {part.shape} does not fit the axes of sizes {sizes}")
            parts += _chosen(part)
        axis += _consumed(part)
    return x, tuple(parts)


def _chosen(mask: jax.Array) -> list[jax.Array]:
    """Where `mask` is True; as in JAX itself its values have to be known, because the shape depends on them."""
    if isinstance(mask, jax.core.Tracer):
        raise AikitIndexError(
            f"x[...]: under this trace the values of a mask of shape {mask.shape} are not known, and with them how many "
            "elements it selects; use aikit.where(mask, x, other), or x[mask] = value with the mask alone, or index "
            "outside of the trace"
        )
    return [jnp.asarray(indices) for indices in np.nonzero(np.asarray(mask))]


def check_bounds(indices: jax.Array, size: int, least: int | None = None) -> None:
    """Raise where an index is not in [least, size), which is -size unless said; not under a trace nor on an accelerator."""
    if isinstance(indices, jax.core.Tracer) or indices.size == 0:
        return
    if next(iter(indices.devices())).platform != "cpu":
        return
    values = np.asarray(indices)  # shares the memory, and unlike a JAX function it is not recorded by an outer trace
    low, high = int(values.min()), int(values.max())
    if low < (-size if least is None else least) or high >= size:
        wrong = high if high >= size else low
        raise IndexError(f"index {wrong} is out of bounds for an axis of size {size}")


def wide(indices: jax.Array) -> jax.Array:
    """Indices in a dtype in which a negative one can be counted from the end."""
    return indices if indices.dtype.itemsize >= 4 else indices.astype(np.int32)


# ------------------------------------------------------------------------------------------------ compiled


@functools.partial(jax.jit, static_argnames="layout")
def _read(x: jax.Array, starts: tuple[int, ...], *, layout: Key) -> jax.Array:
    sizes, steps, flipped, result = layout
    part = lax.dynamic_slice(x, starts, sizes)
    part = lax.slice(part, (0,) * x.ndim, sizes, steps)
    return lax.reshape(lax.rev(part, flipped), result)


@functools.partial(jax.jit, static_argnames="layout")
def _write(x: jax.Array, value: jax.Array, starts: tuple[int, ...], *, layout: Key) -> jax.Array:
    sizes, steps, flipped, result = layout
    counts = tuple(-(-size // step) for size, step in zip(sizes, steps, strict=True))
    part = lax.rev(jnp.broadcast_to(value, result).reshape(counts), flipped)
    if counts != sizes:
        strided = tuple(slice(None, None, step) for step in steps)
        part = lax.dynamic_slice(x, starts, sizes).at[strided].set(part)
    return lax.dynamic_update_slice(x, part, starts)


@functools.partial(jax.jit, static_argnames="layout")
def _gather(x: jax.Array, arrays: list[Any], *, layout: Key) -> jax.Array:
    return x[_joined(arrays, layout)]


@functools.partial(jax.jit, static_argnames="layout")
def _scatter(x: jax.Array, arrays: list[Any], value: jax.Array, *, layout: Key) -> jax.Array:
    return x.at[_joined(arrays, layout)].set(value)


# ------------------------------------------------------------------------------------------------ values and masks


def _without_leading_ones(value: jax.Array) -> jax.Array:
    """NumPy lets a value have more axes than the part that it is written to, if their size is 1."""
    ones = next((i for i, size in enumerate(value.shape) if size != 1), value.ndim)
    return value.reshape(value.shape[ones:]) if ones else value


def _only_mask(x: jax.Array, key: Key) -> jax.Array | None:
    """The mask of a key that is a mask of the first axes and takes the others whole: it can be traced."""
    mask, *rest = key
    if isinstance(mask, jax.Array) and mask.dtype == bool and all(_is_whole(part) for part in rest):
        return mask
    return None


def _is_whole(part: Any) -> bool:
    return isinstance(part, slice) and part == slice(None)


def _check_mask_assignment(x: jax.Array, mask: jax.Array, value: jax.Array) -> None:
    rest = x.ndim - mask.ndim
    if mask.shape != x.shape[: mask.ndim]:
        raise IndexError(f"a mask of shape {mask.shape} does not fit an array of shape {x.shape}")
    if value.ndim > rest and not isinstance(mask, jax.core.Tracer):
        chosen = int(np.count_nonzero(np.asarray(mask)))
        if value.ndim > rest + 1 or value.shape[0] != chosen:
            raise ValueError(f"a value of shape {value.shape} does not fit a mask that is True {chosen} times")


@jax.jit
def _write_masked(x: jax.Array, mask: jax.Array, value: jax.Array) -> jax.Array:
    """`where`, whose shape does not depend on the mask; `value` may have a leading axis along the True elements."""
    rest = x.shape[mask.ndim :]
    if value.ndim > len(rest):
        values = jnp.broadcast_to(value, (value.shape[0], *rest))
        # the value of the n-th True element is the n-th row
        order = jnp.cumsum(mask.reshape(-1)) - 1
        value = values[order].reshape(x.shape) if math.prod(values.shape) else x
    return jnp.where(mask.reshape(mask.shape + (1,) * len(rest)), value, x)
