"""What the frameworks call a function of the standard, where they have it under another name; elementwise functions alone."""

from __future__ import annotations

import importlib
from typing import Any

_OTHER_NAMES = {
    "torch": {
        "bitwise_invert": "bitwise_not", "conj": "conj_physical", "equal": "eq",
    },
    "tensorflow": {
        "bitwise_and": "bitwise.bitwise_and", "bitwise_invert": "bitwise.invert", "bitwise_left_shift": "bitwise.left_shift",
        "bitwise_or": "bitwise.bitwise_or", "bitwise_right_shift": "bitwise.right_shift",
        "bitwise_xor": "bitwise.bitwise_xor", "divide": "realdiv", "floor_divide": "math.floordiv", "isfinite": "math.is_finite",
        "isinf": "math.is_inf", "isnan": "math.is_nan", "logaddexp": "experimental.numpy.logaddexp", "positive": "identity",
        "remainder": "math.floormod",
    },
}  # fmt: skip


def framework_module(backend: str) -> Any:
    """The module with the functions of a framework."""
    return importlib.import_module("jax.numpy" if backend == "jax" else backend)


_OF_NETWORKS = {"torch": "nn.functional", "tensorflow": "nn"}


def framework_function(backend: str, name: str) -> Any:
    """The framework's own function of a name of the standard, or of layers of networks; None where it has none."""
    module = framework_module(backend)
    own = _OTHER_NAMES.get(backend, {}).get(name, f"math.{name}" if backend == "tensorflow" else name)
    found = _at(module, own)
    if found is None and backend in _OF_NETWORKS:
        found = _at(module, f"{_OF_NETWORKS[backend]}.{name}")
    return found


def _at(module: Any, path: str) -> Any:
    """What lies at a dotted path; None where nothing does."""
    for part in path.split("."):
        module = getattr(module, part, None)
    return module
