"""The same call from several threads at once, each under a backend of its own, gives the same result."""

from __future__ import annotations

import copy
import sys
import threading
import time
from typing import Any

import numpy as np

import aikit
from aikit import backend_handler
from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases import calling
from pytest_aikit.cases.showing import permanent, shown_by
from pytest_aikit.checks import reproducible
from pytest_aikit.checks.native_input import check_same
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, Sample
from pytest_aikit.numerics.comparing import same_bits

THREADS = 4
CALLS = 3  # of each thread
DRAWS = 5  # of each thread where numbers are drawn: by turns, two of them meet in a generator that they have together
SECONDS_OF_WRITES = 0.2


def applies(function: Function) -> bool:
    return function.returns != "value"


def run(case: Case) -> Evidence:
    sample, result = calling.first(case)
    if sample is None or not case.x64:  # JAX's x64 is turned off for one thread only
        return Evidence(0)
    args, kwargs = calling.arguments(case, sample)
    function = calling.public(case) if _is_called_bound(case, sample) else case.function.public
    backends = [backend.name for backend in backend_handler.loaded_backends()]
    draws = reproducible.applies(case.function)
    calls = DRAWS if draws else CALLS
    start = threading.Barrier(THREADS)
    found: list[Any] = [None] * THREADS

    def work(index: int) -> None:
        try:
            start.wait()
            with np.errstate(all="ignore"), aikit.use_backend(backends[index % len(backends)]):
                sys.setprofile(_let_others_run if draws else None)
                found[index] = [function(*args, **kwargs) for _ in range(calls)]
        except Exception as error:
            found[index] = error

    threads = [threading.Thread(target=work, args=(index,)) for index in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with shown_by(shown_calls(case, sample, backends, draws)):
        for results in found:
            _check_results(case, sample, result, results)
    if knowledge.of(case.function).makes_any_array:  # how an array was made does not matter
        with shown_by(_SHOWN_FOR_WRITES):
            _check_writes(case, sample)
    return Evidence(THREADS * calls)


def _is_called_bound(case: Case, sample: Sample) -> bool:
    """Whether the function follows the backend in use, and not the arguments of a call."""
    return case.function.backend_rule == "set" or not calling.sampled_arrays(sample)


def _let_others_run(frame: Any, event: str, returned: Any) -> None:
    """Let other threads run after each function that is not written in Python, such as one that sets a generator."""
    if event == "c_return":
        time.sleep(0)


def _check_writes(case: Case, sample: Sample) -> None:
    """What one thread writes to an array shows in no copy that another has made of it."""
    array = case.xp.zeros(8, dtype="float32", device=case.cell.device)
    done, interval = threading.Event(), sys.getswitchinterval()

    def work() -> None:
        count = 0
        while not done.is_set():
            count = (count + 1) % 100
            array[0:4] = count

    writer = threading.Thread(target=work)
    sys.setswitchinterval(1e-6)
    writer.start()
    try:
        end = time.monotonic() + SECONDS_OF_WRITES
        while time.monotonic() < end:
            other = copy.copy(array)
            before = calling.host(other).copy()
            if not same_bits(before, calling.host(other)):
                raise CheckFailure("a write in a thread shows in a copy", sample=sample, expected=before, got=other)
    finally:
        done.set()
        writer.join()
        sys.setswitchinterval(interval)


_SHOWN_FOR_WRITES = f"""\
import copy, sys, threading, time

array, changed, end = xp.zeros(8), 0, time.monotonic() + {5 * SECONDS_OF_WRITES}
interval = sys.getswitchinterval()
sys.setswitchinterval(1e-6)


def work():
    while time.monotonic() < end:
        array[0:4] = time.monotonic() % 1


writer = threading.Thread(target=work)
writer.start()
while time.monotonic() < end:
    other = copy.copy(array)
    changed += repr(other) != repr(other)
writer.join()
sys.setswitchinterval(interval)
print("got:     ", bool(changed))
print("expected:", False)
"""


def shown_calls(case: Case, sample: Sample, backends: list[str], draws: bool) -> str:
    """The source of the calls in threads."""
    call = "function" if _is_called_bound(case, sample) else permanent(case.function)
    chosen = [backends[index % len(backends)] for index in range(THREADS)]
    by_turns = (
        "    sys.setprofile(lambda frame, event, returned: event == 'c_return' and time.sleep(0))\n" if draws else ""
    )
    return f"""\
import sys, time

found = []


def work(backend):
{by_turns}    for _ in range({DRAWS if draws else CALLS}):
        try:
            with np.errstate(all="ignore"), aikit.use_backend(backend):
                found.append({call}(*args, **kwargs))
        except Exception as error:
            found.append(error)


wanted = repr(function(*args, **kwargs))
threads = [threading.Thread(target=work, args=(backend,)) for backend in {chosen}]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("got:     ", *{{*map(repr, found)}})
print("expected:", wanted)
"""


def _check_results(case: Case, sample: Sample, result: Any, results: Any) -> None:
    if isinstance(results, Exception):
        raise CheckFailure(f"in a thread: raised {type(results).__name__}", sample=sample, error=results) from results
    for again in results:
        check_same(case.function, sample, result, again, "another result in a thread")


CHECK = Check("threads", "item", applies, run, __doc__, order=180, mixed=False)
