"""Gradients of numbers whose squares overflow or vanish, against the formulae in float64."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from helpers.frameworks import require

import aikit
from pytest_aikit.frameworks import backends


@pytest.fixture(params=("torch", "jax", "tensorflow"))
def backend(request: pytest.FixtureRequest) -> Iterator[str]:
    """The name of each backend that has autograd; JAX has 64-bit dtypes."""
    with backends.x64(True):
        yield require(request.param)


FORMULAE: dict[str, Callable[[Any, Any], tuple[Any, Any]]] = {
    "atan2": lambda y, x: (x / np.hypot(x, y) / np.hypot(x, y), -y / np.hypot(x, y) / np.hypot(x, y)),
    "hypot": lambda x, y: (x / np.hypot(x, y), y / np.hypot(x, y)),
    "divide": lambda x, y: (1 / y, -x / y / y),
}
"""The derivatives with respect to both arguments."""
NUMBERS = {
    "float16": ([2e-3, -4e-4, 300.0, 0.75], [1e-3, 2e-4, -0.5, 400.0]),
    "bfloat16": ([2e-21, -4e-21, 3e25, 0.75], [1e-20, 2e-20, -0.5, 4e30]),
    "float32": ([2e-21, -4e-21, 3e25, 0.75], [1e-20, 2e-20, -0.5, 4e30]),
    "float64": ([2e-171, -4e-171, 3e200, 0.75], [1e-170, 2e-170, -0.5, 4e230]),
}


@pytest.mark.parametrize("dtype", NUMBERS)
@pytest.mark.parametrize("name", FORMULAE)
def test_of_two_arguments(name: str, dtype: str, backend: str, xp: Any) -> None:
    arrays = [xp.asarray(one, dtype=dtype) for one in NUMBERS[dtype]]
    found = xp.grad(lambda x1, x2: xp.sum(getattr(xp, name)(x1, x2)), [0, 1])(*arrays)
    given = [aikit.to_numpy(one).astype(np.longdouble) for one in arrays]
    digits = {"float16": 2e-3, "bfloat16": 2e-2, "float32": 1e-6, "float64": 1e-14}[dtype]
    smallest = float(aikit.finfo(dtype).smallest_normal)
    for got, wanted in zip(found, FORMULAE[name](*given), strict=True):
        np.testing.assert_allclose(
            aikit.to_numpy(got).astype(np.longdouble), wanted, rtol=4 * digits, atol=4 * smallest
        )


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_of_a_power_in_16_bits(dtype: str, backend: str, xp: Any) -> None:
    """The exponent of the derivative, 0.416 - 1, has digits that these dtypes have not."""
    x, exponent = xp.asarray(6.2e-5, dtype=dtype), xp.asarray(0.416015625, dtype=dtype)
    found = float(xp.grad(lambda x: xp.pow(x, exponent))(x))
    number = float(x)
    assert found == pytest.approx(0.416015625 * number ** (0.416015625 - 1), rel=5e-3)


def test_where_both_are_zero(backend: str, xp: Any) -> None:
    for name in ("atan2", "hypot"):
        zero = xp.asarray([0.0, -0.0])
        found = xp.grad(lambda x1, x2: xp.sum(getattr(xp, name)(x1, x2)), [0, 1])(zero, zero)  # noqa: B023
        assert [aikit.to_list(one) for one in found] == [[0, 0], [0, 0]]


@pytest.mark.parametrize("size", [1e-27, 1e27])
def test_of_complex_numbers(size: float, backend: str, xp: Any) -> None:
    given = np.array([3.0, -1.0, 0.5]) * size, np.array([-4.0, 2.0, 0.25]) * size
    x, y = (xp.asarray(one, dtype="float32") for one in given)
    real, imaginary = (aikit.to_numpy(one).astype(np.float64) for one in (x, y))
    modulus = np.hypot(real, imaginary)
    wanted = {
        "abs": (real / modulus, imaginary / modulus),
        "angle": (-imaginary / modulus / modulus, real / modulus / modulus),
        "sign": (imaginary * imaginary / modulus**3, -real * imaginary / modulus**3),  # of its real part
    }
    for name, slopes in wanted.items():
        found = xp.grad(lambda x, y: xp.sum(xp.real(getattr(xp, name)(x + y * 1j))), [0, 1])(x, y)  # noqa: B023
        for got, one in zip(found, slopes, strict=True):
            np.testing.assert_allclose(aikit.to_numpy(got), one, rtol=1e-5, err_msg=name)


def test_of_complex_quotients(backend: str, xp: Any) -> None:
    x, y = (xp.asarray(np.array(one) * 1e-27, dtype="complex64") for one in ([3 - 4j, 1 + 0.5j], [2 + 1j, -0.5 - 2j]))
    found = xp.grad(lambda t: xp.sum(xp.real(x / (y * t))))(xp.asarray([1.0, 1.0], dtype="float32"))
    wanted = -(aikit.to_numpy(x).astype(complex) / aikit.to_numpy(y).astype(complex)).real
    np.testing.assert_allclose(aikit.to_numpy(found), wanted, rtol=1e-5)


DERIVATIVES: dict[str, Callable[[Any], Any]] = {
    "acos": lambda z: -1 / (np.sqrt(1 - z) * np.sqrt(1 + z)),
    "acosh": lambda z: 1 / (np.sqrt(z - 1) * np.sqrt(z + 1)),
    "asin": lambda z: 1 / (np.sqrt(1 - z) * np.sqrt(1 + z)),
    "asinh": lambda z: 1 / (np.sqrt(1 - 1j * z) * np.sqrt(1 + 1j * z)),
    "atan": lambda z: 1 / (1 + z * z),
    "atanh": lambda z: 1 / (1 - z * z),
    "log1p": lambda z: 1 / (1 + z),
    "reciprocal": lambda z: -1 / z / z,
}
"""Those with respect to a complex number, in the wider type of the host."""


@pytest.mark.skipif(np.finfo(np.longdouble).maxexp < 16384, reason="the host has no wider range")
@pytest.mark.parametrize(
    ("dtype", "size"), [("float32", 1e20), ("float32", 1e36), ("float64", 1e160), ("float64", 1e300)]
)
@pytest.mark.parametrize("name", DERIVATIVES)
def test_of_holomorphic_functions(name: str, dtype: str, size: float, backend: str, xp: Any) -> None:
    """The derivative of the real part with respect to x is the real part of that of a function of x + iy, and so on."""
    x, y = (xp.asarray(np.array(signs) * size, dtype=dtype) for signs in ([0.75, -0.75, 0.75, -0.75], [1, 1, -1, -1]))
    wide = {"float32": "complex64", "float64": "complex128"}[dtype]

    def parts(part: str) -> Callable[[Any, Any], Any]:
        function = getattr(xp, name)
        return lambda x, y: xp.sum(getattr(xp, part)(function(xp.astype(x, wide) + xp.astype(y, wide) * 1j)))

    z = aikit.to_numpy(x).astype(np.clongdouble) + 1j * aikit.to_numpy(y).astype(np.longdouble)
    derivative = DERIVATIVES[name](z)
    digits, smallest = {"float32": 1e-5, "float64": 1e-13}[dtype], float(aikit.finfo(dtype).smallest_normal)
    for part, slopes in {
        "real": (derivative.real, -derivative.imag),
        "imag": (derivative.imag, derivative.real),
    }.items():
        for got, wanted in zip(xp.grad(parts(part), [0, 1])(x, y), slopes, strict=True):
            found = aikit.to_numpy(got).astype(np.longdouble)
            np.testing.assert_allclose(found, wanted, rtol=digits, atol=8 * smallest)


def test_of_a_small_reciprocal(backend: str, xp: Any) -> None:
    """Of a complex number whose square is subnormal."""
    found = xp.grad(lambda x: xp.real(xp.reciprocal(xp.astype(x, "complex64") * (1 + 0.625j))))(xp.asarray(1.5e-19))
    assert float(found) == pytest.approx(-1 / (1 + 0.625**2) / 1.5e-19**2, rel=1e-5)


SLOPES_OF_ONE: dict[str, Callable[[Any], Any]] = {
    "acosh": lambda x: 1 / np.sqrt(x - 1) / np.sqrt(x + 1),
    "asinh": lambda x: 1 / np.hypot(1, x),
    "softsign": lambda x: 1 / (1 + np.abs(x)) / (1 + np.abs(x)),
}


@pytest.mark.parametrize("dtype", ["bfloat16", "float32", "float64"])
@pytest.mark.parametrize("name", SLOPES_OF_ONE)
def test_of_one_argument(name: str, dtype: str, backend: str, xp: Any) -> None:
    """The square of the argument, of which frameworks make the derivatives, overflows at the end."""
    x = xp.asarray([1.5, 40.0, 5e6, 3e25 if dtype != "float64" else 3e200], dtype=dtype)
    found = aikit.to_numpy(xp.grad(lambda x: xp.sum(getattr(xp, name)(x)))(x)).astype(np.longdouble)
    wanted = SLOPES_OF_ONE[name](aikit.to_numpy(x).astype(np.longdouble))
    digits = {"bfloat16": 2e-2, "float32": 2e-6, "float64": 2e-14}[dtype]
    np.testing.assert_allclose(found, wanted, rtol=digits, atol=float(aikit.finfo(dtype).smallest_normal))


@pytest.mark.parametrize(
    ("name", "number", "slope"), [("cosh", -5.87e-8 - 7.82e-8j, np.sinh), ("expm1", -60 - 79j, np.exp)]
)
def test_of_small_slopes(name: str, number: complex, slope: Callable[[Any], Any], backend: str, xp: Any) -> None:
    """Beside a result next to 1 or -1."""
    z = xp.asarray(number, dtype="complex64")
    wanted = slope(aikit.to_numpy(z).astype(np.complex128))
    for step, slopes in ((1, (wanted.real, wanted.imag)), (1j, (-wanted.imag, wanted.real))):
        for part, one in zip(("real", "imag"), slopes, strict=True):
            found = xp.grad(lambda t: getattr(xp, part)(getattr(xp, name)(z + t * step)))(xp.asarray(0.0))  # noqa: B023
            assert float(found) == pytest.approx(one, rel=1e-5, abs=0)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
def test_of_a_power_by_an_infinite_exponent(dtype: str, backend: str, xp: Any) -> None:
    x = xp.asarray([0.5, 2.0, 0.0, 3.0], dtype=dtype)
    exponent = xp.asarray([np.inf, -np.inf, np.inf, 0.0], dtype=dtype)
    found = xp.grad(lambda exponent: xp.sum(xp.pow(x, exponent)))(exponent)
    np.testing.assert_allclose(aikit.to_numpy(found).astype(float), [0, 0, 0, np.log(3)], rtol=1e-2)
