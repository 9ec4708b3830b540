"""Bad inputs as data, second part: arguments, devices, indices, `out` and Python numbers; see bad_inputs."""

from __future__ import annotations

from typing import Any

import numpy as np

import aikit
from aikit import (
    AikitBackendException,
    AikitBroadcastShapeError,
    AikitDeviceError,
    AikitIndexError,
    AikitInvalidBackendException,
    AikitNotImplementedException,
    AikitOverflowError,
    AikitTypeError,
    AikitValueError,
)
from helpers.bad_inputs import Bad, bools, complexes, floats, ints


def elsewhere(xp: Any, *shape: int) -> Any:
    """An Array of another backend than that of `xp`."""
    other = "numpy" if xp.zeros(1).backend != "numpy" else "array_api_strict"
    return aikit.get_backend(other).ones(shape)


def setitem(x: Any, key: Any, value: Any) -> None:
    x[key] = value


def native(x: Any) -> Any:
    return aikit.to_native(x)


ARGUMENTS = [
    Bad("unknown keyword", lambda xp: xp.sin(floats(xp, 2), foo=1), TypeError, ("sin", "foo")),
    Bad("missing", lambda xp: xp.add(floats(xp, 2)), TypeError, ("add", "x2")),
    Bad("too many", lambda xp: xp.sin(floats(xp, 2), 1, 2), AikitTypeError, ("sin", "too many", "signature")),
    Bad(
        "positional for keyword-only", lambda xp: xp.sum(floats(xp, 2), 0), AikitTypeError, ("sum", "too many", "axis")
    ),
    Bad("keyword for positional-only", lambda xp: xp.sin(x=floats(xp, 2)), TypeError, ("sin", "x")),
    Bad("unknown keyword, no fast path", lambda xp: xp.zeros(2, foo=1), AikitTypeError, ("zeros", "foo", "signature")),
    Bad("missing, no fast path", lambda xp: xp.full(2), AikitTypeError, ("full", "fill_value", "signature")),
    Bad(
        "given twice",
        lambda xp: xp.reshape(floats(xp, 2), (2,), shape=(2,)),
        AikitTypeError,
        ("reshape", "shape", "multiple"),
    ),
    Bad("method, unknown keyword", lambda xp: floats(xp, 2).sum(foo=1), TypeError, ("sum", "foo")),
    Bad("string", lambda xp: xp.add(floats(xp, 2), "a"), AikitTypeError, ("add", "x2='a'", "str")),
    Bad("None", lambda xp: xp.add(floats(xp, 2), None), AikitTypeError, ("add", "x2=None", "NoneType")),
    Bad("object", lambda xp: xp.abs(object()), AikitTypeError, ("abs", "x=", "object", "__aikit_array_function__")),
    Bad("dict", lambda xp: xp.multiply({}, floats(xp, 2)), AikitTypeError, ("multiply", "x1={}", "dict")),
    Bad("string array", lambda xp: xp.isnan(np.asarray(["a"])), AikitTypeError, ("isnan", "x", "<U1")),
    Bad("operator, string", lambda xp: floats(xp, 2) + "a", TypeError, ("+", "Array", "str")),
    Bad("operator, None", lambda xp: None * floats(xp, 2), TypeError, ("*", "Array", "NoneType")),
    Bad("operator, object", lambda xp: floats(xp, 2) < object(), TypeError, ("<", "object")),
    Bad("complex for real", lambda xp: xp.hypot(floats(xp, 2), 1j), AikitTypeError, ("hypot", "x2=1j", "complex")),
    Bad(
        "keepdims", lambda xp: xp.sum(floats(xp, 2), keepdims=1), AikitTypeError, ("sum", "keepdims=1", "True or False")
    ),
    Bad(
        "descending", lambda xp: xp.sort(floats(xp, 2), descending="yes"), AikitTypeError, ("sort", "descending='yes'")
    ),
    Bad("copy", lambda xp: xp.reshape(floats(xp, 2), (2,), copy=2), AikitTypeError, ("reshape", "copy=2", "None")),
    Bad(
        "choice",
        lambda xp: xp.searchsorted(floats(xp, 2), floats(xp, 2), side="up"),
        AikitValueError,
        ("searchsorted", "side='up'", "'left'"),
    ),
    Bad(
        "choice meshgrid",
        lambda xp: xp.meshgrid(floats(xp, 2), indexing="x"),
        AikitValueError,
        ("meshgrid", "indexing='x'", "'xy'"),
    ),
    Bad("scalar", lambda xp: xp.var(floats(xp, 2), correction="1"), AikitTypeError, ("var", "correction='1'")),
    Bad("scalar array", lambda xp: xp.arange(floats(xp, 2)), AikitTypeError, ("arange", "start", "(2,)")),
    Bad("shift float", lambda xp: xp.roll(floats(xp, 2), 1.5), AikitTypeError, ("roll", "shift=1.5")),
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
        "no backend",
        lambda xp: xp.to_backend(floats(xp, 2), "nothing"),
        AikitInvalidBackendException,
        ("'nothing'", "'numpy'", "'torch'"),
    ),
    Bad(
        "to_backend of a list",
        lambda xp: xp.to_backend([1.0], "numpy"),
        AikitTypeError,
        ("to_backend", "x=[1.0]", "list"),
    ),
    Bad(
        "stream",
        lambda xp: xp.to_device(floats(xp, 2), "cpu", stream=1),
        AikitNotImplementedException,
        ("to_device", "stream=1"),
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
    Bad("name", lambda xp: xp.zeros(2, device="abacus"), AikitDeviceError, ("zeros", "device='abacus'", "'cpu'")),
    Bad("number", lambda xp: xp.zeros(2, device="gpu:7"), AikitDeviceError, ("zeros", "device='gpu:7'", "cpu")),
    Bad("kind", lambda xp: xp.asarray([1.0], device="tpu:3"), AikitDeviceError, ("asarray", "device='tpu:3'", "cpu")),
    Bad("int", lambda xp: xp.ones_like(floats(xp, 2), device=3), AikitDeviceError, ("ones_like", "device=3", "'cpu'")),
    Bad(
        "to_device", lambda xp: xp.to_device(floats(xp, 2), "gpu:7"), AikitDeviceError, ("to_device", "device='gpu:7'")
    ),
    Bad("method", lambda xp: floats(xp, 2).to_device("gpu:7"), AikitDeviceError, ("to_device", "device='gpu:7'")),
    Bad("default", lambda xp: xp.set_default_device("abacus"), AikitDeviceError, ("'abacus'", "'cpu'")),
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
    Bad("take", lambda xp: xp.take(floats(xp, 3), xp.asarray([0, 3])), AikitIndexError, ("take", "0 to 3", "length 3")),
    Bad(
        "take negative",
        lambda xp: xp.take(floats(xp, 3), xp.asarray([-4])),
        AikitIndexError,
        ("take", "-4", "length 3"),
    ),
    Bad("take empty", lambda xp: xp.take(floats(xp, 0), xp.asarray([0])), AikitIndexError, ("take", "length 0")),
    Bad(
        "take_along_axis",
        lambda xp: xp.take_along_axis(floats(xp, 3), xp.asarray([3])),
        AikitIndexError,
        ("take_along_axis", "3", "length 3"),
    ),
]

