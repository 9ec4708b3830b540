"""Calls that are drawn at random, right and wrong ones, end alike on the fast path and on the slow one."""

from __future__ import annotations

import dataclasses
import importlib
import math
import random
import warnings
from collections.abc import Callable
from inspect import Parameter as P
from operator import attrgetter
from typing import Any

import numpy as np
import pytest

import aikit
from aikit import dispatch
from aikit.core.records import REGISTRY, Function, Parameter

CALLS = 1_500
FUNCTIONS = [
    function
    for function in REGISTRY.values()
    if function.kind != "standalone"
    and (function.array_parameters or function.default_dtype is not None)
    and not function.takes_function
    and not function.name.startswith("empty")
]
DTYPES = ("bool", "int8", "uint8", "int32", "int64", "float32", "float64", "complex64")
NUMBERS = (
    *(0, 1, 2.5, True, 1j, np.float32(1.5), np.bool_(True), np.int8(2), None, [1.0, 2.0, 3.0], "a", 300, -1),
    *(math.inf, -math.inf, math.nan, 1e6, -1e300, complex(0.0, math.inf)),
)
NESTED: tuple[Any, ...] = (
    *([], [1, 2], (1.5, -2), [True, 3], [True, False], [[1, 2], (3.5, 4)], [1j, 2], [[]], [[1], [2, 3]], [2**40, 1]),
    *(
        [1e300, -1e-300],
        [math.nan, math.inf],
        [300, -1],
        [np.float32(1.5), 2.0],
        [None],
        ["a"],
        [2**70],
        range(3),
        b"ab",
    ),
)
"""What stands for an array where a function brings data in."""
PLAIN: dict[str, tuple[Any, ...]] = {
    "int": (0, 1, -1, 2, True, None),
    "ints": (0, 1, (0,), (1, 0), -1, [0], True, None),
    "shape": (2, (3,), (2, 3), [3, 2], (-1,), -2, True),
    "bool": (True, False, 1, None),
    "dtype": ("float32", "bool", aikit.float64, "int8", aikit.complex64, "foo", np.dtype("float32"), None),
    "device": (None, "cpu"),
    "scalar": (0, 1, 2.5, 3, True, 1j, None),
    "any": (0, 1, 2, (0,), [[0], [0]], ((1,), (0,)), None),
}
"""Role -> arguments of it, among them such as the fast path does not take."""


def array(draw: random.Random, xp: Any, dtype: str) -> Any:
    """An array, a native one, a host array, or something else that may stand for one."""
    shape = draw.choice([(), (3,), (2, 3)])
    host = np.random.default_rng(draw.randrange(99)).integers(0, 3, shape).astype(dtype)
    made = xp.asarray(np.asarray(host))
    alike = of_another_class(made)
    return draw.choice([made, made, made, made, alike, aikit.to_native(alike), host, draw.choice(NUMBERS)])


def of_another_class(array: Any) -> Any:
    """An Array around a native array of a class of its own, which the backend names, where it can be made of any."""
    if array.backend != "torch" or array.dtype.kind not in "fc":
        return array
    parameter = importlib.import_module("torch").nn.Parameter
    return aikit.to_aikit(parameter(array.data, requires_grad=False))


def argument(draw: random.Random, xp: Any, p: Parameter, dtype: str | None) -> Any:
    if p.role == "arrays":
        return [array(draw, xp, dtype or draw.choice(DTYPES)) for _ in range(draw.randrange(1, 3))]
    if "dtype" in p.role and draw.random() < 0.5:
        return draw.choice(PLAIN["dtype"])
    if p.role == "array-like" and draw.random() < 0.5:
        return draw.choice(NESTED)
    if p.holds_arrays:
        return array(draw, xp, dtype or draw.choice(DTYPES))
    words = (*(choice for choice in p.choices if isinstance(choice, str)), "no such word")
    return draw.choice(PLAIN.get(p.role, words if p.role == "choice" else (1,)))


def drawn(draw: random.Random, xp: Any, function: Function) -> tuple[list[Any], dict[str, Any]]:
    """The arguments of a call, some of them by keyword, all of one dtype at times; what has a default is left out at times."""
    dtype = draw.choice(DTYPES) if draw.random() < 0.5 else None
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    for p in function.parameters.values():
        if p.variadic:
            one = dataclasses.replace(p, kind=P.POSITIONAL_ONLY, role=p.role.replace("arrays", "array"))
            args += [argument(draw, xp, one, dtype) for _ in range(draw.randrange(1, 3))]
        elif not p.required and draw.random() < 0.5:
            if p.kind is P.POSITIONAL_ONLY:
                break
        elif p.kind is P.KEYWORD_ONLY or (p.kind is P.POSITIONAL_OR_KEYWORD and (kwargs or draw.random() < 0.5)):
            kwargs[p.name] = argument(draw, xp, p, dtype)
        elif not kwargs:
            args.append(argument(draw, xp, p, dtype))
    if args and draw.random() < 0.03:
        args.pop()
    return args, kwargs


