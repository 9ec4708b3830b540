"""The record of what is known about a function, and where all of them are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from aikit.core.records import REGISTRY, Function
from aikit.dtypes import CATEGORIES
from pytest_aikit.knowledge.bounds import AS_OTHERS, Bounds
from pytest_aikit.knowledge.calls import Bad, Kink, Row
from pytest_aikit.knowledge.critical import Points
from pytest_aikit.knowledge.keys import OfKey
from pytest_aikit.knowledge.keywords import PLAIN, Keywords
from pytest_aikit.knowledge.left_out import LeftOut, NotAlone
from pytest_aikit.knowledge.special_cases import NONE, SpecialCases

Reference = Callable[..., Any]


class Property(NamedTuple):
    """What must hold of a result that is not unique: `got` equals `exact`; `scale` measures the error.

    `source` is that of both, from the argument and the results by the names that they have in the signature.
    """

    name: str
    got: np.ndarray
    exact: np.ndarray
    scale: Any
    source: str


FORTH_AND_BACK: Mapping[str, float] = {"float16": 6, "bfloat16": 6, "*": 16}
"""The bounds of gradients: a few roundings forth and back, of which 16-bit dtypes, computed in float32, do few themselves."""
_OF_MOST = Bounds(real=FORTH_AND_BACK)


class Unique(NamedTuple):
    """Arrays that are the same for all results that are right, however these are chosen.

    Attributes
    ----------
    of : makes them of a namespace of the standard and of the results; it refers to nothing else, so that it can be shown.
    reference : what they must be, of the arguments of the call in a wide type.
    """

    of: Callable[..., list[Any]]
    reference: Callable[..., list[np.ndarray]]


@dataclass(frozen=True, kw_only=True)
class Gradient:
    """What the check of gradients must know about a function that has some.

    Attributes
    ----------
    kinks : the calls at kinks, ties and roots of 0, and the subgradients that are promised there.
    of_positive : whether the arrays must be positive for there to be a gradient, or their real parts.
    symmetric : whether it is of symmetric matrices: what an element by itself changes is a matter of convention, so the loss
        is that of half the sum of the matrix and its conjugate transpose.
    bounds : how many ULP a gradient in the dtype of the call may be off, measured by the terms that it is made of, where it
        is another number than for most. What grows does so with the elements of the largest array.
    open : of the arguments of a call, whether no gradient of it is promised: it may be refused, or is rounding and no more.
    unique : what is differentiated instead of results that are not unique; where it is left out these are not looked at.
    zero : the arrays on which the result does not depend, or in steps, so that the gradient is 0 by definition. It is so
        of all of them where the result is not floating, without saying.
    cancels : the arrays of whose change the result takes out again what it put in: the terms of such a gradient are as large
        as those of the loss, and what is left of them is mostly rounding.
    long : calls in which arrays have axes of 65 elements that no row of `sizes` gives them; of what is drawn, calls of many
        numbers, of which few are rounded to an end.
    in_place : of what is drawn, whether a number depends on nothing but the elements in its place, so that each of them is
        compared with a difference of its own where an array has the shape of the result.
    adds_up : whether losses are made of the function, in whose gradients its own would stand twice: two wrong signs are a
        right one. Its own loss is made of others.
    amplified : of the arguments, by what a derivative of an elementwise function multiplies roundings on the way to it, and so
        the magnitude by which its errors are measured over the range of a dtype.
    waves : whether it is in steps, or goes up and down, all along: differences over a part of a large number are not its slope.
    """

    kinks: tuple[Kink, ...] = ()
    of_positive: bool = False
    symmetric: bool = False
    bounds: Bounds = _OF_MOST
    open: Callable[..., bool] = lambda *args, **kwargs: False
    unique: Unique | None = None
    zero: tuple[str, ...] = ()
    cancels: tuple[str, ...] = ()
    long: tuple[Row, ...] = ()
    in_place: bool = False
    adds_up: bool = False
    amplified: Reference | None = None
    waves: bool = False


def has_infinities(*args: Any, **kwargs: Any) -> bool:
    """Whether there is an infinity in an array of a call, which is where derivatives of some functions multiply it by 0."""
    arguments = [*args, *kwargs.values()]
    return any(
        has_infinities(*one) if isinstance(one, (list, tuple)) else isinstance(one, np.ndarray) and np.isinf(one).any()
        for one in arguments
    )


class Need(NamedTuple):
    """Something that calls of a function must know, and are refused where a trace does not.

    Attributes
    ----------
    what : ``values``, ``sizes`` (shapes of results that values say), ``lengths`` or ``rank``.
    why : the reason.
    of : of the arguments of a call, whether it is one of these calls.
    """

    what: str
    why: str
    of: Callable[..., bool] = lambda *args, **kwargs: True


@dataclass(frozen=True, kw_only=True)
class Trace:
    """What the checks of traces must know.

    Attributes
    ----------
    needs : what the function needs that a trace may not know: without it the call must be refused.
    unchecked : why they do not look at it; empty where they do.
    """

    needs: tuple[Need, ...] = ()
    unchecked: str = ""


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """What is drawn for a function, where it is not what its parameters and its bounds say.

    Attributes
    ----------
    wide : whether extreme values are in order; None where that follows from the bounds and the dtype of the result.
    least : the least length that an axis may have.
    lengths : whether the arrays may be of any lengths, those that are equal alike.
    as_sampled : whether the arrays must fit each other in more than shape, so that none is drawn anew.
    of_key : makes the calls of a function of keys, which are drawn instead.
    """

    wide: bool | None = None
    least: int = 0
    lengths: bool = True
    as_sampled: bool = False
    of_key: OfKey | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class Knowledge:
    """What is known about a public function beside its declaration. What is left out is as for most functions.

    A reference receives the arguments of the call with all floating arrays in a wider type, and integers as `integers`
    says; it is written with NumPy and mpmath, and without aikit.

    Attributes
    ----------
    name : the qualified name, such as ``linalg.inv``.
    reference : what the function computes; NumPy's function of the same name where it is left out.
    digits : makes of a context of mpmath a reference that computes with arrays of its numbers, for where no type of NumPy
        is wider than float64; where it is left out, `reference` does. ``elementwise`` of mpmath's functions, as a rule.
    has_digits : whether `reference` computes with mpmath in any case.
    scale : of the arguments, the magnitude by which an error is measured, for each array of the result; the result itself
        where it is left out.
    bounds : how far values may be from the exact ones.
    terms : of the arguments, how many terms an element of the result has, with which bounds may grow.
    exact_at : of exact values, whether each must be given exactly if the dtype has it, whatever the bounds are.
    whole : whether all finite numbers of the result are whole, also where they may be off.
    integers : how the reference receives integers: ``""`` as they are, ``exact`` as Python ints, because it computes with
        them and the result wraps, ``modular`` in 64 bits, which wrap as the result does, ``quotient`` in the wide type,
        because the result is floating.
    widened : False where the reference must see the dtype of the call.
    of_lists : whether nested lists of numbers may stand for its arrays.
    of_floats : whether floating arrays are made of Python numbers, of ints too.
    sign_of_zero : where the reference says the sign of a zero: ``real`` results, ``all``, complex ones, too, or ``open``
        where it is left open.
    arbitrary : whether the values are arbitrary; dtype, shape and device are not.
    judge : where values are drawn at random, and the reference says the shape alone: of the result as an ndarray and of the
        arguments by name, what is wrong with the values, in words that are the same for all cells; empty where nothing is.
    shaped_by_values : whether shapes of the result depend on the values.
    parts : what the arrays of the result are, ``values``, ``real`` or ``index``, where they are not all of one sort.
    not_unique : which arrays of the result any two correct implementations may give differently.
    properties : what must hold of such a result, from the argument, the arrays in a wide type, and the keywords.
    selects : ``in place`` or ``anywhere`` for a function that compares and returns one of what it compared: where numbers
        compare as zeros, any of these. Otherwise empty.
    no_subnormals : why it is not called with subnormal numbers; empty where it is.
    calls : the calls by which it is sampled; without any it is sampled as elementwise, from the declaration alone.
    keywords : the values of its keywords, every pair of which occurs in a call.
    sizes : the calls that are made with each of the lengths in the place of `pytest_aikit.knowledge.calls.N`.
    critical : where the function goes wrong beside the limits of the dtype: poles, overflow, turning points; rules of
        `knowledge.critical`.
    matrices : the calls with matrices of all kinds, which are made for every dtype.
    left_out : kind of dtype, one letter -> which values are not sampled, and why.
    not_alone : parameter -> which special values are not put alone among its ordinary ones, and why.
    casts : whether its text argument is the dtype that it casts to, to which not every dtype can be cast.
    special : special cases, one by one.
    bad : bad inputs that its parameters do not tell.
    axis_of_result : whether its axis is one of the result, or of several arrays.
    gradient, trace, drawn : what the checks of gradients and of traces, and the strategies, must know.
    operator : the name in Python's module `operator` of the operator that does the same.
    all_values : the further arguments with which a function of several is called for all values of its first.
    called : what its errors call it, where that is not its name, such as ``x[``.
    package : the package, of an extra of aikit's, that it needs: where that is not installed its cells are skipped, and say so.
    makes_any_array : whether what holds of arrays, however they were made, is looked at on its results.
    """

    name: str
    reference: Reference | None = None
    digits: Callable[[Any], Reference] | None = None
    has_digits: bool = False
    scale: Reference | None = None
    bounds: Bounds = AS_OTHERS
    terms: Reference | None = None
    exact_at: Callable[[np.ndarray], np.ndarray] | None = None
    whole: bool = False
    integers: str = ""
    widened: bool = True
    of_lists: bool = True
    of_floats: bool = False
    sign_of_zero: str = "real"
    arbitrary: bool = False
    judge: Callable[..., str] | None = None
    shaped_by_values: bool = False
    parts: tuple[str, ...] = ()
    not_unique: tuple[int, ...] = ()
    properties: Callable[..., Iterator[Property]] | None = None
    selects: str = ""
    no_subnormals: str = ""
    calls: tuple[Row, ...] = ()
    keywords: Keywords = PLAIN
    sizes: tuple[Row, ...] = ()
    critical: tuple[Points, ...] = ()
    matrices: tuple[Row, ...] = ()
    left_out: Mapping[str, LeftOut] = field(default_factory=dict)
    not_alone: Mapping[str, NotAlone] = field(default_factory=dict)
    casts: bool = False
    special: SpecialCases = NONE
    bad: tuple[Bad, ...] = ()
    axis_of_result: bool = False
    gradient: Gradient = Gradient()
    trace: Trace = Trace()
    drawn: Drawn = Drawn()
    operator: str = ""
    all_values: tuple[Any, ...] = ()
    called: str = ""
    package: str = ""
    makes_any_array: bool = False

    def __post_init__(self) -> None:
        for name, allowed in _ALLOWED.items():
            if getattr(self, name) not in allowed:
                given = getattr(self, name)
                raise ValueError(f"know: {self.name}: {name}={given!r}; choose from {', '.join(map(repr, allowed))}")
        if self.reference is None:
            object.__setattr__(self, "reference", getattr(np, self.name.rpartition(".")[2], None))

    def bound(
        self, dtype: str, *, of_complex: bool = False, of_integers: bool = False, terms: float = 0, on: str = ""
    ) -> float:
        """The largest error in ULP that a result of a dtype may have, see `Bounds.of`."""
        return self.bounds.of(dtype, of_complex=of_complex, of_integers=of_integers, terms=terms, on=on)


_ALLOWED = {
    "integers": ("", "exact", "modular", "quotient"),
    "sign_of_zero": ("real", "all", "open"),
    "selects": ("", "in place", "anywhere"),
}

_RECORDS: dict[str, Knowledge] = {}
_OF_UNKNOWN: dict[str, Knowledge] = {}


def know(*names: str, **facts: Any) -> None:
    """Make known what is known about functions, by their qualified names: each has a record with these facts.

    Parameters
    ----------
    **facts : attributes of `Knowledge`.

    Raises
    ------
    ValueError : something is known about one of them already.
    TypeError : a fact is none of the attributes.
    """
    found = {name: Knowledge(name=name, **facts) for name in names}
    for name in names:
        if name in _RECORDS:
            raise ValueError(f"know: {name!r} has a record already; say all that is known about it in one")
    _RECORDS.update(found)
    for name in names:
        _OF_UNKNOWN.pop(name, None)


_REFERRED: set[str] = set()


def is_referred(function: Function) -> bool:
    """Whether its reference was given by another package."""
    return function.qualified_name in _REFERRED


def refer(function: Function, reference: Reference) -> Callable[[], None]:
    """Give a function that has no reference one; returns what takes it away.

    Raises
    ------
    ValueError : it has one.
    """
    name, before = function.qualified_name, of(function)
    if before.reference is not None:
        raise ValueError(f"{name!r} has a reference already")
    had_record = name in _RECORDS
    _RECORDS[name] = replace(before, reference=reference)
    _REFERRED.add(name)

    def forget() -> None:
        _REFERRED.discard(name)
        if had_record:
            _RECORDS[name] = before
        else:
            del _RECORDS[name]

    return forget


def of(function: Function) -> Knowledge:
    """What is known about a function; for one that nobody has said anything about, what holds for most."""
    name = function.qualified_name
    if name in _RECORDS:
        return _RECORDS[name]
    if name not in _OF_UNKNOWN:
        _OF_UNKNOWN[name] = Knowledge(name=name)
    return _OF_UNKNOWN[name]


def gradients_of(function: Function) -> dict[str, str]:
    """Array parameter that may be floating -> what its gradient is: ``differences`` or ``zero``.

    Of a function that is not aikit's own, those with respect to which it says that it is differentiable.

    Raises
    ------
    LookupError : neither the declaration nor the record says it.
    """
    gradient, found = of(function).gradient, {}
    for name in dict.fromkeys((*function.array_parameters, *function.differentiable)):
        if not {"float32", "complex64"} & CATEGORIES[function.dtypes.get(name, "any")]:
            continue
        if name in function.differentiable:
            found[name] = "differences"
        elif (
            REGISTRY.declared.get(function.qualified_name) is not function
            or function.qualified_name not in REGISTRY.places
        ):
            continue
        elif name in gradient.zero or function.result in ("boolean", "index", "integer"):
            found[name] = "zero"
        else:
            raise LookupError(
                f"nothing says what the gradient of {function.qualified_name} with respect to {name} is: declare it "
                "differentiable, or give the record gradient=Gradient(zero=...)"
            )
    return found


def known() -> tuple[str, ...]:
    """The qualified names of the functions that have a record."""
    return tuple(sorted(_RECORDS))
