"""Strategies for names: of backends, devices and dtypes."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

import aikit
from aikit.core.records import REGISTRY, Function
from aikit.dtypes import CATEGORIES, DTYPES
from aikit.inspection import describe
from pytest_aikit.cases import cells


def record_of(function: Any) -> Function:
    """The record of a function, which may be given by name."""
    if isinstance(function, Function):
        return function
    if not isinstance(function, str):
        return describe(function)
    if function not in REGISTRY:
        close = difflib.get_close_matches(function, REGISTRY)
        hint = f"did you mean {', '.join(close)}?" if close else "see pytest --aikit-list=functions"
        raise ValueError(f"there is no function {function!r} in aikit; {hint}")
    return REGISTRY[function]


def backends() -> st.SearchStrategy[str]:
    """Names of the backends whose frameworks are installed."""
    return st.sampled_from(list(aikit.available_backends()))


def devices(backend: str) -> st.SearchStrategy[str]:
    """Names of the devices of a backend that hold values."""
    from pytest_aikit.frameworks import backends as known

    return st.sampled_from([str(device) for device in known.devices(backend, "all")])


def dtypes(kind: str = "any") -> st.SearchStrategy[str]:
    """Names of the dtypes of a category of the standard, such as ``"real floating-point"``."""
    if kind not in CATEGORIES:
        raise ValueError(f"dtypes: kind={kind!r} is no category; use one of {', '.join(CATEGORIES)}")
    return st.sampled_from([name for name in DTYPES if name in CATEGORIES[kind]])


def dtype_tuples(function: Any, dtypes: Sequence[str] | None = None) -> st.SearchStrategy[tuple[str, ...]]:
    """Tuples of dtypes, one for each array parameter, that a function accepts."""
    record = record_of(function)
    chosen = tuple(name for name in dtypes or DTYPES if name in cells.leading_dtypes(record))
    found = {lead: tuples for lead in chosen if (tuples := _accepted_tuples(record, lead, chosen))}
    if not found:
        raise ValueError(f"{record.qualified_name} accepts none of the dtypes {dtypes!r}")
    return st.sampled_from(tuple(found)).flatmap(lambda lead: st.sampled_from(found[lead]))


def _accepted_tuples(function: Function, lead: str, chosen: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [dtypes for dtypes, accepted in cells.tuples(function, lead, chosen, False) if accepted]
