"""What one thread writes to an Array, another sees whole or not at all, and never in what it made of the Array before."""

from __future__ import annotations

import copy
import pickle
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from helpers.frameworks import require

import aikit


@pytest.fixture(autouse=True)
def threads_that_switch_at_every_step() -> Iterator[None]:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def _while_written(x: Any, write: Callable[[int], None], read: Callable[[], None], seconds: float = 0.7) -> None:
    """Let one thread write while this one reads."""
    stop, errors = threading.Event(), []

    def work() -> None:
        count = 0
        try:
            while not stop.is_set():
                count += 1
                write(count % 100)
        except Exception as error:
            errors.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            read()
    finally:
        stop.set()
        thread.join()
    assert errors == []


SHARING = {
    "copy": copy.copy,
    "slice": lambda x: x[0:4],
    "reshape": lambda x: aikit.reshape(x, (2, 4)),
    "native": lambda x: aikit.to_aikit(x.data),
    "positive": lambda x: +x,
    "broadcast_to": lambda x: aikit.broadcast_to(x, (2, 8)),
}


@pytest.mark.parametrize("share", SHARING)
@pytest.mark.parametrize("name", ["numpy", "torch"])
def test_a_write_in_another_thread_shows_in_no_array_made_before(name: str, share: str) -> None:
    x = aikit.get_backend(require(name)).zeros(8)

    def write(value: int) -> None:
        x[0:4] = value
        x[4:] = value

    def read() -> None:
        y = SHARING[share](x)
        first = aikit.to_list(y)
        assert aikit.to_list(y) == first

    _while_written(x, write, read)


@pytest.mark.parametrize("name", ["numpy", "torch"])
def test_a_write_is_seen_whole(name: str) -> None:
    x = aikit.get_backend(require(name)).zeros(100_000)  # so large that the frameworks let other threads run

    def write(value: int) -> None:
        x[...] = value

    def read() -> None:
        assert float(aikit.max(x)) - float(aikit.min(x)) in range(-99, 100)
        y = copy.copy(x)
        assert float(aikit.max(y)) == float(aikit.min(y))

    _while_written(x, write, read)


def test_no_write_is_lost(xp: Any, backend: str) -> None:
    x = xp.zeros(4, dtype="int32")
    rounds = 40 if backend in ("jax", "tensorflow") else 300

    def work(place: int) -> None:
        for count in range(1, rounds + 1):
            x[place] = count

    threads = [threading.Thread(target=work, args=(place,)) for place in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert aikit.to_list(x) == [rounds] * 4


def test_an_array_without_a_value_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="_data"):
        aikit.Array().shape  # noqa: B018
    with pytest.raises(AttributeError, match="'Array' object has no attribute 'nosuch'"):
        aikit.zeros(2).nosuch  # noqa: B018


def test_a_finaliser_within_a_write_sees_the_array(monkeypatch: pytest.MonkeyPatch) -> None:
    x = aikit.get_backend("numpy").zeros(3)
    backend = aikit.current_backend(x)
    seen: list[Any] = []
    set_item = backend.set_item

    def interrupted(*args: Any) -> Any:
        seen.append(x.shape)
        with pytest.raises(aikit.AikitBackendException, match="interrupts a write"):
            x[1] = 5.0
        return set_item(*args)

    monkeypatch.setattr(backend, "set_item", interrupted)
    x[0] = 1.0
    assert seen == [(3,)]
    assert aikit.to_list(x) == [1.0, 0.0, 0.0]


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_a_write_that_is_interrupted_leaves_the_array(
    error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    x = aikit.get_backend("numpy").zeros(3)
    backend = aikit.current_backend(x)

    def fail(*args: Any) -> Any:
        raise error

    with monkeypatch.context() as patch, pytest.raises((error, aikit.AikitException)):
        patch.setattr(backend, "set_item", fail)
        x[0] = 1.0
    x[1] = 2.0
    assert aikit.to_list(x) == [0.0, 2.0, 0.0]


def test_reading_an_array_is_a_plain_look_up() -> None:
    # CPython looks attributes up in advance only where a class has no __getattr__
    assert not hasattr(aikit.Array, "__getattr__")


class Labelled(aikit.Array):
    def __init__(self, native: Any, label: str) -> None:
        self._data, self.label = native, label


@pytest.mark.parametrize("name", ["numpy", "torch"])
def test_what_is_made_while_an_array_is_written_to_is_of_its_own_class(name: str) -> None:
    x = aikit.get_backend(require(name)).zeros(4)

    def write(value: int) -> None:
        x[0:2] = value

    def read() -> None:
        made = copy.copy(x), copy.deepcopy(x), pickle.loads(pickle.dumps(x)), x + 1, x[0:2]
        assert [type(one) for one in made] == [aikit.Array] * len(made)
        assert aikit.is_aikit_array(x, exclusive=True)

    _while_written(x, write, read)
    with pytest.raises(aikit.AikitBroadcastShapeError):
        x[0:2] = aikit.get_backend(name).ones(3)
    assert type(x) is aikit.Array


def test_a_write_to_an_array_of_a_subclass(xp: Any) -> None:
    x = Labelled(xp.zeros(4).data, "height")
    before = copy.copy(x)
    x[0] = 5.0
    assert (type(x), x.label) == (Labelled, "height")
    assert aikit.to_list(x) == [5.0, 0.0, 0.0, 0.0]
    assert aikit.to_list(before) == [0.0, 0.0, 0.0, 0.0]
