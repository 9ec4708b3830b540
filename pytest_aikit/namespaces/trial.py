"""A function of a namespace, called with its own arrays."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from aikit.core.records import Function
from pytest_aikit import memory
from pytest_aikit.cases import calling
from pytest_aikit.model import Cell, CheckFailure, Sample
from pytest_aikit.namespaces.subject import Namespace

Made = Callable[[np.ndarray], Any]


@dataclass(frozen=True)
class Trial:
    """A function of a namespace with arrays of some dtypes.

    Attributes
    ----------
    results : identity of a sample -> that sample, so that no other one gets it; what the call gave, or how it failed, and
        what it was called with.
    """

    cell: Cell
    space: Namespace
    samples: tuple[Sample, ...]
    results: dict[int, tuple[Sample, Any]] = field(default_factory=dict, init=False, compare=False, repr=False)

    @property
    def function(self) -> Function:
        return self.cell.function

    def arguments(self, sample: Sample, of_one: Made | None = None) -> tuple[list[Any], dict[str, Any]]:
        """The arguments of a call: arrays, dtypes and devices of the namespace.

        Parameters
        ----------
        of_one : makes an array of the namespace of an ndarray that lies in memory one element after the other.
        """
        make = of_one or self.space.from_numpy
        made = functools.partial(memory.mapped, lambda array: make(np.ascontiguousarray(array).reshape(array.shape)))
        placed = dict(zip(self.function.signature.parameters, sample.args, strict=False))
        args = [self._native(name, made(one)) for name, one in placed.items()] + [
            made(one) for one in sample.args[len(placed) :]
        ]
        return args, {name: self._native(name, made(one)) for name, one in sample.kwargs.items()}

    def _native(self, name: str, value: Any) -> Any:
        if name == "dtype" and value is not None:
            return self.space.dtypes[str(value)]
        if name == "device" and value is not None:
            return self.space.adapter.device
        return value if name in _OF_LISTS else _in_tuples(value)

    def call(self, sample: Sample, called: Any = None, made: Made | None = None) -> tuple[Any, Any]:
        """What a call gives, and what it was called with; an exception becomes a `CheckFailure`."""
        args, kwargs = self.arguments(sample, made)
        try:
            return (called or self.space.function(self.function.qualified_name))(*args, **kwargs), (args, kwargs)
        except Exception as error:
            raise CheckFailure(f"raised {type(error).__name__}", sample=sample, error=error) from error

    def result(self, sample: Sample) -> tuple[Any, Any]:
        """The same, made once."""
        if id(sample) not in self.results:
            try:
                self.results[id(sample)] = sample, self.call(sample)
            except CheckFailure as failure:
                self.results[id(sample)] = sample, failure
        _, found = self.results[id(sample)]
        if isinstance(found, CheckFailure):
            raise found
        return found

    def arrays(self, args: list[Any], kwargs: Mapping[str, Any]) -> list[Any]:
        """The arrays of the namespace among arguments, in the order of those of the sample."""
        cls = self.space.array_class
        return [
            one for value in (*args, *kwargs.values()) for one in calling.leaves(value) if cls and isinstance(one, cls)
        ]

    def successes(self) -> Iterator[tuple[Sample, Any, Any]]:
        """The calls that succeed, with results and arguments; that one raises is the business of the check `value`."""
        for sample in self.samples:
            try:
                yield sample, *self.result(sample)
            except CheckFailure:
                continue


_OF_LISTS = ("obj", "arrays")
"""The parameters that take lists; for the others the standard has tuples."""


def _in_tuples(value: Any) -> Any:
    return tuple(map(_in_tuples, value)) if isinstance(value, (list, tuple)) else value
