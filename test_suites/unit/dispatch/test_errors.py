"""The same bad input raises the same class, with a message that helps, on every backend."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.bad_axes import AXES
from helpers.bad_inputs import DTYPES, SHAPES, Bad
from helpers.bad_inputs_others import ARGUMENTS, DEVICES, INDICES, NUMBERS, OUT

import aikit

GROUPS = {
    "shapes": SHAPES,
    "axes": AXES,
    "dtypes": DTYPES,
    "arguments": ARGUMENTS,
    "devices": DEVICES,
    "indices": INDICES,
    "out": OUT,
    "numbers": NUMBERS,
}
ALL = [pytest.param(bad, id=f"{group}: {bad.id}") for group, table in GROUPS.items() for bad in table]


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


def test_table_is_long_enough() -> None:
    assert len(ALL) >= 45
    assert len({p.id for p in ALL}) == len(ALL)
