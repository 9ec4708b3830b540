"""Without a missing element, a Masked does what an array does."""

from masked import HANDLED, Masked

import aikit
from pytest_aikit import Adapter, ConformanceSuite


class TestMasked(ConformanceSuite):
    adapter = Adapter(
        Masked, to_numpy=lambda x: aikit.to_numpy(x.data), dtypes=["bool", "int32", "float32", "complex64"]
    )
    supported = HANDLED
    unsupported = "*"
