"""Attributes of arrays, what Python makes of them, and how they are handed over."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from pytest_aikit.namespaces.objects.asking import Answer, Answers, Asker, plain

_SHAPES = ((2, 4), (), (0, 3), (2, 2, 2))
_IN_MEMORY_OF_THE_HOST = (1, 3, 13)
"""The types of devices of DLPack from which NumPy reads."""
_CONVERSIONS: Mapping[Callable[[Any], Any], tuple[str, str]] = {
    bool: ("biufc", ""),
    int: ("biuf", "c"),
    float: ("biuf", "c"),
    complex: ("biufc", ""),
    operator.index: ("iu", "f"),
}
"""Conversion to a value of Python -> the kinds of dtypes that have it, and those of which it must be refused."""
_NUMBERS: Mapping[str, tuple[Any, ...]] = {
    "b": (False, True),
    "i": (0, -3, 100),
    "u": (0, 100),
    "f": (-0.0, 2.75, -1.75),
    "c": (0j, 1.5 - 2j, 2j),
}


def answers(asker: Asker) -> Answers:
    yield from _of_shapes(asker)
    yield from _conversions(asker)
    yield from _of_namespace(asker)
    yield from _of_exchange(asker)


def _of_shapes(asker: Asker) -> Answers:
    for shape in _SHAPES:
        values = np.resize(asker.values, shape)
        x = asker.made(values)
        for name in ("shape", "ndim", "size"):
            if hasattr(x, name):
                yield asker.says(f"x.{name}", getattr(values, name), operator.attrgetter(name), values)
        if hasattr(type(x), "T") and values.ndim == 2:
            yield asker.gives("x.T", values.T, operator.attrgetter("T"), values)
        if hasattr(type(x), "mT") and values.ndim >= 2:
            yield asker.gives("x.mT", np.swapaxes(values, -1, -2), operator.attrgetter("mT"), values)


def _conversions(asker: Asker) -> Answers:
    for convert, (taken, refused) in _CONVERSIONS.items():
        name = convert.__name__
        if not hasattr(asker.space.array_class, f"__{name}__"):
            continue
        for number in _NUMBERS[asker.kind]:
            values = np.asarray(number, asker.values.dtype)
            if asker.kind in taken:
                yield _converted(asker, name, convert, values)
            elif asker.kind in refused:
                yield asker.refuses(f"{name}(x), x = {number}", TypeError, convert, values)
    if asker.kind == "f":
        for number in (np.inf, np.nan):
            values = np.asarray(number, asker.values.dtype)
            yield from (_converted(asker, one.__name__, one, values) for one in (bool, float))


def _converted(asker: Asker, name: str, convert: Callable[[Any], Any], values: np.ndarray) -> Answer:
    return asker.says(f"{name}(x), x = {values}", convert(values), convert, values)


def _of_namespace(asker: Asker) -> Answers:
    cls = asker.space.array_class
    if hasattr(cls, "__array_namespace__"):
        yield asker.says("x.__array_namespace__()", True, _has_namespace)
        version = asker.space.version
        yield asker.says(
            f"x.__array_namespace__(api_version={version!r})", True, partial(_has_namespace, api_version=version)
        )
    if hasattr(cls, "to_device") and hasattr(asker.made(), "device"):
        yield asker.gives("x.to_device(x.device)", asker.values, lambda x: x.to_device(x.device))


def _has_namespace(x: Any, **version: str) -> bool:
    return hasattr(x.__array_namespace__(**version), "asarray")


def _of_exchange(asker: Asker) -> Answers:
    """The device by DLPack: that of the host, where NumPy reads the memory."""
    if hasattr(asker.space.array_class, "__dlpack_device__") and asker.space.read_by_dlpack:
        said = asker.said("type and number of x.__dlpack_device__()")
        yield plain(said, lambda: _is_of_host(asker.made().__dlpack_device__()), (True, True))


def _is_of_host(device: Any) -> tuple[bool, bool]:
    kind, number = device
    return int(kind) in _IN_MEMORY_OF_THE_HOST, isinstance(number, int)
