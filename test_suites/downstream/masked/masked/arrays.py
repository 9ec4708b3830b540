"""The class, and the table of the functions that it takes over."""

from __future__ import annotations

import functools

import aikit

HANDLED = {}


class Masked:
    """An array and a mask of its shape.

    What is missing stays missing in what is computed of it, and is left out of sums, means and extrema.
    """

    def __init__(self, data, mask=None):
        self.data = aikit.asarray(data)
        self.mask = aikit.zeros(self.data.shape, dtype="bool") if mask is None else aikit.asarray(mask)

    def __aikit_array_function__(self, func, types, args, kwargs):
        if func not in HANDLED or not all(issubclass(cls, (Masked, aikit.Array)) for cls in types):
            return NotImplemented
        return HANDLED[func](*args, **kwargs)

    def __repr__(self):
        return f"Masked({aikit.to_list(self.data)}, mask={aikit.to_list(self.mask)})"

    def __add__(self, other):
        return aikit.add(self, other)

    def __mul__(self, other):
        return aikit.multiply(self, other)

    def __neg__(self):
        return aikit.negative(self)


def handles(*functions):
    """Put a function into the table; of several, it is called with the one that was called."""

    def put(body):
        for function in functions:
            HANDLED[function] = functools.partial(body, function) if len(functions) > 1 else body
        return body

    return put


def data_of(x):
    return x.data if isinstance(x, Masked) else x


def mask_of(x):
    return x.mask if isinstance(x, Masked) else False


def refuse_out(out):
    if out is not None:
        raise TypeError("a Masked is no place to write results to")


# ------------------------------------------------------------------------------------------------ element by element


@handles(
    aikit.abs, aikit.ceil, aikit.cos, aikit.exp, aikit.floor, aikit.isfinite, aikit.isinf, aikit.isnan, aikit.log,
    aikit.logical_not, aikit.negative, aikit.positive, aikit.sign, aikit.sin, aikit.sqrt, aikit.square, aikit.tanh,
)  # fmt: skip
def unary(function, x, *, out=None):
    refuse_out(out)
    return Masked(function(x.data), x.mask)


@handles(
    aikit.add, aikit.atan2, aikit.divide, aikit.equal, aikit.greater, aikit.less, aikit.logical_and, aikit.logical_or,
    aikit.maximum, aikit.minimum, aikit.multiply, aikit.not_equal, aikit.pow, aikit.subtract,
)  # fmt: skip
def binary(function, x1, x2, *, out=None):
    refuse_out(out)
    data = function(data_of(x1), data_of(x2))
    return Masked(
        data, aikit.broadcast_to(aikit.logical_or(*map(aikit.asarray, (mask_of(x1), mask_of(x2)))), data.shape)
    )


@handles(aikit.where)
def where(condition, x1, x2, *, out=None):
    refuse_out(out)
    data = aikit.where(data_of(condition), data_of(x1), data_of(x2))
    chosen = aikit.where(data_of(condition), *(aikit.asarray(mask_of(x)) for x in (x1, x2)))
    return Masked(data, aikit.broadcast_to(aikit.logical_or(chosen, aikit.asarray(mask_of(condition))), data.shape))


# ------------------------------------------------------------------------------------------------ what is left out


@handles(aikit.sum, aikit.prod)
def folded(function, x, *, out=None, **options):
    refuse_out(out)
    neutral = aikit.asarray(0 if function is aikit.sum else 1, dtype=x.data.dtype)
    return _left_out(x, function(aikit.where(x.mask, neutral, x.data), **options), options)


@handles(aikit.mean)
def mean(x, *, axis=None, keepdims=False, out=None):
    refuse_out(out)
    shape = {"axis": axis, "keepdims": keepdims}
    if not aikit.to_scalar(aikit.any(x.mask)):
        return _left_out(x, aikit.mean(x.data, **shape), shape)
    there = aikit.sum(aikit.astype(aikit.logical_not(x.mask), x.data.dtype), **shape)
    total = aikit.sum(aikit.where(x.mask, aikit.zeros_like(x.data), x.data), **shape)
    return _left_out(x, aikit.divide(total, there), shape)


def _left_out(x, data, options):
    """The result of a fold, missing where everything is."""
    shape = {name: value for name, value in options.items() if name in ("axis", "keepdims")}
    return Masked(data, aikit.logical_and(aikit.all(x.mask, **shape), aikit.asarray(x.mask.size > 0)))


# ------------------------------------------------------------------------------------------------ moved


@handles(
    aikit.expand_dims, aikit.flip, aikit.matrix_transpose, aikit.moveaxis, aikit.permute_dims, aikit.reshape, aikit.roll,
    aikit.squeeze, aikit.tile, aikit.repeat,
)  # fmt: skip
def moved(function, x, /, *args, out=None, **options):
    refuse_out(out)
    mask = x.mask if isinstance(x, Masked) else aikit.zeros(x.shape, dtype="bool")
    args = [data_of(one) for one in args]
    return Masked(function(data_of(x), *args, **options), function(mask, *args, **options))


@handles(aikit.concat, aikit.stack)
def joined(function, arrays, /, *, axis=0, out=None):
    refuse_out(out)
    masks = [x.mask if isinstance(x, Masked) else aikit.zeros(x.shape, dtype="bool") for x in arrays]
    return Masked(function([data_of(x) for x in arrays], axis=axis), function(masks, axis=axis))
