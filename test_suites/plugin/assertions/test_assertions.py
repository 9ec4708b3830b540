"""`assert_close`, `assert_equal` and `assert_less`, on every backend, and without pytest."""

from __future__ import annotations

import subprocess
import sys
from collections import namedtuple

import ml_dtypes
import numpy as np
import pytest

import aikit
from aikit.functional.backends import BUILT_IN
from pytest_aikit import assert_close, assert_equal, assert_less


@pytest.fixture(params=BUILT_IN)
def xp(request):
    return aikit.get_backend(request.param)


def fails(text, check, *args, **kwargs):
    """The message of an assertion that fails, which must hold a text."""
    with pytest.raises(AssertionError) as caught:
        check(*args, **kwargs)
    assert text in str(caught.value), str(caught.value)
    return str(caught.value)


def near(xp, ulps, dtype="float32"):
    one = ml_dtypes.bfloat16(1) if dtype == "bfloat16" else np.dtype(dtype).type(1)
    return xp.asarray([0.0, float(one + ulps * ml_dtypes.finfo(one.dtype).eps)], dtype=dtype)


class TestValues:
    @pytest.mark.parametrize("dtype", ["bfloat16", "float16", "float32"])
    def test_the_bound_is_in_ulp_of_the_dtype(self, xp, dtype):
        exact = near(xp, 0, dtype)
        assert_close(near(xp, 8, dtype), exact)
        fails(f"error above the bound of 8 ULP of {dtype}: 1 of 2", assert_close, near(xp, 9, dtype), exact)
        assert_close(near(xp, 9, dtype), exact, ulp=9)
        fails("3 ULP", assert_close, near(xp, 4, dtype), exact, ulp=3)
        fails("wrong value: 1 of 2 elements", assert_equal, near(xp, 1, dtype), exact)

    def test_relative_and_absolute(self, xp):
        one, two = xp.asarray([100.0, 0.0]), xp.asarray([101.0, 0.0])
        assert_close(one, two, rtol=0.01)
        assert_close(one, two, atol=1.0)
        assert_close(one, two, rtol=0.005, atol=0.5)
        fails("rtol=0.005 or atol=0.1", assert_close, one, two, rtol=0.005, atol=0.1)
        fails("rtol=0.005", assert_close, one, two, rtol=0.005)
        assert_close(xp.asarray([100]), xp.asarray([101]), atol=1)
        fails("wrong value", assert_close, xp.asarray([100]), xp.asarray([102]), atol=1)
        fails("wrong value", assert_close, xp.asarray([100]), xp.asarray([101]))

    def test_the_worst_element_with_its_index_and_both_values(self, xp):
        text = fails("", assert_close, xp.asarray([[1.0, 2.0], [3.5, 4.0]]), xp.asarray([[1.0, 2.1], [3.0, 4.0]]))
        assert "2 of 4 elements" in text and "the worst at (1, 0): 3.5 for 3.0" in text and "apart by 0.5" in text
        text = fails("", assert_equal, xp.asarray([1, 9, 7]), xp.asarray([1, 2, 3]))
        assert "wrong value: 2 of 3 elements" in text and "the worst at (1,): 9 for 2" in text
        fails("the worst at (): True for False", assert_equal, xp.asarray(True), xp.asarray(False))

    @pytest.mark.parametrize("name", ["ulp", "rtol", "atol"])
    @pytest.mark.parametrize("value", [-1, float("nan"), float("inf"), "1e-3", 1j])
    def test_a_tolerance_that_is_none(self, name, value):
        with pytest.raises(ValueError, match=f"{name}=.*: a tolerance is a finite number, 0 or more"):
            assert_close(1.0, 1.0, **{name: value})

    def test_nan(self, xp):
        nan = xp.asarray([float("nan"), 1.0])
        assert_close(nan, nan)
        assert_equal(nan, nan)
        fails("a number for NaN", assert_close, xp.ones(2), nan)
        fails("NaN for a number", assert_close, nan, xp.ones(2), atol=9.0)
        fails("NaN, which is to equal nothing", assert_close, nan, nan, equal_nan=False)
        fails("at (0,)", assert_equal, nan, nan, equal_nan=False)

    def test_infinities(self, xp):
        inf = xp.asarray([float("inf"), 1.0])
        assert_equal(inf, inf)
        fails("wrong value for infinity", assert_close, xp.ones(2), inf, rtol=0.5)
        fails("infinity for a finite number", assert_close, inf, xp.ones(2), rtol=0.5, atol=1e9)
        fails("wrong value for infinity", assert_close, xp.negative(inf), inf, atol=9.0)

    def test_the_sign_of_zero(self, xp):
        one, two = xp.asarray([0.0, 1.0]), xp.asarray([-0.0, 1.0])
        assert_close(one, two)
        fails("wrong sign of zero: 1 of 2", assert_equal, one, two)
        fails("at (0,): -0.0 for 0.0", assert_close, two, one, zero_signs=True)
        fails("wrong sign of zero", assert_close, two, one, zero_signs=True, atol=1.0)
        assert_equal(one, two, zero_signs=False)

    def test_complex_numbers(self, xp):
        one, two = xp.asarray([1 + 2j]), xp.asarray([1 + 2.00001j])
        assert_close(one, one)
        fails("error above the bound", assert_close, one, two)
        assert_close(one, two, rtol=1e-5)
        fails("a number for NaN", assert_close, one, xp.asarray([complex(1, float("nan"))]))

    def test_large_integers_are_compared_exactly(self, xp):
        if xp is aikit.get_backend("jax"):
            pytest.skip("JAX has no int64 here")
        one, two = (xp.asarray(np.array([2**62 + k]), dtype="int64") for k in (0, 1))
        fails("wrong value", assert_equal, one, two)
        assert_close(one, two, atol=1)

    def test_less(self, xp):
        x = xp.asarray([1.0, 2.0])
        assert_less(x, xp.asarray([1.5, 2.5]))
        assert_less(x, 3.0)
        fails("not less: 1 of 2 elements", assert_less, x, 2.0)
        fails("the worst at (1,): 2.0 for 1.5", assert_less, x, xp.asarray([1.5, 1.5]))
        fails("not less", assert_less, xp.asarray([float("nan")]), 3.0)
        fails("wrong shape", assert_less, x, xp.ones(3))
        assert_less(xp.asarray([1, 2]), 2.5)
        with pytest.raises(TypeError, match="no order"):
            assert_less(xp.asarray([1j]), xp.asarray([2j]))
        for value in ("a", None, {1}):
            with pytest.raises(TypeError, match="no order"):
                assert_less(value, value)


