"""How objects of an array class are made of NumPy arrays, and read again."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from aikit.core.arrays import ArrayBase, array_class
from aikit.dtypes import DTYPES
from pytest_aikit.numerics.comparing import same_bits
from pytest_aikit.numerics.promotion import numpy_dtype

DEFAULT_DTYPES = tuple(name for name in DTYPES if name != "bfloat16")
"""The dtypes that NumPy has by itself."""


class AdapterError(pytest.Collector.CollectError, ValueError):
    """An adapter, or a declaration of what a class supports, by which nothing can be judged: a line that says why.

    While pytest collects tests it is shown as that line.
    """


@dataclass(frozen=True)
class Adapter:
    """An array class, and the way from NumPy arrays to it and back.

    Parameters
    ----------
    array_class : the class, which has the method ``__aikit_array_function__``; or one that the classes of its objects inherit,
        where there are several, such as one for each shape.
    from_numpy : makes an object of the class from an ndarray, which it may keep; the class itself, if not said.
    to_numpy : the ndarray with the values of an object, of the class or of one of `results`.
    dtypes : the dtypes, or their names, that the class keeps: the round trip gives the same dtype, shape and values. All that
        NumPy has, if not said. An array of another dtype, such as the indices of `aikit.take` for a class of floats, is passed
        as an `aikit.Array`, as `others` makes it.
    name : what reports call the class; its own name, if not said.
    results : further classes whose objects its functions may return, such as `aikit.Array` for the indices that
        `aikit.argsort` gives.
    refusals : the exceptions by which the class says that it does not take these operands, or this function, such as the
        error of units that do not fit. That its method returns NotImplemented says so in any case.
    others : makes an array of a dtype that the class does not keep, to stand beside its objects; an `aikit.Array` of NumPy, if
        not said. A class whose objects hold arrays of another backend takes none of NumPy.

    Examples
    --------
    >>> import numpy as np
    >>> from pytest_aikit import Adapter
    >>> class Wrapped:
    ...     def __init__(self, values):
    ...         self.values = values
    ...     def __aikit_array_function__(self, func, types, args, kwargs):
    ...         return NotImplemented
    >>> adapter = Adapter(Wrapped, to_numpy=lambda x: x.values, dtypes=["float32", "float64"])
    >>> adapter.name
    'Wrapped'
    """

    array_class: type
    from_numpy: Callable[[np.ndarray], Any] | None = None
    to_numpy: Callable[[Any], Any] = np.asarray
    dtypes: Sequence[Any] = DEFAULT_DTYPES
    name: str = ""
    results: tuple[type, ...] = ()
    refusals: tuple[type[Exception], ...] = ()
    others: Callable[[np.ndarray], Any] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.name or getattr(self.array_class, "__name__", repr(self.array_class)))
        given = self.dtypes.split(",") if isinstance(self.dtypes, str) else self.dtypes
        object.__setattr__(self, "dtypes", tuple(str(one).strip() for one in given))
        for field in ("results", "refusals"):
            classes = getattr(self, field)
            object.__setattr__(self, field, (classes,) if isinstance(classes, type) else tuple(classes))

    def make(self, array: np.ndarray) -> Any:
        """An object of the class with the values of an array."""
        return self.array_class(array) if self.from_numpy is None else self.from_numpy(array)

    def takes(self, array: np.ndarray) -> bool:
        """Whether the class has the dtype of an array."""
        return array.dtype.name in self.dtypes

    @functools.cached_property
    def verified(self) -> bool:
        """True.

        Raises
        ------
        AdapterError : objects cannot be made and read as it says; the first thing that is wrong.
        """
        problem = self._problem()
        if problem:
            raise AdapterError(f"Adapter: {self.name}: {problem}")
        return True

    def _problem(self) -> str:
        cls = self.array_class
        if not isinstance(cls, type):
            return f"array_class={cls!r} is no class"
        method = getattr(cls, "__aikit_array_function__", None)
        if method is None:
            return "the class has no __aikit_array_function__(self, func, types, args, kwargs), by which it takes functions over"
        if issubclass(cls, ArrayBase) and method is array_class().__aikit_array_function__:
            return "the class takes nothing over: its __aikit_array_function__ is that of aikit.Array"
        if not self.dtypes:
            return "dtypes=[] leaves nothing to judge; name those that the class keeps"
        unknown = [name for name in self.dtypes if name not in DTYPES]
        if unknown:
            return f"dtypes: {unknown[0]!r} is no dtype; choose from {', '.join(DTYPES)}"
        for name in self.dtypes:
            for shape in ((2, 3), (), (0, 3)):
                problem = self._problem_of(np.ones(shape, numpy_dtype(name)))
                if problem:
                    return problem
        return ""

    def _problem_of(self, array: np.ndarray) -> str:
        """What is wrong with the round trip of an array."""
        said = f"np.ones({array.shape}, {array.dtype.name!r})"
        try:
            made = self.make(array.copy())
        except Exception as error:
            return f"from_numpy({said}) raised {_words(error)}"
        if not isinstance(made, self.array_class):
            return f"from_numpy({said}) gives an object of {type(made).__name__}, not of {self.array_class.__name__}"
        try:
            back = self.to_numpy(made)
        except Exception as error:
            return f"to_numpy of from_numpy({said}) raised {_words(error)}"
        if not isinstance(back, np.ndarray):
            return f"to_numpy gives an object of {type(back).__name__}, not an ndarray"
        if back.dtype != array.dtype:
            return (
                f"the round trip of {said} loses the dtype: {back.dtype.name} comes back; leave {array.dtype.name} out of "
                "dtypes, or keep it"
            )
        if back.shape != array.shape:
            return f"the round trip of {said} loses the shape: {back.shape} comes back"
        return (
            "" if same_bits(back, array) else f"the round trip of {said} loses the values: {back.tolist()} comes back"
        )


def required(adapter: Any, function: str) -> Adapter:
    """What is given to a function as an adapter.

    Raises
    ------
    AdapterError : it is none.
    """
    if not isinstance(adapter, Adapter):
        raise AdapterError(f"{function}: adapter={adapter!r} is no Adapter; give it Adapter(MyArray, ...)")
    return adapter


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error).strip().partition(chr(10))[0]}"
