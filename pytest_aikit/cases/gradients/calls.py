"""The calls that are differentiated: those of the record, with values that every floating dtype holds."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import ml_dtypes
import numpy as np

from aikit.core.records import Function
from aikit.dtypes import CATEGORIES
from pytest_aikit import frameworks, knowledge
from pytest_aikit.cases import calling, literals, samples
from pytest_aikit.cases.gradients import losses, variables
from pytest_aikit.cases.samples import keywords
from pytest_aikit.cases.samples.forms import BESIDE_A_STACK, first_row, in_other_shapes
from pytest_aikit.cases.samples.repeated import LABEL
from pytest_aikit.cases.samples.rows import from_row
from pytest_aikit.cases.samples.sizes import rows_of
from pytest_aikit.cases.samples.values import in_shape
from pytest_aikit.knowledge.calls import NORMAL_TIES, ArraySpec, Row, at_length
from pytest_aikit.knowledge.keys import numbered, written
from pytest_aikit.knowledge.keywords import Made, all_sorts, many
from pytest_aikit.model import Cell, Sample
from pytest_aikit.numerics.comparing import format_of
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype, real_of

_SHAPES = (
    ((3, 4), (3, 4)),
    ((3, 1), ()),
    ((2, 1, 2, 1, 1), (3, 1, 2, 1), (2, 1)),
    ((), (4,)),
    ((0, 3), (1, 3)),
    ((1100,), (1100,)),
)
"""Of the arrays of an elementwise function, of which either has no dimension beside one that has some, or fewer ones; the last
is longer than what a kernel works on at a time."""


def ordinary(cell: Cell, dtype: str) -> Iterator[Sample]:
    """The calls of a function whose result is floating, with ordinary values of a dtype; the first again with a zero.

    At last, with a zero in each of the other arrays.
    """
    function = cell.function
    dtypes = _dtypes(cell, dtype)
    taken = functools.partial(_has_gradient, function)
    if knowledge.of(function).calls:
        smooth = _from_rows(cell, dtypes, dtype, taken)
    else:
        smooth = filter(taken, map(_short, _elementwise(function, dtypes)))
    first = next(smooth, None)
    if first is not None:
        yield first
        zeros = _with_a_zero(function, first, functools.partial(_has_gradient, function))
        yield from itertools.islice(zeros, 1)
        yield from smooth
        yield from zeros


def of_one_array(function: Function, found: Iterable[Sample]) -> tuple[Sample, variables.Variable] | None:
    """The first of some calls that has real arrays of one shape, with one of them in the place of all, and what that is."""
    for sample in found:
        all_of_them = variables.of(function, sample)
        names = {variables.name(function, one) for one in all_of_them}
        told = all(name in function.promote and knowledge.gradients_of(function)[name] != "zero" for name in names)
        first = variables.value(sample, all_of_them[0])
        alike = all(variables.value(sample, one).shape == first.shape for one in all_of_them)
        if len(all_of_them) > 1 and told and alike and first.size and not any(one.part for one in all_of_them):
            places = tuple(one.place for one in all_of_them)
            args, kwargs = variables.replaced(sample.args, sample.kwargs, dict.fromkeys(places, first))
            made = replace(sample, args=args, kwargs=kwargs, label=LABEL)
            if _has_gradient(function, made):
                return made, variables.Variable(places[0], others=places[1:])
    return None


HALF = ("float16", "bfloat16")


def of_keywords(cell: Cell, dtype: str, among: Sequence[str], is_drawn: bool = False) -> Iterator[Sample]:
    """The calls in which every value of a keyword occurs, whose turn it is: each is made in one dtype of 32 bits or more.

    Where each costs a compilation, fewer.

    Parameters
    ----------
    among : the dtypes in which the function is differentiated.
    is_drawn : whether its values are drawn.
    """
    function, dtypes = cell.function, _dtypes(cell, dtype)
    make = functools.partial(from_row, function, by_name=dtypes, dtypes=tuple(dtypes.values()), device=cell.device)
    few, taken = frameworks.of(cell.backend).compiles, _is_told if is_drawn else _has_gradient
    for number, row in enumerate(keywords.few_rows(function, "f", of_pairs=not few)):
        taking = [name for name in among if kind_of(name) in row.kinds and name not in HALF]
        if taking and taking[number % len(taking)] == dtype:
            made = (_finite(_short(one)) for one in _made_of([row], make))
            yield from (one for one in made if taken(function, one))


def _finite(sample: Sample) -> Sample:
    """The sample with a number in the place of what is not finite, so that a keyword has its gradients nevertheless."""

    def filled(array: np.ndarray) -> np.ndarray:
        if kind_of(array.dtype.name) not in "fc" or np.isfinite(array).all():
            return array
        return np.where(np.isfinite(array), array, _FINITE).astype(array.dtype)

    return variables.mapped(sample, filled)


_FINITE = 0.71875
"""Of few digits, which every floating dtype holds."""


def _dtypes(cell: Cell, dtype: str) -> dict[str, str]:
    """The dtype of each array where the leading one has this."""
    function = cell.function
    return {
        name: _joining(CATEGORIES[function.dtypes.get(name, "any")], dtype, own)
        for name, own in zip(function.array_parameters, cell.dtypes, strict=True)
    }


def drawn(cell: Cell, dtype: str) -> Iterator[Sample]:
    """The calls, with a seed, of a function whose values are drawn; the first again with a zero."""
    function = cell.function
    dtypes = _dtypes(cell, dtype)
    for number, one in enumerate(_from_rows(cell, dtypes, dtype, functools.partial(_is_told, function))):
        yield one
        if not number:
            yield from itertools.islice(_with_a_zero(function, one, lambda sample: True), 1)


def _is_told(function: Function, sample: Sample) -> bool:
    """Whether differences tell the gradients of a call whose values are drawn: those of a few moderate numbers, with a seed."""
    moderate = all(kind_of(x.dtype.name) not in "fc" or (np.abs(x) < _MODERATE).all() for x in sample.arrays)
    few = size(sample) <= _FEW_DRAWN and moderate
    return few and type(sample.kwargs.get("seed")) is int and bool(variables.of(function, sample))


def many_drawn(cell: Cell, dtype: str) -> Iterator[Sample]:
    """The calls of many numbers, of which few are rounded to an end."""
    dtypes = _dtypes(cell, dtype)
    make = functools.partial(from_row, cell.function, by_name=dtypes, dtypes=tuple(dtypes.values()), device=cell.device)
    return map(_short, _made_of(knowledge.of(cell.function).gradient.long, make))


_FEW_DRAWN, _MODERATE = 300, 64.0
"""So many elements have arrays of calls whose values are drawn, and numbers in them are less than that."""


def _joining(category: Any, dtype: str, own: str) -> str:
    """The dtype, or the real one of its parts, where a parameter accepts it, else its own in the cell."""
    return next((name for name in (dtype, real_of(dtype)) if name in category), own)


def _short(sample: Sample) -> Sample:
    """The sample with floating values of few digits, which all dtypes hold: the calls of all of them are the same."""

    def rounded(array: np.ndarray) -> np.ndarray:
        kind = kind_of(array.dtype.name)
        if kind == "c":
            return np.asarray(_rounded(array.real) + 1j * _rounded(array.imag), array.dtype)
        return _rounded(array) if kind == "f" else array

    return variables.mapped(sample, rounded)


def _rounded(array: np.ndarray) -> np.ndarray:
    return np.asarray(array.astype(ml_dtypes.bfloat16).astype(array.dtype))


_KNOWN: dict[Any, bool] = {}
"""The backends ask one after the other."""


def _has_gradient(function: Function, sample: Sample) -> bool:
    """Whether there are variables, and the results are finite, and some are floating, if any can be."""
    key = function.qualified_name, *sample.key
    if key not in _KNOWN:
        _KNOWN[key] = _is_smooth(function, sample)
    return _KNOWN[key]


def _is_smooth(function: Function, sample: Sample) -> bool:
    if knowledge.of(function).gradient.open(*sample.args, **sample.kwargs):
        return False
    counts = function.result in ("boolean", "index", "integer")
    try:
        # where all that there is counts or names something, nothing of the reference is looked at
        none = counts and function.returns == "array"
        found = [] if none else [exact for exact, _ in losses.wanted(function, sample)]
    except ValueError:  # a zero has made a matrix one that the function is not of
        return False
    finite = all(np.isfinite(exact).all() for exact in found)
    return (counts or bool(found)) and finite and bool(variables.of(function, sample))


def _elementwise(function: Function, dtypes: Mapping[str, str]) -> Iterator[Sample]:
    positive = knowledge.of(function).gradient.of_positive
    for shapes in _SHAPES:
        arrays = in_shape(function, dtypes, shapes)
        yield Sample(tuple(map(_positive, arrays) if positive else arrays), {}, "ordinary")
    if len(dtypes) > 1 and len(set(dtypes.values())) == 1:
        equal = in_shape(function, dtypes, _SHAPES[0])[0]
        yield Sample((_positive(equal) if positive else equal,) * len(dtypes), {}, "equal arrays")
    for place, name in enumerate(dtypes) if len(dtypes) > 1 else ():
        if name in function.promote and type(_NUMBER) in function.parameters[name].scalars:
            beside: list[Any] = in_shape(function, dtypes, _SHAPES[0])
            beside = list(map(_positive, beside)) if positive else beside
            beside[place] = _NUMBER
            yield Sample(tuple(beside), {}, f"a number for {name}")
    if len(dtypes) > 1:
        yield from _at_critical_points(function, dtypes)


def at_critical_points(cell: Cell, dtype: str) -> Iterator[Sample]:
    """Calls of an elementwise function with small critical numbers in each array in turn, if its record names some."""
    function = cell.function
    if function.elementwise and not knowledge.of(function).calls:
        yield from _at_critical_points(function, _dtypes(cell, dtype))


def over_the_range(cell: Cell, dtype: str) -> Sample | None:
    """A call of an elementwise function with numbers over the range of a dtype: in each array in turn, and in all at once.

    Complex ones have both parts of a size, in each of the quadrants. With those below each number that its record names, where results are next to overflow, or a formula goes over to another.
    None where it is not of such numbers, or so many waves lie between them that no difference tells its slope.
    """
    function, dtypes = cell.function, _dtypes(cell, dtype)
    gradient = knowledge.of(function).gradient
    is_complex = kind_of(dtype) == "c"
    if not function.elementwise or kind_of(dtype) not in "fc" or (len(dtypes) > 1 and gradient.waves):
        return None
    if is_complex:
        numbers = _complex_over_the_range(dtype)
    else:
        numbers = _over_the_range(dtype, tuple(points(format_of(dtype)) for points in knowledge.of(function).critical))
        lowest, highest = function.domain or (-np.inf, np.inf)
        numbers = numbers[(lowest <= numbers) & (numbers <= highest)]
    far = [name == dtype for name in dtypes.values()]
    if not numbers.size or not any(far):
        return None
    ordinary = in_shape(function, dtypes, (numbers.shape,))
    blocks = [[place == own for place in range(len(far))] for own, one in enumerate(far) if one]
    blocks += [far] if len(blocks) > 1 else []
    arrays = [
        np.concatenate([np.roll(numbers, place) if block[place] else array for block in blocks])
        for place, array in enumerate(ordinary)
    ]
    return Sample(tuple(map(_positive, arrays) if gradient.of_positive else arrays), {}, "over the range")


def _over_the_range(dtype: str, critical: tuple[Any, ...]) -> np.ndarray:
    """Numbers of some of the binades of a dtype with both signs, and those below critical ones."""
    form = format_of(dtype)
    least, most = form.least + _LEAST, int(np.frexp(form.greatest)[1])
    sizes = np.ldexp(1.3125, np.arange(least, most, max(1, (most - least) // _BINADES)))
    named = np.concatenate([np.zeros(0), *(np.asarray(one, np.float64).ravel() for one in critical)])
    named = named[np.isfinite(named) & (np.abs(named) > _SMALL)]
    below = [named * (1 - 2.0**-bits) for bits in _BELOW]
    found = np.concatenate([sizes, -sizes, *below]).astype(numpy_dtype(dtype))
    return np.unique(found[np.isfinite(found)])


def _complex_over_the_range(dtype: str) -> np.ndarray:
    """Numbers of some of the binades of a complex dtype, in each quadrant in turn."""
    real = _over_the_range(real_of(dtype), ())
    quadrants = np.resize([0.75 + 1j, 1 - 0.625j], real.shape)  # the real part has both signs already
    return np.asarray(real / 2 * quadrants, numpy_dtype(dtype))


_LEAST, _BINADES, _BELOW = 4, 64, (4, 6, 8)
"""The least number is normal still where it is divided by 2 to that; of about so many binades numbers are taken; and those
that are less than a critical one by so many bits of it."""


def _at_critical_points(function: Function, dtypes: Mapping[str, str]) -> Iterator[Sample]:
    """Each array in turn with small critical numbers, at which the function of the others may be another one.

    Then again, with a zero in the others, if there are some.
    """
    positive = knowledge.of(function).gradient.of_positive
    lowest, highest = function.domain or (-_SMALL, _SMALL)
    for place, dtype in enumerate(dtypes.values()):
        own = real_of(dtype)
        found = [points(format_of(own)) for points in knowledge.of(function).critical] if kind_of(own) == "f" else []
        numbers = np.unique(np.concatenate([np.asarray(one, np.float64) for one in found])) if found else np.zeros(0)
        small = (max(lowest, -_SMALL) <= numbers) & (numbers <= min(highest, _SMALL))
        numbers = numbers[small & (numbers * 2 % 1 == 0)]
        if numbers.size:
            arrays = in_shape(function, dtypes, ((3, 1),))
            arrays[place] = numbers.astype(numpy_dtype(dtype))
            others = [np.where(np.arange(3)[:, None] == 0, 0, one).astype(one.dtype) for one in arrays]
            zeros = [arrays[place] if number == place else one for number, one in enumerate(others)]
            for made in (arrays, zeros)[: len(arrays)]:
                yield Sample(tuple(map(_positive, made) if positive else made), {}, "critical points")


_NUMBER = 2
"""What stands for an array beside another one that is differentiated: a power of 2 has a derivative of its own."""
_SMALL = 3.0
"""The greatest of the critical numbers among which a function is differentiated, which are halves and wholes."""


def _positive(array: np.ndarray) -> np.ndarray:
    """The array with positive numbers; complex ones have positive real parts, so that they are complex still."""
    if kind_of(array.dtype.name) == "c":
        return np.asarray(np.abs(array.real) + 1j * array.imag, array.dtype)
    return np.asarray(np.abs(array))


Taken = Callable[[Sample], bool]
"""Whether a call is differentiated."""


def _from_rows(cell: Cell, dtypes: Mapping[str, str], dtype: str, taken: Taken) -> Iterator[Sample]:
    function, kind = cell.function, kind_of(dtype)
    make = functools.partial(from_row, function, by_name=dtypes, dtypes=tuple(dtypes.values()), device=cell.device)
    found = list(filter(taken, map(_short, _made_of(_chosen(cell, kind), make))))
    yield from found
    # what is done to long arrays, or to arrays of one shape, may be done to gradients alone
    yield from _of_long_arrays(function, kind, make, found, taken)
    yield from _of_equal_shapes(function, kind, make, found, taken)
    if not frameworks.of(cell.backend).compiles:
        yield from _of_other_ranks(function, kind, make, taken)


def _of_long_arrays(
    function: Function, kind: str, make: Callable[[Row], Sample | None], found: list[Sample], taken: Taken
) -> Iterator[Sample]:
    """Calls in which each array is long once, if the function takes such, as far as it is not in those that were found.

    Not where values say the shape of the result, of which a step may part equal ones.
    """
    known = knowledge.of(function)
    if known.shaped_by_values:
        return
    sized = [row for row in rows_of(function) if kind in row.kinds]
    length = _LONG if known.sizes and sized else _STACK
    seen = set().union(*(_long(function, one, length) for one in found))
    # of what takes no stacks it is the matrices that are long
    matrices = () if sized else (row for row in known.matrices if kind in row.kinds)
    told = _made_of((row for row in known.gradient.long if kind in row.kinds), make)
    for short in filter(taken, map(_short, told)):
        seen |= _long(function, short, length)
        yield short
    for sample in _made_of((*(at_length(row, length) for row in sized), *matrices), make):
        if _long(function, sample, length) - seen and taken(short := _short(sample)):
            seen |= _long(function, sample, length)
            yield short


def _of_equal_shapes(
    function: Function, kind: str, make: Callable[[Row], Sample | None], found: list[Sample], taken: Taken
) -> Iterator[Sample]:
    """Calls with arrays of one shape, for each two that have none in those that were found, if the function takes them."""
    names = [name for name in knowledge.gradients_of(function) if function.parameters[name].role == "array"]
    missing = set(itertools.combinations(names, 2)).difference(*(_equals(function, one) for one in found))
    plain = (row for row in knowledge.of(function).calls if not row.mixed and kind in row.kinds) if missing else ()
    shaped = (one for row in plain for one in in_other_shapes(function, _made_ordinary(row), make))
    of_keywords = (make(row) for row in (keywords.rows(function, kind) if missing else ()))
    for sample in itertools.chain(shaped, filter(None, of_keywords)):
        if missing & _equals(function, sample) and taken(short := _short(sample)):
            missing -= _equals(function, sample)
            yield short
        if not missing:
            return


def _of_other_ranks(
    function: Function, kind: str, make: Callable[[Row], Sample | None], taken: Taken
) -> Iterator[Sample]:
    """The first call with a stack in the place of one of its arrays, if the function takes it: the others are broadcast."""
    first = first_row(function, kind)
    shaped = in_other_shapes(function, _made_ordinary(first), make) if first is not None else ()
    beside = (_short(one) for one in shaped if one.label.startswith(BESIDE_A_STACK))
    yield from filter(taken, beside)


def _made_of(rows: Iterable[Row], make: Callable[[Row], Sample | None]) -> Iterator[Sample]:
    for row in rows:
        made = make(_made_ordinary(row))
        if made is not None:
            yield replace(made, label=f"{row.label}, ordinary")


def _chosen(cell: Cell, kind: str) -> Iterator[Row]:
    """The rows that are differentiated: those that every dtype has, a part of the others, and fewer where each is compiled."""
    rows = [one for one in knowledge.of(cell.function).calls if kind in one.kinds and not one.mixed]
    compiled, seen = frameworks.of(cell.backend).compiles, set()
    every, in_turn = [one for one in rows if one.turns <= 1], [one for one in rows if one.turns > 1][::_FEW_OF_MANY]
    few = (every or in_turn) if compiled else [*every, *in_turn]
    turns = itertools.cycle(range(samples.COMPILED if compiled else 1))
    for row in few:
        plain = _made_ordinary(row)
        call = repr((plain.args, plain.kwargs))
        if call not in seen and not (row.turns > 1 and next(turns)):
            seen.add(call)
            yield row


_FEW_OF_MANY = 48
"""Of how many rows that are made in turn one is differentiated."""
_LONG, _STACK = 65, 17
"""The length of an axis that is longer than what a kernel works on at a time, and small enough for differences; of a stack,
along which nothing runs, less."""


def _long(function: Function, sample: Sample, length: int) -> set[str]:
    """The arrays, by their parameters, with respect to which it is differentiated that have an axis of that length."""
    return {
        variables.name(function, one)
        for one in variables.of(function, sample)
        if max(variables.value(sample, one).shape, default=0) >= length
    }


def _equals(function: Function, sample: Sample) -> set[tuple[str, str]]:
    """The pairs of arrays with respect to which it is differentiated that have one shape, with elements."""
    arrays = {variables.name(function, one): variables.value(sample, one) for one in variables.of(function, sample)}
    shapes = {name: x.shape for name, x in arrays.items() if x.size}
    return {(one, other) for one, other in itertools.combinations(shapes, 2) if shapes[one] == shapes[other]}


def _with_a_zero(function: Function, sample: Sample, taken: Callable[[Sample], bool]) -> Iterator[Sample]:
    """The call with a zero in each array that it is differentiated by, one after the other, where it is taken."""
    if (function.domain or (-1, 1))[0] > 0:
        return
    for place in dict.fromkeys(one.place for one in variables.of(function, sample) if _is_one(sample, one.place)):
        yield from itertools.islice(filter(taken, _with_zero_at(function, sample, place)), 1)


def _with_zero_at(function: Function, sample: Sample, place: literals.Place) -> Iterator[Sample]:
    """The call with a zero in one array, where it is most easily divided by what it multiplies: as its first element, or
    where the function does not take that, as another one.

    In a complex array also numbers on either axis, where branches are cut and signs of zeros mended.
    """
    first = variables.at(sample.args, sample.kwargs, place)
    if not first.ndim or first.size <= 2:
        return
    for zero in (0, 1):
        changed = np.roll(first, -zero)
        changed.flat[0] = 0
        if kind_of(first.dtype.name) == "c":
            changed.flat[1], changed.flat[2] = changed.flat[1].real / 64, 1j * changed.flat[2].imag
        changed = np.roll(changed, zero)
        if knowledge.of(function).gradient.symmetric and zero:
            changed = np.where(np.swapaxes(changed, -1, -2) == 0, 0, changed).astype(changed.dtype)
        args, kwargs = variables.replaced(sample.args, sample.kwargs, {place: changed})
        yield replace(sample, args=args, kwargs=kwargs, label=f"{sample.label}, a zero")


def beside_an_infinity(cell: Cell, dtype: str) -> Iterator[Sample]:
    """The first call with an infinity in each array that it is differentiated by, one after the other, of the sign with which
    its results are finite: beside what is masked, or is no candidate, the others have their gradients.

    Not of an elementwise function of one array, where an element has no others.
    """
    function, first = cell.function, next(ordinary(cell, dtype), None)
    if first is None or knowledge.of(function).matrices or (function.elementwise and len(first.arrays) < 2):
        return
    found, known = variables.of(function, first), knowledge.gradients_of(function)
    told = (one for one in found if not one.part and known[variables.name(function, one)] != "zero")
    for place in dict.fromkeys(one.place for one in told):
        if variables.at(first.args, first.kwargs, place).size > 1:
            made = (_with_second(first, place, infinity) for infinity in (-np.inf, np.inf))
            yield from itertools.islice((one for one in made if _has_gradient(function, one)), 1)


def _with_second(sample: Sample, place: literals.Place, number: float) -> Sample:
    """The call with a number in the place of the second element of an array."""
    changed = variables.at(sample.args, sample.kwargs, place).copy()
    changed.flat[1] = number
    args, kwargs = variables.replaced(sample.args, sample.kwargs, {place: changed})
    return replace(sample, args=args, kwargs=kwargs, label=f"{sample.label}, {number}")


def _is_one(sample: Sample, place: literals.Place) -> bool:
    """Whether the array at a place is an argument, and not one of several in a list."""
    key, _ = place
    return isinstance(sample.kwargs[key] if isinstance(key, str) else sample.args[key], np.ndarray)


def _apart(dtype: str) -> np.ndarray:
    """Numbers of few digits, no two of which are equal: where there are ties, there is no gradient to compare with."""
    numbers = (np.random.default_rng(7).permutation(_DISTINCT) - _DISTINCT // 2) / 16
    return np.asarray(numbers + 1j * np.roll(numbers, 1) if kind_of(dtype) == "c" else numbers)


_DISTINCT = 128
"""More than the long arrays have."""
_ORDINARY: dict[Any, Any] = {
    **dict.fromkeys(("special", "edges", "few", "castable", "one NaN", "over the range"), "ordinary"),
    **dict.fromkeys(("terms", "terms and NaN", "finite terms", "moved"), "ordinary"),
    **dict.fromkeys(("ties", NORMAL_TIES, numbered, written), _apart),
    "chances": "probabilities",
    "factors": "near one",
}
"""What values are said to be -> what they are where they are to be ordinary."""


def _ordinary(values: Any) -> Any:
    """What values are where they are to be ordinary; where special ones are the first of them, all of them."""
    if isinstance(values, Made) and values.values is all_sorts:
        return replace(values, values=many)
    return _ORDINARY.get(values, values)


def _made_ordinary(row: Row) -> Row:
    def plain(argument: Any) -> Any:
        if isinstance(argument, (list, tuple)):
            return type(argument)(map(plain, argument))
        if not isinstance(argument, ArraySpec):
            return argument
        return replace(argument, values=_ordinary(argument.values))

    return replace(row, args=tuple(map(plain, row.args)), kwargs={k: plain(v) for k, v in row.kwargs.items()})


def size(sample: Sample) -> int:
    """The number of elements of the largest array."""
    return max((array.size for array in calling.sampled_arrays(sample)), default=0)
