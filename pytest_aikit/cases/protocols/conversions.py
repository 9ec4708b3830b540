"""Arrays as values of Python: numbers, lengths, text, host arrays; and their attributes."""

from __future__ import annotations

import contextlib
import operator
import pathlib
import tempfile
from typing import TYPE_CHECKING, Any

import numpy as np

import aikit
from pytest_aikit.cases.protocols.declaring import protocol

if TYPE_CHECKING:
    from aikit import Array


@protocol("Array.__bool__")
def to_bool(x: Array, /) -> bool:
    return bool(x)


@protocol("Array.__int__", dtypes="real-valued")
def to_int(x: Array, /) -> int:
    return int(x)


@protocol("Array.__float__", dtypes="real-valued")
def to_float(x: Array, /) -> float:
    return float(x)


@protocol("Array.__complex__")
def to_complex(x: Array, /) -> complex:
    return complex(x)


@protocol("Array.__index__", dtypes="integer")
def to_index(x: Array, /) -> int:
    return operator.index(x)


@protocol("Array.__len__")
def length(x: Array, /) -> int:
    return len(x)


@protocol("Array.__iter__", differentiable=("x",), view="x")
def items(x: Array, /) -> tuple[Array, ...]:
    return tuple(x)


@protocol("Array.__contains__")
def contains(x: Array, value: Any, /) -> bool:
    return value in x


@protocol("asarray.of_values")
def of_values(x: Array, /) -> dict[str, Any]:
    """Arrays of lists and tuples of numbers, of rows of an array in several orders, and of ranges, with a dtype and without."""
    xp = aikit.get_backend(x.backend)
    numbers, rows, name = aikit.to_list(x), list(x), str(x.dtype)
    nothing: tuple[Any, ...] = ([], (), [[], []])
    several: tuple[Any, ...] = ([True, 2], [2, 0.5], [[True], [1.5]], [2, 1j])

    def held(made: Array) -> tuple[str, Any]:
        return str(made.dtype), aikit.to_numpy(made)

    return {
        "lists": held(xp.asarray(numbers, dtype=name)),
        "tuples": held(xp.array(tuple(map(tuple, numbers)), dtype=name)),
        "of the default dtype": held(xp.asarray(numbers)),
        "rows": held(xp.asarray(rows)),
        "rows from behind": held(xp.asarray(rows[::-1])),
        "rows of rows": held(xp.asarray([rows, rows[::-1]])),
        "arrays and numbers": held(xp.asarray([[x[0, 0], numbers[0][1]], [numbers[1][0], x[1, 1]]], dtype=name)),
        "a range": held(xp.asarray(range(7, -3, -2))),
        "ranges": held(xp.asarray([range(3), range(5, 2, -1)], dtype="float32")),
        "nothing": [held(xp.asarray(one)) for one in nothing],
        "several kinds": [held(xp.asarray(one)) for one in several],
    }


@protocol("Array.__hash__")
def hashed(x: Array, /) -> str:
    try:
        return str(hash(x))
    except TypeError as error:
        return str(error)


@protocol("Array.__array__")
def to_host(x: Array, /, dtype: Any = None, copy: Any = None) -> Any:
    found = np.array(x, dtype, copy=copy)
    result = found.copy()
    if copy and found.size:
        found[...] = 1 - found
        if np.asarray(aikit.to_numpy(x), found.dtype).tobytes() != result.tobytes():
            return "a copy shares memory with the array"
    if dtype is not None and result.dtype != aikit.to_numpy(x).dtype:
        with contextlib.suppress(ValueError):
            np.array(x, dtype, copy=False)
            return "another dtype without a copy"
    return result


@protocol("Array.__repr__", "Array.__str__")
def text(x: Array, /) -> str:
    return repr(x).replace(repr(x.backend), "'...'") if repr(x) == str(x) else str(x)


@protocol("Array.__format__")
def formatted(x: Array, specification: str, /) -> str:
    return format(x, specification).replace(repr(x.backend), "'...'")


