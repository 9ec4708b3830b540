"""Strides and what follows from them: worked examples, and chains of views drawn at random held against NumPy's own views."""

from __future__ import annotations

import operator

import numpy as np
import pytest
from helpers.frameworks import BACKENDS, require
from hypothesis import example, given
from hypothesis import strategies as st

import aikit
from aikit import traits
from aikit.exceptions import AikitTypeError, AikitValueError
from aikit.traits import NO_AXIS

ALL = [*BACKENDS, "array_api_strict"]
A = np.zeros((2, 3, 4))

WORKED = [
    (A, (12, 4, 1), (2, 1, 0), 2, (True, True, True), True, False),
    (A.transpose(2, 0, 1), (1, 12, 4), (0, 2, 1), 0, (True, True, True), False, False),
    (A.T, (1, 4, 12), (0, 1, 2), 0, (True, True, True), False, True),
    (A[:, ::2], (12, 8, 1), (2, 1, 0), 2, (False, False, True), False, False),
    (A[..., 0], (12, 4), (1, 0), NO_AXIS, (False, False), False, False),
    (A[0, ::-1], (-4, 1), (1, 0), 1, (False, True), False, False),
    (A[0, 0], (1,), (0,), 0, (True,), True, True),
    (np.zeros((3, 1, 4)), (4, 4, 1), (2, 1, 0), 2, (True, True, True), True, False),
    (np.broadcast_to(np.zeros(3), (2, 3)), (0, 1), (0, 1), 1, (False, False), False, False),
    (np.zeros(()), (), (), NO_AXIS, (), False, False),
    (np.broadcast_to(np.zeros(()), (2, 3)), (0, 0), (1, 0), NO_AXIS, (False, False), False, False),
    (np.lib.stride_tricks.as_strided(np.zeros(9), (2, 3), (8, 8)), (1, 1), (1, 0), 1, (False, True), False, False),
    (np.lib.stride_tricks.as_strided(np.zeros(9), (2, 3), (-8, 8)), (-1, 1), (1, 0), 1, (False, True), False, False),
]
UPSTREAM = [
    ((2, slice(1, 3), slice(None)), (True, False)),
    ((slice(1, 3), slice(0, 2), slice(0, 2)), (False, True, False)),
]


@pytest.mark.parametrize("x, strides, rank, axis, dense, row, column", WORKED, ids=[str(row[1]) for row in WORKED])
def test_worked(x, strides, rank, axis, dense, row, column):
    found = traits.strides(x), traits.stride_rank(x), traits.contiguous_axis(x), traits.dense_dims(x)
    assert found == (strides, rank, axis, dense)
    assert (
        (traits.is_row_major(x), traits.is_column_major(x))
        == (row, column)
        == (
            x.ndim > 0 and x.flags.c_contiguous,
            x.ndim > 0 and x.flags.f_contiguous,
        )
    )
    assert traits.contiguous_axis_mask(x) == tuple(at == axis for at in range(x.ndim))


@pytest.mark.parametrize("index, dense", UPSTREAM, ids=str)
def test_density_of_parts(index, dense):
    x = np.zeros((2, 4, 3)) if len(dense) == 2 else np.zeros((3, 4, 2))
    x = x.transpose(2, 0, 1)  # its strides are (1, ...)
    part = x[index]
    assert traits.dense_dims(part) == traits.dense_dims(traits.View(x, *index))
    assert traits.dense_dims(part) == dense or traits.stride_rank(part) is not None


def test_no_axis_is_no_number():
    with pytest.raises(AikitTypeError, match="no dimension of the array has stride 1"):
        operator.index(NO_AXIS)
    assert repr(NO_AXIS) == "NO_AXIS"


@pytest.mark.parametrize("backend", ALL)
def test_strides_of_backends(backend):
    xp = aikit.get_backend(require(backend))
    x = xp.zeros((2, 3, 4))
    for one in (x, x.data):
        assert traits.strides(one) == (12, 4, 1) and traits.defines_strides(one) and traits.is_row_major(one)
        assert traits.strides(traits.PermutedDims(one, (2, 0, 1))) == (1, 12, 4)
        assert traits.strides(traits.View(one, 1, slice(None, None, -2))) == (-8, 1)
        assert traits.indices_do_not_alias(one) and not traits.is_column_major(one)
        assert traits.known_strides(one) == (None, None, None)
    native = aikit.permute_dims(x, (2, 0, 1)).data
    assert traits.strides(native) == ((6, 3, 1) if backend in ("jax", "tensorflow") else (1, 12, 4))


