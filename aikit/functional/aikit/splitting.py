"""Calls in parts, for arrays that are too large for the memory of a device; of the category ``device``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import aikit
from aikit import devices
from aikit.array import Array
from aikit.core.nests import mapped
from aikit.core.wording import shown
from aikit.declare import compositional, standalone
from aikit.devices import Device
from aikit.exceptions import AikitAxisError, AikitTypeError, AikitValueError
from aikit.functional.aikit._variables import leaves_of, replaced

_factors: dict[Device, float] = {}


@standalone(category="device", convenience=True)
def split_factor(device: Any = None, /) -> float:
    """By which share of an axis `split_func_call` makes its parts longer than 1 on a device; 0 unless set.

    Parameters
    ----------
    device : a device in any form; None for the default device.

    Raises
    ------
    AikitDeviceError : no device.

    Examples
    --------
    >>> import aikit
    >>> aikit.split_factor("cpu")
    0.0
    """
    return _factors.get(_device(device), 0.0)


def _device(device: Any) -> Device:
    return devices.as_device(devices.default_device_name() if device is None else device)


@standalone(category="device", convenience=True)
def set_split_factor(factor: float, /, *, device: Any = None) -> None:
    """Set what `split_factor` gives for a device, for the whole process.

    Parameters
    ----------
    factor : from 0, for parts of length 1, to 1, for a single part.
    device : a device in any form; None for the default device.

    Raises
    ------
    AikitDeviceError : no device.
    AikitTypeError, AikitValueError : no number from 0 to 1.

    Examples
    --------
    >>> import aikit
    >>> aikit.set_split_factor(0.5, device="cpu")
    >>> aikit.split_factor("cpu")
    0.5
    >>> aikit.set_split_factor(0, device="cpu")
    """
    if isinstance(factor, bool) or not isinstance(factor, (int, float)):
        raise AikitTypeError(
            f"set_split_factor: factor={shown(factor)} is a {type(factor).__name__}; give a number from 0 to 1"
        )
    if not 0 <= factor <= 1:
        raise AikitValueError(f"set_split_factor: factor={factor} must be a number from 0 to 1")
    _factors[_device(device)] = float(factor)


@compositional(category="device")
def split_func_call(
    func: Callable[..., Any],
    inputs: Sequence[Any],
    mode: Literal["concat", "sum", "mean"],
    /,
    *,
    max_chunk_size: int | None = None,
    chunk_size: int | None = None,
    input_axes: int | Sequence[int] = 0,
    output_axes: int | Sequence[int] | None = None,
    stop_gradients: bool = False,
    device: Any = None,
) -> Any:
    """What a function gives for arrays that it is handed part by part, which takes less memory than all at once.

    Parameters
    ----------
    func : function of arrays, or of containers of arrays, that returns an array, a container of arrays, or a tuple of these.
    inputs : what `func` is called with: arrays, or containers of arrays, of one length along the axes.
    mode : how the results of the parts become one: ``"concat"`` joins them along an axis, ``"sum"`` adds them, and ``"mean"``
        takes their mean, weighted by the lengths of the parts.
    max_chunk_size : the length that the parts have where the split factor is 1; None for that of the axis.
    chunk_size : the length of the parts, of which the last may be shorter. None for 1 + round((max_chunk_size - 1) * factor),
        where the factor is the `split_factor` of the device.
    input_axes : the axis along which the inputs are split, or a list of one for each.
    output_axes : the axis along which ``"concat"`` joins each result, or a list of one for each; None for the first input axis.
    stop_gradients : whether the results are constants to a differentiation.
    device : the device whose split factor counts; None for the default device. The arrays stay where they are.

    Returns
    -------
    Like what `func` returns.

    Raises
    ------
    AikitTypeError : `inputs` is no list or tuple, or holds or gives no array.
    AikitValueError : no inputs, inputs of several lengths or of length 0, a chunk size below 1, as many axes as there are no inputs
        or results, or an unknown mode.
    AikitAxisError : an input has no such axis.

    Examples
    --------
    >>> import aikit
    >>> x = aikit.asarray([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    >>> aikit.to_list(aikit.split_func_call(lambda x: aikit.sum(x, axis=1), [x], "concat", chunk_size=2))
    [3.0, 7.0, 11.0]
    >>> aikit.to_list(aikit.split_func_call(lambda x: aikit.mean(x, axis=0), [x], "mean", chunk_size=2))
    [3.0, 4.0]
    """
    length, axes = _axis_to_split(inputs, input_axes)
    if chunk_size is None:
        longest = length if max_chunk_size is None else _at_least_one("max_chunk_size", max_chunk_size)
        chunk_size = 1 + round((longest - 1) * split_factor(device))
    size = _at_least_one("chunk_size", chunk_size)
    starts = range(0, length, size)
    parts = [
        func(*[_part(one, axis, slice(start, start + size)) for one, axis in zip(inputs, axes, strict=True)])
        for start in starts
    ]
    several = isinstance(parts[0], tuple)
    columns = list(zip(*parts, strict=True)) if several else [tuple(parts)]
    joins = _one_each("output_axes", axes[0] if output_axes is None else output_axes, len(columns), "results")
    weights = [min(size, length - start) / length for start in starts]
    results = [_joined(mode, column, axis, weights) for column, axis in zip(columns, joins, strict=True)]
    if stop_gradients:
        results = [mapped("split_func_call", aikit.stop_gradient, one) for one in results]
    return tuple(results) if several else results[0]


def _at_least_one(name: str, value: int) -> int:
    if value < 1:
        raise AikitValueError(f"split_func_call: {name}={value} must be at least 1")
    return value


def _one_each(name: str, axes: int | Sequence[int], count: int, of: str) -> list[int]:
    """An axis for each of some inputs or results."""
    if isinstance(axes, int):
        return [axes] * count
    if len(axes) != count:
        raise AikitValueError(f"split_func_call: {name}={list(axes)} has {len(axes)} axes for {count} {of}")
    return list(axes)


def _axis_to_split(inputs: Any, input_axes: Any) -> tuple[int, list[int]]:
    """The length along which the inputs are split, and the axis of each."""
    if not isinstance(inputs, (list, tuple)) or not inputs:
        raise (AikitValueError if isinstance(inputs, (list, tuple)) else AikitTypeError)(
            f"split_func_call: inputs={shown(inputs)} must be a list of one or more arrays"
        )
    axes = _one_each("input_axes", input_axes, len(inputs), "inputs")
    lengths: dict[str, Any] = {}
    for place, (one, axis) in enumerate(zip(inputs, axes, strict=True)):
        for name, leaf in leaves_of(f"inputs[{place}]", one):
            array = _as_array(name, leaf)
            if not -array.ndim <= axis < array.ndim:
                raise AikitAxisError(f"split_func_call: {name} has shape {array.shape}, and so no axis {axis} to split")
            lengths[name] = array.shape[axis]
    found = set(lengths.values())
    if len(found) != 1 or found == {0}:
        raise AikitValueError(
            "split_func_call: the axes that are split must have one length of at least 1; got "
            + (", ".join(f"{name}: {length}" for name, length in lengths.items()) or "none at all")
        )
    return found.pop(), axes


def _as_array(name: str, leaf: Any) -> Array:
    if aikit.is_array(leaf):
        return leaf if isinstance(leaf, Array) else aikit.to_aikit(leaf)
    raise AikitTypeError(f"split_func_call: {name}={shown(leaf)} is a {type(leaf).__name__}; it must be an array")


def _part(one: Any, axis: int, part: slice) -> Any:
    """A part of an array, or of each array of a container, along an axis."""

    def cut(leaf: Any) -> Array:
        array = _as_array("inputs", leaf)
        return array[(slice(None),) * (axis % array.ndim) + (part,)]

    return mapped("split_func_call", cut, one)


def _joined(mode: str, parts: Sequence[Any], axis: int, weights: Sequence[float]) -> Any:
    """One result of those of all parts, which are arrays, or containers of arrays."""
    columns = zip(
        *[[_as_array(name, leaf) for name, leaf in leaves_of("what func returned", part)] for part in parts],
        strict=True,
    )
    if mode == "concat":
        joined = [aikit.concat(list(column), axis=axis) for column in columns]
    elif mode == "sum":
        joined = [_sum(column) for column in columns]
    else:
        joined = [_sum([one * weight for one, weight in zip(column, weights, strict=True)]) for column in columns]
    return replaced("split_func_call", parts[0], joined)


def _sum(arrays: Sequence[Array]) -> Array:
    total, *others = arrays
    for one in others:
        total = aikit.add(total, one)
    return total
