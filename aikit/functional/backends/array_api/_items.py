"""Reading and writing a part of an array, by the indices that the standard has.

These are integers, slices inside the bounds, None and Ellipsis; one mask alone; integer arrays and integers alone. Put
together from these: slices that reach out of bounds, one integer array among other indices. Nothing else can be.
"""

from __future__ import annotations

from typing import Any

from aikit.exceptions import AikitNotImplementedException

Key = tuple[Any, ...]


def get_item(backend: Any, x: Any, key: Key) -> Any:
    mask = _only_mask(backend, key)
    if mask is not None:
        return x[mask]
    key = _explicit(backend, x, key)
    arrays = [place for place, part in enumerate(key) if backend.is_native_array(part)]
    if not arrays:
        return x[key]
    if len(arrays) == 1 and backend.kind_of(key[arrays[0]].dtype) in "iu" and not _has_int(key):
        return _with_one_array(backend, x, key, arrays[0])
    if any(isinstance(part, slice) or part is None for part in key) or _has_mask(backend, key):
        raise _refused(backend, "several arrays, or an array and an integer, with a slice, None or a mask beside them")
    return x[key]


def set_item(backend: Any, x: Any, key: Key, value: Any, in_place: bool) -> Any:
    """A changed copy; the standard does not say which arrays share memory, so nothing is written in place."""
    changed = backend.copy_array(x)
    mask = _only_mask(backend, key)
    if mask is not None:
        changed[mask] = value
        return changed
    key = _explicit(backend, x, key)
    if any(backend.is_native_array(part) for part in key):
        raise _refused(backend, "writing to what an integer array, or a mask beside other indices, selects")
    if None in key:  # the standard has it for reading alone
        value = backend.namespace.broadcast_to(value, x[key].shape)
        key = tuple(part for part in key if part is not None)
        value = backend.namespace.reshape(value, x[key].shape)
    changed[key] = value
    return changed


def _refused(backend: Any, what: str) -> Exception:
    return AikitNotImplementedException(
        f"x[...]: {backend.name} has the indices of the Array API standard alone, without {what}; use aikit.take, or "
        "aikit.to_backend(x, 'numpy')"
    )


def _has_mask(backend: Any, key: Key) -> bool:
    return any(backend.is_native_array(part) and backend.kind_of(part.dtype) == "b" for part in key)


def _has_int(key: Key) -> bool:
    return any(isinstance(part, int) for part in key)


def _only_mask(backend: Any, key: Key) -> Any:
    """The mask that is the only index, an Ellipsis behind it aside; else None."""
    rest = key[:-1] if len(key) == 2 and key[1] is Ellipsis else key
    return rest[0] if len(rest) == 1 and _has_mask(backend, rest) else None


def _explicit(backend: Any, x: Any, key: Key) -> Key:
    """The key with an index for every axis in place of the Ellipsis, and slices that stay inside the bounds."""
    used = sum(_consumed(backend, part) for part in key)
    place = next((i for i, part in enumerate(key) if part is Ellipsis), len(key))
    key = (*key[:place], *(slice(None),) * (x.ndim - used), *key[place + 1 :])
    axis, found = 0, []
    for part in key:
        found.append(_within(part, x.shape[axis]) if isinstance(part, slice) else part)
        axis += _consumed(backend, part)
    return tuple(found)


def _consumed(backend: Any, part: Any) -> int:
    if part is None or part is Ellipsis:
        return 0
    return part.ndim if backend.is_native_array(part) and backend.kind_of(part.dtype) == "b" else 1


def _within(part: slice, length: int) -> slice:
    """A slice of the same elements whose bounds lie inside an axis of this length."""
    start, stop, step = part.indices(length)
    if not range(start, stop, step):
        return slice(0, 0, 1)
    return slice(start, None if stop < 0 else stop, step)


def _with_one_array(backend: Any, x: Any, key: Key, place: int) -> Any:
    """One integer array among slices and None: the others are read first."""
    x = x[(*key[:place], slice(None), *key[place + 1 :])]
    return backend.take(x, key[place], axis=place)
