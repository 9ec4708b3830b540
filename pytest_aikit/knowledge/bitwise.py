"""The bits of each element; see `elementwise`."""

from __future__ import annotations

from aikit.exceptions import AikitTypeError
from pytest_aikit.knowledge.calls import ArraySpec, bad
from pytest_aikit.knowledge.records import know
from pytest_aikit.knowledge.reference import elementwise as reference
from pytest_aikit.knowledge.special_cases import SpecialCases

know(
    "bitwise_and",
    operator="and_",
    bad=(
        bad(
            AikitTypeError,
            "bitwise float",
            ArraySpec((2,), dtype="float32"),
            ArraySpec((2,), dtype="float32"),
            words=("x1", "float32"),
        ),
    ),
)
know("bitwise_invert", operator="invert")

know(
    "bitwise_left_shift",
    reference=reference.left_shift,
    integers="exact",
    operator="lshift",
    special=SpecialCases(
        # undefined in the standard; aikit's rules
        integer=(((1, 100), 0), ((1, -1), 0), ((-1, 3), -8)),
    ),
)  # fmt: skip

know("bitwise_or", operator="or_")

know(
    "bitwise_right_shift",
    reference=reference.right_shift,
    integers="exact",
    operator="rshift",
    special=SpecialCases(
        # undefined in the standard; aikit's rules
        integer=(((8, 100), 0), ((-8, 100), -1), ((8, -1), 0), ((-8, -1), -1), ((-8, 1), -4)),
    ),
)  # fmt: skip

know("bitwise_xor", operator="xor")
