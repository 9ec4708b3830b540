"""Calls of functions of labelled axes."""

from __future__ import annotations

from pytest_aikit.knowledge.calls import Row, row
from pytest_aikit.knowledge.keywords import array

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
