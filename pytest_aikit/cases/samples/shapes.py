"""Shapes and memory layouts of arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from aikit.core.records import Function
from pytest_aikit.cases.samples.values import in_shape
from pytest_aikit.model import Sample

_SHAPES: Mapping[int, tuple[tuple[tuple[tuple[int, ...], ...], str], ...]] = {
    1: ((((),), "0-d"), (((0, 3),), "size 0"), (((1,),), "size 1"), (((2, 3, 4),), "three dimensions")),
    2: (
        (((), ()), "0-d"),
        (((0, 3), (1, 3)), "size 0"),
        (((1,), (1, 1)), "size 1"),
        (((3, 1), (1, 4)), "broadcasting"),
        (((), (2, 3)), "0-d beside an array"),
    ),
}


def in_shapes(function: Function, by_name: Mapping[str, str]) -> Iterator[Sample]:
    """Calls with arrays of each of the shapes."""
    for shapes, label in _SHAPES[min(len(by_name), 2)]:
        yield Sample(tuple(in_shape(function, by_name, shapes)), {}, label, "shapes")


def _strided(array: np.ndarray) -> np.ndarray:
    """The same values, every second element of a larger array."""
    wide = np.zeros((*array.shape[:-1], 2 * array.shape[-1]), dtype=array.dtype)
    wide[..., ::2] = array
    return wide[..., ::2]


def _backwards(array: np.ndarray) -> np.ndarray:
    """The same values, with a negative stride."""
    return np.array(array[..., ::-1], order="C")[..., ::-1]


def _read_only(array: np.ndarray) -> np.ndarray:
    array = array.copy()
    array.flags.writeable = False
    return array


def in_other_layouts(sample: Sample) -> tuple[Sample, ...]:
    """A sample with its arrays in each of the layouts."""

    def changed(value: Any, layout: Callable[[np.ndarray], np.ndarray]) -> Any:
        if isinstance(value, (list, tuple)):
            return type(value)(changed(item, layout) for item in value)
        return layout(value) if isinstance(value, np.ndarray) and value.ndim else value

    return tuple(
        replace(sample, args=tuple(changed(value, layout) for value in sample.args), label=label, part="layouts")
        for label, layout in LAYOUTS.items()
    )


LAYOUTS: Mapping[str, Callable[[np.ndarray], np.ndarray]] = {
    "not contiguous": _strided,
    "negative strides": _backwards,
    "read-only": _read_only,
}
"""Label -> an array of the same values in another memory layout; NumPy arrays handed in natively keep it."""
