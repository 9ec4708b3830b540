"""Manipulation functions."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
import tensorflow as tf

from aikit.core.shapes import require_size
from aikit.functional.backends.by_dtype import ByDtype
from aikit.functional.rules.manipulation import require_repeats, shift_of_each

from ._axes import gathered, in_three, of_rank, one_axis, other_axes, rank_of, several_axes, shape_tensor, size_of
from .core import copy_array, is_traced

Axes = int | tuple[int, ...]


def broadcast_to(x: tf.Tensor, /, shape: tuple[int, ...]) -> tf.Tensor:
    return tf.broadcast_to(x, tf.constant(shape, tf.int64))


def broadcast_arrays(*arrays: tf.Tensor) -> tuple[tf.Tensor, ...]:
    if all(array.shape.is_fully_defined() for array in arrays):
        shape = functools.reduce(tf.broadcast_static_shape, [array.shape for array in arrays], tf.TensorShape([]))
        return tuple(tf.broadcast_to(array, tf.constant(shape.as_list(), tf.int64)) for array in arrays)
    dynamic = functools.reduce(tf.broadcast_dynamic_shape, map(tf.shape, arrays))
    return tuple(tf.broadcast_to(array, dynamic) for array in arrays)


def concat(arrays: tuple[tf.Tensor, ...] | list[tf.Tensor], /, *, axis: int | None = 0) -> tf.Tensor:
    if axis is None:
        return tf.concat([tf.reshape(array, [-1]) for array in arrays], 0)
    # checked here: of a single array TensorFlow takes any axis
    return tf.concat(list(arrays), one_axis(axis, rank_of(arrays[0])))


def constant_pad(x: tf.Tensor, /, widths: tuple[tuple[int, int], ...], *, value: Any) -> tf.Tensor:
    if x.shape.is_fully_defined():
        require_size(*(length + sum(pair) for length, pair in zip(x.shape.as_list(), widths, strict=True)))
    filling = tf.constant(np.array(value, x.dtype.as_numpy_dtype))
    if len(widths) > _PADDED:
        x = of_rank(x, len(widths))
        for axis, pair in enumerate(widths):
            x = _padded(x, axis, pair, filling)
        return x
    return tf.pad(x, tf.constant(widths, tf.int64, shape=[len(widths), 2]), constant_values=filling)


_PADDED, _REVERSED = 6, 8
"""The dimensions that the kernels of TensorFlow take."""


def _padded(x: tf.Tensor, axis: int, pair: tuple[int, int], filling: tf.Tensor) -> tf.Tensor:
    flat = in_three(x, axis, _PADDED)
    shape = tf.shape(x) + tf.one_hot(axis, x.shape.rank, sum(pair), dtype=tf.int32)
    return tf.reshape(tf.pad(flat, [(0, 0), pair, (0, 0)], constant_values=filling), shape)


def expand_dims(x: tf.Tensor, /, axis: Axes) -> tf.Tensor:
    if isinstance(axis, int):
        return tf.expand_dims(x, axis)
    axes = several_axes(axis, rank_of(x) + len(axis))
    if x.shape.rank is None:
        rank = tf.rank(x) + len(axis)
        places = other_axes(tf.stack(axes), rank)[:, None]
        return tf.reshape(x, tf.tensor_scatter_nd_update(tf.ones([rank], tf.int32), places, tf.shape(x)))
    for one in sorted(axes):
        x = tf.expand_dims(x, one)
    return x


def flip(x: tf.Tensor, /, *, axis: Axes | None = None) -> tf.Tensor:
    axes = tf.range(rank_of(x)) if axis is None else several_axes(axis, rank_of(x))
    if x.shape.rank is not None and x.shape.rank > _REVERSED:
        for one in range(x.shape.rank) if axis is None else axes:
            x = tf.reshape(tf.reverse(in_three(x, one, _REVERSED), [1]), tf.shape(x))
        return x
    return tf.reverse(x, tf.convert_to_tensor(axes, tf.int32))


def moveaxis(x: tf.Tensor, source: Axes, destination: Axes, /) -> tf.Tensor:
    rank = rank_of(x)
    sources, destinations = several_axes(source, rank), several_axes(destination, rank)
    if len(sources) != len(destinations):
        raise ValueError(f"source={source} and destination={destination} must name as many axes")
    if x.shape.rank is None:
        return tf.transpose(x, _moved(sources, destinations, rank))
    moved = dict(zip(destinations, sources, strict=True))
    others = iter([axis for axis in range(rank) if axis not in sources])
    return tf.transpose(x, [moved[axis] if axis in moved else next(others) for axis in range(rank)])


def _moved(sources: list[Any], destinations: list[Any], rank: tf.Tensor) -> tf.Tensor:
    """The order of the axes of an array of unknown rank."""
    from_, to = tf.convert_to_tensor(sources, tf.int32), tf.convert_to_tensor(destinations, tf.int32)
    from_, to = (tf.concat([axes, other_axes(axes, rank)], 0) for axes in (from_, to))
    return tf.scatter_nd(to[:, None], from_, [rank])


def permute_dims(x: tf.Tensor, /, axes: tuple[int, ...]) -> tf.Tensor:
    # of an ndarray TensorFlow makes a tensor in half the time that it takes of a tuple
    return tf.raw_ops.Transpose(x=of_rank(x, len(axes)), perm=np.array(several_axes(axes, len(axes)), np.int32))


def repeat(x: tf.Tensor, repeats: int | tf.Tensor, /, *, axis: int | None = None) -> tf.Tensor:
    # tf.repeat lacks uint16 and, of several numbers of repetitions, takes memory for the largest everywhere
    if axis is None:
        x, axis = tf.reshape(x, [-1]), 0
    axis = one_axis(axis, rank_of(x))
    size = size_of(x, axis)
    if isinstance(repeats, int):
        if repeats < 0:
            raise ValueError(f"repeats={repeats} must not be negative")
        if x.shape.is_fully_defined():
            shape = x.shape.as_list()
            require_size(*shape, repeats)
            rows, row = math.prod(shape[: axis + 1]), math.prod(shape[axis + 1 :])
            spread = tf.broadcast_to(tf.reshape(x, [rows, 1, row]), [rows, repeats, row])
            return tf.reshape(spread, [*shape[:axis], size * repeats, *shape[axis + 1 :]])
        positions = tf.range(size * repeats) // max(repeats, 1)
        return gathered(x, positions, axis)
    rank = repeats.shape.rank
    if rank is not None and (
        rank > 1 or (rank == 1 and isinstance(size, int) and repeats.shape[0] not in (1, None, size))
    ):
        raise ValueError(f"repeats has the shape {repeats.shape}, and the array the size {size} along the axis")
    repeats = tf.cast(repeats, tf.int64)
    tf.debugging.assert_non_negative(repeats, "repeats must not be negative")
    if x.shape.is_fully_defined() and not is_traced(repeats):
        require_repeats(x.shape, axis, repeats.numpy())
    ends = tf.cumsum(tf.broadcast_to(repeats, [size]))
    total = tf.reduce_sum(tf.broadcast_to(repeats, [size]))
    return gathered(x, tf.searchsorted(ends, tf.range(total), side="right"), axis)


def reshape(x: tf.Tensor, /, shape: tuple[int, ...], *, copy: bool | None = None) -> tf.Tensor:
    shape = tuple(shape)
    if -1 in shape and math.prod(size for size in shape if size != -1) == 0:
        raise ValueError(f"shape={shape}: -1 cannot be inferred beside a dimension of size 0")
    result = tf.reshape(x, tf.constant(shape, tf.int64))
    return copy_array(result) if copy else result


def roll(x: tf.Tensor, /, shift: Any, *, axis: Any = None) -> tf.Tensor:
    shift = shift_of_each("roll", shift, axis)
    if axis is None:
        return tf.reshape(roll(tf.reshape(x, [-1]), shift, axis=0), shape_tensor(x))
    axis, shifts = (axis, shift) if isinstance(axis, tuple) else ((axis,), (shift,))
    axes = [one_axis(one, rank_of(x)) for one in axis]
    if not axes:
        return tf.identity(x)
    sizes = [x.shape[one] for one in axes]
    # a shift may be any Python integer
    shifts = [one % size if size else one for one, size in zip(shifts, sizes, strict=True)]
    return tf.roll(x, shifts, axes)


def split(
    x: tf.Tensor, /, *, copy: bool | None, num_or_size_splits: tuple[int, ...], axis: int, with_remainder: bool
) -> tuple[tf.Tensor, ...]:
    parts = tf.split(x, num_or_size_splits, axis) if num_or_size_splits else ()
    return tuple(copy_array(part) for part in parts) if copy else tuple(parts)


def squeeze(x: tf.Tensor, /, axis: Axes) -> tf.Tensor:
    several_axes(axis, rank_of(x))
    axes = [axis] if isinstance(axis, int) else list(axis)
    # no axes would be all axes to tf.squeeze
    return tf.squeeze(x, axes) if axes else tf.identity(x)


def stack(arrays: tuple[tf.Tensor, ...] | list[tf.Tensor], /, *, axis: int = 0) -> tf.Tensor:
    if not arrays:
        raise ValueError("stack needs at least one array")
    return tf.stack(list(arrays), axis)


def swapaxes(x: tf.Tensor, axis0: int, axis1: int, /, *, copy: bool | None = None) -> tf.Tensor:
    rank = rank_of(x)
    first, second = one_axis(axis0, rank), one_axis(axis1, rank)
    if x.shape.rank is None:
        order = tf.tensor_scatter_nd_update(tf.range(rank), [[first], [second]], [second, first])
    else:
        order = [{first: second, second: first}.get(axis, axis) for axis in range(rank)]
    result = tf.transpose(x, order)
    return copy_array(result) if copy else result


def _tile(x: tf.Tensor, repetitions: tuple[int, ...], /) -> tf.Tensor:
    if x.shape.rank is None:
        missing = len(repetitions) - tf.rank(x)
        x = tf.reshape(x, tf.concat([tf.ones([tf.maximum(missing, 0)], tf.int32), tf.shape(x)], 0))
        ones = tf.ones([tf.maximum(-missing, 0)], tf.int64)
        return tf.tile(x, tf.concat([ones, tf.constant(repetitions, tf.int64)], 0))
    # TensorFlow gives nothing where the number overflows
    require_size(*(length for length in x.shape if length is not None), *repetitions)
    missing = len(repetitions) - x.shape.rank
    if missing > 0:
        x = tf.reshape(x, tf.concat([tf.ones(missing, tf.int32), tf.shape(x)], 0))
    return tf.tile(x, tf.constant((1,) * -missing + tuple(repetitions), tf.int64))


def _tile_uint16(x: tf.Tensor, repetitions: tuple[int, ...], /) -> tf.Tensor:
    # tf.tile has no kernel for it
    return tf.bitcast(_tile(tf.bitcast(x, tf.int16), repetitions), tf.uint16)


tile = ByDtype(_tile, {tf.uint16: _tile_uint16})


def unstack(x: tf.Tensor, /, *, axis: int = 0) -> tuple[tf.Tensor, ...]:
    one_axis(axis, rank_of(x))
    return tuple(tf.unstack(x, axis=axis))


__all__ = [
    "broadcast_arrays",
    "broadcast_to",
    "concat",
    "constant_pad",
    "expand_dims",
    "flip",
    "moveaxis",
    "permute_dims",
    "repeat",
    "reshape",
    "roll",
    "split",
    "squeeze",
    "stack",
    "swapaxes",
    "tile",
    "unstack",
]
