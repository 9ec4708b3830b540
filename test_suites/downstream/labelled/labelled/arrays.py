"""The class: it keeps the names through the functions that it knows, and forwards all others."""

from __future__ import annotations

import aikit
from aikit import traits

HANDLED = {}


@traits.forwarding_wrapper
class Labelled:
    """An array, and a name or None for each of its dimensions; it has the traits of the array."""

    def __init__(self, data, dims=None):
        self.data = aikit.asarray(data)
        self.dims = (None,) * self.data.ndim if dims is None else tuple(dims)
        if len(self.dims) != self.data.ndim:
            raise ValueError(f"Labelled: {len(self.dims)} names for an array of {self.data.ndim} dimensions")

    def __aikit_parent__(self):
        return self.data

    @property
    def __aikit_dimnames__(self):
        return self.dims

    def __aikit_array_function__(self, func, types, args, kwargs):
        if not all(issubclass(cls, (Labelled, aikit.Array)) for cls in types):
            return NotImplemented
        out = kwargs.get("out")
        if out is None:
            return HANDLED.get(func, forwarded)(func, *args, **kwargs)
        if not isinstance(out, Labelled):
            raise TypeError("the result has names: out must be a Labelled")
        result = HANDLED.get(func, forwarded)(func, *args, **{**kwargs, "out": out.data})
        out.dims = result.dims
        return out

    def __repr__(self):
        return f"Labelled({aikit.to_list(self.data)}, dims={self.dims})"

    def __add__(self, other):
        return aikit.add(self, other)

    def __radd__(self, other):
        return aikit.add(other, self)

    def __mul__(self, other):
        return aikit.multiply(self, other)

    def __neg__(self):
        return aikit.negative(self)


def unwrapped(value):
    """The arrays of all objects in an argument."""
    if isinstance(value, Labelled):
        return value.data
    if isinstance(value, (list, tuple)):
        return type(value)(map(unwrapped, value))
    return value


def wrapped(value):
    """The arrays in a result, without names."""
    if isinstance(value, aikit.Array):
        return Labelled(value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*map(wrapped, value))
    if isinstance(value, (list, tuple)):
        return type(value)(map(wrapped, value))
    return value


def forwarded(function, *args, **kwargs):
    return wrapped(function(*unwrapped(args), **{name: unwrapped(value) for name, value in kwargs.items()}))


def handles(*functions):
    def put(body):
        HANDLED.update(dict.fromkeys(functions, body))
        return body

    return put


# ------------------------------------------------------------------------------------------------ names


def position(x, axis):
    """The number of the axis of a name; a number, and None, is left to the function."""
    if isinstance(axis, tuple):
        return tuple(position(x, one) for one in axis)
    if not isinstance(axis, str):
        return axis
    if axis not in x.dims:
        raise ValueError(f"axis={axis!r}: the dimensions are {x.dims}")
    return x.dims.index(axis)


def joined(operands, shape):
    """The names of what is broadcast from operands; two that differ do not fit."""
    names = [None] * len(shape)
    for one in operands:
        for place, name in enumerate(reversed(one.dims) if isinstance(one, Labelled) else (), start=1):
            if name is not None and names[-place] not in (None, name):
                raise ValueError(f"dimension {-place} is {names[-place]!r} and {name!r}")
            names[-place] = names[-place] if name is None else name
    return tuple(names)


# ------------------------------------------------------------------------------------------------ functions


@handles(
    aikit.abs, aikit.add, aikit.cos, aikit.divide, aikit.equal, aikit.exp, aikit.greater, aikit.less, aikit.log,
    aikit.maximum, aikit.minimum, aikit.multiply, aikit.negative, aikit.pow, aikit.sin, aikit.sqrt, aikit.subtract,
    aikit.where,
)  # fmt: skip
def elementwise(function, *operands, out=None):
    data = function(*unwrapped(operands), out=out)
    return Labelled(data, joined(operands, data.shape))


@handles(aikit.sum, aikit.prod, aikit.mean, aikit.std, aikit.var, aikit.max, aikit.min, aikit.any, aikit.all)
def reduced(function, x, *, axis=None, keepdims=False, **options):
    axis = position(x, axis)
    data = function(x.data, axis=axis, keepdims=keepdims, **options)
    if keepdims:
        return Labelled(data, x.dims)
    over = range(x.data.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    gone = {one % x.data.ndim for one in over}
    return Labelled(data, [name for place, name in enumerate(x.dims) if place not in gone])


@handles(aikit.flip, aikit.roll, aikit.sort, aikit.argsort, aikit.cumulative_prod)
def along(function, x, *args, **options):
    if "axis" in options:
        options["axis"] = position(x, options["axis"])
    data = function(*unwrapped((x, *args)), **options)
    return Labelled(data, x.dims if data.ndim == x.data.ndim else None)


@handles(aikit.permute_dims)
def permute_dims(function, x, axes, *, out=None):
    axes = tuple(position(x, one) for one in axes)
    return Labelled(function(x.data, axes, out=out), [x.dims[one] for one in axes])
