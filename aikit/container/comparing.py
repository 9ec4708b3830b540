"""Methods of Container that hold several containers against each other."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from aikit import backend_handler
from aikit.array import Array
from aikit.container.structure import Chain, Node, chain_name, check_shared, differences, leaves, mapped
from aikit.exceptions import AikitStructureError, AikitValueError

if TYPE_CHECKING:
    from aikit.container import Container

Mode = Literal["all", "same_only", "diff_only"]


def _is_array(value: Any) -> bool:
    return isinstance(value, Array) or backend_handler.backend_of(value) is not None


def _same(one: Any, two: Any) -> bool:
    """Whether two leaves are equal: arrays in dtype, shape and values (NaN to NaN), others by ``==``."""
    if one is two:
        return True
    if _is_array(one) != _is_array(two):
        return False
    if not _is_array(one):
        return type(one) is type(two) and bool(one == two)
    import aikit

    first, second = aikit.asarray(one), aikit.asarray(two)
    if first.dtype != second.dtype or first.shape != second.shape:
        return False
    values = np.asarray(first), np.asarray(second)
    return np.array_equal(*values, equal_nan=first.dtype.kind in "fc")


def _alike(one: Any, two: Any) -> bool:
    """Whether two leaves are of the same sort: arrays of the same shape, or no arrays."""
    shapes = [tuple(value.shape) if _is_array(value) else None for value in (one, two)]
    return shapes[0] == shapes[1]


def _diff(containers: Sequence[Any], same: Callable[[Any, Any], bool], mode: str, prefix: str) -> Any:
    """Where containers differ: a container of what each of them has there."""
    from aikit.container import Container

    result = Container()
    for key in dict.fromkeys(key for one in containers for key in one):
        having = {
            place: dict.__getitem__(one, key) for place, one in enumerate(containers) if dict.__contains__(one, key)
        }
        values = list(having.values())
        if len(having) == len(containers) and all(isinstance(value, Node) for value in values):
            below = _diff(values, same, mode, prefix)
            if below or not any(values):
                dict.__setitem__(result, key, below)
        elif len(having) == len(containers) and all(
            not isinstance(value, Node) and same(values[0], value) for value in values
        ):
            if mode != "diff_only":
                dict.__setitem__(result, key, values[0])
        elif mode != "same_only":
            dict.__setitem__(result, key, Container({f"{prefix}_{place}": value for place, value in having.items()}))
    return result


def _check_mode(name: str, mode: str) -> None:
    if mode not in ("all", "same_only", "diff_only"):
        raise AikitValueError(f"{name}: mode={mode!r} is not one of 'all', 'same_only', 'diff_only'")


def _structural_faults(containers: Sequence[Any], same: Callable[[Any, Any], bool] | None) -> Iterator[str]:
    """Why containers are not identical, one key chain after the other."""
    for chain, having, missing in differences(containers):
        yield f"{chain_name(chain)!r} is in {_listed(having)} and not in {_listed(missing)}"
    first, kinds = dict(leaves(containers[0])), _kinds(containers[0])
    for place, other in enumerate(containers[1:], 2):
        others = _kinds(other)
        for chain in kinds.keys() & others.keys():
            if kinds[chain] != others[chain]:
                yield f"{chain_name(chain)!r} is a leaf in one of containers 1 and {place}, and none in the other"
        for chain, leaf in leaves(other):
            if chain in first and same is not None and not same(first[chain], leaf):
                yield f"{chain_name(chain)!r} differs in containers 1 and {place}"


def _kinds(container: Any) -> dict[Chain, bool]:
    """Key chain -> whether a leaf lies there."""
    found = {chain: False for chain, _ in _nodes(container)}
    return found | dict.fromkeys((chain for chain, _ in leaves(container)), True)


def _listed(places: Sequence[int]) -> str:
    return ", ".join(f"container {place + 1}" for place in places)


class ContainerWithComparing(Node):
    """Several containers, held against each other or joined."""

    __slots__ = ()

    @staticmethod
    def cont_combine(*containers: Any) -> Container:
        """One container with the keys of all; where several have a leaf, the last one's counts."""
        from aikit.container import Container

        result = Container()
        for one in containers:
            for key, value in one.items():
                there = dict.get(result, key)
                joined = (
                    Container.cont_combine(there, value)
                    if isinstance(there, Node) and isinstance(value, Node)
                    else value
                )
                dict.__setitem__(result, key, joined)
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
        _check_mode("cont_diff", mode)
        return _diff(containers, _same, mode, diff_keys)

    @staticmethod
    def cont_structural_diff(*containers: Any, mode: Mode = "all", diff_keys: str = "diff") -> Container:
        """As `cont_diff`, but values count as the same where they are arrays of one shape, or no arrays."""
        _check_mode("cont_structural_diff", mode)
        return _diff(containers, _alike, mode, diff_keys)

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
        import aikit

        check_shared("cont_unify", containers)
        if mode == "concat":
            return mapped(lambda chain, items: aikit.concat(items, axis=axis), containers)
        if mode not in ("mean", "sum"):
            raise AikitValueError(f"cont_unify: mode={mode!r} is not one of 'concat', 'mean', 'sum'")
        total = functools.reduce(lambda one, two: one + two, containers)
        return total if mode == "sum" else total / len(containers)

    @staticmethod
    def cont_identical_structure(containers: Sequence[Any], /) -> bool:
        """Whether containers have the same key chains."""
        return not any(_structural_faults(containers, None))

    @staticmethod
    def cont_identical_array_shapes(containers: Sequence[Any], /) -> bool:
        """Whether containers have the same key chains, and arrays of the same shapes there."""
        return not any(_structural_faults(containers, _alike))

    @staticmethod
    def cont_identical(containers: Sequence[Any], /) -> bool:
        """Whether containers have the same key chains and the same values there."""
        return not any(_structural_faults(containers, _same))

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
        return self._find(sub, _same)

    def cont_find_sub_structure(self, sub: Any, /) -> str | None:
        """The key chain at which a container lies that has the structure of `sub`; ``""`` for the whole, None for none."""
        return self._find(sub, None)

    def cont_contains_sub_container(self, sub: Any, /) -> bool:
        """Whether a container identical to `sub` lies in this one, or is it."""
        return self.cont_find_sub_container(sub) is not None

    def cont_contains_sub_structure(self, sub: Any, /) -> bool:
        """Whether a container with the structure of `sub` lies in this one, or is it."""
        return self.cont_find_sub_structure(sub) is not None

    def _find(self, sub: Any, same: Callable[[Any, Any], bool] | None) -> str | None:
        found = (chain for chain, node in _nodes(self) if not any(_structural_faults([node, sub], same)))
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
        check_shared("cont_reduce", containers)
        return mapped(lambda chain, items: functools.reduce(reduction, items), containers)

    def cont_all_true(self) -> bool:
        """Whether every element of every leaf is true."""
        return all(bool(np.all(np.asarray(leaf))) for _, leaf in leaves(self))

    def cont_all_false(self) -> bool:
        """Whether every element of every leaf is false."""
        return not any(bool(np.any(np.asarray(leaf))) for _, leaf in leaves(self))

    @property
    def cont_shapes(self) -> Container:
        """The shape of each array, None in the place of other leaves."""
        return mapped(lambda chain, items: tuple(items[0].shape) if _is_array(items[0]) else None, [self])

    @property
    def cont_num_arrays(self) -> int:
        """How many leaves are arrays."""
        return sum(_is_array(leaf) for _, leaf in leaves(self))


def _nodes(node: Any, chain: Chain = ()) -> Iterator[tuple[Chain, Any]]:
    yield chain, node
    for key, value in node.items():
        if isinstance(value, Node):
            yield from _nodes(value, (*chain, key))


def _assert(name: str, containers: Sequence[Any], same: Callable[[Any, Any], bool] | None) -> None:
    faults = list(_structural_faults(containers, same))
    if faults:
        raise AikitStructureError(f"{name}: the containers are not identical: {'; '.join(faults)}")
