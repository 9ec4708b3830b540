"""Shapes: joining, repeating and rearranging."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import aikit
from aikit import dtypes
from aikit.core.shapes import broadcast
from aikit.declare import compositional, primary, standalone
from aikit.dispatch.host_data import fitting_scalar
from aikit.functional.rules import common
from aikit.functional.rules import manipulation as rules

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@primary(
    promote=(), differentiable=("arrays",), view="arrays", check=rules.broadcast_arrays, result_lengths=rules.largest
)
def broadcast_arrays(*arrays: Array | NativeArray) -> tuple[Array, ...]:
    """Arrays broadcast to their common shape.

    Parameters
    ----------
    *arrays : arrays of any dtypes.

    Returns
    -------
    One array for each, in order.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> [aikit.to_list(x) for x in aikit.broadcast_arrays([1], [2, 3])]
    [[1, 1], [2, 3]]
    """
    return aikit.current_backend(*arrays).broadcast_arrays(*arrays)


@standalone
def broadcast_shapes(*shapes: tuple[int | None, ...]) -> tuple[int | None, ...]:
    """The shape to which shapes broadcast.

    Parameters
    ----------
    *shapes : tuples of lengths; None for a length that is not known.

    Returns
    -------
    The common shape; a length that no shape decides is None.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.
    AikitTypeError : a shape that is no sequence of ints.

    Examples
    --------
    >>> import aikit
    >>> aikit.broadcast_shapes((3, 1), (2,))
    (3, 2)
    """
    return broadcast("broadcast_shapes", shapes)


@primary(differentiable=("x",), view="x", check=rules.broadcast_to, result_lengths=itemgetter("shape"))
def broadcast_to(x: Array | NativeArray, /, shape: int | Sequence[int], *, out: Array | None = None) -> Array:
    """An array broadcast to a shape.

    Parameters
    ----------
    x : array of any dtype.
    shape : the shape, to which that of `x` must broadcast.

    Returns
    -------
    Array of the dtype of `x`.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.broadcast_to([1, 2], (2, 2)))
    [[1, 2], [1, 2]]
    """
    return aikit.current_backend(x).broadcast_to(x, shape)


@primary(differentiable=("arrays",), check=rules.concat)
def concat(arrays: Sequence[Array | NativeArray], /, *, axis: int | None = 0, out: Array | None = None) -> Array:
    """Arrays joined along an axis that they have.

    Parameters
    ----------
    arrays : list or tuple of arrays whose shapes agree but along the axis.
    axis : the axis; None flattens the arrays first.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitAxisError : an axis out of range, or named twice.
    AikitValueError : shapes that do not agree, or no arrays.
    AikitDtypePromotionError : dtypes without a common one.

    Examples
    --------
    >>> import aikit
    >>> x = aikit.asarray([1, 2])
    >>> aikit.to_list(aikit.concat([x, x]))
    [1, 2, 1, 2]
    """
    return aikit.current_backend(*arrays).concat(arrays, axis=axis)


@primary(differentiable=("x",), result_lengths=rules.padded)
def constant_pad(
    x: Array | NativeArray,
    /,
    pad_width: Any,
    *,
    value: bool | int | float | complex = 0,
    out: Array | None = None,
) -> Array:
    """An array with a value added before and after it along each axis, as ``numpy.pad`` does.

    Parameters
    ----------
    x : array of any dtype.
    pad_width : how many elements to add: a pair of ints, before and after, for each axis; one pair for all axes; or one
        int for both sides of all axes.
    value : what is added, a scalar that the dtype of `x` holds.

    Returns
    -------
    Array of the dtype of `x`, longer along each axis by what is added there.

    Raises
    ------
    AikitTypeError : a `pad_width` that is made of anything but ints, or a `value` of a wider kind than the dtype of `x`.
    AikitValueError : a negative number, or not one pair for each axis.
    AikitOverflowError : an int that the dtype of `x` does not hold.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.constant_pad([1, 2], [(1, 2)], value=7))
    [7, 1, 2, 7, 7]
    """
    widths = rules.pad_widths("constant_pad", pad_width, x)
    value = fitting_scalar("constant_pad", "value", value, dtypes.as_dtype(x.dtype))
    return aikit.current_backend(x).constant_pad(x, widths, value=value)


@primary(differentiable=("x",), view="x", new_axes=True)
def expand_dims(x: Array | NativeArray, /, axis: int | Sequence[int], *, out: Array | None = None) -> Array:
    """New dimensions of length 1.

    Parameters
    ----------
    x : array of any dtype.
    axis : where, in the result, the new dimensions stand.

    Returns
    -------
    Array of the dtype of `x`.

    Raises
    ------
    AikitAxisError : an axis out of range, or named twice.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.expand_dims([1, 2], 0))
    [[1, 2]]
    """
    return aikit.current_backend(x).expand_dims(x, axis)


@primary(differentiable=("x",), view="x")
def flip(x: Array | NativeArray, /, *, axis: int | Sequence[int] | None = None, out: Array | None = None) -> Array:
    """The order of the elements reversed along axes.

    Parameters
    ----------
    x : array of any dtype.
    axis : the axis or axes; None for all.

    Returns
    -------
    Array of the dtype of `x`.

    Raises
    ------
    AikitAxisError : an axis out of range, or named twice.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.flip([1, 2, 3]))
    [3, 2, 1]
    """
    return aikit.current_backend(x).flip(x, axis=axis)


@compositional(differentiable=("arrays",))
def hstack(arrays: Sequence[Array | NativeArray], /, *, out: Array | None = None) -> Array:
    """Arrays put side by side: joined along the second axis, or along the only one, as ``numpy.hstack`` does.

    Parameters
    ----------
    arrays : list or tuple of arrays with so many dimensions, whose shapes agree but along the axis; one without dimensions
        counts as one with a single element.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitValueError : shapes that do not agree, or no arrays.
    AikitDtypePromotionError : dtypes without a common one.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.hstack([[1, 2], [3]]))
    [1, 2, 3]
    >>> aikit.to_list(aikit.hstack([[[1], [2]], [[3], [4]]]))
    [[1, 3], [2, 4]]
    """
    arrays = [x[None] if x.ndim == 0 else x for x in arrays]
    return aikit.concat(arrays, axis=1 if arrays and arrays[0].ndim > 1 else 0)


@primary(differentiable=("x",), view="x", check=rules.pairs("source", "destination"))
def moveaxis(
    x: Array | NativeArray,
    source: int | Sequence[int],
    destination: int | Sequence[int],
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Axes moved to other places; the others keep their order.

    Parameters
    ----------
    x : array of any dtype.
    source : the axes.
    destination : where they are to stand in the result.

    Returns
    -------
    Array of the dtype of `x`.

    Raises
    ------
    AikitAxisError : an axis out of range, or named twice.
    AikitValueError : not as many destinations as sources.

    Examples
    --------
    >>> import aikit
    >>> aikit.moveaxis(aikit.zeros((2, 3, 4)), 0, -1).shape
    (3, 4, 2)
    """
    return aikit.current_backend(x).moveaxis(x, source, destination)


