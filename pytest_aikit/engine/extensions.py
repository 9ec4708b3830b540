"""What other plugins add to a run by our hooks: it is asked for once, looked at, and taken away when the run is over."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

import aikit
from aikit import backend_handler
from aikit.core.records import Function
from aikit.core.wording import in_one_line
from aikit.dtypes import DTYPES
from pytest_aikit import checks, frameworks, knowledge, options
from pytest_aikit.cases import cells, literals
from pytest_aikit.cases.samples.dtypes import dtypes_of
from pytest_aikit.frameworks.records import Framework
from pytest_aikit.model import Check, Sample

Samples = Mapping[tuple[str, tuple[str, ...]], tuple[Sample, ...]]
"""Qualified name and dtypes of a cell -> the samples that were added to it."""

_HOOKS = ("functions", "references", "backends", "checks", "samples")
_SAMPLES = pytest.StashKey[Samples]()
_ASKED = pytest.StashKey[list[object]]()
"""The plugins that were there when the hooks were called."""


class _Wrong(Exception):
    """What a hook gives is wrong."""


def of(config: pytest.Config) -> Samples:
    """The samples that are added in a run; on first use all else that is added is made known.

    Raises
    ------
    pytest.UsageError : a hook raises, or what it gives is wrong.
    """
    if _SAMPLES not in config.stash:
        config.stash[_ASKED] = list(config.pluginmanager.get_plugins())
        taking = _Taking(config)
        taking.functions()
        taking.references()
        taking.require_references()
        taking.backends()
        taking.checks()
        config.stash[_SAMPLES] = taking.samples()
    return config.stash[_SAMPLES]


def require_all_asked(config: pytest.Config) -> None:
    """Raise where a plugin came too late to be asked, as does a `conftest.py` that is found while tests are collected.

    Raises
    ------
    pytest.UsageError : it has one of our hooks, which would do nothing.
    """
    asked = config.stash.get(_ASKED, None)
    if asked is None:
        return
    for name in (f"pytest_aikit_{what}" for what in _HOOKS):
        for impl in getattr(config.hook, name).get_hookimpls():
            if not any(impl.plugin is plugin for plugin in asked):
                raise pytest.UsageError(
                    f"{name} of {config.pluginmanager.get_name(impl.plugin)}: comes too late to be called; put it in the "
                    "conftest.py of the folder that pytest starts in, or in a plugin"
                )


class _Taking:
    """What the hooks of a run give, taken one after the other; a name may be of what was taken before."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.declared: list[tuple[str, Function]] = []

    def functions(self) -> None:
        for where, given in _given(self.config, "functions"):
            with _blamed_on(where):
                self.declared += [(where, _declared(function)) for function in _listed(given)]

    def references(self) -> None:
        for where, given in _given(self.config, "references"):
            with _blamed_on(where):
                for name, reference in _mapped(given):
                    self.config.add_cleanup(_refer(name, reference))

    def require_references(self) -> None:
        for where, function in self.declared:
            with _blamed_on(where):
                _require_reference(function)

    def backends(self) -> None:
        for where, given in _given(self.config, "backends"):
            with _blamed_on(where):
                for framework in _listed(given):
                    self.config.add_cleanup(_add_backend(framework))

    def checks(self) -> None:
        for where, given in _given(self.config, "checks"):
            with _blamed_on(where):
                for check in _listed(given):
                    self.config.add_cleanup(_add_check(check))

    def samples(self) -> Samples:
        found: dict[tuple[str, tuple[str, ...]], tuple[Sample, ...]] = {}
        for where, given in _given(self.config, "samples"):
            with _blamed_on(where):
                for name, samples in _mapped(given):
                    for sample in _listed(samples):
                        key = name, _dtypes_of_cell(_named(name), sample)
                        found[key] = (*found.get(key, ()), sample)
        return found


# ------------------------------------------------------------------------------------------------ asking


def _given(config: pytest.Config, what: str) -> Iterator[tuple[str, Any]]:
    """What each plugin gives by one of the hooks, with where it comes from, in words."""
    name = f"pytest_aikit_{what}"
    asked = [impl.plugin for impl in getattr(config.hook, name).get_hookimpls()]
    for plugin in asked:
        call = config.pluginmanager.subset_hook_caller(name, [other for other in asked if other is not plugin])
        where = f"{name} of {config.pluginmanager.get_name(plugin)}"
        with _blamed_on(where):
            results = call()
            if not results:  # pluggy leaves None out
                raise _Wrong(
                    "gives None, as does a wrapper; let it return what it adds, an empty list where that is nothing"
                )
        yield from ((where, given) for given in results)


