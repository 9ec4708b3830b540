"""Containers. The class itself is imported when it is first asked for: its methods are a third of aikit's source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aikit.container.container import Container

__all__ = ["Container"]


def __getattr__(name: str) -> Any:
    if name != "Container":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from aikit.container.container import Container

    globals()[name] = Container
    return Container
