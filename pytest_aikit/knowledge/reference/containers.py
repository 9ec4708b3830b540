"""Containers of two leaves, which their methods move."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np


def read(x: np.ndarray, /, *key: Any) -> tuple[np.ndarray, ...]:
    return np.asarray(x[key]), np.asarray(x[..., ::-1][key])


def mapped(x: np.ndarray) -> tuple[np.ndarray, ...]:
    y = x[..., ::-1]
    return y, y, y, x, np.concatenate([x, y]), np.concatenate([y, x]), x, y, x[0], y[0], x[..., -1:], y[..., -1:]


def chosen(x: np.ndarray) -> dict[str, dict[str, str]]:
    """Of leaves that stand in one row, as the key chains that begin with one that is named say it."""
    first = {"a": "x", "b/c": [1, 2], "b/d": 3, "e": (4,)}
    second = {"a": 5, "b/c": [6, 7], "b/d": 8, "e": 9}
    names = {"None": None, "a": ["a"], "b": ["b"], "['b/d', 'e']": ["b/d", "e"], "{'b': {'c': 0}}": ["b/c"], "[]": []}
    found = {}
    for (named, chains), number in itertools.product(names.items(), range(8)):
        to_apply, prune, sequences = (bool(number & bit) for bit in (1, 2, 4))
        one: list[Any] = []
        two: list[Any] = []
        for chain, leaf in first.items():
            both = [leaf, second[chain]]
            is_named = any(f"{chain}/".startswith(f"{name}/") for name in chains or ())
            if chains is not None and is_named != to_apply:
                left = [] if prune else [(chain, leaf)]
                one, two = one + left, two + left
            elif sequences and isinstance(leaf, list | tuple):
                rows = [[part, both[1][at] if isinstance(both[1], list) else both[1]] for at, part in enumerate(leaf)]
                one.append((chain, type(leaf)(f"{chain}: {part}" for part in leaf)))
                two.append((chain, type(leaf)(f"{chain}: {each}" for each in rows)))
            else:
                one.append((chain, f"{chain}: {leaf}"))
                two.append((chain, f"{chain}: {both}"))
        options = {"to_apply": to_apply, "prune_unapplied": prune, "map_sequences": sequences}
        found[f"{named}, {options}"] = {"one": str(one), "two": str(two)}
    return found


def unified(x: np.ndarray) -> tuple[np.ndarray, ...]:
    y = x[..., ::-1]
    total, other = x + y + x, y + x + x
    joined = np.concatenate([x, y, x], axis=1), np.concatenate([y, x, x], axis=1)
    return (x + y) / 2, total, other, total / 3, other / 3, *joined, 2 - x * y * x, 2 - y * x * x


def scale_of_unified(x: np.ndarray) -> tuple[np.ndarray, ...]:
    """What is added up, or taken from 2."""
    *others, one, two = unified(x)
    return *others, 4 - one, 4 - two


def flattened(x: np.ndarray) -> tuple[np.ndarray, ...]:
    y = x[..., 1:]
    return y, x, x, y, x, x, y, x, y


def questions(x: np.ndarray) -> dict[str, str]:
    refused = "AikitValueError"  # of bools, as comparisons give: neither true nor false
    return {
        "after updates that fail": "['a', 'b', '1']",
        "a deep copy has lists of its own": "(False, False, False)",
        "identical": "[True, False]",
        "what is put into another": "(['c'], ['c', 'd'])",
        "within itself": refused,
        "within itself, further in": refused,
        "is it true": refused if x.dtype == bool else "True",
        "is one of nothing true": "False",
        "are they equal": refused,
        "is it among others": refused,
        "is there a key": "(True, False, False)",
        "flat": "['a', 'b__c']",
        "flat where two leaves would have one place": refused,
        "flat with a separator of its own": "['a.b__c', 'a__b.c']",
    }
