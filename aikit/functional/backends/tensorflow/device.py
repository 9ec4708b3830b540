"""Moving between devices, and what is known of accelerators."""

from __future__ import annotations

from collections.abc import Mapping

import tensorflow as tf

__all__ = ["memory_of_device", "to_device"]


def to_device(x: tf.Tensor, device: str, /) -> tf.Tensor:
    """`x` on `device`."""
    with tf.device(device):
        return tf.identity(x)


def memory_of_device(name: str, /) -> Mapping[str, int]:
    if not name.startswith("gpu"):
        return {}
    return {"used_by_process": tf.config.experimental.get_memory_info(name.upper())["current"]}
