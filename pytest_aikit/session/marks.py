"""What the marks do to a user's own tests."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any, NoReturn

import pytest

from pytest_aikit.expectations import dtype_matches, names
from pytest_aikit.frameworks import backends
from pytest_aikit.model import Cell
from pytest_aikit.options import picks
from pytest_aikit.session import capabilities
from pytest_aikit.session.assertions import bounds

PLACES = ("function", "backend", "device", "dtype")


def apply(item: pytest.Item) -> None:
    """Turn ``aikit_xfail`` and ``aikit_skip`` into pytest's own marks where they apply to the item.

    Raises
    ------
    pytest.UsageError : one of our marks is written wrongly.
    """
    place = _place(item)
    for mark in item.iter_markers("aikit_tolerance"):
        bounds.of_mark(mark, item)
        _is_there(mark, item, place)
    if any(item.iter_markers(capabilities.MARK)):
        capabilities.apply(item, place, target_of(item))
    for mark in item.iter_markers():
        if mark.name in ("aikit_xfail", "aikit_skip") and _applies(mark, item, place):
            reason = mark.kwargs["reason"] + (f" ({mark.kwargs['issue']})" if mark.kwargs.get("issue") else "")
            if mark.name == "aikit_skip":
                item.add_marker(pytest.mark.skip(reason=reason))
            else:
                item.add_marker(pytest.mark.xfail(strict=True, reason=reason, raises=mark.kwargs.get("raises")))


def bounds_of(item: pytest.Item | None) -> dict[str, float]:
    """The ULP by dtype that hold for an item: those of the nearest mark that is about where it runs."""
    if item is None:
        return {}
    place, marks = _place(item), item.iter_markers("aikit_tolerance")
    return next((bounds.of_mark(mark, item) for mark in marks if _is_there(mark, item, place)), {})


def target_of(item: pytest.Item | None) -> Any:
    """The backend, device and dtype that an item runs on; None for one that takes none of our fixtures."""
    return _params(item).get("aikit_target")


def _place(item: pytest.Item) -> dict[str, Any]:
    """Where an item runs, by the words of the marks; for one of `aikit_functions` the dtype is that of the cell."""
    params = _params(item)
    cell = params.get("aikit_cell")
    if isinstance(cell, Cell):
        return {"function": cell.function.qualified_name, "backend": cell.backend, "device": cell.device, "dtype": cell}
    target = target_of(item)
    # a test may be parametrized over some of it by itself
    place = {name: params.get(f"aikit_{name}", getattr(target, name, None)) for name in PLACES[1:]}
    return {name: value for name, value in place.items() if isinstance(value, str)}


def _params(item: pytest.Item | None) -> dict[str, Any]:
    return getattr(getattr(item, "callspec", None), "params", {})


def _wrong(item: pytest.Item, mark: pytest.Mark, text: str) -> NoReturn:
    raise pytest.UsageError(f"{item.nodeid}: {mark.name}{text}")


def _applies(mark: pytest.Mark, item: pytest.Item, place: Mapping[str, Any]) -> bool:
    allowed = {*PLACES, "reason", "issue"} | ({"raises"} if mark.name == "aikit_xfail" else set())
    unknown = sorted(set(mark.kwargs) - allowed)
    if unknown or mark.args:
        wrong = unknown[0] if unknown else mark.args[0]
        close = difflib.get_close_matches(str(wrong), sorted(allowed), 1)
        meant = f"did you mean {close[0]}? " if close else ""
        _wrong(item, mark, f"({wrong!r}): {meant}choose from {', '.join(sorted(allowed))}")
    for name in ("reason", "issue"):
        if not isinstance(mark.kwargs.get(name, ""), str):
            _wrong(item, mark, f"({name}={mark.kwargs[name]!r}): the {name} is a string")
    if not mark.kwargs.get("reason"):
        _wrong(item, mark, " needs a reason")
    if not _are_exceptions(mark.kwargs.get("raises")):
        _wrong(item, mark, f"(raises={mark.kwargs['raises']!r}): raises is an exception class, or a tuple of them")
    return _is_there(mark, item, place)


def _is_there(mark: pytest.Mark, item: pytest.Item, place: Mapping[str, Any]) -> bool:
    """Whether the words of a mark are about where an item runs."""
    patterns = {name: _patterns(mark, item, name) for name in PLACES if name in mark.kwargs}
    absent = next((name for name in patterns if name not in place), None)
    if absent is not None and mark in item.own_markers and not _holds_the_place_of_a_missing_backend(item):
        _wrong(item, mark, f"({absent}=...): the test does not take {_TAKEN[absent]}, so that the mark does nothing")
    return absent is None and all(_fits(name, place[name], patterns[name]) for name in patterns)


_TAKEN = {"function": "aikit_cell", "backend": "xp", "device": "aikit_device", "dtype": "aikit_dtype"}
"""The fixture that tells a test where it runs, for each word of the marks."""


def _holds_the_place_of_a_missing_backend(item: pytest.Item) -> bool:
    params = _params(item)
    return any(name in params and params[name] is None for name in ("aikit_target", "aikit_cell"))


def _are_exceptions(raises: Any) -> bool:
    classes = raises if isinstance(raises, tuple) else () if raises is None else (raises,)
    return all(isinstance(cls, type) and issubclass(cls, BaseException) for cls in classes)


def _patterns(mark: pytest.Mark, item: pytest.Item, name: str) -> list[str]:
    """The patterns that a keyword of a mark gives: one, a list of them, or several with commas between."""
    value = mark.kwargs[name]
    found = [value] if isinstance(value, str) else list(value) if isinstance(value, (list, tuple, set)) else []
    if not found or not all(isinstance(pattern, str) and pattern for pattern in found):
        _wrong(
            item, mark, f"({name}={value!r}): {name} is a pattern such as {_EXAMPLES[name]!r}, or a list of patterns"
        )
    for part in (part.strip().removeprefix("-") for pattern in found for part in pattern.split(",")):
        names.require_known(f"{item.nodeid}: {mark.name}", name, [part])
    return found


_EXAMPLES = {"function": "linalg.*", "backend": "torch", "device": "gpu:*", "dtype": "complex*"}


def _fits(name: str, place: Any, patterns: list[str]) -> bool:
    if isinstance(place, Cell):
        excluded = any(dtype_matches(pattern[1:], place) for pattern in patterns if pattern.startswith("-"))
        included = [pattern for pattern in patterns if not pattern.startswith("-")] or ["*"]
        return not excluded and any(dtype_matches(pattern, place) for pattern in included)
    aliases = backends.aliases(place)[1:] if name == "backend" else ()
    return picks(place, [part for pattern in patterns for part in pattern.split(",")], *aliases)
