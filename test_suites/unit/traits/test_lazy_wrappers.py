"""Lazy wrappers: what they are on every backend, that they copy nothing before they are used, and what they refuse."""

from __future__ import annotations

import copy
import operator
import pickle
import tracemalloc

import numpy as np
import pytest
from helpers.frameworks import BACKENDS, require

import aikit
from aikit import traits
from aikit.exceptions import AikitTypeError, AikitValueError
from aikit.traits import Adjoint, Diagonal, DimensionError, FixedSize, Named, PermutedDims, Reshaped, Transpose, View

ALL = [*BACKENDS, "array_api_strict"]
VALUES = np.arange(24.0).reshape(2, 3, 4)


def array(backend, values, dtype="float32"):
    return aikit.get_backend(require(backend)).asarray(values, dtype=dtype)


MADE = [
    ("permuted", lambda x: PermutedDims(x, (2, 0, 1)), VALUES.transpose(2, 0, 1)),
    ("transposed", lambda x: Transpose(x), VALUES.swapaxes(1, 2)),
    ("adjoint", lambda x: Adjoint(x), VALUES.swapaxes(1, 2)),
    ("view", lambda x: View(x, 1, slice(None, None, 2), None), VALUES[1, ::2, None]),
    ("ellipsis", lambda x: View(x, ..., 0), VALUES[..., 0]),
    ("reshaped", lambda x: Reshaped(x, (4, -1)), VALUES.reshape(4, -1)),
    ("named", lambda x: Named(x, ("a", "b", "c")), VALUES),
    ("fixed", lambda x: FixedSize[2, 3, None](x), VALUES),
    ("row", lambda x: Transpose(View(x, 0, 0)), VALUES[0, 0][None]),
    ("diagonal", lambda x: Diagonal(View(x, 0, 0)), np.diag(VALUES[0, 0])),
    ("chain", lambda x: Reshaped(Transpose(View(PermutedDims(x, (1, 0, 2)), 1)), -1), VALUES[:, 1].T.reshape(-1)),
]


@pytest.mark.parametrize("backend", ALL)
@pytest.mark.parametrize("name, make, wanted", MADE, ids=[row[0] for row in MADE])
def test_values(backend, name, make, wanted):
    x = array(backend, VALUES)
    for given in (x, x.data):
        lazy = make(given)
        assert traits.size(lazy) == lazy.shape == wanted.shape and lazy.ndim == wanted.ndim
        assert str(aikit.dtype(aikit.add(lazy, 0))) == "float32" and "float32" in str(lazy.dtype)
        assert np.array_equal(np.asarray(lazy), wanted)
        got = aikit.multiply(lazy, 2)
        assert got.shape == wanted.shape and np.array_equal(np.asarray(got), wanted * 2)
        assert traits.parent(got).backend == backend if isinstance(got, Named) else got.backend == backend
        assert np.array_equal(np.asarray(lazy[-1]), wanted[-1])


@pytest.mark.parametrize("backend", ALL)
def test_complex_adjoint(backend):
    z = array(backend, [[1 + 2j, 3], [4j, 5]], "complex64")
    assert aikit.to_list(Adjoint(z) + 0) == [[1 - 2j, -4j], [3, 5]]
    assert aikit.to_list(Transpose(z) + 0) == [[1 + 2j, 4j], [3, 5]]


def test_nothing_is_copied_before_use():
    x = np.zeros((1000, 1000))
    traits.size(Reshaped(x, -1))  # what is imported on first use is not counted
    tracemalloc.start()
    lazy = x
    for _ in range(20):
        lazy = Reshaped(View(PermutedDims(Named(lazy, (None, "n")), (1, 0)), slice(None, None, -1)), (1000, 1000))
    assert traits.size(lazy) == (1000, 1000) and traits.dimnames(lazy) == (None, None)
    used = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert used < 200_000  # the array itself has 8 MB
    x[:] = 3.0
    assert float(aikit.sum(lazy)) == 3e6


@pytest.mark.parametrize("name, make, wanted", MADE, ids=[row[0] for row in MADE])
def test_what_is_used_is_a_view_where_numpy_has_one(name, make, wanted):
    x = VALUES.copy()
    assert np.shares_memory(np.asarray(make(x)), x) == (name not in ("diagonal", "chain"))


def test_zeros_of_a_diagonal_matrix():
    lazy = Diagonal(np.asarray([np.inf, np.nan, 1.0]))
    found = np.asarray(lazy)
    assert found[0, 1] == found[1, 0] == found[2, 1] == 0 and found[0, 0] == np.inf
    assert np.asarray(Diagonal(np.asarray([True, False]))).tolist() == [[True, False], [False, False]]
    assert traits.size(Diagonal(np.zeros(3))) == (3, 3) and np.asarray(Diagonal(np.zeros(0))).shape == (0, 0)


