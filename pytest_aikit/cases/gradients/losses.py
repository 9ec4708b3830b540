"""What is differentiated: the sum of what a call returns, each part of each element with a weight of its own."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterator, Mapping
from typing import Any

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


def loss(
    case: Case,
    args: Any,
    kwargs: Any,
    dtype: str,
    stopped: bool = False,
    known_shapes: Mapping[int, tuple[int, ...]] | None = None,
) -> Any:
    """The loss of a call on a backend, in the dtype of its result, or in this one where that is not floating.

    Parameters
    ----------
    stopped : whether it is the loss of the first array alone, at which gradients are asked to stop.
    known_shapes : those of the arrays, see `shapes`, where a trace does not know them.
    """
    xp, sums, products = case.xp, [], []
    options = {"stop_gradients": stopped} if "stop_gradients" in case.function.parameters else {}
    result = calling.public(case)(*args, **{**kwargs, **options})
    leaves = [leaf.a if type(leaf) is aikit.Container else leaf for leaf in calling.leaves(result)]
    known = knowledge.of(case.function).gradient
    for place, array in _summed(case, leaves[:1] if stopped else leaves):
        kind = kind_of(str(array.dtype))
        parts = (xp.real(array), xp.imag(array)) if kind == "c" else (array,)
        shape = tuple(array.shape) if known_shapes is None else known_shapes[place]
        for part, weight in zip(parts, weights(shape, place), strict=False):
            part = part if kind in "fc" else xp.astype(part, dtype)
            # converted here: a framework may compile what converts
            weight = xp.asarray(weight.astype(numpy_dtype(str(part.dtype))), device=case.cell.device)
            if known.adds_up:
                products.append((xp.reshape(part, (-1,)), xp.reshape(weight, (-1,))))
            else:
                sums.append(xp.sum(part * weight))
    if products:
        return xp.vecdot(*map(xp.concat, zip(*products, strict=True)))
    return functools.reduce(operator.add, sums) if sums else 0.0


def shapes(case: Case, sample: Sample) -> dict[int, tuple[int, ...]]:
    """Those of the arrays of which the loss of a call is the sum, by their places."""
    return {place: array.shape for place, array in _summed(case, calling.leaves(calling.result(case, sample)))}


def _summed(case: Case, leaves: list[Any]) -> Iterator[tuple[int, Any]]:
    unique = knowledge.of(case.function).gradient.unique
    return enumerate(unique.of(case.xp, *leaves)) if unique else counted(case.function, leaves)


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
