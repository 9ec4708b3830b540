"""The fixtures of the unit tests."""

from __future__ import annotations

from helpers.frameworks import backend, other_backend, settings_put_back, xp

__all__ = ["backend", "other_backend", "settings_put_back", "xp"]
