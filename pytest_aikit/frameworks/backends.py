"""The backends: which there are, which are missing and why, their versions, devices, 64-bit dtypes and namespaces."""

from __future__ import annotations

import contextlib
import functools
import importlib.metadata
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

import aikit
from aikit import backend_handler
from aikit.core.wording import in_one_line
from aikit.exceptions import AikitInvalidBackendException
from pytest_aikit import frameworks
from pytest_aikit.numerics.promotion import name_of

SPLIT_CPU = 2
"""How many logical devices the CPU is split into where the framework can do that and all devices are asked for."""


def names() -> tuple[str, ...]:
    """Every backend that there is, installed or not: the built-in ones first."""
    return tuple(dict.fromkeys((*backend_handler.SOURCES, *backend_handler.available_backends())))


def aliases(name: str) -> tuple[str, ...]:
    """The names by which a backend is known: its own, and that of the namespace that it is made of, if any."""
    source = backend_handler.source_of(name)
    generic = source is not None and source.module.startswith(backend_handler.GENERIC)
    return (name, source.module) if source is not None and generic and source.module != name else (name,)


def missing(name: str) -> str | None:
    """Why a backend cannot be used, None where nothing is known against it; imports no framework."""
    source = backend_handler.source_of(name)
    if source is None:
        return None
    if not backend_handler.is_installed(name):
        return f"{source.framework} is not installed; {source.how_to_install}"
    there, needed = version(name), _needed(source.framework)
    if not there or needed.contains(there, prereleases=True):
        return None
    return f"{source.framework} {there} is too old, {needed} is needed; {source.how_to_install}"


@functools.cache
def _needed(framework: str) -> SpecifierSet:
    """The versions of a framework that the metadata of this distribution ask for; any where they ask for none."""
    try:
        lines = importlib.metadata.requires("pytest-aikit") or []
    except importlib.metadata.PackageNotFoundError:
        lines = []
    found = (one.specifier for one in map(Requirement, lines) if one.name == framework.replace("_", "-"))
    return next(found, SpecifierSet())


def unusable(name: str, load: Callable[[str], Any]) -> str | None:
    """Why a backend that is installed cannot be used: how its import fails; None where it does not."""
    try:
        load(name)
    except AikitInvalidBackendException as error:
        return str(error).splitlines()[0]  # what a backend lacks is listed below
    except Exception as error:
        return in_one_line(error)
    return None


def version(name: str) -> str:
    """The version of the backend's framework, without importing it; empty where it has none."""
    source = backend_handler.source_of(name)
    framework = name if source is None else source.framework
    try:
        return importlib.metadata.version(framework)
    except importlib.metadata.PackageNotFoundError:
        return getattr(sys.modules.get(framework), "__version__", "")


def load(name: str) -> Any:
    """The backend's module, its framework imported."""
    return backend_handler.load(name)


def devices(name: str, text: str) -> tuple[str, ...]:
    """The devices of a backend that ``--aikit-devices`` selects.

    One that holds no values, so that there is nothing to compare, is left out.
    """
    empty = frameworks.of(name).without_values
    found = tuple(str(device) for device in load(name).devices() if str(device) not in empty)
    if text == "all":
        return found
    wanted = [part.strip() for part in (text or found[0]).split(",")]
    return tuple(device for device in found if _is_wanted(device, wanted, found))


def devices_beside(name: str, device: str) -> tuple[str, ...]:
    """The other devices of a backend that hold values, as its framework is running."""
    empty = {*frameworks.of(name).without_values, device}
    return tuple(str(one) for one in load(name).devices() if str(one) not in empty)


def _is_wanted(device: str, wanted: Sequence[str], found: Sequence[str]) -> bool:
    """Whether a device is named, by its name or, as in ``gpu`` for ``gpu:0``, by its kind."""
    kind = device.partition(":")[0]
    return device in wanted or (kind in wanted and kind not in found)


def looks_at_values(device: str) -> bool:
    """Whether calls look for what is wrong with the values in arrays on a device; on an accelerator they would wait for it."""
    return aikit.Device(device).kind == "cpu"


def split_cpu(name: str) -> None:
    """Let a framework show the CPU as several devices, where it can, and is not yet running."""
    split = frameworks.of(name).split_cpu
    if split is not None:
        with contextlib.suppress(RuntimeError):  # it is running: the devices are what they are
            split(SPLIT_CPU)


def has_x64(name: str) -> bool:
    """Whether a backend has its 64-bit dtypes just now."""
    switch = frameworks.of(name).x64
    return switch is None or switch.is_on()


@contextlib.contextmanager
def x64(on: bool) -> Iterator[None]:
    """Each framework that has a switch with its 64-bit dtypes, or as its users find it, without."""
    with contextlib.ExitStack() as stack:
        for framework in frameworks.known():
            if framework.x64 is not None:
                stack.enter_context(framework.x64.turned(on))
        yield


def native_namespace_or_none(name: str) -> Any:
    """The framework's own Array API namespace; None where there is none."""
    with contextlib.suppress(pytest.skip.Exception):
        return native_namespace(name)
    return None


def native_device(name: str, device: str) -> Any:
    """The framework's own object for a device."""
    return load(name).as_native_dev(device)


def native_array(name: str, values: np.ndarray, device: str) -> Any:
    """A new native array of these values, made by the backend and by no function, which may be the one that is looked at.

    On the first device it is one that is bound to none, as those of users are who name none.
    """
    backend, unbound = load(name), frameworks.of(name).unbound
    if unbound is not None and device == _first_device(name):
        return unbound(values)
    return backend.from_numpy(values, backend.as_native_dtype(name_of(values.dtype)), backend.as_native_dev(device))


@functools.cache
def _first_device(name: str) -> str:
    return str(load(name).devices()[0])


def native_namespace(name: str) -> Any:
    """The framework's own Array API namespace; the test is skipped where there is none."""
    framework = frameworks.of(name)
    if framework.no_namespace:
        pytest.skip(framework.no_namespace)
    if framework.namespace is None:
        own = load(name).namespace
        return own if own is not None else pytest.skip(f"no Array API namespace is known for the backend {name!r}")
    try:
        return framework.namespace()
    except ModuleNotFoundError as error:
        if error.name != "array_api_compat":
            raise
        pytest.skip("array-api-compat is not installed; pip install array-api-compat")
