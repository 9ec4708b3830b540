"""What references of linear algebra give of a narrow dtype, in the wide type, is what they give by numbers of mpmath."""

from __future__ import annotations

import numpy as np
import pytest

from pytest_aikit.knowledge.reference import linear_algebra as reference
from pytest_aikit.numerics import wide

pytestmark = pytest.mark.skipif(not wide.EXTENDED, reason="longdouble is no wider than float64 here")

COMPUTED = {
    "cholesky": lambda x: reference.cholesky(x, upper=True),
    "det": reference.det,
    "eigenvalues": lambda x: np.sort_complex(reference.eigenvalues(x).astype(complex)),
    "hermitian_eigenvalues": reference.hermitian_eigenvalues,
    "inv": reference.inv,
    "matrix_power": lambda x: reference.matrix_power(x, -3),
    "singular_values": reference.singular_values,
}


def _matrices(kind: str, rows: int) -> np.ndarray:
    """Positive definite ones, so that each of them takes them."""
    random = np.random.default_rng(rows)
    x = random.standard_normal((4, rows, rows))
    if kind == "c":
        x = x + 1j * random.standard_normal(x.shape)
    x = x @ np.conj(np.swapaxes(x, -1, -2)) + np.eye(rows)
    return (x + np.conj(np.swapaxes(x, -1, -2))) / 2


@pytest.mark.parametrize("rows", [1, 2, 3, 5])
@pytest.mark.parametrize("kind", "fc")
@pytest.mark.parametrize("name", COMPUTED)
def test_narrow_as_wide(name: str, kind: str, rows: int) -> None:
    x = _matrices(kind, rows)
    narrow = COMPUTED[name](x)
    exact = COMPUTED[name](x.astype(wide.complex_() if kind == "c" else wide.real()))
    assert narrow.dtype == exact.dtype
    assert narrow.shape == exact.shape
    # a float64 has 2**-53; what stands here is held against dtypes of 2**-24 at the most
    assert np.max(np.abs(narrow - exact)) <= 2.0**-50 * np.max(np.abs(exact))


def test_singular_values_of_what_depends_on_the_rest() -> None:
    x = np.array([[1.0, 2, 1], [3, 4, 3], [-2, 5, -2]])
    narrow, exact = reference.singular_values(x), reference.singular_values(x.astype(wide.real()))
    assert np.max(np.abs(narrow - exact)) <= 2.0**-60 * exact[0]


@pytest.mark.parametrize("x", [np.zeros((2, 2)), np.eye(3), np.array([[1.0, 1], [0, 1]])])
def test_eigenvalues_that_are_the_same(x: np.ndarray) -> None:
    assert np.max(np.abs(reference.eigenvalues(x) - np.diag(x))) <= 2.0**-40


def test_what_is_not_positive_definite_has_no_factor() -> None:
    for dtype in (np.float64, wide.real()):
        with pytest.raises(ValueError, match="positive definite"):
            reference.cholesky(np.array([[1.0, 2], [2, 1]], dtype), upper=False)
