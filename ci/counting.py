"""A plugin of pytest, ``-p ci.counting``, that counts the checked calls of each item, and its seconds.

A checked call is one of a public function, made by a test or a check itself and not by what draws or converts its arguments,
that returns a result. The same proxy around the namespace counts those of aikit's suite and those of the public suite of
the Array API standard, which takes `counted("array_api_strict")` as its namespace. The environment variable `AIKIT_COUNTS`
names the file that is written.
"""

from __future__ import annotations

import functools
import importlib
import json
import os
import pathlib
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

FILE = "AIKIT_COUNTS"
CALLS: Counter[str] = Counter()
"""The checked calls of the item that runs, by the name of the function."""
ITEMS: dict[str, dict[str, Any]] = {}


def _looks_at_results(code: Any) -> bool:
    """Whether a call in this code is one whose result is looked at: the tests of either suite, not their helpers."""
    path = code.co_filename
    if "/array_api_tests/" in path:
        return "/test_" in path
    return "/pytest_aikit/checks/" in path or (path.endswith("/cases/calling.py") and code.co_name == "call")


class Counting:
    """A namespace whose functions are counted."""

    def __init__(self, namespace: Any, prefix: str = "") -> None:
        self.__dict__.update(_namespace=namespace, _prefix=prefix, __name__=namespace.__name__)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._namespace, name)
        if name in ("linalg", "fft") and not self._prefix:
            found = Counting(found, f"{name}.")
        elif callable(found) and not isinstance(found, type) and not name.startswith("_"):
            found = _counted(found, self._prefix + name)
        self.__dict__[name] = found
        return found

    def __dir__(self) -> list[str]:
        return dir(self._namespace)


def _counted(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    @functools.wraps(function)
    def counting(*args: Any, **kwargs: Any) -> Any:
        result = function(*args, **kwargs)
        if _looks_at_results(sys._getframe(1).f_code):
            CALLS[name] += 1
        return result

    return counting


def counted(module: str) -> Any:
    """A namespace by the name of its module."""
    return Counting(importlib.import_module(module))


def pytest_configure(config: pytest.Config) -> None:
    if "array_api_tests" not in sys.modules:
        import aikit

        aikit.get_backend = functools.cache(functools.partial(_bound, aikit.get_backend))  # type: ignore[assignment]


def _bound(get_backend: Callable[[str], Any], backend: str) -> Any:
    return Counting(get_backend(backend))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[Any]:
    CALLS.clear()
    before = time.process_time()
    try:
        return (yield)
    finally:
        ITEMS[item.nodeid] = {"seconds": time.process_time() - before, "calls": dict(CALLS)}


def pytest_sessionfinish() -> None:
    pathlib.Path(os.environ[FILE]).write_text(json.dumps(ITEMS))
