"""Which of the samples of a cell what others wrote is judged by: an array class, or a namespace."""

from __future__ import annotations

from collections.abc import Iterable

from pytest_aikit.cases import calling
from pytest_aikit.model import LONG, Sample

PARTS = ("values", "calls", "keywords", "shapes", "scalars", "matrices", *LONG)
"""The parts of the samples: not the memory layouts, which are the business of what it is made of."""
LONGEST = 128
"""The longest of the arrays of some length: ties and repeated NaNs are seen there, and the longer ones are left to what
it is made of."""


def for_others(samples: Iterable[Sample], *, long: bool = False) -> list[Sample]:
    """Those of some samples by which others are judged; the long ones only on demand."""
    return [one for one in samples if one.part in PARTS and (long or not _is_long(one))]


def _is_long(sample: Sample) -> bool:
    return sample.part in LONG and any(
        max(array.shape, default=0) > LONGEST for array in calling.sampled_arrays(sample)
    )
