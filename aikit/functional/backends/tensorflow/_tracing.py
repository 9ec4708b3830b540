"""What `tf.function` traces an Array as: TensorFlow asks for it by ``Array.__tf_tracing_type__``."""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Sequence
from typing import Any

import tensorflow as tf

from aikit.core.arrays import ArrayBase, wrap
from aikit.exceptions import AikitBackendException

_arguments: dict[int, Any] = {}
"""The address of an Array that a traced function was given -> a weak reference to it."""


def _argument(native: Any) -> ArrayBase:
    array, arguments = wrap(native), _arguments
    address = id(array)
    arguments[address] = weakref.ref(array, lambda _: arguments.pop(address, None))
    return array


def check_written(array: ArrayBase, what: str) -> None:
    """Refuse a write to an argument of a traced function, as TensorFlow does when the trace is over.

    Raises
    ------
    AikitBackendException : the Array is such an argument.
    """
    if id(array) in _arguments:
        raise AikitBackendException(
            f"{what} writes to an argument of a function that tf.function traces, which TensorFlow does not let change; write "
            "to a copy, x = aikit.array(x), and return it"
        )


class ArrayType(tf.types.experimental.TraceType):
    """The type of an Array under a trace: that of its tensor, around which the traced function finds an Array.

    TensorFlow has a type for classes with ``__tf_flatten__``, but takes what has ``__array__`` for an ndarray first.
    """

    def __init__(self, spec: tf.TensorSpec) -> None:
        self.spec = spec

    def is_subtype_of(self, other: Any) -> bool:
        return isinstance(other, ArrayType) and self.spec.is_subtype_of(other.spec)

    def most_specific_common_supertype(self, others: Sequence[Any]) -> ArrayType | None:
        if not all(isinstance(other, ArrayType) for other in others):
            return None
        spec = self.spec.most_specific_common_supertype([other.spec for other in others])
        return None if spec is None else ArrayType(spec)

    def placeholder_value(self, placeholder_context: Any) -> ArrayBase:
        return _argument(self.spec.placeholder_value(placeholder_context))

    def to_tensors(self, value: ArrayBase) -> list[Any]:
        return self.spec.to_tensors(value._data)

    def from_tensors(self, tensors: Iterator[Any]) -> ArrayBase:
        return wrap(self.spec.from_tensors(tensors))

    def flatten(self) -> list[Any]:
        return self.spec.flatten()

    def cast(self, value: ArrayBase, cast_context: Any) -> ArrayBase:
        return wrap(self.spec.cast(value._data, cast_context))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ArrayType) and self.spec == other.spec

    def __hash__(self) -> int:
        return hash((ArrayType, self.spec))

    def __repr__(self) -> str:
        return f"ArrayType({self.spec!r})"


def type_of(native: tf.Tensor) -> ArrayType:
    """The type of an Array around a tensor."""
    return ArrayType(tf.TensorSpec(native.shape, native.dtype))
