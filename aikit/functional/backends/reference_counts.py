"""Whether Python counts references so that a count says who refers to an object."""

from __future__ import annotations

import sys

EXACT: bool = hasattr(sys, "getrefcount") and getattr(sys, "_is_gil_enabled", lambda: True)()
"""Not where several threads run at once, for each of them counts its own."""
