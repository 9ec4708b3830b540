"""Calls of Fourier transforms along several axes."""

from __future__ import annotations

from typing import Any

from pytest_aikit.knowledge.calls import Row, row
from pytest_aikit.knowledge.keywords import array, fits, shape_of


def along_several(*, ndim: int, axes: Any, s: str | None, norm: str) -> Row | None:
    """`s` is a length for each axis: shorter ones, longer ones, or one that is left as it is."""
    if not ndim or not fits(axes, ndim) or (s is not None and axes is None):
        return None
    named = (axes,) if isinstance(axes, int) else axes or ()
    lengths = [shape_of(ndim)[axis] for axis in named]
    asked = {
        None: None,
        "shorter": tuple(max(length - 1, 1) for length in lengths),
        "longer": [length + 2 - place % 2 for place, length in enumerate(lengths)],
        "the last as it is": (*(length + 1 for length in lengths[:-1]), -1),
    }
    return row(array(ndim), s=asked[s], axes=axes, norm=norm)
