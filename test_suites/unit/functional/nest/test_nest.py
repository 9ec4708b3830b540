"""The nest functions: what they find, what they change in place or on a copy, and what they refuse."""

from __future__ import annotations

import copy
import inspect
from collections import Counter, OrderedDict, defaultdict
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import aikit
from aikit import AikitIndexError, AikitStructureError, AikitTypeError, AikitValueError
from aikit.core.records import REGISTRY

SIGNATURES = {
    "all_nested_indices": "(nest, /, include_nests=False)",
    "copy_nest": "(nest, /, include_derived=False, to_mutable=False)",
    "duplicate_array_index_chains": "(nest)",
    "index_nest": "(nest, index, /)",
    "insert_into_nest_at_index": "(nest, index, value)",
    "insert_into_nest_at_indices": "(nest, indices, values, /)",
    "map": "(fn, constant=None, unique=None, mean=False)",
    "map_nest_at_index": "(nest, index, fn, /, shallow=True)",
    "map_nest_at_indices": "(nest, indices, fn, /, shallow=True)",
    "multi_index_nest": "(nest, indices, /)",
    "nested_any": "(nest, fn, check_nests=False)",
    "nested_argwhere": "(nest, fn, check_nests=False, to_ignore=None, stop_after_n_found=None)",
    "nested_map": "(fn, x, /, include_derived=False, to_ignore=None, to_mutable=False, shallow=True)",
    "nested_multi_map": "(func, nests, index_chains=None, to_apply=True, prune_unapplied=False)",
    "prune_empty": "(nest)",
    "prune_nest_at_index": "(nest, index, /)",
    "prune_nest_at_indices": "(nest, indices, /)",
    "set_nest_at_index": "(nest, index, value, /, shallow=True)",
    "set_nest_at_indices": "(nest, indices, values, /, shallow=True)",
}


class Point(NamedTuple):
    x: Any
    y: Any


class Labelled(dict):
    """A dict whose constructor takes more than entries."""

    def __init__(self, label: str, entries: Any = ()) -> None:
        super().__init__(entries)
        self.label = label


class Row(list):
    """A class derived from list."""


class Pair(tuple):
    """A class derived from tuple, made of items as a tuple is."""


class Fixed(tuple):
    """A class derived from tuple that is not made of items."""

    def __new__(cls, *, first: int) -> Fixed:
        return super().__new__(cls, (first,))


def same(one: Any, two: Any) -> bool:
    """Equal, with the same classes all the way down, and the same order of keys."""
    if type(one) is not type(two):
        return False
    if isinstance(one, dict):
        return list(one) == list(two) and all(same(one[key], two[key]) for key in one)
    if isinstance(one, (list, tuple)):
        return len(one) == len(two) and all(same(a, b) for a, b in zip(one, two, strict=True))
    return one is two or bool(one == two)


def assert_same(one: Any, two: Any) -> None:
    assert same(one, two), f"{one!r} is not {two!r}"


def example() -> dict[str, Any]:
    return {"b": [1, (2, 3)], "a": Point(4, {"z": 5}), 7: []}


INDICES = [["b", 0], ["b", 1, 0], ["b", 1, 1], ["a", 0], ["a", 1, "z"]]

leaves_ = st.integers() | st.none() | st.text(max_size=2)
keys = st.integers(-2, 2) | st.text(max_size=2)
nests = st.recursive(
    leaves_,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(keys, inner, max_size=3)
        | st.dictionaries(keys, inner, max_size=3).map(OrderedDict)
        | st.builds(Point, inner, inner)
    ),
    max_leaves=12,
)


def leaf_indices(nest: Any, index: tuple[Any, ...] = ()) -> list[list[Any]]:
    """The indices of the leaves, counted independently of the library."""
    if isinstance(nest, dict):
        pairs: Any = nest.items()
    elif isinstance(nest, (list, tuple)):
        pairs = enumerate(nest)
    else:
        return [list(index)]
    return [found for key, child in pairs for found in leaf_indices(child, (*index, key))]


def get(nest: Any, index: Any) -> Any:
    for part in index:
        nest = nest[part]
    return nest


# ------------------------------------------------------------------------------------------------ records


@pytest.mark.parametrize("name", SIGNATURES)
def test_record(name: str) -> None:
    function = getattr(aikit, name)
    record = aikit.describe(function)
    assert (record.kind, record.category, record.namespace) == ("standalone", "nest", "aikit")
    assert record.convenience
    assert not record.out
    assert not record.has_method
    scope: dict[str, Any] = {}
    exec(f"def f{SIGNATURES[name]}: pass", scope)
    expected = [(p.name, p.kind, p.default) for p in inspect.signature(scope["f"]).parameters.values()]
    assert [(p.name, p.kind, p.default) for p in inspect.signature(function).parameters.values()] == expected


def test_all_of_the_category() -> None:
    assert {record.name for record in REGISTRY.values() if record.category == "nest"} == set(SIGNATURES)


# ------------------------------------------------------------------------------------------------ indices


def test_index_nest() -> None:
    nest = example()
    for index in INDICES:
        assert aikit.index_nest(nest, index) == aikit.index_nest(nest, tuple(index)) == get(nest, index)
    assert aikit.index_nest(nest, []) is nest
    assert aikit.index_nest(nest, ["b", -1, -2]) == 2
    assert aikit.index_nest(nest, ["b", np.int64(0)]) == 1
    assert aikit.index_nest({None: 1}, [None]) == 1
    assert aikit.index_nest(5, []) == 5
    assert aikit.index_nest([Pair((1, 2)), Row([3])], [0, 1]) == 2


