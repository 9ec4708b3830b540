"""Arrays die with their last reference: neither a call nor an error that was caught leaves a cycle that keeps them."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

import aikit
from aikit.core.records import REGISTRY, Function

SHAPES_AND_DTYPES = [((3,), "float32"), ((2, 2), "complex64"), ((), "bool"), ((2, 3), "int32")]


@pytest.fixture(autouse=True)
def without_the_cyclic_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def _argument(role: str, make: Any) -> Any:
    """One of that role, of no great sense: half of the calls are to fail."""
    if role == "arrays":
        return [make(), make()]
    if role.startswith("array"):
        return make()
    if role == "container":
        return aikit.Container(a=make(), b={"c": make()})
    return {"shape": (2,), "dtype": "float32", "function": lambda *args: args[0]}.get(role, 0)


def _calls(function: Function, xp: Any) -> Iterator[tuple[list[Any], dict[str, Any]]]:
    """Arguments of calls: arrays of several shapes and dtypes, shapes that do not fit, an axis that is not there."""
    required = [p for p in function.parameters.values() if p.required]
    several = [place for place, p in enumerate(required) if p.role == "array"][1:]
    # JAX compiles anew for each
    for shape, dtype in SHAPES_AND_DTYPES[: 1 if xp.__name__ == "aikit.jax" else None]:

        def args(shape: Any = shape, dtype: str = dtype) -> list[Any]:
            return [_argument(p.role, lambda: xp.ones(shape, dtype=dtype)) for p in required]

        yield args(), {}
        if "axis" in function.parameters and "axis" not in [p.name for p in required]:
            yield args(), {"axis": 17}
        if function.out:
            yield args(), {"out": xp.ones((7, 5), dtype="uint8")}
        if several:
            yield [*args()[: several[0]], xp.ones((7, 5)), *args()[several[0] + 1 :]], {}


def _arrays(value: Any) -> Iterator[Any]:
    if isinstance(value, aikit.Array):
        yield value
    elif isinstance(value, (list, tuple, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _arrays(item)


def _alive_after(function: Function, args: Any, kwargs: dict[str, Any]) -> tuple[list[Any], str]:
    """Weak references to the arrays of a call, and how it ended; nothing of the call is left when this returns."""
    found = [weakref.ref(array) for array in _arrays([args, kwargs])]
    try:
        result = function.public(*args, **kwargs)
    except Exception as error:
        return found, type(error).__name__
    return found + [weakref.ref(array) for array in _arrays(result)], "a result"


def test_no_call_and_no_error_keeps_an_array(xp: Any) -> None:
    kept, ends = [], set()
    for name, function in REGISTRY.items():
        if name == "get_all_arrays_in_memory":
            continue  # what it finds is alive without it
        for args, kwargs in _calls(function, xp):
            found, end = _alive_after(function, args, kwargs)
            ends.add(end)
            del args[:], kwargs
            kept += [f"{name}: {end}"] * any(one() is not None for one in found)
    assert kept == []
    assert {"a result", "AikitTypeError", "AikitAxisError", "AikitBroadcastShapeError"} <= ends


@pytest.mark.parametrize("key", [5, (0, 0, 0), slice(None, None, 0), 1.5, [7], "a"])
def test_no_failed_read_or_write_keeps_an_array(key: Any, xp: Any) -> None:
    x, value = xp.ones((3, 2)), xp.ones((5, 7))
    kept = weakref.ref(x), weakref.ref(value)
    for write_to in (slice(0, 2), key):
        with pytest.raises(aikit.AikitException):
            x[write_to] = value
    with pytest.raises(aikit.AikitException):
        x[key]
    del x, value
    assert [one() for one in kept] == [None, None]
