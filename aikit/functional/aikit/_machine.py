"""The machine as its operating system describes it: cores, memory, and how busy they are.

Linux says it in ``/proc`` and ``/sys``; what it alone says is not known elsewhere. Amounts are in bytes.
"""

from __future__ import annotations

import os
import pathlib
import time

from aikit.exceptions import AikitNotImplementedException

_INTERVAL = 0.1
"""The seconds for which the utilization of the processor is looked at."""


def _read(function: str, path: str) -> str:
    """The text of a file of the system.

    Raises
    ------
    AikitNotImplementedException : the system has no such file.
    """
    try:
        return pathlib.Path(path).read_text()
    except OSError as error:
        raise AikitNotImplementedException(
            f"{function}: {path}, from which this is read, cannot be: {error.strerror}; the operating system must be Linux"
        ) from None


def cores(function: str, logical: bool) -> int:
    """The cores that the process may run on, of which several logical ones may be threads of a physical one."""
    if not hasattr(os, "sched_getaffinity"):
        if logical:
            return os.cpu_count() or 1
        raise AikitNotImplementedException(f"{function}: logical=False: only Linux says which cores are physical")
    numbers = os.sched_getaffinity(0)
    if logical:
        return len(numbers)
    folders = [f"/sys/devices/system/cpu/cpu{number}/topology" for number in numbers]
    return len({(_read(function, f"{one}/physical_package_id"), _read(function, f"{one}/core_id")) for one in folders})


def total_memory(function: str) -> int:
    return _memory(function)["MemTotal"]


def used_memory(function: str) -> int:
    """What is not available to new programs: caches that give way count as free."""
    memory = _memory(function)
    return memory["MemTotal"] - memory["MemAvailable"]


def used_by_process(function: str) -> int:
    """The part of the memory of this process that is in RAM."""
    return int(_read(function, "/proc/self/statm").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _memory(function: str) -> dict[str, int]:
    lines = [line.split() for line in _read(function, "/proc/meminfo").splitlines()]
    return {name.rstrip(":"): int(kibibytes) * 1024 for name, kibibytes, *_ in lines}


def utilization(function: str) -> float:
    """How busy the processor is, in percent, over a tenth of a second."""
    before = _ticks(function)
    time.sleep(_INTERVAL)
    after = _ticks(function)
    idle, every = after[0] - before[0], after[1] - before[1]
    return 100 * (1 - idle / every) if every else 0.0


def _ticks(function: str) -> tuple[int, int]:
    """The clock ticks in which the cores were idle, and all of them."""
    user, nice, system, idle, wait, *others = map(int, _read(function, "/proc/stat").split("\n", 1)[0].split()[1:9])
    return idle + wait, sum((user, nice, system, idle, wait, *others))
