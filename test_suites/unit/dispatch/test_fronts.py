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


def test_functions_that_run_a_function_of_the_callers_call_it_once() -> None:
    """What raises on the fast path is called again by the book, so they have none."""
    assert not any(has_fast_path(function) for function in DISPATCHED if function.takes_function)


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
