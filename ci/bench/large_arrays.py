"""The arrays of the calls in `large_calls`, of 10**6 elements each."""

from __future__ import annotations

from typing import Any

import numpy as np

import aikit
from ci.bench.own_names import framework_module

SIZE = 10**6
Domain = tuple[float, float] | None


def _real(domain: Domain) -> dict[str, Any]:
    """Those that have the dtype of the call, in float64."""
    random = np.random.default_rng(0)
    low, high = (1, 9) if domain is None else (max(domain[0], -9), min(domain[1], 9))
    x, y = (random.uniform(low, high, SIZE) for _ in range(2))
    r = random.permutation(SIZE) - SIZE / 2
    a = random.uniform(-1, 1, (300, 300))
    m, w = x.reshape(1000, 1000), y.reshape(1000, 1000)
    found = {"x": x, "y": y, "r": r, "s": np.sort(r), "m": m, "w": w, "u": w[0], "v": m[0]}
    return found | {"a": a + 30 * np.eye(300), "h": a @ a.T + np.eye(300), "n": x[:999_999].reshape(-1, 3)}


def _complex(found: dict[str, Any]) -> dict[str, Any]:
    """With imaginary parts; what is in order stays so, and the positive matrix is one."""
    turned = np.random.default_rng(1)
    return {name: one if name in "hs" else one + 1j * turned.permutation(one) for name, one in found.items()}


def _of_fixed_dtypes() -> dict[str, Any]:
    random = np.random.default_rng(2)
    return {
        "c": random.uniform(size=SIZE) < 0.5,
        "i": random.integers(0, SIZE, SIZE),
        "j": random.integers(0, 1000, 1000),
        "k": random.integers(0, 1000, (1000, 1000)),
    }


def native_arrays(backend: str, dtype: str, domain: Domain) -> dict[str, Any]:
    """Native arrays by name; those of a call of bools have float32 beside."""
    found = _complex(_real(domain)) if dtype == "complex64" else _real(domain)
    typed = {name: one.astype("float32" if dtype == "bool" else dtype) for name, one in found.items()}
    xp = aikit.get_backend(backend)
    return {name: aikit.to_native(xp.asarray(one)) for name, one in (typed | _of_fixed_dtypes()).items()}


def native_names(backend: str, dtype: str, arrays: dict[str, Any]) -> dict[str, Any]:
    """The framework's own functions and the arrays, by the names that the native calls have."""
    module = framework_module(backend)
    names = vars(module) | arrays | {"dtype": getattr(module, dtype)}
    if backend == "jax":
        import jax

        names["nn"] = jax.nn
    if backend == "tensorflow":
        names |= {"zero": module.zeros((), dtype), "one": module.ones((), dtype)}
    return names


def our_names(dtype: str, arrays: dict[str, Any]) -> dict[str, Any]:
    """The functions of aikit and the arrays as Arrays."""
    names = {name: getattr(aikit, name) for name in aikit.__all__ if not name.startswith("_")}
    return names | {name: aikit.to_aikit(array) for name, array in arrays.items()} | {"dtype": dtype}
