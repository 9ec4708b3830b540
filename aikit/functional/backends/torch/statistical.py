"""Statistical functions."""

from __future__ import annotations

import math

import torch

from aikit import dtypes
from aikit.dtypes import accumulation_dtype
from aikit.functional.backends.by_dtype import ByDtype

from ._axes import check_axis, several_axes, to_reduce
from ._dtypes import COMPLEX, HALF, INTEGERS, NAMES, SIGNED, cases, on_order, through, with_unsigned
from .core import as_native_dtype


def _accumulated(x: torch.Tensor, dtype: torch.dtype | None) -> torch.dtype:
    """The dtype of a sum or product of `x`."""
    return as_native_dtype(accumulation_dtype(NAMES[x.dtype]).name) if dtype is None else dtype


def _working(dtype: torch.dtype) -> torch.dtype:
    """The dtype to sum in: sums modulo 2**64 hold those of every unsigned dtype."""
    return torch.int64 if dtype in SIGNED else dtype


def _max(x: torch.Tensor, /, *, axis=None, keepdims: bool = False) -> torch.Tensor:
    return torch.amax(*to_reduce(x, axis, keepdims))


def _min(x: torch.Tensor, /, *, axis=None, keepdims: bool = False) -> torch.Tensor:
    return torch.amin(*to_reduce(x, axis, keepdims))


max = with_unsigned(_max, on_order(_max))
min = with_unsigned(_min, on_order(_min))


def _sum(x: torch.Tensor, /, *, axis=None, dtype: torch.dtype | None = None, keepdims: bool = False) -> torch.Tensor:
    dtype = _accumulated(x, dtype)
    x, dim, keepdims = to_reduce(x, axis, keepdims)
    return torch.sum(_cast(x, dtype), dim, keepdims, dtype=_working(dtype)).to(dtype)


def _sum_plain(
    x: torch.Tensor, /, *, axis=None, dtype: torch.dtype | None = None, keepdims: bool = False
) -> torch.Tensor:
    """The sum where the dtype stays, without a look at the default dtypes."""
    if dtype is not None:  # the gradient of PyTorch's own with a complex dtype of real numbers fails
        return _sum(x, axis=axis, dtype=dtype, keepdims=keepdims)
    if axis is None and not keepdims:
        return torch.sum(x)
    return torch.sum(*to_reduce(x, axis, keepdims))


sum = ByDtype(_sum, dict.fromkeys((torch.float32, torch.float64, torch.complex64, torch.complex128), _sum_plain))


def _cast(x: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """`x` ready to be summed as `dtype`."""
    return x.to(dtype).to(_working(dtype))


def prod(x: torch.Tensor, /, *, axis=None, dtype: torch.dtype | None = None, keepdims: bool = False) -> torch.Tensor:
    dtype = _accumulated(x, dtype)
    if axis is None:
        axis = tuple(range(x.ndim))
    # half precision would be rounded, and overflow, at each axis
    x = x.to(dtype).to(torch.float32) if dtype in HALF else _cast(x, dtype)
    # `torch.prod` takes one axis
    for dim in sorted(several_axes(axis, x.ndim), reverse=True):
        x = torch.prod(x, dim, keepdims, dtype=x.dtype)
    return x.to(dtype)


def _mean_floats(x: torch.Tensor, /, *, axis=None, keepdims: bool = False) -> torch.Tensor:
    return torch.mean(*to_reduce(x, axis, keepdims))


def _mean_half(x: torch.Tensor, /, *, axis=None, keepdims: bool = False) -> torch.Tensor:
    # the sum may overflow where the mean does not
    return _mean_floats(x.to(torch.float32), axis=axis, keepdims=keepdims).to(x.dtype)


def _mean_complex(x: torch.Tensor, /, *, axis=None, keepdims: bool = False) -> torch.Tensor:
    # PyTorch's own makes a constant of a length that a trace leaves open
    x, dim, keepdims = to_reduce(x, axis, keepdims)
    count = math.prod([x.shape[position] for position in several_axes(dim, x.ndim)])
    return torch.sum(x, dim, keepdims) / count


def _in_float64(average):
    """An average of integers or bools in the default float dtype; large values of both signs cancel."""

    def of_integers(x: torch.Tensor, /, **options) -> torch.Tensor:
        return average(x.to(torch.float64), **options).to(as_native_dtype(dtypes.default_float().name))

    return of_integers


def _averaging(floats, half):
    """An average of floats, and what it is of other dtypes."""
    return ByDtype(floats, cases(HALF, half) | cases((*INTEGERS, torch.bool), _in_float64(floats)))


mean = ByDtype(
    _mean_floats,
    cases(HALF, _mean_half) | cases((*INTEGERS, torch.bool), _in_float64(_mean_floats)) | cases(COMPLEX, _mean_complex),
)


def _var(x: torch.Tensor, /, *, axis=None, correction: float = 0.0, keepdims: bool = False) -> torch.Tensor:
    x, dim, keepdims = to_reduce(x, axis, keepdims)
    count = math.prod([x.shape[position] for position in several_axes(dim, x.ndim)])
    if count > correction and x.numel() > 0:
        return torch.var(x, dim, correction=correction, keepdim=keepdims)
    # without degrees of freedom PyTorch warns, and gives a quotient by 0
    return torch.sum(x, dim, keepdims) * math.nan


def _std(x: torch.Tensor, /, *, axis=None, correction: float = 0.0, keepdims: bool = False) -> torch.Tensor:
    variance = _var(x, axis=axis, correction=correction, keepdims=keepdims)
    # the gradient is 0 where nothing deviates, not NaN
    deviates = variance > 0
    return torch.where(deviates, torch.sqrt(torch.where(deviates, variance, 1)), variance)


var = _averaging(_var, through(_var, torch.float32))
std = _averaging(_std, through(_std, torch.float32))


def _cumulative(function, initial: int):
    """The cumulative form `function`, whose first element is `initial` where that is asked for."""

    def cumulative(
        x: torch.Tensor, /, *, axis: int | None = None, dtype: torch.dtype | None = None, include_initial: bool = False
    ) -> torch.Tensor:
        if axis is None:
            if x.ndim != 1:
                raise ValueError(f"an array of {x.ndim} dimensions needs an axis")
            axis = 0
        check_axis(x, axis)
        dtype = _accumulated(x, dtype)
        # half precision would be rounded at each step
        working = torch.float32 if dtype in HALF else _working(dtype)
        result = function(x.to(dtype).to(working), axis, dtype=working)
        if include_initial:
            shape = list(result.shape)
            shape[axis] = 1
            result = torch.cat([result.new_full(shape, initial), result], axis)
        return result.to(dtype)

    return cumulative


cumulative_sum = _cumulative(torch.cumsum, 0)
cumulative_prod = _cumulative(torch.cumprod, 1)
