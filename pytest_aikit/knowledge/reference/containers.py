"""Containers of two leaves, which their methods move."""

from __future__ import annotations

from typing import Any

import numpy as np


def read(x: np.ndarray, /, *key: Any) -> tuple[np.ndarray, ...]:
    return np.asarray(x[key]), np.asarray(x[..., ::-1][key])


def mapped(x: np.ndarray) -> tuple[np.ndarray, ...]:
    y = x[..., ::-1]
    return y, y, y, x, np.concatenate([x, y]), np.concatenate([y, x]), x, y, x[0], y[0]


def flattened(x: np.ndarray) -> tuple[np.ndarray, ...]:
    y = x[..., 1:]
    return y, x, x, y, x, x, y, x, y
