"""The promotion table, Python scalars beside arrays, precise mode and the default dtypes."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import aikit
from aikit import AikitDtypePromotionError, AikitOverflowError, AikitTypeError, Dtype

# The tables of the Array API standard 2025.12, written out. Rows and columns in the order of the first line; "." is none.
TABLES = """
        i1  i2  i4  i8  u1  u2  u4  u8
    i1  i1  i2  i4  i8  i2  i4  i8  .
    i2  i2  i2  i4  i8  i2  i4  i8  .
    i4  i4  i4  i4  i8  i4  i4  i8  .
    i8  i8  i8  i8  i8  i8  i8  i8  .
    u1  i2  i2  i4  i8  u1  u2  u4  u8
    u2  i4  i4  i4  i8  u2  u2  u4  u8
    u4  i8  i8  i8  i8  u4  u4  u4  u8
    u8  .   .   .   .   u8  u8  u8  u8

        f4  f8  c8  c16
    f4  f4  f8  c8  c16
    f8  f8  f8  c16 c16
    c8  c8  c16 c8  c16
    c16 c16 c16 c16 c16

        bool
    bool bool
"""
# What the standard leaves open and aikit defines.
OWN_TABLE = """
        f2  bf  f4  f8  c8  c16
    f2  f2  f4  f4  f8  c8  c16
    bf  f4  bf  f4  f8  c8  c16
    i1  f2  bf  f4  f8  c8  c16
    i8  f2  bf  f4  f8  c8  c16
    u1  f2  bf  f4  f8  c8  c16
    u8  f2  bf  f4  f8  c8  c16
