"""Gradients, by TensorFlow's tapes; see `aikit.functional.backends.autograd`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import tensorflow as tf

from aikit.functional.backends.autograd import Differentiated, LossFunction, Natives, derived

__all__ = ["execute_with_gradients", "grad", "jac", "stop_gradient", "value_and_grad", "vmap"]

stop_gradient = tf.stop_gradient


def _recorded(func: Callable[[Natives], Any], xs: Natives) -> tuple[tf.GradientTape, Natives, Any]:
    """A tape of `func`, what it watched, and what `func` returned."""
    # a tape watches tensors by identity: one that `func` also reaches by another way must not count
    xs = [tf.identity(x) for x in xs]
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(xs)
        result = func(xs)
    return tape, xs, result


def _dense(gradients: Natives) -> Natives:
    """Tensors of gradients that may be slices, such as that of `tf.gather`."""
    return [tf.convert_to_tensor(gradient) for gradient in gradients]


def value_and_grad(func: LossFunction) -> Differentiated:
    def differentiated(xs: Natives) -> tuple[tuple[Any, Natives], Natives]:
        tape, xs, result = _recorded(func, xs)
        return result, _dense(tape.gradient(result[0], xs, tf.UnconnectedGradients.ZERO))

    return differentiated


def jac(func: Callable[[Natives], Any]) -> Callable[[Natives], Natives]:
    def differentiated(xs: Natives) -> Natives:
        tape, xs, y = _recorded(func, xs)
        return _dense(tape.jacobian(y, xs, tf.UnconnectedGradients.ZERO))

    return differentiated


grad, execute_with_gradients = derived(value_and_grad, stop_gradient)


def vmap(func: Callable[[Natives], Natives]) -> Callable[[Natives], Natives]:
    return functools.partial(tf.vectorized_map, func)
