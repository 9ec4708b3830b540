"""The methods of Container that are made of no function: indices, maps, and what goes between containers and arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import aikit
from pytest_aikit.cases.protocols.declaring import protocol

if TYPE_CHECKING:
    from aikit import Array


@protocol("Container.__getitem__", view="x", backend_rule="set")
def read(x: Array, /, *key: Any) -> tuple[Array, ...]:
    part = aikit.Container(a=x, b={"c": x[..., ::-1]})[key[0] if len(key) == 1 else key]
    return part.a, part.b.c


@protocol("Container.__setitem__", view="x", backend_rule="set")
def write(x: Array, value: Any, /, *key: Any) -> tuple[Array, ...]:
    container = aikit.Container(a=x[...], b={"c": x[...]})
    container[key[0] if len(key) == 1 else key] = value
    return container.a, container.b.c


@protocol(
    "Container.cont_map", "Container.cont_multi_map", "Container.cont_list_stack",
    "Container.cont_unstack_conts",
    backend_rule="set",
)  # fmt: skip
def mapped(x: Array, /) -> tuple[Array, ...]:
    y = x[..., ::-1]
    first, second = aikit.Container(a=x, b={"c": y}), aikit.Container(a=y, b={"c": x})
    one = first.cont_map(lambda leaf, chain: leaf[..., ::-1] if chain == "a" else leaf)
    two = aikit.Container.cont_multi_map(lambda leaves, chain: leaves[1], [first, second])
    three = aikit.Container.cont_unify([first, second], "concat", 0)
    four = aikit.Container.cont_list_stack([first, second])
    five, six = first.cont_unstack_conts(0)[0], first.cont_unstack_conts(-1, keepdims=True)[-1]
    return one.a, one.b.c, two.a, two.b.c, three.a, three.b.c, *four.a, five.a, five.b.c, six.a, six.b.c


@protocol("Container.cont_map.chosen", backend_rule="set")
def chosen(x: Array, /) -> dict[str, dict[str, str]]:
    """What maps of some of the leaves give, with all that they can be told."""
    first: Any = {"a": x, "b": {"c": [1, 2], "d": 3}, "e": (4,)}
    second: Any = {"a": 5, "b": {"c": [6, 7], "d": 8}, "e": 9}
    pair = aikit.Container(first), aikit.Container(second)
    found = {}

    def called(leaf: Any, chain: str) -> str:
        return f"{chain}: {leaf}"

    def leaves(container: Any) -> str:
        return str([(chain, "x" if leaf is x else leaf) for chain, leaf in container.cont_to_iterator()])

    of_x = aikit.Container(a="x", b=first["b"], e=first["e"]), pair[1]
    for key_chains in (None, "a", "b", ["b/d", "e"], aikit.Container(b={"c": 0}), []):
        named = key_chains.cont_to_dict() if isinstance(key_chains, aikit.Container) else key_chains
        for number in range(8):
            to_apply, prune, sequences = (bool(number & bit) for bit in (1, 2, 4))
            options = {"to_apply": to_apply, "prune_unapplied": prune, "map_sequences": sequences}
            one = pair[0].cont_map(lambda leaf, chain: called("x" if leaf is x else leaf, chain), key_chains, **options)
            two = aikit.Container.cont_multi_map(called, of_x, key_chains, **options)
            found[f"{named}, {options}"] = {"one": leaves(one), "two": leaves(two)}
    return found


@protocol("Container.cont_unify", "Container.cont_reduce", calls_functions=True, dtypes="real floating-point")
def unified(x: Array, /) -> tuple[Array, ...]:
    """Containers joined in each way, and one beside a number."""
    y = x[..., ::-1]
    several = [aikit.Container(a=one, b={"c": other}) for one, other in ((x, y), (y, x), (x, x))]
    total, mean, side_by_side = (aikit.Container.cont_unify(several, mode, 1) for mode in ("sum", "mean", "concat"))
    product: Any = aikit.Container.cont_reduce(several, lambda one, other: one * other)
    of_two: Any = aikit.Container.cont_unify(several[:2], "mean")
    rest = 2 - product
    return of_two.a, total.a, total.b.c, mean.a, mean.b.c, side_by_side.a, side_by_side.b.c, rest.a, rest.b.c


@protocol(
    "Container.cont_from_flat_list", "Container.cont_to_flat_list", "Container.cont_to_dict", "Container.cont_copy",
    "Container.cont_deep_copy", "Container.cont_from_dict", "Container.cont_to_iterator_values",
    "Container.cont_flatten_key_chains", "Container.cont_at_key_chain", "Container.cont_set_at_key_chain",
    backend_rule="set",
)  # fmt: skip
def flattened(x: Array, /) -> tuple[Array, ...]:
    y = x[..., 1:]
    container = aikit.Container(a=x, b={"c": y})
    again = container.cont_from_flat_list(container.cont_to_flat_list()[::-1])
    plain = aikit.Container.cont_from_dict(container.cont_to_dict())
    changed = container.cont_deep_copy().cont_set_at_key_chain("b/c", x)
    kept = container.cont_copy().cont_at_key_chain("b/c")
    flat = container.cont_flatten_key_chains()
    return again.a, again.b.c, plain.a, plain.b.c, changed.a, changed.b.c, kept, *flat.cont_to_iterator_values()


@protocol("Container.__bool__", "Container.__eq__", "Container.__contains__", backend_rule="set")
def questions(x: Array, /) -> dict[str, str]:
    """What a container answers that is no array, or the class of its error."""

    def answer(ask: Any) -> str:
        try:
            return str(ask())
        except aikit.AikitException as error:
            return type(error).__name__

    one, other = aikit.Container(a=x, b={"c": x}), aikit.Container(a=x[...], b={"c": x[..., ::-1]})
    alike = aikit.Container(a={"b__c": x}, a__b={"c": x})
    within, holder = aikit.Container(c=x), aikit.Container(a=x)
    holder.update(b=within)
    holder.b.d = x

    lists = aikit.Container(a=[x], b={"c": (x,)})
    deep = lists.cont_deep_copy()
    ints, same, floats = (
        aikit.Container(a=aikit.zeros(2, dtype=dtype)) for dtype in (aikit.int32, aikit.int32, aikit.float32)
    )

    def changed_in_part() -> list[str]:
        changed = aikit.Container(a=x, b=1)
        for pairs in ([("b", 2), ("b", 3), ("b/c", x)], [("d", 2), ("d", 3), ("d/c", x)]):
            try:
                changed.update(pairs)
            except aikit.AikitStructureError:
                changed.a = changed.a
        return [*changed, str(changed.b)]

    return {
        "after updates that fail": answer(changed_in_part),
        "a deep copy has lists of its own": answer(lambda: (deep.a is lists.a, deep.a[0] is x, deep.b.c[0] is x)),
        "identical": answer(lambda: [aikit.Container.cont_identical([ints, one]) for one in (same, floats)]),
        "what is put into another": answer(lambda: (list(within), list(holder.b))),
        "within itself": answer(lambda: one.__setitem__("b/d/e", one)),
        "within itself, further in": answer(lambda: one.__setitem__("b/d", one.b)),
        "is it true": answer(lambda: bool(one)),
        "is one of nothing true": answer(lambda: bool(aikit.Container())),
        "are they equal": answer(lambda: bool(one == other)),
        "is it among others": answer(lambda: one in [other]),
        "is there a key": answer(lambda: ("b/c" in one, "b/d" in one, "c" in one)),
        "flat": answer(lambda: list(one.cont_flatten_key_chains())),
        "flat where two leaves would have one place": answer(lambda: len(alike.cont_flatten_key_chains())),
        "flat with a separator of its own": answer(lambda: list(alike.cont_flatten_key_chains(separator="."))),
    }
