"""The argument `out` is returned with the result in it, whatever was in it; one that does not fit is left unchanged."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import numpy as np

import aikit
from aikit.core.arrays import wrap
from aikit.core.records import Function
from aikit.exceptions import AikitDeviceError, AikitException, AikitTypeError, AikitValueError
from pytest_aikit import frameworks, knowledge
from pytest_aikit.cases import calling, cells
from pytest_aikit.cases.showing import refusal, shown_by
from pytest_aikit.cases.turns import first_turn, has_its_turn, is_called_by_itself
from pytest_aikit.frameworks import backends
from pytest_aikit.model import LONG, Case, Check, CheckFailure, Evidence, Sample
from pytest_aikit.numerics.comparing import flushed, same_bits
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype


def applies(function: Function) -> bool:
    return function.out and function.returns == "array"


def run(case: Case) -> Evidence:
    if not _has_its_turn(case):
        return Evidence(0)
    # where calls are compiled together, one by itself compiles all that the function is made of, and each drawn one anew
    drawn = any(one.part == "drawn" for one in case.samples)
    by_themselves = drawn or not (case.once or cells.stands_for_kinds(case.cell))
    sample, result = next(calling.results(case, by_themselves=by_themselves), (None, None))
    if sample is None or type(result) is not aikit.Array:
        return Evidence(0)
    with shown_by(_shown(garbage_source(result))):
        _check_result(case, sample, result, garbage(case, result))
    calls = 1 + _check_aliases(case) + (_check_others(case) if case.once else 0)
    # what does not depend on the dtype is looked at for one of each kind, and not again in each shape that is drawn
    if cells.stands_for_kinds(case.cell) and sample.part != "drawn":
        # a cast is aikit's own, and where each is compiled costs as much as the call
        if case.once or case.thorough or not frameworks.of(case.cell.backend).compiles or has_its_turn(case.function):
            calls += _check_casts(case, sample, result)
        calls += _check_refused(case, sample, result)
    return Evidence(calls)


def _has_its_turn(case: Case) -> bool:
    """Whether results are put into arrays of the case: where each call costs a compilation, in one dtype in turn beside one."""
    if case.thorough or not frameworks.of(case.cell.backend).compiles:
        return True
    return case.once or is_called_by_itself(case) if case.x64 else case.once and has_its_turn(case.function)


def garbage(case: Case, result: Any, dtype: str | None = None, *more: int) -> Any:
    """An Array like a result, full of values that it should not depend on; `more`: with these dimensions, too."""
    dtype = dtype or str(result.dtype)
    host = np.full((*result.shape, *more), _GARBAGE[kind_of(dtype)], dtype=numpy_dtype(dtype))
    return wrap(backends.native_array(case.cell.backend, host, str(result.device)))


_GARBAGE = {"b": True, "i": 77, "u": 77, "f": np.nan, "c": np.nan}


def garbage_source(result: Any, dtype: str | None = None, *more: int) -> str:
    dtype = dtype or str(result.dtype)
    value = _GARBAGE[kind_of(dtype)]
    device = "" if str(result.device) == "cpu" else f", device={str(result.device)!r}"
    return f"xp.full({(*map(int, result.shape), *more)}, {value}, dtype={dtype!r}{device})"


def _shown(out: str) -> str:
    return f"""\
