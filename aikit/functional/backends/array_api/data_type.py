"""Casting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._rules import rule


@rule("astype")
def astype(
    backend: Any, standard: Callable[..., Any], x: Any, dtype: Any, /, *, copy: bool = True, device: Any = None
) -> Any:
    if dtype == backend.native_dtypes["bool"] and backend.namespace.isdtype(x.dtype, "complex floating"):
        found = x != backend.like(x, 0)  # array_api_strict refuses it
    else:
        found = standard(x, dtype, copy=copy, device=backend.own_device(x, device))
    # array_api_strict hands back what has the dtype already, wherever it is
    return found if device is None else backend.to_device(found, device)
