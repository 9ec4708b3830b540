"""Memory layouts of arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from pytest_aikit import frameworks
from pytest_aikit.model import Sample


def _strided(array: np.ndarray) -> np.ndarray:
    """The same values, every second element of a larger array."""
    wide = np.zeros((*array.shape[:-1], 2 * array.shape[-1]), dtype=array.dtype)
    wide[..., ::2] = array
    return wide[..., ::2]


def _backwards(array: np.ndarray) -> np.ndarray:
    """The same values, with a negative stride."""
    return np.array(array[..., ::-1], order="C")[..., ::-1]


def _read_only(array: np.ndarray) -> np.ndarray:
    array = array.copy()
    array.flags.writeable = False
    return array


def keeps_layouts(backend: str) -> bool:
    """Whether a memory layout of NumPy reaches the functions of a backend: most frameworks copy what comes from there."""
    framework = frameworks.of(backend)
    return framework.is_host or framework.laid_out is not None


def in_other_layouts(
    sample: Sample, layouts: Mapping[str, Callable[[np.ndarray], np.ndarray]] | None = None
) -> tuple[Sample, ...]:
    """A sample with its arrays in each of the layouts."""

    def changed(value: Any, layout: Callable[[np.ndarray], np.ndarray]) -> Any:
        if isinstance(value, (list, tuple)):
            return type(value)(changed(item, layout) for item in value)
        return layout(value) if isinstance(value, np.ndarray) and value.ndim else value

    return tuple(
        replace(
            sample,
            args=tuple(changed(value, layout) for value in sample.args),
            label=_named(sample, label),
            part="layouts",
        )
        for label, layout in (layouts or LAYOUTS).items()
    )


LAYOUTS: Mapping[str, Callable[[np.ndarray], np.ndarray]] = {
    "not contiguous": _strided,
    "negative strides": _backwards,
    "read-only": _read_only,
}
"""Label -> an array of the same values in another memory layout; NumPy arrays handed in natively keep it."""

VIEWS: Mapping[str, Callable[[np.ndarray], np.ndarray]] = {
    **LAYOUTS,
    "F order": np.asfortranarray,
    "stride 0": lambda array: np.broadcast_to(array[..., -1:], array.shape),
}
"""Those of arrays of several dimensions, too; the last repeats values, which changes what some functions are about."""


def _named(sample: Sample, layout: str) -> str:
    return layout if sample.label == "special values" else f"{layout}, {sample.label}"
