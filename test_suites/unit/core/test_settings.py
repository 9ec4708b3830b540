"""Settings that are local to a thread or task: their contexts may be closed in any order, and anywhere."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import aikit
from aikit.core import settings
from aikit.core.settings import Setting


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


def _made() -> tuple[str, str, str, str]:
    """Where and in which dtypes arrays are made of plain values just now."""
    whole, part = aikit.arange(2), aikit.full((2,), 0.5)
    assert aikit.zeros((2,)).dtype == part.dtype == aikit.linspace(0, 1, 2).dtype
    assert aikit.eye(2).backend == whole.backend
    return whole.backend, str(whole.dtype), str(part.dtype), str(aikit.full((2,), 1j).dtype)


def test_what_is_made_follows_each_change() -> None:
    """Of the settings of the process, and of those of a context, in whichever order they come."""
    usual = ("numpy", "int32", "float32", "complex64")
    assert _made() == _made() == usual
    aikit.set_default_dtype("float64")
    assert _made() == ("numpy", "int32", "float64", "complex64")
    with aikit.use_backend("array_api_strict"):
        assert _made() == ("array_api_strict", "int32", "float64", "complex64")
        aikit.set_default_int_dtype("int64")
        assert _made() == ("array_api_strict", "int64", "float64", "complex64")
        with aikit.use_backend("numpy"):
            assert _made() == ("numpy", "int64", "float64", "complex64")
        aikit.unset_default_dtype()
        assert _made() == ("array_api_strict", "int64", "float32", "complex64")
    aikit.set_default_complex_dtype("complex128")
    assert _made() == ("numpy", "int64", "float32", "complex128")
    aikit.unset_default_int_dtype()
    aikit.unset_default_complex_dtype()
    assert _made() == usual
    aikit.set_backend("array_api_strict")
    assert _made() == ("array_api_strict", *usual[1:])
    aikit.unset_backend()
    assert _made() == usual


def test_the_kind_of_the_numbers_decides_each_time() -> None:
    for _ in range(2):
        assert aikit.arange(2).dtype == "int32"
        assert aikit.arange(2.0).dtype == "float32"
        assert aikit.arange(0, 2.0).dtype == "float32"
        assert aikit.full((2,), True).dtype == "bool"
        assert aikit.full((2,), 1).dtype == "int32"
        assert aikit.linspace(0, 1j, 2).dtype == "complex64"
        assert aikit.linspace(0, 1, 2).dtype == "float32"


def test_what_is_made_follows_a_context_closed_in_another_thread() -> None:
    generator = _using("array_api_strict")
    next(generator)
    assert _made()[0] == "array_api_strict"
    thread = threading.Thread(target=generator.close)
    thread.start()
    thread.join()
    assert _made()[0] == "numpy"


def test_what_is_made_in_a_thread_follows_the_process_and_not_the_context_of_another() -> None:
    found: list[tuple[str, str, str, str]] = []
    with aikit.use_backend("array_api_strict"):
        assert _made()[0] == "array_api_strict"
        for change in (lambda: None, lambda: aikit.set_default_float_dtype("float64")):
            change()
            thread = threading.Thread(target=lambda: found.append(_made()))
            thread.start()
            thread.join()
        assert _made()[2] == "float64"
    assert [one[0] for one in found] == ["numpy", "numpy"]
    assert [one[2] for one in found] == ["float32", "float64"]


def test_what_a_bound_form_makes_is_on_its_backend() -> None:
    xp = aikit.get_backend("array_api_strict")
    for _ in range(2):
        assert xp.zeros((2,)).backend == "array_api_strict"
        assert aikit.zeros((2,)).backend == "numpy"


def test_what_a_function_of_the_caller_makes_is_on_the_backend_that_runs_it() -> None:
    for backend in ("numpy", "array_api_strict", "numpy"):
        made: list[str] = []

        def step(x: Any, made: list[str] = made) -> Any:
            made.append(aikit.zeros((2,)).backend)
            return x + 1

        aikit.while_loop(lambda v: v[0] < 2.0, step, (aikit.get_backend(backend).asarray([0.0, 1.0]),))
        assert made == [backend, backend]


def test_contexts_closed_in_another_thread_leave_nothing() -> None:
    setting = Setting("anything", 0)
    with setting.local(1):
        for _ in range(3):
            left = setting.local(2)
            left.__enter__()
            thread = threading.Thread(target=left.__exit__, args=(None, None, None))
            thread.start()
            thread.join()
        with setting.local(3):
            assert len(settings._here.get().locals) == 2
    assert settings._here.get().locals == ()
