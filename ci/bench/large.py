"""What a call costs on arrays of 10**6 elements, as a multiple of the framework's own."""

from __future__ import annotations

import multiprocessing
import os
import statistics
import warnings
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter as clock
from typing import Any, NamedTuple

import aikit
from aikit.core.records import REGISTRY, Function
from ci.bench import reasons
from ci.bench.large_arrays import native_arrays, native_names, our_names
from ci.bench.large_calls import ROWS, Row
from ci.bench.own_names import framework_function
from ci.bench.timing import Kept, Timer, for_a_while

DTYPES = ("float32", "float64", "int32", "complex64")
MOST = {"numpy": 1.5, "torch": 1.5, "jax": 1.5, "tensorflow": 3.0}
OF_A_CALL = 20e-6
"""Seconds that a call may take over the native one in any case: these are what `calls` measures."""


def _elementwise_row(function: Function) -> Row | None:
    """The call of an elementwise function of `x`, and of `y` where it takes two arrays; None where it takes others."""
    arrays = ", ".join(("x", "y")[: len(function.promote)])
    numbers = any(function.takes(name, dtype) for name in function.promote for dtype in DTYPES)
    if (
        numbers
        and function.elementwise
        and function.array_parameters == function.promote
        and len(function.promote) <= 2
    ):
        return Row(f"{function.qualified_name}({arrays})", {"*": f"own({arrays})"})
    return None


def rows(functions: Iterable[str]) -> list[Row]:
    """The calls of these functions, of all where none are named; those of elementwise functions first."""
    elementwise = [row for function in REGISTRY.values() if (row := _elementwise_row(function))]
    chosen = set(functions)
    return [row for row in (*elementwise, *ROWS) if not chosen or row.function in chosen]


def takes(row: Row, dtype: str) -> bool:
    """Whether a call is measured in a dtype."""
    function = REGISTRY[row.function]
    if row.dtypes:
        return dtype in row.dtypes
    parameter = next(iter((*function.promote, *function.array_parameters)), "dtype")
    return dtype != "bool" and function.takes(parameter, dtype)


class Found(NamedTuple):
    """What was measured of a call in one dtype: seconds of the native one, and the median of the ratios of neighbouring turns."""

    native: float
    ratio: float

    def is_above(self, backend: str) -> bool:
        """Whether it takes longer than it may."""
        return self.ratio > MOST[backend] and (self.ratio - 1) * self.native > OF_A_CALL


class Side(NamedTuple):
    """The names of a side, and what waits for the end of its work."""

    names: dict[str, Any]
    wait: Callable[[Any], Any] | None

    def timer(self, source: str) -> Timer:
        """The seconds of so many calls, to the end of the work of each."""
        code, names, wait = compile(source, source, "eval"), self.names, self.wait

        def times(number: int) -> float:
            start = clock()
            for _ in range(number):
                result = eval(code, names)
                if wait is not None:
                    wait(result)
            return clock() - start

        return times


def measured(row: Row, backend: str, dtype: str, native: Side, ours: Side, seconds: float, kept: Kept) -> Found | None:
    """The call by both sides, measured again and for longer where it is above; None where the framework does not take it."""
    if not row.on(backend):
        return None
    sides = [native.timer(row.on(backend)), ours.timer(row.source)]
    try:
        sides[0](1)
    except Exception:
        return None  # it has no such call, or not for this dtype
    try:
        sides[1](1)
    except Exception as error:
        print(f"{backend} {row.source}: {error}", flush=True)  # a fault of ours, and no reason to measure nothing else
        return None
    for patience in (1, 4):
        before, after = for_a_while(sides, patience * seconds)
        found = Found(statistics.median(before), statistics.median(b / a for a, b in zip(before, after, strict=True)))
        if not found.is_above(backend):
            break
    for side, values in (("native", before), ("aikit", after)):
        kept.add(f"{backend} {row.source} {dtype} {side}", values)
    return found


