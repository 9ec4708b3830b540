"""The mark ``aikit_capabilities``: a test of functions runs wherever a run does, and must fail where they lack something.

A table is proven in both directions: what it says is lacking and works is a failure, as is an entry that no test looks at,
and a function with a table that no test is marked with, where another one of its package is.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest

from pytest_aikit.capabilities import ATTRIBUTE, Capabilities, Lack, capabilities_of, parsed
from pytest_aikit.engine.run import Engine
from pytest_aikit.expectations import names
from pytest_aikit.frameworks import backends
from pytest_aikit.reporting import own
from pytest_aikit.session import lazy

MARK = "aikit_capabilities"


class Subject(NamedTuple):
    """What a table is of: a function, or a test by itself."""

    name: str
    table: Capabilities
    function: Callable[..., Any] | None = None


LOOKED_AT = pytest.StashKey[dict[tuple[str, Lack], bool]]()
"""Subject and entry -> whether a test that was collected looks at it."""
PACKAGES = pytest.StashKey[dict[str, set[int]]]()
"""Package -> the functions of it, by identity, that tests are marked with."""


def functions_of(marked: Any) -> list[Callable[..., Any]]:
    """The functions that the marks of a test name; of those of its own parameters the one that it is about."""
    node = getattr(marked, "definition", marked)
    found = [function for mark in node.iter_markers(MARK) for function in _listed(mark.kwargs.get("of", ()))]
    params = [value for value in getattr(getattr(node, "callspec", None), "params", {}).values() if callable(value)]
    own = [function for function in found if any(function is value for value in params)]
    return list({id(function): function for function in own or found}.values())


def _listed(of: Any) -> list[Any]:
    return list(of) if isinstance(of, (list, tuple)) else [of]


def form_of(marked: Any, target: Any) -> lazy.Form | None:
    """How the functions of a test are called lazily on its target; None where they are not."""
    return lazy.form_of(target.backend, target.is_native) if functions_of(marked) else None


def properties(item: Any, target: Any) -> list[tuple[str, object]]:
    """Where a test runs and of which functions it is, by which its failures are reported."""
    named = ", ".join(getattr(function, "__qualname__", repr(function)) for function in functions_of(item))
    return [(own.TARGET, target.id), (own.FUNCTIONS, named or item.originalname)]


@contextmanager
def lazily(item: Any, target: Any) -> Iterator[None]:
    """Let a test call its functions lazily."""
    form = form_of(item, target)
    assert form is not None, "there is an item for each form"
    with lazy.installed(item, functions_of(item), form):
        yield


def apply(item: Any, place: dict[str, Any], target: Any) -> None:
    """Skip a test, or expect it to fail, where its functions lack something.

    Parameters
    ----------
    place : where it runs, by the words of the marks.
    target : the value of its parameter `aikit_target`, if it has one.

    Raises
    ------
    pytest.UsageError : a mark or a table is written wrongly.
    """
    subjects = list(_subjects(item))
    if "backend" not in place:
        return _require_a_place(item)
    is_lazy = getattr(target, "is_lazy", False)
    looked_at = item.config.stash.setdefault(LOOKED_AT, {})
    for subject in subjects:
        for lack in subject.table.lacks:
            looked_at.setdefault((subject.name, lack), False)
        if subject.function is not None:
            package = _module(subject.function).partition(".")[0]
            item.config.stash.setdefault(PACKAGES, {}).setdefault(package, set()).add(id(subject.function))
        known = backends.aliases(place["backend"])
        for lack in subject.table.lacking(known, place.get("device"), place.get("dtype"), lazy=is_lazy):
            looked_at[subject.name, lack] = True
            item.add_marker(_marker(subject, lack))
    if is_lazy and (form := form_of(item, target)) is not None and form.lacks:
        item.add_marker(pytest.mark.skip(reason=form.lacks))


def _marker(subject: Subject, lack: Lack) -> pytest.MarkDecorator:
    reason = f"{subject.name}: {lack}"
    if lack.skip:
        return pytest.mark.skip(reason=reason)
    raises = lack.raises or (lazy.LazyError if lack.kind == "lazy" else None)
    return pytest.mark.xfail(strict=True, reason=reason, raises=raises)


def _subjects(item: Any) -> Iterator[Subject]:
    """The tables of a test: those of its functions, and its own."""
    for mark in item.iter_markers(MARK):
        try:
            if mark.args or not mark.kwargs:
                raise ValueError(f"{MARK}: say which functions the test is about, as in of=mean or of=[mean, var]")
            wrong = [one for one in _listed(mark.kwargs.get("of", ())) if not callable(one)]
            if wrong:
                raise ValueError(f"{MARK}(of={wrong[0]!r}): give functions by themselves, and not by their names")
            own = parsed({kind: table for kind, table in mark.kwargs.items() if kind != "of"})
        except (TypeError, ValueError) as error:
            raise pytest.UsageError(f"{item.nodeid}: {error}") from None
        yield _with_known_names(item, Subject(item.nodeid.partition("[")[0], own))
    for function in functions_of(item):
        name = f"{_module(function)}.{getattr(function, '__qualname__', function)}"
        try:
            table = capabilities_of(function)
        except (TypeError, ValueError) as error:
            raise pytest.UsageError(f"{item.nodeid}: {name}: {error}") from None
        yield _with_known_names(item, Subject(name, table, function))


def _module(function: Any) -> str:
    return getattr(function, "__module__", None) or type(function).__module__


_WORDS = {"backends": "backend", "lazy": "backend", "devices": "device", "dtypes": "dtype"}


def _with_known_names(item: Any, subject: Subject) -> Subject:
    for lack in subject.table.lacks:
        for word, pattern in ((_WORDS[lack.kind], lack.pattern), ("backend", lack.on)):
            parts = [part.strip().removeprefix("-") for part in pattern.split(",")]
            names.require_known(f"{item.nodeid}: {MARK} of {subject.name}: {lack.kind}", word, parts)
    return subject


def _require_a_place(item: Any) -> None:
    params = getattr(getattr(item, "callspec", None), "params", {})
    if "aikit_target" not in params:  # which holds the place of a missing backend where it is None
        raise pytest.UsageError(
            f"{item.nodeid}: {MARK}: the test takes neither xp nor native_xp, so that the mark does nothing"
        )


# ------------------------------------------------------------------------------------------------ what is not proven


def unproven(config: pytest.Config, run: Engine) -> list[str]:
    """What tables say and no test looks at, of what is selected."""
    found = []
    for (name, lack), looked_at in config.stash.get(LOOKED_AT, {}).items():
        if not looked_at and (where := _in_scope(lack, run)):
            found.append(f"{MARK} of {name}: no test looks at {lack.kind} {lack.key!r} on {where}{_HINTS[lack.kind]}")
    for package, marked in config.stash.get(PACKAGES, {}).items():
        for name, function in _with_tables(package):
            if id(function) not in marked:
                found.append(f"{MARK} of {name}: no test is marked with it")
    return list(dict.fromkeys(found))


_HINTS = {
    "backends": "",
    "devices": "; let one take aikit_device",
    "dtypes": "; let one take aikit_dtype",
    "lazy": "; let one be marked with the function",
}


def _in_scope(lack: Lack, run: Engine) -> str:
    """The first selected backend where an entry says something about what is selected; empty where there is none."""
    for backend in run.backends if run.given.backends else ():
        if lack.concerns(backends.aliases(backend)) and _selects(lack, run, backend):
            return backend
    return ""


def _selects(lack: Lack, run: Engine, backend: str) -> bool:
    if lack.kind == "lazy":
        return any(lazy.form_of(backend, native) is not None for native in (True, False))
    values = {"devices": run.devices, "dtypes": run.dtypes_of}.get(lack.kind)
    if values is None:
        return True
    return any(lack.applies(backends.aliases(backend), value, value, False) for value in values(backend))


def _with_tables(package: str) -> Iterator[tuple[str, Any]]:
    """The functions with a table in the modules of a package that are loaded, each once, with their names."""
    seen: set[int] = set()
    for name, module in sorted(sys.modules.items()):
        if name.partition(".")[0] != package:
            continue
        for attribute, value in sorted(vars(module).items()):
            if ATTRIBUTE in getattr(value, "__dict__", {}) and id(value) not in seen:
                seen.add(id(value))
                yield f"{getattr(value, '__module__', name)}.{getattr(value, '__qualname__', attribute)}", value
