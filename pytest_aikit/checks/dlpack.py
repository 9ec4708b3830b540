"""An array that goes to any other backend by DLPack, and back, has the same dtype, shape and values."""

from __future__ import annotations

from typing import Any

import numpy as np

import aikit
from aikit import backend_handler
from aikit.core.records import Function
from aikit.exceptions import AikitBufferError
from pytest_aikit import frameworks, knowledge
from pytest_aikit.cases import calling
from pytest_aikit.cases.cells import WIDE
from pytest_aikit.cases.showing import shown_by
from pytest_aikit.frameworks import backends
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, Sample
from pytest_aikit.numerics.comparing import same_bits


def applies(function: Function) -> bool:
    # how an array was made does not matter, and this function makes one of each dtype
    return knowledge.of(function).makes_any_array


def run(case: Case) -> Evidence:
    calls = 0
    if case.cell.device != "cpu":
        return Evidence(0)
    # a framework may be loaded without being selected, and then nobody has turned its 64-bit dtypes on
    with backends.x64(case.x64):
        for sample, result in calling.results(case):
            for backend in backend_handler.loaded_backends():
                dtype = str(result.dtype)
                if dtype in backend.native_dtypes and (case.x64 or dtype not in WIDE):
                    with shown_by(_SHOWN.format(backend.name)):
                        _check_there_and_back(case, sample, result, backend.name)
                    calls += 1
            calls += _check_asked(case, sample, result)
    return Evidence(calls)


class _Asked:
    """Gives the memory of an array away as it is asked to: by a capsule of either version, a copy or not."""

    def __init__(self, array: Any, **asked: Any) -> None:
        self.array, self.asked = array, asked

    def __dlpack__(self, **options: Any) -> Any:
        return self.array.__dlpack__(**self.asked)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


_ASKED: tuple[dict[str, Any], ...] = (
    {},
    {"copy": True},
    {"max_version": (1, 0)},
    {"max_version": (1, 0), "copy": True},
)


def _check_asked(case: Case, sample: Sample, array: Any) -> int:
    """NumPy reads what is given away, and a copy has memory of its own."""
    if str(array.dtype) in {*frameworks.of(array.backend).not_in_dlpack, *frameworks.of("numpy").not_in_dlpack}:
        return 0
    for asked in _ASKED:
        with shown_by(_SHOWN_ASKED.format(asked)):
            try:
                found = np.from_dlpack(_Asked(array, **asked))
            except Exception as error:
                raise CheckFailure("not given to NumPy", sample=sample, error=error) from error
            if not same_bits(calling.host(array), found):
                raise CheckFailure(
                    "given to NumPy: other values", sample=sample, expected=calling.host(array), got=found
                )
            if "copy" in asked and np.shares_memory(found, calling.host(array)):
                raise CheckFailure("given to NumPy: copy=True copies nothing", sample=sample)
    return len(_ASKED)


_SHOWN_ASKED = """\
class Asked:
    def __dlpack__(self, **options):
        return array.__dlpack__(**{0})

    def __dlpack_device__(self):
        return array.__dlpack_device__()


array = function(*args, **kwargs)
found = np.from_dlpack(Asked())
host = np.asarray(array)
print("got:     ", repr(found), np.shares_memory(found, host) and "copy" in {0})
print("expected:", repr(host), False)
"""


_SHOWN = """\
array = function(*args, **kwargs)
there = aikit.get_backend({0!r}).from_dlpack(array)
back = xp.from_dlpack(there)
print("got:     ", *((one.backend, str(one.dtype), one.shape, repr(aikit.to_numpy(one))) for one in (there, back)))
values = str(array.dtype), array.shape, repr(aikit.to_numpy(array))
print("expected:", ({0!r}, *values), (array.backend, *values))
"""


def _check_there_and_back(case: Case, sample: Sample, array: Any, other: str) -> None:
    refused = array.backend != other and any(
        str(array.dtype) in frameworks.of(backend).not_in_dlpack for backend in (array.backend, other)
    )
    try:
        there = aikit.get_backend(other).from_dlpack(array)
        back = case.xp.from_dlpack(there)
    except AikitBufferError as error:
        if refused:
            return
        raise CheckFailure(f"not given to {other}", sample=sample, error=error) from error
    except Exception as error:
        raise CheckFailure(f"given to {other}: raised {type(error).__name__}", sample=sample, error=error) from error
    for one, backend in ((there, other), (back, array.backend)):
        if (one.backend, one.dtype, one.shape) != (backend, array.dtype, array.shape):
            raise CheckFailure(f"given to {other}: another array", sample=sample, expected=array, got=one)
        if not same_bits(calling.host(array), calling.host(one)):
            raise CheckFailure(
                f"given to {other}: other values", sample=sample, expected=calling.host(array), got=calling.host(one)
            )


CHECK = Check("dlpack", "cell", applies, run, __doc__, order=160, mixed=False)
