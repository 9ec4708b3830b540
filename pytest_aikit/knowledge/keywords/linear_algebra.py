"""Calls of functions of matrices."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import ml_dtypes
import numpy as np

from pytest_aikit.knowledge.calls import ArraySpec, Row, row
from pytest_aikit.knowledge.keywords import array, fits, shape_of
from pytest_aikit.knowledge.keywords.manipulation import with_length
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype, real_of

STACKS = ((), (2,), (2, 2))
SHAPES = ((4, 3), (3, 4), (3, 3), (1, 2))


def cholesky(*, stack: tuple[int, ...], upper: bool) -> Row:
    return row(ArraySpec((*stack, 3, 3), "positive definite"), upper=upper)


def matrix_power(*, stack: tuple[int, ...], n: int) -> Row:
    return row(ArraySpec((*stack, 3, 3), "well conditioned"), n)


def matrix_norm(*, ndim: int, ord: Any, keepdims: bool) -> Row | None:
    """Of matrices without elements there are few norms."""
    if 0 in shape_of(ndim)[-2:] and ord not in ("fro", "nuc", None):
        return None
    return row(array(ndim), ord=ord, keepdims=keepdims)


def decomposition(*, stack: tuple[int, ...], shape: tuple[int, int], **option: Any) -> Row:
    return row(ArraySpec((*stack, *shape), "matrix"), **option)


def with_tolerance(*, stack: tuple[int, ...], shape: tuple[int, int], rtol: Any) -> Row:
    """`each`: one for each matrix."""
    given = {"each": tolerances(stack), "one": tolerances(())}.get(rtol, rtol)
    return row(ArraySpec((*stack, *shape), "low rank"), rtol=given)


def tolerances(shape: tuple[int, ...]) -> ArraySpec:
    """Of which a matrix of low rank has singular values on both sides, not alike for matrices beside each other."""
    return ArraySpec(shape, lambda dtype: np.resize(np.array([0.85, 0.125, 0.61], real_of(dtype)), shape))


def of_tolerances(parts: Sequence[float], shape: tuple[int, int]) -> ArraySpec:
    """Two matrices, diagonal but for the order of the rows, with values so many times what is taken for 0 by default."""

    def made(dtype: str) -> np.ndarray:
        eps = max(shape) * float(ml_dtypes.finfo(numpy_dtype(real_of(dtype))).eps)
        matrix = np.zeros(shape) + 0j
        matrix[[2, 0, 1], [0, 1, 2]] = np.array([1, -parts[0] * eps, parts[1] * eps]) * (
            1j if kind_of(dtype) == "c" else 1
        )
        found = np.stack([matrix, np.where(matrix == 0, 0, 2 * matrix)[::-1]])
        return found if kind_of(dtype) == "c" else found.real

    return ArraySpec((2, *shape), made)


def system(*shape: int) -> ArraySpec:
    """The array of a system of as many equations as unknowns, none of which is nearly made of the others."""
    number = math.isqrt(math.prod(shape))

    def made(dtype: str) -> np.ndarray:
        random = np.random.default_rng(number)
        real, imaginary = (random.uniform(-0.5, 0.5, (number, number)) for _ in range(2))
        matrix = 2 * np.eye(number) + real + (1j * imaginary if kind_of(dtype) == "c" else 0)
        return matrix.reshape(shape)

    return ArraySpec(shape, made)


def tensorsolve(*, ndim: int, axes: Any) -> Row | None:
    """Of three dimensions the array has the shape (2, 3, 6), or (6, 2, 3) where two axes are moved, once they are."""
    moved = [axis % ndim for axis in ((axes,) if isinstance(axes, int) else axes or ())]
    unknowns = (2, 3)[: len(moved)] if len(moved) > 1 else (6,)
    count = ndim - len(unknowns)
    if count < 1 or not fits(axes, ndim):
        return None
    second = {1: (6,), 2: (2, 3), 3: (2, 3, 1)}[count]
    order = [*(axis for axis in range(ndim) if axis not in moved), *moved]
    lengths = dict(zip(order, (*second, *unknowns), strict=True))
    return row(system(*(lengths[axis] for axis in range(ndim))), ArraySpec(second), axes=axes)


def cross(*, ndim: int, axis: int, others: str) -> Row | None:
    """`others`: the lengths of the second array along the other axes; or those of both are all 3."""
    if not fits(axis, ndim):
        return None
    shape = (3,) * ndim if others == "3" else with_length((2, 4, 5, 6)[:ndim], axis, 3)
    second = with_length((1,) * ndim, axis, 3) if others == "1" else shape
    return row(array(shape), array(second, number=1), axis=axis)


def vecdot(*, ndim: int, axis: int, broadcast: bool) -> Row | None:
    """`broadcast`: the second array has fewer dimensions, the axis among them."""
    if not fits(axis, ndim):
        return None
    shape = shape_of(ndim)
    other = shape[axis:] if broadcast and ndim > 1 else shape
    if broadcast and axis >= 0:
        others = [*shape[:axis], *shape[axis + 1 :]][1:]
        if axis > len(others):
            return None
        other = (*others[:axis], shape[axis], *others[axis:])
    return row(array(shape), array(other, number=1), axis=axis)


def tensordot(*, ndim: int, axes: Any) -> Row | None:
    """The second array has 5 in its other dimensions, of which it has one."""
    shape = shape_of(ndim)
    if isinstance(axes, int):
        return row(array(ndim), array((*shape[ndim - axes :], 5), number=1), axes=axes) if axes <= ndim else None
    first, second = axes
    if not fits(first, ndim):
        return None
    other = [5] * (len(second) + 1)
    for one, two in zip(first, second, strict=True):
        other[two] = shape[one]
    return row(array(ndim), array(tuple(other), number=1), axes=axes)
