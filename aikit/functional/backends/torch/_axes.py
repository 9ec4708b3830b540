"""Axes that PyTorch would take in silence and the standard does not, and the other way round."""

from __future__ import annotations

import torch


def check_axis(x: torch.Tensor, axis: int | tuple[int, ...] | None) -> None:
    """Raise where `x` has no axes: PyTorch takes the axes 0 and -1 of a 0-d tensor; all else it checks itself."""
    if x.ndim == 0 and axis is not None and axis != ():
        raise IndexError(f"axis {axis} is out of range for a 0-dimensional array")


def several_axes(axes: int | tuple[int, ...], ndim: int) -> tuple[int, ...]:
    """The axes counted from 0, each in range and named once."""
    if isinstance(axes, int):
        axes = (axes,)
    counted = tuple(axis + ndim if axis < 0 else axis for axis in axes)
    if any(not 0 <= axis < ndim for axis in counted):
        raise IndexError(f"axes {axes} are out of range for an array of {ndim} dimensions")
    if len(set(counted)) < len(counted):
        raise ValueError(f"axes {axes} name an axis twice")
    return counted


def to_reduce(
    x: torch.Tensor, axis: int | tuple[int, ...] | None, keepdims: bool
) -> tuple[torch.Tensor, int | tuple[int, ...], bool]:
    """Arguments for a reduction of PyTorch: array, dim and keepdim.

    `dim=()` means all axes to some of its functions and none to others, so it is left to 0-d arrays.
    """
    if axis is None:
        return x, tuple(range(x.ndim)), keepdims
    if axis == ():
        # nothing to reduce: an axis of one element is
        return x.unsqueeze(-1), -1, False
    check_axis(x, axis)
    return x, axis, keepdims