def test_strides_of_new_dimensions():
    x = np.zeros((4, 3))[:, 1]
    assert traits.strides(traits.Transpose(x)) == tuple(one // 8 for one in x[None].strides) == (0, 3)
    assert traits.strides(traits.View(x, None, slice(None, None, -1), None)) == (0, -3, 0)


def test_what_has_no_strides():
    for x in ([1, 2], 2.5, traits.View(A, [0, 1]), traits.Diagonal(np.zeros(3)), np.ndarray):
        assert not traits.defines_strides(x)
        with pytest.raises(AikitTypeError, match="has no strides"):
            traits.strides(x)
        for function in (traits.stride_rank, traits.dense_dims, traits.contiguous_axis, traits.contiguous_axis_mask):
            assert function(x) is None
        assert not traits.is_row_major(x) and not traits.is_column_major(x) and not traits.indices_do_not_alias(x)
    field = np.zeros(3, dtype=[("a", "i1"), ("b", "f4")])["b"]
    with pytest.raises(AikitValueError, match="they are"):
        traits.strides(field)


def test_strides_that_a_class_fixes():
    class RowMajor:
        shape = (2, 3)
        __aikit_axes_types__ = (traits.Axis, traits.Axis)

    traits.strides.register(RowMajor)(lambda x: (3, 1))
    traits.known_strides.register(RowMajor)(lambda x: (None, 1))
    assert repr(traits.strides(RowMajor())) == "(3, static(1))" and traits.known_strides(RowMajor) == (None, 1)
    assert traits.is_row_major(RowMajor())


# ------------------------------------------------------------------------------------------------ conjugates


def test_lazy_conjugates():
    z, x = np.asarray([1 + 1j, 2]), np.ones(2)
    assert traits.is_lazy_conjugate(traits.Adjoint(z)) and not traits.is_lazy_conjugate(traits.Adjoint(x))
    twice = traits.Adjoint(traits.Adjoint(z))
    assert not traits.is_lazy_conjugate(twice) and not traits.is_lazy_conjugate(traits.Transpose(z))
    assert np.asarray(twice).tolist() == [[1 + 1j], [2]]
    assert traits.is_lazy_conjugate(traits.Transpose(traits.Adjoint(z)))


@pytest.mark.needs("torch")
def test_lazy_conjugates_of_torch():
    import torch

    z = torch.tensor([1 + 1j, 2])
    assert traits.is_lazy_conjugate(z.conj()) and not traits.is_lazy_conjugate(z)
    assert traits.is_lazy_conjugate(aikit.asarray(z.conj())) == aikit.asarray(z.conj()).data.is_conj()
    assert not traits.is_lazy_conjugate(traits.Adjoint(z.conj()))


# ------------------------------------------------------------------------------------------------ chains of views


def overlaps(x):
    """Whether two elements of a small view are in one place, by looking at all places."""
    places = np.zeros(x.shape, int)
    for at, step in enumerate(x.strides):
        places += np.arange(x.shape[at]).reshape([-1 if one == at else 1 for one in range(x.ndim)]) * step
    return len(np.unique(places)) != places.size


def dense(x):
    """For each dimension whether what is faster fills memory without a gap, by the places of the elements."""
    found = [True] * x.ndim
    order = [at for at in np.argsort([traits.stride_rank(x)[at] for at in range(x.ndim)]) if x.shape[at] > 1]
    for count, at in enumerate(order, start=1):
        faster = order[:count]
        part = x[tuple(slice(None) if one in faster else slice(0, 1) for one in range(x.ndim))]
        steps = [(part.strides[one] // x.itemsize, part.shape[one]) for one in faster]
        span = sum(step * (n - 1) for step, n in steps) + 1
        found[at] = all(step > 0 for step, _ in steps) and span == np.prod([n for _, n in steps]) and not overlaps(part)
    return tuple(found)


steps = st.sampled_from([None, 1, 2, -1, -2, 3])
ends = st.one_of(st.none(), st.integers(-4, 4))
part = st.one_of(st.builds(slice, ends, ends, steps), st.just(None), st.integers(0, 0), st.just(...))


@given(st.lists(st.integers(0, 4), min_size=1, max_size=3), st.data())
@example([2, 3, 4], None)
def test_chains_of_views(shape, data):
    array = np.arange(int(np.prod(shape))).reshape(shape)
    lazy = array
    for _ in range(0 if data is None else data.draw(st.integers(1, 4))):
        if data.draw(st.booleans()):
            perm = data.draw(st.permutations(range(array.ndim)))
            array, lazy = array.transpose(perm), traits.PermutedDims(lazy, perm)
            continue
        index = data.draw(st.lists(part, max_size=array.ndim + 1))
        try:
            found = array[tuple(index)]
        except IndexError:
            with pytest.raises(IndexError):
                traits.View(lazy, *index)
            continue
        if not isinstance(found, np.ndarray) or found.ndim > 6:
            continue
        array, lazy = found, traits.View(lazy, *index)
    same_layout(lazy, array)


def ranks(x):
    """Those of the strides, by sorting what they are: of two alike the later dimension is before."""
    longer = [at for at in range(x.ndim) if x.shape[at] > 1]
    return sorted(longer, key=lambda at: (abs(x.strides[at]), -at))


def same_layout(lazy, array):
    found = traits.stride_rank(lazy)
    assert sorted((at for at in range(array.ndim) if array.shape[at] > 1), key=lambda at: found[at]) == ranks(array)
    assert sorted(found) == list(range(array.ndim))
    assert traits.size(lazy) == array.shape and traits.size(lazy) == lazy.shape
    assert np.asarray(lazy).tolist() == array.tolist()
    assert traits.strides(lazy) == tuple(stride // array.itemsize for stride in array.strides)
    assert traits.stride_rank(lazy) == traits.stride_rank(array)
    assert traits.dense_dims(lazy) == traits.dense_dims(array) == dense(array)
    assert traits.indices_do_not_alias(lazy) == traits.indices_do_not_alias(array)
    if array.ndim:
        assert (traits.is_row_major(lazy), traits.is_column_major(lazy)) == (
            array.flags.c_contiguous,
            array.flags.f_contiguous,
        )


@given(st.data())
def test_reshaped_views(data):
    array = np.arange(24).reshape(data.draw(st.sampled_from([(2, 3, 4), (4, 6), (24,)])))
    perm = data.draw(st.permutations(range(array.ndim)))
    array, lazy = array.transpose(perm), traits.PermutedDims(array, perm)
    shape = data.draw(st.sampled_from([(24,), (-1, 2), (2, 12), (3, 2, 4), (4, -1, 3), (2, 2, 6)]))
    found, wrapped = array.reshape(shape), traits.Reshaped(lazy, shape)
    assert traits.size(wrapped) == found.shape and np.asarray(wrapped).tolist() == found.tolist()
    assert traits.defines_strides(wrapped) == np.shares_memory(found, array)
    if traits.defines_strides(wrapped):
        same_layout(wrapped, found)


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(0, 6)), min_size=1, max_size=3))
def test_overlaps(dims):
    shape, strides = zip(*dims, strict=True)
    x = np.lib.stride_tricks.as_strided(np.zeros(64, np.int8), shape, strides)
    if overlaps(x):
        assert not traits.indices_do_not_alias(x)
    if traits.indices_do_not_alias(x):
        assert not overlaps(x)


def test_windows_overlap():
    assert not traits.indices_do_not_alias(np.lib.stride_tricks.sliding_window_view(np.zeros(5), 3))
    assert not traits.indices_do_not_alias(np.broadcast_to(0.0, (2, 3)))
    assert traits.indices_do_not_alias(np.broadcast_to(0.0, (0, 3))) and traits.indices_do_not_alias(A[:, ::2].T)
    assert not traits.indices_do_not_alias(traits.View(A, [0, 0]))
