"""The class with faults, one in each of some functions, which its conformance tests must name."""

from __future__ import annotations

import aikit
from labelled import arrays

RIGHT = dict(arrays.HANDLED)


class Labelled(arrays.Labelled):
    def __aikit_array_function__(self, func, types, args, kwargs):
        if func not in HANDLED or not all(issubclass(cls, (arrays.Labelled, aikit.Array)) for cls in types):
            return NotImplemented
        out = kwargs.get("out")
        if out is None or func is aikit.exp:
            return own(HANDLED[func](func, *args, **kwargs))
        HANDLED[func](func, *args, **{**kwargs, "out": out.data})
        return out


def own(result):
    """A result in objects of this class."""
    if isinstance(result, arrays.Labelled):
        return Labelled(result.data, result.dims)
    return type(result)(*map(own, result)) if isinstance(result, tuple) else result


def sort(function, x, *, axis=-1, descending=False, stable=True, out=None):
    return RIGHT[function](function, x, axis=axis, stable=stable, out=out)  # always ascending


def cumulative_sum(function, x, *, axis=None, dtype=None, include_initial=False, out=None):
    dtype = "int64" if dtype is None and x.data.dtype == "int32" else dtype  # wider than it is
    return arrays.forwarded(function, x, axis=axis, dtype=dtype, include_initial=include_initial, out=out)


def exp(function, x, *, out=None):
    return Labelled(aikit.exp(x.data))  # without out


def concat(function, given, /, *, axis=0, out=None):
    return aikit.concat([arrays.unwrapped(one) for one in given], axis=axis)  # the names are dropped, and the class


def roll(function, x, shift, *, axis=None, out=None):
    result = RIGHT[function](function, x, shift, axis=axis, out=out)
    x.data = result.data  # in place
    return result


def mean(function, x, *, axis=None, keepdims=False, out=None):
    if isinstance(axis, int):
        axis = axis % max(x.data.ndim, 1)  # any number is an axis
    return RIGHT[function](function, x, axis=axis, keepdims=keepdims, out=out)


def svd(function, x, /, *, full_matrices=True):
    return arrays.wrapped(aikit.linalg.svd(x.data))  # whatever is asked for


def where(function, condition, x1, x2, *, out=None):
    x1 = aikit.asarray(x1, dtype="float32") if isinstance(x1, (int, float)) else x1  # a scalar decides the dtype
    return RIGHT[function](function, condition, x1, x2, out=out)


HANDLED = {
    aikit.sort: sort,
    aikit.cumulative_sum: cumulative_sum,
    aikit.exp: exp,
    aikit.concat: concat,
    aikit.roll: roll,
    aikit.mean: mean,
    aikit.linalg.svd: svd,
    aikit.where: where,
}
