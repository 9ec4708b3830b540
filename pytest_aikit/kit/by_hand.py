"""One call by hand: the samples of a function, and what the reference says of one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from aikit.core.records import Function
from aikit.dtypes import DTYPES
from pytest_aikit import frameworks
from pytest_aikit.cases import cells
from pytest_aikit.cases.oracle import expected
from pytest_aikit.cases.samples import all_samples
from pytest_aikit.kit.adapter import AdapterError
from pytest_aikit.kit.declared import judged
from pytest_aikit.model import Cell, Sample


def samples_of(function: str | Callable[..., Any], dtype: str = "float32") -> tuple[Sample, ...]:
    """The calls by which a function is judged, with arrays of one dtype.

    Parameters
    ----------
    function : a public function of aikit, or its name, such as ``"linalg.inv"``.
    dtype : the name of the dtype of its arrays, of the first one where others have another.

    Raises
    ------
    AdapterError : the function has no samples, or does not accept the dtype.

    Examples
    --------
    >>> from pytest_aikit import reference_of, samples_of
    >>> sample = samples_of("add", "int8")[0]
    >>> [array.dtype.name for array in sample.args], reference_of("add", sample).shape == sample.args[0].shape
    (['int8', 'int8'], True)
    """
    found = _found(function)
    accepted = cells.accepted_dtypes(found)
    if dtype not in accepted:
        names = ", ".join(name for name in DTYPES if name in accepted)
        raise AdapterError(f"samples_of: {found.qualified_name} does not take dtype={dtype!r}; choose from {names}")
    dtypes = cells.tuples(found, dtype, (dtype,), False)[0][0]
    return all_samples(Cell(found, frameworks.HOST, "cpu", dtypes), frozenset(), in_turn=False, selected=(dtype,))


def reference_of(function: str | Callable[..., Any], sample: Sample) -> Any:
    """What a call must give: an ndarray in a type wider than its dtype, a tuple of them, or a value of Python.

    Raises
    ------
    AdapterError : nothing is known of the function.
    """
    wanted = expected(_found(function), sample)
    return tuple(map(_values, wanted)) if isinstance(wanted, tuple) else _values(wanted)


def _values(wanted: Any) -> Any:
    values = getattr(wanted, "exact", wanted)
    return values.copy() if isinstance(values, np.ndarray) else values


def _found(function: str | Callable[..., Any]) -> Function:
    known = judged()
    if not isinstance(function, str):
        function = _name_of(function)
    if function not in known:
        raise AdapterError(f"{function!r} is no function that has samples; see pytest --aikit-list=functions")
    return known[function]


def _name_of(function: Callable[..., Any]) -> str:
    return next((name for name, one in judged().items() if one.public == function), repr(function))
