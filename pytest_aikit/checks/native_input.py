"""Native arrays, lists, arguments by position or by keyword, numbers and arrays of NumPy give the same as Arrays and Python's do."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

import aikit
from aikit.core.records import Function, Parameter
from aikit.dtypes import DTYPES
from pytest_aikit import frameworks, knowledge, memory
from pytest_aikit.cases import calling, cells, literals, tracing
from pytest_aikit.cases.gradients import variables
from pytest_aikit.cases.rounding import same_but_for_rounding
from pytest_aikit.cases.samples.layouts import LAYOUTS, keeps_layouts
from pytest_aikit.cases.showing import EXPECTED, NATIVE, PLAIN_CALL, is_of_aikit, permanent, shown_by
from pytest_aikit.cases.turns import called_in_other_forms
from pytest_aikit.checks import value
from pytest_aikit.frameworks import backends
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, Sample
from pytest_aikit.numerics.comparing import same_bits


def applies(function: Function) -> bool:
    return bool(function.array_parameters or _either(function)) and function.returns != "value"


def run(case: Case) -> Evidence:
    calls, chosen = 0, called_in_other_forms(case)
    for number, (sample, result) in enumerate(calling.results(case)):
        if id(sample) not in chosen:
            continue
        if case.function.array_parameters and not (_is_wrapped(case.function) and _laid_out_as_copies(case, sample)):
            with shown_by(functools.partial(_shown, case, sample)):
                _check_alike(case, sample, result, _of_natives(case, sample), "another result for native arrays")
            calls += 1
        for data, kept in _HOST_DATA if _takes_host_data(case, sample, number) else ():
            args = _with_host_data(case, sample, kept)
            if args is not None:
                with shown_by(_HOST_SHOWN.format(kept=data)):
                    again = calling.call(case, sample, args, {}, case.function.body)
                    check_same(case.function, sample, result, again, "another result for arrays of NumPy, or lists")
                calls += 1
        # arguments are bound before anything is known of shapes and keywords, so that a call compiled by itself shows it
        other = None if id(sample) in case.kept.together else _other_form(case, sample)
        if other is not None:
            with shown_by(functools.partial(_shown_other_form, sample, *other)):
                again = calling.call(case, sample, *other)
                check_same(case.function, sample, result, again, "another result by keyword than by position")
            calls += 1
    calls += _check_worked_out(case) + _check_lists(case)
    return Evidence(calls + (_check_plain_arguments(case) + _check_arrays_of_numpy(case) if case.once else 0))


_OF_NUMPY: dict[str, dict[type, Callable[[Any], Any]]] = {
    "bool": {bool: np.bool_},
    "int": {int: np.int64},
    "scalar": {bool: np.bool_, int: np.int64, float: np.float64, complex: np.complex128},
    "ints": {int: np.int64, tuple: np.asarray, list: np.asarray},
    "shape": {int: np.int64, tuple: np.asarray, list: np.asarray},
}
"""Role of a parameter -> type of its argument -> what makes of it what NumPy has in its place."""


def _check_plain_arguments(case: Case) -> int:
    """Numbers of NumPy, and arrays of them for several, in the place of Python's, and Arrays: the first call with each argument."""
    if case.function.kind == "standalone" or any(one.variadic for one in case.function.parameters.values()):
        return 0
    calls = _check_others(case, _of_numpy, "numbers of NumPy")
    # what makes numbers of Arrays is the same code on every backend
    return calls if frameworks.of(case.cell.backend).compiles else calls + _check_others(case, _of_aikit, "Arrays")


def _check_others(case: Case, other: Callable[[Parameter, Any], Any], what: str) -> int:
    """The first call with each plain argument of which `other` makes another one."""
    parameters = list(case.function.parameters.values())
    looked: set[str] = set()
    calls = 0
    for sample, result in calling.results(case, by_themselves=True):
        args, kwargs = calling.arguments(case, sample)
        named = dict(zip((one.name for one in parameters), args, strict=False)) | kwargs
        others = {one.name: other(one, named[one.name]) for one in parameters if one.name in named}
        changed = {name for name, value in others.items() if value is not named[name]}
        if looked.issuperset(changed):
            continue
        looked |= changed
        names = [one.name for one in parameters[: len(args)]]
        with shown_by(functools.partial(_shown_numbers, sorted(changed), names, other is _of_aikit)):
            again = calling.call(
                case,
                sample,
                [others[name] for name in names],
                {name: others.get(name, kwargs[name]) for name in kwargs},
            )
            check_same(case.function, sample, result, again, f"another result for {what}")
        calls += 1
    return calls


