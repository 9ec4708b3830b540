"""Calls of functions of axes, with numbers or with labels."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from pytest_aikit.knowledge.calls import Row, row
from pytest_aikit.knowledge.keywords import Keywords, array, fits, many


def extreme(*, ndim: int, has_nan: bool, axis: Any, keepdims: bool) -> Row | None:
    """Of arrays in which there is a NaN, in the dtypes that have one, and of others."""
    if not fits(axis, ndim):
        return None
    made = row(array(ndim, _with_nan if has_nan else many), axis=axis, keepdims=keepdims)
    return replace(made, kinds="f") if has_nan else made


OF_EXTREMES = Keywords(values={"has_nan": (False, True)}, call=extreme)


def _with_nan(dtype: str, number: int) -> np.ndarray:
    found = many(dtype, number).copy()
    found[1] = np.nan
    return found


_LENGTHS = {"i": 2, "j": 3, "k": 4, "l": 5, "I": 3, "m": 2}


def einsum(*, equation: str, dots: tuple[int, ...]) -> Row | None:
    """Of arrays each label of which has a length of its own; `dots`: the lengths that the ellipses stand for, of the first
    array all of them, of each other one those behind the first, and a 1 in the place of the last."""
    if ("..." in equation) != bool(dots):
        return None
    shapes = []
    for place, term in enumerate(equation.replace(" ", "").partition("->")[0].split(",")):
        before, found, after = term.partition("...")
        mine = () if not found else dots if not place else (*dots[1:-1], 1) if len(dots) > 1 else ()
        shapes.append((*(_LENGTHS[one] for one in before), *mine, *(_LENGTHS[one] for one in after)))
    return row(equation, *(array(shape, number=place) for place, shape in enumerate(shapes)))
