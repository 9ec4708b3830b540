"""Linear algebra on PyTorch."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import torch

from aikit import dtypes
from aikit.core.shapes import require_size
from aikit.functional.backends.by_dtype import ByDtype, through_wider
from aikit.functional.backends.einsum import Steps, contract
from aikit.functional.backends.linear_algebra import Elimination, cross_product, eliminated
from aikit.functional.rules.einsum import is_one_product
from aikit.functional.rules.linear_algebra import (
    BY_SINGULAR_VALUES,
    NotFinite,
    NotPositiveDefinite,
    SingularMatrix,
    check_matrix,
    check_norm,
    check_vectors,
)

from ._axes import check_axis, several_axes, to_reduce
from ._determinant import determinant
from ._dtypes import HALF, INTEGERS, SIGNED, cases, on_bits, with_unsigned
from .core import is_traced, native_dtypes
from .elementwise import multiply, subtract
from .statistical import sum


def matrix_transpose(x: torch.Tensor, /) -> torch.Tensor:
    if x.ndim < 2:  # PyTorch only warns about 0-d tensors
        raise ValueError(f"matrix_transpose: x must have at least 2 dimensions, and has {x.ndim}")
    return x.mT


def _matmul_integers(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    if x1.device.type == "cpu" or x1.ndim == 0 or x2.ndim == 0:
        return torch.matmul(x1, x2)
    # CUDA has no product of integer matrices: https://github.com/pytorch/pytorch/issues/44428
    left = x1.unsqueeze(0) if x1.ndim == 1 else x1
    right = x2.unsqueeze(1) if x2.ndim == 1 else x2
    if left.shape[-1] != right.shape[-2]:
        raise ValueError(f"matmul: the shapes {tuple(x1.shape)} and {tuple(x2.shape)} do not match")
    product = (left.unsqueeze(-1) * right.unsqueeze(-3)).sum(-2, dtype=x1.dtype)
    if x2.ndim == 1:
        product = product.squeeze(-1)
    return product.squeeze(-1 if x2.ndim == 1 else -2) if x1.ndim == 1 else product


matmul = ByDtype(torch.matmul, cases(INTEGERS, _matmul_integers) | cases(SIGNED, on_bits(_matmul_integers, 2)))


def tensordot(
    x1: torch.Tensor, x2: torch.Tensor, /, *, axes: int | tuple[Sequence[int], Sequence[int]] = 2
) -> torch.Tensor:
    # `torch.tensordot` broadcasts a contracted axis of length 1, and has no integers on CUDA
    if isinstance(axes, int):
        if not 0 <= axes <= min(x1.ndim, x2.ndim):
            raise ValueError(f"tensordot: cannot contract {axes} axes of {x1.ndim} and {x2.ndim}")
        axes = range(x1.ndim - axes, x1.ndim), range(axes)
    first = several_axes(tuple(axes[0]), x1.ndim)
    second = several_axes(tuple(axes[1]), x2.ndim)
    contracted = [x1.shape[axis] for axis in first]
    if contracted != [x2.shape[axis] for axis in second]:
        raise ValueError(f"tensordot: shapes {tuple(x1.shape)} and {tuple(x2.shape)} do not match on axes {axes}")
    rows = [axis for axis in range(x1.ndim) if axis not in first]
    columns = [axis for axis in range(x2.ndim) if axis not in second]
    row_shape, column_shape = [x1.shape[axis] for axis in rows], [x2.shape[axis] for axis in columns]
    length = math.prod(contracted)
    left = x1.permute((*rows, *first)).reshape(math.prod(row_shape), length)
    right = x2.permute((*second, *columns)).reshape(length, math.prod(column_shape))
    return matmul(left, right).reshape(row_shape + column_shape)


def einsum(equation: str, /, *operands: torch.Tensor) -> torch.Tensor:
    dtype = operands[0].dtype
    if dtype in HALF and not is_one_product(equation):  # each step would be rounded to 16 bits
        return torch.einsum(equation, *[x.float() for x in operands]).to(dtype)
    if dtype in INTEGERS:  # PyTorch has no products of unsigned ones, nor of any on CUDA
        return contract(equation, operands, _STEPS)
    return torch.einsum(equation, *operands)


_STEPS = Steps(
    permute=torch.permute,
    reshape=torch.reshape,
    matmul=matmul,
    sum=lambda x, axes: sum(x, axis=axes, dtype=x.dtype),
    every=lambda x, step: x[..., ::step],
)


def _vectors(x1: torch.Tensor, x2: torch.Tensor, axis: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Both with the vectors along the last axis; PyTorch would broadcast vectors of length 1."""
    check_axis(x1, axis)
    check_axis(x2, axis)
    x1, x2 = x1.movedim(axis, -1), x2.movedim(axis, -1)
    if x1.shape[-1] != x2.shape[-1]:
        raise ValueError(f"vecdot: vectors of {x1.shape[-1]} and of {x2.shape[-1]} elements")
    return x1, x2


