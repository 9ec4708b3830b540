"""The pytest plugin of aikit, and assertions on arrays that need no pytest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pytest_aikit.session.assertions import assert_close, assert_equal, assert_less

__all__ = ["assert_close", "assert_equal", "assert_less"]


def __getattr__(name: str) -> Any:
    # every run of pytest imports this package; the assertions need aikit, and are imported when they are asked for
    if name in __all__:
        from pytest_aikit.session import assertions

        return getattr(assertions, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
