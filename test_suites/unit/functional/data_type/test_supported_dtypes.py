"""What functions are said to take is what they take."""

from __future__ import annotations

import functools
import math
from typing import Any

import pytest

import aikit
from aikit import linalg, sin
from aikit.dtypes import DTYPES
from aikit.exceptions import AikitException, AikitTypeError

ONE_ARGUMENT = ["sin", "bitwise_invert", "logical_not", "sqrt", "ceil", "conj", "sum", "relu", "cumulative_sum", "zeros_like", "fft.fft"]  # fmt: skip
ALL = tuple(map(aikit.Dtype, DTYPES))


def found(namespace: Any, name: str) -> Any:
    return functools.reduce(getattr, name.split("."), namespace)


@pytest.mark.parametrize("name", ONE_ARGUMENT)
def test_what_is_said_holds(xp: Any, name: str) -> None:
    function, taken = found(xp, name), []
    for dtype in ALL:
        try:
            function(xp.ones((2,), dtype=dtype))
        except AikitException:
            continue
        taken.append(dtype)
    assert xp.function_supported_dtypes(found(aikit, name)) == tuple(taken) == xp.function_supported_dtypes(function)
    assert xp.function_unsupported_dtypes(function) == tuple(dtype for dtype in ALL if dtype not in taken)


@pytest.mark.needs("jax")
def test_jax_without_its_switch() -> None:
    import jax

    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", False)
    try:
        supported = aikit.get_backend("jax").function_supported_dtypes(aikit.sin)
    finally:
        jax.config.update("jax_enable_x64", before)
    assert [str(dtype) for dtype in supported] == ["bfloat16", "float16", "float32", "complex64"]


def test_of_a_group_that_is_brought_to_one_dtype() -> None:
    assert aikit.function_supported_dtypes(aikit.bitwise_and) == tuple(
        aikit.Dtype(d) for d in DTYPES if aikit.Dtype(d).kind in "biu"
    )


def helper(x: Any) -> Any:
    return linalg.inv(x)


def recursive(x: Any) -> Any:
    return recursive(aikit.bitwise_invert(x))


class Model:
    def forward(self, x: Any) -> Any:
        return aikit.atan2(x, x)


def test_functions_of_the_users() -> None:
    supported = aikit.function_supported_dtypes

    def closing(x: Any) -> Any:
        return own(x)

    own = sin
    for same, name in (
        (lambda x: aikit.sin(x), "sin"),
        (lambda x: [sin(one) for one in x], "sin"),
        (closing, "sin"),
        (lambda x: helper(x), "linalg.inv"),
        (lambda x: aikit.linalg.inv(x) + math.sin(1), "linalg.inv"),
        (functools.partial(helper), "linalg.inv"),
        (recursive, "bitwise_invert"),
        (Model().forward, "atan2"),
        (lambda x: (lambda y: aikit.relu(y))(x), "relu"),
    ):
        assert supported(same) == supported(found(aikit, name)), name
        assert supported(same, recurse=False) == ALL
    assert supported(lambda x: (aikit.bitwise_invert(x), aikit.sin(x))) == ()
    assert set(supported(lambda x: (aikit.real(x), aikit.sqrt(x)))) == set(supported(aikit.real)) & set(
        supported(aikit.sqrt)
    )
    assert supported(lambda x: x.sin()) == supported(len) == ALL


def test_devices(xp: Any) -> None:
    cpu = aikit.Device("cpu")
    assert (
        cpu in xp.function_supported_devices(aikit.sin)
        and xp.function_unsupported_devices(lambda x: aikit.sin(x)) == ()
    )
    both = xp.function_supported_devices_and_dtypes(aikit.sin)
    assert tuple(both) == xp.function_supported_devices(aikit.sin) and both[cpu] == xp.function_supported_dtypes(
        aikit.sin
    )
    assert xp.function_unsupported_devices_and_dtypes(aikit.sin)[cpu] == xp.function_unsupported_dtypes(aikit.sin)


def test_functions_that_a_backend_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(aikit.current_backend(), "sin")
    assert (
        aikit.function_supported_dtypes(lambda x: aikit.sin(x)) == ()
        and aikit.function_unsupported_dtypes(aikit.sin) == ALL
    )
    cpu = aikit.Device("cpu")
    assert aikit.function_supported_devices(aikit.sin) == () and aikit.function_unsupported_devices(aikit.sin) == (cpu,)
    assert aikit.function_supported_devices_and_dtypes(aikit.sin) == {}
    assert aikit.function_unsupported_devices_and_dtypes(aikit.sin) == {cpu: ALL}


def test_no_function() -> None:
    for name in ("dtypes", "devices", "devices_and_dtypes"):
        for function in (f"function_supported_{name}", f"function_unsupported_{name}"):
            with pytest.raises(AikitTypeError, match=f"{function}: fn=3 is a int; give a function|fn"):
                getattr(aikit, function)(3)
