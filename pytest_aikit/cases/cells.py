"""The cells: every function on every backend and device with every tuple of dtypes, valid and not.

An item of the suite is a `Group`: the cells of a function that have the same leading dtype, which is the dtype of the
first array of the promotion group. Which tuples are accepted follows from the record of the function alone.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from aikit.core.records import REGISTRY, Function
from aikit.dtypes import CATEGORIES, DTYPES
from aikit.dtypes import promote as common_dtype
from aikit.exceptions import AikitDtypePromotionError
from pytest_aikit import knowledge, options
from pytest_aikit.cases import protocols
from pytest_aikit.knowledge import without_cells
from pytest_aikit.model import Cell

ONE_PER_KIND = ("bool", "int32", "uint8", "float32", "complex64")
"""The dtypes that run on a device other than the first, and the stand-ins for arrays outside the promotion group."""

FOR_KINDS = frozenset({*ONE_PER_KIND, "int64"})
"""The dtypes in which is looked at what does not depend on the dtype but by its kind."""

WIDE = frozenset({"int64", "uint64", "float64", "complex128"})
"""The dtypes that a framework with a switch for them, as JAX, has only where it is on."""


@dataclass(frozen=True, slots=True)
class Group:
    """The cells of one item of the suite.

    Attributes
    ----------
    dtype : the leading dtype, which names the item.
    representative : whether the checks that run once for each function, backend and device run here.
    x64 : False in the pass in which JAX has no 64-bit dtypes.
    """

    function: Function
    backend: str
    device: str
    dtype: str
    selected: tuple[str, ...]
    representative: bool = False
    x64: bool = True

    @property
    def id(self) -> str:
        """``tan-torch-cpu-float32``."""
        return "-".join((self.function.qualified_name, self.backend, self.device, self.dtype))

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells, made when they are asked for."""
        return tuple(
            Cell(self.function, self.backend, self.device, dtypes, accepted)
            for dtypes, accepted in tuples(self.function, self.dtype, self.selected, self.representative)
        )


def checked_functions() -> dict[str, Function]:
    """The functions that have cells, by qualified name: declared ones, and the plugin's own for what is not declared."""
    import aikit  # declares the functions

    assert aikit
    declared = {name: function for name, function in REGISTRY.items() if _has_cells(function)}
    return dict(sorted({**declared, **protocols.known()}.items()))


def leading_to_cells(text: str) -> str:
    """Patterns of functions, separated by commas, with those of the cells that they lead to.

    A name leads to what is below it, ``lstm`` to ``lstm.dropped`` and ``linalg`` to all that is there; that of a function
    without cells of its own to the function in whose cells it is called.
    """
    known, called = checked_functions(), protocols.called()
    found = []
    for pattern in map(str.strip, text.split(",")):
        name = pattern.removeprefix("-")
        below = any(one.startswith(f"{name}.") for one in known)
        if name in called and name not in known and name == pattern:
            found.append(called[name])
        elif name in known or not below:
            found.append(pattern)
        found += [f"{pattern}.*"] if below else []
    return ",".join(found)


def select(text: str, others: Iterable[str] = ()) -> tuple[str, ...]:
    """The functions whose cells a list of patterns selects, see `leading_to_cells`.

    Parameters
    ----------
    others : further names that patterns may match, and that select nothing.

    Raises
    ------
    pytest.UsageError : a pattern matches nothing, or nothing is left; of what has no cells it says why.
    """
    known = checked_functions()
    chosen = options.select(
        leading_to_cells(text),
        tuple(dict.fromkeys((*known, *others))),
        "functions",
        hint=options.LISTED,
        why_not=without_cells.REASONS,
    )
    return tuple(name for name in chosen if name in known)


def _has_cells(function: Function) -> bool:
    """Whether a declared function is called by itself: it makes arrays, or its record says how it is called."""
    if function.kind == "standalone" or function.returns == "value":
        return bool(knowledge.of(function).calls)
    return bool(function.array_parameters) or "dtype" in function.parameters or bool(knowledge.of(function).calls)


def known_function(name: str) -> Function:
    """The function of the enumeration of that name; for one that has no cells its declaration."""
    return protocols.known().get(name) or REGISTRY[name]


def leading_parameter(function: Function) -> str | None:
    """The parameter whose dtype names the items; None for a function that makes arrays from nothing."""
    for name in (*function.promote, *function.array_parameters):
        return name
    return None


def leading_dtype(function: Function, dtypes: Sequence[str]) -> str:
    """The dtype of the leading array among those of a cell; the only one for a function that makes arrays from nothing."""
    lead = leading_parameter(function)
    return dtypes[0] if lead is None else dtypes[function.array_parameters.index(lead)]


def stands_for_kinds(cell: Cell) -> bool:
    """Whether a cell is one of those on which what does not depend on the dtype is looked at."""
    return {*cell.dtypes} <= FOR_KINDS


def accepted_dtypes(function: Function) -> frozenset[str]:
    """The dtypes that the leading array, or the result of a creation function, may have alone, as those that promote with it."""
    category = CATEGORIES[function.dtypes.get(leading_parameter(function) or "dtype", "any")]
    return frozenset(one for one in category if all(function.takes(name, one) for name in function.promote))


