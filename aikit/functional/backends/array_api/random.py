"""Random numbers: the standard has none, so that they are drawn on the host, as the data of arrays that are made."""

from __future__ import annotations

from typing import Any

import numpy as np

from aikit import dtypes
from aikit.functional.backends import host_random

from ._rules import rule


def _host(backend: Any, x: Any) -> Any:
    return backend.to_numpy(x) if backend.is_native_array(x) else x


def _device(backend: Any, device: Any, *parameters: Any) -> Any:
    """The device of the result: that of the arrays among the parameters where none is asked for."""
    arrays = [x for x in parameters if backend.is_native_array(x)]
    return backend.dev(arrays[0]) if device is None and arrays else device


@rule("random_uniform")
def random_uniform(
    backend: Any, standard: Any, *, low: Any, high: Any, shape: Any, device: Any = None, dtype: Any, seed: int
) -> Any:
    ends = {"low": _host(backend, low), "high": _host(backend, high)}
    host = host_random.random_uniform(**ends, shape=shape, dtype=np.dtype(dtypes.as_dtype(dtype)), seed=seed)
    return backend.from_numpy(host, dtype, _device(backend, device, low, high))


@rule("random_normal")
def random_normal(
    backend: Any, standard: Any, *, mean: Any, std: Any, shape: Any, dtype: Any, seed: int, device: Any = None
) -> Any:
    moments = {"mean": _host(backend, mean), "std": _host(backend, std)}
    host = host_random.random_normal(**moments, shape=shape, dtype=np.dtype(dtypes.as_dtype(dtype)), seed=seed)
    return backend.from_numpy(host, dtype, _device(backend, device, mean, std))


@rule("randint")
def randint(
    backend: Any, standard: Any, low: Any, high: Any, /, *, shape: Any, device: Any = None, dtype: Any, seed: int
) -> Any:
    ends = _host(backend, low), _host(backend, high)
    host = host_random.randint(*ends, shape=shape, dtype=np.dtype(dtypes.as_dtype(dtype)), seed=seed)
    return backend.from_numpy(host, dtype, _device(backend, device, low, high))


@rule("multinomial")
def multinomial(
    backend: Any,
    standard: Any,
    population_size: int,
    num_samples: int,
    /,
    *,
    batch_size: int = 1,
    probs: Any = None,
    replace: bool = True,
    device: Any = None,
    seed: int,
) -> Any:
    weights = None if probs is None else _host(backend, probs)
    options: dict[str, Any] = {"batch_size": batch_size, "replace": replace, "seed": seed}
    host = host_random.multinomial(population_size, num_samples, probs=weights, **options)
    return backend.from_numpy(host, backend.index_dtype(), _device(backend, device, probs))


@rule("shuffle")
def shuffle(backend: Any, standard: Any, x: Any, axis: int = 0, /, *, seed: int) -> Any:
    order = host_random.permutation(x.shape[axis], seed)
    return backend.namespace.take(x, backend.from_numpy(order, backend.index_dtype(), backend.dev(x)), axis=axis)
