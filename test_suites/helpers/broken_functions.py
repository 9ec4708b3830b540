"""Cases of functions that are broken on purpose, which a check must find."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import pytest

import aikit
from pytest_aikit import checks
from pytest_aikit.cases import samples
from pytest_aikit.model import Case, Cell, CheckFailure

XP = aikit.get_backend("numpy")
F32 = ("float32",)
Broken = Callable[..., Any]
Mutant = Callable[[Broken], Broken]


def case_of(name: str, dtypes: tuple[str, ...], mutant: Mutant | None = None, accepted: bool = True) -> Case:
    """A case on numpy, in which the function is replaced by a mutant of it."""
    function = aikit.describe(getattr(aikit, name))
    cell = Cell(function, "numpy", "cpu", dtypes, accepted)
    namespace = XP
    if mutant is not None:
        namespace = types.SimpleNamespace(**{**vars(XP), name: mutant(getattr(XP, name))})
    return Case(cell, namespace, samples.core_samples(cell))


def kill(check: str, cause: str, case: Case) -> None:
    with pytest.raises(CheckFailure) as caught:
        checks.load(check).run(case)
    assert cause in caught.value.cause


def array(values: Any) -> Any:
    return XP.asarray(values, dtype=values.dtype.name)


def on_torch(name: str, mutant: Mutant | None = None) -> Case:
    """A case on a backend that has autograd."""
    namespace = aikit.get_backend("torch")
    function = aikit.describe(getattr(aikit, name))
    cell = Cell(function, "torch", "cpu", ("float32",) * len(function.array_parameters))
    if mutant is not None:
        namespace = types.SimpleNamespace(**{**vars(namespace), name: mutant(getattr(namespace, name))})
    return Case(cell, namespace, samples.core_samples(cell))
