"""Arrays whose dimensions have names: ``aikit.sum(x, axis="time")``."""

from labelled.arrays import Labelled

__all__ = ["Labelled"]
