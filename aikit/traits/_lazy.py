"""What all lazy wrappers have in common: they hold the parent, and are its elements in another order when they are used."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import numpy as np

import aikit
from aikit import backend_handler
from aikit.core.arrays import ArrayBase, wrap
from aikit.dtypes import as_dtype
from aikit.exceptions import AikitBackendException, AikitTypeError
from aikit.traits._axes import lengths_by_parent, lengths_of, size
from aikit.traits._dims import rank_of

OPERATORS = {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide", "floordiv": "floor_divide",
    "mod": "remainder", "pow": "pow", "matmul": "matmul", "and": "bitwise_and", "or": "bitwise_or",
    "xor": "bitwise_xor", "lshift": "bitwise_left_shift", "rshift": "bitwise_right_shift",
}  # fmt: skip
"""The operators of two arrays, which have a reflected form."""
OTHERS = {
    "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal", "eq": "equal", "ne": "not_equal",
    "neg": "negative", "pos": "positive", "invert": "bitwise_invert", "abs": "abs",
}  # fmt: skip


class Lazy:
    """An array that is made of its parent when it is used: a function of aikit that gets one is called with that array.

    A subclass defines `_of`; what it says of its dimensions by ``__aikit_parent_dims__`` or ``__aikit_axes_types__`` is never
    computed from elements.
    """

    __slots__ = ("_parent",)
    _takes_functions: ClassVar[bool] = False
    """Whether the class has functions of its own, so that an object of it is never in full."""
    __hash__ = None  # type: ignore[assignment]
    __array_ufunc__ = None  # an ndarray leaves its operators to those of this class

    _parent: Any

    def __aikit_parent__(self) -> Any:
        return self._parent

    def _of(self, x: Any) -> Any:
        """The array, made of the Array `x` in place of the parent."""
        raise NotImplementedError

    def _lengths_at_run_time(self) -> Any:
        """The length of each dimension, by what is known of the parent at run time."""
        return lengths_by_parent(self)

    # -------------------------------------------------------------------------------------------- attributes

    @property
    def shape(self) -> Any:
        """The length of each dimension."""
        return size(self)

    @property
    def ndim(self) -> int | None:
        """The number of dimensions."""
        return rank_of(self)

    @property
    def dtype(self) -> Any:
        """The data type of the elements: that of the parent."""
        return as_dtype(self._parent.dtype)

    # -------------------------------------------------------------------------------------------- use

    def __aikit_array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        """Call `func` with the arrays that the wrappers stand for."""
        if not all(issubclass(cls, (Lazy, ArrayBase)) for cls in types):
            return NotImplemented
        if isinstance(kwargs.get("out"), Lazy):
            raise AikitTypeError(f"out is a {type(kwargs['out']).__name__}, which holds no elements; pass an Array")
        return func(*map(in_full, args), **{name: in_full(value) for name, value in kwargs.items()})

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.asarray(materialised(self), dtype=dtype, copy=copy)

    def _in_full(self) -> Any:
        """The Array with these elements."""
        return materialised(self)

    def __bool__(self) -> bool:
        return bool(self._in_full())

    def __int__(self) -> int:
        return int(self._in_full())

    def __float__(self) -> float:
        return float(self._in_full())

    def __complex__(self) -> complex:
        return complex(self._in_full())

    def __index__(self) -> int:
        return operator.index(self._in_full())

    def __len__(self) -> int:
        return len(self._in_full())

    def __iter__(self) -> Iterator[Any]:
        return (self[at] for at in range(len(self)))

    def __getitem__(self, key: Any, /) -> Any:
        return materialised(self)[key]

    def __setitem__(self, key: Any, value: Any, /) -> None:
        """Write to those elements of the parent that these elements are."""
        lengths = tuple(map(int, size(self._parent)))
        places = np.arange(int(np.prod(lengths))).reshape(lengths)
        chosen = np.asarray(self._of(wrap(places))[key])
        self._write(np.unravel_index(chosen, lengths) if lengths else (), self._as_written(value))

    def _write(self, key: Any, value: Any) -> None:
        """Write to the parent; a native array takes no Arrays."""
        value, backend = in_full(value), backend_handler.backend_of(self._parent)
        if backend is not None and isinstance(value, ArrayBase):
            if value._backend is not backend:
                raise AikitBackendException(
                    f"{type(self).__name__}: x[...] = value: x wraps an array of {backend.name!r} and value={value!r} is one of "
                    f"{value._backend.name!r}; bring it over with aikit.to_backend(value, {backend.name!r})"
                )
            value = value._data
        self._parent[key] = value

    def _as_written(self, value: Any) -> Any:
        """What an element of the parent becomes where an element of this is to be `value`."""
        return value

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._parent!r})"


lengths_of.register(Lazy)(lambda x: x._lengths_at_run_time())


def materialised(x: Any) -> Any:
    """The Array that a wrapper stands for; of any other array an Array, or an object of a class with functions of its own."""
    if isinstance(x, Lazy) and not x._takes_functions:
        return x._of(materialised(x._parent))
    if isinstance(x, ArrayBase) or hasattr(type(x), "__aikit_array_function__"):
        return x
    return aikit.asarray(x)


def in_full(value: Any) -> Any:
    """An argument with the arrays that wrappers stand for in their place."""
    if isinstance(value, Lazy) and not value._takes_functions:
        return materialised(value)
    if isinstance(value, (list, tuple)) and any(isinstance(one, (Lazy, list, tuple)) for one in value):
        items = [in_full(one) for one in value]
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    return value


def _forward(name: str) -> Callable[..., Any]:
    def method(self: Any, *others: Any) -> Any:
        return getattr(aikit, name)(self, *others) if _all_arrays(others) else NotImplemented

    return method


def _reflected(name: str) -> Callable[..., Any]:
    def method(self: Any, other: Any) -> Any:
        return getattr(aikit, name)(other, self) if _all_arrays((other,)) else NotImplemented

    return method


def _all_arrays(others: Any) -> bool:
    """Whether operands are arrays or numbers; any other class may know this operator."""
    return all(
        isinstance(one, (bool, int, float, complex))
        or hasattr(type(one), "__aikit_array_function__")
        or backend_handler.backend_of(one) is not None
        for one in others
    )


def _put(special: str, method: Any, name: str) -> None:
    method.__name__, method.__qualname__ = special, f"Lazy.{special}"
    method.__doc__ = f"See `aikit.{name}`."
    setattr(Lazy, special, method)


for _operator, _name in (OPERATORS | OTHERS).items():
    _put(f"__{_operator}__", _forward(_name), _name)
for _operator, _name in OPERATORS.items():
    _put(f"__r{_operator}__", _reflected(_name), _name)
