"""Matrices like an array, values in the structure of another, and whether a matrix has an inverse."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

import aikit
from aikit import backend_handler
from aikit.core.arrays import ArrayBase
from aikit.exceptions import AikitTypeError, AikitValueError
from aikit.traits._axes import length, size
from aikit.traits._dims import rank_of
from aikit.traits._lazy import materialised
from aikit.traits._static import dynamic
from aikit.traits._trait import parent
from aikit.traits.wrappers import Diagonal


def zeromatrix(u: Any, /) -> Any:
    """The n by n matrix of zeros for an array of n elements, of its dtype and on its device; of a number its zero.

    Examples
    --------
    >>> import numpy as np
    >>> from aikit import traits
    >>> traits.zeromatrix(np.ones(2)).tolist(), traits.zeromatrix(2.5)
    ([[0.0, 0.0], [0.0, 0.0]], 0.0)
    """
    return _matrix("zeros", u)


def undefmatrix(u: Any, /) -> Any:
    """The n by n matrix for an array of n elements, of its dtype and on its device, whose values mean nothing."""
    return _matrix("empty", u)


def _matrix(maker: str, u: Any) -> Any:
    if isinstance(u, (bool, int, float, complex)):
        return type(u)(0)
    array = materialised(u)
    count = dynamic(length(array))
    made = getattr(aikit.get_backend(array.backend), maker)((count, count), dtype=array.dtype, device=array.device)
    return _like(u, made)


def _like(u: Any, array: Any) -> Any:
    """An Array as a native array where `u` is one."""
    return array if backend_handler.backend_of(u) is None else array._data


def restructure(x: Any, y: Any, /) -> Any:
    """The values of `y` in the structure of `x`: its shape, backend and device, and the dtype of `y`.

    In an `aikit.Container` of arrays the leaves are filled in order.

    Raises
    ------
    AikitValueError : `y` has more elements than `x`, or fewer.
    """
    if isinstance(x, aikit.Container):
        return _restructured(x, y)
    like, values = materialised(x), materialised(y)
    if length(like) != length(values):
        raise AikitValueError(
            f"restructure: x of shape {dynamic(size(like))} holds another number of elements than y of shape {dynamic(size(values))}"
        )
    if values.backend != like.backend:
        values = aikit.to_backend(values, like.backend)
    return _like(x, aikit.to_device(aikit.reshape(values, like.shape), like.device))


def _restructured(x: Any, y: Any) -> Any:
    values, at = aikit.reshape(materialised(y), (-1,)), 0
    count = sum(int(length(leaf)) for _, leaf in x.cont_to_iterator())
    if count != length(values):
        raise AikitValueError(f"restructure: the leaves of x hold {count} elements, and y has {length(values)}")
    filled = {}
    for chain, leaf in x.cont_to_iterator():
        part = int(length(leaf))
        filled[chain], at = restructure(leaf, values[at : at + part]), at + part
    return x.cont_map(lambda leaf, chain: filled[chain])


@functools.singledispatch
def issingular(x: Any, /) -> Any:
    """Whether a square matrix has an exact zero on the diagonal of its factor U, so that it has no inverse.

    That is no estimate of the rank: a matrix that rounding alone keeps from being singular is not. Of a stack of matrices
    an array of bools.

    Raises
    ------
    AikitValueError : `x` is not square.
    AikitTypeError : a trace does not know the values.

    Examples
    --------
    >>> import numpy as np
    >>> from aikit import traits
    >>> traits.issingular(np.asarray([[1.0, 2.0], [2.0, 4.0]])), traits.issingular(np.eye(2))
    (True, False)
    """
    array = materialised(x)
    backend = backend_handler.backend_of(array._data) if isinstance(array, ArrayBase) else None
    if backend is not None and backend.is_traced(array._data):
        raise AikitTypeError(
            "issingular: a trace does not know the values of x; call it outside of the traced function"
        )
    rank = rank_of(array)
    if rank is None or rank < 2 or size(array, -1) != size(array, -2):
        raise AikitValueError(f"issingular: x has shape {dynamic(size(array))}; it is no square matrix")
    values = np.asarray(aikit.to_numpy(array))
    if values.dtype.kind not in "fc" or values.dtype.itemsize < 4:
        values = values.astype(np.float64)
    found = np.linalg.slogdet(values)[0] == 0
    return bool(found) if rank == 2 else _like(x, aikit.asarray(found, device=array.device))


@issingular.register
def _(x: Diagonal, /) -> bool:
    values = aikit.to_numpy(materialised(parent(x)))
    return bool((values == 0).any())
