"""Whether subnormal numbers survive is measured and fails nothing; anything but x or a zero of its sign is a fault."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import aikit
from pytest_aikit.cases import oracle, samples
from pytest_aikit.checks import subnormal, value
from pytest_aikit.model import Case, Cell, CheckFailure, Evidence, Sample
from pytest_aikit.record import Record
from pytest_aikit.reporting import properties

pytest_plugins = ["pytester"]

XP = aikit.get_backend("numpy")
TINY = np.finfo(np.float32).smallest_normal
Change = Callable[..., np.ndarray]


@pytest.fixture(autouse=True)
def without_floating_warnings() -> Iterator[None]:
    with np.errstate(all="ignore"):
        yield


def measure(name: str, change: Change | None = None, dtype: str = "float32") -> Evidence:
    """Run the check on a function of numpy, or on what `change` makes of its arguments and its result."""
    function = aikit.describe(getattr(aikit, name))
    cell = Cell(function, "numpy", "cpu", (dtype,) * len(function.array_parameters))
    real = getattr(XP, name)

    def changed(*args: Any, **kwargs: Any) -> Any:
        assert change is not None
        natives = [np.array(aikit.to_numpy(arg)) for arg in args]
        return XP.asarray(change(lambda *xs: np.array(aikit.to_numpy(real(*map(XP.asarray, xs), **kwargs))), *natives))

    namespace = XP if change is None else types.SimpleNamespace(**{**vars(XP), name: changed})
    return subnormal.run(Case(cell, namespace, samples.core_samples(cell)))


def flush(values: np.ndarray, sign: float = 1.0) -> np.ndarray:
    tiny = (np.abs(values) < TINY) & (values != 0)
    return np.where(tiny, np.copysign(np.float32(0), sign * values), values)


def on_results(change: Callable[[np.ndarray], np.ndarray]) -> Change:
    return lambda real, *xs: change(real(*xs))


def on_arguments(change: Callable[[np.ndarray], np.ndarray]) -> Change:
    return lambda real, *xs: real(*map(change, xs))


class TestMeasured:
    @pytest.mark.parametrize("name", ["positive", "multiply", "maximum", "sort", "sign", "nextafter", "unique_values"])
    def test_kept(self, name: str) -> None:
        assert measure(name).properties[subnormal.INPUTS] == "kept"

    @pytest.mark.parametrize("name", ["positive", "multiply", "maximum", "sort", "sign", "floor", "less", "atan2"])
    def test_arguments_are_flushed(self, name: str) -> None:
        assert measure(name, on_arguments(flush)).properties[subnormal.INPUTS] == "flushed"

    @pytest.mark.parametrize("name", ["multiply", "divide", "reciprocal", "nextafter", "pow"])
    def test_results_are_flushed(self, name: str) -> None:
        assert measure(name).properties[subnormal.RESULTS] == "kept"
        assert measure(name, on_results(flush)).properties[subnormal.RESULTS] == "flushed"

    def test_inputs_and_results_apart(self) -> None:
        found = measure("multiply", on_arguments(flush)).properties
        assert found == {subnormal.INPUTS: "flushed", subnormal.RESULTS: "kept"}

    def test_mixed(self) -> None:
        def half(values: np.ndarray) -> np.ndarray:
            return np.where(np.arange(values.size).reshape(values.shape) % 2, flush(values), values)

        assert measure("positive", on_results(half)).properties == {subnormal.INPUTS: "mixed"}

    def test_one_argument_of_two(self) -> None:
        assert measure("add", lambda real, x1, x2: real(flush(x1), x2)).properties[subnormal.INPUTS] == "mixed"

    def test_comparisons_that_flush_and_values_that_stay(self) -> None:
        """As XLA does it: the greater of two numbers that count as zeros is the first."""

        def first(real: Any, x1: np.ndarray, x2: np.ndarray) -> np.ndarray:
            return np.where((flush(x1) == 0) & (flush(x2) == 0), x1, real(x1, x2))

        assert measure("maximum", first).properties[subnormal.INPUTS] == "mixed"

    def test_bfloat16(self) -> None:
        def flush16(values: np.ndarray) -> np.ndarray:
            return flush(values.astype(np.float32)).astype(ml_dtypes.bfloat16)

        assert measure("positive", on_results(flush16), "bfloat16").properties == {subnormal.INPUTS: "flushed"}


FAULTS: dict[str, tuple[str, Change]] = {
    "flushed to the other sign": ("positive", on_results(lambda v: flush(v, -1.0))),
    "results flushed to the other sign": ("multiply", on_results(lambda v: flush(v, -1.0))),
    "arguments flushed to the other sign": ("copysign", on_arguments(lambda v: flush(v, -1.0))),
    "doubled": ("positive", on_results(lambda v: np.where(np.abs(v) < TINY, v * 2, v))),
    "a neighbour": ("positive", on_results(lambda v: np.where(np.abs(v) < TINY, np.nextafter(v, np.float32(1)), v))),
    "flushed to the least normal number": ("positive", on_results(lambda v: np.where(flush(v) != v, TINY, v))),
    "NaN": ("positive", on_results(lambda v: np.where(flush(v) != v, np.float32(np.nan), v))),
    "normal numbers flushed": ("positive", on_results(lambda v: np.where(np.abs(v) <= TINY, v * 0, v))),
    "a normal result flushed": ("multiply", on_results(lambda v: np.where(np.abs(v) <= 2 * TINY, v * 0, v))),
    "the argument itself": ("sign", lambda real, x: np.where(flush(x) != x, np.abs(x), real(x))),
    "an angle of two": ("atan2", lambda real, y, x: np.where((flush(y) == 0) & (flush(x) == 0), np.pi / 4, real(y, x))),
    "greater than both": ("maximum", lambda real, x1, x2: np.where(flush(x1) != x1, real(x1, x2) + TINY, real(x1, x2))),
    "neither of the two": ("maximum", lambda real, x1, x2: np.where(flush(x1) != x1, 3 * x1, real(x1, x2))),
    "not one of the elements": ("sort", on_results(lambda v: np.where(flush(v) != v, v * 2, v))),
    "order of normal numbers": ("sort", on_results(lambda v: v[::-1])),
    "a comparison": ("less", lambda real, x1, x2: real(x2, x1)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_found(fault: str) -> None:
    name, change = FAULTS[fault]
    with pytest.raises(CheckFailure):
        measure(name, lambda real, *xs: change(real, *xs).astype(real(*xs).dtype))


def test_fault_is_shown_without_what_was_flushed() -> None:
    """The cause is that of the value that is wrong, not of those that are flushed."""
    with pytest.raises(CheckFailure, match="NaN for a number"):
        measure("positive", on_results(lambda v: np.where(v == 1, np.float32(np.nan), flush(v))))


# ------------------------------------------------------------------------------------------------ reported


def _record(backend: str, function: str, **measured: str) -> Record:
    record = Record(function, "elementwise", backend)
    for dtype, found in measured.items():
        record.measured(Evidence(1, properties={subnormal.INPUTS: found}), dtype)
    return record


def test_one_line_for_each_backend() -> None:
    records = [
        _record("jax", "sin", float32="kept", float64="flushed"),
        _record("jax", "sin", float32="flushed"),
        _record("numpy", "sin", float32="kept"),
    ]
    assert list(properties.rendered(records, ["numpy", "torch", "jax"])) == [
        "numpy: subnormal inputs 1 kept",
        "jax: subnormal inputs 1 flushed, 1 mixed",
    ]


def test_record_travels() -> None:
    record = _record("jax", "sin", float32="kept")
    assert Record.load(record.dump()).properties == {subnormal.INPUTS: {"float32": "kept"}}


SELECTED = ("--aikit-functions=positive,multiply", "--aikit-checks=subnormal")


def test_run_prints_the_properties(suite: Callable[..., pytest.RunResult]) -> None:
    result = suite(*SELECTED)
    assert result.ret == 0
    result.stdout.fnmatch_lines(["numpy: subnormal inputs 8 kept; subnormal results * kept"])


def test_properties_under_xdist(pytester: pytest.Pytester, plugin: list[str]) -> None:
    pytest.importorskip("xdist")
    args = (*plugin, "--aikit-backends=numpy", "--aikit-profile=smoke", *SELECTED, "-n", "2", "-p", "no:cacheprovider")
    result = pytester.runpytest_subprocess(*args)
    result.stdout.fnmatch_lines(["numpy: subnormal inputs 8 kept; subnormal results * kept"])


@pytest.mark.parametrize(("similarity", "got", "cause"), [(88, 0.0, None), (80, 0.0, "error above the bound")])
def test_a_weight_that_is_subnormal_may_be_flushed_before_it_is_multiplied(
    similarity: int, got: float, cause: str | None
) -> None:
    function = aikit.describe(aikit.scaled_dot_product_attention)
    query, keys, values = (np.array(one, np.float32) for one in ([[similarity]], [[1], [0]], [[0], [2]]))
    wanted = oracle.expected(function, Sample((query, keys, values), {"scale": 1}))
    assert wanted.exact.item() > np.finfo(np.float32).smallest_normal
    assert value.difference_from(function, np.array([[got]], np.float32), wanted).cause == cause
