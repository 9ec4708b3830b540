"""How checks call the function of a case: conversion of samples, results, and what a failure says.

Each call is handed arguments of its own, which are held against the sample when the check is over: a function that
changes its input is found whichever check called it. Several checks look at the results of the same calls, so the
case keeps them; no check may change them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np

import aikit
from aikit import backend_handler
from aikit.core.arrays import wrap
from aikit.core.records import Function
from aikit.exceptions import AikitIndexError, AikitValueError
from aikit.namespace import bound
from pytest_aikit import clock, frameworks, memory
from pytest_aikit.cases import guard, oracle, origins, showing
from pytest_aikit.frameworks import backends
from pytest_aikit.model import OF_VALUES, Case, CheckFailure, Evidence, Sample
from pytest_aikit.numerics.comparing import same_bits


def arrays(case: Case, value: Any) -> Any:
    """An argument with each ndarray in it made an Array of the cell's backend and device, in memory of its own."""
    return memory.mapped(functools.partial(_array, case), value)


def _array(case: Case, value: np.ndarray) -> Any:
    """An Array of an array of a sample: the native array is made once, and each call has a copy, where it can be written to."""
    natives = case.kept.natives
    if id(value) not in natives:
        native = backends.native_array(case.cell.backend, value, case.cell.device)
        natives[id(value)] = value, native
        guard.keep(case, guard.NATIVE, wrap(native))
    native = natives[id(value)][1]
    backend = case.cell.backend
    return wrap(native if frameworks.of(backend).immutable else backend_handler.load(backend).copy_array(native))


def natives(case: Case, value: Any) -> Any:
    """An argument with each ndarray in it made a native array, in the sample's memory layout where the framework has it."""
    framework = frameworks.of(case.cell.backend)
    if framework.is_host:
        return memory.mapped(memory.copied, value)
    if framework.laid_out is not None and case.cell.device == "cpu":
        laid_out = framework.laid_out
        return memory.mapped(
            lambda array: (
                laid_out(_writable(array)) if min(array.strides, default=0) >= 0 else _array(case, array).data
            ),
            value,
        )
    return memory.mapped(lambda array: _array(case, array).data, value)


def _writable(array: np.ndarray) -> np.ndarray:
    """A copy with the same strides, which is writable, as native arrays are."""
    copy = memory.copied(array)
    copy.flags.writeable = True
    return copy


def arguments(
    case: Case, sample: Sample, convert: Callable[[Case, Any], Any] = arrays, *, watched: bool = True
) -> tuple[list[Any], dict[str, Any]]:
    """Positional and keyword arguments of a sample for the cell's backend, made for one call.

    Parameters
    ----------
    watched : whether they must be unchanged when the check is over; not where the check itself writes to them.
    """
    args, named = convert(case, ([*sample.args], [*sample.kwargs.values()]))
    kwargs = dict(zip(sample.kwargs, named, strict=True))
    if watched:
        case.kept.handed_out.append((sample, tuple(args), dict(kwargs)))
    return args, kwargs


def public(case: Case) -> Callable[..., Any]:
    """The function, bound to the backend of the case."""
    return guard.followed(case, _bound_to(case.function, case.cell.backend, case.xp))


def _bound_to(function: Function, backend: str, namespace: Any) -> Any:
    """The function, bound to a backend: that of its namespace, where it is aikit's own."""
    if not showing.is_of_aikit(function):
        return bound(function.public, backend)
    found = namespace
    for part in function.qualified_name.split("."):
        found = getattr(found, part)
    return found


def call(case: Case, sample: Sample, args: list[Any], kwargs: Mapping[str, Any], function: Any = None) -> Any:
    """Call the function; an exception of it becomes a `CheckFailure` that carries it."""
    called = public(case) if function is None else guard.followed(case, function)
    try:
        with clock.running(clock.FRAMEWORK), as_cheaply(case, sample):
            found = called(*args, **kwargs)
    except CheckFailure as failure:
        failure.sample = failure.sample or sample
        raise
    except Exception as error:
        if not origins.is_of_callee(error):
            raise
        raise raised(error, sample) from error
    if type(found) is not aikit.Array and not guard.is_regular(case, found):
        case.kept.irregular = True
    return found


