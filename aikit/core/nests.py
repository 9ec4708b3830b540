"""Nests: lists, tuples and dicts within each other, whose leaves are everything else.

A list, a tuple, a named tuple and a dict of any class are nests. An object of another class that is derived from list or
tuple, such as ``torch.Size``, is a leaf unless a function is told to look into it, though an index may always lead into
one. A place in a nest is named by an index: the keys and positions on the way from the root.
"""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from aikit.core.nodes import Node
from aikit.core.wording import shown
from aikit.exceptions import AikitIndexError, AikitTypeError, AikitValueError

Entries = list[tuple[Any, Any]]
"""The keys or positions of a nest, each with what is there."""


def is_named_tuple(x: Any) -> bool:
    return isinstance(x, tuple) and hasattr(type(x), "_fields") and hasattr(type(x), "_make")


def is_nest(x: Any, include_derived: bool = False, to_ignore: Any = ()) -> bool:
    """Whether `x` has entries to look into, rather than being a leaf."""
    if isinstance(x, to_ignore):
        return False
    if isinstance(x, dict) or type(x) in (list, tuple) or is_named_tuple(x):
        return True
    return include_derived and isinstance(x, (list, tuple))


def entries_of(nest: Any) -> Entries:
    return list(nest.items()) if isinstance(nest, dict) else list(enumerate(nest))


def walk(nest: Any, *, to_ignore: Any = (), index: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any, bool]]:
    """The index of every place, what is there, and whether that is a nest; a nest comes before what is in it."""
    within = is_nest(nest, to_ignore=to_ignore)
    yield index, nest, within
    if within:
        for key, child in entries_of(nest):
            yield from walk(child, to_ignore=to_ignore, index=(*index, key))


def described(x: Any) -> str:
    """What a message says of a nest or a leaf."""
    if isinstance(x, _Loose):
        return described(x.before)
    if isinstance(x, dict):
        return f"a {type(x).__name__} with the keys {shown(list(x))}" if x else f"an empty {type(x).__name__}"
    if isinstance(x, (list, tuple)):
        return f"a {type(x).__name__} of {len(x)} item{'s' * (len(x) != 1)}"
    return f"the leaf {shown(x)}"


# ------------------------------------------------------------------------------------------------ new nests


def rebuilt(function: str, nest: Any, entries: Entries, to_mutable: bool = False) -> Any:
    """A nest of the class of `nest` that has `entries`.

    A tuple all of whose items are kept is returned itself: it cannot change, so nobody sees that it is shared.
    """
    changed: Any
    if type(nest) is dict:
        return dict(entries)
    if isinstance(nest, dict):
        # A copy keeps what else the class holds, such as the factory of a defaultdict, and needs no constructor.
        changed = copy.copy(nest)
        changed.clear()
        for key, value in entries:
            changed[key] = value
        return changed
    values = [value for _, value in entries]
    if type(nest) is list or (to_mutable and isinstance(nest, tuple)):
        return values
    if isinstance(nest, list):
        changed = copy.copy(nest)
        changed[:] = values
        return changed
    return _rebuilt_tuple(function, nest, values)


def _rebuilt_tuple(function: str, nest: tuple[Any, ...], values: list[Any]) -> tuple[Any, ...]:
    if len(values) == len(nest) and all(map(operator.is_, values, nest)):
        return nest
    if type(nest) is tuple:
        return tuple(values)
    if is_named_tuple(nest):
        _check_fields(function, nest, values)
        return nest._make(values)  # type: ignore[attr-defined]
    try:
        return type(nest)(values)
    except (TypeError, ValueError) as error:
        raise AikitTypeError(
            f"{function}: {shown(nest)} is a {type(nest).__name__}, which cannot be made of {shown(values)}; "
            f"make it a tuple or a list first"
        ) from error


def _check_fields(function: str, nest: tuple[Any, ...], values: list[Any]) -> None:
    if is_named_tuple(nest) and len(values) != len(nest):
        raise AikitValueError(
            f"{function}: {shown(nest)} is a named tuple, which has as many items as it has fields; "
            f"make it a tuple, a list or a dict before items are added or removed"
        )


def mapped(
    function: str,
    fn: Callable[[Any], Any],
    nest: Any,
    *,
    include_derived: bool = False,
    to_ignore: Any = (),
    to_mutable: bool = False,
    writes: list[tuple[Any, Entries]] | None = None,
) -> Any:
    """`nest` with `fn` of each leaf: a new one, or itself where it is mutable and `writes` takes what to write to it."""
    if not is_nest(nest, include_derived, to_ignore):
        return fn(nest)
    entries = [
        (
            key,
            mapped(
                function,
                fn,
                child,
                include_derived=include_derived,
                to_ignore=to_ignore,
                to_mutable=to_mutable,
                writes=writes,
            ),
        )
        for key, child in entries_of(nest)
    ]
    if writes is None or isinstance(nest, tuple):
        return rebuilt(function, nest, entries, to_mutable)
    writes.append((nest, entries))
    return nest