@primary(differentiable=("x",), view="x", check=rules.permute_dims)
def permute_dims(x: Array | NativeArray, /, axes: Sequence[int], *, out: Array | None = None) -> Array:
    """The dimensions in another order.

    Parameters
    ----------
    x : array of any dtype.
    axes : for each dimension of the result, which one of `x` it is.

    Returns
    -------
    Array of the dtype of `x`.

    Raises
    ------
    AikitAxisError : an axis out of range, or named twice.
    AikitValueError : not as many axes as dimensions.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.permute_dims([[1, 2]], (1, 0)))
    [[1], [2]]
    """
    return aikit.current_backend(x).permute_dims(x, axes)


@primary(
    dtypes={"x": "any", "repeats": "integer"},
    promote=("x",),
    static=("repeats",),
    differentiable=("x",),
    check=rules.repeat,
    result_lengths=rules.repeated,
)
def repeat(
    x: Array | NativeArray, repeats: Array | NativeArray | int, /, *, axis: int | None = None, out: Array | None = None
) -> Array:
    """Each element repeated.

    Parameters
    ----------
    x : array of any dtype.
    repeats : how often: an int for all, or an integer array with a number for each.
    axis : the axis along which to repeat; None for the flattened array.

    Returns
    -------
    Array of the dtype of `x`.

    Raises
    ------
    AikitTypeError : repeats that are not integer.
    AikitAxisError : an axis out of range, or named twice.
    AikitValueError : a negative number of repeats, or not as many as elements.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.repeat([1, 2], 2))
    [1, 1, 2, 2]
    """
    return aikit.current_backend(x).repeat(x, repeats, axis=axis)


