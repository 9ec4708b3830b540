"""Lengths, and what has no unit; most functions are refused."""

from quantities import HANDLED, Quantity, UnitError

import aikit
from pytest_aikit import Adapter, ConformanceSuite

OF_NO_UNIT = (aikit.exp, aikit.log, aikit.sin, aikit.cos)


def adapter(name, cls=Quantity, **unit):
    return Adapter(
        cls,
        from_numpy=lambda array: cls(array, **unit),
        to_numpy=lambda x: aikit.to_numpy(x.data),
        dtypes=["float32", "float64"],
        name=name,
        results=(aikit.Array,),  # what comparisons give
        refusals=(UnitError,),
    )


class TestLength(ConformanceSuite):
    adapter = adapter("Length", m=1)
    supported = tuple(function for function in HANDLED if function not in OF_NO_UNIT)
    unsupported = "*"


class TestNumber(ConformanceSuite):
    adapter = adapter("Number")
    supported = HANDLED
    unsupported = "*"
