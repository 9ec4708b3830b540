"""Methods of Container that call a function for its leaves, or choose some of them.

Several methods have these arguments in common:

- `key_chains`: the key chains to apply the function to, or not to; those of nodes stand for all leaves below them;
  a string, a list of strings, or a container whose leaves they are. None: all;
- `to_apply`: whether `key_chains` are those that it is applied to (True) or those that it is not (False);
- `prune_unapplied`: whether leaves that it is not applied to are left out of the result;
- `map_sequences`: whether it is also mapped over the elements of leaves that are lists or tuples.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import aikit
from aikit.container.keys import MISSING, found_at, lies_at, put, put_all
from aikit.container.keys import key_chain as chain_of
from aikit.core.nodes import (
    Chain,
    Node,
    chain_name,
    check_callable,
    check_shared,
    containers_of,
    leaves,
    mapped,
    nodes,
)
from aikit.core.wording import nearest, shown
from aikit.exceptions import AikitKeyError, AikitTypeError, AikitValueError

if TYPE_CHECKING:
    from aikit.container import Container

KeyChains = str | Iterable[str] | None


class _Dropped:
    """Stands for a leaf that is left out."""


_DROPPED = _Dropped()


def _names(name: str, key_chains: Any) -> list[str]:
    """The key chains as a list of strings."""
    if isinstance(key_chains, str):
        return [key_chains]
    if isinstance(key_chains, Node):
        return [chain_name(chain) for chain, _ in leaves(key_chains)]
    found = list(key_chains) if isinstance(key_chains, Iterable) else [key_chains]
    if not all(isinstance(one, str) for one in found):
        raise AikitTypeError(f"{name}: {shown(key_chains)} must be a string, a list of strings, or a container")
    return found


def _chains(name: str, key_chains: Any, containers: Sequence[Any]) -> list[Chain]:
    """The key chains, at each of which something lies in one of the containers."""
    found = [chain_of(one, name) for one in _names(name, key_chains)]
    nodes_given = [value for value in containers if isinstance(value, Node)]
    for chain in found:
        if all(found_at(node, chain) is MISSING for node in nodes_given):
            lies_at(nodes_given[0], chain, name)  # raises
    return found


def _selects(chosen: Collection[Chain] | None, to_apply: bool) -> Callable[[Chain], bool]:
    """Whether a leaf is among those that a function is applied to."""
    if chosen is None:
        return lambda chain: True
    wanted = set(chosen)
    return lambda chain: any(chain[:depth] in wanted for depth in range(1, len(chain) + 1)) == bool(to_apply)


def _mapped(
    func: Callable[[list[Any], str], Any],
    containers: Sequence[Any],
    chosen: Collection[Chain] | None,
    to_apply: bool,
    prune_unapplied: bool,
    map_sequences: bool,
) -> Any:
    """See `cont_multi_map`; `chosen`: None for all leaves."""
    selected = _selects(chosen, to_apply)

    def one(chain: Chain, items: list[Any]) -> Any:
        if not selected(chain):
            return _DROPPED if prune_unapplied else items[0]
        if map_sequences and isinstance(items[0], (list, tuple)):
            return _mapped_sequences(func, items, chain_name(chain))
        return func(items, chain_name(chain))

    result = mapped(one, containers)
    return _without_dropped(result) if prune_unapplied and chosen is not None else result


def _without_dropped(node: Any) -> Any:
    """The container without the leaves that are left out, and without nodes that have become empty."""
    result = type(node)()
    for key, value in node.items():
        if value is _DROPPED:
            continue
        kept = _without_dropped(value) if isinstance(value, Node) else value
        if not isinstance(kept, Node) or len(kept) or not len(value):
            dict.__setitem__(result, key, kept)
    return result


def _mapped_sequences(func: Callable[[list[Any], str], Any], items: list[Any], chain: str) -> Any:
    """`func` for each element of leaves that are lists or tuples, or one that stands for as many elements."""
    first = items[0]
    lengths = [len(item) for item in items if isinstance(item, (list, tuple))]
    if len(set(lengths)) > 1:
        raise AikitValueError(f"map_sequences: the sequences have the lengths {lengths}; they must be equal")
    rows = zip(*[x if isinstance(x, (list, tuple)) else [x] * len(first) for x in items], strict=True)
    found = [func(list(row), chain) for row in rows]
    return type(first)(*found) if hasattr(first, "_fields") else type(first)(found)


class ContainerWithMapping(Node):
    """Functions of leaves, and of key chains."""

    __slots__ = ()

    def cont_map(
        self,
        func: Callable[[Any, str], Any],
        /,
        key_chains: KeyChains = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool = False,
    ) -> Container:
        """``func(leaf, key chain)`` of every leaf.

        The arguments are those that `aikit.container.mapping` describes.

        Raises
        ------
        AikitKeyError : nothing lies at one of the key chains.

        Examples
        --------
        >>> import aikit
        >>> aikit.Container(a={"b": 1}, c=2).cont_map(lambda leaf, chain: f"{chain} is {leaf}").c
        'c is 2'
        """
        check_callable("cont_map", "func", func)
        chosen = None if key_chains is None else _chains("cont_map", key_chains, [self])
        return _mapped(
            lambda items, chain: func(items[0], chain), [self], chosen, to_apply, prune_unapplied, map_sequences
        )

    @staticmethod
    def cont_multi_map(
        func: Callable[[list[Any], str], Any],
        containers: Sequence[Any],
        /,
        key_chains: KeyChains = None,
        to_apply: bool = True,
        prune_unapplied: bool = False,
        map_sequences: bool = False,
    ) -> Container:
        """``func(leaves, key chain)`` of the leaves of several containers that share a structure.

        The arguments are those that `aikit.container.mapping` describes. Where it is not applied, the result has the
        leaf of the first container.

        Raises
        ------
        AikitStructureError : the containers share no structure.
        AikitKeyError : nothing lies at one of the key chains.
        AikitValueError : there are no containers, or sequences of several lengths to map over.
        """
        check_callable("cont_multi_map", "func", func)
        containers = containers_of("cont_multi_map", containers, may_be_leaves=True)
        check_shared("cont_multi_map", containers)
        chosen = None if key_chains is None else _chains("cont_multi_map", key_chains, containers)
        return _mapped(func, containers, chosen, to_apply, prune_unapplied, map_sequences)

    # -------------------------------------------------------------------------------------------- key chains

    def cont_at_key_chain(self, key_chain: str, /) -> Any:
        """What lies at a key chain, as ``c[key_chain]``.

        Raises
        ------
        AikitKeyError : nothing does.
        """
        return lies_at(self, chain_of(key_chain, "cont_at_key_chain"), "cont_at_key_chain")

    def cont_at_key_chains(self, key_chains: Any, /) -> Container:
        """A container of nothing but what lies at these key chains.

        Raises
        ------
        AikitKeyError : nothing lies at one of them.
        """
        result: Any = type(self)()
        chains = _chains("cont_at_key_chains", key_chains, [self])
        put_all(result, [(chain, lies_at(self, chain)) for chain in chains])
        return result

    def cont_at_keys(self, keys: Any, /) -> Container:
        """A container of nothing but what lies at these keys, at any depth.

        Raises
        ------
        AikitKeyError : one of them is nowhere.
        """
        return _at_keys(self, self._keys("cont_at_keys", keys))

    def cont_set_at_key_chain(self, key_chain: str, value: Any, /, inplace: bool = False) -> Container:
        """A copy with a value set at a key chain; the container itself, changed, where `inplace`."""
        result: Any = self if inplace else self.copy()
        put_all(result, [(chain_of(key_chain, "cont_set_at_key_chain"), value)])
        return result

    def cont_set_at_key_chains(self, values: Any, /, inplace: bool = False) -> Container:
        """A copy with every leaf of `values`, a container or a dict of key chains, set at its key chain."""
        result: Any = self if inplace else self.copy()
        given = values if isinstance(values, Node) else aikit.Container(values)
        put_all(result, leaves(given))
        return result

    def cont_prune_key_chain(self, key_chain: str, /) -> Container:
        """A copy without what lies at a key chain.

        Raises
        ------
        AikitKeyError : nothing does.
        """
        return self._without_chains("cont_prune_key_chain", chain_name(chain_of(key_chain, "cont_prune_key_chain")))

    def cont_prune_key_chains(self, key_chains: Any, /) -> Container:
        """A copy without what lies at these key chains; one may lie below another.

        Raises
        ------
        AikitKeyError : nothing lies at one of them.
        """
        return self._without_chains("cont_prune_key_chains", key_chains)

    def cont_prune_keys(self, keys: Any, /) -> Container:
        """A copy without these keys, at any depth.

        Raises
        ------
        AikitKeyError : one of them is nowhere.
        """
        return _without_keys(self, self._keys("cont_prune_keys", keys))

    def _without_chains(self, name: str, key_chains: Any) -> Container:
        result: Any = self.copy()
        for chain in _chains(name, key_chains, [self]):
            result.pop(chain_name(chain), None)
        return result

    def _keys(self, name: str, keys: Any) -> set[str]:
        """The keys, each of which is somewhere."""
        wanted = set(_names(name, keys))
        there = {key for _, node in nodes(self) for key in node}
        for key in sorted(wanted - there):
            raise AikitKeyError(f"{name}: there is no key {key!r}, at any depth{nearest(key, sorted(there))}")
        return wanted

    def cont_prune_empty(self) -> Container:
        """A copy without containers that have no leaves."""
        result: Any = type(self)()
        for key, value in self.items():
            kept = value.cont_prune_empty() if isinstance(value, ContainerWithMapping) else value
            if not isinstance(kept, Node) or len(kept):
                dict.__setitem__(result, key, kept)
        return result

    def cont_flatten_key_chains(self, *, separator: str = "__") -> Container:
        """A container of one level, whose keys are the key chains joined by a separator.

        Raises
        ------
        AikitValueError : two key chains give the same key, or the separator has a slash, which is that of key chains.
        """
        _check_separator("cont_flatten_key_chains", separator)
        return _renamed("cont_flatten_key_chains", self, lambda chain: (separator.join(chain),))

    def cont_unflatten_key_chains(self, *, separator: str = "__") -> Container:
        """The inverse of `cont_flatten_key_chains`: keys are split at the separator.

        Raises
        ------
        AikitValueError : as for `cont_flatten_key_chains`, or a leaf would lie below another, or a key have an empty part.
        """
        _check_separator("cont_unflatten_key_chains", separator)
        return _renamed(
            "cont_unflatten_key_chains", self, lambda chain: [part for key in chain for part in key.split(separator)]
        )

    def cont_sort_by_key(self) -> Container:
        """A copy with the keys of every container in alphabetical order."""
        result: Any = type(self)()
        for key in sorted(self):
            value: Any = dict.__getitem__(self, key)
            dict.__setitem__(
                result, key, value.cont_sort_by_key() if isinstance(value, ContainerWithMapping) else value
            )
        return result

    # -------------------------------------------------------------------------------------------- depth

    @property
    def cont_max_depth(self) -> int:
        """The number of keys of the longest key chain."""
        return max(
            (1 + (v.cont_max_depth if isinstance(v, ContainerWithMapping) else 0) for v in self.values()), default=0
        )

    def cont_cutoff_at_depth(self, depth: int, /) -> Container:
        """A copy of the first `depth` levels of keys; containers at the last of them are empty."""
        _check_count("cont_cutoff_at_depth", "depth", depth)
        result: Any = type(self)()
        for key, value in self.items() if depth else ():
            cut = value.cont_cutoff_at_depth(depth - 1) if isinstance(value, ContainerWithMapping) else value
            dict.__setitem__(result, key, cut)
        return result

    def cont_cutoff_at_height(self, height: int, /) -> Container:
        """A copy without the lowest `height` levels: containers whose longest key chain is no longer are empty."""
        _check_count("cont_cutoff_at_height", "height", height)
        result: Any = type(self)()
        for key, value in self.items() if self.cont_max_depth > height else ():
            cut = value.cont_cutoff_at_height(height) if isinstance(value, ContainerWithMapping) else value
            dict.__setitem__(result, key, cut)
        return result


def _check_count(name: str, parameter: str, value: Any) -> None:
    if not isinstance(value, int) or value < 0:
        raise AikitValueError(f"{name}: {parameter}={value!r} must be an int of 0 or more")


def _at_keys(node: Any, wanted: Collection[str]) -> Any:
    result = type(node)()
    for key, value in node.items():
        if isinstance(value, Node):
            value = value.copy() if key in wanted else _at_keys(value, wanted)
        if key in wanted or (isinstance(value, Node) and len(value)):
            dict.__setitem__(result, key, value)
    return result


def _without_keys(node: Any, unwanted: Collection[str]) -> Any:
    result = type(node)()
    for key, value in node.items():
        kept = _without_keys(value, unwanted) if isinstance(value, Node) else value
        if key not in unwanted and (not isinstance(kept, Node) or len(kept) or not len(value)):
            dict.__setitem__(result, key, kept)
    return result


def _check_separator(name: str, separator: Any) -> None:
    if not isinstance(separator, str):
        raise AikitTypeError(f"{name}: separator={shown(separator)} is a {type(separator).__name__}; give a string")
    if not separator or "/" in separator:
        raise AikitValueError(
            f"{name}: separator={separator!r} must be a string with no slash in it, which is what separates key chains"
        )


def _renamed(name: str, container: Any, renamed: Callable[[Chain], Sequence[str]]) -> Any:
    """A container with other key chains, no two of which are the same or lie one below the other."""
    result = type(container)()
    origins: dict[Chain, Chain] = {}
    for chain, leaf in leaves(container):
        new = tuple(renamed(chain))
        if "" in new:
            raise AikitValueError(
                f"{name}: {chain_name(chain)!r} gives {'/'.join(new)!r}, a key chain with an empty part"
            )
        if found_at(result, new) is not MISSING or any(new[:depth] in origins for depth in range(len(new))):
            other = next(old for there, old in origins.items() if there[: len(new)] == new[: len(there)])
            raise AikitValueError(
                f"{name}: {chain_name(other)!r} and {chain_name(chain)!r} cannot both be kept, for {chain_name(new)!r} would be "
                "the place of both, or lie on the way to one; use another separator"
            )
        origins[new] = chain
        put(result, new, leaf)
    return result