def _vecdot_floats(x1: torch.Tensor, x2: torch.Tensor, /, *, axis: int = -1) -> torch.Tensor:
    return torch.linalg.vecdot(*_vectors(x1, x2, axis))


def _vecdot_integers(x1: torch.Tensor, x2: torch.Tensor, /, *, axis: int = -1) -> torch.Tensor:
    x1, x2 = _vectors(x1, x2, axis)
    return (x1 * x2).sum(-1, dtype=x1.dtype)


vecdot = ByDtype(_vecdot_floats, cases(INTEGERS, _vecdot_integers) | cases(SIGNED, on_bits(_vecdot_integers, 2)))


def diagonal(x: torch.Tensor, /, *, offset: int = 0) -> torch.Tensor:
    if not -x.shape[-2] <= offset <= x.shape[-1]:
        return x.new_empty((*x.shape[:-2], 0))  # PyTorch refuses it
    return torch.linalg.diagonal(x, offset=offset)


def _diag(x: torch.Tensor, /, *, k: int = 0) -> torch.Tensor:
    if x.ndim == 2:
        return diagonal(x, offset=k).clone()
    if x.ndim == 1:
        require_size(x.shape[0] + abs(k), x.shape[0] + abs(k))
    return torch.diag(x, k)


diag = with_unsigned(_diag, on_bits(_diag))


def inner(x1: torch.Tensor, x2: torch.Tensor, /) -> torch.Tensor:
    # `torch.inner` is this product, without integers on CUDA and the unsigned ones
    if not x1.ndim or not x2.ndim:
        return multiply(x1, x2)
    return tensordot(x1, x2, axes=((-1,), (-1,)))


def outer(x1: torch.Tensor, x2: torch.Tensor, /) -> torch.Tensor:
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError(f"outer: two vectors are needed; got arrays of {x1.ndim} and {x2.ndim} dimensions")
    return multiply(x1[:, None], x2[None, :])


def trace(x: torch.Tensor, /, *, offset: int = 0, dtype: torch.dtype | None = None) -> torch.Tensor:
    return sum(diagonal(x, offset=offset), axis=-1, dtype=dtype)


def _cross(x1: torch.Tensor, x2: torch.Tensor, /, *, axis: int = -1) -> torch.Tensor:
    # `torch.linalg.cross` has not all integers
    check_vectors(x1.shape, x2.shape, axis)
    return torch.stack(cross_product(x1.unbind(axis), x2.unbind(axis), multiply, subtract), axis)


def _cross_half(x1: torch.Tensor, x2: torch.Tensor, /, *, axis: int = -1) -> torch.Tensor:
    # each product would be rounded to a few digits before the subtraction
    return _cross(x1.float(), x2.float(), axis=axis).to(x1.dtype)


cross = ByDtype(_cross, cases(HALF, _cross_half))


def _for_floats(function: Callable[..., Any]) -> ByDtype:
    """`function`, computed in float32 for the 16-bit floats, which LAPACK does not have."""
    return through_wider(function, HALF, torch.float32, torch.Tensor.to)


def _check_finite(x: torch.Tensor) -> None:
    # MKL never returns from some of these
    if x.device.type == "cpu" and not is_traced(x) and not torch.isfinite(x).all():
        raise NotFinite


def _checked(function: Callable[..., Any], fault: type[ValueError]) -> Callable[..., Any]:
    """`function` with `fault` for PyTorch's error about the values of a matrix."""

    def checked(x: torch.Tensor, /, *others: Any, **options: Any) -> Any:
        try:
            return function(x, *others, **options)
        except torch.linalg.LinAlgError:
            raise fault from None

    return checked


cholesky = _for_floats(_checked(torch.linalg.cholesky, NotPositiveDefinite))


det = _for_floats(determinant)


def _of_finite(function: Callable[..., Any]) -> Callable[..., Any]:
    def of_finite(x: torch.Tensor, /, **options: Any) -> Any:
        _check_finite(x)
        result = function(x, **options)
        return result if isinstance(result, torch.Tensor) else tuple(result)

    return of_finite


eig = _for_floats(_of_finite(torch.linalg.eig))
eigh = _for_floats(_of_finite(torch.linalg.eigh))
eigvals = _for_floats(_of_finite(torch.linalg.eigvals))
eigvalsh = _for_floats(_of_finite(torch.linalg.eigvalsh))
inv = _for_floats(_checked(torch.linalg.inv, SingularMatrix))
matrix_power = _for_floats(_checked(torch.linalg.matrix_power, SingularMatrix))