def test_index_nest_slices() -> None:
    assert aikit.index_nest({"a": [1, 2, 3]}, ["a", slice(None, None, -2)]) == [3, 1]
    assert aikit.index_nest([(1, 2, 3)], [0, slice(1, None), 0]) == 2
    assert aikit.index_nest([[1], [2]], [slice(None), 1]) == [2]
    assert aikit.index_nest([1, 2], [slice(5, 9)]) == []
    with pytest.raises(AikitTypeError, match=r"^index_nest: index=.* has the part slice\('a'"):
        aikit.index_nest([1], [slice("a", None)])


def test_index_nest_arrays(backend: str, xp: Any) -> None:
    """An array on the way is indexed as an array is, and an array of the framework gives one."""
    x = xp.asarray([[1, 2], [3, 4]])
    nest = {"a": (x, aikit.to_native(x))}
    row = aikit.index_nest(nest, ["a", 0, slice(None), 1])
    assert (type(row), row.backend, aikit.to_list(row)) == (aikit.Array, backend, [3, 4])
    assert aikit.index_nest(nest, ["a", 0, None]).shape == (1, 2, 2)
    native = aikit.index_nest(nest, ["a", 1, 1, 0])
    assert aikit.is_native_array(native)
    assert aikit.to_scalar(native) == 3
    for position in (0, 1):
        assert aikit.index_nest(nest, ["a", position]) is nest["a"][position]
        with pytest.raises(AikitIndexError, match=r"^index_nest: index=\['a', \d, 9\] leads nowhere: .*out of range"):
            aikit.index_nest(nest, ["a", position, 9])


def test_multi_index_nest() -> None:
    assert aikit.multi_index_nest(example(), INDICES) == [1, 2, 3, 4, 5]
    assert aikit.multi_index_nest(example(), ()) == []


def test_all_nested_indices() -> None:
    assert aikit.all_nested_indices(example()) == INDICES
    assert aikit.all_nested_indices(example(), include_nests=True) == [
        [], ["b"], ["b", 0], ["b", 1], ["b", 1, 0], ["b", 1, 1], ["a"], ["a", 0], ["a", 1], ["a", 1, "z"], [7],
    ]  # fmt: skip
    assert aikit.all_nested_indices("leaf") == [[]]
    assert aikit.all_nested_indices(()) == []
    assert aikit.all_nested_indices([Row([1]), Pair((2,)), Labelled("l", {"k": 3})]) == [[0], [1], [2, "k"]]


def test_an_array_is_a_leaf(xp: Any) -> None:
    x = xp.ones((2, 2))
    assert aikit.all_nested_indices([x, aikit.to_native(x)]) == [[0], [1]]
    assert aikit.nested_map(lambda leaf: leaf.shape, [x]) == [(2, 2)]
    with pytest.raises(AikitIndexError, match="leads nowhere"):
        aikit.set_nest_at_index([x], [0, 0], 5)


@given(nests)
def test_all_leaves_are_found(nest: Any) -> None:
    found = aikit.all_nested_indices(nest)
    assert found == leaf_indices(nest)
    assert all(aikit.index_nest(nest, index) is get(nest, index) for index in found)
    everything = aikit.all_nested_indices(nest, include_nests=True)
    assert [index for index in everything if index in found] == found
    for index in everything:
        assert all(everything.index(index[:depth]) < everything.index(index) for depth in range(len(index)))


def test_nested_any() -> None:
    assert aikit.nested_any(example(), lambda x: x == 5)
    assert not aikit.nested_any(example(), lambda x: x == [])
    assert aikit.nested_any(example(), lambda x: x == [], check_nests=True)
    assert aikit.nested_any([], lambda x: x == [], check_nests=True)
    assert not aikit.nested_any([], lambda x: True)
    seen: list[Any] = []
    assert aikit.nested_any([1, [2], 3], lambda x: seen.append(x) or x == 2) is True
    assert seen == [1, 2]


def test_nested_argwhere() -> None:
    assert aikit.nested_argwhere(example(), lambda x: x > 2) == INDICES[2:]
    assert aikit.nested_argwhere(example(), lambda x: isinstance(x, tuple), check_nests=True) == [["b", 1], ["a"]]
    assert aikit.nested_argwhere([1], lambda x: True, check_nests=True) == [[], [0]]
    assert aikit.nested_argwhere(example(), lambda x: x == 5, to_ignore=Point) == []
    assert aikit.nested_argwhere(example(), lambda x: isinstance(x, tuple), to_ignore=[Point, tuple]) == [
        ["b", 1],
        ["a"],
    ]


def test_nested_argwhere_stops() -> None:
    seen: list[int] = []

    def small(x: int) -> bool:
        seen.append(x)
        return x < 3

    assert aikit.nested_argwhere([[1, 5], 2, 0], small, stop_after_n_found=2) == [[0, 0], [1]]
    assert seen == [1, 5, 2]
    assert aikit.nested_argwhere([1, 2], small, stop_after_n_found=0) == []
    assert aikit.nested_argwhere([1, 2], small, stop_after_n_found=9) == [[0], [1]]


def test_duplicate_array_index_chains(xp: Any) -> None:
    x, y = xp.zeros(2), aikit.to_native(xp.ones(3))
    number, nothing = 1000, None
    nest = {"a": [x, y, number, nothing], "b": (y, {"c": x, "d": xp.zeros(2)}), "e": x, "f": [number, nothing]}
    assert aikit.duplicate_array_index_chains(nest) == [
        [["a", 0], ["b", 1, "c"], ["e"]],
        [["a", 1], ["b", 0]],
    ]
    assert aikit.duplicate_array_index_chains([x]) == aikit.duplicate_array_index_chains(x) == []


