"""Calls and errors leave nothing behind: no cycle, no array that outlives its last reference, nothing more for each call.

The cyclic collector is off meanwhile. What is kept of each call is looked for with the same arguments and with new shapes.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from aikit.core.records import Function
from pytest_aikit import frameworks
from pytest_aikit.cases import lifetimes, uses
from pytest_aikit.cases.showing import shown_by
from pytest_aikit.cases.uses import Use
from pytest_aikit.frameworks import backends
from pytest_aikit.model import Case, Check, CheckFailure, Evidence

Change = Callable[[np.ndarray], np.ndarray] | None
TURNS = 1 + 2 * lifetimes.MANY


def applies(function: Function) -> bool:
    return True


def run(case: Case) -> Evidence:
    if frameworks.of(case.cell.backend).memory_of is None:
        return Evidence(0)
    every = tuple(uses.of(case))
    repeated = tuple(use for use in every if not use.alike)
    with lifetimes.collector_off():
        for use in every:
            _check_lifetimes(case, use)
        _check_cycles(case, every)
        _check_growth(case, every, "", [None])
        _check_growth(case, repeated, ", of new shapes", [_longer(more) for more in range(1, TURNS + 1)])
    return Evidence(len(every) * 4 + (len(every) + len(repeated)) * (lifetimes.FEW + 2 * lifetimes.MANY))


def _used(use: Use, given: Sequence[Any], options: Any) -> None:
    """Use the function once; what comes of it is dropped, an error too."""
    with contextlib.suppress(Exception):
        use.call(*given, **options)


def _failure(case: Case, use: Use, what: str, found: str = "") -> CheckFailure:
    failure = CheckFailure(f"{use.name}: {what}", sample=use.sample, expected="nothing", got=found or None)
    with contextlib.suppress(CheckFailure), shown_by(lambda: _shown(use)):
        raise failure
    return failure


# ------------------------------------------------------------------------------------------------ what outlives a call


def _check_lifetimes(case: Case, use: Use) -> None:
    _used(use, *uses.arguments(case, use))  # what is learnt at a first call may stay
    for change in (None, _longer(1)):
        if _outlives(case, _watched(case, use, change)):
            raise _failure(case, use, "an array, or an error, outlives its last reference")


_PATIENCE = (0.0, 0.001, 0.01, 0.1)
"""Seconds, one after the other, for an accelerator: what PyTorch differentiates there a thread of its own lets go of."""


def _outlives(case: Case, found: list[lifetimes.Alive]) -> bool:
    """Whether one of what was watched is still there."""
    for pause in _PATIENCE[: 1 if backends.looks_at_values(case.cell.device) else None]:
        time.sleep(pause)
        if not any(alive() for alive in found):
            return False
    return True


def _watched(case: Case, use: Use, change: Change) -> list[lifetimes.Alive]:
    """Of the arrays of a use, and of what comes of it, whether they are there; nothing refers to them when this returns."""
    backend = case.cell.backend
    given, options = uses.arguments(case, use, change)
    found = lifetimes.watched([given, options], backend)
    try:
        found += lifetimes.watched(use.call(*given, **options), backend)
    except Exception as error:
        found += lifetimes.watched(error, backend)
    return found


def _check_cycles(case: Case, every: Sequence[Use]) -> None:
    def all_used() -> None:
        for use in every:
            _used(use, *uses.arguments(case, use))

    if not lifetimes.cycles(all_used):
        return
    for use in every:
        found = lifetimes.cycles(lambda: _used(use, *uses.arguments(case, use)))  # noqa: B023
        if found:
            raise _failure(case, use, "leaves a cycle", found)


# ------------------------------------------------------------------------------------------------ what is kept of each call


def _check_growth(case: Case, every: Sequence[Use], what: str, changes: Sequence[Change]) -> None:
    holders = lifetimes.holders_of(use.call for use in every)  # each time anew, for one may be set up meanwhile
    given = [[uses.arguments(case, use, change) for change in changes] for use in every]

    def turn(number: int) -> None:
        for use, arguments in zip(every, given, strict=True):
            _used(use, *arguments[number % len(arguments)])

    if not lifetimes.grows(turn, holders):
        return
    for use in every:
        if all(_grows(case, use, changes, holders, time) for time in range(lifetimes.TIMES)):
            raise _failure(case, use, f"keeps more for each call{what}")


def _grows(case: Case, use: Use, changes: Sequence[Change], holders: lifetimes.Holders, time: int) -> bool:
    """Whether a use keeps more of each of its turns, which are of other lengths than those at another time."""
    if len(changes) > 1:
        changes = [_longer(more + (1 + time) * TURNS) for more in range(1, TURNS + 1)]
    given = [uses.arguments(case, use, change) for change in changes]
    return lifetimes.grows(lambda number: _used(use, *given[number % len(given)]), holders)


def _longer(more: int) -> Change:
    """What makes each length above 1 longer: equal ones remain equal."""
    return lambda array: np.resize(array, [length + more if length > 1 else length for length in array.shape])


START = 1000
"""How much longer arrays are where it is shown than where it is looked for."""


def _shown(use: Use) -> str:
    native = (
        "\n    given, options = (aikit.to_native(one, nested=True) for one in (given, options))" if use.native else ""
    )
    return f"""\
import gc, operator, sys, weakref


{uses.OVERRIDING if "Overriding" in use.source else ""}def watched(*values):
    items = [item for value in values for item in (value if isinstance(value, (list, tuple)) else [value])]
    items += [item.data for item in items if isinstance(item, aikit.Array)]
    items = [item for item in items if isinstance(item, (aikit.Array, Exception)) or aikit.is_native_array(item)]
    return [weakref.ref(item) for item in items if getattr(type(item), "__weakrefoffset__", 0)]


def changed(value, more):
    if isinstance(value, list):
        return [changed(item, more) for item in value]
    if not isinstance(value, aikit.Array):
        return value
    shape = [length + more if length > 1 else length for length in value.shape]
    return xp.asarray(np.resize(aikit.to_numpy(value), shape), dtype=value.dtype)


def use(more=0):
    given, options = [changed(one, more) for one in args], {{name: changed(one, more) for name, one in kwargs.items()}}{native}
    found = watched(*given, *options.values())
    try:
        found += watched({use.source})
    except Exception as error:
        found += watched(error)
    return found


def live():
    gc.collect()
    return sys.getallocatedblocks()


def growth(start):
    found = []
    for more in range(start, start + {TURNS}):
        if more - start in (1, {lifetimes.MANY + 1}):
            found.append(live())
        use(more if start else 0)
    return min(found[1] - found[0], live() - found[1])


gc.disable()
use()
kept = sum(one() is not None for one in use())
gc.collect()
use()
cycles = gc.collect() > 0
grown = max(growth(0), growth({START})) >= {lifetimes.MANY}
print("got:     ", kept, "objects kept, cycles:", cycles, "growth:", grown)
print("expected:", 0, "objects kept, cycles:", False, "growth:", False)
gc.enable()
"""


CHECK = Check("memory", "item", applies, run, __doc__, order=185)
