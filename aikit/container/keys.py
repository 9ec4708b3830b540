"""Key chains: what lies at one, and putting something there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from aikit.core.nodes import Chain, Node, chain_name, nodes
from aikit.core.wording import listed, nearest, shown
from aikit.exceptions import AikitKeyError, AikitStructureError, AikitTypeError, AikitValueError

MISSING: Any = object()
"""Stands for what lies where nothing does."""


def key_chain(key: Any, function: str = "Container") -> Chain:
    """The key chain that a string names."""
    if not isinstance(key, str):
        raise AikitTypeError(f"{function}: the key {shown(key)} is a {type(key).__name__}; keys are strings")
    chain = tuple(key.split("/"))
    if "" in chain:
        raise AikitTypeError(f"{function}: the key {key!r} has an empty part; write key chains as 'a/b'")
    return chain


def found_at(node: Any, chain: Chain) -> Any:
    """What lies at a key chain, `MISSING` where nothing does."""
    for key in chain:
        if not isinstance(node, Node):
            return MISSING
        node = dict.get(node, key, MISSING)
    return node


def lies_at(node: Any, chain: Chain, function: str = "Container") -> Any:
    """What lies at a key chain.

    Raises
    ------
    AikitKeyError : nothing does; the message names the function.
    """
    found = found_at(node, chain)
    if found is not MISSING:
        return found
    place = next(place for place in range(len(chain)) if found_at(node, chain[: place + 1]) is MISSING)
    last = found_at(node, chain[:place])
    there = f"has {listed(last) or 'no keys'}{nearest(chain[place], last)}" if isinstance(last, Node) else "is a leaf"
    where = chain_name(chain[:place]) or "the container"
    raise AikitKeyError(f"{function}: there is no {chain_name(chain)!r}: {where} {there}")


class Change(NamedTuple):
    """One key of a container that was set, and what was there."""

    node: Any
    key: str
    before: Any

    def take_back(self) -> None:
        """Put back what was there."""
        if self.before is MISSING:
            dict.__delitem__(self.node, self.key)
        else:
            dict.__setitem__(self.node, self.key, self.before)


def put(container: Any, chain: Chain, value: Any) -> Change:
    """Put a value at a key chain, with the containers on the way to it; a dict becomes a container.

    Raises
    ------
    AikitStructureError : a leaf is on the way.
    AikitValueError : the value is a container that has this one in it.
    """
    if isinstance(value, Mapping) and not isinstance(value, Node):
        value = type(container)(value)
    node, place = container, 0
    _check_apart(chain, node, value)
    while place < len(chain) - 1 and dict.__contains__(node, chain[place]):
        node = dict.__getitem__(node, chain[place])
        place += 1
        if not isinstance(node, Node):
            raise AikitStructureError(
                f"Container: {chain_name(chain)!r} cannot be set, for {chain_name(chain[:place])!r} is a leaf; remove it first"
            )
        _check_apart(chain, node, value)
    for key in reversed(chain[place + 1 :]):
        above = type(container)()
        dict.__setitem__(above, key, value)
        value = above
    change = Change(node, chain[place], dict.get(node, chain[place], MISSING))
    dict.__setitem__(node, chain[place], value)
    return change


def _check_apart(chain: Chain, node: Any, value: Any) -> None:
    if isinstance(value, Node) and any(other is node for _, other in nodes(value)):
        raise AikitValueError(
            f"Container: {chain_name(chain)!r} cannot be set to a container that it lies in; put a copy there, c.copy()"
        )


def put_all(container: Any, pairs: Iterable[tuple[Chain, Any]]) -> None:
    """Put values at key chains, copies where they are containers: all of them or, where there is an error, none."""
    changes: list[Change] = []
    try:
        for chain, value in pairs:
            changes.append(put(container, chain, value.copy() if isinstance(value, Node) else value))
    except BaseException:
        for change in reversed(changes):
            change.take_back()
        raise


def pairs_of(dict_in: Any) -> list[tuple[Any, Any]]:
    """The keys and values of a mapping, or of pairs."""
    if isinstance(dict_in, Mapping):
        return list(dict_in.items())
    wanted = "give a mapping, or pairs of keys and values"
    if isinstance(dict_in, str) or not isinstance(dict_in, Iterable):
        raise AikitTypeError(f"Container: dict_in={shown(dict_in)} is a {type(dict_in).__name__}; {wanted}")
    found = list(dict_in)
    for pair in found:
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise AikitTypeError(f"Container: dict_in={shown(dict_in)} has {shown(pair)}, which is no pair; {wanted}")
    return found
