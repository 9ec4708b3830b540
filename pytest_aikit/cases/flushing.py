"""What a call may give where subnormal arguments are taken as zeros: the standard leaves open whether these survive."""

from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases.oracle import ExpectedArray, expected
from pytest_aikit.model import Sample
from pytest_aikit.numerics.comparing import flushed, is_subnormal
from pytest_aikit.numerics.promotion import kind_of

_VARIANTS: OrderedDict[int, tuple[Sample, tuple[Sample, ...]]] = OrderedDict()
_KEPT = 64  # so that the backends, which come one after the other, share what is expected of them


def with_flushed_arguments(sample: Sample) -> tuple[Sample, ...]:
    """The sample with the subnormal numbers of one, of several, and of all of its arguments flushed."""
    found = _VARIANTS.get(id(sample))
    if found is None or found[0] is not sample:
        found = sample, tuple(_variants(sample))
        _VARIANTS[id(sample)] = found
        if len(_VARIANTS) > _KEPT:
            _VARIANTS.popitem(last=False)
    return found[1]


def _variants(sample: Sample) -> Iterator[Sample]:
    places = [place for place, argument in enumerate(sample.args) if any(map(_has_subnormal, _items(argument)))]
    for count in range(1, len(places) + 1):
        for chosen in combinations(places, count):
            yield replace(sample, args=tuple(_zeros(a) if n in chosen else a for n, a in enumerate(sample.args)))


def _items(argument: Any) -> list[Any]:
    return list(argument) if isinstance(argument, (list, tuple)) else [argument]


def _zeros(argument: Any) -> Any:
    if isinstance(argument, (list, tuple)):
        return type(argument)(_zeros(item) for item in argument)
    return flushed(argument, argument.dtype.name) if isinstance(argument, np.ndarray) else argument


def _has_subnormal(value: Any) -> bool:
    return isinstance(value, np.ndarray) and bool(is_subnormal(value, value.dtype.name).any())


def wanted(function: Function, sample: Sample) -> tuple[ExpectedArray, ...]:
    """What a call must give, as a tuple."""
    found = expected(function, sample)
    return found if isinstance(found, tuple) else (found,)


def is_selected(function: Function, sample: Sample, got: np.ndarray, one: ExpectedArray) -> Any:
    """Where the value is one of those that were compared, and one that counts as the zero that is wanted."""
    selects = knowledge.of(function).selects
    if not selects or one.dtype == "index" or kind_of(one.dtype) != "f":
        return False
    arrays = [argument for argument in sample.args if isinstance(argument, np.ndarray)]
    if selects == "in place":
        is_one = functools.reduce(np.logical_or, [got == array for array in arrays])
    else:
        is_one = np.isin(got.astype(np.float64), arrays[0].astype(np.float64))
    return is_one & (flushed(got, one.dtype) == 0) & (one.exact == 0)
