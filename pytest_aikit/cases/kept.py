"""What references give, kept in a folder from one run to the next: working it out is half of a run on NumPy and PyTorch.

It is kept under all that it depends on: the source of both packages, the versions of what they compute with, the kind of
machine, and the content of the call. Of functions of others nothing is kept, for their source is not known, and nothing
that is worked out sooner than it is found.
"""

from __future__ import annotations

import functools
import hashlib
import pickle
import platform
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import aikit
import pytest_aikit
from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases.showing import is_of_aikit
from pytest_aikit.numerics import wide

_WORTH = 5e-4
"""Seconds; it is found in a third of that."""
_LONGEST = 2**16
"""Bytes; what is longer is of long arrays, and hardly worked out later than read."""
_DIGEST = 16


class _Results:
    """A file of results by the digests of their keys; several processes may read and write it."""

    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(file, timeout=60, isolation_level=None)
        for line in (
            "PRAGMA journal_mode = WAL",
            "PRAGMA synchronous = OFF",  # what a crash of the machine leaves is held against the digest
            "CREATE TABLE IF NOT EXISTS results (key BLOB PRIMARY KEY, result BLOB) WITHOUT ROWID",
        ):
            self._connection.execute(line)
        # what another process puts in meanwhile is of functions that are not for this one to run
        self._keys = {key for (key,) in self._connection.execute("SELECT key FROM results")}

    def find(self, key: bytes) -> bytes | None:
        if key not in self._keys:
            return None
        row = self._connection.execute("SELECT result FROM results WHERE key = ?", (key,)).fetchone()
        content = b"" if row is None else row[0]
        return content[_DIGEST:] if content[:_DIGEST] == _digest(content[_DIGEST:]) else None

    def put(self, key: bytes, content: bytes) -> None:
        row = key, _digest(content) + content
        self._connection.execute("INSERT OR REPLACE INTO results VALUES (?, ?)", row)
        self._keys.add(key)

    def close(self) -> None:
        self._connection.close()


_results: _Results | None = None


def open_in(folder: Path | None) -> Callable[[], None]:
    """Keep results in a folder from now on, if any; what is returned ends that."""
    global _results
    before, _results = _results, None
    if folder is not None:
        file = folder / f"{_source()}.sqlite"
        try:
            for other in folder.glob("*.sqlite*"):
                if not other.name.startswith(file.name):
                    other.unlink(missing_ok=True)
            _results = _Results(file)
        except (OSError, sqlite3.Error):
            pass  # as with all of pytest's cache, a run does without

    def end() -> None:
        global _results
        if _results is not None:
            _results.close()
        _results = before

    return end


def once(
    function: Function, kind: str, key: Any, compute: Callable[[], Any], restored: Callable[[Any], Any] | None = None
) -> Any:
    """What `compute` gives, or gave in an earlier run.

    Parameters
    ----------
    kind, key : what it depends on beside the function: words, and anything that can be pickled and means the same in
        another process.
    restored : makes of what was kept what it was.
    """
    ours = is_of_aikit(function) and not knowledge.is_referred(function)
    name = _name(function, kind, key) if _results is not None and ours else None
    if _results is None or name is None:
        return compute()
    try:
        content = _results.find(name)
    except sqlite3.Error:
        content = None
    if content is not None:
        found = pickle.loads(content)
        return found if restored is None else restored(found)
    start = time.perf_counter()
    found = compute()
    if time.perf_counter() - start > _WORTH:
        _keep(name, found)
    return found


def _keep(name: bytes, found: Any) -> None:
    assert _results is not None
    try:
        content = pickle.dumps(found)
        if len(content) < _LONGEST:
            _results.put(name, content)
    except (pickle.PicklingError, AttributeError, TypeError, sqlite3.Error):
        pass


def _name(function: Function, kind: str, key: Any) -> bytes | None:
    """None for a call with something that is equal to itself alone."""
    try:
        return _digest(pickle.dumps((function.qualified_name, kind, wide.real().__name__, key)))
    except (pickle.PicklingError, AttributeError, TypeError):
        return None


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_DIGEST).digest()


@functools.cache
def _source() -> str:
    """The digest of all that decides what references give."""
    import ml_dtypes
    import mpmath
    import scipy

    versions = [module.__version__ for module in (np, ml_dtypes, mpmath, scipy)]
    digest = hashlib.blake2b(repr((versions, platform.platform(), platform.python_version())).encode(), digest_size=16)
    for package in (aikit, pytest_aikit):
        folder = Path(str(package.__file__)).parent
        for file in sorted(folder.rglob("*.py")):
            digest.update(str(file.relative_to(folder)).encode() + file.read_bytes())
    return digest.hexdigest()
