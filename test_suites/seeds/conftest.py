"""The fixtures of the unit tests."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "unit"))

from frameworks import backend, other_backend, settings_put_back, xp

__all__ = ["backend", "other_backend", "settings_put_back", "xp"]
