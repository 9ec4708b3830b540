"""Parts that are asked for as copies share no memory with the array."""

from __future__ import annotations

import numpy as np

import aikit


def test_split() -> None:
    x = np.zeros((4, 3))
    assert all(np.shares_memory(part.data, x) for part in aikit.split(x, num_or_size_splits=2))
    assert not any(np.shares_memory(part.data, x) for part in aikit.split(x, num_or_size_splits=2, copy=True))


def test_diagonal() -> None:
    x = np.zeros((4, 3))
    assert not np.shares_memory(aikit.diag(x).data, x)