def copied(function: str, nest: Any, *, include_derived: bool = False, to_mutable: bool = False) -> Any:
    """A copy of the nests, with the same leaves."""
    return mapped(function, lambda leaf: leaf, nest, include_derived=include_derived, to_mutable=to_mutable)


# ------------------------------------------------------------------------------------------------ places


@dataclass(frozen=True, slots=True)
class Place:
    """An index that a caller gave: `argument` is the name it has in messages about it."""

    function: str
    argument: str
    index: tuple[Any, ...]

    @property
    def shown(self) -> str:
        return f"{self.function}: {self.argument}={shown(list(self.index))}"

    def key(self, nest: Any, depth: int) -> Any:
        """The key or the position, counted from 0, that part `depth` names in `nest`."""
        part = self.index[depth]
        if isinstance(nest, dict):
            if self._has(nest, depth):
                return part
        elif isinstance(nest, (list, tuple)):
            position = self._position(nest, depth)
            if -len(nest) <= position < len(nest):
                return position % len(nest)
        raise self.nowhere(nest, depth)

    def key_to_set(self, nest: Any, depth: int) -> Any:
        """As `key`, but a dict may have no such key yet."""
        if isinstance(nest, dict):
            return self.index[depth] if self._has(nest, depth) else self._new_key(nest, depth)
        return self.key(nest, depth)

    def key_to_insert(self, nest: Any, depth: int) -> Any:
        """The position before which there is to be an item, or the new key of a dict."""
        if isinstance(nest, dict):
            if self._has(nest, depth):
                raise AikitValueError(
                    f"{self.shown} has at {list(self.index[:depth])} a {type(nest).__name__} with the key "
                    f"{self.index[depth]!r} already; change what is there with aikit.set_nest_at_index"
                )
            return self._new_key(nest, depth)
        if isinstance(nest, (list, tuple)) and self._position(nest, depth) == len(nest):
            return len(nest)
        return self.key(nest, depth)

    def check_within(self) -> None:
        """Refuse the index of the root, for what is done to an entry of a nest."""
        if not self.index:
            raise AikitIndexError(f"{self.shown} is the nest itself; name an entry of it, such as [0]")

    def nowhere(self, nest: Any, depth: int) -> AikitIndexError:
        return AikitIndexError(
            f"{self.shown} leads nowhere: {self.index[depth]!r} is not in {described(nest)} "
            f"at {list(self.index[:depth])}; aikit.all_nested_indices gives the indices of a nest"
        )

    def _has(self, nest: dict[Any, Any], depth: int) -> bool:
        try:
            # Not `in nest`, which may stand for more: in a Container for key chains.
            return self.index[depth] in nest.keys()  # noqa: SIM118
        except TypeError as error:
            raise self._no_key(nest, depth, "a hashable object") from error

    def _new_key(self, nest: dict[Any, Any], depth: int) -> Any:
        """The key that a dict is to have; that of a Container is a string, and anything else an index of its leaves."""
        part = self.index[depth]
        if isinstance(nest, Node) and (not isinstance(part, str) or "/" in part or not part):
            raise self.nowhere(nest, depth)
        return part

    def _position(self, nest: Any, depth: int) -> int:
        try:
            return operator.index(self.index[depth])
        except TypeError as error:
            raise self._no_key(nest, depth, "an int") from error

    def _no_key(self, nest: Any, depth: int, wanted: str) -> AikitTypeError:
        part = self.index[depth]
        return AikitTypeError(
            f"{self.shown} has the part {shown(part)}, a {type(part).__name__}, for {described(nest)} "
            f"at {list(self.index[:depth])}; that takes {wanted}"
        )


def place_of(function: str, index: Any, argument: str = "index") -> Place:
    if not isinstance(index, (list, tuple)):
        raise AikitTypeError(
            f"{function}: {argument}={shown(index)} is a {type(index).__name__}; "
            f"an index is a list or tuple of keys and positions, such as ['a', 0]"
        )
    return Place(function, argument, tuple(index))


def places_of(function: str, indices: Any, argument: str = "indices") -> list[Place]:
    if not isinstance(indices, (list, tuple)):
        raise AikitTypeError(
            f"{function}: {argument}={shown(indices)} is a {type(indices).__name__}; "
            f"pass a list of indices, such as [['a', 0], ['b']]"
        )
    return [place_of(function, index, f"{argument}[{number}]") for number, index in enumerate(indices)]


def resolved(place: Place, nest: Any) -> tuple[Any, ...]:
    """The index of the same place with all positions counted from 0; an error where it leads nowhere."""
    keys = []
    for depth in range(len(place.index)):
        key = place.key(nest, depth)
        nest = nest[key]
        keys.append(key)
    return tuple(keys)