def _of_numpy(parameter: Parameter, value: Any) -> Any:
    """What NumPy has in the place of an argument, also of a number that stands for an array; the argument where it has nothing."""
    role = "scalar" if parameter.role == "array" else parameter.role
    make = {} if parameter.holds_arrays and role != "scalar" else _OF_NUMPY.get(role, {})
    if type(value) not in make or (type(value) is int and abs(value) >= 2**63):
        return value
    if isinstance(value, (list, tuple)) and not (value and all(type(one) is int for one in value)):
        return value
    return make[type(value)](value)


def _of_aikit(parameter: Parameter, value: Any) -> Any:
    """The Array of what NumPy has in the place of an argument that is no array; the argument where that is nothing."""
    found = value if parameter.holds_arrays else _of_numpy(parameter, value)
    return found if found is value else aikit.asarray(np.asarray(found))


def _shown_numbers(changed: list[str], names: list[str], of_aikit: bool) -> str:
    made = "aikit.asarray(np.asarray(held[key]))" if of_aikit else "np.asarray(held[key])[()]"
    return f"""{EXPECTED}\
for name in {changed}:
    held, key = (args, {names}.index(name)) if name in {names} else (kwargs, name)
    held[key] = {made}
{PLAIN_CALL}"""


def _swapped(array: np.ndarray) -> np.ndarray:
    """The same values in the other byte order."""
    return array.astype(array.dtype.newbyteorder("S"))


def _check_arrays_of_numpy(case: Case) -> int:
    """Arrays of NumPy while the backend is in force: in the first call in either byte order, and beside Arrays; and in the
    first one with a number beside arrays."""
    if not is_of_aikit(case.function) or case.cell.device != str(aikit.default_device()) or not case.x64:
        return 0
    found = [pair for pair in calling.results(case, by_themselves=True) if _may_be_of_numpy(pair[0])]
    calls = 0
    for sample, result in found[:1]:
        for places, of_numpy in _with_arrays_of_numpy(case, sample):
            _check_of_numpy(case, sample, result, places, of_numpy)
            calls += 1
    with_number = next((pair for pair in found[1:] if any(type(one) in (int, float) for one in pair[0].args)), None)
    if with_number is not None:
        _check_of_numpy(case, *with_number, set(literals.places(with_number[0])), memory.copied)
        calls += 1
    return calls


def _check_lists(case: Case) -> int:
    """Nested lists while the backend is in force: in the first call with elements and a dimension in every array, of each kind."""
    lists = knowledge.of(case.function).of_lists and not frameworks.of(case.cell.backend).compiles
    if not lists or not is_of_aikit(case.function) or case.cell.device != str(aikit.default_device()) or not case.x64:
        return 0
    for sample, result in calling.results(case, by_themselves=True):
        arrays = calling.sampled_arrays(sample)
        if _may_be_of_numpy(sample) and all(one.ndim and one.size and one.dtype.name in _AS_LISTS for one in arrays):
            _check_of_numpy(case, sample, result, set(literals.places(sample)), np.ndarray.tolist)
            return 1
    return 0


def _may_be_of_numpy(sample: Sample) -> bool:
    """Whether a call has arrays, and does not ask that they are not copied, as arrays of NumPy must be."""
    return len(sample.arrays) > 0 and sample.kwargs.get("copy") is not False


_OfNumpy = Callable[[np.ndarray], np.ndarray]


def _with_arrays_of_numpy(case: Case, sample: Sample) -> list[tuple[set[literals.Place], _OfNumpy]]:
    """In which places of a call there are arrays of NumPy, and what makes them."""
    every = set(literals.places(sample))
    if sample.part == "drawn" or frameworks.of(case.cell.backend).compiles:
        return [(every, memory.copied)]
    chosen: list[tuple[set[literals.Place], _OfNumpy]] = [(every, memory.copied), (every, _swapped)]
    if case.function.backend_rule == "set" and "copy" in case.function.parameters:
        chosen += [(every, layout) for layout in LAYOUTS.values() if min(one.ndim for one in sample.arrays)]
    return chosen + ([({place}, memory.copied) for place in every] if 1 < len(every) <= _FEW_PLACES else [])


def _check_of_numpy(case: Case, sample: Sample, result: Any, places: set[literals.Place], of_numpy: _OfNumpy) -> None:
    """A call with arrays of NumPy in some of its places gives the same result."""
    args, kwargs = calling.arguments(case, sample)
    hosts = {place: of_numpy(variables.at(sample.args, sample.kwargs, place)) for place in places}
    given, named = variables.replaced(args, kwargs, hosts)
    with shown_by(functools.partial(_shown_of_numpy, case, sample, places, of_numpy)):
        with aikit.use_backend(case.cell.backend):
            again = calling.call(case, sample, list(given), named, case.function.public)
        what = "lists" if of_numpy is np.ndarray.tolist else "arrays of NumPy"
        _check_alike(case, sample, result, again, f"another result for {what}")


