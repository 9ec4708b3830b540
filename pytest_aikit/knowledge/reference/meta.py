"""Steps of meta-learning: the cost of a task is half the square of the distance from its target, the rate is 1/2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def _step(x: np.ndarray, steps: int, gradient: Callable[[Any, Any], Any]) -> tuple[np.ndarray, np.ndarray]:
    """The mean of the costs after the steps, and of what `gradient` makes of the distances before and after."""
    before = x[0] - x
    after = before * x.dtype.type(2) ** -steps
    return np.mean(np.sum(after**2, axis=-1)) / 2, np.mean(gradient(before, after), axis=0)


def maml_step(x: np.ndarray, /, *, steps: int = 1) -> tuple[np.ndarray, np.ndarray]:
    return _step(x, steps, lambda before, after: after * x.dtype.type(2) ** -steps)


def fomaml_step(x: np.ndarray, /, *, steps: int = 1) -> tuple[np.ndarray, np.ndarray]:
    return _step(x, steps, lambda before, after: after)


def reptile_step(x: np.ndarray, /, *, steps: int = 1) -> tuple[np.ndarray, np.ndarray]:
    return _step(x, steps, lambda before, after: (before - after) * 2)


def scale(x: np.ndarray, /, *, steps: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Differences lose digits: errors are those of the numbers themselves."""
    largest = np.max(np.abs(x))
    return x.shape[-1] * largest**2, 2 * largest
