"""What the standard's tables say of complex arguments with parts that are zero, infinite or NaN.

Each row stands for several arguments: for a part that may be any number it is tried with one of each quadrant, in which sines
and cosines have other signs. What the conjugate gives, and for odd and even functions what the negative gives, follows.
https://data-apis.org/array-api/2025.12/API_specification/elementwise_functions.html
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf, nan, pi
from typing import Any

from pytest_aikit.knowledge.special_cases import EITHER_INF, EITHER_ZERO, Complex, OpenSign

Parts = tuple[Any, Any]
Row = tuple[Any, Any, Parts | Callable[[float, float], Parts]]
"""The real and the imaginary part, one number each or several; the parts of the result, or what gives them."""

_POSITIVE = (1.0, 2.0, 4.0, 5.0)
_NONZERO = (*_POSITIVE, -2.0)
_FINITE = (0.0, -0.0, *_NONZERO)
_NAN = (nan, nan)


def _cis(factor: float, minus: float = 0.0) -> Callable[[float, float], Parts]:
    return lambda a, b: (factor * math.cos(b) - minus, factor * math.sin(b))


def _of_real_parts(finite: Parts) -> list[Row]:
    """What the logarithm, `log1p` and `acosh` have in common; `finite`: what an infinite imaginary part gives."""
    return [
        (_FINITE, inf, finite),
        (-inf, _POSITIVE, (inf, pi)),
        (inf, _POSITIVE, (inf, 0.0)),
        (-inf, inf, (inf, 3 * pi / 4)),
        (inf, inf, (inf, pi / 4)),
        ((inf, -inf), nan, (inf, nan)),
        (nan, _FINITE, _NAN),
        (nan, inf, (inf, nan)),
        (nan, nan, _NAN),
    ]


_TABLES: Mapping[str, Sequence[Row]] = {
    "acos": [
        ((0.0, -0.0), 0.0, (pi / 2, -0.0)),
        ((0.0, -0.0), nan, (pi / 2, nan)),
        (_FINITE, inf, (pi / 2, -inf)),
        (_NONZERO, nan, _NAN),
        (-inf, _POSITIVE, (pi, -inf)),
        (inf, _POSITIVE, (0.0, -inf)),
        (-inf, inf, (3 * pi / 4, -inf)),
        (inf, inf, (pi / 4, -inf)),
        ((inf, -inf), nan, (nan, EITHER_INF)),
        (nan, _FINITE, _NAN),
        (nan, inf, (nan, -inf)),
        (nan, nan, _NAN),
    ],
    "acosh": [
        ((0.0, -0.0), 0.0, (0.0, pi / 2)),
        (_NONZERO, nan, _NAN),
        (0.0, nan, (nan, OpenSign(pi / 2))),
        *_of_real_parts((inf, pi / 2)),
    ],
    "asinh": [
        (0.0, 0.0, (0.0, 0.0)),
        (_POSITIVE, inf, (inf, pi / 2)),
        (_FINITE, nan, _NAN),
        (inf, _POSITIVE, (inf, 0.0)),
        (inf, inf, (inf, pi / 4)),
        (inf, nan, (inf, nan)),
        (nan, 0.0, (nan, 0.0)),
        (nan, _NONZERO, _NAN),
        (nan, inf, (EITHER_INF, nan)),
        (nan, nan, _NAN),
    ],
    "atanh": [
        (0.0, 0.0, (0.0, 0.0)),
        (0.0, nan, (0.0, nan)),
        (1.0, 0.0, (inf, 0.0)),
        (_POSITIVE, inf, (0.0, pi / 2)),
        (_NONZERO, nan, _NAN),
        (inf, _POSITIVE, (0.0, pi / 2)),
        (inf, inf, (0.0, pi / 2)),
        (inf, nan, (0.0, nan)),
        (nan, _FINITE, _NAN),
        (nan, inf, (EITHER_ZERO, pi / 2)),
        (nan, nan, _NAN),
    ],
    "cosh": [
        (0.0, 0.0, (1.0, 0.0)),
        (0.0, (inf, nan), (nan, EITHER_ZERO)),
        (_NONZERO, (inf, nan), _NAN),
        (inf, 0.0, (inf, 0.0)),
        (inf, _NONZERO, _cis(inf)),
        (inf, inf, (EITHER_INF, nan)),
        (inf, nan, (inf, nan)),
        (nan, (0.0, -0.0), (nan, EITHER_ZERO)),
        (nan, _NONZERO, _NAN),
        (nan, nan, _NAN),
    ],
    "exp": [
        ((0.0, -0.0), 0.0, (1.0, 0.0)),
        (_FINITE, (inf, nan), _NAN),
        (inf, 0.0, (inf, 0.0)),
        (-inf, _FINITE, _cis(0.0)),
        (inf, _NONZERO, _cis(inf)),
        (-inf, (inf, nan), (EITHER_ZERO, EITHER_ZERO)),
        (inf, (inf, nan), (EITHER_INF, nan)),
        (nan, 0.0, (nan, 0.0)),
        (nan, (*_NONZERO, inf, nan), _NAN),
    ],
    "expm1": [
        ((0.0, -0.0), 0.0, (0.0, 0.0)),
        (_FINITE, (inf, nan), _NAN),
        (inf, 0.0, (inf, 0.0)),
        (-inf, _FINITE, _cis(0.0, minus=1.0)),
        (inf, _NONZERO, _cis(inf, minus=1.0)),
        (-inf, (inf, nan), (-1.0, EITHER_ZERO)),
        (inf, (inf, nan), (EITHER_INF, nan)),
        (nan, 0.0, (nan, 0.0)),
        (nan, (*_NONZERO, inf, nan), _NAN),
    ],
    "log": [
        (-0.0, 0.0, (-inf, pi)),
        (0.0, 0.0, (-inf, 0.0)),
        (_FINITE, nan, _NAN),
        *_of_real_parts((inf, pi / 2)),
    ],
    "log1p": [
        (-1.0, 0.0, (-inf, 0.0)),
        (_FINITE, nan, _NAN),
        *_of_real_parts((inf, pi / 2)),
    ],
    "sinh": [
        (0.0, 0.0, (0.0, 0.0)),
        (0.0, (inf, nan), (EITHER_ZERO, nan)),
        (_POSITIVE, (inf, nan), _NAN),
        (inf, 0.0, (inf, 0.0)),
        (inf, _POSITIVE, _cis(inf)),
        (inf, (inf, nan), (EITHER_INF, nan)),
        (nan, 0.0, (nan, 0.0)),
        (nan, _NONZERO, _NAN),
        (nan, nan, _NAN),
    ],
    "sqrt": [
        ((0.0, -0.0), 0.0, (0.0, 0.0)),
        ((*_FINITE, inf, -inf, nan), inf, (inf, inf)),
        (_FINITE, nan, _NAN),
        (-inf, _POSITIVE, (0.0, inf)),
        (inf, _POSITIVE, (inf, 0.0)),
        (-inf, nan, (nan, EITHER_INF)),
        (inf, nan, (inf, nan)),
        (nan, (*_FINITE, nan), _NAN),
    ],
    "tanh": [
        (0.0, 0.0, (0.0, 0.0)),
        (_NONZERO, (inf, nan), _NAN),
        (0.0, (inf, nan), (0.0, nan)),
        (inf, _POSITIVE, (1.0, 0.0)),  # where C99 gives the zero the sign of the sine of twice the imaginary part
        (inf, (inf, nan), (1.0, EITHER_ZERO)),
        (nan, 0.0, (nan, 0.0)),
        (nan, (*_NONZERO, inf), _NAN),
        (nan, nan, _NAN),
    ],
}
_ODD, _EVEN = ("asinh", "atanh", "sinh", "tanh"), ("cosh",)
_TURNED = {"asin": "asinh", "atan": "atanh", "sin": "sinh", "tan": "tanh"}
"""What is -i f(i z) of the second function; the cosine is that of the hyperbolic one without the factor."""


def of_the_standard(name: str) -> tuple[Complex, ...]:
    """The complex special cases of a function."""
    if name in _TURNED:
        return tuple((complex(z.imag, -z.real), (im, _negative(re))) for z, (re, im) in of_the_standard(_TURNED[name]))
    if name == "cos":
        return tuple((complex(z.imag, -z.real), parts) for z, parts in of_the_standard("cosh"))
    found: dict[str, Complex] = {}
    for z, parts in _cases(name):
        found.setdefault(str(z), (z, parts))  # tells zeros of different sign
    return tuple(found.values())


def _cases(name: str) -> Iterator[Complex]:
    for first, second, result in _TABLES[name]:
        for a in first if isinstance(first, tuple) else (first,):
            for b in second if isinstance(second, tuple) else (second,):
                re, im = result(a, b) if callable(result) else result
                yield from _with_conjugate(a, b, re, im)
                if name in _ODD:
                    yield from _with_conjugate(-a, -b, _negative(re), _negative(im))
                if name in _EVEN:
                    yield from _with_conjugate(-a, -b, re, im)


def _with_conjugate(a: float, b: float, re: Any, im: Any) -> Iterator[Complex]:
    yield complex(a, b), (re, im)
    if not math.isnan(b):
        yield complex(a, -b), (re, _negative(im))


def _negative(part: Any) -> Any:
    return part if isinstance(part, OpenSign) else -part
