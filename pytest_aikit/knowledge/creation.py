"""Creation of arrays."""

from __future__ import annotations

from dataclasses import replace
from math import nan
from typing import Any

import numpy as np

from aikit.exceptions import (
    AikitAxisError,
    AikitBroadcastShapeError,
    AikitDeviceError,
    AikitOverflowError,
    AikitTypeError,
    AikitValueError,
)
from pytest_aikit.knowledge.bounds import MOVED, UNROUNDED, Bounds
from pytest_aikit.knowledge.calls import (
    BESIDE,
    CELL_DEVICE,
    CELL_DTYPE,
    CUBE,
    EMPTY,
    POINT,
    SPECIAL,
    ArraySpec,
    N,
    X,
    all_dtypes,
    anywhere,
    bad,
    mixed_dtypes,
    row,
)
from pytest_aikit.knowledge.keywords import Keywords
from pytest_aikit.knowledge.keywords import creation as keywords
from pytest_aikit.knowledge.keywords.creation import SHAPES
from pytest_aikit.knowledge.records import Drawn, Gradient, Trace, know
from pytest_aikit.knowledge.reference import creation as reference
from pytest_aikit.knowledge.reference._matrices import as_int
from pytest_aikit.knowledge.scales import greatest

MADE: dict[str, Any] = {"dtype": CELL_DTYPE}
SOME_DIMENSIONS = Keywords(values={"ndim": (0, 2, 4)})
LIKE = (
    *all_dtypes(row(X)),
    row(EMPTY, label="size 0"),
    row(POINT, label="0-d"),
    row(X, dtype="float32"),
    row(X, dtype="int32"),
    row(X, device=CELL_DEVICE),
)
FILLED = (
    *all_dtypes(row((2, 3), **MADE)),
    row(4, **MADE, label="int for a shape"),
    row((), **MADE, label="0-d"),
    row((0, 3), **MADE, label="size 0"),
    row([2, 1], **MADE, label="list for a shape"),
    row((2,), **MADE, device=CELL_DEVICE),
    row((2, 3), label="default dtype"),
)
BAD_SHAPE = (
    bad(AikitValueError, "negative length", (2, -1)),
    bad(AikitTypeError, "length no int", (2, 1.5)),
    bad(AikitTypeError, "text", "ab"),
    bad(AikitValueError, "too many elements", (2**40, 2**40)),
    bad(AikitValueError, "a dimension beyond 64 bits", (0, 2**70)),
)
OF_SHAPE = Gradient(zero=("x",))
_WIDE_INTEGERS = ("int16", "int32", "int64", "uint16", "uint32", "uint64")


