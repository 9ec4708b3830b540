"""Which of the samples of a cell what others wrote is judged by: an array class, or a namespace."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from pytest_aikit.cases.samples.sizes import LONG
from pytest_aikit.model import LONG as PARTS_OF_LONG
from pytest_aikit.model import Sample

PARTS = ("values", "calls", "keywords", "shapes", "scalars", "matrices", *PARTS_OF_LONG)
"""The parts of the samples: not the memory layouts, which are the business of what it is made of."""
LONGEST = 128
"""The longest of the arrays of some length: ties and repeated NaNs are seen there, and the longer ones are left to what
it is made of."""


def for_others(samples: Iterable[Sample], *, long: bool = False) -> list[Sample]:
    """Those of some samples by which others are judged; the long ones only on demand."""
    return [one for one in samples if one.part in PARTS and (long or not _is_long(one))]


def longest_of(samples: Iterable[Sample]) -> list[Sample]:
    """Of the calls that are made on demand, the one with the longest of the arrays that are cheap: it sees where blocks meet."""
    found = [one for one in samples if _is_long(one) and max(map(_length, one.arrays)) <= LONG]
    return [max(found, key=lambda one: max(map(_length, one.arrays)))] if found else []


def _length(array: np.ndarray) -> int:
    return max(array.shape, default=0)


def _is_long(sample: Sample) -> bool:
    return sample.part in PARTS_OF_LONG and any(_length(array) > LONGEST for array in sample.arrays)
