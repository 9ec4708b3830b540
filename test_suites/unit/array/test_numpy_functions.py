"""NumPy's functions on Arrays: with every argument that both have, by name and by position, and a clear no to the others."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from inspect import Parameter as P
from typing import Any

import numpy as np
import pytest
from helpers.frameworks import require

import aikit
from aikit import AikitTypeError, Array
from aikit.array import numpy_protocol

X = np.array([[1.0, -2.0, 3.0], [0.0, 5.0, -1.0]], "float32")
I = X.astype("int32")
V = np.array([1.0, 2.0, 4.0], "float32")
S = np.array([[2.0, 1.0], [1.0, 3.0]], "float32")
C = np.arange(24, dtype="float32").reshape(2, 3, 4)
NO = np._NoValue

CALLS: dict[str, list[dict[str, Any]]] = {
    "all": [{"a": X, "axis": 0, "keepdims": True}],
    "any": [{"a": X, "axis": (0, 1), "keepdims": True}, {"a": X}],
    **{key: [{"a": X, "axis": 0, "keepdims": True}, {"a": X}] for key in ("max", "amax", "min", "amin")},
    "angle": [{"z": X + 1j * X, "deg": True}, {"z": X}],
    "argmax": [{"a": X, "axis": 0, "keepdims": True}, {"a": X}],
    "argmin": [{"a": X, "axis": 1, "keepdims": True}, {"a": X}],
    "argwhere": [{"a": X}],
    "allclose": [{"a": X, "b": V, "rtol": 0.1, "atol": 0.2, "equal_nan": True}, {"a": X, "b": X}],
    "isclose": [{"a": X, "b": V, "rtol": 0.1, "atol": 0.2, "equal_nan": True}, {"a": X, "b": X}],
    "hstack": [{"tup": [X, X]}],
    "vstack": [{"tup": (X, V)}],
    "array_equal": [{"a1": X, "a2": X}],
    "argsort": [{"a": X, "axis": 0, "stable": True}],
    "sort": [{"a": X, "axis": 0, "stable": True}],
    "around": [{"a": X}],
    "round": [{"a": X}],
    "astype": [{"x": X, "dtype": np.int16, "copy": True}],
    "broadcast_arrays": [{"args": (X, V)}],
    "broadcast_to": [{"array": V, "shape": (2, 3)}],
    "clip": [{"a": X, "a_min": 0, "a_max": 2}, {"a": X, "min": -1, "max": V}, {"a": X, "a_min": None, "a_max": 1}],
    "concatenate": [{"arrays": [X, X], "axis": 1}, {"arrays": (X, X), "axis": None}],
    "stack": [{"arrays": [X, X], "axis": 1}],
    "count_nonzero": [{"a": X, "axis": 0, "keepdims": True}],
    "cumprod": [{"a": X, "axis": 1, "dtype": "float64"}, {"a": V}],
    "cumsum": [{"a": X, "axis": 1, "dtype": "float64"}, {"a": V}],
    "cumulative_prod": [{"x": X, "axis": 0, "dtype": "float64", "include_initial": True}],
    "cumulative_sum": [{"x": X, "axis": 1, "dtype": "float64", "include_initial": True}, {"x": V}],
    "diag": [{"v": V, "k": 1}, {"v": S}],
    "diff": [{"a": X, "n": 2, "axis": 1}, {"a": X, "axis": 0, "prepend": X, "append": X}],
    "empty_like": [{"prototype": X, "dtype": "int16", "device": "cpu"}],
    "full_like": [{"a": X, "fill_value": 3, "dtype": "int16", "device": "cpu"}],
    "ones_like": [{"a": X, "dtype": "int16", "device": "cpu"}],
    "zeros_like": [{"a": X, "dtype": "int16", "device": "cpu"}],
    "expand_dims": [{"a": X, "axis": 1}],
    "flip": [{"m": X, "axis": 1}, {"m": X}],
    "imag": [{"val": X + 1j * X}],
    "real": [{"val": X + 1j * X}],
    "inner": [{"a": X, "b": V}],
    "isreal": [{"x": X + 1j * (X > 0)}],
    "isin": [{"element": I, "test_elements": I[0], "invert": True}],
    "linspace": [
        {"start": V[0], "stop": V[2], "num": 7, "endpoint": False, "dtype": "float64", "device": "cpu"},
        {"start": V[0], "stop": V[2]},
    ],
    "logspace": [
        {"start": V[0], "stop": V[2], "num": 5, "endpoint": False, "base": 2.0, "dtype": "float64", "axis": 0},
        {"start": -V[2], "stop": -V[0], "base": 2.0},
    ],
    "matrix_transpose": [{"x": X}],
    "mean": [{"a": X, "axis": 0, "keepdims": True}, {"a": X}],
    "einsum": [{"operands": ("ij,jk->ik", X, X.T)}],
    "meshgrid": [{"xi": (V, V[:2]), "indexing": "ij"}, {"xi": (V, V[:2])}],
    "moveaxis": [{"a": C, "source": 0, "destination": 2}],
    "nan_to_num": [{"x": V * np.inf, "copy": True, "nan": 1.0, "posinf": 3.0, "neginf": -2.0}, {"x": X}],
    "nonzero": [{"a": X}],
    "transpose": [{"a": C}, {"a": C, "axes": (1, 0, 2)}, {"a": C, "axes": None}],
    "prod": [{"a": X, "axis": 0, "dtype": "float64", "keepdims": True}, {"a": X}],
    "sum": [{"a": X, "axis": 0, "dtype": "float64", "keepdims": True}, {"a": X}],
    "repeat": [{"a": X, "repeats": 2, "axis": 1}, {"a": X, "repeats": 2}],
    "reshape": [{"a": X, "shape": (3, 2), "copy": True}],
    "roll": [{"a": X, "shift": 1, "axis": 0}, {"a": X, "shift": 1}],
    "searchsorted": [{"a": V, "v": X, "side": "right", "sorter": np.array([0, 1, 2])}],
    "squeeze": [{"a": X[None]}, {"a": X[None, None], "axis": 1}],
    "std": [{"a": X, "axis": 0, "ddof": 1, "keepdims": True}, {"a": X, "correction": 1}, {"a": X}],
    "var": [{"a": X, "axis": 0, "ddof": 1, "keepdims": True}, {"a": X, "correction": 1}, {"a": X}],
    "swapaxes": [{"a": C, "axis1": 0, "axis2": 2}],
    "take": [{"a": X, "indices": np.array([2, 0]), "axis": 1}],
    "take_along_axis": [{"arr": X, "indices": np.array([[1, 0, 1]]), "axis": 0}],
    "tensordot": [{"a": X, "b": X, "axes": ((0,), (0,))}],
    "tile": [{"A": X, "reps": (2, 1)}],
    "trapezoid": [{"y": X, "x": V, "axis": 1}, {"y": X, "dx": 0.5, "axis": 0}, {"y": X}],
    "tril": [{"m": X, "k": 1}],
    "triu": [{"m": X, "k": 1}],
    "unique_all": [{"x": V}],
    "unique_counts": [{"x": V}],
    "unique_inverse": [{"x": V}],
    "unique_values": [{"x": V}],
    "unstack": [{"x": X, "axis": 1}],
    "vander": [{"x": V, "N": 2, "increasing": True}, {"x": V}],
    "where": [{"condition": X > 0, "x": X, "y": V}, {"condition": X > 0}],
    "linalg.cholesky": [{"a": S, "upper": True}],
    "linalg.cross": [{"x1": X.T, "x2": X[::-1].T, "axis": -2}],
    "linalg.det": [{"a": S}],
    "linalg.diagonal": [{"x": X, "offset": 1}],
    "linalg.eig": [{"a": S}],
    "linalg.eigh": [{"a": S}],
    "linalg.eigvals": [{"a": S}],
    "linalg.eigvalsh": [{"a": S}],
    "linalg.inv": [{"a": S}],
    "linalg.matmul": [{"x1": X, "x2": X.T}],
    "linalg.matrix_norm": [{"x": X, "keepdims": True, "ord": 1}],
    "linalg.matrix_power": [{"a": S, "n": 3}],
    "linalg.matrix_rank": [{"A": X, "rtol": 0.5}],
    "linalg.matrix_transpose": [{"x": X}],
    "linalg.outer": [{"x1": V, "x2": V}],
    "linalg.pinv": [{"a": X, "rcond": 0.5}, {"a": X, "rtol": 0.5}],
    "linalg.qr": [{"a": X, "mode": "complete"}],
    "linalg.slogdet": [{"a": S}],
    "linalg.solve": [{"a": S, "b": S}],
    "linalg.svd": [{"a": X, "full_matrices": False}],
    "linalg.svdvals": [{"x": X}],
    "linalg.tensordot": [{"x1": X, "x2": X, "axes": ((0,), (0,))}],
    "linalg.tensorsolve": [{"a": np.eye(6, dtype="float32").reshape(2, 3, 6), "b": X}],
    "linalg.trace": [{"x": X, "offset": 1, "dtype": "float64"}],
    "linalg.vecdot": [{"x1": X, "x2": X, "axis": 0}],
    "linalg.vector_norm": [{"x": X, "axis": 0, "keepdims": True, "ord": 1}],
    **{
        f"fft.{name}": [{"a": X, "n": 4, "axis": 0, "norm": "ortho"}, {"a": X}]
        for name in ("fft", "ifft", "hfft", "irfft")
    },
    **{f"fft.{name}": [{"a": X, "n": 2, "axis": 0, "norm": "forward"}, {"a": X}] for name in ("rfft", "ihfft")},
    **{
        f"fft.{name}": [{"a": X, "s": (2, 4), "axes": (0, 1), "norm": "ortho"}]
        for name in ("fftn", "ifftn", "rfftn", "irfftn")
    },
    "fft.fftshift": [{"x": X, "axes": 1}],
    "fft.ifftshift": [{"x": X, "axes": 1}],
}
"""NumPy's function -> calls of it, by the names of NumPy's parameters."""
OTHERWISE = {"can_cast", "result_type", "split"}
"""The shared functions that give no array; and split, whose sections are places in NumPy and lengths here, and so refused."""
ABSOLUTE = {"linalg.svd", "linalg.qr", "linalg.eig", "linalg.eigh"}
"""The functions whose vectors have either sign."""


def _function(name: str) -> Any:
    found: Any = np
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _shared() -> Iterator[tuple[str, Any]]:
    """NumPy's functions that hand over to Arrays, and have a counterpart, by their own names."""
    for module, prefix in ((np, ""), (np.linalg, "linalg."), (np.fft, "fft.")):
        for function in vars(module).values():
            if hasattr(function, "_implementation") and numpy_protocol._counterpart(function) is not None:
                yield prefix + function.__name__, function


