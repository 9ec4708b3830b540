"""Layers of neural networks, by XLA's convolution."""

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from aikit.functional.backends import convolutions
from aikit.functional.rules import convolutions as rules

from ._dtypes import HALF

__all__ = ["conv_general_dilated", "conv_general_transpose"]


def conv_general_dilated(
    x: jax.Array, filters: jax.Array, strides: Any, padding: Any, /, *, bias: jax.Array | None, **options: Any
) -> jax.Array:
    one = rules.convolution("conv_general_dilated", x, filters, strides, padding, bias=bias, **options)
    return _convolution(x, filters, bias, one, options["data_format"], options["filter_format"])


def conv_general_transpose(
    x: jax.Array, filters: jax.Array, strides: Any, padding: Any, /, *, bias: jax.Array | None, **options: Any
) -> jax.Array:
    one = rules.transposed("conv_general_transpose", x, filters, strides, padding, bias=bias, **options)
    return _transposed(x, filters, bias, one, options["data_format"], options["filter_format"])


@functools.partial(jax.jit, static_argnums=(3, 4, 5))
def _transposed(
    x: jax.Array, filters: jax.Array, bias: Any, one: rules.Transposed, data_format: str, filter_format: str
) -> jax.Array:
    if filter_format == "channel_first":
        filters = jnp.permute_dims(filters, (*range(2, filters.ndim), 1, 0))
    filters = convolutions.exchanged(jnp, filters, one.groups)
    return _convolution(x, filters, bias, one.as_convolution(), data_format, "channel_last")


@functools.partial(jax.jit, static_argnums=(3, 4, 5))
def _convolution(
    x: jax.Array, filters: jax.Array, bias: Any, one: rules.Convolution, data_format: str, filter_format: str
) -> jax.Array:
    dtype, axes = x.dtype, "DHW"[5 - x.ndim :]
    if dtype in HALF:  # XLA rounds the sums of some processors to 16 bits
        x, filters = x.astype(jnp.float32), filters.astype(jnp.float32)
    of_data = f"N{axes}C" if data_format == "channel_last" else f"NC{axes}"
    of_filters = f"{axes}IO" if filter_format == "channel_last" else f"OI{axes}"
    result = lax.conv_general_dilated(
        x,
        filters,
        one.strides,
        one.pads,
        lhs_dilation=one.x_dilations,
        rhs_dilation=one.dilations,
        dimension_numbers=(of_data, of_filters, of_data),
        feature_group_count=one.groups,
        precision=lax.Precision.HIGHEST,
    )
    if bias is not None:
        shape = (bias.size,) if data_format == "channel_last" else (bias.size, *(1,) * len(axes))
        result = result + bias.reshape(shape)
    return result.astype(dtype)
