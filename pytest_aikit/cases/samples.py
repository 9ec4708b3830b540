"""The core samples of a cell: the same calls each time, made from the record of the function and the rows.

An elementwise function is sampled by one call with all special values (for two arrays: all pairs of them) and ordinary
values beside them, in one shape for all dtypes. 0-d, empty, broadcasting, memory layouts and Python scalars are one
call each, for one dtype of each kind.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from aikit.core.records import Function
from aikit.functional.rules.data_type import finfo
from pytest_aikit import frameworks, knowledge
from pytest_aikit.cases import cells
from pytest_aikit.cases.matrices import MATRICES
from pytest_aikit.cases.oracle import widened
from pytest_aikit.knowledge.calls import CELL_DEVICE, CELL_DTYPE, ArraySpec, Row
from pytest_aikit.model import Cell, Sample
from pytest_aikit.numerics.promotion import common_dtype, kind_of, numpy_dtype
from pytest_aikit.numerics.special_values import COUNT, ORDINARY, ordinary_values, special_values

_DETAILED = ("float32", "int32", "bool", "complex64", "uint8")
"""The first two of these that a function accepts have all samples; other dtypes those that depend on the dtype.

Where a framework compiles a function anew for each shape and dtype, the first has to do.
"""


def core_samples(cell: Cell, lacking: frozenset[str] = frozenset()) -> tuple[Sample, ...]:
    """The samples of a cell, but those that ask for a dtype that is `lacking` on its backend."""
    framework = frameworks.of(cell.backend)
    found = _samples(cell.function, cell.dtypes, cell.device, lacking, cell.accepted, framework.compiles)
    if framework.is_host and found and cells.stands_for_kinds(cell):
        # the other frameworks copy what comes from NumPy, so that its memory layout never reaches their functions
        found += _in_other_layouts(found[0])
    return found


@functools.lru_cache(maxsize=1024)
def _samples(
    function: Function, dtypes: tuple[str, ...], device: str, lacking: frozenset[str], accepted: bool, few: bool
) -> tuple[Sample, ...]:
    by_name = dict(zip(function.array_parameters, dtypes, strict=True)) if function.array_parameters else {}
    lead = cells.leading_dtype(function, dtypes)
    detailed = lead in _detailed(function)[: 1 if few else 2] and _alike(function, by_name)
    if knowledge.of(function).calls:
        # the dtype of an argument that only some rows have is refused by these alone
        detailed = detailed or not accepted
        found: Iterator[Sample] = _from_rows(function, by_name, dtypes, device, detailed, lacking)
    else:
        found = _elementwise(function, by_name, detailed)
    return tuple(found)


@functools.cache
def _detailed(function: Function) -> tuple[str, ...]:
    accepted = cells.accepted_dtypes(function)
    return tuple(dtype for dtype in _DETAILED if dtype in accepted)[:2]


def _alike(function: Function, by_name: Mapping[str, str]) -> bool:
    return len({by_name[name] for name in function.promote}) <= 1


# ------------------------------------------------------------------------------------------------ elementwise


def _elementwise(function: Function, by_name: Mapping[str, str], detailed: bool) -> Iterator[Sample]:
    packed = _packed(function, by_name)
    yield Sample(tuple(packed), {}, "special values")
    if {by_name[name] for name in function.promote} == {"bool", "int32"}:
        yield from _bools_with_scalars(function, by_name)
    if not detailed:
        return
    for shapes, label in _SHAPES[min(len(by_name), 2)]:
        yield Sample(tuple(in_shape(function, by_name, shapes)), {}, label)
    yield from _with_scalars(function, by_name)


_SHAPES: Mapping[int, tuple[tuple[tuple[tuple[int, ...], ...], str], ...]] = {
    1: ((((),), "0-d"), (((0, 3),), "size 0"), (((1,),), "size 1"), (((2, 3, 4),), "three dimensions")),
    2: (
        (((), ()), "0-d"),
        (((0, 3), (1, 3)), "size 0"),
        (((1,), (1, 1)), "size 1"),
        (((3, 1), (1, 4)), "broadcasting"),
        (((), (2, 3)), "0-d beside an array"),
    ),
}


def _strided(array: np.ndarray) -> np.ndarray:
    """The same values, every second element of a larger array."""
    wide = np.zeros((*array.shape[:-1], 2 * array.shape[-1]), dtype=array.dtype)
    wide[..., ::2] = array
    return wide[..., ::2]


def _backwards(array: np.ndarray) -> np.ndarray:
    """The same values, with a negative stride."""
    return np.array(array[..., ::-1], order="C")[..., ::-1]


def _read_only(array: np.ndarray) -> np.ndarray:
    array = array.copy()
    array.flags.writeable = False
    return array


def _in_other_layouts(sample: Sample) -> tuple[Sample, ...]:
    """A sample with its arrays in each of the layouts."""

    def changed(value: Any, layout: Callable[[np.ndarray], np.ndarray]) -> Any:
        if isinstance(value, (list, tuple)):
            return type(value)(changed(item, layout) for item in value)
        return layout(value) if isinstance(value, np.ndarray) and value.ndim else value

    return tuple(
        replace(sample, args=tuple(changed(value, layout) for value in sample.args), label=label)
        for label, layout in LAYOUTS.items()
    )


LAYOUTS: Mapping[str, Callable[[np.ndarray], np.ndarray]] = {
    "not contiguous": _strided,
    "negative strides": _backwards,
    "read-only": _read_only,
}
"""Label -> an array of the same values in another memory layout; NumPy arrays handed in natively keep it."""


def _packed(function: Function, by_name: Mapping[str, str]) -> list[np.ndarray]:
    """One array for each parameter: all special values, or all pairs of them, and ordinary ones after them."""
    arrays = []
    pairs = 0
    for place, (name, dtype) in enumerate(by_name.items()):
        special = special_values(dtype)
        if len(by_name) > 1 and name in function.promote:
            special = np.repeat(special, COUNT) if pairs == 0 else np.tile(special, COUNT)
            pairs += 1
        elif len(by_name) > 1:
            special = ordinary_values(dtype, COUNT * COUNT, None, place)
        ordinary = ordinary_values(dtype, ORDINARY, function.domain, place)
        arrays.append(np.concatenate([special, ordinary]))
    return admissible(function, by_name, arrays)


def in_shape(function: Function, by_name: Mapping[str, str], shapes: tuple[tuple[int, ...], ...]) -> list[np.ndarray]:
    """Ordinary arrays of these shapes, the last shape for all further parameters."""
    arrays = []
    for place, dtype in enumerate(by_name.values()):
        shape = shapes[min(place, len(shapes) - 1)]
        arrays.append(_shaped(ordinary_values(dtype, 24, function.domain, place + 7), shape))
    return arrays


def _shaped(values: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    size = int(np.prod(shape))
    return np.resize(values, size).reshape(shape)


_NUMBERS: Mapping[str, Any] = {"b": True, "i": 3, "u": 3, "f": 2.5, "c": 1.5 - 2j}


def _with_scalars(function: Function, by_name: Mapping[str, str]) -> Iterator[Sample]:
    """A Python scalar in place of each array that may be one, and a Python int or bool beside arrays of other kinds."""
    if len(by_name) < 2:
        return
    arrays = in_shape(function, by_name, ((2, 3),))
    names = list(by_name)
    for place, (name, dtype) in enumerate(by_name.items()):
        accepted = function.parameters[name].scalars
        for number in dict.fromkeys((_NUMBERS[kind_of(dtype)], 2, True)):
            if type(number) in accepted and not (kind_of(dtype) == "b" and number == 2):
                args = [number if other == name else array for other, array in zip(names, arrays, strict=True)]
                yield Sample(tuple(args), {}, f"Python {type(number).__name__} for {names[place]}")


def _bools_with_scalars(function: Function, by_name: Mapping[str, str]) -> Iterator[Sample]:
    """Arrays of bools beside a Python int and a Python float, whose default dtype the bools join."""
    arrays = dict(zip(by_name, in_shape(function, by_name, ((2, 3),)), strict=True))
    for name in function.promote:
        for number in (2, 2.5):
            if by_name[name] == "int32" and type(number) in function.parameters[name].scalars:
                label = f"Python {type(number).__name__} for {name} beside bools"
                yield Sample(tuple({**arrays, name: number}.values()), {}, label)


# ------------------------------------------------------------------------------------------------ what is left out


def admissible(function: Function, by_name: Mapping[str, str], arrays: list[np.ndarray]) -> list[np.ndarray]:
    """The arrays, with 1 in place of values that are left out or that the common dtype does not hold."""
    group = [dtype for name, dtype in by_name.items() if name in function.promote]
    common = common_dtype(group) if group else None
    if common is None:
        return arrays
    if len(set(group)) > 1:
        arrays = [
            _representable(array, common) if name in function.promote else array
            for name, array in zip(by_name, arrays, strict=True)
        ]
    rule = knowledge.of(function).left_out.get(kind_of(common))
    if rule is None or not all(array.size for array in arrays):
        return arrays
    with np.errstate(all="ignore"):
        left_out = rule.where(*(widened(array.astype(numpy_dtype(common))) for array in arrays))
    if not np.any(left_out):
        return arrays
    # arrays of several shapes are broadcast, so that the place of a value that is left out is one in each
    return [np.where(left_out, np.ones((), array.dtype), array) for array in arrays]


def _representable(array: np.ndarray, dtype: str) -> np.ndarray:
    """The values that a dtype holds exactly, 1 in place of the others: how to round them is a question for astype."""
    if kind_of(array.dtype.name) not in "iu" or kind_of(dtype) not in "fc":
        return array
    with np.errstate(all="ignore"):
        # Python compares integers with floats exactly
        kept = array.astype(numpy_dtype(dtype)).astype(np.complex128).real.astype(object) == array.astype(object)
    return np.where(kept.astype(bool), array, np.ones((), array.dtype))


# ------------------------------------------------------------------------------------------------ rows


def _from_rows(
    function: Function,
    by_name: Mapping[str, str],
    dtypes: tuple[str, ...],
    device: str,
    detailed: bool,
    lacking: frozenset[str],
) -> Iterator[Sample]:
    lead = cells.leading_dtype(function, dtypes)
    rows = knowledge.of(function).calls
    # where no row is meant for the dtype, the first is as good as any to show that it is refused
    meant = [one for one in rows if kind_of(lead) in one.kinds] or rows[:1]
    mixed = not _alike(function, by_name)
    meant = [one for one in meant if one.mixed is (mixed and any(other.mixed for other in meant))]
    for one in meant:
        if one.every or one.mixed or detailed:
            sample = from_row(function, one, by_name, dtypes, device)
            if sample is not None and not asks_for(sample, lacking):
                yield sample


def asks_for(sample: Sample, dtypes: frozenset[str]) -> bool:
    """Whether an argument of a sample names one of these dtypes."""
    return any(isinstance(value, str) and value in dtypes for value in (*sample.args, *sample.kwargs.values()))


def from_row(
    function: Function, one: Row, by_name: Mapping[str, str], dtypes: tuple[str, ...], device: str, seed: int = 0
) -> Sample | None:
    """The sample of a row; None where the row has no meaning for these dtypes. `seed` is that of matrices."""
    target = next((value for value in one.args if isinstance(value, str)), None)
    if knowledge.of(function).casts and not _castable(dtypes[0], target or ""):
        return None
    names = list(function.parameters)

    def made(name: str, value: Any, place: int) -> Any:
        if value is CELL_DTYPE:
            return dtypes[0]
        if value is CELL_DEVICE:
            return device
        if isinstance(value, (list, tuple)) and any(isinstance(item, ArraySpec) for item in value):
            return [made(name, item, index) for index, item in enumerate(value)]
        if not isinstance(value, ArraySpec):
            return value
        return _array(value, _Place(function, by_name, value.dtype or by_name[name], place, seed), target)

    variadic = function.parameters[names[0]].variadic
    args = [made(names[0 if variadic else place], value, place) for place, value in enumerate(one.args)]
    kwargs = {name: made(name, value, names.index(name)) for name, value in one.kwargs.items()}
    return Sample(tuple(args), kwargs, one.label)


def matrix_sample(function: Function, dtypes: tuple[str, ...], row: int, seed: int) -> Sample | None:
    """The call of a row, with other matrices for each seed; None for a function without matrices."""
    rows = [one for one in knowledge.of(function).calls if not one.mixed]
    if not any(isinstance(value, ArraySpec) and value.values in MATRICES for one in rows for value in one.args):
        return None
    by_name = dict(zip(function.array_parameters, dtypes, strict=True))
    return from_row(function, rows[row % len(rows)], by_name, dtypes, "cpu", seed)


def _castable(source: str, target: str) -> bool:
    """Whether `astype` leads from one dtype to another: a complex number has no one real value."""
    return kind_of(source) != "c" or kind_of(target) == "c"


@dataclass(frozen=True)
class _Place:
    """Where an array of a row stands: the function, the dtypes of its parameters, this one's, a number, and a seed."""

    function: Function
    by_name: Mapping[str, str]
    dtype: str
    number: int
    seed: int = 0

    @property
    def kind(self) -> str:
        return kind_of(self.dtype)


