"""Calls of functions that search."""

from __future__ import annotations

from pytest_aikit.knowledge.calls import ArraySpec, Row, row
from pytest_aikit.knowledge.keywords import shape_of


def searchsorted(*, ndim: int, side: str, sorter: bool) -> Row:
    wanted = ArraySpec(shape_of(ndim), "few")
    if sorter:
        return row(ArraySpec((12,), "few"), wanted, side=side, sorter=ArraySpec((12,), "order"))
    return row(ArraySpec((8,), "sorted"), wanted, side=side)


def isin(*, ndim: int, of: int, invert: bool) -> Row:
    """`of`: the dimensions of the second array."""
    return row(ArraySpec(shape_of(ndim), "few"), ArraySpec(shape_of(of), "few"), invert=invert)
