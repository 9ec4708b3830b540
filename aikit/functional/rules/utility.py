"""What differences of neighbours need of their arguments."""

from __future__ import annotations

from typing import Any

from aikit.core.records import Arguments
from aikit.core.shapes import shape_of
from aikit.exceptions import AikitValueError
from aikit.functional.rules.common import at_least, not_negative
from aikit.functional.rules.manipulation import agree_but_along


def diff(name: str, arguments: Arguments, backend: Any) -> None:
    """There is such an axis, `n` is 0 or more, and what is joined fits."""
    at_least(1)(name, arguments, backend)
    not_negative("n")(name, arguments, backend)
    shape = shape_of(arguments["x"])
    axis = arguments["axis"] % len(shape)
    for parameter in ("prepend", "append"):
        other = arguments[parameter]
        if other is not None and not agree_but_along(axis, shape_of(other), shape):
            raise AikitValueError(
                f"{name}: {parameter} has shape {shape_of(other)} and x {shape}; they must agree but along the axis"
            )
