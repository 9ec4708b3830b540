"""Helpers: mutants of a kind and a function, with the details that a test is about."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import aikit
from aikit.dtypes import DTYPES
from pytest_aikit.cases import cells
from pytest_aikit.mutants import KINDS, Mutant, Target
from pytest_aikit.mutants.records import Watch


def target(name: str, backend: str = "numpy") -> Target:
    """A function on a backend, with all dtypes that it takes."""
    function = cells.known_function(name)
    there = aikit.backend_handler.load(backend).native_dtypes
    taken = cells.accepted_dtypes(function)
    return Target(function, backend, tuple(dtype for dtype in DTYPES if dtype in there and dtype in taken))


def make(kind: str, name: str, said: str = "", backend: str = "numpy") -> Mutant:
    """The first mutant of a kind and a function of which all these words are said, over the seeds."""
    where = target(name, backend)
    assert KINDS[kind].applies(where)
    for seed in itertools.count():
        assert seed < 2000, f"no {kind} of {name} of which it is said: {said}"
        broken = KINDS[kind].make(where, Random(str(seed)))
        if broken is not None and all(word in broken.said for word in said.split(";")):
            return Mutant(KINDS[kind], where, broken, str(seed))
    raise AssertionError


@contextmanager
def planted(mutant: Mutant) -> Iterator[Watch]:
    """Let a mutant stand in the place of the function; its own code must not fail."""
    watch = Watch()
    with mutant.broken.plant.mutant(watch):
        yield watch
    assert not watch.errors


def call(mutant: Mutant, *args: Any, reached: bool = True, **kwargs: Any) -> Any:
    """What a mutant gives for a call on its backend, and whether it notes that it gives something else there."""
    found: Any = aikit.get_backend(mutant.target.backend)
    for part in mutant.target.function.qualified_name.split("."):
        found = getattr(found, part)
    with planted(mutant) as watch:
        result = found(*args, **kwargs)
    assert bool(watch.reached) is reached
    return result
