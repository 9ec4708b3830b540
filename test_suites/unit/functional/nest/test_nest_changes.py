"""Several changes to one nest: as the single ones in turn, all or none of them, in linear time; and containers as nests."""

from __future__ import annotations

import collections
import copy
import functools
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import aikit
from aikit import Container
from aikit.exceptions import AikitException, AikitIndexError, AikitTypeError

Point = collections.namedtuple("Point", "x y")

leaves = st.integers(0, 9)
shared = (1, (2, 3))
nests = st.recursive(
    leaves | st.just(shared),
    lambda children: (
        st.lists(children, max_size=3)
        | st.lists(children, max_size=3).map(tuple)
        | st.tuples(children, children).map(lambda pair: Point(*pair))
        | st.dictionaries(st.sampled_from("abc"), children, max_size=3)
    ),
    max_leaves=12,
)


def layout(nest: Any) -> Any:
    """A nest with the identity and the class of everything in it."""
    if isinstance(nest, dict):
        return id(nest), type(nest), [(key, layout(child)) for key, child in nest.items()]
    if isinstance(nest, (list, tuple)):
        return id(nest), type(nest), [layout(child) for child in nest]
    return nest


def plain(nest: Any) -> Any:
    """A nest with the class of everything in it."""
    if isinstance(nest, dict):
        return type(nest), [(key, plain(child)) for key, child in nest.items()]
    if isinstance(nest, (list, tuple)):
        return type(nest), [plain(child) for child in nest]
    return nest


def attempt(change: Callable[..., Any], *args: Any) -> Any:
    try:
        return plain(change(*args))
    except AikitException as error:
        return type(error)


def indices_in(nest: Any, data: Any) -> list[list[Any]]:
    places = [*aikit.all_nested_indices(nest, include_nests=True), ["c"], [0, 0], [5]]
    return data.draw(st.lists(st.sampled_from(places), max_size=5))


@given(nests, st.data())
def test_several_changes_are_single_ones_in_turn(nest: Any, data: Any) -> None:
    indices = indices_in(nest, data)
    values = [data.draw(nests) for _ in indices]
    describe = lambda x: [repr(x), (x,)]  # noqa: E731
    for several, single in (
        (
            lambda given: aikit.set_nest_at_indices(given, indices, copy.deepcopy(values)),
            lambda given: functools.reduce(
                lambda result, pair: aikit.set_nest_at_index(result, *pair),
                zip(indices, copy.deepcopy(values), strict=True),
                given,
            ),
        ),
        (
            lambda given: aikit.insert_into_nest_at_indices(given, indices, copy.deepcopy(values)),
            lambda given: functools.reduce(
                lambda result, pair: aikit.insert_into_nest_at_index(result, *pair),
                zip(indices, copy.deepcopy(values), strict=True),
                given,
            ),
        ),
        (
            lambda given: aikit.map_nest_at_indices(given, indices, describe),
            lambda given: functools.reduce(
                lambda result, index: aikit.map_nest_at_index(result, index, describe), indices, given
            ),
        ),
    ):
        one, two = copy.deepcopy(nest), copy.deepcopy(nest)
        before, wanted = layout(one), attempt(single, two)
        assert attempt(several, one) == wanted
        if isinstance(wanted, type):
            assert layout(one) == before


@given(nests, st.data())
def test_pruning_several_is_pruning_one_after_the_other_from_the_back(nest: Any, data: Any) -> None:
    found = [index for index in aikit.all_nested_indices(nest, include_nests=True) if index]
    indices = data.draw(st.lists(st.sampled_from(found), max_size=5)) if found else []
    one, two = copy.deepcopy(nest), copy.deepcopy(nest)
    before = layout(one)
    order = {tuple(index): place for place, index in enumerate(found)}
    distinct = sorted({tuple(index) for index in indices}, key=lambda index: order[index], reverse=True)
    wanted = attempt(
        lambda: functools.reduce(lambda result, index: aikit.prune_nest_at_index(result, index), distinct, two)
    )
    got = attempt(lambda: aikit.prune_nest_at_indices(one, indices))
    assert got == wanted
    if isinstance(got, type):
        assert layout(one) == before


def test_a_function_that_raises_midway_leaves_everything() -> None:
    nest = {"a": [(1, [2, (3,)])], "b": (4,)}
    before = layout(nest)

    def sometimes(x: Any) -> Any:
        if x == 4:
            raise ZeroDivisionError("no 4")
        return x + 1

    with pytest.raises(ZeroDivisionError, match="no 4"):
        aikit.map_nest_at_indices(nest, [["a", 0, 0], ["a", 0, 1, 1, 0], ["b", 0]], sometimes)
    assert layout(nest) == before
    with pytest.raises(AikitIndexError):
        aikit.set_nest_at_indices(nest, [["a", 0, 0], ["a", 0, 1, 1, 0], ["b", 1]], [7, 8, 9])
    assert layout(nest) == before
    with pytest.raises(AikitIndexError, match=r"1 is not in a tuple of 1 item at \['b'\]"):
        aikit.set_nest_at_indices(nest, [["b", 0], ["b", 1]], [7, 8])
    assert layout(nest) == before


