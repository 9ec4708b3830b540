"""Batches of Arrays for PyTorch's `torch.utils.data`, also where aikit itself works on another backend.

PyTorch has no protocol for it, only a table of functions by class. aikit enters Array there when the module of the table
is imported, by whom and in which process ever, and imports nothing for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import aikit
from aikit.array import Array
from aikit.core.on_import import on_import

TABLE = "torch.utils.data._utils.collate"
"""The module of `default_collate_fn_map`."""


def stacked(batch: Sequence[Array], *, collate_fn_map: Any = None) -> Array:
    """The Arrays of several samples as one, of their backend, along a new first axis."""
    return aikit.stack(list(batch))


def _enter(table: ModuleType) -> None:
    table.default_collate_fn_map[Array] = stacked


def register() -> None:
    """Enter Array in the table, now or once it is there."""
    on_import(TABLE, _enter)
