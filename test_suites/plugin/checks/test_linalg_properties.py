"""The check `value` of linear algebra passes any correct decomposition and kills those that are a little wrong."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import aikit
from aikit.core.records import REGISTRY
from pytest_aikit import checks, knowledge
from pytest_aikit.cases import samples
from pytest_aikit.model import Case, Cell, CheckFailure

XP = aikit.get_backend("numpy")
BY_MPMATH = {function.name: function for function in REGISTRY.values() if knowledge.of(function).has_digits}
DTYPES = ("float32", "float64", "complex64")
Change = Callable[[tuple[np.ndarray, ...]], tuple[np.ndarray, ...]]


@pytest.fixture(autouse=True)
def without_floating_warnings() -> Iterator[None]:
    """As in a run of the plugin, where infinities make NumPy speak up."""
    with np.errstate(all="ignore"):
        yield


def case_of(name: str, dtype: str, change: Change) -> Case:
    """A case on numpy, in which a change is made to the arrays of each result."""
    function = BY_MPMATH.get(name) or REGISTRY[f"linalg.{name}"]

    home = XP.linalg if function.namespace == "aikit.linalg" else XP

    def mutant(*args: Any, **kwargs: Any) -> Any:
        result = getattr(home, name)(*args, **kwargs)
        several = isinstance(result, tuple)
        arrays = tuple(np.array(aikit.to_numpy(one)) for one in (result if several else (result,)))
        changed = tuple(XP.asarray(one, dtype=one.dtype.name) for one in change(arrays))
        return type(result)(*changed) if several else changed[0]

    # an array beside the matrices does not take part
    dtypes = tuple(dtype if parameter != "rtol" else "float32" for parameter in function.array_parameters)
    cell = Cell(function, "numpy", "cpu", dtypes)
    planted = {name: mutant} if home is XP else {"linalg": types.SimpleNamespace(**{name: mutant})}
    return Case(cell, types.SimpleNamespace(**{**vars(XP), **planted}), samples.core_samples(cell))


def at(place: int, change: Callable[[np.ndarray], np.ndarray]) -> Change:
    """A change to one array of the result."""

    def changed(arrays: tuple[np.ndarray, ...]) -> tuple[np.ndarray, ...]:
        return tuple(change(one).astype(one.dtype) if i == place else one for i, one in enumerate(arrays))

    return changed


def first_element(change: Callable[[Any], Any]) -> Callable[[np.ndarray], np.ndarray]:
    def changed(x: np.ndarray) -> np.ndarray:
        if x.size:
            x.flat[0] = change(x.flat[0])
        return x

    return changed


def _off_by_little(x: np.ndarray) -> np.ndarray:
    # 1000 ULP, which a test by allclose with its default bounds does not see in float32 and float64
    return x + np.abs(x).max(initial=0) * 1000 * np.finfo(x.dtype).eps if x.dtype.kind in "fc" else x + 1


def kill(case: Case) -> str:
    with pytest.raises(CheckFailure) as caught:
        checks.load("value").run(case)
    return caught.value.cause


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", BY_MPMATH)
def test_results_off_by_little_are_killed(name: str, dtype: str) -> None:
    checks.load("value").run(case_of(name, dtype, lambda arrays: arrays))
    places = {"eig": 2, "eigh": 2, "qr": 2, "slogdet": 2, "svd": 3}.get(name, 1)
    for place in range(places):
        assert kill(case_of(name, dtype, at(place, _off_by_little)))


def _phased(x: np.ndarray) -> np.ndarray:
    """Other signs, or phases where the numbers are complex."""
    return x * (-1 if x.dtype.kind == "f" else np.exp(1j))


@pytest.mark.parametrize("dtype", DTYPES)
def test_other_signs_and_phases_pass(dtype: str) -> None:
    value = checks.load("value")
    value.run(case_of("eig", dtype, at(1, _phased)))
    value.run(case_of("eigh", dtype, at(1, _phased)))
    value.run(
        case_of(
            "qr", dtype, lambda arrays: (_phased(arrays[0]), (arrays[1] / _phased(np.ones(1, dtype))).astype(dtype))
        )
    )
    value.run(case_of("svd", dtype, lambda a: (_phased(a[0]), a[1], (a[2] / _phased(np.ones(1, dtype))).astype(dtype))))


@pytest.mark.parametrize("dtype", DTYPES)
def test_another_order_of_eigenvalues_passes(dtype: str) -> None:
    checks.load("value").run(case_of("eig", dtype, lambda arrays: tuple(x[..., ::-1] for x in arrays)))
    checks.load("value").run(case_of("eigvals", dtype, at(0, lambda x: x[..., ::-1])))


@pytest.mark.parametrize(
    ("name", "change", "cause"),
    [
        ("eig", at(0, lambda x: np.repeat(x[..., :1], x.shape[-1], -1)), "wrong eigenvalues"),
        ("eig", at(1, lambda x: x[..., ::-1]), "x @ v is not w v"),
        ("eig", at(1, lambda x: 2 * x), "an eigenvector is not of norm 1"),
        ("eig", at(1, lambda x: np.repeat(x[..., :1], x.shape[-1], -1)), "x @ v is not w v"),
        ("eigh", at(1, np.zeros_like), "v is not orthonormal"),
        ("eigh", at(0, lambda x: x[..., ::-1]), "error above the bound"),
        ("qr", at(0, lambda x: -x), "Q @ R is not x"),
        ("qr", lambda arrays: (arrays[0] / 2, arrays[1] * 2), "Q is not orthonormal"),
        ("svd", at(0, first_element(lambda v: -v)), "U diag(S) Vh is not x"),
        ("svd", at(1, lambda x: x[..., ::-1]), "error above the bound"),
        ("svd", at(2, lambda x: np.conj(np.swapaxes(x, -1, -2))), "U diag(S) Vh is not x"),
    ],
)
def test_wrong_decompositions_are_killed(name: str, change: Change, cause: str) -> None:
    assert cause in kill(case_of(name, "float64", change))


def test_r_must_be_triangular_to_the_bit() -> None:
    def rotated(arrays: tuple[np.ndarray, ...]) -> tuple[np.ndarray, ...]:
        q, r = arrays
        n = r.shape[-2]
        if n < 2:
            return arrays
        turn = np.eye(n)
        turn[:2, :2] = [[0.8, -0.6], [0.6, 0.8]]
        return (q @ turn.T).astype(q.dtype), (turn @ r).astype(r.dtype)

    assert "R is not upper triangular" in kill(case_of("qr", "float64", rotated))