# ------------------------------------------------------------------------------------------------ whole nests


def test_copy_nest() -> None:
    nest = example()
    nest["leaf"] = leaf = SimpleNamespace()
    result = aikit.copy_nest(nest)
    assert_same(result, nest)
    assert result["leaf"] is leaf
    result["b"].append(0)
    result["a"].y["z"] = 0
    assert nest == {**example(), "leaf": leaf}
    assert aikit.copy_nest(leaf) is leaf


def test_copy_nest_to_mutable() -> None:
    assert_same(aikit.copy_nest(example(), to_mutable=True), {"b": [1, [2, 3]], "a": [4, {"z": 5}], 7: []})
    assert_same(aikit.copy_nest(((), (1,)), to_mutable=True), [[], [1]])


def test_copy_nest_include_derived() -> None:
    nest = [Row([[1]]), Pair(([2],))]
    assert all(a is b for a, b in zip(aikit.copy_nest(nest), nest, strict=True))
    result = aikit.copy_nest(nest, include_derived=True)
    assert_same(result, nest)
    result[0][0].append(0)
    result[1][0].append(0)
    assert_same(nest, [Row([[1]]), Pair(([2],))])
    assert_same(aikit.copy_nest(nest, include_derived=True, to_mutable=True), [Row([[1]]), [[2]]])


@pytest.mark.parametrize(
    "nest",
    [
        OrderedDict([("b", 1), ("a", 2)]),
        defaultdict(list, {"b": 1, "a": 2}),
        Counter({"b": 1, "a": 2}),
        Labelled("label", {"b": 1, "a": 2}),
    ],
    ids=lambda nest: type(nest).__name__,
)
def test_dicts_keep_their_class(nest: Any) -> None:
    def check(result: Any, entries: dict[str, int]) -> None:
        assert type(result) is type(nest)
        assert list(result.items()) == list(entries.items())
        assert getattr(result, "label", None) == getattr(nest, "label", None)
        assert getattr(result, "default_factory", None) is getattr(nest, "default_factory", None)

    check(aikit.nested_map(lambda x: x + 1, nest, shallow=False), {"b": 2, "a": 3})
    check(aikit.nested_multi_map(lambda leaves, _: sum(leaves), [nest, nest]), {"b": 2, "a": 4})
    check(aikit.nested_multi_map(lambda *_: 0, [nest], [["b"]], prune_unapplied=True), {"b": 0})
    check(aikit.copy_nest(nest), {"b": 1, "a": 2})
    check(aikit.set_nest_at_index(nest, ["c"], 0, shallow=False), {"b": 1, "a": 2, "c": 0})
    check(nest, {"b": 1, "a": 2})
    check(aikit.nested_map(lambda x: x + 1, (nest,))[0], {"b": 2, "a": 3})
    check(nest, {"b": 2, "a": 3})
    check(aikit.prune_nest_at_index(nest, ["b"]), {"a": 3})
    check(aikit.insert_into_nest_at_index(nest, ["b"], 1), {"a": 3, "b": 1})


def test_default_of_a_dict_is_not_called_for() -> None:
    nest = defaultdict(list)
    with pytest.raises(AikitIndexError, match="leads nowhere"):
        aikit.index_nest(nest, ["a"])
    assert not nest


def test_nested_map_in_place() -> None:
    nest = example()
    inner, pair, named, deep = nest["b"], nest["b"][1], nest["a"], nest["a"].y
    assert aikit.nested_map(lambda x: -x, nest) is nest
    assert_same(nest, {"b": [-1, (-2, -3)], "a": Point(-4, {"z": -5}), 7: []})
    assert nest["b"] is inner
    assert nest["a"].y is deep
    assert_same([pair, named.x], [(2, 3), 4])


def test_nested_map_on_a_copy() -> None:
    nest = example()
    result = aikit.nested_map(lambda x: -x, nest, shallow=False)
    assert_same(result, {"b": [-1, (-2, -3)], "a": Point(-4, {"z": -5}), 7: []})
    assert_same(nest, example())
    result[7].append(1)
    assert nest[7] == []


def test_nested_map_of_a_leaf_and_a_tuple() -> None:
    assert aikit.nested_map(lambda x: x + 1, 1) == 2
    inner = [1]
    assert_same(aikit.nested_map(lambda x: x + 1, (inner, 2)), ([2], 3))
    assert inner == [2]


def test_nested_map_of_a_list_that_is_there_twice() -> None:
    """Each place has the function of its leaf once, though both are one list."""
    inner = [1, 2]
    assert aikit.nested_map(lambda x: x + 1, [inner, inner]) == [[2, 3], [2, 3]]


def test_nested_map_changes_nothing_when_the_function_fails() -> None:
    nest = {"a": [1, 2], "b": "x"}
    with pytest.raises(TypeError, match="unsupported operand"):
        aikit.nested_map(lambda x: x - 1, nest)
    assert nest == {"a": [1, 2], "b": "x"}


def test_nested_map_changes_nothing_when_a_nest_refuses() -> None:
    class Positive(dict):
        def __setitem__(self, key: Any, value: Any) -> None:
            if value < 0:
                raise ValueError("negative")
            super().__setitem__(key, value)

    nest = [[1], Positive(a=1, b=2)]
    with pytest.raises(ValueError, match="negative"):
        aikit.nested_map(lambda x: 1 - x, nest)
    assert nest == [[1], {"a": 1, "b": 2}]


