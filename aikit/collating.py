"""Batches of Arrays for PyTorch's `torch.utils.data`, also where aikit itself works on another backend.

PyTorch has no protocol for it, only a table of functions by class. aikit enters Array there when the module of the table
is imported, by whom and in which process ever, and imports nothing for it.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import aikit
from aikit.array import Array

TABLE = "torch.utils.data._utils.collate"
"""The module of `default_collate_fn_map`."""


def stacked(batch: Sequence[Array], *, collate_fn_map: Any = None) -> Array:
    """The Arrays of several samples as one, of their backend, along a new first axis."""
    return aikit.stack(list(batch))


def _enter(table: ModuleType) -> None:
    table.default_collate_fn_map[Array] = stacked


class _OnImport:
    """A finder that calls a function with a module right after it was imported, and finds nothing itself.

    No `importlib.abc.MetaPathFinder`: importing that takes 10 ms.
    """

    def __init__(self, name: str, then: Callable[[ModuleType], None]) -> None:
        self.name, self.then = name, then

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(fullname)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def exec_module(module: ModuleType) -> None:
                execute(module)
                self.then(module)

            spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def register() -> None:
    """Enter Array in the table, now or once it is there."""
    if TABLE in sys.modules:
        _enter(sys.modules[TABLE])
    else:
        sys.meta_path.insert(0, _OnImport(TABLE, _enter))
