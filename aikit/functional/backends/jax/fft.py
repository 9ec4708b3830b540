"""Discrete Fourier transforms."""

from __future__ import annotations

from collections.abc import Sequence

import jax
import jax.numpy as jnp


def fftshift(x: jax.Array, /, *, axes: int | Sequence[int] | None = None) -> jax.Array:
    return jnp.fft.fftshift(x, axes=axes)
