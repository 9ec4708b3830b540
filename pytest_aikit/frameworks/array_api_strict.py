"""array_api_strict, which refuses what the Array API standard does not have; what it computes is computed by NumPy."""

from __future__ import annotations

from pytest_aikit.frameworks.records import Framework

FRAMEWORK = Framework("array_api_strict", kernels_of="numpy")
