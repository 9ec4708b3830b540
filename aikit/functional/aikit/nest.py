"""Nests of lists, tuples and dicts: looking into them, changing them, mapping functions over their leaves.

A list, a tuple, a named tuple and a dict of any class are nests, and everything else, arrays included, is a leaf. Other
classes that are derived from list or tuple, such as ``torch.Size``, are leaves unless `include_derived` says otherwise;
an index may lead into them all the same. An index is a list or tuple of the keys and positions on the way from the root
to a place, which has the index ``[]`` itself. A nest that is rebuilt keeps its class and the order of its keys.

What changes a nest does so in place, as far as it is made of lists and dicts, and returns the nest: a tuple cannot
change, so it is made anew and put in the place of the old one, and where the root is a tuple only the returned nest has
the change. When a change fails, nothing is changed.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from aikit.core.nests import (
    Changes,
    Entries,
    Place,
    SeveralChanges,
    copied,
    described,
    entries_of,
    is_named_tuple,
    is_nest,
    mapped,
    place_of,
    places_of,
    rebuilt,
    resolved,
    walk,
)
from aikit.core.wording import quoted, shown
from aikit.declare import standalone
from aikit.exceptions import AikitIndexError, AikitStructureError, AikitTypeError, AikitValueError
from aikit.functional.aikit.general import is_aikit_array, is_array, to_aikit, to_native

_PRUNED: Any = object()
"""Stands for an entry that is to be left out."""


def _check_callable(function: str, argument: str, value: Any) -> None:
    if not callable(value):
        raise AikitTypeError(
            f"{function}: {argument}={shown(value)} is a {type(value).__name__}, which cannot be called; pass a function"
        )


def _classes(function: str, to_ignore: Any) -> Any:
    """`to_ignore` as `isinstance` takes it."""
    if to_ignore is None:
        return ()
    classes = tuple(to_ignore) if isinstance(to_ignore, list) else to_ignore
    try:
        isinstance(None, classes)
    except TypeError as error:
        raise AikitTypeError(
            f"{function}: to_ignore={shown(to_ignore)} is no class; pass a class or a tuple of classes"
        ) from error
    return classes


# ------------------------------------------------------------------------------------------------ looking into nests


@standalone(convenience=True)
def index_nest(nest: Any, index: Sequence[Any], /) -> Any:
    """What is at an index of a nest.

    Parameters
    ----------
    nest : any nest.
    index : the keys and positions that lead there, one after another. A slice of a list or tuple gives a part of it,
        and the next position counts in that part; an array on the way is indexed by what an array takes, None included.

    Raises
    ------
    AikitIndexError : the index leads nowhere.
    AikitTypeError : it is no list or tuple, or has a part that cannot index what is there.

    Examples
    --------
    >>> import aikit
    >>> aikit.index_nest({"a": [1, 2]}, ["a", 1])
    2
    >>> aikit.index_nest([1, (2, 3, 4)], [1, slice(1, None)])
    (3, 4)
    """
    return _found(place_of("index_nest", index), nest)


def _found(place: Place, nest: Any) -> Any:
    for depth, part in enumerate(place.index):
        if is_array(nest):
            nest = _array_item(place, nest, part)
        elif isinstance(part, slice) and isinstance(nest, (list, tuple)):
            try:
                nest = nest[part]
            except (TypeError, ValueError) as error:
                raise AikitTypeError(f"{place.shown} has the part {part}; a slice takes ints and None") from error
        else:
            nest = nest[place.key(nest, depth)]
    return nest


def _array_item(place: Place, x: Any, part: Any) -> Any:
    try:
        item = to_aikit(x)[part]
    except (AikitIndexError, AikitTypeError) as error:
        raise type(error)(f"{place.shown} leads nowhere: {error}") from error
    return item if is_aikit_array(x) else to_native(item)


@standalone(convenience=True)
def multi_index_nest(nest: Any, indices: Sequence[Sequence[Any]], /) -> list[Any]:
    """What is at each of several indices of a nest.

    Parameters
    ----------
    nest : any nest.
    indices : list of indices, each as `index_nest` takes it.

    Raises
    ------
    AikitIndexError : an index leads nowhere.
    AikitTypeError : as for `index_nest`.

    Examples
    --------
    >>> import aikit
    >>> aikit.multi_index_nest({"a": [1, 2], "b": 3}, [["a", 0], ["b"]])
    [1, 3]
    """
    return [_found(place, nest) for place in places_of("multi_index_nest", indices)]


@standalone(convenience=True)
def all_nested_indices(nest: Any, /, include_nests: bool = False) -> list[list[Any]]:
    """The indices of all leaves of a nest, in order.

    Parameters
    ----------
    nest : any nest; a leaf has the one index ``[]``.
    include_nests : whether the nests have their indices there too, each before those of its entries; the first is then
        ``[]``, that of `nest` itself.

    Examples
    --------
    >>> import aikit
    >>> aikit.all_nested_indices({"a": [1, 2], "b": 3})
    [['a', 0], ['a', 1], ['b']]
    >>> aikit.all_nested_indices([1, (2,)], include_nests=True)
    [[], [0], [1], [1, 0]]
    """
    return [list(index) for index, _, within in walk(nest) if include_nests or not within]


@standalone(convenience=True)
def nested_any(nest: Any, fn: Callable[[Any], Any], check_nests: bool = False) -> bool:
    """Whether a function is true for some leaf of a nest.

    Parameters
    ----------
    nest : any nest.
    fn : called with one leaf after another, until it is true.
    check_nests : whether it is called with the nests too, `nest` itself included, each before its entries.

    Raises
    ------
    AikitTypeError : `fn` cannot be called.

    Examples
    --------
    >>> import aikit
    >>> aikit.nested_any({"a": [1, 2], "b": 3}, lambda x: x > 2)
    True
    >>> aikit.nested_any([1, [2]], lambda x: x == [2], check_nests=True)
    True
    """
    _check_callable("nested_any", "fn", fn)
    return any(fn(value) for _, value, within in walk(nest) if check_nests or not within)


@standalone(convenience=True)
def nested_argwhere(
    nest: Any,
    fn: Callable[[Any], Any],
    check_nests: bool = False,
    to_ignore: type | Sequence[type] | None = None,
    stop_after_n_found: int | None = None,
) -> list[list[Any]]:
    """The indices of the leaves of a nest for which a function is true, in order.

    Parameters
    ----------
    nest : any nest.
    fn : called with one leaf after another.
    check_nests : whether it is called with the nests too, `nest` itself included, each before its entries.
    to_ignore : a class or several, whose instances are taken for leaves.
    stop_after_n_found : the number of indices after which no more leaves are looked at; None for all.

    Raises
    ------
    AikitTypeError : `fn` cannot be called, `to_ignore` is no class, or `stop_after_n_found` no int.
    AikitValueError : a negative `stop_after_n_found`.

    Examples
    --------
    >>> import aikit
    >>> aikit.nested_argwhere({"a": [1, 2], "b": 3}, lambda x: x > 1)
    [['a', 1], ['b']]
    >>> aikit.nested_argwhere([3, [4, 5]], lambda x: x > 3, stop_after_n_found=1)
    [[1, 0]]
    """
    _check_callable("nested_argwhere", "fn", fn)
    if stop_after_n_found is not None:
        _check_count(stop_after_n_found)
    places = walk(nest, to_ignore=_classes("nested_argwhere", to_ignore))
    found = (list(index) for index, value, within in places if (check_nests or not within) and fn(value))
    return list(islice(found, stop_after_n_found))


def _check_count(count: Any) -> None:
    what = f"nested_argwhere: stop_after_n_found={shown(count)}"
    if not isinstance(count, int):
        raise AikitTypeError(f"{what} is a {type(count).__name__}; pass an int, or None to find all")
    if count < 0:
        raise AikitValueError(f"{what} is negative; pass a number of indices, or None to find all")


@standalone(convenience=True)
def duplicate_array_index_chains(nest: Any) -> list[list[list[Any]]]:
    """The indices of leaves that are one and the same array: a group for each array that is there more than once.

    Parameters
    ----------
    nest : any nest. Only Arrays and native arrays count, and only the same object, not an equal array.

    Returns
    -------
    list of groups, in the order in which their arrays are first met; a group is a list of two or more indices.

    Examples
    --------
    >>> import aikit
    >>> x = aikit.zeros(2)
    >>> aikit.duplicate_array_index_chains({"a": x, "b": [aikit.zeros(2), x]})
    [[['a'], ['b', 1]]]
    """
    groups: dict[int, list[list[Any]]] = {}
    for index, value, within in walk(nest):
        if not within and is_array(value):
            groups.setdefault(id(value), []).append(list(index))
    return [group for group in groups.values() if len(group) > 1]


# ------------------------------------------------------------------------------------------------ whole nests


@standalone(convenience=True)
def copy_nest(nest: Any, /, include_derived: bool = False, to_mutable: bool = False) -> Any:
    """A copy of a nest: its nests are new, its leaves the same objects.

    A tuple in which no mutable nest is cannot change, and stays itself.

    Parameters
    ----------
    nest : any nest; a leaf is returned as it is.
    include_derived : whether objects of other classes derived from list or tuple are nests, and so copied.
    to_mutable : whether tuples become lists, named ones too.

    Examples
    --------
    >>> import aikit
    >>> nest = {"a": [1, 2]}
    >>> copy = aikit.copy_nest(nest)
    >>> copy["a"][0] = 9
    >>> nest, copy
    ({'a': [1, 2]}, {'a': [9, 2]})
    """
    return copied("copy_nest", nest, include_derived=include_derived, to_mutable=to_mutable)


@standalone(convenience=True)
def nested_map(
    fn: Callable[[Any], Any],
    x: Any,
    /,
    include_derived: bool = False,
    to_ignore: type | Sequence[type] | None = None,
    to_mutable: bool = False,
    shallow: bool = True,
) -> Any:
    """A nest with a function of each of its leaves.

    Parameters
    ----------
    fn : called with one leaf after another; what it returns takes the place of the leaf.
    x : any nest; a leaf gives ``fn(x)``.
    include_derived : whether objects of other classes derived from list or tuple are nests; they keep their class, and
        one that cannot hold the results is an error.
    to_ignore : a class or several, whose instances are taken for leaves.
    to_mutable : whether tuples become lists, named ones too.
    shallow : True writes the results to the lists and dicts of `x` and returns `x`; its tuples are made anew. Nothing
        is written before `fn` has been called for all leaves. False leaves `x` as it is and returns a new nest.

    Raises
    ------
    AikitTypeError : `fn` cannot be called, `to_ignore` is no class, or a derived class cannot hold the results.

    Examples
    --------
    >>> import aikit
    >>> nest = {"a": [1, 2], "b": (3,)}
    >>> aikit.nested_map(lambda x: 10 * x, nest, shallow=False)
    {'a': [10, 20], 'b': (30,)}
    >>> aikit.nested_map(lambda x: x + 1, nest) is nest
    True
    >>> nest
    {'a': [2, 3], 'b': (4,)}
    """
    _check_callable("nested_map", "fn", fn)
    writes: list[Any] | None = [] if shallow else None
    result = mapped(
        "nested_map",
        fn,
        x,
        include_derived=include_derived,
        to_ignore=_classes("nested_map", to_ignore),
        to_mutable=to_mutable,
        writes=writes,
    )
    with SeveralChanges() as changes:
        for nest, entries in writes or ():
            changes.write(nest, functools.partial(_overwrite, entries))
    return result


def _overwrite(entries: Entries, nest: Any) -> None:
    for key, value in entries:
        nest[key] = value


@standalone(convenience=True)
def nested_multi_map(
    func: Callable[[list[Any], list[Any]], Any],
    nests: Sequence[Any],
    index_chains: Sequence[Sequence[Any]] | None = None,
    to_apply: bool = True,
    prune_unapplied: bool = False,
) -> Any:
    """A nest with a function of the leaves that several nests of one structure have at the same place.

    Parameters
    ----------
    func : called as ``func(leaves, index)`` for one place after another: the list of the leaves there, one of each
        nest, and the index of the place.
    nests : list of nests. Those at the same place have the same keys, in any order, or the same number of items.
    index_chains : the indices of the places to choose; that of a nest chooses all that is in it. None is every place.
    to_apply : whether `func` is called for the places chosen (True) or for all the others (False).
    prune_unapplied : whether a place for which `func` is not called is left out, as are nests of which nothing remains;
        otherwise it has the leaf of the first nest.

    Returns
    -------
    A new nest with the classes of the first one; None where that is a leaf that is left out.

    Raises
    ------
    AikitStructureError : the nests have different structures.
    AikitIndexError : an index leads nowhere.
    AikitValueError : there are no nests, or a field of a named tuple would be left out.
    AikitTypeError : `func` cannot be called, or `nests` or `index_chains` is no list or tuple.

    Examples
    --------
    >>> import aikit
    >>> nests = [{"a": [1, 2], "b": 3}, {"a": [10, 20], "b": 30}]
    >>> aikit.nested_multi_map(lambda leaves, index: sum(leaves), nests)
    {'a': [11, 22], 'b': 33}
    >>> aikit.nested_multi_map(lambda leaves, index: sum(leaves), nests, [["a"]], prune_unapplied=True)
    {'a': [11, 22]}
    """
    _check_callable("nested_multi_map", "func", func)
    if not isinstance(nests, (list, tuple)):
        raise AikitTypeError(
            f"nested_multi_map: nests={shown(nests)} is a {type(nests).__name__}; pass a list of nests, such as [nest]"
        )
    if not nests:
        raise AikitValueError(f"nested_multi_map: nests={nests!r} has no nest in it; pass one or more")
    _check_same_structure("nested_multi_map: nests", nests, ())
    chosen = None
    if index_chains is not None:
        places = places_of("nested_multi_map", index_chains, "index_chains")
        chosen = {resolved(place, nests[0]) for place in places}

    def leaf(leaves: list[Any], index: tuple[Any, ...]) -> Any:
        if chosen is None or any(index[:depth] in chosen for depth in range(len(index) + 1)) == bool(to_apply):
            return func(leaves, list(index))
        return _PRUNED if prune_unapplied else leaves[0]

    result = _multi_mapped(leaf, list(nests), ())
    if result is _PRUNED:
        return rebuilt("nested_multi_map", nests[0], []) if is_nest(nests[0]) else None
    return result


def _check_same_structure(what: str, nests: Sequence[Any], index: tuple[Any, ...]) -> None:
    first = nests[0]
    for number, other in enumerate(nests[1:], 1):
        if not _alike(first, other):
            raise AikitStructureError(
                f"{what}[{number}] has {described(other)} at {list(index)}, where [0] has {described(first)}; "
                f"all of them are to have one structure"
            )
    if is_nest(first):
        for key, _ in entries_of(first):
            _check_same_structure(what, [nest[key] for nest in nests], (*index, key))


def _alike(one: Any, two: Any) -> bool:
    if not is_nest(one) or not is_nest(two):
        return not is_nest(one) and not is_nest(two)
    if isinstance(one, dict) or isinstance(two, dict):
        return isinstance(one, dict) and isinstance(two, dict) and one.keys() == two.keys()
    return len(one) == len(two)


def _multi_mapped(leaf: Callable[[list[Any], tuple[Any, ...]], Any], nests: list[Any], index: tuple[Any, ...]) -> Any:
    first = nests[0]
    if not is_nest(first):
        return leaf(nests, index)
    results = [(key, _multi_mapped(leaf, [nest[key] for nest in nests], (*index, key))) for key, _ in entries_of(first)]
    entries = [(key, result) for key, result in results if result is not _PRUNED]
    return _PRUNED if results and not entries else rebuilt("nested_multi_map", first, entries)


@standalone(convenience=True)
def map(
    fn: Callable[..., Any],
    constant: Mapping[str, Any] | None = None,
    unique: Mapping[str, Any] | None = None,
    mean: bool = False,
) -> Any:
    """The results of several calls of a function, some keyword arguments of which are the same in all of them.

    Parameters
    ----------
    fn : called with keyword arguments.
    constant : the keyword arguments that are the same in every call.
    unique : the other ones, each with the list of its values, one for each call; an array has its rows as values.
    mean : whether to return the mean of the results instead; where they are nests, that of the leaves at each place.
        The mean of integers is floating.

    Returns
    -------
    list of the results, in order, or their mean.

    Raises
    ------
    AikitValueError : `unique` is missing, its lists have different lengths, it has a name that `constant` has, or there
        is no result to take the mean of.
    AikitTypeError : `fn` cannot be called, `constant` or `unique` is no dict, a value of `unique` is no list, or the
        results have no mean.
    AikitStructureError : the results whose mean is asked for are nests of different structures.

    Examples
    --------
    >>> import aikit
    >>> aikit.map(lambda x, y: x + y, constant={"y": 10}, unique={"x": [1, 2, 6]})
    [11, 12, 16]
    >>> aikit.map(lambda x, y: x + y, constant={"y": 10}, unique={"x": [1, 2, 6]}, mean=True)
    13.0
    """
    _check_callable("map", "fn", fn)
    same = _keywords("constant", {} if constant is None else constant)
    columns = {name: _values(name, values) for name, values in _keywords("unique", unique or {}).items()}
    if not columns:
        raise AikitValueError(
            f"map: unique={unique!r} names no argument; name one with the list of its values, such as {{'x': [1, 2]}}"
        )
    if same.keys() & columns.keys():
        raise AikitValueError(
            f"map: constant and unique both have {quoted(sorted(same.keys() & columns.keys()))}; keep one of them"
        )
    lengths = {name: len(values) for name, values in columns.items()}
    if len(set(lengths.values())) > 1:
        raise AikitValueError(f"map: unique has lists of the lengths {lengths}; give each as many values")
    results = [fn(**same, **dict(zip(columns, row, strict=True))) for row in zip(*columns.values(), strict=True)]
    return _mean(results) if mean else results


def _keywords(argument: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise AikitTypeError(
            f"map: {argument}={shown(value)} is no dict of keyword arguments; pass one, such as {{'x': ...}}"
        )
    return dict(value)


def _values(name: str, values: Any) -> list[Any]:
    try:
        if isinstance(values, (str, bytes, Mapping)):
            raise TypeError("no list")
        return list(values)
    except TypeError as error:
        raise AikitTypeError(
            f"map: unique[{name!r}]={shown(values)} is a {type(values).__name__}; pass the list of its values"
        ) from error


def _mean(results: list[Any]) -> Any:
    if not results:
        raise AikitValueError("map: mean=True, and there is no result to take the mean of; give unique some values")
    _check_same_structure("map: mean=True, and results", results, ())
    return _multi_mapped(_mean_of_leaves, results, ())


def _mean_of_leaves(leaves: list[Any], index: tuple[Any, ...]) -> Any:
    try:
        # Divided by 1, integers are floating before they are added, so that those of a narrow dtype do not wrap.
        return functools.reduce(operator.add, [leaf / 1 for leaf in leaves]) / len(leaves)
    except TypeError as error:
        raise AikitTypeError(
            f"map: mean=True, and fn gave {shown(leaves)}{f' at {list(index)}' if index else ''}, which has no mean; "
            f"leave mean out, or let fn give numbers or arrays"
        ) from error


# ------------------------------------------------------------------------------------------------ setting and mapping


def _to_change(function: str, nest: Any, shallow: bool) -> Any:
    """`nest` itself, or a copy in which no nest that an index may lead into is shared with it."""
    return nest if shallow else copied(function, nest, include_derived=True)


@standalone(convenience=True)
def set_nest_at_index(nest: Any, index: Sequence[Any], value: Any, /, shallow: bool = True) -> Any:
    """A nest with another value at an index.

    Parameters
    ----------
    nest : any nest.
    index : the keys and positions that lead to the place; the last may be a new key of a dict. ``[]`` gives `value`.
    value : anything.
    shallow : True changes `nest` itself where it is mutable; False leaves it as it is and returns a changed copy.

    Returns
    -------
    The changed nest: `nest` itself where that is changed in place.

    Raises
    ------
    AikitIndexError : the index leads nowhere.
    AikitTypeError : it is no list or tuple, or has a part that cannot index what is there.

    Examples
    --------
    >>> import aikit
    >>> nest = {"a": [1, (2, 3)]}
    >>> aikit.set_nest_at_index(nest, ["a", 1, 0], 9, shallow=False)
    {'a': [1, (9, 3)]}
    >>> aikit.set_nest_at_index(nest, ["b"], 4)
    {'a': [1, (2, 3)], 'b': 4}
    """
    place = place_of("set_nest_at_index", index)
    return _set(Changes(), place, _to_change("set_nest_at_index", nest, shallow), value)


def _set(changes: Changes, place: Place, nest: Any, value: Any) -> Any:
    if not place.index:
        return value
    last = len(place.index) - 1
    return changes.apply(place, nest, lambda parent: operator.setitem(parent, place.key_to_set(parent, last), value))


@standalone(convenience=True)
def set_nest_at_indices(
    nest: Any, indices: Sequence[Sequence[Any]], values: Sequence[Any], /, shallow: bool = True
) -> Any:
    """A nest with other values at several indices, which are set one after another.

    Parameters
    ----------
    nest : any nest.
    indices : list of indices, each as `set_nest_at_index` takes it.
    values : list of as many values.
    shallow : True changes `nest` itself where it is mutable; False leaves it as it is and returns a changed copy.

    Returns
    -------
    The changed nest: `nest` itself where that is changed in place.

    Raises
    ------
    AikitIndexError : an index leads nowhere.
    AikitValueError : not as many values as indices.
    AikitTypeError : as for `set_nest_at_index`, or `values` is no list or tuple.

    Examples
    --------
    >>> import aikit
    >>> aikit.set_nest_at_indices({"a": [1, 2], "b": 3}, [["a", 0], ["b"]], [8, 9])
    {'a': [8, 2], 'b': 9}
    """
    pairs = _with_values("set_nest_at_indices", indices, values)
    nest = _to_change("set_nest_at_indices", nest, shallow)
    with SeveralChanges() as changes:
        for place, value in pairs:
            nest = _set(changes, place, nest, value)
        return changes.done("set_nest_at_indices", nest)


def _with_values(function: str, indices: Any, values: Any) -> list[tuple[Place, Any]]:
    places = places_of(function, indices)
    if not isinstance(values, (list, tuple)):
        raise AikitTypeError(
            f"{function}: values={shown(values)} is a {type(values).__name__}; pass a list with a value for each index"
        )
    if len(values) != len(places):
        raise AikitValueError(
            f"{function}: values={shown(values)} has length {len(values)} and indices has {len(places)}; "
            f"pass a value for each index"
        )
    return list(zip(places, values, strict=True))


@standalone(convenience=True)
def map_nest_at_index(nest: Any, index: Sequence[Any], fn: Callable[[Any], Any], /, shallow: bool = True) -> Any:
    """A nest with a function of what is at an index, leaf or nest, in its place.

    Parameters
    ----------
    nest : any nest.
    index : the keys and positions that lead to the place; ``[]`` gives ``fn(nest)``.
    fn : called once, with what is there.
    shallow : True changes `nest` itself where it is mutable; False leaves it as it is and returns a changed copy.

    Returns
    -------
    The changed nest: `nest` itself where that is changed in place.

    Raises
    ------
    AikitIndexError : the index leads nowhere.
    AikitTypeError : as for `set_nest_at_index`, or `fn` cannot be called.

    Examples
    --------
    >>> import aikit
    >>> aikit.map_nest_at_index({"a": [1, 2]}, ["a", 1], lambda x: 10 * x)
    {'a': [1, 20]}
    """
    place = place_of("map_nest_at_index", index)
    _check_callable("map_nest_at_index", "fn", fn)
    return Changes().replace(place, _to_change("map_nest_at_index", nest, shallow), fn)


@standalone(convenience=True)
def map_nest_at_indices(
    nest: Any, indices: Sequence[Sequence[Any]], fn: Callable[[Any], Any], /, shallow: bool = True
) -> Any:
    """A nest with a function of what is at each of several indices in its place, one after another.

    Parameters
    ----------
    nest : any nest.
    indices : list of indices, each as `map_nest_at_index` takes it.
    fn : called for each of them; for an index that is there twice, the second time with its own result.
    shallow : True changes `nest` itself where it is mutable; False leaves it as it is and returns a changed copy.

    Returns
    -------
    The changed nest: `nest` itself where that is changed in place.

    Raises
    ------
    AikitIndexError : an index leads nowhere.
    AikitTypeError : as for `map_nest_at_index`.

    Examples
    --------
    >>> import aikit
    >>> aikit.map_nest_at_indices({"a": [1, 2], "b": 3}, [["a", 1], ["b"]], lambda x: 10 * x)
    {'a': [1, 20], 'b': 30}
    """
    places = places_of("map_nest_at_indices", indices)
    _check_callable("map_nest_at_indices", "fn", fn)
    nest = _to_change("map_nest_at_indices", nest, shallow)
    with SeveralChanges() as changes:
        for place in places:
            nest = changes.replace(place, nest, fn)
        return changes.done("map_nest_at_indices", nest)


# ------------------------------------------------------------------------------------------------ inserting and pruning


@standalone(convenience=True)
def insert_into_nest_at_index(nest: Any, index: Sequence[Any], value: Any) -> Any:
    """A nest with one more entry, in place where it is mutable.

    Parameters
    ----------
    nest : any nest.
    index : the keys and positions that lead to the new entry. In a list or tuple the last is the position of the item
        that the new one goes before, or the length, to append it; in a dict it is a new key, which comes last.
    value : anything.

    Returns
    -------
    The changed nest: `nest` itself where that is changed in place.

    Raises
    ------
    AikitIndexError : the index leads nowhere, or is that of the nest itself.
    AikitValueError : a dict has the key already, or the entry would be one of a named tuple.
    AikitTypeError : the index is no list or tuple, or has a part that cannot index what is there.

    Examples
    --------
    >>> import aikit
    >>> aikit.insert_into_nest_at_index([[1, 2], [3, 4]], [0, 1], 99)
    [[1, 99, 2], [3, 4]]
    """
    return _inserted(Changes(), place_of("insert_into_nest_at_index", index), nest, value)


def _inserted(changes: Changes, place: Place, nest: Any, value: Any) -> Any:
    place.check_within()

    def insert(parent: Any) -> None:
        key = place.key_to_insert(parent, len(place.index) - 1)
        if isinstance(parent, dict):
            parent[key] = value
        else:
            parent.insert(key, value)

    return changes.apply(place, nest, insert)


@standalone(convenience=True)
def insert_into_nest_at_indices(nest: Any, indices: Sequence[Sequence[Any]], values: Sequence[Any], /) -> Any:
    """A nest with several more entries, in place where it is mutable.

    Parameters
    ----------
    nest : any nest.
    indices : list of indices, each as `insert_into_nest_at_index` takes it. The entries are inserted one after another,
        and each index counts in the nest as it is by then.
    values : list of as many values.

    Returns
    -------
    The changed nest: `nest` itself where that is changed in place.

    Raises
    ------
    AikitIndexError : an index leads nowhere, or is that of the nest itself.
    AikitValueError : not as many values as indices, or as for `insert_into_nest_at_index`.
    AikitTypeError : as for `insert_into_nest_at_index`, or `values` is no list or tuple.

    Examples
    --------
    >>> import aikit
    >>> aikit.insert_into_nest_at_indices([1, {"a": 2}], [[0], [2, "b"]], [8, 9])
    [8, 1, {'a': 2, 'b': 9}]
    """
    pairs = _with_values("insert_into_nest_at_indices", indices, values)
    with SeveralChanges() as changes:
        for place, value in pairs:
            nest = _inserted(changes, place, nest, value)
        return changes.done("insert_into_nest_at_indices", nest)


@standalone(convenience=True)
def prune_nest_at_index(nest: Any, index: Sequence[Any], /) -> Any:
    """A nest without the entry at an index, in place where it is mutable.

    Parameters
    ----------
    nest : any nest.
    index : the keys and positions that lead to the entry, a leaf or a nest.

    Returns
    -------
    The changed nest: `nest` itself where that is changed in place.

    Raises
    ------
    AikitIndexError : the index leads nowhere, or is that of the nest itself.
    AikitValueError : the entry is a field of a named tuple.
    AikitTypeError : the index is no list or tuple, or has a part that cannot index what is there.

    Examples
    --------
    >>> import aikit
    >>> aikit.prune_nest_at_index({"a": [1, 2], "b": 3}, ["a", 0])
    {'a': [2], 'b': 3}
    """
    return _pruned(Changes(), place_of("prune_nest_at_index", index), nest)


def _pruned(changes: Changes, place: Place, nest: Any) -> Any:
    place.check_within()
    last = len(place.index) - 1
    return changes.apply(place, nest, lambda parent: operator.delitem(parent, place.key(parent, last)))


@standalone(convenience=True)
def prune_nest_at_indices(nest: Any, indices: Sequence[Sequence[Any]], /) -> Any:
    """A nest without the entries at several indices, in place where it is mutable.

    Parameters
    ----------
    nest : any nest.
    indices : list of indices. All of them count in the nest as it is before, in any order; one that is there twice, or
        that leads into an entry that goes too, is no error.

    Returns
    -------
    The changed nest: `nest` itself where that is changed in place.

    Raises
    ------
    AikitIndexError : an index leads nowhere, or is that of the nest itself.
    AikitValueError : an entry is a field of a named tuple.
    AikitTypeError : as for `prune_nest_at_index`.

    Examples
    --------
    >>> import aikit
    >>> aikit.prune_nest_at_indices({"a": [1, 2, 3], "b": 4}, [["a", 0], ["a", 1], ["b"]])
    {'a': [3]}
    """
    return _pruned_all("prune_nest_at_indices", places_of("prune_nest_at_indices", indices), nest)


def _pruned_all(function: str, places: list[Place], nest: Any) -> Any:
    for place in places:
        place.check_within()
    doomed: dict[tuple[Any, ...], dict[Any, None]] = {}
    for place in places:
        index = resolved(place, nest)
        doomed.setdefault(index[:-1], {})[index[-1]] = None
    with SeveralChanges() as changes:
        # From the deepest upwards, so that no index of a nest that is still to be pruned has changed.
        for above, keys in sorted(doomed.items(), key=lambda item: len(item[0]), reverse=True):
            place = Place(function, "indices", (*above, next(iter(keys))))
            nest = changes.apply(place, nest, functools.partial(_prune, keys))
        return changes.done(function, nest)


def _prune(keys: Mapping[Any, None], nest: Any) -> None:
    if isinstance(nest, dict):
        for key in keys:
            del nest[key]
    else:
        nest[:] = [item for position, item in enumerate(nest) if position not in keys]


@standalone(convenience=True)
def prune_empty(nest: Any) -> Any:
    """A nest without the nests in which there is no leaf, in place where it is mutable.

    None is a leaf and stays, and so do the fields of a named tuple and `nest` itself.

    Parameters
    ----------
    nest : any nest.

    Returns
    -------
    The changed nest: `nest` itself where that is changed in place.

    Examples
    --------
    >>> import aikit
    >>> aikit.prune_empty({"a": [], "b": [1, {}, [[]]], "c": None})
    {'b': [1], 'c': None}
    """
    return _pruned_all("prune_empty", [Place("prune_empty", "nest", index) for index in _empty_nests(nest, ())], nest)


def _empty_nests(nest: Any, index: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """The indices of the outermost nests that hold no leaf and can be taken out."""
    if is_nest(nest):
        for key, child in entries_of(nest):
            if not is_named_tuple(nest) and all(within for _, _, within in walk(child)):
                yield (*index, key)
            else:
                yield from _empty_nests(child, (*index, key))
