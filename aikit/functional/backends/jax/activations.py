"""Activation functions."""

from __future__ import annotations

import functools

import jax
import numpy as np

from ._dtypes import HALF

__all__ = ["softmax"]


@functools.partial(jax.jit, static_argnames=("axis",))
def softmax(x: jax.Array, /, *, axis: int | None = None) -> jax.Array:
    # XLA would round each step to half precision
    wide = x.astype(np.float32) if x.dtype in HALF else x
    return jax.nn.softmax(wide, -1 if axis is None else axis).astype(x.dtype)
