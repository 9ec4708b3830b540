"""Gradients where functions have kinks, ties or roots of 0: the finite subgradient that `aikit.grad` promises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pytest_aikit.knowledge.calls import Kink

_TIED, _MATRIX = [1.0, 2.0, 0.0], [[0.0, 0.0], [3.0, 4.0]]

KINKS: Mapping[str, Sequence[Kink]] = {
    "abs": (Kink(([0.0, -0.0, 2.0, -3.0],), ([0, 0, 1, -1],)),),
    "atan2": (Kink(([0.0, 1.0], [0.0, 1.0]), ([0, 0.5], [0, -0.5])),),
    "clip": (
        Kink(([1.0, 2.0, 3.0, 0.0, 5.0], 1.0, 3.0), ([1, 1, 1, 0, 0],)),
        Kink(([1.0, 2.0], [1.0, 0.0], [3.0, 2.0]), ([1, 1], [0, 0], [0, 0])),
        Kink(([1.0, 2.0], 1.0, 1.0), ([1, 0],)),
    ),
    "hypot": (Kink(([0.0, 3.0], [0.0, 4.0]), ([0, 0.6], [0, 0.8])),),
    "maximum": (
        Kink((_TIED, [1.0, 1.0, 1.0]), ([0.5, 1, 0], [0.5, 0, 1])),
        Kink(([0.0, 2.0, -1.0], 0), ([0.5, 1, 0],)),
    ),
    "minimum": (Kink((_TIED, [1.0, 1.0, 1.0]), ([0.5, 0, 1], [0.5, 1, 0])),),
    "pow": (Kink(([0.0, 2.0], 0.0), ([0, 0],)), Kink(([0.0, 2.0], 2), ([0, 4],))),
}
"""Function -> its kinks."""