def test_every_shared_function_is_called() -> None:
    assert {name for name, _ in _shared()} - OTHERWISE == set(CALLS)


def _forms(function: Any, given: dict[str, Any]) -> Iterator[tuple[list[Any], dict[str, Any]]]:
    """A call with arguments by name, by position with NumPy's defaults between them, and with all defaults spelled."""
    parameters = inspect.signature(function).parameters
    for by_position, spelled in ((False, False), (True, False), (False, True)):
        args: list[Any] = []
        kwargs: dict[str, Any] = {}
        last = max((place for place, name in enumerate(parameters) if name in given), default=0)
        for place, p in enumerate(parameters.values()):
            if p.kind is P.VAR_POSITIONAL:
                args += given[p.name]
            elif p.name in given and (p.kind is P.POSITIONAL_ONLY or function.__name__.startswith("unique_")):
                args.append(given[p.name])
            elif p.kind is P.POSITIONAL_OR_KEYWORD and by_position and place <= last and len(args) == place:
                args.append(given.get(p.name, p.default))
            elif p.name in given:
                kwargs[p.name] = given[p.name]
            elif spelled and p.kind not in (P.POSITIONAL_ONLY, P.VAR_KEYWORD) and p.default is not NO:
                kwargs[p.name] = p.default
        yield args, kwargs