def _matrices(described: ArraySpec, place: _Place) -> np.ndarray:
    random = np.random.default_rng([place.seed, place.number, *described.shape])
    values = MATRICES[str(described.values)](random, described.shape, place.kind == "c")
    return values.astype(numpy_dtype(place.dtype))


def _array(described: ArraySpec, place: _Place, target: str | None) -> np.ndarray:
    if described.values in MATRICES:
        return _matrices(described, place)
    values = _values(described, place)
    if described.values == "castable" and target is not None:
        values = _in_range(values, target)
    common = common_dtype([place.by_name[name] for name in place.function.promote] or [place.dtype])
    if common is not None:
        values = _representable(values, common)
    return _shaped(values, described.shape)


def described_array(described: ArraySpec, function: Function, dtype: str) -> np.ndarray:
    """An array of a row by itself, in a dtype."""
    place = _Place(function, {}, described.dtype or dtype, 0)
    if described.values in MATRICES:
        return _matrices(described, place)
    return _shaped(_values(described, place), described.shape)


def _values(described: ArraySpec, place: _Place) -> np.ndarray:
    if callable(described.values):
        return described.values(place.dtype).astype(numpy_dtype(place.dtype))
    return _RECIPES[described.values](place)


def _in_range(values: np.ndarray, target: str) -> np.ndarray:
    """Floating values that an integer dtype holds once truncated: what else becomes of them is not defined."""
    if kind_of(values.dtype.name) != "f" or kind_of(target) not in "iu":
        return values
    limits = np.iinfo(target)
    exact = values.astype(np.float64)
    with np.errstate(all="ignore"):
        kept = (np.trunc(exact) >= float(limits.min)) & (np.trunc(exact) < float(limits.max + 1))
        # unsigned targets: frameworks disagree on (-1, 0), whose truncation is a zero that is not negative
        kept &= (exact >= 0) | (limits.min < 0)
    return np.where(kept, values, np.ones((), values.dtype))


