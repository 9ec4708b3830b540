"""Settings that are local to a thread or task: their contexts may be closed in any order, and anywhere."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import aikit


def _using(name: str) -> Iterator[Any]:
    with aikit.use_backend(name) as xp:
        yield xp


def test_contexts_closed_out_of_order() -> None:
    first, second, third = _using("numpy"), _using("array_api_strict"), _using("numpy")
    for generator in (first, second, third):
        next(generator)
    first.close()
    assert aikit.current_backend_str() == "numpy", "the third is the last one open"
    third.close()
    assert aikit.current_backend_str() == "array_api_strict"
    second.close()
    assert aikit.current_backend_str() == "numpy"
    aikit.set_backend("array_api_strict")  # an error while a local one is in force
    assert aikit.current_backend_str() == "array_api_strict"


def test_context_closed_in_another_thread() -> None:
    generator = _using("array_api_strict")
    next(generator)
    thread = threading.Thread(target=generator.close)
    thread.start()
    thread.join()
    assert aikit.current_backend_str() == "numpy"


def test_task_keeps_the_backend_it_was_started_under() -> None:
    async def child(go_on: asyncio.Event) -> str:
        await go_on.wait()
        return aikit.current_backend_str()

    async def parent() -> tuple[str, str]:
        go_on = asyncio.Event()
        with aikit.use_backend("array_api_strict"):
            task = asyncio.create_task(child(go_on))
            await asyncio.sleep(0)
        go_on.set()
        return await task, aikit.current_backend_str()

    assert asyncio.run(parent()) == ("array_api_strict", "numpy")