know(
    "arange",
    reference=reference.arange,
    scale=greatest,
    bounds=Bounds(real=1, why="start + i * step: two roundings"),
    sign_of_zero="open",
    keywords=Keywords(
        values={"start": (0, -9, 7, 2.5), "stop": (None, 0, -4, 12, 6.5), "step": (1, 3, -2, 0.5)}, call=keywords.arange
    ),
    calls=(
        row(5, **MADE, kinds="iufc", every=True),
        row(2, 20, 3, **MADE, kinds="iufc", every=True),
        row(5, -3, -2, **MADE, kinds="ifc"),
        row(0.5, 3.0, 0.25, **MADE, kinds="fc", every=True),
        # as many steps as there are numbers lead to the end, and by the rounding of a product beyond it
        *(row(0.0, stop, 0.1, **MADE, kinds="f", every=True, label="rounded steps") for stop in (0.3, 1.2, 2.4)),
        row(3, 1, **MADE, kinds="iufc", label="size 0"),
        row(0, **MADE, kinds="iufc", every=True, label="size 0 from 0"),
        row(2**40, 0, **MADE, kinds="iufc", label="size 0, ends beyond the dtype"),
        row(0.5, 3.0, 0.75, **MADE, kinds="iu", label="floats for integers"),
        row(100, 123, 9, **MADE, kinds="iu", label="up to the end"),
        *(row(6007, dtype=wide, kinds="iu", label=f"many of {wide}") for wide in _WIDE_INTEGERS),
        row(-1.5, 22.5, 2**-8, **MADE, kinds="fc", every=True, label="many"),
        row(2000, -4007, -1, **MADE, kinds="fc", every=True, label="many whole"),
        # a step beyond the whole numbers that the dtype has is not what two of the numbers are apart
        *(
            row(2**b, 2**b + 90, 3, dtype=own, kinds="f", label=f"beyond 2**{b}")
            for own, b in (("float32", 24), ("float64", 53))
        ),
        row(0, stop=4, step=2, kinds="iuf", device=CELL_DEVICE),
        row(4, kinds="i", label="ints, default dtype"),
        row(0.0, 2.0, 0.5, kinds="f", label="floats, default dtype"),
    ),
    bad=(
        bad(AikitValueError, "step 0", 0, 5, 0),
        bad(AikitValueError, "no end", 0.0, float("inf")),
        bad(AikitValueError, "too many", 2**62),
        bad(AikitOverflowError, "beyond the default dtype", 0, 2**40, 2**39),
        bad(AikitOverflowError, "first beyond the default dtype", 2**31, 2**31 + 2),
        bad(AikitOverflowError, "last beyond the dtype", 250, 257, dtype="uint8"),
        bad(AikitOverflowError, "negative", -2, 2, dtype="uint8"),
        bad(AikitOverflowError, "floats beyond the dtype", 0.0, 400.0, 100.0, dtype="int8"),
        bad(AikitValueError, "step", 0, 5, 0, words=("step=0",)),
        bad(AikitValueError, "nan", 0.0, nan, words=("finite",)),
        bad(AikitTypeError, "scalar array", ArraySpec((2,), dtype="float32"), words=("start", "(2,)")),
    ),
)

NOT_COMPLEX = bad(
    AikitTypeError,
    "complex array",
    ArraySpec((2,), dtype="complex64"),
    dtype="float32",
    words=("complex64", "float32", "real"),
)
NEEDS_A_COPY = bad(
    AikitValueError,
    "another dtype without a copy",
    ArraySpec((3,), dtype="float32"),
    dtype="int32",
    copy=False,
    words=("copy=False", "copy=None"),
)
know(
    "asarray",
    sizes=anywhere("moved"),
    reference=reference.itself,
    bounds=MOVED,
    makes_any_array=True,
    keywords=Keywords(values={"ndim": (0, 2, 4)}, call=keywords.converted),
    calls=(
        *all_dtypes(row(X), row(X, copy=True)),
        row(POINT, label="0-d"),
        row(EMPTY, label="size 0"),
        row(X, copy=False),
        row(X, dtype="float32", kinds="biuf"),
        row(X, device=CELL_DEVICE),
        row([[1, 2], [3, 4]], dtype="float32", label="nested list"),
    ),
    bad=(
        bad(AikitOverflowError, "overflow", [1, 2**40], words=("obj", "int32", "int64")),
        bad(AikitOverflowError, "scalar overflow", 300, dtype="uint8", words=("obj=300", "uint8")),
        bad(AikitOverflowError, "list overflow", [300, 1], dtype="uint8", words=("obj", "300", "uint8")),
        bad(AikitOverflowError, "huge", [2**70], words=("obj", "int")),
        bad(AikitTypeError, "complex in float", [1j], dtype="float32", words=("obj", "float32")),
        NOT_COMPLEX,
        bad(AikitValueError, "ragged", [[1, 2], [3]], words=("[[1, 2], [3]]", "ragged")),
        bad(AikitTypeError, "string", "abc", words=("obj='abc'", "str")),
        bad(AikitTypeError, "strings", ["a", "b"], words=("['a', 'b']",)),
        bad(AikitTypeError, "None", None, words=("obj=None",)),
        bad(AikitValueError, "no copy", [1, 2], copy=False, words=("copy=False", "list")),
        NEEDS_A_COPY,
        bad(AikitDeviceError, "kind", [1.0], device="tpu:3", words=("device='tpu:3'", "cpu")),
    ),
)