# ------------------------------------------------------------------------------------------------ the cell of a sample


def dtypes_of(function: Function, sample: Sample) -> tuple[str, ...]:
    """The dtypes of the array parameters of a sample; what is no array has that of the first one."""
    arguments = function.signature.bind(*sample.args, **sample.kwargs).arguments
    found = {name: _dtype_of(arguments.get(name)) for name in function.array_parameters}
    first = next((dtype for dtype in found.values() if dtype), None) or str(arguments.get("dtype") or "float32")
    return tuple(dtype or first for dtype in found.values()) or (first,)


def _dtype_of(value: Any) -> str | None:
    if isinstance(value, np.ndarray):
        return value.dtype.name
    if isinstance(value, (list, tuple)):
        return next((dtype for dtype in map(_dtype_of, value) if dtype), None)
    return None


# ------------------------------------------------------------------------------------------------ values of rows


def _ordinary(place: _Place) -> np.ndarray:
    return ordinary_values(place.dtype, 24, place.function.domain, place.number + 11)


def _special(place: _Place) -> np.ndarray:
    return special_values(place.dtype)


def _edges(place: _Place) -> np.ndarray:
    """Integers that overflow; ordinary floating values with infinities and a NaN in three of four rows."""
    if place.kind in "biu":
        return special_values(place.dtype)
    values = ordinary_values(place.dtype, 24, None, place.number + 13).copy()
    values[[8, 14, 15, 20]] = np.inf, np.inf, -np.inf, np.nan
    return values


