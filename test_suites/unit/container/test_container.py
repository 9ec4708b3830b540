"""Containers: keys, leaves, printing, files, and the methods that begin with ``cont_``."""

from __future__ import annotations

import copy
import inspect
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aikit
from aikit import Container
from aikit.core.records import REGISTRY
from aikit.exceptions import AikitStructureError, AikitTypeError, AikitValueError


def nested() -> Container:
    return Container(a={"b": 1, "c": {"d": 2.5}}, e=3)


# ------------------------------------------------------------------------------------------------ keys


def test_construction() -> None:
    for made in (
        Container({"a": {"b": 1, "c": {"d": 2.5}}, "e": 3}),
        Container([("a", {"b": 1, "c": {"d": 2.5}}), ("e", 3)]),
        Container({"a/b": 1, "a/c/d": 2.5}, e=3),
        Container(nested()),
    ):
        assert Container.cont_identical([made, nested()])
        assert type(made.a) is type(made.a.c) is Container
        assert isinstance(made, dict)


def test_access() -> None:
    c = nested()
    assert c.a.b == c["a"]["b"] == c["a/b"] == c.get("a/b") == 1
    assert "a/c/d" in c and "a/x" not in c and 3 not in c and "e/x" not in c
    assert c.get("a/x", 7) == 7
    with pytest.raises(KeyError, match=r"there is no 'a/x': a has 'b', 'c'"):
        _ = c["a/x"]
    with pytest.raises(KeyError, match="e is a leaf"):
        _ = c["e/x"]
    with pytest.raises(AttributeError, match="no key 'x'; it has 'a', 'e'"):
        _ = c.x
    assert "a" in dir(c)


def test_setting() -> None:
    c = nested()
    c["a/c/d"] = 9
    c["x/y/z"] = 1
    c.f = {"g": 2}
    c.a.b += 1
    assert c.cont_to_dict() == {"a": {"b": 2, "c": {"d": 9}}, "e": 3, "x": {"y": {"z": 1}}, "f": {"g": 2}}
    assert type(c.f) is Container
    with pytest.raises(AikitStructureError, match="'e/x' cannot be set, for 'e' is a leaf"):
        c["e/x"] = 1
    with pytest.raises(AttributeError, match=r"add is a method of Container; set the key with c\['add'\]"):
        c.add = 3
    c["add"] = 3
    assert c["add"] == 3 and callable(c.add)
    with pytest.raises(AikitTypeError, match="keys are strings"):
        Container({1: 2})
    with pytest.raises(AikitTypeError, match="empty part"):
        _ = c["a//b"]


def test_removing() -> None:
    c = nested()
    del c["a/c"]
    del c.e
    assert c.cont_to_dict() == {"a": {"b": 1}}
    assert c.pop("a/b") == 1 and c.pop("a/b", None) is None and c.setdefault("q/r", 4) == 4
    with pytest.raises(KeyError):
        c.pop("nothing")


def test_other_indices_go_to_the_leaves(xp: Any) -> None:
    c = Container(a=xp.asarray([[1.0, 2.0], [3.0, 4.0]]), b={"c": xp.asarray([[5.0, 6.0]])})
    assert aikit.to_list(c[0].a) == [1.0, 2.0] and aikit.to_list(c[:, 1].b.c) == [6.0]
    c[0] = 9.0
    assert aikit.to_list(c.a) == [[9.0, 9.0], [3.0, 4.0]] and aikit.to_list(c.b.c) == [[9.0, 9.0]]
    assert aikit.to_list(c[Container(a=1, b=0)].a) == [3.0, 4.0]


def test_printing() -> None:
    c = Container(a=aikit.asarray([[1.0, 2.0], [3.0, 4.0]]), b="x", c={}, d={"e": None})
    assert repr(c).split("\n") == [
        "{",
        "    a: aikit.Array([[1., 2.],",
        "                    [3., 4.]], dtype=float32, backend='numpy')",
        "    b: 'x'",
        "    c: {}",
        "    d: {",
        "        e: None",
        "    }",
        "}",
    ]


