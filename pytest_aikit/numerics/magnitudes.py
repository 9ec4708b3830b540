"""How large the numbers of an array are, by which rounding errors are measured."""

from __future__ import annotations

from typing import Any

import numpy as np


def magnitudes(values: Any) -> Any:
    """The absolute values, 0 for NaN and infinities: beside these the errors of other numbers are what they are without.

    A complex number of which one part is no number has the magnitude of the other.
    """
    kind = np.asarray(values).dtype.kind
    if kind == "c":
        return np.abs(_finite(values.real) + 1j * _finite(values.imag))
    return np.abs(_finite(values) if kind == "f" else values)


def _finite(values: Any) -> Any:
    return np.where(np.isfinite(values), values, 0)