class TestEverythingElse:
    def test_dtype(self, xp):
        x = xp.ones(2)
        fails("wrong dtype: float16 for float32", assert_close, xp.astype(x, "float16"), x)
        fails("wrong dtype: int32 for float32", assert_close, xp.astype(x, "int32"), x)
        for dtype in ("float16", "bfloat16", "int32", "bool", "complex64"):
            assert_equal(xp.astype(x, dtype), x, check_dtype=False)

    def test_shape(self, xp):
        fails("wrong shape: (1,) for (3,)", assert_equal, xp.ones(1), xp.ones(3))
        assert_equal(xp.ones(1), xp.ones(3), check_shape=False)
        fails("does not broadcast", assert_equal, xp.ones(2), xp.ones(3), check_shape=False)

    def test_class(self, xp):
        x = xp.ones(2)
        fails("wrong class: ", assert_equal, x.data, x)
        fails("for aikit.Array", assert_equal, x.data, x)
        fails("wrong class: aikit.Array", assert_equal, x, x.data)
        assert_equal(x.data, x, check_class=False)
        fails("wrong value", assert_equal, x.data, xp.zeros(2), check_class=False)

    def test_namespace_is_named_as_such(self, xp):
        other = aikit.get_backend("torch" if xp is aikit.get_backend("numpy") else "numpy")
        x, y = xp.ones(2), other.ones(2)
        text = fails(f"wrong namespace: aikit.Array of {y.backend} for aikit.Array of {x.backend}", assert_equal, y, x)
        assert "device" not in text
        assert_equal(y, x, check_namespace=False)
        fails("wrong namespace: ", assert_equal, y.data, x.data)
        assert_equal(y.data, x.data, check_namespace=False, check_class=False)

    def test_device(self, monkeypatch):
        from pytest_aikit.session.assertions import leaf

        x, y = aikit.get_backend("numpy").ones(2), aikit.get_backend("numpy").ones(2)
        real = leaf.as_device
        places = iter(["cpu", "gpu:0", "gpu:0", "cpu"])
        monkeypatch.setattr(leaf, "as_device", lambda device: real(next(places)))
        fails("wrong device: gpu:0 for cpu", assert_equal, x, y)
        assert_equal(x, y, check_device=False)

    def test_native_arrays(self, xp):
        x = xp.asarray([1.0, 2.0]).data
        assert_equal(x, x)
        fails("error above the bound", assert_close, x, xp.asarray([1.0, 3.0]).data)

    def test_numpy_scalars_are_arrays(self):
        assert_close(np.float32(0.5), np.asarray(0.5, "float32"))
        fails("wrong dtype: float64 for float32", assert_close, np.float64(0.5), np.asarray(0.5, "float32"))
        fails("wrong class: numpy.MaskedArray", assert_equal, np.ma.ones(2), np.ones(2))

    def test_no_overflow_of_ours(self):
        with np.errstate(all="raise"):
            assert_close(np.array([1.7e308, 5e-324, 0.0, np.inf]), np.array([1.7e308, 5e-324, 0.0, np.inf]))
            fails("above the bound", assert_close, np.array([1.7e308, -1.7e308]), np.array([1.6e308, 1.6e308]), ulp=2)
            fails("for infinity", assert_close, np.array([1.0]), np.array([np.inf]), rtol=1e-3)


