"""Dtype, shape and device of the result follow the promotion table, broadcasting and the device of the arguments."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import numpy as np

import aikit
from aikit.core.arrays import wrap
from aikit.core.records import Function
from aikit.devices import Device
from aikit.dtypes import Dtype
from pytest_aikit import frameworks, knowledge, memory
from pytest_aikit.cases import calling, cells, literals
from pytest_aikit.cases.oracle import bind, expected, judged, result_dtype
from pytest_aikit.cases.showing import shown_by
from pytest_aikit.checks import value
from pytest_aikit.frameworks import backends
from pytest_aikit.model import LONG, Case, Check, CheckFailure, Evidence, Sample
from pytest_aikit.numerics.promotion import OF_16_BITS, OTHER_DEFAULTS, kind_of, other_defaults


def applies(function: Function) -> bool:
    return function.returns != "value" and knowledge.of(function).reference is not None


def run(case: Case) -> Evidence:
    index = "int64" if case.x64 and backends.has_x64(case.cell.backend) else "int32"
    calls = 0
    for sample, result in calling.results(case, of_sizes=True):
        # what is made of nothing is on the default device, unless the call names one
        follows = calling.sampled_arrays(sample) or any(case.cell.device == value for value in _plain(sample))
        home = case.cell.device if follows else str(aikit.default_device())
        wanted = expected(case.function, sample)
        pairs = zip(calling.leaves(result), wanted if isinstance(wanted, tuple) else (wanted,), strict=False)
        for place, (array, one) in enumerate(pairs):
            dtype = index if one.dtype == "index" else one.dtype
            with shown_by(_shown(f"[{place}]" if isinstance(wanted, tuple) else "", dtype, one.shape, home)):
                _check_one(case, sample, array, dtype, one.shape, home)
        calls += 1
    return Evidence(calls + _check_device(case) + _check_without_values(case) + _check_defaults(case, index))


def _check_device(case: Case) -> int:
    """A device that is named is that of the result also where the arrays are on another one; how many calls looked.

    Once, where a framework compiles each call anew for each device.
    """
    if frameworks.of(case.cell.backend).compiles and not (case.once or case.thorough):
        return 0
    home = case.cell.device
    others = backends.devices_beside(case.cell.backend, home)
    asking = [one for one in case.samples if calling.sampled_arrays(one) and home in _plain(one)] if others else []
    asking = [one for one in asking if one.kwargs.get("copy") is not False]  # which another device needs
    for sample, other in zip(asking, itertools.cycle(others), strict=False):

        def elsewhere(case: Case, value: Any, other: str = other) -> Any:
            return memory.mapped(functools.partial(_on, case, other), value)

        with shown_by(_MOVED.format(other=other, home=home)):
            result = calling.call(case, sample, *calling.arguments(case, sample, elsewhere, watched=False))
            for got in (str(getattr(array, "device", None)) for array in calling.leaves(result)):
                if got != home:
                    raise CheckFailure("wrong device", sample=sample, expected=home, got=got)
    return len(asking)


def _check_without_values(case: Case) -> int:
    """On a device whose arrays hold no values, the result is as it is of others, and there; how many calls looked.

    What is made on another device does not go with them. Not where values decide.
    """
    devices = frameworks.of(case.cell.backend).without_values if case.once else ()
    if knowledge.of(case.function).shaped_by_values or case.function.category == "control_flow_ops":
        return 0
    if not case.function.array_parameters:
        return sum(_check_made_there(case, device) for device in devices)
    first = next((one for one in calling.results(case) if _goes_along(case, one[0])), None) if devices else None
    if first is None:
        return 0
    sample, result = first
    for device in devices:

        def elsewhere(case: Case, value: Any, device: str = device) -> Any:
            return memory.mapped(functools.partial(_on, case, device), value)

        args, kwargs = calling.arguments(case, sample, elsewhere, watched=False)
        with shown_by(_WITHOUT_VALUES.format(other=device)):
            try:
                found = calling.leaves(calling.call(case, sample, args, kwargs))
            except Exception as error:
                cause = f"of arrays without values: raised {type(error).__name__}"
                raise CheckFailure(cause, sample=sample, error=error) from error
            for got, one in zip(found, calling.leaves(result), strict=True):
                has, wanted = (got.dtype, got.shape, str(got.device)), (one.dtype, one.shape, device)
                if has != wanted:
                    raise CheckFailure(
                        "of arrays without values: another array", sample=sample, expected=wanted, got=has
                    )
    return len(devices)


def _check_made_there(case: Case, device: str) -> int:
    """What is made of plain values on a device that is named, by each call that names one, is there."""
    home, calls = case.cell.device, 0
    for sample, result in calling.results(case, by_themselves=True):
        if home not in _plain(sample):
            continue
        named = {name: device if value == home else value for name, value in sample.kwargs.items()}
        moved = replace(sample, kwargs=named)
        args, kwargs = calling.arguments(case, moved, watched=False)
        with shown_by(_shown_facts(result, device)):
            found = calling.leaves(calling.call(case, moved, args, kwargs))
            for got, one in zip(found, calling.leaves(result), strict=True):
                has, wanted = (got.dtype, got.shape, str(got.device)), (one.dtype, one.shape, device)
                if has != wanted:
                    raise CheckFailure("made without values: another array", sample=moved, expected=wanted, got=has)
        calls += 1
    return calls


def _shown_facts(result: Any, device: str) -> str:
    wanted = [(str(one.dtype), one.shape, device) for one in calling.leaves(result)]
    return f"""\
