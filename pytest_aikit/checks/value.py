"""Values equal the reference within the function's bound; NaN, infinities and zeros exactly."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases import calling, literals
from pytest_aikit.cases.flushing import is_selected, with_flushed_arguments
from pytest_aikit.cases.flushing import wanted as wanted_of
from pytest_aikit.cases.oracle import ExpectedArray, bind, expected, widened
from pytest_aikit.cases.showing import shown_by
from pytest_aikit.knowledge.bounds import ACCELERATOR
from pytest_aikit.model import Case, Cell, Check, CheckFailure, Evidence, Sample
from pytest_aikit.numerics import wide
from pytest_aikit.numerics.comparing import Difference, difference, is_subnormal, rounded, same_value, without_flushed
from pytest_aikit.numerics.promotion import kind_of, real_of


class Asked(NamedTuple):
    """What is asked of values, where it is not what is asked of aikit's own functions on any backend.

    Attributes
    ----------
    least : dtype -> the least bound in ULP.
    zero_signs : whether the signs of zeros count.
    exact : whether values must be exact where the record of the function says so.
    on : the backend, on which the bounds of the record may be narrower.
    """

    least: Mapping[str, float] = MappingProxyType({})
    zero_signs: bool = True
    exact: bool = True
    on: str = ""


_ON_ANY = Asked()


def asked_on(cell: Cell) -> Asked:
    """What is asked where a cell is: the narrower bounds of a backend are those of its kernels for the CPU."""
    return Asked(on=cell.backend if cell.device.startswith("cpu") else ACCELERATOR)


def of_call(function: Function, sample: Sample, asked: Asked) -> Asked:
    """What is asked of a call: its bounds may be wider than those of others."""
    return asked._replace(on=knowledge.of(function).bounds.narrowed(asked.on, *sample.args, **sample.kwargs))


def applies(function: Function) -> bool:
    return knowledge.of(function).reference is not None


def run(case: Case) -> Evidence:
    results = [(sample, calling.result(case, sample)) for sample in case.samples]
    asked = asked_on(case.cell)
    return Evidence(len(results), max((compare(case.function, *pair, asked) for pair in results), default=0.0))


def compare(function: Function, sample: Sample, result: Any, asked: Asked = _ON_ANY) -> float:
    """Compare the result of a sample with what it must be; the worst error in ULP.

    Zeros for subnormal results pass, and values of zeros for subnormal arguments: the standard leaves open whether these
    survive.
    """
    wanted = expected(function, sample)
    asked = of_call(function, sample, asked)
    if function.returns == "value":
        if not same_value(result, wanted):
            raise CheckFailure("wrong value", sample=sample, expected=wanted, got=result)
        return 0.0
    several = isinstance(wanted, tuple)
    found = calling.leaves(result)
    if several != isinstance(result, (list, tuple)) or (several and len(found) != len(wanted)):
        count = len(wanted) if several else 1
        with shown_by(_COUNTED.format(several, count)):
            raise CheckFailure("wrong number of arrays", sample=sample, expected=count, got=len(found))
    worst = 0.0
    for place, (array, one) in enumerate(zip(found, wanted if several else (wanted,), strict=True)):
        got = calling.host(array)
        fault = difference_from(function, got, one, asked=asked)
        if fault:
            fault = _unless_flushed(function, sample, place, got, one, fault, asked)
        if fault and fault.cause == "wrong shape":
            item = f"[{place}]" if several else ""
            with shown_by(f"{_SHAPE.format(item, one.shape)}"):
                raise CheckFailure("wrong shape", sample=sample, expected=one.shape, got=got)
        if fault:
            with shown_by(_shown(place, one.exact) if several else ""):
                raise CheckFailure(str(fault.cause), sample=sample, expected=one.exact, got=got, ulp=fault.ulp)
        worst = max(worst, fault.ulp or 0.0)
    _check_drawn(function, sample, found)
    return max(worst, _check_properties(function, sample, found, asked))


def _check_drawn(function: Function, sample: Sample, found: list[Any]) -> None:
    """Ask the judge of values that are drawn at random."""
    judge = knowledge.of(function).judge
    for array in found if judge is not None else ():
        got = calling.host(array)
        fault = judge(got, **bind(function, sample))  # type: ignore[misc]
        if fault:
            with shown_by(_SHOWN_DRAWN):
                raise CheckFailure(fault, sample=sample, got=got)


_SHOWN_DRAWN = """\
values = aikit.to_numpy(function(*args, **kwargs)).astype(complex)
moments = [values.mean(), values.std(), (abs(values) ** 4).mean(), np.vdot(values.ravel()[1:], values.ravel()[:-1])]
print("got:     ", values.shape, values.min(), values.max(), *moments, values)
"""


def _unless_flushed(
    function: Function,
    sample: Sample,
    place: int,
    got: np.ndarray,
    plain: ExpectedArray,
    fault: Difference,
    asked: Asked,
) -> Difference:
    """What is wrong still where the values that zeros for the subnormal arguments give are right, too."""
    if plain.exact is None or got.shape != plain.shape:
        return fault
    right = ~fault.wrong
    for flat in with_flushed_arguments(sample):
        one = wanted_of(function, flat)[place]
        if one.shape == got.shape:
            right |= ~difference_from(function, got, one, asked=asked).wrong | is_selected(function, sample, got, one)
    if (right == ~fault.wrong).all():
        return fault
    return difference_from(function, got[~right], _only(plain, ~right), asked=asked)


def _only(one: ExpectedArray, kept: np.ndarray) -> ExpectedArray:
    """Some of the elements of what is expected, in one row."""
    parts: dict[str, Any] = {
        name: None if value is None else np.broadcast_to(value, one.shape)[kept]
        for name, value in (("exact", one.exact), ("scale", one.scale), ("low", one.low))
    }
    return replace(one, shape=(int(kept.sum()),), **parts)


_COUNTED = """\
got = function(*args, **kwargs)
print("got:     ", isinstance(got, (list, tuple)), len(got) if isinstance(got, (list, tuple)) else 1)
print("expected:", {}, {})
"""
_SHAPE = """\
got = function(*args, **kwargs){}
print("got:     ", tuple(got.shape))
print("expected:", {})
"""


def _shown(place: int, exact: Any) -> str:
    """One of several arrays."""
    wanted = literals.printable(exact)
    return f'got = function(*args, **kwargs)[{place}]\nprint("got:     ", repr(got))\nprint("expected:", {wanted})\n'


def _shown_property(properties: Any, source: str) -> str:
    """Both sides of what must hold, from the arrays of the result by the names that the property gives them."""
    names = [name for name, one in inspect.signature(properties).parameters.items() if one.kind is not one.KEYWORD_ONLY]
    return f"""\