def _check_worked_out(case: Case) -> int:
    """The first call with native arrays that are worked out when they are read."""
    lazily = frameworks.of(case.cell.backend).lazily
    if lazily is None or case.cell.device != "cpu" or not cells.stands_for_kinds(case.cell):
        return 0
    sample, _ = calling.first(case)
    if sample is None or not sample.arrays:
        return 0
    args, kwargs = calling.arguments(case, sample, lambda case, value: memory.mapped(_lazy(case, lazily.make), value))
    with shown_by(_WORKED_OUT.format(lazily.source)):
        again = calling.call(case, sample, args, kwargs)
        value.compare(case.function, sample, again, value.asked_on(case.cell))
    return 1


def _lazy(case: Case, make: Callable[[Any], Any]) -> Callable[[np.ndarray], Any]:
    return lambda array: make(backends.native_array(case.cell.backend, array, case.cell.device))


_WORKED_OUT = f"""\
def lazy(native):
    if isinstance(native, (list, tuple)):
        return type(native)(map(lazy, native))
    return ({{}}) if aikit.is_native_array(native) else native


{EXPECTED}{NATIVE}args, kwargs = [lazy(x) for x in args], {{{{name: lazy(x) for name, x in kwargs.items()}}}}
{PLAIN_CALL}"""
_AS_LISTS = ("bool", "int32", "float32", "complex64")
"""Dtypes that nested lists of Python's numbers have."""
_FEW_PLACES = 4
"""Up to so many arrays of a call each is once one of NumPy, and the others Arrays."""


def _shown_of_numpy(case: Case, sample: Sample, places: set[literals.Place], of_numpy: Any) -> str:
    changes: dict[Any, str] = {_swapped: ".astype(one.dtype.newbyteorder('S'))", np.ndarray.tolist: ".tolist()"}
    changed = "".join(
        f"one = np.array({literals.at(place, sample)})\n{literals.at(place, sample)} = one{changes.get(of_numpy, '')}\n"
        for place in literals.places(sample)
        if place in places
    )
    call = f"{permanent(case.function)}(*args, **kwargs)"
    return f"""{EXPECTED}{changed}\
with aikit.use_backend({case.cell.backend!r}):
    print("got:     ", repr({call}))
"""


_HOST_DATA: tuple[tuple[str, Callable[[np.ndarray], Any]], ...] = (
    ("np.array(one)", memory.copied),
    ("np.array(one).tolist()", lambda array: array.tolist()),
)
"""What stands for the arrays behind the first one, as source, and what makes it."""
OF_ITEMS = "x["
"""What errors call reads and writes of parts."""
_OF_LISTS = ("bool", "int32", "float32", "float64", "complex64", "complex128")
"""Dtypes to which nested lists of their numbers cast within their kind."""


_SHARE = 4
"""Of so many calls one is made with host data in each dtype, in turn; where nothing is in turn, all of them in that on which
checks run once: what makes Arrays of host data is the same code on every backend."""


def _takes_host_data(case: Case, sample: Sample, number: int) -> bool:
    """Whether it is a call of a special method, to which keys and values come as they are, with arrays behind the first one."""
    every = case.once and not frameworks.of(case.cell.backend).in_turn
    if not every and (number + [*DTYPES].index(case.cell.dtypes[0])) % _SHARE:
        return False
    written = knowledge.of(case.function).called == OF_ITEMS and isinstance(sample.args[0], np.ndarray)
    return written and any(isinstance(value, np.ndarray) for value in sample.args[1:])


def _with_host_data(case: Case, sample: Sample, kept: Callable[[np.ndarray], Any]) -> list[Any] | None:
    """The arguments with host data behind the first array; None where lists have another dtype, or lose their shape."""
    others = [value for value in sample.args[1:] if isinstance(value, np.ndarray)]
    if kept is not memory.copied and not all(one.size and one.dtype.name in _OF_LISTS for one in others):
        return None
    if kept is not memory.copied and any(one.dtype == bool and not one.ndim for one in others):
        return None  # a Python bool is no index
    args, _ = calling.arguments(case, sample)
    given = [kept(value) if isinstance(value, np.ndarray) else value for value in sample.args[1:]]
    return [args[0], *given]


