"""Dtypes in their forms, what backends have of them, and what two promote to."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aikit
from aikit.dtypes import DTYPES
from aikit.exceptions import AikitDtypePromotionError, AikitTypeError

KINDS = {
    "is_bool_dtype": "b", "is_complex_dtype": "c", "is_float_dtype": "f", "is_int_dtype": "iu", "is_uint_dtype": "u",
}  # fmt: skip


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_kinds(name: str, dtype: str) -> None:
    wanted = DTYPES[dtype].kind in KINDS[name]
    assert getattr(aikit, name)(dtype) is getattr(aikit, name)(DTYPES[dtype]) is wanted
    array = aikit.zeros(2, dtype=dtype)
    assert getattr(aikit, name)(array) is getattr(aikit, name)(array.data) is getattr(array, name)() is wanted


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize(("value", "kind"), [(True, "b"), (1, "i"), (1.0, "f"), (1j, "c"), ([1, 2], "i")])
def test_kinds_of_numbers(name: str, value: Any, kind: str) -> None:
    assert getattr(aikit, name)(value) is (kind in KINDS[name])


def test_kinds_in_containers() -> None:
    found = aikit.is_float_dtype(aikit.Container(a=aikit.zeros(1), b=aikit.zeros(1, dtype="int8")))
    assert dict(found) == {"a": True, "b": False}


def test_kinds_of_nothing() -> None:
    with pytest.raises(AikitTypeError, match="is_bool_dtype"):
        aikit.is_bool_dtype("float99")


@pytest.mark.parametrize("dtype", DTYPES)
def test_forms(xp: Any, dtype: str) -> None:
    assert xp.dtype_bits(dtype) == DTYPES[dtype].bits
    assert xp.valid_dtype(dtype) is not xp.invalid_dtype(dtype)
    if not xp.valid_dtype(dtype):
        with pytest.raises(AikitTypeError):
            xp.as_native_dtype(dtype)
        return
    native = xp.as_native_dtype(dtype)
    assert xp.as_aikit_dtype(native) is DTYPES[dtype] is xp.closest_valid_dtype(native)
    assert xp.is_native_dtype(native) and xp.zeros(1, dtype=native).data.dtype == native
    assert not xp.is_native_dtype(dtype) and not xp.is_native_dtype(DTYPES[dtype])


def test_what_stands_in() -> None:
    pytest.importorskip("array_api_strict")
    with aikit.use_backend("array_api_strict"):
        assert aikit.invalid_dtype("bfloat16")
        assert aikit.closest_valid_dtype("bfloat16") == aikit.closest_valid_dtype("float16") == "float32"


def test_without_x64() -> None:
    jax = pytest.importorskip("jax")
    with aikit.use_backend("jax"), jax.enable_x64(False):
        assert [aikit.valid_dtype(dtype) for dtype in ("float64", "int64", "float32")] == [False, False, True]
        found = [aikit.closest_valid_dtype(dtype) for dtype in ("float64", "uint64", "complex128")]
        assert found == ["float32", "uint32", "complex64"]


def test_classes_of_scalars() -> None:
    with aikit.use_backend("numpy"):
        assert aikit.is_native_dtype(np.float32) and aikit.is_native_dtype(np.dtype("int8"))
        assert not aikit.is_native_dtype(float) and not aikit.is_native_dtype(3)
    torch = pytest.importorskip("torch")
    with aikit.use_backend("torch"):
        assert aikit.is_native_dtype(torch.int8) and not aikit.is_native_dtype(np.int8)


def test_classes_of_jax() -> None:
    jnp = pytest.importorskip("jax.numpy")
    assert aikit.as_aikit_dtype(jnp.float32) == aikit.float32 == aikit.zeros(1, dtype=jnp.float32).dtype
    assert aikit.as_aikit_dtype(jnp.bfloat16) == aikit.bfloat16


def test_defaults_of_kinds() -> None:
    assert [str(aikit.infer_default_dtype(d)) for d in ("bool", "int8", "uint16", "float16", "complex128")] == [
        "bool", "int32", "uint32", "float32", "complex64",
    ]  # fmt: skip
    with aikit.use_backend("numpy"):
        assert aikit.infer_default_dtype("int8", as_native=True) == np.dtype("int32")
    assert aikit.valid_dtype(None) and aikit.invalid_dtype("float99") and aikit.invalid_dtype(3)


# ------------------------------------------------------------------------------------------------ promotion


@pytest.mark.parametrize(
    ("one", "two"), [("int8", "uint8"), ("float32", "complex64"), ("bool", "bool"), ("int8", "int64")]
)
def test_promotion_by_the_standard(one: str, two: str) -> None:
    assert aikit.promote_types(one, two) == aikit.promote_types(two, one, array_api_promotion=True)
    assert aikit.promote_types(one, two) == aikit.result_type(one, two)


@pytest.mark.parametrize(("one", "two"), [("int8", "float32"), ("bool", "int8"), ("complex64", "uint8")])
def test_what_the_standard_leaves_open(one: str, two: str) -> None:
    assert aikit.promote_types(one, two) == aikit.result_type(one, two)
    arrays = aikit.zeros(1, dtype=one), aikit.zeros(1, dtype=two)
    for call in (lambda: aikit.promote_types(one, two, array_api_promotion=True),
                 lambda: aikit.promote_types_of_inputs(*arrays, array_api_promotion=True)):  # fmt: skip
        with pytest.raises(AikitDtypePromotionError, match="leaves open"):
            call()


def test_inputs(xp: Any) -> None:
    x = xp.ones((2, 1), dtype="int8")
    for other, dtype in ((2, "int8"), (2.5, "float32"), (xp.ones(3, dtype="int16"), "int16"), (True, "int8")):
        first, second = xp.promote_types_of_inputs(x, other)
        assert first.dtype == second.dtype == dtype and first.backend == second.backend == x.backend
        assert first.shape == (2, 1) and second.shape == getattr(other, "shape", ())
    one, two = aikit.promote_types_of_inputs(1, 2.5)
    assert (float(one), float(two), one.dtype) == (1.0, 2.5, aikit.float32)
    assert [part.dtype for part in x.promote_types_of_inputs(xp.ones(1))] == ["float32", "float32"]
    with pytest.raises(AikitDtypePromotionError, match="leaves open"):
        xp.promote_types_of_inputs(x, 2.5, array_api_promotion=True)
