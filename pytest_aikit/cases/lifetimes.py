"""What outlives a call: objects, cycles, and memory that is kept more of with each call.

Nothing here depends on time, nor on what ran before in the process: what was made before is left out. Memory is not counted
in bytes, for Python, NumPy and PyTorch keep what is freed for what comes next, but in objects, and by what holds them.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import itertools
import sys
import types
import warnings
import weakref
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import aikit
from pytest_aikit import frameworks

Alive = Callable[[], bool]
"""Says whether something is still there."""

TIMES = 3
"""So many times something must be found, one after the other: what is left once is no fault."""

FEW, MANY = 2, 3
"""So many turns go before memory is counted, and so many each time until it is counted again."""


@contextlib.contextmanager
def collector_off() -> Iterator[None]:
    """Without the cyclic collector, and with nothing for it to look at but what is made from now on.

    Where somebody keeps objects from it by `gc.freeze`, all others are looked at: nobody could tell these from his later.
    """
    was_on, freezes = gc.isenabled(), not gc.get_freeze_count()
    gc.disable()
    if freezes:
        gc.freeze()
    else:
        gc.collect()
    try:
        yield
    finally:
        if freezes:
            gc.unfreeze()
        if was_on:
            gc.enable()


def watched(value: Any, backend: str) -> list[Alive]:
    """Of the arrays, containers and errors in a value, whether they, or their memory, are there."""
    if isinstance(value, (list, tuple)):
        return [alive for item in value for alive in watched(item, backend)]
    if isinstance(value, dict):
        return watched(list(value.values()), backend)
    if isinstance(value, BaseException):
        return [*_referred(value), *watched([one for one in (value.__cause__, value.__context__) if one], backend)]
    if isinstance(value, aikit.Array):
        return [*_referred(value), *watched(value.data, backend)]
    if isinstance(value, aikit.Container):
        return [*_referred(value), *watched(dict(value), backend)]
    if hasattr(type(value), "__aikit_array_function__"):
        return _referred(value)
    memory_of = frameworks.of(backend).memory_of
    if memory_of is None or not aikit.is_native_array(value):
        return []
    return [*_referred(value), memory_of(value)]


def _referred(value: Any) -> list[Alive]:
    try:
        reference = weakref.ref(value)
    except TypeError:  # of Python's own classes
        return []
    return [lambda: reference() is not None]


# ------------------------------------------------------------------------------------------------ cycles


def cycles(use: Callable[[], Any]) -> str:
    """The types of what only the cyclic collector frees of a use, and how many of each; empty where it frees nothing.

    Nothing but what frameworks make for themselves, as PyTorch does for each gradient, is nothing.
    """
    found = ""
    for _ in range(TIMES):
        gc.collect()
        use()
        found = _collected()
        if not found:
            break
    return found


def _collected() -> str:
    flags = gc.get_debug()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        gc.collect()
        found = Counter(type(one).__name__ for one in gc.garbage)
        makers = {maker for one in gc.garbage if (maker := _maker(one))}
    finally:
        gc.set_debug(flags)
        gc.garbage.clear()
        gc.collect()
    if makers and makers <= _others():
        return ""
    return ", ".join(f"{count} {name}" for name, count in found.items())


def _maker(one: Any) -> str:
    """The package of a function, of a frame, or of the class of an object; empty for objects of Python's own classes."""
    if isinstance(one, types.FrameType):
        return _package(one.f_globals.get("__name__"))
    if isinstance(one, (types.FunctionType, type)):
        return _package(one.__module__)
    return _package(type(one).__module__) if type(one).__flags__ & _ON_HEAP else ""


# ------------------------------------------------------------------------------------------------ growth


