"""What it costs that a backend runs something other than the framework's function of a name, elementwise functions alone.

The median of the ratios of neighbouring rounds, on 8 and on 100,000 elements.
"""

from __future__ import annotations

import statistics
import timeit
from collections.abc import Callable
from typing import Any

import aikit
from aikit import backend_handler
from aikit.core.records import REGISTRY, Function
from aikit.dtypes import CATEGORIES
from aikit.functional.backends.by_dtype import implementation_for
from ci.bench.own_names import framework_function
from ci.bench.timing import in_turns

SIZES = (8, 100_000)


def operands(backend: str, dtype: str, size: int) -> list[Any]:
    """Two native arrays of numbers between 1 and 9, which every function accepts, but for those of [-1, 1]."""
    import numpy as np

    random = np.random.default_rng(0)
    if dtype == "complex64":
        values = [random.uniform(1, 9, size) + 1j * random.uniform(1, 9, size) for _ in range(2)]
    else:
        values = [random.uniform(1, 9, size) for _ in range(2)]
    xp = aikit.get_backend(backend)
    return [aikit.to_native(xp.asarray(value.astype(dtype))) for value in values]


def timer(function: Callable[..., Any], args: list[Any]) -> Callable[[int], float]:
    """The seconds of so many calls, to the end of the work of each."""

    def call() -> None:
        result = function(*args)
        if hasattr(result, "block_until_ready"):
            result.block_until_ready()

    return timeit.Timer(call).timeit


def mending(backends: list[str], rounds: int) -> None:
    """Print the table."""
    print(
        f"{'backend':<12}{'function':<22}{'dtype':<12}" + "".join(f"{size:>10}" for size in SIZES) + "   (times native)"
    )
    for backend in backends:
        module = backend_handler.load(backend)
        for function in REGISTRY.values():
            native = framework_function(backend, function.name)
            if not function.elementwise or function.array_parameters != function.promote or native is None:
                continue
            for dtype in ("float32", "int32", "complex64"):
                if all(dtype in CATEGORIES[function.dtypes[name]] for name in function.promote):
                    _print_ratios(function, module, native, dtype, rounds)


def _print_ratios(function: Function, backend: Any, native: Any, dtype: str, rounds: int) -> None:
    implementation = backend_handler.find_implementation(function, backend)
    ours = implementation_for(implementation, backend.as_native_dtype(dtype))
    if ours is native:
        return
    try:
        native(*operands(backend.name, dtype, SIZES[0])[: len(function.promote)])
    except Exception:
        return  # the framework has it not for this dtype, so there is nothing to compare with
    ratios = []
    for size in SIZES:
        args = operands(backend.name, dtype, size)[: len(function.promote)]
        before, after = in_turns([timer(native, args), timer(ours, args)], rounds)
        ratios.append(statistics.median(b / a for a, b in zip(before, after, strict=True)))
    cells = "".join(f"{ratio:>10.2f}" for ratio in ratios)
    print(f"{backend.name:<12}{function.name:<22}{dtype:<12}{cells}", flush=True)
