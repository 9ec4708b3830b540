"""What the standard says of the arrays themselves: attributes, conversions, keys, operators with Python scalars, writes."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from aikit.core.wording import in_one_line
from pytest_aikit.namespaces.subject import Namespace
from pytest_aikit.numerics.comparing import same_bits

DTYPES = ("float32", "int32", "bool")
KEYS: tuple[tuple[str, Any], ...] = (
    ("x[1, ...]", (1, ...)),
    ("x[-1, ...]", (-1, ...)),
    ("x[0, 1]", (0, 1)),
    ("x[-2, -3]", (-2, -3)),
    ("x[0:1, ...]", (slice(0, 1), ...)),
    ("x[:, 1:3]", (slice(None), slice(1, 3))),
    ("x[:, ::2]", (slice(None), slice(None, None, 2))),
    ("x[:, ::-1]", (slice(None), slice(None, None, -1))),
    ("x[..., 0]", (..., 0)),
    ("x[None, ...]", (None, ...)),
    ("x[:, None, 1]", (slice(None), None, 1)),
    ("x[1:1, :]", (slice(1, 1), slice(None))),
)
SCALARS: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("x + 2", lambda x: x + 2),
    ("2 - x", lambda x: 2 - x),
    ("x * 3", lambda x: x * 3),
    ("2 * x", lambda x: 2 * x),
    ("x < 3", lambda x: x < 3),
    ("3 >= x", lambda x: x <= 3),
    ("x == 1", lambda x: x == 1),
    ("x += 2", lambda x: operator.iadd(x, 2)),
)


def answers(space: Namespace) -> Iterator[tuple[str, str]]:
    """The source of an expression of an array `x`, and what is wrong with what it gives; empty where nothing is."""
    for name in DTYPES:
        if name in space.dtypes and space.array_class is not None:
            values = (np.arange(8).reshape(2, 4) % 3 + 1).astype(name)
            for said, call in _expressions(space, values):
                yield f"{said}, x of {name}", call


def _expressions(space: Namespace, values: np.ndarray) -> Iterator[tuple[str, str]]:
    def made(array: np.ndarray = values) -> Any:
        return space.from_numpy(array.copy())

    def gives(wanted: Any, call: Callable[..., Any], *args: Any) -> str:
        return _array(space, partial(call, made(), *args), np.asarray(wanted))

    def says(wanted: Any, call: Callable[..., Any], *args: Any) -> str:
        return _plain(partial(call, made(), *args), wanted)

    cls: Any = space.array_class
    for said in ("shape", "ndim", "size"):
        if hasattr(made(), said):
            yield f"x.{said}", says(getattr(values, said), getattr, said)
    for said in ("T", "mT"):
        if hasattr(cls, said):
            yield f"x.{said}", gives(values.T, getattr, said)
    if hasattr(cls, "__getitem__"):
        for said, key in KEYS:
            yield said, gives(values[key], operator.getitem, key)
        if "bool" in space.dtypes and space.masks:
            yield "x[x == 1]", gives(values[values == 1], operator.getitem, space.from_numpy(values == 1))
    if hasattr(cls, "__setitem__"):
        wanted = values.copy()
        wanted[:, 1] = 1
        yield "x[:, 1] = 1", gives(wanted, _written, (slice(None), 1), values.dtype.type(1).item())
    for kind in (bool, int, float, complex):
        if hasattr(cls, f"__{kind.__name__}__"):
            one = values[:1, :1].reshape(())
            yield f"{kind.__name__}(x[0, 0])", _plain(partial(_converted, kind, made(one)), kind(one))
    for said, of in SCALARS if values.dtype.kind in "if" else ():
        yield said, gives(of(values.copy()), of)
    if hasattr(cls, "__array_namespace__"):
        yield "x.__array_namespace__()", says(True, _has_namespace)
    if hasattr(cls, "to_device") and hasattr(made(), "device"):
        yield "x.to_device(x.device)", gives(values, _moved)


def _converted(kind: Callable[[Any], Any], x: Any) -> Any:
    return kind(x)


def _has_namespace(x: Any) -> bool:
    return hasattr(x.__array_namespace__(), "asarray")


def _moved(x: Any) -> Any:
    return x.to_device(x.device)


def _written(x: Any, key: Any, value: Any) -> Any:
    x[key] = value
    return x


def _plain(call: Callable[[], Any], wanted: Any) -> str:
    try:
        got = call()
    except Exception as error:
        return f"raised {in_one_line(error)}"
    return "" if got == wanted else f"gives {got!r} for {wanted!r}"


def _array(space: Namespace, call: Callable[[], Any], wanted: np.ndarray) -> str:
    try:
        got = call()
        found = np.asarray(got) if isinstance(got, np.generic) else space.to_numpy(got)
    except Exception as error:
        return f"raised {in_one_line(error)}"
    if not isinstance(found, np.ndarray):
        return f"gives {type(got).__name__}, not an array"
    return (
        ""
        if same_bits(np.asarray(found), wanted)
        else f"gives {found.tolist()} of {found.dtype} for {wanted.tolist()} of {wanted.dtype}"
    )
