"""The functions of the standard that are not of arrays: each question has an answer, which does not depend on the library."""

from __future__ import annotations

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


def _result_type(space: Namespace, first: Any, second: Any) -> str:
    return space.dtype_name(space.xp.result_type(first, second))


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


def result_type(space: Namespace) -> Answers:
    for first, one in space.dtypes.items():
        for second, other in space.dtypes.items():
            wanted = promoted(first, second)
            mixed = {kind_of(first), kind_of(second)}
            known = len(mixed) == 1 or mixed in ({"i", "u"}, {"f", "c"})
            if known and wanted in space.dtypes:
                said = f"xp.result_type(xp.{first}, xp.{second})"
                yield _asked(said, partial(_result_type, space, one, other), wanted)


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


def iinfo(space: Namespace) -> Answers:
    for name, native in space.dtypes.items():
        if kind_of(name) in "iu":
            limits = np.iinfo(name)
            for attribute in ("bits", "max", "min"):
                said = f"xp.iinfo(xp.{name}).{attribute}"
                wanted = int(getattr(limits, attribute))
                call = partial(_limit, space.xp.iinfo, native, attribute)
                yield _asked(said, call, wanted, lambda got, wanted: int(got) == wanted)


def broadcast_shapes(space: Namespace) -> Answers:
    for shapes in (((2, 3), (3,)), ((), (2,)), ((1, 4), (3, 1)), ((0,), (1,)), ((2, 1, 3),)):
        said = f"xp.broadcast_shapes({', '.join(map(repr, shapes))})"
        wanted = tuple(np.broadcast_shapes(*shapes))
        yield _asked(said, partial(space.xp.broadcast_shapes, *shapes), wanted)


INQUIRIES: Mapping[str, Callable[[Namespace], Answers]] = {
    one.__name__: one for one in (broadcast_shapes, can_cast, finfo, iinfo, isdtype, result_type)
}
assert INQUIRIES.keys() <= standard.SINCE.keys()
