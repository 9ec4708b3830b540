"""What a call of aikit costs over the native call: ``python -m ci.bench dispatch``.

Both sides are timed in turns, in one process, on arrays of 8 elements; the table shows the median of each side and the
median of the differences of neighbouring rounds, which a busy machine disturbs least. ``--output FILE`` keeps all
values in pyperf's format.
"""

from __future__ import annotations

import argparse
import logging
import os
import statistics
import sys
import timeit
from collections.abc import Callable, Iterable
from typing import Any

import pyperf

import aikit

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


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m ci.bench", description=__doc__)
    parser.add_argument("what", choices=["dispatch"])
    parser.add_argument("--backends", default=",".join(aikit.available_backends()))
    parser.add_argument("--rounds", type=int, default=101)
    parser.add_argument("--output")
    options = parser.parse_args()
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    logging.getLogger("tensorflow").setLevel(logging.ERROR)
    dispatch(options.backends.split(","), options.rounds, options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
