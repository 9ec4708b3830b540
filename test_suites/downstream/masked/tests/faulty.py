"""The same of the class with faults; not a test of the project."""

from masked.faulty import HANDLED, Masked
from test_conformance import TestMasked as Plain

import aikit
from pytest_aikit import Adapter


class TestFaulty(Plain):
    adapter = Adapter(Masked, to_numpy=lambda x: aikit.to_numpy(x.data), dtypes=Plain.adapter.dtypes)
    supported = HANDLED
    ignored = "*"
    unsupported = ()
