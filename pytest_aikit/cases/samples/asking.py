"""Which calls a function must take, and what it says of one on NumPy: of shapes and keywords each backend says the same."""

from __future__ import annotations

from typing import Any

import numpy as np

import aikit
from aikit.core.records import Function
from aikit.exceptions import AikitBackendException
from pytest_aikit import frameworks, knowledge, memory
from pytest_aikit.cases import oracle
from pytest_aikit.cases.showing import is_of_aikit
from pytest_aikit.knowledge import refused
from pytest_aikit.model import Sample


def result_of(function: Function, sample: Sample) -> Any:
    """The result of a call; raises what the function raises."""
    space = aikit.get_backend(frameworks.HOST)

    def array(value: np.ndarray) -> Any:
        return space.asarray(value.copy(), dtype=value.dtype.name)

    args, named = memory.mapped(array, (sample.args, [*sample.kwargs.values()]))
    with np.errstate(all="ignore"):
        return function.public(*args, **dict(zip(sample.kwargs, named, strict=True)))


def is_valid(function: Function, sample: Sample) -> bool:
    """Whether the function must take a call: its reference does, and its record does not say that it is refused."""
    name = function.qualified_name
    if not is_of_aikit(function) or knowledge.of(function).reference is None or name in refused.BY_VALUES:
        return is_taken(function, sample)
    refuses = refused.REFUSES.get(name)
    if refuses is not None and refuses(*sample.args, **sample.kwargs):
        return False
    try:
        oracle.expected(function, sample)
    except Exception:
        return False
    return True


def is_taken(function: Function, sample: Sample) -> bool:
    """Whether the function takes a call."""
    try:
        result_of(function, sample)
    except Exception:
        return False
    return True


def is_refused(function: Function, sample: Sample) -> bool:
    """Whether the function says that a call is wrong."""
    try:
        result_of(function, sample)
    except Exception as error:
        return type(error) is not AikitBackendException  # which all others are of, and itself says nothing of the call
    return False


def is_empty(function: Function, sample: Sample) -> bool:
    """Whether the function takes a call, and its result has no elements."""
    try:
        result = result_of(function, sample)
    except Exception:
        return False
    leaves = result if isinstance(result, (list, tuple)) else [result]
    return all(0 in getattr(one, "shape", ()) for one in leaves)
