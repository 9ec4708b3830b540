"""Manipulation functions.

`jax.jit` turns what is a Python function in `jax.numpy` into one that C++ dispatches; the parameters that are not
arrays are compiled in.
"""

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from aikit.core.shapes import require_size
from aikit.functional.rules.manipulation import require_repeats, shift_of_each

__all__ = [
    "broadcast_arrays",
    "broadcast_to",
    "concat",
    "constant_pad",
    "expand_dims",
    "flip",
    "moveaxis",
    "permute_dims",
    "repeat",
    "reshape",
    "roll",
    "split",
    "squeeze",
    "stack",
    "swapaxes",
    "tile",
    "unstack",
]

concat = jax.jit(jnp.concat, static_argnames="axis")
expand_dims = jax.jit(jnp.expand_dims, static_argnames="axis")
flip = jax.jit(jnp.flip, static_argnames="axis")
permute_dims = jax.jit(jnp.transpose, static_argnames="axes")  # jnp.permute_dims refuses negative axes
squeeze = jax.jit(jnp.squeeze, static_argnames="axis")
stack = jax.jit(jnp.stack, static_argnames="axis")


def broadcast_arrays(*arrays: jax.Array) -> tuple[jax.Array, ...]:
    require_size(*jnp.broadcast_shapes(*(x.shape for x in arrays)))
    return tuple(jnp.broadcast_arrays(*arrays))


_broadcast_to = jax.jit(jnp.broadcast_to, static_argnames="shape")


def broadcast_to(x: jax.Array, /, shape: tuple[int, ...]) -> jax.Array:
    require_size(*shape)
    return _broadcast_to(x, shape=shape)


@functools.partial(jax.jit, static_argnames="widths")
def _constant_pad(x: jax.Array, value: jax.Array, *, widths: tuple[tuple[int, int], ...]) -> jax.Array:
    return lax.pad(x, value, [(*pair, 0) for pair in widths])


def constant_pad(x: jax.Array, /, widths: tuple[tuple[int, int], ...], *, value: Any) -> jax.Array:
    require_size(*(length + sum(pair) for length, pair in zip(x.shape, widths, strict=True)))
    return _constant_pad(x, np.asarray(value, x.dtype), widths=widths)


@functools.partial(jax.jit, static_argnames=("lengths", "axis"))
def _split(x: jax.Array, *, lengths: tuple[int, ...], axis: int) -> tuple[jax.Array, ...]:
    return tuple(lax.split(x, lengths, axis % x.ndim))


def split(
    x: jax.Array, /, *, copy: bool | None, num_or_size_splits: tuple[int, ...], axis: int, with_remainder: bool
) -> tuple[jax.Array, ...]:
    return _split(x, lengths=num_or_size_splits, axis=axis)  # `copy` asks for nothing, see `reshape`


_reshape = jax.jit(jnp.reshape, static_argnames="shape")


def reshape(x: jax.Array, /, shape: tuple[int, ...], *, copy: bool | None = None) -> jax.Array:
    # Arrays are immutable, so whether two of them share memory cannot be seen; `copy` asks for nothing.
    return _reshape(x, shape=shape)


_moveaxis = jax.jit(jnp.moveaxis, static_argnames=("source", "destination"))


def moveaxis(x: jax.Array, source: int | tuple[int, ...], destination: int | tuple[int, ...], /) -> jax.Array:
    if isinstance(destination, tuple) and len({axis % x.ndim for axis in destination}) != len(destination):
        raise ValueError(f"moveaxis: an axis is named twice in {destination}")  # JAX moves to some place
    return _moveaxis(x, source=source, destination=destination)


_roll = jax.jit(jnp.roll, static_argnames=("shift", "axis"))


def roll(x: jax.Array, /, shift: Any, *, axis: Any = None) -> jax.Array:
    return _roll(x, shift=shift_of_each("roll", shift, axis), axis=axis)  # JAX would broadcast them


_swapaxes = jax.jit(jnp.swapaxes, static_argnames=("axis1", "axis2"))


def swapaxes(x: jax.Array, axis0: int, axis1: int, /, *, copy: bool | None = None) -> jax.Array:
    return _swapaxes(x, axis1=axis0, axis2=axis1)  # `copy` asks for nothing, see `reshape`


def unstack(x: jax.Array, /, *, axis: int = 0) -> tuple[jax.Array, ...]:
    return tuple(jnp.unstack(x, axis=axis))


_tile = jax.jit(jnp.tile, static_argnames="reps")


def tile(x: jax.Array, repetitions: tuple[int, ...], /) -> jax.Array:
    require_size(x.size, *repetitions)
    return _tile(x, reps=repetitions)


_repeat = jax.jit(jnp.repeat, static_argnames=("repeats", "axis"))
_repeat_each = jax.jit(jnp.repeat, static_argnames=("axis", "total_repeat_length"))


def repeat(x: jax.Array, repeats: Any, /, *, axis: int | None = None) -> jax.Array:
    if axis is not None and not x.ndim:  # JAX takes the axes 0 and -1 of a 0-d array
        raise ValueError(f"repeat: axis {axis} is out of range for a 0-d array")
    if isinstance(repeats, jax.Array):
        if isinstance(repeats, jax.core.Tracer):
            return jnp.repeat(x, repeats, axis=axis)
        numbers = np.asarray(repeats)
        if (numbers < 0).any():
            raise ValueError("repeat: a negative number of repeats")  # JAX returns an array of some other size
        require_repeats(x.shape, axis, numbers)
        length = x.size if axis is None else x.shape[axis]
        total = int(np.broadcast_to(numbers, (length,)).sum())
        return _repeat_each(x, repeats, axis=axis, total_repeat_length=total)
    require_size(x.size, repeats)
    return _repeat(x, repeats=repeats, axis=axis)
