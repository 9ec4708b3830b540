"""What `aikit.traits` asks of TensorFlow."""

from __future__ import annotations

import math
from typing import Any

import tensorflow as tf

__all__ = ["access", "can_resize", "is_mutable", "is_spec", "known_shape", "lengths", "strides"]


def is_spec(x: object, /) -> bool:
    return isinstance(x, tf.TensorSpec) or tf.keras.backend.is_keras_tensor(x)


def known_shape(x: Any, /) -> tuple[int | None, ...] | None:
    """What a trace, a variable or a specification fixes; None where that is not even the rank."""
    shape = tf.TensorShape(x.shape)
    if shape.rank is None:
        return None
    if isinstance(x, tf.Tensor) and not tf.is_symbolic_tensor(x):
        return (None,) * shape.rank
    return tuple(shape.as_list())


def lengths(x: Any, /) -> Any:
    """What is open while a function is traced is an element of `tf.shape`, which is all there is where the rank is not known."""
    shape = tf.TensorShape(x.shape)
    if is_spec(x):
        return None if shape.rank is None else tuple(shape.as_list())
    if shape.is_fully_defined():
        return tuple(shape.as_list())
    at_run_time = tf.shape(x)
    if shape.rank is None:
        return at_run_time
    if tf.executing_eagerly():  # a variable, whose lengths may change
        return tuple(at_run_time.numpy().tolist())
    return tuple(at_run_time[at] if n is None else n for at, n in enumerate(shape.as_list()))


def strides(x: Any, /) -> tuple[int, ...] | None:
    """Tensors are dense, the last index running fastest."""
    shape = lengths(x)
    return tuple(math.prod(shape[at + 1 :]) for at in range(len(shape)))


def is_mutable(x: Any, /) -> bool:
    cls = x if isinstance(x, type) else type(x)
    return issubclass(cls, tf.Variable)


def can_resize(x: Any, /) -> bool:
    return not isinstance(x, type) and isinstance(x, tf.Variable) and not x.shape.is_fully_defined()


def access(x: Any, /) -> str:
    return "pointer" if "CPU:" in x.device else "accelerator"
