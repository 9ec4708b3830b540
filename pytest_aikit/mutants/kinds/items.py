"""Reads and writes through keys: what the backend's members for them may do wrong."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

import aikit
from aikit.core.records import Function
from aikit.exceptions import AikitNotImplementedException
from pytest_aikit.mutants.planting import in_member
from pytest_aikit.mutants.records import Broken, Target, Watch, kind

Key = tuple[Any, ...]
LOOKED_AT = ("float32", "int32")
"""The dtypes of the cells that look: what a key selects is decided without them. All do where keys and dtypes take turns."""
READ, WRITE = "get_item", "set_item"
"""The members of a backend that read and write through keys."""


def _reads(target: Target) -> bool:
    return _is_of_items(target) and target.function.returns == "array"


def _writes(target: Target) -> bool:
    return _is_of_items(target) and target.function.returns == "arrays"


def _is_of_items(target: Target) -> bool:
    return _sees_items(target.function) and target.function.category == "items"


def _sees_items(function: Function) -> bool:
    """Whether it is a protocol of arrays that looks at parts of them; what is declared has an implementation instead."""
    return function.kind == "standalone" and bool(function.view)


def _looked_at(target: Target) -> tuple[str, ...]:
    return () if target.in_turn else LOOKED_AT


def _is_array(part: Any) -> bool:
    return not isinstance(part, (int, slice, type(None), type(...)))


def _has_array(x: Any, key: Key) -> bool:
    return any(map(_is_array, key))


def _mask(part: Any) -> bool:
    return _is_array(part) and aikit.dtypes.as_dtype(part.dtype).name == "bool"


KEYS: tuple[tuple[str, Callable[[Any, Key], Key | None], Any], ...] = (
    ("an Ellipsis of no axes is dropped", lambda x, key: _without_empty_ellipsis(x, key), (0, slice(None), ..., [0, 1])),
    ("a negative step runs forward", lambda x, key: _changed(key, _backwards, lambda part: slice(None, None, -part.step)),
     slice(None, None, -1)),
    ("a negative int counts from the end but one", lambda x, key: _changed(key, _is_negative, lambda part: part - 1), -1),
    ("a new axis is dropped", lambda x, key: _changed(key, lambda part: part is None, None), None),
    ("a mask is taken for its opposite", lambda x, key: _changed(key, _mask, lambda part: _turned(part)), [True, False]),
)  # fmt: skip
"""What is said of a key, the key that is taken instead, None where the key is not such a one, and a key that is."""


def _changed(key: Key, fits: Callable[[Any], bool], change: Callable[[Any], Any] | None) -> Key | None:
    """The key with some parts changed, or left out; None where there are none."""
    if not any(map(fits, key)):
        return None
    if change is None:
        return tuple(part for part in key if not fits(part))
    return tuple(change(part) if fits(part) else part for part in key)


def _backwards(part: Any) -> bool:
    return isinstance(part, slice) and (part.step or 1) < 0


def _is_negative(part: Any) -> bool:
    return isinstance(part, int) and not isinstance(part, bool) and part < 0


def _without_empty_ellipsis(x: Any, key: Key) -> Key | None:
    named = sum((part.ndim if _mask(part) else 1) for part in key if part is not None and part is not Ellipsis)
    place = next((place for place, part in enumerate(key) if part is Ellipsis), None)
    if named != len(x.shape) or place is None or not _has_array(x, key):
        return None
    before, after = key[:place], key[place + 1 :]
    # what it stands between are no neighbours for it, be they arrays or ints
    return (*before, *after) if all(any(map(_selects, side)) for side in (before, after)) else None


def _selects(part: Any) -> bool:
    """Whether it is an array, or an int, which is like one beside an array."""
    return _is_array(part) or isinstance(part, int)


def _turned(part: Any) -> Any:
    return ~np.asarray(part) if isinstance(part, np.ndarray) else aikit.logical_not(aikit.asarray(part)).data


def _is_taken(target: Target, key: Any, member: str) -> bool:
    """Whether the backend has such a key."""
    x = aikit.get_backend(target.backend).zeros((2, 2, 2))
    try:
        if member == WRITE:
            x[key] = 1.0
        else:
            x[key]
    except AikitNotImplementedException:
        return False
    return True


def _of_key(target: Target, random: Random, member: str) -> Broken:
    said, change, _ = random.choice([one for one in KEYS if _is_taken(target, one[2], member)])

    read = getattr(target.module, READ)

    def broken(watch: Watch, real: Any, x: Any, key: Key, *others: Any) -> Any:
        other = change(x, key)
        try:
            parts = None if other is None else (tuple(read(x, key).shape), tuple(read(x, other).shape))
        except Exception:  # the array has no such part
            parts = None
        if other is None or parts is None:
            return real(x, key, *others)
        watch.reached += member == WRITE or parts[0] != parts[1]
        return real(x, other, *others)  # which refuses a value that does not fit the part

    return Broken(said, in_member(target.module, member, broken), dtypes=_looked_at(target), seen_by=_sees_items)


@kind("key-read-wrong", "a read takes a key for another one", check="value", applies=_reads)
def _read(target: Target, random: Random) -> Broken:
    return _of_key(target, random, READ)


@kind("key-written-wrong", "a write takes a key for another one", check="value", applies=_writes)
def _write(target: Target, random: Random) -> Broken:
    return _of_key(target, random, WRITE)


@kind("write-shows-elsewhere", "a write to shared memory goes there in place", check="value",
      applies=lambda target: _writes(target) and target.is_mutable)  # fmt: skip
def _in_place(target: Target, random: Random) -> Broken | None:
    if not _writes_in_place(target):
        return None

    def broken(watch: Watch, real: Any, x: Any, key: Key, value: Any, in_place: bool) -> Any:
        if in_place:
            return real(x, key, value, in_place)
        watch.reached += 1
        try:
            return real(x, key, value, True)
        except Exception:  # nobody can write there
            return real(x, key, value, False)

    return Broken(
        "a write that must copy writes in place",
        in_member(target.module, WRITE, broken),
        dtypes=_looked_at(target),
        seen_by=_sees_items,
    )


def _writes_in_place(target: Target) -> bool:
    """Whether the backend writes to the array itself where it may."""
    x = aikit.get_backend(target.backend).zeros(2)
    return target.module.set_item(x.data, (0,), x[0].data, True) is x.data


@kind("write-lost", "a write through arrays is lost", check="value", applies=_writes)
def _lost(target: Target, random: Random) -> Broken:
    forms = {True: [True, False], False: [0, 1]}  # of keys with masks, and with indices
    of_masks = random.choice([one for one, key in forms.items() if _is_taken(target, key, WRITE)])

    def broken(watch: Watch, real: Any, x: Any, key: Key, value: Any, in_place: bool) -> Any:
        if not any(_is_array(part) and _mask(part) is of_masks for part in key):
            return real(x, key, value, in_place)
        watch.reached += 1
        return x

    return Broken(
        f"a write through {'a mask' if of_masks else 'arrays of indices'} is lost",
        in_member(target.module, WRITE, broken),
        dtypes=_looked_at(target),
        seen_by=_sees_items,
    )


@kind("gradient-of-items-cut", "the gradient of what a key with arrays selects is cut", check="gradient",
      applies=lambda target: _reads(target) and target.has_autograd and bool(target.function.differentiable))  # fmt: skip
def _cut(target: Target, random: Random) -> Broken:
    stop = target.module.stop_gradient

    def broken(watch: Watch, real: Any, x: Any, key: Key) -> Any:
        result = real(x, key)
        if not _has_array(x, key):
            return result
        watch.reached += 1
        return stop(result)

    return Broken(
        "what a key with arrays selects is detached",
        in_member(target.module, READ, broken),
        dtypes=_looked_at(target),
        seen_by=_sees_items,
    )
