"""Arrays as values of Python, by NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from pytest_aikit.numerics.promotion import common_dtype, promoted


def chosen(values: np.ndarray, place: int, finite: bool) -> np.ndarray:
    """One of some values, or of those that are finite."""
    if finite:
        values = values[np.isfinite(values)]
    return values[place % len(values) : place % len(values) + 1]


def number(x: np.ndarray) -> Any:
    """The element of an array, as Python's number."""
    return x.astype(np.float64).item() if x.dtype.name == "bfloat16" else x.item()


def to_bool(x: np.ndarray) -> bool:
    return bool(number(x))


def to_int(x: np.ndarray) -> int:
    return int(number(x))


def to_float(x: np.ndarray) -> float:
    return float(number(x))


def to_complex(x: np.ndarray) -> complex:
    return complex(number(x))


def items(x: np.ndarray) -> tuple[np.ndarray, ...]:
    return tuple(np.asarray(part) for part in x)


def contains(x: np.ndarray, value: Any) -> bool:
    return any(number(one) == value for one in items(x))


def text(x: np.ndarray) -> str:
    values = np.array2string(x, separator=", ", prefix="aikit.Array(")
    return f"aikit.Array({values}, dtype={x.dtype.name}, backend='...')"


def formatted(x: np.ndarray, specification: str) -> str:
    return format(number(x), specification) if specification else text(x)


def attributes(x: np.ndarray) -> dict[str, Any]:
    sizes = {"ndim": x.ndim, "size": x.size, "itemsize": x.itemsize, "nbytes": x.nbytes}
    return {**sizes, "shape": x.shape, "dtype": x.dtype.name}


_DEFAULTS = {"b": "bool", "i": "int32", "u": "int32", "f": "float32", "V": "float32", "c": "complex64"}
"""The dtype that numbers of a kind have where none is asked for."""


def of_values(x: np.ndarray) -> dict[str, Any]:
    name, default = x.dtype.name, _DEFAULTS[x.dtype.kind]
    return {
        "lists": (name, x),
        "tuples": (name, x),
        "of the default dtype": (default, x.astype(default)),
        "rows": (name, x),
        "rows from behind": (name, x[::-1]),
        "rows of rows": (name, np.stack([x, x[::-1]])),
        "arrays and numbers": (name, x[:2, :2]),
        "a range": ("int32", np.arange(7, -3, -2, dtype=np.int32)),
        "ranges": ("float32", np.array([[0, 1, 2], [5, 4, 3]], np.float32)),
        "nothing": [("float32", np.zeros(shape, np.float32)) for shape in (0, 0, (2, 0))],
        "several kinds": [
            (dtype, np.array(one, dtype))
            for dtype, one in (
                ("int32", [True, 2]),
                ("float32", [2, 0.5]),
                ("float32", [[True], [1.5]]),
                ("complex64", [2, 1j]),
            )
        ],
    }


def common(x: np.ndarray, /, *others: str) -> dict[str, Any]:
    own = x.dtype.name
    scalars = {"bool": (True,), "int": (2,), "float": (0.5,), "complex": (1j,), "all": (1j, True, 2, 0.5)}

    def of(dtypes: tuple[str, ...], some: tuple[Any, ...] = ()) -> str:
        return common_dtype(dtypes, some) or "none"

    found = {}
    for other in others:
        found[other] = of((own, other))
        found |= {f"{other} and {name}": of((own, other), some) for name, some in scalars.items()}
    found |= {name: of((own,), some) for name, some in scalars.items()}
    found |= {f"{name} alone": of((), some) for name, some in scalars.items()}
    casts = {other: [*[promoted(own, other) == other] * 2, promoted(own, other) == own] for other in others}
    return {"casts": casts, "common": found}


def to_python(x: np.ndarray) -> dict[str, Any]:
    plain = x.astype(np.float64) if x.dtype.name == "bfloat16" else x
    return {
        "left as it was": True,
        "list": plain.tolist(),
        "host": x,
        "number": plain.flat[0].item(),
        "dtype": x.dtype.name,
        "asked": [True, True, False, True, False, True, True, False],
        "same": [True, True, True],
    }
