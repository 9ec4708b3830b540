"""The same bad input raises the same class, with a message that helps, on every backend."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import pytest
from helpers.bad_inputs import ARGUMENTS, DEVICES, DTYPES, INDICES, NUMBERS, OUT, SHAPES, Bad, made, of_functions

import aikit
from aikit.core.records import Function

GROUPS = {
    "shapes": SHAPES,
    "dtypes": DTYPES,
    "arguments": ARGUMENTS,
    "devices": DEVICES,
    "indices": INDICES,
    "out": OUT,
    "numbers": NUMBERS,
}
ALL = [pytest.param(bad, id=f"{group}: {bad.id}") for group, table in GROUPS.items() for bad in table]
OF_FUNCTIONS = [pytest.param(*one, id=f"{one[0].qualified_name}: {one[1].label}") for one in of_functions()]


def check(bad: Bad, namespace: Any) -> None:
    with pytest.raises(Exception) as caught:
        bad.call(namespace)
    message = str(caught.value)
    assert type(caught.value) is bad.error, f"{type(caught.value).__name__}: {message}"
    assert [word for word in bad.words if word not in message] == [], message


@pytest.mark.parametrize("bad", ALL)
def test_bad_input(bad: Bad, backend: str, xp: Any) -> None:
    check(bad, xp)
    with aikit.use_backend(backend):
        check(bad, aikit)


@pytest.mark.parametrize(("function", "bad"), OF_FUNCTIONS)
def test_bad_input_of_a_function(function: Function, bad: Any, backend: str, xp: Any) -> None:
    args = [made(function, value, xp) for value in bad.args]
    kwargs = {name: made(function, value, xp) for name, value in bad.kwargs.items()}
    call = attrgetter(function.qualified_name)
    one = Bad(bad.label, lambda xp: call(xp)(*args, **kwargs), bad.error, (function.name, *bad.words))
    check(one, xp)
    with aikit.use_backend(backend):
        check(one, aikit)


def test_tables_are_long_enough() -> None:
    assert len(ALL) >= 75
    assert len({p.id for p in ALL}) == len(ALL)
    assert sum(bool(bad.words) for _, bad in of_functions()) >= 150
