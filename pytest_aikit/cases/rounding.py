"""Whether two results of one call are the same where both are right, and rounded in another order."""

from __future__ import annotations

from typing import Any

from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases import calling, oracle
from pytest_aikit.cases.oracle import widened
from pytest_aikit.knowledge.bounds import MOVED
from pytest_aikit.model import Sample
from pytest_aikit.numerics.comparing import difference, same_bits, without_flushed
from pytest_aikit.numerics.promotion import kind_of


def same_but_for_rounding(function: Function, sample: Sample, place: int, one: Any, two: Any) -> bool:
    """Whether two arrays, which stand in the same place of the result of one call, differ by twice the bound at most, or by 2 ULP.

    What is moved is the same bit for bit, and what is not floating.
    """
    dtype, known = str(one.dtype), knowledge.of(function)
    first, second = calling.host(one), calling.host(two)
    if known.arbitrary or same_bits(first, second):
        return True
    if kind_of(dtype) not in "fc":
        return False
    wanted = oracle.expected(function, sample)
    scale = (wanted[place] if isinstance(wanted, tuple) else wanted).scale
    moved = known.bounds is MOVED and not known.selects
    limit = 0.0 if moved else max(2.0, 2 * known.bound(dtype))
    # one may flush subnormal results that the other keeps
    exact = without_flushed(first, widened(second), dtype, limit, moved)
    return not difference(
        without_flushed(second, exact, dtype, limit, moved), exact, dtype, limit, scale, zero_signs=moved
    )
