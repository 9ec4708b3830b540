"""What is differentiated: the sum of what a call returns, each part of each element with a weight of its own."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

import aikit
from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases import calling, oracle
from pytest_aikit.model import Case, Sample
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype


@functools.cache
def weights(shape: tuple[int, ...], place: int) -> tuple[np.ndarray, np.ndarray]:
    """Those of the real and of the imaginary parts: multiples of 1/64 near 1, which every dtype holds."""
    return tuple(np.random.default_rng([place, *shape]).integers(32, 97, (2, *shape)) / 64)  # type: ignore[return-value]


class Weighted(NamedTuple):
    """An array of which a loss is the sum: its letter of `kind_of`, and the weights of its parts, in their dtype."""

    kind: str
    weights: list[Any]


class Losses:
    """What is differentiated of the calls of a case.

    Parameters
    ----------
    stopped : whether it is the loss of the first array alone, at which gradients are asked to stop.
    traced : the call whose loss is to be traced, and the dtype of what it is differentiated by. What a trace cannot look
        up, or make, is so beforehand; else it is when a loss is computed.
    """

    def __init__(self, case: Case, *, stopped: bool = False, traced: tuple[Sample, str] | None = None) -> None:
        known = knowledge.of(case.function)
        self._case, self._stopped, self._function = case, stopped, calling.public(case)
        self._unique, self._open, self._adds_up = known.gradient.unique, known.not_unique, known.gradient.adds_up
        self._options = {"stop_gradients": stopped} if "stop_gradients" in case.function.parameters else {}
        self._ready: dict[int, Weighted] | None = None
        if traced is not None:
            summed = self._summed(calling.leaves(calling.result(case, traced[0])))
            self._ready = {place: self._weighted(place, array, traced[1]) for place, array in summed}

    def of(self, args: Any, kwargs: Any, dtype: str) -> Any:
        """The loss of a call on a backend, in the dtype of its result, or in this one where that is not floating."""
        xp, sums, products = self._case.xp, [], []
        result = self._function(*args, **{**kwargs, **self._options})
        leaves = [leaf.a if type(leaf) is aikit.Container else leaf for leaf in calling.leaves(result)]
        for place, array in self._summed(leaves[:1] if self._stopped else leaves):
            kind, own = self._weighted(place, array, dtype) if self._ready is None else self._ready[place]
            for part, weight in zip(self._parts(array, kind, dtype), own, strict=True):
                if self._adds_up:
                    products.append((xp.reshape(part, (-1,)), xp.reshape(weight, (-1,))))
                else:
                    sums.append(xp.sum(part * weight))
        if products:
            return xp.vecdot(*map(xp.concat, zip(*products, strict=True)))
        return functools.reduce(operator.add, sums) if sums else 0.0

    def _summed(self, leaves: list[Any]) -> list[tuple[int, Any]]:
        if self._unique:
            return list(enumerate(self._unique.of(self._case.xp, *leaves)))
        return [(place, leaf) for place, leaf in enumerate(leaves) if place not in self._open]

    def _parts(self, array: Any, kind: str, dtype: str) -> list[Any]:
        if kind == "c":
            return [self._case.xp.real(array), self._case.xp.imag(array)]
        return [array if kind == "f" else self._case.xp.astype(array, dtype)]

    def _weighted(self, place: int, array: Any, dtype: str) -> Weighted:
        kind = kind_of(str(array.dtype))
        parts = self._parts(array, kind, dtype)
        made_in = numpy_dtype(str(parts[0].dtype))  # converted here: a framework may compile what converts
        both = weights(tuple(array.shape), place)[: len(parts)]
        return Weighted(
            kind, [self._case.xp.asarray(one.astype(made_in), device=self._case.cell.device) for one in both]
        )

    def prepared(self) -> dict[int, tuple[tuple[int, ...], str]]:
        """The shapes and dtypes of the weights that are not made in a trace, by the places of the arrays."""
        found = {place: one.weights[0] for place, one in (self._ready or {}).items()}
        return {place: (tuple(one.shape), str(one.dtype)) for place, one in found.items()}


def terms(function: Function, sample: Sample) -> list[np.ndarray]:
    """What the loss of the reference adds up, for each part of each array of the result."""
    return [
        part * weight
        for exact, both in wanted(function, sample)
        for part, weight in zip((exact.real, exact.imag) if exact.dtype.kind == "c" else (exact,), both, strict=False)
    ]


def wanted(function: Function, sample: Sample) -> Iterator[tuple[np.ndarray, tuple[np.ndarray, np.ndarray]]]:
    """The exact values of the floating arrays that a call must give, with their weights."""
    unique = knowledge.of(function).gradient.unique
    if unique is not None:
        for place, exact in enumerate(oracle.computed(function, sample, unique.reference)):
            yield exact, weights(exact.shape, place)
        return
    expected = oracle.judged(function, sample, measured=False)
    for place, one in counted(function, list(expected) if isinstance(expected, tuple) else [expected]):
        if one.dtype != "index" and kind_of(one.dtype) in "fc" and one.exact is not None:
            yield one.exact, weights(one.shape, place)


def counted(function: Function, leaves: list[Any]) -> Iterator[tuple[int, Any]]:
    """The arrays of a result, with their places, but those that are not unique."""
    open_places = knowledge.of(function).not_unique
    return ((place, leaf) for place, leaf in enumerate(leaves) if place not in open_places)
