"""Activation functions, of which the standard has none."""

from __future__ import annotations

from typing import Any

from ._axes import check_axis
from ._rules import rule


@rule("softmax")
def softmax(backend: Any, standard: Any, x: Any, /, *, axis: int | None = None) -> Any:
    axis = -1 if axis is None else axis
    check_axis(x, axis)
    if not x.size:  # whose maximum the standard does not define
        return backend.copy_array(x)
    xp = backend.namespace
    powers = xp.exp(x - xp.max(x, axis=axis, keepdims=True))
    return powers / xp.sum(powers, axis=axis, keepdims=True)
