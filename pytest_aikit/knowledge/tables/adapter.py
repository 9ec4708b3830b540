"""The records of the functions about which everything still stands in tables, made of these."""

from __future__ import annotations

from typing import Any

import aikit
from aikit.core.records import REGISTRY
from pytest_aikit.knowledge import records
from pytest_aikit.knowledge.bounds import Bounds
from pytest_aikit.knowledge.special_cases import SpecialCases
from pytest_aikit.knowledge.tables import (
    bad_inputs,
    digits,
    kinks,
    left_out,
    references,
    results,
    sample_rows,
    special_cases,
    tolerances,
)

assert aikit  # declares the functions


def fill() -> None:
    """Make a record of each function that has none and stands in a table."""
    for qualified_name, function in REGISTRY.items():
        if qualified_name not in records.known():
            facts = {key: value for key, value in _facts(qualified_name, function.name).items() if value} | _falsehoods(
                function.name
            )
            if facts:
                records.know(qualified_name, **facts)


def _facts(qualified_name: str, name: str) -> dict[str, Any]:
    return {
        "reference": references.REFERENCES.get(name),
        "digits": digits.DIGITS.get(name),
        "scale": references.SCALES.get(name),
        "bounds": _bounds(name),
        "integers": _integers(name),
        "sign_of_zero": _sign_of_zero(name),
        "selects": "in place" if name in results.IN_PLACE else "",
        "calls": tuple(sample_rows.ROWS.get(name, ())),
        "left_out": {kind: rule for (of, kind), rule in left_out.LEFT_OUT.items() if of == name},
        "special": _special(name),
        "bad": tuple(bad_inputs.ROWS.get(name, ())),
        "gradient": _gradient(qualified_name, name),
        "drawn": _drawn(name),
        "operator": results.OPERATORS.get(name),
    }


def _falsehoods(name: str) -> dict[str, bool]:
    return {"widened": False} if name == "nextafter" else {}


def _bounds(name: str) -> Bounds | None:
    real: Any = 0 if name in tolerances.EXACT else tolerances.BOUNDS.get(name)
    found = Bounds(real=real, complex=tolerances.COMPLEX.get(name), integers=tolerances.INTEGERS.get(name))
    return None if found == Bounds() else found


def _integers(name: str) -> str:
    if name in references.INTEGER_ARITHMETIC:
        return "exact"
    return "quotient" if name in references.QUOTIENTS else ""


def _sign_of_zero(name: str) -> str:
    if name in references.SIGN_OF_ZERO_OPEN:
        return "open"
    return "all" if name in references.COMPLEX_SIGN_OF_ZERO else ""


def _special(name: str) -> SpecialCases | None:
    found = SpecialCases(
        real=special_cases.REAL.get(name, ()),
        integer=special_cases.INTEGER.get(name, ()),
        complex=special_cases.COMPLEX.get(name, ()),
    )
    return None if found == SpecialCases() else found


def _gradient(qualified_name: str, name: str) -> records.Gradient | None:
    found = records.Gradient(
        kinks=tuple(kinks.KINKS.get(qualified_name, ())),
        of_positive=name in results.OF_POSITIVE,
    )
    return None if found == records.Gradient() else found


def _drawn(name: str) -> records.Drawn | None:
    found = records.Drawn(
        wide={"floor_divide": True, "clip": False, "astype": False}.get(name),
        as_sampled=name in results.FIXED,
    )
    return None if found == records.Drawn() else found
