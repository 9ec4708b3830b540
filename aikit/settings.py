"""A default that can be set for the process, or for one thread or task.

`set` and `unset` keep a stack that every thread sees; `local` is a context manager whose value only the current
thread or task sees (a context variable), and it wins over the stack.
"""

from __future__ import annotations

import contextlib
import contextvars
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])


class Setting:
    """A named default: a stack for the process and a local value for the thread or task."""

    __slots__ = ("_local", "initial", "name", "stack")

    def __init__(self, name: str, initial: Any) -> None:
        self.name = name
        self.initial = initial
        self.stack: list[Any] = []
        self._local: contextvars.ContextVar[Any] = contextvars.ContextVar(f"aikit.{name}", default=None)

    def get(self) -> Any:
        """The local value, else the top of the stack, else the initial value."""
        value = self._local.get()
        if value is not None:
            return value
        return self.stack[-1] if self.stack else self.initial

    def is_local(self) -> bool:
        """Whether a local value is in force."""
        return self._local.get() is not None

    def set(self, value: Any) -> None:
        """Put `value` on top of the stack."""
        self.stack.append(value)

    def unset(self) -> Any:
        """Take the top off the stack and return it; None where the stack is empty."""
        return self.stack.pop() if self.stack else None

    @contextlib.contextmanager
    def local(self, value: Any) -> Iterator[Any]:
        """Let `value` be in force for this thread or task while the context is open."""
        token = self._local.set(value)
        try:
            yield value
        finally:
            self._local.reset(token)


def constant_under_trace(function: _F) -> _F:
    """Tell torch.compile to evaluate `function` while it traces: a context variable cannot be traced.

    The mark is what `torch.compiler.assume_constant_result` sets; setting it here spares the import of torch.
    """
    function._dynamo_marked_constant = True  # type: ignore[attr-defined]
    return function


def not_for_autograph(function: _F) -> _F:
    """Tell TensorFlow's AutoGraph to call `function` as it is, in place of a conversion of its source.

    The mark is what `tf.autograph.experimental.do_not_convert` sets; setting it here spares the import of tensorflow.
    """
    function.autograph_info__ = {"do_not_convert": True}  # type: ignore[attr-defined]
    return function
