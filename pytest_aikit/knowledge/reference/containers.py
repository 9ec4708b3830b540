"""Containers of two leaves, which their methods move."""

from __future__ import annotations

from typing import Any

import numpy as np


def read(x: np.ndarray, /, *key: Any) -> tuple[np.ndarray, ...]:
    return np.asarray(x[key]), np.asarray(x[..., ::-1][key])


def mapped(x: np.ndarray) -> tuple[np.ndarray, ...]:
    y = x[..., ::-1]
    return y, y, y, x, np.concatenate([x, y]), np.concatenate([y, x]), x, y, x[0], y[0], x[..., -1:], y[..., -1:]


def unified(x: np.ndarray) -> tuple[np.ndarray, ...]:
    y = x[..., ::-1]
    total, other = x + y + x, y + x + x
    joined = np.concatenate([x, y, x], axis=1), np.concatenate([y, x, x], axis=1)
    return (x + y) / 2, total, other, total / 3, other / 3, *joined, 2 - x * y * x, 2 - y * x * x


def scale_of_unified(x: np.ndarray) -> tuple[np.ndarray, ...]:
    """What is added up, or taken from 2."""
    *others, one, two = unified(x)
    return *others, 4 - one, 4 - two


def flattened(x: np.ndarray) -> tuple[np.ndarray, ...]:
    y = x[..., 1:]
    return y, x, x, y, x, x, y, x, y


def questions(x: np.ndarray) -> dict[str, str]:
    refused = "AikitValueError"  # of bools, as comparisons give: neither true nor false
    return {
        "after updates that fail": "['a', 'b', '1']",
        "a deep copy has lists of its own": "(False, False, False)",
        "identical": "[True, False]",
        "what is put into another": "(['c'], ['c', 'd'])",
        "within itself": refused,
        "within itself, further in": refused,
        "is it true": refused if x.dtype == bool else "True",
        "is one of nothing true": "False",
        "are they equal": refused,
        "is it among others": refused,
        "is there a key": "(True, False, False)",
        "flat": "['a', 'b__c']",
        "flat where two leaves would have one place": refused,
        "flat with a separator of its own": "['a.b__c', 'a__b.c']",
    }
