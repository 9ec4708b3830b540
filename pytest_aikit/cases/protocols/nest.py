"""Functions of nests, with arrays as leaves."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import aikit
from pytest_aikit.cases.protocols.declaring import protocol

if TYPE_CHECKING:
    from aikit import Array


@protocol("nested_map", "nested_multi_map", backend_rule="set")
def mapped(x: Array, /) -> tuple[Array, ...]:
    y = x[..., 1:]
    one = aikit.nested_map(lambda leaf: leaf[..., ::-1], {"a": [x, (y,)], "b": x})
    nests = [{"a": x, "b": [y]}, {"a": y, "b": [x]}]
    two, three = (aikit.nested_multi_map(lambda leaves, _: leaves[1], nests, chains) for chains in (None, [["a"]]))
    return one["a"][0], one["a"][1][0], one["b"], two["a"], two["b"][0], three["a"], three["b"][0]


@protocol("index_nest", "multi_index_nest", "all_nested_indices", "nested_argwhere", "nested_any", backend_rule="set")
def indexed(x: Array, /) -> tuple[Array, ...]:
    y = x[..., 1:]
    nest = {"a": [x], "b": {"c": y}}
    long = [x, x, y, x, x]
    places = aikit.nested_argwhere(nest, lambda leaf: leaf is y)
    found = y if aikit.nested_any(nest, lambda leaf: leaf is y) else x
    return (
        *aikit.multi_index_nest(nest, aikit.all_nested_indices(nest)),
        aikit.index_nest(nest, places[0]),
        found,
        *aikit.multi_index_nest(long, [[-3], (-5,), [2]]),
    )


@protocol(
    "set_nest_at_index", "set_nest_at_indices", "map_nest_at_index", "map_nest_at_indices", "copy_nest",
    "insert_into_nest_at_index", "insert_into_nest_at_indices", "prune_nest_at_index", "prune_nest_at_indices",
    backend_rule="set",
)  # fmt: skip
def changed(x: Array, /) -> tuple[Array, ...]:
    y = x[..., 1:]
    nest: Any = {"a": [x, x], "b": {"c": x}, "d": [x, x, y]}
    copied: Any = aikit.copy_nest(nest)
    aikit.set_nest_at_index(nest, ["a", 0], y)
    aikit.set_nest_at_indices(nest, [["b", "c"]], [y])
    aikit.map_nest_at_index(nest, ["a", 1], lambda leaf: leaf[..., ::-1])
    aikit.map_nest_at_indices(copied, [["a", 0]], lambda leaf: leaf[..., ::-1])
    aikit.insert_into_nest_at_index(copied, ["a", 0], y)
    aikit.insert_into_nest_at_indices(nest, [["a", 2]], [y])
    aikit.prune_nest_at_index(nest, ["d", 0])
    aikit.prune_nest_at_indices(nest, [["d", 0]])
    with contextlib.suppress(aikit.AikitIndexError):  # which takes back the first of both
        aikit.set_nest_at_indices(nest, [["e"], ["nowhere", 0]], [x, x])
    (at_last,) = nest.pop("d")
    return *nest.pop("a"), nest.pop("b")["c"], at_last, *copied["a"], copied["b"]["c"], *nest.values()
