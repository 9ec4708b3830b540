"""Bad inputs as data: each raises one class on every backend, and its message names what is wrong.

Those of a function stand in its record, `pytest_aikit.knowledge`; here are those of operators, indices, methods, Python's
own functions and several backends. A row is ``Bad(id, call, class, words)``: `call` takes a namespace, `words` must all
stand in the message.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import aikit
from aikit import (
    AikitBackendException,
    AikitBroadcastShapeError,
    AikitDeviceError,
    AikitDtypePromotionError,
    AikitIndexError,
    AikitInvalidBackendException,
    AikitOverflowError,
    AikitTypeError,
    AikitValueError,
)
from aikit.core.records import REGISTRY, Function
from helpers.sample_calls import accepted
from pytest_aikit import knowledge
from pytest_aikit.cases import protocols
from pytest_aikit.cases.cells import leading_parameter
from pytest_aikit.cases.samples.rows import described_array
from pytest_aikit.knowledge.calls import ArraySpec
from pytest_aikit.knowledge.calls import Bad as BadOfFunction


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


def elsewhere(xp: Any, *shape: int) -> Any:
    """An Array of another backend than that of `xp`."""
    other = "numpy" if xp.zeros(1).backend != "numpy" else "array_api_strict"
    return aikit.get_backend(other).ones(shape)


def setitem(x: Any, key: Any, value: Any) -> None:
    x[key] = value


def native(x: Any) -> Any:
    return aikit.to_native(x)


def of_functions() -> list[tuple[Function, BadOfFunction]]:
    """The bad inputs that stand in the records of functions, but of functions of functions: these are of their protocols."""
    declared = [REGISTRY[name] for name in knowledge.known() if name in REGISTRY and name not in protocols.known()]
    return [(function, one) for function in declared for one in knowledge.of(function).bad]


def made(function: Function, value: Any, xp: Any) -> Any:
    """A value of a record, with an Array of the namespace in place of each description."""
    if isinstance(value, ArraySpec):
        lead = leading_parameter(function)
        return xp.asarray(described_array(value, function, accepted(function, lead) if lead else "float32"))
    return [made(function, item, xp) for item in value] if isinstance(value, list) else value


SHAPES = [
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
    Bad("T of 3-d", lambda xp: floats(xp, 1, 2, 3).T, AikitValueError, ("T", "3 dim")),
]

DTYPES = [
    Bad(
        "where uint64",
        lambda xp: xp.where(bools(xp, 2), xp.ones(2, dtype="uint64"), xp.ones(2, dtype="int8")),
        AikitDtypePromotionError,
        ("where", "uint64", "int8"),
    ),
    Bad("bool + bool", lambda xp: bools(xp, 2) + bools(xp, 2), AikitTypeError, ("add", "bool", "numeric")),
    Bad("bool - True", lambda xp: bools(xp, 2) - True, AikitTypeError, ("subtract", "bool")),
    Bad("negative bool", lambda xp: -bools(xp, 2), AikitTypeError, ("negative", "bool")),
    Bad("shift bool", lambda xp: bools(xp, 2) << bools(xp, 2), AikitTypeError, ("bitwise_left_shift", "bool")),
    Bad("invert float", lambda xp: ~floats(xp, 2), AikitTypeError, ("bitwise_invert", "float32")),
    Bad("less complex", lambda xp: complexes(xp, 2) < complexes(xp, 2), AikitTypeError, ("less", "complex64")),
    Bad("dtype object", lambda xp: xp.asarray([1], dtype=np.dtype("O")), AikitTypeError, ("asarray", "dtype", "O")),
    Bad(
        "uint64 + int64",
        lambda xp: xp.ones(2, dtype="uint64") + xp.ones(2, dtype="int64"),
        AikitDtypePromotionError,
        ("add", "uint64", "int64", "astype"),
    ),
    Bad(
        "uint8 + 300", lambda xp: xp.ones(2, dtype="uint8") + 300, AikitOverflowError, ("add", "x2=300", "uint8", "255")
    ),
    Bad("-1 + uint8", lambda xp: -1 + xp.ones(2, dtype="uint8"), AikitOverflowError, ("add", "x1=-1", "uint8")),
    Bad("int8 == 1000", lambda xp: xp.ones(2, dtype="int8") == 1000, AikitOverflowError, ("equal", "x2=1000", "int8")),
    Bad("and float", lambda xp: ints(xp, 2) & 1.5, AikitTypeError, ("bitwise_and", "x2=1.5", "float")),
    Bad("asarray object", lambda xp: xp.asarray(object()), AikitTypeError, ("asarray", "obj", "object")),
]

ARGUMENTS = [
    Bad(
        "no backend",
        lambda xp: xp.to_backend(floats(xp, 2), "nothing"),
        AikitInvalidBackendException,
        ("'nothing'", "'numpy'", "'torch'"),
    ),
    Bad("method, unknown keyword", lambda xp: floats(xp, 2).sum(foo=1), TypeError, ("sum", "foo")),
    Bad("object", lambda xp: xp.abs(object()), AikitTypeError, ("abs", "x=", "object", "__aikit_array_function__")),
    Bad("string array", lambda xp: xp.isnan(np.asarray(["a"])), AikitTypeError, ("isnan", "x", "<U1")),
    Bad("operator, string", lambda xp: floats(xp, 2) + "a", TypeError, ("+", "Array", "str")),
    Bad("operator, None", lambda xp: None * floats(xp, 2), TypeError, ("*", "Array", "NoneType")),
    Bad("operator, object", lambda xp: floats(xp, 2) < object(), TypeError, ("<", "object")),
    Bad(
        "two backends",
        lambda xp: aikit.add(floats(xp, 2), elsewhere(xp, 2)),
        AikitBackendException,
        ("add", "x1", "x2", "to_backend", "'numpy'"),
    ),
    Bad(
        "two backends, operator",
        lambda xp: floats(xp, 2) @ elsewhere(xp, 2),
        AikitBackendException,
        ("matmul", "to_backend"),
    ),
    Bad(
        "two backends, list",
        lambda xp: aikit.concat([floats(xp, 2), elsewhere(xp, 2)]),
        AikitBackendException,
        ("concat", "arrays", "to_backend"),
    ),
    Bad(
        "two backends, where",
        lambda xp: aikit.where(bools(xp, 2), floats(xp, 2), elsewhere(xp, 2)),
        AikitBackendException,
        ("where", "condition", "x2"),
    ),
    Bad(
        "api version",
        lambda xp: floats(xp, 2).__array_namespace__(api_version="1999.1"),
        AikitValueError,
        ("api_version='1999.1'", "2025.12"),
    ),
    Bad("describe", lambda xp: xp.describe(len), AikitTypeError, ("describe", "len")),
]

DEVICES = [
    Bad("default", lambda xp: xp.set_default_device("abacus"), AikitDeviceError, ("'abacus'", "'cpu'")),
    Bad("method", lambda xp: floats(xp, 2).to_device("gpu:7"), AikitDeviceError, ("to_device", "device='gpu:7'")),
]

INDICES = [
    Bad("int", lambda xp: floats(xp, 3)[3], AikitIndexError, ("index 3", "dimension 0", "length 3")),
    Bad("negative int", lambda xp: floats(xp, 3)[-4], AikitIndexError, ("index -4", "length 3")),
    Bad("int of second", lambda xp: floats(xp, 3, 2)[:, 2], AikitIndexError, ("index 2", "dimension 1", "length 2")),
    Bad("int after ellipsis", lambda xp: floats(xp, 3, 2)[..., 2], AikitIndexError, ("index 2", "dimension 1")),
    Bad("too many", lambda xp: floats(xp, 3)[0, 0], AikitIndexError, ("2 dim", "(0, 0)")),
    Bad("0-d", lambda xp: floats(xp)[0], AikitIndexError, ("1 dim", "0")),
    Bad("two ellipses", lambda xp: floats(xp, 3)[..., ...], AikitIndexError, ("2 ellipses",)),
    Bad("float", lambda xp: floats(xp, 3)[1.5], AikitIndexError, ("1.5", "float")),
    Bad("string", lambda xp: floats(xp, 3)["a"], AikitIndexError, ("'a'", "str")),
    Bad("bool", lambda xp: floats(xp, 3)[True], AikitIndexError, ("True", "bool")),
    Bad("step", lambda xp: floats(xp, 3)[::0], AikitIndexError, ("step", "0")),
    Bad("slice bound", lambda xp: floats(xp, 3)[1.0:], AikitIndexError, ("1.0", "float")),
    Bad("mask", lambda xp: floats(xp, 3)[bools(xp, 2)], AikitIndexError, ("mask", "(2,)", "(3,)")),
    Bad("mask 2-d", lambda xp: floats(xp, 3, 2)[bools(xp, 2, 3)], AikitIndexError, ("mask", "(2, 3)", "(3, 2)")),
    Bad("mask too many", lambda xp: floats(xp, 3)[bools(xp, 3, 1)], AikitIndexError, ("2 dim",)),
    Bad("float array", lambda xp: floats(xp, 3)[floats(xp, 2)], AikitIndexError, ("float32", "integer")),
    Bad("array out of range", lambda xp: floats(xp, 3)[xp.asarray([0, 3])], AikitIndexError, ("3", "length 3")),
    Bad("list out of range", lambda xp: floats(xp, 3)[[-4]], AikitIndexError, ("-4", "length 3")),
    Bad(
        "array out of range, second",
        lambda xp: floats(xp, 3, 2)[:, xp.asarray([5])],
        AikitIndexError,
        ("5", "length 2"),
    ),
    Bad(
        "arrays do not broadcast",
        lambda xp: floats(xp, 3, 3)[xp.asarray([0, 1]), xp.asarray([0, 1, 2])],
        AikitIndexError,
        ("(2,)", "(3,)"),
    ),
    Bad(
        "key elsewhere",
        lambda xp: floats(xp, 3)[aikit.astype(elsewhere(xp, 1), "int32")],
        AikitBackendException,
        ("key", "to_backend"),
    ),
    Bad("set int", lambda xp: setitem(floats(xp, 3), 3, 0), AikitIndexError, ("index 3", "length 3")),
    Bad(
        "set array out of range",
        lambda xp: setitem(floats(xp, 3), xp.asarray([3]), 0),
        AikitIndexError,
        ("3", "length 3"),
    ),
    Bad(
        "set shape",
        lambda xp: setitem(floats(xp, 3), slice(0, 2), floats(xp, 3)),
        AikitBroadcastShapeError,
        ("(3,)", "slice(0, 2"),
    ),
    Bad(
        "set more dims",
        lambda xp: setitem(floats(xp, 3), slice(None), floats(xp, 2, 3)),
        AikitBroadcastShapeError,
        ("(2, 3)",),
    ),
    Bad(
        "set mask shape",
        lambda xp: setitem(floats(xp, 3), xp.asarray([True, False, True]), floats(xp, 3)),
        AikitBroadcastShapeError,
        ("(3,)",),
    ),
    Bad("set complex", lambda xp: setitem(floats(xp, 3), 0, 1j), AikitTypeError, ("value=1j", "float32")),
    Bad("set float in int", lambda xp: setitem(ints(xp, 3), 0, 1.5), AikitTypeError, ("value=1.5", "int32")),
    Bad(
        "set float array in int",
        lambda xp: setitem(ints(xp, 3), 0, floats(xp)),
        AikitTypeError,
        ("float32", "int32", "astype"),
    ),
    Bad(
        "set overflow",
        lambda xp: setitem(xp.ones(3, dtype="uint8"), 0, 300),
        AikitOverflowError,
        ("value=300", "uint8"),
    ),
    Bad("set string", lambda xp: setitem(floats(xp, 3), 0, "a"), AikitTypeError, ("value", "'a'", "str")),
    Bad(
        "set elsewhere",
        lambda xp: setitem(floats(xp, 3), 0, elsewhere(xp)),
        AikitBackendException,
        ("value", "to_backend"),
    ),
]

OUT = [
    Bad(
        "native",
        lambda xp: xp.sin(floats(xp, 2), out=native(floats(xp, 2))),
        AikitTypeError,
        ("sin", "out", "aikit.Array"),
    ),
    Bad(
        "comparison",
        lambda xp: xp.sum(floats(xp, 2), out=xp.asarray(True)),
        AikitTypeError,
        ("sum", "out", "bool", "float32"),
    ),
    Bad(
        "backend",
        lambda xp: xp.sin(floats(xp, 2), out=elsewhere(xp, 2)),
        AikitBackendException,
        ("sin", "out", "backend"),
    ),
    Bad(
        "in-place dtype", lambda xp: ints(xp, 2).__itruediv__(2), AikitTypeError, ("divide", "out", "int32", "float32")
    ),
    Bad("in-place float", lambda xp: ints(xp, 2).__iadd__(1.5), AikitTypeError, ("add", "out", "int32", "float32")),
]

NUMBERS = [
    Bad("bool of two", lambda xp: bool(floats(xp, 2)), AikitTypeError, ("bool", "(2,)", "0-d")),
    Bad("int of two", lambda xp: int(floats(xp, 2)), AikitTypeError, ("int", "(2,)", "0-d")),
    Bad("float of one", lambda xp: float(floats(xp, 1)), AikitTypeError, ("float", "(1,)", "0-d")),
    Bad("complex of two", lambda xp: complex(floats(xp, 2)), AikitTypeError, ("complex", "(2,)")),
    Bad("float of complex", lambda xp: float(complexes(xp)), AikitTypeError, ("float", "complex64")),
    Bad("int of complex", lambda xp: int(complexes(xp)), AikitTypeError, ("int", "complex64")),
    Bad("index of float", lambda xp: range(3)[floats(xp)], AikitTypeError, ("index", "float32")),
    Bad("index of bool", lambda xp: range(3)[bools(xp)], AikitTypeError, ("index", "bool")),
    Bad("len", lambda xp: len(floats(xp)), AikitTypeError, ("len", "0-d")),
    Bad("iter", lambda xp: list(floats(xp)), AikitTypeError, ("iter", "0-d")),
    Bad("hash", lambda xp: hash(floats(xp)), TypeError, ("unhashable", "Array")),
    Bad("int of nan", lambda xp: int(xp.asarray(float("nan"))), ValueError, ("NaN",)),
]
