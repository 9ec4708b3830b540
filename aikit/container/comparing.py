"""Methods of Container that hold several containers against each other."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

import aikit
from aikit import backend_handler
from aikit.array import Array
from aikit.container.items import as_array
from aikit.container.keys import key_chain
from aikit.core.nodes import (
    Chain,
    Node,
    chain_name,
    check_callable,
    check_shared,
    containers_of,
    differences,
    leaves,
    mapped,
    nodes,
)
from aikit.exceptions import AikitStructureError, AikitValueError

if TYPE_CHECKING:
    from aikit.container import Container

Mode = Literal["all", "same_only", "diff_only"]


def _is_array(value: Any) -> bool:
    return isinstance(value, Array) or backend_handler.backend_of(value) is not None


def _same(one: Any, two: Any) -> bool:
    """Whether two leaves are equal: arrays in dtype, shape and values (NaN to NaN), others by ``==``.

    Lists and tuples are compared item by item, and so are dicts in them, for there may be arrays in them, too.
    """
    one, two = as_array(one), as_array(two)
    if one is two:
        return True
    if isinstance(one, Array) and isinstance(two, Array):
        return _same_arrays(one, two)
    if type(one) is not type(two):
        return False
    if isinstance(one, (list, tuple)):
        return len(one) == len(two) and all(map(_same, one, two))
    if isinstance(one, dict):
        return one.keys() == two.keys() and all(_same(one[key], two[key]) for key in one)
    return np.array_equal(one, two) if isinstance(one, np.ndarray) else bool(one == two)


def _same_arrays(one: Array, two: Array) -> bool:
    if one.dtype != two.dtype or one.shape != two.shape:
        return False
    return np.array_equal(np.asarray(one), np.asarray(two), equal_nan=one.dtype.kind in "fc")


def _alike(one: Any, two: Any) -> bool:
    """Whether two leaves are of the same sort: arrays of the same shape, or no arrays."""
    shapes = [tuple(value.shape) if _is_array(value) else None for value in (one, two)]
    return shapes[0] == shapes[1]


def _truth(leaf: Any, of_array: Callable[[Any], Any], of_items: Callable[[Iterator[bool]], bool]) -> bool:
    """Whether the elements of a leaf are true: all or any of them, as the two functions have it."""
    if isinstance(leaf, (list, tuple)):
        return of_items(_truth(item, of_array, of_items) for item in leaf)
    return bool(of_array(np.asarray(as_array(leaf)).astype(bool))) if _is_array(leaf) else bool(leaf)


def _diff(containers: Sequence[Any], same: Callable[[Any, Any], bool], mode: str, prefix: str) -> Any:
    """Where containers differ: a container of what each of them has there."""
    result = aikit.Container()
    for key in dict.fromkeys(key for one in containers for key in one):
        having = {
            place: dict.__getitem__(one, key) for place, one in enumerate(containers) if dict.__contains__(one, key)
        }
        values = list(having.values())
        if len(having) == len(containers) and all(isinstance(value, Node) for value in values):
            below = _diff(values, same, mode, prefix)
            if len(below) or not any(map(len, values)):
                dict.__setitem__(result, key, below)
        elif len(having) == len(containers) and all(
            not isinstance(value, Node) and same(values[0], value) for value in values
        ):
            if mode != "diff_only":
                dict.__setitem__(result, key, values[0])
        elif mode != "same_only":
            dict.__setitem__(
                result, key, aikit.Container({f"{prefix}_{place}": value for place, value in having.items()})
            )
    return result


def _checked_diff(name: str, containers: Any, same: Callable[[Any, Any], bool], mode: str, diff_keys: str) -> Any:
    if mode not in ("all", "same_only", "diff_only"):
        raise AikitValueError(f"{name}: mode={mode!r} is not one of 'all', 'same_only', 'diff_only'")
    key_chain(diff_keys, name)
    if "/" in diff_keys:
        raise AikitValueError(f"{name}: diff_keys={diff_keys!r} has a slash, which separates key chains; leave it out")
    return _diff(containers_of(name, containers), same, mode, diff_keys)


def _structural_faults(containers: Sequence[Any], same: Callable[[Any, Any], bool] | None) -> Iterator[str]:
    """Why containers are not identical, one key chain after the other."""
    for chain, having, missing in differences(containers):
        yield f"{chain_name(chain)!r} is in {_listed(having)} and not in {_listed(missing)}"
    first, kinds = dict(leaves(containers[0])), _kinds(containers[0])
    for place, other in enumerate(containers[1:], 2):
        others = _kinds(other)
        for chain in kinds:
            if chain in others and kinds[chain] != others[chain]:
                yield f"{chain_name(chain)!r} is a leaf in one of containers 1 and {place}, and none in the other"
        for chain, leaf in leaves(other):
            if chain in first and same is not None and not same(first[chain], leaf):
                yield f"{chain_name(chain)!r} differs in containers 1 and {place}"


def _kinds(container: Any) -> dict[Chain, bool]:
    """Key chain -> whether a leaf lies there."""
    found = {chain: False for chain, _ in nodes(container)}
    return found | dict.fromkeys((chain for chain, _ in leaves(container)), True)


def _listed(places: Sequence[int]) -> str:
    return ", ".join(f"container {place + 1}" for place in places)


class ContainerWithComparing(Node):
    """Several containers, held against each other or joined."""

    __slots__ = ()

    @staticmethod
    def cont_combine(*containers: Any) -> Container:
        """One container with the keys of all; where several have a leaf, the last one's counts."""
        result = aikit.Container()
        for one in containers_of("cont_combine", containers) if containers else ():
            _add(result, one)
        return result

    @staticmethod
    def cont_diff(*containers: Any, mode: Mode = "all", diff_keys: str = "diff") -> Container:
        """Where containers differ, in keys or values: ``diff_0``, ``diff_1`` and so on hold what each of them has.

        Parameters
        ----------
        mode : ``"all"``; ``"same_only"``: what is the same in all; ``"diff_only"``: what is not.
        diff_keys : what the keys of differences begin with.

        Examples
        --------
        >>> import aikit
        >>> aikit.Container.cont_diff(aikit.Container(a=1, b=2), aikit.Container(a=1, b=3), mode="diff_only").b.diff_1
        3
        """
        return _checked_diff("cont_diff", containers, _same, mode, diff_keys)

    @staticmethod
    def cont_structural_diff(*containers: Any, mode: Mode = "all", diff_keys: str = "diff") -> Container:
        """As `cont_diff`, but values count as the same where they are arrays of one shape, or no arrays."""
        return _checked_diff("cont_structural_diff", containers, _alike, mode, diff_keys)

    @staticmethod
    def cont_unify(
        containers: Sequence[Any], /, mode: Literal["concat", "mean", "sum"] = "concat", axis: int = 0
    ) -> Container:
        """One container from several of the same structure: the arrays concatenated, or their mean, or sum.

        Raises
        ------
        AikitStructureError : the containers share no structure.
        AikitValueError : another mode.
        """
        if mode not in ("concat", "mean", "sum"):
            raise AikitValueError(f"cont_unify: mode={mode!r} is not one of 'concat', 'mean', 'sum'")
        containers = containers_of("cont_unify", containers, may_be_leaves=True)
        check_shared("cont_unify", containers)
        if mode == "concat":
            return mapped(lambda chain, items: aikit.concat(items, axis=axis), containers)
        total: Any = aikit.Container.cont_reduce(containers, operator.add)
        return total if mode == "sum" else total / len(containers)

    @staticmethod
    def cont_identical_structure(containers: Sequence[Any], /) -> bool:
        """Whether containers have the same key chains."""
        return not any(_structural_faults(containers_of("cont_identical_structure", containers), None))

    @staticmethod
    def cont_identical_array_shapes(containers: Sequence[Any], /) -> bool:
        """Whether containers have the same key chains, and arrays of the same shapes there."""
        return not any(_structural_faults(containers_of("cont_identical_array_shapes", containers), _alike))

    @staticmethod
    def cont_identical(containers: Sequence[Any], /) -> bool:
        """Whether containers have the same key chains and the same values there."""
        return not any(_structural_faults(containers_of("cont_identical", containers), _same))

    @staticmethod
    def cont_assert_identical_structure(containers: Sequence[Any], /) -> None:
        """Raise an `AikitStructureError` that lists where containers have other key chains."""
        _assert("cont_assert_identical_structure", containers, None)

    @staticmethod
    def cont_assert_identical_array_shapes(containers: Sequence[Any], /) -> None:
        """Raise an `AikitStructureError` that lists where containers have other key chains or shapes."""
        _assert("cont_assert_identical_array_shapes", containers, _alike)

    @staticmethod
    def cont_assert_identical(containers: Sequence[Any], /) -> None:
        """Raise an `AikitStructureError` that lists where containers have other key chains or values."""
        _assert("cont_assert_identical", containers, _same)

    def cont_find_sub_container(self, sub: Any, /) -> str | None:
        """The key chain at which a container lies that is identical to `sub`; ``""`` for the whole, None for none."""
        return self._find("cont_find_sub_container", sub, _same)

    def cont_find_sub_structure(self, sub: Any, /) -> str | None:
        """The key chain at which a container lies that has the structure of `sub`; ``""`` for the whole, None for none."""
        return self._find("cont_find_sub_structure", sub, None)

    def cont_contains_sub_container(self, sub: Any, /) -> bool:
        """Whether a container identical to `sub` lies in this one, or is it."""
        return self.cont_find_sub_container(sub) is not None

    def cont_contains_sub_structure(self, sub: Any, /) -> bool:
        """Whether a container with the structure of `sub` lies in this one, or is it."""
        return self.cont_find_sub_structure(sub) is not None

    def _find(self, name: str, sub: Any, same: Callable[[Any, Any], bool] | None) -> str | None:
        containers_of(name, [sub])
        found = (chain for chain, node in nodes(self) if not any(_structural_faults([node, sub], same)))
        chain = next(found, None)
        return None if chain is None else chain_name(chain)

    @staticmethod
    def cont_reduce(containers: Sequence[Any], reduction: Callable[[Any, Any], Any], /) -> Container:
        """The leaves of containers of one structure, joined two at a time by a function.

        Examples
        --------
        >>> import aikit
        >>> aikit.Container.cont_reduce([aikit.Container(a=1), aikit.Container(a=2)], aikit.add).a
        aikit.Array(3, dtype=int32, backend='numpy')
        """
        check_callable("cont_reduce", "reduction", reduction)
        containers = containers_of("cont_reduce", containers, may_be_leaves=True)
        check_shared("cont_reduce", containers)
        return mapped(lambda chain, items: functools.reduce(reduction, items), containers)

    def cont_all_true(self) -> bool:
        """Whether every element of every leaf is true."""
        return all(_truth(leaf, np.all, all) for _, leaf in leaves(self))

    def cont_all_false(self) -> bool:
        """Whether every element of every leaf is false."""
        return not any(_truth(leaf, np.any, any) for _, leaf in leaves(self))

    @property
    def cont_shapes(self) -> Container:
        """The shape of each array, None in the place of other leaves."""
        return mapped(lambda chain, items: tuple(items[0].shape) if _is_array(items[0]) else None, [self])

    @property
    def cont_num_arrays(self) -> int:
        """How many leaves are arrays."""
        return sum(_is_array(leaf) for _, leaf in leaves(self))


def _add(result: Any, one: Any) -> None:
    """Put what a container has into another one, which shares no node with it."""
    for key, value in one.items():
        there = dict.get(result, key)
        if isinstance(there, Node) and isinstance(value, Node):
            _add(there, value)
        else:
            dict.__setitem__(result, key, value.copy() if isinstance(value, Node) else value)


def _assert(name: str, containers: Sequence[Any], same: Callable[[Any, Any], bool] | None) -> None:
    faults = list(_structural_faults(containers_of(name, containers), same))
    if faults:
        raise AikitStructureError(f"{name}: the containers are not identical: {'; '.join(faults)}")
