"""Calls of functions that make arrays, of numbers that their dtype holds exactly."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from pytest_aikit.knowledge.calls import Row, row
from pytest_aikit.knowledge.keywords import array
from pytest_aikit.numerics.promotion import kind_of

SHAPES: tuple[Any, ...] = ((), 4, (2, 3), (2, 0, 1), [2, 3, 4, 5])
_OF_NUMBERS = {bool: "biufc", int: "biufc", float: "fc", complex: "c"}
_CAST = {"b": "b", "i": "biu", "u": "bu", "f": "biuf", "c": "biufc"}
"""The kind of a dtype -> the kinds of those that are cast to it."""


def _kinds(one: Row, kinds: str) -> Row:
    return replace(one, kinds=kinds)


def arange(*, start: Any, stop: Any, step: Any, dtype: Any, device: Any) -> Row | None:
    """Of floating numbers and of ints; unsigned ones where none is negative."""
    numbers = [number for number in (start, stop, step) if number is not None]
    first, last = (0, start) if stop is None else (start, stop)
    count = max(0, math.ceil((last - first) / step))
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
    """An array as another, which is a copy where its dtype changes."""
    if dtype is not None and copy is False:
        return None
    kinds = "biufc" if dtype is None else _CAST[kind_of(dtype)]
    return _kinds(row(array(ndim), dtype=dtype, device=device, copy=copy), kinds)


def cast(*, ndim: int, dtype: str, device: Any, copy: bool) -> Row:
    kinds = "biufc" if kind_of(dtype) == "c" else "biuf"
    return _kinds(row(array(ndim, "castable"), dtype, copy=copy, device=device), kinds)


def from_dlpack(*, ndim: int, device: Any, copy: bool | None) -> Row:
    return row(array(ndim), device=device, copy=copy)


def to_device(*, ndim: int, device: Any, stream: None) -> Row:
    return row(array(ndim), device, stream=stream)


def meshgrid(*, number: int, indexing: str) -> Row:
    return row(*(array(((3,), (2,), (4,), (5,))[place], number=place) for place in range(number)), indexing=indexing)
