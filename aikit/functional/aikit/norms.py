"""Normalisations of neural networks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import aikit
from aikit.core.shapes import is_known, rank_of
from aikit.declare import mixed
from aikit.functional.rules import norms as rules
from aikit.functional.rules.data_type import finfo

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@mixed(dtypes="real floating-point", differentiable=("x", "scale", "offset"), check=rules.layer_norm)
def layer_norm(
    x: Array | NativeArray,
    normalized_idxs: int | Sequence[int],
    /,
    *,
    scale: Array | NativeArray | None = None,
    offset: Array | NativeArray | None = None,
    eps: float = 1e-05,
    new_std: float = 1.0,
    out: Array | None = None,
) -> Array:
    """Layer normalisation: ``(x - mean) / sqrt(var + eps) * new_std * scale + offset``.

    Mean and variance, the latter without correction, are taken over the axes `normalized_idxs` together. Ba et al., "Layer
    Normalization", 2016.

    Parameters
    ----------
    x : array of a real floating-point dtype.
    normalized_idxs : the axes of `x` over which it is normalised, in any order.
    scale : array of a real floating-point dtype, which broadcasts to the lengths of the normalised axes: its dimensions,
        counted from the last, stand for these axes in the order in which `x` has them, and it is the same along all other
        axes. For `x` of shape ``(2, 3, 4)`` and the axes 0 and 2 its shape may be ``(2, 4)``, ``(2, 1)`` or ``(4,)``. None
        for 1.
    offset : array like `scale`; None for 0.
    eps : what is added to the variance, so that the quotient is finite.
    new_std : the standard deviation of the result before `scale`.

    Returns
    -------
    Array of the common dtype, of the shape of `x`. float16 and bfloat16 are computed in float32.

    Raises
    ------
    AikitAxisError : an axis that `x` does not have, or that is named twice.
    AikitBroadcastShapeError : `scale` or `offset` does not broadcast to the lengths of the normalised axes.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.layer_norm([[1.0, 3.0], [5.0, 5.0]], [1], offset=[10.0, 20.0], eps=3.0, new_std=4.0))
    [[8.0, 22.0], [10.0, 20.0]]
    """
    axes = _axes(x, normalized_idxs)
    wide = x if x.dtype.itemsize > 2 else aikit.astype(x, aikit.float32)  # half precision would be rounded at each step
    # the result does not depend on the unit; in that of x the squares of large elements would overflow
    unit = _unit(wide, axes)
    wide = wide / unit
    deviation = wide - aikit.mean(wide, axis=axes, keepdims=True)
    variance = aikit.mean(deviation * deviation, axis=axes, keepdims=True)
    result = deviation * (new_std / aikit.sqrt(variance + eps / unit / unit))
    if scale is not None:
        result = result * _along_axes("scale", scale, x, axes)
    if offset is not None:
        result = result + _along_axes("offset", offset, x, axes)
    return result if result.dtype == x.dtype else aikit.astype(result, x.dtype)


def _axes(x: Array | NativeArray, axes: int | Sequence[int]) -> tuple[int, ...]:
    """The axes of the normalisation in order; as they are where a trace does not know how many `x` has."""
    if rank_of(x) is not None:
        return rules.normalised_axes("layer_norm", axes, len(x.shape))
    return (axes,) if isinstance(axes, int) else tuple(axes)


def _unit(x: Array, axes: tuple[int, ...]) -> Array | float:
    """1, or more where squares in that unit would otherwise come near the greatest number of the dtype."""
    if is_known(x) and 0 in x.shape:
        return 1.0
    size = aikit.max(aikit.abs(aikit.stop_gradient(x)), axis=axes, keepdims=True)
    return aikit.maximum(size / finfo(x).max ** rules.SQUARED, 1.0)


def _along_axes(name: str, parameter: Array | NativeArray, x: Array | NativeArray, axes: tuple[int, ...]) -> Array:
    """A scale or an offset with as many dimensions as `x`."""
    if rank_of(x) is None and sorted(axes) == list(range(-len(axes), 0)):
        return parameter  # the last axes, so that it broadcasts
    return aikit.expand_dims(parameter, rules.lacking_axes("layer_norm", name, parameter.shape, axes, x.shape))