def _brought(value: Any, xp: Any) -> Any:
    if isinstance(value, (np.ndarray, np.generic)):
        return xp.asarray(np.asarray(value))
    if isinstance(value, (list, tuple)) and any(isinstance(item, np.ndarray) for item in value):
        return type(value)(_brought(item, xp) for item in value)
    return value


def _arrays(result: Any) -> list[Any]:
    return list(result) if isinstance(result, (list, tuple)) else [result]


@pytest.mark.parametrize("name", CALLS)
def test_same_as_numpy(name: str, xp: Any) -> None:
    function = _function(name)
    for given in CALLS[name]:
        expected = _arrays(next(function(*args, **kwargs) for args, kwargs in _forms(function, given)))
        for args, kwargs in _forms(function, given):
            found = _arrays(
                function(*(_brought(v, xp) for v in args), **{k: _brought(v, xp) for k, v in kwargs.items()})
            )
            assert [type(array) for array in found] == [Array] * len(expected)
            for got, wanted in zip(found, expected, strict=True):
                assert got.shape == np.shape(wanted)
                if name == "empty_like":
                    continue
                one, two = np.asarray(got), np.asarray(wanted)
                one, two = (np.abs(one), np.abs(two)) if name in ABSOLUTE else (one, two)
                np.testing.assert_allclose(one, two, atol=2e-6)


