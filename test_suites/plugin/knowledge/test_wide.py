"""References where longdouble is no wider than float64: by mpmath, and as good as those by longdouble."""

from __future__ import annotations

import types
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import aikit
from pytest_aikit import checks, knowledge
from pytest_aikit.cases import cells, oracle, samples
from pytest_aikit.cases.samples.values import OVER_THE_RANGE
from pytest_aikit.model import Case, Cell, CheckFailure
from pytest_aikit.numerics import comparing, wide

WIDE = ("float64", "complex128")


@pytest.fixture(autouse=True)
def longdouble_is_float64(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As on Windows, and on macOS with arm64."""
    monkeypatch.setattr(wide, "EXTENDED", False)
    monkeypatch.setattr(oracle, "_RESULTS", OrderedDict())
    with np.errstate(all="ignore"):
        yield


def _cell(name: str, dtype: str) -> Cell | None:
    """The cell with that dtype for all arrays that take it."""
    function = cells.checked_functions()[name]
    if dtype not in cells.accepted_dtypes(function) or function.returns == "value":
        return None
    dtypes, accepted = cells.tuples(function, dtype, (dtype,), False)[0]
    return Cell(function, "numpy", "cpu", dtypes) if accepted else None


def _samples() -> Iterator[tuple[str, str]]:
    for name in cells.checked_functions():
        yield from ((name, dtype) for dtype in WIDE if _cell(name, dtype) is not None)


def _arrays(name: str, sample: Any) -> list[oracle.ExpectedArray]:
    found = oracle.judged(cells.checked_functions()[name], sample)
    return list(found) if isinstance(found, tuple) else [found]


@pytest.mark.skipif(
    not wide.EXTENDED, reason="longdouble is no wider than float64 here, so there is nothing to compare"
)
@pytest.mark.parametrize(("name", "dtype"), list(_samples()))
def test_values_are_those_of_longdouble(name: str, dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To a fraction of a ULP of float64, wherever the result is not exact in float64 already."""
    cell = _cell(name, dtype)
    assert cell is not None
    # the calls over the whole range would take mpmath minutes
    for sample in [one for one in samples.core_samples(cell) if one.label not in OVER_THE_RANGE][:4]:
        by_mpmath = _arrays(name, sample)
        with monkeypatch.context() as patch:
            patch.setattr(wide, "EXTENDED", True)
            by_longdouble = _arrays(name, sample)
        for one, two in zip(by_mpmath, by_longdouble, strict=True):
            assert (one.dtype, one.shape) == (two.dtype, two.shape)
            if one.dtype not in WIDE or one.exact is None:
                continue
            assert two.exact is not None and one.exact.dtype.itemsize in (8, 16)
            known = knowledge.of(cell.function)
            limit = known.bound(one.dtype, of_complex=dtype == "complex128")
            rounded = limit == 0 or known.has_digits
            of_nothing = any(isinstance(value, np.ndarray) and not value.size for value in sample.args)
            assert rounded or of_nothing or one.low is not None
            # each part of a complex number is rounded
            limit = 0.75 if one.exact.dtype.kind == "c" else 0.6
            wanted = comparing.difference(one.exact, two.exact, one.dtype, limit, two.scale, False)
            assert not wanted, (sample.label, wanted)
            if one.low is not None:
                values = one.exact.astype(two.exact.dtype) + one.low
                # further down there are no floats for the digits
                values = np.where(np.abs(two.exact) < 1e-290, two.exact, values)
                # at infinity NumPy's value of an arctangent stays, which is rounded to float64
                error = 0.3 if name == "atan2" else 0.05
                digits = comparing.difference(values, two.exact, one.dtype, error, two.scale, False)
                assert not digits, (sample.label, digits)


def _case(name: str, dtype: str, change: Any = None) -> Case:
    cell = _cell(name, dtype)
    assert cell is not None
    xp = aikit.get_backend("numpy")
    # pairs over the whole range would take mpmath a minute
    few = OVER_THE_RANGE if len(cell.dtypes) > 1 else ()
    called = tuple(one for one in samples.core_samples(cell) if one.label not in few)
    if change is not None:
        real = getattr(xp, name)

        def changed(*args: Any, **kwargs: Any) -> Any:
            return xp.asarray(change(np.array(aikit.to_numpy(real(*args, **kwargs)))))

        return Case(cell, types.SimpleNamespace(**{**vars(xp), name: changed}), called)
    return Case(cell, xp, called)


CHECKED = (
    "abs", "add", "atan2", "cumulative_sum", "divide", "exp", "floor_divide", "log1p", "logaddexp", "matmul", "mean",
    "multiply", "pow", "prod", "sin", "softmax", "sqrt", "std", "sum", "tanh", "var", "vecdot",
)  # fmt: skip


@pytest.mark.parametrize("name", CHECKED)
@pytest.mark.parametrize("dtype", WIDE)
def test_functions_pass(name: str, dtype: str) -> None:
    if _cell(name, dtype) is not None:
        checks.load("value").run(_case(name, dtype))
        checks.load("subnormal").run(_case(name, dtype))


def _ulps(count: int) -> Any:
    def change(values: np.ndarray) -> np.ndarray:
        for _ in range(count):
            values = np.where(np.isfinite(values), np.nextafter(values, 0.0), values)
        return values

    return change


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("add", _ulps(1)),
        ("sqrt", _ulps(2)),
        ("exp", _ulps(6)),
        ("sum", lambda values: values * (1 + 2.0**-45)),
        ("matmul", lambda values: values * (1 + 2.0**-45)),
        ("exp", lambda values: np.minimum(values, np.finfo(np.float64).max / 8)),
        ("sin", np.abs),
        ("floor_divide", lambda values: values + 1),
    ],
)
def test_faults_are_found(name: str, change: Any) -> None:
    with pytest.raises(CheckFailure):
        checks.load("value").run(_case(name, "float64", change))


