"""What a comparison sees of a value: its numbers on the host, dtype, class, namespace and device."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from aikit import backend_handler
from aikit.array import Array
from aikit.devices import as_device
from aikit.dtypes import DTYPES
from pytest_aikit import frameworks
from pytest_aikit.numerics.promotion import kind_of

NUMBERS = (bool, int, float, complex)


@dataclass(frozen=True)
class Leaf:
    """An array, a Python number or a list of numbers, read.

    Attributes
    ----------
    values : the numbers on the host.
    dtypes : the canonical name of the dtype; several for an expected value that may have any of them; none for what is
        made of Python numbers, which have a kind only.
    cls, namespace, device : of an array; None where they do not matter.
    """

    values: np.ndarray
    dtypes: tuple[str, ...] = ()
    cls: str | None = None
    namespace: str | None = None
    device: str | None = None

    @property
    def kinds(self) -> set[str]:
        """The kinds of the dtypes, one letter each; of Python numbers that of the values."""
        return {kind_of(name) if name in DTYPES else "O" for name in self.dtypes} or {self.values.dtype.kind}

    def __str__(self) -> str:
        if self.namespace is None:
            return self.cls or "what is expected"
        of = f" of {self.namespace}" if self.cls == ARRAY else ""
        return f"{self.cls or 'array'}{of}"


ARRAY = "aikit.Array"


def home_of(value: Any) -> tuple[Any, Any]:
    """The backend and the native array of an Array, a native array or a NumPy scalar; None for what is no array."""
    native = value._data if isinstance(value, Array) else np.asarray(value) if isinstance(value, np.generic) else value
    return backend_handler.backend_of(native), native


def is_array(value: Any) -> bool:
    return home_of(value)[0] is not None


def is_number(value: Any) -> bool:
    """Whether a value is a Python number; NumPy's scalars are arrays."""
    return type(value) in NUMBERS


def read(value: Any) -> Leaf:
    """The leaf of an array, a Python number or nested lists of Python numbers.

    Raises
    ------
    TypeError : it is none of these, or its values cannot be read.
    ValueError : the lists are ragged.
    """
    if isinstance(value, Leaf):
        return value
    if not is_array(value):
        return _of_numbers(value)
    backend, native = home_of(value)
    try:
        host = np.asarray(backend.to_numpy(native))
    except Exception as error:
        raise TypeError(f"the values of {class_of(value)} cannot be read: {error}") from error
    device = str(as_device(backend.dev(native)))
    return Leaf(host, (host.dtype.name,), class_of(value), backend.name, device)


def _of_numbers(value: Any) -> Leaf:
    if not is_number(value) and not is_list_of_numbers(value):
        raise TypeError(f"{type(value).__module__}.{type(value).__qualname__} is no array that aikit knows")
    try:
        host = np.asarray(value)
    except ValueError:
        raise ValueError(f"the lists in {value!r} are ragged") from None
    return Leaf(host, (), type(value).__name__)


def is_list_of_numbers(value: Any) -> bool:
    """Whether lists or tuples hold nothing but Python numbers."""
    if not isinstance(value, (list, tuple)):
        return False
    return all(is_number(item) or is_list_of_numbers(item) for item in value)


def class_of(value: Any) -> str:
    """The class of an array by name. A NumPy scalar counts as an ndarray, a subclass of Array as an Array."""
    if isinstance(value, Array):
        return ARRAY
    if isinstance(value, np.generic):
        return _name(np.ndarray)
    backend = backend_handler.backend_of(value)
    if backend is not None and not frameworks.of(backend.name).is_host and isinstance(value, backend.NativeArray):
        return _name(backend.NativeArray)  # torch's Parameters are Tensors; a masked array of NumPy behaves otherwise
    return _name(type(value))


def class_of_results(value: Any) -> str:
    """The class of what a function makes of an array: a variable of TensorFlow, say, gives tensors."""
    backend, _ = home_of(value)
    return (
        class_of(value)
        if isinstance(value, Array) or frameworks.of(backend.name).is_host
        else _name(backend.NativeArray)
    )


def _name(cls: type) -> str:
    return f"{cls.__module__.partition('.')[0]}.{cls.__name__}"


def is_nest(value: Any) -> bool:
    """Whether a value is looked into: a dict, a Container, a list or a tuple."""
    return isinstance(value, (Mapping, list, tuple))
