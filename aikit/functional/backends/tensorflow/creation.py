"""Creation functions. They always receive a native dtype."""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf

from aikit.core.shapes import require_size
from aikit.functional.backends.creation import as_int64, upper_triangle
from aikit.functional.rules.creation import are_whole, checked_range_length, is_exact
from aikit.functional.rules.linear_algebra import clamped_diagonal

from ._axes import matrix_shape, of_rank, shape_of, shape_tensor
from .core import copy_array, from_numpy, is_native_array, placed
from .data_type import astype
from .device import to_device

Shape = int | tuple[int, ...]
_ALIGNMENT = 64


def _scalar(value: Any, dtype: tf.DType) -> tf.Tensor:
    """A 0-d tensor of a Python scalar or a 0-d array."""
    if is_native_array(value):
        return astype(value, dtype, copy=False)
    # as an ndarray: TensorFlow keeps a cache of scalars, in which 0.0 and -0.0 are the same
    with np.errstate(over="ignore"):
        return tf.constant(np.array(value, dtype.as_numpy_dtype))


def asarray(obj: Any, /, *, dtype: tf.DType, device: str | None = None, copy: bool | None = None) -> tf.Tensor:
    moves = device is not None and obj.device not in ("", device)
    if copy is False and (moves or obj.dtype != dtype):
        raise ValueError("asarray: copy=False, and another dtype or device needs a copy; use copy=None or copy=True")
    result = astype(tf.convert_to_tensor(obj), dtype, copy=bool(copy))
    return result if device is None or not moves else to_device(result, device)


def arange(start: Any, /, stop: Any = None, step: Any = 1, *, dtype: tf.DType, device: str | None = None) -> tf.Tensor:
    if stop is None:
        start, stop = 0, start
    count = checked_range_length(start, stop, step, dtype.name)
    with placed(device):
        if is_exact(start, step, count, dtype.name):
            ends = (tf.constant(int(number), dtype) for number in (start, start + count * step, step))
            # not tf.range, which takes three times as long to bring its arguments to one dtype
            return tf.raw_ops.Range(**dict(zip(("start", "limit", "delta"), ends, strict=True)))
        if dtype.is_integer and are_whole(start, stop, step):
            # modulo 2**64, so that all of uint64 can be reached
            wrapped = tf.range(count, dtype=tf.int64) * as_int64(step) + as_int64(start)
            return tf.cast(wrapped, dtype)
        return tf.cast(_spaced(start, step, count), dtype)


def _spaced(start: float, step: float, count: int) -> tf.Tensor:
    """start + i * step in float64."""
    return tf.range(count, dtype=tf.float64) * _scalar(step, tf.float64) + _scalar(start, tf.float64)


def linspace(
    start: Any,
    stop: Any,
    /,
    num: int,
    *,
    dtype: tf.DType,
    device: str | None = None,
    endpoint: bool = True,
) -> tf.Tensor:
    if num < 0:
        raise ValueError(f"num={num} must not be negative")
    require_size(num)
    with placed(device):
        if not dtype.is_complex:
            return tf.cast(_evenly_spaced(start, stop, num, endpoint), dtype)
        start, stop = complex(start), complex(stop)
        real = _evenly_spaced(start.real, stop.real, num, endpoint)
        imaginary = _evenly_spaced(start.imag, stop.imag, num, endpoint)
        return tf.cast(tf.complex(real, imaginary), dtype)


def _evenly_spaced(start: float, stop: float, num: int, endpoint: bool) -> tf.Tensor:
    intervals = num - 1 if endpoint else num
    step = (stop - start) / max(intervals, 1)
    if not endpoint or num < 2:
        return _spaced(start, step, num)
    return tf.concat([_spaced(start, step, num - 1), [_scalar(stop, tf.float64)]], axis=0)


def _zero(dtype: tf.DType) -> tf.Tensor:
    return tf.constant(False if dtype == tf.bool else 0, dtype)


