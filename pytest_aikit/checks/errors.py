"""Bad axes, shapes, keywords and dtypes raise the same class on every backend, and the message says what is wrong."""

from __future__ import annotations

import contextlib
import functools
import gc
import weakref
from collections.abc import Sequence
from dataclasses import replace

import aikit
from aikit.core.records import REGISTRY, Function
from aikit.dtypes import DTYPES
from aikit.exceptions import AikitException
from pytest_aikit import knowledge, memory
from pytest_aikit.cases import calling, cells, protocols
from pytest_aikit.cases.bad_inputs import bad_inputs, of_lacking_dtypes, sample_of
from pytest_aikit.cases.showing import refusal
from pytest_aikit.cases.turns import has_its_turn
from pytest_aikit.checks.native_input import OF_ITEMS
from pytest_aikit.frameworks import backends
from pytest_aikit.knowledge.calls import ArraySpec, Bad
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, Sample


def applies(function: Function) -> bool:
    return True


def run(case: Case) -> Evidence:
    calls = 0
    faults = []
    if not case.samples:  # where dtypes take turns, none may be left of those that are selected
        return Evidence(0)
    args, kwargs = case.samples[0].args, case.samples[0].kwargs
    # without 64-bit dtypes the same code refuses what it refuses with them, but for these
    in_turn = not (case.x64 or case.thorough or has_its_turn(case.function))
    for one in (
        *(() if in_turn else bad_inputs(case.function, args, kwargs)),
        *of_lacking_dtypes(case.function, args, kwargs, _lacking(case)),
    ):
        if one.of_values and not backends.looks_at_values(case.cell.device):
            continue
        for hosts in (False, True) if _takes_host_data(case, one) else (False,):
            fault = fault_of(case, one, hosts)
            calls += 1
            if fault is not None:
                faults.append(fault)
    for function in _called_in(case.function) if case.once else ():
        other = replace(case, cell=replace(case.cell, function=function))
        found = [fault_of(other, one) for one in knowledge.of(function).bad]
        calls += len(found)
        faults.extend(filter(None, found))
    if faults:
        # one failure for all: the next one would be found only when this one is mended
        raise _together(faults)
    return Evidence(calls)


@functools.cache
def _called_in(function: Function) -> list[Function]:
    """The declared functions without cells of their own that are called in those of this one."""
    known = cells.checked_functions()
    names = [name for name, caller in protocols.called().items() if caller == function.qualified_name]
    return [REGISTRY[name] for name in names if name in REGISTRY and name not in known]


def _lacking(case: Case) -> list[str]:
    """The dtypes that the backend does not have just now."""
    known, narrow = backends.load(case.cell.backend).native_dtypes, _is_narrow(case)
    return [name for name in DTYPES if name not in known or (narrow and name in cells.WIDE)]


def _is_narrow(case: Case) -> bool:
    return not (case.x64 and backends.has_x64(case.cell.backend))


def _together(faults: Sequence[CheckFailure]) -> CheckFailure:
    """The first failure, with the causes of all of them."""
    first, causes = faults[0], "; ".join(dict.fromkeys(fault.cause for fault in faults))
    return CheckFailure(
        causes, sample=first.sample, expected=first.expected, got=first.got, error=first.error, shown=first.shown
    )


def of_one(one: Bad) -> Check:
    """The check of one bad input, whose arguments are there already."""

    def run_one(case: Case) -> Evidence:
        fault = fault_of(case, one)
        if fault is not None:
            raise fault
        return Evidence(1)

    return replace(CHECK, run=run_one)


def fault_of(case: Case, one: Bad, hosts: bool = False) -> CheckFailure | None:
    """What is wrong with how a bad input is refused, and the source that shows it; None where nothing is.

    Parameters
    ----------
    hosts : whether arrays of NumPy stand for those behind the first one.
    """
    fault = _fault(case, one, hosts)
    if fault is not None:
        fault.shown = fault.shown or _shown(case, one, hosts)
    return fault


