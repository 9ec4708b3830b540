"""The engine: what is selected in a run of pytest, and how the checks run on it."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from pytest_aikit import options
from pytest_aikit.engine import extensions
from pytest_aikit.engine.run import Engine

ENGINE = pytest.StashKey[Engine]()


def of(config: pytest.Config) -> Engine:
    """The engine of a run, made on first use."""
    engine = config.stash.get(ENGINE, None)
    if engine is None:
        cache = functools.partial(_cache_folder, config)
        added = extensions.of(config)
        runs_suite = getattr(config.option, options.RUNS_SUITE, False)
        engine = config.stash[ENGINE] = Engine(
            options.read(config), cache, config.add_cleanup, added, runs_suite, _distributes(config)
        )
    return engine


def _distributes(config: pytest.Config) -> bool:
    """Whether this process runs no items, for xdist hands them out to others."""
    option = config.option
    return getattr(option, "dist", "no") != "no" and not option.collectonly


def _cache_folder(config: pytest.Config, name: str) -> Path | None:
    """A folder for what is kept from run to run, in pytest's cache; None where that is off or cannot be made."""
    cache = getattr(config, "cache", None)
    try:
        return None if cache is None else cache.mkdir(f"aikit-{name}")
    except OSError:
        return None
