"""Functions that are mapped over axes of arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aikit
from pytest_aikit.cases.protocols.declaring import protocol

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@protocol("vmap", calls_functions=True, dtypes="numeric")
def vmap(x: Array | NativeArray, /, *, in_axes: int = 0, out_axes: int = 0) -> Array:
    mapped = aikit.vmap(lambda a, b: a * b + a, in_axes=(in_axes, None), out_axes=out_axes)
    return mapped(x, x[(0,) * x.ndim])