def test_a_function_sees_tuples() -> None:
    seen: list[Any] = []
    nest = ([(1, 2)], 3)
    result = aikit.map_nest_at_indices(
        nest, [[0, 0, 0], [0, 0], [0], [], [1]], lambda x: seen.append(copy.deepcopy(x)) or x
    )
    assert seen == [1, (1, 2), [(1, 2)], ([(1, 2)], 3), 3] and result == ([(1, 2)], 3)
    assert plain(result) == plain(nest)
    twice = [shared, shared]
    assert aikit.set_nest_at_indices(twice, [[0, 0], [0, 1, 0]], [8, 9]) == [(8, (9, 3)), (1, (2, 3))]
    assert shared == (1, (2, 3))


def test_time_is_linear() -> None:
    count = 30_000
    indices = [[index] for index in range(count)]
    start = time.perf_counter()
    assert aikit.map_nest_at_indices(tuple(range(count)), indices, lambda x: x + 1)[-1] == count
    assert aikit.set_nest_at_indices(tuple(range(count)), indices, list(range(1, count + 1)))[0] == 1
    assert len(aikit.prune_nest_at_indices(tuple(range(count)), indices[::2])) == count // 2
    assert len(aikit.prune_nest_at_indices(list(range(count)), indices[::2])) == count // 2
    assert len(aikit.prune_empty(([],) * count + (1,))) == 1
    c = Container({f"key{index}": index for index in range(count)})
    assert c.cont_map(lambda leaf, chain: leaf + 1, [f"key{index}" for index in range(count)]).key0 == 1
    for index in range(count):
        c.setdefault(f"other{index}", index)
        assert f"none{index}" not in c
    assert time.perf_counter() - start < 10


# ------------------------------------------------------------------------------------------------ containers


@pytest.mark.parametrize("part", [0, None, "a/b", "", "a/", 1.5, ("a",)])
def test_a_container_has_keys_and_nothing_else(xp: Any, part: Any) -> None:
    x = xp.zeros(2)
    c = Container(a={"b": x}, d=[1, (2,)])
    before = layout(c)
    for change in (
        lambda **shallow: aikit.index_nest(c, [part]),
        lambda **shallow: aikit.set_nest_at_index(c, [part], 9.0, **shallow),
        lambda **shallow: aikit.set_nest_at_indices(c, [["d", 0], ["d", 1, 0], [part]], [7, 8, 9.0], **shallow),
        lambda **shallow: aikit.map_nest_at_index(c, [part], lambda value: 9.0, **shallow),
        lambda **shallow: aikit.map_nest_at_indices(c, [["d", 1, 0], ["a", part]], lambda value: 9.0, **shallow),
    ):
        for shallow in (True, False):
            with pytest.raises(AikitIndexError, match="leads nowhere"):
                change(shallow=shallow)
            assert layout(c) == before and aikit.to_list(x) == [0.0, 0.0]
    for change in (
        lambda: aikit.insert_into_nest_at_index(c, [part], 9.0),
        lambda: aikit.insert_into_nest_at_indices(c, [["d", 1, 0], [part]], [8, 9.0]),
        lambda: aikit.prune_nest_at_index(c, [part]),
        lambda: aikit.prune_nest_at_indices(c, [["d", 1, 0], [part]]),
    ):
        with pytest.raises(AikitIndexError, match="leads nowhere"):
            change()
        assert layout(c) == before and aikit.to_list(x) == [0.0, 0.0]
    with pytest.raises(AikitTypeError):
        aikit.set_nest_at_index(c, [["a"]], 9.0)


def test_changes_to_containers(xp: Any) -> None:
    x = xp.zeros(2)
    c = Container(a={"b": x}, d=[1, (2,)])
    changed = aikit.set_nest_at_indices(c, [["a", "b"], ["a", "new"], ["d", 1, 0]], [7, {"e": 8}, 9], shallow=False)
    assert (
        changed.cont_to_dict() == {"a": {"b": 7, "new": {"e": 8}}, "d": [1, (9,)]} and type(changed.a.new) is Container
    )
    assert c.a.b is x and "new" not in c.a and c.d == [1, (2,)]
    assert aikit.set_nest_at_indices(c, [["a", "b"], ["d", 1, 0]], [7, 9]) is c and c.a.b == 7 and c.d == [1, (9,)]
    assert aikit.insert_into_nest_at_index(c, ["a", "n"], 1) is c and aikit.prune_nest_at_indices(c, [["a", "b"]]) is c
    assert c.a.cont_to_dict() == {"n": 1}
    assert aikit.index_nest(c, ["a", "n"]) == 1
