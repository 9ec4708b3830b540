"""What ``--aikit-list=cells`` prints: the calls that are enumerated for each selected function."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from aikit.core.records import Function
from pytest_aikit import engine
from pytest_aikit.cases import cells
from pytest_aikit.cases.calling import sampled_arrays
from pytest_aikit.engine.run import Engine
from pytest_aikit.model import PARTS, Sample

_Row = tuple[str, str, str]
"""The part, what the call is about, and the shapes of its arrays."""


def lines(config: pytest.Config) -> Iterator[str]:
    """For each function a table: what is called, by part, and with how many tuples of dtypes on each backend."""
    running = engine.of(config)
    for name in running.functions:
        function = running.known[name]
        rows = {backend: _rows(running, function, backend) for backend in running.backends}
        together = {row: None for counted in rows.values() for row in counted}
        yield name
        for part in PARTS:
            of_part = [row for row in together if row[0] == part]
            if of_part:
                total = ", ".join(f"{backend} {sum(found[row] for row in of_part)}" for backend, found in rows.items())
                yield f"  {part}: {len(of_part)} kinds of calls; calls: {total}"
            for row in of_part:
                counts = ", ".join(f"{backend} {found[row]}" for backend, found in rows.items() if found[row])
                yield f"    {row[1]:<48} {row[2]:<32} {counts}"


def _rows(running: Engine, function: Function, backend: str) -> Counter[_Row]:
    """Each kind of call, with the number of cells that have it."""
    found: Counter[_Row] = Counter()
    for group in running.groups_of(function, backend):
        for cell in group.cells:
            if cell.accepted:
                found.update(dict.fromkeys(_row(sample, cell) for sample in running.samples_of(cell, group)).keys())
    return found


def _row(sample: Sample, cell: Any) -> _Row:
    shapes = " ".join("x".join(map(str, np.shape(array))) or "0-d" for array in sampled_arrays(sample))
    mixed = " (mixed dtypes)" if cells.is_mixed(cell) and "mixed" not in sample.label else ""
    return sample.part, f"{sample.label}{mixed}", shapes
