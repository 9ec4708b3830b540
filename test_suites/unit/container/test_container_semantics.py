"""Containers: truth, key chains that are joined and split, several containers, functions of several results, bad input."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aikit
from aikit import Container
from aikit.exceptions import AikitException, AikitKeyError, AikitStructureError, AikitTypeError, AikitValueError

# ------------------------------------------------------------------------------------------------ truth


def test_truth(xp: Any) -> None:
    x = xp.ones(2)
    for bools in (
        Container(a=True), Container(a=False, b={"c": True}), Container(a=x > 0), Container(a=aikit.to_native(x > 0), b=np.bool_(False)),
        Container(a=x) == Container(a=x), Container(a=1) == Container(a=2), Container(a=1) != 1, Container(a={}, b=xp.asarray(True)),
    ):  # fmt: skip
        with pytest.raises(AikitValueError, match="cont_all_true"):
            bool(bools)
    with pytest.raises(AikitValueError, match="cont_all_true"):
        assert Container(a=1) not in [Container(a=2)]
    with pytest.raises(AikitValueError, match="cont_all_true"):
        [Container(a=1)].index(Container(a=1))
    for true in (
        Container(a=x),
        Container(a=0),
        Container(a=True, b=0),
        Container(a={}),
        Container(a=None),
        Container(a=""),
    ):
        assert true
    assert not Container() and not Container(a={}).a
    c = Container(a=1)
    assert c in [c] and (Container(a=1) == Container(a=1)).cont_all_true()


def test_all_true_and_false(xp: Any) -> None:
    def both(c: Container) -> tuple[bool, bool]:
        return c.cont_all_true(), c.cont_all_false()

    for leaf, expected in (
        (xp.asarray([1.0, -2.0]), (True, False)), (xp.asarray([0, 0]), (False, True)), (xp.asarray([True, False]), (False, False)),
        (xp.asarray([0.5, 0.0], dtype="bfloat16"), (False, False)), (xp.zeros((0, 2)), (True, True)), (None, (False, True)),
        ("", (False, True)), ([1, [True]], (True, False)), ([0, xp.zeros(2)], (False, True)), ((1, xp.zeros(2)), (False, False)),
    ):  # fmt: skip
        assert both(Container(a={"b": leaf})) == expected
        assert both(Container(a={"b": aikit.to_native(leaf)})) == expected
    assert both(Container()) == (True, True)


@pytest.mark.needs("torch")
def test_all_true_of_leaves_that_train() -> None:
    import torch

    c = Container(a=torch.ones(2, requires_grad=True), b=torch.ones(1, dtype=torch.bfloat16))
    assert c.cont_all_true() and not c.cont_all_false() and Container.cont_identical([c, c.copy()])


# ------------------------------------------------------------------------------------------------ key chains, joined and split


def test_key_chains_that_would_collide() -> None:
    for container, separator in (
        (Container(a={"b__c": 1}, a__b={"c": 2}), "__"),
        (Container(a={"b": 1}, a__b=2), "__"),
        (Container(a__b=2, a={"b": 1}), "__"),
        (Container(a={"b.c": 1}, **{"a.b": {"c": 2}}), "."),
    ):
        with pytest.raises(AikitValueError, match=r"cont_flatten_key_chains: 'a.*' and 'a.*' cannot both be kept"):
            container.cont_flatten_key_chains(separator=separator)
        flat = container.cont_flatten_key_chains(separator="|")
        assert len(flat) == 2 and all(key in flat for key in flat)
        assert Container.cont_identical([flat.cont_unflatten_key_chains(separator="|"), container])
    for container in (
        Container(a__b=1, a={"b": 2}), Container(a={"b": 2}, a__b=1), Container(a=1, a__b=2), Container(a__b=2, a=1),
        Container(a__b__c=1, a={"b": 2}), Container(x={"a": {"b__c": 1}}, x__a=2),
    ):  # fmt: skip
        with pytest.raises(AikitValueError, match=r"cont_unflatten_key_chains: .* cannot both be kept"):
            container.cont_unflatten_key_chains()
    for key in ("__a", "a__", "a____b", "__"):
        with pytest.raises(AikitValueError, match="a key chain with an empty part"):
            Container({key: 1}).cont_unflatten_key_chains()
    for method in (Container(a={"b": 1}).cont_flatten_key_chains, Container(a=1).cont_unflatten_key_chains):
        for separator in ("/", "", "-/-"):
            with pytest.raises(AikitValueError, match="no slash in it"):
                method(separator=separator)
        for separator in (None, 3, b"_"):
            with pytest.raises(AikitTypeError, match="give a string"):
                method(separator=separator)


def test_empty_containers_and_keys() -> None:
    c = Container(a={}, b={"a": 1, "c": {}}, d=2)
    assert c.cont_at_keys("a").cont_to_dict() == {"a": {}, "b": {"a": 1}}
    assert c.cont_prune_keys("a").cont_to_dict() == {"b": {"c": {}}, "d": 2}
    assert c.cont_at_keys("b").cont_to_dict() == {"b": {"a": 1, "c": {}}}
    assert c.cont_prune_keys(["d", "c"]).cont_to_dict() == {"a": {}, "b": {"a": 1}}
    assert c.cont_prune_key_chains(["b", "b/a"]).cont_to_dict() == {"a": {}, "d": 2}
    assert Container(x={"y": {"z": 1}}).cont_prune_keys("z").cont_to_dict() == {}
    assert c.cont_map(lambda leaf, chain: leaf + 1, "a").cont_to_dict() == c.cont_to_dict()
    assert c.cont_map(lambda leaf, chain: leaf + 1, "b", to_apply=0).d == 3  # type: ignore[arg-type]
    assert c.cont_map(lambda leaf, chain: leaf + 1, "b", to_apply=1).d == 2  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------ several containers


def test_leaves_that_are_lists_of_arrays(xp: Any) -> None:
    def make(last: float) -> Container:
        return Container(a=[xp.asarray([1.0, float("nan")]), {"k": (xp.ones(2), 3)}, np.ones(1)], b=xp.asarray(last))

    one, two, other = make(1.0), make(1.0), make(1.0)
    other["a"][1] = {"k": (xp.zeros(2), 3)}
    assert Container.cont_identical([one, two]) and not Container.cont_identical([one, other])
    assert list(Container.cont_diff(one, other, mode="diff_only")) == ["a"]
    assert list(Container.cont_diff(one, two, mode="same_only")) == ["a", "b"]
    assert one.cont_find_sub_container(two) == "" and one.cont_find_sub_container(other) is None
    with pytest.raises(AikitStructureError, match="'a' differs in containers 1 and 2"):
        Container.cont_assert_identical([one, other])
    for leaf, another in (
        ([1], (1,)),
        ([1], [1, 2]),
        ([xp.ones(1)], [1.0]),
        (xp.ones(1), aikit.to_list(xp.ones(1))),
        ([{}], [{"a": 1}]),
    ):
        assert not Container.cont_identical([Container(a=leaf), Container(a=another)])
    assert Container.cont_identical([Container(a=xp.ones(2)), Container(a=aikit.to_native(xp.ones(2)))])


@pytest.mark.needs("jax")
def test_comparing_does_not_ask_the_set_backend() -> None:
    c = Container(a=np.asarray([1.0], "float64"))
    with aikit.use_backend("jax"):
        assert Container.cont_identical([c, c.cont_deep_copy()]) and c.cont_all_true()


METHODS = {
    "cont_identical": Container.cont_identical,
    "cont_identical_structure": Container.cont_identical_structure,
    "cont_identical_array_shapes": Container.cont_identical_array_shapes,
    "cont_assert_identical": Container.cont_assert_identical,
    "cont_assert_identical_structure": Container.cont_assert_identical_structure,
    "cont_assert_identical_array_shapes": Container.cont_assert_identical_array_shapes,
    "cont_reduce": lambda given: Container.cont_reduce(given, aikit.add),
    "cont_multi_map": lambda given: Container.cont_multi_map(lambda leaves, chain: 0, given),
    "cont_unify": Container.cont_unify,
    "cont_list_stack": Container.cont_list_stack,
}


@pytest.mark.parametrize("name", METHODS)
def test_lists_of_containers(name: str) -> None:
    with pytest.raises(AikitValueError, match=f"{name}: there is no container"):
        METHODS[name]([])
    for given in (Container(a=1), {"a": 1}, "ab", 3, None, [1, 2], [{"a": 1}]):
        with pytest.raises(AikitTypeError, match=f"^{name}: "):
            METHODS[name](given)
    parts = [Container(a=aikit.ones(1)), Container(a=aikit.ones(1))]
    result, again = METHODS[name](parts), METHODS[name](part for part in parts)
    assert result is again or Container.cont_identical([result, again])


def test_other_bad_arguments(xp: Any) -> None:
    c = Container(a=[1, 2], b=xp.ones(2))
    refused: list[tuple[Any, type[Exception], str]] = [
        (lambda: Container.cont_multi_map(lambda x, k: x, [c, Container(a=(1, 2, 3), b=1)], map_sequences=True), AikitValueError, "lengths"),
        (lambda: c.cont_map(3), AikitTypeError, "func=3 is a int"),
        (lambda: Container.cont_reduce([c], "x"), AikitTypeError, "reduction='x'"),
        (lambda: Container.cont_combine(c, 3), AikitTypeError, "cont_combine: 3 is a int"),
        (lambda: Container.cont_diff(c, {"a": 1}), AikitTypeError, "cont_diff: {'a': 1} is a dict"),
        (lambda: Container.cont_diff(c, c, diff_keys="a/b"), AikitValueError, "diff_keys='a/b' has a slash"),
        (lambda: Container.cont_diff(c, c, diff_keys=""), AikitTypeError, "empty part"),
        (lambda: c.cont_find_sub_container({"a": 1}), AikitTypeError, "cont_find_sub_container: {'a': 1} is a dict"),
        (lambda: c.cont_contains_sub_structure(None), AikitTypeError, "None is a NoneType"),
        (lambda: Container.cont_unify([c, c], mode="max"), AikitValueError, "mode='max'"),
        (lambda: pow(Container(a=xp.ones(2)), 2, 3), AikitTypeError, "pow"),
        (lambda: Container(a=1.5).__pow__(2, 3), AikitTypeError, "__pow__"),
        (lambda: Container(3), AikitTypeError, "dict_in=3 is a int"),
        (lambda: Container(xp.ones((2, 2))), AikitTypeError, "is no pair"),
        (lambda: Container([1, 2]), AikitTypeError, "1, which is no pair"),
        (lambda: Container("ab"), AikitTypeError, "give a mapping"),
        (lambda: c.cont_at_keys(3), AikitTypeError, "must be a string"),
        (lambda: c.cont_at_key_chains([3]), AikitTypeError, "must be a string"),
        (lambda: c.cont_set_at_key_chains(3), AikitTypeError, "give a mapping"),
    ]  # fmt: skip
    for call, error, message in refused:
        with pytest.raises(error, match=message):
            call()
    assert pow(Container(a=5), 2, 3).a == 1 and pow(2, Container(a=5)).a == 32
    with pytest.raises(RuntimeError, match="of the caller's"):
        Container(_raising())


def _raising() -> Any:
    yield "a", 1
    raise RuntimeError("of the caller's")


def test_unstacked_containers_stay_on_their_backend(backend: str, other_backend: str) -> None:
    xp = aikit.get_backend(backend)
    c = Container(a=xp.ones((2, 3)), b=aikit.to_native(xp.zeros((2, 1))))
    with aikit.use_backend(other_backend):
        parts = c.cont_unstack_conts() + c.cont_unstack_conts(keepdims=True)
    assert {leaf.backend for part in parts for leaf in part.cont_to_flat_list()} == {backend}
    assert [part.a.shape for part in parts] == [(3,), (3,), (1, 3), (1, 3)]
    with pytest.raises(AikitException):
        c.cont_unstack_conts(axis=2)
    assert Container().cont_unstack_conts() == []


# ------------------------------------------------------------------------------------------------ several results


def test_functions_of_several_results_on_empty_containers(xp: Any) -> None:
    empty = Container(a={})
    for call, names in (
        (lambda: xp.adam_step(empty, empty, empty, 1), None),
        (lambda: xp.linalg.svd(empty), ("U", "S", "Vh")),
        (lambda: xp.linalg.eigh(empty), ("eigenvalues", "eigenvectors")),
        (lambda: xp.unique_all(empty), ("values", "indices", "inverse_indices", "counts")),
        (lambda: xp.meshgrid(empty, xp.ones(2), empty), None),
        (lambda: xp.broadcast_arrays(empty, 1.0), None),
    ):
        results = call()
        assert (
            getattr(results, "_fields", None) == names and len(results) == (len(names) if names else len(results)) > 1
        )
        assert [type(one) for one in results] == [Container] * len(results)
        assert [one.cont_to_dict() for one in results] == [{"a": {}}] * len(results)
        results[0].new = 1
        assert "new" not in results[1] and "new" not in empty
    assert len(xp.adam_step(empty, empty, empty, 1)) == 3 and len(xp.meshgrid(empty, xp.ones(2), empty)) == 3
    assert xp.unstack(empty) == xp.nonzero(empty) == ()


def test_missing_keys_are_key_errors() -> None:
    with pytest.raises(KeyError) as caught:
        Container(alpha=1)["alhpa"]
    assert isinstance(caught.value, AikitKeyError) and str(caught.value).startswith("Container: there is no 'alhpa'")
