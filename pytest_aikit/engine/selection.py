"""What a run selects: backends, devices, dtypes, functions and checks, and the items that follow."""

from __future__ import annotations

import difflib
import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from aikit import backend_handler
from aikit.core.records import Function
from aikit.dtypes import DTYPES
from pytest_aikit import checks, frameworks, options
from pytest_aikit.cases import cells
from pytest_aikit.checks import errors
from pytest_aikit.engine.profiles import CHUNKS, PROFILES
from pytest_aikit.frameworks import backends
from pytest_aikit.knowledge import standard
from pytest_aikit.model import Check
from pytest_aikit.options import Given
from pytest_aikit.record import PIECES


class Selection:
    """What is selected in this run."""

    def __init__(
        self,
        given: options.Given,
        cache: Callable[[str], Path | None] = lambda name: None,
        at_end: Callable[[Callable[[], None]], None] = lambda restore: None,
        runs_suite: bool = False,
        distributes: bool = False,
    ) -> None:
        self.runs_suite = runs_suite
        self.distributes = distributes
        self.given = given
        self.cache = cache
        self.at_end = at_end
        self.profile = PROFILES[given.profile or "default"]
        self.backends, self.missing = choose(given, self.load, distributes)
        self.known = cells.checked_functions()
        self.functions = cells.select(given.functions, (*standard.SINCE, PIECES) if given.namespaces else ())
        self.dtypes = options.select(given.dtypes, tuple(DTYPES), "dtypes")
        self.check_names = options.select(given.checks, checks.names(), "checks")
        self.chunks = chosen_chunks(given)
        if given.devices:
            check_devices(given.devices, self.backends)
        self.devices_there: Mapping[str, Sequence[str]] = {}

    @functools.cache  # noqa: B019 - an engine lives as long as the process
    def try_backends(self) -> None:
        """Leave out the backends that cannot be loaded, which was not tried where none was asked for."""
        if not self.given.backends:
            given = self.given._replace(backends="available")
            self.backends, self.missing = choose(given, self.load, self.distributes)

    def take_over(self, missing: Mapping[str, str], devices: Mapping[str, Sequence[str]]) -> None:
        """Learn which backends are missing, and the devices of the others, from a process to which items were handed out."""
        self.backends = tuple(name for name in self.backends if name not in missing)
        self.missing, self.devices_there = dict(missing), devices

    @functools.cached_property
    def checks(self) -> tuple[Check, ...]:
        """The selected checks."""
        return tuple(checks.load(name) for name in self.check_names)

    @functools.cache  # noqa: B019 - an engine lives as long as the process
    def load(self, backend: str) -> Any:
        """The module of a backend, whose framework is set up before it is first loaded."""
        configure = frameworks.of(backend).configure
        if configure is not None:
            self.at_end(configure(self.cache(backend)))
        if self.runs_suite or self.asked_devices == "all" or ":" in self.asked_devices:
            backends.split_cpu(backend)  # a framework that is loaded may be running
        return backends.load(backend)

    @property
    def asked_devices(self) -> str:
        """What says which devices are selected; nothing for the first one of each backend."""
        return self.given.devices or ("all" if self.profile.all_devices else "")

    @functools.cache  # noqa: B019
    def devices(self, backend: str) -> tuple[str, ...]:
        """The selected devices of a backend."""
        if backend in self.devices_there:
            return tuple(self.devices_there[backend])
        self.load(backend)
        return backends.devices(backend, self.asked_devices)

    @functools.cache  # noqa: B019
    def dtypes_of(self, backend: str, x64: bool = True) -> tuple[str, ...]:
        """The selected dtypes that a backend has."""
        lacking = self.lacking(backend, x64)
        return tuple(name for name in self.dtypes if name not in lacking)

    @functools.cache  # noqa: B019
    def lacking(self, backend: str, x64: bool = True) -> frozenset[str]:
        """The dtypes that a backend does not have."""
        lacking = frozenset(DTYPES) - set(self.load(backend).native_dtypes)
        return lacking if x64 and backends.has_x64(backend) else lacking | cells.WIDE

    def checks_of(self, function: Function, scope: str) -> tuple[Check, ...]:
        """The selected checks of a scope that say something about a function."""
        return _checks_of(self.checks, function, scope)

    def groups(self) -> Iterator[cells.Group]:
        """The items of the suite: functions by leading dtype, backend and device.

        The backends come last, because the samples and the exact values are the same on all of them, and are kept.
        """
        for function in self.checked():
            found = [group for backend in self.backends for group in self.groups_of(function, backend)]
            yield from sorted(found, key=lambda group: self.dtypes.index(group.dtype))

    def groups_of(self, function: Function, backend: str) -> Iterator[cells.Group]:
        """The items of a function on the devices of a backend."""
        rejected = bool(self.checks_of(function, "rejected"))
        for number, device in enumerate(self.devices(backend)):
            dtypes = self.dtypes_of(backend)
            yield from cells.groups(function, backend, device, dtypes, rejected, first_device=number == 0)

    def groups_without_x64(self) -> Iterator[cells.Group]:
        """One item for each function where 64-bit dtypes are switched off, which is how users of the framework find it."""
        for backend in self.backends:
            if frameworks.of(backend).x64 is not None and self.load(backend) and backends.has_x64(backend):
                device = self.devices(backend)[0]
                for function in self.checked():
                    dtypes = self.dtypes_of(backend, x64=False)
                    if set(dtypes) & cells.accepted_dtypes(function):
                        yield cells.Group(function, backend, device, "", dtypes, x64=False)

    def targets(self) -> Iterator[tuple[Function, str, str]]:
        """The items of the tail: function, backend, device; none where no selected check looks at what is drawn."""
        for function in filter(self.draws, self.checked()) if self.profile.examples else ():
            for backend in self.backends:
                if set(self.dtypes_of(backend)) & cells.accepted_dtypes(function):
                    yield from ((function, backend, device) for device in self.devices(backend))

    def draws(self, function: Function) -> bool:
        """Whether some selected check looks at calls of a function that are drawn, or at those that must be refused."""
        return errors.CHECK.name in self.check_names or any(one.drawn for one in self.checks_of(function, "cell"))

    def checked(self) -> tuple[Function, ...]:
        """The selected functions about which some selected check says something."""
        found = (self.known[name] for name in self.functions)
        return tuple(f for f in found if any(self.checks_of(f, scope) for scope in ("cell", "item", "rejected")))

    def selected(self) -> dict[str, Sequence[str]]:
        """What is selected, by the words that an expectation uses."""
        return {
            "function": self.functions,
            "check": self.check_names,
            "backend": self.backends,
            "device": tuple(device for backend in self.backends for device in self.devices(backend)),
            "dtype": self.dtypes,
        }

    def left_out(self) -> dict[str, Sequence[str]]:
        """What there is beside what is selected, by the same words; not backends and devices, which differ from place to place."""
        return {
            "function": tuple(name for name in self.known if name not in self.functions),
            "check": tuple(name for name in checks.names() if name not in self.check_names),
            "dtype": tuple(name for name in DTYPES if name not in self.dtypes),
        }