def outcome(call: Callable[..., Any], args: list[Any], kwargs: dict[str, Any]) -> Any:
    """What a call gives, in words; of an error its class, for which Python's own of a signature counts as ours."""
    try:
        return words(call(*args, **kwargs))
    except Exception as error:
        return outcome_of(error)


def outcome_of(error: Exception) -> tuple[str, str]:
    return "raises", "AikitTypeError" if type(error) is TypeError else type(error).__name__


def words(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return type(value).__name__, *map(words, value)
    if type(value) is aikit.Array:
        return value.backend, value.dtype.name, value.shape, str(value.device), np.asarray(value).tobytes()
    return repr(value)


def on_the_slow_path(function: Function, bound: Any) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(dispatch, "simplified", lambda *_: None)
            return dispatch.call(function, args, kwargs, bound)

    return call


def with_out(kwargs: dict[str, Any], out: Any) -> dict[str, Any]:
    """The keywords with an `out` of their own."""
    return kwargs if out is None else {**kwargs, "out": aikit.array(out) if type(out) is aikit.Array else out}


@pytest.mark.parametrize("in_force", [None, "numpy"])
def test_they_agree(in_force: str | None, backend: str, xp: Any) -> None:
    """`in_force` : the backend that is set while the permanent function is called; None for the bound one."""
    draw = random.Random(f"{backend} {in_force}")
    bound = aikit.current_backend(xp.zeros(1)) if in_force is None else None
    results = 0
    for _ in range(CALLS if backend in ("numpy", "torch", "array_api_strict") else CALLS // 10):
        function = draw.choice(FUNCTIONS)
        args, kwargs = drawn(draw, aikit.get_backend("numpy") if draw.random() < 0.05 else xp, function)
        if draw.random() < 0.05:
            args = [aikit.ones(3, dtype="int32"), *args[1:]]  # an array of NumPy beside the others
        out = array(draw, xp, draw.choice(DTYPES)) if function.out and draw.random() < 0.25 else None
        quick, slow = with_out(kwargs, out), with_out(kwargs, out)
        public = function.public if bound is None else attrgetter(function.qualified_name)(xp)
        with np.errstate(all="ignore"), warnings.catch_warnings(), aikit.use_backend(in_force or backend):
            warnings.simplefilter("ignore")
            aikit.seed(seed_value=1)
            found = outcome(public, args, quick)
            aikit.seed(seed_value=1)
            wanted = outcome(on_the_slow_path(function, bound), args, slow)
        assert found == wanted, (function.qualified_name, args, kwargs, out)
        if out is not None and found[0] != "raises":
            assert words(quick["out"]) == found
        results += found[0] != "raises"
    assert results > 0


def in_containers(draw: random.Random, function: Function, args: list[Any], kwargs: dict[str, Any]) -> Any:
    """The arguments with containers in the place of arrays, of all but some of them."""

    def maybe(name: str, value: Any) -> Any:
        chosen = function.parameters[name].role == "array" and draw.random() < 0.8
        if not chosen:
            return value
        nested = {"a": value, "b": aikit.Container({"c": value})}
        return aikit.Container(nested if draw.random() < 0.5 else dict(reversed(nested.items())))

    places = list(function.parameters)
    return [maybe(name, value) for name, value in zip(places, args, strict=False)], {
        name: maybe(name, value) for name, value in kwargs.items()
    }


def leaf_by_leaf(value: Any) -> Any:
    """What is at the first leaf, and at the second one, of a container or of each in a tuple."""
    if isinstance(value, aikit.Container):
        assert sorted(value) == ["a", "b"]
        return words(value["a"]), words(value["b"]["c"])
    if isinstance(value, tuple):
        pairs = [leaf_by_leaf(item) for item in value]
        return tuple((type(value).__name__, *(pair[place] for pair in pairs)) for place in (0, 1))
    return words(value), words(value)


def test_a_leaf_of_a_container_is_a_call(backend: str, xp: Any) -> None:
    draw = random.Random(f"containers of {backend}")
    nestable = [
        function
        for function in FUNCTIONS
        if function.nestable
        and not any(p.variadic for p in function.parameters.values())
        and "seed" not in function.parameters  # each leaf is another draw
    ]
    for _ in range(CALLS if backend in ("numpy", "torch", "array_api_strict") else CALLS // 10):
        function = draw.choice(nestable)
        args, kwargs = drawn(draw, xp, function)
        nested, named = in_containers(draw, function, args, kwargs)
        if not any(isinstance(value, aikit.Container) for value in (*nested, *named.values())):
            continue
        public = attrgetter(function.qualified_name)(xp)
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            wanted = outcome(public, args, kwargs)
            try:
                found = leaf_by_leaf(public(*nested, **named))
            except Exception as error:
                found = (outcome_of(error),) * 2
        none = function.gradient and isinstance(
            dict(zip(function.parameters, nested, strict=False)).get(function.gradient), aikit.Container
        )
        if not (none and wanted[0] == "raises"):  # where there is no gradient the leaf is what it was
            assert found == (wanted, wanted), (function.qualified_name, args, kwargs)
