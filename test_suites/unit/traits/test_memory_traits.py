"""Whether an array can be written to, seen by writing; how its elements are come by; reading and writing one of them."""

from __future__ import annotations

import itertools
import types

import numpy as np
import pytest
from helpers.frameworks import BACKENDS, require

import aikit
from aikit import traits
from aikit.exceptions import AikitBackendException, AikitTypeError
from aikit.traits import Access

ALL = [*BACKENDS, "array_api_strict"]


def native(backend, values=((1.0, 2.0), (3.0, 4.0))):
    return aikit.to_native(aikit.get_backend(require(backend)).asarray(values, dtype="float32"))


def allows(write):
    try:
        write()
    except (TypeError, ValueError, RuntimeError, AttributeError, AikitTypeError):
        return False
    return True


# ------------------------------------------------------------------------------------------------ arrays, by trying


def torch_rows():
    import torch

    with torch.inference_mode():
        inference = torch.ones(2, 2)
    return {
        "plain": torch.ones(2, 2),
        "leaf": torch.ones(2, 2, requires_grad=True),
        "result": torch.ones(2, 2, requires_grad=True) * 2,
        "expanded": torch.ones(2, 1).expand(2, 2),
        "inference": inference,
        "integers": torch.ones(2, 2, dtype=torch.int32),
    }


def rows(backend):
    """Arrays of a backend, by what is special about them."""
    if backend == "torch":
        return torch_rows()
    if backend == "tensorflow":
        import tensorflow as tf

        return {
            "plain": tf.ones((2, 2)),
            "variable": tf.Variable([[1.0, 2.0]]),
            "open": tf.Variable([[1.0, 2.0]], shape=[None, 2]),
        }
    if backend == "numpy":
        view = np.ones((4, 4))[::2, ::2]
        view.flags.writeable = False
        return {
            "plain": np.ones((2, 2)),
            "broadcast": np.broadcast_to(1.0, (2, 2)),
            "read-only": view,
            "view": np.ones(4)[::2],
        }
    return {"plain": native(backend)}


def changes_in_place(x):
    if hasattr(x, "assign"):
        return lambda: x.assign(x + 1)
    if hasattr(x, "add_"):
        return lambda: x.add_(1)
    if isinstance(x, np.ndarray):
        return lambda: np.add(x, 1, out=x)
    return lambda: x.__setitem__(..., 1)


@pytest.mark.parametrize("backend", ALL)
def test_mutability(backend):
    require(backend)
    for name, x in rows(backend).items():
        assert traits.ismutable(x) == allows(changes_in_place(x)), name
        first = (0,) * len(x.shape)
        assert traits.can_setindex(x) == allows(lambda x=x, first=first: x.__setitem__(first, 1)), name
        if not hasattr(x, "assign"):
            array = aikit.asarray(x)
            assert traits.ismutable(array) == traits.ismutable(x), name
            assert traits.can_setindex(array) and allows(lambda array=array, first=first: array.__setitem__(first, 1))


@pytest.mark.needs("torch")
def test_mutability_depends_on_the_mode():
    import torch

    found = torch_rows()
    with torch.no_grad():
        assert traits.ismutable(found["leaf"]) and allows(lambda: found["leaf"].add_(1))
    with torch.inference_mode():
        assert traits.ismutable(found["inference"]) and allows(lambda: found["inference"].add_(1))


@pytest.mark.needs("tensorflow")
def test_size_of_a_variable():
    import tensorflow as tf

    found = rows("tensorflow")
    assert traits.can_change_size(found["open"]) and not traits.can_change_size(found["variable"])
    assert allows(lambda: found["open"].assign(tf.ones((5, 2)))) and traits.size(found["open"]) == (5, 2)
    assert not allows(lambda: found["variable"].assign(tf.ones((5, 2))))
    assert traits.known_size(found["open"]) == (None, 2) and traits.known_size(found["variable"]) == (1, 2)


