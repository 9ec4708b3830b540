"""Values as Python source, bit for bit; `np`, `ml_dtypes`, `inf` and `nan` are taken for imported."""

from __future__ import annotations

import math
import weakref
from collections.abc import Mapping
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np

from pytest_aikit.model import Sample


def literal(value: Any) -> str:
    """Python source that evaluates to exactly `value`."""
    if isinstance(value, np.ndarray):
        return _array_literal(value)
    if isinstance(value, np.generic):
        return f"{_array_literal(np.asarray(value))}[()]"
    if isinstance(value, (list, tuple)):
        inner = ", ".join(map(literal, value))
        return f"[{inner}]" if isinstance(value, list) else f"({inner}{',' * (len(value) == 1)})"
    if type(value) is complex:
        return f"complex({literal(value.real)}, {literal(value.imag)})"
    if type(value) is float and math.isnan(value):
        return "-nan" if math.copysign(1.0, value) < 0 else "nan"
    if isinstance(value, str):
        return repr(str(value))
    return repr(value)


def _array_literal(array: np.ndarray) -> str:
    """An array by its values where these give back every bit, else by the bits themselves."""
    name = array.dtype.name
    dtype = "ml_dtypes.bfloat16" if name == "bfloat16" else repr(name)
    made = _MADE.get(id(array if array.base is None else array.base))
    if made is not None and made.shape == array.shape:
        return made.source
    if array.size == 0:
        return f"np.empty({array.shape}, {dtype})"
    period = _period(array) if array.size > FEW else array.size
    if period < array.size:
        return f"np.resize({_array_literal(array.reshape(-1)[:period])}, {array.shape})"
    values = array.astype(np.float32).tolist() if name == "bfloat16" else array.tolist()
    text = f"np.array({literal(values)}, {dtype})"
    # the text is what counts: a Python float keeps the payload of a NaN, the word `nan` does not
    if _same_bits(eval(text, {"np": np, "ml_dtypes": ml_dtypes, "inf": np.inf, "nan": np.nan}), array):
        return text
    unsigned = np.dtype(f"uint{8 * (array.itemsize if array.dtype.kind != 'c' else array.itemsize // 2)}")
    bits = np.ascontiguousarray(array).reshape(-1).view(unsigned).tolist()
    return f"np.array({bits}, {unsigned.name!r}).view({dtype}).reshape({array.shape})"


class _Made(NamedTuple):
    """The source that makes an array again, while that is there."""

    array: weakref.ref[np.ndarray]
    shape: tuple[int, ...]
    source: str


_MADE: dict[int, _Made] = {}
"""Identity of an array -> the source of it."""


def remember(array: np.ndarray, source: str) -> None:
    """Let the literal of an array that is too long to be written out, and of views of the whole of it, be this source."""
    owner = array if array.base is None else array.base
    key = id(owner)
    _MADE[key] = _Made(weakref.ref(owner, lambda gone: _MADE.pop(key, None) and None), array.shape, source)


FEW = 64
"""How many elements are written out, whatever they are."""


def _period(array: np.ndarray) -> int:
    """After how many elements, a few at the most, they repeat to the end, bit for bit; their number if they do not."""
    elements = np.ascontiguousarray(array).reshape(-1).view(f"V{array.itemsize}")
    for period in range(1, FEW + 1):
        if elements[period:].tobytes() == elements[:-period].tobytes():
            return period
    return array.size


def _same_bits(first: np.ndarray, second: np.ndarray) -> bool:
    return first.shape == second.shape and first.tobytes() == np.ascontiguousarray(second).tobytes()


LONGEST = 400
"""How much of a value is printed."""
_WIDER = {np.dtype(np.longdouble).name: np.float64, np.dtype(np.clongdouble).name: np.complex128}
"""Types of exact values that have no literals."""


def printable(value: Any) -> str:
    """The source of what is printed of a value: of itself where that is not too long, else of what there is to show."""
    if isinstance(value, np.ndarray) and value.dtype.kind in "biufcV":
        value = value.astype(_WIDER.get(value.dtype.name, value.dtype))
        if value.size <= FEW:
            return literal(value)
    return repr(shown(value))


def shown(value: Any) -> str:
    """A value in words, cut where it is long."""
    return short(value if isinstance(value, str) else repr(value))


def short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def argument(value: Any, device: str = "") -> str:
    """The source of one argument of a call: host arrays become arrays of the backend."""
    if isinstance(value, np.ndarray):
        return f"xp.asarray({literal(value)}{device})"
    if isinstance(value, (list, tuple)) and any(isinstance(item, np.ndarray) for item in value):
        return f"[{', '.join(argument(item, device) for item in value)}]"
    return literal(value)


Place = tuple[int | str, int]
"""Where an array stands: position or keyword, and the index in a list there, 0 for no list."""


def arguments(sample: Sample, device: str = "", instead: Mapping[Place, str] | None = None) -> tuple[str, str]:
    """The source of the positional arguments and of the keywords of a call.

    Parameters
    ----------
    instead : what to write in place of some of the arrays.
    """
    names = instead or {}

    def one(key: int | str, value: Any) -> str:
        if isinstance(value, (list, tuple)) and any(isinstance(item, np.ndarray) for item in value):
            items = (names.get((key, i)) or argument(item, device) for i, item in enumerate(value))
            return f"[{', '.join(items)}]"
        return names.get((key, 0)) or argument(value, device)

    args = ", ".join(one(place, value) for place, value in enumerate(sample.args))
    kwargs = ", ".join(f"{name!r}: {one(name, value)}" for name, value in sample.kwargs.items())
    return f"[{args}]", f"{{{kwargs}}}"


def places(sample: Sample) -> list[Place]:
    """Where the arrays of a sample stand, in their order."""
    given: list[tuple[int | str, Any]] = [*enumerate(sample.args), *sample.kwargs.items()]
    return [
        (key, index)
        for key, value in given
        for index, item in enumerate(value if isinstance(value, (list, tuple)) else [value])
        if isinstance(item, np.ndarray)
    ]


def at(place: Place, sample: Sample) -> str:
    """The source of the array that stands at a place of `args` and `kwargs`."""
    key, index = place
    value = sample.args[key] if isinstance(key, int) else sample.kwargs[key]
    held = f"args[{key}]" if isinstance(key, int) else f"kwargs[{key!r}]"
    return f"{held}[{index}]" if isinstance(value, (list, tuple)) else held


def one_in_several_places(sample: Sample) -> str:
    """The source that puts an array of `args` into each place in which it stands."""
    first: dict[int, str] = {}
    source = ""
    for place, array in zip(places(sample), sample.arrays, strict=True):
        held = at(place, sample)
        if first.setdefault(id(array), held) != held and isinstance(place[0], int):
            source += f"{held} = {first[id(array)]}\n"
    return source


def in_layout(name: str, array: np.ndarray) -> str:
    """The source that puts the ndarray `name`, written as a literal, into the memory layout of `array`."""
    source = ""
    step = array.strides[-1] if array.ndim and array.shape[-1] > 1 else array.itemsize
    if step < 0:
        source = f"{name} = {name}[..., ::-1].copy()[..., ::-1]\n"
    elif step > array.itemsize and array.strides == np.asfortranarray(array).strides:
        source = f"{name} = np.asfortranarray({name})\n"
    elif step > array.itemsize:
        source = f"{name} = np.repeat({name}, {step // array.itemsize}, axis=-1)[..., ::{step // array.itemsize}]\n"
    if array.base is not None and not array.base.flags.writeable:
        source += f"{name}.flags.writeable = False\n"
    return source
