"""Reading and writing by subscript, with NumPy's semantics, by operations of TensorFlow."""

from __future__ import annotations

import functools
import math
import operator
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf

from ._axes import from_front, gathered, max_dimensions, places, shape_of, size_of
from .searching import places_of

Key = tuple[Any, ...]
_INT64 = range(tf.int64.min, tf.int64.max + 1)
_MOST_INDICES = 6
"""One less than the kernel of `tf.gather_nd` takes: under `tf.vectorized_map` it gets one more."""


def get_item(x: tf.Tensor, key: Key) -> tf.Tensor:
    """`x[key]` as NumPy defines it."""
    if not key:
        return tf.identity(x)
    if any(map(_is_array, key)):
        return _gather(x, key)
    return _basic(x, key)


def set_item(x: tf.Tensor, key: Key, value: tf.Tensor, in_place: bool) -> tf.Tensor:
    """A copy of `x` with `value` at `x[key]`; never in place."""
    is_one_mask = len(key) == 1 and _is_array(key[0]) and key[0].dtype == tf.bool
    if is_one_mask and value.shape.rank == 0 and x.shape.rank <= max_dimensions:
        mask = key[0]
        _check_mask(mask, x, 0)
        trailing = [1] * (x.shape.rank - mask.shape.rank)
        return tf.where(tf.reshape(mask, tf.concat([tf.shape(mask), tf.constant(trailing, tf.int32)], 0)), value, x)
    shape = shape_of(x)
    if isinstance(shape, list) and not any(map(_is_array, key)) and 0 not in shape and len(shape) <= max_dimensions:
        return _set_basic(x, key, value)
    count = math.prod(shape) if isinstance(shape, list) else tf.size(x, tf.int64)
    # tf.vectorized_map puts int32 beside the positions: it fails for int64
    dtype = tf.int32 if isinstance(count, int) and count <= tf.int32.max else tf.int64
    # the same subscript, applied to an array of positions, tells where the values go
    positions = get_item(tf.reshape(tf.range(count, dtype=dtype), shape), key)
    value = tf.broadcast_to(_without_leading_ones(value, positions.shape.rank), tf.shape(positions))
    flat = tf.tensor_scatter_nd_update(tf.reshape(x, [-1]), tf.reshape(positions, [-1, 1]), tf.reshape(value, [-1]))
    return tf.reshape(flat, shape)


def _is_array(part: Any) -> bool:
    return isinstance(part, (tf.Tensor, tf.Variable))


def _without_leading_ones(value: tf.Tensor, rank: int | None) -> tf.Tensor:
    """NumPy lets a value have more dimensions than what it is assigned to, where they are of size 1; so far as is known."""
    if rank is None or value.shape.rank is None:
        return value
    surplus = value.shape.rank - rank
    return tf.squeeze(value, list(range(surplus))) if surplus > 0 else value


def _basic(x: tf.Tensor, key: Key) -> tf.Tensor:
    """Ints, slices, None and Ellipsis: one strided slice, without the overhead of tf.Tensor.__getitem__."""
    if x.shape.rank is not None and x.shape.rank > max_dimensions:
        return _by_dimension(x, key)
    return tf.raw_ops.StridedSlice(input=x, **_strides(key))


def _by_dimension(x: tf.Tensor, key: Key) -> tf.Tensor:
    """A slice of more dimensions than the kernel takes: one after the other, between all before and all after it."""
    place = key.index(Ellipsis) if Ellipsis in key else len(key)
    filling = (slice(None),) * (x.shape.rank - sum(map(_consumed, key)))
    rest, selected = x.shape.as_list(), []
    for part in (*key[:place], *filling, *key[place + 1 :]):
        if part is None:
            selected.append(1)
            continue
        length = rest.pop(0)
        if part != slice(None):
            x = tf.reshape(x, [math.prod(selected), length, math.prod(rest)])
            x = tf.raw_ops.StridedSlice(input=x, **_strides((slice(None), part)))
        if isinstance(part, slice):
            selected.append(len(range(length)[part]))
    return tf.reshape(x, selected)


def _set_basic(x: tf.Tensor, key: Key, value: tf.Tensor) -> tf.Tensor:
    # an ndarray of one byte, stretched to the shape, tells the shape of the selection
    shape = np.broadcast_to(np.int8(0), x.shape.as_list())[key].shape
    value = tf.broadcast_to(_without_leading_ones(value, len(shape)), tf.constant(shape, tf.int32))
    if 0 in shape:
        return tf.identity(x)
    return tf.raw_ops.TensorStridedSliceUpdate(input=x, value=value, **_strides(key))


def _strides(key: Key) -> dict[str, Any]:
    """A basic key as TensorFlow's operations take it."""
    begin, end, strides = [], [], []
    masks = dict.fromkeys(("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"), 0)
    for place, part in enumerate(key):
        first, last, step = 0, 0, 1
        if part is None:
            masks["new_axis_mask"] |= 1 << place
        elif part is Ellipsis:
            masks["ellipsis_mask"] |= 1 << place
        elif isinstance(part, slice):
            step = _clamped(part.step, 1)
            first, last = _clamped(part.start, 0), _clamped(part.stop, 0)
            masks["begin_mask"] |= (part.start is None) << place
            masks["end_mask"] |= (part.stop is None) << place
        else:
            first = operator.index(part)
            last = first + 1
            masks["shrink_axis_mask"] |= 1 << place
        begin.append(first)
        end.append(last)
        strides.append(step)
    bounds = {"begin": begin, "end": end, "strides": strides}
    return {**{name: tf.constant(values, tf.int64) for name, values in bounds.items()}, **masks}


