"""The shape that a key selects, without the array; keys as `aikit.array.items.normalise` gives them."""

from __future__ import annotations

from typing import Any

import numpy as np

from aikit import dtypes
from aikit.core import shapes
from aikit.exceptions import AikitBroadcastShapeError


def is_array(part: Any) -> bool:
    """Whether a part of a key is an index array or a mask."""
    return part is not None and part is not Ellipsis and not isinstance(part, (int, slice))


def _is_mask(part: Any) -> bool:
    return is_array(part) and dtypes.as_dtype(part.dtype).kind == "b"


def consumed_dimensions(part: Any) -> int:
    """How many dimensions of the array a part of a key takes."""
    if part is None or part is Ellipsis:
        return 0
    return len(part.shape) if _is_mask(part) else 1


def selected_shape(
    parts: tuple[Any, ...], shape: tuple[int | None, ...], backend: Any, *, count: bool = True
) -> tuple[int | None, ...] | None:
    """The shape of the selection; None where a trace does not know it, and for index arrays that do not broadcast.

    `count`: without it the elements of masks are not counted, and all that holds is whether anything else makes the
    selection empty.
    """
    if None in shape:
        return None
    advanced = [place for place, part in enumerate(parts) if is_array(part)]
    if advanced:  # an int beside an array counts as one
        advanced = [place for place, part in enumerate(parts) if is_array(part) or isinstance(part, int)]
    kept: list[Any] = []
    found: list[tuple[int | None, ...]] = []
    dim, front = 0, 0
    for place, part in enumerate(parts):
        taken = len(shape) - sum(map(consumed_dimensions, parts)) if part is Ellipsis else consumed_dimensions(part)
        if place in advanced:
            front = len(kept) if not found else front
            selected = _selected(part, backend, count)
            if selected is None:
                return None
            found.append(selected)
        elif part is None:
            kept.append(1)
        elif part is Ellipsis:
            kept += shape[dim : dim + taken]
        elif isinstance(part, slice):
            kept.append(len(range(shape[dim])[part]))  # type: ignore[arg-type]
        dim += taken
    if not found:
        return (*kept, *shape[dim:])
    front = 0 if advanced[-1] - advanced[0] >= len(advanced) else front  # something stands between them
    try:
        common = shapes.broadcast("x[...]", found)
    except AikitBroadcastShapeError:
        return None
    return (*kept[:front], *common, *kept[front:], *shape[dim:])


def _selected(part: Any, backend: Any, count: bool) -> tuple[int | None, ...] | None:
    """The shape of an index array; for a mask as many as it has True; None where that is not known."""
    if isinstance(part, int):
        return ()
    if not _is_mask(part):
        return tuple(part.shape) if shapes.is_known(part) else None
    if not count:
        return (1,)
    return None if backend.is_traced(part) else (int(np.count_nonzero(backend.to_numpy(part))),)