def grows(turn: Callable[[int], Any], holders: Holders) -> bool:
    """Whether more is kept of each turn, of which each has a number, up to twice `MANY`: an object, or one more of something.

    The collector must be off, so that it knows what is new.

    Parameters
    ----------
    holders : see `holders_of`.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a list of them grows
        for _ in range(FEW):
            turn(0)
        counts = [holders.held()]
        for numbers in (range(1, MANY + 1), range(MANY + 1, 2 * MANY + 1)):
            for number in numbers:
                turn(number)
            counts.append(holders.held())
    return all(later - before >= MANY for before, later in itertools.pairwise(counts))


class Holders(NamedTuple):
    """What can hold more than it does: containers, and results that are kept."""

    containers: list[Any]
    caches: list[Any]

    def held(self) -> int:
        """How much is in them, and how many objects that refer to others are new, but for those in cycles."""
        kept = sum(cache.cache_info().currsize for cache in self.caches)
        return sum(map(len, self.containers)) + kept + _tracked()


def _tracked() -> int:
    """How many objects the collector knows: it lets go of tuples of numbers, and then of tuples of these, as time goes by."""
    found, before = -1, 0
    while found != before:
        gc.collect()
        found, before = len(gc.get_objects()), found
    return found


_Cached = type(functools.lru_cache(lambda: None))
_CONTAINERS = (dict, list, set, deque, bytearray)
_LEADING_ON = (
    *_CONTAINERS,
    *(tuple, frozenset, functools.partial, _Cached),
    *(types.FunctionType, types.MethodType, types.CellType, types.MappingProxyType),
)


def holders_of(called: Iterable[Any]) -> Holders:
    """Those to which the modules of aikit refer, and what is called, which may be newer."""
    before = _of_aikit()
    new = [
        value
        for module in _modules_of_aikit()
        for value in [*vars(module).values()]
        if id(value) not in before.values and _leads_on(value)
    ]
    found = _found([*called, *new], before.found)
    more = _holding(one for address, one in found.items() if address not in before.found)
    return Holders([*before.holders.containers, *more.containers], [*before.holders.caches, *more.caches])


def _holding(found: Iterable[Any]) -> Holders:
    holders = Holders([], [])
    for one in found:
        if isinstance(one, _CONTAINERS):
            holders.containers.append(one)
        elif isinstance(one, _Cached) and one.cache_parameters()["maxsize"] is None:
            holders.caches.append(one)
    return holders


class _Before(NamedTuple):
    """What the modules of aikit referred to when it was asked for first, by address: it is kept alive, so that nothing else has it.

    Attributes
    ----------
    values : what stands in the modules.
    found : what is found from there.
    holders : those of it.
    """

    values: Mapping[int, Any]
    found: Mapping[int, Any]
    holders: Holders


@functools.cache
def _of_aikit() -> _Before:
    modules = _modules_of_aikit()
    found = _found([vars(module) for module in modules], {})
    values = {id(value): value for module in modules for value in [*vars(module).values()]}
    return _Before(values, found, _holding(found.values()))


def _modules_of_aikit() -> list[types.ModuleType]:
    return [module for name, module in [*sys.modules.items()] if name == "aikit" or name.startswith("aikit.")]


NEAR = 4
"""What is known already is followed so far from what is called: something in it may have been exchanged."""


def _found(roots: Iterable[Any], known: Mapping[int, Any]) -> dict[int, Any]:
    """By address, what the roots refer to; they are kept alive, so that nothing else has it."""
    todo = [(one, 0) for one in roots]
    found = {id(one): one for one, _ in todo}
    while todo:
        one, depth = todo.pop()
        for referred in _referents(one):
            if id(referred) in found or (id(referred) in known and depth >= NEAR) or not _leads_on(referred):
                continue
            found[id(referred)] = referred
            todo.append((referred, depth + 1))
    return found


def _referents(one: Any) -> list[Any]:
    if not isinstance(one, types.FunctionType):
        return gc.get_referents(one)
    names = one.__code__.co_names  # not all that there is beside it in its module
    return [one.__closure__, one.__dict__, *(one.__globals__[name] for name in names if name in one.__globals__)]


def _leads_on(one: Any) -> bool:
    if isinstance(one, types.FunctionType):
        return _package(one.__module__) not in _others()
    if isinstance(one, _LEADING_ON):
        return not (isinstance(one, dict) and _package(one.get("__name__")) in _others())
    if isinstance(one, types.ModuleType):
        return False
    cls = one if isinstance(one, type) else type(one)
    return bool(cls.__flags__ & _ON_HEAP) and _package(cls.__module__) not in _others()


_ON_HEAP = 1 << 9
"""The flag of a class that is made by source: https://docs.python.org/3/c-api/typeobj.html#c.Py_TPFLAGS_HEAPTYPE"""


@functools.cache
def _others() -> frozenset[str]:
    """The packages that keep things for themselves: frameworks, this plugin, tools and Python itself."""
    ours = {"pytest_aikit", "_pytest", "pytest", "pluggy", "hypothesis", "ml_dtypes", "jaxlib", "scipy", "mpmath"}
    own_holders = {"weakref", "collections", "types", "functools"}
    return frozenset({*ours, *sys.stdlib_module_names, *(one.name for one in frameworks.known())} - own_holders)


def _package(name: Any) -> str:
    return name.partition(".")[0] if isinstance(name, str) else ""
