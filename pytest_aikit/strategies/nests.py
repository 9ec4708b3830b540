"""Strategies for nests and containers."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

import aikit

_NAMES = st.sampled_from("abcdef")


def nests(leaf: st.SearchStrategy[Any], *, max_leaves: int = 8) -> st.SearchStrategy[Any]:
    """Nests of leaves in lists, tuples and dicts, within each other; a leaf by itself and an empty nest included."""

    def within(items: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        several = st.lists(items, max_size=3)
        return several | several.map(tuple) | st.dictionaries(_NAMES, items, max_size=3)

    return st.recursive(leaf, within, max_leaves=max_leaves)


def _structures(leaf: st.SearchStrategy[Any], max_leaves: int) -> st.SearchStrategy[dict[str, Any]]:
    """Dicts of leaves and of further dicts, none of them empty."""

    def within(items: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return st.dictionaries(_NAMES, items, min_size=1, max_size=3)

    return within(st.recursive(leaf, within, max_leaves=max_leaves))


def containers(leaf: st.SearchStrategy[Any], *, max_leaves: int = 8) -> st.SearchStrategy[aikit.Container]:
    """Containers of leaves, at various depths."""
    return _structures(leaf, max_leaves).map(aikit.Container)


@st.composite
def shared_structure_containers(
    draw: Any, n: int, leaf: st.SearchStrategy[Any], *, max_leaves: int = 8
) -> tuple[aikit.Container, ...]:
    """`n` containers that share a nested structure: where one has a node, another has the same node, or one leaf for it."""

    def filled(structure: dict[str, Any]) -> dict[str, Any]:
        return {
            key: filled(below) if below is not None and draw(st.booleans()) else draw(leaf)
            for key, below in structure.items()
        }

    structure = draw(_structures(st.none(), max_leaves))
    return tuple(aikit.Container(filled(structure)) for _ in range(n))
