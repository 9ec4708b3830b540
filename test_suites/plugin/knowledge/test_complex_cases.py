"""The tables of complex special cases hold what Python's `cmath` gives, which follows the same tables of C99."""

from __future__ import annotations

import cmath
import math

import pytest

from pytest_aikit import knowledge
from pytest_aikit.cases.cells import known_function
from pytest_aikit.knowledge import complex_cases
from pytest_aikit.knowledge.special_cases import OpenSign

NAMES = sorted({*complex_cases._TABLES, *complex_cases._TURNED, "cos"})
OF_ZERO = ("tan", "tanh")
"""Where the standard gives zeros another sign than C99."""
SETTLED = ("acosh", "tan", "tanh")
"""Where the standard settles parts that are NaN by C99, as later editions of C do."""


def _c99(name, z):
    try:
        if name == "expm1":
            return cmath.exp(z) - 1
        return cmath.log(1 + z) if name == "log1p" else getattr(cmath, name)(z)
    except (ValueError, OverflowError):  # of which Python makes an error
        return None


def _is_same(got, wanted, zero_signs):
    if isinstance(wanted, OpenSign):
        got, wanted = abs(got), wanted.value
    if math.isnan(wanted) or math.isnan(got):
        return math.isnan(wanted) and math.isnan(got)
    signs = not zero_signs or wanted != 0 or math.copysign(1, got) == math.copysign(1, wanted)
    return signs and math.isclose(got, wanted, rel_tol=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_each_row_is_that_of_c99(name):
    compared = 0
    for z, parts in complex_cases.of_the_standard(name):
        found = _c99(name, z)
        if found is None:
            continue
        # a sum has no sign of zero of its own, and an infinite difference leaves a NaN beside it
        exact = name not in (*OF_ZERO, "expm1", "log1p")
        for got, wanted in zip((found.real, found.imag), parts, strict=True):
            settled = name in SETTLED and 0 in (z.real, z.imag) and math.isnan(got)
            assert settled or _is_same(got, wanted, exact), (z, found, parts)
        compared += 1
    assert compared > 20


@pytest.mark.parametrize("name", NAMES)
def test_the_record_has_all_of_them(name):
    rows = knowledge.of(known_function(name)).special.complex
    assert len(rows) >= len(complex_cases.of_the_standard(name)) > 50
    parts = {(str(z.real), str(z.imag)) for z, _ in rows}
    for one in ("inf", "-inf", "nan"):
        assert any(re == one for re, _ in parts) and any(im == one or one == "-inf" for _, im in parts)
    # sines and cosines have other signs in each quadrant
    assert {"1.0", "2.0", "4.0", "5.0"} <= {part for pair in parts for part in pair}
