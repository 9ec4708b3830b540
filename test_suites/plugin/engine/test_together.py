"""Calls that are compiled together say the same as by themselves, of right functions and of broken ones."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import aikit
from pytest_aikit import checks
from pytest_aikit.cases import samples, together
from pytest_aikit.engine import verdicts
from pytest_aikit.model import Case, Cell

jax = pytest.importorskip("jax")


@pytest.fixture(autouse=True)
def with_x64() -> Iterator[None]:
    with jax.enable_x64(True), np.errstate(all="ignore"):
        yield


def case_of(name: str, change: Callable[..., Any] | None = None) -> Case:
    """A case on JAX whose calls are made together; `change` makes of each call what a broken function gives."""
    xp = aikit.get_backend("jax")
    cell = Cell(aikit.describe(getattr(aikit, name)), "jax", "cpu", ("float32",))
    if change is not None:
        real = getattr(xp, name)
        xp = types.SimpleNamespace(
            **{**vars(xp), name: lambda x, *args, **kwargs: change(real(x, *args, **kwargs), x, *args, **kwargs)}
        )
    case = Case(cell, xp, samples.all_samples(cell, frozenset(), in_turn=False, long=False))
    together.prepare([case])
    return case


def cause(check: str, case: Case) -> str | None:
    failure = verdicts.of(checks.load(check), case)[1]
    return failure and failure.cause


@pytest.mark.parametrize("name", ["cos", "sum"])
def test_real_functions_pass_with_calls_made_together(name: str) -> None:
    case = case_of(name)
    for check in ("value", "native_input", "dtype", "return_type"):
        assert cause(check, case) is None
    made = {sample.part for sample in case.samples if id(sample) in case.kept.together}
    assert made == ({"sizes", "shapes"} if name == "cos" else {"sizes", "keywords"})
    assert id(case.samples[0]) not in case.kept.together


def is_traced(x: Any) -> bool:
    return isinstance(aikit.to_native(x), jax.core.Tracer)


def writes(result: Any, x: Any, **kwargs: Any) -> Any:
    if isinstance(x, aikit.Array) and x.ndim == 3:
        x[0] = 7.0
    return result


SMALL = 2.0**-10
BROKEN: dict[str, tuple[str, str, Callable[..., Any], str | None]] = {
    "one length": ("value", "cos", lambda r, x: r + SMALL if x.shape == (129,) else r, "error above the bound"),
    "one rank": ("value", "cos", lambda r, x: r + SMALL if x.ndim == 3 else r, "error above the bound"),
    "one pair of keywords": (
        "value",
        "sum",
        lambda r, x, axis=None, keepdims=False, **_: r + 1 if keepdims and axis in (-1, (-1,)) and x.ndim == 3 else r,
        "error above the bound",
    ),
    "a shape": ("value", "cos", lambda r, x: aikit.expand_dims(r, 0) if x.ndim == 3 else r, "wrong shape"),
    "a dtype": ("dtype", "cos", lambda r, x: aikit.astype(r, "float64") if x.ndim == 3 else r, "wrong dtype"),
    "a native result": ("return_type", "cos", lambda r, x: r.data if x.ndim == 3 else r, "native"),
    "native arrays alone": (
        "native_input",
        "cos",
        lambda r, x: r if isinstance(x, aikit.Array) or x.ndim != 3 else r + SMALL,
        "another result for native arrays",
    ),
    "a changed input": ("value", "cos", writes, "changed its input"),
    "known values alone": ("value", "cos", lambda r, x: r if is_traced(x) else r + SMALL, "error above the bound"),
    "traced values alone, which counts in a trace": ("value", "cos", lambda r, x: r + SMALL if is_traced(x) else r, None),
    "through NumPy, which counts in a trace": (
        "value", "cos", lambda r, x: aikit.asarray(np.asarray(aikit.to_numpy(r)), device=r.device), None,
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", BROKEN)
def test_broken_functions(kind: str) -> None:
    check, name, change, wanted = BROKEN[kind]
    found = cause(check, case_of(name, change))
    assert found == wanted or (wanted is not None and found is not None and wanted in found)


@pytest.mark.parametrize("optimized", [True, False])
def test_what_is_rounded_to_16_bits_is_so_between_operations(optimized: bool) -> None:
    from pytest_aikit import frameworks

    compiled = frameworks.of("jax").compiled
    assert compiled is not None
    x = jax.numpy.full(64, 1.0 + 2**-9)
    narrowed = compiled(lambda x: x.astype("bfloat16").astype("float64") * 3, optimized)(x)
    assert np.all(np.asarray(narrowed) == 3.0)
