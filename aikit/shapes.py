"""Shapes, without any array."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from aikit.exceptions import AikitBroadcastShapeError, AikitTypeError
from aikit.wording import shown


def broadcast(function: str, shapes: Sequence[Any]) -> tuple[int | None, ...]:
    """The common shape of `shapes`, by the broadcasting rule of the Array API standard; None is an unknown length."""
    checked = [_lengths(function, shape) for shape in shapes]
    common: list[int | None] = [1] * max((len(shape) for shape in checked), default=0)
    for shape in checked:
        for place, length in enumerate(reversed(shape), start=1):
            known = common[-place]
            if length == 1:
                continue
            if known == 1:
                common[-place] = length
            elif known is None or length is None:
                common[-place] = known if length is None else length
            elif known != length:
                raise AikitBroadcastShapeError(
                    f"{function}: the shapes {', '.join(map(str, checked))} do not broadcast: lengths {known} and {length} "
                    "of one dimension differ and neither is 1"
                )
    return tuple(common)


def _lengths(function: str, shape: Any) -> tuple[int | None, ...]:
    try:
        return tuple(None if length is None else operator.index(length) for length in shape)
    except TypeError as error:
        raise AikitTypeError(f"{function}: {shown(shape)} is no shape; a shape is a tuple of ints: {error}") from error
