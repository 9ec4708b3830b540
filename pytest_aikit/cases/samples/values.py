"""The values of the arrays of elementwise functions."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from aikit.core.records import Function
from pytest_aikit.cases.samples.admitted import admissible
from pytest_aikit.numerics.special_values import COUNT, ORDINARY, ordinary_values, special_values


def packed(function: Function, by_name: Mapping[str, str]) -> list[np.ndarray]:
    """One array for each parameter: all special values, or all pairs of them, and ordinary ones after them."""
    arrays = []
    pairs = 0
    for place, (name, dtype) in enumerate(by_name.items()):
        special = special_values(dtype)
        if len(by_name) > 1 and name in function.promote:
            special = np.repeat(special, COUNT) if pairs == 0 else np.tile(special, COUNT)
            pairs += 1
        elif len(by_name) > 1:
            special = ordinary_values(dtype, COUNT * COUNT, None, place)
        ordinary = ordinary_values(dtype, ORDINARY, function.domain, place)
        arrays.append(np.concatenate([special, ordinary]))
    return admissible(function, by_name, arrays)


def in_shape(function: Function, by_name: Mapping[str, str], shapes: tuple[tuple[int, ...], ...]) -> list[np.ndarray]:
    """Ordinary arrays of these shapes, the last shape for all further parameters."""
    arrays = []
    for place, dtype in enumerate(by_name.values()):
        shape = shapes[min(place, len(shapes) - 1)]
        arrays.append(shaped(ordinary_values(dtype, 24, function.domain, place + 7), shape))
    return arrays


def shaped(values: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    size = int(np.prod(shape))
    return np.resize(values, size).reshape(shape)
