"""Layers that drop what is drawn, where the result shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aikit
from pytest_aikit.cases.protocols.declaring import protocol

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@protocol("scaled_dot_product_attention.dropped", calls_functions=True, dtypes="real floating-point")
def dropped(x: Array | NativeArray, /) -> tuple[Array, Array, Array]:
    """The greatest and the least weight of equal ones of which three in four are dropped; and those of none."""
    values = aikit.eye(32, dtype=x.dtype, device=x.device)
    weights = aikit.scaled_dot_product_attention(values, values, values, scale=0, dropout_p=0.75, training=True)
    kept = aikit.scaled_dot_product_attention(values * 0, values, values, dropout_p=0.75)
    return aikit.max(weights), aikit.min(weights), kept
