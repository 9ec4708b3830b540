"""Utility functions."""

from __future__ import annotations

import jax
import jax.numpy as jnp

__all__ = [
    "all",
    "any",
    "diff",
]

all = jax.jit(jnp.all, static_argnames=("axis", "keepdims"))
any = jax.jit(jnp.any, static_argnames=("axis", "keepdims"))
diff = jnp.diff
