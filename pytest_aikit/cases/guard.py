"""What a case keeps must stay what it is: the samples, the native arrays made of them, and the results of calls.

Several checks look at the same ones, so that whoever writes to them would decide what the others see. Their bytes are
compared when the checks of a case are over; where they are no longer the same, the checks run again, and they are compared
after each. What was changed is put back, or made anew by the next check that asks for it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import numpy as np

import aikit
from pytest_aikit import memory
from pytest_aikit.model import Case, CheckFailure, HarnessError

SAMPLE, NATIVE, RESULT = "a sample", "a native array that is kept", "a result that is kept"


def keep(case: Case, what: str, array: Any) -> None:
    """Remember the bytes of an Array that the case keeps; not where nobody can read them."""
    with contextlib.suppress(Exception):
        host = np.asarray(array)
        case.kept.watched.add(what, array, host if _is_shared(array, host) else None, host.tobytes())


_SHARED: dict[tuple[type, np.dtype], bool] = {}


def _is_shared(array: Any, host: np.ndarray) -> bool:
    """Whether the host sees the memory of an Array, and not a copy: it does so of all of a class and a dtype, or of none."""
    key = type(array.data), host.dtype
    if key not in _SHARED and host.size:
        _SHARED[key] = np.may_share_memory(host, np.asarray(array))
    return _SHARED.get(key, False)


def damage(case: Case) -> str | None:
    """What is no longer as it was, if anything: it is put back, or forgotten."""
    found = None
    arrays, contents = case.sampled
    # comparisons of whole lists, for there are many
    if [*map(np.ndarray.tobytes, arrays)] != contents:
        found = SAMPLE
        for array, content in zip(arrays, contents, strict=True):
            if array.tobytes() != content:
                memory.restore(array, content)
    found = found or case.kept.watched.changed()
    if found is not None:
        case.kept.forget()
    return found


def diagnosed(run: Callable[[Case], Any], case: Case, what: str) -> Exception:
    """Who changed what is kept while a check ran: the function, found by a second run that looks at each call, or the check."""
    case.kept.looks_at_calls = True
    try:
        run(case)
    except CheckFailure as failure:
        if failure.cause.startswith(CHANGES):
            return failure
    except Exception:
        pass  # what the check says of a changed world is no longer of interest
    finally:
        case.kept.looks_at_calls = False
        case.kept.handed_out.clear()
        damage(case)
    return HarnessError(f"the check writes to {what}")


CHANGES = "changes "


def followed(case: Case, function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`; in a run that looks at each call, what is changed by one is found there."""
    if not case.kept.looks_at_calls:
        return function

    def looked_at(*args: Any, **kwargs: Any) -> Any:
        damage(case)
        try:
            result = function(*args, **kwargs)
        finally:
            what = damage(case)
            if what is not None:
                raise CheckFailure(f"{CHANGES}{what}")
        if _lies_in_what_is_kept(case, result):
            raise CheckFailure(f"{CHANGES}{RESULT}: it lies in the same memory")
        return result

    return looked_at


def _lies_in_what_is_kept(case: Case, result: Any) -> bool:
    """Whether a result shares its memory with that of an earlier call."""
    arrays = [one for one in (result if isinstance(result, tuple) else (result,)) if type(one) is aikit.Array]
    kept = case.kept.watched.memories_of(RESULT)
    with contextlib.suppress(Exception):
        return any(np.shares_memory(np.asarray(array), one) for array in arrays for one in kept)
    return False


def is_regular(case: Case, result: Any) -> bool:
    """Whether a result is made of Arrays, or of containers, as everything that looks at it takes for granted."""
    leaves = result if isinstance(result, tuple) else (result,)
    return case.function.returns == "value" or all(isinstance(one, (aikit.Array, aikit.Container)) for one in leaves)