found = function(*args, **kwargs)
found = found if isinstance(found, (list, tuple)) else [found]
print("got:     ", [(str(x.dtype), x.shape, str(x.device)) for x in found])
print("expected:", {wanted})
"""


def _goes_along(case: Case, sample: Sample) -> bool:
    """Whether a call has arrays, its result is on their device, and it needs no values."""
    if not calling.sampled_arrays(sample) or case.cell.device in _plain(sample):
        return False
    needs = (need for need in knowledge.of(case.function).trace.needs if need.what in ("values", "sizes"))
    return not any(need.of(*sample.args, **sample.kwargs) for need in needs)


def _check_defaults(case: Case, index: str) -> int:
    """Where a dtype is a default one it is another where the defaults are others, with the values that it then has."""
    wide = case.x64 and backends.has_x64(case.cell.backend)
    few = frameworks.of(case.cell.backend).compiles and not case.once
    if not wide or not cells.stands_for_kinds(case.cell) or (few and set(case.cell.dtypes) != {"int32"}):
        return 0
    found = [one for one in case.samples if one.part not in (*LONG, "drawn") and _has_default(case, one)]
    # one of each part, for scalars have a default of their own
    asking = [(one, OTHER_DEFAULTS) for one in {one.part: one for one in reversed(found)}.values()]
    if OF_16_BITS["float"] in backends.load(case.cell.backend).native_dtypes:
        narrow = [one for one in found if _has_default(case, one, OF_16_BITS, OTHER_DEFAULTS)]
        beyond = [one for one in map(_beyond_16_bits, narrow[:1]) if _is_held(case, one)]
        narrow = [*beyond, *(() if few else narrow)]
        asking = [*(() if few else asking), *((one, OF_16_BITS) for one in narrow)]
    for sample, others in asking:
        _check_with_defaults(case, sample, others, index)
    return len(asking)


def _beyond_16_bits(sample: Sample) -> Sample:
    """The call of integers that float16 does not hold, of which it holds what is made of them."""

    def filled(x: np.ndarray) -> np.ndarray:
        wide = kind_of(x.dtype.name) in "iu" and x.dtype.itemsize > 2
        return np.resize(np.array([70_001, -70_000]).astype(x.dtype), x.shape) if wide else x

    args, values = memory.mapped(filled, (sample.args, [*sample.kwargs.values()]))
    kwargs = dict(zip(sample.kwargs, values, strict=True))
    return replace(sample, args=args, kwargs=kwargs, label=f"{sample.label}, beyond 16 bits")


def _is_held(case: Case, sample: Sample) -> bool:
    """Whether float16 holds what a call gives."""
    with other_defaults(OF_16_BITS):
        wanted = judged(case.function, sample)
    exact = [one.exact for one in (wanted if isinstance(wanted, tuple) else (wanted,)) if one.exact is not None]
    return all((np.abs(one) <= float(np.finfo("float16").max)).all() for one in exact)


def _check_with_defaults(case: Case, sample: Sample, others: Mapping[str, str], index: str) -> None:
    """The dtypes and values of a call where the default dtypes are others."""
    args, kwargs = calling.arguments(case, sample)
    with other_defaults(others):
        wanted = judged(case.function, sample)
    several = isinstance(wanted, tuple)
    for kind, name in others.items():
        getattr(aikit, f"set_default_{kind}_dtype")(name)
    try:
        found = calling.leaves(calling.call(case, sample, args, kwargs))
    finally:
        for kind in others:
            getattr(aikit, f"unset_default_{kind}_dtype")()
    asked = value.asked_on(case.cell)
    for place, (array, one) in enumerate(zip(found, wanted if several else (wanted,), strict=False)):
        dtype = index if one.dtype == "index" else one.dtype
        with shown_by(_defaults_shown(f"[{place}]" if several else "", dtype, one.exact, others)):
            if str(array.dtype) != dtype:
                cause = f"with other defaults: wrong dtype: {array.dtype} for {dtype}"
                raise CheckFailure(cause, sample=sample, expected=dtype, got=str(array.dtype))
            if value.difference_from(case.function, calling.host(array), one, asked=asked):
                cause = "with other defaults: wrong value"
                raise CheckFailure(cause, sample=sample, expected=one.exact, got=calling.host(array))


def _has_default(
    case: Case, sample: Sample, others: Mapping[str, str] = OTHER_DEFAULTS, than: Mapping[str, str] | None = None
) -> bool:
    """Whether the dtype of the result of a call is another one with other defaults than with those, or out of the box."""
    arguments = bind(case.function, sample)
    with nullcontext() if than is None else other_defaults(than):
        found = result_dtype(case.function, arguments)
    with other_defaults(others):
        return result_dtype(case.function, arguments) != found


def _defaults_shown(item: str, dtype: str, exact: Any, others: Mapping[str, str]) -> str:
    settings = [f"aikit.{{}}_default_{kind}_dtype({{}})" for kind in others]
    before = "\n".join(one.format("set", repr(name)) for one, name in zip(settings, others.values(), strict=True))
    after = "\n".join(one.format("unset", "") for one in settings)
    return f"""\
{before}
got = function(*args, **kwargs){item}
{after}
print("got:     ", str(got.dtype), aikit.to_numpy(got))
print("expected:", {dtype!r}, {literals.printable(exact)})
"""


def _on(case: Case, device: str, value: np.ndarray) -> Any:
    return wrap(backends.native_array(case.cell.backend, value, device))


_MOVED = """\
def moved(x):
    return xp.asarray(aikit.to_numpy(x), dtype=x.dtype, device={other!r}) if isinstance(x, aikit.Array) else x