def test_nested_map_options() -> None:
    nest = [Row([1]), Pair((2,)), (3,)]
    assert aikit.nested_map(lambda x: type(x).__name__, nest, shallow=False) == ["Row", "Pair", ("int",)]
    assert_same(aikit.nested_map(str, nest, include_derived=True, shallow=False), [Row("1"), Pair("2"), ("3",)])
    assert_same(aikit.nested_map(str, nest, to_mutable=True, shallow=False), ["[1]", "(2,)", ["3"]])
    assert aikit.nested_map(type, [{"a": 1}, [2]], to_ignore=dict, shallow=False) == [dict, [int]]
    assert aikit.nested_map(type, [{}, (1,), [2]], to_ignore=(dict, tuple), shallow=False) == [dict, tuple, [int]]
    assert aikit.nested_map(type, [OrderedDict()], to_ignore=dict) == [OrderedDict]
    outer: list[Any] = [(1, (2,))]
    assert aikit.nested_map(lambda x: x, outer, to_mutable=True) is outer
    assert_same(outer, [[1, [2]]])
    row = Row([1])
    assert aikit.nested_map(lambda x: x + 1, row, include_derived=True) is row
    assert_same(row, Row([2]))


def test_a_class_that_cannot_hold_the_results() -> None:
    nest = [Fixed(first=1)]
    assert aikit.copy_nest(nest, include_derived=True) == nest
    with pytest.raises(AikitTypeError, match=r"^nested_map: \(1,\) is a Fixed, which cannot be made of \[2\]; make it"):
        aikit.nested_map(lambda x: x + 1, nest, include_derived=True)
    assert nest == [Fixed(first=1)]


@given(nests)
def test_nested_map_identity(nest: Any) -> None:
    expected = copy.deepcopy(nest)
    assert_same(aikit.nested_map(lambda x: x, nest, shallow=False), expected)
    assert_same(aikit.nested_map(lambda x: x, nest), expected)
    assert_same(aikit.copy_nest(nest), expected)
    assert_same(aikit.nested_multi_map(lambda leaves, _: leaves[-1], [nest, nest]), expected)


@given(nests)
def test_nested_map_in_place_is_that_on_a_copy(nest: Any) -> None:
    before = copy.deepcopy(nest)
    expected = aikit.nested_map(repr, nest, shallow=False)
    assert_same(nest, before)
    assert_same(aikit.nested_map(repr, nest), expected)
    for index in leaf_indices(before):
        assert get(expected, index) == repr(get(before, index))


def test_nested_map_of_arrays(backend: str, xp: Any) -> None:
    nest = {"a": xp.asarray([1.0, 2.0]), "b": (xp.zeros(1),)}
    result = aikit.nested_map(xp.square, nest, shallow=False)
    assert [aikit.to_list(result["a"]), aikit.to_list(result["b"][0])] == [[1.0, 4.0], [0.0]]
    assert result["a"].backend == backend


def test_nested_multi_map() -> None:
    one, two = example(), aikit.nested_map(lambda x: 10 * x, example())
    seen: list[Any] = []

    def add(leaves: list[int], index: list[Any]) -> int:
        seen.append(index)
        return sum(leaves)

    result = aikit.nested_multi_map(add, [one, two])
    assert_same(result, aikit.nested_map(lambda x: 11 * x, example()))
    assert seen == INDICES
    assert_same(one, example())
    assert aikit.nested_multi_map(lambda leaves, index: (leaves, index), (1, 2)) == ([1, 2], [])


def test_nested_multi_map_keys_in_another_order() -> None:
    result = aikit.nested_multi_map(lambda leaves, _: leaves, [{"a": 1, "b": 2}, OrderedDict(b=3, a=4)])
    assert_same(result, {"a": [1, 4], "b": [2, 3]})


def test_nested_multi_map_index_chains() -> None:
    def negative(leaves: list[int], index: list[Any]) -> int:
        return -leaves[0]

    nest = {"a": [1, 2], "b": 3, "c": []}
    chosen = [["a", -1], ("b",)]
    assert aikit.nested_multi_map(negative, [nest], chosen) == {"a": [1, -2], "b": -3, "c": []}
    assert aikit.nested_multi_map(negative, [nest], chosen, to_apply=False) == {"a": [-1, 2], "b": 3, "c": []}
    assert aikit.nested_multi_map(negative, [nest], chosen, prune_unapplied=True) == {"a": [-2], "b": -3, "c": []}
    assert aikit.nested_multi_map(negative, [nest], [["a"]], to_apply=False, prune_unapplied=True) == {"b": -3, "c": []}
    assert aikit.nested_multi_map(negative, [nest], [["a"]]) == {"a": [-1, -2], "b": 3, "c": []}
    assert aikit.nested_multi_map(negative, [nest], []) == nest
    assert aikit.nested_multi_map(negative, [nest], [[]]) == {"a": [-1, -2], "b": -3, "c": []}
    assert aikit.nested_multi_map(negative, [nest], None, to_apply=False) == {"a": [-1, -2], "b": -3, "c": []}
    assert aikit.nested_multi_map(negative, [[1, (2,)]], [], prune_unapplied=True) == []
    assert aikit.nested_multi_map(negative, [1], [], prune_unapplied=True) is None


