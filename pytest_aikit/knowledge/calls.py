"""What a call in a record is made of: array arguments as descriptions, and what the cell says in their place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from pytest_aikit.model import Sample
from pytest_aikit.numerics.special_values import COUNT


@dataclass(frozen=True)
class ArraySpec:
    """An array argument of a row.

    Attributes
    ----------
    values : ``ordinary``, ``special`` (all special values), ``edges`` (special integers; ordinary floating values with
        NaN and infinities among them), ``filling`` (integers that need all bits of their dtype), ``near one``, ``few`` (with repetitions), ``sorted``, ``ascending`` (24 of
        them), ``indices``, ``order`` (a permutation that sorts ``few``), ``low``, ``high``, ``positive``,
        ``castable``, ``growing`` (factors above 1), ``hundreds``, ``mask``, ``one NaN``, ``square overflows``,
        ``whole`` (1 and 2), ``over the range`` (each binade or power of two); what `pytest_aikit.cases.matrices` and `pytest_aikit.cases.samples.lanes` list; or a function
        of the record that makes them for a dtype.
    dtype : a dtype other than that of the cell's parameter.
    along : the axis along which the array has the length that is tried.
    """

    shape: tuple[Any, ...]
    values: str | Callable[[str], np.ndarray] = "ordinary"
    dtype: str | None = None
    along: int = 0


@dataclass(frozen=True)
class Row:
    """One call. `every`: it is made for every dtype, the others for one dtype of each kind.

    `kinds` are the kinds of dtypes for which it is made at all; `mixed`: it is the one that is made where the arrays
    have different dtypes; `part` is the rule that made it, one of `pytest_aikit.model.PARTS`. `turns`: it is one of many, all of
    which are made for one dtype where nothing is compiled; of so many of them each other dtype takes one, in turn.
    """

    args: tuple[Any, ...]
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    label: str = ""
    every: bool = False
    kinds: str = "biufc"
    mixed: bool = False
    part: str = "calls"
    turns: int = 0

    @property
    def arrays(self) -> list[ArraySpec]:
        """The arrays among the arguments, those of lists too."""
        return [one for value in (*self.args, *self.kwargs.values()) for one in arrays_in(value)]

    def with_arrays(self, change: Callable[[ArraySpec], ArraySpec]) -> Row:
        """The call with each array described otherwise."""
        kwargs = {name: _with_arrays(value, change) for name, value in self.kwargs.items()}
        return replace(self, args=_with_arrays(self.args, change), kwargs=kwargs)

    @property
    def is_the_same_in_all_dtypes(self) -> bool:
        """Whether nothing in the call is of the dtype of the cell."""
        return not any(_depends_on_dtype(value) for value in (*self.args, *self.kwargs.values()))


class Placeholder:
    """Stands for something that the cell says."""

    def __repr__(self) -> str:
        return "..."


CELL_DTYPE, CELL_DEVICE = Placeholder(), Placeholder()
N, BESIDE = Placeholder(), Placeholder()
"""Each of the lengths, see `pytest_aikit.cases.samples.sizes`; that of an axis beside it, which is short."""


def arrays_in(value: Any) -> list[ArraySpec]:
    """The array that an argument is, or those in its list."""
    return [one for one in (value if isinstance(value, (list, tuple)) else [value]) if isinstance(one, ArraySpec)]


def _with_arrays(value: Any, change: Callable[[ArraySpec], ArraySpec]) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(_with_arrays(one, change) for one in value)
    return change(value) if isinstance(value, ArraySpec) else value


def _depends_on_dtype(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(map(_depends_on_dtype, value))
    return value.dtype is None if isinstance(value, ArraySpec) else value is CELL_DTYPE


def row(*args: Any, label: str = "", every: bool = False, kinds: str = "biufc", **kwargs: Any) -> Row:
    words = ", ".join(f"{key}={'...' if isinstance(value, ArraySpec) else value}" for key, value in kwargs.items())
    return Row(args, kwargs, label or words or "defaults", every, kinds)


def mixed_dtypes(*args: Any, **kwargs: Any) -> Row:
    """The call for arrays of different dtypes. Vectors of one length for all functions: JAX compiles each cast once.

    Integers fill their dtypes, so that a detour over a narrower one shows.
    """

    def filling(value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return type(value)(map(filling, value))
        ordinary = isinstance(value, ArraySpec) and value.values == "ordinary"
        return replace(value, values="filling") if ordinary else value

    return replace(row(*map(filling, args), **kwargs), label="mixed dtypes", mixed=True)


def all_dtypes(*rows: Row) -> tuple[Row, ...]:
    return tuple(replace(one, every=True) for one in rows)


def at_length(one: Row, length: int, beside: int | None = None) -> Row:
    """The call with a length in the place of `N`, in shapes and wherever else it stands, and one in that of `BESIDE`."""
    beside = beside or (6 if length < 10_000 else 2)

    def filled(value: Any) -> Any:
        if value is N:
            return length
        if value is BESIDE:
            return beside
        if isinstance(value, ArraySpec):
            along = value.shape.index(N) if N in value.shape else 0
            return replace(value, shape=filled(value.shape), along=along)
        return type(value)(map(filled, value)) if isinstance(value, (list, tuple)) else value

    kwargs = {name: filled(value) for name, value in one.kwargs.items()}
    label = f"{one.label}, length {length}"
    return replace(one, args=filled(one.args), kwargs=kwargs, label=label, part="sizes")


X = ArraySpec((3, 4))
CUBE = ArraySpec((2, 3, 4))
AT_THE_CORNERS = ((-2, "at"), (-3, "beside"), (3, "at"), (4, "beside"))
"""Diagonals of `X`, the last ones and the first that have no elements."""
EDGES = ArraySpec((4, 6), "edges")
SPECIAL = ArraySpec((4, 6), "special")
EMPTY = ArraySpec((0, 3))
POINT = ArraySpec(())
VECTOR = ArraySpec((COUNT,))
FEW = ArraySpec((12,), "few")
NORMAL_TIES = "ties of normal numbers"
"""For what looks for zeros and equal numbers: who flushes subnormal numbers finds such in them."""
MANY = ArraySpec((2, 3000), "whole")
"""So many that 16 bits do not hold what each adds; 32 bits hold it exactly."""


def reductions(values: ArraySpec, *, empty: bool, tuples: bool = True) -> tuple[Row, ...]:
    """Reductions: all, each, and several axes, kept or not, of arrays of several shapes."""
    rows = all_dtypes(row(values), row(values, axis=1))
    more = [row(CUBE, axis=0), row(CUBE, axis=-1, keepdims=True), row(CUBE, keepdims=True), row(POINT, label="0-d")]
    if tuples:
        more += [row(CUBE, axis=(0, 2)), row(CUBE, axis=(-1, 0), keepdims=True), row(CUBE, axis=())]
    if empty:
        more += [row(EMPTY, label="size 0"), row(EMPTY, axis=0, label="size 0, axis")]
    else:
        more += [row(EMPTY, axis=1, label="size 0, axis")]
    more += [row(ArraySpec((0, 2, 3)), axis=-1, label="size 0, two dimensions left")]
    # bools are not among the dtypes that every row is tried with
    of_bools = [replace(one, every=True, kinds="b") for one in more[:4]]
    return (*rows, *more, *of_bools)


def along_one(values: str, **kwargs: Any) -> tuple[Row, ...]:
    """Calls along an axis of each length: the only one, the last, which is contiguous, and the first, which is not."""
    return (
        row(ArraySpec((N,), values), axis=0, label="vector", **kwargs),
        row(ArraySpec((BESIDE, N), values), axis=1, label="last axis", **kwargs),
        row(ArraySpec((N, BESIDE), values), axis=0, label="first axis", **kwargs),
    )


def along_each(values: str, **kwargs: Any) -> tuple[Row, ...]:
    """Calls along an axis of each length, and over all axes at once."""
    return (*along_one(values, **kwargs), row(ArraySpec((N,), values), label="all", **kwargs))


def anywhere(values: str) -> tuple[Row, ...]:
    """Calls without an axis on arrays in which an axis has each length."""
    return (
        row(ArraySpec((N,), values), label="vector"),
        row(ArraySpec((BESIDE, N), values), label="last axis"),
        row(ArraySpec((N, BESIDE), values), label="first axis"),
    )


LONG_WITH_NAN = (
    *all_dtypes(row(ArraySpec((4097, 3), "one NaN"), axis=1, label="NaN in some rows of many", kinds="f")),
    row(ArraySpec((4097, 3), "one NaN"), label="NaN among many", kinds="f"),
)
"""Kernels for many elements may lose what those for few keep."""


def these(*numbers: int, dtype: str = "int32") -> ArraySpec:
    """The array of these numbers, in a dtype."""
    return ArraySpec((len(numbers),), lambda own: np.asarray(numbers), dtype)


FAR, SHORT = ArraySpec((200,)), these(-1, 100, -128, dtype="int8")
"""An array, and indices of it from both ends, of a dtype that does not hold its length."""
FARTHER, SHORTER = ArraySpec((40_000,)), these(-1, 100, -(2**15), dtype="int16")
"""The same with two bytes for each index."""


class Bad(NamedTuple):
    """One bad call: the error it raises, the arguments as in a row, what is wrong, and the words of the message.

    The message names the function in any case; `words` are all that it must hold beside. `of_values`: it is wrong by what
    is in its arrays, which calls on the CPU look at.
    """

    error: type[Exception]
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    label: str
    words: tuple[str, ...] = ()
    of_values: bool = False


def bad(error: type[Exception], label: str, *args: Any, words: tuple[str, ...] = (), **kwargs: Any) -> Bad:
    return Bad(error, args, kwargs, label, words)


def wrong_values(error: type[Exception], label: str, *args: Any, words: tuple[str, ...] = (), **kwargs: Any) -> Bad:
    """A bad call whose arrays have shapes and dtypes as they should; on an accelerator the framework has its own rule for it.

    To look at values there would be to wait for it. PyTorch's kernels end what the process can do with the device.
    """
    return Bad(error, args, kwargs, label, words, of_values=True)


class Kink(NamedTuple):
    """A call at a kink, and the gradients of the sum of its result with respect to each of the arrays."""

    args: tuple[Any, ...]
    gradients: tuple[Any, ...]
    kwargs: Mapping[str, Any] = {}

    def sample(self, dtype: str) -> Sample:
        """The call as a sample, with arrays of a dtype in the place of lists."""
        args = [np.asarray(x, dtype) if isinstance(x, list) else x for x in self.args]
        return Sample(tuple(args), dict(self.kwargs), "kink")
