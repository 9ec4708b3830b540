"""That a mutant is equivalent is proved, by every input that there is, or it is not said."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

import aikit
from pytest_aikit.mutants.records import Mutant, Target, Watch
from pytest_aikit.numerics.comparing import same_bits
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype

_BITS = 16
"""Of all arguments of one element together, so that all of them can be tried."""


def proof(mutant: Mutant) -> str:
    """Why a mutant is the real function for every input; empty where that is not so, or where not all can be tried.

    An element of an elementwise function depends on nothing but the elements in its place: where these have few bits,
    one call tries all of them.
    """
    target = mutant.target
    if not target.function.elementwise or not mutant.broken.dtypes or target.known.arbitrary:
        return ""
    said = []
    for dtype in mutant.broken.dtypes:
        arrays = _every_input(target, dtype)
        if not arrays:
            return ""
        real = _called(target, arrays)
        with mutant.broken.plant.mutant(Watch()):
            broken = _called(target, arrays)
        if not same_bits(real, broken):
            return ""
        said.append(f"all {arrays[0].size} inputs of {dtype}")
    return f"the same bits for {' and '.join(said)}"


def _every_input(target: Target, dtype: str) -> list[np.ndarray]:
    """Arrays that hold every combination of elements; empty where there are too many, or where the function takes more."""
    parameters = target.function.parameters.values()
    if any(p.role != "array" or not p.required or not target.function.takes(p.name, dtype) for p in parameters):
        return []
    bits = 1 if kind_of(dtype) == "b" else 8 * numpy_dtype(dtype).itemsize
    if bits * len(parameters) > _BITS:
        return []
    if kind_of(dtype) == "b":
        every = np.array([False, True])
    else:
        every = np.arange(2**bits, dtype=f"uint{bits}").view(numpy_dtype(dtype))
    places = np.array(list(itertools.product(range(every.size), repeat=len(parameters))))
    return [every[column] for column in places.T]


def _called(target: Target, arrays: list[np.ndarray]) -> Any:
    space = aikit.get_backend(target.backend)
    found: Any = space
    for part in target.function.qualified_name.split("."):
        found = getattr(found, part)
    with np.errstate(all="ignore"):
        return np.array(aikit.to_numpy(found(*[space.asarray(one, dtype=one.dtype.name) for one in arrays])))
