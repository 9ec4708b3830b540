"""Each lazy wrapper is an array class: the kit judges it on all functions over NumPy, on some over each other backend."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.frameworks import require

import aikit
from aikit import traits
from aikit.traits._lazy import Lazy
from pytest_aikit import Adapter, check_conformance, expectations
from pytest_aikit.cases import cells
from pytest_aikit.kit.declared import judged
from pytest_aikit.model import Cell

DTYPES = ("float32", "int32", "complex64", "bool")
ONE_IN = {"numpy": 40, "array_api_strict": 100, "torch": 100, "tensorflow": 100, "jax": 360}
"""Of how many functions a wrapper is judged on one over the arrays of a backend; another wrapper on another one."""


def reversed_view(array, hold):
    back = (slice(None, None, -1),) * array.ndim
    return traits.View(hold(np.asarray(array[back]).copy()), *back)


def permuted(array, hold):
    return traits.PermutedDims(hold(array.T.copy()), tuple(reversed(range(array.ndim))))


def reshaped(array, hold):
    return traits.Reshaped(hold(array.reshape(-1)), array.shape)


def named(array, hold):
    return traits.Named(hold(array), [f"d{place}" for place in range(-array.ndim, 0)])


def fixed(array, hold):
    return traits.FixedSize[array.shape](hold(array))


# what has other dimensions than these wrappers have is a view of all elements


def transpose(array, hold):
    return traits.Transpose(hold(array.swapaxes(-1, -2).copy())) if array.ndim > 1 else traits.View(hold(array))


def adjoint(array, hold):
    return traits.Adjoint(hold(array.swapaxes(-1, -2).conj())) if array.ndim > 1 else traits.View(hold(array))


def row(array, hold):
    is_row = array.ndim == 2 and len(array) == 1
    return traits.Transpose(hold(array[0].copy())) if is_row else traits.View(hold(array))


def adjoint_row(array, hold):
    is_row = array.ndim == 2 and len(array) == 1
    return traits.Adjoint(hold(array[0].conj())) if is_row else traits.View(hold(array))


def diagonal(array, hold):
    square = array.ndim == 2 and array.shape[0] == array.shape[1]
    held = square and bool((array == np.where(np.eye(len(array), dtype=bool), array, np.zeros_like(array))).all())
    fits = held and not np.signbit(array.real).any()
    return traits.Diagonal(hold(np.diagonal(array).copy())) if fits else traits.View(hold(array))


# wrapper -> the class of all objects that stand for its arrays, and how they are made
MADE = {
    "PermutedDims": (traits.PermutedDims, permuted),
    "View": (traits.View, reversed_view),
    "Reshaped": (traits.Reshaped, reshaped),
    "Named": (traits.Named, named),
    "Transpose": (Lazy, transpose),
    "Adjoint": (Lazy, adjoint),
    "RowVector": (Lazy, row),
    "AdjointVector": (Lazy, adjoint_row),
    "FixedSize": (Lazy, fixed),
    "Diagonal": (Lazy, diagonal),
}


def has_wrong_values(name, backend):
    """Whether a framework is expected to give wrong values; NumPy's are mended by aikit, and judged."""
    cells_of = [Cell(judged()[name], backend, "cpu", (dtype,)) for dtype in DTYPES]
    entries = expectations.load((), [backend])
    return any(one.covers("value", cell) for one in entries for cell in cells_of)


def in_turn(names, first):
    """The functions by one of the dtypes that they accept, the next one for the next function."""
    found = {}
    for place, name in enumerate(names, start=first):
        accepted = [dtype for dtype in DTYPES if dtype in cells.accepted_dtypes(judged()[name])]
        found.setdefault((accepted[place % len(accepted)],) if accepted else DTYPES, []).append(name)
    return found


@pytest.mark.parametrize("backend", ONE_IN)
@pytest.mark.parametrize("wrapper", MADE)
def test_wrapper(wrapper, backend, pytestconfig):
    """With ``--aikit-profile=ci`` for all functions in every dtype, on the backends that compile nothing."""
    xp = aikit.get_backend(require(backend))
    (base, made), first = MADE[wrapper], list(MADE).index(wrapper)

    def judge(dtypes, functions):
        adapter = Adapter(
            base,
            from_numpy=lambda array: made(array, lambda values: xp.asarray(values).data),
            dtypes=dtypes,
            name=wrapper,
            results=(aikit.Array, traits.Named),
            others=xp.asarray,  # a wrapper over arrays of one backend takes none of another beside it
        )
        report = check_conformance(adapter, supported="*", functions=",".join(functions))
        assert not report.failures, str(report)
        return report.undecided

    whole = pytestconfig.getoption("--aikit-profile") == "ci"
    step = 1 if whole and backend in ("numpy", "array_api_strict", "torch") else ONE_IN[backend]
    known = [name for name in judged() if not has_wrong_values(name, backend)]
    names = known[19 * first % step :: step]  # neighbours are alike
    rest = names if whole else [one for group in in_turn(names, first).items() for one in judge(*group)]
    assert not rest or not judge(DTYPES, rest)  # what takes arrays of two dtypes


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
