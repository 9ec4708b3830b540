"""The bounds that the mark ``aikit_tolerance`` sets for `aikit_check`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

import pytest

from aikit.dtypes import DTYPES
from pytest_aikit.options import matches, unknown

PLACES = ("function", "backend", "device")
"""Where bounds may be said to hold, beside the dtypes."""


def of_mark(mark: pytest.Mark, item: pytest.Item) -> dict[str, float]:
    """The ULP that ``aikit_tolerance`` allows, by dtype: the name itself before patterns, these in their order."""
    ulp = mark.kwargs.get("ulp")
    if mark.args or not set(mark.kwargs) <= {"ulp", *PLACES} or not isinstance(ulp, Mapping) or not ulp:
        given = ", ".join([*map(repr, mark.args), *(f"{key}={value!r}" for key, value in mark.kwargs.items())])
        _wrong(
            item,
            f"({given}): give bounds by dtype, such as ulp={{'float32': 4}} or ulp={{'*': 4}}, and {', '.join(PLACES)} "
            "where they hold there alone",
        )
    for pattern, bound in ulp.items():
        if not isinstance(pattern, str) or not any(matches(name, [pattern]) for name in DTYPES):
            _wrong(item, f"(ulp={{{pattern!r}: ...}}): {unknown(str(pattern), tuple(DTYPES))}")
        if isinstance(bound, bool) or not isinstance(bound, (int, float)) or not bound >= 0:
            _wrong(item, f"(ulp={{{pattern!r}: {bound!r}}}): the bound is a number of ULP, 0 or more")
    found = {}
    for name in DTYPES:
        for pattern in (name, *ulp):
            if pattern in ulp and matches(name, [pattern]):
                found[name] = float(ulp[pattern])
                break
    return found


def _wrong(item: pytest.Item, text: str) -> NoReturn:
    raise pytest.UsageError(f"{item.nodeid}: aikit_tolerance{text}")
