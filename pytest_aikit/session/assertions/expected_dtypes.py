"""Which dtype a function may return whose NumPy reference returns a given one: NumPy's defaults are not everybody's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import aikit
from aikit.dtypes import as_dtype, precise_mode
from pytest_aikit import frameworks
from pytest_aikit.frameworks import backends
from pytest_aikit.frameworks.records import Defaults
from pytest_aikit.numerics.promotion import common_dtype, kind_of
from pytest_aikit.session.assertions.leaf import ARRAY

WIDE = frozenset({"float64", "complex128"})


def defaults_of(namespace: str, cls: str | None) -> Defaults | None:
    """The defaults where arrays are of a class, Array or native, of a backend; None where they are NumPy's own."""
    is_aikit = cls in (ARRAY, None)
    framework = frameworks.of(namespace)
    if not is_aikit and (framework.is_host or framework.native_defaults is not None):
        return framework.native_defaults
    space = aikit.get_backend(namespace) if is_aikit else backends.native_namespace(namespace)
    found: Mapping[str, Any] = space.__array_namespace_info__().default_dtypes()
    kinds = ("real floating", "complex floating", "integral", "indexing")
    floating, complex_, integral, indexing = (str(as_dtype(found[kind])) for kind in kinds)
    return Defaults(floating, complex_, integral, indexing, precise=is_aikit and precise_mode())


def acceptable(reference: str, arguments: Sequence[str], defaults: Defaults | None) -> tuple[str, ...]:
    """The dtypes that a result may have.

    Parameters
    ----------
    reference : the dtype that the reference gives for NumPy arrays of the dtypes `arguments`.
    defaults : those of the namespace; None for NumPy's.
    """
    if defaults is None or kind_of(reference) == "b":
        return (reference,)
    if kind_of(reference) in "iu":
        return _integers(reference, arguments, defaults)
    if kind_of(reference) == "f":
        return (_inexact(reference, arguments, defaults, defaults.floating),)
    return (_inexact(reference, arguments, defaults, defaults.complex),)


def _integers(reference: str, arguments: Iterable[str], defaults: Defaults) -> tuple[str, ...]:
    """NumPy has one default integer, for sums and for indices; others have two."""
    if reference in arguments or reference not in ("int64", "uint64"):
        return (reference,)
    if reference == "uint64":
        return f"u{defaults.integral}", defaults.integral
    return tuple(dict.fromkeys((defaults.integral, defaults.indexing)))


def _inexact(reference: str, arguments: Sequence[str], defaults: Defaults, default: str) -> str:
    inexact = [name for name in arguments if kind_of(name) in "fc"]
    if not inexact:
        return default  # of integers NumPy makes a dtype as narrow as they are
    if reference not in WIDE or WIDE & set(inexact) or defaults.precise:
        return reference
    # float64 of narrower arguments is NumPy's for an integer array beside a floating one, or else its default
    if len(inexact) < len(arguments):
        common = common_dtype(inexact)
        if common is not None and kind_of(common) == kind_of(reference):
            return common
    return default
