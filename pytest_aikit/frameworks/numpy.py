"""NumPy, whose arrays are those of the host."""

from __future__ import annotations

import contextlib
import pickle
import weakref
from collections.abc import Callable
from typing import Any

from pytest_aikit.frameworks.records import LEVELS, Framework


def _namespace() -> Any:
    import array_api_compat.numpy as compat

    return compat


def _memory_of(array: Any) -> Callable[[], bool]:
    bases = []
    while array is not None:
        with contextlib.suppress(TypeError):  # not all that has memory can be referred to weakly
            bases.append(weakref.ref(array))
        array = getattr(array, "base", None)
    return lambda: any(base() is not None for base in bases)


def _generator_state() -> bytes:
    import numpy as np

    return pickle.dumps(np.random.get_state())


FRAMEWORK = Framework(
    "numpy",
    generator_state=_generator_state,
    memory_of=_memory_of,
    threads=("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"),
    is_host=True,
    not_in_dlpack=("bfloat16",),  # which it knows by ml_dtypes only, of which DLPack knows nothing
    isa_cap=lambda environment: LEVELS[-1],  # what NumPy says of the processor is under its cap already
    namespace=_namespace,
)
