"""Any namespace of the Array API standard as a backend: array_api_strict, and one made here that wraps NumPy."""

from __future__ import annotations

import functools
import operator
import pickle
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from helpers.frameworks import registered_for_the_test_alone
from helpers.processes import run_python

import aikit
from aikit import AikitDeviceError, AikitInvalidBackendException, AikitNotImplementedException, AikitTypeError
from aikit.functional.backends import BUILT_IN

STRICT = "array_api_strict"


@pytest.fixture
def strict() -> Any:
    pytest.importorskip("array_api_strict")
    return aikit.get_backend(STRICT)


# ------------------------------------------------------------------------------------------------ a namespace made here


class Boxed:
    """An array with what the standard asks of it, and nothing else."""

    __slots__ = ("inner",)

    def __init__(self, inner: Any) -> None:
        self.inner = np.asarray(inner)

    def __getitem__(self, key: Any) -> Boxed:
        return Boxed(self.inner[unboxed(key)])

    def __setitem__(self, key: Any, value: Any) -> None:
        self.inner[unboxed(key)] = unboxed(value)

    def __bool__(self) -> bool:
        return bool(self.inner)

    def to_device(self, device: str, /) -> Boxed:
        return self

    def __dlpack__(self, **options: Any) -> Any:
        return self.inner.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.inner.__dlpack_device__()

    dtype = property(lambda self: self.inner.dtype)
    shape = property(lambda self: self.inner.shape)
    ndim = property(lambda self: self.inner.ndim)
    device = property(lambda self: "cpu")