know(
    "array",
    sizes=anywhere("moved"),
    reference=reference.itself,
    bounds=MOVED,
    keywords=Keywords(values={"ndim": (0, 2, 4)}, call=keywords.converted),
    calls=(
        *all_dtypes(row(X)),
        row(POINT, label="0-d"),
        row(X, copy=True),
        row(X, dtype="float32", kinds="biuf"),
        row(X, device=CELL_DEVICE),
    ),
    bad=(NOT_COMPLEX, NEEDS_A_COPY),
)

know(
    "copy_array",
    sizes=anywhere("moved"),
    reference=reference.itself,
    bounds=MOVED,
    calls=(*all_dtypes(row(SPECIAL)), row(CUBE), row(POINT, label="0-d"), row(EMPTY, label="size 0")),
)

know(
    "empty",
    reference=lambda shape, *, dtype, device: np.zeros(shape),
    bounds=UNROUNDED,
    arbitrary=True,
    keywords=Keywords(values={"shape": SHAPES}),
    calls=FILLED,
    bad=(*BAD_SHAPE, bad(AikitValueError, "-3", (-3,), words=("shape=(-3,)",))),
)

know(
    "empty_like",
    reference=lambda x, *, dtype, device: np.zeros(x.shape),
    bounds=UNROUNDED,
    arbitrary=True,
    keywords=SOME_DIMENSIONS,
    calls=LIKE,
    gradient=OF_SHAPE,
)

know(
    "eye",
    reference=lambda n_rows, n_cols, *, k, dtype, device: np.eye(n_rows, n_cols, k),
    bounds=UNROUNDED,
    sizes=(row(N, 2, **MADE, label="rows"), row(2, N, k=1, **MADE, label="columns")),
    keywords=Keywords(values={"n_rows": (0, 2, 4), "n_cols": (None, 0, 5), "k": (0, 1, -1, 2, -3)}, call=keywords.eye),
    calls=(
        *all_dtypes(row(3, **MADE)),
        row(2, 4, k=1, **MADE),
        row(4, 2, k=-1, **MADE),
        row(3, 3, k=5, **MADE),
        row(3, 150, **MADE, label="many columns"),
        row(150, 3, k=-130, **MADE, label="many rows"),
        row(2, k=2**70, **MADE, label="k beyond integers of 64 bits"),
        row(0, 2, **MADE, label="size 0"),
        row(2, device=CELL_DEVICE, label="default dtype"),
    ),
    bad=(
        bad(AikitValueError, "negative length", -1),
        bad(AikitTypeError, "length no int", 2.5),
        bad(AikitValueError, "too many elements", 2**40),
        bad(AikitValueError, "-1", -1, words=("n_rows=-1",)),
    ),
)

know(
    "from_dlpack",
    sizes=anywhere("moved"),
    reference=reference.itself,
    bounds=MOVED,
    of_lists=False,
    keywords=Keywords(call=keywords.from_dlpack),
    calls=(*all_dtypes(row(X)), row(EMPTY, label="size 0"), row(X, copy=True), row(X, device=CELL_DEVICE)),
    trace=Trace(unchecked="a native array that is traced has no memory that another framework could read"),
    bad=(bad(AikitTypeError, "dtype", 5, words=("5",)),),
)

BYTES = bytes(range(16, 112))
"""Of which no dtype makes a NaN, and that are whole numbers of elements of each."""
know(
    "frombuffer",
    reference=reference.frombuffer,
    bounds=MOVED,
    keywords=Keywords(
        values={"buffer": (BYTES, bytearray(BYTES), b""), "count": (-1, 0, 2), "offset": (0, 16, 3)},
        call=keywords.frombuffer,
    ),
    calls=(
        *all_dtypes(row(BYTES, **MADE)),
        row(BYTES, dtype=CELL_DTYPE, count=3, offset=5, label="not aligned"),
        row(bytes([0, 1, 2, 255]), "bool", kinds="b"),
        row(BYTES, label="default dtype"),
    ),
    bad=(
        bad(AikitTypeError, "no buffer", 3, words=("buffer=3", "int", "bytes")),
        bad(AikitTypeError, "text", "ab", words=("buffer='ab'", "str")),
        bad(AikitTypeError, "in pieces", memoryview(BYTES)[::2], words=("buffer", "one piece")),
        bad(AikitValueError, "part of an element", BYTES[:7], "int32", words=("7 bytes", "4 bytes")),
        bad(AikitValueError, "too many", BYTES[:8], "int32", 3, words=("count=3", "8 bytes")),
        bad(AikitValueError, "count of -2", BYTES[:8], "int32", -2, words=("count=-2",)),
        bad(AikitValueError, "offset beyond", BYTES[:8], "int8", -1, 9, words=("offset=9", "8 bytes")),
        bad(AikitValueError, "offset negative", BYTES[:8], "int8", -1, -1, words=("offset=-1",)),
        bad(AikitTypeError, "count", BYTES, "int8", 1.5, words=("count=1.5",)),
    ),
    trace=Trace(unchecked="it reads memory of the host, which torch.compile cannot do while it traces"),
)

