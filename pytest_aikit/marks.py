"""What the marks and the fixture `aikit_check` do to a user's own tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

from aikit import backend_handler
from aikit.array import Array
from aikit.dtypes import as_dtype
from pytest_aikit import names
from pytest_aikit.model import Cell, CheckFailure
from pytest_aikit.options import matches

PLACES = ("function", "backend", "device", "dtype")
ULP = 8.0
"""The bound of `aikit_check` where the mark aikit_tolerance gives none."""

CURRENT = pytest.StashKey[pytest.Item]()
"""The test that is running; a session-scoped fixture cannot ask for it."""


def apply(item: pytest.Item) -> None:
    """Turn ``aikit_xfail`` and ``aikit_skip`` into pytest's own marks where they apply to the item."""
    place = _place(item)
    for mark in item.iter_markers():
        if mark.name in ("aikit_xfail", "aikit_skip") and _applies(mark, item, place):
            reason = mark.kwargs["reason"] + (f" ({mark.kwargs['issue']})" if mark.kwargs.get("issue") else "")
            if mark.name == "aikit_skip":
                item.add_marker(pytest.mark.skip(reason=reason))
            else:
                item.add_marker(pytest.mark.xfail(strict=True, reason=reason, raises=mark.kwargs.get("raises")))


def _place(item: pytest.Item) -> dict[str, str]:
    """Where an item runs, by the words of the marks."""
    params = getattr(getattr(item, "callspec", None), "params", {})
    cell, target = params.get("aikit_cell"), params.get("aikit_target")
    if isinstance(cell, Cell):
        values = (cell.function.qualified_name, cell.backend, cell.device, ",".join(cell.dtypes))
    else:
        values = ("", *(target or (None, None, None)))
    return {name: value for name, value in zip(PLACES, values, strict=True) if value}


def _applies(mark: pytest.Mark, item: pytest.Item, place: Mapping[str, str]) -> bool:
    allowed = {*PLACES, "reason", "issue"} | ({"raises"} if mark.name == "aikit_xfail" else set())
    unknown = sorted(set(mark.kwargs) - allowed)
    if unknown or mark.args:
        wrong = unknown[0] if unknown else mark.args[0]
        raise pytest.UsageError(f"{item.nodeid}: {mark.name}({wrong!r}): choose from {', '.join(sorted(allowed))}")
    if not mark.kwargs.get("reason"):
        raise pytest.UsageError(f"{item.nodeid}: {mark.name} needs a reason")
    for name in PLACES:
        if name in mark.kwargs:
            names.require_known(f"{item.nodeid}: {mark.name}", name, [mark.kwargs[name]])
    return all(name in place and matches(place[name], [mark.kwargs[name]]) for name in PLACES if name in mark.kwargs)


# ------------------------------------------------------------------------------------------------ aikit_check


class Checker:
    """The fixture `aikit_check`: compares a function with a NumPy reference that computes in wider precision."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def __call__(
        self, function: Callable[..., Any], /, *args: Any, reference: Callable[..., Any], **kwargs: Any
    ) -> Any:
        """Call `function`, compare its result with that of `reference` on NumPy arrays, and return it.

        The result must be of the class, backend and device of the arrays passed in, and within the tolerance:
        8 ULP, or what the mark ``aikit_tolerance(ulp={"float32": 4})`` says. Integers and bools must be equal.

        Raises
        ------
        CheckFailure : one of these does not hold.
        """
        given = next((value for value in (*args, *kwargs.values()) if _is_array(value)), None)
        with np.errstate(all="ignore"):
            expected = reference(*map(_wide, args), **{name: _wide(value) for name, value in kwargs.items()})
        result = function(*args, **kwargs)
        if not _is_array(result):
            _compare(np.asarray(result), np.asarray(expected), self._bounds())
            return result
        if given is not None and type(result) is not type(given):
            raise CheckFailure(f"a {type(result).__name__} is returned for a {type(given).__name__}", got=result)
        if given is not None and _native(result)[0].dev(_native(result)[1]) != _native(given)[0].dev(_native(given)[1]):
            raise CheckFailure("the result is on another device than the arrays passed in", got=result)
        _compare(_host(result), np.asarray(expected), self._bounds())
        return result

    def _bounds(self) -> Mapping[str, float]:
        item = self._config.stash.get(CURRENT, None)
        mark = item.get_closest_marker("aikit_tolerance") if item is not None else None
        return mark.kwargs["ulp"] if mark is not None else {}


def _native(value: Any) -> tuple[Any, Any]:
    """The backend and the native array of an Array or native array."""
    native = value._data if isinstance(value, Array) else value
    return backend_handler.backend_of(native), native


def _is_array(value: Any) -> bool:
    return _native(value)[0] is not None


def _host(value: Any) -> np.ndarray:
    backend, native = _native(value)
    return backend.to_numpy(native)


def _wide(value: Any) -> Any:
    """An array as NumPy's, floating dtypes in float64 or complex128; anything else as it is."""
    if not _is_array(value):
        return value
    host = _host(value)
    wide = {"bfloat16": np.float64, "float16": np.float64, "float32": np.float64, "complex64": np.complex128}
    return host.astype(wide[host.dtype.name]) if host.dtype.name in wide else host


def _compare(got: np.ndarray, expected: np.ndarray, bounds: Mapping[str, float]) -> None:
    if got.shape != expected.shape:
        raise CheckFailure(f"shape {got.shape} for {expected.shape}", expected=expected, got=got)
    dtype = str(as_dtype(got.dtype)) if got.dtype.name != "bfloat16" else "bfloat16"
    if as_dtype(dtype).kind not in "fc":
        if not np.array_equal(got, expected):
            raise CheckFailure("wrong value", expected=expected, got=got)
        return
    from pytest_aikit.comparing import difference

    wide = np.complex128 if as_dtype(dtype).kind == "c" else np.float64
    bound = bounds.get(dtype, ULP)
    found = difference(got, expected.astype(np.promote_types(wide, expected.dtype)), dtype, bound, zero_signs=False)
    if found:
        raise CheckFailure(
            f"{found.cause}: {found.ulp:g} ULP, {bound:g} allowed", expected=expected, got=got, ulp=found.ulp
        )
