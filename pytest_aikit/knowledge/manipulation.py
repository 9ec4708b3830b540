"""Manipulation: shapes, axes and places of elements."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from aikit.exceptions import (
    AikitAxisError,
    AikitBroadcastShapeError,
    AikitOverflowError,
    AikitTypeError,
    AikitValueError,
)
from pytest_aikit.knowledge.bounds import MOVED
from pytest_aikit.knowledge.calls import (
    BESIDE,
    CUBE,
    EMPTY,
    POINT,
    SPECIAL,
    ArraySpec,
    N,
    X,
    all_dtypes,
    along_one,
    bad,
    row,
    these,
    wrong_values,
)
from pytest_aikit.knowledge.keywords import AXES, Keywords, permutations
from pytest_aikit.knowledge.keywords import manipulation as keywords
from pytest_aikit.knowledge.records import Drawn, Need, Trace, know
from pytest_aikit.knowledge.reference import manipulation as reference

THREE = ArraySpec((3,))
SOME = ((), (-1,), (0, 1), (-1, 0), (2, -3), (0, 1, 2), (-1, 0, 1), (2, 0, -2), (3, 1, 0, -2))
"""Axes that are moved together."""


know(
    "broadcast_arrays",
    sizes=(
        row(ArraySpec((N, 1), "moved"), ArraySpec((3,), "moved")),
        row(ArraySpec((3, 1), "moved"), ArraySpec((N,), "moved")),
    ),
    bounds=MOVED,
    calls=(
        *all_dtypes(row(ArraySpec((3, 1)), ArraySpec((1, 4)))),
        row(POINT, ArraySpec((2, 1)), THREE, THREE, label="four arrays"),
        row(ArraySpec((0, 1)), THREE, label="size 0"),
    ),
    bad=(
        bad(AikitBroadcastShapeError, "do not fit", THREE, ArraySpec((4,))),
        bad(
            AikitBroadcastShapeError,
            "shape",
            ArraySpec((2,), dtype="float32"),
            ArraySpec((3,), dtype="float32"),
            words=("(2,)", "(3,)"),
        ),
    ),
)

know(
    "broadcast_to",
    keywords=Keywords(
        values={"ones": ("nowhere", "first", "last", "everywhere"), "more": (0, 1, 2)},
        made=("shape",),
        call=keywords.broadcast_to,
    ),
    sizes=(row(ArraySpec((N,), "moved"), (3, N)), row(ArraySpec((N, 1), "moved"), (N, 3))),
    bounds=MOVED,
    calls=(
        *all_dtypes(row(ArraySpec((3, 1)), (2, 3, 4))),
        row(POINT, (2, 2), label="0-d"),
        row(ArraySpec((0, 1)), (0, 3), label="size 0"),
        row(THREE, shape=[2, 3]),
    ),
    bad=(
        bad(AikitBroadcastShapeError, "does not fit", X, (3, 5)),
        bad(AikitBroadcastShapeError, "fewer dimensions", X, (4,)),
        bad(AikitBroadcastShapeError, "negative length", X, (-1, 4)),
        bad(AikitValueError, "too many elements", POINT, (2**40, 2**40)),
        bad(AikitBroadcastShapeError, "shape", ArraySpec((2, 3), dtype="float32"), (2, 4), words=("(2, 3)", "(2, 4)")),
        bad(AikitBroadcastShapeError, "fewer", ArraySpec((2, 3), dtype="float32"), (3,), words=("(2, 3)", "(3,)")),
        bad(AikitBroadcastShapeError, "negative", ArraySpec((1, 3), dtype="float32"), (-1, 3), words=("(-1, 3)",)),
    ),
)

know(
    "concat",
    keywords=Keywords(values={"number": (1, 2, 3), "alike": (False, True)}, call=keywords.concat),
    sizes=(
        row([ArraySpec((N,), "moved"), ArraySpec((7,), "moved")]),
        row([ArraySpec((7,), "moved"), ArraySpec((N,), "moved")]),
        row([ArraySpec((BESIDE, N), "moved"), ArraySpec((BESIDE, N), "moved")], axis=1),
        row([ArraySpec((N, BESIDE), "moved"), ArraySpec((N, BESIDE), "moved")], axis=1),
    ),
    bounds=MOVED,
    axis_of_result=True,
    calls=(
        *all_dtypes(row([ArraySpec((2, 3), "special"), ArraySpec((1, 3))])),
        row([ArraySpec((2, 1)), ArraySpec((2, 3)), ArraySpec((2, 0))], axis=-1),
        row([ArraySpec((2, 3))] * 40, label="many arrays", kinds="biu"),
        row((ArraySpec((2, 3)), ArraySpec((2,))), axis=None),
        row([X], label="one array"),
        row([*[ArraySpec((2,))] * 2, ArraySpec((2,), dtype="float32")], kinds="biuf", label="mixed dtypes"),
        row([ArraySpec((2,), dtype="float32"), ArraySpec((2,))], kinds="biuf", label="mixed dtypes, in reverse"),
    ),
    bad=(
        bad(AikitValueError, "no arrays", []),
        bad(AikitValueError, "other lengths", [ArraySpec((2, 3)), ArraySpec((2, 4))]),
        bad(AikitValueError, "other dimensions", [ArraySpec((2, 3)), THREE]),
        bad(AikitTypeError, "no sequence", 3),
        bad(
            AikitValueError,
            "shapes",
            [ArraySpec((2, 3), dtype="float32"), ArraySpec((2, 4), dtype="float32")],
            words=("(2, 3)", "(2, 4)"),
        ),
        bad(
            AikitValueError,
            "ndim",
            [ArraySpec((2,), dtype="float32"), ArraySpec((2, 4), dtype="float32")],
            words=("(2,)", "(2, 4)"),
        ),
        bad(AikitValueError, "nothing", [], words=("arrays", "empty")),
        bad(
            AikitAxisError,
            "0-d",
            [ArraySpec((), dtype="float32"), ArraySpec((), dtype="float32")],
            words=("axis=0", "0 dim"),
        ),
        bad(AikitTypeError, "no sequence", ArraySpec((2,), dtype="float32"), words=("arrays", "list")),
        bad(
            AikitAxisError,
            "axis=1",
            [ArraySpec((2,), dtype="float32"), ArraySpec((2,), dtype="float32")],
            axis=1,
            words=("axis=1",),
        ),
    ),
)

_WIDTHS = (0, 2, (1, 3), [(2, 1)], "each", "lists")
"""What is added: one number for all sides, a pair for all axes, a pair for each."""


def _one_for_all(x: np.ndarray, pad_width: Any, **options: Any) -> bool:
    """Whether there is no pair for each of several axes."""
    return isinstance(pad_width, int) or isinstance(pad_width[0], int) or len(pad_width) == 1


OF_ALL_AXES = Trace(needs=(Need("rank", "a pair for all axes stands for as many as there are", _one_for_all),))
BAD_WIDTHS = (
    bad(AikitValueError, "negative", X, -1, words=("pad_width=-1", "0 or more")),
    bad(AikitValueError, "negative in a pair", X, [(1, 1), (0, -2)], words=("pad_width", "0 or more")),
    bad(AikitValueError, "other number of pairs", CUBE, [(1, 1), (0, 2)], words=("2 pairs", "3 dimensions")),
    bad(AikitValueError, "no pairs", X, [(1, 1, 1), (0, 2, 1)], words=("pad_width", "pair")),
    bad(AikitTypeError, "float", X, 1.5, words=("pad_width", "1.5", "float")),
    bad(AikitTypeError, "bool", X, [(True, 1), (0, 2)], words=("pad_width", "True")),
    bad(AikitTypeError, "text", X, "constant", words=("pad_width", "'constant'")),
    bad(AikitValueError, "too many elements", X, 2**60),
)

know(
    "constant_pad",
    keywords=Keywords(
        values={"pad_width": _WIDTHS, "value": (0, 3, -2, True, 2.5, 1 - 2j)}, call=keywords.constant_pad
    ),
    sizes=(
        row(ArraySpec((N,), "moved"), [(3, 2)], value=7),
        row(ArraySpec((BESIDE, N), "moved"), [(1, 0), (0, 5)], value=1),
        row(ArraySpec((N, BESIDE), "moved"), 1, value=2),
    ),
    reference=lambda x, pad_width, *, value: np.pad(x, pad_width, constant_values=value),
    bounds=MOVED,
    calls=(
        *all_dtypes(row(SPECIAL, [(1, 2), (0, 3)], value=1)),
        row(SPECIAL, 1),
        row(THREE, (2, 0), value=2),
        row(POINT, 3, label="0-d"),
        row(ArraySpec((1, 2, 1, 2, 1, 2, 1, 3)), 1, value=2, label="eight dimensions"),
        row(EMPTY, [(1, 0), (0, 2)], value=5, label="size 0"),
        row(EMPTY, [(0, 0), (2, 0)], label="size 0 stays"),
        row(THREE, [(2, 2)], value=math.nan, kinds="fc"),
        row(ArraySpec((3,), dtype="uint16"), 1, value=2**16 - 3, kinds="u", label="all bits"),
        row(THREE, [(2, 2)], value=-math.inf, kinds="fc"),
    ),
    bad=(
        *BAD_WIDTHS,
        bad(AikitTypeError, "value", ArraySpec((2,), dtype="int32"), 1, value=1.5, words=("value=1.5", "int32")),
        bad(AikitOverflowError, "value", ArraySpec((2,), dtype="uint8"), 1, value=300, words=("value=300", "uint8")),
        bad(AikitTypeError, "text for a value", X, 1, value="a", words=("value='a'", "str")),
    ),
    trace=OF_ALL_AXES,
)

know(
    "expand_dims",
    keywords=Keywords(values={"ndim": (0, 1, 2, 3)}),
    sizes=(row(ArraySpec((N,), "moved"), 0), row(ArraySpec((BESIDE, N), "moved"), 1)),
    bounds=MOVED,
    axis_of_result=True,
    calls=(*all_dtypes(row(X, 0)), row(X, axis=-1), row(X, (0, 2)), row(POINT, 0, label="0-d"), row(X, (-1, 0))),
    bad=(
        bad(AikitAxisError, "axis twice", X, (0, 0)),
        bad(AikitAxisError, "axis", ArraySpec((2,), dtype="float32"), 2, words=("axis=2",)),
        bad(AikitAxisError, "twice", ArraySpec((2,), dtype="float32"), (0, 0), words=("axis=(0, 0)",)),
    ),
)

know(
    "flip",
    sizes=(*along_one("moved"), row(ArraySpec((N,), "moved")), row(ArraySpec((BESIDE, N), "moved"))),
    bounds=MOVED,
    calls=(
        *all_dtypes(row(SPECIAL)),
        row(CUBE, axis=1),
        row(CUBE, axis=-1),
        row(CUBE, axis=(0, 2)),
        # of more dimensions than eight not every framework has a kernel
        row(ArraySpec((2, 1, 2, 1, 2, 1, 2, 1, 3)), axis=(2, -1), label="nine dimensions, two axes"),
        row(ArraySpec((2, 1, 2, 1, 2, 1, 2, 1, 3)), label="nine dimensions"),
        row(POINT, label="0-d"),
        row(EMPTY, label="size 0"),
    ),
    bad=(
        bad(AikitAxisError, "axis twice", X, axis=(0, 0)),
        bad(AikitAxisError, "axis=1", ArraySpec((2,), dtype="float32"), axis=1, words=("axis=1",)),
        bad(AikitAxisError, "0-d", ArraySpec((), dtype="float32"), axis=0, words=("axis=0",)),
    ),
)

know(
    "moveaxis",
    keywords=Keywords(
        values={"ndim": (1, 2, 3, 4), "source": (*AXES, *SOME), "destination": (0, -1, 2, *SOME)},
        call=keywords.moveaxis,
    ),
    sizes=(row(ArraySpec((BESIDE, N), "moved"), 0, 1), row(ArraySpec((N, BESIDE), "moved"), 0, 1)),
    bounds=MOVED,
    calls=(*all_dtypes(row(CUBE, 0, -1)), row(CUBE, (0, 1), (-1, -2)), row(CUBE, (2,), (0,))),
    bad=(
        bad(AikitValueError, "other number", CUBE, (0, 1), (0,)),
        bad(AikitAxisError, "axis twice", CUBE, (0, 0), (1, 2)),
        bad(AikitAxisError, "from an axis by two names", CUBE, (0, -3), (1, 2)),
        bad(AikitAxisError, "to an axis by two names", CUBE, (1, 2), (-1, 2)),
        bad(
            AikitValueError,
            "pairs",
            ArraySpec((2, 3), dtype="float32"),
            (0, 1),
            (0,),
            words=("source=(0, 1)", "destination=(0,)"),
        ),
        bad(AikitAxisError, "axis", ArraySpec((2, 3), dtype="float32"), 0, 2, words=("destination=2",)),
        bad(AikitAxisError, "twice", ArraySpec((2, 3), dtype="float32"), (0, 0), (0, 1), words=("source=(0, 0)",)),
    ),
)

know(
    "permute_dims",
    keywords=Keywords(values={"axes": permutations()}, call=keywords.permute_dims),
    sizes=(
        row(ArraySpec((BESIDE, N), "moved"), (1, 0)),
        row(ArraySpec((N, BESIDE), "moved"), (1, 0)),
        row(ArraySpec((2, N, 3), "moved"), (2, 0, 1)),
    ),
    bounds=MOVED,
    calls=(*all_dtypes(row(CUBE, (2, 0, 1))), row(X, axes=(1, 0)), row(POINT, (), label="0-d"), row(CUBE, [-1, 0, 1])),
    bad=(
        bad(AikitValueError, "too few", CUBE, (0, 1)),
        bad(AikitAxisError, "axis twice", CUBE, (0, 0, 1)),
        bad(AikitAxisError, "out of range", CUBE, (0, 1, 3)),
        bad(AikitAxisError, "axis", ArraySpec((2, 3), dtype="float32"), (0, 2), words=("axes=(0, 2)",)),
        bad(AikitAxisError, "twice", ArraySpec((2, 3), dtype="float32"), (0, 0), words=("axes=(0, 0)",)),
        bad(AikitValueError, "few", ArraySpec((2, 3), dtype="float32"), (0,), words=("axes=(0,)",)),
    ),
)

know(
    "repeat",
    keywords=Keywords(values={"repeats": (0, 3, "each", "one")}, call=keywords.repeat),
    sizes=(
        row(ArraySpec((N,), "moved"), 3),
        row(ArraySpec((BESIDE, N), "moved"), 2, axis=1),
        row(ArraySpec((N, BESIDE), "moved"), 2, axis=0),
        row(ArraySpec((N,), "moved"), ArraySpec((N,), "places of few")),
    ),
    bounds=MOVED,
    calls=(
        *all_dtypes(row(THREE, 2)),
        row(X, 3, axis=1),
        row(X, 2),
        row(THREE, ArraySpec((3,), "indices"), label="repeats array"),
        row(X, ArraySpec((4,), "indices"), axis=-1),
        row(THREE, 150, label="many times", kinds="biu"),
        row(THREE, 0, label="size 0"),
    ),
    trace=Trace(
        needs=(
            Need(
                "sizes",
                "the numbers of repeats say the length of the result",
                lambda x, /, repeats, **keywords: isinstance(repeats, np.ndarray),
            ),
        )
    ),
    bad=(
        bad(AikitValueError, "negative number", THREE, -1),
        bad(AikitValueError, "other number", THREE, ArraySpec((2,), "indices", "int32")),
        bad(AikitTypeError, "no integer", THREE, 1.5),
        bad(AikitValueError, "too many elements", THREE, 2**62),
        bad(AikitValueError, "2**64 elements", ArraySpec((4,), dtype="float32"), 2**62),
        wrong_values(
            AikitValueError,
            "2**64 elements by an array",
            ArraySpec((4,), dtype="float32"),
            ArraySpec((4,), lambda dtype: np.full(4, 2**62), "int64"),
        ),
        bad(AikitValueError, "negative", ArraySpec((3,), dtype="float32"), -1, words=("repeats", "-1")),
        wrong_values(
            AikitValueError, "array negative", ArraySpec((2,), dtype="float32"), these(1, -1), words=("repeats", "-1")
        ),
        bad(AikitValueError, "lengths", ArraySpec((3,), dtype="float32"), these(1, 2), words=("repeats", "(2,)")),
        bad(
            AikitTypeError,
            "float",
            ArraySpec((2,), dtype="float32"),
            ArraySpec((2,), dtype="float32"),
            words=("repeats", "float32"),
        ),
        bad(AikitAxisError, "axis=1", ArraySpec((2,), dtype="float32"), 2, axis=1, words=("axis=1",)),
    ),
    drawn=Drawn(as_sampled=True),
)

know(
    "reshape",
    keywords=Keywords(
        values={"shape": ("the same", "backwards", "flat", "an int", "a list", "first unknown", "last unknown")},
        call=keywords.reshape,
    ),
    sizes=(
        row(ArraySpec((N,), "moved"), (1, -1)),
        row(ArraySpec((BESIDE, N), "moved"), (-1,)),
        row(ArraySpec((N, BESIDE), "moved"), (2, -1)),
    ),
    reference=lambda x, shape, *, copy: np.reshape(x, shape),
    bounds=MOVED,
    calls=(
        *all_dtypes(row(SPECIAL, (2, 12))),
        row(CUBE, (-1,)),
        row(CUBE, (4, -1), copy=True),
        row(X, shape=[2, 6]),
        row(X, 12, label="int for a shape"),
        row(ArraySpec((1,)), (), label="to 0-d"),
        row(EMPTY, (3, 0), label="size 0"),
        row(X, (12,), copy=False),
    ),
    bad=(
        bad(AikitValueError, "other size", X, (5, 2)),
        bad(AikitValueError, "does not divide", X, (5, -1)),
        bad(AikitValueError, "two unknowns", X, (-1, -1)),
        bad(AikitTypeError, "length no int", X, (2.0, 6)),
        bad(AikitValueError, "size", ArraySpec((2, 3), dtype="float32"), (4,), words=("(2, 3)", "shape=(4,)")),
        bad(AikitValueError, "two -1", ArraySpec((2, 3), dtype="float32"), (-1, -1), words=("shape=(-1, -1)",)),
        bad(AikitValueError, "-2", ArraySpec((2, 3), dtype="float32"), (-2, 3), words=("shape=(-2, 3)",)),
        bad(AikitValueError, "-1 of nothing", ArraySpec((0,), dtype="float32"), (0, -1), words=("(0, -1)",)),
        bad(AikitTypeError, "float", ArraySpec((2, 3), dtype="float32"), (1.5,), words=("shape", "1.5", "int")),
        bad(
            AikitTypeError,
            "given twice",
            ArraySpec((2,), dtype="float32"),
            (2,),
            shape=(2,),
            words=("shape", "multiple"),
        ),
        bad(AikitTypeError, "copy", ArraySpec((2,), dtype="float32"), (2,), copy=2, words=("copy=2", "None")),
    ),
)

know(
    "roll",
    # NumPy fails without axes
    reference=lambda x, shift, *, axis: x if axis == () else np.roll(x, shift, axis),
    keywords=Keywords(values={"shift": (1, -2, 7, "each")}, call=keywords.roll),
    sizes=(
        row(ArraySpec((N,), "moved"), 5),
        row(ArraySpec((BESIDE, N), "moved"), -3, axis=1),
        row(ArraySpec((N, BESIDE), "moved"), 3, axis=0),
        row(ArraySpec((BESIDE, N), "moved"), 7),
    ),
    bounds=MOVED,
    calls=(
        *all_dtypes(row(SPECIAL, 5)),
        row(CUBE, -2, axis=1),
        row(CUBE, 2**70, axis=1),
        row(CUBE, (1, 2), axis=(0, -1)),
        row(CUBE, (1, 2, 1), axis=(1, 1, -2), label="an axis several times"),
        row(CUBE, 2, axis=(0, -1)),
        row(X, shift=9, axis=0),
        row(EMPTY, 1, label="size 0"),
    ),
    bad=(
        bad(AikitValueError, "other number", X, (1, 2, 3), axis=(0, 1)),
        bad(
            AikitValueError,
            "pairs",
            ArraySpec((3, 3), dtype="float32"),
            (1, 2),
            axis=(0,),
            words=("shift=(1, 2)", "axis=(0,)"),
        ),
        bad(AikitValueError, "a sequence of one", X, (1,), axis=0, words=("shift=(1,)", "axis=0")),
        bad(AikitValueError, "several without an axis", X, (1, 2), words=("shift=(1, 2)", "axis=None")),
        bad(AikitTypeError, "shift float", ArraySpec((2,), dtype="float32"), 1.5, words=("shift=1.5",)),
        bad(AikitAxisError, "axis=1", ArraySpec((2,), dtype="float32"), 1, axis=1, words=("axis=1",)),
    ),
    trace=Trace(
        needs=(
            Need(
                "lengths",
                "a shift beyond int64 is reduced by a length that must be known",
                lambda x, /, shift, **keywords: np.max(np.abs(shift), initial=0) >= 2**63,
            ),
        )
    ),
)

know(
    "split",
    keywords=Keywords(
        values={"num_or_size_splits": (None, 1, 2, 3, "two", "none first", "a rest")}, call=keywords.split
    ),
    sizes=(
        row(ArraySpec((N,), "moved"), num_or_size_splits=3, with_remainder=True),
        row(ArraySpec((BESIDE, N), "moved"), num_or_size_splits=2, axis=1, with_remainder=True),
        row(ArraySpec((N, BESIDE), "moved"), num_or_size_splits=[1], with_remainder=True),
    ),
    reference=reference.split,
    bounds=MOVED,
    calls=(
        *all_dtypes(row(SPECIAL, num_or_size_splits=2)),
        row(CUBE, axis=-1),
        row(CUBE, num_or_size_splits=[1, 0, 3], axis=2),
        row(CUBE, num_or_size_splits=3, axis=2, with_remainder=True),
        row(CUBE, num_or_size_splits=(1, 2), axis=2, with_remainder=True, copy=True),
        row(X, num_or_size_splits=3, copy=False),
        row(EMPTY, label="size 0"),
        row(EMPTY, num_or_size_splits=2, label="size 0, two"),
    ),
    bad=(
        bad(AikitAxisError, "0-d", POINT, words=("axis=0",)),
        bad(AikitAxisError, "axis=2", X, axis=2, words=("axis=2",)),
        bad(AikitValueError, "a rest", X, num_or_size_splits=2, words=("num_or_size_splits=2", "1 of 3", "remainder")),
        bad(AikitValueError, "lengths that leave a rest", X, num_or_size_splits=[1, 1], words=("(1, 1)", "1 of 3")),
        bad(AikitValueError, "too long", X, num_or_size_splits=[2, 2], words=("(2, 2)", "3 elements")),
        bad(AikitValueError, "negative length", X, num_or_size_splits=[4, -1], words=("(4, -1)",)),
        bad(AikitValueError, "none", X, num_or_size_splits=0, words=("num_or_size_splits=0", "1 or more")),
        bad(AikitTypeError, "float", X, num_or_size_splits=1.5, words=("num_or_size_splits=1.5",)),
    ),
    trace=Trace(needs=(Need("lengths", "there are as many results, or as long ones, as the length says"),)),
)

know(
    "squeeze",
    keywords=Keywords(values={"others": (False, True)}, call=keywords.squeeze),
    sizes=(row(ArraySpec((1, N), "moved"), 0), row(ArraySpec((N, 1), "moved"), 1)),
    bounds=MOVED,
    calls=(
        *all_dtypes(row(ArraySpec((1, 3, 1)), 0)),
        row(ArraySpec((1, 3, 1)), axis=(0, -1)),
        row(ArraySpec((1,)), 0, label="to 0-d"),
        row(ArraySpec((1, 0)), 0, label="size 0"),
    ),
    bad=(
        bad(AikitValueError, "length not 1", X, 0),
        bad(AikitAxisError, "axis twice", ArraySpec((1, 1)), (0, 0)),
        bad(AikitValueError, "2", ArraySpec((2, 1), dtype="float32"), axis=0, words=("axis=0", "(2, 1)")),
        bad(AikitAxisError, "axis", ArraySpec((1,), dtype="float32"), 1, words=("axis=1",)),
        bad(AikitAxisError, "twice", ArraySpec((1, 2), dtype="float32"), (0, 0), words=("axis=(0, 0)",)),
        bad(AikitAxisError, "0-d", ArraySpec((), dtype="float32"), 0, words=("axis=0",)),
    ),
)

know(
    "stack",
    keywords=Keywords(values={"number": (1, 2, 3)}, call=keywords.stack),
    sizes=(
        row([ArraySpec((N,), "moved"), ArraySpec((N,), "moved")]),
        row([ArraySpec((N,), "moved"), ArraySpec((N,), "moved")], axis=1),
    ),
    bounds=MOVED,
    axis_of_result=True,
    calls=(
        *all_dtypes(row([ArraySpec((2, 3), "special"), ArraySpec((2, 3))])),
        row([ArraySpec((2, 3)), ArraySpec((2, 3))], axis=-1),
        row([ArraySpec((2, 3))] * 40, axis=1, label="many arrays", kinds="biu"),
        row((POINT, POINT), axis=0, label="0-d"),
        row([*[ArraySpec((2,))] * 2, ArraySpec((2,), dtype="float32")], kinds="biuf", label="mixed dtypes"),
        row([ArraySpec((2,), dtype="float32"), ArraySpec((2,))], kinds="biuf", label="mixed dtypes, in reverse"),
    ),
    bad=(
        bad(AikitValueError, "no arrays", []),
        bad(AikitValueError, "other shapes", [ArraySpec((2, 3)), ArraySpec((3, 2))]),
        bad(
            AikitValueError,
            "shapes",
            [ArraySpec((2,), dtype="float32"), ArraySpec((3,), dtype="float32")],
            words=("(2,)", "(3,)"),
        ),
        bad(AikitValueError, "nothing", [], words=("arrays", "empty")),
        bad(
            AikitAxisError,
            "axis=2",
            [ArraySpec((2,), dtype="float32"), ArraySpec((2,), dtype="float32")],
            axis=2,
            words=("axis=2",),
        ),
    ),
)

know(
    "swapaxes",
    keywords=Keywords(values={"ndim": (1, 2, 3, 4), "axis0": AXES, "axis1": AXES}, call=keywords.swapaxes),
    sizes=(row(ArraySpec((BESIDE, N), "moved"), 0, 1), row(ArraySpec((N, BESIDE), "moved"), 1, 0)),
    reference=lambda x, axis0, axis1, *, copy: np.swapaxes(x, axis0, axis1),
    bounds=MOVED,
    calls=(
        *all_dtypes(row(CUBE, 0, -1)),
        row(CUBE, 1, 1, label="one axis"),
        row(CUBE, -3, 1, copy=True),
        row(X, 0, 1, copy=False),
        row(ArraySpec((0, 2, 3)), 2, 0, label="size 0"),
    ),
    bad=(
        bad(AikitAxisError, "first", X, 2, 0, words=("axis0=2",)),
        bad(AikitAxisError, "second", X, 0, -3, words=("axis1=-3",)),
        bad(AikitAxisError, "0-d", POINT, 0, 0, words=("axis0=0",)),
        bad(AikitTypeError, "float", X, 0, 1.5, words=("axis1=1.5",)),
    ),
)

know(
    "tile",
    keywords=Keywords(values={"repetitions": ((), (3,), [1, 2], (0, 1), (2, 1, 3), (2, 1, 1, 1, 2))}),
    sizes=(
        row(ArraySpec((N,), "moved"), (3,)),
        row(ArraySpec((BESIDE, N), "moved"), (2, 1)),
        row(ArraySpec((N, BESIDE), "moved"), (1, 2)),
    ),
    bounds=MOVED,
    calls=(
        *all_dtypes(row(ArraySpec((2, 3)), (2, 1))),
        row(THREE, (2, 2)),
        row(CUBE, (2,)),
        row(THREE, (2, 150), label="many times", kinds="biu"),
        row(POINT, (3,), label="0-d"),
        row(X, (0, 1), label="size 0"),
    ),
    bad=(
        bad(AikitValueError, "negative number", X, (-1, 2)),
        bad(AikitValueError, "too many elements", THREE, (2**40, 2**40)),
        bad(AikitValueError, "2**64 elements", ArraySpec((4,), dtype="float32"), (2**62,)),
        bad(AikitValueError, "negative", ArraySpec((3,), dtype="float32"), (-1,), words=("repetitions=(-1,)",)),
    ),
)

know(
    "unstack",
    sizes=(row(ArraySpec((BESIDE, N), "moved")), row(ArraySpec((N, BESIDE), "moved"), axis=1)),
    bounds=MOVED,
    calls=(*all_dtypes(row(SPECIAL)), row(CUBE, axis=-1), row(ArraySpec((0, 3, 2)), axis=1, label="size 0")),
    bad=(
        bad(AikitAxisError, "0-d", POINT),
        bad(AikitAxisError, "axis=1", ArraySpec((2,), dtype="float32"), axis=1, words=("axis=1",)),
    ),
    trace=Trace(needs=(Need("lengths", "there are as many results as the length says"),)),
)

know(
    "zero_pad",
    keywords=Keywords(values={"pad_width": _WIDTHS}, call=keywords.zero_pad),
    sizes=(row(ArraySpec((N,), "moved"), [(3, 2)]), row(ArraySpec((BESIDE, N), "moved"), [(1, 0), (0, 5)])),
    reference=lambda x, pad_width: np.pad(x, pad_width),
    bounds=MOVED,
    calls=(
        *all_dtypes(row(SPECIAL, [(1, 2), (0, 3)])),
        row(THREE, (2, 0)),
        row(POINT, 3, label="0-d"),
        row(EMPTY, 1, label="size 0"),
    ),
    bad=BAD_WIDTHS,
    trace=OF_ALL_AXES,
)

know("broadcast_shapes", bad=(bad(AikitBroadcastShapeError, "shape", (2,), (3,), words=("(2,)", "(3,)")),))

_OF_ROWS = Trace(needs=(Need("rank", "the dimensions say along which axis arrays are joined"),))
_NO_JOIN = (
    bad(AikitValueError, "no arrays", []),
    bad(AikitTypeError, "no sequence", 3),
)

know(
    "hstack",
    reference=lambda arrays: np.hstack(list(arrays)),
    bounds=MOVED,
    sizes=(row([ArraySpec((N,), "moved"), ArraySpec((7,), "moved")]), row([ArraySpec((BESIDE, N), "moved")] * 2)),
    calls=(
        *all_dtypes(row([ArraySpec((2, 3), "special"), ArraySpec((2, 1))])),
        row([ArraySpec((2,)), ArraySpec((3,))], label="vectors"),
        row([POINT, ArraySpec((3,)), POINT], label="0-d"),
        row([CUBE, ArraySpec((2, 1, 4))], label="three dimensions"),
        row([X], label="one array"),
        row([ArraySpec((2, 0)), ArraySpec((2, 3))], label="size 0"),
        row([*[ArraySpec((2,))] * 2, ArraySpec((2,), dtype="float32")], kinds="biuf", label="mixed dtypes"),
    ),
    bad=(
        *_NO_JOIN,
        bad(AikitValueError, "other lengths", [ArraySpec((2, 3)), ArraySpec((3, 3))], words=("(2, 3)", "(3, 3)")),
        bad(AikitValueError, "other dimensions", [ArraySpec((2, 3)), ArraySpec((2,))], words=("(2,)",)),
    ),
    trace=_OF_ROWS,
)
know(
    "vstack",
    reference=lambda arrays: np.vstack(list(arrays)),
    bounds=MOVED,
    sizes=(row([ArraySpec((N,), "moved")] * 2), row([ArraySpec((N, BESIDE), "moved"), ArraySpec((BESIDE,), "moved")])),
    calls=(
        *all_dtypes(row([ArraySpec((2, 3), "special"), ArraySpec((3,))])),
        row([ArraySpec((3,)), ArraySpec((3,))], label="vectors"),
        row([POINT, ArraySpec((1,)), POINT], label="0-d"),
        row([CUBE, ArraySpec((1, 3, 4))], label="three dimensions"),
        row([ArraySpec((1, 2, 2, 3)), ArraySpec((2, 2, 2, 3))], label="four dimensions"),
        row([ArraySpec((0, 3)), ArraySpec((2, 3))], label="size 0"),
        row([ArraySpec((0, 3)), ArraySpec((0, 3))], label="size 0 alone"),
        row([*[ArraySpec((2,))] * 2, ArraySpec((2,), dtype="float32")], kinds="biuf", label="mixed dtypes"),
    ),
    bad=(
        *_NO_JOIN,
        bad(AikitValueError, "other lengths", [ArraySpec((2, 3)), ArraySpec((4,))], words=("(2, 3)", "(1, 4)")),
        bad(AikitValueError, "other dimensions", [CUBE, ArraySpec((3, 4))], words=("(3, 4)",)),
    ),
    trace=_OF_ROWS,
)