def test_max_beside_infinity_is_one_ulp() -> None:
    largest = np.finfo(np.float64).max
    for got, exact in ((largest, np.inf), (np.inf, largest), (-largest, -np.inf)):
        found = comparing.difference(np.array([got]), np.array([exact]), "float64", 1)
        assert not found and 0 < (found.ulp or 0) <= 1
    assert comparing.difference(np.array([largest]), np.array([-np.inf]), "float64", 4)
    assert comparing.difference(np.array([1.0]), np.array([np.inf]), "float64", 4)


def test_digits_that_float64_has_not() -> None:
    """An error of 0.4 ULP, which is that of the nearest value, and one of 0.6 are told apart."""
    exact, low = np.array([1.0]), np.array([2.0**-53 * 0.8])
    assert comparing.difference(exact, exact, "float64", 0.5, low=low).ulp == 0
    above = np.nextafter(exact, 2.0)
    assert comparing.difference(above, exact, "float64", 0.5, low=low).ulp == pytest.approx(0.6)
    assert comparing.difference(above, exact, "float64", 0.5, low=low)


@pytest.mark.parametrize("dtype", [np.longdouble, np.clongdouble, np.float64])
def test_the_content_of_an_array_is_that_of_its_values(dtype: type) -> None:
    def made(filled_with: int) -> np.ndarray:
        memory = np.full(4 * np.dtype(dtype).itemsize, filled_with, np.uint8).view(dtype)
        # which leaves the bytes that say nothing as they were
        np.divide(np.array([1, -0.0, np.inf, 3], dtype), 3, out=memory)
        return memory

    one, other = made(0), made(255)
    assert wide.content(one) == wide.content(other)
    assert wide.content(one) != wide.content(np.array([*one[:-1], one[-1] + np.spacing(one[-1].real)]))
    assert wide.content(one[1:2]) != wide.content(-one[1:2])
    assert np.array_equal(np.frombuffer(wide.content(one), one.dtype), one, equal_nan=True)
    assert wide.content(one.reshape(2, 2)[:, 0]) == wide.content(one[::2].copy())
    assert wide.content(np.asarray(one[0])) == wide.content(one[:1])
