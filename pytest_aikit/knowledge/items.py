"""Reads and writes of parts of arrays: NumPy's, for each kind of key."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from aikit.exceptions import AikitBroadcastShapeError, AikitIndexError, AikitOverflowError, AikitTypeError
from pytest_aikit.knowledge import keys
from pytest_aikit.knowledge.bounds import MOVED
from pytest_aikit.knowledge.calls import ArraySpec, Bad, N, bad, row, wrong_values
from pytest_aikit.knowledge.keywords import Keywords
from pytest_aikit.knowledge.records import Drawn, Gradient, Need, Trace, know
from pytest_aikit.knowledge.reference import items as reference

READ: dict[str, Any] = {
    "reference": reference.read,
    "bounds": MOVED,
    "called": "x[",
}
X, INT = ArraySpec((4, 5), dtype="float32"), "int32"


def _of(*key: Any, label: str, words: tuple[str, ...] = (), error: type[Exception] = AikitIndexError) -> Bad:
    return bad(error, label, X, *key, words=words)


def _beyond(*key: Any, label: str, words: tuple[str, ...]) -> Bad:
    """A key with an array of indices of which one is out of range."""
    return wrong_values(AikitIndexError, label, X, *key, words=words)


_NO_INDICES: tuple[Any, ...] = (1.0, 1j, "a", True, False, {}, slice(0.0, 1), slice(None, None, "1"))
BAD_KEYS = (
    *(_of(number, label=f"x[{number}]", words=(str(number), "length 4")) for number in (4, -5, 2**70, -(2**70))),
    *(_of(..., number, label=f"x[..., {number}]", words=(str(number), "length 5")) for number in (5, -6)),
    *(_of(keys.array(4, dtype), label=f"0-d of {dtype}", words=("4", "length 4")) for dtype in keys.INTEGERS),
    _of(0, 0, 0, label="too many", words=("3 dimensions", "of 2")),
    _of(keys.array(np.ones((4, 5, 1), bool), "bool"), label="too many of a mask", words=("3 dimensions", "of 2")),
    _of(..., 0, ..., label="two ellipses", words=("2 ellipses",)),
    _of(keys.array([True] * 3, "bool"), label="a short mask", words=("(3,)",)),
    _of(0, [True] * 4, label="a mask of another axis", words=("(4,)",)),
    _of(keys.array(np.ones((5, 4), bool), "bool"), label="a transposed mask", words=("(5, 4)",)),
    *(
        _of(
            keys.array(np.ones(shape, bool), "bool"),
            label=f"a mask of {shape} that would broadcast",
            words=(str(shape),),
        )
        for shape in ((1,), (1, 5), (4, 1))
    ),
    *(_of(keys.array([0.0], dtype), label=f"of {dtype}", words=(dtype,)) for dtype in ("float32", "complex64")),
    *(_of(part, label=repr(part)) for part in _NO_INDICES),
    _of(0, slice(1, 2, 0), label="step 0", words=("step",)),
)
BAD_ARRAYS = (
    *(
        _beyond(keys.array([0, number], INT), label=f"index {number}", words=(str(number), "length 4"))
        for number in (4, -5)
    ),
    *(_of(None, slice(1, 3), [0, number], label=f"list of {number}", words=(str(number), "5")) for number in (5, -6)),
    *(
        _beyond(keys.array([4], dtype), label=f"an array of {dtype}", words=("4", "length 4"))
        for dtype in keys.INTEGERS
    ),
    _beyond(keys.array([[0], [4]], INT), label="a 2-d array", words=("4", "length 4")),
    _beyond(slice(1), keys.array([[0, -6]], INT), label="a 2-d array of another axis", words=("-6", "length 5")),
    _of(keys.array([0, 1], INT), keys.array([0, 1, 2], INT), label="not broadcasting", words=("(2,)", "(3,)")),
    _of(
        keys.array([True] * 3 + [False], "bool"),
        keys.array([0, 1], INT),
        label="a mask beside two",
        words=("(3,)", "(2,)"),
    ),
)
"""Keys that are refused, of an array of shape (4, 5), and those among them that have index arrays."""


OF_NOTHING = tuple(
    bad(AikitIndexError, f"of {shape}", ArraySpec(shape, dtype="float32"), *key, words=("4", "length 4"))
    for shape, *key in (((4, 0), keys.array([4], INT)), ((0, 4), slice(None), keys.array([0, 4], INT)))
)
OF_MANY = tuple(
    bad(
        AikitIndexError,
        f"of many axes, the axis {place}",
        ArraySpec((2,) * 7, dtype="float32"),
        *(keys.array([2 if axis == place else 0], INT) for axis in range(7)),
        words=("2", "length 2"),
    )
    for place in (1, 6)
)
"""Places that there are not along one of several axes, though there are so many elements."""
"""Places that there are not, where nothing would be selected."""


def _writes(one: Bad) -> Bad:
    return one._replace(args=(one.args[0], 1.0, *one.args[1:]))


_OF_KINDS = {
    "bool": ("bool",),
    "u": ("uint8", "uint32"),
    "i": ("int8", "int32", "int64"),
    "f": ("float32", "float64"),
    "c": ("complex64",),
}
REFUSED = [
    (dtype, value)
    for (place, into), (other, of) in itertools.product(enumerate(_OF_KINDS.values()), repeat=2)
    if place < other
    for dtype, value in itertools.product(into, of)
]
"""Dtypes of arrays, and of values that do not cast to them within their kind."""

BAD_VALUES = (
    *(
        bad(
            AikitBroadcastShapeError,
            f"{shape} into {label}",
            X,
            ArraySpec(shape, dtype="float32"),
            *key,
            words=(str(shape),),
        )
        for shape, label, key in (
            ((3,), "a row", (0,)),
            ((2, 5), "a row", (0,)),
            ((4,), "all", (...,)),
            ((5, 4), "all", (...,)),
            ((2,), "a point", (0, 0)),
            ((0,), "a row", (0,)),
            ((1, 2, 5), "rows", (slice(1),)),
        )
    ),
    *(
        bad(
            AikitTypeError,
            f"{value} into {dtype}",
            ArraySpec((3,), dtype=dtype),
            ArraySpec((), dtype=value),
            0,
            words=(value, dtype),
        )
        for dtype, value in REFUSED
    ),
    *(
        bad(AikitTypeError, f"{value!r} into {dtype}", ArraySpec((3,), dtype=dtype), value, 0, words=("value",))
        for dtype, value in (
            ("bool", 1.0),
            ("int32", 1.5),
            ("uint8", 1j),
            ("float32", 1j),
            ("float32", "a"),
            ("float32", None),
        )
    ),
    *(
        bad(
            AikitOverflowError,
            f"{value} into {dtype}",
            ArraySpec((3,), dtype=dtype),
            value,
            0,
            words=(str(value), dtype),
        )
        for dtype, value in (
            ("int8", 128),
            ("int8", -129),
            ("uint8", 256),
            ("uint8", -1),
            ("int64", 2**63),
            ("uint64", -1),
        )
    ),
)
"""Values that are refused: of shapes that do not fit, of other kinds, and beyond the range."""

_EACH_TWICE = ArraySpec((N,), lambda dtype: np.array([6, 0, 3, -1, 2, -6, 5]), INT)
_TRUE, _MASK = ArraySpec((N,), lambda dtype: np.ones(1), "bool"), ArraySpec((N,), "mask", "bool")
READ_AT_LENGTH = (
    row(ArraySpec((N,)), slice(None, None, -3), label="slice"),
    row(ArraySpec((N,)), _MASK, label="mask"),
)
READ_BY_ARRAYS_AT_LENGTH = (row(ArraySpec((7, 2)), _EACH_TWICE, label="indices"),)
WRITTEN_AT_LENGTH = (
    row(ArraySpec((N,)), ArraySpec((N,)), slice(None, None, -1), label="slice"),
    row(ArraySpec((N, 2)), ArraySpec((N, 2)), _TRUE, label="mask, values one by one"),
    row(ArraySpec((N,)), ArraySpec(()), _MASK, label="mask"),
)
WRITTEN_BY_ARRAYS_AT_LENGTH = (row(ArraySpec((7, N)), ArraySpec((2, N)), keys.array([5, 2], INT), label="rows"),)
"""Parts of long arrays, which kernels read and write in blocks, and where a mask selects more than a narrow integer counts."""

OF_VALUES = Keywords(why_none="each call writes another value")
WRITTEN: dict[str, Any] = {**READ, "reference": reference.write, "keywords": OF_VALUES}


def _has_arrays(*arguments: Any) -> bool:
    return any(isinstance(part, (np.ndarray, list)) for part in arguments)


def _has_masks(*arguments: Any) -> bool:
    return any(isinstance(part, (np.ndarray, list, bool)) and np.asarray(part).dtype == bool for part in arguments)


RANK = "arrays stand for dimensions, of which there must be as many"
OF_READS = Trace(
    needs=(
        Need("sizes", "a mask says how many elements it selects", lambda x, *key: _has_masks(*key)),
        Need("rank", RANK, lambda x, *key: _has_arrays(*key)),
    )
)
OF_WRITES = Trace(needs=(Need("rank", RANK, lambda x, value, *key: _has_arrays(*key)),))

know(
    "Array.__getitem__",
    **READ,
    sizes=READ_AT_LENGTH,
    trace=OF_READS,
    bad=BAD_KEYS,
    calls=tuple(keys.reading(standard=True)),
    drawn=Drawn(of_key=keys.read_by(standard=True)),
    gradient=Gradient(long=(row(ArraySpec((66, 2)), slice(1, None)),)),
)
know(
    "Array.__getitem__.combined",
    **READ,
    sizes=READ_BY_ARRAYS_AT_LENGTH,
    trace=OF_READS,
    bad=(*BAD_ARRAYS, *OF_NOTHING, *OF_MANY),
    calls=tuple(keys.reading(standard=False)),
    drawn=Drawn(of_key=keys.read_by(standard=False)),
    gradient=Gradient(long=(row(ArraySpec((66,)), keys.array([3, 65, -2], INT)),)),
)
know(
    "Array.__setitem__",
    **WRITTEN,
    sizes=WRITTEN_AT_LENGTH,
    trace=OF_WRITES,
    bad=(*map(_writes, BAD_KEYS), *BAD_VALUES),
    calls=tuple(keys.writing(standard=True)),
    drawn=Drawn(of_key=keys.written_by(standard=True)),
    gradient=Gradient(long=(row(ArraySpec((66, 2)), ArraySpec((65, 2)), slice(1, None)),)),
)
know(
    "Array.__setitem__.combined",
    **WRITTEN,
    sizes=WRITTEN_BY_ARRAYS_AT_LENGTH,
    trace=OF_WRITES,
    bad=tuple(map(_writes, (*BAD_ARRAYS, *OF_NOTHING, *OF_MANY))),
    calls=tuple(keys.writing(standard=False)),
    drawn=Drawn(of_key=keys.written_by(standard=False)),
    gradient=Gradient(long=(row(ArraySpec((66,)), ArraySpec((65,)), keys.array([*range(65)], INT)),)),
)
know(
    "Array.__setitem__.of_itself",
    **{**WRITTEN, "reference": reference.write_itself},
    trace=OF_WRITES,
    calls=tuple(keys.of_itself()),
    drawn=Drawn(as_sampled=True),
)
