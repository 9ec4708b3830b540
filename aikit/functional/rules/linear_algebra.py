"""What linear algebra needs of its arguments."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from aikit.core.records import Arguments
from aikit.core.shapes import broadcast, shape_of
from aikit.exceptions import AikitAxisError, AikitBroadcastShapeError, AikitValueError
from aikit.functional.rules.common import (
    ValuesRefused,
    at_least,
    check_broadcast,
    check_stacks,
    not_negative,
)

# ------------------------------------------------------------------------------------------------ values of matrices

# The backends raise these in eager calls on a CPU, where looking at a result costs next to nothing.


class SingularMatrix(ValuesRefused):
    """There is no inverse."""

    says = "has a singular matrix, which has no inverse; aikit.linalg.pinv gives the pseudo-inverse"


class NotPositiveDefinite(ValuesRefused):
    """There is no Cholesky factor."""

    says = (
        "has a matrix that is not positive definite, which has no Cholesky factor; aikit.linalg.eigh decomposes any "
        "Hermitian matrix"
    )


class NotFinite(ValuesRefused):
    """There are NaN or infinities, of which LAPACK makes errors, NaN or an endless loop."""

    says = "has NaN or infinities, which have no decomposition; aikit.isfinite tells where"


# ------------------------------------------------------------------------------------------------ before the call


def is_square(shape: Any) -> bool:
    """Whether a shape ends in two lengths that are equal, or may be; None is an unknown one."""
    return len(shape) > 1 and (shape[-1] == shape[-2] or None in (shape[-1], shape[-2]))


def check_square(shape: Any) -> None:
    """Raise where an array holds no square matrices."""
    if not is_square(shape):
        raise ValueError(f"square matrices are needed; got the shape {tuple(shape)}")


def check_matrix(shape: Any) -> None:
    """Raise where an array holds no matrices."""
    if len(shape) < 2:
        raise ValueError(f"matrices are needed; got the shape {tuple(shape)}")


MATRIX_NORMS = frozenset({"fro", "nuc", None, 1, -1, 2, -2, math.inf, -math.inf})
"""The orders of a matrix norm."""


BY_SINGULAR_VALUES = frozenset({"nuc", 2, -2})
"""The orders of a matrix norm that are made of singular values."""


def check_norm(shape: Any, ord: Any) -> None:
    """Raise where there is no matrix norm of an order, or none of matrices without elements."""
    check_matrix(shape)
    if ord not in MATRIX_NORMS:
        raise ValueError(f"there is no matrix norm of the order {ord!r}")
    if not isinstance(ord, str | None) and 0 in shape[-2:]:
        raise ValueError(f"matrices of shape {tuple(shape)} have no elements")


def check_vectors(shape1: Sequence[int | None], shape2: Sequence[int | None], axis: int) -> None:
    """Raise where an axis is not negative or out of range, or has another length than 3; None is an unknown length."""
    if not -min(len(shape1), len(shape2)) <= axis < 0:
        raise ValueError(f"axis={axis} is not negative, or out of range for the shapes {shape1} and {shape2}")
    if any(shape[axis] not in (3, None) for shape in (shape1, shape2)):
        raise ValueError(f"the shapes {shape1} and {shape2} must have length 3 along axis={axis}")


_LONGEST = 2**62


def clamped_diagonal(k: int, shape: Sequence[int | None]) -> int:
    """`k`, or the diagonal next to the matrix where `k` lies beyond: frameworks take ints of 32 or of 64 bits only.

    The last two lengths of `shape` are those of the matrix; None is one that is not known.
    """
    if len(shape) < 2:
        return k  # no matrix, which the caller refuses
    rows, columns = (_LONGEST if length is None else length for length in (shape[-2], shape[-1]))
    return max(-rows, min(k, columns))


# ------------------------------------------------------------------------------------------------ once a call has failed


def square(name: str, arguments: Arguments, backend: Any) -> None:
    """The first array holds square matrices."""
    parameter, x = next(iter(arguments.items()))
    at_least(2, parameter)(name, arguments, backend)
    if not is_square(x.shape):
        raise AikitValueError(f"{name}: {parameter} has shape {shape_of(x)}; its last two dimensions must be equal")


def solve(name: str, arguments: Arguments, backend: Any) -> None:
    """The matrices are square, and the other side fits them."""
    square(name, arguments, backend)
    at_least(1, "x2")(name, arguments, backend)
    one, two = shape_of(arguments["x1"]), shape_of(arguments["x2"])
    rows = two[-2] if len(two) > 1 else two[0]
    if one[-1] != rows:
        raise AikitValueError(f"{name}: the shapes {one} and {two} do not match: {one[-1]} unknowns meet {rows} rows")
    check_stacks(name, one[:-2], two[:-2])


def matmul(name: str, arguments: Arguments, backend: Any) -> None:
    """The columns of one array are as many as the rows of the other."""
    one, two = shape_of(arguments["x1"]), shape_of(arguments["x2"])
    if not one or not two:
        raise AikitValueError(f"{name}: the shapes are {one} and {two}; both need at least 1 dimension")
    inner = two[-2] if len(two) > 1 else two[0]
    if one[-1] != inner:
        raise AikitValueError(f"{name}: the shapes {one} and {two} do not match: {one[-1]} columns meet {inner} rows")
    check_stacks(name, one[:-2], two[:-2])


def vecdot(name: str, arguments: Arguments, backend: Any) -> None:
    """The vectors have the same length, and the axis lies in both arrays."""
    one, two, axis = shape_of(arguments["x1"]), shape_of(arguments["x2"]), arguments["axis"]
    for parameter, shape in (("x1", one), ("x2", two)):
        if not -len(shape) <= axis < len(shape):
            raise AikitAxisError(f"{name}: axis={axis} is out of range for {parameter} of {len(shape)} dimensions")
    if one[axis] != two[axis]:
        raise AikitValueError(
            f"{name}: along axis {axis} x1 has length {one[axis]} and x2 {two[axis]}; they must be equal"
        )
    check_stacks(name, *([*shape[:axis], *shape[axis:][1:]] for shape in (one, two)))


def cross(name: str, arguments: Arguments, backend: Any) -> None:
    """The vectors have 3 elements, along an axis that is counted from the back."""
    one, two, axis = shape_of(arguments["x1"]), shape_of(arguments["x2"]), arguments["axis"]
    if not -min(len(one), len(two)) <= axis < 0:
        raise AikitAxisError(
            f"{name}: axis={axis} must be negative, and no less than -{min(len(one), len(two))} for the shapes {one} and {two}"
        )
    if one[axis] != 3 or two[axis] != 3:
        raise AikitValueError(
            f"{name}: along axis {axis} x1 has length {one[axis]} and x2 {two[axis]}; vectors of 3 elements are needed"
        )
    check_broadcast(name, arguments, ("x1", "x2"))


def outer(name: str, arguments: Arguments, backend: Any) -> None:
    """Both arrays are vectors."""
    for parameter in ("x1", "x2"):
        shape = shape_of(arguments[parameter])
        if len(shape) != 1:
            raise AikitValueError(f"{name}: {parameter} has shape {shape}; it must have 1 dimension")


def tensordot(name: str, arguments: Arguments, backend: Any) -> None:
    """The axes come in pairs of the same length."""
    one, two, axes = shape_of(arguments["x1"]), shape_of(arguments["x2"]), arguments["axes"]
    try:
        first, second = (range(len(one) - axes, len(one)), range(axes)) if isinstance(axes, int) else axes
        pairs = list(zip(first, second, strict=True))
    except (TypeError, ValueError):
        raise AikitValueError(f"{name}: axes={axes!r} is neither an int nor two sequences of equal length") from None
    for i, j in pairs:
        if not (-len(one) <= i < len(one) and -len(two) <= j < len(two)):
            raise AikitAxisError(
                f"{name}: axes={axes!r} is out of range for arrays of {len(one)} and {len(two)} dimensions"
            )
        if one[i] != two[j]:
            raise AikitValueError(
                f"{name}: axis {i} of x1 has length {one[i]}, and axis {j} of x2 {two[j]}; they must be equal"
            )


def matrix_norm(name: str, arguments: Arguments, backend: Any) -> None:
    """There is such a norm, and for matrices of this shape."""
    at_least(2)(name, arguments, backend)
    shape, order = shape_of(arguments["x"]), arguments["ord"]
    if order not in MATRIX_NORMS:
        raise AikitValueError(f"{name}: ord={order!r} is no matrix norm; use 'fro', 'nuc', 1, -1, 2, -2, inf or -inf")
    if 0 in shape[-2:] and not isinstance(order, str):
        raise AikitValueError(f"{name}: x of shape {shape} has matrices without elements; their norm is 'fro' or 'nuc'")


def tolerance(name: str, arguments: Arguments, backend: Any) -> None:
    """The tolerance broadcasts with the stack of matrices."""
    at_least(2)(name, arguments, backend)
    shape, tolerance = shape_of(arguments["x"])[:-2], arguments["rtol"]
    if hasattr(tolerance, "shape"):
        try:
            broadcast(name, [shape, shape_of(tolerance)])
        except AikitBroadcastShapeError:
            raise AikitBroadcastShapeError(
                f"{name}: rtol of shape {shape_of(tolerance)} does not broadcast with the stack of matrices, of shape {shape}"
            ) from None


def diag(name: str, arguments: Arguments, backend: Any) -> None:
    """The array is a vector or a matrix."""
    shape = shape_of(arguments["x"])
    if len(shape) not in (1, 2):
        raise AikitValueError(
            f"{name}: x has shape {shape}; it must be a vector or a matrix; aikit.linalg.diagonal takes stacks"
        )


def of_diag(arguments: Arguments) -> tuple[Any, ...] | None:
    """The lengths of a matrix with a vector on a diagonal."""
    shape = shape_of(arguments["x"])
    length = None if len(shape) != 1 or shape[0] is None else shape[0] + abs(arguments["k"])
    return None if length is None else (length, length)


def inner(name: str, arguments: Arguments, backend: Any) -> None:
    """The last axes have one length, where both arrays have one."""
    one, two = shape_of(arguments["x1"]), shape_of(arguments["x2"])
    if one and two and one[-1] != two[-1]:
        raise AikitValueError(f"{name}: the last axes of the shapes {one} and {two} must have one length")


def vander(name: str, arguments: Arguments, backend: Any) -> None:
    """The array has an axis of rows, and the number of columns is 0 or more."""
    at_least(1)(name, arguments, backend)
    not_negative("N")(name, arguments, backend)


def skew_symmetric(name: str, arguments: Arguments, backend: Any) -> None:
    """The vectors have three elements."""
    shape = shape_of(arguments["vector"])
    if not shape or shape[-1] != 3:
        raise AikitValueError(f"{name}: vector has shape {shape}; its last axis must have length 3")
