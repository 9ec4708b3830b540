"""Special cases of the Python Array API standard 2025.12 that are worth stating one by one.

NumPy is the reference of the check `value`, and for most functions its special cases are the standard's. In the records
stand those where it is not so, where aikit settles what the standard leaves open, and the complex ones, which `value`
leaves out because NumPy follows the C library there.
https://data-apis.org/array-api/2025.12/API_specification/elementwise_functions.html
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any


@dataclass(frozen=True)
class OpenSign:
    """A value whose sign the standard leaves open."""

    value: float


EITHER_INF, EITHER_ZERO = OpenSign(inf), OpenSign(0.0)

Real = tuple[tuple[float, ...], float]
Complex = tuple[complex, tuple[Any, Any]]
Integer = tuple[tuple[int, ...], int]


@dataclass(frozen=True, kw_only=True)
class SpecialCases:
    """The special cases of one function.

    Attributes
    ----------
    real : (arguments, result) of real floating dtypes. Signs of zeros count.
    integer : (arguments, result) of integer dtypes; those with a negative number are for signed ones only.
    complex : (argument, parts of the result) of complex dtypes; None for a part that is not looked at.
    """

    real: tuple[Real, ...] = ()
    integer: tuple[Integer, ...] = ()
    complex: tuple[Complex, ...] = ()

    def of(self, kind: str) -> tuple[Any, ...]:
        """Those of a kind of dtypes, one letter."""
        if kind == "u":
            return tuple((args, result) for args, result in self.integer if min(*args, result) >= 0)
        return {"f": self.real, "i": self.integer, "c": self.complex}.get(kind, ())


NONE = SpecialCases()
