"""The same of the class with faults; not a test of the project."""

from quantities.faulty import Quantity
from test_conformance import TestLength as Length
from test_conformance import adapter


class TestFaulty(Length):
    adapter = adapter("Length", Quantity, m=1)
