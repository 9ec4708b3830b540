"""The structure that containers share.

Containers share a nested structure where every key chain that only some of them have lies below a leaf of all the
others: such a leaf is broadcast to what lies there. Where two of them have nodes, the keys must be the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from aikit.core.wording import shown
from aikit.exceptions import AikitStructureError, AikitTypeError, AikitValueError

Chain = tuple[str, ...]


class Node(dict[str, Any]):
    """What has leaves below it; `Container` is the one that users have."""

    __slots__ = ()


def chain_name(chain: Chain) -> str:
    """A key chain as it is written: ``a/b/c``."""
    return "/".join(chain)


def leaves(value: Any, chain: Chain = ()) -> Iterator[tuple[Chain, Any]]:
    """(key chain, leaf) for every leaf, in order."""
    if isinstance(value, Node):
        for key, item in value.items():
            yield from leaves(item, (*chain, key))
    else:
        yield chain, value


def nodes(node: Node, chain: Chain = ()) -> Iterator[tuple[Chain, Node]]:
    """(key chain, container) for a container and every one in it, each before those in it."""
    yield chain, node
    for key, value in node.items():
        if isinstance(value, Node):
            yield from nodes(value, (*chain, key))


def differences(values: Sequence[Any], chain: Chain = ()) -> Iterator[tuple[Chain, list[int], list[int]]]:
    """What keeps containers from sharing a structure: (key chain, which of them have it, which do not)."""
    nodes = {place: value for place, value in enumerate(values) if isinstance(value, Node)}
    if len(nodes) < 2:
        return
    first, *others = nodes.values()
    if all(node is first or node.keys() == first.keys() for node in others):
        if not any(issubclass(cls, Node) for node in nodes.values() for cls in set(map(type, node.values()))):
            return
        keys = list(first)
    else:
        keys = list(dict.fromkeys(key for node in nodes.values() for key in node))
    for key in keys:
        missing = [place for place, node in nodes.items() if not dict.__contains__(node, key)]
        if missing:
            yield (*chain, key), [place for place in nodes if place not in missing], missing
        else:
            yield from differences([below(value, key) for value in values], (*chain, key))


def below(value: Any, key: str) -> Any:
    """What lies below a key of a node; a leaf is what lies below each of its keys."""
    return dict.__getitem__(value, key) if isinstance(value, Node) else value


def check_callable(name: str, parameter: str, value: Any) -> None:
    """Refuse what is no function."""
    if not callable(value):
        raise AikitTypeError(f"{name}: {parameter}={shown(value)} is a {type(value).__name__}; give a function")


def containers_of(name: str, given: Any, may_be_leaves: bool = False) -> list[Any]:
    """The containers that a method is to hold against each other, as a list.

    Parameters
    ----------
    may_be_leaves : whether some of them may be leaves, which are broadcast to the others.

    Raises
    ------
    AikitTypeError : no list of containers.
    AikitValueError : an empty one.
    """
    if isinstance(given, (str, dict)) or not isinstance(given, Iterable):
        raise AikitTypeError(
            f"{name}: containers={shown(given)} is a {type(given).__name__}; give a list of containers"
        )
    found = list(given)
    if not found:
        raise AikitValueError(f"{name}: there is no container; give one or more")
    others = [value for value in found if not isinstance(value, Node)]
    if others and (not may_be_leaves or len(others) == len(found)):
        raise AikitTypeError(
            f"{name}: {shown(others[0])} is a {type(others[0]).__name__}; it must be an aikit.Container, which "
            "aikit.Container makes of a dict"
        )
    return found


def check_shared(name: str, values: Sequence[Any], labels: Sequence[str] | None = None) -> None:
    """Raise where containers share no nested structure.

    Raises
    ------
    AikitStructureError : lists every key chain that is in the way.
    """
    labels = labels or [_ordinal(place) for place in range(len(values))]
    reasons = [
        f"{chain_name(chain)!r} is in {_joined(labels, having)} and not in {_joined(labels, missing)}"
        for chain, having, missing in differences(values)
    ]
    if reasons:
        raise AikitStructureError(
            f"{name}: the containers share no nested structure: {'; '.join(reasons)}; give all of them the same keys, or a "
            "leaf in the place of the node"
        )


def _ordinal(place: int) -> str:
    return f"container {place + 1}"


def _joined(labels: Sequence[str], places: Sequence[int]) -> str:
    return ", ".join(labels[place] for place in places)


def mapped(function: Callable[[Chain, list[Any]], Any], values: Sequence[Any], chain: Chain = ()) -> Any:
    """`function(key chain, leaves)` for each leaf of the deepest container, the others broadcast to it.

    The result is of the class of the first container, with its keys in their order. The structures must be shared.
    """
    first = next((value for value in values if isinstance(value, Node)), None)
    if first is None:
        return at_leaf(chain, function, chain, list(values))
    result = type(first)()
    for key in first:
        dict.__setitem__(result, key, mapped(function, [below(value, key) for value in values], (*chain, key)))
    return result


def mapped_values(function: Callable[..., Any], values: Sequence[Any], chain: Chain = ()) -> Any:
    """``function(*leaves)`` for each leaf, as `mapped` does it; for functions that ask for no key chain, and in less time."""
    first = next((value for value in values if isinstance(value, Node)), None)
    if first is None:
        return at_leaf(chain, function, *values)
    result = type(first)()
    keys = list(first)
    columns = [_column(value, keys) for value in values]
    if any(issubclass(cls, Node) for column in columns for cls in set(map(type, column))):
        for key, items in zip(keys, zip(*columns, strict=True), strict=True):
            dict.__setitem__(result, key, mapped_values(function, items, (*chain, key)))
        return result
    try:
        dict.update(result, zip(keys, map(function, *columns), strict=True))
    except Exception as error:
        _note(error, (*chain, keys[dict.__len__(result)]))
        raise
    return result


def _column(value: Any, keys: list[str]) -> list[Any]:
    """What lies below each of the keys of a node; a leaf lies below each."""
    if not isinstance(value, Node):
        return [value] * len(keys)
    return list(dict.values(value)) if list(value) == keys else [dict.__getitem__(value, key) for key in keys]


def at_leaf(chain: Chain, function: Callable[..., Any], *args: Any) -> Any:
    """``function(*args)``, whose errors say at which leaf they were raised."""
    try:
        return function(*args)
    except Exception as error:
        _note(error, chain)
        raise


def _note(error: Exception, chain: Chain) -> None:
    error.add_note(f"for the leaf {chain_name(chain)!r} of the containers")
