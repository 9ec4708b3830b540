"""Covering arrays: few calls in which every pair of values of two arguments occurs, or every three of three.

Most faults of software with several arguments show where two of them have certain values (Kuhn, Wallace and Gallo,
Software fault interactions and implications for software testing, 2004), and these are far fewer than all calls.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Sequence, Set

Level = tuple[int, int]
"""An argument with the value that it has, both as numbers."""
Group = tuple[Level, ...]
"""Two or three arguments, each with the value that it has."""


def pairs(call: Sequence[int]) -> set[Group]:
    """The pairs of values in a call, each value with itself too: of one argument alone there are no others."""
    return set(itertools.combinations_with_replacement(tuple(enumerate(call)), 2))


def covering(calls: Sequence[Set[Group]]) -> list[int]:
    """The numbers of some of the calls, in which every group of values occurs that occurs in any: the same ones each time.

    The next is always one that has the most groups which are in none so far, and the first of these. That number can only
    fall, so that where it has not changed since it was last counted it is the greatest.
    """
    bits: dict[Group, int] = {}
    masks = [sum(1 << bits.setdefault(group, len(bits)) for group in call) for call in calls]
    left = (1 << len(bits)) - 1
    counted = [(-mask.bit_count(), place) for place, mask in enumerate(masks)]
    heapq.heapify(counted)
    chosen = []
    while left:
        before, place = counted[0]
        now = -(masks[place] & left).bit_count()
        if now == before:
            heapq.heappop(counted)
            chosen.append(place)
            left &= ~masks[place]
        else:
            heapq.heapreplace(counted, (now, place))
    return chosen