def leading_dtypes(function: Function) -> frozenset[str]:
    """The dtypes that the leading array may have, bool also where it joins the dtype of an array beside it."""
    lead = leading_parameter(function)
    return accepted_dtypes(function) if lead is None else frozenset(d for d in DTYPES if function.takes(lead, d))


def common(first: str, second: str) -> str | None:
    """The common dtype of two dtypes by the rules of aikit; None where they have none."""
    try:
        return str(common_dtype((DTYPES[first], DTYPES[second])))
    except AikitDtypePromotionError:
        return None


def computed_dtype(cell: Cell) -> str:
    """The dtype that a cell computes in: the common one of the promotion group, else that of the first array; empty where there
    is none."""
    members = [
        d for p, d in zip(cell.function.array_parameters, cell.dtypes, strict=False) if p in cell.function.promote
    ]
    if not cell.dtypes:
        return ""
    found: str | None = members[0] if members else cell.dtypes[0]
    for dtype in members[1:]:
        found = common(found, dtype) if found else None
    return found or cell.dtypes[0]


def is_mixed(cell: Cell) -> bool:
    """Whether the arrays of the promotion group have different dtypes."""
    names = zip(cell.function.array_parameters, cell.dtypes, strict=False)
    return len({dtype for name, dtype in names if name in cell.function.promote}) > 1


@functools.cache
def tuples(
    function: Function, dtype: str, selected: tuple[str, ...], representative: bool
) -> tuple[tuple[tuple[str, ...], bool], ...]:
    """The tuples of dtypes with that leading dtype, and whether the function accepts each.

    The second array of the promotion group takes every selected dtype, further ones follow it. An array outside the
    group takes one dtype of each kind that it accepts, and, in the representative group, one that it does not.
    """
    if not function.array_parameters:
        return (((dtype,), dtype in accepted_dtypes(function)),)
    lead = leading_parameter(function)
    followers = [name for name in function.promote if name != lead]
    others = [name for name in function.array_parameters if name not in (lead, *function.promote)]
    base = {name: _stand_ins(function, name)[0] for name in others} | {lead: dtype}
    seen: dict[tuple[str, ...], bool] = {}

    def add(choice: dict[str | None, str], accepted: bool) -> None:
        seen.setdefault(tuple(choice[name] for name in function.array_parameters), accepted)

    if dtype not in leading_dtypes(function):
        add(base | dict.fromkeys(followers, dtype), False)
        return tuple(seen.items())
    alike = _accepts(function, dtype, followers, dtype)
    add(base | dict.fromkeys(followers, dtype), alike)
    for name in others if alike else ():
        for stand_in in _stand_ins(function, name):
            add(base | dict.fromkeys(followers, dtype) | {name: stand_in}, True)
    for second in selected if followers else ():
        add(base | dict.fromkeys(followers, second), _accepts(function, dtype, followers, second))
    if representative:
        for name in others:
            for wrong in _refused(function, name):
                add(base | dict.fromkeys(followers, dtype) | {name: wrong}, False)
    return tuple(seen.items())


def _accepts(function: Function, first: str, followers: Sequence[str], second: str) -> bool:
    """Whether the promotion group takes these two dtypes, of which the followers have the second."""
    if not all(function.takes(name, second) for name in followers):
        return False
    both = common(first, second) if followers else first
    return both is not None and both in accepted_dtypes(function)


def _stand_ins(function: Function, parameter: str) -> list[str]:
    """The dtypes that an array outside the promotion group is tried with: at most two."""
    category = CATEGORIES[function.dtypes.get(parameter, "any")]
    found = [name for name in ("int64", *ONE_PER_KIND) if name in category]
    return (found or [name for name in DTYPES if name in category])[:2]


def _refused(function: Function, parameter: str) -> list[str]:
    """The dtypes that a required array outside the promotion group does not take: one of each kind."""
    if not function.parameters[parameter].required:
        return []
    category = CATEGORIES[function.dtypes.get(parameter, "any")]
    return [name for name in ONE_PER_KIND if name not in category]


def groups(
    function: Function, backend: str, device: str, dtypes: Sequence[str], rejected: bool, *, first_device: bool = True
) -> Iterator[Group]:
    """The groups of a function on a device.

    Parameters
    ----------
    dtypes : the selected dtypes that the backend has.
    rejected : whether there is a check that runs on the dtypes that the function does not accept.
    first_device : on the others only one dtype of each kind runs, and none that is not accepted.
    """
    accepted = [name for name in dtypes if name in accepted_dtypes(function)]
    leading = [name for name in dtypes if name in leading_dtypes(function)]
    if not first_device:
        accepted = [name for name in ONE_PER_KIND if name in accepted] or accepted[:1]
        dtypes, rejected, leading = accepted, False, accepted
    representative = representative_dtype(accepted)
    for dtype in dtypes:
        if rejected or dtype in leading:
            yield Group(function, backend, device, dtype, tuple(dtypes), dtype == representative)


def representative_dtype(accepted: Iterable[str]) -> str | None:
    """The dtype for what is done once for each function: float32 where it is accepted, else the first."""
    accepted = list(accepted)
    return "float32" if "float32" in accepted else next(iter(accepted), None)
