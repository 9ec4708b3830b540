"""``x += y`` over the memory of `x`, where nothing else refers to that: as `x[...] = value`, it then needs no second array."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from aikit.backend_handler import backend_of_class, scalar_types
from aikit.core.arrays import array_class
from aikit.core.records import Function
from aikit.core.writing import write
from aikit.dispatch.host_data import as_scalar


class _Form(NamedTuple):
    compute: Callable[[Any, Any], Any]
    other: Any
    """The native array of the second operand."""
    sole_owner: Callable[[Any], bool]


def written_into(function: Function, x: Any, other: Any) -> bool:
    """Whether the function of `x` and `other` was written over the long array of `x`; else nothing is changed."""
    backend = backend_of_class(type(x._data))
    if backend is None or backend.least_in_place is None or backend.is_compiling():
        return False
    if x._data.nbytes < backend.least_in_place or type(x) is not array_class():
        return False
    form = _form(function, x, other, backend)
    if form is None:
        return False
    is_written = False

    def change(holder: Any) -> Any:
        nonlocal is_written
        if form.sole_owner(holder):
            form.compute(holder._data, form.other)
            is_written = True
        return holder._data

    write(x, change)
    return is_written


def _form(function: Function, x: Any, other: Any, backend: Any) -> _Form | None:
    """How to write over `x`; no reference to its native array outlives the call."""
    native = x._data
    cls, dtype = type(native), native.dtype
    implementation = function.table[cls].get(dtype)
    if type(other) is array_class():
        beside = other._data
        if type(beside) is not cls or beside.dtype is not dtype:
            return None
    elif implementation is not None and type(other) in scalar_types[cls][dtype]:
        try:
            beside = as_scalar(other, native)
        except Exception:  # which the operator explains
            return None
    else:
        return None
    lengths = zip(reversed(beside.shape), reversed(native.shape), strict=False)
    if len(beside.shape) > len(native.shape) or any(one not in (1, length) for one, length in lengths):
        return None
    compute = backend.into_first(implementation, native, beside)
    return None if compute is None else _Form(compute, beside, backend.sole_owner)