# ------------------------------------------------------------------------------------------------ changes


class Changes:
    """One change to a nest, in place where it is mutable: tuples on the way are made anew.

    It is made or fails, so that nobody needs to remember how the nest was.
    """

    __slots__ = ()

    def replace(self, place: Place, nest: Any, change: Callable[[Any], Any]) -> Any:
        """`nest` with `change` of what is at `place`."""
        if not place.index:
            return change(self.seen(place.function, nest))

        def replace_entry(parent: Any) -> None:
            key = place.key(parent, len(place.index) - 1)
            parent[key] = change(self.seen(place.function, parent[key]))

        return self.apply(place, nest, replace_entry)

    def apply(self, place: Place, nest: Any, operation: Callable[[Any], None]) -> Any:
        """`nest` after `operation` has changed the list or dict that holds `place`."""
        return self._applied(place, nest, operation, 0)

    def _applied(self, place: Place, nest: Any, operation: Callable[[Any], None], depth: int) -> Any:
        if depth == len(place.index) - 1:
            if not isinstance(nest, (dict, list, tuple)):
                raise place.nowhere(nest, depth)
            return self._written(place.function, nest, operation)
        key = place.key(nest, depth)
        child = self._applied(place, nest[key], operation, depth + 1)
        if child is nest[key]:
            return nest
        return self._written(place.function, nest, lambda parent: operator.setitem(parent, key, child))

    def _written(self, function: str, nest: Any, operation: Callable[[Any], None]) -> Any:
        if isinstance(nest, tuple):
            items = list(nest)
            operation(items)
            return rebuilt(function, nest, entries_of(items))
        operation(nest)
        return nest

    def seen(self, function: str, value: Any) -> Any:
        """What is at a place, as a function of the caller's is to see it."""
        return value


class _Loose(list[Any]):
    """The items of a tuple while they are being changed."""

    __slots__ = ("before",)

    def __init__(self, before: tuple[Any, ...]) -> None:
        super().__init__(before)
        self.before = before


class SeveralChanges(Changes):
    """Several changes; when one fails, all that were made are taken back.

    The tuples on the way are lists until all changes are made, so that each of them is made anew but once.
    """

    __slots__ = ("_before", "_holders")

    def __init__(self) -> None:
        self._before: dict[int, tuple[Any, Any]] = {}
        self._holders: dict[int, Any] = {}

    def __enter__(self) -> SeveralChanges:
        return self

    def __exit__(self, kind: Any, *rest: object) -> None:
        if kind is not None:
            for nest, before in self._before.values():
                _restore(nest, before)

    def apply(self, place: Place, nest: Any, operation: Callable[[Any], None]) -> Any:
        root = parent = _Loose(nest) if isinstance(nest, tuple) else nest
        for depth in range(len(place.index) - 1):
            key = place.key(parent, depth)
            child = parent[key]
            if isinstance(child, tuple):
                child = _Loose(child)
                self._hold(parent, key, child)
            parent = child
        if not isinstance(parent, (dict, list)):
            raise place.nowhere(parent, len(place.index) - 1)
        self.write(parent, operation)
        if isinstance(parent, _Loose):
            _check_fields(place.function, parent.before, parent)
        return root

    def _hold(self, parent: Any, key: Any, child: _Loose) -> None:
        self.write(parent, lambda holder: operator.setitem(holder, key, child))
        if not isinstance(parent, _Loose):
            self._holders[id(parent)] = parent

    def write(self, nest: Any, operation: Callable[[Any], None]) -> None:
        """Change a list or dict by `operation`."""
        if not isinstance(nest, _Loose) and id(nest) not in self._before:
            self._before[id(nest)] = nest, entries_of(nest)
        operation(nest)

    def seen(self, function: str, value: Any) -> Any:
        if isinstance(value, _Loose):
            return _rebuilt_tuple(function, value.before, [self.seen(function, item) for item in value])
        if isinstance(value, (dict, list)):
            for key, child in entries_of(value):
                settled = self.seen(function, child)
                if settled is not child:
                    value[key] = settled
        return value

    def done(self, function: str, nest: Any) -> Any:
        """The nest after all changes."""
        for holder in self._holders.values():
            for key, value in entries_of(holder):
                if isinstance(value, _Loose):
                    holder[key] = _tightened(function, value)
        return _tightened(function, nest)


def _tightened(function: str, value: Any) -> Any:
    if not isinstance(value, _Loose):
        return value
    return _rebuilt_tuple(function, value.before, [_tightened(function, item) for item in value])


def _restore(nest: Any, before: Entries) -> None:
    if isinstance(nest, dict):
        nest.clear()
        for key, value in before:
            nest[key] = value
    else:
        nest[:] = [value for _, value in before]
