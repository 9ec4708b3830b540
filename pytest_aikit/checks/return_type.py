"""The result is an aikit.Array, or a tuple of them, around a native array of the cell's backend, and none that was handed in."""

from __future__ import annotations

from typing import Any

import aikit
from aikit.core import result_types
from aikit.core.records import Function
from pytest_aikit.cases import calling
from pytest_aikit.cases.showing import ARRAYS_IN, shown_by
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, Sample


def applies(function: Function) -> bool:
    return function.returns in ("array", "arrays")


def run(case: Case) -> Evidence:
    calls = 0
    for sample, result in calling.results(case, of_sizes=True):
        with shown_by(_shown(case)):
            check_structure(case.function, sample, result)
            for array in calling.leaves(result):
                _check_one(case, sample, array)
        if id(sample) in case.kept.handed_back and _makes_its_own(case.function):
            with shown_by(_HANDED_BACK):
                raise CheckFailure("returned an Array that was handed in", sample=sample)
        calls += 1
    return Evidence(calls)


def check_structure(function: Function, sample: Sample, result: Any) -> None:
    """A result of several arrays is a tuple, whose items have the names that the function gives them."""
    other = (function.returns == "arrays") != isinstance(result, tuple) and not _by_argument(function)
    if other or isinstance(result, list):
        cause = f"wrong structure: {type(result).__name__}"
        raise CheckFailure(cause, sample=sample, expected=function.returns, got=result)
    names = getattr(getattr(result_types, str(function.signature.return_annotation), None), "_fields", ())
    if any(getattr(result, name, None) is not result[place] for place, name in enumerate(names)):
        raise CheckFailure(f"without the names {', '.join(names)}", sample=sample, expected=names, got=result)


def _by_argument(function: Function) -> bool:
    """Whether an argument says if there are one or several arrays; the check of values compares these."""
    return "| tuple[" in str(function.signature.return_annotation)


def _makes_its_own(function: Function) -> bool:
    """Whether the Array that is returned is a new one; to write to one that was handed in would be to write to that."""
    return function.backend_rule == "arguments" and not function.returns_argument


_HANDED_BACK = f"""\
{ARRAYS_IN}

given, found = arrays_in(*args, *kwargs.values()), arrays_in(function(*args, **kwargs))
print("got:     ", any(one is other for one in given for other in found))
print("expected:", False)
"""


def _shown(case: Case) -> str:
    several = case.function.returns == "arrays"
    return f"""\
def described(one):
    return type(one).__name__, getattr(one, "backend", None), isinstance(aikit.to_native(one), xp.NativeArray)


result = function(*args, **kwargs)
got = {{described(one) for one in (result if isinstance(result, tuple) else [result])}}
print("got:     ", "tuple of" if isinstance(result, tuple) else "one", got)
print("expected:", {"tuple of" if several else "one"!r}, {{("Array", {case.cell.backend!r}, True)}})
"""


def _check_one(case: Case, sample: Sample, array: Any) -> None:
    if type(array) is not aikit.Array:
        what = "a native array" if aikit.is_native_array(array) else f"a {type(array).__name__}"
        raise CheckFailure(f"returned {what}", sample=sample, expected="aikit.Array", got=type(array))
    if array.backend != case.cell.backend:
        raise CheckFailure(
            f"returned an array of {array.backend}", sample=sample, expected=case.cell.backend, got=array.backend
        )
    if not isinstance(array.data, case.xp.NativeArray):
        raise CheckFailure(
            f"wraps a {type(array.data).__name__}", sample=sample, expected=case.xp.NativeArray, got=type(array.data)
        )


CHECK = Check("return_type", "cell", applies, run, __doc__, order=50, drawn=True, explains=2)
