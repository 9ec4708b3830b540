"""Dtype, shape and device of the result follow the promotion table, broadcasting and the device of the arguments."""

from __future__ import annotations

import aikit
from aikit.core.records import Function
from aikit.devices import Device
from aikit.dtypes import Dtype
from pytest_aikit import knowledge
from pytest_aikit.cases import calling
from pytest_aikit.cases.oracle import expected
from pytest_aikit.cases.showing import shown_by
from pytest_aikit.frameworks import backends
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, Sample


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
    return Evidence(calls)


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