@pytest.mark.parametrize("backend", ALL)
def test_classes(backend):
    x = native(backend)
    mutable = backend in ("numpy", "torch", "array_api_strict")
    assert traits.ismutable(type(x)) == traits.can_setindex(type(x)) == mutable
    assert not traits.can_change_size(x) and not traits.can_change_size(type(x))
    assert traits.can_setindex(aikit.Array)
    with pytest.raises(AikitTypeError, match="what Array wraps differs"):
        traits.ismutable(aikit.Array)


PYTHON = [
    ([1, 2], True, True, True),
    ({0: 1}, True, True, True),
    (bytearray(b"ab"), True, True, True),
    ({1, 2}, True, False, True),
    ((1, 2), False, False, False),
    ("ab", False, False, False),
    (range(2), False, False, False),
    (b"ab", False, False, False),
    (frozenset({1}), False, False, False),
    (types.MappingProxyType({0: 1}), False, False, False),
    (2.5, False, False, False),
]


@pytest.mark.parametrize("x, mutable, settable, resizable", PYTHON, ids=repr)
def test_python(x, mutable, settable, resizable):
    found = (traits.ismutable(x), traits.can_setindex(x), traits.can_change_size(x))
    assert found == (mutable, settable, resizable)
    assert found == (traits.ismutable(type(x)), traits.can_setindex(type(x)), traits.can_change_size(type(x)))
    assert settable == allows(lambda: x.__setitem__(0, 1))
    assert resizable == allows(lambda: x.clear())


WITH_INDICES = lambda x: traits.View(x, 1, slice(None, None, -1), [0, 2])  # noqa: E731
WRAPPERS = [
    lambda x: traits.PermutedDims(x, (2, 0, 1)),
    WITH_INDICES,
    lambda x: traits.Reshaped(x, (4, 6)),
    lambda x: traits.Transpose(x),
    lambda x: traits.Adjoint(x),
    lambda x: traits.Named(x, ("a", "b", "c")),
    lambda x: traits.FixedSize[2, 3, 4](x),
    lambda x: traits.Named(traits.View(traits.PermutedDims(x, (1, 0, 2)), slice(None, None, -1)), ("a", "b", "c")),
]


@pytest.mark.parametrize("backend", ALL)
@pytest.mark.parametrize("dtype", ["float32", "complex64"])
def test_wrappers_of_backends_are_written_through(backend, dtype):
    """To an Array always; to a native array where it can be written to, and what is written may be of any kind."""
    xp = aikit.get_backend(require(backend))
    number = 7 + 5j if dtype == "complex64" else 7.0
    values = (np.arange(24.0) * (1j if dtype == "complex64" else 1)).reshape(2, 3, 4).astype(dtype)
    for make in WRAPPERS:
        if backend == "array_api_strict" and make is WITH_INDICES:
            continue  # which are not in the standard
        for native, value in itertools.product((False, True), (number, xp.asarray(number, dtype=dtype))):
            own = xp.asarray(values, copy=True)
            wrapped = make(own.data if native else own)
            before = np.asarray(wrapped).copy()
            at = (1,) * before.ndim
            if not traits.can_setindex(wrapped):
                with pytest.raises((TypeError, ValueError)):
                    wrapped[at] = value
                continue
            wrapped[at] = value
            before[at] = number
            assert np.array_equal(np.asarray(wrapped), before)


def test_what_is_written_is_of_the_same_backend():
    x = native("torch")
    for parent in (x, aikit.asarray(x)):
        for make in (traits.Transpose, lambda x: traits.Named(x, ("a", "b")), traits.FixedSize[2, 2]):
            with pytest.raises(AikitBackendException, match=r"bring it over with aikit\.to_backend"):
                make(parent)[0, 0] = aikit.get_backend("numpy").asarray(7.0)


