"""What is drawn of a call: shapes, lengths, layouts, dtypes, keywords, keys, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, seed, settings

from pytest_aikit.cases import cells
from pytest_aikit.knowledge.calls import Bad
from pytest_aikit.model import Sample
from pytest_aikit.strategies import LAYOUT_NAMES, filling
from pytest_aikit.strategies.refusals import refusals


def drawn(name: str, runs: int = 12, count: int = 50) -> list[Sample | Bad]:
    """So many calls of a function, of each of so many runs.

    Hypothesis repeats much within a run, and draws constants of the modules that are imported: no single run tells.
    """
    found: list[Sample | Bad] = []
    forms = filling.forms_of(cells.known_function(name), None, LAYOUT_NAMES)

    @settings(max_examples=count, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(forms.flatmap(filling.filled_or_refused))
    def keep(one: Sample | Bad) -> None:
        found.append(one)

    with np.errstate(all="ignore"):
        for run in range(runs):
            seed(run)(keep)()
    return found


@pytest.fixture(scope="module")
def calls() -> Callable[[str], list[Sample | Bad]]:
    kept: dict[str, list[Sample | Bad]] = {}

    def of(name: str) -> list[Sample | Bad]:
        if name not in kept:
            kept[name] = drawn(name)
        return kept[name]

    return of


def _accepted(found: list[Sample | Bad]) -> list[Sample]:
    return [one for one in found if isinstance(one, Sample)]


def _arrays(found: list[Sample]) -> list[np.ndarray]:
    return [value for one in found for value in one.args if isinstance(value, np.ndarray)]


def test_shapes_and_lengths(calls: Any) -> None:
    pairs = [one.args for one in _accepted(calls("add")) if all(isinstance(x, np.ndarray) for x in one.args)]
    arrays = [x for pair in pairs for x in pair]
    assert {x.ndim for x in arrays} == {0, 1, 2, 3, 4}
    assert any(x.size == 0 for x in arrays) and any(1000 < x.size <= 4097 for x in arrays)
    assert any(x.shape != y.shape for x, y in pairs)


def test_dtypes_scalars_and_layouts(calls: Any) -> None:
    found = _accepted(calls("add"))
    arrays = _arrays(found)
    assert len({x.dtype.name for x in arrays}) > 10
    assert any(len({x.dtype for x in one.args if isinstance(x, np.ndarray)}) == 2 for one in found)
    assert any(type(x) in (bool, int, float, complex) for one in found for x in one.args)
    strides = [x.strides[-1] // x.itemsize for x in arrays if x.ndim and x.shape[-1] > 1]
    assert {1, 2, -1, 0} <= {*strides}


@pytest.mark.parametrize(
    ("name", "combinations"), [("sum", 20), ("cumulative_sum", 15), ("roll", 8), ("concat", 6), ("linalg.svd", 3)]
)
def test_keywords_and_lengths(name: str, combinations: int, calls: Any) -> None:
    found = _accepted(calls(name))
    keywords = {repr(sorted(one.kwargs.items())) for one in found}
    assert len(keywords) >= combinations
    first = [one.args[0][0] if isinstance(one.args[0], list) else one.args[0] for one in found]
    assert len({x.shape for x in first}) > 25


def test_keys(calls: Any) -> None:
    kinds = {type(part) for one in _accepted(calls("Array.__getitem__")) for part in one.args[1:]}
    assert {int, slice, type(None), type(Ellipsis), np.ndarray} <= kinds
    combined = [one.args[2:] for one in _accepted(calls("Array.__setitem__.combined"))]
    assert any(sum(isinstance(part, (np.ndarray, list)) for part in key) > 1 for key in combined)


@pytest.mark.parametrize("name", ["add", "sum", "concat"])
def test_some_must_be_refused(name: str, calls: Any) -> None:
    found = calls(name)
    refused = [one for one in found if isinstance(one, Bad)]
    function = cells.known_function(name)
    possible = len(refused) + sum(bool(refusals(function, one)) for one in _accepted(found))
    # Hypothesis draws more of what it has drawn, and constants of the modules that are loaded: the share is not one in six
    assert 0 < len(refused) < possible / 2 and all(one.error and one.label for one in refused)


def test_axes_that_are_not_there(calls: Any) -> None:
    labels = {one.label for one in calls("sum") if isinstance(one, Bad)}
    assert {"axis=2 of 2-d", "axis=-3 of 2-d"} & labels
