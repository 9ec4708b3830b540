"""What Hypothesis draws is the same each time, however busy the machine is; tests need the frameworks that they say."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from helpers.frameworks import left_out, out_of_turn
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, database=None, deadline=None)
settings.load_profile("repeatable")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(*frameworks): the test is left out where one of them is not installed.")
    config.addinivalue_line(
        "markers", "in_turn: where each call is compiled, some run: the suite looks at it on all functions."
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if gone := left_out(items) + out_of_turn(items):
        config.hook.pytest_deselected(items=gone)


@pytest.fixture(scope="module", autouse=True)
def little_to_collect() -> Iterator[None]:
    """The cyclic collector looks at what is made from here on: at all that four frameworks have it would look for a second."""
    gc.collect()
    gc.freeze()
    yield