# ------------------------------------------------------------------------------------------------ operators


def test_operators_on_plain_leaves() -> None:
    c = Container(a=7, b={"c": 2})
    assert (c - 1).cont_to_dict() == {"a": 6, "b": {"c": 1}}
    assert (14 // c).cont_to_dict() == {"a": 2, "b": {"c": 7}}
    assert (-c).cont_to_dict() == {"a": -7, "b": {"c": -2}}
    assert (c**2 % 5).cont_to_dict() == {"a": 4, "b": {"c": 4}}
    assert (c > 2).cont_to_dict() == {"a": True, "b": {"c": False}}
    assert (c == Container(a=7, b=3)).cont_to_dict() == {"a": True, "b": {"c": False}}
    assert (c | 8).cont_to_dict() == {"a": 15, "b": {"c": 10}}
    assert abs(-c).cont_all_true() and type((c / 2).a) is float


def test_in_place_operators_rebind() -> None:
    c = kept = Container(a=1)
    c += 1
    assert (c.a, kept.a) == (2, 1)


def test_operators_with_arrays(xp: Any) -> None:
    c, x = Container(a=xp.asarray([1.0, 2.0])), xp.asarray([3.0, 4.0])
    for result in (x - c, xp.subtract(x, c)):
        assert aikit.to_list(result.a) == [2.0, 2.0]
    assert aikit.to_list((c @ x).a) == 11.0


def test_native_arrays_leave_operators_to_containers() -> None:
    result = np.ones(2) + Container(a=1.0)
    assert type(result) is Container and aikit.to_list(result.a) == [2.0, 2.0]


# ------------------------------------------------------------------------------------------------ functions


def test_nestable_functions_have_both_forms() -> None:
    nestable = [function for function in REGISTRY.values() if function.nestable]
    assert len(nestable) > 150
    for function in nestable:
        static = inspect.getattr_static(Container, f"static_{function.name}")
        assert isinstance(static, staticmethod)
        assert (function.name in dir(Container)) >= function.has_method
    assert not hasattr(Container, "static_asarray")


def test_out(xp: Any) -> None:
    x = Container(a=xp.asarray([1.0, 2.0]), b=xp.asarray(3.0))
    out = Container(a=xp.zeros(2), b=xp.zeros(()))
    kept = out.a
    assert xp.add(x, 1, out=out) is out
    assert aikit.to_list(kept) == [2.0, 3.0] and aikit.to_list(out.b) == 4.0


def test_error_names_the_leaf(xp: Any) -> None:
    x = Container(a=xp.ones(2), b={"c": xp.ones(3)})
    with pytest.raises(aikit.AikitBroadcastShapeError) as caught:
        xp.add(x, xp.ones(2))
    assert caught.value.__notes__ == ["for the leaf 'b/c' of the containers"]


def test_lists_of_containers(xp: Any) -> None:
    x = Container(a=xp.ones(2), b=xp.ones(1))
    assert xp.concat([x, x]).a.shape == (4,)
    assert x.concat([x]).b.shape == (2,) if hasattr(x, "concat") else True


def test_not_nestable(xp: Any) -> None:
    with pytest.raises(AikitTypeError):
        xp.asarray(Container(a=1))


def test_results_that_are_no_tuple_of_containers(xp: Any) -> None:
    with pytest.raises(AikitStructureError, match="unstack: the leaves give 1 to 2 arrays"):
        xp.unstack(Container(a=xp.ones(2), b=xp.ones(1)))


# ------------------------------------------------------------------------------------------------ cont_


def test_map() -> None:
    c = nested()
    assert c.cont_map(lambda leaf, chain: chain).cont_to_flat_list() == ["a/b", "a/c/d", "e"]
    double = lambda leaf, chain: leaf * 2  # noqa: E731
    assert c.cont_map(double, "a").cont_to_flat_list() == [2, 5.0, 3]
    assert c.cont_map(double, ["a/c", "e"], to_apply=False).cont_to_flat_list() == [2, 2.5, 3]
    assert c.cont_map(double, "a/b", prune_unapplied=True).cont_to_dict() == {"a": {"b": 2}}
    # a node that was empty is none that has become so
    with_nothing = Container(a=1, b={}, d={"e": 2})
    assert with_nothing.cont_map(double, "a", prune_unapplied=True).cont_to_dict() == {"a": 2, "b": {}}
    listed = Container(a=[1, 2], b=(3,))
    assert listed.cont_map(double, map_sequences=True).cont_to_dict() == {"a": [2, 4], "b": (6,)}
    assert Container.cont_multi_map(lambda items, chain: sum(items), [c, Container(a=1, e=2)]).cont_to_flat_list() == [
        2, 3.5, 5,
    ]  # fmt: skip


def test_key_chains() -> None:
    c = nested()
    assert c.cont_at_key_chains(["a/c", "e"]).cont_to_dict() == {"a": {"c": {"d": 2.5}}, "e": 3}
    assert c.cont_at_keys("d").cont_to_dict() == {"a": {"c": {"d": 2.5}}}
    assert c.cont_set_at_key_chain("a/b", 5).a.b == 5 and c.a.b == 1
    assert c.cont_set_at_key_chain("a/b", 5, inplace=True) is c and c.a.b == 5
    assert c.cont_set_at_key_chains({"a/b": 6, "e": 7}).cont_to_flat_list() == [6, 2.5, 7]
    assert c.cont_prune_key_chain("a/c").cont_to_dict() == {"a": {"b": 5}, "e": 3}
    assert c.cont_prune_key_chains(["a", "e"]).cont_to_dict() == {}
    assert c.cont_prune_keys(["d", "e"]).cont_to_dict() == {"a": {"b": 5}}
    assert Container(a={}, b={"c": {}}, d=1).cont_prune_empty().cont_to_dict() == {"d": 1}
    with pytest.raises(KeyError):
        c.cont_prune_key_chain("a/x")


def test_flattening_key_chains() -> None:
    flat = nested().cont_flatten_key_chains()
    assert dict(flat.items()) == {"a__b": 1, "a__c__d": 2.5, "e": 3}
    assert Container.cont_identical([flat.cont_unflatten_key_chains(), nested()])


def test_lists_and_iterators() -> None:
    c = nested()
    assert list(c.cont_to_iterator()) == [("a/b", 1), ("a/c/d", 2.5), ("e", 3)]
    assert c.cont_from_flat_list([7, 8, 9]).cont_to_dict() == {"a": {"b": 7, "c": {"d": 8}}, "e": 9}
    with pytest.raises(AikitValueError, match="2 values for 3 leaves"):
        c.cont_from_flat_list([1, 2])
    assert list(Container(b=1, a={"d": 1, "c": 2}).cont_sort_by_key().cont_to_iterator_keys()) == ["a/c", "a/d", "b"]


def test_cutting_off() -> None:
    c = nested()
    assert c.cont_max_depth == 3
    assert c.cont_cutoff_at_depth(1).cont_to_dict() == {"a": {}, "e": 3}
    assert c.cont_cutoff_at_depth(2).cont_to_dict() == {"a": {"b": 1, "c": {}}, "e": 3}
    assert c.cont_cutoff_at_depth(9).cont_to_dict() == c.cont_to_dict()
    assert c.cont_cutoff_at_height(0).cont_to_dict() == c.cont_to_dict()
    assert c.cont_cutoff_at_height(1).cont_to_dict() == {"a": {"b": 1, "c": {}}, "e": 3}
    assert c.cont_cutoff_at_height(3).cont_to_dict() == {}
    with pytest.raises(AikitValueError, match="depth=-1"):
        c.cont_cutoff_at_depth(-1)


def test_combining_and_differences() -> None:
    one, two = Container(a={"b": 1, "c": 2}), Container(a={"c": 3}, d=4)
    assert Container.cont_combine(one, two).cont_to_dict() == {"a": {"b": 1, "c": 3}, "d": 4}
    assert Container.cont_diff(one, two).cont_to_dict() == {
        "a": {"b": {"diff_0": 1}, "c": {"diff_0": 2, "diff_1": 3}}, "d": {"diff_1": 4},
    }  # fmt: skip
    assert Container.cont_diff(one, one, mode="diff_only").cont_to_dict() == {}
    assert Container.cont_diff(one, two, mode="same_only").cont_to_dict() == {}
    assert Container.cont_structural_diff(one, Container(a={"b": 5, "c": 6}), mode="diff_only").cont_to_dict() == {}
    shapes = Container(a=aikit.ones(2)), Container(a=aikit.ones(3))
    assert list(Container.cont_structural_diff(*shapes).a) == ["diff_0", "diff_1"]
    with pytest.raises(AikitValueError, match="mode='x'"):
        Container.cont_diff(one, two, mode="x")  # type: ignore[arg-type]


def test_identity(xp: Any) -> None:
    one, two = Container(a=xp.ones(2), b={"c": 1}), Container(a=xp.zeros(2), b={"c": 1})
    assert Container.cont_identical_structure([one, two]) and Container.cont_identical_array_shapes([one, two])
    assert not Container.cont_identical([one, two]) and Container.cont_identical([one, copy.deepcopy(one)])
    same = [Container(a=xp.asarray([complex("nan")], dtype="complex64")) for _ in range(2)]
    assert Container.cont_identical(same)
    Container.cont_assert_identical_structure([one, two])
    with pytest.raises(AikitStructureError, match="'a' differs in containers 1 and 2"):
        Container.cont_assert_identical([one, two])
    with pytest.raises(AikitStructureError, match="'b' is a leaf in one of containers 1 and 2"):
        Container.cont_assert_identical_structure([one, Container(a=1, b=2)])
    with pytest.raises(AikitStructureError, match="'a' differs"):
        Container.cont_assert_identical_array_shapes([one, Container(a=xp.ones(3), b={"c": 1})])
    with pytest.raises(AikitStructureError, match="'b/c' is in container 1 and not in container 2"):
        Container.cont_assert_identical_structure([one, Container(a=1, b={})])


def test_finding() -> None:
    c = nested()
    assert c.cont_find_sub_container(Container(d=2.5)) == "a/c" and c.cont_find_sub_container(c) == ""
    assert c.cont_find_sub_container(Container(d=9)) is None and c.cont_find_sub_structure(Container(d=9)) == "a/c"
    assert c.cont_contains_sub_container(Container(d=2.5)) and not c.cont_contains_sub_structure(Container(x=1))


def test_stacks(xp: Any) -> None:
    c = Container(a=xp.asarray([[1.0, 2.0], [3.0, 4.0]]), b={"c": xp.asarray([5.0, 6.0])})
    parts = c.cont_unstack_conts()
    assert [aikit.to_list(part.a) for part in parts] == [[1.0, 2.0], [3.0, 4.0]]
    assert c.cont_unstack_conts(keepdims=True)[1].b.c.shape == (1,)
    assert aikit.to_list(Container.cont_list_stack(parts).b.c[1]) == 6.0
    assert aikit.to_list(Container.cont_reduce(parts, aikit.add).a) == [4.0, 6.0]
    joined = Container.cont_unify([c, c])
    assert joined.b.c.shape == (4,) and aikit.to_list(Container.cont_unify([c, c], mode="mean").b.c) == [5.0, 6.0]
    with pytest.raises(AikitStructureError, match="lengths from 1 to 2"):
        Container(a=xp.ones(1), b=xp.ones(2)).cont_unstack_conts()


def test_questions(xp: Any) -> None:
    c = Container(a=xp.ones((2, 3)), b=1)
    assert c.cont_shapes.cont_to_dict() == {"a": (2, 3), "b": None} and c.cont_num_arrays == 1
    assert c.cont_all_true() and not c.cont_all_false() and (c * 0).cont_all_false()


def test_to_backend(backend: str, other_backend: str) -> None:
    c = Container(a=aikit.get_backend(backend).ones(2), b="text").cont_to_backend(other_backend)
    assert c.a.backend == other_backend and c.b == "text"


# ------------------------------------------------------------------------------------------------ copies, files


def test_copies(xp: Any) -> None:
    c = Container(a={"b": xp.ones(2)})
    shallow, deep, pickled = c.cont_copy(), c.cont_deep_copy(), pickle.loads(pickle.dumps(c))
    shallow["a/x"] = 1
    assert "a/x" not in c and shallow.a.b is c.a.b and deep.a.b is not c.a.b
    assert Container.cont_identical([c, deep, pickled]) and pickled.a.b.backend == c.a.b.backend


@pytest.mark.parametrize("format", ["hdf5", "npz", "json"])
def test_files(format: str, tmp_path: Path) -> None:
    if format == "hdf5":
        pytest.importorskip("h5py")
    arrays = {dtype: aikit.asarray(np.array([[0, 1, 1]]), dtype=dtype) for dtype in aikit.dtypes.DTYPES}
    c = Container(
        arrays=arrays, odd={"nan": aikit.asarray([float("nan"), -0.0, 1e-40])}, empty=aikit.ones((0, 3)), point=aikit.asarray(3),
        text="ü", none=None, number=0.1, inf=float("inf"), count=2**70, flag=True, listed=[1, aikit.ones(2)], nothing={},
    )  # fmt: skip
    path = tmp_path / "saved"
    c.cont_save(path, format=format)
    loaded = Container.cont_load(path, format=format)
    assert list(loaded) == list(c) and loaded.cont_prune_key_chains("listed").cont_to_dict().keys()
    assert Container.cont_identical([c.cont_prune_key_chain("listed"), loaded.cont_prune_key_chain("listed")])
    assert loaded.listed[0] == 1 and aikit.to_list(loaded.listed[1]) == [1.0, 1.0]


def test_files_by_name_and_errors(tmp_path: Path) -> None:
    c = Container(a=aikit.ones(2))
    c.cont_save(tmp_path / "c.npz")
    assert aikit.to_list(Container.cont_load(tmp_path / "c.npz").a) == [1.0, 1.0]
    with pytest.raises(AikitValueError, match="say no format"):
        c.cont_save(tmp_path / "c.pickle")
    with pytest.raises(AikitTypeError, match="'b/c' is a object"):
        Container(b={"c": object()}).cont_save(tmp_path / "c.json")


# ------------------------------------------------------------------------------------------------ trees


@pytest.mark.needs("jax")
def test_jax_trees() -> None:
    import jax

    xp = aikit.get_backend("jax")
    c = Container(b=xp.ones(2), a={"c": xp.zeros(1)})
    result = jax.jit(lambda c: c * 2 + 1)(c)
    assert type(result) is Container and list(result) == ["b", "a"] and aikit.to_list(result.b) == [3.0, 3.0]


@pytest.mark.needs("torch")
def test_torch_trees() -> None:
    import torch

    xp = aikit.get_backend("torch")
    c = Container(b=xp.ones(2), a={"c": xp.zeros(1)})
    traced = torch.compile(lambda c: aikit.sin(c) * 2, backend="eager", fullgraph=True)
    result = traced(c)
    assert type(result) is Container and list(result) == ["b", "a"]
    np.testing.assert_allclose(np.asarray(result.b), 2 * np.sin(np.ones(2)), rtol=1e-6)


@pytest.mark.needs("tensorflow")
def test_tensorflow_trees() -> None:
    import tensorflow as tf

    xp = aikit.get_backend("tensorflow")
    c = Container(b=xp.ones(2), a={"c": xp.zeros(1)})
    result = tf.function(lambda c: aikit.sin(c) * 2)(c)
    assert type(result) is Container and set(result) == {"b", "a"}
    np.testing.assert_allclose(np.asarray(result.b), 2 * np.sin(np.ones(2)), rtol=1e-6)


def test_optree() -> None:
    optree = pytest.importorskip("optree")
    aikit.get_backend("numpy")
    c = Container(b=aikit.ones(2), a={"c": 3})
    assert len(optree.tree_leaves(c)) == 2
    assert optree.tree_map(lambda leaf: leaf * 2, c).a.c == 6