@primary(differentiable=("x",), view="x", check=rules.reshape, result_lengths=rules.unchanged)
def reshape(
    x: Array | NativeArray, /, shape: int | Sequence[int], *, copy: bool | None = None, out: Array | None = None
) -> Array:
    """The elements, in row-major order, in another shape.

    Parameters
    ----------
    x : array of any dtype.
    shape : the shape; one length may be -1, and follows from the others.
    copy : True always copies, None where it must, False never: an error where it must.

    Returns
    -------
    Array of the dtype of `x`.

    Raises
    ------
    AikitValueError : a shape for another number of elements, or ``copy=False`` where a copy is needed.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.reshape([1, 2, 3, 4], (2, -1)))
    [[1, 2], [3, 4]]
    """
    return aikit.current_backend(x).reshape(x, shape, copy=copy)


@primary(differentiable=("x",), check=rules.shifts)
def roll(
    x: Array | NativeArray,
    /,
    shift: int | Sequence[int],
    *,
    axis: int | Sequence[int] | None = None,
    out: Array | None = None,
) -> Array:
    """The elements shifted along axes; those that leave at the end come back at the beginning.

    Parameters
    ----------
    x : array of any dtype.
    shift : by how many places: one int for all axes, or one for each.
    axis : the axis or axes; None for the flattened array, whose shape is restored.

    Returns
    -------
    Array of the dtype of `x`.

    Raises
    ------
    AikitAxisError : an axis out of range, or named twice.
    AikitValueError : not as many shifts as axes.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.roll([1, 2, 3], 1))
    [3, 1, 2]
    """
    return aikit.current_backend(x).roll(x, shift, axis=axis)


@primary(differentiable=("x",), view="x")
def split(
    x: Array | NativeArray,
    /,
    *,
    copy: bool | None = None,
    num_or_size_splits: int | Sequence[int] | None = None,
    axis: int = 0,
    with_remainder: bool = False,
) -> tuple[Array, ...]:
    """Sections of an array along an axis.

    Parameters
    ----------
    x : array of any dtype, with at least one dimension.
    copy : True always copies, None where it must, False never: an error where it must.
    num_or_size_splits : the number of sections of equal length, or the length of each of them; None for sections of
        length 1.
    axis : the axis.
    with_remainder : whether what equal sections, or these lengths, leave over is one more section at the end; without it
        nothing may be left over.

    Returns
    -------
    One array for each section, in order.

    Raises
    ------
    AikitAxisError : an axis out of range.
    AikitValueError : sections that are not the whole axis, or none, or of a negative length.

    Examples
    --------
    >>> import aikit
    >>> x = aikit.asarray([1, 2, 3, 4, 5])
    >>> [aikit.to_list(part) for part in aikit.split(x, num_or_size_splits=2, with_remainder=True)]
    [[1, 2], [3, 4], [5]]
    """
    lengths = rules.section_lengths("split", x.shape[axis], num_or_size_splits, with_remainder)
    # the lengths of all sections, that of the remainder too, so that nothing is left over
    return aikit.current_backend(x).split(x, copy=copy, num_or_size_splits=lengths, axis=axis, with_remainder=False)


@primary(differentiable=("x",), view="x", check=rules.squeeze)
def squeeze(x: Array | NativeArray, /, axis: int | Sequence[int], *, out: Array | None = None) -> Array:
    """Dimensions of length 1 taken away.

    Parameters
    ----------
    x : array of any dtype.
    axis : the dimension or dimensions.

    Returns
    -------
    Array of the dtype of `x`.

    Raises
    ------
    AikitAxisError : an axis out of range, or named twice.
    AikitValueError : a dimension whose length is not 1.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.squeeze([[1, 2]], 0))
    [1, 2]
    """
    return aikit.current_backend(x).squeeze(x, axis)


