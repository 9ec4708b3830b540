"""The kit: verdicts on classes that take aikit's functions over by ``__aikit_array_function__``.

An `Adapter` says how objects of a class are made of NumPy arrays and read again; `check_conformance` judges the class,
without pytest. The pytest side, `ConformanceSuite` and ``--aikit-array-class``, stands in `pytest_aikit.session.array_classes`.
"""

from __future__ import annotations

from pytest_aikit.kit.adapter import Adapter, AdapterError
from pytest_aikit.kit.by_hand import reference_of, samples_of
from pytest_aikit.kit.judging import NewerCheckWarning, Subject
from pytest_aikit.kit.report import Report, check_conformance

__all__ = [
    "Adapter",
    "AdapterError",
    "NewerCheckWarning",
    "Report",
    "Subject",
    "check_conformance",
    "reference_of",
    "samples_of",
]