know(
    "full",
    sizes=(row(N, 1, dtype=CELL_DTYPE), row((BESIDE, N), 1, dtype=CELL_DTYPE)),
    reference=lambda shape, fill_value, *, dtype, device: np.full(shape, fill_value),
    bounds=UNROUNDED,
    keywords=Keywords(values={"shape": SHAPES, "fill_value": (0, 3, True, 2.5, 1 - 2j)}, call=keywords.full),
    calls=(
        *all_dtypes(row((2, 3), 1, **MADE)),
        row((2,), 2.5, **MADE, kinds="fc"),
        row((2,), 1 - 2j, **MADE, kinds="c"),
        row((2,), True, **MADE),
        row((), 1, **MADE, label="0-d"),
        row(3, 1, **MADE, device=CELL_DEVICE, label="int for a shape"),
        row((2,), True, label="bool, default dtype"),
        row((2,), 3, label="int, default dtype"),
        row((2,), 2.5, label="float, default dtype"),
        row((2,), 2.5j, label="complex, default dtype"),
    ),
    bad=(
        bad(AikitValueError, "negative length", (2, -1), 1.0),
        bad(AikitTypeError, "fill value no number", (2,), "a"),
        bad(AikitValueError, "too many elements", (2**40, 2**40), 1.0),
        bad(AikitValueError, "-3", -3, 1.0, words=("shape=", "-3")),
        bad(AikitTypeError, "float in int", 2, 1.5, dtype="int32", words=("fill_value=1.5", "int32")),
        bad(AikitOverflowError, "overflow", 2, 300, dtype="uint8", words=("fill_value=300", "uint8")),
        bad(AikitTypeError, "string", 2, "a", words=("fill_value='a'", "str")),
        bad(AikitTypeError, "missing", 2, words=("fill_value", "signature")),
    ),
)

know(
    "full_like",
    sizes=tuple(replace(one, args=(*one.args, 1)) for one in anywhere("moved")),
    reference=lambda x, fill_value, *, dtype, device: np.full(x.shape, fill_value),
    bounds=UNROUNDED,
    keywords=Keywords(values={"ndim": (0, 2, 4), "fill_value": (0, 3, True, 2.5, 1 - 2j)}, call=keywords.full_like),
    calls=(
        *all_dtypes(row(X, 1)),
        row(X, 2.5, kinds="fc"),
        row(EMPTY, 1, label="size 0"),
        row(POINT, True, label="0-d"),
        row(X, 3, dtype="float32"),
        row(X, 1, device=CELL_DEVICE),
    ),
    bad=(
        bad(AikitOverflowError, "an int that is too large", ArraySpec((2,), dtype="int8"), 128, words=("128", "int8")),
    ),
    gradient=OF_SHAPE,
)

