"""Namespaces of the Array API standard, judged by what they themselves do: by the words of the standard, and by no more."""

from pytest_aikit.namespaces.adapter import NamespaceAdapter
from pytest_aikit.namespaces.domain import functions
from pytest_aikit.namespaces.judging import CHECK_NAMES, judge, judge_pieces
from pytest_aikit.namespaces.naming import NamespaceError
from pytest_aikit.namespaces.subject import Namespace, examined

__all__ = [
    "CHECK_NAMES",
    "Namespace",
    "NamespaceAdapter",
    "NamespaceError",
    "examined",
    "functions",
    "judge",
    "judge_pieces",
]
