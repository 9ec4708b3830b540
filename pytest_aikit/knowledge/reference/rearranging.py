"""What patterns of dimensions mean, each by itself, in the words of NumPy: no pattern is read here."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from pytest_aikit.numerics import wide


class Case(NamedTuple):
    """A pattern, the shape of an array that it fits, lengths of axes by their names, and what the result is.

    `meaning` is called with the array and these lengths; of a reduction, with what reduces along axes behind the array. Where
    `shape` is None that is any with so many dimensions.
    """

    pattern: str
    shape: tuple[int, ...] | None
    meaning: Callable[..., Any]
    lengths: Mapping[str, int] = {}


REARRANGED = (
    Case("a b -> a b", (2, 3), lambda x: x),
    Case("h w -> w h", (2, 3), lambda x: x.T),
    Case("b c h w -> b h w c", (2, 3, 4, 5), lambda x: np.transpose(x, (0, 2, 3, 1))),
    Case("long_1 B -> B long_1", (2, 3), lambda x: x.T),
    Case("h w -> (w h)", (2, 3), lambda x: np.ravel(x, "F")),
    Case("a b c -> (c a) b", (2, 3, 4), lambda x: np.reshape(np.transpose(x, (2, 0, 1)), (8, 3))),
    Case("b (h w) c -> b c h w", (2, 12, 3), lambda x, h: np.moveaxis(x.reshape(2, h, 12 // h, 3), 3, 1), {"h": 3}),
    Case("b (h w) c -> c w b h", (2, 12, 3), lambda x, w: x.reshape(2, 12 // w, w, 3).transpose(3, 2, 0, 1), {"w": 2}),
    Case("(a b c) -> c (a b)", (24,), lambda x, a, b: x.reshape(a * b, 24 // a // b).T, {"a": 2, "b": 3}),
    Case("(a b) -> b a", (6,), lambda x, a, b: x.reshape(a, b).T, {"a": 2, "b": 3}),
    Case(
        "(a b) (c d) -> (a c) (b d)",
        (4, 6),
        lambda x, b, c: x.reshape(4 // b, b, c, 6 // c).swapaxes(1, 2).reshape(4 // b * c, b * 6 // c),
        {"b": 2, "c": 3},
    ),
    Case("... d -> d ...", (2, 3, 4), lambda x: np.moveaxis(x, -1, 0)),
    Case("... -> (...)", (2, 3, 4), np.ravel),
    Case("a ... b -> (b a) ...", (2, 3, 4, 5), lambda x: np.reshape(np.moveaxis(x, -1, 0), (10, 3, 4))),
    Case("a b ... -> b (... a)", (2, 3, 4), lambda x: np.reshape(np.transpose(x, (1, 2, 0)), (3, 8))),
    Case("a ... b -> b ... a", (2, 3), lambda x: x.T),
    Case("a b -> a 1 b ()", (2, 3), lambda x: x[:, None, :, None]),
    Case("a 1 b () -> b a", (2, 1, 3, 1), lambda x: x[:, 0, :, 0].T),
    Case("(a 1) b->b  ( a )", (2, 3), lambda x: x.T),
    Case("-> 1", (), lambda x: x[None]),
    Case(" -> ", (), lambda x: x),
    Case("a b -> b a", (1, 1), lambda x: x),
    Case("a (b c) -> c (a b)", (0, 6), lambda x, b: np.zeros((6 // b, 0), x.dtype), {"b": 2}),
    Case("(a b) c -> a b c", (0, 2), lambda x, b: np.zeros((0, b, 2), x.dtype), {"b": 3}),
    Case("long short -> short long", None, lambda x: x.T),
    Case("long short -> (short long)", None, lambda x: np.ravel(x.T)),
)
REDUCED = (
    Case("b c h w -> b c", (2, 3, 4, 5), lambda x, reduce: reduce(x, (2, 3))),
    Case("a b c -> c a", (2, 3, 4), lambda x, reduce: reduce(x, (1,)).T),
    Case("a b -> b a", (2, 3), lambda x, reduce: reduce(x[None], (0,)).T),
    Case("a b ->", (2, 3), lambda x, reduce: reduce(x, (0, 1))),
    Case("a b -> 1 b", (2, 3), lambda x, reduce: reduce(x, (0,))[None]),
    Case("b (h 2) (w 3) -> b h w", (2, 4, 6), lambda x, reduce: reduce(x.reshape(2, 2, 2, 2, 3), (2, 4))),
    Case("(a b) c -> (c a)", (6, 4), lambda x, reduce, a: reduce(x.reshape(a, 6 // a, 4), (1,)).T.ravel(), {"a": 2}),
    Case("... a -> ...", (2, 3, 4), lambda x, reduce: reduce(x, (2,))),
    Case("a ... -> a", (2, 3, 4), lambda x, reduce: reduce(x, (1, 2))),
    Case("a ... b -> (... b)", (2, 3, 4), lambda x, reduce: reduce(x, (0,)).ravel()),
    Case("a 4 -> a", (3, 4), lambda x, reduce: reduce(x, (1,))),
    Case("->", (), lambda x, reduce: reduce(x[None], (0,))),
    Case("long ->", None, lambda x, reduce: reduce(x, (0,))),
    Case("long short -> short", None, lambda x, reduce: reduce(x, (0,))),
    Case("short long -> short", None, lambda x, reduce: reduce(x, (1,))),
)
REPEATED = (
    Case("a b -> a b", (2, 3), lambda x: x),
    Case("h w -> h w c", (2, 3), lambda x, c: np.stack([x] * c, -1), {"c": 3}),
    Case("h w -> c w h", (2, 3), lambda x, c: np.stack([x.T] * c), {"c": 2}),
    Case("h w -> (h r) w", (2, 3), lambda x, r: np.repeat(x, r, 0), {"r": 2}),
    Case("h w -> (r h) w", (2, 3), lambda x, r: np.concatenate([x] * r), {"r": 2}),
    Case("h w -> 2 h (w 3)", (2, 3), lambda x: np.stack([np.repeat(x, 3, 1)] * 2)),
    Case(
        "(a b) c -> b r (c a)",
        (6, 4),
        lambda x, a, r: np.stack([x.reshape(a, 6 // a, 4).transpose(1, 2, 0).reshape(6 // a, -1)] * r, 1),
        {"a": 2, "r": 3},
    ),
    Case("... -> ... r", (2, 3), lambda x, r: np.stack([x] * r, -1), {"r": 2}),
    Case("... d -> (... r) d", (2, 3, 4), lambda x, r: np.repeat(x.reshape(6, 4), r, 0), {"r": 2}),
    Case("a 1 -> a r", (3, 1), lambda x, r: np.repeat(x, r, 1), {"r": 4}),
    Case(" -> a b", (), lambda x, a, b: np.full((a, b), x), {"a": 2, "b": 3}),
    Case("a -> a r", (3,), lambda x, r: np.zeros((3, 0), x.dtype), {"r": 0}),
    Case("h w -> (w h r)", None, lambda x, r: np.repeat(np.ravel(x.T), r), {"r": 2}),
    Case("long -> (long 2)", None, lambda x: np.repeat(x, 2)),
    Case("long -> 2 long", None, lambda x: np.stack([x, x])),
)


def rearrange(x: Any, pattern: str, **lengths: int) -> Any:
    return _case(REARRANGED, x, pattern, lengths).meaning(x, **lengths)


def repeat(x: Any, pattern: str, **lengths: int) -> Any:
    return _case(REPEATED, x, pattern, lengths).meaning(x, **lengths)


def reduce(x: Any, pattern: str, reduction: str, **lengths: int) -> Any:
    return _case(REDUCED, x, pattern, lengths).meaning(x, _REDUCTIONS[reduction], **lengths)


def scale_of_reduced(x: Any, pattern: str, reduction: str, **lengths: int) -> Any:
    """Of what is computed, that of the terms' absolute values; what is chosen is its own."""
    of_terms = reduction in ("sum", "mean", "prod")
    return np.abs(reduce(np.abs(x) if of_terms else x, pattern, reduction, **lengths).astype(wide.real()))


def terms_of_reduced(x: Any, pattern: str, reduction: str, **lengths: int) -> float:
    return x.size / max(np.size(reduce(np.zeros(x.shape), pattern, "any", **lengths)), 1)


def _case(cases: tuple[Case, ...], x: Any, pattern: str, lengths: Mapping[str, int]) -> Case:
    fitting = (one for one in cases if (one.pattern, one.lengths) == (pattern, lengths))
    return next(one for one in fitting if one.shape in (None, x.shape))


def _mean(x: Any, axis: tuple[int, ...]) -> Any:
    x = x.astype(wide.real()) if x.dtype.kind in "biu" else x
    return np.divide(np.sum(x, axis=axis), math.prod(x.shape[one] for one in axis))


_REDUCTIONS: Mapping[str, Callable[..., Any]] = {
    "min": np.min,
    "max": np.max,
    "sum": np.sum,
    "mean": _mean,
    "prod": np.prod,
    "any": np.any,
    "all": np.all,
}
