"""What patterns of dimensions mean, each by itself, in the words of NumPy: no pattern is read here."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from pytest_aikit.numerics import wide


class Case(NamedTuple):
    """A pattern, the shape of an array that it fits, lengths of axes by their names, and what the result is.

    `meaning` is called with the array, which may have other lengths, and with these lengths; of a reduction, with what reduces
    along axes behind the array. Where `shape` is None the pattern is for arrays that are long.
    """

    pattern: str
    shape: tuple[int, ...] | None
    meaning: Callable[..., Any]
    lengths: Mapping[str, int] = {}


def _split(x: Any, axis: int, inner: int) -> Any:
    """An axis as two, the second of which has this length."""
    shape = x.shape
    return x.reshape(*shape[:axis], shape[axis] // inner, inner, *shape[axis + 1 :])


def _split_outer(x: Any, axis: int, outer: int) -> Any:
    return _split(x, axis, x.shape[axis] // outer)


def _joined(x: Any, axis: int) -> Any:
    """An axis and the next one as one."""
    shape = x.shape
    return x.reshape(*shape[:axis], shape[axis] * shape[axis + 1], *shape[axis + 2 :])


REARRANGED = (
    Case("a b -> a b", (2, 3), lambda x: x),
    Case("h w -> w h", (2, 3), lambda x: x.T),
    Case("b c h w -> b h w c", (2, 3, 4, 5), lambda x: np.transpose(x, (0, 2, 3, 1))),
    Case("a b c d e -> e c a d b", (2, 3, 1, 2, 2), lambda x: np.transpose(x, (4, 2, 0, 3, 1))),
    Case("long_1 B -> B long_1", (2, 3), lambda x: x.T),
    Case("h w -> (w h)", (2, 3), lambda x: np.ravel(x, "F")),
    Case("a b c -> (c a) b", (2, 3, 4), lambda x: _joined(np.transpose(x, (2, 0, 1)), 0)),
    Case("b (h w) c -> b c h w", (2, 12, 3), lambda x, h: np.moveaxis(_split_outer(x, 1, h), 3, 1), {"h": 3}),
    Case("b (h w) c -> c w b h", (2, 12, 3), lambda x, w: _split(x, 1, w).transpose(3, 2, 0, 1), {"w": 2}),
    Case("(a b c) -> c (a b)", (24,), lambda x, a, b: _split_outer(x, 0, a * b).T, {"a": 2, "b": 3}),
    Case("(a b) -> b a", (6,), lambda x, a, b: x.reshape(a, b).T, {"a": 2, "b": 3}),
    Case(
        "(a b) (c d) -> (a c) (b d)",
        (4, 6),
        lambda x, b, c: _joined(_joined(_split(_split_outer(x, 1, c), 0, b).swapaxes(1, 2), 0), 1),
        {"b": 2, "c": 3},
    ),
    Case("... d -> d ...", (2, 3, 4), lambda x: np.moveaxis(x, -1, 0)),
    Case("... -> (...)", (2, 3, 4), np.ravel),
    Case("a ... b -> (b a) ...", (2, 3, 4, 5), lambda x: _joined(np.moveaxis(x, -1, 0), 0)),
    Case("a b ... -> b (... a)", (2, 3, 4), lambda x: _joined(np.transpose(x, (1, 2, 0)), 1)),
    Case("a ... b -> b ... a", (2, 3), lambda x: x.T),
    Case("a b -> a 1 b ()", (2, 3), lambda x: x[:, None, :, None]),
    Case("a 1 b () -> b a", (2, 1, 3, 1), lambda x: x[:, 0, :, 0].T),
    Case("(a 1) b->b  ( a )", (2, 3), lambda x: x.T),
    Case("-> 1", (), lambda x: x[None]),
    Case(" -> ", (), lambda x: x),
    Case("a b -> b a", (1, 1), lambda x: x.T),
    Case("a (b c) -> c (a b)", (0, 6), lambda x, b: _joined(np.moveaxis(_split_outer(x, 1, b), 2, 0), 1), {"b": 2}),
    Case("(a b) c -> a b c", (0, 2), lambda x, b: _split(x, 0, b), {"b": 3}),
    Case("long short -> short long", None, lambda x: x.T),
    Case("long short -> (short long)", None, lambda x: np.ravel(x.T)),
)
REDUCED = (
    Case("b c h w -> b c", (2, 3, 4, 5), lambda x, reduce: reduce(x, (2, 3))),
    Case("a b c d e -> d b", (2, 3, 2, 2, 2), lambda x, reduce: reduce(x, (0, 2, 4)).T),
    Case("a b c -> c a", (2, 3, 4), lambda x, reduce: reduce(x, (1,)).T),
    Case("a b -> b a", (2, 3), lambda x, reduce: reduce(x[None], (0,)).T),
    Case("a b ->", (2, 3), lambda x, reduce: reduce(x, (0, 1))),
    Case("a b -> 1 b", (2, 3), lambda x, reduce: reduce(x, (0,))[None]),
    Case("b (h 2) (w 3) -> b h w", (2, 4, 6), lambda x, reduce: reduce(_split(_split(x, 2, 3), 1, 2), (2, 4))),
    Case("(a b) c -> (c a)", (6, 4), lambda x, reduce, a: reduce(_split_outer(x, 0, a), (1,)).T.ravel(), {"a": 2}),
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
    Case("a b c d -> d e a c b", (2, 1, 3, 2), lambda x, e: np.stack([x.transpose(3, 0, 2, 1)] * e, 1), {"e": 2}),
    Case("h w -> w h 2", (2, 3), lambda x: np.stack([x.T] * 2, -1)),
    Case("h w -> (h r) w", (2, 3), lambda x, r: np.repeat(x, r, 0), {"r": 2}),
    Case("h w -> (r h) w", (2, 3), lambda x, r: np.concatenate([x] * r), {"r": 2}),
    Case("h w -> 2 h (w 3)", (2, 3), lambda x: np.stack([np.repeat(x, 3, 1)] * 2)),
    Case(
        "(a b) c -> b r (c a)",
        (6, 4),
        lambda x, a, r: np.stack([_joined(_split_outer(x, 0, a).transpose(1, 2, 0), 1)] * r, 1),
        {"a": 2, "r": 3},
    ),
    Case("... -> ... r", (2, 3), lambda x, r: np.stack([x] * r, -1), {"r": 2}),
    Case("... d -> (... r) d", (2, 3, 4), lambda x, r: np.repeat(_joined(x, 0), r, 0), {"r": 2}),
    Case("a 1 -> a r", (3, 1), lambda x, r: np.repeat(x, r, 1), {"r": 4}),
    Case(" -> a b", (), lambda x, a, b: np.full((a, b), x), {"a": 2, "b": 3}),
    Case("a -> a r", (3,), lambda x, r: np.zeros((*x.shape, r), x.dtype), {"r": 0}),
    Case("h w -> (w h r)", None, lambda x, r: np.repeat(np.ravel(x.T), r), {"r": 2}),
    Case("long -> (long 2)", None, lambda x: np.repeat(x, 2)),
    Case("long -> 2 long", None, lambda x: np.stack([x, x])),
)


def rearrange(x: Any, pattern: str, **lengths: int) -> Any:
    return _case(REARRANGED, pattern, lengths).meaning(x, **lengths)


def repeat(x: Any, pattern: str, **lengths: int) -> Any:
    return _case(REPEATED, pattern, lengths).meaning(x, **lengths)


def reduce(x: Any, pattern: str, reduction: str, **lengths: int) -> Any:
    return _case(REDUCED, pattern, lengths).meaning(x, _REDUCTIONS[reduction], **lengths)


def scale_of_reduced(x: Any, pattern: str, reduction: str, **lengths: int) -> Any:
    """Of what is computed, that of the terms' absolute values; what is chosen is its own."""
    of_terms = reduction in ("sum", "mean", "prod")
    return np.abs(reduce(np.abs(x) if of_terms else x, pattern, reduction, **lengths).astype(wide.real()))


