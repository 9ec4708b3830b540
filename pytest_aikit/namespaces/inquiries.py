"""The functions of the standard that are not of arrays: each question has an answer, which does not depend on the library."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from aikit.core.wording import in_one_line
from pytest_aikit.knowledge import standard
from pytest_aikit.namespaces.subject import Namespace
from pytest_aikit.numerics.promotion import kind_of, promoted

Answers = Iterator[tuple[str, str]]
"""The source of a call, and what is wrong with what it gives; empty where nothing is."""

KINDS = {
    "bool": "b",
    "signed integer": "i",
    "unsigned integer": "u",
    "integral": "iu",
    "real floating": "f",
    "complex floating": "c",
    "numeric": "iufc",
}


def _asked(
    said: str, call: Callable[[], Any], wanted: Any, same: Callable[[Any, Any], bool] | None = None
) -> tuple[str, str]:
    """A call, and what is wrong with what it gives."""
    try:
        got = call()
    except Exception as error:
        return said, f"raised {in_one_line(error)}"
    try:
        right = same(got, wanted) if same else isinstance(got, type(wanted)) and got == wanted
    except Exception as error:
        return said, f"gives what cannot be compared: {in_one_line(error)}"
    return said, "" if right else f"gives {got!r} for {wanted!r}"


def _result_type(space: Namespace, *given: Any) -> str:
    return space.dtype_name(space.xp.result_type(*given))


def _array(space: Namespace, name: str) -> Any:
    """An array of a dtype, which may stand for it."""
    return space.from_numpy(np.zeros(2, name))


def _limit(info: Callable[[Any], Any], dtype: Any, attribute: str) -> Any:
    return getattr(info(dtype), attribute)


def can_cast(space: Namespace) -> Answers:
    """Casts along the promotion table, which are those that lose nothing."""
    for first, one in space.dtypes.items():
        for second, other in space.dtypes.items():
            if kind_of(first) == kind_of(second):
                wanted = promoted(first, second) == second
                said = f"xp.can_cast(xp.{first}, xp.{second})"
                yield _asked(said, partial(space.xp.can_cast, one, other), wanted)
                said = f"xp.can_cast(xp.zeros(2, dtype=xp.{first}), xp.{second})"
                yield _asked(said, partial(_can_cast_array, space, first, other), wanted)


def _can_cast_array(space: Namespace, name: str, dtype: Any) -> Any:
    return space.xp.can_cast(_array(space, name), dtype)


_SCALARS = {"b": ("True",), "i": ("2",), "u": ("2",), "f": ("2", "0.5"), "c": ("2", "0.5", "1j")}
"""Kind of a dtype -> Python scalars that leave it as it is."""


def result_type(space: Namespace) -> Answers:
    """Of dtypes, of arrays, of several of them, and of Python scalars."""
    yield from _result_types(space)
    for name, native in space.dtypes.items() if space.version >= "2024.12" else ():
        for said in _SCALARS[kind_of(name)]:
            number = ast.literal_eval(said)
            yield _asked(f"xp.result_type(xp.{name}, {said})", partial(_result_type, space, native, number), name)
            yield _asked(f"xp.result_type({said}, xp.{name})", partial(_result_type, space, number, native), name)


def _result_types(space: Namespace) -> Answers:
    for first, one in space.dtypes.items():
        for second, other in space.dtypes.items():
            wanted = promoted(first, second)
            mixed = {kind_of(first), kind_of(second)}
            known = len(mixed) == 1 or mixed in ({"i", "u"}, {"f", "c"})
            if known and wanted in space.dtypes:
                said = f"xp.result_type(xp.{first}, xp.{second})"
                yield _asked(said, partial(_result_type, space, one, other), wanted)
                yield _asked(f"{said[:-1]}, xp.{first})", partial(_result_type, space, one, other, one), wanted)
                yield _asked(f"{said[:-1]}, xp.{second})", partial(_result_type, space, one, one, other), wanted)
                said = f"xp.result_type(xp.zeros(2, dtype=xp.{first}), xp.{second})"
                yield _asked(said, partial(_result_type_of_array, space, first, other), wanted)
                said = f"xp.result_type(xp.{second}, xp.zeros(2, dtype=xp.{first}))"
                yield _asked(said, partial(_result_type_of_array, space, first, other, True), wanted)


def _result_type_of_array(space: Namespace, name: str, other: Any, last: bool = False) -> str:
    given = (_array(space, name), other)
    return _result_type(space, *(given[::-1] if last else given))


def isdtype(space: Namespace) -> Answers:
    for name, native in space.dtypes.items():
        for kind, letters in KINDS.items():
            said = f"xp.isdtype(xp.{name}, {kind!r})"
            yield _asked(said, partial(space.xp.isdtype, native, kind), kind_of(name) in letters)
        for other, own in space.dtypes.items():
            said = f"xp.isdtype(xp.{name}, xp.{other})"
            yield _asked(said, partial(space.xp.isdtype, native, own), name == other)
        said = f"xp.isdtype(xp.{name}, ('integral', 'bool'))"
        yield _asked(said, partial(space.xp.isdtype, native, ("integral", "bool")), kind_of(name) in "biu")


def finfo(space: Namespace) -> Answers:
    for name, native in space.dtypes.items():
        if kind_of(name) in "fc":
            limits = np.finfo(name)
            for attribute in ("bits", "eps", "max", "min", "smallest_normal"):
                said = f"xp.finfo(xp.{name}).{attribute}"
                wanted: Any = int(limits.bits) if attribute == "bits" else float(getattr(limits, attribute))
                call = partial(_limit, space.xp.finfo, native, attribute)
                yield _asked(said, call, wanted, lambda got, wanted: float(got) == wanted)
            real = np.finfo(name).dtype.name
            yield from _of_arrays(space, space.xp.finfo, "finfo", name, "eps", float(limits.eps), real)


def iinfo(space: Namespace) -> Answers:
    for name, native in space.dtypes.items():
        if kind_of(name) in "iu":
            limits = np.iinfo(name)
            for attribute in ("bits", "max", "min"):
                said = f"xp.iinfo(xp.{name}).{attribute}"
                wanted = int(getattr(limits, attribute))
                call = partial(_limit, space.xp.iinfo, native, attribute)
                yield _asked(said, call, wanted, lambda got, wanted: int(got) == wanted)
            yield from _of_arrays(space, space.xp.iinfo, "iinfo", name, "max", int(limits.max), name)


def _of_arrays(
    space: Namespace, info: Callable[[Any], Any], word: str, name: str, attribute: str, limit: Any, dtype: str
) -> Answers:
    """One of the limits, asked with an array; and the dtype that they are of."""
    said = f"xp.{word}(xp.zeros(2, dtype=xp.{name})).{attribute}"
    call = partial(_limit, lambda name: info(_array(space, name)), name, attribute)
    yield _asked(said, call, limit, lambda got, wanted: type(wanted)(got) == wanted)
    if space.version >= "2022.12" and dtype in space.dtypes:
        said = f"xp.{word}(xp.{name}).dtype"
        call = partial(_limit, info, space.dtypes[name], "dtype")
        yield _asked(said, call, space.dtypes[dtype], lambda got, wanted: bool(got == wanted))


def broadcast_shapes(space: Namespace) -> Answers:
    for shapes in (((2, 3), (3,)), ((), (2,)), ((1, 4), (3, 1)), ((0,), (1,)), ((2, 1, 3),)):
        said = f"xp.broadcast_shapes({', '.join(map(repr, shapes))})"
        wanted = tuple(np.broadcast_shapes(*shapes))
        yield _asked(said, partial(space.xp.broadcast_shapes, *shapes), wanted)


INQUIRIES: Mapping[str, Callable[[Namespace], Answers]] = {
    one.__name__: one for one in (broadcast_shapes, can_cast, finfo, iinfo, isdtype, result_type)
}
assert INQUIRIES.keys() <= standard.SINCE.keys()