@_for_floats
def matrix_norm(x: torch.Tensor, /, *, keepdims: bool = False, ord: Any = "fro") -> torch.Tensor:
    check_norm(x.shape, ord)
    if ord in BY_SINGULAR_VALUES:
        _check_finite(x)
    if ord in (2, -2):
        # PyTorch's own makes a constant of a length that a trace leaves open
        singular = torch.linalg.svdvals(x)
        result = torch.amax(singular, -1) if ord > 0 else torch.amin(singular, -1)
        return result[..., None, None] if keepdims else result
    return torch.linalg.matrix_norm(x, "fro" if ord is None else ord, keepdim=keepdims)


def matrix_rank(x: torch.Tensor, /, *, rtol: Any) -> torch.Tensor:
    singular = svdvals(x)
    above = singular > singular[..., :1] * _tolerance(rtol, singular.dtype)
    return torch.sum(above, -1, dtype=native_dtypes[dtypes.default_int().name])


def _tolerance(rtol: Any, dtype: torch.dtype) -> Any:
    """A number as it is, and an array with an axis for the singular values."""
    return rtol.to(dtype)[..., None] if isinstance(rtol, torch.Tensor) else rtol


@_for_floats
def pinv(x: torch.Tensor, /, *, rtol: Any) -> torch.Tensor:
    check_matrix(x.shape)
    _check_finite(x)
    if isinstance(rtol, torch.SymFloat):
        # of a length that a trace leaves open; as a number it would become a constant
        rtol = torch.scalar_tensor(rtol, dtype=x.real.dtype, device=x.device)
    # PyTorch refuses to differentiate with respect to a threshold, on which the result does not depend but for steps
    rtol = rtol.detach() if isinstance(rtol, torch.Tensor) else rtol
    return (_complex_pinv if x.is_complex() and torch.compiler.is_compiling() else torch.linalg.pinv)(x, rtol=rtol)


def _complex_pinv(x: torch.Tensor, *, rtol: Any) -> torch.Tensor:
    """By the real matrix of twice the size that stands for a complex one, whose singular values are the same.

    What PyTorch 2.13 compiles of its own function is wrong in the first call.
    """
    parts = torch.cat([torch.cat([x.real, -x.imag], -1), torch.cat([x.imag, x.real], -1)], -2)
    inverse, rows = torch.linalg.pinv(parts, rtol=rtol)[..., : x.shape[-2]], x.shape[-1]
    return torch.complex(inverse[..., :rows, :], inverse[..., rows:, :])


_ELIMINATION = Elimination(
    abs=torch.abs,
    argmax=lambda x, *, axis, keepdims: torch.argmax(x, axis, keepdims),
    where=torch.where,
    take_along_axis=lambda x, indices, *, axis: torch.take_along_dim(x, indices, axis),
    concat=torch.concatenate,
    numbers=lambda length, x: torch.arange(length, device=x.device),
    spread=lambda numbers, x: torch.broadcast_to(numbers, (*x.shape[:-2], len(numbers))).clone(),
)


@_for_floats
def lu_factor(x: torch.Tensor, /, *, pivot: bool = True) -> tuple[torch.Tensor, ...]:
    if not pivot:  # PyTorch has none on the CPU
        return eliminated(x, False, _ELIMINATION)
    factors, pivots, _ = torch.linalg.lu_factor_ex(x)  # which is no error of a singular matrix
    return factors, pivots.to(torch.int64) - 1


@_for_floats
def qr(x: torch.Tensor, /, *, mode: str = "reduced") -> tuple[torch.Tensor, ...]:
    return tuple(torch.linalg.qr(x, mode))


@_for_floats
def slogdet(x: torch.Tensor, /) -> tuple[torch.Tensor, ...]:
    return tuple(torch.linalg.slogdet(x))


@_for_floats
def solve(x1: torch.Tensor, x2: torch.Tensor, /) -> torch.Tensor:
    # PyTorch takes a stack of vectors for such, where the standard has matrices: see that there is a column axis
    # as many dimensions as x1 has, without which PyTorch's vmap takes its axis for one of theirs
    vector = x2.ndim == 1
    columns = x2[:, None] if vector else x2
    columns = columns[(None,) * (x1.ndim - columns.ndim)]
    try:
        result = torch.linalg.solve(x1, columns)
    except torch.linalg.LinAlgError:
        raise SingularMatrix from None
    return result[..., 0] if vector else result


svd = _for_floats(_of_finite(torch.linalg.svd))
svdvals = _for_floats(_of_finite(torch.linalg.svdvals))


@_for_floats
def vector_norm(x: torch.Tensor, /, *, axis: Any = None, keepdims: bool = False, ord: float = 2) -> torch.Tensor:
    x, dim, keepdim = to_reduce(x, axis, keepdims)
    if not x.numel() and ord not in (0, 1, 2):
        # PyTorch knows no such norm of no elements
        return torch.sum(x.abs(), dim, keepdim) + (math.inf if ord < 0 else 0)
    return torch.linalg.vector_norm(x, ord, dim, keepdim)


__all__ = ["diag", "einsum", "inner", "lu_factor", "matmul", "matrix_transpose", "tensordot", "vecdot"]
