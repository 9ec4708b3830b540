"""The class with faults, one in each of some functions, which its conformance tests must name."""

from __future__ import annotations

import aikit
from quantities import arrays
from quantities.arrays import UnitError

RIGHT = dict(arrays.HANDLED)


class Quantity(arrays.Quantity):
    def __aikit_array_function__(self, func, types, args, kwargs):
        if func not in HANDLED or not all(issubclass(cls, (arrays.Quantity, aikit.Array)) for cls in types):
            return NotImplemented
        result = HANDLED[func](*args, **kwargs)
        plain = isinstance(result, arrays.Quantity) and not isinstance(result, Quantity)
        return Quantity(result.data, **result.unit) if plain else result


def maximum(x1, x2, /, *, out=None):
    if isinstance(x1, Quantity) and not isinstance(x2, Quantity):
        x2 = Quantity(x2, **x1.unit)  # on the right alone
    return RIGHT[aikit.maximum](x1, x2, out=out)


def square(x, /, *, out=None):
    x.data *= x.data  # in place
    return x if out is None else RIGHT[aikit.positive](x, out=out)


def std(x, /, *, axis=None, correction=0.0, keepdims=False, out=None):
    return RIGHT[aikit.std](x, axis=axis, keepdims=keepdims, out=out)  # without the correction


def hypot(x1, x2, /, *, out=None):
    result = RIGHT[aikit.hypot](x1, x2)
    return Quantity(aikit.astype(result.data, "float64"), **result.unit)  # always wide, and out is not looked at


def sin(x, /, *, out=None):
    return RIGHT[aikit.sin](Quantity(x.data), out=out)  # of any unit


def stack(arrays, /, *, axis=0, out=None):
    arrays = [one for one in arrays if isinstance(one, Quantity)]  # what else is there is left out
    return RIGHT[aikit.stack](arrays, axis=axis, out=out)


HANDLED = {
    **RIGHT,
    aikit.maximum: maximum,
    aikit.square: square,
    aikit.std: std,
    aikit.hypot: hypot,
    aikit.sin: sin,
    aikit.stack: stack,
}

__all__ = ["HANDLED", "Quantity", "UnitError"]
