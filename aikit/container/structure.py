"""The structure that containers share, and calls of a function for each leaf of it.

Containers share a nested structure where every key chain that only some of them have lies below a leaf of all the
others: such a leaf is broadcast to what lies there. Where two of them have nodes, the keys must be the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from aikit.exceptions import AikitStructureError

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


def differences(values: Sequence[Any], chain: Chain = ()) -> Iterator[tuple[Chain, list[int], list[int]]]:
    """What keeps containers from sharing a structure: (key chain, which of them have it, which do not)."""
    nodes = {place: value for place, value in enumerate(values) if isinstance(value, Node)}
    if len(nodes) < 2:
        return
    for key in dict.fromkeys(key for node in nodes.values() for key in node):
        missing = [place for place, node in nodes.items() if not dict.__contains__(node, key)]
        if missing:
            yield (*chain, key), [place for place in nodes if place not in missing], missing
        else:
            yield from differences([below(value, key) for value in values], (*chain, key))


def below(value: Any, key: str) -> Any:
    """What lies below a key of a node; a leaf is what lies below each of its keys."""
    return dict.__getitem__(value, key) if isinstance(value, Node) else value


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
        try:
            return function(chain, list(values))
        except Exception as error:
            error.add_note(f"for the leaf {chain_name(chain)!r} of the containers")
            raise
    result = type(first)()
    for key in first:
        dict.__setitem__(result, key, mapped(function, [below(value, key) for value in values], (*chain, key)))
    return result


# ------------------------------------------------------------------------------------------------ calls


def has_node(args: Sequence[Any], kwargs: dict[str, Any]) -> bool:
    """Whether a container is among the arguments, or in a list or tuple among them."""
    return any(map(_is_or_holds_node, args)) or any(map(_is_or_holds_node, kwargs.values()))


def _is_or_holds_node(value: Any) -> bool:
    if type(value) in (list, tuple):
        return any(isinstance(item, Node) for item in value)
    return isinstance(value, Node)


def call_on_leaves(
    name: str,
    function: Callable[..., Any],
    args: Sequence[Any],
    kwargs: dict[str, Any],
    parameters: Sequence[str],
    several: bool,
) -> Any:
    """Call `function` for each leaf of the containers among the arguments.

    Parameters
    ----------
    parameters : the names of the parameters, for the words of errors.
    several : whether the function returns several arrays: the result is then a tuple of containers.
    """
    found: list[Any] = []
    labels: list[str] = []

    def slot(value: Any, label: str) -> Any:
        if isinstance(value, Node):
            found.append(value)
            labels.append(label)
            return _Slot(len(found) - 1)
        if type(value) in (list, tuple):
            return type(value)(slot(item, f"{label}[{index}]") for index, item in enumerate(value))
        return value

    template = [slot(value, parameters[min(index, len(parameters) - 1)]) for index, value in enumerate(args)]
    keywords = {key: slot(value, key) for key, value in kwargs.items()}
    check_shared(name, found, labels)

    def call(chain: Chain, items: list[Any]) -> Any:
        return function(
            *(_filled(value, items) for value in template), **{k: _filled(v, items) for k, v in keywords.items()}
        )

    result = mapped(call, found)
    if isinstance(kwargs.get("out"), Node):
        return kwargs["out"]
    return transposed(name, result) if several else result


class _Slot:
    """Stands for the leaf of a container."""

    __slots__ = ("place",)

    def __init__(self, place: int) -> None:
        self.place = place


def _filled(value: Any, items: list[Any]) -> Any:
    if type(value) is _Slot:
        return items[value.place]
    if type(value) in (list, tuple):
        return type(value)(_filled(item, items) for item in value)
    return value


def transposed(name: str, result: Any) -> Any:
    """A tuple of containers from a container of tuples.

    Raises
    ------
    AikitStructureError : the tuples are of different lengths.
    """
    tuples = [leaf for _, leaf in leaves(result)]
    if not tuples:
        return ()
    lengths = sorted({len(leaf) for leaf in tuples})
    if len(lengths) > 1:
        raise AikitStructureError(
            f"{name}: the leaves give {lengths[0]} to {lengths[-1]} arrays, so that the results are no tuple of containers; "
            "call it for each leaf with cont_map"
        )

    def part(index: int) -> Any:
        return mapped(lambda chain, items: items[0][index], [result])

    parts = [part(index) for index in range(lengths[0])]
    kind = type(tuples[0])
    return kind(*parts) if hasattr(kind, "_fields") else tuple(parts)
