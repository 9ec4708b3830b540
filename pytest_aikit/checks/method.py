"""The method of Array of the function's name gives the same result as the function."""

from __future__ import annotations

import inspect
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import aikit
from aikit.core.records import Function
from pytest_aikit.cases import calling
from pytest_aikit.cases.showing import EXPECTED, shown_by
from pytest_aikit.checks.native_input import check_same
from pytest_aikit.checks.out import garbage, garbage_source
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, Sample


def applies(function: Function) -> bool:
    if not function.has_method or function.returns == "value":
        return False
    first = function.parameters[function.array_parameters[0]]
    # a sequence of arrays is no array that could have a method
    return first.role != "arrays" or first.variadic


def run(case: Case) -> Evidence:
    calls = 0
    for sample, result in calling.giving_each_argument(case, _ENOUGH):
        form = _method_form(case, sample)
        if form is not None:
            array, args, kwargs = form
            with shown_by(_shown(case)):
                method = getattr(array, case.function.name, None)
                if method is None:
                    raise CheckFailure("no method of this name", sample=sample)
                with _backend_set(case):
                    again = calling.call(case, sample, args, kwargs, method)
                check_same(case.function, sample, result, again, "another result of the method")
                if not calls and case.function.out and type(result) is aikit.Array:
                    _check_out(case, sample, result)
            calls += 1
    return Evidence(calls)


_ENOUGH = 3
"""The method is one line, which hands on its arguments: more calls show nothing new, once each of these has been given."""


def _check_out(case: Case, sample: Sample, result: Any) -> None:
    """The method hands on `out`, too."""
    array, args, kwargs = _method_form(case, sample) or (None, [], {})
    out = garbage(case, result)
    with shown_by(_SHOWN_OUT.format(place=_taken(case), out=garbage_source(result), name=case.function.name)):
        with _backend_set(case):
            again = calling.call(case, sample, args, {**kwargs, "out": out}, getattr(array, case.function.name))
        if again is not out:
            raise CheckFailure("the method does not return out", sample=sample, expected=out, got=again)


_SHOWN_OUT = """\
print("expected:", True)
array = {place}
out = {out}
print("got:     ", array.{name}(*args, **kwargs, out=out) is out)
"""


def _backend_set(case: Case) -> AbstractContextManager[Any]:
    """A mixed function is the backend's own only where one is set, as it is in the form that gave the result."""
    return aikit.use_backend(case.cell.backend) if case.function.kind == "mixed" else nullcontext()


def _taken(case: Case) -> str:
    """The source that takes the array whose method is called out of the arguments."""
    first = case.function.parameters[case.function.array_parameters[0]]
    by_name = first.kind is inspect.Parameter.KEYWORD_ONLY
    return f"kwargs.pop({first.name!r})" if by_name else f"args.pop({list(case.function.parameters).index(first.name)})"


def _shown(case: Case) -> str:
    call = f'print("got:     ", repr(array.{case.function.name}(*args, **kwargs)))\n'
    if case.function.kind == "mixed":
        call = f"with aikit.use_backend({case.cell.backend!r}):\n    {call}"
    return f"{EXPECTED}array = {_taken(case)}\n{call}"


def _method_form(case: Case, sample: Sample) -> tuple[Any, list[Any], dict[str, Any]] | None:
    """The array whose method is called and the arguments that are left; None where the first array is no Array."""
    first = case.function.array_parameters[0]
    place = list(case.function.parameters).index(first)
    args, kwargs = calling.arguments(case, sample)
    if type(kwargs.get(first)) is aikit.Array:
        return kwargs.pop(first), list(args), kwargs
    if place >= len(args) or type(args[place]) is not aikit.Array:
        return None
    return args[place], [*args[:place], *args[place + 1 :]], kwargs


CHECK = Check("method", "cell", applies, run, __doc__, order=70, mixed=False)
