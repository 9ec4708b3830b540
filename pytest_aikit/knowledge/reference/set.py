"""Unique values, and where they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np


class _Unique(NamedTuple):
    values: Any
    indices: Any
    inverse: Any
    counts: Any


def unique(*names: str) -> Callable[[Any], Any]:
    """What is said of the unique values, by the names of the Array API standard.

    Whatever is asked for: only with the first indices does NumPy sort in a stable way, so that of several NaN, each of
    which is unique, the first comes first in the values.
    """

    def found(x: Any) -> Any:
        values, indices, inverse, counts = np.unique(
            x, return_index=True, return_inverse=True, return_counts=True, equal_nan=False
        )
        every = _Unique(values, indices, inverse.reshape(np.shape(x)), counts)
        result = tuple(getattr(every, name) for name in names)
        return result if len(names) > 1 else result[0]

    return found
