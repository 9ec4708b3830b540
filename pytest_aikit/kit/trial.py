"""A function called with objects of a class."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from aikit.core.arrays import ArrayBase, wrap
from aikit.core.records import Function
from aikit.exceptions import AikitBackendException
from pytest_aikit import memory
from pytest_aikit.cases import calling, origins
from pytest_aikit.kit.adapter import Adapter
from pytest_aikit.model import Cell, CheckFailure, Sample

Place = tuple[int | str, int | None]
"""Where an array stands: position or keyword, and the index in a sequence there."""
Convert = Callable[[np.ndarray], Any]
READABLE = (ArrayBase, np.ndarray, np.generic)
"""What is no object of the class, and has values to look at nevertheless."""


@dataclass(frozen=True)
class Trial:
    """A function with arrays of some dtypes, which objects of a class stand for.

    Attributes
    ----------
    cell : the function and the dtypes; its backend is the name of the class.
    adapter : makes and reads the objects.
    samples : the calls.
    results : identity of a sample -> that sample, so that no other one gets it; what its call gave, or how it failed, and
        what it was called with.
    """

    cell: Cell
    adapter: Adapter
    samples: tuple[Sample, ...]
    results: dict[int, tuple[Sample, Any, tuple[list[Any], dict[str, Any]]]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    @property
    def function(self) -> Function:
        return self.cell.function

    # -------------------------------------------------------------------------------------------- arguments

    def custom(self, array: np.ndarray) -> Any:
        """An object of the class; where the class does not have the dtype, what the adapter has beside it, or an Array."""
        if self.adapter.takes(array):
            return self.adapter.make(memory.copied(array))
        return self.beside(array)

    def beside(self, array: np.ndarray) -> Any:
        """What stands beside objects of the class: what the adapter has there, or an Array."""
        return plain(array) if self.adapter.others is None else self.adapter.others(memory.copied(array))

    def arguments(self, sample: Sample, convert: Convert | None = None) -> tuple[list[Any], dict[str, Any]]:
        """The arguments of a call, every ndarray converted."""
        mapped = functools.partial(memory.mapped, convert or self.custom)
        return [mapped(value) for value in sample.args], {name: mapped(value) for name, value in sample.kwargs.items()}

    def reaches(self, sample: Sample) -> bool:
        """Whether an object of the class is among the arguments."""
        return any(map(self.adapter.takes, calling.sampled_arrays(sample)))

    # -------------------------------------------------------------------------------------------- calls

    def call(self, sample: Sample, args: list[Any], kwargs: Mapping[str, Any], called: Any = None) -> Any:
        """Call the function; an exception becomes a `CheckFailure` that carries it."""
        try:
            return (called or self.function.public)(*args, **kwargs)
        except Exception as error:
            raise raised(error, sample) from error

    def result(self, sample: Sample) -> Any:
        """The result of the call with objects of the class in place of all arrays, made once."""
        if id(sample) not in self.results:
            args, kwargs = self.arguments(sample)
            try:
                found = self.call(sample, args, kwargs)
            except CheckFailure as failure:
                found = failure
            self.results[id(sample)] = sample, found, (args, kwargs)
        _, found, _ = self.results[id(sample)]
        if isinstance(found, CheckFailure):
            raise found
        return found

    def given(self, sample: Sample) -> tuple[list[Any], dict[str, Any]] | None:
        """What the call was made with; None where it was not made."""
        found = self.results.get(id(sample))
        return None if found is None else found[2]

    def successes(self) -> Iterator[tuple[Sample, Any]]:
        """The samples whose calls succeed, with the results; that a call raises is the business of the check `value`."""
        for sample in self.samples:
            try:
                yield sample, self.result(sample)
            except CheckFailure:
                continue

    def first(self) -> tuple[Sample | None, Any]:
        """The sample with the most arrays among those whose calls succeed, and its result."""
        most = max((len(calling.sampled_arrays(sample)) for sample in self.samples), default=0)
        found = list(self.successes())
        return next((pair for pair in found if len(calling.sampled_arrays(pair[0])) == most), (None, None))

    def is_refused(self) -> bool:
        """Whether the class does not implement the function, by the first call; by `out`, where it takes no array."""
        sample = self.samples[0]
        try:
            found = self.result(sample)
            if not self.function.array_parameters:
                args, kwargs = self.arguments(sample)
                self.call(sample, args, {**kwargs, "out": self.garbage(found)})
        except CheckFailure as failure:
            return self.is_unknown(failure.error)
        return False

    def is_unknown(self, error: BaseException | None) -> bool:
        """Whether an exception says that the class does not know the function: its method returned NotImplemented.

        A TypeError that leaves the method says that something is wrong with what it does.
        """
        said = f"{self.function.qualified_name}: no implementation for "
        return isinstance(error, (NotImplementedError, *self.adapter.refusals)) or str(error).startswith(said)

    def is_refusal(self, error: BaseException | None) -> bool:
        """Whether an exception says that these operands are not taken."""
        return isinstance(error, (AikitBackendException, NotImplementedError, *self.adapter.refusals))

    def refuses_number(self, sample: Sample) -> bool:
        """Whether a number stands beside an object in a call, and the class says that it does not take it."""
        if sample.part != "scalars":
            return False
        try:
            self.result(sample)
        except CheckFailure as failure:
            return isinstance(failure.error, self.adapter.refusals)
        return False

    def needs_a_copy(self, sample: Sample) -> bool:
        """Whether a call that is to make no copy is refused by a ValueError: that hangs on where the class has its elements."""
        if sample.kwargs.get("copy") is not False:
            return False
        try:
            self.result(sample)
        except CheckFailure as failure:
            return isinstance(failure.error, ValueError)
        return False

    def garbage(self, result: Any) -> Any:
        """An object of the class like a result, with other values."""
        values = np.asarray(self.read(result))
        return self.adapter.make(np.ones(values.shape, values.dtype))

    # -------------------------------------------------------------------------------------------- results

    def read(self, result: Any, sample: Sample | None = None) -> Any:
        """A result with Arrays of NumPy in place of the objects of the class."""
        if isinstance(result, (list, tuple)):
            return tuple(self.read(one, sample) for one in result)
        if isinstance(result, READABLE) and not isinstance(result, self.adapter.array_class):
            return result
        if not self.is_own(result):
            raise CheckFailure(f"gives an object of {self.name_of(type(result))}", sample=sample, got=result)
        try:
            values = self.adapter.to_numpy(result)
        except Exception as error:
            raise CheckFailure(
                f"to_numpy of a result raised {type(error).__name__}", sample=sample, error=error
            ) from error
        if not isinstance(values, np.ndarray):
            raise CheckFailure(f"to_numpy of a result gives {type(values).__name__}", sample=sample, got=values)
        return wrap(values)

    def is_own(self, one: Any) -> bool:
        """Whether an object is of the class, or of another one that the class may return."""
        return isinstance(one, (self.adapter.array_class, *self.adapter.results))

    def name_of(self, cls: type) -> str:
        """The name of a class, with its module where the judged one has the same."""
        own = self.adapter.array_class
        return f"{cls.__module__}.{cls.__qualname__}" if cls.__name__ == own.__name__ else cls.__name__


def plain(array: np.ndarray) -> Any:
    """An Array of NumPy."""
    return wrap(memory.copied(array))


def native(array: np.ndarray) -> np.ndarray:
    """A NumPy array by itself."""
    return memory.copied(array)


def raised(error: BaseException, sample: Sample) -> CheckFailure:
    if isinstance(error, CheckFailure):
        return error
    if not origins.is_of_callee(error):
        raise error
    return CheckFailure(f"raised {type(error).__name__}", sample=sample, error=error)


def places(args: list[Any], kwargs: Mapping[str, Any]) -> list[Place]:
    """Where objects that are no plain values stand: position or keyword, and the index in a sequence there."""
    found: list[Place] = []
    placed: list[tuple[int | str, Any]] = [*enumerate(args), *kwargs.items()]
    for where, value in placed:
        if isinstance(value, np.ndarray):
            found.append((where, None))
        elif isinstance(value, (list, tuple)):
            found += [(where, index) for index, item in enumerate(value) if isinstance(item, np.ndarray)]
    return found


def replaced(args: list[Any], kwargs: Mapping[str, Any], place: Place, value: Any) -> tuple[list[Any], dict[str, Any]]:
    """Arguments with another value at a place."""
    args, kwargs = list(args), dict(kwargs)
    where, index = place
    held: Any = args if isinstance(where, int) else kwargs
    if index is None:
        held[where] = value
    else:
        items = list(held[where])
        items[index] = value
        held[where] = type(held[where])(items)
    return args, kwargs
