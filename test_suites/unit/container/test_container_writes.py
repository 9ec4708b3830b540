"""Containers: what is written to, and what is left alone: `out`, ``c[index] = value``, shared containers, errors half-way."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aikit
from aikit import Container
from aikit.exceptions import (
    AikitBroadcastShapeError,
    AikitException,
    AikitIndexError,
    AikitKeyError,
    AikitStructureError,
    AikitTypeError,
    AikitValueError,
)


def values(container: Any) -> dict[str, Any]:
    """The leaves as lists, by key chain."""
    return {
        chain: aikit.to_list(leaf) if aikit.is_array(leaf) else leaf for chain, leaf in container.cont_to_iterator()
    }


def natives(xp: Any) -> tuple[Any, Any]:
    """A native array that the caller holds, and a function that reads it."""
    native = aikit.to_native(xp.asarray(np.arange(3.0, dtype="float32"), copy=True))
    return native, lambda: aikit.to_list(aikit.to_aikit(native))


# ------------------------------------------------------------------------------------------------ out


def test_out_must_be_a_container_of_arrays_of_its_own(xp: Any) -> None:
    x, o, p = Container(a=xp.ones(2), b=xp.zeros(2)), xp.zeros(2), xp.zeros(2)
    refused: list[tuple[Any, type[Exception], str]] = [
        (o, AikitTypeError, "add: out=.* is a Array, which cannot hold the results for the leaves of containers"),
        (aikit.to_native(o), AikitTypeError, "add: out=.* cannot hold"),
        (Container(a=o, b=None), AikitTypeError, "add: the leaf 'b' of out is None"),
        (Container(a=o, b=aikit.to_native(p)), AikitTypeError, "add: the leaf 'b' of out is"),
        (Container(a=o, b=o), AikitValueError, "add: out has the same Array at 'a' and 'b'"),
        (Container(a=o), AikitStructureError, "'b' is in x1 and not in out"),
        (Container(a=o, b={"c": p, "d": o}), AikitValueError, "the same Array at 'a' and 'b/d'"),
    ]
    for out, error, message in refused:
        with pytest.raises(error, match=message):
            aikit.add(x, 1, out=out)
        assert aikit.to_list(o) == aikit.to_list(p) == [0.0, 0.0]
    deep = Container(a={"b": xp.ones(2), "c": xp.ones(2)})
    for shallow, error in ((o, AikitStructureError), (None, AikitStructureError)):
        with pytest.raises(error, match="out has leaves at 'a' and the result at 'a/b', 'a/c'"):
            aikit.add(deep, 1, out=Container(a=shallow))
    with pytest.raises(AikitStructureError, match="out has leaves at 'a' and the result at 'a/b'"):
        aikit.add(Container(a={"b": xp.ones(2)}), 1, out=Container(a=o))
    assert aikit.to_list(o) == [0.0, 0.0]


def test_out_may_be_deeper_and_empty(xp: Any) -> None:
    out = Container(a={"b": xp.zeros(2), "c": xp.zeros(2)})
    assert aikit.add(Container(a=xp.ones(2)), 1, out=out) is out and values(out) == {"a/b": [2.0] * 2, "a/c": [2.0] * 2}
    empty = Container()
    assert aikit.add(Container(), 1, out=empty) is empty
    alone = Container(a=xp.zeros(2))
    assert aikit.add(xp.ones(2), 1, out=alone) is alone and values(alone) == {"a": [2.0, 2.0]}


def test_out_is_unchanged_where_a_later_leaf_fails(xp: Any) -> None:
    x = Container(a=xp.ones(2), b=xp.ones(3))
    for later, error in ((xp.zeros(2), AikitValueError), (xp.zeros(3, dtype="bool"), AikitTypeError)):
        first = xp.zeros(2)
        native = first.data
        with pytest.raises(error) as caught:
            aikit.add(x, 1, out=Container(a=first, b=later))
        assert caught.value.__notes__ == ["for the leaf 'b' of the containers"]
        assert first.data is native and aikit.to_list(first) == [0.0, 0.0]


def test_out_may_hold_inputs_of_other_leaves(xp: Any) -> None:
    x, y = xp.asarray([1.0]), xp.asarray([10.0])
    out = aikit.multiply(Container(a=x, b=y), 2, out=Container(a=y, b=x))
    assert values(out) == {"a": [2.0], "b": [20.0]} and aikit.to_list(y) == [2.0]
    scale, other = xp.asarray([3.0]), xp.asarray([0.0])
    out = aikit.multiply(Container(a=1.0, b=2.0), scale, out=Container(a=scale, b=other))
    assert values(out) == {"a": [3.0], "b": [6.0]}
    parts = [Container(a=x, b=y), Container(a=y, b=x)]
    out = aikit.concat(parts, out=Container(a=xp.zeros(2), b=xp.zeros(2)))
    assert values(out) == {"a": [20.0, 2.0], "b": [2.0, 20.0]}


def test_an_override_sees_the_out_of_each_leaf_and_returns_what_it_likes() -> None:
    class Logged:
        def __init__(self) -> None:
            self.outs: list[Any] = []

        def __aikit_array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
            self.outs.append(kwargs["out"])
            return "from the override"

    x, out = Logged(), aikit.ones(2)
    result = aikit.negative(Container(a=x), out=Container(a=out))
    assert x.outs[0] is out and dict(result) == {"a": "from the override"}


# ------------------------------------------------------------------------------------------------ writes to leaves


def test_writes_leave_native_arrays_alone(xp: Any) -> None:
    native, read = natives(xp)
    c = Container(a=native, b={"c": xp.zeros(3)})
    c[0] = 9.0
    assert read() == [0.0, 1.0, 2.0] and c.a is not native and type(c.a) is aikit.Array
    assert values(c) == {"a": [9.0, 1.0, 2.0], "b/c": [9.0, 0.0, 0.0]}
    c[1:] = Container(a=5.0, b=[6.0, 7.0])
    assert values(c) == {"a": [9.0, 5.0, 5.0], "b/c": [9.0, 6.0, 7.0]} and read() == [0.0, 1.0, 2.0]
    listed = [1, 2]
    c = Container(a=listed)
    c[0] = 5
    assert c.a == [5, 2] and listed == [1, 2]


def test_native_leaves_are_indexed_and_computed_with_as_arrays(xp: Any) -> None:
    native, _ = natives(xp)
    c = Container(a=native)
    for index in (0, slice(None, None, -1), [2, 0], np.array([True, False, True]), (None, ..., 1)):
        assert type(c[index].a) is aikit.Array
        assert aikit.to_list(c[index].a) == np.arange(3.0)[index].tolist()
    with pytest.raises(AikitIndexError):
        c[3]
    ints = Container(a=aikit.to_native(xp.asarray([1, 2], dtype="int32")))
    for quotient in (ints / 2, 1 / (1 / ints) / 2, ints / Container(a=2)):
        assert (
            type(quotient.a) is aikit.Array and quotient.a.dtype == "float32" and values(quotient) == {"a": [0.5, 1.0]}
        )
    assert values(ints + xp.asarray([1, 2])) == {"a": [2, 4]} and values(np.asarray([1, 2], "int32") + ints) == {
        "a": [2, 4]
    }


def test_a_write_that_fails_changes_no_leaf(xp: Any) -> None:
    for key, value, error in (
        (0, Container(a=9.0, b="text"), AikitException),
        (0, Container(a=9.0, b=1j), AikitTypeError),
        (0, Container(a=9.0, b=[1.0, 2.0, 3.0]), AikitBroadcastShapeError),
        (Container(a=0, b=7), 9.0, AikitIndexError),
        (Container(a=0, b="x"), 9.0, AikitIndexError),
        (2, 9.0, AikitIndexError),
    ):
        native, read = natives(xp)
        first = xp.zeros(3)
        c = Container(n=native, a=first, b=xp.zeros(2))
        key, value = (Container(n=0, **part) if isinstance(part, Container) else part for part in (key, value))
        before = first.data
        with pytest.raises(error) as caught:
            c[key] = value
        assert "for the leaf 'b' of the containers" in caught.value.__notes__
        assert c.n is native and c.a is first and first.data is before
        assert read() == [0.0, 1.0, 2.0] and aikit.to_list(first) == [0.0] * 3 and aikit.to_list(c.b) == [0.0] * 2


def test_a_write_reads_before_it_writes(xp: Any) -> None:
    x, y = xp.asarray([1.0, 2.0]), xp.asarray([3.0, 4.0])
    Container(a=x, b=y)[...] = Container(a=y, b=x)
    assert aikit.to_list(x) == [3.0, 4.0] and aikit.to_list(y) == [1.0, 2.0]
    index = xp.asarray([1, 0])
    Container(a=index, b=x)[index, ...] = Container(a=xp.asarray([5, 6]), b=xp.asarray([7.0, 8.0]))
    assert aikit.to_list(index) == [6, 5] and aikit.to_list(x) == [8.0, 7.0]


def test_a_leaf_takes_one_value(xp: Any) -> None:
    x = xp.zeros(2)
    for key, value in ((0, Container(a={"b": 1, "c": 2})), (Container(a={"b": 0, "c": 1}), 1)):
        with pytest.raises(AikitStructureError, match=r"'a' is a leaf, and the (value|key) has several for it"):
            Container(a=x)[key] = value
    assert aikit.to_list(x) == [0.0, 0.0]


@pytest.mark.parametrize("name", ["numpy", "torch"])
def test_writes_of_several_leaves_are_in_place_where_those_of_one_are(name: str) -> None:
    def addresses() -> list[int]:
        return [x.data.data_ptr() if x.backend == "torch" else x.data.ctypes.data for x in (c.a, c.b)]

    xp = aikit.get_backend(name)
    c = Container(a=xp.zeros(4), b=xp.zeros(4))
    before = addresses()
    for index in range(4):
        c[index] = 1.0
    assert before == addresses() and values(c) == {"a": [1.0] * 4, "b": [1.0] * 4}


def test_leaves_that_take_no_index(xp: Any) -> None:
    for leaf, index in ((None, 0), (3, 0), ("ab", 5), ([1], 1), ([1], "..."), ((1,), None)):
        c = Container(a=xp.ones(2), b=leaf)
        key = Container(a=0, b=index)
        with pytest.raises((AikitTypeError, AikitIndexError), match="takes no such index") as caught:
            c[key]
        assert caught.value.__notes__ == ["for the leaf 'b' of the containers"]
        with pytest.raises((AikitTypeError, AikitIndexError), match="takes no such index"):
            c[key] = 1
        assert values(c) == {"a": [1.0, 1.0], "b": leaf}
    with pytest.raises(AikitTypeError, match=r"__sub__: the leaves None, 1 cannot be operands"):
        Container(a=None) - 1


def test_other_native_leaves_stay_what_they_are() -> None:
    labels = np.array(["a", "b"])
    c = Container(a=labels)
    assert c[1].a == "b" and Container.cont_identical([c, Container(a=labels.copy())])
    with pytest.raises(AikitTypeError):
        c[0] = "c"
    assert labels.tolist() == ["a", "b"]


# ------------------------------------------------------------------------------------------------ keys


def test_setting_keys_that_fails_changes_nothing() -> None:
    c = Container(a=1, b={"x": 2})
    kept = c.b
    for given in ({"b/x": 3, "new": 4, "b/y": 5, "a/c": 6}, {"q/r": {3: 4}}, [("a", 2), ("a/", 1)], [("a", 2), "bc"]):
        with pytest.raises((AikitTypeError, AikitStructureError)):
            c.update(given)
        assert c.cont_to_dict() == {"a": 1, "b": {"x": 2}} and c.b is kept and list(c) == ["a", "b"]
    with pytest.raises(AikitTypeError):
        c["q/r"] = {3: 4}
    with pytest.raises(AikitStructureError):
        c.cont_set_at_key_chains(Container({"b": {"x": 9}, "a": {"c": 1}}), inplace=True)
    assert c.cont_to_dict() == {"a": 1, "b": {"x": 2}}


def test_a_container_does_not_go_into_itself() -> None:
    c = Container(a={"b": {}})
    for key, value in (("x", c), ("a/b/x", c), ("a/b/c/d", c), ("a", c), ("a/b/x", c.a)):
        with pytest.raises(AikitValueError, match="cannot be set to a container that it lies in"):
            c[key] = value
    with pytest.raises(AikitValueError):
        c.a.b.x = c
    c.x = c.copy()
    assert c.cont_to_dict() == {"a": {"b": {}}, "x": {"a": {"b": {}}}}


def test_containers_that_are_given_are_copied() -> None:
    inner = Container(x=1)
    given = Container(m=2)
    given.n = inner
    for made in (
        Container(given),
        Container(n=inner),
        Container.cont_combine(given),
        Container.cont_combine(Container(m=3), given),
        Container.cont_unify([given], mode="sum"),
        given.cont_at_key_chains("n"),
        given.cont_at_key_chains(["n", "n/x"]),
        given.cont_at_keys("n"),
        given.cont_set_at_key_chain("m", 4),
        Container().cont_set_at_key_chain("n", inner),
        Container().cont_set_at_key_chain("n", inner, inplace=True),
        given.cont_prune_keys("m"),
        given.cont_prune_key_chain("m"),
        given.cont_sort_by_key(),
        given.cont_prune_empty(),
        given.cont_cutoff_at_depth(5),
        given.cont_map(lambda leaf, chain: leaf, "n"),
        given.cont_map(lambda leaf, chain: leaf, "n", prune_unapplied=True),
        Container.cont_diff(given, Container(m=2)).n.diff_0
        and Container(n=Container.cont_diff(given, Container(m=2)).n.diff_0),
    ):
        made["n/x"] = 9
        made["n/y"] = 9
        assert inner.cont_to_dict() == {"x": 1} and given.n is inner
    held = Container()
    held.n = inner
    assert held.n is inner and held.setdefault("m", inner) is inner


def test_key_chains_that_are_no_strings_index_nothing(xp: Any) -> None:
    x = xp.zeros(2)
    c = Container(a=x)
    for call in (
        lambda: c.cont_at_key_chain(0),
        lambda: c.cont_set_at_key_chain(0, 9.0),
        lambda: c.cont_set_at_key_chain(0, 9.0, inplace=True),
        lambda: c.cont_prune_key_chain(0),
        lambda: c.pop(0),
        lambda: c.setdefault(0, 9.0),
        lambda: c.cont_at_key_chains([0]),
        lambda: c.cont_map(lambda leaf, chain: leaf, 0),
    ):
        with pytest.raises(AikitTypeError):
            call()
    assert aikit.to_list(x) == [0.0, 0.0] and c.a is x and list(c) == ["a"]


def test_keys_that_are_nowhere() -> None:
    c = Container(alpha={"beta": 1}, gamma=2)
    for key in ("alpha/", "/", "", "/alpha", "alpha//beta", None, 3, ("alpha",)):
        assert key not in c and c.get(key, 7) == 7 and c.pop(key, 7) == 7
    with pytest.raises(
        AikitKeyError, match=r"^Container: there is no 'alpha/bets': alpha has 'beta'; did you mean 'beta'\?$"
    ):
        c["alpha/bets"]
    apply = lambda leaf, chain: leaf  # noqa: E731
    for name, call in (
        ("cont_map", lambda: c.cont_map(apply, "alhpa")),
        ("cont_map", lambda: c.cont_map(apply, ["gamma", "alhpa/beta"], to_apply=False)),
        ("cont_map", lambda: c.cont_map(apply, Container(alhpa=1), prune_unapplied=True)),
        ("cont_multi_map", lambda: Container.cont_multi_map(apply, [c, c], "alhpa")),
        ("cont_at_key_chain", lambda: c.cont_at_key_chain("alhpa")),
        ("cont_at_key_chains", lambda: c.cont_at_key_chains(["gamma", "alhpa"])),
        ("cont_prune_key_chain", lambda: c.cont_prune_key_chain("alhpa")),
        ("cont_prune_key_chains", lambda: c.cont_prune_key_chains(["gamma", "alhpa"])),
        ("cont_at_keys", lambda: c.cont_at_keys("alhpa")),
        ("cont_prune_keys", lambda: c.cont_prune_keys(["gamma", "alhpa"])),
    ):
        with pytest.raises(AikitKeyError, match=f"^{name}: there is no .*'alhpa.*did you mean 'alpha'"):
            call()
    # a key chain of the deeper of two containers
    assert (
        Container.cont_multi_map(lambda leaves, chain: sum(leaves), [Container(a=1), Container(a={"b": 2})], "a/b").a.b
        == 3
    )
    many = Container({f"key{index}": index for index in range(10_000)})
    with pytest.raises(AikitKeyError) as caught:
        many["key"]
    assert "and 9988 more" in str(caught.value) and len(str(caught.value)) < 300


# ------------------------------------------------------------------------------------------------ traces


def _step(c: Any, y: Any) -> Any:
    c = c * 2 + y
    c[0] = Container(a=9.0, b={"c": y[0]})
    out = Container(a=aikit.zeros_like(c.a), b={"c": aikit.zeros_like(c.b.c)})
    aikit.add(c, 1, out=out)
    return c[1:] - 1, out, c.cont_at_key_chains("b"), c.cont_map(lambda leaf, chain: leaf + 1, "b/c")


def test_the_same_under_a_trace(backend: str) -> None:
    xp = aikit.get_backend(backend)
    c, y = Container(a=xp.ones(3), b={"c": xp.arange(3, dtype="float32")}), xp.asarray([1.0, 2.0, 3.0])
    traced: Any = _step
    if backend == "jax":
        import jax

        traced = jax.jit(_step)
    elif backend == "torch":
        import torch

        traced = torch.compile(_step, backend="eager", fullgraph=True)
    elif backend == "tensorflow":
        import tensorflow as tf

        traced = tf.function(_step)
    results = [values(Container(one)) for one in traced(c, y)]
    assert results == [
        {"a": [3.0, 4.0], "b/c": [3.0, 6.0]}, {"a": [10.0, 5.0, 6.0], "b/c": [2.0, 5.0, 8.0]}, {"b/c": [1.0, 4.0, 7.0]},
        {"a": [9.0, 4.0, 5.0], "b/c": [2.0, 5.0, 8.0]},
    ]  # fmt: skip
    assert values(c) == {"a": [1.0] * 3, "b/c": [0.0, 1.0, 2.0]}


@pytest.mark.parametrize("number", [2, 3])
def test_write_that_the_last_leaf_refuses(number: int, xp: Any) -> None:
    """Nothing is written, to none of the leaves."""
    c = Container({f"a{place}": xp.zeros(3) for place in range(number - 1)} | {"z": xp.zeros(2)})
    with pytest.raises(AikitIndexError):
        c[2] = 1.0
    assert all(set(one) == {0.0} for one in values(c).values())
