"""What aikit holds: the bytes of an Array, what calls leave behind, and the peak of programs over large arrays."""

from __future__ import annotations

import itertools
import re
import statistics
import tracemalloc
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

import aikit
from ci.bench import sides
from ci.bench.calls import CALLS
from ci.bench.own_names import framework_module

MOST_OF_AN_ARRAY = 64
MOST_OF_A_CALL = 1.0
MOST_OF_A_PROGRAM = {"numpy": 0.25, "torch": 0.25, "jax": 0.6, "tensorflow": 0.25}
"""Arrays that the peak of a program may be above that of the native one: JAX frees memory from threads of its own, now before
and now after the next array is made."""
TIMES = 100_000
SIZE = 10**7


def memory(backends: Iterable[str]) -> None:
    """Print what there is to say of each backend."""
    for backend in backends:
        print(
            f"\n{backend}: an Array takes {bytes_of_an_array(backend):.0f} bytes beside its native array (at most {MOST_OF_AN_ARRAY})"
        )
        _print_slopes(backend)
        _print_peaks(backend)


def bytes_of_an_array(backend: str) -> float:
    """What an Array takes beside its native array."""
    native, places = sides.arrays(backend)["x"], [None] * 10_000
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for place in range(len(places)):
        places[place] = aikit.to_aikit(native)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / len(places)


# ------------------------------------------------------------------------------------------------ calls


def _resident() -> int:
    """The bytes of this process in memory."""
    return 4096 * int(Path("/proc/self/statm").read_text().split()[1])


def slope(source: str, names: dict[str, Any], times: int) -> float:
    """The bytes by which this process grows with each call: the median over pairs of 11 points, after some calls before."""
    code = compile(f"for _ in range({times // 10}): {source}", source, "exec")
    exec(code, names)
    points = []
    for _ in range(11):
        points.append(_resident())
        exec(code, names)
    pairs = itertools.combinations(enumerate(points), 2)
    return statistics.median((b - a) / (j - i) for (i, a), (j, b) in pairs) / (times // 10)


def _print_slopes(backend: str) -> None:
    print(f"{'bytes that a call leaves':<44}{'over':>10} {TIMES:,} calls, at most {MOST_OF_A_CALL:.0f}")
    for call in CALLS:
        found = slope(call.source, sides.ours(backend), TIMES // call.per)
        print(f"{call.source:<44}{found:>10.2f}{' *' * (found > MOST_OF_A_CALL)}", flush=True)


# ------------------------------------------------------------------------------------------------ programs


def chain(xp: Any, x: Any, y: Any) -> Any:
    z = xp.sin(x)
    z = z * 2
    return z + y


def expression(xp: Any, x: Any, y: Any) -> Any:
    return (x + y) * (x - y) / 2


def loop(xp: Any, x: Any, y: Any) -> Any:
    for _ in range(5):
        x = x * 0.5 + y
    return x


def in_place(xp: Any, x: Any, y: Any) -> Any:
    z = x + y
    z += x
    z *= y
    return z


def neighbours(xp: Any, x: Any, y: Any) -> Any:
    return x[1:] - x[:-1]


def written(xp: Any, x: Any, y: Any) -> Any:
    z = x + y
    z[1:5] = 3.0
    z[7] = 1.0
    return z


def nested(xp: Any, x: Any, y: Any) -> Any:
    if xp is aikit:
        return aikit.Container(a=x, b=y) * 2
    return {"a": x * 2, "b": y * 2}


REASONS = {
    "expression": "NumPy writes into temporaries that nobody else refers to, and an Array refers to them",
    "loop": "as for expression",
}
"""Why a program may take more."""
PROGRAMS = (chain, expression, loop, in_place, neighbours, written, nested)


def _peak() -> int:
    """The most bytes of this process in memory since `_forget_peak`."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found is not None
    return 1024 * int(found[1])


def _forget_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5")


def known(xp: Any, x: Any, y: Any) -> Any:
    """Takes one array: where another number is measured, nothing is known of the others either."""
    return x + y


def peak(program: Callable[..., Any], xp: Any, x: Any, y: Any) -> float:
    """The memory that a program takes at most beside its arguments, in arrays like them."""
    _forget_peak()
    before = _resident()
    result = program(xp, x, y)
    for one in result.values() if isinstance(result, dict) else [result]:
        np.asarray(one[:1]).sum()  # the work is done
    del result
    return (_peak() - before) / (4 * SIZE)


def _print_peaks(backend: str) -> None:
    print(f"{'arrays of 10**7 float32 that a program takes':<44}{'native':>10}{'aikit':>10}")
    values = np.random.default_rng(0).uniform(1, 2, SIZE).astype("float32")
    x, y = (aikit.get_backend(backend).asarray(values + shift) for shift in (0, 1))
    seen = [peak(known, aikit, x, y) for _ in range(4)]
    if any(abs(arrays - 1) > 0.1 for arrays in seen[1:]):
        print(
            f"not to be seen: of one array {', '.join(f'{arrays:.2f}' for arrays in seen)}, for {backend} keeps memory"
        )
        return
    for program in PROGRAMS:
        # what was freed late, and is taken again, is seen as taking nothing
        ours = max(peak(program, aikit, x, y) for _ in range(3))
        try:
            native = max(peak(program, framework_module(backend), x.data, y.data) for _ in range(3))
        except TypeError:
            print(f"{program.__name__:<44}{'-':>10}{ours:>10.2f}")  # it writes to no array
            continue
        more = f" {REASONS.get(program.__name__, '*')}" if ours > native + MOST_OF_A_PROGRAM[backend] else ""
        print(f"{program.__name__:<44}{native:>10.2f}{ours:>10.2f}{more}", flush=True)
