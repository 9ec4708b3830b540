"""Formulas of linear algebra that are the same on every backend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


def cross_product(a: Any, b: Any, multiply: Callable[..., Any], subtract: Callable[..., Any]) -> Any:
    """The three elements of the cross products of vectors that are given by their elements."""
    return [subtract(multiply(a[i], b[j]), multiply(a[j], b[i])) for i, j in ((1, 2), (2, 0), (0, 1))]


class Elimination(NamedTuple):
    """What Gaussian elimination is made of on a backend, beside operators and slices.

    `numbers` counts from 0, in the index dtype, `spread` gives each matrix of a stack the same numbers.
    """

    abs: Callable[..., Any]
    argmax: Callable[..., Any]
    where: Callable[..., Any]
    take_along_axis: Callable[..., Any]
    concat: Callable[..., Any]
    numbers: Callable[[int, Any], Any]
    spread: Callable[[Any, Any], Any]


def eliminated(x: Any, pivot: bool, of: Elimination) -> tuple[Any, Any]:
    """The compact factors of matrices, by Gaussian elimination one column after the other, and the interchanges of rows.

    Golub and Van Loan, Matrix Computations, 4th edition, algorithms 3.2.1 and 3.4.1. Below a pivot of 0 a factor is 0 where
    what it eliminates is 0 already.
    """
    rows, columns = x.shape[-2:]
    if rows is None or columns is None:
        raise ValueError("the lengths of matrices")
    i, j = of.numbers(rows, x), of.numbers(columns, x)
    inner, pivots = min(rows, columns), []
    for k in range(inner):
        if pivot:
            here, found = i[k : k + 1], of.argmax(of.abs(x[..., k:, k]), axis=-1, keepdims=True) + k
            order = of.where(i == here, found, of.where(i == found, here, i))
            x = of.take_along_axis(x, order[..., None] + j * 0, axis=-2)
            pivots.append(found)
        top, column, below = x[..., k : k + 1, :], x[..., :, k : k + 1], (i > k)[:, None]
        of_pivot = top[..., k : k + 1]
        factors = of.where((column == 0) & (of_pivot == 0), column, column / of_pivot)
        x = of.where(below & (j > k), x - factors * top, of.where(below & (j == k), factors, x))
    return x, of.concat(pivots, axis=-1) if pivots else of.spread(i[:inner], x)