@pytest.mark.parametrize(
    ("two", "text"),
    [
        ([1], r"nests\[1\] has a list of 1 item at \[\], where \[0\] has a dict with the keys \['a'\]"),
        ({"b": [1]}, r"nests\[1\] has a dict with the keys \['b'\] at \[\]"),
        ({"a": [1], "b": 1}, r"nests\[1\] has a dict"),
        ({"a": [1, 2]}, r"nests\[1\] has a list of 2 items at \['a'\], where \[0\] has a list of 1 item"),
        ({"a": 1}, r"nests\[1\] has the leaf 1 at \['a'\], where"),
        ({"a": [[1]]}, r"nests\[1\] has a list of 1 item at \['a', 0\], where \[0\] has the leaf 1"),
    ],
)
def test_nested_multi_map_structures(two: Any, text: str) -> None:
    calls: list[Any] = []
    with pytest.raises(AikitStructureError, match=f"^nested_multi_map: {text}"):
        aikit.nested_multi_map(lambda *args: calls.append(args), [{"a": [1]}, two])
    assert calls == []


# ------------------------------------------------------------------------------------------------ map


def test_map() -> None:
    def weighted(x: float, y: float = 0.0, w: float = 1.0) -> float:
        return w * x + y

    assert aikit.map(weighted, unique={"x": [1, 2]}) == [1, 2]
    assert aikit.map(weighted, {"w": 2}, {"x": [1, 2], "y": (10, 20)}) == [12, 24]
    assert aikit.map(weighted, {"w": 2}, {"x": [1, 2], "y": (10, 20)}, mean=True) == 18.0
    assert aikit.map(weighted, unique={"x": []}) == []
    assert aikit.map(weighted, unique={"x": range(3)}) == [0, 1, 2]


def test_map_mean_of_nests() -> None:
    result = aikit.map(lambda x: {"a": x, "b": (x * x,)}, unique={"x": [1, 3]}, mean=True)
    assert_same(result, {"a": 2.0, "b": (5.0,)})


def test_map_over_arrays(backend: str, xp: Any) -> None:
    rows = xp.asarray([[1.0, 2.0], [3.0, 6.0]])
    results = aikit.map(lambda x, y: x + y, {"y": 1.0}, {"x": rows})
    assert [aikit.to_list(result) for result in results] == [[2.0, 3.0], [4.0, 7.0]]
    mean = aikit.map(lambda x: x, unique={"x": rows}, mean=True)
    assert (mean.backend, aikit.to_list(mean)) == (backend, [2.0, 4.0])


def test_map_mean_of_narrow_integers(xp: Any) -> None:
    mean = aikit.map(lambda x: x, unique={"x": [xp.asarray(100, dtype="int8")] * 3}, mean=True)
    assert (mean.dtype, aikit.to_scalar(mean)) == ("float32", 100.0)


# ------------------------------------------------------------------------------------------------ changes at indices


@pytest.mark.parametrize("index", INDICES, ids=str)
def test_set_nest_at_index(index: list[Any]) -> None:
    nest = example()
    result = aikit.set_nest_at_index(nest, index, "new", shallow=False)
    assert_same(nest, example())
    assert aikit.all_nested_indices(result) == INDICES
    assert [get(result, i) for i in INDICES] == ["new" if i == index else get(nest, i) for i in INDICES]
    assert type(result["a"]) is Point
    assert aikit.set_nest_at_index(nest, index, "new") is nest
    assert_same(nest, result)


def test_set_copies_all() -> None:
    """What the changed copy holds beside the place is a copy too."""
    nest = {"a": [1], "b": [[2]], "c": Row([[3]])}
    result = aikit.set_nest_at_index(nest, ["a", 0], 0, shallow=False)
    result["b"][0].append(0)
    result["c"][0].append(0)
    assert nest == {"a": [1], "b": [[2]], "c": [[3]]}


def test_set_in_derived_classes() -> None:
    nest = [Row([1]), Pair((2,))]
    row = nest[0]
    assert_same(aikit.set_nest_at_indices(nest, [[0, 0], [1, 0]], [8, 9]), [Row([8]), Pair((9,))])
    assert nest[0] is row


def test_set_at_the_root_and_at_a_new_key() -> None:
    nest = {"a": 1}
    assert aikit.set_nest_at_index(nest, [], 5) == 5
    assert aikit.set_nest_at_index(nest, ["b"], 5, shallow=False) == {"a": 1, "b": 5}
    assert list(aikit.set_nest_at_index(nest, ["A"], 5)) == ["a", "A"]
    assert_same(aikit.set_nest_at_index((1, 2), [-1], 5), (1, 5))


@given(st.data(), nests, leaves_)
def test_set_and_index(data: st.DataObject, nest: Any, value: Any) -> None:
    before = copy.deepcopy(nest)
    index = data.draw(st.sampled_from(aikit.all_nested_indices(nest, include_nests=True)))
    old = aikit.index_nest(nest, index)
    result = aikit.set_nest_at_index(nest, index, value, shallow=False)
    assert_same(aikit.index_nest(result, index), value)
    assert_same(nest, before)
    assert_same(aikit.set_nest_at_index(result, index, old, shallow=False), before)
    assert_same(aikit.map_nest_at_index(nest, index, lambda _: value, shallow=False), result)
    assert_same(aikit.set_nest_at_index(nest, index, value), result)


@given(nests)
def test_set_all_leaves(nest: Any) -> None:
    indices = aikit.all_nested_indices(nest)
    expected = aikit.nested_map(repr, nest, shallow=False)
    values = [repr(leaf) for leaf in aikit.multi_index_nest(nest, indices)]
    assert_same(aikit.set_nest_at_indices(nest, indices, values, shallow=False), expected)
    assert_same(aikit.map_nest_at_indices(nest, indices, repr, shallow=False), expected)
    assert_same(aikit.set_nest_at_indices(nest, indices, values), expected)


