"""The dtypes of a sample."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from aikit.core.records import Function
from pytest_aikit.model import Sample
from pytest_aikit.numerics.promotion import name_of


def alike(function: Function, by_name: Mapping[str, str]) -> bool:
    """Whether the arrays that are brought to one dtype have one already."""
    return len({by_name[name] for name in function.promote}) <= 1


def asks_for(sample: Sample, dtypes: frozenset[str]) -> bool:
    """Whether an argument of a sample names one of these dtypes, or has it."""
    return any(_asks(value, dtypes) for value in (*sample.args, *sample.kwargs.values()))


def _asks(value: Any, dtypes: frozenset[str]) -> bool:
    return (value if isinstance(value, str) else _dtype_of(value)) in dtypes


def dtypes_of(function: Function, sample: Sample) -> tuple[str, ...]:
    """The dtypes of the array parameters of a sample; what is no array has that of the first one."""
    arguments = function.signature.bind(*sample.args, **sample.kwargs).arguments
    found = {name: _dtype_of(arguments.get(name)) for name in function.array_parameters}
    first = next((dtype for dtype in found.values() if dtype), None) or str(arguments.get("dtype") or "float32")
    return tuple(dtype or first for dtype in found.values()) or (first,)


def _dtype_of(value: Any) -> str | None:
    if isinstance(value, np.ndarray):
        return name_of(value.dtype)
    if isinstance(value, (list, tuple)):
        return next((dtype for dtype in map(_dtype_of, value) if dtype), None)
    return None
