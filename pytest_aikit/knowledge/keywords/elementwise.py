"""Calls of elementwise functions, and of those along an axis whose shapes depend on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pytest_aikit.knowledge.calls import Row, row
from pytest_aikit.knowledge.keywords import array, fits, shape_of
from pytest_aikit.knowledge.keywords.manipulation import with_length


def clip(*, ndim: int, min: str | None, max: str | None) -> Row | None:
    """Each limit is a Python scalar, an array like `x`, a shorter one, or one of no dimensions."""
    if not ndim and "shorter" in (min, max):
        return None

    def limit(which: str | None, scalar: int, values: str) -> Any:
        shapes = {"array": shape_of(ndim), "shorter": shape_of(ndim)[1:], "0-d": ()}
        return array(shapes[which], values) if which in shapes else scalar if which else None

    made = row(array(ndim), limit(min, 1, "low"), limit(max, 3, "high"))
    return replace(made, kinds="iuf")


def diff(*, ndim: int, axis: int, n: int, prepend: int | None, append: int | None) -> Row | None:
    """`prepend` and `append` are the lengths of what is put before and behind."""
    if not fits(axis, ndim):
        return None
    ends: dict[str, Any] = {
        name: None if length is None else array(with_length(shape_of(ndim), axis, length), number=length)
        for name, length in (("prepend", prepend), ("append", append))
    }
    return row(array(ndim), axis=axis, n=n, **ends)


def trapz(*, ndim: int, axis: int, x: str | None, dx: float) -> Row | None:
    """The points are those of one axis, or as many as the values."""
    if not ndim or not fits(axis, ndim):
        return None
    points = {None: None, "points": array((shape_of(ndim)[axis],), number=1), "full": array(ndim, number=1)}
    return row(array(ndim), x=points[x], dx=dx, axis=axis)
