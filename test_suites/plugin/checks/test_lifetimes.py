"""The check of memory kills functions that leave something behind: an array, a cycle, one more object for each call."""

from __future__ import annotations

import functools
import gc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers.broken_functions import F32, case_of
from test_snippets import assert_shows

import aikit
from aikit.exceptions import AikitAxisError, AikitTypeError
from pytest_aikit import checks, frameworks
from pytest_aikit.cases import samples, uses
from pytest_aikit.checks import memory
from pytest_aikit.frameworks import backends
from pytest_aikit.model import Case, Cell, CheckFailure


@pytest.fixture(autouse=True)
def without_floating_warnings():
    with np.errstate(all="ignore"):
        yield


def _keeps(what: Callable[..., Any]) -> Any:
    """What a call is made of, or gives, is kept until the next call."""

    def mutant(real: Any) -> Any:
        kept: dict[str, Any] = {}

        def broken(*args: Any, **kwargs: Any) -> Any:
            result = real(*args, **kwargs)
            kept["last"] = what(args, kwargs, result)
            return result

        return broken

    return mutant


def _on(chosen: Callable[[tuple[Any, ...], dict[str, Any]], bool], mutant: Any) -> Any:
    """A mutant for some calls only."""

    def both(real: Any) -> Any:
        broken = mutant(real)
        return lambda *args, **kwargs: (broken if chosen(args, kwargs) else real)(*args, **kwargs)

    return both


def _error_in_a_cycle(real: Any) -> Any:
    def broken(*args: Any, **kwargs: Any) -> Any:
        try:
            return real(*args, **kwargs)
        except Exception as error:
            kept = error
            raise kept from None

    return broken


def _error_kept(real: Any) -> Any:
    kept: dict[str, Any] = {}

    def broken(*args: Any, **kwargs: Any) -> Any:
        try:
            return real(*args, **kwargs)
        except Exception as error:
            kept["last"] = error
            raise

    return broken


def _cycle(real: Any) -> Any:
    """A function that refers to itself, without any array."""

    def broken(*args: Any, **kwargs: Any) -> Any:
        def walk(depth: int) -> int:
            return walk(depth - 1) if depth else 0

        walk(2)
        return real(*args, **kwargs)

    return broken


def _cached_by(key: Callable[[Any], Any], value: Callable[[Any], Any] = lambda result: None) -> Any:
    """What a call gives, or that there was one, is kept by something of its first argument."""

    def mutant(real: Any) -> Any:
        cache: dict[Any, Any] = {}

        def broken(x: Any, *args: Any, **kwargs: Any) -> Any:
            result = real(x, *args, **kwargs)
            cache[key(x)] = value(result)
            return result

        return broken

    return mutant


def _logged(real: Any) -> Any:
    log: list[str] = []

    def broken(*args: Any, **kwargs: Any) -> Any:
        log.append("a call")
        return real(*args, **kwargs)

    return broken


def _logged_after(calls: int) -> Any:
    """A log that is set up at a later call only, which grows at each call from then on."""

    def mutant(real: Any) -> Any:
        state: dict[str, Any] = {"calls": 0}

        def broken(*args: Any, **kwargs: Any) -> Any:
            state["calls"] += 1
            if state["calls"] > calls:
                state.setdefault("log", []).append("a call")
            return real(*args, **kwargs)

        return broken

    return mutant


def _remembered(real: Any) -> Any:
    @functools.cache
    def one_of(shape: Any) -> bool:
        return bool(shape)

    def broken(x: Any, *args: Any, **kwargs: Any) -> Any:
        one_of(tuple(getattr(x, "shape", ())))
        return real(x, *args, **kwargs)

    return broken


def _cycle_with_native(real: Any) -> Any:
    """The result, which nothing but the collector frees, for something refers to it and is referred to by it."""

    def broken(*args: Any, **kwargs: Any) -> Any:
        result = real(*args, **kwargs)
        beside = [result]
        beside.append(beside)
        return result

    return broken


def _same_error(kind: type[Exception]) -> Any:
    """An error of one kind that is always the same object: each time that it is raised its traceback grows."""

    def mutant(real: Any) -> Any:
        kept: list[Exception] = []

        def broken(*args: Any, **kwargs: Any) -> Any:
            try:
                return real(*args, **kwargs)
            except kind as error:
                kept.append(error)
                del kept[1:]
            raise kept[0]

        return broken

    return mutant


def _log_of_errors(kind: type[Exception]) -> Any:
    def mutant(real: Any) -> Any:
        log: list[str] = []

        def broken(*args: Any, **kwargs: Any) -> Any:
            try:
                return real(*args, **kwargs)
            except kind as error:
                log.append(str(error))
                raise

        return broken

    return mutant


