"""What is no array among the arguments and results of a compiled function."""

from __future__ import annotations

from typing import Any

from aikit.core.wording import shown
from aikit.exceptions import AikitTypeError


class Constant:
    """A value that a compiled program is made for: another value, or one of another type, is another program's.

    Floats are told apart as they are written, for a program of 0.0 is not that of -0.0.
    """

    __slots__ = ("_key", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        self._key = (type(value), repr(value) if isinstance(value, (float, complex)) else value)
        try:
            hash(self._key)
        except TypeError:
            raise AikitTypeError(
                f"compile: {shown(value)}, among the arguments or results, is a {type(value).__name__}, which is no array, and "
                "cannot be hashed, as a constant of a compiled function must"
            ) from None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Constant) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)
