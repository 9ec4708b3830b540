"""Whatever the names, a Labelled does what an array does; all functions take it."""

from labelled import Labelled

import aikit
from pytest_aikit import Adapter, ConformanceSuite


class TestLabelled(ConformanceSuite):
    adapter = Adapter(
        Labelled,
        from_numpy=lambda array: Labelled(array, [f"d{place}" for place in range(-array.ndim, 0)]),
        to_numpy=lambda x: aikit.to_numpy(x.data),
        dtypes=["bool", "int32", "float32", "complex64"],
    )
    supported = "*"
