"""Axes that NumPy would take in silence and the standard does not."""

from __future__ import annotations

from typing import Any

import numpy as np


def check_axis(x: np.ndarray, axis: Any) -> None:
    """Raise where `x` has no axes: NumPy takes the axes 0 and -1 of a 0-d array; all else it checks itself."""
    if axis is not None and not x.ndim and axis != ():
        raise ValueError(f"axis {axis} is out of range for a 0-d array")
