"""What aikit costs: ``python -m ci.bench dispatch``, ``python -m ci.bench mending`` or ``python -m ci.bench judge``.

``dispatch``: a call of aikit over the native call, on arrays of 8 elements. The table shows the median of each side and
the median of the differences of neighbouring rounds, which a busy machine disturbs least. ``--output FILE`` keeps all
values in pyperf's format.

``mending``: for the elementwise functions in which a backend runs something other than the framework's function of that
name, what runs over that function, as the median of the ratios of neighbouring rounds, on 8 and on 100,000 elements.

Both sides are timed in turns, in one process.

``judge``: the checked calls a second of the conformance suite, on array_api_strict beside those of the public suite of the
Array API standard, from the checkout that ``ARRAY_API_TESTS_DIR`` names; an even choice of the functions, see `ci.judge`.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import statistics
import sys
import timeit
from collections.abc import Callable, Iterable
from typing import Any

import pyperf

import aikit
from aikit import backend_handler
from aikit.core.records import REGISTRY, Function
from aikit.dtypes import CATEGORIES
from aikit.functional.backends import BUILT_IN
from aikit.functional.backends.by_dtype import implementation_for
from ci.judge import judge

CASES = ("sin(x)", "add(x, y)", "x + y", "x + 2", "sum(x)")


def native_names(backend: str) -> dict[str, Any]:
    """The framework's own functions and two of its arrays."""
    values, others = [0.5] * 8, [1.5] * 8
    if backend == "numpy":
        import numpy as np

        x, y = (np.asarray(v, dtype="float32") for v in (values, others))
        return {"sin": np.sin, "add": np.add, "sum": np.sum, "x": x, "y": y}
    if backend == "torch":
        import torch

        torch.set_num_threads(1)
        return {
            "sin": torch.sin,
            "add": torch.add,
            "sum": torch.sum,
            "x": torch.tensor(values),
            "y": torch.tensor(others),
        }
    if backend == "jax":
        import jax.numpy as jnp

        return {"sin": jnp.sin, "add": jnp.add, "sum": jnp.sum, "x": jnp.asarray(values), "y": jnp.asarray(others)}
    import tensorflow as tf

    return {"sin": tf.sin, "add": tf.add, "sum": tf.reduce_sum, "x": tf.constant(values), "y": tf.constant(others)}


def aikit_names(native: dict[str, Any]) -> dict[str, Any]:
    """The same names, from aikit."""
    x, y = aikit.to_aikit(native["x"]), aikit.to_aikit(native["y"])
    return {"sin": aikit.sin, "add": aikit.add, "sum": aikit.sum, "x": x, "y": y}


def measure(sides: Iterable[Callable[[int], float]], rounds: int, seconds: float = 0.004) -> list[list[float]]:
    """Seconds per call of each side, round by round, the sides in turns."""
    sides = list(sides)
    for side in sides:
        side(100)
    number = max(10, int(seconds / max(side(100) / 100 for side in sides)))
    rows = [[side(number) / number for side in sides] for _ in range(rounds)]
    return [list(column) for column in zip(*rows, strict=True)]


def dispatch(backends: list[str], rounds: int, output: str | None) -> None:
    """Print the table; see the module's docstring."""
    print(f"{'backend':<12}{'case':<12}{'native':>10}{'aikit':>10}{'over':>10}   (microseconds, median of {rounds})")
    kept = []
    for backend in backends:
        native = native_names(backend)
        ours = aikit_names(native)
        for case in CASES:
            timers = [timeit.Timer(case, globals=names).timeit for names in (native, ours)]
            before, after = measure(timers, rounds)
            over = statistics.median(b - a for a, b in zip(before, after, strict=True))
            columns = [statistics.median(before), statistics.median(after), over]
            print(f"{backend:<12}{case:<12}" + "".join(f"{1e6 * value:>10.2f}" for value in columns), flush=True)
            for side, values in (("native", before), ("aikit", after)):
                run = pyperf.Run(values, metadata={"name": f"{backend} {case} {side}"}, collect_metadata=False)
                kept.append(pyperf.Benchmark([run]))
    if output:
        pyperf.BenchmarkSuite(kept).dump(output, replace=True)


# ------------------------------------------------------------------------------------------------ mending

SIZES = (8, 100_000)
OTHER_NAMES = {
    "torch": {"bitwise_invert": "bitwise_not", "conj": "conj_physical", "equal": "eq"},
    "tensorflow": {
        "bitwise_and": "bitwise.bitwise_and", "bitwise_invert": "bitwise.invert", "bitwise_left_shift": "bitwise.left_shift",
        "bitwise_or": "bitwise.bitwise_or", "bitwise_right_shift": "bitwise.right_shift",
        "bitwise_xor": "bitwise.bitwise_xor", "floor_divide": "math.floordiv", "isfinite": "math.is_finite",
        "isinf": "math.is_inf", "isnan": "math.is_nan", "logaddexp": "experimental.numpy.logaddexp",
        "remainder": "math.floormod",
    },
}  # fmt: skip
"""What frameworks call a function of the standard."""


def framework_function(backend: str, name: str) -> Any:
    """The framework's own function of a name of the standard; None where it has none."""
    found: Any = importlib.import_module("jax.numpy" if backend == "jax" else backend)
    own = OTHER_NAMES.get(backend, {}).get(name, f"math.{name}" if backend == "tensorflow" else name)
    for part in own.split("."):
        found = getattr(found, part, None)
    return found


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
    """Print the table; see the module's docstring."""
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
        before, after = measure([timer(native, args), timer(ours, args)], rounds)
        ratios.append(statistics.median(b / a for a, b in zip(before, after, strict=True)))
    cells = "".join(f"{ratio:>10.2f}" for ratio in ratios)
    print(f"{backend.name:<12}{function.name:<22}{dtype:<12}{cells}", flush=True)


def main() -> int | str:
    parser = argparse.ArgumentParser(prog="python -m ci.bench", description=__doc__)
    parser.add_argument("what", choices=["dispatch", "mending", "judge"])
    parser.add_argument(
        "--backends", help="all that are installed by default; for judge numpy, torch and array_api_strict"
    )
    parser.add_argument("--examples", type=int, default=100, help="those that Hypothesis draws for the public suite")
    parser.add_argument("--share", type=int, default=4, help="of so many functions judge takes one")
    parser.add_argument("--rounds", type=int, default=101)
    parser.add_argument("--output")
    options = parser.parse_args()
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    logging.getLogger("tensorflow").setLevel(logging.ERROR)
    if options.what == "judge":
        return judge((options.backends or "numpy,torch,array_api_strict").split(","), options.examples, options.share)
    installed = [name for name in aikit.available_backends() if name in BUILT_IN]
    chosen = options.backends.split(",") if options.backends else installed
    if options.what == "dispatch":
        dispatch(chosen, options.rounds, options.output)
    else:
        mending(chosen, options.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