def large(
    backends: Sequence[str],
    functions: Iterable[str],
    seconds: float,
    output: str | None,
    dtypes: Sequence[str] = (*DTYPES, "bool"),
) -> None:
    """Print the table of each backend; `seconds` for each call in each dtype.

    Several backends have a process each: after what JAX compiles for all calls, TensorFlow's kernels take many times as long.
    """
    kept = Kept()
    given = tuple(functions), seconds, dtypes
    for backend in backends:
        if len(backends) == 1:
            kept.found += _of_backend(backend, *given)
        else:
            with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as process:
                kept.found += process.submit(_of_backend, backend, *given).result()
    if output:
        kept.write(output)


def _of_backend(
    backend: str, functions: Iterable[str], seconds: float, dtypes: Sequence[str]
) -> list[tuple[str, Sequence[float]]]:
    """Print the table of a backend; the seconds of each side of each call, by name."""
    os.environ.setdefault("JAX_ENABLE_X64", "1")
    kept, table = Kept(), _Table(backend, rows(functions))
    # what makes arrays, and has an implementation of its own beside a composed one
    with aikit.use_backend(backend):
        for dtype in dtypes:
            _measure_all(table, dtype, seconds, kept)
    table.print()
    return kept.found


class _Table:
    """The calls of a backend, and what was found of each, by dtype."""

    def __init__(self, backend: str, rows: Sequence[Row]) -> None:
        self.backend, self.rows = backend, rows
        self.found: dict[tuple[str, str], Found | None] = {}

    def print(self) -> None:
        """Print a line for each call, what is above and why, and what there is nothing to compare with."""
        print(
            f"\n{self.backend}: times native on 10**6 elements; at most {MOST[self.backend]}, or {1e6 * OF_A_CALL:.0f} µs over it"
        )
        print(f"{'call':<44}{'native ms':>10}" + "".join(f"{dtype:>11}" for dtype in DTYPES))
        alone = [row.source for row in self.rows if not any(self._of(row).values())]
        above = sum(self._print_line(row) for row in self.rows if row.source not in alone)
        print(f"* {above} above, for which no reason is known; r: the reason is known; .: the framework has it not")
        print(f"nothing to compare with: {', '.join(alone) or 'none'}")

    def _of(self, row: Row) -> dict[str, Found | None]:
        return {dtype: found for (source, dtype), found in self.found.items() if source == row.source}

    def _print_line(self, row: Row) -> int:
        """Print a line; how many of its figures are above for no known reason."""
        of, reason = self._of(row), reasons.OF_LONG_ARRAYS[self.backend].get(row.source, {})
        cells, known, unknown = [], {}, 0
        for dtype in ("bool",) if "bool" in of else DTYPES:
            found = of.get(dtype)
            mark = " "
            if found is not None and found.is_above(self.backend):
                why = reason.get(dtype, reason.get("*"))
                mark = "r" if why else "*"
                unknown += not why
                if why:
                    known.setdefault(why, []).append(dtype)
            cells.append(f"{found.ratio:>10.2f}{mark}" if found else f"{'.' if dtype in of else '-':>10} ")
        native = next(found.native for found in of.values() if found)
        print(f"{row.source:<44}{1e3 * native:>10.3f}{''.join(cells)}", flush=True)
        for why in known:
            print(f"    r: {why}")
        return unknown


def _measure_all(table: _Table, dtype: str, seconds: float, kept: Kept) -> None:
    """Measure every call in a dtype; those that have a domain on arrays of their own."""
    available = aikit.get_backend(table.backend).__array_namespace_info__().dtypes()
    chosen = [row for row in table.rows if takes(row, dtype)] if dtype in available else []
    domains = dict.fromkeys(REGISTRY[row.function].domain for row in chosen)
    for domain in domains:
        arrays = native_arrays(table.backend, dtype, domain)
        native = Side(native_names(table.backend, dtype, arrays), _waiting(table.backend))
        ours = Side(our_names(dtype, arrays), native.wait)
        for row in chosen:
            if REGISTRY[row.function].domain == domain:
                native.names["own"] = framework_function(table.backend, REGISTRY[row.function].name)
                with warnings.catch_warnings(action="ignore"):
                    table.found[row.source, dtype] = measured(row, table.backend, dtype, native, ours, seconds, kept)


def _waiting(backend: str) -> Callable[[Any], Any] | None:
    """What waits for the end of the work; the other frameworks return when it is done, on the CPU."""
    if backend != "jax":
        return None
    import jax

    return jax.block_until_ready
