"""How checks call the function of a case: conversion of samples, results, and what a failure says.

Several checks look at the results of the same calls, so the last case's are kept. A check that mutates an argument or
a result must make its own, with `arrays` and `call`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

import aikit
from pytest_aikit.model import Case, CheckFailure, Sample


def arrays(case: Case, value: Any) -> Any:
    """An argument with each ndarray in it made an Array of the cell's backend and device."""
    if isinstance(value, np.ndarray):
        return case.xp.asarray(value, dtype=value.dtype.name, device=case.cell.device)
    if isinstance(value, (list, tuple)) and any(isinstance(item, np.ndarray) for item in value):
        return type(value)(arrays(case, item) for item in value)
    return value


def arguments(case: Case, sample: Sample, convert: Callable[[Case, Any], Any] = arrays) -> tuple[list[Any], dict[str, Any]]:
    """Positional and keyword arguments of a sample for the cell's backend, freshly made."""
    return [convert(case, value) for value in sample.args], {k: convert(case, v) for k, v in sample.kwargs.items()}


def public(case: Case) -> Callable[..., Any]:
    """The function, bound to the backend of the case."""
    found = case.xp
    for part in case.function.qualified_name.split("."):
        found = getattr(found, part)
    return found


def call(case: Case, sample: Sample, args: list[Any], kwargs: Mapping[str, Any], function: Any = None) -> Any:
    """Call the function; an exception becomes a `CheckFailure` that carries it."""
    try:
        return (function or public(case))(*args, **kwargs)
    except Exception as error:
        raise raised(error, sample) from error


def raised(error: BaseException, sample: Sample) -> CheckFailure:
    return CheckFailure(f"raised {type(error).__name__}", sample=sample, error=error)


class _Kept:
    """The arguments and results of the last case's samples."""

    case: Case | None = None
    converted: dict[int, Any]
    results: dict[int, Any]


def _kept(case: Case) -> type[_Kept]:
    if _Kept.case is not case:
        _Kept.case, _Kept.converted, _Kept.results = case, {}, {}
    return _Kept


def shared_arguments(case: Case, sample: Sample) -> tuple[list[Any], dict[str, Any]]:
    """The arguments of a sample, which no check may change."""
    converted = _kept(case).converted
    if id(sample) not in converted:
        converted[id(sample)] = arguments(case, sample)
    return converted[id(sample)]


def result(case: Case, sample: Sample) -> Any:
    """The result of the call with Arrays, which no check may change; raises `CheckFailure` where the call raises."""
    results = _kept(case).results
    if id(sample) not in results:
        args, kwargs = shared_arguments(case, sample)
        try:
            results[id(sample)] = call(case, sample, args, kwargs), None
        except CheckFailure as failure:
            results[id(sample)] = None, failure
    value, failure = results[id(sample)]
    if failure is not None:
        raise failure
    return value


def results(case: Case) -> Iterator[tuple[Sample, Any]]:
    """The samples whose calls succeed, with the results. That a call raises is the business of the check `value`.

    Raises
    ------
    CheckFailure : every call raises, so there is nothing to look at.
    """
    failure, some = None, False
    for sample in case.samples:
        try:
            yield sample, result(case, sample)
            some = True
        except CheckFailure as found:
            if found.error is None:
                raise
            failure = found
    if failure is not None and not some:
        raise failure


def first(case: Case) -> tuple[Sample | None, Any]:
    """The first sample whose call succeeds, and its result; None where the cell has no samples."""
    return next(results(case), (None, None))


def leaves(value: Any) -> list[Any]:
    """A result as a list: itself, or the arrays of several."""
    return list(value) if isinstance(value, (list, tuple)) else [value]


def host(array: Any) -> np.ndarray:
    """The values of an Array or native array of any backend, never a view that a later write could change."""
    if type(array) is aikit.Array:
        return np.asarray(aikit.to_numpy(array))
    return np.asarray(aikit.to_numpy(aikit.asarray(array)))


def array_arguments(case: Case, sample: Sample) -> list[tuple[int | str, Any]]:
    """Where the arrays of a sample stand, position or keyword, with the converted arrays; lists are flattened."""
    args, kwargs = shared_arguments(case, sample)
    found: list[tuple[int | str, Any]] = []
    for place, value in [*enumerate(args), *kwargs.items()]:
        found.extend((place, item) for item in leaves(value) if type(item) is aikit.Array)
    return found