args, kwargs = [moved(x) for x in args], {{name: moved(x) for name, x in kwargs.items()}}
print("got:     ", str(function(*args, **kwargs).device))
print("expected:", {home!r})
"""


_WITHOUT_VALUES = """\
def moved(x):
    if isinstance(x, (list, tuple)):
        return type(x)(map(moved, x))
    return xp.asarray(aikit.to_numpy(x), dtype=x.dtype, device={other!r}) if isinstance(x, aikit.Array) else x


def facts(found):
    found = found if isinstance(found, (list, tuple)) else [found]
    return [(str(x.dtype), x.shape, str(x.device)) for x in found]


wanted = [(*one[:2], {other!r}) for one in facts(function(*args, **kwargs))]
print("got:     ", facts(function(*map(moved, args), **{{name: moved(x) for name, x in kwargs.items()}})))
print("expected:", wanted)
"""


def _shown(item: str, dtype: str, shape: tuple[int, ...], home: str) -> str:
    return f"""\
got = function(*args, **kwargs){item}
classes = tuple(type(found).__name__ for found in (got.dtype, got.device))
print("got:     ", str(got.dtype).rpartition(".")[2], tuple(got.shape), str(got.device), classes)
print("expected:", {dtype!r}, {shape}, {home!r}, {(Dtype.__name__, Device.__name__)})
"""


def _check_one(case: Case, sample: Sample, array: object, dtype: str, wanted_shape: tuple[int, ...], home: str) -> None:
    got = str(getattr(array, "dtype", None)).rpartition(".")[2]
    if got != dtype:
        raise CheckFailure(f"wrong dtype: {got} for {dtype}", sample=sample, expected=dtype, got=got)
    shape = tuple(getattr(array, "shape", ()))
    # a shape that depends on the values is a question of value
    if shape != wanted_shape and not knowledge.of(case.function).shaped_by_values:
        raise CheckFailure("wrong shape", sample=sample, expected=wanted_shape, got=shape)
    device = getattr(array, "device", None)
    if str(device) != home:
        raise CheckFailure("wrong device", sample=sample, expected=home, got=str(device))
    for attribute, cls in (("dtype", Dtype), ("device", Device)):
        found = getattr(array, attribute)
        if type(found) is not cls:
            raise CheckFailure(f"the {attribute} is no {cls.__name__}", sample=sample, expected=cls, got=type(found))


def _plain(sample: Sample) -> list[str]:
    """The strings among the arguments."""
    return [value for value in (*sample.args, *sample.kwargs.values()) if isinstance(value, str)]


CHECK = Check("dtype", "cell", applies, run, __doc__, order=40, drawn=True, explains=1)
