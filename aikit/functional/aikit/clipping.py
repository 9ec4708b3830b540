"""Arrays scaled down to a norm."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import aikit
from aikit import dtypes
from aikit.declare import compositional
from aikit.exceptions import AikitValueError

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@compositional(category="general", dtypes="floating-point", differentiable=("x",))
def clip_matrix_norm(
    x: Array | NativeArray,
    max_norm: int | float,
    /,
    *,
    p: int | float | Literal["fro", "nuc"] = 2.0,
    out: Array | None = None,
) -> Array:
    """Matrices whose norms are greater than a number scaled down to it; the others stay as they are.

    Parameters
    ----------
    x : array of a floating-point dtype, of shape ``(..., M, N)``.
    max_norm : the greatest norm, greater than 0 and finite.
    p : the norm, as the order in `linalg.matrix_norm`.

    Returns
    -------
    Array of the dtype and shape of `x`. float16 and bfloat16 are computed in float32.

    Raises
    ------
    AikitValueError : a `max_norm` that is not greater than 0 and finite; fewer than two dimensions; another norm; or NaN and
        infinities where the norm is one of singular values.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.clip_matrix_norm([[4.0, 0.0], [0.0, 2.0]], 2.0))
    [[2.0, 0.0], [0.0, 1.0]]
    """
    _check("clip_matrix_norm", max_norm)
    wide = _wide(x)
    return _clipped(x, wide, aikit.linalg.matrix_norm(wide, keepdims=True, ord=p), max_norm)


@compositional(category="general", dtypes="floating-point", differentiable=("x",))
def clip_vector_norm(
    x: Array | NativeArray, max_norm: int | float, /, *, p: int | float = 2.0, out: Array | None = None
) -> Array:
    """An array whose norm is greater than a number scaled down to it, as ``tensorflow.clip_by_norm`` does.

    Parameters
    ----------
    x : array of a floating-point dtype, all of whose elements are one vector.
    max_norm : the greatest norm, greater than 0 and finite.
    p : the order of the norm, as in `linalg.vector_norm`.

    Returns
    -------
    Array of the dtype and shape of `x`, with the values of `x` where its norm is not greater. float16 and bfloat16 are
    computed in float32.

    Raises
    ------
    AikitValueError : a `max_norm` that is not greater than 0 and finite.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.clip_vector_norm([6.0, 8.0], 5.0))
    [3.0, 4.0]
    """
    _check("clip_vector_norm", max_norm)
    wide = _wide(x)
    return _clipped(x, wide, aikit.linalg.vector_norm(wide, ord=p), max_norm)


def _check(function: str, max_norm: float) -> None:
    if not 0 < max_norm < math.inf:
        raise AikitValueError(f"{function}: max_norm={max_norm} must be finite, and greater than 0")


def _wide(x: Array) -> Array:
    return aikit.astype(x, dtypes.float32) if x.dtype.bits == 16 else x


def _clipped(x: Array, wide: Array, norm: Array, max_norm: float) -> Array:
    """`wide` times a factor that is 1 where the norm is not greater, in the dtype of `x`."""
    return aikit.astype(wide * (max_norm / aikit.maximum(norm, max_norm)), x.dtype, copy=False)