_HOST_SHOWN = """\
print("expected:", repr(function(*args)))
print("got:     ", repr(function(args[0], *({kept} if isinstance(one, aikit.Array) else one for one in args[1:]))))
"""


def _of_natives(case: Case, sample: Sample) -> Any:
    """The result for native arrays."""
    found = calling.again(case, sample, calling.NATIVES)
    if found is None:
        args, kwargs = calling.arguments(case, sample, calling.natives)
        found = calling.call(case, sample, args, kwargs)
    return found


def _shown(case: Case, sample: Sample) -> str:
    layouts = ""
    if frameworks.of(case.cell.backend).is_host:
        layouts = "".join(
            literals.in_layout(literals.at(place, sample), array)
            for place, array in zip(literals.places(sample), calling.sampled_arrays(sample), strict=True)
        )
    return EXPECTED + NATIVE + layouts + PLAIN_CALL


def _shown_other_form(sample: Sample, args: list[Any], kwargs: dict[str, Any]) -> str:
    """The call with a keyword for a position, or a position for a keyword."""
    if len(args) > len(sample.args):
        (name,) = set(sample.kwargs) - set(kwargs)
        return f"{EXPECTED}args.append(kwargs.pop({name!r}))\n{PLAIN_CALL}"
    names = list(kwargs)[: len(sample.args) - len(args)]
    return f"{EXPECTED}kwargs |= zip({names!r}, args[{len(args)}:])\ndel args[{len(args)}:]\n{PLAIN_CALL}"


def _is_wrapped(function: Function) -> bool:
    """Whether it is a plain function of Arrays, for which the harness itself makes Arrays of native arrays."""
    return function.kind == "standalone" and not tracing.is_declared(function)


def _laid_out_as_copies(case: Case, sample: Sample) -> bool:
    """Whether the native arrays of a sample lie in memory as the copies do that the Arrays hold; `flags` overlook size 1."""
    return not keeps_layouts(case.cell.backend) or all(
        array.strides == array.copy().strides for array in calling.sampled_arrays(sample)
    )


def _check_alike(case: Case, sample: Sample, result: Any, again: Any, cause: str) -> None:
    """Compare the result for arrays in the sample's memory layout with that for Arrays, which hold copies."""
    if _laid_out_as_copies(case, sample):
        check_same(case.function, sample, result, again, cause)
    else:
        # kernels round by another loop where memory is not contiguous; the values are right all the same
        value.compare(case.function, sample, again, value.asked_on(case.cell))


def check_same(function: Function, sample: Sample, one: Any, two: Any, cause: str) -> None:
    """Raise a failure where two results of the same call are not the same, bit for bit; on an accelerator but for rounding.

    What its threads add up, and PyTorch's derivatives there, are in another order each time.
    """
    first, second = calling.leaves(one), calling.leaves(two)
    if (
        type(one) is not type(two)
        or len(first) != len(second)
        or any(type(array) is not aikit.Array for array in second)
    ):
        raise CheckFailure(cause, sample=sample, expected=one, got=two)
    for place, (a, b) in enumerate(zip(first, second, strict=True)):
        if a.backend != b.backend or (a.dtype, a.shape) != (b.dtype, b.shape):
            raise CheckFailure(cause, sample=sample, expected=a, got=b)
        if knowledge.of(function).arbitrary or same_bits(calling.host(a), calling.host(b)):
            continue
        if a.device.kind == "cpu" or not same_but_for_rounding(function, sample, place, a, b):
            raise CheckFailure(cause, sample=sample, expected=calling.host(a), got=calling.host(b))


def _either(function: Function) -> list[str]:
    """The parameters that may be given by position or by keyword, as none may that variadic arrays stand behind."""
    if any(p.variadic for p in function.parameters.values()):
        return []
    return [p.name for p in function.parameters.values() if p.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD]


def _other_form(case: Case, sample: Sample) -> tuple[list[Any], dict[str, Any]] | None:
    """The same call with its first such argument given in the other form; None where there is none."""
    names = [p.name for p in case.function.parameters.values() if p.kind is not inspect.Parameter.KEYWORD_ONLY]
    args, kwargs = calling.arguments(case, sample)
    for name in _either(case.function):
        place = names.index(name)
        if place < len(args):
            # what stands behind a keyword must be given by keyword as well
            return args[:place], {**dict(zip(names[place:], args[place:], strict=False)), **kwargs}
        if name in kwargs and place == len(args):
            return [*args, kwargs[name]], {key: value for key, value in kwargs.items() if key != name}
    return None


CHECK = Check("native_input", "cell", applies, run, __doc__, order=60, drawn=True)