def _clamped(bound: Any, default: int) -> int:
    """A bound of a slice as an int64; Python's slices may go beyond."""
    return default if bound is None else min(max(operator.index(bound), _INT64[0]), _INT64[-1])


class _Plan(NamedTuple):
    """An advanced subscript, taken apart: first slice by `basic`, then gather with `indices` along `axes`."""

    basic: list[Any]
    indices: list[tf.Tensor]
    axes: list[int]
    together: bool


def _gather(x: tf.Tensor, key: Key) -> tf.Tensor:
    basic, indices, axes, together = _plan(x, key)
    if any(part != slice(None) for part in basic):
        x = _basic(x, tuple(basic))
    indices = [from_front(index, size_of(x, axis)) for index, axis in zip(indices, axes, strict=True)]
    if len(indices) == 1:
        return gathered(x, indices[0], axes[0])
    rest = [axis for axis in range(x.shape.rank) if axis not in axes]
    whole = tf.transpose(x, axes + rest)
    if len(indices) > _MOST_INDICES:
        whole, indices = _joined(whole, indices)
    zeros = functools.reduce(tf.add, map(tf.zeros_like, indices))
    stacked = tf.stack([index + zeros for index in indices], axis=-1)
    result = _gather_nd(whole, stacked)
    if not together or axes[0] == 0:
        return result
    # indices that stand side by side: their dimensions take the place of the indexed ones
    front = stacked.shape.rank - 1
    before = list(range(front, front + axes[0]))
    return tf.transpose(result, before + list(range(front)) + list(range(front + axes[0], front + len(rest))))


def _joined(x: tf.Tensor, indices: list[tf.Tensor]) -> tuple[tf.Tensor, list[tf.Tensor]]:
    """As many dimensions in front with their indices as the kernel takes: of those that are too many one is made."""
    count = len(indices) - _MOST_INDICES + 1
    lengths = [tf.cast(size_of(x, axis), tf.int64) for axis in range(count)]
    place, is_there = tf.constant(0, tf.int64), tf.constant(True)
    for index, length in zip(indices, lengths, strict=False):
        place = place * length + index
        is_there &= (index >= 0) & (index < length)
    shape = tf.shape(x, tf.int64)
    joined = tf.reshape(x, tf.concat([[functools.reduce(operator.mul, lengths)], shape[count:]], 0))
    joined.set_shape([None, *x.shape[count:]])
    # what is out of range in one of them is so in all
    return joined, [tf.where(is_there, place, -1), *indices[count:]]


def _gather_nd(x: tf.Tensor, indices: tf.Tensor) -> tf.Tensor:
    # the kernel refuses to gather from an empty array, also where what is gathered is empty
    rest = x.shape[indices.shape[-1] :]
    lengths = rest.as_list() if rest.is_fully_defined() else tf.shape(x)[indices.shape[-1] :]

    def nothing() -> tf.Tensor:
        return tf.zeros(tf.concat([tf.shape(indices)[:-1], lengths], 0), x.dtype)

    if rest.is_fully_defined():
        return nothing() if 0 in lengths else tf.gather_nd(x, indices)
    found = tf.cond(tf.reduce_any(lengths == 0), nothing, lambda: tf.gather_nd(x, indices))
    found.set_shape(indices.shape[:-1].concatenate(rest))
    return found


def _plan(x: tf.Tensor, key: Key) -> _Plan:
    """Take an advanced subscript apart. An int beside an index array counts as an index array, as in NumPy."""
    ellipses = sum(part is Ellipsis for part in key)
    if ellipses > 1:
        raise IndexError("a subscript has one Ellipsis at most")
    if not ellipses:
        key = (*key, Ellipsis)
    filled = x.shape.rank - sum(map(_consumed, key))
    if filled < 0:
        raise IndexError(f"too many indices for an array of {x.shape.rank} dimensions")
    plan = _Plan([], [], [], True)
    places = []
    axis = 0
    for place, part in enumerate(key):
        if part is Ellipsis:
            plan.basic.extend([slice(None)] * filled)
            axis += filled
            continue
        if part is None or isinstance(part, slice):
            plan.basic.append(part)
        else:
            places.append(place)
            for index in _index_arrays(x, part, axis):
                plan.indices.append(index)
                plan.axes.append(len(plan.basic))
                # a 0-d mask indexes a new dimension of size 1
                plan.basic.append(slice(None) if _consumed(part) else None)
        axis += _consumed(part)
    return plan._replace(together=places[-1] - places[0] == len(places) - 1)


def _consumed(part: Any) -> int:
    """How many dimensions a part of a key stands for."""
    if part is None or part is Ellipsis:
        return 0
    return part.shape.rank if _is_array(part) and part.dtype == tf.bool else 1


def _index_arrays(x: tf.Tensor, part: Any, axis: int) -> list[tf.Tensor]:
    """The integer arrays that a part of a key stands for; `axis` is where in `x` it applies."""
    if not _is_array(part):
        return [tf.constant(operator.index(part), tf.int64)]
    if part.dtype != tf.bool:
        return [places(part)]
    _check_mask(part, x, axis)
    if part.shape.rank == 0:
        part = tf.reshape(part, [1])
    return tf.unstack(places_of(part), num=part.shape.rank, axis=1)


def _check_mask(mask: tf.Tensor, x: tf.Tensor, axis: int) -> None:
    covered = x.shape[axis : axis + mask.shape.rank]
    if covered.rank != mask.shape.rank or not covered.is_compatible_with(mask.shape):
        raise IndexError(f"the shape of the mask, {mask.shape}, is not that of the dimensions it indexes, {covered}")
