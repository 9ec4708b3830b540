"""Hypothesis strategies for arrays of any backend and for calls of any function.

>>> from hypothesis import given
>>> from pytest_aikit import strategies as ak
>>> @given(ak.calls("logaddexp", layouts=["C", "negative"]))
... def test_it(sample): ...

What is drawn are `Sample`s and arrays; which dtypes and backends there are is enumerated elsewhere. The form of a call is
drawn before its values: dtypes, shapes and keywords in `forms`, what the arrays hold in `values`.
"""

from __future__ import annotations

from pytest_aikit.strategies.arrays import (
    LAYOUT_NAMES,
    arrays,
    axes,
    broadcastable_shapes,
    custom_arrays,
    elements,
    host_arrays,
    out_arrays,
)
from pytest_aikit.strategies.filling import calls
from pytest_aikit.strategies.names import backends, devices, dtype_tuples, dtypes
from pytest_aikit.strategies.nests import containers, nests, shared_structure_containers

__all__ = [
    "LAYOUT_NAMES",
    "arrays",
    "axes",
    "backends",
    "broadcastable_shapes",
    "calls",
    "containers",
    "custom_arrays",
    "devices",
    "dtype_tuples",
    "dtypes",
    "elements",
    "host_arrays",
    "nests",
    "out_arrays",
    "shared_structure_containers",
]
