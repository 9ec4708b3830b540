"""Names in place of numbers of dimensions, and the names of results."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.frameworks import BACKENDS, require

import aikit
from aikit import traits
from aikit.core.records import REGISTRY
from aikit.exceptions import AikitTypeError
from aikit.traits import DimensionError, Named, dimnames

ALL = [*BACKENDS, "array_api_strict"]
VALUES = np.arange(24.0).reshape(2, 3, 4)


def named(names=("time", "place", None), values=VALUES, backend="numpy"):
    return Named(aikit.get_backend(require(backend)).asarray(values, dtype="float32"), names)


@pytest.mark.parametrize("backend", ALL)
def test_names_on_backends(backend):
    x = named(backend=backend)
    for axis, gone, left in (
        ("time", 0, ("place", None)),
        ("place", 1, ("time", None)),
        (("place", -1), (1, 2), ("time",)),
    ):
        found = aikit.sum(x, axis=axis)
        assert isinstance(found, Named) and dimnames(found) == left and traits.parent(found).backend == backend
        assert np.array_equal(np.asarray(found), VALUES.sum(gone))
    assert dimnames(x * 2 + traits.parent(x)) == dimnames(x)
    assert dimnames(aikit.permute_dims(x, ("place", 2, "time"))) == ("place", None, "time")
    assert np.array_equal(np.asarray(aikit.permute_dims(x, ("place", 2, "time"))), VALUES.transpose(1, 2, 0))


X = named()
KEPT = [
    (lambda: aikit.sum(X), ()),
    (lambda: aikit.max(X, axis="place", keepdims=True), ("time", "place", None)),
    (lambda: aikit.argmax(X, axis="place"), ("time", None)),
    (lambda: aikit.all(X > 0, axis=("time", "place")), (None,)),
    (lambda: aikit.matrix_transpose(X), ("time", None, "place")),
    (lambda: aikit.moveaxis(X, "time", -1), ("place", None, "time")),
    (lambda: aikit.moveaxis(X, ("time", "place"), ("place", "time")), ("place", "time", None)),
    (lambda: aikit.flip(X, axis="time"), ("time", "place", None)),
    (lambda: aikit.roll(X, 1, axis=("time", "place")), ("time", "place", None)),
    (lambda: aikit.sort(X, axis="place"), ("time", "place", None)),
    (lambda: aikit.cumulative_sum(X, axis="place"), ("time", "place", None)),
    (lambda: aikit.softmax(X, axis="place"), ("time", "place", None)),
    (lambda: aikit.where(X > 3, X, 0.0), ("time", "place", None)),
    (lambda: -X, ("time", "place", None)),
    (lambda: X + named((None, "size"), VALUES[0]), None),
    (lambda: X + named(("place", "size"), VALUES[0]), ("time", "place", "size")),
    (lambda: X + named(("size",), VALUES[0, 0]), ("time", "place", "size")),
    (lambda: aikit.astype(X, "float64"), ("time", "place", None)),
    (lambda: X[0], ("place", None)),
    (lambda: X[:, None, 1:], ("time", None, "place", None)),
    (lambda: traits.Transpose(X) + 1, ("time", None, "place")),
]


@pytest.mark.parametrize("number", range(len(KEPT)))
def test_names_of_results(number):
    call, names = KEPT[number]
    found = call()
    assert isinstance(found, Named)
    assert dimnames(found) == (("time", "place", "size") if names is None else names)


def test_values_do_not_depend_on_names():
    plain = traits.parent(X)
    for by_name, by_number in (
        (lambda: aikit.sort(X, axis="time", descending=True), lambda: aikit.sort(plain, axis=0, descending=True)),
        (
            lambda: aikit.take(X, aikit.asarray([1, 0]), axis="place"),
            lambda: aikit.take(plain, aikit.asarray([1, 0]), axis=1),
        ),
        (lambda: aikit.std(X, axis="place"), lambda: aikit.std(plain, axis=1)),
        (lambda: aikit.concat([X, X], axis="place"), lambda: aikit.concat([plain, plain], axis=1)),
        (lambda: aikit.vecdot(X, X, axis="place"), lambda: aikit.vecdot(plain, plain, axis=-2)),
        (lambda: aikit.unstack(X, axis="place")[1], lambda: aikit.unstack(plain, axis=1)[1]),
        (
            lambda: aikit.tensordot(X, X, axes=(("time", "place"), (0, 1))),
            lambda: aikit.tensordot(plain, plain, axes=((0, 1), (0, 1))),
        ),
        (lambda: aikit.reshape(X, (6, 4)), lambda: aikit.reshape(plain, (6, 4))),
        (lambda: aikit.fft.fft(X, axis="place"), lambda: aikit.fft.fft(plain, axis=1)),
        (lambda: aikit.linalg.vector_norm(X, axis="place"), lambda: aikit.linalg.vector_norm(plain, axis=1)),
        (lambda: aikit.squeeze(named(("a", "b"), [[1.0]]), axis="a"), lambda: aikit.asarray([1.0])),
    ):
        assert np.array_equal(np.asarray(by_name()), np.asarray(by_number()))


def test_all_that_name_dimensions_take_names():
    """The parameters of public functions that are called as those of dimensions are."""
    from aikit.traits._named import AXES

    called = {name for function in REGISTRY.values() for name in function.parameters if "ax" in name}
    assert called - AXES == {"max", "max_trust_ratio", "in_axes", "out_axes"}  # of vmap, which takes functions


def test_conflicts():
    other = named(("place", "time", None), VALUES.reshape(2, 3, 4))
    with pytest.raises(DimensionError, match=r"add: dimension 1 of the result is 'place' and 'time'"):
        X + other
    with pytest.raises(DimensionError, match="no dimension named 'day'; names are"):
        aikit.sum(X, axis="day")
    with pytest.raises(DimensionError, match="more than once"):
        aikit.sum(X, axis=("time", 0))
    with pytest.raises(DimensionError, match="dimensions of the result"):
        aikit.expand_dims(X, axis="time")


def test_without_names():
    for x in (aikit.asarray(VALUES), VALUES, traits.Transpose(VALUES)):
        with pytest.raises(AikitTypeError, match="axis"):
            aikit.sum(x, axis="time")


def test_writing():
    x = named(values=VALUES.copy())
    x[0, 1] = 7
    assert np.asarray(traits.parent(x))[0, 1].tolist() == [7.0] * 4
    assert "time" in repr(x)
