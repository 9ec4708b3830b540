"""What a class that declares a parent says of its objects by `aikit.traits` agrees with their values, and with the parent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from aikit import traits
from aikit.core.arrays import ArrayBase
from pytest_aikit.kit.checks import KitCheck, always
from pytest_aikit.kit.trial import Trial
from pytest_aikit.model import CheckFailure, Sample


def run(trial: Trial) -> int:
    calls = 0
    for sample, result in trial.successes():
        args, kwargs = trial.given(sample) or ([], {})
        for x in _objects([args, list(kwargs.values()), result]):
            for law in LAWS:
                _hold(law, trial, sample, x)
        calls += 1
    first, _ = trial.first()
    if first is not None:
        for x in _objects(trial.arguments(first)[0]):  # made anew, for they are written to
            _hold(_is_written_as_said, trial, first, x)
    return calls


def _objects(value: Any) -> Iterator[Any]:
    """The objects whose class declares a parent."""
    if isinstance(value, (list, tuple)):
        for one in value:
            yield from _objects(one)
    elif hasattr(type(value), "__aikit_parent__") and not isinstance(value, ArrayBase):
        yield value


def _hold(law: Callable[[Any, np.ndarray], str], trial: Trial, sample: Sample, x: Any) -> None:
    """Raise where a law does not hold of an object, or an error leaves a trait."""
    values = np.asarray(trial.read(x, sample))
    try:
        broken = law(x, values)
    except Exception as error:
        raise CheckFailure(
            f"a trait of {type(x).__name__} raised {type(error).__name__}", sample=sample, error=error
        ) from error
    if broken:
        raise CheckFailure(f"{type(x).__name__}: {broken}", sample=sample, got=x)


# ------------------------------------------------------------------------------------------------ laws


def _has_a_parent(x: Any, values: np.ndarray) -> str:
    wrapped = traits.parent(x)
    traits.access(x)  # which asks the last parent, and there is one
    if traits.parent_type(x) is not type(wrapped) and not isinstance(wrapped, traits.parent_type(x)):
        return f"parent_type is {traits.parent_type(x).__name__}, and the parent is of {type(wrapped).__name__}"
    return "" if traits.has_parent(x) == (wrapped is not x) else "has_parent does not agree with parent"


def _has_sizes(x: Any, values: np.ndarray) -> str:
    shape = values.shape
    for asked, said in (("known_size", traits.known_size(x)), ("known_size of the class", traits.known_size(type(x)))):
        if said is not None and (
            len(said) != len(shape) or any(a not in (None, b) for a, b in zip(said, shape, strict=True))
        ):
            return f"{asked} is {said}, and the values have the shape {shape}"
    found = traits.dynamic(traits.size(x))
    if found != shape:
        return f"size is {found}, and the values have the shape {shape}"
    lengths = tuple(map(len, traits.axes(x)))
    return "" if lengths == shape else f"axes have the lengths {lengths}, and the values the shape {shape}"


def _has_dimensions(x: Any, values: np.ndarray) -> str:
    names, dims = traits.dimnames(x), traits.to_parent_dims(x)
    if names is not None and len(names) != values.ndim:
        return f"dimnames are {names}, for {values.ndim} dimensions"
    for place, name in enumerate(names or ()):
        if name is not None and names.count(name) == 1 and traits.to_dims(x, name) != place:
            return f"to_dims of {name!r} is {traits.to_dims(x, name)}, and it names dimension {place}"
    if dims is None:
        return ""
    rank = len(traits.size(traits.parent(x)))
    named = [one for dim in dims for one in (dim if isinstance(dim, tuple) else (dim,)) if one is not None]
    fits = len(dims) == values.ndim and all(0 <= one < rank for one in named)
    return "" if fits else f"to_parent_dims is {dims}, for {values.ndim} dimensions and a parent of {rank}"


def _has_its_layout(x: Any, values: np.ndarray) -> str:
    if not traits.defines_strides(x):
        return ""
    found = traits.strides(x), traits.stride_rank(x), traits.dense_dims(x)
    return (
        "" if all(len(one) == values.ndim for one in found) else f"strides are {found[0]}, for {values.ndim} dimensions"
    )


def _forwards(x: Any, values: np.ndarray) -> str:
    if not traits.is_forwarding_wrapper(x):
        return ""
    wrapped = traits.parent(x)
    for trait in (traits.ismutable, traits.can_change_size, traits.access, traits.is_lazy_conjugate):
        if trait(x) != trait(wrapped):
            return (
                f"{trait.__name__} is {trait(x)}, and of the parent of this forwarding wrapper it is {trait(wrapped)}"
            )
    return ""


def _is_written_as_said(x: Any, values: np.ndarray) -> str:
    if not values.size:
        return ""
    said, at = traits.can_setindex(x), (0,) * values.ndim
    try:
        x[at] = values[at].item()
    except Exception as error:
        return f"can_setindex is True, and x[{at}] = ... raised {type(error).__name__}" if said else ""
    return "" if said else f"can_setindex is False, and x[{at}] = ... is allowed"


LAWS = (_has_a_parent, _has_sizes, _has_dimensions, _has_its_layout, _forwards)

CHECK = KitCheck("traits", always, run, __doc__ or "", order=45)
