"""The backends: which there are, which are missing and why, their versions and devices, and what each needs set up."""

from __future__ import annotations

import contextlib
import functools
import importlib.metadata
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from aikit import backend_handler
from aikit.core.wording import in_one_line
from aikit.exceptions import AikitInvalidBackendException

SPLIT_CPU = 2
"""How many logical devices the CPU is split into where the framework can do that and all devices are asked for."""


def names() -> tuple[str, ...]:
    """Every backend that there is, installed or not: the built-in ones first."""
    return tuple(dict.fromkeys((*backend_handler.SOURCES, *backend_handler.available_backends())))


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

    ``meta`` of torch holds no values, so that there is nothing to compare; it is left out.
    """
    if text == "all" or ":" in text:
        _split_cpu(name)
    found = tuple(str(device) for device in load(name).devices() if str(device) != "meta")
    if text == "all":
        return found
    wanted = [part.strip() for part in (text or found[0]).split(",")]
    return tuple(device for device in found if _is_wanted(device, wanted, found))


def _is_wanted(device: str, wanted: Sequence[str], found: Sequence[str]) -> bool:
    """Whether a device is named, by its name or, as in ``gpu`` for ``gpu:0``, by its kind."""
    kind = device.partition(":")[0]
    return device in wanted or (kind in wanted and kind not in found)


def _split_cpu(name: str) -> None:
    """Let JAX or TensorFlow show the CPU as several devices, where they are not yet running."""
    with contextlib.suppress(RuntimeError):  # it is running: the devices are what they are
        if name == "jax":
            import jax

            if "jax_num_cpu_devices" in jax.config.values:
                jax.config.update("jax_num_cpu_devices", SPLIT_CPU)
        elif name == "tensorflow":
            import tensorflow as tf

            cpu = tf.config.list_physical_devices("CPU")[0]
            tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * SPLIT_CPU)


# ------------------------------------------------------------------------------------------------ JAX and its 64 bits


def configure_jax(cache: Path | None) -> Callable[[], None]:
    """Set JAX up for this run, where the user has not; returns what puts everything back.

    It gets its 64-bit dtypes: aikit itself never flips the switch, but with it off, which is JAX's default, half of the
    cells do not exist. And what it compiles is kept in the folder `cache` for the next run and for other workers:
    https://docs.jax.dev/en/latest/persistent_compilation_cache.html
    """
    import jax

    wanted: dict[str, Any] = {}
    if "JAX_ENABLE_X64" not in os.environ:
        wanted["jax_enable_x64"] = True
    if cache is not None and not jax.config.jax_compilation_cache_dir:  # type: ignore[attr-defined]
        wanted["jax_compilation_cache_dir"] = str(cache)
        wanted["jax_persistent_cache_min_compile_time_secs"] = 0
    before = {name: getattr(jax.config, name) for name in wanted}

    def set_all(values: dict[str, Any]) -> None:
        for name, value in values.items():
            jax.config.update(name, value)

    set_all(wanted)
    return functools.partial(set_all, before)


def clear_compiled() -> None:
    """Let JAX forget what it has compiled in this process.

    Each compiled function holds 1.4 MB, and slows the next compilation down: after 2,400 of them by 60 ms.
    """
    import jax

    jax.clear_caches()


def has_x64(name: str) -> bool:
    """Whether a backend has its 64-bit dtypes just now."""
    if name != "jax":
        return True
    import jax

    return bool(jax.config.jax_enable_x64)


@contextlib.contextmanager
def x64(on: bool) -> Iterator[None]:
    """JAX with its 64-bit dtypes, or as its users find it, without; nothing where JAX is not loaded."""
    jax = sys.modules.get("jax")
    if jax is None:
        yield
        return
    with jax.enable_x64(on):
        yield


# ------------------------------------------------------------------------------------------------ native namespaces


def native_namespace(name: str) -> Any:
    """The framework's own Array API namespace; the test is skipped where there is none."""
    if name == "jax":
        import jax.numpy as namespace

        return namespace
    if name == "tensorflow":
        pytest.skip("tensorflow has no namespace that follows the Array API standard")
    own = load(name).namespace
    if own is not None:
        return own
    try:
        if name == "numpy":
            import array_api_compat.numpy as compat
        elif name == "torch":
            import array_api_compat.torch as compat
        else:
            pytest.skip(f"no Array API namespace is known for the backend {name!r}")
    except ModuleNotFoundError as error:
        if error.name != "array_api_compat":
            raise
        pytest.skip("array-api-compat is not installed; pip install array-api-compat")
    return compat
