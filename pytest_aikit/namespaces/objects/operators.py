"""Operators of arrays with Python scalars; those of arrays are judged with the functions that do the same."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.knowledge import standard
from pytest_aikit.namespaces import domain
from pytest_aikit.namespaces.objects.asking import Answers, Asker
from pytest_aikit.numerics.promotion import kind_of

_SCALARS = {"b": (True,), "i": (2,), "u": (2,), "f": (2, 0.5), "c": (2, 0.5, 1j)}
"""Kind of a dtype -> numbers that stand beside arrays of it."""


def answers(asker: Asker) -> Answers:
    values = (
        asker.values if asker.kind == "b" else (2 ** (asker.values.real.astype(int) % 3)).astype(asker.values.dtype)
    )
    for name in _binary(asker.values.dtype.name):
        called, in_place = getattr(operator, name), getattr(operator, f"i{name.strip('_')}", None)
        for number in _SCALARS[asker.kind]:
            for said, call in _forms(name, called, in_place, number):
                wanted = _wanted(call, values)
                if wanted is not None and _is_exact(wanted, call, values):
                    yield asker.gives(said, wanted, call, values)


def _binary(dtype: str) -> Iterator[str]:
    """The names in `operator` of the operators of two arrays of a dtype that may be numbers."""
    for function in domain.functions().values():
        name = knowledge.of(function).operator
        binary = name and len(function.promote) == 2 and function.elementwise and domain.takes(function, (dtype, dtype))
        if binary and _is_rounded(function, kind_of(dtype)):
            yield name


def _is_rounded(function: Function, kind: str) -> bool:
    """Whether the standard says every digit of the results of a function: a power of floats is an approximation."""
    rounded = {"f": standard.ROUNDED, "c": standard.ROUNDED_COMPLEX}.get(kind)
    return rounded is None or function.qualified_name in rounded or function.result == "boolean"


def _forms(name: str, called: Any, in_place: Any, number: Any) -> Iterator[tuple[str, Callable[[Any], Any]]]:
    yield f"operator.{name}(x, {number})", lambda x: called(x, number)
    yield f"operator.{name}({number}, x)", lambda x: called(number, x)
    if in_place is not None:
        yield f"operator.{in_place.__name__}(x, {number})", lambda x: in_place(x, number)


def _wanted(call: Callable[[Any], Any], values: np.ndarray) -> np.ndarray | None:
    try:
        return np.asarray(call(values.copy()))
    except TypeError:  # NumPy does not have it in place
        return None


def _is_exact(wanted: np.ndarray, call: Callable[[Any], Any], values: np.ndarray) -> bool:
    """Whether every digit is known: integers do not overflow, and other numbers are in 64ths, as no root is."""
    if wanted.dtype.kind in "iu":
        return np.array_equal(wanted, np.asarray(call(values.astype(np.int64))))
    parts = (wanted.real, wanted.imag) if wanted.dtype.kind == "c" else (wanted,)
    return all(bool(np.all(part * 64 == np.round(part * 64))) for part in parts if part.dtype.kind == "f")