def unboxed(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(map(unboxed, value))
    return value.inner if isinstance(value, Boxed) else value


def boxed(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return tuple(map(boxed, value))
    return Boxed(value) if isinstance(value, (np.ndarray, np.generic)) else value


def boxing(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        return boxed(function(*unboxed(args), **{name: unboxed(value) for name, value in kwargs.items()}))

    return call


for _name in ("lt", "le", "eq", "ne", "ge", "gt", "and_", "or_", "add", "sub", "mul", "neg"):
    setattr(Boxed, f"__{_name.strip('_')}__", boxing(getattr(operator, _name)))


def boxed_namespace() -> types.ModuleType:
    """NumPy by array-api-compat, in boxes."""
    compat = pytest.importorskip("array_api_compat.numpy")

    def look_up(name: str) -> Any:
        found = getattr(compat, name)
        return boxing(found) if callable(found) and not isinstance(found, type) else found

    def extension(name: str) -> Any:
        own: Any = types.ModuleType(name)
        own.__getattr__ = lambda function: boxing(getattr(getattr(compat, name), function))
        return own

    module: Any = types.ModuleType("boxed_namespace")
    module.__getattr__ = look_up
    module.__array_namespace_info__ = compat.__array_namespace_info__
    module.linalg, module.fft = extension("linalg"), extension("fft")
    return module


@pytest.fixture
def home_made(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setitem(sys.modules, "boxed_namespace", boxed_namespace())
    registered_for_the_test_alone(monkeypatch)
    yield aikit.get_backend("array_api:boxed_namespace")


@pytest.fixture(params=["strict", "home_made"])
def any_xp(request: pytest.FixtureRequest) -> Any:
    """aikit's namespace bound to each generic backend in turn."""
    return request.getfixturevalue(request.param)


# ------------------------------------------------------------------------------------------------ names


def test_both_names_are_one_backend(strict: Any) -> None:
    long = f"array_api:{STRICT}"
    assert aikit.get_backend(long) is strict
    found = aikit.available_backends()
    assert found[: found.index(STRICT)] == [n for n in BUILT_IN if n in found]
    aikit.set_backend(long)
    assert aikit.current_backend_str() == STRICT
    assert aikit.zeros(2).backend == STRICT
    aikit.set_backend(STRICT)
    assert aikit.previous_backend() == STRICT
    aikit.unset_backend()
    with aikit.use_backend(long) as xp:
        assert xp is strict
        assert aikit.current_backend_str() == STRICT
    assert pickle.loads(pickle.dumps(strict.sin)) is strict.sin


def test_the_wrapper_alone() -> None:
    """A namespace whose arrays another backend has: the functions are there, but no second backend can be."""
    compat = pytest.importorskip("array_api_compat.numpy")
    from aikit.functional.backends.array_api import wrap

    backend = wrap(compat, "compat")
    assert backend.name == "compat"
    assert backend.version
    assert backend.sin is compat.sin, "where the standard says all, the function is the namespace's own"
    assert backend.floor_divide(np.asarray([7, 7]), np.asarray([2, 0])).tolist() == [3, 0]
    assert type(backend.linalg.trace(np.eye(2))) in (np.ndarray, np.float64)
    with pytest.raises(AttributeError):
        backend.no_such_function  # noqa: B018


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("array_api:json", "no namespace of the Array API standard"),
        ("array_api:no_such_module", "no_such_module, which is not installed"),
        ("array_api:array_api_compat.numpy", "those of the backend 'numpy'"),
        ("array_api:", "there is no backend"),
        ("array_api:not a name", "there is no backend"),
        ("array_api_loose", "'array_api:' and the name of a module"),
    ],
)
def test_names_that_are_refused(name: str, words: str) -> None:
    pytest.importorskip("array_api_compat.numpy")
    for function in (aikit.set_backend, aikit.get_backend):
        with pytest.raises(AikitInvalidBackendException, match=words) as caught:
            function(name)
        assert repr(name) in str(caught.value)
    assert aikit.current_backend_str() == "numpy"


def test_missing() -> None:
    code = (
        f"import sys; sys.modules[{STRICT!r}] = None\nimport aikit\n"
        f"assert {STRICT!r} not in aikit.available_backends()\n"
        f"try:\n    aikit.set_backend({STRICT!r})\nexcept aikit.AikitInvalidBackendException as error:\n    print(error)\n"
    )
    assert run_python(code) == f"the backend {STRICT!r} needs {STRICT}, which is not installed; install {STRICT}"


def test_entry_point(tmp_path: Any) -> None:
    """A distribution announces a namespace by one line, and has no other code for aikit."""
    pytest.importorskip("array_api_compat.numpy")
    info = tmp_path / "own-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: own\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[aikit.backends]\nown = array_api:own_namespace\n")
    (tmp_path / "own_namespace.py").write_text(
        "from test_array_api_backend import boxed_namespace\n"
        "boxed = boxed_namespace()\n"
        "def __getattr__(name): return getattr(boxed, name)\n"
    )
    code = (
        f"import sys; sys.path[:0] = [{str(tmp_path)!r}, *{sys.path!r}]\nimport aikit\n"
        "assert 'own' in aikit.available_backends()\naikit.set_backend('own')\n"
        "print(aikit.zeros(2).backend, aikit.get_backend('array_api:own_namespace') is aikit.get_backend('own'))"
    )
    assert run_python(code) == "own True"


# ------------------------------------------------------------------------------------------------ arrays in and out


def test_arrays_in_and_out(any_xp: Any) -> None:
    values = np.asarray([[1.5, -2.0], [0.0, 4.0]], np.float32)
    x = any_xp.asarray(values)
    assert isinstance(x.data, any_xp.NativeArray)
    assert (x.dtype, x.shape, x.device) == ("float32", (2, 2), "cpu")
    values[0, 0] = 9.0
    assert aikit.to_list(x) == [[1.5, -2.0], [0.0, 4.0]], "host data is copied"
    assert aikit.to_list(aikit.sum(x.data, axis=0)) == [1.5, 2.0], "native arrays are taken"
    assert aikit.to_list(aikit.add(any_xp.asarray([1, 2]), [10, 20])) == [11, 22]
    assert aikit.to_scalar(any_xp.asarray(2.5)) == 2.5
    assert aikit.to_list(aikit.to_backend(x, "numpy")) == aikit.to_list(x)
    assert aikit.to_backend(aikit.asarray([1, 2]), x.backend).backend == x.backend
    assert np.asarray(x).tolist() == aikit.to_list(x)
    assert aikit.asarray(x) is x
    assert pickle.loads(pickle.dumps(x)).backend == x.backend


def test_two_backends_in_one_call(strict: Any) -> None:
    with pytest.raises(aikit.AikitBackendException, match=r"aikit\.to_backend"):
        aikit.add(strict.ones(2), aikit.get_backend("numpy").ones(2))


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_dtypes_that_are_not_there(dtype: str, any_xp: Any) -> None:
    for call in (
        functools.partial(any_xp.zeros, 2, dtype=dtype),
        functools.partial(any_xp.asarray, [1.0], dtype=dtype),
        functools.partial(aikit.astype, any_xp.ones(2), dtype),
    ):
        with pytest.raises(AikitTypeError, match=f"has no dtype {dtype}; use one of .*float32, float64"):
            call()
    assert dtype not in any_xp.__array_namespace_info__().dtypes()


def test_devices(strict: Any) -> None:
    x = strict.ones(2, device="cpu:1")
    assert (x.device, (x + 1).device, aikit.to_device(x, "cpu").device) == ("cpu:1", "cpu:1", "cpu")
    assert aikit.to_list(x) == [1.0, 1.0]
    assert [str(device) for device in strict.__array_namespace_info__().devices()] == ["cpu", "cpu:1", "cpu:2"]
    with pytest.raises(AikitDeviceError, match=r"'gpu:0'.*cpu, cpu:1"):
        strict.ones(2, device="gpu")


def test_dlpack(any_xp: Any) -> None:
    x = aikit.flip(any_xp.asarray([1.0, 2.0, 3.0]))
    assert np.from_dlpack(x).tolist() == [3.0, 2.0, 1.0]
    assert all(stride > 0 for stride in np.from_dlpack(x).strides), "some libraries fail on negative strides"
    y = any_xp.from_dlpack(np.asarray([1, 2], np.int16))
    assert (y.backend, y.dtype, aikit.to_list(y)) == (x.backend, "int16", [1, 2])


# ------------------------------------------------------------------------------------------------ more than the standard

NAN, INF = float("nan"), float("inf")

RULES: list[tuple[str, Callable[[Any], Any], Any, str]] = [
    ("int // 0", lambda xp: xp.floor_divide([7, -7, 0], [0, 2, 0]), [0, -4, 0], "int32"),
    ("int % 0", lambda xp: xp.remainder([7, -7, 0], [0, 2, 0]), [0, 1, 0], "int32"),
    ("int / int", lambda xp: xp.divide([1, -3], [2, 2]), [0.5, -1.5], "float32"),
    ("negative exponent", lambda xp: xp.pow([2, 1, -1, -1, 0], [-1, -5, -3, -2, -1]), [0, 1, -1, 1, 0], "int32"),
    ("shift out left", lambda xp: xp.bitwise_left_shift([1, 1, 3], [32, -1, 31]), [0, 0, -(2**31)], "int32"),
    ("shift out right", lambda xp: xp.bitwise_right_shift([-8, 8, -8], [99, -1, 1]), [-1, 0, -4], "int32"),
    ("mean of ints", lambda xp: xp.mean([1, 2]), 1.5, "float32"),
    ("sum of narrow ints", lambda xp: xp.sum(xp.asarray([100, 100], dtype="int8")), 200, "int32"),
    ("sum of bytes", lambda xp: xp.cumulative_sum(xp.asarray([200, 100], dtype="uint8")), [200, 300], "uint32"),
    ("sort NaN", lambda xp: xp.isnan(xp.sort([NAN, 1.0, -INF])), [False, False, True], "bool"),
    ("argsort NaN", lambda xp: xp.argsort([NAN, 1.0, INF]), [1, 2, 0], "int64"),
    ("descending", lambda xp: xp.argsort([1.0, NAN, 2.0, 1.0], descending=True), [1, 2, 0, 3], "int64"),
    ("argmax NaN", lambda xp: xp.argmax([[1.0, NAN, NAN], [1.0, 3.0, 2.0]], axis=1), [1, 1], "int64"),
    ("clip NaN", lambda xp: xp.isnan(xp.clip([NAN, 1.0], 0.0, 2.0)), [True, False], "bool"),
    ("crossing limits", lambda xp: xp.clip([1, 5], 4, 2), [2, 2], "int32"),
    ("take from the end", lambda xp: xp.take(xp.asarray([[1, 2], [3, 4]]), [[-1, 0]], axis=0), [[[3, 4], [1, 2]]], "int32"),
    ("ints by float steps", lambda xp: xp.arange(0, 1.5, 0.5, dtype="int32"), [0, 0, 1], "int32"),
    ("fft of reals", lambda xp: xp.real(xp.fft.fft([1.0, 1.0])), [2.0, 0.0], "float32"),
    ("irfft of nothing", lambda xp: xp.fft.irfft(xp.zeros((0,)), n=2), [0.0, 0.0], "float32"),
    ("invert", lambda xp: xp.isin([1, 2], [2], invert=True), [True, False], "bool"),
    ("trace of bytes", lambda xp: xp.linalg.trace(xp.asarray([[200, 0], [0, 100]], dtype="uint8")), 300, "uint32"),
]  # fmt: skip


@pytest.mark.parametrize(("label", "call", "wanted", "dtype"), RULES, ids=[label for label, *_ in RULES])
def test_more_than_the_standard(any_xp: Any, label: str, call: Any, wanted: Any, dtype: str) -> None:
    with np.errstate(all="ignore"):
        result = call(any_xp)
    assert (result.backend, result.dtype) == (any_xp.zeros(1).backend, dtype)
    assert aikit.to_list(result) == wanted


@pytest.mark.parametrize(
    "name", ["det", "inv", "slogdet", "svd", "qr", "eigh", "matrix_rank", "pinv", "cholesky", "eig"]
)
def test_linalg_is_found_by_name(name: str, any_xp: Any) -> None:
    if not hasattr(any_xp.linalg, name):
        pytest.skip(f"aikit.linalg.{name} is not there yet")
    matrix = [[2.0, 1.0], [1.0, 3.0]]
    found, wanted = (
        result if isinstance(result, tuple) else (result,)
        for result in (getattr(xp.linalg, name)(xp.asarray(matrix)) for xp in (any_xp, aikit.get_backend("numpy")))
    )
    for one, other in zip(found, wanted, strict=True):
        assert (one.backend, one.dtype) == (any_xp.zeros(1).backend, other.dtype)
        np.testing.assert_allclose(aikit.to_numpy(one), aikit.to_numpy(other), rtol=1e-5, atol=1e-6)


def test_errors_of_matrices(any_xp: Any) -> None:
    if not hasattr(any_xp.linalg, "inv"):
        pytest.skip("aikit.linalg.inv is not there yet")
    singular = any_xp.asarray([[1.0, 1.0], [1.0, 1.0]])
    with pytest.raises(aikit.AikitValueError, match=r"linalg\.inv: x .*singular"):
        any_xp.linalg.inv(singular)
    with pytest.raises(aikit.AikitValueError, match=r"linalg\.cholesky: x .*positive definite"):
        any_xp.linalg.cholesky(-singular)
    with pytest.raises(aikit.AikitValueError, match=r"linalg\.svd: x .*NaN"):
        any_xp.linalg.svd(singular * NAN)


def test_what_a_namespace_lacks(home_made: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from aikit.functional.backends.array_api import wrap

    namespace = boxed_namespace()
    namespace.linalg = namespace.fft = namespace.hypot = namespace.sort = None
    backend, x = wrap(namespace), namespace.eye(2)
    linalg, fft = backend.linalg, backend.fft
    for function in (
        backend.hypot,
        backend.sort,
        linalg.det,
        linalg.inv,
        linalg.cholesky,
        linalg.vector_norm,
        fft.rfft,
    ):
        with pytest.raises(NotImplementedError, match="the namespace boxed_namespace has no "):
            function(x, x) if function is backend.hypot else function(x)
    monkeypatch.setitem(vars(home_made.ones(3)._backend), "hypot", backend.hypot)
    with pytest.raises(AikitNotImplementedException, match="hypot: array_api:boxed_namespace cannot do this"):
        home_made.hypot([1.0], [1.0])


# ------------------------------------------------------------------------------------------------ indexing

X = np.arange(24, dtype=np.int32).reshape(2, 3, 4)

KEYS: dict[str, Any] = {
    "int": 1,
    "ints": (1, -1, 0),
    "slices out of bounds": (slice(-9, 9), slice(2, 99), slice(1, 3)),
    "negative steps": (slice(None, None, -1), slice(None), slice(9, None, -2)),
    "to the front": (slice(None), slice(None), slice(2, None, -1)),
    "empty": (slice(2, 1), slice(0, -9, 1)),
    "ellipsis": (..., 0),
    "None": (None, 0, ..., None),
    "mask": X % 5 == 0,
    "mask of rows": np.asarray([False, True]),
    "mask, ellipsis": (np.asarray([False, True]), ...),
}
ARRAY_KEYS: dict[str, Any] = {
    "list": [1, 0, -1],
    "list in the middle": (slice(None), [0, 2]),
    "2-d array": (..., np.asarray([[0, -1], [2, 2]])),
    "lists alone": ([0, 1], [2, 0], [-1, 3]),
}


@pytest.mark.parametrize("key", (KEYS | ARRAY_KEYS).values(), ids=(KEYS | ARRAY_KEYS).keys())
def test_read(key: Any, any_xp: Any) -> None:
    assert aikit.to_numpy(any_xp.asarray(X)[key]).tolist() == X[key].tolist()


@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS.keys())
def test_write(key: Any, any_xp: Any) -> None:
    wanted, x = X.copy(), any_xp.asarray(X)
    native, other = x.data, aikit.asarray(x, copy=True)
    value = -1 - np.arange(X[key].size, dtype=np.int32).reshape(X[key].shape)
    wanted[key] = value
    x[key] = value
    assert aikit.to_list(x) == wanted.tolist()
    assert aikit.to_numpy(native).tolist() == aikit.to_list(other) == X.tolist(), "a write goes to this Array alone"
    x[key] = 7
    wanted[key] = 7
    assert aikit.to_list(x) == wanted.tolist()


def test_indices_that_the_standard_does_not_have(any_xp: Any) -> None:
    x = any_xp.asarray(X)
    with pytest.raises(AikitNotImplementedException, match="indices of the Array API standard alone"):
        x[[0, 1], :, [1, 2]]
    with pytest.raises(AikitNotImplementedException, match="writing to what an integer array"):
        x[[0, 1]] = 5
    with pytest.raises(aikit.AikitIndexError, match="out of range"):
        x[[0, 2]]
    assert aikit.to_list(x) == X.tolist()