@contextmanager
def _blamed_on(where: str) -> Iterator[None]:
    """Make a usage error in one line, which names the plugin, of whatever is wrong."""
    try:
        yield
    except _Wrong as error:
        raise pytest.UsageError(f"{where}: {error}") from None
    except Exception as error:
        raise pytest.UsageError(f"{where}: {in_one_line(error)}") from error


def _listed(given: Any) -> list[Any]:
    if isinstance(given, (str, Mapping)) or not isinstance(given, Iterable):
        raise _Wrong(f"gives {_shown(given)}, which is no list")
    return list(given)


def _mapped(given: Any) -> list[tuple[str, Any]]:
    if not isinstance(given, Mapping):
        raise _Wrong(f"gives {_shown(given)}, which is no dict of names of functions")
    return list(given.items())


def _shown(value: Any) -> str:
    """A value in a line."""
    return literals.short(" ".join(repr(value).split()))


# ------------------------------------------------------------------------------------------------ taking


def _declared(function: Any) -> Function:
    record = getattr(function, "__aikit_function__", None)
    if not isinstance(record, Function):
        name = getattr(function, "__qualname__", repr(function))
        raise _Wrong(f"{name} is not declared; put a decorator of aikit.declare on it, such as @compositional")
    if record.qualified_name not in cells.checked_functions():
        raise _Wrong(f"{record.qualified_name} has no cells: it is standalone, returns no arrays, or takes none")
    return record


def _require_reference(function: Function) -> None:
    name = function.qualified_name
    if knowledge.of(function).reference is None:
        raise _Wrong(
            f"{name} has no reference, so that nothing would hold its values: call pytest_aikit.know({name!r}, reference=...)"
        )


def _named(name: str) -> Function:
    known = cells.checked_functions()
    if name not in known:
        raise _Wrong(options.unknown(str(name), tuple(known), options.LISTED))
    return known[name]


def _refer(name: str, reference: Any) -> Callable[[], None]:
    if not callable(reference):
        raise _Wrong(f"the reference of {name!r} is {_shown(reference)}, which is no function")
    return knowledge.refer(_named(name), reference)


def _add_backend(framework: Any) -> Callable[[], None]:
    if not isinstance(framework, Framework):
        raise _Wrong(f"gives {_shown(framework)}, which is no pytest_aikit.Framework")
    source = backend_handler.source_of(framework.name)
    if framework.backend is None:
        if source is None:
            raise _Wrong(
                f"there is no backend {framework.name!r}; bring one: Framework({framework.name!r}, backend=...)"
            )
    elif source is None or backend_handler.load(framework.name) is not framework.backend:
        aikit.register_backend(framework.name, framework.backend)
    return frameworks.add(framework)


def _add_check(check: Any) -> Callable[[], None]:
    if not isinstance(check, Check):
        raise _Wrong(f"gives {_shown(check)}, which is no pytest_aikit.Check")
    return checks.add(check)


def _dtypes_of_cell(function: Function, sample: Any) -> tuple[str, ...]:
    """The dtypes of the cells to which a sample belongs."""
    if not isinstance(sample, Sample):
        raise _Wrong(f"a sample of {function.qualified_name} is {_shown(sample)}, which is no pytest_aikit.Sample")
    label, call = f"the sample {sample.label!r}", f"{function.qualified_name}{_without_hints(function.signature)}"
    try:
        function.signature.bind(*sample.args, **sample.kwargs)
    except TypeError as error:
        raise _Wrong(f"{label} does not fit {call}: {error}") from None
    dtypes = dtypes_of(function, sample)
    lead = cells.leading_parameter(function)
    leading = dtypes[function.array_parameters.index(lead)] if lead else dtypes[0]
    accepted = leading in DTYPES and dict(cells.tuples(function, leading, tuple(DTYPES), True)).get(dtypes)
    if not accepted:
        raise _Wrong(f"{label} belongs to no cell: {function.qualified_name} takes no {', '.join(dtypes)}")
    return dtypes


def _without_hints(signature: inspect.Signature) -> inspect.Signature:
    plain = [parameter.replace(annotation=parameter.empty) for parameter in signature.parameters.values()]
    return signature.replace(parameters=plain, return_annotation=signature.empty)
