"""Moving between devices."""

from __future__ import annotations

import numpy as np


def to_device(x: np.ndarray, device: str, /) -> np.ndarray:
    return x
