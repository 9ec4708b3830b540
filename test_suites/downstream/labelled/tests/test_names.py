"""What becomes of the names."""

import pytest
from labelled import Labelled

import aikit
from aikit import traits

X = Labelled([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], ["time", "place"])


def test_names_for_axes():
    result = aikit.sum(X, axis="time")
    assert (aikit.to_list(result.data), result.dims) == ([9.0, 12.0], ("place",))
    assert aikit.permute_dims(X, ("place", "time")).dims == ("place", "time")


def test_names_are_joined():
    assert (X + Labelled([1.0, 2.0])).dims == ("time", "place")
    with pytest.raises(ValueError, match="'place' and 'time'"):
        X + Labelled([1.0, 2.0], ["time"])


def test_unknown_name():
    with pytest.raises(ValueError, match="axis='day'"):
        aikit.mean(X, axis="day")


def test_traits_of_the_array():
    assert traits.size(X) == (3, 2) and traits.strides(X) == (2, 1) and traits.ismutable(X)
    assert traits.parent_type(X) is aikit.Array and not traits.can_setindex(X)
    assert traits.dimnames(traits.Transpose(X)) == ("place", "time") and traits.size(X, "place") == 2
