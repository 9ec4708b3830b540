"""Checked calls are counted alike on both sides, and only those over the functions that both test."""

from __future__ import annotations

import numpy as np
import pytest

from ci import counting
from ci.judge import names_in, rate

ITEMS = {
    "a": {"seconds": 2.0, "calls": {"sin": 300, "add": 100}},
    "b": {"seconds": 1.0, "calls": {"linalg.inv": 50}},
    "c": {"seconds": 9.0, "calls": {}},
}


def test_rate():
    assert names_in(ITEMS) == {"sin", "add", "linalg.inv"}
    assert rate(ITEMS, {"sin", "linalg.inv"}) == (350, 2.5, 2)
    assert rate(ITEMS, {"add"}) == (100, 0.5, 1)
    assert rate(ITEMS, set()).per_second == 0


@pytest.mark.parametrize(
    ("path", "counts"),
    [
        ("/x/array_api_tests/test_linalg.py", True),
        ("/x/array_api_tests/hypothesis_helpers.py", False),
        ("/x/pytest_aikit/checks/out.py", True),
        ("/x/pytest_aikit/cases/samples/rows.py", False),
    ],
)
def test_who_calls_decides(path, counts):
    counting.CALLS.clear()
    proxy = counting.Counting(np)
    scope = {"xp": proxy}
    exec(compile("result = xp.sin(0.0), xp.linalg.det([[2.0]])", path, "exec"), scope)
    assert scope["result"] == (0.0, 2.0)
    assert ({"sin": 1, "linalg.det": 1} if counts else {}) == counting.CALLS
    assert proxy.float32 is np.float32
