"""Arrays with a physical unit, and an error for what has no meaning: ``Quantity([1.0], m=1) + Quantity([1.0], s=1)``."""

from quantities.arrays import HANDLED, Quantity, UnitError

__all__ = ["HANDLED", "Quantity", "UnitError"]
