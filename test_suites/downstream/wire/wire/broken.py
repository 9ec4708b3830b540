"""A backend that is not finished: it lacks most of what every backend has."""

from __future__ import annotations

from typing import Any

name = "wire_broken"


def to_numpy(x: Any) -> Any:
    return x
