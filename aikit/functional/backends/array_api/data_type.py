"""Casting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._rules import rule


@rule("astype")
def astype(
    backend: Any, standard: Callable[..., Any], x: Any, dtype: Any, /, *, copy: bool = True, device: Any = None
) -> Any:
    return standard(x, dtype, copy=copy, device=backend.own_device(x, device))
