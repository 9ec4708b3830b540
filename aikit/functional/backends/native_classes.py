"""The classes that a framework has for its arrays."""

from __future__ import annotations


def and_subclasses(*bases: type) -> tuple[type, ...]:
    """Classes, and all that are derived from them by now."""
    return tuple(found for base in bases for found in (base, *and_subclasses(*type.__subclasses__(base))))
