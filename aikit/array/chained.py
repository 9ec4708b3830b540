"""Chained assignment: ``x[0:2][0] = 5`` writes to an Array that nothing refers to, so that what is written is lost.

It is found by the count of references to the Array, which is measured at import as Python counts in a special method:
of an object that is only on the stack of its caller, and of one that is held elsewhere. Where the two counts do not
differ, as where Python borrows references of variables, or does not count exactly, nothing is found.
"""

from __future__ import annotations

import dis
import sys
import types
import warnings
from collections.abc import Callable
from typing import Any

from aikit.exceptions import AikitChainedAssignmentWarning
from aikit.functional.backends import reference_counts

_STORING = frozenset(dis.opmap[name] for name in ("STORE_SUBSCR", "STORE_SLICE") if name in dis.opmap)


class _Probe:
    """Measures how often the object of a special method is referred to."""

    counts: list[int]

    def __setitem__(self, key: Any, value: Any, /) -> None:
        _Probe.counts.append(sys.getrefcount(self))

    def __iadd__(self, other: Any, /) -> _Probe:
        _Probe.counts.append(sys.getrefcount(self))
        return self


class _Made(dict[Any, Any]):
    """Gives a new object for each key, as an Array does."""

    def __missing__(self, key: Any) -> _Probe:
        return _Probe()


_GLOBAL = _Probe()


def _write_to_temporaries() -> None:
    made = _Made()
    made[0][0] = 1
    made[0][0:1] = 1
    _Probe()[0] = 1


def _write_to_held() -> None:
    local, holder, enclosed = _Probe(), types.SimpleNamespace(attribute=_Probe()), _Probe()
    local[0] = 1
    local[0:1] = 1
    holder.attribute[0] = 1
    [local][0][0] = 1
    _GLOBAL[0] = 1

    def argument(given: _Probe) -> None:
        given[0] = 1
        enclosed[0] = 1

    argument(local)
    for item in (_Probe(), local):
        item[0] = 1


def _add_to_temporaries() -> None:
    made = _Made()
    made[0] += 1
    made[0, 0] += 1


def _add_to_held() -> None:
    local, holder = _Probe(), types.SimpleNamespace(attribute=_Probe())
    held = [_Probe()]
    local += 1  # type: ignore[assignment]
    holder.attribute += 1
    held[0] += 1  # type: ignore[assignment]


def _counts(measure: Callable[[], None]) -> set[int]:
    _Probe.counts = []
    measure()
    return set(_Probe.counts)


def _calibrated(of_temporaries: Callable[[], None], of_held: Callable[[], None]) -> int:
    """The count of an object that is on the stack alone; 0, which none is, where it says nothing."""
    if not reference_counts.EXACT:
        return 0
    lone, held = _counts(of_temporaries), _counts(of_held)
    return max(lone) if len(lone) == 1 and max(lone) < min(held) else 0


LONE = _calibrated(_write_to_temporaries, _write_to_held)
"""What `sys.getrefcount` says in ``__setitem__`` of an object that nothing but the assignment refers to."""
LONE_IN_PLACE = _calibrated(_add_to_temporaries, _add_to_held)
"""The same in ``__iadd__`` and its kin: of what ``x[0:2] += 1`` made, which it writes back to `x`."""


def warn_where_chained() -> None:
    """Warn if the special method that calls this was called by an assignment, and not by its name."""
    frame = sys._getframe(2)
    if frame.f_code.co_code[frame.f_lasti] in _STORING:
        warnings.warn(
            "x[...] = value: nothing refers to the Array that is written to, so that the value is lost: an index makes an Array "
            "of its own, and what is written to it does not show in x; use one index, x[1, 0] = 5 for x[1][0] = 5",
            AikitChainedAssignmentWarning,
            stacklevel=3,
        )
