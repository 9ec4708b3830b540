"""The sides of a call: the framework's own, a wrapper written by hand, aikit, and other libraries; each as its names.

A peer that is not installed is named in the table. `PEERS` come with the extra ``bench``.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Mapping
from typing import Any

import aikit

Names = Mapping[str, Any]

_ARRAYS = {
    "x": ([0.5] * 8, "float32"),
    "y": ([1.5] * 8, "float32"),
    "o": ([0.0] * 8, "float32"),
    "n": ([1] * 8, "int32"),
    "i": ([3, 1], "int64"),
    "c": ([True, False] * 4, "bool"),
    "rows": ([[0.5] * 4] * 2, "float32"),
    "weights": ([[0.5] * 4] * 3, "float32"),
    "bias": ([0.5] * 3, "float32"),
}
"""What every side has under these names, as its own arrays."""
LEAVES = 100


def arrays(backend: str) -> dict[str, Any]:
    """The native arrays that every side is given; on JAX without x64 those of 64 bits have 32."""
    xp = aikit.get_backend(backend)
    dtypes = {name: dtype for name, (_, dtype) in _ARRAYS.items()}
    if backend == "jax" and "int64" not in xp.__array_namespace_info__().dtypes():
        dtypes["i"] = "int32"
    return {name: aikit.to_native(xp.asarray(values, dtype=dtypes[name])) for name, (values, _) in _ARRAYS.items()}


def native(backend: str) -> dict[str, Any]:
    """The framework's own functions."""
    module = importlib.import_module("jax.numpy" if backend == "jax" else backend)
    return vars(module) | arrays(backend) | {"leaves": [arrays(backend)["x"]] * LEAVES, "own": module}


def ours(backend: str) -> dict[str, Any]:
    """The functions of aikit on Arrays; ``native_x`` and ``native_y`` are native arrays."""
    found = arrays(backend)
    names = {name: getattr(aikit, name) for name in aikit.__all__ if not name.startswith("_")}
    made = {name: aikit.to_aikit(array) for name, array in found.items()}
    leaves = aikit.Container({f"leaf{place}": aikit.to_aikit(found["x"]) for place in range(LEAVES)})
    return names | made | {"native_x": found["x"], "native_y": found["y"], "leaves": leaves}


class Minimal:
    """What a wrapper does at least: take the native array out, call, and wrap the result."""

    __slots__ = ("data",)
    add: Callable[[Any, Any], Any]

    def __init__(self, data: Any) -> None:
        self.data = data

    def __add__(self, other: Any) -> Any:
        return Minimal(Minimal.add(self.data, other.data if type(other) is Minimal else other))


def minimal(backend: str) -> dict[str, Any]:
    """A wrapper written by hand, for a few functions: what can be reached at best."""
    own = native(backend)
    native_sin, native_add = own["sin"], own["add"]
    Minimal.add = native_add

    def sin(x: Any) -> Any:
        return Minimal(native_sin(x.data))

    def add(x1: Any, x2: Any) -> Any:
        return Minimal(native_add(x1.data, x2.data))

    return {name: Minimal(array) for name, array in arrays(backend).items()} | {"sin": sin, "add": add}


def array_api_compat(backend: str) -> dict[str, Any]:
    """The namespace of the standard over native arrays: nothing is wrapped."""
    name = "jax.numpy" if backend == "jax" else f"array_api_compat.{backend}"
    module = importlib.import_module(name)
    return vars(module) | arrays(backend)


def autoray(backend: str) -> dict[str, Any]:
    """Functions by their name in NumPy, over native arrays: nothing is wrapped."""
    do = importlib.import_module("autoray").do
    names = ("sin", "add", "where", "stack", "clip", "reshape", "mean", "sum", "take")
    found = {name: functools.partial(do, name) for name in names}
    made = {"concat": functools.partial(do, "concatenate"), "zeros": functools.partial(do, "zeros", like=backend)}
    return found | made | arrays(backend)


def eagerpy(backend: str) -> dict[str, Any]:
    """Tensors of its own, with methods; its functions make arrays like one that is given, and know no name of a dtype."""
    module = importlib.import_module("eagerpy")
    made = {name: module.astensor(array) for name, array in arrays(backend).items()}
    int32 = made["n"].dtype

    def astype(x: Any, dtype: str) -> Any:
        return x.astype(int32)

    shared = {name: getattr(module, name) for name in ("where", "stack", "clip", "reshape", "mean", "sum")}
    others = {"concat": module.concatenate, "zeros": functools.partial(module.zeros, made["x"]), "astype": astype}
    return shared | others | made


PEERS: dict[str, Callable[[str], dict[str, Any]]] = {
    "eagerpy": eagerpy,
    "autoray": autoray,
    "array_api_compat": array_api_compat,
}
