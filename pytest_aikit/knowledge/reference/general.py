"""General functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from pytest_aikit.knowledge.reference.linear_algebra import singular_values
from pytest_aikit.numerics import wide


def all_equal(*xs: np.ndarray, equality_matrix: bool) -> Any:
    matrix = np.array([[np.array_equal(one, other) for other in xs] for one in xs])
    return matrix if equality_matrix else matrix[0].all()


def _clipped(x: np.ndarray, norm: Any, max_norm: float) -> np.ndarray:
    """What is no greater stays; the rest is divided by its norm."""
    norm = np.asarray(norm)
    with np.errstate(all="ignore"):
        scaled = x / np.where(norm == 0, wide.number(1), norm) * max_norm
    return np.where(norm <= max_norm, x, scaled)


def clip_matrix_norm(x: np.ndarray, max_norm: float, *, p: Any) -> np.ndarray:
    if not x.size:
        return x
    if p in (2, -2, "nuc"):
        values = singular_values(x) if x.dtype != object else _singular_values(x)
        norm = np.sum(values, -1) if p == "nuc" else (np.max if p > 0 else np.min)(values, -1)
    elif p == "fro":
        norm = np.sqrt(np.sum(np.abs(x) ** 2, (-2, -1)))
    else:
        norm = (np.max if p > 0 else np.min)(np.sum(np.abs(x), -2 if abs(p) == 1 else -1), -1)
    return _clipped(x, np.asarray(norm)[..., None, None], max_norm)


def _singular_values(x: np.ndarray) -> np.ndarray:
    """Of matrices of mpmath's numbers."""
    mp = wide.context()
    found = np.empty((*x.shape[:-2], min(x.shape[-2:])), object)
    for place in np.ndindex(x.shape[:-2]):
        found[place] = list(mp.svd_c(mp.matrix(x[place].tolist()), compute_uv=False))
    return found


def clip_vector_norm(x: np.ndarray, max_norm: float, *, p: float) -> np.ndarray:
    if not x.size:
        return x
    size, order = np.abs(x), wide.number(p)
    if abs(p) == np.inf:
        norm = np.max(size) if p > 0 else np.min(size)
    else:
        norm = np.sum(size != 0) if p == 0 else np.sum(size**order) ** (1 / order)
    return _clipped(x, norm, max_norm)
