"""Pooling, of which the standard has none."""

from __future__ import annotations

import functools
from typing import Any

from aikit.functional.backends import pooling
from aikit.functional.rules import pooling as rules

from ._rules import rule


def _max_pool(
    name: str, backend: Any, standard: Any, x: Any, kernel: Any, strides: Any, padding: Any, /, **options: Any
) -> Any:
    xp = backend.namespace
    one, _ = rules.pooling(name, x, kernel, strides, padding, **options)
    nothing = -xp.inf if xp.isdtype(x.dtype, "real floating") else xp.iinfo(x.dtype).min
    result = pooling.reduced(xp, xp.maximum, nothing, x, one)
    return xp.asarray(result, copy=True) if set(one.kernel) == {1} else result  # which would be a view of `x`


def _avg_pool(
    name: str, backend: Any, standard: Any, x: Any, kernel: Any, strides: Any, padding: Any, /, **options: Any
) -> Any:
    xp = backend.namespace
    one, by = rules.averaging(name, x, kernel, strides, padding, **options)
    sums = pooling.reduced(xp, xp.add, 0, x, one)
    return sums / pooling.divisors(lambda numbers, shape: xp.reshape(backend.like(x, numbers), shape), by, one)


for _dims in (1, 2, 3):
    rule(f"max_pool{_dims}d")(functools.partial(_max_pool, f"max_pool{_dims}d"))
    rule(f"avg_pool{_dims}d")(functools.partial(_avg_pool, f"avg_pool{_dims}d"))