know(
    "linspace",
    reference=reference.linspace,
    scale=reference.scale_of_linspace,
    bounds=Bounds(real=2, why="the step is rounded, and start + i * step twice"),
    sign_of_zero="open",
    of_floats=True,
    keywords=Keywords(values={"start": (0, -1.5), "stop": (12, 2.25), "num": (0, 1, 2, 4, 7)}, call=keywords.linspace),
    calls=(
        row(0, 3, 7, **MADE, kinds="fc", every=True),
        row(-1.5, 2.25, num=6, endpoint=False, **MADE, kinds="fc", every=True),
        row(2.0, -2.0, 5, **MADE, kinds="f", label="downwards"),
        row(-1.5, 2.25, 6007, **MADE, kinds="fc", label="many"),
        row(1.0, 3.0, 1, **MADE, kinds="f", label="one point"),
        row(1.0, 3.0, 0, **MADE, kinds="f", label="size 0"),
        row(1.0, 2j, 3, **MADE, kinds="c", label="complex"),
        row(1 - 1j, 2j, 4, endpoint=False, **MADE, kinds="c", label="complex, without the end"),
        row(0, 1, 5, kinds="f", device=CELL_DEVICE, label="default dtype"),
    ),
    bad=(
        bad(AikitValueError, "negative number", 0.0, 1.0, -1),
        bad(AikitTypeError, "number no int", 0.0, 1.0, 2.5),
        bad(AikitValueError, "too many", 0.0, 1.0, 2**62),
        bad(AikitValueError, "-1", 0, 1, -1, words=("num=-1",)),
        bad(AikitTypeError, "float", 0, 1, 2.0, words=("num=2.0",)),
        bad(AikitTypeError, "missing, no front of its own", 0, 1, words=("num", "signature")),
        bad(AikitTypeError, "unknown keyword, no front of its own", 0, 1, 2, foo=1, words=("foo", "signature")),
    ),
)

know(
    "logspace",
    axis_of_result=True,
    reference=reference.logspace,
    scale=reference.scale_of_logspace,
    integers="quotient",
    bounds=Bounds(
        real={"float16": 4, "bfloat16": 4, "*": 4},
        why="the exponent is rounded four times, in 16 bits too, and then there is a power; measured by the exponents",
    ),
    no_subnormals="its results are powers, which those of pow show",
    keywords=Keywords(
        values={
            "ndim": (0, 1, 2, 3, 4),
            "num": (0, 1, 4),
            "base": (10.0, 2, 0.5),
            "axis": (0, 1, -1, -2, 2),
        },
        silent=lambda *, num, **others: () if num > 1 else ("endpoint",),
        call=keywords.logspace,
    ),
    calls=(
        mixed_dtypes(ArraySpec((4,), "low"), ArraySpec((4,), "low"), 3),
        row(ArraySpec((4,), "low"), ArraySpec((4,), "low"), 3, every=True),
        row(X, X, 5, every=True, kinds="fc"),
        row(X, X, 5, endpoint=False, base=3, kinds="fc"),
        row(ArraySpec((3, 1)), ArraySpec((4,)), 5, axis=1, kinds="f", label="broadcasting"),
        row(0, 3, 4, kinds="f", label="ints"),
        row(-1.5, 2.25, 6, base=2.0, endpoint=False, kinds="f", label="floats"),
        row(0, 2, 3, dtype="float32", kinds="f", device=CELL_DEVICE),
        row(POINT, 1.0, 1, kinds="f", label="one power"),
        row(POINT, 1.0, 0, kinds="f", label="none"),
        row(EMPTY, 1.0, 3, kinds="f", label="size 0"),
    ),
    bad=(
        bad(AikitValueError, "negative number", 0.0, 1.0, -1, words=("num=-1",)),
        bad(AikitTypeError, "number no int", 0.0, 1.0, 2.5, words=("num=2.5",)),
        bad(AikitAxisError, "axis", 0.0, 1.0, 3, axis=1, words=("axis=1",)),
        bad(AikitTypeError, "dtype", 0, 2, 3, dtype="int32", words=("int32",)),
        bad(AikitBroadcastShapeError, "shapes", ArraySpec((2,), dtype="float32"), ArraySpec((3,), dtype="float32"), 2),
    ),
    drawn=Drawn(as_sampled=True),
)

