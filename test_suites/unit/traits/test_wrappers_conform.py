"""Each lazy wrapper is an array class: the kit judges it on some functions of each kind."""

from __future__ import annotations

import numpy as np
import pytest

import aikit
from aikit import traits
from aikit.traits._lazy import Lazy
from pytest_aikit import Adapter, check_conformance

FUNCTIONS = "add,abs,where,sum,sort,matmul,concat,reshape,permute_dims,take,equal,linalg.trace,zeros_like"


def matrices(make):
    """Objects that are made by `make` where there are two dimensions, and views of all elements otherwise."""
    return lambda array: make(array) if array.ndim > 1 else traits.View(array)


def reversed_view(array):
    back = (slice(None, None, -1),) * array.ndim
    return traits.View(array[back].copy(), *back)


def diagonal(array):
    square = array.ndim == 2 and array.shape[0] == array.shape[1]
    held = square and bool((array == np.where(np.eye(len(array), dtype=bool), array, np.zeros_like(array))).all())
    return (
        traits.Diagonal(np.diagonal(array).copy()) if held and not np.signbit(array.real).any() else traits.View(array)
    )


def row(array):
    return traits.Transpose(array[0].copy()) if array.ndim == 2 and len(array) == 1 else traits.View(array)


# class -> the class of all objects that stand for its arrays, and how they are made
MADE = {
    traits.PermutedDims: (None, lambda array: traits.PermutedDims(array.T.copy(), tuple(reversed(range(array.ndim))))),
    traits.View: (None, reversed_view),
    traits.Reshaped: (None, lambda array: traits.Reshaped(array.reshape(-1), array.shape)),
    traits.Named: (None, lambda array: traits.Named(array, [f"d{place}" for place in range(-array.ndim, 0)])),
    traits.Transpose: (Lazy, matrices(lambda array: traits.Transpose(array.swapaxes(-1, -2).copy()))),
    traits.Adjoint: (Lazy, matrices(lambda array: traits.Adjoint(array.swapaxes(-1, -2).conj()))),
    traits.RowVector: (Lazy, row),
    traits.FixedSize: (Lazy, lambda array: traits.FixedSize[array.shape](array)),
    traits.Diagonal: (Lazy, diagonal),
}


@pytest.mark.parametrize("cls", MADE, ids=lambda cls: cls.__name__)
def test_wrapper(cls):
    base, made = MADE[cls]
    adapter = Adapter(
        base or cls,
        from_numpy=made,
        dtypes=["bool", "int32", "float32", "complex64"],
        name=cls.__name__,
        results=(aikit.Array, traits.Named),
    )
    # the check looks for one class, and these are objects of several
    failing = {} if base is None else {"*:override": "of which class an object is depends on its shape"}
    if cls in (traits.PermutedDims, traits.Transpose):
        failing |= {"reshape:value": "with copy=False: only a copy has another shape"}
    report = check_conformance(adapter, supported="*", functions=FUNCTIONS, expected_failures=failing)
    assert not report.failures, str(report)
    assert not report.undecided


class Wrong:
    """A wrapper that says of its array what is not so."""

    def __init__(self, array):
        self.array = array

    def __aikit_parent__(self):
        return self.array

    def __array__(self, dtype=None, copy=None):
        return np.array(self.array, dtype=dtype)

    def __aikit_array_function__(self, func, types, args, kwargs):
        return type(self)(np.asarray(func(*[getattr(one, "array", one) for one in args], **kwargs)))


WRONG = {
    "size is": {"shape": property(lambda self: (*np.shape(self.array)[:-1], 7))},
    "known_size is": {
        "shape": property(lambda self: np.shape(self.array)),
        "__aikit_axes_types__": property(lambda self: (traits.Axis[9],) * np.ndim(self.array)),
    },
    "dimnames are": {"shape": property(lambda self: np.shape(self.array)), "_names": ("a",) * 9},
    "to_parent_dims is": {
        "shape": property(lambda self: np.shape(self.array)),
        "__aikit_parent_dims__": property(lambda self: (7,) * np.ndim(self.array)),
        "__aikit_axes_types__": property(lambda self: (traits.Axis,) * np.ndim(self.array)),
        "__aikit_dimnames__": property(lambda self: (None,) * np.ndim(self.array)),
    },
    "raised ParentCycleError": {"__aikit_parent__": lambda self: type(self)(self.array)},
    "raised AikitTypeError": {},
    "can_setindex is True": {
        "shape": property(lambda self: np.shape(self.array)),
        "__setitem__": lambda self, key, value: 1 / 0,
    },
    "can_setindex is False": {
        "shape": property(lambda self: np.shape(self.array)),
        "_fixed": True,
        "__setitem__": lambda self, key, value: None,
    },
    "of the parent of this forwarding wrapper": {"__aikit_is_forwarding__": True, "_mutable": False},
}


@pytest.mark.parametrize("cause", WRONG)
def test_what_a_class_says_wrongly_is_found(cause):
    cls = type("Stating", (Wrong,), dict(WRONG[cause]))
    if hasattr(cls, "_names"):
        traits.dimnames.register(cls)(lambda x: x._names)
        cause = "raised AikitValueError"
    if hasattr(cls, "_fixed"):
        traits.can_setindex.register(cls)(lambda x: False)
    if hasattr(cls, "_mutable"):
        traits.ismutable.register(cls)(lambda x: False)
    report = check_conformance(Adapter(cls, dtypes=["float32"]), functions="negative")
    found = [one.cause for one in report.failures if one.check == "traits"]
    assert len(found) == 1 and cause in found[0], str(report)
