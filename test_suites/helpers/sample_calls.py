"""One ordinary call of every function, for tests that go through all of them: the first of its record that is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import aikit
from aikit.core.records import REGISTRY, Function
from pytest_aikit import knowledge
from pytest_aikit.cases.samples.rows import from_row
from pytest_aikit.knowledge.calls import ArraySpec, Row

_OF_VALUES: dict[str, Callable[[Any], tuple[Any, ...]]] = {
    "can_cast": lambda xp: ("int8", "int16"),
    "result_type": lambda xp: ("int8", sample(xp, "float32")),
    "to_scalar": lambda xp: (xp.asarray([1.5]),),
}
"""Calls of those that give no array, which the checks sample none of."""
_PREFERRED = ("float32", "int32", "bool", "complex64")
_EXTREME = ("special", "edges", "castable", "square overflows", "one NaN")


def sample(xp: Any, dtype: str) -> Any:
    """A 2x3 array within the domain of every function but acosh and atanh, for which it is good at one end."""
    x = xp.asarray([[0.5, 1.0, 0.25], [0.0, 0.75, 0.5]])
    return xp.astype(x * 2 if dtype == "int32" else x, dtype)


def accepted(function: Function, name: str) -> str:
    """A dtype, not of 64 bits, that a function accepts at an array parameter."""
    return next(d for d in _PREFERRED if d in aikit.dtypes.CATEGORIES[function.dtypes[name]])


def call_of(function: Function, xp: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Positional and keyword arguments of an ordinary call."""
    if function.qualified_name in _OF_VALUES:
        return _OF_VALUES[function.qualified_name](xp), {}
    rows = [row for row in knowledge.of(function).calls if not row.mixed]
    if not rows:
        return tuple(sample(xp, accepted(function, p.name)) for p in function.parameters.values() if p.required), {}
    dtypes = {name: accepted(function, name) for name in function.array_parameters}
    kind = np.dtype(next(iter(dtypes.values()), "float32")).kind
    ordinary = [row for row in rows if kind in row.kinds and _is_ordinary(row)] or rows
    found = from_row(function, ordinary[0], dtypes, tuple(dtypes.values()) or ("float32",), "cpu")
    assert found is not None, function.qualified_name
    return tuple(_on(xp, arg) for arg in found.args), {name: _on(xp, value) for name, value in found.kwargs.items()}


def _is_ordinary(row: Row) -> bool:
    specs = [one for arg in row.args for one in (arg if isinstance(arg, (list, tuple)) else (arg,))]
    return all(0 not in one.shape and one.values not in _EXTREME for one in specs if isinstance(one, ArraySpec))


def _on(xp: Any, value: Any) -> Any:
    if isinstance(value, list):
        return [_on(xp, item) for item in value]
    return xp.asarray(value) if isinstance(value, np.ndarray) else value


def functions() -> list[str]:
    """The qualified names of all primary and compositional functions with an argument that may be an array, or a result that is."""
    return [name for name, f in REGISTRY.items() if f.kind != "standalone" and (f.array_parameters or f.out)]


def leaves(result: Any) -> list[Any]:
    """The arrays and values in a result."""
    return [leaf for item in result for leaf in leaves(item)] if isinstance(result, (list, tuple)) else [result]