def test_set_nest_at_indices() -> None:
    nest = example()
    result = aikit.set_nest_at_indices(nest, [["b", 1, 0], ["b", 1, 1], ["new"]], ["x", "y", 0], shallow=False)
    assert_same(result, {"b": [1, ("x", "y")], "a": Point(4, {"z": 5}), 7: [], "new": 0})
    assert_same(nest, example())
    assert aikit.set_nest_at_indices(nest, (("a",), ["a", 0]), ([1], 2)) is nest
    assert nest["a"] == [2]


def test_map_nest_at_index() -> None:
    nest = example()
    assert aikit.map_nest_at_index(nest, ["b", 1, 0], lambda x: x + 40, shallow=False)["b"] == [1, (42, 3)]
    assert aikit.map_nest_at_index(nest, ["b"], len, shallow=False)["b"] == 2
    assert aikit.map_nest_at_index(nest, [], len) == 3
    assert_same(nest, example())
    assert aikit.map_nest_at_index(nest, ["a", 1, "z"], str) is nest
    assert_same(nest["a"], Point(4, {"z": "5"}))


def test_map_nest_at_indices() -> None:
    nest = example()
    assert aikit.map_nest_at_indices(nest, [["b", 0], ["b", 0], ["a", 0]], lambda x: x + 1, shallow=False) == {
        **example(),
        "b": [3, (2, 3)],
        "a": (5, {"z": 5}),
    }
    assert_same(nest, example())
    assert aikit.map_nest_at_indices(nest, [], len) is nest


def test_insert() -> None:
    nest = example()
    assert aikit.insert_into_nest_at_index(nest, ["b", 1, 2], "x") is nest
    assert aikit.insert_into_nest_at_index(nest, ["b", 0], "y") is nest
    assert aikit.insert_into_nest_at_index(nest, ["a", 1, "k"], "z") is nest
    assert_same(nest, {"b": ["y", 1, (2, 3, "x")], "a": Point(4, {"z": 5, "k": "z"}), 7: []})
    assert aikit.insert_into_nest_at_index([1, 2], [-1], 0) == [1, 0, 2]
    assert aikit.insert_into_nest_at_index([], [0], 1) == [1]
    assert_same(aikit.insert_into_nest_at_index((1,), [0], 0), (0, 1))
    assert aikit.insert_into_nest_at_indices([1, 2], [[0], [0], [4]], [8, 9, 7]) == [9, 8, 1, 2, 7]


def test_prune() -> None:
    nest = example()
    assert aikit.prune_nest_at_index(nest, ["b", 1, -1]) is nest
    assert aikit.prune_nest_at_index(nest, [7]) is nest
    assert_same(nest, {"b": [1, (2,)], "a": Point(4, {"z": 5})})
    assert_same(aikit.prune_nest_at_index((1, 2), [0]), (2,))


def test_prune_at_indices() -> None:
    """All indices count in the nest as it was; doubles, and those within what goes too, are no errors."""
    nest = {"a": [0, 1, [2, 3], 4], "b": {"c": 1, 2: 2, None: 3}}
    indices = [["a", 0], ["a", -1], ["a", 3], ["a", 2, 0], ["a", 2], ["b", None], ["b", "c"]]
    for order in (indices, indices[::-1]):
        trial = aikit.copy_nest(nest)
        assert aikit.prune_nest_at_indices(trial, order) is trial
        assert trial == {"a": [1], "b": {2: 2}}
    assert aikit.prune_nest_at_indices((1, (2, 3), 4), [[1, 0], [0]]) == ((3,), 4)


@given(st.data(), nests.filter(lambda nest: isinstance(nest, (list, dict))))
def test_prune_some(data: st.DataObject, nest: Any) -> None:
    nest = aikit.copy_nest(nest, to_mutable=True)
    indices = leaf_indices(nest)
    chosen = data.draw(st.lists(st.sampled_from(indices), unique_by=repr) if indices else st.just([]))
    kept = [get(nest, index) for index in indices if index not in chosen]
    result = aikit.prune_nest_at_indices(nest, chosen)
    assert result is nest
    assert [get(result, index) for index in leaf_indices(result)] == kept


@given(st.data(), nests)
def test_insert_and_prune(data: st.DataObject, nest: Any) -> None:
    places = aikit.nested_argwhere(nest, lambda x: type(x) in (list, tuple), check_nests=True)
    if places:
        before = copy.deepcopy(nest)
        index = data.draw(st.sampled_from(places))
        index.append(data.draw(st.integers(0, len(get(nest, index)))))
        nest = aikit.insert_into_nest_at_index(nest, index, "new")
        assert aikit.index_nest(nest, index) == "new"
        assert_same(aikit.prune_nest_at_index(nest, index), before)


def test_prune_empty() -> None:
    nest = {"a": [], "b": [1, {}, [(), [[]]], None], "c": {"d": ()}, "e": (2, ()), "f": 0, "g": ""}
    assert aikit.prune_empty(nest) is nest
    assert_same(nest, {"b": [1, None], "e": (2,), "f": 0, "g": ""})
    assert_same(aikit.prune_empty([Point([[]], 1), Point([], ())]), [Point([], 1)])
    assert aikit.prune_empty([[]]) == []
    assert aikit.prune_empty(()) == ()
    assert aikit.prune_empty(5) == 5


@given(nests)
def test_prune_empty_keeps_the_leaves(nest: Any) -> None:
    kept = [get(nest, index) for index in leaf_indices(nest)]
    result = aikit.prune_empty(nest)
    assert [get(result, index) for index in leaf_indices(result)] == kept
    assert_same(aikit.prune_empty(aikit.copy_nest(result)), result)


# ------------------------------------------------------------------------------------------------ errors

