"""The front of a public function: one of those of `aikit.dispatch.fronts`, by the shape of its signature.

What a front looks up is put into its globals: how each argument beside the arrays is handed on, and its default.
"""

from __future__ import annotations

import types
from inspect import Parameter as P
from typing import Any, NamedTuple

from aikit.core.records import MISSING, Function, Parameter
from aikit.dispatch import fronts
from aikit.dispatch.beside import converter_of, home_of_new, plain_types, refused, scalar_maker
from aikit.dispatch.entering import entering
from aikit.dispatch.fitting import fitting, nothing_fits
from aikit.dispatch.results import finisher, otherwise


class Front(NamedTuple):
    """The front of a signature: a template, the names of its parameters there and here, and what goes into its globals."""

    template: types.FunctionType
    names: dict[str, str]
    scope: dict[str, Any]


def front_of(function: Function, bound: Any = None) -> Front:
    """The front of a signature.

    Parameters
    ----------
    bound : the backend to which the called form is bound, or None.
    """
    if not has_fast_path(function):
        return Front(_TEMPLATES["of_any"], {}, {"FITTING": nothing_fits})
    home = home_of_new(function, bound)
    by_place, by_name, rest = _handed_on(function)
    name = _template_name(function, by_place, by_name, rest)
    if name == "of_any":
        fitted = entering(function, bound) if function.backend_rule == "set" else fitting(function, home)
        return Front(_TEMPLATES[name], {}, {"FITTING": fitted, "FINISHED": finisher(function)})
    template, first = _TEMPLATES[name], _first(function)
    scope: dict[str, Any] = {"HOME": home, "OTHERWISE": otherwise(function), "as_scalar": scalar_maker(function)}
    names = {} if function.out else {"out": "_no_out"}
    if name == "of_two":
        names |= dict(zip(("x1", "x2"), function.parameters, strict=True))
        scope["NUMBERS"] = frozenset(function.parameters[names["x1"]].scalars) - {bool}
        return Front(template, names, scope)
    if first is not None:
        names["x"] = first.name
    if name == "new_of_several":
        scope["COUNT"] = len(by_place)
        for letter in "abc"[len(by_place) :]:
            names[letter] = f"_no_{letter}"
            scope |= {f"AS_{letter.upper()}": refused, f"PLAIN_{letter.upper()}": frozenset[type]()}
            scope |= {
                f"MAY_LACK_{letter.upper()}": True,
                f"DEFAULT_{letter.upper()}": None,
                f"NAME_{letter.upper()}": letter,
            }
    if first is None:
        by_name = []  # the dtype has a place of its own
    for letter, p in (*zip("abc", by_place, strict=False), *zip("klm", by_name, strict=False)):
        names |= {letter: f"_no_{p.name}" if p.kind is P.POSITIONAL_ONLY else p.name, f"_{letter}": f"_{p.name}"}
        scope |= _globals_of(letter.upper(), function, p)
    scope["LEFT_OUT"] = None if rest else MISSING
    names["rest"] = rest[0].name if rest else "_no_other"
    code = template.__code__
    keywords = code.co_varnames[code.co_posonlyargcount : code.co_argcount]
    scope["KEYWORDS"] = tuple(names.get(keyword, keyword) for keyword in keywords)
    return Front(template, names, scope)


def specialised(front: Front, name: str, scope: dict[str, Any]) -> types.FunctionType:
    """The template of a front as a function of its own: with a name, and the names of the parameters, of its own."""
    code = front.template.__code__
    renamed = tuple(front.names.get(variable, variable) for variable in code.co_varnames)
    constants = tuple(
        tuple(front.names.get(keyword, keyword) for keyword in constant) if _are_names(constant) else constant
        for constant in code.co_consts
    )
    code = code.replace(co_name=name, co_qualname=name, co_varnames=renamed, co_consts=constants)
    return types.FunctionType(code, scope | front.scope, name, front.template.__defaults__)


def _are_names(constant: Any) -> bool:
    """Whether a constant of a template holds the names of the arguments of a call."""
    return type(constant) is tuple and bool(constant) and all(type(item) is str for item in constant)


_TEMPLATES: dict[str, types.FunctionType] = {
    name: value for name, value in vars(fronts).items() if isinstance(value, types.FunctionType)
}
"""The templates by name."""


# ------------------------------------------------------------------------------------------------ which template


def _first(function: Function) -> Parameter | None:
    """The parameter that holds the first array; None where there is none."""
    return function.parameters[function.array_parameters[0]] if function.array_parameters else None


