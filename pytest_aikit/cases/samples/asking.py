"""What a function says of a call on NumPy: of what follows from shapes and keywords each backend says the same."""

from __future__ import annotations

from typing import Any

import numpy as np

import aikit
from aikit.core.records import Function
from pytest_aikit import frameworks, memory
from pytest_aikit.model import Sample


def result_of(function: Function, sample: Sample) -> Any:
    """The result of a call; raises what the function raises."""
    space = aikit.get_backend(frameworks.HOST)

    def array(value: np.ndarray) -> Any:
        return space.asarray(value.copy(), dtype=value.dtype.name)

    args = [memory.mapped(array, value) for value in sample.args]
    with np.errstate(all="ignore"):
        return function.public(*args, **{name: memory.mapped(array, value) for name, value in sample.kwargs.items()})


def is_taken(function: Function, sample: Sample) -> bool:
    """Whether the function takes a call."""
    try:
        result_of(function, sample)
    except Exception:
        return False
    return True


def is_empty(function: Function, sample: Sample) -> bool:
    """Whether the function takes a call, and its result has no elements."""
    try:
        result = result_of(function, sample)
    except Exception:
        return False
    leaves = result if isinstance(result, (list, tuple)) else [result]
    return all(0 in getattr(one, "shape", ()) for one in leaves)
