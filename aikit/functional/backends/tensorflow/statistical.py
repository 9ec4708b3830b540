"""Statistical functions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import tensorflow as tf

from aikit.dtypes import accumulation_dtype, default_float

from ._axes import Axes, count_along, of_rank, one_axis, rank_of, reduced
from ._dtypes import COMPLEX, HALF, INTEGERS, ByDtype, through
from ._scans import cumprod, product
from .core import as_native_dtype

_ACCUMULATE_ALONE = (tf.float32, tf.float64, *COMPLEX)


def _widened(x: tf.Tensor) -> tf.Tensor:
    """Half precision as float32, in which it is added up."""
    return tf.cast(x, HALF.get(x.dtype, x.dtype))


def _accumulating(reduce: Callable[..., tf.Tensor]) -> Callable[..., tf.Tensor]:
    """A sum or product, in a dtype given or wide enough."""

    def call(x: tf.Tensor, /, *, axis: Axes = None, dtype: tf.DType | None = None, keepdims: bool = False) -> tf.Tensor:
        if dtype is None and x.dtype in _ACCUMULATE_ALONE:
            return reduce(x, axis, keepdims)
        dtype = dtype or as_native_dtype(accumulation_dtype(x.dtype.name).name)
        result = reduce(_widened(tf.cast(x, dtype)), axis, keepdims)
        return tf.cast(result, dtype)

    return call


# the kernels add up 16-bit floats in 16 bits along some axes
sum = _accumulating(lambda x, axis, keepdims: tf.reduce_sum(x, reduced(axis), keepdims))
prod = _accumulating(product)


def _extreme(reduce: Callable[..., tf.Tensor]) -> Callable[..., tf.Tensor]:
    """A maximum or minimum; of no elements TensorFlow's is an infinity or the limit of the dtype."""

    def call(x: tf.Tensor, /, *, axis: Axes = None, keepdims: bool = False) -> tf.Tensor:
        count = count_along(x, axis)
        if isinstance(count, int) and count == 0:
            raise ValueError("the maximum or minimum of no elements is not defined")
        return reduce(x, reduced(axis), keepdims)

    return call


max = ByDtype(_extreme(tf.reduce_max), {tf.bool: _extreme(tf.reduce_any)})
min = ByDtype(_extreme(tf.reduce_min), {tf.bool: _extreme(tf.reduce_all)})


def _mean(x: tf.Tensor, /, *, axis: Axes = None, keepdims: bool = False) -> tf.Tensor:
    return tf.reduce_mean(x, reduced(axis), keepdims)


def _mean_complex(x: tf.Tensor, /, *, axis: Axes = None, keepdims: bool = False) -> tf.Tensor:
    # of no complex numbers TensorFlow's is 0
    result, count = _mean(x, axis=axis, keepdims=keepdims), count_along(x, axis)
    if isinstance(count, int) and count > 0:
        return result
    return tf.where(tf.equal(count, 0), tf.constant(complex("nan+nanj"), x.dtype), result)


def _in_float64(average: Callable[..., tf.Tensor]) -> Callable[..., tf.Tensor]:
    """An average of integers or bools, in the default float dtype."""

    def of_integers(x: tf.Tensor, /, **options: Any) -> tf.Tensor:
        return tf.cast(average(tf.cast(x, tf.float64), **options), default_float().name)

    return of_integers


def _averaging(
    average: Callable[..., tf.Tensor], *cases: tuple[Iterable[tf.DType], Callable[..., tf.Tensor]]
) -> ByDtype:
    """An average of floats, and what it is of other dtypes."""
    half = {dtype: through(average, other) for dtype, other in HALF.items()}
    integers = dict.fromkeys((*INTEGERS, tf.bool), _in_float64(average))
    return ByDtype(average, {**half, **integers, **{dtype: other for dtypes, other in cases for dtype in dtypes}})


mean = _averaging(_mean, (COMPLEX, _mean_complex))


def _var(x: tf.Tensor, /, *, axis: Axes = None, correction: float = 0.0, keepdims: bool = False) -> tf.Tensor:
    # tf.math.reduce_variance has no correction
    deviation = x - tf.reduce_mean(x, reduced(axis), keepdims=True)
    total = tf.reduce_sum(tf.math.square(deviation), reduced(axis), keepdims)
    count = tf.cast(count_along(x, axis), x.dtype)
    divisor = count - tf.cast(correction, x.dtype)
    return total / tf.where(tf.minimum(count, divisor) > 0, divisor, math.nan)


def _std(x: tf.Tensor, /, *, axis: Axes = None, correction: float = 0.0, keepdims: bool = False) -> tf.Tensor:
    variance = _var(x, axis=axis, correction=correction, keepdims=keepdims)
    # the gradient is 0 where nothing deviates, not NaN
    deviates = variance > 0
    return tf.where(deviates, tf.math.sqrt(tf.where(deviates, variance, tf.ones((), x.dtype))), variance)


var = _averaging(_var)
std = _averaging(_std)


def _cumulative(scan: Callable[..., tf.Tensor], initial: int) -> Callable[..., tf.Tensor]:
    """A cumulative sum or product, in a dtype given or wide enough."""

    def call(
        x: tf.Tensor,
        /,
        *,
        axis: int | None = None,
        dtype: tf.DType | None = None,
        include_initial: bool = False,
    ) -> tf.Tensor:
        if axis is None:
            x, axis = of_rank(x, 1), 0
        axis = one_axis(axis, rank_of(x))
        dtype = dtype or as_native_dtype(accumulation_dtype(x.dtype.name).name)
        x = _widened(tf.cast(x, dtype))
        result = scan(x, axis)
        if include_initial:
            shape = tf.tensor_scatter_nd_update(tf.shape(x), [[axis]], [1])
            result = tf.concat([tf.fill(shape, tf.constant(initial, x.dtype)), result], axis)
        return tf.cast(result, dtype)

    return call


cumulative_sum = _cumulative(tf.math.cumsum, 0)
cumulative_prod = _cumulative(cumprod, 1)

__all__ = ["cumulative_prod", "cumulative_sum", "max", "mean", "min", "prod", "std", "sum", "var"]
