"""Layers of neural networks, by XLA's convolution."""

from __future__ import annotations

import functools
from collections.abc import Callable
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
    pads: Any = one.pads  # of a trace that knows the lengths, as those of JAX do
    x_dilations = one.x_dilations
    if max(one.dilations) > 1 and (max(x_dilations) > 1 or any(before != after for before, after in pads)):
        x, pads, x_dilations = _padded(x, pads, x_dilations, of_data), ((0, 0),) * len(axes), (1,) * len(axes)
    convolved = functools.partial(
        lax.conv_general_dilated,
        window_strides=one.strides,
        padding=pads,
        lhs_dilation=x_dilations,
        rhs_dilation=one.dilations,
        dimension_numbers=(of_data, of_filters, of_data),
        precision=lax.Precision.HIGHEST,
    )
    if one.groups > 1 and dtype == jnp.float64:
        result = _by_groups(convolved, x, filters, one.groups, of_data.index("C"), of_filters.index("O"))
    else:
        result = convolved(x, filters, feature_group_count=one.groups)
    if bias is not None:
        shape = (bias.size,) if data_format == "channel_last" else (bias.size, *(1,) * len(axes))
        result = result + bias.reshape(shape)
    return result.astype(dtype)


def _by_groups(
    convolved: Callable[..., jax.Array], x: jax.Array, filters: jax.Array, groups: int, channels: int, filled: int
) -> jax.Array:
    """The convolution of one group of channels after the other.

    In float64 XLA has no kernel of groups on the CPU, and fills filters up with zeros for the channels of the others, which make
    NaN of the NaN and infinities there.
    """
    parts = jnp.stack(jnp.split(x, groups, channels)), jnp.stack(jnp.split(filters, groups, filled))
    result = jnp.moveaxis(lax.map(lambda one: convolved(*one), parts), 0, channels)
    before, (_, each), after = (
        result.shape[:channels],
        result.shape[channels : channels + 2],
        result.shape[channels + 2 :],
    )
    return result.reshape(*before, groups * each, *after)


def _padded(x: jax.Array, pads: Any, x_dilations: Any, of_data: str) -> jax.Array:
    """`x` with the zeros that a convolution has about it and between its elements, which XLA is not to join to that.

    With these XLA has no kernel of a GPU for filters with dilations: it puts zeros between their elements, too, which make NaN of
    the NaN and infinities there, and takes 20 times as long: https://github.com/openxla/xla/pull/32231
    """
    edges = [(before, after, step - 1) for (before, after), step in zip(pads, x_dilations, strict=True)]
    edges.insert(0, (0, 0, 0))
    edges.insert(of_data.index("C"), (0, 0, 0))
    return lax.optimization_barrier(lax.pad(x, jnp.zeros((), x.dtype), edges))
