"""Which mutants a run has: drawn by a seed from kinds, functions and backends, the same ones each time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from aikit.core.records import Function
from pytest_aikit import checks, frameworks, options
from pytest_aikit.cases import cells
from pytest_aikit.engine.run import Engine
from pytest_aikit.model import Cell
from pytest_aikit.mutants.records import KINDS, Kind, Mutant, Target

FEWEST = 100
"""How many mutants a run has where no number is given; where it has so many, it has `OF_EACH` of each kind."""
OF_EACH = 2


def draw(run: Engine, text: str, seed: str) -> dict[str, Mutant]:
    """Mutants by id.

    Parameters
    ----------
    text : how many, or patterns of the names of kinds, of which all are then drawn, up to `FEWEST` of them.
    seed : what decides. The details of a mutant depend on it, on its kind, function and backend, and on nothing else, so
        that a run of one kind and function has the same one.
    """
    number = int(text) if text.isdecimal() else FEWEST
    chosen = (
        KINDS if text.isdecimal() else {name: KINDS[name] for name in options.select(text, tuple(KINDS), "mutants")}
    )
    targets = list(_targets(run))
    queues = {name: _made(one, targets, seed) for name, one in chosen.items()}
    found: dict[str, Mutant] = {}
    turn = 0
    while queues:
        turn += 1
        for name in Random(f"{seed} {turn}").sample(sorted(queues), len(queues)):
            if len(found) >= number and (turn > OF_EACH or number < FEWEST):
                return found
            mutant = next(queues[name], None)
            if mutant is None:
                del queues[name]
            else:
                found[mutant.id] = mutant
    return found


def _targets(run: Engine) -> Iterator[Target]:
    value = checks.load("value")

    def works(function: Function, backend: str, dtype: str) -> bool:
        dtypes, accepted = cells.tuples(function, dtype, (dtype,), False)[0]
        return not run.expects(value, Cell(function, backend, run.devices(backend)[0], dtypes, accepted))

    for function in run.checked():
        for backend in run.backends:
            taken = cells.accepted_dtypes(function)
            # what is expected to fail says nothing of mutants
            dtypes = tuple(name for name in run.dtypes_of(backend) if name in taken and works(function, backend, name))
            if dtypes:
                framework, profile = frameworks.of(backend), run.profile
                in_turn = framework.in_turn if profile.in_turn is None else profile.in_turn
                long = not profile.brief or not framework.shapes_cost
                yield Target(function, backend, dtypes, len(run.devices(backend)), in_turn, long, profile.brief)


def _made(kind: Kind, targets: list[Target], seed: str) -> Iterator[Mutant]:
    """The mutants of a kind in the order in which they are drawn: other functions first, and the backends in turn."""
    random = Random(f"{seed} {kind.name}")
    functions: dict[str, list[Target]] = {}
    for target in targets:
        if kind.applies(target):
            functions.setdefault(target.function.qualified_name, []).append(target)
    names = sorted(functions)
    random.shuffle(names)
    for one in functions.values():
        random.shuffle(one)
    used: Counter[str] = Counter()
    while any(functions.values()):
        for name in names:
            if functions[name]:
                target = min(functions[name], key=lambda one: used[one.backend])
                functions[name].remove(target)
                mutant = _mutant(kind, target, seed)
                if mutant is not None:
                    used[target.backend] += 1
                    yield mutant


def _mutant(kind: Kind, target: Target, seed: str) -> Mutant | None:
    random = Random(f"{seed} {kind.name} {target.function.qualified_name} {target.backend}")
    try:
        with np.errstate(all="ignore"):
            broken = kind.make(target, random)
    except Exception as error:
        where = f"{kind.name} of {target.function.qualified_name} on {target.backend}"
        raise pytest.UsageError(f"--aikit-mutants: {where} cannot be made: {type(error).__name__}: {error}") from error
    return None if broken is None else Mutant(kind, target, broken, seed)
