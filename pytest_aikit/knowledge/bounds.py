"""How far a value may be from the exact one, in units in the last place (ULP) of the exact one.

The ULP is that of the result's dtype at the exact value; for a complex one at its magnitude; for a sum of terms (see
`Knowledge.scale`) at the sum of their magnitudes, because that is what rounding errors are proportional to.
0 means correctly rounded, bit for bit, including the signs of zeros.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pytest_aikit.numerics.promotion import kind_of

DEFAULT: Mapping[str, float] = {
    # computed in float32 and rounded once: half a ULP, and a hair more where the float32 result is off
    "float16": 1,
    "bfloat16": 1,
    "float32": 4,
    "float64": 4,
    "complex64": 8,
    "complex128": 8,
}


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """The bounds of one function, where they are not `DEFAULT`.

    Attributes
    ----------
    real : of real results: one for all dtypes, or by dtype, of which ``"*"`` stands for the others.
    complex : of complex results, and of real ones of complex arguments.
    integers : of floating results of integers, where they are not those of floating arguments.
    why : the reason.
    """

    real: float | Mapping[str, float] | None = None
    complex: float | None = None
    integers: float | None = None
    why: str = ""

    @property
    def exact(self) -> bool:
        """Whether real results are exact or correctly rounded, whatever the dtype."""
        return self.real == 0

    def of(self, dtype: str, *, of_complex: bool = False, of_integers: bool = False) -> float:
        """The largest error in ULP of a result of a dtype.

        `of_complex` and `of_integers`: the result is floating, and the arguments are of that kind.
        """
        kind = kind_of(dtype)
        if kind not in "fc":
            return 0
        if of_integers and self.integers is not None:
            return self.integers
        if kind == "c" or of_complex:
            return DEFAULT[dtype] if self.complex is None else self.complex
        if isinstance(self.real, Mapping):
            return self.real.get(dtype, self.real.get("*", DEFAULT[dtype]))
        return DEFAULT[dtype] if self.real is None else self.real


def exact(why: str, *, complex: float = 0) -> Bounds:
    """The bounds of a function whose real results are exact or correctly rounded."""
    return Bounds(real=0, complex=complex, why=why)


AS_OTHERS = Bounds()
MOVED = exact("data is moved or selected, and not computed with")
ROUNDED_ONCE = exact("IEEE 754 requires the operation to be correctly rounded")
UNROUNDED = exact("nothing is rounded")
SUMMED = Bounds(
    real=8,
    complex=8,
    why="n terms are added in any order, each sum is rounded: (n - 1) / 2 at worst for the 24 terms of the samples",
)