@protocol("Array.shape", "Array.ndim", "Array.size", "Array.itemsize", "Array.nbytes", "Array.dtype")
def attributes(x: Array, /) -> dict[str, Any]:
    sizes = {"ndim": x.ndim, "size": x.size, "itemsize": x.itemsize, "nbytes": x.nbytes}
    return {**sizes, "shape": x.shape, "dtype": str(x.dtype)}


@protocol("Array.T", "Array.mT", view="x", differentiable=("x",))
def transposed(x: Array, /) -> tuple[Array, Array]:
    return x.T, x.mT


@protocol(
    "to_list", "to_numpy", "to_scalar", "to_native", "to_aikit", "default", "exists", "is_array", "is_aikit_array",
    "is_native_array", "dtype",
)  # fmt: skip
def to_python(x: Array, /) -> dict[str, Any]:
    asked = [ask(one) for one in (x, x.data) for ask in (aikit.is_array, aikit.is_aikit_array, aikit.is_native_array)]
    before, own = aikit.to_numpy(x).tobytes(), aikit.to_numpy(x)
    own.reshape(-1).view("uint8")[...] ^= 1
    return {
        "left as it was": aikit.to_numpy(x).tobytes() == before,
        "list": aikit.to_list(x),
        "host": aikit.to_numpy(x),
        "number": aikit.to_scalar(x[(0,) * x.ndim]),
        "dtype": str(aikit.dtype(x)),
        "asked": [*asked, aikit.exists(x), aikit.exists(None)],
        "same": [aikit.to_aikit(x) is x, aikit.default(x, None) is x, aikit.to_native(x) is x.data],
    }


@protocol("can_cast", "result_type")
def common(x: Array, /, *others: Any) -> dict[str, Any]:
    """To what the dtype of an array can be cast, and what it has in common with others, and with Python scalars."""
    scalars = {"bool": (True,), "int": (2,), "float": (0.5,), "complex": (1j,), "all": (1j, True, 2, 0.5)}

    def of(*given: Any) -> str:
        try:
            return str(aikit.result_type(*given))
        except aikit.AikitDtypePromotionError:
            return "none"

    casts: dict[str, list[bool]] = {}
    found: dict[str, str] = {}
    for other in others:
        casts[other] = [aikit.can_cast(x, other), aikit.can_cast(str(x.dtype), other), aikit.can_cast(other, x.dtype)]
        found[other] = of(x, other)
        found |= {f"{other} and {name}": of(other, *some, x) for name, some in scalars.items()}
    found |= {name: of(x, *some) for name, some in scalars.items()}
    found |= {f"{name} alone": of(*some) for name, some in scalars.items()}
    return {"casts": casts, "common": found}


@protocol("save", "load", backend_rule="set")
def kept(x: Array, /, *, format: str = "npz") -> tuple[Array, ...]:
    """Arrays as a file gives them back, in a nest with other things."""
    point, container = x[(0,) * x.ndim], aikit.Container(c=x[..., ::-1])
    numbers = 2**70, -(2**65) - 1, -0.0, 0.1, 1e-300, float("inf"), float("nan"), complex(0.1, -1e300), None
    nest: Any = {"a": [x, numbers], "b": container, "c": point, "d": ["text", True, {"e": [0.1, (3,)]}]}
    with tempfile.TemporaryDirectory() as folder, aikit.use_backend(x.backend):
        path = pathlib.Path(folder, f"a.{format}")
        aikit.save(nest, path)
        found = aikit.load(str(path), format=format)
    first, others = found.pop("a")
    second, third = found.pop("b"), found.pop("c")
    alike = type(second) is aikit.Container and repr(others) == repr(nest["a"][1]) and found == {"d": nest["d"]}
    # a file says nothing of devices
    return tuple(aikit.to_device(one, x.device) for one in (first, second.c, third, *([] if alike else [first])))
