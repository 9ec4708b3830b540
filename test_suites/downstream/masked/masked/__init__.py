"""Arrays of which some elements are missing: values and a mask, which is True where an element is missing."""

from masked.arrays import HANDLED, Masked

__all__ = ["HANDLED", "Masked"]
