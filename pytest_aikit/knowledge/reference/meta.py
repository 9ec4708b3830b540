"""Steps of meta-learning: the cost of a task is half the square of the distance from its target, the rate is 1/2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Reference = tuple[np.ndarray, ...]
Gradient = Callable[[Any, Any, Any], Any]
"""Of the distance from the target before, of that from the target of the cost after, and of what is left of the first one, the
gradient of a task."""


def _step(x: np.ndarray, steps: int, average: bool, form: str, gradient: Gradient) -> Reference:
    """The means of the cost and of the gradients after the last step, or after each, and what a task was adapted to."""
    tasks = x[:2] if form == "two tasks" else x
    # what is adapted to and what the cost is of may lie elsewhere
    targets, others = tasks, tasks
    if form == "batches of its own":
        targets, others = np.roll(tasks, 1, axis=-1), tasks[..., ::-1]
    before, beside = x[0] - targets, others - targets
    left = [x.dtype.type(2) ** -step for step in range(1 if average else steps, steps + 1)]
    after = [before * one - beside for one in left]
    cost = np.mean([np.mean(np.sum(one**2, axis=-1)) for one in after]) / 2
    if form == "some variables":  # of which one stays as it is
        cost = cost + np.mean(np.sum((x[1] - tasks) ** 2, axis=-1)) / 2
    pairs = list(zip(after, left, strict=True))
    gradients = np.mean([np.mean(gradient(before, *pair), axis=0) for pair in pairs], axis=0)
    adapted = targets + before * left[-1]
    found = [] if form == "nothing adapted" else [adapted[0 if form == "the first alone" else -1]]
    if form == "differentiated":  # what is after so many steps moves by so much of what is before
        costs = np.mean([np.mean(one * part, axis=0) for one, part in pairs], axis=0)
        found.append(costs + np.mean([gradient(1, part, part) for part in left]))
    return cost, gradients, *found


def maml_step(x: np.ndarray, /, *, steps: int = 1, average: bool = False, form: str = "plain") -> Reference:
    return _step(x, steps, average, form, lambda before, after, left: after * left)


def fomaml_step(x: np.ndarray, /, *, steps: int = 1, average: bool = False, form: str = "plain") -> Reference:
    return _step(x, steps, average, form, lambda before, after, left: after)


def reptile_step(x: np.ndarray, /, *, steps: int = 1, form: str = "plain") -> Reference:
    return _step(x, steps, False, form, lambda before, after, left: (before - before * left) * 2)


def scale(x: np.ndarray, /, *, form: str = "plain", **options: Any) -> tuple[Any, ...]:
    """Differences lose digits: errors are those of the numbers themselves."""
    largest = np.max(np.abs(x))
    found = {"nothing adapted": 0, "differentiated": 2}.get(form, 1)
    costs = 2 if form == "some variables" else 1
    return costs * x.shape[-1] * largest**2, 2 * largest, *[2 * largest] * found