NOWHERE: dict[str, tuple[Any, type[Exception], str]] = {
    "no such key": (["z"], AikitIndexError, r"'z' is not in a dict with the keys .* at \[\]; aikit.all_nested_indices"),
    "no such item": (["b", 2], AikitIndexError, r"2 is not in a list of 2 items at \['b'\]"),
    "negative": (["b", -3], AikitIndexError, r"-3 is not in a list of 2 items"),
    "below a leaf": (["b", 0, 0], AikitIndexError, r"0 is not in the leaf (1|0|'1') at \['b', 0\]"),
    "no such way": (["z", 0], AikitIndexError, r"'z' is not in"),
    "empty": ([7, 0, 0], AikitIndexError, r"0 is not in a list of 0 items"),
    "key of a list": (["b", "z"], AikitTypeError, r"the part 'z', a str, for a list of 2 items at \['b'\]; .* int"),
    "unhashable": ([["b"]], AikitTypeError, r"the part \['b'\], a list, for a dict .*hashable"),
    "str": ("b", AikitTypeError, r"'b' is a str; an index is a list or tuple"),
    "int": (3, AikitTypeError, r"3 is a int; an index is a list or tuple"),
}

AT_INDEX: dict[str, Any] = {
    "index_nest": lambda nest, index: aikit.index_nest(nest, index),
    "set_nest_at_index": lambda nest, index: aikit.set_nest_at_index(nest, index, 0),
    "map_nest_at_index": lambda nest, index: aikit.map_nest_at_index(nest, index, str),
    "insert_into_nest_at_index": lambda nest, index: aikit.insert_into_nest_at_index(nest, index, 0),
    "prune_nest_at_index": lambda nest, index: aikit.prune_nest_at_index(nest, index),
}
GOOD = ["b", 0]
"""An index that is used before the bad one, to see that nothing remains of what it did."""
AT_INDICES: dict[str, Any] = {
    "multi_index_nest": lambda nest, index: aikit.multi_index_nest(nest, [GOOD, index]),
    "set_nest_at_indices": lambda nest, index: aikit.set_nest_at_indices(nest, [GOOD, ["b", 1, 0], index], [0, 0, 0]),
    "map_nest_at_indices": lambda nest, index: aikit.map_nest_at_indices(nest, [GOOD, ["a", 1, "z"], index], str),
    "insert_into_nest_at_indices": lambda nest, index: aikit.insert_into_nest_at_indices(
        nest, [["new"], index], [1, 0]
    ),
    "prune_nest_at_indices": lambda nest, index: aikit.prune_nest_at_indices(nest, [GOOD, index]),
    "nested_multi_map": lambda nest, index: aikit.nested_multi_map(lambda leaves, _: 0, [nest], [GOOD, index]),
}


