"""Discrete Fourier transforms."""

from __future__ import annotations

from collections.abc import Sequence

import tensorflow as tf


def fftshift(x: tf.Tensor, /, *, axes: int | Sequence[int] | None = None) -> tf.Tensor:
    return tf.signal.fftshift(x, axes=axes)
