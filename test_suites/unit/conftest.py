"""The fixtures of the unit tests."""

from __future__ import annotations

from helpers.frameworks import backend, compiled_code_forgotten, other_backend, settings_put_back, xp

__all__ = ["backend", "compiled_code_forgotten", "other_backend", "settings_put_back", "xp"]