def terms_of_reduced(x: Any, pattern: str, reduction: str, **lengths: int) -> float:
    return x.size / max(np.size(reduce(np.zeros(x.shape), pattern, "any", **lengths)), 1)


def needs_lengths(x: Any, pattern: str, *reduction: str, **lengths: int) -> bool:
    """Whether the length of a dimension is stated in full, or several that are not given stand in a shape that is made."""
    before, after = (_dimensions(side) for side in pattern.split("->"))
    dots = [f"...{number}" for number in range(np.ndim(x) - len(before) + 1)]
    left, right = _names(before, dots), _names(after, dots)

    def is_open(group: list[str]) -> bool:
        return any(not name.isdecimal() and name not in lengths for name in group)

    stated = not all(map(is_open, left))
    divided = any(len(group) != 1 for group in left) and sum(is_open([name]) for group in left for name in group) > 1
    joined = any(len(group) != 1 for group in right) and sum(map(is_open, right)) > 1
    return stated or divided or joined


def _dimensions(side: str) -> list[str]:
    return re.findall(r"\([^)]*\)|[^\s()]+", side)


def _names(dimensions: list[str], dots: list[str]) -> list[list[str]]:
    """The names of each dimension, without those of length 1, and with those in the place of ``...``."""
    found = []
    for dimension in dimensions:
        if dimension == "...":
            found += [[name] for name in dots]
        else:
            names = [name for name in dimension.strip("()").split() if name != "1"]
            found.append([name for one in names for name in (dots if one == "..." else [one])])
    return found


def _case(cases: tuple[Case, ...], pattern: str, lengths: Mapping[str, int]) -> Case:
    return next(one for one in cases if (one.pattern, one.lengths) == (pattern, lengths))


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
