"""``x += y`` writes over the memory of a long array that nothing else refers to, and nobody sees that."""

from __future__ import annotations

import copy
import operator
import threading
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from helpers.frameworks import require

import aikit
from aikit import Array
from aikit.backend_handler import load
from aikit.exceptions import AikitBroadcastShapeError, AikitValueError

LENGTH, SHORT = 2**18, 2**12
OPERATORS = {
    "add": operator.iadd,
    "subtract": operator.isub,
    "multiply": operator.imul,
    "divide": operator.itruediv,
    "floor_divide": operator.ifloordiv,
    "remainder": operator.imod,
    "pow": operator.ipow,
    "bitwise_and": operator.iand,
    "bitwise_left_shift": operator.ilshift,
}
BOTH = pytest.mark.parametrize("name", ["numpy", "torch"])


@pytest.fixture(autouse=True)
def warnings_that_are_no_errors() -> Iterator[None]:
    """With which NumPy writes into a copy, for it warns when all is written."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def address(x: Array) -> int:
    native = x.data
    return native.ctypes.data if isinstance(native, np.ndarray) else native.data_ptr()


def long_array(xp: Any, dtype: str = "float32", length: int = LENGTH) -> Array:
    return xp.astype(xp.arange(length) % 7 + 1, dtype)


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "dtype", ["bool", "int8", "uint16", "int64", "uint64", "float16", "bfloat16", "float64", "complex64"]
)
@pytest.mark.parametrize("other", ["array", "row", "point", "number", "itself"])
@pytest.mark.parametrize("function", OPERATORS)
def test_the_values_are_those_of_the_function(
    xp: Any, function: str, other: str, dtype: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    x = xp.asarray(xp.reshape(long_array(xp, dtype, SHORT), (-1, 256)), copy=True)
    native = load(x.backend)
    if native.least_in_place is not None:  # what is decided by the length is looked at below
        monkeypatch.setattr(native, "least_in_place", 1)
    second = {"array": x[::-1], "row": x[0:1], "point": x[0, 2], "number": 2, "itself": x}[other]
    try:
        expected = getattr(aikit, function)(x, second)
    except aikit.AikitException as error:
        with pytest.raises(type(error)):
            OPERATORS[function](x, second)
        return
    if expected.dtype != x.dtype:
        return
    values = aikit.to_numpy(expected, copy=True)
    if other not in ("number", "itself"):
        second = xp.asarray(second, copy=True)  # so that nothing else refers to the memory of x
    same = OPERATORS[function](x, second)
    assert same is x
    np.testing.assert_array_equal(aikit.to_numpy(x), values)


@BOTH
@pytest.mark.parametrize("other", ["array", "number"])
@pytest.mark.parametrize("function", ["add", "subtract", "multiply", "divide"])
def test_a_long_array_of_one_owner_stays_where_it_is(name: str, function: str, other: str) -> None:
    xp = aikit.get_backend(require(name))
    x = xp.asarray(long_array(xp), copy=True)
    start, second = address(x), xp.ones(LENGTH) if other == "array" else 2.0
    same = OPERATORS[function](x, second)
    assert same is x
    assert address(x) == start


HOLDERS: dict[str, Callable[[Array], Any]] = {
    "native": lambda x: x.data,
    "copy": copy.copy,
    "slice": lambda x: x[5:],
    "reshape": lambda x: aikit.reshape(x, (2, -1)),
    "to_numpy": lambda x: aikit.to_numpy(x, copy=False),
    "dlpack": lambda x: np.from_dlpack(x),
    "wrapped": lambda x: aikit.to_aikit(x.data),
}


@BOTH
@pytest.mark.parametrize("holder", HOLDERS)
def test_whoever_shares_the_memory_sees_the_old_values(name: str, holder: str) -> None:
    xp = aikit.get_backend(require(name))
    x = xp.asarray(long_array(xp), copy=True)
    held = HOLDERS[holder](x)
    before = np.array(aikit.to_numpy(aikit.to_aikit(held)))
    start = address(x)
    x += 1
    x *= x
    assert np.array_equal(aikit.to_numpy(aikit.to_aikit(held)), before)
    assert np.array_equal(aikit.to_numpy(x), (np.arange(LENGTH) % 7 + 2.0) ** 2)
    assert address(x) != start


@pytest.mark.needs("torch")
def test_autograd_has_the_values_of_the_time() -> None:
    torch = pytest.importorskip("torch")
    weight = torch.full((LENGTH,), 3.0, requires_grad=True)
    x = aikit.asarray(torch.full((LENGTH,), 2.0))
    product = aikit.sum(aikit.to_aikit(weight) * x)
    x += 1  # of which the product saved the tensor
    product.data.backward()
    assert weight.grad.unique().tolist() == [2.0]
    x += aikit.to_aikit(weight)
    assert x.data.requires_grad


def test_what_fails_changes_nothing(xp: Any) -> None:
    x = xp.asarray(long_array(xp, "int32"), copy=True)
    for other in (xp.ones(3, dtype="int32"), xp.ones((2, LENGTH), dtype="int32"), 2**40, "a", 1.5, xp.ones(LENGTH)):
        with pytest.raises((aikit.AikitException, TypeError)):
            x += other
    assert np.array_equal(aikit.to_numpy(x), np.arange(LENGTH) % 7 + 1)


@pytest.mark.parametrize("how", ["raised", "warned of", "called for"])
def test_an_error_of_values_changes_nothing(how: str) -> None:
    xp = aikit.get_backend("numpy")
    x = xp.asarray(long_array(xp), copy=True)

    def refuse(*_: Any) -> None:
        raise FloatingPointError

    mode = {"raised": "raise", "warned of": "warn", "called for": "call"}[how]
    with np.errstate(all=mode, call=refuse), warnings.catch_warnings():  # type: ignore[call-overload]
        warnings.simplefilter("error")
        with pytest.raises(Exception, match=r"divide by zero|^$"):
            x /= 0.0
    assert np.array_equal(aikit.to_numpy(x), np.arange(LENGTH) % 7 + 1)


@BOTH
def test_another_thread_sees_all_or_nothing(name: str) -> None:
    x = aikit.get_backend(require(name)).zeros(LENGTH)
    starts = {address(x)}
    done = threading.Event()

    def work() -> None:
        nonlocal x
        for _ in range(300):
            x += 1
            starts.add(address(x))
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        seen = copy.copy(x)
        assert float(aikit.max(seen)) == float(aikit.min(seen))
    thread.join()
    assert float(aikit.min(x)) == float(aikit.max(x)) == 300


@pytest.mark.needs("torch")
def test_a_compiled_function_makes_new_arrays() -> None:
    torch = pytest.importorskip("torch")

    def grown(x: Array, y: Array) -> Array:
        x += y
        return x * 2

    x, y = aikit.asarray(torch.ones(LENGTH)), aikit.asarray(torch.ones(LENGTH))
    compiled = torch.compile(grown, backend="eager", fullgraph=True)
    assert compiled(x, y).data.unique().tolist() == [4.0]


@pytest.mark.parametrize("length", [3, 200_000])
def test_operands_that_do_not_broadcast(length: int, xp: Any) -> None:
    """Short and long arrays, of which a backend may write to those that are long: the same error, and nothing is changed."""
    for shape, other, error in [
        ((3, length), (2, length), AikitBroadcastShapeError),
        ((length,), (length + 1,), AikitBroadcastShapeError),
        ((length,), (2, length), AikitValueError),  # of which the result has no place in x
    ]:
        x = xp.ones(shape)
        with pytest.raises(error, match="add: "):
            x += xp.ones(other)
        assert aikit.all(x == 1)
