"""Sides that do the same, timed in turns in one process, and their seconds kept in pyperf's format."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence

import pyperf

Timer = Callable[[int], float]
"""The seconds of so many calls."""


def in_turns(sides: Sequence[Timer], rounds: int, seconds: float = 0.004) -> list[list[float]]:
    """Seconds per call of each side, round by round, the sides in turns."""
    for side in sides:
        side(100)
    number = max(10, int(seconds / max(side(100) / 100 for side in sides)))
    rows = [[side(number) / number for side in sides] for _ in range(rounds)]
    return [list(column) for column in zip(*rows, strict=True)]


def for_a_while(sides: Sequence[Timer], seconds: float) -> list[list[float]]:
    """As `in_turns`, of calls that may be long: as many rounds as fit into so many seconds, from 5 to 51."""
    for side in sides:
        side(1)  # which may compile
    once = max(side(1) for side in sides)
    number = max(1, int(0.001 / once))
    rounds = min(51, max(5, int(seconds / (number * once * len(sides)))))
    rows = [[side(number) / number for side in sides] for _ in range(rounds)]
    return [list(column) for column in zip(*rows, strict=True)]


def over(before: Sequence[float], after: Sequence[float]) -> tuple[float, float]:
    """The median of the differences of neighbouring rounds, which a busy machine disturbs least, and half of the distance
    between their quartiles."""
    differences = [b - a for a, b in zip(before, after, strict=True)]
    low, middle, high = statistics.quantiles(differences, n=4)
    return middle, (high - low) / 2


def over_at_the_least(before: Sequence[float], after: Sequence[float]) -> tuple[float, float]:
    """The difference of the shortest rounds, of which some find the processor free however busy the machine is; and half of
    the distance between the quartiles of the differences."""
    return min(after) - min(before), over(before, after)[1]


class Kept:
    """What was measured, by name."""

    def __init__(self) -> None:
        self.found: list[tuple[str, Sequence[float]]] = []

    def add(self, name: str, values: Sequence[float]) -> None:
        """Keep the seconds per call of a side."""
        self.found.append((name, values))

    def write(self, path: str) -> None:
        """Write everything to a file, which ``python -m pyperf`` shows and compares."""
        runs = [
            pyperf.Run(list(values), metadata={"name": name}, collect_metadata=False) for name, values in self.found
        ]
        pyperf.BenchmarkSuite([pyperf.Benchmark([run]) for run in runs]).dump(path, replace=True)
