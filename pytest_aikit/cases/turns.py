"""Whose turn it is, where something is done for some of the functions, or for each with another dtype."""

from __future__ import annotations

import zlib

from aikit.core.records import Function
from aikit.dtypes import DTYPES
from pytest_aikit.cases import cells
from pytest_aikit.model import OF_VALUES, Case


def first_turn(function: Function) -> int:
    """Where the turns of a function begin."""
    return zlib.crc32(function.qualified_name.encode())


def has_its_turn(function: Function) -> bool:
    """Whether a function is one of those in turn for which is done what is not done for all."""
    return first_turn(function) % TURNS == 0


TURNS = 4
"""One of so many functions has its turn."""


def is_called_by_itself(case: Case) -> bool:
    """Whether a case has calls by themselves where each costs a compilation: one in turn has beside that of `once`.

    The others have theirs in what is compiled together, where the same code chooses the same operations.
    """
    accepted = [name for name in DTYPES if name in cells.accepted_dtypes(case.function)]
    others = [name for name in accepted if name != cells.representative_dtype(accepted)]
    return bool(others) and others[first_turn(case.function) % len(others)] in case.cell.dtypes


_SHARE = 8
_OF_FORMS = ("layouts", "scalars")
"""The parts of samples that are about what stands for an array."""


def called_in_other_forms(case: Case) -> set[int]:
    """The identities of the samples whose calls are made again, for native arrays and with keywords for positions.

    All of them in the dtype on which checks run once, and in thorough profiles. In the others those that are about layouts
    and numbers, the first, and of the rest one of so many in turn: what an argument is, is settled before the function sees
    its values. Pairs of dtypes take turns with their first call, too.
    """
    looked_at = [one for one in case.samples if one.part not in OF_VALUES]
    if case.once or case.thorough:
        return set(map(id, looked_at))
    turn = first_turn(case.function) + sum(map([*DTYPES].index, case.cell.dtypes))
    first = 0 if not cells.is_mixed(case.cell) else -1
    return {
        id(sample)
        for number, sample in enumerate(looked_at)
        if number == first or sample.part in _OF_FORMS or (turn + number) % _SHARE == 0
    }
