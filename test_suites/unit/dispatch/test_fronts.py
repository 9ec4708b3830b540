"""The front of a function is a copy of one of a few templates, with the names of its own parameters."""

from __future__ import annotations

import functools
from inspect import Parameter as P
from operator import attrgetter

import pytest
from helpers.frameworks import require

import aikit
from aikit.core.records import REGISTRY, Function
from aikit.dispatch import fronts
from aikit.dispatch.fast_path import front_of, has_fast_path

DISPATCHED = [function for function in REGISTRY.values() if function.kind != "standalone"]


def template(function: Function) -> str:
    return front_of(function).template.__name__


def test_there_are_few() -> None:
    used = {template(function) for function in DISPATCHED}
    assert used == {name for name, value in vars(fronts).items() if callable(value)}
    assert len(used) <= 12


@pytest.mark.parametrize("function", DISPATCHED, ids=lambda function: function.qualified_name)
def test_names_are_those_of_the_signature(function: Function) -> None:
    code = function.public.__code__
    assert code.co_name == function.name
    assert len(set(code.co_varnames)) == len(code.co_varnames)
    if template(function) == "of_any":
        return
    by_name = {name for name in code.co_varnames[code.co_posonlyargcount : code.co_argcount] if name[0] != "_"}
    known = {name for name, p in function.parameters.items() if p.kind is not P.POSITIONAL_ONLY}
    assert by_name == known | ({"out"} if function.out else set())


@pytest.mark.parametrize(
    "function", [function for function in DISPATCHED if function.takes_function], ids=lambda one: one.qualified_name
)
def test_a_function_of_the_callers_has_no_fast_path(function: Function) -> None:
    """What raises on the fast path is called again by the book; the caller's function is to be called once."""
    assert not has_fast_path(function) or not any(
        p.role == "function" and p.required for p in function.parameters.values()
    )


def test_a_function_of_the_callers_is_called_once() -> None:
    calls = []

    def failing(x: aikit.Array, v: object) -> aikit.Array:
        calls.append(x)
        raise ZeroDivisionError

    x = aikit.ones((2, 4))
    assert aikit.multi_head_attention(x, 1.0, 2).shape == (2, 4)
    for given in ({"to_q_fn": failing}, {"to_kv_fn": failing}, {"to_out_fn": failing}):
        with pytest.raises(ZeroDivisionError):
            aikit.multi_head_attention(x, 1.0, 2, **given)
    assert len(calls) == 3


@pytest.mark.needs("torch")
def test_the_device_of_what_a_body_makes() -> None:
    """Of a function that is composed of others, with an argument for the dtype and the device, both are handed on."""
    require("torch")
    xp = aikit.get_backend("torch")
    indices = xp.asarray([0, 2])
    assert xp.one_hot(indices, 3).dtype == "float32"
    assert xp.one_hot(indices, 3, dtype="int64").dtype == "int64"
    assert xp.one_hot(indices, 3, device="meta").device == "meta"
    assert xp.dropout(xp.ones(3, dtype="float64"), 0.5).dtype == "float64"


@pytest.mark.parametrize("name", ["no_such", "_extra", "_axis", "_no_other", "k", "rest"])
def test_keywords_that_there_are_not(name: str) -> None:
    for call in (aikit.sum, aikit.argsort, aikit.cross_entropy, aikit.zeros, aikit.unstack, aikit.concat):
        with pytest.raises(TypeError, match=f"{name}|missing"):
            call(aikit.ones(3), **{name: 1})  # type: ignore[operator]


@pytest.mark.needs("torch")
@pytest.mark.parametrize("function", [one for one in DISPATCHED if one.makes_new], ids=lambda one: one.qualified_name)
def test_what_is_made_of_plain_values_is_on_the_device_that_is_asked_for(function: Function) -> None:
    require("torch")
    xp = aikit.get_backend("torch")
    values = {"shape": (2,), "low": 0, "high": 1, "num": 3, "n_rows": 2}
    given = [values.get(name, 1) for name, p in function.parameters.items() if p.required]
    call = functools.partial(attrgetter(function.qualified_name)(xp), *given)
    assert call().device == "cpu"
    assert call(device="meta").device == "meta"
    aikit.set_default_device("meta")
    assert call().device == "meta"
    assert call(device="meta").device == "meta"
    assert call(device="cpu").device == "cpu"
