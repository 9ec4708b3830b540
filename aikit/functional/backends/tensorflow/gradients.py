"""Gradients, by TensorFlow's tapes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import tensorflow as tf

from aikit.functional.backends.autograd import Differentiated, LossFunction, Natives, derived

__all__ = ["execute_with_gradients", "grad", "jac", "stop_gradient", "value_and_grad", "vmap"]

stop_gradient = tf.stop_gradient
_ZERO = tf.UnconnectedGradients.ZERO


def _recorded(
    func: Callable[[Natives], Any], xs: Natives, *, persistent: bool = False
) -> tuple[tf.GradientTape, Natives, Any]:
    """A tape of `func`, what it watched, and what `func` returned."""
    # a tape watches tensors by identity: one that `func` also reaches by another way must not count
    xs = [tf.identity(x) for x in xs]
    with tf.GradientTape(persistent=persistent, watch_accessed_variables=False) as tape:
        tape.watch(xs)
        result = func(xs)
    return tape, xs, result


def _dense(gradients: Natives) -> Natives:
    """Tensors of gradients that may be slices, such as that of `tf.gather`."""
    return [tf.convert_to_tensor(gradient) for gradient in gradients]


def value_and_grad(func: LossFunction) -> Differentiated:
    def differentiated(xs: Natives) -> tuple[tuple[Any, Natives], Natives]:
        tape, xs, result = _recorded(func, xs)
        return result, _dense(tape.gradient(result[0], xs, unconnected_gradients=_ZERO))

    return differentiated


grad, execute_with_gradients = derived(value_and_grad, stop_gradient)


def jac(func: Callable[[Natives], Natives]) -> Callable[[Natives], list[Natives]]:
    def differentiated(xs: Natives) -> list[Natives]:
        tape, xs, ys = _recorded(func, xs, persistent=True)
        if tf.executing_eagerly():
            return [_rows(tape, xs, y) for y in ys]
        return [_dense(tape.jacobian(y, xs, unconnected_gradients=_ZERO)) for y in ys]

    return differentiated


def _rows(tape: tf.GradientTape, xs: Natives, y: tf.Tensor) -> Natives:
    """The Jacobians of `y`, one element of it after another.

    In eager mode `tape.jacobian` traces a new function at each call, and TensorFlow warns of that.
    """
    size = y.shape.num_elements()
    upstream = tf.reshape(tf.eye(size, dtype=y.dtype), [size, *y.shape])
    rows = [
        _dense(tape.gradient(y, xs, output_gradients=upstream[place], unconnected_gradients=_ZERO))
        for place in range(size)
    ]
    shapes = [[*y.shape, *x.shape] for x in xs]
    if not rows:
        return [tf.zeros(shape, x.dtype) for x, shape in zip(xs, shapes, strict=True)]
    return [tf.reshape(tf.stack(column), shape) for column, shape in zip(zip(*rows, strict=True), shapes, strict=True)]


class Mapping(threading.local):
    """Whether `vmap` traces, which knows no second derivative of a loop."""

    on = False


mapping = Mapping()


def vmap(func: Callable[[Natives], Natives]) -> Callable[[Natives], Natives]:
    def work(*xs: tf.Tensor) -> Natives:
        outer, mapping.on = mapping.on, True
        try:
            return tf.vectorized_map(func, list(xs))
        finally:
            mapping.on = outer

    def mapped(xs: Natives) -> Natives:
        if not tf.executing_eagerly():
            return work(*xs)
        # in eager mode `vectorized_map` would make the function itself, and TensorFlow warn of one at each call
        specs = [tf.TensorSpec(x.shape, x.dtype) for x in xs]
        return tf.function(work, autograph=False).get_concrete_function(*specs)(*xs)

    return mapped