@pytest.mark.parametrize(
    "make", [lambda x: Transpose(Transpose(x)), lambda x: View(x), lambda x: Named(x, (None, "n"))]
)
def test_operators(make):
    x, lazy = np.asarray([[1.0, 2.0], [3.0, 4.0]]), make(np.asarray([[1.0, 2.0], [3.0, 4.0]]))
    for op in (
        operator.add,
        operator.sub,
        operator.mul,
        operator.truediv,
        operator.floordiv,
        operator.mod,
        operator.pow,
    ):
        for other in (2.0, np.asarray([[1.0, 2.0]]), aikit.asarray([[1.0, 2.0]]), lazy):
            plain = x if other is lazy else other
            wanted, reflected = op(x, np.asarray(plain)), op(np.asarray(plain), x)
            assert isinstance(op(other, lazy), (aikit.Array, Named))  # an ndarray leaves it to the wrapper
            assert np.allclose(np.asarray(op(lazy, other)), wanted) and np.allclose(
                np.asarray(op(other, lazy)), reflected
            )
    assert np.array_equal(np.asarray(lazy @ lazy), x @ x) and np.array_equal(np.asarray(-lazy), -x)
    assert np.array_equal(np.asarray(lazy < 2), x < 2) and np.array_equal(np.asarray(lazy == x), x == x)
    with pytest.raises(TypeError):
        lazy + "a"
    with pytest.raises(TypeError):
        hash(lazy)


def test_one_element_as_a_number():
    """What has no truth value of its own would be true in silence."""
    x = np.asarray([[0.0, 2.0]])
    for make in (lambda x: View(x, 0), lambda x: Named(View(x, 0), ("n",)), lambda x: FixedSize[2](View(x, 0))):
        lazy = make(x)
        first, second = lazy[0], lazy[1]
        assert not bool(View(first)) and bool(View(second)) and not aikit.all(lazy > 1) and aikit.any(lazy > 1)
        assert (float(View(second)), int(View(second)), complex(View(second))) == (2.0, 2, 2 + 0j)
        assert len(lazy) == 2 and [float(one) for one in lazy] == [0.0, 2.0]
        assert type(lazy.dtype) is aikit.Dtype
        with pytest.raises(TypeError, match="0-d"):
            bool(lazy)
    assert [10, 20][View(np.asarray(1))] == 20
    assert not aikit.sum(Named(x, ("a", "b")) < 0) and float(aikit.sum(Named(x, ("a", "b")))) == 2.0


def test_copies():
    for lazy in (make(VALUES.copy()) for _, make, _ in MADE):
        for found in (copy.copy(lazy), copy.deepcopy(lazy), pickle.loads(pickle.dumps(lazy))):
            assert type(found) is type(lazy) and np.array_equal(np.asarray(found), np.asarray(lazy))
            assert traits.dimnames(found) == traits.dimnames(lazy) and traits.known_size(found) == traits.known_size(
                lazy
            )
        assert traits.parent(copy.copy(lazy)) is traits.parent(lazy)


def test_out_is_no_wrapper():
    x = aikit.asarray([[1.0, 2.0], [3.0, 4.0]])
    for lazy in (Transpose(x), Named(x, (None, None))):
        with pytest.raises(AikitTypeError, match="pass an Array"):
            aikit.add(x, x, out=lazy)
        out = aikit.zeros((2, 2))
        assert aikit.add(lazy, 1, out=out) is out and aikit.to_list(out)[0][0] == 2.0
    assert aikit.to_list(x) == [[1.0, 2.0], [3.0, 4.0]]


def test_known_lengths():
    fixed = FixedSize[2, 3](np.zeros((2, 3)))
    assert traits.known_size(FixedSize[2, 3]) == (2, 3) and FixedSize[2, 3] is FixedSize[2, 3]
    assert FixedSize[2, 3].__name__ == "FixedSize[2, 3]" and traits.known_length(fixed) == 6
    assert traits.known_size(Transpose(fixed)) == (3, 2) and traits.known_size(View(fixed, 0)) == (3,)
    assert traits.known_size(View(fixed, slice(1), slice(None, None, 2))) == (1, 2)
    assert traits.known_size(Reshaped(fixed, -1)) == (6,) and traits.known_size(Reshaped(np.zeros(6), (2, 3))) == (
        None,
        None,
    )
    assert traits.known_size(Reshaped(np.zeros(6), (traits.static(2), -1))) == (2, None)
    assert traits.known_size(Diagonal(FixedSize[3](np.zeros(3)))) == (3, 3)
    assert traits.known_size(Named(fixed, ("a", "b"))) == (2, 3) and traits.known_size(FixedSize[None, 3]) == (None, 3)


