"""A copy, a deep copy and a pickled array have the same backend, device, dtype, shape and values, and are their own.

What `copy` asks for is done.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np

import aikit
from aikit.core.records import Function
from pytest_aikit import frameworks, knowledge
from pytest_aikit.cases import calling
from pytest_aikit.cases.samples.layouts import VIEWS
from pytest_aikit.cases.showing import shown_by
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, Sample
from pytest_aikit.numerics.comparing import same_bits

_COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deep copy": copy.deepcopy,
    "pickled array": lambda array: pickle.loads(pickle.dumps(array)),
}


_SOURCES = {
    "copy": "copy.copy(array)",
    "deep copy": "copy.deepcopy(array)",
    "pickled array": "pickle.loads(pickle.dumps(array))",
}
_SHOWN = """\
array = function(*args, **kwargs)
before = repr(array)
other = {}
got = type(other), other is not array, str(other.device), repr(other)
other[...] = 1
print("got:     ", *got, repr(array))
print("expected:", type(array), True, str(array.device), before, before)
"""


_SHOWN_FOR_SUBCLASS = """\
class Labelled(aikit.Array):
    pass


array = Labelled()
array._data, array.label, array.itself = function(*args, **kwargs).data, ["m"], array
other = {}
print("got:     ", type(other), other.label, other.label is array.label, other.itself is array, other.itself is other)
print("expected:", type(array), ["m"], {}, {}, not {})
"""


def applies(function: Function) -> bool:
    return knowledge.of(function).makes_any_array or asks(function)


def asks(function: Function) -> bool:
    """Whether an argument says whether there is a copy."""
    return "copy" in function.parameters and function.returns != "value" and bool(function.array_parameters)


def run(case: Case) -> Evidence:
    calls = _check_asked(case) + _check_host(case) if asks(case.function) else 0
    # how an array was made does not matter, and this function makes one of each dtype
    return Evidence(calls + (_check_copies(case) if knowledge.of(case.function).makes_any_array else 0))


def _check_asked(case: Case) -> int:
    """``copy=True`` always copies, ``copy=False`` never, unless it is a conversion that copies by itself.

    A function whose results are never views, such as one that computes, has nothing to leave uncopied.
    """
    calls = 0
    if frameworks.of(case.cell.backend).immutable:
        return calls  # nobody sees it
    for sample, result in calling.results(case):
        copy = sample.kwargs.get("copy", case.function.parameters["copy"].default)
        args, kwargs = calling.arguments(case, sample)
        leaves = calling.leaves(result)
        converts = not case.function.parameters["copy"].optional and any(args[0].dtype != x.dtype for x in leaves)
        views = copy is False and not converts and bool(case.function.view)
        if copy is True or views:
            found = calling.leaves(calling.call(case, sample, args, kwargs))
            with shown_by(_MEMORY.format(copy)):
                shared = {calling.share_memory(args[0], one) for one in found if one.size}
                if copy in shared:
                    raise CheckFailure(f"copy={copy} {'copies nothing' if copy else 'copies'}", sample=sample)
            calls += bool(shared - {None})
    return calls


_MEMORY = """\
result = function(*args, **kwargs)
found = [x for x in (result if isinstance(result, (list, tuple)) else [result]) if x.size]
print("got:     ", {{np.shares_memory(np.asarray(args[0]), np.asarray(x)) for x in found}})
print("expected:", {{not {}}})
"""


def _check_host(case: Case) -> int:
    """What makes arrays of data copies those of NumPy, unless they are native or it is told not to."""
    # what has no dtype to make of them, as `from_dlpack`, is there to share
    takes_data = case.function.backend_rule == "set" and "dtype" in case.function.parameters
    if not takes_data or issubclass(np.ndarray, case.xp.NativeArray):
        return 0
    calls = 0
    for sample, _ in calling.results(case):
        (given, *others), kwargs = calling.arguments(case, sample, watched=False)
        if kwargs.get("copy") is False or not isinstance(given, aikit.Array):
            continue
        data = np.array(sample.args[0], order="C")
        with shown_by(_HOST):
            result = calling.call(case, sample, [data, *others], kwargs)
            before = calling.host(result).copy()
            data.reshape(-1).view(np.uint8)[...] ^= 1
            if not same_bits(before, calling.host(result)):
                raise CheckFailure("shares the memory of an array of NumPy", sample=sample)
        calls += 1
    return calls


_HOST = """\
data = np.array(args[0], order="C")
result = function(data, *args[1:], **kwargs)
before = np.array(result)
data.reshape(-1).view(np.uint8)[...] ^= 1
print("got:     ", np.asarray(result).tolist())
print("expected:", before.tolist())
"""


def _check_copies(case: Case) -> int:
    calls = 0
    for sample, result in calling.results(case):
        array = aikit.copy_array(result)  # other checks look at the result itself, and copies are written to
        for what, make in _COPIES.items():
            with shown_by(_SHOWN.format(_SOURCES[what])):
                _check_one(case, sample, array, what, make)
            calls += 1
        if calls == len(_COPIES):
            calls += _check_subclass(case, sample, array) + (_check_writes(case, sample) if case.once else 0)
    return calls


def _check_writes(case: Case, sample: Sample) -> int:
    """An Array of which nobody else knows the native array holds what is written to it, however its memory lies."""
    if not frameworks.of(case.cell.backend).is_host or not (sample.arrays and sample.arrays[0].ndim):
        return 0
    for what, layout in VIEWS.items():
        with shown_by(_WRITTEN.format(what)):
            array = aikit.asarray(layout(np.array(sample.arrays[0])))
            try:
                array[...] = 1
            except Exception as error:
                raise CheckFailure(f"a write to {what} memory", sample=sample, error=error) from error
            if not (calling.host(array) == 1).all():
                raise CheckFailure(f"a write to {what} memory", sample=sample, expected=1, got=array)
    return len(VIEWS)


_WRITTEN = """\
from pytest_aikit.cases.samples.layouts import VIEWS

