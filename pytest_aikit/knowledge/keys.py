"""The keys that arrays are read and written by: every sequence of kinds of parts, over arrays of one to three dimensions.

What stands for a kind of part changes from key to key: each of its forms has its turn.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from aikit.dtypes import DTYPES
from pytest_aikit.knowledge.calls import ArraySpec, Row, row
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype

INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
SHAPES = ((6,), (4, 5), (3, 4, 5))
"""Of the arrays; every length is another one, so that an exchange of axes shows."""


def numbered(dtype: str) -> np.ndarray:
    """Sixty elements of which no two are equal, where the dtype has as many; what a product or a sum would lose is among them."""
    count = np.arange(60)
    if dtype == "bool":
        return count * count % 7 % 3 == 1
    values = count - 20 * (not dtype.startswith("uint"))
    return _with_special((values + 0.5j * count if dtype.startswith("complex") else values), dtype, 3, 8, 14)


def _with_special(values: np.ndarray, dtype: str, *places: int) -> np.ndarray:
    """With NaN and both infinities in these places, and the zero negative; with integers that no floating dtype has."""
    values = values.astype(numpy_dtype(dtype))
    if kind_of(dtype) in "fc":
        values[values == 0] = -0.0
        values[[*places]] = np.array([np.nan, np.inf, -np.inf]).astype(values.dtype)
    else:
        greatest = np.iinfo(values.dtype).max
        values[[*places]] = np.array([greatest, greatest - 1, greatest - 3], values.dtype)
    return values


def array(values: Any, dtype: str) -> ArraySpec:
    """An array of a key."""
    made = np.asarray(values)
    return ArraySpec(made.shape, lambda _: made, dtype)


# ------------------------------------------------------------------------------------------------ parts of keys


@dataclass(frozen=True)
class Kind:
    """A kind of part of a key.

    Attributes
    ----------
    takes : how many dimensions it stands for.
    forms : from the lengths of these and a number, the forms that it has there; of index arrays each selects two elements of
        a dimension, so that any of them fit each other, and none selects one twice, so that it can be written to.
    """

    name: str
    takes: int
    forms: Callable[[tuple[int, ...], int], Sequence[Any]]

    @property
    def is_mask(self) -> bool:
        """Whether it is a mask, of any number of dimensions."""
        return self.name.endswith("mask")


def _ints(lengths: tuple[int, ...], number: int) -> Sequence[Any]:
    (n,) = lengths
    return 0, n - 1, -1, -n, array(n - 2, _signed(number)), np.int64(1), array(1, _any(number))


def _slices(lengths: tuple[int, ...], number: int) -> Sequence[Any]:
    (n,) = lengths
    return (
        *(slice(None), slice(1, None), slice(None, -1), slice(None, None, 2), slice(1, n - 1), slice(-2, None)),
        *(slice(-n - 3, n + 3), slice(1, None, n), slice(1, 2, 1), slice(None, 2**70), slice(np.int8(1), None)),
    )


def _reversed(lengths: tuple[int, ...], number: int) -> Sequence[Any]:
    (n,) = lengths
    return (
        *(
            slice(None, None, -1),
            slice(None, None, -2),
            slice(n - 1, 0, -1),
            slice(-1, -n - 1, -2),
            slice(-2, None, -1),
        ),
        *(slice(n + 3, -n - 3, -1), slice(2, None, -n), slice(None, -(2**70), -1)),
    )


def _arrays(lengths: tuple[int, ...], number: int) -> Sequence[Any]:
    (n,) = lengths
    low, high = sorted((number % n, (number + 2) % n))
    return array([high, low], _any(number)), [low, -1 if low < n - 1 else 0], array([low - n, high], _signed(number))


def _matrices(lengths: tuple[int, ...], number: int) -> Sequence[Any]:
    (n,) = lengths
    return array([[0], [n - 1]], _any(number)), array([[-1], [number % (n - 1)]], _signed(number)), [[1], [0]]


def _masks(lengths: tuple[int, ...], number: int) -> Sequence[Any]:
    mask = np.zeros(lengths, bool)
    mask.flat[[number % mask.size, (number + 3) % mask.size]] = True
    return array(mask, "bool"), mask.tolist()


def _any(number: int) -> str:
    return INTEGERS[number % len(INTEGERS)]


def _signed(number: int) -> str:
    return INTEGERS[number % 4]


INT = Kind("int", 1, _ints)
NONE = Kind("None", 0, lambda lengths, number: (None,))
ELLIPSIS = Kind("...", 0, lambda lengths, number: (Ellipsis,))
MASK, MASK_2D = Kind("mask", 1, _masks), Kind("2-d mask", 2, _masks)
NO_AXIS = Kind("0-d mask", 0, lambda lengths, number: (array(True, "bool"),))  # all along an axis of its own
INDEX, INDEX_2D = Kind("array", 1, _arrays), Kind("2-d array", 1, _matrices)
BASIC = (INT, Kind("slice", 1, _slices), Kind("reversed", 1, _reversed), NONE, ELLIPSIS)
ADVANCED = (INDEX, INDEX_2D, MASK, MASK_2D)


@dataclass(frozen=True)
class Key:
    """A key, the shape of the array it is for, and the kinds of its parts."""

    shape: tuple[int, ...]
    kinds: tuple[Kind, ...]
    parts: tuple[Any, ...]

    @property
    def label(self) -> str:
        return f"{len(self.shape)}-d[{', '.join(kind.name for kind in self.kinds)}]"

    @property
    def selected(self) -> tuple[int, ...]:
        """The shape of what it selects."""
        return np.empty(self.shape)[tuple(_on_host(part) for part in self.parts)].shape

    @property
    def is_standard(self) -> bool:
        """Whether a namespace of the Array API standard has it for reading: an array alone, without an int; a mask alone."""
        advanced = [kind for kind in self.kinds if kind.is_mask or kind in ADVANCED]
        if advanced and advanced[0].is_mask:
            return self.kinds in ((advanced[0],), (advanced[0], ELLIPSIS))
        return not advanced or (len(advanced) == 1 and INT not in self.kinds)

    @property
    def is_standard_for_writing(self) -> bool:
        """Whether the standard has it for writing: no array, or a mask alone."""
        return self.is_standard and not {INDEX, INDEX_2D} & {*self.kinds}


def _on_host(part: Any) -> Any:
    if isinstance(part, list):
        return np.asarray(part)
    return part.values("") if isinstance(part, ArraySpec) else part  # type: ignore[operator]


@functools.cache
def each_form() -> tuple[Key, ...]:
    """Each form of each kind of part, alone."""
    found = []
    for kind in (*BASIC, *ADVANCED, NO_AXIS):
        shape = SHAPES[max(kind.takes, 1) - 1]
        for number in range(len(INTEGERS)):
            parts = kind.forms(shape[: kind.takes], number)
            # what depends on the number are arrays, of each integer dtype
            chosen = parts if number == 0 else [part for part in parts if isinstance(part, ArraySpec)]
            found += [Key(shape, (kind,), (part,)) for part in chosen if kind.takes or number == 0]
    return (*found, Key((4, 5), (NO_AXIS,), (array(False, "bool"),)), Key((4, 5), (), ()), *_with_empty_ellipsis())


def _with_empty_ellipsis() -> Iterator[Key]:
    """Keys in which an Ellipsis of no axes is what is between two arrays."""
    for first, last in itertools.product((INDEX, INT), repeat=2):
        kinds = (BASIC[1], first, ELLIPSIS, last)
        if INDEX in kinds:
            yield Key(SHAPES[2], kinds, tuple(_parts(SHAPES[2], kinds, 3, 2)))


@functools.cache
def products() -> tuple[Key, ...]:
    """Every sequence of up to three kinds, and of four with index arrays, for each number of dimensions that is enough.

    It takes four to have something before, and something of no dimension between, index arrays and ints; a mask of no
    dimension is in few of three. The forms take turns.
    """
    found: list[Key] = []
    for shape in SHAPES:
        for count, parts, needed in (
            (2, (*BASIC, *ADVANCED, NO_AXIS), None),
            (3, (*BASIC, *ADVANCED), None),
            (3, (BASIC[1], INDEX, NO_AXIS), NO_AXIS),
            (4, (*BASIC[1:2], NONE, ELLIPSIS, INT, INDEX), INDEX),
        ):
            for kinds in itertools.product(parts, repeat=count):
                if needed is not None and needed not in kinds:
                    continue
                taken = sum(kind.takes for kind in kinds)
                if taken <= len(shape) and kinds.count(ELLIPSIS) <= 1:
                    found.append(Key(shape, kinds, tuple(_parts(shape, kinds, taken, len(found)))))
    return tuple(found)


@functools.cache
def larger() -> tuple[Key, ...]:
    """Keys of long arrays, whose places 8 bits do not count, of many elements at once, and of more than three dimensions."""
    found = []
    for number, dtype in enumerate(INTEGERS):
        bits = 7 if dtype == "int8" else 8
        places = np.array([2**bits - 1, 130, 3, 100 + number]) % 2**bits
        signed = -places - 1 if dtype.startswith("int") and number % 2 == 0 else places
        found.append(Key((300, 2), (INDEX,), (array(np.minimum(signed, 127) if dtype == "int8" else signed, dtype),)))
    found.append(Key((40_000,), (INDEX,), (array([-1, 100, -(2**15)], "int16"),)))
    order = np.random.default_rng(3).permutation(2500)
    mask = (order % 3 == 0) | (np.arange(2500) % 2499 == 0)
    rows, columns = np.divmod(order[:1500], 50)
    found += [
        Key((2500,), (INDEX,), (array(_from_both_ends(order, 2500), "int32"),)),
        Key((2500,), (MASK,), (array(mask, "bool"),)),
        Key((50, 50), (MASK_2D,), (array(mask.reshape(50, 50), "bool"),)),
        Key((50, 50), (INDEX, INDEX), (array(_from_both_ends(rows, 50), "int64"), array(columns, "int16"))),
        Key((2500,), (BASIC[2],), (slice(2400, 7, -3),)),
    ]
    for shape in ((2, 3, 2, 3), (2, 1, 3, 2, 3), (2, 1, 2, 1, 2, 1, 2, 1, 3)):
        n = shape[-1]
        found += [
            Key(shape, (INT,), (-1,)),
            Key(shape, (ELLIPSIS, INT), (Ellipsis, 1)),
            Key(shape, (BASIC[1], ELLIPSIS, BASIC[2]), (slice(1, None), Ellipsis, slice(None, None, -1))),
            Key(shape, (ELLIPSIS, INDEX), (Ellipsis, array([n - 1, 0], "int32"))),
            Key(shape, (INDEX, ELLIPSIS, INDEX), (array([1, 0], "int64"), Ellipsis, array([0, n - 1], "uint8"))),
            Key(shape, (NONE, ELLIPSIS, MASK), (None, Ellipsis, array(np.arange(n) != 1, "bool"))),
            Key(shape, (Kind(f"{len(shape)}-d mask", len(shape), _masks),), tuple(_masks(shape, 1)[:1])),
            Key(shape, (INDEX,) * len(shape), tuple(array([-length, length - 1], "int16") for length in shape)),
        ]
    return tuple(found)


def _from_both_ends(places: np.ndarray, length: int) -> np.ndarray:
    return np.where(np.arange(places.size) % 3, places, places - length)


def _parts(shape: tuple[int, ...], kinds: Sequence[Kind], taken: int, number: int) -> Iterator[Any]:
    dim = 0
    for place, kind in enumerate(kinds):
        forms = kind.forms(shape[dim : dim + kind.takes], number + place)
        yield forms[(number // 2 + 3 * place) % len(forms)]
        dim += len(shape) - taken if kind is ELLIPSIS else kind.takes


# ------------------------------------------------------------------------------------------------ keys of reading alone

_AGAIN: tuple[Any, ...] = (
    array([2, 2, 0, -1, 5, 5, 0], "int32"),
    array(np.zeros((0,), int), "int64"),
    array(np.zeros((2, 0), int), "int32"),
    array(np.zeros(6, bool), "bool"),
    array(np.ones(6, bool), "bool"),
    array(np.arange(12).reshape(2, 3, 2) % 6, "int16"),
    *([], [False] * 6, slice(2, 2), slice(4, 1), slice(1, 4, -1), slice(9, 12), slice(-9, -7)),
)
"""Elements several times, and no element."""


_TURNS = 32
"""Of how many products a dtype takes one."""


def reading(standard: bool) -> Iterator[Row]:
    """The rows of reads, of keys that the standard has or of the others."""
    for key in each_form():
        if key.is_standard is standard:
            yield _read(key, every=True)
    if standard:
        yield from (_read(Key((6,), (INDEX,), (part,)), every=True) for part in _AGAIN)
        yield row(ArraySpec((0, 3), numbered), slice(None, None, -1), label="size 0")
        yield row(ArraySpec((), numbered), Ellipsis, label="0-d")
        yield row(ArraySpec((), numbered), None, label="0-d, None")
        yield row(ArraySpec((), numbered), label="0-d, empty key")
    else:
        of_both = array([0, 3, -4], "int32"), array([1, 0, 2], "int64")
        yield row(ArraySpec((4, 3, 0), numbered), *of_both, label="size 0, two arrays")
    others = [key for key in (*products(), *larger()) if key.is_standard is standard]
    # a trace does not know what a mask selects, and it takes the first
    yield from map(_read, sorted(others, key=lambda key: any(kind.is_mask for kind in key.kinds)))


def _read(key: Key, every: bool = False) -> Row:
    turns = 1 if every else _TURNS
    return Row((ArraySpec(key.shape, numbered), *key.parts), {}, key.label, part="keys", turns=turns)


OfKey = Callable[[Key, int], Row | None]
"""Makes a call of a key and a number, by which values differ; None where the function does not take the key."""


def read_by(standard: bool) -> OfKey:
    """Makes reads, by keys that the standard has or by others."""
    return lambda key, number: _read(key) if key.is_standard is standard else None


def written_by(standard: bool) -> OfKey:
    """Makes writes, by keys that the standard has for it or by others."""
    return lambda key, number: _write(key, number) if key.is_standard_for_writing is standard else None


def alone() -> Iterator[Row]:
    """The rows of reads of the keys of the standard that are one part."""
    return (_read(key, every=True) for key in each_form() if key.is_standard)


# ------------------------------------------------------------------------------------------------ writing


def alone_written() -> Iterator[Row]:
    """The rows of writes of the keys of the standard that are one part."""
    keys = enumerate(each_form())
    return (_write(key, number, every=True) for number, key in keys if key.is_standard_for_writing)


def writing(standard: bool) -> Iterator[Row]:
    """The rows of writes, of values in all shapes that fit."""
    for number, key in enumerate(each_form()):
        if key.is_standard_for_writing is standard:
            yield _write(key, number, every=True)
    if standard:
        yield from _of_other_dtypes()
    # what is written in many places at once is another number in each
    for number, key in (*enumerate(products()), *((0, key) for key in larger())):
        if key.is_standard_for_writing is standard:
            yield _write(key, number)


def _write(key: Key, number: int, every: bool = False) -> Row:
    selected = key.selected
    shapes = [selected, (), (1, *selected), *([(1, *selected[1:]), selected[1:]] if selected else [])]
    value = ArraySpec(shapes[number % len(shapes)], written)
    arguments = (ArraySpec(key.shape, numbered), value, *key.parts)
    return Row(arguments, {}, key.label, part="keys", turns=1 if every else _TURNS)


def _of_other_dtypes() -> Iterator[Row]:
    """Writes of arrays of every dtype, and of Python scalars, that cast to that of the array within its kind."""
    x, key = ArraySpec((4, 5), numbered), (0, slice(None, None, 2))
    for into, kinds in {"b": "b", "u": "bu", "i": "biu", "f": "biuf", "c": "biufc"}.items():
        for dtype in DTYPES:
            if kind_of(dtype) in kinds:
                value = ArraySpec((3,), numbered, dtype)
                yield Row((x, value, *key), {}, f"{dtype} written", kinds=into, part="keys", turns=1)
        for scalar in _SCALARS[into]:
            yield Row((x, scalar, *key), {}, f"{scalar!r} written", kinds=into, part="keys", turns=1)


_SCALARS: dict[str, tuple[Any, ...]] = {
    "b": (True, False, 1, -1, 0, 2**70),
    "u": (True, 0, 127),
    "i": (True, -1, 127),
    "f": (True, -3, 2.5, -0.0, np.nan, -np.inf, 7e4, np.float32(0.5)),
    "c": (False, -3, 2.5, 1.5 - 2j, complex(np.inf, np.nan)),
}
"""Kind of dtype -> Python scalars that are written to arrays of it."""


_WHOLE = slice(None)
_OF_ITSELF: tuple[tuple[tuple[int, ...], Any, Any], ...] = (
    ((6,), slice(None, None, -1), ...),
    ((6,), slice(1, None), slice(None, -1)),
    ((6,), slice(None, -1), slice(1, None)),
    ((6,), array(np.ones(6, bool), "bool"), slice(None, None, -1)),
    ((2500,), slice(1, None), slice(None, -1)),
    ((4, 5), (_WHOLE, slice(None, None, -1)), ...),
    ((4, 5), (..., slice(None, -1)), (..., slice(1, None))),
    ((4, 5), slice(None, 2), slice(1, 3)),
    ((4, 5), slice(None), 1),
)
"""Shapes, keys, and keys of the parts that are written there, in memory that is read meanwhile."""


def of_itself() -> Iterator[Row]:
    """The rows of writes of parts of an array to others of its parts."""
    for number, (shape, to, of) in enumerate(_OF_ITSELF):
        turned = {"turns": 1} if number else {"every": True}
        yield Row((ArraySpec(shape, numbered), to, of), {}, "a part of itself", part="keys", **turned)


def written(dtype: str) -> np.ndarray:
    """What is written: nothing that is there, where the dtype has so many values."""
    if dtype == "bool":
        return numbered(dtype)[::-1]
    count = np.arange(60)
    values = count + (61 if dtype.startswith("uint") else 41)
    return _with_special(values + 0.5j * count if dtype.startswith("complex") else values, dtype, 1, 4, 6)