WRONG = [
    (lambda: FixedSize[2, 3](np.zeros((3, 2))), AikitValueError, r"FixedSize\[2, 3\]: the array has shape \(3, 2\)"),
    (lambda: FixedSize[2](np.zeros((2, 1))), AikitValueError, "has shape"),
    (lambda: FixedSize[2, 3](np.zeros((2, 4))), AikitValueError, r"has shape \(2, 4\)"),
    (lambda: FixedSize[None, 3](np.zeros((5, 2))), AikitValueError, r"has shape \(5, 2\)"),
    (lambda: FixedSize(np.zeros(2)), AikitTypeError, "state the lengths"),
    (lambda: FixedSize[-1], AikitValueError, "not negative"),
    (lambda: PermutedDims(VALUES, (0, 1)), DimensionError, r"perm=\(0, 1\) names 2 of 3"),
    (lambda: PermutedDims(VALUES, (0, 1, 1)), DimensionError, "more than once"),
    (lambda: PermutedDims(VALUES, (0, 1, 3)), DimensionError, "out of range"),
    (lambda: Transpose(np.asarray(1.0)), DimensionError, "Transpose: the array has 0 dimensions"),
    (lambda: traits.RowVector(VALUES), DimensionError, "RowVector: the array has 3 dimensions"),
    (lambda: Diagonal(VALUES), DimensionError, "Diagonal: the array has 3 dimensions"),
    (lambda: Reshaped(VALUES, (5, 5)), AikitValueError, r"shape=\(5, 5\) does not hold the 24 elements"),
    (lambda: Reshaped(VALUES, (5, -1)), AikitValueError, "does not hold"),
    (lambda: Reshaped(VALUES, (-1, -1)), AikitValueError, "is no shape"),
    (lambda: Reshaped(VALUES, (-2, 12)), AikitValueError, "is no shape"),
    (lambda: Named(VALUES, ("a", "b")), AikitValueError, r"2 names, \('a', 'b'\), for an array of 3 dimensions"),
    (lambda: Named(VALUES, ("a", "b", "a")), AikitValueError, r"'a' names several dimensions"),
    (lambda: Named(VALUES, ("a", "b", 3)), AikitTypeError, "3 is no name"),
    (lambda: View(VALUES, 0, "a"), AikitTypeError, "no index of its own"),
]


@pytest.mark.parametrize("make, error, words", WRONG, ids=[row[2] for row in WRONG])
def test_refused(make, error, words):
    with pytest.raises(error, match=words):
        make()


# ------------------------------------------------------------------------------------------------ matrices and structure


@pytest.mark.parametrize("backend", ALL)
def test_matrices_like_an_array(backend):
    u = array(backend, [[1.0, 2.0], [3.0, 4.0]])
    for one in (u, u.data):
        zero, undefined = traits.zeromatrix(one), traits.undefmatrix(one)
        assert type(zero) is type(undefined) is type(one)
        assert aikit.to_list(zero) == [[0.0] * 4] * 4 and tuple(undefined.shape) == (4, 4)
        assert aikit.dtype(zero) == aikit.dtype(undefined) == "float32"
    assert (traits.zeromatrix(2.5), traits.zeromatrix(3)) == (0.0, 0)


@pytest.mark.parametrize("backend", ALL)
def test_exact_singularity(backend):
    def ask(values):
        return traits.issingular(array(backend, values))

    assert ask([[1.0, 2.0], [2.0, 4.0]]) is True and ask([[1.0, 2.0], [2.0, 5.0]]) is False
    assert ask([[1.0, 0.0], [0.0, 1e-30]]) is False  # small, and no zero
    assert aikit.to_list(ask([[[1.0, 0.0], [0.0, 0.0]], [[1.0, 0.0], [0.0, 1.0]]])) == [True, False]
    assert traits.issingular(Diagonal(array(backend, [1.0, 0.0]))) and not traits.issingular(
        Diagonal(array(backend, [1e-30]))
    )
    for wrong in ([1.0], [[1.0, 2.0]]):
        with pytest.raises(AikitValueError, match="no square matrix"):
            ask(wrong)


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int64", "bfloat16", "float16", "float64", "complex64"])
def test_exact_singularity_of_dtypes(dtype):
    values = aikit.asarray([[1.0, 1.0], [1.0, 1.0]]), aikit.asarray([[1.0, 1.0], [0.0, 1.0]])
    assert [traits.issingular(aikit.astype(x, dtype)) for x in values] == [True, False]


def test_integers_that_only_double_precision_tells_apart():
    assert traits.issingular(np.asarray([[2**24 + 1, 1], [2**24, 1]])) is False


@pytest.mark.parametrize("backend", ALL)
def test_restructure(backend):
    x = array(backend, np.zeros((2, 3)))
    y = aikit.get_backend("numpy").arange(6)
    found = traits.restructure(x, y)
    assert (found.backend, found.shape, found.dtype) == (backend, (2, 3), y.dtype)
    assert aikit.to_list(found) == [[0, 1, 2], [3, 4, 5]]
    assert type(traits.restructure(x.data, y)) is type(found.data)
    nested = aikit.Container(
        a=array(backend, [0.0, 0.0]), b=aikit.Container(c=array(backend, [[0.0], [0.0]])), d=array(backend, 0.0)
    )
    filled = traits.restructure(nested, array(backend, [1.0, 2.0, 3.0, 4.0, 5.0]))
    assert (aikit.to_list(filled.a), aikit.to_list(filled.b.c), aikit.to_list(filled.d)) == (
        [1.0, 2.0],
        [[3.0], [4.0]],
        5.0,
    )
    for one in (x, nested):
        with pytest.raises(AikitValueError, match="restructure"):
            traits.restructure(one, array(backend, [1.0]))
