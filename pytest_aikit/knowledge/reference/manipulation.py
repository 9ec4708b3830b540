"""Manipulation."""

from __future__ import annotations

from typing import Any

import numpy as np


def split(
    x: np.ndarray, *, copy: bool | None, num_or_size_splits: Any, axis: int, with_remainder: bool
) -> list[np.ndarray]:
    """By taking the indices of one section after the other from those of the axis."""
    length = x.shape[axis]
    number = length if num_or_size_splits is None else num_or_size_splits
    lengths = [length // max(number, 1)] * number if isinstance(number, int) else list(number)
    places, found = list(range(length)), []
    for one in lengths:
        found.append(np.take(x, np.array(places[:one], int), axis))
        places = places[one:]
    return [*found, np.take(x, places, axis)] if places else found
