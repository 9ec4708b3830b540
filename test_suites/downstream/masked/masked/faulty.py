"""The class with faults, one in each of some functions, which its conformance tests must name."""

from __future__ import annotations

import aikit
from masked.arrays import HANDLED as RIGHT
from masked.arrays import Masked as Right

HANDLED = dict(RIGHT)


class Masked(Right):
    def __aikit_array_function__(self, func, types, args, kwargs):
        if func in (aikit.subtract, aikit.add) or all(issubclass(cls, (Right, aikit.Array)) for cls in types):
            found = HANDLED[func](*args, **kwargs) if func in HANDLED else NotImplemented
            return Masked(found.data, found.mask) if isinstance(found, Right) else found
        return NotImplemented


def sum(x, *, axis=None, dtype=None, keepdims=False, out=None):
    return RIGHT[aikit.sum](x, axis=axis, keepdims=keepdims, out=out)  # its dtype is lost


def prod(x, *, axis=None, dtype=None, keepdims=False, out=None):
    return RIGHT[aikit.prod](x, axis=axis, dtype=dtype, out=out)  # so is keepdims


def mean(x, *, axis=None, keepdims=False, out=None):
    return aikit.mean(x.data, axis=axis, keepdims=keepdims)  # an Array, not a Masked


def flip(x, /, *, axis=None, out=None):
    result = RIGHT[aikit.flip](x, axis=axis, out=out)
    x.data = aikit.zeros_like(x.data)  # it changes its argument
    return result


def negative(x, *, out=None):
    return RIGHT[aikit.negative](x)  # the result does not go to out


def subtract(x1, x2, *, out=None):
    if not isinstance(x1, Right):
        return NotImplemented  # in this order alone
    return RIGHT[aikit.subtract](x1, x2, out=out)


def add(x1, x2, *, out=None):
    first, second = (x if isinstance(x, (Right, aikit.Array)) else aikit.asarray(0) for x in (x1, x2))
    return RIGHT[aikit.add](first, second, out=out)  # whatever class the other is of


def concat(arrays, /, *, axis=0, out=None):
    return RIGHT[aikit.concat](arrays, axis=0 if axis is None else axis, out=out)  # without an axis it has to flatten


for function in (sum, prod, mean, flip, negative, subtract, add, concat):
    HANDLED[getattr(aikit, function.__name__)] = function
