"""General functions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from pytest_aikit.knowledge.reference.linear_algebra import singular_values
from pytest_aikit.numerics import wide


def all_equal(*xs: np.ndarray, equality_matrix: bool) -> Any:
    matrix = np.array([[np.array_equal(one, other) for other in xs] for one in xs])
    return matrix if equality_matrix else matrix[0].all()


def _clipped(x: np.ndarray, norm: Any, max_norm: float) -> np.ndarray:
    """What is no greater stays; the rest is divided by its norm."""
    norm = np.asarray(norm)
    with np.errstate(all="ignore"):
        scaled = x / np.where(norm == 0, wide.number(1), norm) * max_norm
    return np.where(norm <= max_norm, x, scaled)


def clip_matrix_norm(x: np.ndarray, max_norm: float, *, p: Any) -> np.ndarray:
    if not x.size:
        return x
    if p in (2, -2, "nuc"):
        values = singular_values(x) if x.dtype != object else _singular_values(x)
        norm = np.sum(values, -1) if p == "nuc" else (np.max if p > 0 else np.min)(values, -1)
    elif p == "fro":
        norm = np.sqrt(np.sum(np.abs(x) ** 2, (-2, -1)))
    else:
        norm = (np.max if p > 0 else np.min)(np.sum(np.abs(x), -2 if abs(p) == 1 else -1), -1)
    return _clipped(x, np.asarray(norm)[..., None, None], max_norm)


def _singular_values(x: np.ndarray) -> np.ndarray:
    """Of matrices of mpmath's numbers."""
    mp = wide.context()
    found = np.empty((*x.shape[:-2], min(x.shape[-2:])), object)
    for place in np.ndindex(x.shape[:-2]):
        found[place] = list(mp.svd_c(mp.matrix(x[place].tolist()), compute_uv=False))
    return found


def clip_vector_norm(x: np.ndarray, max_norm: float, *, p: float) -> np.ndarray:
    if not x.size:
        return x
    size, order = np.abs(x), wide.number(p)
    if abs(p) == np.inf:
        norm = np.max(size) if p > 0 else np.min(size)
    else:
        norm = np.sum(size != 0) if p == 0 else np.sum(size**order) ** (1 / order)
    return _clipped(x, norm, max_norm)


# ------------------------------------------------------------------------------------------------ gathering


def gather(params: np.ndarray, indices: Any, *, axis: int, batch_dims: int) -> np.ndarray:
    """By NumPy's take, of one element of the batch after the other."""
    indices = np.asarray(indices).astype(np.int64)
    axis %= params.ndim
    shared = batch_dims + indices.ndim if batch_dims < 0 else batch_dims
    if not shared:
        return np.take(params, indices, axis)
    result = np.empty((*params.shape[:axis], *indices.shape[shared:], *params.shape[axis + 1 :]), params.dtype)
    for place in np.ndindex(params.shape[:shared]):
        result[place] = np.take(params[place], indices[place], axis - shared)
    return result


def gather_nd(params: np.ndarray, indices: np.ndarray, *, batch_dims: int) -> np.ndarray:
    """By their places in the array whose first dimensions are one, of one element of the batch after the other."""
    shared = batch_dims + indices.ndim if batch_dims < 0 else batch_dims
    end = shared + indices.shape[-1]
    lengths, rest = params.shape[shared:end], params.shape[end:]
    result = np.empty((*indices.shape[:-1], *rest), params.dtype)
    for place in np.ndindex(params.shape[:shared]):
        result[place] = params[place].reshape(math.prod(lengths), *rest)[_places(indices[place], lengths)]
    return result


def _places(indices: np.ndarray, lengths: Sequence[int]) -> np.ndarray:
    columns = np.moveaxis(indices.astype(np.int64), -1, 0)
    return np.ravel_multi_index(
        tuple(column % max(n, 1) for column, n in zip(columns, lengths, strict=True)), tuple(lengths)
    )


def scatter_flat(indices: np.ndarray, updates: np.ndarray, *, size: int | None, reduction: str) -> np.ndarray:
    """Of each place the updates one after the other, sorted by their places."""
    indices = indices.astype(np.int64)
    length = int(indices.max(initial=-1)) + 1 if size is None else size
    result = np.zeros((length, *updates.shape[1:]), updates.dtype)
    if not indices.size:
        return result
    places = indices % length
    order = np.argsort(places, stable=True)
    starts = np.flatnonzero(np.diff(places[order], prepend=-1))
    if reduction == "replace":
        result[places[order][starts]] = updates[order][starts]
    else:
        combine: Any = {"sum": np.add, "min": np.minimum, "max": np.maximum}[reduction]
        result[places[order][starts]] = combine.reduceat(updates[order], starts, axis=0)
    return result


def scale_of_scattered(indices: np.ndarray, updates: np.ndarray, *, size: int | None, reduction: str) -> np.ndarray:
    return scatter_flat(indices, np.abs(updates), size=size, reduction=reduction if reduction == "sum" else "replace")


