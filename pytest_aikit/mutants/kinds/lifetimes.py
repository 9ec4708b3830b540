"""What calls leave behind: arrays that outlive their last reference, cycles, and something more of each call."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any

from pytest_aikit import frameworks
from pytest_aikit.mutants.kinds._wrong import has_values, takes_several
from pytest_aikit.mutants.planting import Call, Plant, in_implementation
from pytest_aikit.mutants.records import Broken, Target, Watch, kind

HELD = "_held_by_a_mutant"
"""The name in the backend's module: what stands in the plugin is not looked at."""


def _has_memory(target: Target) -> bool:
    """Whether it can be seen there what becomes of an array."""
    known = frameworks.of(target.backend).memory_of is not None
    return known and has_values(target) and bool(target.function.array_parameters)


def _holding(target: Target, plant: Plant, held: Any) -> Plant:
    """The plant, with something that holds what is put in it as long as the mutant stands there."""

    @contextmanager
    def context(watch: Watch, broken: Any) -> Iterator[None]:
        setattr(target.module, HELD, held)
        try:
            with plant.context(watch, broken):
                yield
        finally:
            held.clear()
            delattr(target.module, HELD)

    return replace(plant, context=context)


@kind("argument-kept", "the arrays of the last call are kept", check="memory", applies=_has_memory)
def _kept(target: Target, random: Random) -> Broken:
    held: list[Any] = []
    of_result = random.choice((True, False))

    def broken(call: Call) -> Any:
        result = call.result()
        if not call.is_traced:
            call.differs()
            held[:] = [result] if of_result else call.arrays()
        return result

    said = f"the {'result' if of_result else 'native arrays'} of the last call {'is' if of_result else 'are'} kept"
    return Broken(said, _holding(target, in_implementation(target, broken), held))


@kind("cycle-left", "a call leaves a cycle", check="memory", applies=_has_memory)
def _cycle(target: Target, random: Random) -> Broken:
    of_arrays = random.choice((True, False))

    def broken(call: Call) -> Any:
        if not call.is_traced:
            call.differs()
            cycle: list[Any] = call.arrays() if of_arrays else []
            cycle.append(cycle)
        return call.result()

    said = "a call leaves a cycle, in which its native arrays are" if of_arrays else "a call leaves an empty cycle"
    return Broken(said, in_implementation(target, broken))


@kind("more-kept-of-each-call", "something is kept of each call, or of each new shape", check="memory",
      applies=_has_memory)  # fmt: skip
def _more(target: Target, random: Random) -> Broken:
    of_shapes, held = random.choice((True, False)) and takes_several(target), dict[Any, int]()

    def broken(call: Call) -> Any:
        if not call.is_traced:
            call.differs()
            held[tuple(tuple(one.shape) for one in call.arrays()) if of_shapes else len(held)] = 0
        return call.result()

    said = f"a number is kept of each {'shape' if of_shapes else 'call'}"
    return Broken(said, _holding(target, in_implementation(target, broken), held))