result = function(*args, **kwargs)
x = aikit.to_numpy(args[0])
{", ".join(names[1:])}, = [aikit.to_numpy(one) for one in (result if isinstance(result, tuple) else [result])]
got, wanted = {source}
print("got:     ", repr(got))
print("expected:", repr(wanted))
"""


def _check_properties(function: Function, sample: Sample, found: list[Any], asked: Asked) -> float:
    """What must hold of a result that is not unique; the worst error in ULP."""
    known = knowledge.of(function)
    properties = known.properties
    if properties is None:
        return 0.0
    arguments = bind(function, sample)
    x = widened(arguments.pop(function.array_parameters[0]))
    results = [widened(calling.host(array)) for array in found]
    # indices beside the values, such as pivots, have no errors of their own
    dtypes = [str(array.dtype) for array in found]
    dtype = next((name for name in reversed(dtypes) if kind_of(name) in "fc"), dtypes[-1])
    # each element brings a rounding of its own, to 16 bits as to 32
    computed = "float32" if real_of(dtype) in ("float16", "bfloat16") else dtype
    limit = known.bound(computed, terms=4 * max(x.shape[-2:]), on=asked.on)
    limit = max(limit, asked.least.get(dtype, 0))
    worst = 0.0
    for name, got, exact, scale, source in properties(x, *results, **arguments):
        scale = np.broadcast_to(np.asarray(scale, wide.real()), got.shape)
        fault = difference(got, exact, dtype, limit, scale, zero_signs=False)
        if fault:
            with shown_by(_shown_property(properties, source)):
                raise CheckFailure(name, sample=sample, expected=exact, got=got, ulp=fault.ulp)
        worst = max(worst, fault.ulp or 0.0)
    return worst


def difference_from(
    function: Function,
    got: np.ndarray,
    wanted: ExpectedArray,
    subnormal: bool = False,
    asked: Asked = _ON_ANY,
) -> Difference:
    """What is wrong with the values of one array; a wrong dtype is left to the check `dtype`.

    Zeros for subnormal results are right, unless `subnormal` says that they matter.
    """
    if got.shape != wanted.shape:
        return Difference("wrong shape", np.ones(got.shape, bool))
    if wanted.exact is None:
        return Difference(None, np.zeros(got.shape, bool))
    if wanted.dtype == "index" or kind_of(wanted.dtype) not in "fc":
        wrong = np.asarray(got != wanted.exact)
        return Difference("wrong value" if wrong.any() else None, wrong)
    known = knowledge.of(function)
    strict = known.sign_of_zero == "all" or (known.sign_of_zero == "real" and kind_of(wanted.dtype) != "c")
    strict = strict and asked.zero_signs
    limit = known.bound(
        wanted.dtype, of_complex=wanted.kind == "c", of_integers=wanted.kind in "iu", terms=wanted.terms, on=asked.on
    )
    limit = max(limit, asked.least.get(wanted.dtype, 0))
    if not subnormal:
        got = without_flushed(got, wanted.exact, wanted.dtype, limit, strict)
    found = difference(got, wanted.exact, wanted.dtype, limit, wanted.scale, strict, wanted.low)
    if not found and known.whole:
        has_fraction = np.isfinite(got) & (got != np.rint(got.astype(np.float64)))
        found = Difference("no whole number", has_fraction, found.ulp) if has_fraction.any() else found
    if found or known.exact_at is None or not asked.exact:
        return found
    has = rounded(wanted.exact, wanted.dtype) == wanted.exact
    inexact = known.exact_at(wanted.exact) & has & (got != wanted.exact)
    if asked.on == ACCELERATOR:  # CUDA's are within two units where they are subnormal
        inexact &= ~is_subnormal(wanted.exact, wanted.dtype)
    return Difference("inexact where it must be exact", inexact, found.ulp) if inexact.any() else found


CHECK = Check("value", "cell", applies, run, __doc__, order=10, drawn=True, by_function=True)
