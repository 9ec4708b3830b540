"""Why a call on a long array may take longer than the framework's own: measured, and said in the backend where it is so."""

from __future__ import annotations

from collections.abc import Mapping

REASONS: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "numpy": {},
    "torch": {},
    "jax": {},
    "tensorflow": {},
}
"""Backend -> call, as in the table -> dtype, or ``"*"`` for all -> the reason."""
