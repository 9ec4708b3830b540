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


class _Local:
    """A value in force for a thread or task while its context is open."""

    __slots__ = ("is_open", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        self.is_open = True


class Setting:
    """A named default: a stack for the process, and values for the thread or task, of which the last one wins.

    The contexts of local values may be closed in any order, as those in generators are: each takes away its own value.
    """

    __slots__ = ("_local", "initial", "name", "stack")

    def __init__(self, name: str, initial: Any) -> None:
        self.name = name
        self.initial = initial
        self.stack: list[Any] = []
        self._local: contextvars.ContextVar[tuple[_Local, ...]] = contextvars.ContextVar(f"aikit.{name}", default=())

    def get(self) -> Any:
        """The local value, else the top of the stack, else the initial value."""
        here = self._local.get()
        if here:
            for local in reversed(here):
                if local.is_open:
                    return local.value
        return self.stack[-1] if self.stack else self.initial

    def is_local(self) -> bool:
        """Whether a local value is in force."""
        return any(local.is_open for local in self._local.get())

    def set(self, value: Any) -> None:
        """Put `value` on top of the stack."""
        self.stack.append(value)

    def unset(self) -> Any:
        """Take the top off the stack and return it; None where the stack is empty."""
        return self.stack.pop() if self.stack else None

    @contextlib.contextmanager
    def local(self, value: Any) -> Iterator[Any]:
        """Let `value` be in force for this thread or task while the context is open."""
        local = _Local(value)
        token = self._local.set((*self._local.get(), local))
        try:
            yield value
        finally:
            others = tuple(other for other in self._local.get() if other is not local)
            try:
                self._local.reset(token)
            except ValueError:  # opened in another thread or task, whose variable cannot be set here
                local.is_open = False
            else:
                self._local.set(others)


def constant_under_trace(function: _F) -> _F:
    """Tell torch.compile to evaluate `function` while it traces: a context variable cannot be traced.

    The mark is what `torch.compiler.assume_constant_result` sets; setting it here spares the import of torch.
    """
    function._dynamo_marked_constant = True  # type: ignore[attr-defined]
    return function


def not_under_trace(reason: str) -> Callable[[_F], _F]:
    """Tell torch.compile to run a function outside of its graphs; where there must be one graph alone, its error says the reason.

    The marks are what `torch.compiler.disable` sets; setting them here spares the import of torch.
    """

    def mark(function: _F) -> _F:
        function._torchdynamo_disable = True  # type: ignore[attr-defined]
        function._torchdynamo_disable_msg = reason  # type: ignore[attr-defined]
        return function

    return mark


def not_for_autograph(function: _F) -> _F:
    """Tell TensorFlow's AutoGraph to call `function` as it is, in place of a conversion of its source.

    The mark is what `tf.autograph.experimental.do_not_convert` sets; setting it here spares the import of tensorflow.
    """
    function.autograph_info__ = {"do_not_convert": True}  # type: ignore[attr-defined]
    return function
