"""Nests of an array and a part of it."""

from __future__ import annotations

import numpy as np


def mapped(x: np.ndarray) -> tuple[np.ndarray, ...]:
    y = x[..., 1:]
    return x[..., ::-1], y[..., ::-1], x[..., ::-1], y, x, y, y


def indexed(x: np.ndarray) -> tuple[np.ndarray, ...]:
    y = x[..., 1:]
    return x, y, y, y, y, x, y


def changed(x: np.ndarray) -> tuple[np.ndarray, ...]:
    y = x[..., 1:]
    return y, x[..., ::-1], y, y, y, y, x[..., ::-1], x, x