def has_fast_path(function: Function) -> bool:
    """Whether types, dtypes and plain values decide what a call does."""
    if function.backend_rule == "set":
        return "dtype" in function.parameters
    if not all(map(_may_be_handed_on, function.parameters.values())):
        return False
    if function.makes_new:
        return True
    first = _first(function)
    if first is None:
        return False
    if first.role in ("array or dtype", "arrays or dtypes"):
        return all(p is first or (p.role == "dtype" and p.required) for p in function.parameters.values())
    before = list(function.parameters.values())[: list(function.parameters).index(first.name)]
    if before and first.role == "array" and first.kind is P.KEYWORD_ONLY and function.kind == "primary":
        # the slow path takes the call where the array is left out
        return all(p.role in ("int", "bool", "choice") for p in before)
    if next(iter(function.parameters)) != first.name or not (first.required or first.variadic):
        return False
    if first.variadic and (len(function.array_parameters) > 1 or function.promote):
        return False
    if function.kind != "primary":
        return function.returns != "value"
    return function.default_dtype is None or function.result == "given"


def _may_be_handed_on(p: Parameter) -> bool:
    if p.role == "arrays":
        return p.variadic or p.kind is P.POSITIONAL_ONLY
    if p.role == "device":
        return p.required or p.default is None
    if p.role in ("function", "container"):  # which is taken only where it is left out
        return p.optional and p.default is None
    return p.role in (
        "array",
        "array or dtype",
        "arrays or dtypes",
        "int",
        "bool",
        "ints",
        "shape",
        "scalar",
        "choice",
        "dtype",
        "any",
        "ints by name",
    )


def _handed_on(function: Function) -> tuple[list[Parameter], list[Parameter], list[Parameter]]:
    """The parameters behind the first array that are handed on by place, those by name, and those that are not."""
    by_place, by_name, rest = [], [], []
    for p in function.parameters.values():
        if p is _first(function):
            continue
        if (p.role == "device" and not p.required) or (p.role == "dtype" and not makes_dtype(function)):
            rest.append(p)
        elif p.kind is P.KEYWORD_ONLY:
            by_name.append(p)
        else:
            by_place.append(p)
    return by_place, by_name, rest


def makes_dtype(function: Function) -> bool:
    """Whether the argument `dtype` is the dtype of the result; an accumulation's is left to the slow path."""
    return function.kind == "primary" and (not function.array_parameters or function.result == "given")


_BY_COUNT = {
    (0, 0): "of_one",
    (1, 0): "with_argument",
    (2, 0): "with_two_arguments",
    (0, 1): "with_keyword",
    (0, 2): "with_two_keywords",
    (0, 3): "with_three_keywords",
    (1, 1): "with_argument_and_keyword",
}
"""How many arguments are handed on by place and by name behind the first array -> the template."""


def _template_name(
    function: Function, by_place: list[Parameter], by_name: list[Parameter], rest: list[Parameter]
) -> str:
    first = _first(function)
    if (
        function.backend_rule == "set"
        or function.returns == "value"
        or (function.kind != "primary" and function.default_dtype is not None)
        or any(p.by_any_name or p.role in ("function", "container") for p in function.parameters.values())
        or (any(p.role == "dtype" and not p.required for p in by_name) and first)
    ):
        return "of_any"  # the dtype of the result is that of the array where none is given
    if first is None:
        if {p.role for p in (*by_name, *rest)} != {"dtype", "device"} or len(by_place) > 3:
            return "of_any"
        return "new" if len(by_place) == 1 else "new_of_several"
    if first.kind is not P.POSITIONAL_ONLY:
        return "of_any"
    if first.role == "arrays":
        return "of_several" if (len(by_place), len(by_name), len(rest)) == (0, 1, 0) else "of_any"
    if _are_two(function):
        return "of_two"
    name = _BY_COUNT.get((len(by_place), len(by_name)), "of_any")
    takes_rest = name in ("with_keyword", "with_two_keywords", "with_three_keywords", "with_argument_and_keyword")
    return name if len(rest) <= takes_rest else "of_any"


def _are_two(function: Function) -> bool:
    """Whether two arrays that are promoted are all that there is."""
    two = list(function.parameters.values())
    return len(two) == 2 and all(
        p.role == "array" and p.required and p.kind is P.POSITIONAL_ONLY and p.name in function.promote for p in two
    )


def _globals_of(letter: str, function: Function, p: Parameter) -> dict[str, Any]:
    """What a template looks up of an argument."""
    return {
        f"AS_{letter}": converter_of(function, p),
        f"PLAIN_{letter}": plain_types(function, p),
        f"DEFAULT_{letter}": p.default,
        f"MAY_LACK_{letter}": not p.required,
        f"NAME_{letter}": p.name,
        "ARE_ALIKE": function.promote == function.array_parameters[1:] and len(function.promote) == 2,
    }
