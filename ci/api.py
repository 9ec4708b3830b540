"""Does aikit have what the table of its functions lists: ``python -m ci.api``.

The table is `functions.csv`. Compared of each function of the tiers ``standard`` and ``core`` are its name, its parameters with
their defaults, `out`, whether it is nestable, and its methods: Array has one where `array_method` says so, and Container has
the static form of what is nestable, and one for `self` of that which Array has, too. The hints of the table are for readers.
Printed are the functions that are missing, by tier and category; those whose kind is another one than in the table, which
`our_kind` and `correction` say, with the reason; and all other differences.
"""

from __future__ import annotations

import ast
import csv
import inspect
import pathlib
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import aikit
from aikit.core.records import REGISTRY

TABLE = pathlib.Path(__file__).with_name("functions.csv")
HELD = ("standard", "core")
"""The tiers that must be there without a difference."""


@dataclass(frozen=True)
class Row:
    """A row of the table.

    Attributes
    ----------
    out, nestable, array_method : ``yes`` or ``no``.
    our_kind : the kind that the function has, where it is not `kind`; ``plain`` is a function that has no record.
    correction : why the row is not as it was handed down, or what is not as its columns make one expect.
    """

    name: str
    category: str
    tier: str
    kind: str
    namespace: str
    signature: str
    out: str
    nestable: str
    array_method: str
    note: str = ""
    our_kind: str = ""
    correction: str = ""

    @property
    def qualified_name(self) -> str:
        return f"{self.namespace}.{self.name}".removeprefix("aikit.")


def table() -> list[Row]:
    """The rows of the table."""
    with TABLE.open(newline="") as file:
        return [Row(**row) for row in csv.DictReader(file)]


def main() -> int:
    """Print how the namespace differs from the table; the exit status."""
    rows = table()
    missing = [row for row in rows if found(row) is None]
    for tier in dict.fromkeys(row.tier for row in rows):
        _print_missing(tier, [row for row in rows if row.tier == tier], [row for row in missing if row.tier == tier])
    for row in rows:
        if row.our_kind and found(row) is not None:
            print(f"{row.qualified_name} is {row.our_kind}, and not {row.kind}: {row.correction}")
    differing = [*not_listed(rows), *(line for row in rows if row.tier in HELD for line in differences(row))]
    for line in differing:
        print(line)
    lacking = sum(row.tier in HELD for row in missing)
    print(f"of the tiers {' and '.join(HELD)}, {lacking} functions are missing; {len(differing)} differences")
    return 1 if lacking or differing else 0


def _print_missing(tier: str, rows: list[Row], missing: list[Row]) -> None:
    print(f"{tier}: {len(missing)} of {len(rows)} are missing")
    if tier in HELD:
        for category in dict.fromkeys(row.category for row in missing):
            print(f"  {category}: {', '.join(row.name for row in missing if row.category == category)}")


def found(row: Row) -> Callable[..., Any] | None:
    """The function of a row; None where there is none."""
    place: Any = aikit
    for name in [*row.namespace.split(".")[1:], row.name]:
        place = getattr(place, name.removesuffix("()"), None)
        place = place() if place is not None and name.endswith("()") else place
    return place


def not_listed(rows: Iterable[Row]) -> Iterator[str]:
    """A line for each function that no row is about."""
    listed = {row.qualified_name for row in rows}
    for name in sorted(REGISTRY):
        if name not in listed:
            yield f"{name} is not in the table"


def differences(row: Row) -> Iterator[str]:
    """A line for each difference between a row and the function, if that is there."""
    function = found(row)
    if function is None:
        return
    name, signature = row.qualified_name, inspect.signature(function)
    ours, theirs = plain(signature), written(row.signature)
    if ours != theirs:
        yield f"{name}{ours} has other parameters than {theirs}, those of the table"
    kind = kind_of(row)
    if kind != (row.our_kind or row.kind):
        yield f"{name} is {kind}, and {row.our_kind or row.kind} in the table"
    if row.our_kind and (row.our_kind == row.kind or not row.correction):
        yield f"{name}: the table has our_kind={row.our_kind!r} of kind={row.kind!r} with the reason {row.correction!r}"
    record = REGISTRY.get(name)
    method = row.array_method == "yes"
    nestable = row.nestable == "yes"
    facts = {
        "the parameter out": ("out" in signature.parameters, row.out == "yes"),
        "the property nestable": (record is not None and record.nestable, nestable),
        f"the method Array.{row.name}": (_has(aikit.Array, row.name), method),
        f"the method Container.{row.name}": (_has(aikit.Container, row.name), method and nestable),
        f"the method Container.static_{row.name}": (_has(aikit.Container, f"static_{row.name}"), nestable),
    }
    for fact, (has, should) in facts.items():
        if has != should:
            yield f"{name} {'has' if has else 'lacks'} {fact}, and {'has' if should else 'lacks'} it in the table"


def kind_of(row: Row) -> str:
    """The kind of the function of a row; ``plain`` where it has no record."""
    record = REGISTRY.get(row.qualified_name)
    return "plain" if record is None else record.kind


def _has(owner: type, name: str) -> bool:
    """Whether a class has a method of its own; not an attribute, nor what it has of dict."""
    for base in owner.__mro__:
        if name in vars(base):
            return inspect.isfunction(getattr(owner, name)) and base is not dict
    return False


def plain(signature: inspect.Signature) -> str:
    """A signature without hints and `out`, which a column of its own tells."""
    kept = [p.replace(annotation=p.empty) for p in signature.parameters.values() if p.name != "out"]
    return str(inspect.Signature(kept))


def written(signature: str) -> str:
    """The same of a signature that is written in the table, whose defaults may be functions of aikit."""
    (function,) = ast.parse(f"def function{signature}: ...").body
    assert isinstance(function, ast.FunctionDef)
    spec = function.args
    for argument in [*spec.posonlyargs, *spec.args, *spec.kwonlyargs, *filter(None, (spec.vararg, spec.kwarg))]:
        argument.annotation = None
    names = {node.id for node in ast.walk(spec) if isinstance(node, ast.Name)}
    known = {name: getattr(aikit, name) for name in names if hasattr(aikit, name)}
    exec(compile(ast.Module([function], []), str(TABLE), "exec"), known)
    return plain(inspect.signature(known["function"]))


if __name__ == "__main__":
    sys.exit(main())
