"""Compilation, and control flow in a trace, by TensorFlow's own."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import tensorflow as tf

from aikit.core.arrays import ArrayBase
from aikit.core.nests import mapped
from aikit.functional.backends.autograd import Natives
from aikit.functional.backends.constants import Constant

__all__ = ["compiled", "traced_for_loop", "traced_if_else", "traced_while_loop", "truth"]


def compiled(fn: Callable[..., Any], /) -> Callable[..., Any]:
    """`tf.function` without AutoGraph, so that a function is the same program on all backends.

    TensorFlow would take True for 1, and -0.0 for 0.0, of which it has compiled the function already, and make tensors of
    numbers and strings among the results.
    """

    def traced(args: Any, kwargs: Any) -> Any:
        return _with_constants(fn(*_without_constants(args), **_without_constants(kwargs)))

    program = tf.function(traced, autograph=False)

    @functools.wraps(fn)
    def call(*args: Any, **kwargs: Any) -> Any:
        return _without_constants(program(_with_constants(args), _with_constants(kwargs)))

    return call


class _Constant(Constant):
    """A constant as `tf.function` traces it, and as it leaves a traced function."""

    __slots__ = ()

    def __tf_tracing_type__(self, context: Any) -> Any:
        return _ConstantType(self)

    def __tf_flatten__(self) -> tuple[Any, tuple[Any, ...]]:
        return (self,), ()

    @classmethod
    def __tf_unflatten__(cls, metadata: Any, components: tuple[Any, ...]) -> _Constant:
        return metadata[0]


class _ConstantType(tf.types.experimental.TraceType):
    """The type of a constant, of which there is no other."""

    def __init__(self, constant: _Constant) -> None:
        self._constant = constant

    def is_subtype_of(self, other: Any) -> bool:
        return self == other

    def most_specific_common_supertype(self, others: Sequence[Any]) -> _ConstantType | None:
        return self if all(self == other for other in others) else None

    def placeholder_value(self, placeholder_context: Any) -> _Constant:
        return self._constant

    def to_tensors(self, value: _Constant) -> list[Any]:
        return []

    def from_tensors(self, tensors: Iterator[Any]) -> _Constant:
        return self._constant

    def flatten(self) -> list[Any]:
        return []

    def cast(self, value: _Constant, cast_context: Any) -> _Constant:
        return value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ConstantType) and self._constant == other._constant

    def __hash__(self) -> int:
        return hash(self._constant)


def _with_constants(nest: Any) -> Any:
    arrays = (ArrayBase, tf.Tensor, tf.Variable, np.ndarray)
    return mapped("compile", lambda leaf: leaf if isinstance(leaf, arrays) else _Constant(leaf), nest)


def _without_constants(nest: Any) -> Any:
    return mapped("compile", lambda leaf: leaf.value if isinstance(leaf, _Constant) else leaf, nest)


def truth(x: tf.Tensor, /) -> bool | None:
    return None if tf.is_symbolic_tensor(x) else bool(x)


def traced_if_else(
    truth: Any, body: Callable[..., Natives], orelse: Callable[..., Natives], natives: Natives
) -> Natives:
    return tf.cond(truth, lambda: body(natives), lambda: orelse(natives))


def traced_while_loop(test: Callable[..., Any], body: Callable[..., Natives], natives: Natives) -> Natives:
    return tf.while_loop(lambda *xs: test(list(xs)), lambda *xs: body(list(xs)), natives)


def traced_for_loop(body: Callable[..., Natives], rows: tf.Tensor, natives: Natives) -> Natives:
    length = tf.shape(rows)[0]

    def step(place: tf.Tensor, *xs: tf.Tensor) -> Natives:
        return [place + 1, *body(tf.gather(rows, place), list(xs))]

    return tf.while_loop(
        lambda place, *xs: place < length, step, [tf.constant(0), *natives], maximum_iterations=length
    )[1:]