def scatter_nd(indices: np.ndarray, updates: np.ndarray, shape: Any, *, reduction: str) -> np.ndarray:
    number = indices.shape[-1]
    if shape is None:
        most = indices.reshape(-1, number).max(0, initial=-1).astype(np.int64) + 1
        shape = (*most, *updates.shape[indices.ndim - 1 :])
    shape = (shape,) if isinstance(shape, int) else tuple(int(length) for length in shape)
    lengths = shape[:number]
    places = _places(indices, lengths).ravel() if indices.size else np.zeros(0, int)
    flat = updates.reshape(places.size, *shape[number:])
    return scatter_flat(places, flat, size=int(np.prod(lengths)), reduction=reduction).reshape(shape)


def scale_of_scattered_nd(indices: np.ndarray, updates: np.ndarray, shape: Any, *, reduction: str) -> np.ndarray:
    return scatter_nd(indices, np.abs(updates), shape, reduction=reduction if reduction == "sum" else "replace")


def fourier_encode(
    x: np.ndarray, max_freq: Any, *, num_bands: int, linear: bool, concat: bool, flatten: bool
) -> np.ndarray | tuple[np.ndarray, ...]:
    """One frequency after the other, by the definition."""
    angles = _angles(x, max_freq, num_bands, linear)
    parts = [x[..., None], np.sin(angles), np.cos(angles)]
    return _laid_out(parts, concat, flatten)


def _angles(x: np.ndarray, max_freq: Any, num_bands: int, linear: bool) -> np.ndarray:
    highest = np.asarray(wide.number(max_freq)) / 2
    pi = wide.context().pi if x.dtype == object else 4 * np.arctan(wide.number(1.0))
    angles = np.empty((*x.shape, num_bands), x.dtype)
    for band in range(num_bands):
        part = wide.number(float(band)) / max(num_bands - 1, 1)
        angles[..., band] = pi * x * ((1 - part) + part * highest if linear else np.exp(part * np.log(highest)))
    return angles


def _laid_out(parts: Sequence[np.ndarray], concat: bool, flatten: bool) -> np.ndarray | tuple[np.ndarray, ...]:
    found = [np.concatenate(parts, axis=-1)] if concat else list(parts)
    if flatten:
        found = [one.reshape(*one.shape[:-2], one.shape[-2] * one.shape[-1]) for one in found]
    return found[0] if concat else tuple(found)


def scale_of_fourier_encode(
    x: np.ndarray, max_freq: Any, *, num_bands: int, linear: bool, concat: bool, flatten: bool
) -> np.ndarray | tuple[np.ndarray, ...]:
    """The angles, whose rounding the sines and cosines show; 1 where these are small."""
    size = np.maximum(np.abs(_angles(x, max_freq, num_bands, linear)), 1)
    return _laid_out([np.abs(x[..., None]), size, size], concat, flatten)


def mapped(x: Any, in_axes: int = 0, out_axes: int = 0) -> tuple[Any, ...]:
    """What the function that has the cells of `vmap` maps over an axis: the array times its first element and more, it with
    its axes in reverse, and itself."""
    one = x[(0,) * x.ndim]
    others = np.moveaxis(x.T, -1 - in_axes, out_axes), np.moveaxis(x, in_axes, out_axes)
    return np.moveaxis(x * one + one, in_axes, 0), *others


def stabilised(x: Any) -> tuple[Any, ...]:
    return (
        x / (3 * x + 1e-12),
        2 / (x + 0.5),
        (x + 1e-5) ** 2,
        (x + 0.25) ** 3,
        x * x,
        2 * x,
        np.full_like(x, 2),
        np.ones((), x.dtype),
        np.ones((), x.dtype),
        np.full_like(x, 12),
        np.full_like(x, 4),
    )


def assigned(x: np.ndarray) -> tuple[np.ndarray, ...]:
    written, copied, native = x.copy(), x.copy(), x.copy()
    written[..., 0], copied[..., 0], native[..., 0] = 2, 1, 3
    written = written + x - np.ones((), x.dtype)
    points = np.asarray(5, x.dtype), np.asarray(4, x.dtype)
    return written, copied, x[..., 0], written, copied, native, x[..., 0], *points, 0 * x + x[:1]


def settings(x: Any) -> dict[str, str]:
    first = ["int32", "int32", "int32", "int32", "int32", "uint32", "1000000000000.0", "1e-05"]
    short = ["int16"] * 5 + first[5:]
    both = [*short[:5], "uint16", *short[6:]]
    shortest = ["int8"] * 5 + both[5:]
    divided = [*shortest[:6], "2.0", "1e-05"]
    states = [first, short, both, shortest, divided, [*divided[:7], "0.25"]]
    # as NumPy has it, which has no bfloat16
    found = {"in precise mode": ["float64", "float32", "float32", "float64"]}
    # which promotes within a kind, and no uint64 with signed integers
    found["by the standard"] = ["refused", "float32", "refused", "refused", "int16", "float64"]
    found |= {"at first": first, **{f"after change {number}": one for number, one in enumerate(states[1:])}}
    found |= {f"with {number} of them": one for number, one in reversed([*enumerate(states[:-1])])}
    return {when: ", ".join(one) for when, one in found.items()}
