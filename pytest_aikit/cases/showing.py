"""Source that shows what a check found, written where the check looks.

It follows the source of the call, so that it has `xp`, `function`, `args` and `kwargs`. It prints two lines, ``got:`` and
``expected:``, which say the same of a function without the fault, but for the last digits of values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from aikit.core.records import REGISTRY, Function
from pytest_aikit.model import CheckFailure

PLAIN_CALL = 'got = function(*args, **kwargs)\nprint("got:     ", repr(got))\n'
EXPECTED = 'print("expected:", repr(function(*args, **kwargs)))\n'
"""The plain call, for what another form of the call is compared with."""

ARRAYS_IN = """\
def arrays_in(*values):
    items = [item for value in values for item in (value if isinstance(value, (list, tuple)) else [value])]
    return [item for item in items if isinstance(item, aikit.Array)]
"""
"""A function that the source may need: the arrays among values and in lists of them."""

CHANGED = """\
given = args, kwargs
print("expected:", repr(given))
try:
    function(*args, **kwargs)
finally:
    print("got:     ", repr(given))
"""
"""That a call changes its input."""

NATIVE = "args, kwargs = (aikit.to_native(given, nested=True) for given in (args, kwargs))\n"


def is_of_aikit(function: Function) -> bool:
    """Whether it is a public function of aikit, which is found by its name."""
    name = function.qualified_name
    return name in REGISTRY.places and REGISTRY[name] is function


def permanent(function: Function) -> str:
    """The source of the permanent function."""
    return f"aikit.{function.qualified_name}" if is_of_aikit(function) else "function.__wrapped__"


@contextmanager
def shown_by(source: str | Callable[[], str]) -> Iterator[None]:
    """Let failures that are found in the body be shown by `source`, unless they say how already."""
    try:
        yield
    except CheckFailure as failure:
        failure.shown = failure.shown or (source if isinstance(source, str) else source())
        raise


def refusal(call: str, wanted: str, condition: str, before: str = "") -> str:
    """That a call is refused.

    Parameters
    ----------
    call : the source of the call.
    wanted : in words, what the error must be.
    condition : the source of whether `error`, whose message is `text`, is that.
    before : source that goes before.
    """
    return f"""\
{before}wanted = {wanted!r}
try:
    got = repr({call})
except Exception as error:
    text = str(error)
    got = wanted if {condition} else f"{{type(error).__name__}}: {{text}}"
print("got:     ", got)
print("expected:", wanted)
"""