def _one(dtype: tf.DType) -> tf.Tensor:
    return tf.constant(True if dtype == tf.bool else 1, dtype)


def _filled(shape: Shape, value: tf.Tensor) -> tf.Tensor:
    # not tf.fill, which takes twice as long to look at its arguments
    return tf.raw_ops.Fill(dims=tf.constant([shape] if isinstance(shape, int) else shape, tf.int64), value=value)


def full(shape: Shape, fill_value: Any, *, dtype: tf.DType, device: str | None = None) -> tf.Tensor:
    with placed(device):
        return _filled(shape, _scalar(fill_value, dtype))


def zeros(shape: Shape, *, dtype: tf.DType, device: str | None = None) -> tf.Tensor:
    with placed(device):
        return _filled(shape, _zero(dtype))


def ones(shape: Shape, *, dtype: tf.DType, device: str | None = None) -> tf.Tensor:
    with placed(device):
        return _filled(shape, _one(dtype))


# memory that is not set would be cheaper, and would make results depend on chance
empty = zeros


def full_like(
    x: tf.Tensor, /, fill_value: Any, *, dtype: tf.DType | None = None, device: str | None = None
) -> tf.Tensor:
    with placed(device):
        return tf.fill(shape_tensor(x), _scalar(fill_value, dtype or x.dtype))


def zeros_like(x: tf.Tensor, /, *, dtype: tf.DType | None = None, device: str | None = None) -> tf.Tensor:
    return full_like(x, 0, dtype=dtype, device=device)


def ones_like(x: tf.Tensor, /, *, dtype: tf.DType | None = None, device: str | None = None) -> tf.Tensor:
    return full_like(x, 1, dtype=dtype, device=device)


empty_like = zeros_like


def _diagonal_offsets(rows: Any, columns: Any) -> tf.Tensor:
    """For each element of a matrix the number of its diagonal, as `k` counts them."""
    return tf.range(columns, dtype=tf.int64) - tf.range(rows, dtype=tf.int64)[:, tf.newaxis]


def eye(
    n_rows: int, n_cols: int | None = None, /, *, k: int = 0, dtype: tf.DType, device: str | None = None
) -> tf.Tensor:
    n_cols = n_rows if n_cols is None else n_cols
    require_size(n_rows, n_cols)
    length = min(n_rows, n_cols)
    if k == 0 and length > 0:
        with placed(device):
            diagonal = _filled(length, _one(dtype))
            return tf.raw_ops.MatrixDiagV3(
                diagonal=diagonal, k=0, num_rows=n_rows, num_cols=n_cols, padding_value=_zero(dtype)
            )
    with placed(device):
        return tf.cast(_diagonal_offsets(n_rows, n_cols) == clamped_diagonal(k, (n_rows, n_cols)), dtype)


def _matrix_offsets(x: tf.Tensor) -> tf.Tensor:
    shape = shape_of(x)
    return _diagonal_offsets(shape[-2], shape[-1])


def _band(x: tf.Tensor, below: int, above: int) -> tf.Tensor:
    """So many diagonals below and above the main one, -1 for all; the kernel refuses more of them than there are."""
    if None not in matrix_shape(x):
        return tf.linalg.band_part(x, below, above)
    lengths = tf.shape(x, tf.int64)
    return tf.linalg.band_part(x, tf.minimum(lengths[-2], below), tf.minimum(lengths[-1], above))


def tril(x: tf.Tensor, /, *, k: int = 0) -> tf.Tensor:
    diagonal = clamped_diagonal(k, matrix_shape(x))
    if k >= 0:
        return _band(x, -1, diagonal)
    return tf.where(_matrix_offsets(x) <= diagonal, x, tf.zeros((), x.dtype))


