"""Moving between devices."""

from __future__ import annotations

from typing import Any

from ._rules import rule


@rule("to_device")
def to_device(backend: Any, standard: Any, x: Any, device: Any, /) -> Any:
    return x.to_device(device)  # a method in the standard
