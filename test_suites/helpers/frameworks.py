"""Fixtures: the backends, and the settings of aikit put back after each test."""

from __future__ import annotations

import importlib.util
import os
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

import aikit
from aikit import backend_handler, devices, dtypes, namespace
from aikit.core import view_writes
from aikit.functional.backends import BUILT_IN
from pytest_aikit import frameworks

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")  # TensorFlow writes to stderr whatever the warning filters say

BACKENDS = BUILT_IN


def is_installed(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


def left_out(items: list[pytest.Item]) -> list[pytest.Item]:
    """Leave out the tests that need a framework that is not installed, but for one of each: a skip that counts them.

    A test needs the frameworks among its parameters, and those of its mark ``needs``.
    """
    gone = []
    for name in (one for one in BACKENDS if not is_installed(one)):
        needing = [item for item in items if name in needed(item)]
        if needing:
            needing[0].add_marker(pytest.mark.skip(f"{name} is not installed: {len(needing)} tests need it"))
            gone += needing[1:]
            items[:] = [item for item in items if item not in set(needing[1:])]
    return gone


COMPILES, ONE_IN = "jax", 4
"""The backend that compiles each call, where of tests that take turns one in so many runs."""


def out_of_turn(items: list[pytest.Item]) -> list[pytest.Item]:
    """Leave out what is marked ``in_turn`` on the backend that compiles each call, but for one in so many."""
    marked = [item for item in items if item.get_closest_marker("in_turn") and COMPILES in needed(item)]
    gone = {item for place, item in enumerate(marked) if place % ONE_IN}
    items[:] = [item for item in items if item not in gone]
    return list(gone)


def needed(item: pytest.Item) -> set[str]:
    """The frameworks that a test needs."""
    parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
    named = {value for value in parameters if isinstance(value, str)}
    return named.union(*(mark.args for mark in item.iter_markers("needs"))).intersection(BACKENDS)


def require(name: str) -> str:
    """Load a backend, or skip the test where it cannot be loaded for want of its framework."""
    if not is_installed(name):
        pytest.skip(f"{name} is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # those of the frameworks' own imports
        aikit.get_backend(name)
    if name == "jax":
        import jax

        jax.config.update("jax_enable_x64", True)
    return name


def registered_for_the_test_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what a test registers be forgotten after it, and nothing else.

    A backend asks those whose framework is imported for its arrays, which loads them. They are loaded before: a framework
    remembers the classes that were registered with it, and one that is loaded again refuses them.
    """
    for name in (one for one, source in backend_handler.SOURCES.items() if source.framework in sys.modules):
        backend_handler.load(name)
    for holder, table in (
        (backend_handler, "SOURCES"),
        (backend_handler, "_loaded"),
        (backend_handler, "_backend_of_class"),
        (namespace, "_namespaces"),
    ):
        monkeypatch.setattr(holder, table, dict(getattr(holder, table)))


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    """The name of each backend in turn."""
    return require(request.param)


@pytest.fixture(params=BACKENDS)
def other_backend(request: pytest.FixtureRequest) -> str:
    """A second backend, which may be the first."""
    return require(request.param)


@pytest.fixture
def xp(backend: str) -> Any:
    """The namespace of aikit bound to the backend."""
    return aikit.get_backend(backend)


def _settings() -> list[Any]:
    return [backend_handler._setting, devices.SETTING, *dtypes.SETTINGS.values()]


@pytest.fixture(autouse=True)
def settings_put_back() -> Iterator[None]:
    """No test leaves a backend, a default or a mode behind."""
    yield
    for setting in _settings():
        setting.clear()
    while view_writes.SETTING.stack:
        aikit.unset_view_write_mode()


@pytest.fixture(scope="session")
def compiling() -> Iterator[Any]:
    """The context in which what JAX compiles is not optimized."""
    framework = frameworks.of(COMPILES)
    restore = framework.configure(None)
    yield framework.cheaply
    restore()


@pytest.fixture(autouse=True)
def compiled_cheaply(request: pytest.FixtureRequest) -> Iterator[None]:
    """What is compiled for a test is not optimized, which takes half of the time: digits are the business of the suite."""
    if COMPILES not in needed(request.node) or not is_installed(COMPILES):
        yield
        return
    with request.getfixturevalue("compiling")():
        yield


_COMPILED_AT_MOST = 400


@pytest.fixture(autouse=True, scope="module")
def compiled_code_forgotten() -> Iterator[None]:
    """Each function that JAX has compiled holds 1.4 MB, and slows the next compilation down."""
    yield
    jax = sys.modules.get("jax")
    if jax is not None and len(jax.local_devices()[0].client.live_executables()) > _COMPILED_AT_MOST:
        jax.clear_caches()
