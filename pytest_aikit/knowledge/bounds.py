"""How far a value may be from the exact one, in units in the last place (ULP) of the exact one.

The ULP is that of the result's dtype at the exact value; for a complex one at its magnitude; for a sum of terms (see
`Knowledge.scale`) at the sum of their magnitudes, because that is what rounding errors are proportional to.
0 means correctly rounded, bit for bit, including the signs of zeros.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from aikit.functional.backends import BUILT_IN
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


FEW = 24
"""How many terms there are in most samples: bounds are stated for these."""
_GROWTH: Mapping[str, Callable[[float], float]] = {
    "": lambda terms: 1,
    "log": lambda terms: math.log2(terms) / math.log2(FEW),
    "sqrt": lambda terms: math.sqrt(terms / FEW),
}
_BITS_LOST: Mapping[str, int] = {"float16": 13, "bfloat16": 16}
"""16-bit dtype -> the bits that float32, in which it is computed, has beyond it."""
UNKNOWN = ""
"""The backend of kernels of which nothing is known."""
ACCELERATOR = "accelerator"
"""In the place of a backend, all kernels for other devices than the CPU."""


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """The bounds of one function, where they are not `DEFAULT`.

    Attributes
    ----------
    real : of real results: one for all dtypes, or by dtype, of which ``"*"`` stands for the others.
    complex : of complex results, and of real ones of complex arguments.
    integers : of floating results of integers, where they are not those of floating arguments.
    grows : how they grow with the number of terms, which the record tells, beyond `FEW`: ``""`` not at all, ``log``, or
        ``sqrt``, as the sum of so many roundings that are independent does, one after the other. 16-bit dtypes are
        computed in float32, and rounded once: theirs do not grow before those of float32 show in 16 bits.
    wider_on : the bounds of results of floating arguments on backends whose kernels are less exact than those of others,
        see `on`. Of a backend that is not aikit's own nobody knows whose kernels it has, and it has the widest; those of
        `ACCELERATOR`, which are also of integers, there alone.
    exact_on : the backends on which real results of floating arguments are correctly rounded all the same.
    unless, unless_on : of the arguments of a call, whether its bounds are the widest all the same; the backends on which it
        is asked, where `UNKNOWN` stands for all that are not aikit's own. A call of which it is not true is one as on NumPy
        there.
    why : the reason.
    """

    real: float | Mapping[str, float] | None = None
    complex: float | None = None
    integers: float | None = None
    grows: str = ""
    wider_on: Collection[tuple[str, Mapping[str, float]]] = ()
    exact_on: Collection[str] = ()
    unless: Callable[..., bool] | None = None
    unless_on: Collection[str] = ()
    why: str = ""

    def __post_init__(self) -> None:
        if self.grows not in _GROWTH:
            raise ValueError(f"Bounds: grows={self.grows!r}; choose from {', '.join(map(repr, _GROWTH))}")

    @property
    def exact(self) -> bool:
        """Whether real results are exact or correctly rounded, whatever the dtype."""
        return self.real == 0

    def narrowed(self, on: str, *args: Any, **kwargs: Any) -> str:
        """The backend on which a call is made, if the narrower bounds there are those of this call."""
        asked = on if on in self.unless_on else UNKNOWN if on not in BUILT_IN else on
        if self.unless is None or asked not in self.unless_on:
            return on
        if self.unless(*args, **kwargs):
            return ACCELERATOR if on == ACCELERATOR else UNKNOWN
        return "numpy" if asked == UNKNOWN and on != ACCELERATOR else on

    def of(
        self, dtype: str, *, of_complex: bool = False, of_integers: bool = False, terms: float = 0, on: str = ""
    ) -> float:
        """The largest error in ULP of a result of a dtype.

        `of_complex` and `of_integers`: the result is floating, and the arguments are of that kind. `terms`: how many
        there are of what is added up. `on`: the backend; where none is said, the largest on any.
        """
        if on in self.exact_on and not (of_complex or of_integers or kind_of(dtype) == "c"):
            return 0
        growth = _GROWTH[self.grows](max(terms, FEW))
        narrow = dtype in _BITS_LOST
        computed = "float32" if narrow else dtype
        of_few = self._of_few(computed, of_complex, of_integers)
        if not of_integers or on == ACCELERATOR:
            of_few = max(of_few, self._wider(computed, on))
        of_few *= growth
        return max(self._of_few(dtype, of_complex, of_integers), of_few / 2 ** _BITS_LOST[dtype]) if narrow else of_few

    def _wider(self, dtype: str, on: str) -> float:
        anybodys = on not in BUILT_IN
        known = (one for of, one in self.wider_on if of == on or (anybodys and of != ACCELERATOR))
        return max((bounds.get(dtype, 0.0) for bounds in known), default=0.0)

    def _of_few(self, dtype: str, of_complex: bool, of_integers: bool) -> float:
        """The largest error where the terms are few."""
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


def on(backend: str, **bounds: float) -> tuple[str, Mapping[str, float]]:
    """The bounds on a backend, by dtype."""
    return backend, bounds


def exact(why: str, *, complex: float = 0) -> Bounds:
    """The bounds of a function whose real results are exact or correctly rounded."""
    return Bounds(real=0, complex=complex, why=why)


AS_OTHERS = Bounds()
MOVED = exact("data is moved or selected, and not computed with")
ROUNDED_ONCE = exact("IEEE 754 requires the operation to be correctly rounded")
UNROUNDED = exact("nothing is rounded")
ROUNDED_TO_16 = {"float16": 1, "bfloat16": 1}
"""The bounds of the 16-bit dtypes, which nothing is added up in: half a ULP, and a hair more."""
SUMMED = Bounds(
    real={**ROUNDED_TO_16, "*": 8},
    complex=8,
    grows="sqrt",
    why="n terms are added in any order, each sum is rounded: n / 2 at worst for the 24 terms of most samples. Of many the "
    "roundings are independent: one after the other they come to sqrt(n) times 0.7 at most on the frameworks measured (the "
    "first axis of NumPy, of TensorFlow, and the variances of PyTorch), and to no more in lanes or by halves",
)
OF_SUMS = Bounds(
    grows="sqrt", why="as of most functions, and of a sum among the steps, whose roundings are independent"
)
