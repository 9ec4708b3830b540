"""Calls of general functions."""

from __future__ import annotations

from pytest_aikit.knowledge.calls import Row, row
from pytest_aikit.knowledge.keywords import array, distinct


def all_equal(*, ndim: int, number: int, equal: bool, equality_matrix: bool) -> Row:
    """Of arrays that are all equal, or of which the last has other dimensions."""
    dimensions = [ndim if equal or place < 2 else ndim + 1 for place in range(number)]
    return row(*(array(min(one, 4), distinct) for one in dimensions), equality_matrix=equality_matrix)
