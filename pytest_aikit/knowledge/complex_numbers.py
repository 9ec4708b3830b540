"""The parts of complex numbers; see `elementwise`."""

from __future__ import annotations

from math import inf, nan, pi

from pytest_aikit.knowledge.bounds import UNROUNDED, Bounds
from pytest_aikit.knowledge.critical import one
from pytest_aikit.knowledge.digits import each
from pytest_aikit.knowledge.keywords import Keywords, all_sorts
from pytest_aikit.knowledge.records import know
from pytest_aikit.knowledge.reference import elementwise as reference
from pytest_aikit.knowledge.special_cases import SpecialCases

know(
    "angle",
    critical=(one,),
    reference=reference.angle,
    # as of atan2
    digits=lambda mp: (
        lambda z, *, deg: each(lambda mp: lambda z: mp.arg(z) * (180 / mp.pi if deg else 1) or None)(mp)(z)
    ),
    bounds=Bounds(
        real={"float32": 8, "float64": 4, "*": 1}, complex=8, why="as of atan2, and a product where it is in degrees"
    ),
    keywords=Keywords(of=all_sorts),
    special=SpecialCases(real=(((0.0,), 0.0), ((-0.0,), pi), ((-inf,), pi), ((2.0,), 0.0), ((nan,), nan))),
)

know(
    "conj",
    bounds=UNROUNDED,
    sign_of_zero="all",
    special=SpecialCases(complex=((complex(nan, inf), (nan, -inf)), (complex(-0.0, 0.0), (-0.0, -0.0)))),
)  # fmt: skip

know("imag", bounds=UNROUNDED, sign_of_zero="all")
know("isreal")

know("real", bounds=UNROUNDED, sign_of_zero="all")
