"""Expressions of an array, and what is wrong with what they give."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from aikit.core.wording import in_one_line
from pytest_aikit.namespaces.subject import Namespace
from pytest_aikit.numerics.comparing import same_bits

Answer = tuple[str, str]
"""The source of an expression, and what is wrong with what it gives; empty where nothing is."""
Answers = Iterator[Answer]


def plain(said: str, call: Callable[[], Any], wanted: Any) -> Answer:
    """What is wrong where a call does not give a value of Python, or gives another type, such as a bool for an int."""
    try:
        got = call()
    except Exception as error:
        return said, f"raised {in_one_line(error)}"
    typed = type(got) is int if type(wanted) is int else isinstance(got, type(wanted))
    right = typed and (got == wanted or (got != got and wanted != wanted))
    return said, "" if right else f"gives {got!r} for {wanted!r}"


@dataclass(frozen=True)
class Asker:
    """Asks a namespace for expressions of `x`, an array with some values, or of one with others.

    Attributes
    ----------
    values : those of `x`.
    """

    space: Namespace
    values: np.ndarray

    @property
    def kind(self) -> str:
        """The kind of the dtype, as NumPy has it."""
        return self.values.dtype.kind

    def made(self, values: np.ndarray | None = None) -> Any:
        """An array of the namespace: `x`, or one of other values."""
        return self.space.from_numpy((self.values if values is None else values).copy())

    def said(self, expression: str, values: np.ndarray | None = None) -> str:
        """An expression with what `x` is."""
        shape = "" if values is None else f" in the shape {values.shape}"
        return f"{expression}, x of {self.values.dtype.name}{shape}"

    def says(
        self, expression: str, wanted: Any, call: Callable[[Any], Any], values: np.ndarray | None = None
    ) -> Answer:
        """What is wrong where an expression does not give a value of Python."""
        return plain(self.said(expression, values), lambda: call(self.made(values)), wanted)

    def gives(
        self, expression: str, wanted: Any, call: Callable[[Any], Any], values: np.ndarray | None = None
    ) -> Answer:
        """What is wrong where an expression does not give an array of the same dtype, shape and bits."""
        return self.said(expression, values), self._array(lambda: call(self.made(values)), np.asarray(wanted))

    def refuses(
        self, expression: str, error: type[Exception], call: Callable[[Any], Any], values: np.ndarray | None = None
    ) -> Answer:
        """What is wrong where an expression raises no such error."""
        said = self.said(expression, values)
        try:
            got = self._read(call(self.made(values)))
        except error:
            return said, ""
        except Exception as other:
            return said, f"raised {in_one_line(other)} for {error.__name__}"
        return said, f"gives {np.asarray(got).tolist()!r}, and should raise {error.__name__}"

    def _read(self, got: Any) -> Any:
        return self.space.to_numpy(got) if isinstance(got, self.space.array_class or ()) else got

    def _array(self, call: Callable[[], Any], wanted: np.ndarray) -> str:
        try:
            got = call()
            found = np.asarray(got) if isinstance(got, np.generic) else self.space.to_numpy(got)
        except Exception as error:
            return f"raised {in_one_line(error)}"
        if not isinstance(found, np.ndarray):
            return f"gives {type(got).__name__}, not an array"
        if wanted.dtype.kind == "c" == found.dtype.kind:
            found, wanted = found + 0, wanted + 0  # the signs of zeros in complex numbers are open
        if same_bits(found, wanted):
            return ""
        return f"gives {found.tolist()} of {found.dtype} for {wanted.tolist()} of {wanted.dtype}"
