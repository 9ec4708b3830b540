"""Steps of meta-learning: the cost of a task is half the square of the distance from its target, the rate is 1/2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Reference = tuple[np.ndarray, np.ndarray, np.ndarray]
Gradient = Callable[[Any, Any], Any]
"""Of the distance from the target before, and of what is left of it, the gradient of a task."""


def _step(x: np.ndarray, steps: int, average: bool, gradient: Gradient) -> Reference:
    """The means of the cost and of the gradients after the last step, or after each, and what the last task was adapted to."""
    before = x[0] - x
    left = [x.dtype.type(2) ** -step for step in range(1 if average else steps, steps + 1)]
    cost = np.mean([np.mean(np.sum((before * one) ** 2, axis=-1)) for one in left]) / 2
    return (
        cost,
        np.mean([np.mean(gradient(before, one), axis=0) for one in left], axis=0),
        x[-1] + before[-1] * left[-1],
    )


def maml_step(x: np.ndarray, /, *, steps: int = 1, average: bool = False) -> Reference:
    return _step(x, steps, average, lambda before, left: before * left * left)


def fomaml_step(x: np.ndarray, /, *, steps: int = 1, average: bool = False) -> Reference:
    return _step(x, steps, average, lambda before, left: before * left)


def reptile_step(x: np.ndarray, /, *, steps: int = 1) -> Reference:
    return _step(x, steps, False, lambda before, left: (before - before * left) * 2)


def scale(x: np.ndarray, /, **options: Any) -> tuple[Any, Any, Any]:
    """Differences lose digits: errors are those of the numbers themselves."""
    largest = np.max(np.abs(x))
    return x.shape[-1] * largest**2, 2 * largest, 2 * largest
