"""Parts of arrays: reads and writes through keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import aikit
from pytest_aikit.cases.protocols.declaring import protocol

if TYPE_CHECKING:
    from aikit import Array


@protocol("Array.__getitem__", differentiable=("x",), view="x")
@protocol("Array.__getitem__.combined", differentiable=("x",), view="x")
def read(x: Array, /, *key: Any) -> Array:
    """What a key selects of an array."""
    return x[key[0] if len(key) == 1 else key]


@protocol("Array.__setitem__", differentiable=("x", "value"), view="x")
@protocol("Array.__setitem__.combined", differentiable=("x", "value"), view="x")
def write(x: Array, value: Any, /, *key: Any) -> tuple[Array, Array]:
    """What arrays hold after a write: one that shares its memory, and one whose own it is, which may be written to in place."""
    shared, own = x[...], aikit.astype(x, x.dtype)
    selection = key[0] if len(key) == 1 else key
    shared[selection] = value
    own[selection] = value
    return shared, own


@protocol("Array.__setitem__.of_itself", view="x")
def write_itself(x: Array, to: Any, of: Any, /) -> tuple[Array, Array]:
    """What the same two hold after a write of a part of each, or of all of it, to another of its parts."""
    shared, own = x[...], aikit.astype(x, x.dtype)
    shared[to] = shared if of is ... else shared[of]
    own[to] = own if of is ... else own[of]
    return shared, own