class TestNumbersOfPython:
    def test_are_held_at_the_precision_of_the_array(self, xp):
        x = xp.asarray(0.1) + xp.asarray(0.2)
        assert_close(x, 0.3)
        assert_close(float(x), xp.asarray(0.3), check_class=False)
        fails("wrong class: float for aikit.Array", assert_close, float(x), xp.asarray(0.3))
        assert_close(xp.asarray([0.1, 0.2]), [0.1, 0.2])
        assert_close(xp.asarray([[1, 2]]), [[1, 2]])
        fails("wrong shape: (2,) for ()", assert_close, xp.ones(2), 1.0)

    def test_among_themselves(self):
        assert_close(0.1 + 0.2, 0.3)
        fails("error above the bound", assert_close, 0.1 + 1e-8, 0.1)
        fails("wrong value", assert_equal, 0.1 + 0.2, 0.3)
        fails("wrong dtype: int for float", assert_equal, 1, 1.0)
        fails("wrong dtype: bool for int", assert_equal, True, 1)
        assert_equal(2**80, 2**80)
        fails("wrong value", assert_equal, 2**80, 2**80 + 1)

    def test_have_a_kind(self, xp):
        assert_equal(xp.asarray([1.0]), [1])
        fails("wrong dtype: int32 for float", assert_equal, xp.asarray([1]), [1.0])
        fails("wrong dtype: int32 for bool", assert_equal, xp.asarray([1]), [True])
        fails("wrong dtype: bool for int", assert_equal, xp.asarray([True]), [1])

    def test_ragged_lists(self, xp):
        with pytest.raises(ValueError, match="ragged"):
            assert_close(xp.ones(2), [[1.0], [1.0, 2.0]])
        fails("ragged", assert_close, [[1.0], [1.0, 2.0]], xp.ones(2), check_class=False)


class TestNests:
    def test_of_all_sorts(self, xp):
        point = namedtuple("point", "x y")
        for make in (
            lambda x, y: (x, y),
            lambda x, y: [x, [y]],
            lambda x, y: {"a": x, "b": {"c": y}},
            lambda x, y: point(x, y),
            lambda x, y: aikit.Container(a=x, b={"c": y}),
            lambda x, y: {"a": (x, None), "b": ["name", y, 3]},
        ):
            assert_equal(make(xp.ones(2), xp.zeros(3)), make(xp.ones(2), xp.zeros(3)))
            fails("wrong value", assert_equal, make(xp.ones(2), xp.zeros(3)), make(xp.ones(2), xp.ones(3)))
            fails("wrong class", assert_equal, make(xp.ones(2), xp.zeros(3).data), make(xp.ones(2), xp.zeros(3)))

    def test_the_place_is_named(self, xp):
        one, two = {"a": (xp.ones(2), xp.ones(1))}, {"a": (xp.ones(2), xp.zeros(1))}
        fails("assert_close: ['a'][1]: error above", assert_close, one, two)

    def test_other_structures(self, xp):
        x = xp.ones(2)
        fails("wrong number of items: 1 for 2", assert_equal, (x,), (x, x))
        fails("wrong keys: missing: 'b'; unexpected: 'c'", assert_equal, {"c": x}, {"b": x})
        fails("wrong class: list for tuple", assert_equal, [x, x], (x, x))
        assert_equal([x, x], (x, x), check_class=False)
        fails("wrong class: dict for aikit.Container", assert_equal, {"a": x}, aikit.Container(a=x))
        fails("wrong class: tuple for aikit.Array", assert_equal, (x,), x)
        fails("wrong class: aikit.Array", assert_equal, x, [x])
        fails("wrong class: None for aikit.Array", assert_equal, None, x)
        fails("[0]: 'a' for 'b'", assert_equal, ["a"], ["b"])
        fails("[1]: wrong number of items: 1 for 2", assert_equal, [[x], [x]], [[x], [x, x]])

    def test_what_is_no_array(self):
        class Strange:
            def __eq__(self, other):
                return np.ones(2)

            __hash__ = None

        with pytest.raises(TypeError, match="no array that aikit knows"):
            assert_equal(Strange(), Strange())
        fails("wrong class", assert_equal, Strange(), aikit.get_backend("numpy").ones(2))


def test_without_pytest_and_without_a_framework():
    script = """
import sys
from pytest_aikit import assert_close, assert_equal, assert_less
import numpy as np
assert_close(np.ones(2), np.ones(2)); assert_less(1, 2)
try:
    assert_equal(np.ones(2), np.zeros(2))
except AssertionError as error:
    assert "2 of 2 elements" in str(error)
else:
    raise SystemExit("nothing raised")
assert not {"pytest", "_pytest", "torch", "jax", "tensorflow", "hypothesis", "array_api_strict"} & set(sys.modules)
"""
    result = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_a_distance_from_zero_is_not_counted_in_ulp(xp):
    text = fails("the worst at (1,): 1.0 for 0.0", assert_close, xp.asarray([2.0, 1.0]), xp.asarray([2.0, 0.0]))
    assert text.endswith("apart by 1")