def cheaply(case: Case) -> AbstractContextManager[Any]:
    """The context in which what calls compile is not optimized, where the framework of a case has one; not where a case is thorough."""
    context = frameworks.of(case.cell.backend).cheaply
    return nullcontext() if context is None or case.thorough else context()


def as_cheaply(case: Case, sample: Sample) -> AbstractContextManager[Any]:
    """The context in which the call of a sample is made, and those like it that find compiled what it is made of."""
    return cheaply(case) if id(sample) in case.kept.cheaply else nullcontext()


def raised(error: BaseException, sample: Sample) -> CheckFailure:
    return CheckFailure(f"raised {type(error).__name__}", sample=sample, error=error)


def refuses_values(case: Case, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:
    """Whether arguments are refused on the CPU that this device would take: their values are looked at there alone.

    An index out of range is a fault in a kernel elsewhere, which may cost the process its device.
    """
    if backends.looks_at_values(case.cell.device):
        return False
    at_hand = {**kwargs, **({"device": "cpu"} if "device" in kwargs else {})}
    try:
        _bound_to(case.function, "numpy", aikit.get_backend("numpy"))(*args, **at_hand)
    except (AikitIndexError, AikitValueError):
        return True
    except Exception:
        pass  # NumPy's own reasons, which are none of this device's
    return False


def result(case: Case, sample: Sample) -> Any:
    """The result of the call with Arrays, which no check may change; raises `CheckFailure` where the call raises."""
    results = case.kept.results
    if id(sample) in case.kept.together and case.kept.ahead is not None:
        make_them, case.kept.ahead = case.kept.ahead, None
        make_them()
    if id(sample) not in results:
        args, kwargs = arguments(case, sample)
        try:
            found = call(case, sample, args, kwargs)
            results[id(sample)] = sample, found
            given = set(map(id, arrays_of(args, kwargs)))
            for array in leaves(found):
                if type(array) is aikit.Array:
                    guard.keep(case, guard.RESULT, array)
                if id(array) in given:
                    case.kept.handed_back.add(id(sample))
        except CheckFailure as failure:
            results[id(sample)] = sample, failure
    _, found = results[id(sample)]
    if isinstance(found, CheckFailure):
        raise found
    return found


NATIVES = "for native arrays"
"""The way of calling with native arrays in place of Arrays."""


def again(case: Case, sample: Sample, way: str) -> Any:
    """The result of the call made in another way, or its error, where calls are made together; else None."""
    return case.kept.again.get((way, id(sample)))


def results(case: Case, *, of_sizes: bool = False, by_themselves: bool = False) -> Iterator[tuple[Sample, Any]]:
    """The samples whose calls succeed, with the results. That a call raises is the business of the check `value`.

    Parameters
    ----------
    of_sizes : also those with each of the lengths, for what may depend on the length and costs little.
    by_themselves : without those whose calls are made together, for what calls again and depends on few of the arguments.

    Raises
    ------
    CheckFailure : every call raises, so there is nothing to look at.
    """
    failures: list[CheckFailure] = []
    samples = [one for one in case.samples if of_sizes or one.part not in OF_VALUES]
    if by_themselves:
        samples = [one for one in samples if id(one) not in case.kept.together]
    for sample in samples:
        try:
            found = result(case, sample)
        except CheckFailure as failure:
            failures.append(failure)
        else:
            yield sample, found
    if failures and len(failures) == len(samples):
        raise failures[0]


def giving_each_argument(case: Case, least: int) -> Iterator[tuple[Sample, Any]]:
    """The first samples whose calls succeed, with the results, and each further one that gives an argument which none before
    has given another value than its default."""
    made = {id(sample): (sample, found) for sample, found in results(case, by_themselves=True)}
    chosen = oracle.giving_each_argument(case.function, [sample for sample, _ in made.values()], least)
    yield from (made[id(sample)] for sample in chosen)


def is_well_formed(case: Case) -> bool:
    """Whether the results that are kept have the classes, number, shapes and dtypes that they must have."""
    kept = case.kept.results
    made = [kept[id(sample)] for sample in case.samples if id(sample) in kept]
    return not case.kept.irregular and all(_is_as_expected(case.function, *pair) for pair in made)


def _is_as_expected(function: Function, sample: Sample, found: Any) -> bool:
    """Whether all but the values of a result is right; where nothing is known of it, it is."""
    if function.returns == "value" or isinstance(found, CheckFailure):
        return True
    try:
        wanted = oracle.expected(function, sample)
    except Exception:
        return True
    several = isinstance(wanted, tuple)
    pairs = list(zip(leaves(found), wanted if several else (wanted,), strict=False))
    return (
        several == isinstance(found, tuple)
        and len(pairs) == len(leaves(found)) == (len(wanted) if several else 1)
        and all(one.shape == two.shape and two.dtype in ("index", str(one.dtype)) for one, two in pairs)
    )


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
    backend = backend_handler.backend_of(array)
    return np.asarray(aikit.to_numpy(aikit.asarray(array)) if backend is None else backend.to_numpy(array))


def share_memory(one: Any, other: Any) -> bool | None:
    """Whether two Arrays of one backend and device lie in the same memory; None where nobody can tell."""
    if one.device.kind == "cpu":
        return np.shares_memory(host(one), host(other))
    shares = frameworks.of(one.backend).shares
    return None if shares is None else shares(one.data, other.data)


def sampled_arrays(sample: Sample) -> list[np.ndarray]:
    """The arrays of a sample, those in lists too."""
    placed = (*sample.args, *sample.kwargs.values())
    return [item for value in placed for item in leaves(value) if isinstance(item, np.ndarray)]


def arrays_of(args: Iterable[Any], kwargs: Mapping[str, Any]) -> list[Any]:
    """The Arrays among arguments, those in lists too, in the order of `sampled_arrays`."""
    return [item for value in (*args, *kwargs.values()) for item in leaves(value) if type(item) is aikit.Array]


# ------------------------------------------------------------------------------------------------ changed input


def watched(run: Callable[[Case], Evidence]) -> Callable[[Case], Evidence]:
    """`run` of a check, which fails also where an argument of its calls is changed: whatever else fails follows of it.

    So it does where something is changed that is kept for other checks, and then says who did it.
    """

    @functools.wraps(run)
    def run_and_look(case: Case) -> Evidence:
        case.kept.handed_out.clear()
        try:
            evidence = run(case)
        except Exception as error:
            changed = _changed(run, case)
            if changed is None:
                raise
            raise changed from error
        if evidence.calls == 0 and not case.kept.handed_out:
            return evidence  # nothing was called
        changed = _changed(run, case)
        if changed is not None:
            raise changed
        return evidence

    def _changed(run: Callable[[Case], Evidence], case: Case) -> Exception | None:
        found = changed_input(case)
        damage = None if case.kept.looks_later else guard.damage(case)
        return guard.diagnosed(run, case, damage) if found is None and damage is not None else found

    return run_and_look


def changed_input(case: Case) -> CheckFailure | None:
    """The first watched argument that is no longer what the sample says; what was handed out is then forgotten."""
    kept = case.kept
    handed_out, kept.handed_out = kept.handed_out, []
    for sample, args, kwargs in handed_out:
        contents = iter(sample.contents)
        for before, now in zip((*sample.args, *sample.kwargs.values()), (*args, *kwargs.values()), strict=True):
            if not _is_unchanged(case, before, now, contents):
                failure = CheckFailure(CHANGED, sample=sample, expected=before, got=_readable(now))
                failure.shown = ("" if arrays_of(args, kwargs) else showing.NATIVE) + showing.CHANGED
                return failure
    return None


CHANGED = "changed its input"


def _is_unchanged(case: Case, before: Any, now: Any, contents: Iterator[bytes]) -> bool:
    """Whether an argument is still what a sample has in this place; the next of `contents` are the bytes of its arrays."""
    if isinstance(before, np.ndarray):
        content = next(contents)
        known = case.kept.natives.get(id(before))
        if known is not None and (now.data if type(now) is aikit.Array else now) is known[1]:
            return True  # which is looked at beside
        try:
            found = host(now)
            alike = found.dtype == before.dtype and found.shape == before.shape
            return alike and (found.tobytes() == content or same_bits(before, found))
        except Exception:  # it cannot even be read any more
            return False
    if isinstance(before, (list, tuple)):
        return len(before) == len(now) and all(
            _is_unchanged(case, one, other, contents) for one, other in zip(before, now, strict=True)
        )
    return True


def _readable(argument: Any) -> Any:
    try:
        return host(argument).copy()
    except Exception:
        return argument
