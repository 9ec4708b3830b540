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
from aikit.traits._named import AXES
from pytest_aikit import samples_of
from pytest_aikit.cases.cells import accepted_dtypes
from pytest_aikit.kit.declared import judged

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
    (lambda: aikit.swapaxes(X, "time", "place"), ("place", "time", None)),
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
    (lambda: aikit.linalg.matrix_norm(X), ("time",)),
    (lambda: aikit.linalg.matrix_norm(X, keepdims=True), ("time", "place", None)),
    (lambda: aikit.zeros_like(X), ("time", "place", None)),
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


def by_name(value, rank):
    """An argument that numbers dimensions, with the names that `from_the_end` gives them."""
    if isinstance(value, (list, tuple)):
        return type(value)(by_name(one, rank) for one in value)
    return f"d{value - rank if value >= 0 else value}"


def from_the_end(array):
    return Named(aikit.asarray(array), [f"d{place}" for place in range(-array.ndim, 0)])


OF_DIMENSIONS = [name for name, one in REGISTRY.items() if AXES & one.parameters.keys() and not one.new_axes]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", OF_DIMENSIONS)
def test_every_function_of_dimensions_takes_names(name):
    """With the calls by which it is judged: a name means what its number does, and what is left has its own names."""
    function, calls = REGISTRY[name], 0
    for sample in samples_of(name, "bool" if name in ("all", "any") else "float32"):
        given = dict(zip(function.parameters, sample.args, strict=False)) | sample.kwargs
        x = given[function.axes_of[0]]
        x = x[0] if isinstance(x, (list, tuple)) else x
        axes = {one: given[one] for one in AXES & given.keys() if given[one] is not None and given[one] != ()}
        if not isinstance(x, np.ndarray) or not x.ndim or not axes or calls == 30:
            continue
        if isinstance(axes.get("axes"), int):
            continue  # how many there are
        if isinstance(axes.get("axis"), int) and axes["axis"] >= 0 and np.ndim(given.get("x2", x)) != x.ndim:
            continue  # counted from the front it has another name in each
        if isinstance(axes.get("axis"), tuple) and len({one % x.ndim for one in axes["axis"]}) < len(axes["axis"]):
            continue  # a name comes once
        pairs = {
            one
            for one, value in axes.items()
            if isinstance(value, (list, tuple)) and isinstance(value[0], (list, tuple))
        }
        changed = {
            one: value if isinstance(value, bool) else by_name(value, x.ndim)
            for one, value in axes.items()
            if one not in pairs
        }
        changed |= {one: tuple(map(by_name, axes[one], (x.ndim, given["x2"].ndim))) for one in pairs}
        named = {one: converted(value, from_the_end) for one, value in given.items()} | changed
        plain = {one: converted(value, aikit.asarray) for one, value in given.items()}
        count = len(sample.args)

        def call(given, names=tuple(given), count=count, function=function):
            values = [given[one] for one in names]
            return function.public(*values[:count], **dict(zip(names[count:], values[count:], strict=True)))

        wanted, got = call(plain), call(named)
        for a, b in zip(*(one if isinstance(one, (list, tuple)) else [one] for one in (wanted, got)), strict=True):
            assert np.array_equal(np.asarray(a), np.asarray(b), equal_nan=True), (sample, changed)
        if "keepdims" in function.parameters:
            assert_names_of_what_is_left(got, x.ndim, given.get("axis"), given.get("keepdims", False))
        calls += 1
    assert calls


def converted(value, convert):
    if isinstance(value, (list, tuple)):
        return type(value)(converted(one, convert) for one in value)
    return convert(value) if isinstance(value, np.ndarray) else value


def assert_names_of_what_is_left(got, rank, axis, keepdims):
    gone = {one % rank for one in (axis if isinstance(axis, (tuple, list)) else (axis,))}
    assert dimnames(got) == tuple(f"d{one - rank}" for one in range(rank) if keepdims or one not in gone)


ELEMENTWISE = [
    name for name, one in REGISTRY.items() if one.elementwise and one.returns == "array" and name in judged()
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ELEMENTWISE)
def test_every_elementwise_function_keeps_names(name):
    function, calls = REGISTRY[name], 0
    dtype = next(one for one in ("float32", "bool", "int32", "complex64") if one in accepted_dtypes(function))
    for sample in samples_of(name, dtype):
        arrays = [one for one in sample.args if isinstance(one, np.ndarray)]
        if not arrays or calls == 10 or any(isinstance(one, (list, tuple)) for one in sample.args):
            continue
        got = function.public(*(converted(one, from_the_end) for one in sample.args), **sample.kwargs)
        rank = max(one.ndim for one in arrays)
        assert isinstance(got, Named) and dimnames(got) == tuple(f"d{place}" for place in range(-rank, 0)), sample
        calls += 1
    assert calls


def test_all_that_name_dimensions_take_names():
    """The parameters of public functions that are called as those of dimensions are."""
    called = {name for function in REGISTRY.values() for name in function.parameters if "ax" in name}
    of_functions = {
        "in_axes",
        "out_axes",
        "input_axes",
        "output_axes",
        "axes_lengths",
    }  # of vmap, split_func_call, einops
    assert (
        called - AXES
        == {"max", "max_norm", "max_trust_ratio", "max_chunk_size", "max_freq", "max_output_size"} | of_functions
    )


def test_conflicts():
    other = named(("place", "time", None), VALUES.reshape(2, 3, 4))
    with pytest.raises(DimensionError, match=r"add: dimension 1 of the result is 'place' and 'time'"):
        X + other
    twisted = named(("place", "time", None))
    for call in (
        lambda: aikit.concat([X, twisted], axis="time"),
        lambda: aikit.vecdot(X, twisted, axis="time"),
        lambda: aikit.vecdot(X, named((None, None, "place")), axis="place"),
        lambda: aikit.vecdot(X, named(("time", "day", None)), axis="place"),
    ):
        with pytest.raises(DimensionError, match="'time'"):
            call()
    with pytest.raises(DimensionError, match="add: 'place' is dimension 1 of the result and dimension 2"):
        named((None, "place", None)) + named((None, None, "place"))
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


def test_what_is_another_shape_has_no_names():
    for shape, wanted in (((2, 0, 1), (0, 1, 2)), ((0, 1, 2), (2, 1, 0)), ((4, 3, 2), (2, 3, 4))):
        x = named(("a", "b", "c"), np.zeros(shape))
        assert not isinstance(aikit.reshape(x, wanted), Named)


def test_the_axis_is_that_of_the_array():
    index = named(("time",), np.asarray([0.0]))
    with pytest.raises(AikitTypeError, match="axis"):
        aikit.take(traits.parent(X), aikit.astype(index, "int32"), axis="time")
    found = aikit.take(X, aikit.astype(named(("place",), np.asarray([1.0])), "int32"), axis="place")
    assert np.array_equal(np.asarray(found), VALUES[:, [1]])
    with pytest.raises(DimensionError, match="no dimension named"):
        aikit.sum(named((), np.asarray(1.0)), axis="time")


def test_writing():
    x = named(values=VALUES.copy())
    x[0, 1] = 7
    assert np.asarray(traits.parent(x))[0, 1].tolist() == [7.0] * 4
    assert "time" in repr(x)