def triu(x: tf.Tensor, /, *, k: int = 0) -> tf.Tensor:
    diagonal = clamped_diagonal(k, matrix_shape(x))
    if k <= 0:
        return _band(x, -diagonal, -1)
    return tf.where(_matrix_offsets(x) >= diagonal, x, tf.zeros((), x.dtype))


def triu_indices(
    n_rows: int, n_cols: int | None = None, k: int = 0, /, *, device: str | None = None
) -> tuple[tf.Tensor, ...]:
    # on the host; TensorFlow would look for the elements of a matrix of the shape that are not zero
    return tuple(from_numpy(places, tf.int64, device) for places in upper_triangle(n_rows, n_cols, k))


def from_dlpack(x: Any, /, *, device: str | None = None, copy: bool | None = None) -> tf.Tensor:
    """A tensor with the values of an array of any library; it has memory of its own unless copy=False.

    Memory is shared on request only: its owner could write to it, and TensorFlow aborts the process when a kernel
    meets memory that is not aligned to 64 bytes.
    """
    if is_native_array(x):
        result = copy_array(x) if copy else tf.convert_to_tensor(x)
    elif copy is False:
        result = _shared(x)
    else:
        result = _imported(x)
    if device is None or result.device == device:
        return result
    if copy is False:
        raise BufferError(f"from_dlpack: copy=False, and the array is on {result.device}, not on {device}")
    with tf.device(device):
        return tf.identity(result)


def _imported(x: Any) -> tf.Tensor:
    """A copy; on the CPU through host memory, which may be strided, read-only or not aligned."""
    if x.__dlpack_device__()[0] != 1:
        # a copy made by its owner is contiguous and aligned
        return copy_array(tf.experimental.dlpack.from_dlpack(x.__dlpack__(copy=True)))
    try:
        host = np.from_dlpack(x)
    except (BufferError, RuntimeError):  # bfloat16, which NumPy itself does not know
        host = tf.experimental.dlpack.from_dlpack(x.__dlpack__()).numpy()
    return from_numpy(host, tf.dtypes.as_dtype(host.dtype))


def _shared(x: Any) -> tf.Tensor:
    """The memory of `x` itself; BufferError where TensorFlow cannot work on it."""
    if x.__dlpack_device__()[0] == 1:
        host = np.from_dlpack(x)
        if host.ctypes.data % _ALIGNMENT or not host.flags.c_contiguous:
            raise BufferError("from_dlpack: copy=False needs memory that is contiguous and aligned to 64 bytes")
    return tf.experimental.dlpack.from_dlpack(x.__dlpack__())


def meshgrid(*arrays: tf.Tensor, indexing: str = "xy") -> tuple[tf.Tensor, ...]:
    # tf.meshgrid multiplies by ones, which bool does not have
    if indexing not in ("xy", "ij"):
        raise ValueError(f"indexing={indexing!r} must be 'xy' or 'ij'")
    # of an unknown rank it must be 1
    arrays = tuple(tf.reshape(array, [1]) if array.shape.rank == 0 else of_rank(array, 1) for array in arrays)
    places = list(range(len(arrays)))
    if indexing == "xy" and len(arrays) > 1:
        places[:2] = [1, 0]
    sizes = [0] * len(arrays)
    for array, place in zip(arrays, places, strict=True):
        sizes[place] = shape_of(array)[0]
    grids = []
    for array, place in zip(arrays, places, strict=True):
        aligned = [1] * len(arrays)
        aligned[place] = sizes[place]
        grids.append(tf.broadcast_to(tf.reshape(array, aligned), sizes))
    return tuple(grids)


__all__ = [
    "arange",
    "array",
    "asarray",
    "empty",
    "empty_like",
    "eye",
    "from_dlpack",
    "full",
    "full_like",
    "linspace",
    "meshgrid",
    "native_array",
    "ones",
    "ones_like",
    "tril",
    "triu",
    "triu_indices",
    "zeros",
    "zeros_like",
]


array = native_array = asarray