array = aikit.asarray(VIEWS[{!r}](np.array(args[0])))
array[...] = 1
print("got:     ", repr(array))
print("expected:", repr(xp.ones_like(args[0])))
"""


class Labelled(aikit.Array):
    """A subclass with attributes, one of which leads back."""

    label: list[str]
    itself: Labelled


def _check_subclass(case: Case, sample: Sample, array: Any) -> int:
    """What a subclass adds is copied with it, and all of that anew in all copies but a shallow one."""
    given = Labelled()
    given._data, given.label, given.itself = array.data, ["m"], given
    for what, make in _COPIES.items():
        shallow = what == "copy"
        with shown_by(_SHOWN_FOR_SUBCLASS.format(_SOURCES[what], shallow, shallow, shallow)):
            _check_one(case, sample, given, f"{what} of a subclass", make)
            other = make(given)
            label, itself = getattr(other, "label", None), getattr(other, "itself", None)
            own = (label is given.label, itself is given, itself is other)
            if label != given.label or own != (shallow, shallow, not shallow):
                raise CheckFailure(f"{what} of a subclass: without its attributes", sample=sample, got=label)
    return len(_COPIES)


def _check_one(case: Case, sample: Sample, array: Any, what: str, make: Callable[[Any], Any]) -> None:
    try:
        other = make(array)
    except Exception as error:
        raise CheckFailure(f"{what}: raised {type(error).__name__}", sample=sample, error=error) from error
    values = calling.host(array).copy()
    if type(other) is not type(array) or other is array:
        raise CheckFailure(f"{what}: no array of its own", sample=sample, expected=array, got=other)
    for attribute in ("backend", "device", "dtype", "shape"):
        if getattr(other, attribute) != getattr(array, attribute):
            raise CheckFailure(f"{what}: another {attribute}", sample=sample, expected=array, got=other)
    if not same_bits(values, calling.host(other)):
        raise CheckFailure(f"{what}: other values", sample=sample, expected=values, got=calling.host(other))
    own = what.startswith("copy") or frameworks.of(array.backend).immutable
    if not own and other.size and calling.share_memory(array, other):
        raise CheckFailure(f"{what}: shares the memory of the array", sample=sample, got=other)
    if other.size:
        other[...] = 1
    if not same_bits(values, calling.host(array)):
        raise CheckFailure(f"{what}: writing to it changes the array", sample=sample, expected=values, got=array)


CHECK = Check("copy", "cell", applies, run, __doc__, order=170, mixed=False)