know(
    "meshgrid",
    sizes=(
        row(ArraySpec((N,), "moved"), ArraySpec((3,), "moved")),
        row(ArraySpec((3,), "moved"), ArraySpec((N,), "moved"), indexing="ij"),
    ),
    reference=lambda *arrays, indexing: np.meshgrid(*arrays, indexing=indexing),
    bounds=MOVED,
    keywords=Keywords(values={"number": (1, 2, 3, 4)}, call=keywords.meshgrid),
    calls=(
        *all_dtypes(row(ArraySpec((3,)), ArraySpec((2,)))),
        row(ArraySpec((3,)), ArraySpec((2,)), indexing="ij"),
        row(ArraySpec((3,)), label="one array"),
        row(ArraySpec((2,)), ArraySpec((1,)), ArraySpec((2,)), label="three arrays"),
    ),
    bad=(
        bad(AikitValueError, "two dimensions", X, ArraySpec((3,))),
        bad(
            AikitValueError,
            "2-d",
            ArraySpec((2, 2), dtype="float32"),
            ArraySpec((2,), dtype="float32"),
            words=("(2, 2)",),
        ),
        bad(AikitValueError, "choice", ArraySpec((2,), dtype="float32"), indexing="x", words=("indexing='x'", "'xy'")),
    ),
)

know(
    "one_hot",
    axis_of_result=True,
    sizes=(
        row(ArraySpec((N,), "places of few"), 7),
        row(ArraySpec((5,), "places of few"), N, on_value=3, off_value=2),
    ),
    reference=reference.one_hot,
    bounds=UNROUNDED,
    keywords=Keywords(
        values={"depth": (0, 1, 5), "on_value": (None, 2, 0, -2), "off_value": (None, 3, 0, -3)},
        call=keywords.one_hot,
    ),
    calls=(
        *all_dtypes(row(ArraySpec((4,), "indices"), 3), row(ArraySpec((2, 3), "special"), 5)),
        *all_dtypes(row(ArraySpec((12,), "special"), 300, label="more vectors than 8 bits count")),
        row(ArraySpec((2, 3), "indices"), 4, on_value=2.5, off_value=-1.5, axis=0),
        row(ArraySpec((2, 3), "indices"), 4, on_value=1 - 2j, axis=1, dtype="complex64"),
        row(ArraySpec((2, 3), "indices"), 2, off_value=True, dtype="bool"),
        row(ArraySpec((), "indices"), 3, label="0-d"),
        row(ArraySpec((0,)), 3, dtype="int8", device=CELL_DEVICE, label="size 0"),
    ),
    bad=(
        bad(AikitValueError, "negative depth", ArraySpec((2,), dtype="int32"), -1, words=("depth=-1",)),
        bad(AikitTypeError, "depth", ArraySpec((2,), dtype="int32"), 2.5, words=("depth=2.5",)),
        bad(AikitTypeError, "floats", ArraySpec((2,), dtype="float32"), 3, words=("indices", "float32", "integer")),
        bad(AikitAxisError, "axis", ArraySpec((2,), dtype="int32"), 3, axis=2, words=("axis=2",)),
        bad(AikitTypeError, "value", ArraySpec((2,), dtype="int32"), 3, on_value=1.5, dtype="int32", words=("1.5",)),
        bad(
            AikitOverflowError, "value", ArraySpec((2,), dtype="int32"), 3, off_value=300, dtype="uint8", words=("300",)
        ),
    ),
)

know(
    "ones",
    sizes=(row(N, dtype=CELL_DTYPE), row((BESIDE, N), dtype=CELL_DTYPE)),
    reference=lambda shape, *, dtype, device: np.ones(shape),
    bounds=UNROUNDED,
    keywords=Keywords(values={"shape": SHAPES}),
    calls=FILLED,
    bad=(*BAD_SHAPE, bad(AikitTypeError, "float", 2.0, words=("shape=2.0", "int"))),
)

know(
    "ones_like",
    sizes=anywhere("moved"),
    reference=lambda x, *, dtype, device: np.ones(x.shape),
    bounds=UNROUNDED,
    keywords=SOME_DIMENSIONS,
    calls=LIKE,
    gradient=OF_SHAPE,
    bad=(bad(AikitDeviceError, "int", ArraySpec((2,), dtype="float32"), device=3, words=("device=3", "'cpu'")),),
)