@primary(differentiable=("arrays",), check=rules.stack, new_axes=True)
def stack(arrays: Sequence[Array | NativeArray], /, *, axis: int = 0, out: Array | None = None) -> Array:
    """Arrays joined along a new axis.

    Parameters
    ----------
    arrays : list or tuple of arrays of one shape.
    axis : where, in the result, the new axis stands.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitAxisError : an axis out of range, or named twice.
    AikitValueError : shapes that differ, or no arrays.
    AikitDtypePromotionError : dtypes without a common one.

    Examples
    --------
    >>> import aikit
    >>> x = aikit.asarray([1, 2])
    >>> aikit.to_list(aikit.stack([x, x]))
    [[1, 2], [1, 2]]
    """
    return aikit.current_backend(*arrays).stack(arrays, axis=axis)


@primary(differentiable=("x",), view="x", check=rules.swapaxes)
def swapaxes(
    x: Array | NativeArray, axis0: int, axis1: int, /, *, copy: bool | None = None, out: Array | None = None
) -> Array:
    """Two axes in the place of each other.

    Parameters
    ----------
    x : array of any dtype.
    axis0, axis1 : the axes.
    copy : True always copies, None where it must, False never: an error where it must.

    Returns
    -------
    Array of the dtype of `x`.

    Raises
    ------
    AikitAxisError : an axis out of range.

    Examples
    --------
    >>> import aikit
    >>> aikit.swapaxes(aikit.zeros((2, 3, 4)), 0, -1).shape
    (4, 3, 2)
    """
    return aikit.current_backend(x).swapaxes(x, axis0, axis1, copy=copy)


@primary(differentiable=("x",), check=common.not_negative("repetitions"), result_lengths=rules.tiled)
def tile(x: Array | NativeArray, repetitions: Sequence[int], /, *, out: Array | None = None) -> Array:
    """Copies of an array side by side.

    Parameters
    ----------
    x : array of any dtype.
    repetitions : how many along each dimension; the shorter of it and the shape is filled up with ones in front.

    Returns
    -------
    Array of the dtype of `x`.

    Raises
    ------
    AikitValueError : a negative number of repetitions.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.tile([1, 2], (2,)))
    [1, 2, 1, 2]
    """
    return aikit.current_backend(x).tile(x, repetitions)


@primary(differentiable=("x",), view="x")
def unstack(x: Array | NativeArray, /, *, axis: int = 0) -> tuple[Array, ...]:
    """The slices along an axis.

    Parameters
    ----------
    x : array of any dtype.
    axis : the axis.

    Returns
    -------
    One array for each index along the axis.

    Raises
    ------
    AikitAxisError : an axis out of range, or named twice.

    Examples
    --------
    >>> import aikit
    >>> [aikit.to_list(row) for row in aikit.unstack([[1, 2], [3, 4]])]
    [[1, 2], [3, 4]]
    """
    return aikit.current_backend(x).unstack(x, axis=axis)


@compositional(differentiable=("x",))
def zero_pad(x: Array | NativeArray, /, pad_width: Any, *, out: Array | None = None) -> Array:
    """An array with zeros added before and after it along each axis.

    Parameters
    ----------
    x : array of any dtype.
    pad_width : how many zeros to add, as in `constant_pad`.

    Returns
    -------
    Array of the dtype of `x`, longer along each axis by what is added there.

    Raises
    ------
    AikitTypeError : a `pad_width` that is made of anything but ints.
    AikitValueError : a negative number, or not one pair for each axis.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.zero_pad([1, 2], 1))
    [0, 1, 2, 0]
    """
    return aikit.constant_pad(x, pad_width)


@compositional(differentiable=("arrays",))
def vstack(arrays: Sequence[Array | NativeArray], /, *, out: Array | None = None) -> Array:
    """Arrays put below each other: joined along the first axis, as ``numpy.vstack`` does; one of one dimension is a row.

    Parameters
    ----------
    arrays : list or tuple of arrays whose shapes agree but along the first axis; one without dimensions counts as a row of a
        single element.

    Returns
    -------
    Array of the common dtype, with two dimensions at least.

    Raises
    ------
    AikitValueError : shapes that do not agree, or no arrays.
    AikitDtypePromotionError : dtypes without a common one.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.vstack([[1, 2], [[3, 4], [5, 6]]]))
    [[1, 2], [3, 4], [5, 6]]
    """
    return aikit.concat([x[None] if x.ndim == 1 else x[None, None] if x.ndim == 0 else x for x in arrays], axis=0)
