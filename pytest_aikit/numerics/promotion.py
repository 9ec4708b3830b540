"""The dtype a result must have, stated a second time and without aikit's own tables.

Within a kind the Array API standard promotes as NumPy does; what aikit adds is stated in `promoted`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import ml_dtypes
import numpy as np

DEFAULTS: dict[type | str, str] = {bool: "bool", int: "int32", "uint": "uint32", float: "float32", complex: "complex64"}
"""The dtype of a Python scalar that stands alone, and of the sum of narrow unsigned integers; the checks run with the
default dtypes as they are out of the box, but for calls that are made with others to see what becomes of them."""
OTHER_DEFAULTS = {"float": "float64", "int": "int64", "uint": "uint16", "complex": "complex128"}
"""The kind of a default dtype -> the other one that it is then: none follows from another."""
OF_16_BITS = {**OTHER_DEFAULTS, "float": "float16"}
"""The same with a default float in which nothing long may be computed."""


@contextmanager
def other_defaults(others: Mapping[str, str] = OTHER_DEFAULTS) -> Iterator[None]:
    """Say what dtypes must be where the defaults are those others."""
    before = dict(DEFAULTS)
    DEFAULTS.update(
        {kind: others[kind.__name__ if isinstance(kind, type) else kind] for kind in before if kind is not bool}
    )
    try:
        yield
    finally:
        DEFAULTS.update(before)


_COMPLEX_OF = {"float64": "complex128", "complex128": "complex128"}
_REAL_OF = {"complex64": "float32", "complex128": "float64"}


@functools.cache
def numpy_dtype(name: str) -> np.dtype:
    """NumPy's dtype of a canonical name."""
    return np.dtype(ml_dtypes.bfloat16) if name == "bfloat16" else np.dtype(name)


@functools.cache
def name_of(dtype: np.dtype) -> str:
    """The canonical name of NumPy's dtype, which works it out anew each time it is asked."""
    return dtype.name


@functools.cache
def kind_of(name: str) -> str:
    """One letter: b(ool), i(nt), u(int), f(loat), c(omplex)."""
    return "f" if name == "bfloat16" else np.dtype(name).kind


def real_of(name: str) -> str:
    """The dtype of the parts of a complex one; a real dtype is its own."""
    return _REAL_OF.get(name, name)


def complex_of(name: str) -> str:
    """The complex dtype whose parts hold a real floating one; a complex dtype is its own."""
    return _COMPLEX_OF.get(name, "complex64")


def part_of(name: str) -> str:
    """The dtype of the parts of the complex dtype that holds a floating one."""
    return real_of(complex_of(name))


def promoted(first: str, second: str) -> str | None:
    """The common dtype of two dtypes; None where there is none."""
    if first == second:
        return first
    kinds = {kind_of(first), kind_of(second)}
    if kinds & {"i", "u"} and kinds & {"f", "c"}:
        # left open by the standard; aikit takes the floating dtype
        return first if kind_of(first) in "fc" else second
    if "bfloat16" in (first, second):
        other = second if first == "bfloat16" else first
        return {"bool": "bfloat16", "float16": "float32"}.get(other, other)
    found = np.promote_types(first, second).name
    return None if kinds == {"i", "u"} and found == "float64" else found


def common_dtype(dtypes: Iterable[str], scalars: Iterable[Any] = ()) -> str | None:
    """The common dtype of arrays of these dtypes and of Python scalars, which do not widen a dtype of their kind."""
    common: str | None = None
    for name in dtypes:
        common = name if common is None else promoted(common, name)
        if common is None:
            return None
    for scalar in sorted(scalars, key=lambda value: (bool, int, float, complex).index(type(value))):
        common = _with_scalar(common, type(scalar))
    return common


def _with_scalar(dtype: str | None, scalar: type) -> str:
    if dtype is None or "biufc".index(kind_of(dtype)) < (0, 1, 3, 4)[(bool, int, float, complex).index(scalar)]:
        if scalar is complex and dtype is not None and kind_of(dtype) == "f":
            return complex_of(dtype)
        return DEFAULTS[scalar]
    return dtype


def accumulated(dtype: str) -> str:
    """The dtype of a sum: integers narrower than the default integer dtype of their sign widen to that one."""
    kind = kind_of(dtype)
    default = DEFAULTS["uint" if kind == "u" else int]
    narrow = kind in "iu" and np.dtype(dtype).itemsize < np.dtype(default).itemsize
    return default if narrow or kind == "b" else dtype


def floating(dtype: str) -> str:
    """The dtype of a quotient or mean: integers give the default floating dtype."""
    return dtype if kind_of(dtype) in "fc" else DEFAULTS[float]
