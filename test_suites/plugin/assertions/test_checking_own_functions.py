"""`aikit_check` finds what a function of the user's own does wrong, and passes what is right on each backend."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest

import aikit
from aikit.functional.backends import BUILT_IN
from pytest_aikit.frameworks import backends
from pytest_aikit.session.assertions.checker import Checker

pytest_plugins = ["pytester"]


@pytest.fixture(scope="session", params=BUILT_IN)
def backend(request):
    """A backend whose modules are loaded for good: what an inner run imports first is forgotten after it."""
    aikit.get_backend(request.param)
    if request.param != "tensorflow":
        backends.native_namespace(request.param)
    return request.param


@pytest.fixture
def own(run, pytester):
    """Run a test file with the fixtures on numpy, under ``-W error``."""

    def run_file(source: str) -> pytest.RunResult:
        path = pytester.makepyfile("import numpy as np, pytest\n" + source)
        return run("--aikit-backends=numpy", str(path), "--strict-markers", "-W", "error")

    return run_file


def _x64() -> Any:
    import jax

    return jax.enable_x64(True)


def check(call: str, cause: str | None, backend: str = "numpy", **names: Any) -> None:
    """Make a call of ``aikit_check`` in a test that runs on a backend: it passes, or says a text."""
    native = None if backend == "tensorflow" else backends.native_namespace(backend)
    names |= {"np": np, "aikit": aikit, "xp": aikit.get_backend(backend), "native_xp": native}
    names["aikit_check"] = Checker(dict, lambda: backend)
    try:
        with _x64() if backend == "jax" else nullcontext():
            eval(f"aikit_check({call})", names)
    except AssertionError as error:
        assert cause is not None and cause in str(error), str(error)
    else:
        assert cause is None, "it passes"


@pytest.mark.parametrize("backend", ["numpy", "torch", "jax"], indirect=True)
@pytest.mark.parametrize(
    ("body", "cause"),
    [
        ("lambda x: xp.astype(x, 'float64'), xp.ones(3), reference=np.positive", "wrong dtype: float64 for float32"),
        ("lambda x: xp.astype(x, 'int32'), xp.ones(3), reference=np.positive", "wrong dtype: int32 for float32"),
        ("lambda x: x.data, xp.ones(3), reference=np.positive", "wrong class: "),
        ("lambda x: (x, x.data), xp.ones(3), reference=lambda x: (x, x)", "[1]: wrong class: "),
        ("lambda x: {'a': [x.data]}, xp.ones(3), reference=lambda x: {'a': [x]}", "['a'][0]: wrong class: "),
        ("lambda x: (x, x), xp.ones(3), reference=lambda x: (x,)", "wrong number of items: 2 for 1"),
        ("lambda x: {'b': x}, xp.ones(3), reference=lambda x: {'a': x}", "wrong keys: missing: 'a'; unexpected: 'b'"),
        ("lambda x: [[1.0], [1.0, 2.0]], xp.ones(3), reference=np.positive", "ragged"),
        ("lambda x: None, xp.ones(3), reference=np.positive", "wrong class: None for aikit.Array"),
        ("lambda x: xp.add(x, 1, out=x), xp.ones(3), reference=lambda x: x + 1", "changed its input"),
        ("lambda xs: xs.append(xs[0]) or xs[0], [xp.ones(3)], reference=lambda xs: xs[0]", "changed its input"),
        ("lambda x: float(xp.sum(x)), xp.asarray([0.1] * 9), reference=np.sum", None),
        ("lambda x: float(xp.sum(x)) * 1.00001, xp.asarray([0.1] * 9), reference=np.sum", "8 ULP of float32"),
        ("lambda x: float(xp.sum(x)) * 1.00001, xp.ones(9), reference=np.sum, rtol=1e-4", None),
        ("lambda x: int(xp.sum(x)), xp.ones(3), reference=np.sum", "wrong dtype: int for float32"),
        ("lambda x: np.asarray(3, 'float32')[()], xp.ones(3), reference=np.sum", "wrong "),
        ("lambda c: c.sin(), aikit.Container(a=xp.ones(2)), reference=lambda c: {'a': np.sin(c['a'])}", None),
        ("lambda c: c.sin(), aikit.Container(a=xp.ones(2)), reference=lambda c: {'a': np.cos(c['a'])}", "['a']: error"),
        ("lambda x: tuple(xp.unstack(x)), xp.ones((2, 3)), reference=np.unstack", None),
        ("xp.linalg.eigh, xp.eye(2), reference=lambda x: (np.ones(2), np.eye(2))", None),
        ("lambda x: xp.asarray([float('nan')]), xp.ones(1), reference=np.positive", "NaN for a number"),
        ("xp.negative, xp.zeros(1), reference=np.positive", None),
        ("xp.negative, xp.zeros(1), reference=np.positive, zero_signs=True", "wrong sign of zero"),
        ("xp.mean, xp.asarray([1, 2], dtype='int32'), reference=np.mean", None),
        ("xp.argmax, xp.ones(3), reference=np.argmax", None),
        ("xp.sum, xp.asarray([1, 2], dtype='uint8'), reference=np.sum", None),
        ("xp.add, xp.ones(2), xp.ones(2, dtype='int32'), reference=np.add", None),
        ("xp.multiply, xp.asarray([1, 2], dtype='bfloat16'), 1.5, reference=np.multiply", None),
        ("xp.linalg.det, xp.eye(2), reference=np.linalg.det", None),
        ("xp.fft.fft, xp.ones(4), reference=np.fft.fft", None),
        ("lambda x: xp.astype(x, 'float16'), xp.ones(3), reference=np.positive, dtype='float16'", None),
        ("lambda x: x, xp.ones(3), reference=np.positive, dtype='float16'", "wrong dtype: float32 for float16"),
        ("lambda x: (x, x), xp.ones(3), reference=lambda x: (x, x), dtype=('float32', 'int8')", "for int8"),
        ("lambda x: x, xp.ones(3), reference=np.positive, dtype='float16', check_dtype=False", None),
        ("lambda x: x, xp.ones((1, 3)), reference=np.ravel", "wrong shape: (1, 3) for (3,)"),
        ("lambda x: x, xp.ones((1, 3)), reference=np.ravel, check_shape=False", None),
        ("lambda: xp.zeros(3), reference=lambda: np.zeros(3)", None),
        ("lambda: xp.zeros(3, dtype='float16'), reference=lambda: np.zeros(3)", "float16 for float32"),
        ("lambda x: x.shape, xp.ones((2, 3)), reference=np.shape", None),
        ("lambda x: 'a', xp.ones(2), reference=lambda x: 'b'", "'a' for 'b'"),
    ],
)
def test_arrays(backend, body, cause):
    check(body, cause, backend)


@pytest.mark.parametrize("backend", ["torch"], indirect=True)
def test_another_backend_is_named_as_such(backend):
    other = "lambda x: aikit.to_backend(x, 'torch')"
    check(
        f"{other}, xp.ones(3), reference=np.positive", "wrong namespace: aikit.Array of torch for aikit.Array of numpy"
    )
    check("lambda: aikit.to_backend(xp.ones(3), 'torch'), reference=lambda: np.ones(3)", "wrong namespace: ")
    check(
        "lambda x: np.asarray(x), xp.ones(3), reference=np.positive",
        "wrong namespace: numpy.ndarray for aikit.Array of torch",
        backend="torch",
    )


@pytest.mark.parametrize(
    ("body", "cause"),
    [
        ("lambda x: x * 2, x, reference=lambda x: x * 2", None),
        ("lambda x: x * 2, x, reference=lambda x: x * 3", "error above the bound"),
        ("lambda x: (x, x[0]), x, reference=lambda x: (x, x[0])", None),
        ("lambda x: (x, aikit.asarray(x)), x, reference=lambda x: (x, x)", "[1]: wrong class: aikit.Array of"),
        ("lambda x: {'a': x, 'b': float(x[0])}, x, reference=lambda x: {'a': x, 'b': x[0]}", None),
    ],
)
def test_native_arrays(backend, body, cause):
    check(body, cause, backend, x=aikit.get_backend(backend).asarray([0.1, 0.7]).data)


@pytest.mark.parametrize("backend", ["numpy", "torch", "jax"], indirect=True)
@pytest.mark.parametrize("name", ["mean", "sum", "argmax", "sin", "std", "prod"])
def test_the_dtypes_of_native_namespaces(backend, name):
    """Defaults are those of the namespace: float64 of NumPy, float32 of PyTorch, what the x64 switch says of JAX."""
    dtypes = "float32" if name in ("mean", "sin", "std") else "int32"
    x = f"native_xp.asarray([1, 2, 3], dtype=native_xp.{dtypes})"
    check(f"native_xp.{name}, {x}, reference=np.{name}", None, backend)


@pytest.mark.filterwarnings("error")
def test_a_float64_test_raises_no_warning_of_ours():
    check("np.sqrt, np.asarray([1e308, 5e-324, 2.0]), reference=np.sqrt", None)
    check("lambda x: x * 1.001, np.asarray([1e300, 2.0]), reference=np.positive", "error above the bound")
    check("xp.exp, xp.asarray([1.0, 709.0], dtype='float64'), reference=np.exp", None)


def test_the_reference_may_warn():
    check("lambda x: xp.asarray(float('nan')), xp.ones(0), reference=np.mean", None)


def test_in_place_functions_on_native_arrays():
    check("lambda x: x.sort() or x, np.asarray([2.0, 1.0]), reference=np.sort", "changed its input: its argument was")
    check(
        "lambda x, y: np.add(x, y, out=y), np.ones(2), np.ones(2), reference=np.add", "array 2 of 2 among its arguments"
    )


def test_no_internals_in_the_traceback(own):
    result = own("def test_own(xp, aikit_check):\n    aikit_check(xp.sin, xp.ones(2), reference=np.cos)")
    text = result.stdout.str()
    assert "aikit_check: " in text and "2 of 2 elements" in text
    assert not any(name in text for name in ("checker.py", "assertions.py", "judging.py"))
    result = own("from pytest_aikit import assert_close\ndef test_own(xp): assert_close(xp.ones(2), xp.zeros(2))")
    assert "assertions.py" not in result.stdout.str() and "assert_close: " in result.stdout.str()
    result = own(
        "def broken(x): return 1 / 0\ndef test_own(xp, aikit_check): aikit_check(broken, xp.ones(2), reference=np.cos)"
    )
    assert "ZeroDivisionError" in result.stdout.str() and "checker.py" not in result.stdout.str()


def test_the_mark_holds_without_any_other_fixture(own):
    source = "@pytest.mark.aikit_tolerance(ulp={'float*': 30, 'float32': %d})\ndef test_own(aikit_check):\n    " + (
        "aikit_check(lambda x: x * np.float32(1 + 20 * 2.0**-23), np.ones(1, 'float32'), reference=np.abs)"
    )
    own(source % 25).assert_outcomes(passed=1)
    own(source % 15).assert_outcomes(failed=1)


def test_subnormal_results_may_be_zeros():
    check("lambda x: x * 0, np.asarray([1e-40, 0], 'float32'), reference=np.positive", None)
    check("lambda x: x * 0, np.asarray([1e-37, 0], 'float32'), reference=np.positive", "1 of 2 elements")


def test_expected_dtypes():
    from pytest_aikit.session.assertions.expected_dtypes import Defaults, acceptable

    aikit = Defaults("float32", "complex64", "int32", "int64")
    assert acceptable("float64", ["int32"], aikit) == ("float32",)
    assert acceptable("float16", ["int8"], aikit) == ("float32",)
    assert acceptable("float64", ["int32", "bfloat16"], aikit) == ("bfloat16",)
    assert acceptable("float64", ["float16"], aikit) == ("float32",)
    assert acceptable("float64", ["float64", "float32"], aikit) == ("float64",)
    assert acceptable("float32", ["float32"], aikit) == ("float32",)
    assert acceptable("complex128", ["int64"], aikit) == ("complex64",)
    assert acceptable("complex64", ["float32"], aikit) == ("complex64",)
    assert acceptable("int64", ["float32"], aikit) == ("int32", "int64")
    assert acceptable("uint64", ["uint8"], aikit) == ("uint32", "int32")
    assert acceptable("int16", ["int8", "uint8"], aikit) == ("int16",)
    assert acceptable("bool", ["float32"], aikit) == ("bool",)
    assert acceptable("float64", ["int32"], None) == ("float64",)
    assert np.dtype(acceptable("float64", [], aikit)[0]) == np.float32
