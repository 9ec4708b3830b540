"""What the author says of the backend beside its conformance."""

from __future__ import annotations

import numpy as np

import aikit


def test_bytes_are_in_the_order_of_the_network(xp, aikit_dtype):
    x = xp.asarray([1, 0, 1], dtype=aikit_dtype)
    assert x.backend == "wire"
    assert (
        aikit.to_native(x).sent.tobytes()
        == np.asarray([1, 0, 1], aikit_dtype).astype(f">{np.dtype(aikit_dtype).str[1:]}").tobytes()
    )


def test_sum(xp, aikit_dtype, aikit_check):
    x = xp.asarray([1, 0, 1], dtype=aikit_dtype)
    aikit_check(xp.sum, x, reference=np.sum)
