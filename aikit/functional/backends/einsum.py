"""A sum of products over labelled axes, composed of products of stacks of matrices."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from aikit.core.shapes import broadcast
from aikit.functional.rules.einsum import ELLIPSIS, without_ellipsis


class Steps(NamedTuple):
    """What it is composed of: functions of a backend on its arrays, which keep the dtype."""

    permute: Callable[[Any, tuple[int, ...]], Any]
    reshape: Callable[[Any, tuple[int, ...]], Any]
    matmul: Callable[[Any, Any], Any]
    sum: Callable[[Any, tuple[int, ...]], Any]
    every: Callable[[Any, int], Any]
    """Every so many-th element along the last axis."""


def contract(equation: str, operands: Sequence[Any], steps: Steps) -> Any:
    """The sum of products that a checked equation with its result written out says; of several arrays from left to right."""
    inputs, _, output = equation.partition("->")
    terms, arrays, output = _named(inputs.split(","), list(operands), output, steps)
    arrays = [_without_repeated(*one, steps) for one in zip(terms, arrays, strict=True)]
    labels, x = arrays[0]
    for place, (others, y) in enumerate(arrays[1:], start=2):
        later = set(output).union(*(term for term, _ in arrays[place:]))
        labels, x = _product(labels, x, others, y, later, steps)
    labels, x = _kept(labels, x, set(output), steps)
    return _ordered(labels, x, output, steps)


def _named(terms: list[str], arrays: list[Any], output: str, steps: Steps) -> tuple[list[str], list[Any], str]:
    """Terms in which each dimension that an ellipsis stands for has a label, but for those of length 1 that are broadcast."""
    numbers = [x.ndim - len(without_ellipsis(term)) for term, x in zip(terms, arrays, strict=True)]
    places = [term.find(ELLIPSIS) for term in terms]
    shapes = [tuple(x.shape[max(p, 0) :][:n]) for x, p, n in zip(arrays, places, numbers, strict=True)]
    common = broadcast("einsum", shapes)
    fresh = "".join(chr(0x100 + place) for place in range(len(common)))
    for index, (term, shape) in enumerate(zip(terms, shapes, strict=True)):
        if places[index] < 0:
            continue
        own = list(zip(shape, common[len(common) - len(shape) :], fresh[len(fresh) - len(shape) :], strict=True))
        kept = [(length, label) for length, most, label in own if length == most]
        lengths, x, start = tuple(length for length, _ in kept), arrays[index], places[index]
        arrays[index] = steps.reshape(x, (*x.shape[:start], *lengths, *x.shape[start + len(shape) :]))
        terms[index] = term.replace(ELLIPSIS, "".join(label for _, label in kept))
    return terms, arrays, output.replace(ELLIPSIS, fresh)


def _without_repeated(labels: str, x: Any, steps: Steps) -> tuple[str, Any]:
    """An array each of whose labels stands once: of one that stands twice the diagonal is taken."""
    for label in sorted(set(labels)):
        while labels.count(label) > 1:
            first, second = labels.find(label), labels.rfind(label)
            others = [place for place in range(len(labels)) if place not in (first, second)]
            length, shape = x.shape[first], tuple(x.shape[place] for place in others)
            square = steps.reshape(steps.permute(x, (*others, first, second)), (*shape, length * length))
            x, labels = steps.every(square, length + 1), "".join(labels[place] for place in others) + label
    return labels, x


def _kept(labels: str, x: Any, wanted: set[str], steps: Steps) -> tuple[str, Any]:
    """The sum over all labels but those that are wanted."""
    over = tuple(place for place, label in enumerate(labels) if label not in wanted)
    return "".join(label for label in labels if label in wanted), steps.sum(x, over) if over else x


def _ordered(labels: str, x: Any, wanted: Sequence[str], steps: Steps) -> Any:
    return steps.permute(x, tuple(labels.index(label) for label in wanted)) if "".join(wanted) != labels else x


def _product(labels: str, x: Any, others: str, y: Any, later: set[str], steps: Steps) -> tuple[str, Any]:
    """The product of two arrays, summed over the labels that are not needed later."""
    labels, x = _kept(labels, x, later | set(others), steps)
    others, y = _kept(others, y, later | set(labels), steps)
    stack = [label for label in labels if label in others and label in later]
    inner = [label for label in labels if label in others and label not in later]
    rows = [label for label in labels if label not in others]
    columns = [label for label in others if label not in labels]
    lengths = dict(zip(labels + others, (*x.shape, *y.shape), strict=True))

    def size(group: list[str]) -> int:
        return math.prod(lengths[label] for label in group)

    left = steps.reshape(_ordered(labels, x, stack + rows + inner, steps), (size(stack), size(rows), size(inner)))
    right = steps.reshape(
        _ordered(others, y, stack + inner + columns, steps), (size(stack), size(inner), size(columns))
    )
    found = [*stack, *rows, *columns]
    return "".join(found), steps.reshape(steps.matmul(left, right), tuple(lengths[label] for label in found))
