"""Control flow, as Python's own."""

from __future__ import annotations

import numpy as np

Arrays = tuple[np.ndarray, ...]


def if_else(x: np.ndarray, /, *, cond: str = "array", vars: str = "tuple") -> Arrays:
    y = x[::-1]
    if {"True": True, "False": False, "function of no array": False}.get(cond, _largest(x[0]) < _largest(x[-1])):
        return x * y, x, y
    return x - y, y, x


def while_loop(x: np.ndarray, /, *, test: str = "array", body: str = "all", vars: str = "tuple") -> Arrays:
    total, y, i = x[:1] - x[:1], x[::-1], 0
    a = x
    while test != "False" and i < 5 and _largest(a) < 24:
        i, a, total = i + 1, a + a, total + a[:1] * y[:1]
    return a, y, total[0]


def for_loop(x: np.ndarray, /, *, items: str = "range", body: str = "both", vars: str = "tuple") -> Arrays:
    total, point = x[:1] - x[:1], x[-1:]
    for row in [] if items == "empty range" else [x[2:3], x[1:2], x[:1]]:
        total = total * point + row
    return total[0], point[0]


def scale_of_for_loop(x: np.ndarray, /, *, items: str = "range", body: str = "both", vars: str = "tuple") -> Arrays:
    point = abs(x[-1])
    return (abs(x[2]) * point + abs(x[1])) * point + abs(x[0]), point


def _largest(x: np.ndarray) -> np.ndarray:
    return np.max(np.abs(x))
