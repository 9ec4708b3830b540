"""Linear algebra on the last axes.

Products are computed in full precision: by default JAX takes bfloat16 on a TPU and TF32 on a GPU for float32. A
precision that the user sets (`jax_default_matmul_precision`) holds.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from aikit.functional.backends.cross import check_vectors, cross_product
from aikit.functional.backends.diagonals import clamped

from .elementwise import multiply
from .statistical import sum

__all__ = [
    "matmul",
    "matrix_transpose",
    "tensordot",
    "vecdot",
]


def _precision() -> str | None:
    return "highest" if jax.config.jax_default_matmul_precision is None else None  # type: ignore[attr-defined]


@jax.jit
def matmul(x1: jax.Array, x2: jax.Array, /) -> jax.Array:
    return jnp.matmul(x1, x2, precision=_precision())


matrix_transpose = jax.jit(jnp.matrix_transpose)


def tensordot(x1: jax.Array, x2: jax.Array, /, *, axes: int | tuple[Sequence[int], Sequence[int]] = 2) -> jax.Array:
    if isinstance(axes, int) and axes < 0:
        raise ValueError(f"tensordot: axes={axes} is negative")  # JAX takes it for 0
    return _tensordot(x1, x2, axes=axes if isinstance(axes, int) else tuple(map(tuple, axes)))


@functools.partial(jax.jit, static_argnames="axes")
def _tensordot(x1: jax.Array, x2: jax.Array, /, *, axes: Any) -> jax.Array:
    return jnp.tensordot(x1, x2, axes, precision=_precision())


@functools.partial(jax.jit, static_argnames="axis")
def vecdot(x1: jax.Array, x2: jax.Array, /, *, axis: int = -1) -> jax.Array:
    return jnp.vecdot(x1, x2, axis=axis, precision=_precision())


def diagonal(x: jax.Array, /, *, offset: int = 0) -> jax.Array:
    return jnp.linalg.diagonal(x, offset=clamped(offset, x.shape))


def outer(x1: jax.Array, x2: jax.Array, /) -> jax.Array:
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError(f"outer: two vectors are needed; got arrays of {x1.ndim} and {x2.ndim} dimensions")
    return multiply(x1[:, None], x2[None, :])


def trace(x: jax.Array, /, *, offset: int = 0, dtype: jnp.dtype | None = None) -> jax.Array:
    return sum(diagonal(x, offset=offset), axis=-1, dtype=dtype)


@functools.partial(jax.jit, static_argnames="axis")
def cross(x1: jax.Array, x2: jax.Array, /, *, axis: int = -1) -> jax.Array:
    check_vectors(x1.shape, x2.shape, axis)
    # in half precision each product would be rounded to a few digits before the subtraction
    half = x1.dtype.itemsize == 2 and jnp.issubdtype(x1.dtype, jnp.floating)
    a, b = (jnp.moveaxis(x.astype(jnp.float32) if half else x, axis, 0) for x in (x1, x2))
    return jnp.stack(cross_product(a, b, jnp.multiply, jnp.subtract), axis=axis).astype(x1.dtype)
