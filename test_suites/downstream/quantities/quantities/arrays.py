"""The class, the few functions that it knows, and the error of the others."""

from __future__ import annotations

import aikit

HANDLED = {}


class UnitError(ValueError):
    """Units that do not fit, and places for results that do not."""


class Quantity:
    """An array of floats, and the exponents of its units: ``Quantity([9.81], m=1, s=-2)``."""

    def __init__(self, data, **unit):
        self.data = aikit.asarray(data)
        self.unit = {name: power for name, power in sorted(unit.items()) if power}

    def __aikit_array_function__(self, func, types, args, kwargs):
        if func not in HANDLED or not all(issubclass(cls, (Quantity, aikit.Array)) for cls in types):
            return NotImplemented
        return HANDLED[func](*args, **kwargs)

    def __repr__(self):
        return f"Quantity({aikit.to_list(self.data)}, {self.unit})"

    def __add__(self, other):
        return aikit.add(self, other)

    def __radd__(self, other):
        return aikit.add(other, self)

    def __sub__(self, other):
        return aikit.subtract(self, other)

    def __mul__(self, other):
        return aikit.multiply(self, other)

    def __rmul__(self, other):
        return aikit.multiply(other, self)

    def __truediv__(self, other):
        return aikit.divide(self, other)

    def __neg__(self):
        return aikit.negative(self)

    def __lt__(self, other):
        return aikit.less(self, other)


def handles(*functions):
    """Put a body into the table, called with the function and what the caller wrote; a result goes to `out`."""

    def put(body):
        for function in functions:
            HANDLED[function] = bound(function, body)
        return body

    return put


def bound(function, body):
    def handler(*args, out=None, **options):
        if out is not None and not isinstance(out, Quantity):
            raise UnitError("out has no unit: it must be a Quantity")
        data, unit = body(function, *args, **options)
        if unit is None:
            return data
        if out is None:
            return Quantity(data, **unit)
        if out.data.shape != data.shape:
            raise UnitError(f"out has the shape {out.data.shape}, the result {data.shape}")
        out.data[...] = data
        out.unit = unit
        return out

    return handler


# ------------------------------------------------------------------------------------------------ units


def data_of(x):
    return x.data if isinstance(x, Quantity) else x


def unit_of(x):
    """The unit of an operand: a plain array or number has none."""
    return x.unit if isinstance(x, Quantity) else {}


def same_unit(*operands):
    first, *others = map(unit_of, operands)
    for other in others:
        if other != first:
            raise UnitError(f"{first or 'no unit'} and {other or 'no unit'} do not fit")
    return first


def combined(first, second, sign):
    return {name: first.get(name, 0) + sign * second.get(name, 0) for name in {**first, **second}}


def scaled(unit, factor):
    return {name: power * factor for name, power in unit.items()}


# ------------------------------------------------------------------------------------------------ functions


@handles(aikit.abs, aikit.negative, aikit.positive, aikit.sum, aikit.mean, aikit.std, aikit.max, aikit.min, aikit.sort,
         aikit.flip, aikit.reshape, aikit.squeeze, aikit.cumulative_sum)  # fmt: skip
def of_the_same_unit(function, x, /, *args, **options):
    return function(x.data, *args, **options), x.unit


@handles(aikit.add, aikit.subtract, aikit.maximum, aikit.minimum, aikit.hypot)
def of_one_unit(function, x1, x2, /):
    return function(data_of(x1), data_of(x2)), same_unit(x1, x2)


@handles(aikit.concat, aikit.stack)
def joined(function, arrays, /, *, axis=0):
    return function([data_of(x) for x in arrays], axis=axis), same_unit(*arrays)


@handles(aikit.less, aikit.less_equal, aikit.greater, aikit.greater_equal, aikit.equal, aikit.not_equal)
def compared(function, x1, x2, /):
    same_unit(x1, x2)
    return function(data_of(x1), data_of(x2)), None


@handles(aikit.multiply, aikit.divide)
def product(function, x1, x2, /):
    sign = 1 if function is aikit.multiply else -1
    return function(data_of(x1), data_of(x2)), combined(unit_of(x1), unit_of(x2), sign)


@handles(aikit.square, aikit.sqrt, aikit.var, aikit.reciprocal)
def power(function, x, /, **options):
    factor = {aikit.sqrt: 0.5, aikit.reciprocal: -1}.get(function, 2)
    return function(x.data, **options), scaled(x.unit, factor)


@handles(aikit.exp, aikit.log, aikit.sin, aikit.cos)
def of_no_unit(function, x, /):
    if x.unit:
        raise UnitError(f"{function.__name__} of {x.unit}: only what has no unit has one")
    return function(x.data), {}