wanted = function(*args, **kwargs)
out = {out}
wanted = xp.astype(wanted, out.dtype)
got = function(*args, **kwargs, out=out)
print("got:     ", repr(out), got is out)
print("expected:", repr(wanted), True)
"""


def _check_result(case: Case, sample: Sample, result: Any, out: Any, args: Any = None) -> None:
    """Call with `out` and look whether it holds the result."""
    dtype = out.dtype
    positional, keywords = args or calling.arguments(case, sample)
    returned = calling.call(case, sample, positional, {**keywords, "out": out})
    if returned is not out:
        raise CheckFailure("out is not returned", sample=sample, expected=out, got=returned)
    if (out.dtype, out.shape) != (dtype, result.shape):
        raise CheckFailure(
            "out changes dtype or shape", sample=sample, expected=(dtype, result.shape), got=(out.dtype, out.shape)
        )
    values = calling.host(result)
    wanted = values.astype(numpy_dtype(str(dtype)))
    if not knowledge.of(case.function).arbitrary and not _same(calling.host(out), wanted, values):
        raise CheckFailure("out does not hold the result", sample=sample, expected=wanted, got=calling.host(out))


def _same(got: np.ndarray, wanted: np.ndarray, values: np.ndarray) -> bool:
    """Whether `out` holds the values; a cast may flush subnormal ones to zeros of the same sign."""
    if got.shape != wanted.shape or got.dtype == values.dtype:
        return same_bits(got, wanted)
    return same_bits(got, wanted) or same_bits(got, flushed(values, values.dtype.name).astype(wanted.dtype))


def _check_others(case: Case) -> int:
    """The first call with each keyword, and with a Python number in each place, as far as it is made by itself."""
    looked: set[int | str] = set()
    calls = 0
    for sample, result in calling.results(case, by_themselves=True):
        numbers = {place for place, one in enumerate(sample.args) if type(one) in (bool, int, float, complex)}
        beside: set[int | str] = {*sample.kwargs, *numbers}
        if type(result) is aikit.Array and not looked.issuperset(beside):
            looked |= beside
            calls += 1
            with shown_by(_shown(garbage_source(result))):
                _check_result(case, sample, result, garbage(case, result))
    return calls


def _check_aliases(case: Case) -> int:
    """`out` may be one of the inputs, which may have a wider kind of dtype than the result: the first call of which each may."""
    looked: set[int] = set()
    # those first that are made by themselves, for which everything is compiled, and others in one dtype of each kind
    samples = sorted(case.samples, key=lambda one: id(one) in case.kept.together)
    if not cells.stands_for_kinds(case.cell):
        samples = [one for one in samples if id(one) not in case.kept.together]
    for sample in (one for one in samples if one.part not in LONG):
        for place, result in _fitting(case, sample, looked):
            looked.add(place)
            positional, keywords = calling.arguments(case, sample, watched=False)
            with shown_by(_shown(f"args[{place}]")):
                _check_result(case, sample, result, positional[place], (positional, keywords))
    return len(looked)


def _fitting(case: Case, sample: Sample, looked: Collection[int]) -> Iterator[tuple[int, Any]]:
    """The places of a call whose array holds its result, which depends on it, with the result."""
    places = [place for place, value in enumerate(sample.args) if isinstance(value, np.ndarray) and place not in looked]
    if not places:
        return
    try:
        result = calling.result(case, sample)
    except CheckFailure:
        return
    for place in places:
        array = sample.args[place]
        if array.size and array.shape == result.shape and _holds(array.dtype.name, str(result.dtype)):
            yield place, result


def _holds(dtype: str, other: str) -> bool:
    """Whether an `out` of a dtype takes a result of another one."""
    kinds = "buifc"
    return dtype == other or kinds.index(kind_of(dtype)) > kinds.index(kind_of(other))


_WIDER = {"float32": "float64", "complex64": "complex128", "int32": "int64", "uint8": "uint16"}
_OF_OTHER_KINDS = {
    "b": ("uint8", "int32", "float32", "complex64"),
    "u": ("int32", "float32"),
    "i": ("float32",),
    "f": ("complex64",),
}
"""Kind of a result -> dtypes of the kinds that hold it."""


def _check_casts(case: Case, sample: Sample, result: Any) -> int:
    """A cast within the kind, and to those above it, is made; where each is compiled one of them, in turn."""
    wider = _WIDER.get(str(result.dtype), "")
    within = [wider] if wider and (case.x64 or not wider.endswith(("64", "128"))) else []
    native = backends.load(case.cell.backend).native_dtypes
    others = _OF_OTHER_KINDS.get(kind_of(str(result.dtype)), ())
    wanted = [dtype for dtype in (*within, *others) if dtype in native]
    if frameworks.of(case.cell.backend).compiles and not case.thorough and wanted:
        wanted = [wanted[first_turn(case.function) % len(wanted)]]
    for dtype in wanted:
        with shown_by(_shown(garbage_source(result, dtype))):
            _check_result(case, sample, result, garbage(case, result, dtype))
    return len(wanted)


def _check_refused(case: Case, sample: Sample, result: Any) -> int:
    """What does not fit is an error, and `out` stays what it was."""
    dtype = str(result.dtype)
    refused: list[tuple[str, Any, type[Exception], str]] = [
        ("wrong shape", garbage(case, result, dtype, 2), AikitValueError, garbage_source(result, dtype, 2)),
    ]
    for narrower in _NARROWER[kind_of(dtype)]:
        out = garbage(case, result, narrower)
        refused.append((f"narrower kind, {narrower}", out, AikitTypeError, garbage_source(result, narrower)))
    calls = _check_other_device(case, sample, result)
    for what, out, error, made in refused:
        before = calling.host(out).copy()
        with shown_by(_shown_refused(made, error)):
            _check_error(case, sample, out, error, what)
            if not same_bits(before, calling.host(out)):
                raise CheckFailure(f"out of {what} is changed", sample=sample, expected=before, got=calling.host(out))
    with shown_by(_shown_refused(f"aikit.to_native({garbage_source(result)})", AikitTypeError)):
        _check_error(case, sample, garbage(case, result).data, AikitTypeError, "native array")
    return len(refused) + 1 + calls


_NARROWER = {"b": (), "u": ("bool",), "i": ("bool", "uint8"), "f": ("bool", "int32"), "c": ("bool", "float32")}
"""Kind of a result -> dtypes of which no `out` is: one of the least kind, and one of the nearest that does not hold it."""


def _check_other_device(case: Case, sample: Sample, result: Any) -> int:
    """An `out` that is elsewhere is an error, and keeps its native array."""
    others = [one for one in backends.load(case.cell.backend).devices() if str(one) != str(result.device)]
    for device in map(str, others[-1:]):
        native = backends.native_array(case.cell.backend, np.zeros_like(calling.host(result)), device)
        out = wrap(native)
        made = f"xp.empty({result.shape}, dtype={str(result.dtype)!r}, device={device!r})"
        with shown_by(_shown_refused(made, AikitDeviceError, "str(out.device)")):
            _check_error(case, sample, out, AikitDeviceError, "another device")
            if out.data is not native:
                raise CheckFailure("out of another device is changed", sample=sample, expected=device, got=out.device)
    return len(others[-1:])


def _shown_refused(made: str, error: type[Exception], seen: str = "repr(out)") -> str:
    wanted = f"{error.__name__}, and out unchanged"
    condition = f"isinstance(error, aikit.{error.__name__}) and {seen} == before"
    return refusal("function(*args, **kwargs, out=out)", wanted, condition, f"out = {made}\nbefore = {seen}\n")


def _check_error(case: Case, sample: Sample, out: Any, error: type[Exception], what: str) -> None:
    args, kwargs = calling.arguments(case, sample)
    try:
        with calling.as_cheaply(case, sample):
            calling.public(case)(*args, **{**kwargs, "out": out})
    except error:
        return
    except AikitException as other:
        raise CheckFailure(
            f"out of {what}: {type(other).__name__} for {error.__name__}", sample=sample, error=other
        ) from other
    except Exception as other:
        raise CheckFailure(f"out of {what}: raised {type(other).__name__}", sample=sample, error=other) from other
    raise CheckFailure(f"out of {what} is accepted", sample=sample, expected=error)


CHECK = Check("out", "cell", applies, run, __doc__, order=100, mixed=False, drawn=True)