@functools.cache
def _checks_of(selected: tuple[Check, ...], function: Function, scope: str) -> tuple[Check, ...]:
    return tuple(check for check in selected if check.scope == scope and check.applies(function))


# ------------------------------------------------------------------------------------------------ backends and devices


def choose(
    given: Given, load: Callable[[str], Any], distributes: bool = False
) -> tuple[tuple[str, ...], dict[str, str]]:
    """The backends to run on, and those that are selected but missing, with the reason.

    Parameters
    ----------
    load : loads a backend. Those that are asked for are loaded here, for only this shows whether they can be.
    distributes : leave that to the processes to which this one hands out the items, where it is no usage error.

    Raises
    ------
    pytest.UsageError : a name that is no backend, or a missing backend where that is an error.
    """
    known = backends.names()
    listed = options.names(given.backends.strip() or "available")
    if not listed:
        raise pytest.UsageError(f"--aikit-backends={given.backends}: names no backend; {_choices(known)}")
    groups = {"all": known, "available": tuple(filter(backend_handler.is_installed, known))}
    named = {backend_handler.canonical_name(name) for name in listed if name not in groups}
    wanted = tuple(
        dict.fromkeys(backend_handler.canonical_name(o) for name in listed for o in groups.get(name, (name,)))
    )
    for name in wanted:
        if backend_handler.source_of(name) is None:
            close = difflib.get_close_matches(name, known, 1)
            hint = f"did you mean {close[0]}? " if close else ""
            raise pytest.UsageError(f"--aikit-backends: {name!r} is no backend; {hint}{_choices(known)}")
    required = {"skip": (), "error": wanted}.get(given.missing, named)
    absent = {name: reason for name in wanted if (reason := backends.missing(name))}
    to_try = (name for name in wanted if name not in absent and (name in required or not distributes))
    absent |= {name: reason for name in to_try if given.backends and (reason := backends.unusable(name, load))}
    for name, reason in absent.items():
        if name in required:
            raise pytest.UsageError(f"--aikit-backends={given.backends}: {name}: {reason}")
    return tuple(name for name in wanted if name not in absent), absent


def _choices(known: Sequence[str]) -> str:
    return (
        f"choose from all, available, {', '.join(known)}, or {backend_handler.GENERIC}MODULE for a namespace of the "
        "Array API standard"
    )


def chosen_chunks(given: options.Given) -> tuple[int, ...]:
    """The chunks of all values that are selected.

    Raises
    ------
    pytest.UsageError : there is no such chunk, or the profile has none.
    """
    if given.chunks and not PROFILES[given.profile or "default"].all_values:
        raise pytest.UsageError("--aikit-chunks is about --aikit-profile=exhaustive; add it, or leave the chunks out")
    return options.numbers(given.chunks, CHUNKS, "chunks")


def check_devices(text: str, selected: Sequence[str]) -> None:
    """Raise a usage error where a device is named that no selected backend has."""
    if text in ("", "all"):
        return
    there = sorted({device for name in selected for device in backends.devices(name, "all")})
    for device in (part.strip() for part in text.split(",")):
        if not any(device in (one, one.partition(":")[0]) for one in there):
            raise pytest.UsageError(
                f"--aikit-devices: no selected backend has {device!r}; choose from all, {', '.join(there)}"
            )
