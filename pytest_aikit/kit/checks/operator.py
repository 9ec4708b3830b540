"""Operators with an object of the class on either side, an Array or a number on the other, and in place, give the values of the function."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

import aikit
from aikit.core.records import Function
from aikit.exceptions import AikitTypeError
from pytest_aikit import knowledge
from pytest_aikit.cases import literals
from pytest_aikit.cases.showing import shown_by
from pytest_aikit.kit.checks import KitCheck, value
from pytest_aikit.kit.trial import Trial
from pytest_aikit.model import CheckFailure, Sample


def applies(function: Function) -> bool:
    return bool(knowledge.of(function).operator)


class Form(NamedTuple):
    """A form of an operator.

    Attributes
    ----------
    what : it, in words.
    source : its call, of `args`.
    call : the same.
    args : the arguments.
    in_place : whether it may write to the first of them.
    """

    what: str
    source: str
    call: Callable[..., Any]
    args: list[Any]
    in_place: bool = False


_MIRRORED = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "eq": "eq", "ne": "ne"}
"""The comparisons, and those with the operands in the other order."""


def run(trial: Trial) -> int:
    sample, result = trial.first()
    if sample is None or sample.kwargs:
        return 0
    calls = 0
    for form in _forms(trial, sample, result):
        _check(trial, sample, form)
        calls += 1
    for numbers in trial.samples:
        if numbers.part == "scalars" and len(numbers.args) == 2 and not numbers.kwargs:
            reflected = not isinstance(numbers.args[0], np.ndarray)
            if _defines(trial, _reflected(trial) if reflected else _name(trial)):
                form = _plain_form(trial, "the operator beside a number", trial.arguments(numbers)[0])
                _check(trial, numbers, form)
                calls += 1
    return calls


def _forms(trial: Trial, sample: Sample, result: Any) -> Iterator[Form]:
    """Those of two arrays, or one; what the class defines itself is called with its objects alone, reflected and in place, too."""
    name, reflected = _name(trial), _reflected(trial)
    own, others = trial.arguments(sample)[0], trial.arguments(sample, trial.beside)[0]
    if len(own) == 1:
        if _defines(trial, name):
            yield _plain_form(trial, "the operator", own)
        return
    yield _plain_form(trial, "the operator on the left of an Array", [own[0], others[1]])
    yield _plain_form(trial, "the operator on the right of an Array", [others[0], own[1]])
    if _defines(trial, name):
        yield _plain_form(trial, "the operator on both sides", own)
    if _defines(trial, reflected) and isinstance(own[1], trial.adapter.array_class):
        method = f"__{reflected}__"
        args = [others[0], own[1]]
        yield Form("the reflected operator", f"args[1].{method}(args[0])", lambda x, y: getattr(y, method)(x), args)
    own = trial.arguments(sample)[0]
    if _defines(trial, f"i{name}") and _holds(trial, own[0], result):
        yield Form("the operator in place", f"operator.i{name}(*args)", getattr(operator, f"i{name}"), own, True)


def _plain_form(trial: Trial, what: str, args: list[Any]) -> Form:
    called = getattr(operator, knowledge.of(trial.function).operator)
    return Form(what, f"operator.{called.__name__}(*args)", called, args)


def _check(trial: Trial, sample: Sample, form: Form) -> None:
    """An operator gives the values of the function, or is refused beside what is not of the class, and in place."""
    plain_at = [place for place, one in enumerate(form.args) if isinstance(one, aikit.Array)]
    made = "".join(f"args[{place}] = aikit.asarray({literals.literal(sample.args[place])})\n" for place in plain_at)
    with shown_by(f'{made}print("got:     ", repr({form.source}))\n'):
        try:
            result = form.call(*form.args)
        except Exception as error:
            if _is_refused(trial, form, error):
                return
            raise CheckFailure(f"{form.what} raised {type(error).__name__}", sample=sample, error=error) from error
        if result is not NotImplemented:
            value.compare(trial, sample, result, form.what)


def _is_refused(trial: Trial, form: Form, error: Exception) -> bool:
    """Whether an error says that there is no such form: in place, or beside what is not of the class."""
    if form.in_place:
        return isinstance(error, TypeError) or trial.is_unknown(error)
    if not _mixes(trial, form.args):
        return False
    is_of_python = isinstance(error, TypeError) and error.__traceback__ is not None and not error.__traceback__.tb_next
    beside_a_number = not any(isinstance(one, aikit.Array) for one in form.args)
    # shapes that do not fit are operands in the wrong order, and no refusal
    return trial.is_unknown(error) or isinstance(error, AikitTypeError) or (beside_a_number and is_of_python)


def _name(trial: Trial) -> str:
    return knowledge.of(trial.function).operator.strip("_")


def _reflected(trial: Trial) -> str:
    return _MIRRORED.get(_name(trial), f"r{_name(trial)}")


def _defines(trial: Trial, name: str) -> bool:
    """Whether the class has an operator itself."""
    classes = trial.adapter.array_class.__mro__
    return any(f"__{name}__" in vars(cls) for cls in classes if cls is not object)  # which has comparisons


def _holds(trial: Trial, target: Any, result: Any) -> bool:
    """Whether an object has the shape and the dtype of a result."""
    if not isinstance(target, trial.adapter.array_class):
        return False
    own, found = trial.read(target), trial.read(result)
    return (own.shape, own.dtype) == (found.shape, found.dtype)


def _mixes(trial: Trial, args: list[object]) -> bool:
    return not all(isinstance(one, trial.adapter.array_class) for one in args)


CHECK = KitCheck("operator", applies, run, __doc__ or "", order=90)
