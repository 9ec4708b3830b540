"""NumPy, whose arrays are those of the host."""

from __future__ import annotations

from typing import Any

from pytest_aikit.frameworks.records import LEVELS, Framework


def _namespace() -> Any:
    import array_api_compat.numpy as compat

    return compat


FRAMEWORK = Framework(
    "numpy",
    is_host=True,
    not_in_dlpack=("bfloat16",),  # which it knows by ml_dtypes only, of which DLPack knows nothing
    isa_cap=lambda environment: LEVELS[-1],  # what NumPy says of the processor is under its cap already
    namespace=_namespace,
)