OUT = [
    Bad(
        "native",
        lambda xp: xp.sin(floats(xp, 2), out=native(floats(xp, 2))),
        AikitTypeError,
        ("sin", "out", "aikit.Array"),
    ),
    Bad("list", lambda xp: xp.add(floats(xp, 2), 1, out=[0, 0]), AikitTypeError, ("add", "out=[0, 0]", "list")),
    Bad("shape", lambda xp: xp.sin(floats(xp, 2), out=floats(xp, 3)), AikitValueError, ("sin", "out", "(3,)", "(2,)")),
    Bad(
        "shape that broadcasts",
        lambda xp: xp.sin(floats(xp, 1), out=floats(xp, 3)),
        AikitValueError,
        ("sin", "out", "(3,)", "(1,)"),
    ),
    Bad("dtype", lambda xp: xp.sin(floats(xp, 2), out=ints(xp, 2)), AikitTypeError, ("sin", "out", "int32", "float32")),
    Bad(
        "complex result",
        lambda xp: xp.sin(complexes(xp, 2), out=floats(xp, 2)),
        AikitTypeError,
        ("sin", "out", "float32", "complex64"),
    ),
    Bad(
        "comparison",
        lambda xp: xp.sum(floats(xp, 2), out=xp.asarray(True)),
        AikitTypeError,
        ("sum", "out", "bool", "float32"),
    ),
    Bad("creation", lambda xp: xp.zeros(3, out=floats(xp, 2)), AikitValueError, ("zeros", "out", "(2,)", "(3,)")),
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
    Bad("to_scalar", lambda xp: xp.to_scalar(floats(xp, 2)), AikitValueError, ("to_scalar", "(2,)", "to_list")),
    Bad("int of nan", lambda xp: int(xp.asarray(float("nan"))), ValueError, ("NaN",)),
]
