"""The magnitudes by which errors are measured where a result may be small by cancellation."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from pytest_aikit.numerics.magnitudes import magnitudes


def of_magnitudes(reference: Callable[..., Any]) -> Callable[..., Any]:
    """A linear function applied to the absolute values: what the rounding errors of its terms are measured by."""

    def scale(*args: Any, **kwargs: Any) -> Any:
        return reference(*map(_magnitude, args), **{key: _magnitude(value) for key, value in kwargs.items()})

    return scale


def _magnitude(value: Any) -> Any:
    return magnitudes(value) if isinstance(value, np.ndarray) else value


def greatest(*args: Any, **kwargs: Any) -> Any:
    """The greatest of the arguments that are numbers or arrays of them."""
    numbers = [abs(value) for value in args if not isinstance(value, (bool, type(None)))]
    return functools.reduce(np.maximum, numbers)
