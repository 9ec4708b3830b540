"""What searching needs of its arguments."""

from __future__ import annotations

from typing import Any

from aikit.core.records import Arguments
from aikit.core.shapes import shape_of
from aikit.exceptions import AikitIndexError, AikitValueError
from aikit.functional.rules.common import check_broadcast


def searchsorted(name: str, arguments: Arguments, backend: Any) -> None:
    """`x1` is a vector, and the sorter a permutation of its places."""
    shape, sorter = shape_of(arguments["x1"]), arguments["sorter"]
    if len(shape) != 1:
        raise AikitValueError(f"{name}: x1 has shape {shape}; it must have 1 dimension")
    if sorter is not None and shape_of(sorter) != shape:
        raise AikitValueError(f"{name}: sorter has shape {shape_of(sorter)} and x1 {shape}; they must be equal")
    if sorter is not None and not backend.is_traced(sorter):
        places = backend.to_numpy(sorter)
        if places.size and not (int(places.min()) >= 0 and int(places.max()) < shape[0]):  # type: ignore[operator]
            raise AikitIndexError(
                f"{name}: sorter runs from {int(places.min())} to {int(places.max())}, out of range for x1 of length {shape[0]}"
            )


def where(name: str, arguments: Arguments, backend: Any) -> None:
    """The condition and both choices broadcast."""
    check_broadcast(name, arguments, ("condition", "x1", "x2"))
