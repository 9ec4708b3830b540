"""What `cache_fn` tells apart."""

from __future__ import annotations

from typing import Any

import aikit


def test_shapes_and_dtypes_of_equal_bytes(xp: Any) -> None:
    seen = aikit.cache_fn(lambda x: (x.shape, x.dtype.name))
    shapes, dtypes = [(2, 3), (3, 2), (6,)], ["float32", "int32"]
    for dtype in dtypes:
        for shape in shapes:
            assert seen(xp.zeros(shape, dtype=dtype), cache=True) == (shape, dtype)
            assert seen(xp.zeros(shape, dtype=dtype), cache=True) == (shape, dtype)


def test_places_and_names_of_arguments() -> None:
    seen = aikit.cache_fn(lambda *args, **kwargs: (args, kwargs))
    assert seen(1, 2, cache=True) == ((1, 2), {})
    assert seen(2, 1, cache=True) == ((2, 1), {})
    assert seen((1, 2), cache=True) == (((1, 2),), {})
    assert seen([1, 2], cache=True) == (([1, 2],), {})
    assert seen(a=1, b=2, cache=True) == ((), {"a": 1, "b": 2})
    assert seen(a=2, b=1, cache=True) == ((), {"a": 2, "b": 1})