know(
    "tril",
    sizes=anywhere("moved")[1:],
    reference=lambda x, *, k: np.tril(x, as_int(k)),
    bounds=MOVED,
    keywords=Keywords(values={"ndim": (2, 3, 4), "k": (0, 1, -1, 2, -2, 9)}),
    calls=(
        *all_dtypes(row(SPECIAL)),
        row(CUBE, k=1),
        row(CUBE, k=-1),
        row(ArraySpec((5, 2)), k=-4),
        row(EMPTY, label="size 0"),
        row(X, k=2**70),
    ),
    bad=(
        bad(AikitValueError, "no matrix", ArraySpec((3,))),
        bad(AikitValueError, "1-d", ArraySpec((3,), dtype="float32"), words=("(3,)", "2 dim")),
    ),
)

know(
    "triu",
    sizes=anywhere("moved")[1:],
    reference=lambda x, *, k: np.triu(x, as_int(k)),
    bounds=MOVED,
    keywords=Keywords(values={"ndim": (2, 3, 4), "k": (0, 1, -1, 2, -2, 9)}),
    calls=(
        *all_dtypes(row(SPECIAL)),
        row(CUBE, k=1),
        row(CUBE, k=-1),
        row(ArraySpec((2, 5)), k=4),
        row(EMPTY, label="size 0"),
        row(X, k=-(2**70)),
    ),
    bad=(
        bad(AikitValueError, "no matrix", ArraySpec((3,))),
        bad(AikitValueError, "0-d", ArraySpec((), dtype="float32"), words=("()", "2 dim")),
    ),
)

know(
    "triu_indices",
    reference=reference.triu_indices,
    keywords=Keywords(
        values={"n_rows": (0, 2, 4), "n_cols": (None, 0, 5), "k": (0, 1, -1, 3, -9)},
        silent=lambda *, n_rows, k, **others: () if n_rows > max(k, 0) else ("n_cols",),
    ),
    calls=(
        row(3, label="square"),
        row(3, 5, 1, label="more columns"),
        row(5, 3, -2, device=CELL_DEVICE),
        row(2, 3, 2**70, label="beyond"),
        row(2, 3, -(2**70), label="all"),
        row(0, label="size 0"),
        row(70, 130, -3, label="many"),
    ),
    bad=(
        bad(AikitValueError, "negative rows", -1, words=("n_rows=-1",)),
        bad(AikitValueError, "negative columns", 2, -1, words=("n_cols=-1",)),
        bad(AikitTypeError, "float", 2.5, words=("n_rows=2.5",)),
        bad(AikitValueError, "too many elements", 2**40),
    ),
)

know(
    "zeros",
    sizes=(row(N, dtype=CELL_DTYPE), row((BESIDE, N), dtype=CELL_DTYPE)),
    reference=lambda shape, *, dtype, device: np.zeros(shape),
    bounds=UNROUNDED,
    keywords=Keywords(values={"shape": SHAPES}),
    calls=FILLED,
    bad=(
        *BAD_SHAPE,
        bad(AikitValueError, "-1", (2, -1), words=("shape=(2, -1)",)),
        bad(AikitTypeError, "dtype name", 2, dtype="float99", words=("dtype='float99'",)),
        bad(AikitTypeError, "dtype number", 2, dtype=5, words=("dtype=5",)),
        bad(TypeError, "unknown keyword", 2, foo=1, words=("foo",)),
        bad(AikitDeviceError, "name", 2, device="abacus", words=("device='abacus'", "'cpu'")),
        bad(AikitDeviceError, "number", 2, device="gpu:7", words=("device='gpu:7'", "cpu")),
        bad(AikitValueError, "creation", 3, out=ArraySpec((2,), dtype="float32"), words=("out", "(2,)", "(3,)")),
    ),
)

know(
    "zeros_like",
    reference=lambda x, *, dtype, device: np.zeros(x.shape),
    bounds=UNROUNDED,
    keywords=SOME_DIMENSIONS,
    calls=LIKE,
    sizes=anywhere("moved"),
    gradient=OF_SHAPE,
)
