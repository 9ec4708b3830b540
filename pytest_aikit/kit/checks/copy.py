"""What ``copy=True`` gives, said or by default, is an object of its own, with elements of its own."""

from __future__ import annotations

from typing import Any

import numpy as np

from pytest_aikit.cases import calling
from pytest_aikit.cases.showing import shown_by
from pytest_aikit.checks.copy import asks
from pytest_aikit.kit.checks import KitCheck
from pytest_aikit.kit.trial import Trial
from pytest_aikit.model import CheckFailure
from pytest_aikit.numerics.comparing import same_bits


def run(trial: Trial) -> int:
    calls = 0
    for sample, _ in trial.successes():
        if sample.kwargs.get("copy", trial.function.parameters["copy"].default) is not True:
            continue
        args, kwargs = trial.arguments(sample)  # made anew, for they are written to
        result = trial.call(sample, args, kwargs)
        for one in calling.leaves(result) if isinstance(args[0], trial.adapter.array_class) else ():
            with shown_by(_SHOWN):
                if one is args[0]:
                    raise CheckFailure("copy=True gives the object that was handed in", sample=sample, got=one)
                if trial.is_own(one) and _is_written_with(trial, args[0], one):
                    raise CheckFailure("copy=True copies nothing", sample=sample, got=one)
            calls += 1
    return calls


_SHOWN = """\
given, result = args[0], function(*args, **kwargs)
found = result if isinstance(result, (list, tuple)) else [result]
print("got:     ", any(one is given or np.shares_memory(np.asarray(one), np.asarray(given)) for one in found))
print("expected:", False)
"""


def _is_written_with(trial: Trial, given: Any, other: Any) -> bool:
    """Whether a write to an object, or to the memory that it shows, changes one that was given."""
    before, memory = np.asarray(trial.read(given)), np.asarray(trial.read(other))
    if before.flags.writeable and memory.flags.writeable and np.shares_memory(before, memory):
        return True
    before = before.copy()
    try:
        other[...] = (memory != 1).all().item()
    except Exception:
        return False  # nobody can
    return not same_bits(before, np.asarray(trial.read(given)))


CHECK = KitCheck("copy", asks, run, __doc__ or "", order=35, once=False)
