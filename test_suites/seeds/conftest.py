"""The fixtures of the unit tests."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

_path = Path(__file__).parents[1] / "unit" / "conftest.py"
_spec = importlib.util.spec_from_file_location("unit_fixtures", _path)
assert _spec is not None and _spec.loader is not None
_module = importlib.util.module_from_spec(_spec)
sys.modules["unit_fixtures"] = _module
_spec.loader.exec_module(_module)

backend, other_backend, xp = _module.backend, _module.other_backend, _module.xp
_settings_put_back = _module._settings_put_back
