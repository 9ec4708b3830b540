"""Sets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._rules import rule


@rule("isin")
def isin(backend: Any, standard: Callable[..., Any], x1: Any, x2: Any, /, *, invert: bool = False) -> Any:
    # array_api_strict 2.6.1 does not hand `invert` on to NumPy, so that it would do nothing.
    found = standard(x1, x2)
    return backend.namespace.logical_not(found) if invert else found


@rule("unique_inverse")
def unique_inverse(backend: Any, standard: Callable[..., Any], x: Any, /) -> Any:
    # Which of several NaN comes first is left open; NumPy sorts in a stable way only where it gives indices, too.
    values, _, inverse, _ = backend.namespace.unique_all(x)
    return values, inverse
