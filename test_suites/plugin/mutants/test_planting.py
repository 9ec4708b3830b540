"""A mutant that is taken out again leaves nothing behind, and what is planted without a fault is not seen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.mutants import make, planted, target

import aikit
from aikit.core.records import REGISTRY
from pytest_aikit.mutants import KINDS
from pytest_aikit.mutants.records import Watch

XP = aikit.get_backend("numpy")


def _state(name: str) -> Any:
    """All that a call of a function looks up."""
    function, backend = REGISTRY[name], aikit.backend_handler.load("numpy")
    found: list[Any] = [function.body, function.public]
    for form in (function.public, function.bound["numpy"].function):
        scope = form.__globals__  # type: ignore[attr-defined]
        found += [scope["SLOW"], scope["TABLE"], sorted(scope)]
    for cls, row in function.table.items():
        found += [cls, row, *row.items()]
    found.append(aikit.backend_handler.find_implementation(function, backend))
    owner, *_ = [backend.linalg if "." in name else backend]
    return [*map(id, found[:2]), *found[2:], sorted(vars(owner))]


@pytest.mark.parametrize("name", ["sin", "linalg.inv", "unstack", "adam_step", "layer_norm", "zeros"])
@pytest.mark.parametrize("kind", ["value-of-one-element", "native-returned"])
def test_nothing_is_left_behind(name: str, kind: str) -> None:
    before = _state(name)
    with planted(make(kind, name)):
        assert _state(name) != before
    assert _state(name) == before


def test_nothing_is_left_behind_by_an_error() -> None:
    before = _state("sin")
    with pytest.raises(ZeroDivisionError), planted(make("value-of-one-element", "sin")):
        raise ZeroDivisionError
    assert _state("sin") == before


@pytest.mark.parametrize("kind", ["value-beyond-the-bound", "native-returned", "gradient-cut", "through-numpy"])
def test_what_breaks_nothing_is_not_seen(kind: str) -> None:
    backend = "numpy" if KINDS[kind].applies(target("sin")) else "torch"
    if backend == "torch":
        pytest.importorskip("torch")
    plant = make(kind, "sin", backend=backend).broken.plant
    xp = aikit.get_backend(backend)
    right = xp.sin(xp.ones(3))
    with plant.nothing():
        assert np.array_equal(aikit.to_numpy(xp.sin(xp.ones(3))), aikit.to_numpy(right))
        with pytest.raises(aikit.AikitTypeError, match="sin: x has dtype int32"):
            xp.sin(xp.ones(3, dtype="int32"))


def test_an_error_of_its_own_is_no_error_of_the_function() -> None:
    plant, watch = make("value-of-one-element", "sin").broken.plant, Watch()

    def broken(call: Any) -> Any:
        return call.result() / 0

    with plant.context(watch, broken), np.errstate(all="raise"), pytest.raises(Exception):  # noqa: B017
        XP.sin(XP.ones(3))
    assert [type(error) for error in watch.errors[:1]] == [FloatingPointError]


def test_every_form_of_the_call_is_broken() -> None:
    """The fast path, the slow path, natives, methods and containers."""
    x = XP.ones(3)
    with planted(make("dtype-wrong", "sin", "float32")):
        results = [XP.sin(x), aikit.sin(x), x.sin(), XP.sin(x.data), aikit.Container(a=x).sin().a, XP.sin(x, out=None)]
    assert [str(one.dtype) for one in results] == ["float64"] * 6
