"""Calls of a function for each leaf of the containers among its arguments."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from aikit.core.arrays import ArrayBase, wrap
from aikit.core.nodes import Chain, Node, chain_name, check_shared, leaves, mapped, mapped_values
from aikit.core.wording import shown
from aikit.exceptions import AikitStructureError, AikitTypeError, AikitValueError

if TYPE_CHECKING:
    from aikit.core.records import Function


def has_node(args: Sequence[Any], kwargs: dict[str, Any]) -> bool:
    """Whether a container is among the arguments, or in a list or tuple among them."""
    return any(map(_is_or_holds_node, args)) or any(map(_is_or_holds_node, kwargs.values()))


def _is_or_holds_node(value: Any) -> bool:
    if type(value) in (list, tuple):
        return any(isinstance(item, Node) for item in value)
    return isinstance(value, Node)


def call_on_leaves(function: Function, form: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """Call `form`, the public function or a bound form of it, for each leaf of the containers among the arguments.

    Returns
    -------
    A container of the results, or a tuple of containers where the function returns several arrays. A container `out`
    itself, where it is given: its leaves have the results, which are computed from the arguments as they were before.

    Raises
    ------
    AikitStructureError : the containers share no structure, or `out` has not the structure of the result.
    AikitTypeError : `out` is no container, or one of its leaves no Array.
    AikitValueError : `out` has one Array at several key chains.
    """
    name, labels = function.qualified_name, list(function.parameters)
    out = kwargs.get("out")
    if out is None and not function.gradient and not any(map(_is_sequence_of_nodes, (*args, *kwargs.values()))):
        return _call_on_each(function, form, args, kwargs)
    nodes: list[Any] = []
    origins: list[str] = []
    template = [
        _with_slots(value, labels[min(place, len(labels) - 1)], nodes, origins) for place, value in enumerate(args)
    ]
    keywords = {key: _with_slots(value, key, nodes, origins) for key, value in kwargs.items()}
    check_shared(name, nodes, origins)
    if out is not None:
        return _call_into(form, template, keywords, nodes, out, _checked_out(name, out, nodes))

    def call(chain: Chain, items: list[Any]) -> Any:
        given = _filled(template, items)
        if function.gradient and given[labels.index(function.gradient)] is None:
            return _untouched(function, dict(zip(labels, given, strict=False)))
        return form(*given, **{key: _filled(value, items) for key, value in keywords.items()})

    result = mapped(call, nodes)
    return _transposed(function, result, len(args)) if function.returns == "arrays" else result


def _is_sequence_of_nodes(value: Any) -> bool:
    return type(value) in (list, tuple) and _is_or_holds_node(value)


def _call_on_each(function: Function, form: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """Call `form` for each leaf of containers that are arguments themselves, without `out`; see `call_on_leaves`."""
    labels = list(function.parameters)
    varying = {name: value for name, value in kwargs.items() if isinstance(value, Node)}
    values = [*args, *varying.values()]
    if sum(isinstance(value, Node) for value in values) > 1:
        places = [labels[min(place, len(labels) - 1)] for place in range(len(args))]
        check_shared(
            function.qualified_name,
            [value for value in values if isinstance(value, Node)],
            [label for label, value in zip([*places, *varying], values, strict=True) if isinstance(value, Node)],
        )
    fixed = {name: value for name, value in kwargs.items() if name not in varying}
    call = functools.partial(form, **fixed) if fixed else form
    if varying:
        count = len(args)

        def with_names(*items: Any) -> Any:
            return call(*items[:count], **dict(zip(varying, items[count:], strict=True)))

        result = mapped_values(with_names, values)
    else:
        result = mapped_values(call, values)
    return _transposed(function, result, len(args)) if function.returns == "arrays" else result


def _untouched(function: Function, given: dict[str, Any]) -> Any:
    """The results for a leaf that has no gradient: what there was before."""
    kept = tuple(given[name] for name in function.untouched)
    return kept if function.returns == "arrays" else kept[0]


class _Slot:
    """Stands for the leaf of a container."""

    __slots__ = ("place",)

    def __init__(self, place: int) -> None:
        self.place = place


def _with_slots(value: Any, label: str, nodes: list[Any], labels: list[str]) -> Any:
    """An argument with slots in the place of containers, which are put into `nodes`, and what to call them into `labels`."""
    if isinstance(value, Node):
        nodes.append(value)
        labels.append(label)
        return _Slot(len(nodes) - 1)
    if type(value) in (list, tuple):
        return type(value)(_with_slots(item, f"{label}[{i}]", nodes, labels) for i, item in enumerate(value))
    return value


def _filled(value: Any, items: list[Any]) -> Any:
    """An argument with leaves in the place of slots."""
    if type(value) is _Slot:
        return items[value.place]
    if type(value) in (list, tuple):
        return type(value)(_filled(item, items) for item in value)
    return value


# ------------------------------------------------------------------------------------------------ out


def _checked_out(name: str, out: Any, nodes: Sequence[Any]) -> dict[Chain, Any]:
    """Key chain -> the Array that receives the result there; each of them another one."""
    if not isinstance(out, Node):
        raise AikitTypeError(
            f"{name}: out={shown(out)} is a {type(out).__name__}, which cannot hold the results for the leaves of containers; "
            "pass a container with an Array for each of them"
        )
    own, wanted = dict(leaves(out)), [chain for chain, _ in leaves(mapped(_no_leaf, nodes))]
    if own.keys() != set(wanted):
        raise AikitStructureError(
            f"{name}: out has leaves at {_chains(own)} and the result at {_chains(wanted)}; give out an Array for each leaf of "
            "the result"
        )
    first: dict[int, Chain] = {}
    for chain, leaf in own.items():
        if not hasattr(type(leaf), "__aikit_array_function__"):
            raise AikitTypeError(
                f"{name}: the leaf {chain_name(chain)!r} of out is {shown(leaf)}, a {type(leaf).__name__}; put an Array there"
            )
        other = first.setdefault(id(leaf), chain)
        if other != chain:
            raise AikitValueError(
                f"{name}: out has the same Array at {chain_name(other)!r} and {chain_name(chain)!r}; it can hold one result"
            )
    return own


def _no_leaf(chain: Chain, items: list[Any]) -> None:
    """The leaf of a container of which the structure alone is asked for."""


def _chains(chains: Any) -> str:
    return ", ".join(repr(chain_name(chain)) for chain in chains) or "no key chain"


def values_aside(arrays: Any) -> dict[int, ArrayBase]:
    """The id of each Array that is about to be written -> an Array of its own with the same value."""
    return {id(array): wrap(array._data) for array in arrays if isinstance(array, ArrayBase)}


def set_aside(value: Any, aside: dict[int, ArrayBase]) -> Any:
    """What is read, with the values set aside in the place of Arrays that are about to be written."""
    if type(value) in (list, tuple):
        return type(value)(set_aside(item, aside) for item in value)
    # the identity of another object a trace would keep, and be made again for the next
    return aside.get(id(value), value) if isinstance(value, ArrayBase) else value


def _call_into(
    form: Callable[..., Any],
    template: list[Any],
    keywords: dict[str, Any],
    nodes: list[Any],
    out: Any,
    targets: dict[Chain, Any],
) -> Any:
    """Call `form` for each leaf with a target of its own, all of which are as they were where one of the calls fails."""
    aside = values_aside(targets.values())

    def call(chain: Chain, items: list[Any]) -> Any:
        read = [set_aside(item, aside) for item in items]
        named = {key: set_aside(_filled(value, read), aside) for key, value in keywords.items() if key != "out"}
        return form(*set_aside(_filled(template, read), aside), **named, out=targets[chain])

    try:
        result = mapped(call, nodes)
    except BaseException:
        for target in targets.values():
            if id(target) in aside:
                target._data = aside[id(target)]._data
        raise
    # an override may return something else than `out`, as it may without containers
    return out if all(leaf is targets[chain] for chain, leaf in leaves(result)) else result


# ------------------------------------------------------------------------------------------------ several results


def _transposed(function: Function, result: Any, count: int) -> Any:
    """A tuple of containers from a container of tuples; `count`: of how many arguments.

    Raises
    ------
    AikitStructureError : the tuples are of different lengths.
    """
    tuples = [leaf for _, leaf in leaves(result)]
    if not all(isinstance(leaf, tuple) for leaf in tuples):
        return result  # an override returns what it likes
    lengths = sorted({len(leaf) for leaf in tuples}) or [_declared_length(function, count)]
    if len(lengths) > 1:
        raise AikitStructureError(
            f"{function.qualified_name}: the leaves give {lengths[0]} to {lengths[-1]} arrays, so that the results are no "
            "tuple of containers; call it for each leaf with cont_map"
        )

    def part(index: int) -> Any:
        return mapped(lambda chain, items: items[0][index], [result])

    parts = [part(index) for index in range(lengths[0])]
    kind = type(tuples[0]) if tuples else _declared_class(function)
    return kind(*parts) if hasattr(kind, "_fields") else tuple(parts)


def _declared_class(function: Function) -> Any:
    """The class of named tuples that a function returns; None for plain ones."""
    return function.body.__globals__.get(function.signature.return_annotation)


def _declared_length(function: Function, count: int) -> int:
    """How many arrays a function returns: what is declared, or one for each of `count` variadic arguments.

    Where that depends on the arrays there are none, for this is asked where there is no array.
    """
    named = _declared_class(function)
    if named is not None:
        return len(named._fields)
    hint = str(function.signature.return_annotation)
    if "..." not in hint:
        return hint.count("Array")
    return count if next(iter(function.parameters.values())).variadic else 0
