"""Methods of Container that call a function for its leaves, or choose some of them.

Several methods have these arguments in common:

- `key_chains`: the key chains to apply the function to, or not to; those of nodes stand for all leaves below them;
  a string, a list of strings, or a container whose leaves they are. None: all;
- `to_apply`: whether `key_chains` are those that it is applied to (True) or those that it is not (False);
- `prune_unapplied`: whether leaves that it is not applied to are left out of the result;
- `map_sequences`: whether it is also mapped over the elements of leaves that are lists or tuples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from aikit.container.structure import Chain, Node, chain_name, check_shared, leaves, mapped
from aikit.exceptions import AikitTypeError, AikitValueError

if TYPE_CHECKING:
    from aikit.container import Container

KeyChains = str | Iterable[str] | None


class _Dropped:
    """Stands for a leaf that is left out."""


_DROPPED = _Dropped()


def _names(key_chains: Any) -> list[str]:
    """The key chains as a list of strings."""
    if isinstance(key_chains, str):
        return [key_chains]
    if isinstance(key_chains, Node):
        return [chain_name(chain) for chain, _ in leaves(key_chains)]
    found = list(key_chains)
    if not all(isinstance(chain, str) for chain in found):
        raise AikitTypeError(f"key_chains={key_chains!r} must be a string, a list of strings, or a container")
    return found


def _selects(key_chains: Any, to_apply: bool) -> Callable[[Chain], bool]:
    """Whether a leaf is among those that a function is applied to."""
    if key_chains is None:
        return lambda chain: True
    wanted = [tuple(name.split("/")) for name in _names(key_chains)]
    return lambda chain: any(chain[: len(one)] == one for one in wanted) is to_apply


def _without_dropped(node: Any) -> Any:
    """The container without the leaves that are left out, and without nodes that have become empty."""
    result = type(node)()
    for key, value in node.items():
        if value is _DROPPED:
            continue
        kept = _without_dropped(value) if isinstance(value, Node) else value
        if not isinstance(kept, Node) or kept or not value:
            dict.__setitem__(result, key, kept)
    return result


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

        Examples
        --------
        >>> import aikit
        >>> aikit.Container(a={"b": 1}, c=2).cont_map(lambda leaf, chain: f"{chain} is {leaf}").c
        'c is 2'
        """
        from aikit.container import Container

        return Container.cont_multi_map(
            lambda items, chain: func(items[0], chain), [self], key_chains, to_apply, prune_unapplied, map_sequences
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
        """
        check_shared("cont_multi_map", containers)
        selected = _selects(key_chains, to_apply)

        def one(chain: Chain, items: list[Any]) -> Any:
            if not selected(chain):
                return _DROPPED if prune_unapplied else items[0]
            first = items[0]
            if map_sequences and isinstance(first, (list, tuple)):
                rows = zip(*[x if isinstance(x, (list, tuple)) else [x] * len(first) for x in items], strict=True)
                found = [func(list(row), chain_name(chain)) for row in rows]
                return type(first)(*found) if hasattr(first, "_fields") else type(first)(found)
            return func(items, chain_name(chain))

        result = mapped(one, containers)
        return _without_dropped(result) if prune_unapplied and key_chains is not None else result

    # -------------------------------------------------------------------------------------------- key chains

    def cont_at_key_chain(self, key_chain: str, /) -> Any:
        """What lies at a key chain, as ``c[key_chain]``.

        Raises
        ------
        KeyError : nothing does.
        """
        return self[key_chain]

    def cont_at_key_chains(self, key_chains: Any, /) -> Container:
        """A container of nothing but what lies at these key chains.

        Raises
        ------
        KeyError : nothing lies at one of them.
        """
        result: Any = type(self)()
        for name in _names(key_chains):
            result[name] = self[name]
        return result

    def cont_at_keys(self, keys: Any, /) -> Container:
        """A container of nothing but what lies at these keys, at any depth."""
        wanted = set(_names(keys))
        return self._kept(lambda chain: bool(wanted & set(chain)))

    def cont_set_at_key_chain(self, key_chain: str, value: Any, /, inplace: bool = False) -> Container:
        """A copy with a value set at a key chain; the container itself, changed, where `inplace`."""
        result: Any = self if inplace else self.copy()
        result[key_chain] = value
        return result

    def cont_set_at_key_chains(self, values: Any, /, inplace: bool = False) -> Container:
        """A copy with every leaf of `values`, a container or a dict of key chains, set at its key chain."""
        from aikit.container import Container

        result: Any = self if inplace else self.copy()
        for chain, leaf in leaves(values if isinstance(values, Node) else Container(values)):
            result[chain_name(chain)] = leaf
        return result

    def cont_prune_key_chain(self, key_chain: str, /) -> Container:
        """A copy without what lies at a key chain.

        Raises
        ------
        KeyError : nothing does.
        """
        result: Any = self.copy()
        del result[key_chain]
        return result

    def cont_prune_key_chains(self, key_chains: Any, /) -> Container:
        """A copy without what lies at these key chains; one at which nothing does is an error."""
        result: Any = self.copy()
        for name in _names(key_chains):
            del result[name]
        return result

    def cont_prune_keys(self, keys: Any, /) -> Container:
        """A copy without these keys, at any depth."""
        unwanted = set(_names(keys))
        return self._kept(lambda chain: not unwanted & set(chain))

    def cont_prune_empty(self) -> Container:
        """A copy without containers that have no leaves."""
        result: Any = type(self)()
        for key, value in self.items():
            kept = value.cont_prune_empty() if isinstance(value, ContainerWithMapping) else value
            if not isinstance(kept, Node) or kept:
                dict.__setitem__(result, key, kept)
        return result

    def _kept(self, keep: Callable[[Chain], bool]) -> Container:
        result = mapped(lambda chain, items: items[0] if keep(chain) else _DROPPED, [self])
        return _without_dropped(result)

    def cont_flatten_key_chains(self, *, separator: str = "__") -> Container:
        """A container of one level, whose keys are the key chains joined by a separator."""
        result: Any = type(self)()
        for chain, leaf in leaves(self):
            dict.__setitem__(result, separator.join(chain), leaf)
        return result

    def cont_unflatten_key_chains(self, *, separator: str = "__") -> Container:
        """The inverse of `cont_flatten_key_chains`: keys are split at the separator."""
        result: Any = type(self)()
        for chain, leaf in leaves(self):
            result["/".join("/".join(chain).split(separator))] = leaf
        return result

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