@pytest.mark.parametrize("name", [name for name in CALLS if "out" in inspect.signature(_function(name)).parameters])
def test_out(name: str, xp: Any) -> None:
    function, given = _function(name), CALLS[name][0]
    args, kwargs = next(_forms(function, given))
    args, kwargs = [_brought(v, xp) for v in args], {k: _brought(v, xp) for k, v in kwargs.items()}
    expected = function(*args, **kwargs)
    out = xp.zeros_like(expected)
    assert function(*args, **kwargs, out=out) is out
    np.testing.assert_array_equal(np.asarray(out), np.asarray(expected))
    with pytest.raises(TypeError):
        function(*args, **kwargs, out=np.zeros(expected.shape))


REFUSED: dict[str, tuple[Any, dict[str, Any]]] = {
    "np.sum.*where": (np.sum, {"where": X > 0}),
    "np.sum.*initial": (np.sum, {"initial": 1}),
    "np.mean.*dtype": (np.mean, {"dtype": "float64"}),
    "np.max.*initial": (np.max, {"initial": 1}),
    "np.round.*decimals": (np.round, {"decimals": 2}),
    "np.reshape.*order": (np.reshape, {"shape": (3, 2), "order": "F"}),
    "np.std.*mean": (np.std, {"mean": X}),
    "np.sort.*kind": (np.sort, {"kind": "heapsort"}),
    "np.zeros_like.*shape": (np.zeros_like, {"shape": (2,)}),
    "np.concatenate.*dtype": (lambda x, **options: np.concatenate([x, x], **options), {"dtype": "float64"}),
    "np.svd.*compute_uv": (np.linalg.svd, {"compute_uv": False}),
    "np.eigh.*UPLO": (lambda x, **options: np.linalg.eigh(x[:, :2], **options), {"UPLO": "U"}),
    "np.add.*dtype": (lambda x, **options: np.add(x, x, **options), {"dtype": "float64"}),
    "np.sin.*where": (np.sin, {"where": X > 0}),
    "np.clip.*casting": (lambda x, **options: np.clip(x, 0, 1, **options), {"casting": "unsafe"}),
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_aikit_has_not_is_refused(message: str, xp: Any) -> None:
    function, options = REFUSED[message]
    with pytest.raises(AikitTypeError, match=f"{message} is not an argument of aikit"):
        function(xp.asarray(X), **options)


def test_ufuncs_with_the_defaults_of_numpy(xp: Any) -> None:
    x = xp.asarray(X)
    result = np.add(x, x, where=True, casting="same_kind", order="K", dtype=None, subok=True)
    np.testing.assert_array_equal(np.asarray(result), X + X)
    np.testing.assert_allclose(np.asarray(np.vecdot(x, x, axis=0)), np.vecdot(X, X, axis=0))


def test_functions_without_a_counterpart(xp: Any) -> None:
    for function in (np.linalg.cond, np.fft.fft2, np.nanmedian):
        with pytest.raises(TypeError, match="no implementation found"):
            function(xp.asarray(S))


@pytest.mark.needs("jax")
def test_under_a_trace() -> None:
    require("jax")
    import jax

    x = aikit.get_backend("jax").asarray(X)
    result = jax.jit(lambda v: np.diff(np.transpose(v), axis=0))(x)
    np.testing.assert_allclose(np.asarray(result), np.diff(X.T, axis=0))


@pytest.mark.parametrize("function", [np.cumsum, np.cumprod])
def test_a_cumulation_of_all_elements_is_refused(function):
    """NumPy's makes a vector of all elements where it is not told the axis, and ours goes along the first one."""
    with pytest.raises(AikitTypeError, match=f"np.{function.__name__} .* of 2 dimensions needs the axis"):
        function(aikit.asarray(X))