def test_wrappers_are_written_through():
    x = np.arange(24.0).reshape(2, 3, 4)
    for make in WRAPPERS:
        own = x.copy()
        wrapped = make(own)
        assert traits.ismutable(wrapped) and traits.can_setindex(wrapped)
        before = np.asarray(wrapped).copy()
        wrapped[-1] = 99
        before[-1] = 99
        assert np.asarray(wrapped).tolist() == before.tolist() and (own == 99).sum() == (before == 99).sum()
        assert not traits.ismutable(make(np.broadcast_to(1.0, (2, 3, 4)))) and not traits.can_setindex(
            make(np.broadcast_to(1.0, (2, 3, 4)))
        )
    z = np.asarray([1 + 2j, 3j])
    traits.Adjoint(z)[0, 1] = 5 + 6j
    assert z.tolist() == [1 + 2j, 5 - 6j]
    assert not traits.can_setindex(traits.Diagonal(z))
    with pytest.raises(AikitTypeError, match="Diagonal"):
        traits.Diagonal(z)[0, 1] = 1


# ------------------------------------------------------------------------------------------------ access


@pytest.mark.parametrize("backend", ALL)
def test_access(backend):
    x = native(backend)
    for one in (x, aikit.asarray(x), traits.Transpose(x)):
        assert traits.access(one) is Access.POINTER and traits.fast_scalar_indexing(one)
    assert traits.access(traits.View(x, [0])) is Access.INDEX
    assert traits.access(type(x)) is None


def test_access_of_others():
    assert (
        traits.access((1,)) is Access.TUPLE and traits.access(range(3)) is Access.INDEX and traits.access("a") is None
    )
    objects = np.asarray([None], dtype=object)
    assert traits.access(objects) is Access.INDEX and traits.fast_scalar_indexing(objects)
    assert all(map(traits.fast_scalar_indexing, ([1], (1,), range(2)))) and not traits.fast_scalar_indexing({1})


@pytest.mark.needs("torch")
def test_access_on_torch():
    import torch

    sparse = torch.eye(2).to_sparse()
    assert traits.access(sparse) is Access.INDEX and not traits.fast_scalar_indexing(sparse)
    assert not traits.defines_strides(sparse) and not traits.is_row_major(sparse)
    meta = torch.ones(2, 3, device="meta")
    assert traits.access(meta) is Access.TRACED and not traits.fast_scalar_indexing(meta)
    assert traits.known_size(meta) == (2, 3)


# ------------------------------------------------------------------------------------------------ one element


@pytest.mark.parametrize("backend", ALL)
def test_one_element(backend):
    x = native(backend)
    for one in (x, aikit.asarray(x), traits.Named(x, ("a", "b"))):
        found = traits.allowed_getindex(one, 1, 0)
        assert found == 3.0 and type(found) is float
    for one in (x, aikit.asarray(x)):
        changed = traits.with_value(one, 9, 0, slice(None))
        assert type(changed) is type(one)
        assert aikit.to_list(changed) == [[9.0, 9.0], [3.0, 4.0]] and aikit.to_list(one) == [[1.0, 2.0], [3.0, 4.0]]
        written = traits.allowed_setindex(one, 7, 1, 1)
        assert aikit.to_list(written) == [[1.0, 2.0], [3.0, 7.0]]
        assert (written is one) == traits.can_setindex(one)
        if written is one:
            one[1, 1] = 4


def test_one_element_of_python():
    assert traits.allowed_getindex([1, 2], 1) == 2 and traits.with_value((1, 2), 7, 0) == (7, 2)
    x = [1, 2]
    assert traits.with_value(x, 7, 0) == [7, 2] and x == [1, 2]
    assert traits.allowed_setindex(x, 7, 0) is x and x == [7, 2]
    with pytest.raises(AikitTypeError, match="x is a str"):
        traits.with_value("ab", "c", 0)


def test_what_is_shared():
    assert traits.instances_do_not_alias(np.dtype("float32")) and traits.instances_do_not_alias(aikit.float32)
    assert not traits.instances_do_not_alias(object) and not traits.instances_do_not_alias(np.dtype(object))
