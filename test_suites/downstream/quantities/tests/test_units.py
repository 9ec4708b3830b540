"""What becomes of the units."""

import pytest
from quantities import Quantity, UnitError

import aikit


def test_units_are_combined():
    speed = Quantity([6.0, 8.0], m=1) / Quantity([2.0, 4.0], s=1)
    assert (aikit.to_list(speed.data), speed.unit) == ([3.0, 2.0], {"m": 1, "s": -1})
    assert aikit.sqrt(Quantity([4.0], m=2)).unit == {"m": 1}


@pytest.mark.parametrize("other", [Quantity([1.0], s=1), aikit.asarray([1.0]), 1.0])
def test_units_that_do_not_fit(other):
    with pytest.raises(UnitError):
        Quantity([1.0], m=1) + other
