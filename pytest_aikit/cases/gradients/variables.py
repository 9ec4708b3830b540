"""The real arrays with respect to which a call is differentiated: arrays of a call, and the parts of complex ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases import calling, literals
from pytest_aikit.model import Sample
from pytest_aikit.numerics.promotion import kind_of


class Variable(NamedTuple):
    """One of them: `part` is ``real`` or ``imag`` of a complex array, and empty where the array itself is real.

    `others` are the places in which the array stands, too: one and the same.
    """

    place: literals.Place
    part: str = ""
    others: tuple[literals.Place, ...] = ()

    @property
    def places(self) -> tuple[literals.Place, ...]:
        return self.place, *self.others


def of(function: Function, sample: Sample) -> tuple[Variable, ...]:
    """Those of a call, in the order of its arguments."""
    found = (
        Variable(place, part)
        for place in literals.places(sample)
        for part in {"f": ("",), "c": ("real", "imag")}.get(
            kind_of(at(sample.args, sample.kwargs, place).dtype.name), ()
        )
    )
    known = knowledge.gradients_of(function)
    return tuple(one for one in found if name(function, one) in known)


def name(function: Function, variable: Variable) -> str:
    """The parameter that it belongs to."""
    key, names = variable.place[0], list(function.parameters)
    if isinstance(key, str):
        return key
    variadic = next((place for place, one in enumerate(names) if function.parameters[one].variadic), key)
    return names[min(key, variadic)]


def at(args: Any, kwargs: Any, place: literals.Place) -> Any:
    key, index = place
    return calling.leaves(kwargs[key] if isinstance(key, str) else args[key])[index]


def value(sample: Sample, variable: Variable) -> np.ndarray:
    """Its values in a call."""
    array = at(sample.args, sample.kwargs, variable.place)
    return np.asarray(getattr(array, variable.part)) if variable.part else array


def replaced(args: Any, kwargs: Any, arrays: Mapping[literals.Place, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments with other arrays at some places."""

    def changed(key: int | str, argument: Any) -> Any:
        if isinstance(argument, (list, tuple)):
            return type(argument)(arrays.get((key, index), one) for index, one in enumerate(argument))
        return arrays.get((key, 0), argument)

    return tuple(changed(*pair) for pair in enumerate(args)), {key: changed(key, one) for key, one in kwargs.items()}


def mapped(sample: Sample, change: Any) -> Sample:
    """The sample with each of its arrays changed."""
    arrays = {place: change(at(sample.args, sample.kwargs, place)) for place in literals.places(sample)}
    args, kwargs = replaced(sample.args, sample.kwargs, arrays)
    return replace(sample, args=args, kwargs=kwargs)


# ------------------------------------------------------------------------------------------------ on the host


def widened(sample: Sample) -> Sample:
    """The sample with floating arrays in float64 and complex128, which hold every value of the narrower dtypes."""
    wide = {"f": np.float64, "c": np.complex128}
    return mapped(sample, lambda array: array.astype(wide.get(kind_of(array.dtype.name), array.dtype)))


def moved(function: Function, sample: Sample, variable: Variable, step: np.ndarray) -> Sample:
    """A widened sample with one variable moved by `step`, and symmetric where the function is of symmetric matrices."""
    array = at(sample.args, sample.kwargs, variable.place)
    array = np.asarray(array + (1j * step if variable.part == "imag" else step))  # arithmetic makes scalars of 0-d
    if knowledge.of(function).gradient.symmetric:
        array = (array + np.conj(np.swapaxes(array, -1, -2))) / 2
    args, kwargs = replaced(sample.args, sample.kwargs, dict.fromkeys(variable.places, array))
    return replace(sample, args=args, kwargs=kwargs)


# ------------------------------------------------------------------------------------------------ on a backend


def joined(xp: Any, variables: tuple[Variable, ...], arrays: Any) -> Iterator[tuple[literals.Place, Any]]:
    """The arrays of a call, made of the variables, so that the gradient goes by way of them."""
    parts = dict(zip(variables, arrays, strict=True))
    for variable, array in parts.items():
        if variable.part == "real":
            dtype = {"float32": "complex64", "float64": "complex128"}[str(array.dtype)]
            real, imaginary = (xp.astype(one, dtype) for one in (array, parts[variable._replace(part="imag")]))
            yield variable.place, real + imaginary * 1j
        elif not variable.part:
            yield from ((place, array) for place in variable.places)
