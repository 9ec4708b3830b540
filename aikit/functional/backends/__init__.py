"""The backends that aikit brings along: a package for each framework, and one for any Array API namespace."""

from __future__ import annotations

BUILT_IN = ("numpy", "torch", "jax", "tensorflow")
"""The frameworks that have a backend of their own here, under the names of both."""

GENERIC = "array_api:"
"""What stands before the module of an Array API namespace where that stands for a backend."""