def _near_one(place: _Place) -> np.ndarray:
    """Factors whose product neither overflows nor vanishes; integers of which it overflows, which is defined."""
    if place.kind in "biu":
        return ordinary_values(place.dtype, 24, None, place.number)
    values = np.random.default_rng(5).uniform(0.6, 1.6, 24) * np.where(np.arange(24) % 5, 1, -1)
    return values.astype(numpy_dtype(place.dtype))


def _few(place: _Place) -> np.ndarray:
    """A few values, most of them several times."""
    pool = ordinary_values(place.dtype, 7, None, 17)
    return pool[np.random.default_rng(place.number + 3).integers(0, 7, 12)]


def _sorted(place: _Place) -> np.ndarray:
    return np.sort(_few(place)[:8])


def _ascending(place: _Place) -> np.ndarray:
    return np.sort(np.resize(_few(place), COUNT))


def _order(place: _Place) -> np.ndarray:
    """The permutation that sorts the first array, which is one of `few`."""
    first = replace(place, dtype=place.by_name[place.function.promote[0]], number=0)
    return np.argsort(_few(first), kind="stable").astype(place.dtype)


def _indices(place: _Place) -> np.ndarray:
    return np.array([2, 0, 1], dtype=place.dtype)


def _low(place: _Place) -> np.ndarray:
    return np.array([1 if place.kind == "u" else -1, 0, 2, 1], dtype=numpy_dtype(place.dtype))


