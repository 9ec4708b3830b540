"""Whose turn it is, where something is done for some of the functions, or for each with another dtype."""

from __future__ import annotations

import zlib

from aikit.core.records import Function


def first_turn(function: Function) -> int:
    """Where the turns of a function begin."""
    return zlib.crc32(function.qualified_name.encode())
