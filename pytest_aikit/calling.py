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
        # a copy, for an Array of NumPy shares the memory of the ndarray it is made from, and a fault may write to it
        return case.xp.asarray(value.copy(), dtype=value.dtype.name, device=case.cell.device)
    if isinstance(value, (list, tuple)) and any(isinstance(item, np.ndarray) for item in value):
        return type(value)(arrays(case, item) for item in value)
    return value


def arguments(
    case: Case, sample: Sample, convert: Callable[[Case, Any], Any] = arrays
) -> tuple[list[Any], dict[str, Any]]:
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
            results[id(sample)] = call(case, sample, args, kwargs)
        except CheckFailure as failure:
            results[id(sample)] = failure
    found = results[id(sample)]
    if isinstance(found, CheckFailure):
        raise found
    return found


def results(case: Case) -> Iterator[tuple[Sample, Any]]:
    """The samples whose calls succeed, with the results. That a call raises is the business of the check `value`.

    Raises
    ------
    CheckFailure : every call raises, so there is nothing to look at.
    """
    failures: list[CheckFailure] = []
    for sample in case.samples:
        try:
            found = result(case, sample)
        except CheckFailure as failure:
            failures.append(failure)
        else:
            yield sample, found
    if failures and len(failures) == len(case.samples):
        raise failures[0]


def first(case: Case) -> tuple[Sample | None, Any]:
    """The first sample whose call succeeds, and its result; None where the cell has no samples."""
    return next(results(case), (None, None))


def leaves(value: Any) -> list[Any]:
    """A result as a list: itself, or the arrays of several."""
    return list(value) if isinstance(value, (list, tuple)) else [value]


def host(array: Any) -> np.ndarray:
    """The values of an Array, or of a native array; what is to be kept beyond the next write must be copied."""
    if type(array) is aikit.Array:
        # `__array__` costs a tenth of the public function, and every check comes by here
        return np.asarray(array)
    return np.asarray(aikit.to_numpy(aikit.asarray(array)))


def array_arguments(case: Case, sample: Sample) -> list[tuple[int | str, Any]]:
    """Where the arrays of a sample stand, position or keyword, with the converted arrays; lists are flattened."""
    args, kwargs = shared_arguments(case, sample)
    placed: list[tuple[Any, Any]] = [*enumerate(args), *kwargs.items()]
    return [(place, item) for place, value in placed for item in leaves(value) if type(item) is aikit.Array]
