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
    """A value of a setting in force for a thread or task while its context is open."""

    __slots__ = ("is_open", "setting", "value")

    def __init__(self, setting: Setting, value: Any) -> None:
        self.setting = setting
        self.value = value
        self.is_open = True


class _Here:
    """The local values of a thread or task, and what was derived from all settings while the process had those of `epoch`."""

    __slots__ = ("derived", "epoch", "locals")

    def __init__(self, values: tuple[_Local, ...]) -> None:
        self.locals = values
        self.derived: dict[Any, Any] = {}
        self.epoch = _epoch


_epoch = object()
"""Another one whenever a value for the process changes."""
_EVERYWHERE = _Here(())
_here: contextvars.ContextVar[_Here] = contextvars.ContextVar("aikit.settings", default=_EVERYWHERE)


def _changed() -> None:
    """Note that a value changed that others than this thread or task may have read."""
    global _epoch
    _epoch = object()


def derived_from_settings() -> dict[Any, Any]:
    """What callers derived from the settings as they are here and now, and keep in it: empty after any of them changed."""
    here, epoch = _here.get(), _epoch
    if here.epoch is not epoch:
        here.derived = {}
        here.epoch = epoch  # last: a thread that sees it sees a table that is as new
    return here.derived


class Setting:
    """A named default: a stack for the process, and values for the thread or task, of which the last one wins.

    The contexts of local values may be closed in any order, as those in generators are: each takes away its own value.
    """

    __slots__ = ("initial", "name", "stack")

    def __init__(self, name: str, initial: Any) -> None:
        self.name = name
        self.initial = initial
        self.stack: list[Any] = []

    def get(self) -> Any:
        """The local value, else the top of the stack, else the initial value."""
        for local in reversed(_here.get().locals):
            if local.setting is self and local.is_open:
                return local.value
        return self.stack[-1] if self.stack else self.initial

    def is_local(self) -> bool:
        """Whether a local value is in force."""
        return any(local.setting is self and local.is_open for local in _here.get().locals)

    def set(self, value: Any) -> None:
        """Put `value` on top of the stack."""
        self.stack.append(value)
        _changed()

    def unset(self) -> Any:
        """Take the top off the stack and return it; None where the stack is empty."""
        value = self.stack.pop() if self.stack else None
        _changed()
        return value

    def clear(self) -> None:
        """Empty the stack."""
        self.stack.clear()
        _changed()

    @contextlib.contextmanager
    def local(self, value: Any) -> Iterator[Any]:
        """Let `value` be in force for this thread or task while the context is open."""
        local = _Local(self, value)
        token = _here.set(_Here((*_open_besides(local), local)))
        try:
            yield value
        finally:
            others = _open_besides(local)
            try:
                _here.reset(token)
            except ValueError:  # opened in another thread or task, whose variable cannot be set here
                local.is_open = False
                _changed()
            else:
                _here.set(_Here(others) if others else _EVERYWHERE)


def _open_besides(local: _Local) -> tuple[_Local, ...]:
    """The other values here, without those that were closed in another thread or task, which would stay for ever."""
    return tuple(other for other in _here.get().locals if other is not local and other.is_open)


def constant_under_trace(function: _F) -> _F:
    """Tell torch.compile to evaluate `function` while it traces: a context variable cannot be traced.

    The mark is what `torch.compiler.assume_constant_result` sets; setting it here spares the import of torch.
    """
    function._dynamo_marked_constant = True  # type: ignore[attr-defined]
    return function


def under_trace(other: Callable[..., Any]) -> Callable[[_F], _F]:
    """Tell torch.compile to trace another function in the place of one: what a dict keeps between calls is no part of a graph.

    The mark is what `torch.compiler.disable` and its like set; setting it here spares the import of torch.
    """

    def mark(function: _F) -> _F:
        function._torchdynamo_inline = other  # type: ignore[attr-defined]
        return function

    return mark


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
