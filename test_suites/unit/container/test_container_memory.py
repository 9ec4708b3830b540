"""Calls with containers keep nothing alive: no reference cycles around arguments, results or errors that were caught."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import aikit
from aikit import Container


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


def make(xp: Any) -> Container:
    return Container(a=xp.asarray([[1.0, 2.0], [2.0, 5.0]]), b={"c": xp.asarray([[2.0, 0.0], [0.0, 2.0]])}, n=1.5)


def arrays(xp: Any) -> Container:
    return make(xp).cont_prune_key_chain("n")


def adam(xp: Any) -> Any:
    return aikit.adam_step(arrays(xp), arrays(xp), arrays(xp), 1)


CALLS: dict[str, Callable[[Any], Any]] = {
    "function": lambda xp: (c := make(xp), aikit.add(c, 1)),
    "fast path": lambda xp: (c := arrays(xp), aikit.sin(c), aikit.multiply(c, c)),
    "bound": lambda xp: (c := arrays(xp), xp.add(c, 1)),
    "method": lambda xp: (c := arrays(xp), c.sum(axis=0), Container.static_exp(c)),
    "list": lambda xp: (c := arrays(xp), aikit.concat([c, c])),
    "keyword": lambda xp: (c := arrays(xp), aikit.sum(c, axis=Container(a=0, b=1))),
    "out": lambda xp: (c := arrays(xp), out := arrays(xp), aikit.add(c, 1, out=out)),
    "several results": lambda xp: (c := arrays(xp), aikit.linalg.eigh(c), aikit.unique_values(c)),
    "compositional": adam,
    "standalone": lambda xp: (c := make(xp), aikit.stable_divide(c, 2.0)),
    "operator": lambda xp: (c := make(xp), c + 1, c * c, -c, c == c, 3 - c),
    "index": lambda xp: (c := arrays(xp), c[0], c[Container(a=0, b=1)]),
    "write": lambda xp: (c := arrays(xp), c.__setitem__(0, 1.0)),
    "keys": lambda xp: (c := make(xp), c["b/c"], "b/x" in c, c.get("q"), c.setdefault("q/r", c.a), c.update({"s": 1})),
    "copy": lambda xp: (c := make(xp), c.copy(), c.cont_deep_copy(), Container(c)),
    "print": lambda xp: (c := make(xp), repr(c), bool(c)),
    "map": lambda xp: (c := make(xp), c.cont_map(lambda leaf, chain: leaf, "b", prune_unapplied=True), c.cont_shapes),
    "flatten": lambda xp: (c := make(xp), c.cont_flatten_key_chains().cont_unflatten_key_chains(), c.cont_to_dict()),
    "keys of leaves": lambda xp: (c := make(xp), c.cont_at_keys("c"), c.cont_prune_keys("c"), c.cont_at_key_chains("b")),
    "compare": lambda xp: (
        c := make(xp), Container.cont_identical([c, c.copy()]), Container.cont_diff(c, arrays(xp)), Container.cont_combine(c, c),
    ),
    "reduce": lambda xp: (c := arrays(xp), Container.cont_unify([c, c]), Container.cont_reduce([c, c], aikit.add)),
    "unstack": lambda xp: (c := arrays(xp), c.cont_unstack_conts()),
    "lists": lambda xp: (c := make(xp), c.cont_from_flat_list(c.cont_to_flat_list()), list(c.cont_to_iterator())),
    "nests": lambda xp: (
        c := make(xp), aikit.nested_map(lambda x: x, c, shallow=False), aikit.set_nest_at_indices(c, [["b", "c"], ["n"]], [c.a, 2]),
    ),
}  # fmt: skip
FAILURES: dict[str, Callable[[Any], Any]] = {
    "shapes": lambda xp: aikit.add(arrays(xp), xp.ones(3)),
    "structure": lambda xp: aikit.add(make(xp), arrays(xp)),
    "types": lambda xp: aikit.add(make(xp), "text"),
    "bound": lambda xp: xp.add(arrays(xp), xp.ones(3)),
    "signature": lambda xp: aikit.sin(make(xp), nonsense=1),
    "standalone": lambda xp: aikit.stable_divide(arrays(xp), "text"),
    "compositional": lambda xp: aikit.adam_step(arrays(xp), arrays(xp), make(xp), 1),
    "out that does not fit": lambda xp: aikit.add(
        arrays(xp), 1, out=Container(a=xp.zeros((2, 2)), b={"c": xp.zeros(3)})
    ),
    "out of another structure": lambda xp: aikit.add(arrays(xp), 1, out=make(xp)),
    "out that is none": lambda xp: aikit.add(arrays(xp), 1, out=xp.zeros((2, 2))),
    "operator": lambda xp: make(xp) - "text",
    "operator of arrays": lambda xp: arrays(xp) + xp.ones(3),
    "index": lambda xp: make(xp)[7],
    "write": lambda xp: arrays(xp).__setitem__(0, Container(a=1.0, b="text")),
    "key": lambda xp: make(xp)["b/x"],
    "attribute": lambda xp: make(xp).x,
    "set": lambda xp: make(xp).__setitem__("a/x", 1),
    "update": lambda xp: make(xp).update({"x": 1, "a/x": xp.ones(2)}),
    "bool": lambda xp: bool(arrays(xp) == arrays(xp)),
    "map": lambda xp: make(xp).cont_map(lambda leaf, chain: 1 / 0),
    "misspelt": lambda xp: make(xp).cont_map(lambda leaf, chain: leaf, "x"),
    "compare": lambda xp: Container.cont_assert_identical([make(xp), arrays(xp)]),
    "unstack": lambda xp: Container(a=xp.ones(1), b=xp.ones(2)).cont_unstack_conts(),
    "several results": lambda xp: aikit.unstack(Container(a=xp.ones(1), b=xp.ones(2))),
    "nests": lambda xp: aikit.set_nest_at_indices(make(xp), [["n"], ["a", 0]], [1, 2]),
    "save": lambda xp: make(xp).cont_set_at_key_chain("x", object()).cont_save("nowhere.npz"),
}


def watched(monkeypatch: pytest.MonkeyPatch) -> list[weakref.ref[Any]]:
    """References to every container and every Array in one that is made from now on."""
    found: list[weakref.ref[Any]] = []
    made = Container.__init__

    def init(self: Container, *args: Any, **kwargs: Any) -> None:
        made(self, *args, **kwargs)
        found.extend(weakref.ref(leaf) for leaf in self.cont_to_flat_list() if type(leaf) is aikit.Array)

    monkeypatch.setattr(Container, "__init__", init)
    return found


@pytest.mark.parametrize("name", CALLS)
def test_calls_leave_no_cycles(name: str, xp: Any, no_collector: None, monkeypatch: pytest.MonkeyPatch) -> None:
    CALLS[name](xp)  # what is learnt at a first call may stay
    found = watched(monkeypatch)
    CALLS[name](xp)
    assert found and not [reference for reference in found if reference() is not None]


@pytest.mark.parametrize("name", FAILURES)
def test_errors_that_were_caught_keep_nothing(
    name: str, xp: Any, no_collector: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        try:
            FAILURES[name](xp)
        except (aikit.AikitException, AttributeError, TypeError, ZeroDivisionError):
            return
        raise AssertionError("no error")

    fail()
    found = watched(monkeypatch)
    fail()
    assert found and not [reference for reference in found if reference() is not None]


def test_files_keep_nothing(xp: Any, no_collector: None, tmp_path: Path) -> None:
    def work() -> weakref.ref[Any]:
        c = arrays(xp)
        c.cont_save(tmp_path / "c.npz")
        (tmp_path / "bad.npz").write_bytes((tmp_path / "c.npz").read_bytes()[:-30])
        with pytest.raises(aikit.AikitValueError):
            Container.cont_load(tmp_path / "bad.npz")
        return weakref.ref(Container.cont_load(tmp_path / "c.npz").a)

    work()
    assert work()() is None
