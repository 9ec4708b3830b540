"""What an argument that names dimensions means, row by row, and the names of dimensions."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.frameworks import BACKENDS, require

import aikit
from aikit import traits
from aikit.exceptions import AikitAxisError, AikitIndexError, AikitTypeError, AikitValueError
from aikit.traits import (
    Adjoint,
    Axis,
    DimensionError,
    Named,
    PermutedDims,
    Reshaped,
    StaticInt,
    Transpose,
    View,
    dimnames,
    static,
    to_dims,
)

ALL = [*BACKENDS, "array_api_strict"]
X = Named(np.zeros((2, 3, 4)), ("x", "y", None))

ROWS = [
    (0, 0, int),
    (-1, 2, int),
    (np.int64(1), 1, int),
    (np.asarray(-1), 2, int),
    (static(1), 1, StaticInt),
    (static(-1), 2, StaticInt),
    (None, None, type(None)),
    (..., ..., type(...)),
    (slice(None), slice(None), slice),
    ("y", 1, int),
    (static("y"), 1, StaticInt),
    ((2, "x"), (2, 0), tuple),
    ([1, 0], (1, 0), tuple),
    ((), (), tuple),
]
WRONG = [
    (True, AikitTypeError, "a bool is not a dimension; got dim=True"),
    (np.bool_(True), AikitTypeError, "a bool is not a dimension"),
    ((0, False), AikitTypeError, "a bool is not a dimension"),
    (1.0, AikitTypeError, r"dim=1.0 is a float"),
    (b"x", AikitTypeError, "is a bytes"),
    (((0,), 1), AikitTypeError, r"dim=\(0,\) is a tuple"),
    ((None, 1), AikitTypeError, "dim=None"),
    ((..., 1), AikitTypeError, "dim=Ellipsis"),
    ((slice(None),), AikitTypeError, r"dim=slice\(None, None, None\)"),
    (slice(1), AikitTypeError, "is a slice"),
    (3, DimensionError, "^dimension 3 is out of range for an array of 3 dimensions$"),
    (-4, DimensionError, "^dimension -4 is out of range"),
    (static(5), DimensionError, r"^dimension static\(5\) is out of range"),
    ("z", DimensionError, r"^no dimension named 'z'; names are \('x', 'y', None\)$"),
    ((0, -3), DimensionError, r"^dimension 0 appears more than once in \(0, -3\)$"),
    (("x", 0), DimensionError, r"^dimension 0 appears more than once in \('x', 0\)$"),
    ((1, 1), DimensionError, "^dimension 1 appears more than once"),
]


@pytest.mark.parametrize("dim, wanted, cls", ROWS, ids=repr)
def test_row(dim, wanted, cls):
    found = to_dims(X, dim)
    assert found == wanted and type(found) is cls


@pytest.mark.parametrize("dim, error, words", WRONG, ids=repr)
def test_wrong_row(dim, error, words):
    with pytest.raises(error, match=words):
        to_dims(X, dim)


@pytest.mark.parametrize("dim", [None, ..., slice(None)], ids=repr)
def test_expanded(dim):
    assert to_dims(X, dim, expand=True) == (0, 1, 2)
    assert to_dims(X, 1, expand=True) == 1


def test_bases_of_the_error():
    assert issubclass(DimensionError, (AikitAxisError, ValueError, IndexError))
    for x in (np.asarray(1.0), 2.5):
        with pytest.raises(DimensionError, match="dimension 0 is out of range for an array of 0 dimensions"):
            to_dims(x, 0)
    with pytest.raises(DimensionError, match="'x': a ndarray has no dimension names"):
        to_dims(np.zeros(2), "x")


def test_a_name_that_comes_twice():
    class Twice:
        shape = (1, 2, 3)
        __aikit_dimnames__ = ("x", "y", "x")

    with pytest.raises(DimensionError, match=r"^'x' names dimensions 0 and 2$"):
        to_dims(Twice(), "x")
    assert to_dims(Twice(), "y") == 1


@pytest.mark.parametrize("backend", ALL)
def test_on_native_arrays(backend):
    x = aikit.to_native(aikit.get_backend(require(backend)).zeros((2, 3)))
    for one in (x, aikit.asarray(x)):
        assert to_dims(one, (-1, 0)) == (1, 0) and type(to_dims(one, -1)) is int
        with pytest.raises(DimensionError):
            to_dims(one, 2)


@pytest.mark.needs("tensorflow")
def test_unknown_rank():
    import tensorflow as tf

    for x in (tf.TensorSpec(None), aikit.traits.parent(tf.TensorSpec(None))):
        aikit.get_backend("tensorflow")
        assert to_dims(x, 7) == 7 and traits.known_size(x) is None and traits.dimnames(x) is None
        for dim in (-1, "a"):
            with pytest.raises(DimensionError, match="rank is not known"):
                to_dims(x, dim)
        with pytest.raises(DimensionError, match="rank is not known"):
            to_dims(x, None, expand=True)


# ------------------------------------------------------------------------------------------------ functions of dimensions


def test_every_function_of_a_dimension_takes_what_to_dims_takes():
    assert (traits.size(X, "y"), traits.size(X, (static(-1), "x")), traits.size(X, ...)) == (3, (4, 2), (2, 3, 4))
    assert traits.known_size(X, "y") is None and traits.known_size(traits.FixedSize[2, 3](np.ones((2, 3))), -1) == 3
    assert traits.axes(X, "y") == Axis(3) and traits.axes_types(X, 1) is Axis
    assert traits.strides(X, "x") == 12 and traits.strides(X, [0, "y"]) == (12, 4)
    assert (dimnames(X, 0), dimnames(X, (2, 1))) == ("x", (None, "y"))
    fixed = traits.FixedSize[2, 3](np.zeros((2, 3)))
    assert type(traits.size(fixed, static(1))) is StaticInt
    for function in (traits.size, traits.known_size, traits.axes, traits.axes_types, traits.strides, dimnames):
        with pytest.raises(DimensionError):
            function(X, 3)
        with pytest.raises(AikitTypeError):
            function(X, True)


# ------------------------------------------------------------------------------------------------ names


def test_names_through_wrappers():
    m = View(X, ..., 0)
    assert dimnames(m) == ("x", "y") and dimnames(Adjoint(m)) == dimnames(Transpose(m)) == ("y", "x")
    v = View(m, slice(None), 1)
    assert dimnames(v) == ("x",) and dimnames(Adjoint(v)) == (None, "x")
    assert dimnames(PermutedDims(X, (2, "x", 1))) == (None, "x", "y")
    assert dimnames(View(X, None, 0, slice(1, 2))) == (None, "y", None)
    assert dimnames(View(m, [1, 0])) == ("x", "y") and dimnames(View(m, [1, 0], [0, 1])) == (None,)
    assert dimnames(Reshaped(X, -1)) == (None,) and dimnames(Reshaped(X, (6, 4))) == (None, None)
    assert dimnames(traits.Diagonal(v)) == (None, None)
    assert dimnames(aikit.asarray(np.zeros((2, 3)))) == (None, None)
    assert traits.has_dimnames(X) and not traits.has_dimnames(np.zeros(2)) and not traits.has_dimnames(np.ndarray)
    assert traits.known_dimnames(X) is None and traits.known_dimnames(traits.Diagonal(v)) == (None, None)


def test_dimensions_of_the_parent():
    assert (
        traits.to_parent_dims(Transpose(np.zeros((2, 3)))),
        traits.from_parent_dims(Transpose(np.zeros((2, 3)))),
    ) == (
        (1, 0),
        (1, 0),
    )
    p = PermutedDims(np.zeros((2, 3, 4)), (2, 0, 1))
    assert traits.to_parent_dims(p) == (2, 0, 1) and traits.from_parent_dims(p) == (1, 2, 0)
    row = Transpose(np.zeros(3))
    assert traits.to_parent_dims(row) == (None, 0) == traits.to_parent_dims(type(row)) and traits.from_parent_dims(
        row
    ) == (1,)
    v = View(np.zeros((2, 3, 4)), 0, None, slice(2))
    assert traits.to_parent_dims(v) == (None, 1, 2) and traits.from_parent_dims(v) == (None, 1, 2)
    assert traits.to_parent_dims(np.zeros((2, 3))) == (0, 1) == traits.from_parent_dims(X)[:2]
    assert traits.to_parent_dims(Transpose) is None and traits.to_parent_dims(np.ndarray) is None


INDICES = [(3, 1, 0), (slice(2), 1, 1), (None, 0, 1), ([0, 1], 1, 1), ([[0], [1]], 1, 2), ([True, False], 1, 1)]
INDICES += [(np.zeros((2, 2), bool), 2, 1), (np.zeros((2, 2), int), 1, 2), (np.int64(1), 1, 0), (True, 0, 1)]


@pytest.mark.parametrize("index, taken, made", INDICES, ids=repr)
def test_dimensions_of_an_index(index, taken, made):
    assert (traits.ndims_index(index), traits.ndims_shape(index)) == (taken, made)
    x = np.zeros((2, 2, 2, 2))
    assert index is INDICES[0][0] or x[index].ndim == 4 - taken + made  # which is out of range


@pytest.mark.parametrize("index", [..., "a", 1.5], ids=repr)
def test_no_index(index):
    with pytest.raises(AikitTypeError, match="no index of its own"):
        traits.ndims_index(index)


def test_an_index_that_does_not_fit():
    for index in ((0, 0, 0, 0), (..., ...)):
        with pytest.raises(AikitIndexError, match="does not fit an array of 3 dimensions"):
            View(X, *index)
    with pytest.raises(AikitIndexError, match="index 3 is out of range for dimension 1 of length 3"):
        View(X, 0, 3)
    with pytest.raises(AikitValueError, match="2 names"):
        Named(np.zeros(3), ("a", "b"))
