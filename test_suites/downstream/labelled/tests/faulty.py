"""The same of the class with faults; not a test of the project."""

from labelled.faulty import HANDLED, Labelled
from test_conformance import TestLabelled as Plain

import aikit
from pytest_aikit import Adapter


class TestFaulty(Plain):
    adapter = Adapter(Labelled, to_numpy=lambda x: aikit.to_numpy(x.data), dtypes=Plain.adapter.dtypes)
    supported = HANDLED
    ignored = "*"