def _is_native(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    return bool(args) and isinstance(args[0], np.ndarray)


OUTLIVES, GROWS = "an array, or an error, outlives its last reference", "keeps more for each call"
PLANTED = {
    "the last result": ("sin", _keeps(lambda args, kwargs, result: result), f"a call: {OUTLIVES}"),
    "the last native result": ("sin", _keeps(lambda args, kwargs, result: result.data), f"a call: {OUTLIVES}"),
    "the memory of a result": ("sin", _keeps(lambda args, kwargs, result: result.data[:1]), f"a call: {OUTLIVES}"),
    "the last argument": ("sin", _keeps(lambda args, kwargs, result: args), f"a call: {OUTLIVES}"),
    "a cache by identity": ("sin", _cached_by(id, lambda result: result), f"a call: {OUTLIVES}"),
    "a cache of arguments": ("sum", _keeps(lambda args, kwargs, result: {id(args[0]): args[0]}), OUTLIVES),
    "a native argument": (
        "sin", _on(_is_native, _keeps(lambda args, kwargs, result: args)), f"a call with native arrays: {OUTLIVES}",
    ),
    "a container": (
        "sin",
        _on(lambda args, kwargs: isinstance(args[0], aikit.Container), _keeps(lambda args, kwargs, result: result)),
        f"containers: {OUTLIVES}",
    ),
    "out": ("sin", _on(lambda args, kwargs: "out" in kwargs, _keeps(lambda *given: given)), f"a call with out: {OUTLIVES}"),
    "an argument with a keyword": (
        "sum", _on(lambda args, kwargs: "axis" in kwargs, _keeps(lambda args, kwargs, result: args)), OUTLIVES,
    ),
    "an error in a cycle": ("sum", _error_in_a_cycle, OUTLIVES),
    "the last error": ("sum", _error_kept, OUTLIVES),
    "the last error without arrays": ("zeros", _error_kept, OUTLIVES),
    "an error that is always the same": ("sum", _same_error(AikitAxisError), f"an error, 0-d: {OUTLIVES}"),
    "a log of errors": ("sum", _log_of_errors(AikitAxisError), f"an error, 0-d: {GROWS}"),
    "a log of other errors": ("sum", _log_of_errors(AikitTypeError), GROWS),
    "a cycle of a result": ("sin", _cycle_with_native, f"a call: {OUTLIVES}"),
    "a cycle without arrays": ("sin", _cycle, "a call: leaves a cycle"),
    "a cache by shape": ("sin", _cached_by(lambda x: tuple(x.shape)), f"a call: {GROWS}, of new shapes"),
    "results that are remembered": ("sum", _remembered, f"a call: {GROWS}, of new shapes"),
    "a log": ("sum", _logged, f"a call: {GROWS}"),
    "a log from the 16th call on": ("sum", _logged_after(15), GROWS),
    "a log from the 41st call on": ("sum", _logged_after(40), GROWS),
    "a log of an elementwise function from the 16th call on": ("sin", _logged_after(15), GROWS),
    "a log of an elementwise function from the 41st call on": ("sin", _logged_after(40), GROWS),
}  # fmt: skip


@pytest.mark.parametrize("planted", PLANTED)
def test_faults_are_killed(planted: str) -> None:
    name, mutant, cause = PLANTED[planted]
    with pytest.raises(CheckFailure) as caught:
        checks.load("memory").run(case_of(name, F32, mutant))
    assert cause in caught.value.cause


@pytest.mark.parametrize(
    "planted", ["the last result", "a native argument", "a cycle without arrays", "results that are remembered"]
)
def test_snippets(planted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, mutant, _ = PLANTED[planted]
    assert_shows("memory", case_of(name, F32, mutant), monkeypatch)


@pytest.mark.parametrize("backend", ["numpy", "torch"])
@pytest.mark.parametrize("name", ["sin", "sum", "add", "concat", "linspace", "zeros", "unique_all", "linalg.svd"])
def test_real_functions_pass(name: str, backend: str) -> None:
    pytest.importorskip(backend)
    function = aikit.describe(aikit.linalg.svd if "." in name else getattr(aikit, name))
    cell = Cell(function, backend, "cpu", F32 * max(1, len(function.array_parameters)))
    assert checks.load("memory").run(Case(cell, aikit.get_backend(backend), samples.core_samples(cell))).calls > 100


@pytest.mark.parametrize("is_frozen", [False, True])
def test_the_collector_is_left_as_it_was(is_frozen: bool) -> None:
    gc.freeze() if is_frozen else gc.unfreeze()
    frozen = gc.get_freeze_count()
    assert is_frozen == (frozen > 0)
    checks.load("memory").run(case_of("sin", F32))
    assert gc.isenabled() and gc.get_freeze_count() == frozen and not gc.get_debug()
    gc.disable()
    try:
        checks.load("memory").run(case_of("sin", F32))
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_frameworks_whose_arrays_die() -> None:
    assert [one.name for one in frameworks.known() if one.memory_of is not None] == ["numpy", "torch"]


@pytest.mark.parametrize("looks", [True, False])
def test_where_values_are_not_looked_at_no_other_lengths_are_used_that_these_are_refused_of(
    monkeypatch: pytest.MonkeyPatch, looks: bool
) -> None:
    """Boxes with a column too few are refused by their shape; with one more they are of images that are not there."""
    monkeypatch.setattr(backends, "looks_at_values", lambda device: looks)
    cell = Cell(aikit.describe(aikit.roi_align), "numpy", "cpu", ("float32", "float32"))
    case = Case(cell, aikit.get_backend("numpy"), samples.core_samples(cell))
    use = next(one for one in uses.of(case) if one.name == "an error, 4 columns")
    longer = memory._longer(1)
    (_, boxes, *_), _ = uses.arguments(case, use, longer)
    assert boxes.shape == ((7, 5) if looks else (6, 4))
    case = case_of("sum", F32)
    ordinary = next(one for one in uses.of(case) if one.name == "a call")
    (x, *_), _ = uses.arguments(case, ordinary, longer)
    assert x.shape != ordinary.sample.args[0].shape