@pytest.mark.parametrize("name", [*AT_INDEX, *AT_INDICES])
@pytest.mark.parametrize("case", NOWHERE)
def test_index_that_leads_nowhere(name: str, case: str) -> None:
    index, error, text = NOWHERE[case]
    if case == "no such key" and name.startswith("set_"):
        pytest.skip("a new key of a dict can be set")
    if case == "no such key" and name.startswith("insert_"):
        pytest.skip("and inserted")
    if case == "no such item" and name.startswith("insert_"):
        index, text = ["b", 3], "3 is not in a list of 2 items"
    nest = example()
    parts = [nest["b"], nest["a"], nest["a"].y]
    argument = "index" if name in AT_INDEX else r"(indices|index_chains)\[[12]\]"
    with pytest.raises(error, match=f"^{name}: {argument}=.*{text}") as caught:
        (AT_INDEX | AT_INDICES)[name](nest, index)
    assert type(caught.value) is error
    assert_same(nest, example())
    for one, two in zip([nest["b"], nest["a"], nest["a"].y], parts, strict=True):
        assert one is two or isinstance(one, tuple)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda n: aikit.nested_map(3, n), AikitTypeError, "nested_map: fn=3 is a int, which cannot be called"),
        (lambda n: aikit.nested_any(n, 3), AikitTypeError, "nested_any: fn=3 "),
        (lambda n: aikit.nested_argwhere(n, None), AikitTypeError, "nested_argwhere: fn=None "),
        (lambda n: aikit.nested_multi_map("f", [n]), AikitTypeError, "nested_multi_map: func='f' "),
        (lambda n: aikit.map(n), AikitTypeError, "map: fn="),
        (lambda n: aikit.map_nest_at_index(n, [7], 3), AikitTypeError, "map_nest_at_index: fn=3 "),
        (lambda n: aikit.map_nest_at_indices(n, [[7]], 3), AikitTypeError, "map_nest_at_indices: fn=3 "),
        (lambda n: aikit.nested_map(str, n, to_ignore="dict"), AikitTypeError, "nested_map: to_ignore='dict' is no cl"),
        (lambda n: aikit.nested_argwhere(n, str, to_ignore=[3]), AikitTypeError, r"nested_argwhere: to_ignore=\[3\] "),
        (
            lambda n: aikit.nested_argwhere(n, str, stop_after_n_found=-1),
            AikitValueError,
            "nested_argwhere: stop_after_n_found=-1 is negative",
        ),
        (
            lambda n: aikit.nested_argwhere(n, str, stop_after_n_found=1.5),
            AikitTypeError,
            "nested_argwhere: stop_after_n_found=1.5 is a float",
        ),
        (
            lambda n: aikit.multi_index_nest(n, "b"),
            AikitTypeError,
            "multi_index_nest: indices='b' is a str; pass a list",
        ),
        (lambda n: aikit.prune_nest_at_indices(n, [7]), AikitTypeError, r"prune_nest_at_indices: indices\[0\]=7 "),
        (
            lambda n: aikit.set_nest_at_indices(n, [[7]], [1, 2]),
            AikitValueError,
            r"set_nest_at_indices: values=\[1, 2\] has length 2 and indices has 1",
        ),
        (lambda n: aikit.set_nest_at_indices(n, [[7]], 1), AikitTypeError, "set_nest_at_indices: values=1 is a int"),
        (
            lambda n: aikit.insert_into_nest_at_indices(n, [["x"], ["y"]], [1]),
            AikitValueError,
            "insert_into_nest_at_indices: values=",
        ),
        (
            lambda n: aikit.insert_into_nest_at_index(n, ["b"], 1),
            AikitValueError,
            r"insert_into_nest_at_index: index=\['b'\] has at \[\] a dict with the key 'b' already; .*set_nest_at_index",
        ),
        (
            lambda n: aikit.insert_into_nest_at_indices(n, [["x"], ["x"]], [1, 2]),
            AikitValueError,
            r"insert_into_nest_at_indices: indices\[1\]=\['x'\] has .* already",
        ),
        (
            lambda n: aikit.insert_into_nest_at_index(n, ["a", 0], 1),
            AikitValueError,
            r"insert_into_nest_at_index: Point\(.*\) is a named tuple",
        ),
        (lambda n: aikit.insert_into_nest_at_index(n, [], 1), AikitIndexError, r".*: index=\[\] is the nest itself"),
        (lambda n: aikit.prune_nest_at_index(n, []), AikitIndexError, r".*: index=\[\] is the nest itself"),
        (lambda n: aikit.prune_nest_at_indices(n, [[7], []]), AikitIndexError, r".*: indices\[1\]=\[\] is the nest"),
        (lambda n: aikit.prune_nest_at_indices(n, [["b", 0], ["a", 0]]), AikitValueError, "prune_nest_at_indices: Poi"),
        (lambda n: aikit.nested_multi_map(max, n), AikitTypeError, "nested_multi_map: nests=.* is a dict; pass a list"),
        (lambda n: aikit.nested_multi_map(max, []), AikitValueError, r"nested_multi_map: nests=\[\] has no nest"),
        (
            lambda n: aikit.nested_multi_map(lambda *_: 0, [n], [["a", 0]], prune_unapplied=True),
            AikitValueError,
            "nested_multi_map: Point",
        ),
        (lambda n: aikit.map(str), AikitValueError, "map: unique=None names no argument"),
        (lambda n: aikit.map(str, unique=[1]), AikitTypeError, r"map: unique=\[1\] is no dict"),
        (lambda n: aikit.map(str, unique={1: [1]}), AikitTypeError, "map: unique=.* is no dict of keyword"),
        (lambda n: aikit.map(str, constant=3, unique={"x": []}), AikitTypeError, "map: constant=3 is no dict"),
        (lambda n: aikit.map(str, unique={"x": 3}), AikitTypeError, r"map: unique\['x'\]=3 is a int; pass the list"),
        (lambda n: aikit.map(str, unique={"x": "ab"}), AikitTypeError, r"map: unique\['x'\]='ab' is a str"),
        (
            lambda n: aikit.map(str, unique={"x": [1], "y": [1, 2]}),
            AikitValueError,
            "map: unique has lists of the lengths {'x': 1, 'y': 2}",
        ),
        (
            lambda n: aikit.map(str, constant={"x": 1}, unique={"x": [1]}),
            AikitValueError,
            "map: constant and unique both have 'x'",
        ),
        (
            lambda n: aikit.map(lambda x: x, unique={"x": []}, mean=True),
            AikitValueError,
            "map: mean=True, and there is no result",
        ),
        (
            lambda n: aikit.map(lambda x: [x], unique={"x": ["a", "b"]}, mean=True),
            AikitTypeError,
            r"map: mean=True, and fn gave \['a', 'b'\] at \[0\], which has no mean",
        ),
        (
            lambda n: aikit.map(lambda x: [x] * x, unique={"x": [1, 2]}, mean=True),
            AikitStructureError,
            r"map: mean=True, and results\[1\] has a list of 2 items at \[\], where \[0\] has",
        ),
    ],
)
def test_refused(call: Any, error: type[Exception], text: str) -> None:
    nest = example()
    with pytest.raises(error, match=f"^{text}") as caught:
        call(nest)
    assert type(caught.value) is error
    assert_same(nest, example())


def test_exceptions_of_callbacks_pass_and_nothing_is_changed() -> None:
    def failing(x: Any) -> Any:
        if x == 3:
            raise KeyError("mine")
        return -x

    for call in (
        lambda nest: aikit.nested_map(failing, nest),
        lambda nest: aikit.map_nest_at_index(nest, ["b", 1, 1], failing),
        lambda nest: aikit.map_nest_at_indices(nest, INDICES, failing),
        lambda nest: aikit.nested_multi_map(lambda leaves, _: failing(leaves[0]), [nest]),
    ):
        nest = example()
        with pytest.raises(KeyError, match="mine") as caught:
            call(nest)
        assert type(caught.value) is KeyError
        assert_same(nest, example())


@settings(max_examples=50)
@given(st.data(), nests)
def test_a_failure_takes_back_what_was_done(data: st.DataObject, nest: Any) -> None:
    before = copy.deepcopy(nest)
    indices = data.draw(st.lists(st.sampled_from(aikit.all_nested_indices(nest, include_nests=True)), max_size=4))
    indices = [index for index in indices if index]
    with pytest.raises((AikitIndexError, AikitTypeError)):
        aikit.set_nest_at_indices(nest, [*indices, ["no", "such", "place"]], ["new"] * (len(indices) + 1))
    assert_same(nest, before)
