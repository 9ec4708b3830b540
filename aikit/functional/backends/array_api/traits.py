"""What `aikit.traits` asks, answered by what the standard asks of every array."""

from __future__ import annotations

from typing import Any

import numpy as np

_CPU = 1
"""DLPack's number of the CPU."""


class Traits:
    """The members about memory: an array on the CPU shows it by DLPack."""

    def access(self, x: Any, /) -> str:
        return "pointer" if x.__dlpack_device__()[0] == _CPU else "accelerator"

    def strides(self, x: Any, /) -> tuple[int, ...] | None:
        if x.__dlpack_device__()[0] != _CPU:
            return None
        return tuple(stride // (x.itemsize or 1) for x in [np.from_dlpack(x)] for stride in x.strides)

    def is_mutable(self, x: Any, /) -> bool:
        return hasattr(x, "__setitem__")

    can_set_items = is_mutable
