"""Numbers that are the same on every backend."""

from __future__ import annotations

from typing import Any


def as_int64(number: Any) -> Any:
    """The int64 whose bits are those of `number` modulo 2**64: sums and products wrap to what fits another dtype."""
    return (number + 2**63) % 2**64 - 2**63
