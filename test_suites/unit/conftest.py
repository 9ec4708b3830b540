"""The fixtures of the unit tests."""

from __future__ import annotations

from helpers.frameworks import (
    backend,
    compiled_cheaply,
    compiled_code_forgotten,
    compiling,
    other_backend,
    settings_put_back,
    xp,
)

__all__ = [
    "backend",
    "compiled_cheaply",
    "compiled_code_forgotten",
    "compiling",
    "other_backend",
    "settings_put_back",
    "xp",
]