def _takes_host_data(case: Case, one: Bad) -> bool:
    """Whether it is a read or a write of parts with arrays behind the first one, which may be of NumPy."""
    return knowledge.of(case.function).called == OF_ITEMS and any(isinstance(arg, ArraySpec) for arg in one.args[1:])


def _fault(case: Case, one: Bad, hosts: bool) -> CheckFailure | None:
    """What is wrong with how a bad input is refused; None where nothing is."""
    sample = sample_of(case, one)
    if _is_narrow(case) and any(array.dtype.name in cells.WIDE for array in calling.sampled_arrays(sample)):
        return None
    args, kwargs = calling.arguments(case, sample)
    if hosts:
        args = [args[0], *memory.mapped(memory.copied, [*sample.args[1:]])]
    try:
        result = calling.public(case)(*args, **kwargs)
    except (AikitException, one.error) as error:
        if type(error) is not one.error and one.error is not TypeError:
            return CheckFailure(
                f"{one.label}: {type(error).__name__} for {one.error.__name__}", sample=sample, error=error
            )
        # Python itself does not know the namespace
        name = name_of(case.function) if isinstance(error, AikitException) else case.function.name
        if name not in str(error):
            return CheckFailure(f"{one.label}: the message does not name the function", sample=sample, error=error)
        lacking = [word for word in one.words if word not in str(error)]
        if lacking:
            return CheckFailure(f"{one.label}: the message lacks {', '.join(lacking)}", sample=sample, error=error)
        if keeps_arguments(case, sample):
            return CheckFailure(f"{one.label}: the error keeps the arguments alive", sample=sample, shown=KEPT)
        return None
    except Exception as error:
        return CheckFailure(
            f"{one.label}: raised {type(error).__name__}", sample=sample, expected=one.error, error=error
        )
    return CheckFailure(f"{one.label}: accepted", sample=sample, expected=one.error, got=result)


def keeps_arguments(case: Case, sample: Sample) -> bool:
    """Whether the error of a call, once it has been caught, leaves a cycle in which the arguments are."""
    args, kwargs = calling.arguments(case, sample, watched=False)
    every = [item for value in (*args, *kwargs.values()) for item in calling.leaves(value)]
    found = [weakref.ref(item) for item in every if type(item) is aikit.Array]
    collects = gc.isenabled()
    gc.disable()
    try:
        with contextlib.suppress(Exception):
            calling.public(case)(*args, **kwargs)
        del args, kwargs, every
        return any(one() is not None for one in found)
    finally:
        if collects:
            gc.enable()


KEPT = """\
import gc, weakref

gc.disable()
found = [weakref.ref(x) for x in [*args, *kwargs.values()] if type(x) is aikit.Array]
try:
    function(*args, **kwargs)
except Exception as error:
    print(type(error).__name__)
del args, kwargs
print("got:     ", sum(one() is not None for one in found), "arguments are kept")
print("expected:", 0, "arguments are kept")
"""


def name_of(function: Function) -> str:
    """What its errors call a function."""
    return knowledge.of(function).called or function.qualified_name


def _shown(case: Case, one: Bad, hosts: bool) -> str:
    wanted = f"{one.error.__name__}, which names the function"
    if one.error is TypeError:
        condition = f"isinstance(error, (aikit.AikitException, TypeError)) and {case.function.name!r} in text"
    else:
        name = name_of(case.function)
        condition = f"type(error).__name__ == {one.error.__name__!r} and {name!r} in text"
    if one.words:
        wanted += f", and says {', '.join(one.words)}"
        condition += f" and all(word in text for word in {one.words!r})"
    given = (
        "args[1:] = [np.asarray(one) if isinstance(one, aikit.Array) else one for one in args[1:]]\n" if hosts else ""
    )
    return refusal("function(*args, **kwargs)", wanted, condition, given)


CHECK = Check("errors", "cell", applies, run, __doc__, order=140, mixed=False, of_kinds=True)
