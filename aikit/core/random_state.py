"""The state of aikit's own random numbers: a seed, and how many draws have been made of it.

Each draw has a key of its own, a hash of the seed and of the number of the draw, or of the seed that the caller gives. A
backend makes a generator of the key for this one draw, so that no generator of a framework is used or changed, and what a
thread draws does not depend on the values that another one has drawn.
"""

from __future__ import annotations

import contextvars
import hashlib
import os
import threading
from collections.abc import Callable
from typing import Any

from aikit.core.settings import constant_under_trace

_KEY_BITS = 63
"""So many bits of a hash are the key: every framework takes them as a signed integer."""


class _State:
    """A seed and the number of the next draw, both changed under a lock."""

    def __init__(self, seed: int) -> None:
        self._lock = threading.Lock()
        self.seed(seed)

    def seed(self, value: int) -> None:
        """Begin anew from a seed."""
        with self._lock:
            self._seed, self._number = value, 0

    def next_key(self) -> int:
        """The key of the next draw."""
        with self._lock:
            seed, number = self._seed, self._number
            self._number += 1
        return _hashed(f"draw {number} of {seed}")


_state = _State(int.from_bytes(os.urandom(16), "little"))
seed = _state.seed


class _Replay:
    """The draws of a call that are to be those of each other call: of one key, counted anew."""

    def __init__(self, key: int, traced: bool) -> None:
        self.key, self.traced, self.number = key, traced, 0


_replay: contextvars.ContextVar[_Replay | None] = contextvars.ContextVar("aikit.replay", default=None)


def one_for_all(function: Callable[..., Any], is_compiling: Callable[[], bool]) -> Callable[..., Any]:
    """`function`, whose calls all make the same draws.

    Parameters
    ----------
    is_compiling : whether a trace runs; where one does while `function` is called, it is made for these calls alone.
    """
    key = next_key()

    def replayed(*args: Any) -> Any:
        token = _replay.set(_Replay(key, is_compiling()))
        try:
            return function(*args)
        finally:
            _replay.reset(token)

    return replayed


@constant_under_trace
def is_traced_for_one_call() -> bool:
    """Whether the trace that runs is made for the calls of `one_for_all` alone."""
    replay = _replay.get()
    return replay is not None and replay.traced


def next_key() -> int:
    """The key of the next draw."""
    replay = _replay.get()
    if replay is None:
        return _state.next_key()
    replay.number += 1
    return _hashed(f"draw {replay.number} of all of {replay.key}")


@constant_under_trace
def key_of(seed: int) -> int:
    """The key of a draw with a seed of its own."""
    return _hashed(f"seed {seed}")


def _hashed(words: str) -> int:
    digest = hashlib.blake2b(words.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> (64 - _KEY_BITS)