"""
SHORT = {
    **{f"i{n}": f"int{8 * n}" for n in (1, 2, 4, 8)},
    **{f"u{n}": f"uint{8 * n}" for n in (1, 2, 4, 8)},
    "f2": "float16",
    "bf": "bfloat16",
    "f4": "float32",
    "f8": "float64",
    "c8": "complex64",
    "c16": "complex128",
    "bool": "bool",
}


def rows(text: str) -> list[tuple[str, str, str | None]]:
    """(row, column, entry) for each entry of the tables in `text`."""
    found: list[tuple[str, str, str | None]] = []
    for block in text.strip("\n").split("\n\n"):
        head, *lines = block.splitlines()
        for line in lines:
            row, *entries = line.split()
            for column, entry in zip(head.split(), entries, strict=True):
                found.append((SHORT[row], SHORT[column], SHORT.get(entry)))
    return found


PAIRS = rows(TABLES) + rows(OWN_TABLE)


def test_table_is_symmetric_and_what_result_type_says() -> None:
    for one, two, expected in PAIRS:
        for pair in ((one, two), (two, one)):
            if expected is None:
                with pytest.raises(AikitDtypePromotionError):
                    aikit.result_type(*pair)
            else:
                assert aikit.result_type(*pair) == expected
                assert isinstance(aikit.result_type(*pair), Dtype)


def test_bool_beside_anything_gives_that() -> None:
    for dtype in SHORT.values():
        assert aikit.result_type("bool", dtype) == dtype


def test_arrays_promote_so(xp: Any) -> None:
    for one, two, expected in PAIRS:
        if expected is None or one == "bool":
            continue
        x, y = xp.ones(2, dtype=one), xp.ones(2, dtype=two)
        for z in (aikit.add(x, y), y + x, aikit.concat([x, y])):
            assert z.dtype == expected, (one, two)


def test_uint64_with_a_signed_integer_says_why(xp: Any) -> None:
    with pytest.raises(AikitDtypePromotionError) as caught:
        xp.ones(2, dtype="uint64") * xp.ones(2, dtype="int16")
    message = str(caught.value)
    for word in (
        "multiply",
        "x1",
        "x2",
        "uint64",
        "int16",
        "no integer dtype holds",
        "aikit.astype",
        "set_precise_mode",
    ):
        assert word in message


def test_of_several(xp: Any) -> None:
    assert aikit.result_type("int8", "uint8", "int32") == "int32"
    assert aikit.result_type(xp.ones(1, dtype="int8"), 1.0) == "float32"
    assert aikit.result_type(xp.ones(1), aikit.float64, 1j) == "complex128"
    x = [xp.ones(1, dtype=d) for d in ("int8", "float16", "int64")]
    assert aikit.concat(x).dtype == "float16"
    assert [y.dtype for y in aikit.broadcast_arrays(*x)] == ["int8", "float16", "int64"]


# ------------------------------------------------------------------------------------------------ Python scalars


@pytest.mark.parametrize(
    ("dtype", "scalar", "expected"),
    [
        ("int8", 1, "int8"),
        ("uint8", 1, "uint8"),
        ("int64", 1, "int64"),
        ("uint64", 1, "uint64"),
        ("float16", 1, "float16"),
        ("bfloat16", 1.5, "bfloat16"),
        ("float32", 1.5, "float32"),
        ("float64", 1.5, "float64"),
        ("complex64", 1.5, "complex64"),
        ("complex64", 1j, "complex64"),
        ("float32", 1j, "complex64"),
        ("float64", 1j, "complex128"),
        ("float16", 1j, "complex64"),
        ("int8", 1.5, "float32"),
        ("int64", 1.5, "float32"),
        ("uint64", 1.5, "float32"),
        ("int32", 1j, "complex64"),
    ],
)
def test_scalar_beside_an_array(dtype: str, scalar: Any, expected: str, xp: Any) -> None:
    x = xp.ones(2, dtype=dtype)
    for y in (x + scalar, scalar + x, aikit.add(x, scalar), aikit.add(scalar, x), xp.multiply(x, scalar)):
        assert y.dtype == expected
    assert aikit.to_list(x + scalar) == [1 + scalar] * 2
    assert aikit.result_type(x, scalar) == aikit.result_type(scalar, dtype) == expected
    assert aikit.add(x, np.asarray(scalar)[()]).dtype == expected, "NumPy scalars count as Python scalars"


def test_scalar_that_does_not_fit(xp: Any) -> None:
    for dtype, scalar in (
        ("uint8", 256),
        ("uint8", -1),
        ("int8", 128),
        ("int64", 2**63),
        ("uint64", -1),
        ("uint32", 2**32),
    ):
        x = xp.ones(2, dtype=dtype)
        for call in (lambda x=x, s=scalar: x + s, lambda x=x, s=scalar: s * x, lambda x=x, s=scalar: x < s):
            with pytest.raises(AikitOverflowError, match=f"{scalar}.*{dtype}"):
                call()
    assert aikit.to_list(xp.zeros(1, dtype="uint64") + (2**64 - 1)) == [2**64 - 1]
    assert aikit.to_list(xp.zeros(1, dtype="int64") + (-(2**63))) == [-(2**63)]


def test_float_too_large_is_infinite(xp: Any) -> None:
    assert aikit.to_list(xp.ones(1) * 1e300) == [float("inf")]
    assert aikit.to_list(1e300 * xp.ones(1, dtype="float16")) == [float("inf")]
    assert aikit.to_list(xp.asarray([1e300, -1e300])) == [float("inf"), float("-inf")]
    assert float(xp.asarray(1e300)) == float("inf")
    assert aikit.to_list(xp.full(1, 1e300)) == [float("inf")]


def test_two_scalars(xp: Any) -> None:
    assert xp.add(1, 2).dtype == "int32"
    assert xp.add(1, 2.5).dtype == "float32"
    assert xp.add(1, 2j).dtype == "complex64"
    assert xp.where(True, 1, 2.0).dtype == "float32"
    assert int(xp.add(1, 2)) == 3


# ------------------------------------------------------------------------------------------------ precise mode


def test_precise_mode(xp: Any) -> None:
    before = aikit.result_type("int32", "float32")
    aikit.set_precise_mode(True)
    names = [name for name in aikit.dtypes.DTYPES if name != "bfloat16"]
    for one, two in itertools.product(names, names):
        assert aikit.result_type(one, two) == np.promote_types(one, two).name
    assert (xp.ones(1, dtype="int32") + xp.ones(1)).dtype == "float64"
    assert (xp.ones(1, dtype="uint64") + xp.ones(1, dtype="int64")).dtype == "float64"
    aikit.set_precise_mode(False)
    assert aikit.result_type("int32", "float32") == "float32"
    aikit.unset_precise_mode()
    assert aikit.result_type("int32", "float32") == "float64"
    aikit.unset_precise_mode()
    assert aikit.result_type("int32", "float32") == before == "float32"


# ------------------------------------------------------------------------------------------------ defaults


def test_initial_defaults(xp: Any) -> None:
    assert aikit.default_float_dtype() == "float32"
    assert aikit.default_int_dtype() == "int32"
    assert aikit.default_uint_dtype() == "uint32"
    assert aikit.default_complex_dtype() == "complex64"
    assert aikit.default_device() == "cpu"
    found = [
        x.dtype for x in (xp.zeros(1), xp.asarray(1), xp.asarray(1.0), xp.asarray(1j), xp.asarray(True), xp.arange(3))
    ]
    assert found == ["float32", "int32", "float32", "complex64", "bool", "int32"]
    assert xp.arange(3.0).dtype == xp.linspace(0, 1, 3).dtype == xp.eye(2).dtype == xp.full(1, 1.0).dtype == "float32"
    assert xp.full(1, 2).dtype == "int32"
    assert xp.full(1, True).dtype == "bool"
    assert xp.asarray([]).dtype == "float32"


def test_set_defaults(xp: Any) -> None:
    aikit.set_default_float_dtype("float64")
    aikit.set_default_int_dtype(aikit.int64)
    aikit.set_default_complex_dtype(np.complex128)
    assert [xp.asarray(v).dtype for v in (1.0, 1, 1j)] == ["float64", "int64", "complex128"]
    assert xp.zeros(1).dtype == "float64"
    assert (xp.ones(1, dtype="int8") + 0.5).dtype == "float64"
    assert xp.divide(xp.ones(1, dtype="int8"), 2).dtype == "float64"
    assert xp.mean(xp.ones(1, dtype="int8")).dtype == "float64"
    assert xp.sum(xp.ones(1, dtype="int8")).dtype == "int64"
    aikit.set_default_float_dtype("float16")
    assert xp.zeros(1).dtype == "float16"
    aikit.unset_default_float_dtype()
    assert xp.zeros(1).dtype == "float64"
    aikit.unset_default_float_dtype()
    aikit.unset_default_int_dtype()
    aikit.unset_default_complex_dtype()
    assert [xp.asarray(v).dtype for v in (1.0, 1, 1j)] == ["float32", "int32", "complex64"]


def test_default_dtype_of_the_whole() -> None:
    assert aikit.default_dtype() == "float32"
    aikit.set_default_dtype("float64")
    assert aikit.default_dtype() == "float64"
    aikit.unset_default_dtype()
    assert aikit.default_dtype() == "float32"
    assert aikit.default_dtype(item=1) == "int32"
    assert aikit.default_dtype(dtype="int8") == "int8"


@pytest.mark.parametrize(
    ("function", "bad"),
    [
        (aikit.set_default_float_dtype, "int32"),
        (aikit.set_default_int_dtype, "float32"),
        (aikit.set_default_uint_dtype, "int32"),
        (aikit.set_default_complex_dtype, "float32"),
        (aikit.set_default_float_dtype, "nothing"),
        (aikit.set_default_dtype, None),
    ],
)
def test_default_of_the_wrong_kind(function: Any, bad: Any) -> None:
    with pytest.raises(AikitTypeError, match=str(bad)):
        function(bad)


def test_default_device_stack(backend: str, xp: Any) -> None:
    aikit.set_default_device("cpu")
    assert aikit.default_device() == "cpu"
    assert xp.zeros(1).device == "cpu"
    aikit.set_default_device("gpu:5")
    assert aikit.default_device() == "gpu:5"
    with pytest.raises(aikit.AikitDeviceError, match="gpu:5"):
        xp.zeros(1)
    aikit.unset_default_device()
    assert xp.zeros(1).device == "cpu"


# ------------------------------------------------------------------------------------------------ accumulation


@pytest.mark.parametrize(
    ("dtype", "expected"),
    [
        ("int8", "int32"),
        ("int16", "int32"),
        ("int32", "int32"),
        ("int64", "int64"),
        ("uint8", "uint32"),
        ("uint16", "uint32"),
        ("uint32", "uint32"),
        ("uint64", "uint64"),
        ("bfloat16", "bfloat16"),
        ("float16", "float16"),
        ("float64", "float64"),
        ("complex64", "complex64"),
    ],
)
def test_sums_of_narrow_integers(dtype: str, expected: str, xp: Any) -> None:
    x = xp.ones((2, 2), dtype=dtype)
    assert xp.sum(x).dtype == xp.prod(x, axis=0).dtype == expected
    assert xp.cumulative_sum(x, axis=0).dtype == xp.cumulative_prod(x, axis=0).dtype == expected
    wide = "complex128" if dtype == "complex64" else "float64"
    assert xp.sum(x, dtype=wide).dtype == wide
    assert xp.mean(x).dtype == (dtype if aikit.isdtype(dtype, ("real floating", "complex floating")) else "float32")
    if dtype != "complex64":
        assert xp.max(x).dtype == dtype


def test_indices_are_int64(xp: Any) -> None:
    x = xp.asarray([1.0, 0.0])
    for y in (xp.argmax(x), xp.argmin(x), xp.argsort(x), xp.nonzero(x)[0], xp.count_nonzero(x), xp.searchsorted(x, x)):
        assert y.dtype == "int64"
    assert xp.unique_all(x).indices.dtype == xp.unique_counts(x).counts.dtype == "int64"
    assert xp.unique_inverse(x).inverse_indices.dtype == "int64"
