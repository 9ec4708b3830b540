"""Parts that are asked for as copies share no memory with the array."""

from __future__ import annotations

import numpy as np
import pytest

import aikit
from aikit.exceptions import AikitValueError


def test_split() -> None:
    x = np.zeros((4, 3))
    assert all(np.shares_memory(part.data, x) for part in aikit.split(x, num_or_size_splits=2))
    assert not any(np.shares_memory(part.data, x) for part in aikit.split(x, num_or_size_splits=2, copy=True))


def test_diagonal() -> None:
    x = np.zeros((4, 3))
    assert not np.shares_memory(aikit.diag(x).data, x)


@pytest.mark.parametrize("backend", ["numpy", pytest.param("torch", marks=pytest.mark.needs("torch"))])
def test_reshape_without_a_copy(backend: str) -> None:
    xp = aikit.get_backend(backend)
    x = xp.reshape(xp.arange(6), (2, 3))
    assert aikit.to_list(xp.reshape(x, (6,), copy=False)) == [0, 1, 2, 3, 4, 5]
    with pytest.raises(AikitValueError, match="only a copy"):
        xp.reshape(xp.permute_dims(x, (1, 0)), (6,), copy=False)
