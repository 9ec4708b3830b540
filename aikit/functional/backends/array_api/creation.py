"""Making arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aikit import dtypes
from aikit.functional.backends.creation import upper_triangle
from aikit.functional.rules.creation import are_whole, checked_range_length, is_exact
from aikit.functional.rules.linear_algebra import clamped_diagonal

from ._rules import rule


@rule("arange")
def arange(
    backend: Any,
    standard: Callable[..., Any],
    start: float,
    /,
    stop: float | None = None,
    step: float = 1,
    *,
    dtype: Any,
    device: Any = None,
) -> Any:
    """Computed in integers or in the widest floats, then cast: the standard leaves int dtypes of float bounds open."""
    start, stop = (0, start) if stop is None else (start, stop)
    count = checked_range_length(start, stop, step, dtypes.as_dtype(dtype).name)
    own = backend.widest("float64")
    if are_whole(start, stop, step):
        if backend.kind_of(dtype) in "iu":
            own = dtype
        elif is_exact(start, step, count, "int64"):
            own = backend.native_dtypes.get("int64", own)
    return backend.cast(standard(start, stop, step, dtype=own, device=device), dtype)


@rule("linspace")
def linspace(
    backend: Any,
    standard: Callable[..., Any],
    start: Any,
    stop: Any,
    /,
    num: int,
    *,
    dtype: Any,
    device: Any = None,
    endpoint: bool = True,
) -> Any:
    """Each value is computed in the widest dtype, for the standard does not say in which, and rounded once."""
    is_complex = isinstance(start, complex) or isinstance(stop, complex) or backend.kind_of(dtype) == "c"
    own = backend.widest("complex128" if is_complex else "float64")
    return backend.cast(standard(start, stop, num, dtype=own, device=device, endpoint=endpoint), dtype)


@rule("full")
def full(
    backend: Any, standard: Callable[..., Any], shape: Any, fill_value: Any, *, dtype: Any, device: Any = None
) -> Any:
    """A value of another kind than `dtype`, which the standard leaves open."""
    value = backend.as_scalar(fill_value, dtype, device)
    return backend.copy_array(backend.namespace.broadcast_to(value, shape))


@rule("full_like")
def full_like(
    backend: Any, standard: Callable[..., Any], x: Any, /, fill_value: Any, *, dtype: Any, device: Any = None
) -> Any:
    return backend.full(x.shape, fill_value, dtype=dtype, device=backend.own_device(x, device))


@rule("asarray", "array", "native_array")
def asarray(
    backend: Any, standard: Any, obj: Any, /, *, dtype: Any, device: Any = None, copy: bool | None = None
) -> Any:
    """`obj` itself where nothing changes, of which the standard says no more than that it shares memory."""
    device = backend.own_device(obj, device)
    if backend.is_native_array(obj) and not copy and obj.dtype == dtype and obj.device == device:
        return obj
    return backend.namespace.asarray(obj, dtype=dtype, device=device, copy=copy)


@rule("empty_like", "ones_like", "zeros_like")
def like(backend: Any, standard: Callable[..., Any], x: Any, /, *, dtype: Any, device: Any = None) -> Any:
    return standard(x, dtype=dtype, device=backend.own_device(x, device))


@rule("from_dlpack")
def from_dlpack(
    backend: Any, standard: Callable[..., Any], x: Any, /, *, device: Any = None, copy: bool | None = None
) -> Any:
    if backend.is_native_array(x) and device is None:
        return backend.namespace.asarray(x, copy=copy)
    found = standard(x, device=device, copy=copy)
    return backend.copy_array(found) if copy else found  # not every library makes the copy itself


@rule("meshgrid")
def meshgrid(backend: Any, standard: Callable[..., Any], *arrays: Any, indexing: str = "xy") -> list[Any]:
    if any(x.ndim > 1 for x in arrays):
        raise ValueError("an array has more than one dimension")
    return list(standard(*arrays, indexing=indexing))


@rule("tril", "triu")
def triangle(backend: Any, standard: Callable[..., Any], x: Any, /, *, k: int = 0) -> Any:
    if x.ndim < 2:
        raise ValueError("fewer than two dimensions")
    return standard(x, k=clamped_diagonal(k, x.shape))


@rule("triu_indices")
def triu_indices(
    backend: Any,
    standard: Any,
    n_rows: int,
    n_cols: int | None = None,
    k: int = 0,
    /,
    *,
    device: Any = None,
) -> tuple[Any, ...]:
    """The standard has none; on the host."""
    places = upper_triangle(n_rows, n_cols, k)
    return tuple(backend.from_numpy(one, backend.index_dtype(), device) for one in places)
