"""NumPy's ufuncs, returning an ndarray also where the result has no dimensions."""

from __future__ import annotations

from typing import Any

import numpy as np


class Ufunc:
    """A ufunc whose result is always an ndarray, never a NumPy scalar.

    ``out=...`` costs 100 ns a call, so the fast path calls `direct`, the ufunc itself, and settles a scalar afterwards.
    """

    __slots__ = ("__name__", "direct")

    def __init__(self, direct: np.ufunc) -> None:
        self.direct = direct
        self.__name__ = direct.__name__

    def __call__(self, *args: Any) -> np.ndarray:
        return self.direct(*args, out=...)
