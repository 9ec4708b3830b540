"""Reductions and cumulations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

_ROUNDING = 2.0**-24
"""Relative, of float32, in which narrower dtypes are summed, too."""


def reduction(reduce: Callable[..., Any]) -> Callable[..., Any]:
    """A sum or product; the argument was cast to the dtype of the result before it came here."""
    return lambda x, *, axis, dtype, keepdims: reduce(x, axis=axis, keepdims=keepdims)


def cumulative(accumulate: Any, first: int) -> Callable[..., Any]:
    """A cumulation, `first` before the others where it is to include its initial value."""

    def cumulated(x: Any, *, axis: int | None, dtype: Any, include_initial: bool) -> Any:
        axis = 0 if axis is None else axis
        result = accumulate(x, axis=axis)
        if include_initial:
            shape = list(result.shape)
            shape[axis] = 1
            result = np.concat([np.full(shape, first, dtype=result.dtype), result], axis=axis)
        return result

    return cumulated


def directed(accumulate: Any, first: int) -> Callable[..., Any]:
    """A cumulation of the elements on one side of each, with itself or without it; `first` is that of none."""

    def cumulated(x: Any, *, axis: int, exclusive: bool, reverse: bool, dtype: Any) -> Any:
        lanes = np.moveaxis(x, axis, -1)[..., :: -1 if reverse else 1]
        result = accumulate(lanes, axis=-1)
        if exclusive:
            before = result
            result = np.full_like(before, first)
            result[..., 1:] = before[..., :-1]
        return np.moveaxis(result[..., :: -1 if reverse else 1], -1, axis)

    return cumulated


def spread(function: Callable[..., Any]) -> Callable[..., Any]:
    """NumPy's; where there are no degrees of freedom, of which it gives the quotient by 0, the NaN of the standard."""

    def judged(x: Any, *, axis: Any, correction: float, keepdims: bool) -> Any:
        total = np.sum(x, axis=axis, keepdims=keepdims)
        if x.size <= max(correction, 0) * np.size(total):
            return total * np.nan
        return function(x, axis=axis, correction=correction, keepdims=keepdims)

    return judged


def scale_of_var(x: Any, *, axis: Any, correction: float, keepdims: bool) -> Any:
    """The variance times its condition number (Chan, Golub and LeVeque, Algorithms for computing the sample variance, 1983).

    PyTorch's updates the mean with each element, so that elements which are far from 0 and near to each other cost digits.
    Of elements that are all equal, whose mean may be rounded, there is the square of a rounding.
    """
    with np.errstate(all="ignore"):
        deviation = np.std(x, axis=axis, correction=correction, keepdims=keepdims)
        size = _root_mean_square(x, axis, keepdims)
        return np.maximum(deviation, _ROUNDING * size) * size


def scale_of_std(x: Any, *, axis: Any, correction: float, keepdims: bool) -> Any:
    """As of the variance, of which it is the root."""
    with np.errstate(all="ignore"):
        deviation = np.std(x, axis=axis, correction=correction, keepdims=keepdims)
        return np.maximum(deviation, _root_mean_square(x, axis, keepdims))


def _root_mean_square(x: Any, axis: Any, keepdims: bool) -> Any:
    return np.sqrt(np.mean(np.abs(x) ** 2, axis=axis, keepdims=keepdims))


def einsum(equation: str, *operands: np.ndarray) -> np.ndarray:
    """By the definition: the products of the elements for all values of all labels, and their sums."""
    inputs, arrow, output = equation.replace(" ", "").partition("->")
    terms = [_spelt(term, x.ndim) for term, x in zip(inputs.split(","), operands, strict=True)]
    letters = "".join(terms)
    dots = sorted({label for label in letters if label.isdigit()}, reverse=True)
    if arrow:
        wanted = [label for part in output.partition("...") for label in (dots if part == "..." else part)]
    else:
        wanted = dots + sorted(label for label in set(letters) if letters.count(label) == 1 and not label.isdigit())
    labels = wanted + sorted(set(letters) - set(wanted))
    pairs = [pair for term, x in zip(terms, operands, strict=True) for pair in zip(term, x.shape, strict=True)]
    lengths = [[length for label, length in pairs if label == one] for one in labels]
    shape = tuple(next((n for n in found if n != 1), 1) for found in lengths)
    places = dict(zip(labels, np.indices(shape, sparse=True), strict=True))
    product = np.ones(shape, operands[0].dtype)
    for term, x in zip(terms, operands, strict=True):
        key = tuple(np.where(n == 1, 0, places[label]) for label, n in zip(term, x.shape, strict=True))
        product = product * x[key]
    return np.sum(product, axis=tuple(range(len(wanted), len(labels))), dtype=product.dtype)


def _spelt(term: str, ndim: int) -> str:
    """The labels of all dimensions: digits, counted from the last one, of those that three dots stand for."""
    number = ndim - len(term.replace("...", ""))
    return term.replace("...", "".join(str(place) for place in reversed(range(number))))


def terms_of_einsum(equation: str, *operands: np.ndarray) -> int:
    """The products that are added up for one element of the result."""
    return int(np.max(einsum(equation, *(np.ones(x.shape, np.int64) for x in operands)), initial=1))


def scale_of_einsum(equation: str, *operands: np.ndarray) -> np.ndarray:
    return einsum(equation, *map(np.abs, operands))
