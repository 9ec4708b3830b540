"""What the standard says beside the functions: of the arrays themselves, and of what a namespace tells about itself."""

from __future__ import annotations

import numpy as np

from pytest_aikit.namespaces.objects import attributes, inspection, keys, operators
from pytest_aikit.namespaces.objects.asking import Answers, Asker
from pytest_aikit.namespaces.subject import Namespace

DTYPES = ("float32", "int32", "bool", "uint8", "complex64")
"""One of each kind."""


def answers(space: Namespace) -> Answers:
    """The source of an expression, of an array `x` for the most part, and what is wrong with what it gives; empty where
    nothing is."""
    yield from inspection.answers(space)
    if space.array_class is None:
        return
    for name in DTYPES:
        if name in space.dtypes:
            asker = Asker(space, (np.arange(0, 24, 3).reshape(2, 4) % 5).astype(name))
            for part in (attributes, operators, keys):
                yield from part.answers(asker)
