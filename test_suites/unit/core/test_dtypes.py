"""Dtype itself, and the functions that answer questions about dtypes."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import aikit
from aikit import Dtype


def test_dtype_of_many_names() -> None:
    assert (aikit.float32.name, aikit.float32.kind, aikit.float32.itemsize) == ("float32", "f", 4)
    assert [aikit.dtypes.DTYPES[d].kind for d in ("bool", "int8", "uint8", "bfloat16", "complex64")] == list("biufc")
    assert Dtype("int8") is aikit.int8
    assert Dtype(np.int8) is Dtype(np.dtype("int8")) is aikit.int8
    assert Dtype(int) is aikit.int32
    assert Dtype(ml_dtypes.bfloat16) is aikit.bfloat16


def test_native_dtypes_are_accepted(backend: str, xp: Any) -> None:
    native = aikit.to_native(xp.zeros(1, dtype="float64")).dtype
    assert xp.zeros(1, dtype=native).dtype == "float64"
    assert xp.astype(xp.zeros(1), native).dtype == "float64"
    assert aikit.isdtype(native, "real floating")
    assert aikit.finfo(native).bits == 64
    assert aikit.result_type(native, "float32") == "float64"
    for name in aikit.dtypes.DTYPES:
        own = aikit.current_backend(xp.zeros(1)).native_dtypes[name]
        assert Dtype(own) == name


def test_can_cast() -> None:
    assert aikit.can_cast("int8", "int16")
    assert not aikit.can_cast("int16", "int8")
    assert aikit.can_cast("int8", "float32")
    assert not aikit.can_cast("float32", "int64")
    assert not aikit.can_cast("uint64", "int64")
    assert aikit.can_cast("bool", "bool")
    assert aikit.can_cast(aikit.zeros(1, dtype="float32"), "float64")


@pytest.mark.parametrize("name", ["float16", "float32", "float64"])
def test_finfo(name: str) -> None:
    ours, theirs = aikit.finfo(name), np.finfo(name)
    for attribute in ("bits", "eps", "max", "min", "smallest_normal"):
        assert getattr(ours, attribute) == getattr(theirs, attribute)
    assert ours.dtype == name
    assert type(ours.bits) is int
    assert type(ours.max) is float
    assert aikit.finfo("complex128") == aikit.finfo("float64")
    assert aikit.finfo("bfloat16").eps == 2.0**-7


@pytest.mark.parametrize("name", ["int8", "int64", "uint8", "uint64"])
def test_iinfo(name: str) -> None:
    ours, theirs = aikit.iinfo(name), np.iinfo(name)
    assert (ours.bits, ours.max, ours.min, ours.dtype) == (theirs.bits, theirs.max, theirs.min, name)
    assert type(ours.max) is int
    assert aikit.iinfo(aikit.zeros(1, dtype=name)) == ours


def test_isdtype() -> None:
    kinds = {
        "bool": "b",
        "signed integer": "i",
        "unsigned integer": "u",
        "integral": "iu",
        "real floating": "f",
        "complex floating": "c",
        "numeric": "iufc",
    }
    for name, dtype in aikit.dtypes.DTYPES.items():
        for kind, letters in kinds.items():
            assert aikit.isdtype(dtype, kind) == (dtype.kind in letters)
        assert aikit.isdtype(name, dtype)
        assert aikit.isdtype(dtype, ("bool", "numeric"))
    assert not aikit.isdtype("int8", ())
    assert not aikit.isdtype("int8", aikit.int16)
