"""Convolutions for libraries that have none, of functions of the Array API standard alone: a product for each filter tap.

The arrays have the channels last, ``x`` of shape ``(batch, ..., in)`` and filters ``(..., in / groups, out)``; `laid_out`
brings them into that form.
"""

from __future__ import annotations

import itertools
import math
from typing import Any

from aikit.functional.rules.convolutions import Convolution, Transposed


def convolution(xp: Any, x: Any, filters: Any, one: Convolution) -> Any:
    """The convolution in the functions of the namespace `xp`."""
    for axis, (dilation, pair) in enumerate(zip(one.x_dilations, one.pads or (), strict=True), start=1):
        x = _padded(xp, _dilated(xp, x, axis, dilation), axis, *pair)
    lengths = [
        (length - (size - 1) * dilation - 1) // stride + 1
        for length, size, dilation, stride in zip(
            x.shape[1:-1], filters.shape, one.dilations, one.strides, strict=False
        )
    ]
    steps = tuple(zip(lengths, one.strides, one.dilations, strict=True))
    rows, groups = x.shape[0] * math.prod(lengths), one.groups
    each, out = filters.shape[-2], filters.shape[-1] // groups
    total = None
    for tap in itertools.product(*map(range, filters.shape[:-2])):
        places = (
            slice(place * dilation, place * dilation + (length - 1) * stride + 1, stride)
            for place, (length, stride, dilation) in zip(tap, steps, strict=True)
        )
        part = xp.reshape(x[(slice(None), *places, slice(None))], (rows, groups, each))
        factors = xp.reshape(filters[(*tap, slice(None), slice(None))], (each, groups, out))
        product = _product(xp, part, factors)
        total = product if total is None else total + product
    return xp.reshape(total, (x.shape[0], *lengths, groups * out))


def _product(xp: Any, part: Any, factors: Any) -> Any:
    """Of rows of channels in groups and their factors, of shape ``(each, groups, out)``."""
    if part.shape[-1] == 1:
        return part * xp.permute_dims(factors, (1, 0, 2))[:, 0, :]
    product = xp.matmul(xp.permute_dims(part, (1, 0, 2)), xp.permute_dims(factors, (1, 0, 2)))
    return xp.permute_dims(product, (1, 0, 2))


def transposed(xp: Any, x: Any, filters: Any, one: Transposed) -> Any:
    """The transpose of the convolution, with the filters of that, of shape ``(..., out / groups, in)``."""
    return convolution(xp, x, exchanged(xp, filters, one.groups), one.as_convolution())


def exchanged(xp: Any, filters: Any, groups: int) -> Any:
    """Filters in reverse order, with the channels of the result in the place of those of the input."""
    for axis in range(filters.ndim - 2):
        filters = xp.flip(filters, axis=axis)
    *lengths, out, of = filters.shape
    dims = len(lengths)
    apart = xp.reshape(filters, (*lengths, out, groups, of // groups))
    return xp.reshape(
        xp.permute_dims(apart, (*range(dims), dims + 2, dims + 1, dims)), (*lengths, of // groups, groups * out)
    )


def laid_out(
    xp: Any,
    compute: Any,
    x: Any,
    filters: Any,
    one: Any,
    bias: Any,
    *,
    data_format: str,
    filter_format: str,
    **options: Any,
) -> Any:
    """What `compute`, one of these functions, makes of arrays in any layout, with the bias added."""
    if data_format == "channel_first":
        x = xp.permute_dims(x, (0, *range(2, x.ndim), 1))
    if filter_format == "channel_first":
        filters = xp.permute_dims(filters, (*range(2, filters.ndim), 1, 0))
    result = compute(xp, x, filters, one)
    if bias is not None:
        result = result + bias
    return xp.permute_dims(result, (0, x.ndim - 1, *range(1, x.ndim - 1))) if data_format == "channel_first" else result


def _dilated(xp: Any, x: Any, axis: int, dilation: int) -> Any:
    """`x` with ``dilation - 1`` zeros between its elements along an axis."""
    if dilation == 1:
        return x
    apart = xp.expand_dims(x, axis=axis + 1)
    shape = (*x.shape[: axis + 1], dilation - 1, *x.shape[axis + 1 :])
    between = xp.concat([apart, _zeros(xp, x, shape)], axis=axis + 1)
    flat = xp.reshape(between, (*x.shape[:axis], x.shape[axis] * dilation, *x.shape[axis + 1 :]))
    return _part(flat, axis, 0, (x.shape[axis] - 1) * dilation + 1)


def _padded(xp: Any, x: Any, axis: int, before: int, after: int) -> Any:
    """`x` with zeros before and after its elements along an axis; of negative numbers without so many elements."""
    length = x.shape[axis]
    if before < 0 or after < 0:
        x = _part(x, axis, max(-before, 0), length + min(after, 0))
    parts = [x]
    if before > 0:
        parts.insert(0, _zeros(xp, x, (*x.shape[:axis], before, *x.shape[axis + 1 :])))
    if after > 0:
        parts.append(_zeros(xp, x, (*x.shape[:axis], after, *x.shape[axis + 1 :])))
    return xp.concat(parts, axis=axis) if len(parts) > 1 else x


def _part(x: Any, axis: int, start: int, stop: int) -> Any:
    return x[(*(slice(None),) * axis, slice(start, stop), *(slice(None),) * (x.ndim - axis - 1))]


def _zeros(xp: Any, x: Any, shape: tuple[int, ...]) -> Any:
    return xp.zeros(shape, dtype=x.dtype, device=x.device)
