"""The calls of an elementwise function in every length and shape, and with Python scalars, for every dtype.

Special and critical values stand in all positions: the arrays are made of them in turn, from the end, so that the last
elements, which a kernel may treat by themselves, are special ones.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping

import numpy as np

from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases import cells, oracle
from pytest_aikit.cases.samples.admitted import admissible
from pytest_aikit.cases.samples.dtypes import alike
from pytest_aikit.cases.samples.scalars import with_numbers_in_arrays, with_scalars
from pytest_aikit.cases.samples.sizes import LENGTHS, LONG, dtypes_in_turn, dtypes_of, turn_of_stacks
from pytest_aikit.cases.samples.values import in_shape, of_one_size, pool
from pytest_aikit.cases.turns import first_turn
from pytest_aikit.model import Cell, Sample
from pytest_aikit.numerics.comparing import format_of
from pytest_aikit.numerics.promotion import kind_of
from pytest_aikit.numerics.ranges import beside

_ONE: tuple[tuple[tuple[int, ...], str], ...] = (
    ((), "0-d"), ((0, 3), "size 0"), ((1,), "size 1"), ((3, 5), "two dimensions"), ((2, 3, 4), "three dimensions"),
    ((2, 3, 1, 4), "four dimensions"), ((2, 1, 2, 1, 2, 1, 2, 3), "eight dimensions"),
    ((7, 31, 1, 20), "many elements in four dimensions"),
)  # fmt: skip
_SEVERAL: tuple[tuple[tuple[tuple[int, ...], ...], str], ...] = (
    (((), ()), "0-d"), (((0, 3), (1, 3)), "size 0"), (((1,), (1, 1)), "size 1"), (((3, 1), (1, 4)), "broadcasting"),
    (((2, 1, 4), (2, 3, 1)), "three dimensions each"), (((2, 1, 2, 3), (1, 3, 2, 1)), "four dimensions each"),
    (((), (2, 3)), "0-d beside an array"), (((2, 3), ()), "an array beside 0-d"),
    (((2, 1, 4), (3, 1)), "broadcasting of ranks"), (((4,), (2, 3, 1, 4)), "four dimensions"),
    (((2, 1, 2, 1, 2, 1, 2, 1), (1, 1, 1, 1, 2, 1, 1, 3)), "eight dimensions each"),
    (((7, 31, 1, 20), (31, 2, 1)), "many elements, broadcasting of ranks"),
)  # fmt: skip
"""The shapes of the first array and of all others, and what they are about."""


_HAS_LAYOUTS = ("three dimensions", "broadcasting of ranks")
_MANY_IN_LAYOUTS = ("many elements in four dimensions", "many elements, broadcasting of ranks")


def has_layouts(cell: Cell, sample: Sample) -> bool:
    """Whether a call is made with other memory layouts as well: one of few elements, and in one dtype one of many."""
    lead = cells.leading_dtype(cell.function, cell.dtypes)
    its_turn = turn_of_stacks(cell.function, lead) == 0
    return sample.label in _HAS_LAYOUTS or (sample.label in _MANY_IN_LAYOUTS and its_turn)


def in_all_shapes(cell: Cell, *, long: bool, among: tuple[str, ...]) -> Iterator[Sample]:
    """The calls of a cell in each length and shape, and with scalars.

    Parameters
    ----------
    long : whether the longest arrays are tried.
    among : the dtypes that take turns, so that every pair of function and shape, of function and dtype, and, over all
        functions, of dtype and shape occurs; every dtype has all where there are none.
    """
    function = cell.function
    if not function.array_parameters:
        return  # the dtype of the cell is that of what it makes
    if not _is_sampled(cell):
        return
    found = _of_all_shapes(function, cell.dtypes)
    own = _dtypes_in_turn(function, among)
    lead = cells.leading_dtype(function, cell.dtypes)
    if lead in among and lead not in own:
        return
    place = own.index(lead) + first_turn(function) if lead in own else 0
    scalars = _dtypes_by_scalar(function, tuple(own)) if own else {}
    for number, sample in enumerate(found):
        size = max((np.size(value) for value in sample.args), default=0)
        its_turn = (place + number) % len(own) == 0 if lead in own else True
        if lead in own and sample.label in scalars:
            turn, having = scalars[sample.label]
            its_turn = having[(first_turn(function) + turn) % len(having)] == lead
        if (long or size <= LONG) and its_turn:
            yield sample


@functools.lru_cache(maxsize=8)
def _dtypes_by_scalar(function: Function, own: tuple[str, ...]) -> dict[str, tuple[int, list[str]]]:
    """The calls beside Python scalars, each with its number and the dtypes in which there is one: a uint8 has no -1."""
    found: dict[str, list[str]] = {}
    for dtype in own:
        dtypes = cells.tuples(function, dtype, (dtype,), False)[0][0]
        for label in dict.fromkeys(
            one.label for one in with_scalars(function, dict(zip(function.array_parameters, dtypes, strict=True)))
        ):
            found.setdefault(label, []).append(dtype)
    return {label: (turn, having) for turn, (label, having) in enumerate(found.items())}


def with_values_of_one_size(cell: Cell) -> tuple[Sample, ...]:
    """The calls of a cell with arrays of small, of moderate and of large values alone."""
    return _of_one_size(cell.function, cell.dtypes) if cell.function.array_parameters and _is_sampled(cell) else ()


@functools.lru_cache(maxsize=8)
def _of_one_size(function: Function, dtypes: tuple[str, ...]) -> tuple[Sample, ...]:
    return tuple(of_one_size(function, dict(zip(function.array_parameters, dtypes, strict=True))))


def with_one_value_alone(cell: Cell, *, among: tuple[str, ...]) -> Iterator[Sample]:
    """The calls of a cell with one special or critical value among ordinary ones in one array, and with a special one, 0-d.

    Code that looks at the values, or at how many there are, before it computes goes another way for each; `among` dtypes, if
    any, in turn.
    """
    function, lead = cell.function, cells.leading_dtype(cell.function, cell.dtypes)
    if not function.array_parameters or not _is_sampled(cell) or kind_of(lead) != "f":
        return
    own = dtypes_in_turn(function, lead, among)
    turn = own.index(lead) + first_turn(function) if own else 0
    for place, sample in enumerate(_of_one_value(function, cell.dtypes)):
        if not own or (turn + place) % len(own) == 0:
            yield sample


@functools.lru_cache(maxsize=8)
def _of_one_value(function: Function, dtypes: tuple[str, ...]) -> tuple[Sample, ...]:
    by_name = dict(zip(function.array_parameters, dtypes, strict=True))
    found = []
    for shape, words in (((_AMONG,), "alone"), ((), "alone, 0-d")):
        ordinary = in_shape(function, by_name, (shape,))
        for place, (name, dtype) in enumerate(by_name.items()):
            if kind_of(dtype) != "f":
                continue
            for value in (*_SPECIAL, *(_own_critical_values(function, dtype) if shape else ())):
                arrays = [array.copy() for array in ordinary]
                arrays[place].flat[_AMONG // 2 if shape else 0] = value
                args = tuple(admissible(function, by_name, arrays))
                found.append(Sample(args, {}, f"{name}={value} {words}", "alone"))
    return tuple(found)


_AMONG = 31
"""So many values are ordinary ones, but for one of them."""
_SPECIAL = (np.nan, np.inf, -np.inf, 0.0, -0.0)


def _own_critical_values(function: Function, dtype: str) -> list[float]:
    """The values at and beside the critical points that its record names, a few of them where there are many."""
    of_points = [beside(points(format_of(dtype)), dtype) for points in knowledge.of(function).critical]
    found = np.unique(np.concatenate(of_points)) if of_points else np.zeros(0)
    return [float(one) for one in found[:: found.size // _FEW + 1]]


_FEW = 24


def with_numbers_in_other_layouts(cell: Cell) -> tuple[Sample, ...]:
    """The calls of a cell with a number in memory of which it is the only element."""
    if not cell.function.array_parameters or not _is_sampled(cell):
        return ()
    return tuple(
        with_numbers_in_arrays(cell.function, dict(zip(cell.function.array_parameters, cell.dtypes, strict=True)))
    )


def _is_sampled(cell: Cell) -> bool:
    """Whether the calls of a cell are made from the dtypes alone, and not from the rows of a record."""
    names = dict(zip(cell.function.array_parameters, cell.dtypes, strict=True))
    return not knowledge.of(cell.function).calls and bool(names) and alike(cell.function, names)


def _positive(array: np.ndarray) -> np.ndarray:
    return np.abs(array) if kind_of(array.dtype.name) in "if" else array


def _negative(array: np.ndarray) -> np.ndarray:
    return -_positive(array) if kind_of(array.dtype.name) in "if" else array


Change = Callable[[np.ndarray], np.ndarray]
_SIGNED: Mapping[int, tuple[Change, Change]] = {
    65: (_positive, _positive),
    127: (_positive, _negative),
    128: (_negative, _positive),
    129: (_negative, _negative),
}
"""Lengths of which the values of each array are of one sign, for a kernel may look at the extremes before it computes."""


@functools.lru_cache(maxsize=8)
def _of_all_shapes(function: Function, dtypes: tuple[str, ...]) -> tuple[Sample, ...]:
    """All of them. Few are kept, because some are large; the backends go through them one after the other."""
    by_name = dict(zip(function.array_parameters, dtypes, strict=True))
    lengths = [
        Sample(
            tuple(_filled(function, by_name, ((length,),), _SIGNED.get(length, (np.asarray, np.asarray)))),
            {},
            f"{length:,} elements",
            "sizes",
        )
        for length in LENGTHS
    ]
    shaped = [
        Sample(tuple(_filled(function, by_name, shapes)), {}, label, "shapes")
        for shapes, label in _shapes(len(by_name))
    ]
    # one element alone may be one of which nothing is asked
    one = Sample(tuple(in_shape(function, by_name, ((),))), {}, "0-d, ordinary", "shapes")
    return (*lengths, *shaped, one, *with_scalars(function, by_name))


_APART = 7
"""By so many places the values of an array are turned against those of the one before."""


@functools.lru_cache(maxsize=64)
def _of_both_answers(function: Function, dtype: str) -> np.ndarray:
    """Values of which a few in a row lead to both answers, in no order: of several arrays some meet that are equal."""
    values, random = pool(function, dtype), np.random.default_rng(5)
    if len(function.array_parameters) > 1:
        third = len(values) // 3  # for those next to each other are of one sort
        return np.concatenate([random.choice(values[place::third][:3], 8 * _APART) for place in range(third)])
    answers = _answers(function, dtype)
    if answers is None:
        return values
    of_each = [np.resize(values[answers == one], len(values)) for one in (True, False)]
    return np.where(random.random(len(values)) < 0.5, *of_each)


@functools.lru_cache(maxsize=64)
def _answers(function: Function, dtype: str) -> np.ndarray | None:
    """What a function of one array says of all sorts of values; None where it is the same of all."""
    if knowledge.of(function).reference is None:
        return None
    sample = Sample((pool(function, dtype),), {}, "all sorts of values")
    found: np.ndarray = oracle.judged(function, sample, measured=False).exact.astype(bool)
    return None if found.all() or not found.any() else found


def _dtypes_in_turn(function: Function, among: tuple[str, ...]) -> list[str]:
    """Those that take turns with shapes: where one array says yes or no, those of which it does not say the same of all."""
    own = [dtype for dtype in dtypes_of(function) if dtype in among]
    if function.result != "boolean" or len(function.array_parameters) > 1:
        return own
    return [dtype for dtype in own if _answers(function, dtype) is not None] or own


def _shapes(arrays: int) -> Iterator[tuple[tuple[tuple[int, ...], ...], str]]:
    yield from _SEVERAL if arrays > 1 else (((shape,), label) for shape, label in _ONE)


def _filled(
    function: Function,
    by_name: Mapping[str, str],
    shapes: tuple[tuple[int, ...], ...],
    changes: tuple[Change, Change] = (np.asarray, np.asarray),
) -> list[np.ndarray]:
    """Arrays of these shapes, the last for all further parameters, of all sorts of values, each of them changed in turn."""
    arrays = []
    for place, dtype in enumerate(by_name.values()):
        shape = shapes[min(place, len(shapes) - 1)]
        size = int(np.prod(shape))
        # by so many places that all arrays together meet in pairs of values that differ from length to length
        values = pool(function, dtype, place) if function.result != "boolean" else _of_both_answers(function, dtype)
        values = changes[place % len(changes)](np.roll(values, _APART * place + size))
        arrays.append(np.resize(values[::-1], size)[::-1].copy().reshape(shape))
    return admissible(function, by_name, arrays)
