"""Numbers of diagonals that every framework can take."""

from __future__ import annotations

from collections.abc import Sequence

_LONGEST = 2**62


def clamped(k: int, shape: Sequence[int | None]) -> int:
    """`k`, or the diagonal next to the matrix where `k` lies beyond: frameworks take ints of 32 or of 64 bits only.

    The last two lengths of `shape` are those of the matrix; None is one that is not known.
    """
    if len(shape) < 2:
        return k  # no matrix, which the caller refuses
    rows, columns = (_LONGEST if length is None else length for length in (shape[-2], shape[-1]))
    return max(-rows, min(k, columns))
