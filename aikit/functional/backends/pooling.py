"""Pooling of functions of the Array API standard alone, one spatial axis after the other."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any

from aikit.functional.rules.pooling import Divisor, Pooling


def part_of(x: Any, axis: int, places: slice) -> Any:
    """The elements of `x` at some places of an axis."""
    return x[(*(slice(None),) * axis, places, ...)]


def reduced(
    xp: Any,
    combine: Callable[[Any, Any], Any],
    nothing: Any,
    x: Any,
    one: Pooling,
    part: Callable[[Any, int, slice], Any] = part_of,
) -> Any:
    """What `combine` makes of the elements of each window, the first ones first, with `nothing` in the padding."""
    for place in reversed(range(len(one.kernel))):
        axis = one.first + place
        x = _padded(xp, x, axis, one.pads[place], nothing)
        stride, dilation = one.strides[place], one.dilations[place]
        span = (one.lengths[place] - 1) * stride + 1
        starts = range(0, one.kernel[place] * dilation, dilation)
        x = functools.reduce(combine, (part(x, axis, slice(start, start + span, stride)) for start in starts))
    return x


def divisors(make: Callable[[Any, tuple[int, ...]], Any], by: Divisor, one: Pooling) -> Any:
    """What the sums are divided by; it broadcasts with them. `make` makes an array of numbers and of a shape."""
    if isinstance(by, int):
        return make(by, ())
    after = len(one.kernel) - (one.first == 2)
    parts = [make(counts, (len(counts), *(1,) * (after - place))) for place, counts in enumerate(by)]
    return functools.reduce(operator.mul, parts)


def _padded(xp: Any, x: Any, axis: int, pair: tuple[int, int], value: Any) -> Any:
    def pad(length: int) -> Any:
        return xp.full((*x.shape[:axis], length, *x.shape[axis + 1 :]), value, dtype=x.dtype, device=x.device)

    before, after = pair
    parts = [*([pad(before)] if before else []), x, *([pad(after)] if after else [])]
    return xp.concat(parts, axis=axis) if len(parts) > 1 else x
