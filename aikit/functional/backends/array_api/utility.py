"""Functions that test or combine neighbours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._axes import check_axis, reduction
from ._rules import rule

rule("all", "any")(reduction)


@rule("diff")
def diff(
    backend: Any,
    standard: Callable[..., Any],
    x: Any,
    /,
    *,
    axis: int = -1,
    n: int = 1,
    prepend: Any = None,
    append: Any = None,
) -> Any:
    """With what stands before and after put on here, for NumPy's own diff takes no None for it, and broadcasts."""
    check_axis(x, axis)
    parts = [part for part in (prepend, x, append) if part is not None]
    return standard(x if len(parts) == 1 else backend.namespace.concat(parts, axis=axis), axis=axis, n=n)
