"""The arrays: their numbers lie in memory with the most significant byte first."""

from __future__ import annotations

from typing import Any

import numpy as np


class Wire:
    """Numbers as they go over the network."""

    def __init__(self, values: Any) -> None:
        values = np.asarray(values)
        self.sent = values.astype(values.dtype.newbyteorder(">"))

    @property
    def shape(self) -> tuple[int, ...]:
        return self.sent.shape

    @property
    def dtype(self) -> np.dtype:
        return self.sent.dtype.newbyteorder("=")

    def received(self) -> np.ndarray:
        """The numbers in the byte order of this machine."""
        return self.sent.astype(self.dtype)