def _high(place: _Place) -> np.ndarray:
    return np.array([2, 3, 5, 100], dtype=numpy_dtype(place.dtype))


def _positive(place: _Place) -> np.ndarray:
    """Numbers that are neither small nor large."""
    if place.kind in "biu":
        return np.array([3, 1, 2, 7], dtype=place.dtype)
    return ordinary_values(place.dtype, 24, (0.25, 2), place.number + 19)


def _hundreds(place: _Place) -> np.ndarray:
    """Numbers whose sum 16 bits do not hold where there are many."""
    return np.array([96, 100, 104, 99], dtype=numpy_dtype(place.dtype))


def _mask(place: _Place) -> np.ndarray:
    """Whether attention is allowed, or what is added to a similarity: numbers that every dtype has. A row has nothing."""
    allowed = np.array([1, 1, 0, 1, 0, *[0] * 5, 1, 0, 1, 1, 1], bool)
    added = np.array([0, -1, 0.5, -2, 1.5, 0.25, 3, -0.5, 0, -4, 2, -1.5, -0.25, 1, 0])
    return allowed if place.kind == "b" else np.where(allowed, added, -np.inf).astype(numpy_dtype(place.dtype))


def _large(place: _Place) -> np.ndarray:
    """Numbers of either sign whose squares leave the range of the dtype."""
    if place.kind not in "fc":
        return _ordinary(place)
    limits = finfo(place.dtype)
    return (np.linspace(-1, 1.25, 24) * np.sqrt(np.longdouble(limits.max)) * 2).astype(numpy_dtype(place.dtype))


_RECIPES: Mapping[str, Callable[[_Place], np.ndarray]] = {
    "ordinary": _ordinary,
    "special": _special,
    "castable": _special,
    "edges": _edges,
    "near one": _near_one,
    "few": _few,
    "sorted": _sorted,
    "ascending": _ascending,
    "order": _order,
    "indices": _indices,
    "indices beyond": lambda place: np.array([1, 2, 7], dtype=place.dtype),
    "low": _low,
    "high": _high,
    "probabilities": lambda place: (
        np.random.default_rng(place.number).uniform(0.1, 0.9, 24) if place.kind == "f" else np.arange(24) % 3 == 1
    ).astype(numpy_dtype(place.dtype)),
    "positive": _positive,
    "hundreds": _hundreds,
    # products that 16 bits round down at each step
    "growing": lambda place: np.array([1 + 2**-9], dtype=numpy_dtype(place.dtype)),
    "whole": lambda place: np.array([1, 2, 1, 1], dtype=numpy_dtype(place.dtype)),
    "mask": _mask,
    "one NaN": lambda place: np.where(np.arange(24) == 4, np.nan, _ordinary(place)).astype(numpy_dtype(place.dtype)),
    "square overflows": _large,
    "small": lambda place: np.array([0.125, 0.0625], dtype=numpy_dtype(place.dtype)),
}
