"""What random functions need of their arguments: bounds in order, shapes that fit, weights that are probabilities.

Frameworks take most of it in silence, so it is looked at before the call; the values of arrays where they are at hand: not
under a trace, and not on an accelerator.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from aikit import dtypes
from aikit.core import random_state
from aikit.core.shapes import Shape, broadcast, check_size, is_known, rank_of, shape_of
from aikit.core.wording import shown
from aikit.exceptions import (
    AikitAxisError,
    AikitBroadcastShapeError,
    AikitOverflowError,
    AikitTypeError,
    AikitValueError,
)
from aikit.functional.rules.data_type import finfo


def key_of_draw(name: str, seed: int | None, is_compiling: Callable[[], bool]) -> int:
    """The key of a draw with a seed, or the next one of aikit's own generator.

    Raises
    ------
    AikitValueError : no seed, while a trace runs that makes the draw once for many calls.
    """
    if seed is not None:
        return random_state.key_of(seed)
    if is_compiling() and not random_state.is_traced_for_one_call():
        raise AikitValueError(
            f"{name}: under this trace a draw needs seed=, because aikit's own generator would be asked once, when the "
            "function is traced, and each call of it would draw the same; pass seed=, or draw outside and pass the array"
        )
    return random_state.next_key()


def check_probability(name: str, parameter: str, value: float) -> None:
    """Raise AikitValueError for a number that is no probability."""
    if not 0 <= value <= 1:
        raise AikitValueError(f"{name}: {parameter}={value} is no probability; pass a number from 0 to 1")


def check_noise_shape(name: str, noise_shape: Shape, x: Any) -> None:
    """Raise AikitBroadcastShapeError where a shape has other lengths than an array, but for lengths of 1."""
    shape = shape_of(x)
    if len(noise_shape) != len(shape) or any(
        one not in (1, length) and length is not None for one, length in zip(noise_shape, shape, strict=True)
    ):
        raise AikitBroadcastShapeError(
            f"{name}: noise_shape={noise_shape} must have the lengths of x, which has shape {shape}, or 1 in their place"
        )


def are_numbers(*values: Any) -> bool:
    """Whether all are Python numbers."""
    for value in values:  # noqa: SIM110 - quicker than `all`
        if type(value) is not float and type(value) is not int:
            return False
    return True


def values_of(x: Any, backend: Any) -> Any:
    """A number as it is, a native array as an ndarray; None where the values are not at hand."""
    if not backend.is_native_array(x):
        return x
    if backend.is_traced(x) or not backend.as_aikit_dev(backend.dev(x)).startswith("cpu"):
        return None
    return backend.to_numpy(x)


def _first(wrong: Any, *values: Any) -> tuple[Any, ...] | None:
    """The values in the first place where something is wrong; None where nothing is."""
    if not isinstance(wrong, np.ndarray):  # torch.compile takes numbers, and no functions of NumPy
        return values if wrong else None
    place = np.flatnonzero(wrong)[:1]
    return tuple(np.broadcast_to(x, wrong.shape).ravel()[place][0] for x in values) if place.size else None


def shape_of_draw(name: str, shape: Any, parameters: Mapping[str, Any], backend: Any) -> Shape | None:
    """The shape of a draw: that which is asked for, and that of the arrays among its parameters, which must be the same.

    None where a trace does not know it.

    Raises
    ------
    AikitBroadcastShapeError : arrays that do not broadcast, or to another shape than the one asked for.
    AikitValueError : a negative length, or more elements than an array can have.
    """
    if shape is not None:
        for length in shape:
            if length < 0:
                raise AikitValueError(f"{name}: shape={shape} has a negative length; lengths are 0 or more")
        check_size(name, shape)
    arrays = {one: x for one, x in parameters.items() if backend.is_native_array(x)} if parameters else {}
    if not arrays:
        return () if shape is None else shape
    if not all(map(is_known, arrays.values())):
        return shape
    common = broadcast(name, [shape_of(x) for x in arrays.values()])
    if shape is not None and tuple(shape) != common:
        raise AikitBroadcastShapeError(
            f"{name}: shape={shape} is not {common}, to which {' and '.join(arrays)} broadcast; leave shape out, or "
            "broadcast them to it with aikit.broadcast_to"
        )
    return common


_IN_ALL = 65504.0
"""The greatest float16, which every floating dtype holds."""


def check_interval(name: str, low: Any, high: Any, dtype: dtypes.Dtype, backend: Any) -> None:
    """Raise AikitValueError where bounds are not finite in a floating dtype, or the lower one is above the other."""
    if are_numbers(low, high) and -_IN_ALL <= low <= high <= _IN_ALL:
        return
    limit = finfo(dtype).max
    for parameter, x in (("low", low), ("high", high)):
        values = values_of(x, backend)
        if values is None:
            continue
        if isinstance(values, np.ndarray):
            values = values.astype(np.float64)
        found = _first(~(abs(values) <= limit) if isinstance(values, np.ndarray) else not abs(values) <= limit, values)
        if found:
            raise AikitValueError(f"{name}: {parameter}={found[0]} is not finite in dtype {dtype}")
    _check_order(name, low, high, backend, allow_equal=True)


def check_range(name: str, low: Any, high: Any, dtype: dtypes.Dtype, backend: Any) -> None:
    """Raise where there is no integer from `low` up to `high`, which is left out, or one that the dtype does not hold.

    Raises
    ------
    AikitValueError : no integer.
    AikitOverflowError : one that the dtype does not hold.
    """
    least, greatest = dtypes.integer_limits(dtype)
    if are_numbers(low, high) and least <= low < high <= greatest + 1:
        return
    _check_order(name, low, high, backend, allow_equal=False)
    for parameter, x, most in (("low", low, greatest), ("high", high, greatest + 1)):
        values = values_of(x, backend)
        if values is None:
            continue
        found = _first((values < least) | (values > most), values)
        if found:
            raise AikitOverflowError(
                f"{name}: {parameter}={found[0]} is beyond dtype {dtype} ({least} to {greatest}); pass a wider dtype"
            )


def _check_order(name: str, low: Any, high: Any, backend: Any, *, allow_equal: bool) -> None:
    low, high = (values_of(x, backend) for x in (low, high))
    if low is None or high is None:
        return
    found = _first(low > high if allow_equal else low >= high, low, high)
    if found:
        rule = "at most" if allow_equal else "less than"
        raise AikitValueError(f"{name}: low={found[0]} and high={found[1]}; low must be {rule} high")


def check_deviation(name: str, std: Any, backend: Any) -> None:
    """Raise AikitValueError where a standard deviation is negative or NaN."""
    if are_numbers(std) and std >= 0:
        return
    values = values_of(std, backend)
    if values is None:
        return
    found = _first(~(values >= 0) if isinstance(values, np.ndarray) else not values >= 0, values)
    if found:
        raise AikitValueError(f"{name}: std={found[0]}; a standard deviation is 0 or more")


def check_counts(name: str, population_size: int, num_samples: int, batch_size: int) -> None:
    """Raise AikitValueError for a population without members, and for negative numbers of samples."""
    if population_size < 1:
        raise AikitValueError(f"{name}: population_size={population_size}; a population has at least 1 member")
    for parameter, value in (("num_samples", num_samples), ("batch_size", batch_size)):
        if value < 0:
            raise AikitValueError(f"{name}: {parameter}={value} is negative; it must be 0 or more")
    check_size(name, (batch_size, max(num_samples, population_size)))


def check_weights(
    name: str, population_size: int, num_samples: int, batch_size: int, probs: Any, replace: bool, backend: Any
) -> None:
    """Raise AikitValueError for weights of another shape, negative ones, or too few members to draw.

    Weights that are not finite, and such that add up to 0, are refused, too.
    """
    available: Any = population_size
    if probs is not None:
        if not is_known(probs):
            return
        shape = shape_of(probs)
        if shape not in ((population_size,), (batch_size, population_size)):
            raise AikitValueError(
                f"{name}: probs has shape {shape}; it must be {(population_size,)} or {(batch_size, population_size)}, by "
                f"population_size={population_size} and batch_size={batch_size}"
            )
        values = values_of(probs, backend)
        if values is None:
            return
        values = values.astype(np.float64)
        found = _first(~((values >= 0) & np.isfinite(values)), values)
        if found:
            raise AikitValueError(f"{name}: probs holds {found[0]}; weights are finite and 0 or more")
        if values.size and not (values > 0).any(-1).all():
            raise AikitValueError(f"{name}: probs adds up to 0; some member must have a weight above 0")
        available = np.min((values > 0).sum(-1)) if values.size else population_size
    if not replace and num_samples > available:
        raise AikitValueError(
            f"{name}: num_samples={num_samples} with replace=False, of {available} members that can be drawn; draw fewer, or "
            "pass replace=True"
        )


def check_axis(name: str, x: Any, axis: int) -> None:
    """Raise AikitAxisError where an array has no such axis; an unknown rank is let pass."""
    if rank_of(x) is None:
        return
    shape: Sequence[Any] = shape_of(x)
    if not -len(shape) <= axis < len(shape):
        raise AikitAxisError(
            f"{name}: axis={axis} is out of range for an array of {len(shape)} dimensions"
            + (f"; use {-len(shape)} to {len(shape) - 1}" if shape else "; a 0-d array has no axis")
        )


def checked_seed(name: str, value: Any) -> int:
    """A seed as an int; AikitTypeError for what is none."""
    try:
        if isinstance(value, bool):
            raise TypeError("a bool")
        return operator.index(value)
    except TypeError:
        raise AikitTypeError(
            f"{name}: seed_value={shown(value)} is a {type(value).__name__}; it must be an int"
        ) from None
