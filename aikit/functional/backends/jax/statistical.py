"""Statistical functions."""

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from aikit.dtypes import accumulation_dtype, as_dtype, default_float
from aikit.functional.backends.by_dtype import ByDtype

from ._dtypes import HALF, INTEGERS
from .core import as_native_dtype

__all__ = [
    "cumulative_prod",
    "cumulative_sum",
    "max",
    "mean",
    "min",
    "prod",
    "std",
    "sum",
    "var",
]

Axes = int | tuple[int, ...] | None

_REDUCTION = ("axis", "dtype", "keepdims")
_CUMULATIVE = ("axis", "dtype", "include_initial")


def _extreme(function: Any) -> Any:
    """`function` with NaN where there is one: of arrays of more than some thousand elements XLA on the CPU loses it."""

    @functools.partial(jax.jit, static_argnames=("axis", "keepdims", "initial"))
    def found(x: jax.Array, /, *, axis: Axes = None, keepdims: bool = False, initial: float | None = None) -> jax.Array:
        result = function(x, axis=axis, keepdims=keepdims, initial=initial)
        if not jnp.issubdtype(x.dtype, jnp.floating):
            return result
        return jnp.where(jnp.any(jnp.isnan(x), axis=axis, keepdims=keepdims), np.nan, result)

    return found


max = _extreme(jnp.max)
min = _extreme(jnp.min)


def _of_integers(function: Any) -> Any:
    """`function` whose ``dtype=None`` is the accumulation dtype, which the user can set, for integers."""

    def accumulation(x: jax.Array, /, *, dtype: np.dtype[Any] | None = None, **keywords: Any) -> jax.Array:
        if dtype is None:
            dtype = as_native_dtype(accumulation_dtype(as_dtype(x.dtype).name).name)
        return function(x, dtype=dtype, **keywords)

    return accumulation


_INTEGERS = (*INTEGERS, np.dtype(bool))


def _by_dtype(function: Any) -> ByDtype:
    return ByDtype(function, dict.fromkeys(_INTEGERS, _of_integers(function)))


def _of_cast(function: Any) -> Any:
    """`function` of an array that is cast to the `dtype` first, which JAX leaves out for the 16-bit ones.

    Partial results of the 16-bit dtypes are float32 where the dtype is not asked for; where it is, JAX rounds each.
    """

    @functools.partial(jax.jit, static_argnames=_REDUCTION)
    def reduced(
        x: jax.Array, /, *, axis: Axes = None, dtype: np.dtype[Any] | None = None, keepdims: bool = False
    ) -> jax.Array:
        elements = x if dtype is None else x.astype(dtype)
        asked = None if elements.dtype in HALF else dtype
        return function(elements, axis=axis, dtype=asked, keepdims=keepdims)

    return reduced


sum = _by_dtype(_of_cast(jnp.sum))
prod = _by_dtype(_of_cast(jnp.prod))


def _through_float32(function: Any) -> Any:
    """`function` with the partial results of a half-precision `dtype` in float32, so that there is one rounding."""

    @functools.partial(jax.jit, static_argnames=_CUMULATIVE)
    def cumulative(
        x: jax.Array,
        /,
        *,
        axis: int | None = None,
        dtype: np.dtype[Any] | None = None,
        include_initial: bool = False,
    ) -> jax.Array:
        if axis is not None and not x.ndim:  # JAX takes the axes 0 and -1 of a 0-d array
            raise ValueError(f"axis {axis} is out of range for a 0-d array")
        dtype = dtype or x.dtype
        wide = np.float32 if dtype in HALF else dtype
        return function(x.astype(dtype), axis=axis, dtype=wide, include_initial=include_initial).astype(dtype)

    return cumulative


cumulative_sum = _by_dtype(_through_float32(jnp.cumulative_sum))
cumulative_prod = _by_dtype(_through_float32(jnp.cumulative_prod))


@functools.partial(jax.jit, static_argnames=_REDUCTION)
def _mean_as(x: jax.Array, *, axis: Axes, dtype: np.dtype[Any], keepdims: bool) -> jax.Array:
    """The sum of integers may lie beyond the range of a half-precision dtype."""
    wide = jnp.promote_types(dtype, np.float32)
    return jnp.mean(x, axis, wide, keepdims=keepdims).astype(dtype)


def _mean_of_integers(x: jax.Array, /, *, axis: Axes = None, keepdims: bool = False) -> jax.Array:
    return _mean_as(x, axis=axis, dtype=as_native_dtype(default_float().name), keepdims=keepdims)


mean = ByDtype(
    jax.jit(jnp.mean, static_argnames=("axis", "keepdims")),
    dict.fromkeys(_INTEGERS, _mean_of_integers),
)


def _spread(function: Any) -> Any:
    """The variance or the standard deviation."""

    def spread(x: jax.Array, /, *, correction: float = 0.0, **options: Any) -> jax.Array:
        # of no elements with a negative one JAX gives 0
        return function(x, correction=0 if correction < 0 and 0 in x.shape else correction, **options)

    options = ("axis", "correction", "keepdims")

    @functools.partial(jax.jit, static_argnames=(*options, "dtype"))
    def spread_as(x: jax.Array, *, dtype: np.dtype[Any], **options: Any) -> jax.Array:
        wide = np.dtype("float64" if jax.config.jax_enable_x64 else "float32")  # type: ignore[attr-defined]
        return spread(x.astype(wide), **options).astype(dtype)

    def of_integers(x: jax.Array, /, **options: Any) -> jax.Array:
        return spread_as(x, dtype=as_native_dtype(default_float().name), **options)

    return ByDtype(jax.jit(spread, static_argnames=options), dict.fromkeys(_INTEGERS, of_integers))


def _root_of_var(x: jax.Array, **options: Any) -> jax.Array:
    wide = x.astype(np.float32) if x.dtype in HALF else x
    variance = jnp.var(wide, **options)
    # the gradient is 0 where nothing deviates, not NaN
    deviates = variance > 0
    return jnp.where(deviates, jnp.sqrt(jnp.where(deviates, variance, 1)), variance).astype(x.dtype)


std = _spread(_root_of_var)
var = _spread(jnp.var)
