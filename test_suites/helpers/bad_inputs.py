"""Bad inputs as data: each raises one class on every backend, and its message names what is wrong.

A row is ``Bad(id, call, class, words)``: `call` takes a namespace, `words` must all stand in the message.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from aikit import (
    AikitAxisError,
    AikitBroadcastShapeError,
    AikitDtypePromotionError,
    AikitOverflowError,
    AikitTypeError,
    AikitValueError,
)


class Bad(NamedTuple):
    """A call that must fail, the class of the error, and the words of its message."""

    id: str
    call: Callable[[Any], Any]
    error: type[Exception]
    words: tuple[str, ...]


def floats(xp: Any, *shape: int) -> Any:
    return xp.ones(shape)


def ints(xp: Any, *shape: int) -> Any:
    return xp.ones(shape, dtype="int32")


def bools(xp: Any, *shape: int) -> Any:
    return xp.ones(shape, dtype="bool")


def complexes(xp: Any, *shape: int) -> Any:
    return xp.ones(shape, dtype="complex64")


SHAPES = [
    Bad(
        "add shapes",
        lambda xp: xp.add(floats(xp, 2, 3), floats(xp, 4)),
        AikitBroadcastShapeError,
        ("add", "x1 (2, 3)", "x2 (4,)"),
    ),
    Bad(
        "operator shapes",
        lambda xp: floats(xp, 2, 3) * floats(xp, 4),
        AikitBroadcastShapeError,
        ("multiply", "(2, 3)", "(4,)"),
    ),
    Bad(
        "in-place shapes",
        lambda xp: floats(xp, 3).__iadd__(floats(xp, 2, 3)),
        AikitValueError,
        ("add", "out", "(3,)", "(2, 3)"),
    ),
    Bad(
        "where shapes",
        lambda xp: xp.where(bools(xp, 2), floats(xp, 3), floats(xp, 3)),
        AikitBroadcastShapeError,
        ("where", "(2,)", "(3,)"),
    ),
    Bad(
        "clip shapes",
        lambda xp: xp.clip(floats(xp, 3), floats(xp, 2), None),
        AikitBroadcastShapeError,
        ("clip", "(3,)", "(2,)"),
    ),
    Bad(
        "matmul inner", lambda xp: xp.matmul(floats(xp, 2, 3), floats(xp, 2, 3)), AikitValueError, ("matmul", "(2, 3)")
    ),
    Bad("matmul 0-d", lambda xp: xp.matmul(floats(xp), floats(xp, 2, 3)), AikitValueError, ("matmul", "()")),
    Bad(
        "matmul stacks",
        lambda xp: xp.matmul(floats(xp, 2, 2, 3), floats(xp, 3, 3, 2)),
        AikitBroadcastShapeError,
        ("matmul", "(2,)", "(3,)"),
    ),
    Bad(
        "vecdot lengths",
        lambda xp: xp.vecdot(floats(xp, 2), floats(xp, 3)),
        AikitValueError,
        ("vecdot", "axis -1", "x1 has length 2", "x2 3"),
    ),
    Bad(
        "tensordot lengths",
        lambda xp: xp.tensordot(floats(xp, 2, 3), floats(xp, 2, 3), axes=1),
        AikitValueError,
        ("tensordot", "axis 1 of x1", "length 3", "axis 0 of x2", "2"),
    ),
    Bad(
        "reshape size",
        lambda xp: xp.reshape(floats(xp, 2, 3), (4,)),
        AikitValueError,
        ("reshape", "(2, 3)", "shape=(4,)"),
    ),
    Bad(
        "reshape two -1",
        lambda xp: xp.reshape(floats(xp, 2, 3), (-1, -1)),
        AikitValueError,
        ("reshape", "shape=(-1, -1)"),
    ),
    Bad("reshape -2", lambda xp: xp.reshape(floats(xp, 2, 3), (-2, 3)), AikitValueError, ("reshape", "shape=(-2, 3)")),
    Bad(
        "reshape -1 of nothing", lambda xp: xp.reshape(floats(xp, 0), (0, -1)), AikitValueError, ("reshape", "(0, -1)")
    ),
    Bad(
        "reshape float",
        lambda xp: xp.reshape(floats(xp, 2, 3), (1.5,)),
        AikitTypeError,
        ("reshape", "shape", "1.5", "int"),
    ),
    Bad(
        "broadcast_to",
        lambda xp: xp.broadcast_to(floats(xp, 2, 3), (2, 4)),
        AikitBroadcastShapeError,
        ("broadcast_to", "(2, 3)", "(2, 4)"),
    ),
    Bad(
        "broadcast_to fewer",
        lambda xp: xp.broadcast_to(floats(xp, 2, 3), (3,)),
        AikitBroadcastShapeError,
        ("broadcast_to", "(2, 3)", "(3,)"),
    ),
    Bad(
        "broadcast_to negative",
        lambda xp: xp.broadcast_to(floats(xp, 1, 3), (-1, 3)),
        AikitBroadcastShapeError,
        ("broadcast_to", "(-1, 3)"),
    ),
    Bad(
        "broadcast_arrays",
        lambda xp: xp.broadcast_arrays(floats(xp, 2), floats(xp, 3)),
        AikitBroadcastShapeError,
        ("broadcast_arrays", "(2,)", "(3,)"),
    ),
    Bad(
        "broadcast_shapes",
        lambda xp: xp.broadcast_shapes((2,), (3,)),
        AikitBroadcastShapeError,
        ("broadcast_shapes", "(2,)", "(3,)"),
    ),
    Bad(
        "concat shapes",
        lambda xp: xp.concat([floats(xp, 2, 3), floats(xp, 2, 4)]),
        AikitValueError,
        ("concat", "(2, 3)", "(2, 4)"),
    ),
    Bad(
        "concat ndim",
        lambda xp: xp.concat([floats(xp, 2), floats(xp, 2, 4)]),
        AikitValueError,
        ("concat", "(2,)", "(2, 4)"),
    ),
    Bad("concat nothing", lambda xp: xp.concat([]), AikitValueError, ("concat", "arrays", "empty")),
    Bad("concat 0-d", lambda xp: xp.concat([floats(xp), floats(xp)]), AikitAxisError, ("concat", "axis=0", "0 dim")),
    Bad("concat no sequence", lambda xp: xp.concat(floats(xp, 2)), AikitTypeError, ("concat", "arrays", "list")),
    Bad(
        "stack shapes", lambda xp: xp.stack([floats(xp, 2), floats(xp, 3)]), AikitValueError, ("stack", "(2,)", "(3,)")
    ),
    Bad("stack nothing", lambda xp: xp.stack([]), AikitValueError, ("stack", "arrays", "empty")),
    Bad("squeeze 2", lambda xp: xp.squeeze(floats(xp, 2, 1), axis=0), AikitValueError, ("squeeze", "axis=0", "(2, 1)")),
    Bad("max of nothing", lambda xp: xp.max(floats(xp, 0)), AikitValueError, ("max", "(0,)")),
    Bad("min of nothing", lambda xp: xp.min(floats(xp, 2, 0), axis=1), AikitValueError, ("min", "(2, 0)", "axis=1")),
    Bad("argmax of nothing", lambda xp: xp.argmax(floats(xp, 0)), AikitValueError, ("argmax", "(0,)")),
    Bad("nonzero 0-d", lambda xp: xp.nonzero(floats(xp)), AikitValueError, ("nonzero", "()")),
    Bad("tril 1-d", lambda xp: xp.tril(floats(xp, 3)), AikitValueError, ("tril", "(3,)", "2 dim")),
    Bad("triu 0-d", lambda xp: xp.triu(floats(xp)), AikitValueError, ("triu", "()", "2 dim")),
    Bad(
        "matrix_transpose 1-d",
        lambda xp: xp.matrix_transpose(floats(xp, 3)),
        AikitValueError,
        ("matrix_transpose", "(3,)"),
    ),
    Bad("T of 3-d", lambda xp: floats(xp, 1, 2, 3).T, AikitValueError, ("T", "3 dim")),
    Bad(
        "searchsorted 2-d",
        lambda xp: xp.searchsorted(floats(xp, 2, 2), floats(xp, 2)),
        AikitValueError,
        ("searchsorted", "x1", "(2, 2)"),
    ),
    Bad(
        "meshgrid 2-d", lambda xp: xp.meshgrid(floats(xp, 2, 2), floats(xp, 2)), AikitValueError, ("meshgrid", "(2, 2)")
    ),
    Bad(
        "cumulative_sum axis",
        lambda xp: xp.cumulative_sum(floats(xp, 2, 2)),
        AikitValueError,
        ("cumulative_sum", "axis", "(2, 2)"),
    ),
    Bad("diff 0-d", lambda xp: xp.diff(floats(xp)), AikitAxisError, ("diff", "axis=-1")),
    Bad(
        "diff prepend",
        lambda xp: xp.diff(floats(xp, 2, 3), prepend=floats(xp, 3, 1)),
        AikitValueError,
        ("diff: prepend has shape (3, 1)", "(2, 3)"),
    ),
    Bad("diff n", lambda xp: xp.diff(floats(xp, 3), n=-1), AikitValueError, ("diff", "n=-1")),
    Bad("zeros -1", lambda xp: xp.zeros((2, -1)), AikitValueError, ("zeros", "shape=(2, -1)")),
    Bad("ones float", lambda xp: xp.ones(2.0), AikitTypeError, ("ones", "shape=2.0", "int")),
    Bad("full -3", lambda xp: xp.full(-3, 1.0), AikitValueError, ("full", "shape=", "-3")),
    Bad("empty -3", lambda xp: xp.empty((-3,)), AikitValueError, ("empty", "shape=(-3,)")),
    Bad("eye -1", lambda xp: xp.eye(-1), AikitValueError, ("eye", "n_rows=-1")),
    Bad("linspace -1", lambda xp: xp.linspace(0, 1, -1), AikitValueError, ("linspace", "num=-1")),
    Bad("linspace float", lambda xp: xp.linspace(0, 1, 2.0), AikitTypeError, ("linspace", "num=2.0")),
    Bad("arange step", lambda xp: xp.arange(0, 5, 0), AikitValueError, ("arange", "step=0")),
    Bad("arange nan", lambda xp: xp.arange(0.0, float("nan")), AikitValueError, ("arange", "finite")),
    Bad("repeat negative", lambda xp: xp.repeat(floats(xp, 3), -1), AikitValueError, ("repeat", "repeats", "-1")),
    Bad(
        "repeat array negative",
        lambda xp: xp.repeat(floats(xp, 2), xp.asarray([1, -1])),
        AikitValueError,
        ("repeat", "repeats", "-1"),
    ),
    Bad(
        "repeat lengths",
        lambda xp: xp.repeat(floats(xp, 3), xp.asarray([1, 2])),
        AikitValueError,
        ("repeat", "repeats", "(2,)"),
    ),
    Bad("tile negative", lambda xp: xp.tile(floats(xp, 3), (-1,)), AikitValueError, ("tile", "repetitions=(-1,)")),
    Bad(
        "roll pairs",
        lambda xp: xp.roll(floats(xp, 3, 3), (1, 2), axis=(0,)),
        AikitValueError,
        ("roll", "shift=(1, 2)", "axis=(0,)"),
    ),
    Bad(
        "moveaxis pairs",
        lambda xp: xp.moveaxis(floats(xp, 2, 3), (0, 1), (0,)),
        AikitValueError,
        ("moveaxis", "source=(0, 1)", "destination=(0,)"),
    ),
]

DTYPES = [
    Bad("sin int", lambda xp: xp.sin(ints(xp, 2)), AikitTypeError, ("sin", "x", "int32", "floating-point")),
    Bad("sin bool", lambda xp: xp.sin(bools(xp, 2)), AikitTypeError, ("sin", "x", "bool", "floating-point")),
    Bad("sin Python int", lambda xp: xp.sin(1), AikitTypeError, ("sin", "x=1", "int")),
    Bad("hypot int", lambda xp: xp.hypot(ints(xp, 2), ints(xp, 2)), AikitTypeError, ("hypot", "x1", "int32")),
    Bad("add bool", lambda xp: xp.add(bools(xp, 2), bools(xp, 2)), AikitTypeError, ("add", "x1", "bool", "numeric")),
    Bad("bool + bool", lambda xp: bools(xp, 2) + bools(xp, 2), AikitTypeError, ("add", "bool", "numeric")),
    Bad("bool - True", lambda xp: bools(xp, 2) - True, AikitTypeError, ("subtract", "bool")),
    Bad("negative bool", lambda xp: -bools(xp, 2), AikitTypeError, ("negative", "bool")),
    Bad("abs bool", lambda xp: xp.abs(bools(xp, 2)), AikitTypeError, ("abs", "bool")),
    Bad(
        "bitwise float",
        lambda xp: xp.bitwise_and(floats(xp, 2), floats(xp, 2)),
        AikitTypeError,
        ("bitwise_and", "x1", "float32"),
    ),
    Bad("shift bool", lambda xp: bools(xp, 2) << bools(xp, 2), AikitTypeError, ("bitwise_left_shift", "bool")),
    Bad("invert float", lambda xp: ~floats(xp, 2), AikitTypeError, ("bitwise_invert", "float32")),
    Bad(
        "logical int",
        lambda xp: xp.logical_and(ints(xp, 2), ints(xp, 2)),
        AikitTypeError,
        ("logical_and", "x1", "int32", "boolean"),
    ),
    Bad("less complex", lambda xp: complexes(xp, 2) < complexes(xp, 2), AikitTypeError, ("less", "complex64")),
    Bad("floor complex", lambda xp: xp.floor(complexes(xp, 2)), AikitTypeError, ("floor", "complex64")),
    Bad("max complex", lambda xp: xp.max(complexes(xp, 2)), AikitTypeError, ("max", "complex64")),
    Bad("sort complex", lambda xp: xp.sort(complexes(xp, 2)), AikitTypeError, ("sort", "complex64")),
    Bad("argmax complex", lambda xp: xp.argmax(complexes(xp, 2)), AikitTypeError, ("argmax", "complex64")),
    Bad("argmax bool", lambda xp: xp.argmax(bools(xp, 2)), AikitTypeError, ("argmax", "bool")),
    Bad("clip complex", lambda xp: xp.clip(complexes(xp, 2), 0, 1), AikitTypeError, ("clip", "complex64")),
    Bad(
        "where int",
        lambda xp: xp.where(ints(xp, 2), floats(xp, 2), floats(xp, 2)),
        AikitTypeError,
        ("where", "condition", "int32", "boolean"),
    ),
    Bad(
        "take float",
        lambda xp: xp.take(floats(xp, 2), floats(xp, 2)),
        AikitTypeError,
        ("take", "indices", "float32", "integer"),
    ),
    Bad(
        "repeat float",
        lambda xp: xp.repeat(floats(xp, 2), floats(xp, 2)),
        AikitTypeError,
        ("repeat", "repeats", "float32"),
    ),
    Bad(
        "astype complex",
        lambda xp: xp.astype(complexes(xp, 2), "float32"),
        AikitTypeError,
        ("astype", "complex64", "float32", "real"),
    ),
    Bad("dtype name", lambda xp: xp.zeros(2, dtype="float99"), AikitTypeError, ("zeros", "dtype='float99'")),
    Bad("dtype number", lambda xp: xp.zeros(2, dtype=5), AikitTypeError, ("zeros", "dtype=5")),
    Bad("dtype object", lambda xp: xp.asarray([1], dtype=np.dtype("O")), AikitTypeError, ("asarray", "dtype", "O")),
    Bad("sum dtype", lambda xp: xp.sum(floats(xp, 2), dtype="no"), AikitTypeError, ("sum", "dtype='no'")),
    Bad("finfo", lambda xp: xp.finfo("int32"), AikitTypeError, ("finfo", "int32")),
    Bad("iinfo", lambda xp: xp.iinfo(floats(xp, 2)), AikitTypeError, ("iinfo", "float32")),
    Bad("isdtype", lambda xp: xp.isdtype("int32", "integer"), AikitTypeError, ("isdtype", "'integer'")),
    Bad("result_type of nothing", lambda xp: xp.result_type(), AikitTypeError, ("result_type", "at least one")),
    Bad(
        "uint64 + int64",
        lambda xp: xp.ones(2, dtype="uint64") + xp.ones(2, dtype="int64"),
        AikitDtypePromotionError,
        ("add", "uint64", "int64", "astype"),
    ),
    Bad(
        "uint64 where",
        lambda xp: xp.where(bools(xp, 2), xp.ones(2, dtype="uint64"), xp.ones(2, dtype="int8")),
        AikitDtypePromotionError,
        ("where", "uint64", "int8"),
    ),
    Bad(
        "uint8 + 300", lambda xp: xp.ones(2, dtype="uint8") + 300, AikitOverflowError, ("add", "x2=300", "uint8", "255")
    ),
    Bad("-1 + uint8", lambda xp: -1 + xp.ones(2, dtype="uint8"), AikitOverflowError, ("add", "x1=-1", "uint8")),
    Bad("int8 == 1000", lambda xp: xp.ones(2, dtype="int8") == 1000, AikitOverflowError, ("equal", "x2=1000", "int8")),
    Bad("and float", lambda xp: ints(xp, 2) & 1.5, AikitTypeError, ("bitwise_and", "x2=1.5", "float")),
    Bad(
        "full float in int",
        lambda xp: xp.full(2, 1.5, dtype="int32"),
        AikitTypeError,
        ("full", "fill_value=1.5", "int32"),
    ),
    Bad(
        "full overflow",
        lambda xp: xp.full(2, 300, dtype="uint8"),
        AikitOverflowError,
        ("full", "fill_value=300", "uint8"),
    ),
    Bad("full string", lambda xp: xp.full(2, "a"), AikitTypeError, ("full", "fill_value='a'", "str")),
    Bad(
        "asarray overflow", lambda xp: xp.asarray([1, 2**40]), AikitOverflowError, ("asarray", "obj", "int32", "int64")
    ),
    Bad(
        "asarray scalar overflow",
        lambda xp: xp.asarray(300, dtype="uint8"),
        AikitOverflowError,
        ("asarray", "obj=300", "uint8"),
    ),
    Bad(
        "asarray list overflow",
        lambda xp: xp.asarray([300, 1], dtype="uint8"),
        AikitOverflowError,
        ("asarray", "obj", "300", "uint8"),
    ),
    Bad("asarray huge", lambda xp: xp.asarray([2**70]), AikitOverflowError, ("asarray", "obj", "int")),
    Bad(
        "asarray complex in float",
        lambda xp: xp.asarray([1j], dtype="float32"),
        AikitTypeError,
        ("asarray", "obj", "float32"),
    ),
    Bad(
        "asarray ragged", lambda xp: xp.asarray([[1, 2], [3]]), AikitValueError, ("asarray", "[[1, 2], [3]]", "ragged")
    ),
    Bad("asarray string", lambda xp: xp.asarray("abc"), AikitTypeError, ("asarray", "obj='abc'", "str")),
    Bad("asarray strings", lambda xp: xp.asarray(["a", "b"]), AikitTypeError, ("asarray", "['a', 'b']")),
    Bad("asarray None", lambda xp: xp.asarray(None), AikitTypeError, ("asarray", "obj=None")),
    Bad("asarray object", lambda xp: xp.asarray(object()), AikitTypeError, ("asarray", "obj", "object")),
    Bad(
        "asarray no copy", lambda xp: xp.asarray([1, 2], copy=False), AikitValueError, ("asarray", "copy=False", "list")
    ),
    Bad("from_dlpack", lambda xp: xp.from_dlpack(5), AikitTypeError, ("from_dlpack", "5")),
]
