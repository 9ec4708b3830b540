"""Calls of functions that make arrays, of numbers that their dtype holds exactly."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from pytest_aikit.knowledge.calls import Row, row
from pytest_aikit.knowledge.keywords import array, fits, positive
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype

SHAPES: tuple[Any, ...] = ((), 4, (2, 3), (2, 0, 1), [2, 3, 4, 5])
_OF_NUMBERS = {bool: "biufc", int: "biufc", float: "fc", complex: "c"}


def _kinds(one: Row, kinds: str) -> Row:
    return replace(one, kinds=kinds)


def arange(*, start: Any, stop: Any, step: Any, dtype: Any, device: Any) -> Row | None:
    """Of floating numbers and of ints; unsigned ones where none is negative. A call without elements shows nothing of a pair."""
    numbers = [number for number in (start, stop, step) if number is not None]
    first, last = (0, start) if stop is None else (start, stop)
    count = math.ceil((last - first) / step)
    if count < 1:
        return None
    if any(isinstance(number, float) for number in numbers):
        kinds = "f"
    else:
        kinds = "if" if min(*numbers, first + step * count) < 0 else "iuf"
    return _kinds(row(start, stop=stop, step=step, dtype=dtype, device=device), kinds)


def linspace(*, start: Any, stop: Any, num: int, endpoint: bool, dtype: Any, device: Any) -> Row:
    """Integers where all points are whole."""
    whole = isinstance(start, int) and isinstance(stop, int) and num in (0, 1, 2, 4)
    return _kinds(row(start, stop, num, dtype=dtype, device=device, endpoint=endpoint), "iufc" if whole else "fc")


def eye(*, n_rows: int, n_cols: int | None, k: int, dtype: Any, device: Any) -> Row:
    return row(n_rows, n_cols, k=k, dtype=dtype, device=device)


def full(*, shape: Any, fill_value: Any, dtype: Any, device: Any) -> Row:
    kinds = "biufc" if dtype is None else _OF_NUMBERS[type(fill_value)]
    return _kinds(row(shape, fill_value, dtype=dtype, device=device), kinds)


def full_like(*, ndim: int, fill_value: Any, dtype: str | None, device: Any) -> Row | None:
    if dtype is not None and kind_of(dtype) not in _OF_NUMBERS[type(fill_value)]:
        return None
    kinds = "biufc" if dtype is not None else _OF_NUMBERS[type(fill_value)]
    return _kinds(row(array(ndim), fill_value, dtype=dtype, device=device), kinds)


def converted(*, ndim: int, dtype: str | None, device: Any, copy: bool | None) -> Row | None:
    """An array as another, which is a copy where its dtype changes; of numbers that each dtype has."""
    if dtype is not None and copy is False:
        return None
    if dtype is None:
        return row(array(ndim), dtype=dtype, device=device, copy=copy)
    return _kinds(row(array(ndim, positive), dtype=dtype, device=device, copy=copy), _cast_to(dtype))


def cast(*, ndim: int, dtype: str, device: Any, copy: bool) -> Row:
    return _kinds(row(array(ndim, "castable"), dtype, copy=copy, device=device), _cast_to(dtype))


def _cast_to(dtype: str) -> str:
    """The kinds of the dtypes that are cast to one."""
    return "biufc" if kind_of(dtype) == "c" else "biuf"


def from_dlpack(*, ndim: int, device: Any, copy: bool | None) -> Row:
    return row(array(ndim), device=device, copy=copy)


def to_device(*, ndim: int, device: Any, stream: None) -> Row:
    return row(array(ndim), device, stream=stream)


def meshgrid(*, number: int, indexing: str) -> Row:
    return row(*(array(((3,), (2,), (4,), (5,))[place], number=place) for place in range(number)), indexing=indexing)


def frombuffer(*, buffer: Any, dtype: Any, count: int, offset: int) -> Row | None:
    """Of what is there; all of it where that is a whole number of elements of every dtype."""
    if offset + max(count, 0) * 16 > len(buffer) or (count == -1 and offset % 16):
        return None
    return row(buffer, dtype=dtype, count=count, offset=offset)


def logspace(*, ndim: int, num: int, base: float, axis: int, endpoint: bool, dtype: Any, device: Any) -> Row | None:
    if not fits(axis, ndim + 1):
        return None
    ends = (array(ndim, exponents, number) for number in range(2))
    made = row(*ends, num, base=base, axis=axis, endpoint=endpoint, dtype=dtype, device=device)
    return _kinds(made, "iuf")


def exponents(dtype: str, number: int) -> np.ndarray:
    """Small numbers of either sign."""
    found = np.resize(np.array([[0, 2, 1, 3, 1], [1, 3, 0, 2, 2, 1]][number]), 120)
    return (found if kind_of(dtype) in "biu" else found * 0.75 - 1.25).astype(numpy_dtype(dtype))


def one_hot(
    *, ndim: int, depth: int, on_value: Any, off_value: Any, axis: int | None, dtype: Any, device: Any
) -> Row | None:
    if not fits(axis, ndim + 1):
        return None
    keywords = {"on_value": on_value, "off_value": off_value, "axis": axis, "dtype": dtype, "device": device}
    return row(array(ndim, small_indices), depth, **keywords)


def small_indices(dtype: str, number: int) -> np.ndarray:
    """Indices within five elements, and beyond them."""
    return np.resize(np.array([0, 4, 2, 1, 7, 3, 5, 0, 1]), 120).astype(numpy_dtype(dtype))
