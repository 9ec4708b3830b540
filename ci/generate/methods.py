"""The methods of Array and of Container: source, because people read it and editors complete it."""

from __future__ import annotations

import dataclasses
import inspect
import math
import pathlib
from collections.abc import Callable

from aikit.core.records import REGISTRY, Function
from ci.generate.files import GENERATED, PACKAGE

LINE_LENGTH = 120
IGNORED = "  # type: ignore[return-value,arg-type]"
"""What a call of a function with containers is followed by: its hints say nothing of them."""
BANNER = (
    GENERATED
    + '''
"""Methods of {owner}: {title}."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal

import aikit

if TYPE_CHECKING:
    from aikit import Array, ArrayLike, Container, Device, Dtype, NativeArray
{results}    from aikit.functional.rules.data_type import FInfo, IInfo


class {owner}With{class_name}:
    """See `aikit.functional.aikit.{category}`."""

    __slots__ = ()
'''
)


def method_categories(is_method: Callable[[Function], bool]) -> dict[str, list[Function]]:
    """Category -> the functions that are methods, in order of their names."""
    found: dict[str, list[Function]] = {}
    for function in REGISTRY.values():
        if is_method(function):
            found.setdefault(function.category, []).append(function)
    return {category: sorted(found[category], key=lambda f: f.name) for category in sorted(found)}


def method_source(function: Function, comment: str = "") -> str:
    """The source of one method: `self` stands for the first array parameter, wherever that is.

    Where that parameter is a sequence of arrays, `self` is the first of them, and the method takes the others.
    """
    parameters = list(function.signature.parameters.values())
    itself = self_parameter(function)
    rest = [p for p in parameters if p.name != itself.name]
    variadic = itself.kind is inspect.Parameter.VAR_POSITIONAL
    sequence = not variadic and function.parameters[itself.name].role == "arrays"
    if variadic:
        rest = parameters
    elif sequence:
        rest = [itself.replace(default=()), *rest]
    positional_only = any(p.kind is p.POSITIONAL_ONLY for p in parameters)
    head = ["self"]
    for index, p in enumerate(rest):
        if positional_only and p.kind is not p.POSITIONAL_ONLY and "/" not in head:
            head.append("/")
        if p.kind is p.KEYWORD_ONLY and not any(q.kind is q.VAR_POSITIONAL for q in rest[:index]) and "*" not in head:
            head.append("*")
        head.append(str(p).replace("'", '"') if p.annotation is inspect.Parameter.empty else _parameter(p))
    if positional_only and "/" not in head:
        head.append("/")
    passed = []
    for p in parameters:
        if p.name == itself.name:
            by_name = f"{p.name}=" if p.kind is p.KEYWORD_ONLY else ""
            itself_passed = f"[self, *{p.name}]" if sequence else f"{by_name}self"
            passed += ["self", f"*{p.name}"] if variadic else [itself_passed]
        else:
            passed.append(_passed(p))
    call = f"{function.namespace}.{function.name}({', '.join(passed)})"
    returns = function.signature.return_annotation
    return (
        f"\n    def {function.name}({', '.join(head)}) -> {returns}:\n"
        f'        """See `{function.namespace}.{function.name}`."""\n'
        f"{_returning(call, comment)}"
    )


def _returning(call: str, comment: str) -> str:
    """The lines that return a call, with a comment for the type checker."""
    if not comment or len(f"        return {call}") <= LINE_LENGTH:
        return f"        return {call}{comment}\n"
    # the comment would have to stand at each of the lines over which the call is spread
    function, _, arguments = call.partition("(")
    return f"        untyped: Any = {function}\n        return untyped({arguments}\n"


def container_source(function: Function) -> str:
    """The source of the two forms of a function in Container: `self` for the first array, and the static one."""
    parameters = [_with_containers(p) for p in function.signature.parameters.values()]
    signature = function.signature.replace(parameters=parameters, return_annotation=_of_containers(function))
    nested = dataclasses.replace(function, signature=signature)
    head = ", ".join(head_of(parameters))
    call = f"{function.namespace}.{function.name}({', '.join(map(_passed, parameters))})"
    static = (
        f"\n    @staticmethod\n    def static_{function.name}({head}) -> {signature.return_annotation}:\n"
        f'        """See `{function.namespace}.{function.name}`."""\n'
        f"{_returning(call, IGNORED)}"
    )
    if not function.has_method:
        return static
    return method_source(nested, IGNORED) + static


def _passed(parameter: inspect.Parameter) -> str:
    """A parameter as it is handed on."""
    if parameter.kind is parameter.KEYWORD_ONLY:
        return f"{parameter.name}={parameter.name}"
    return f"{_star(parameter)}{parameter.name}"


def _star(parameter: inspect.Parameter) -> str:
    return {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")


def _with_containers(parameter: inspect.Parameter) -> inspect.Parameter:
    """The parameter, which may be a container, too."""
    return parameter.replace(annotation=f"Container | {parameter.annotation}")


def _of_containers(function: Function) -> str:
    returns = str(function.signature.return_annotation)
    return (
        returns
        if returns.endswith("Result")
        else "tuple[Container, ...]"
        if function.returns == "arrays"
        else "Container"
    )


def head_of(parameters: list[inspect.Parameter]) -> list[str]:
    """The parameters as they are written, with the marks between their kinds."""
    head: list[str] = []
    for before, p in zip([None, *parameters], [*parameters, None], strict=True):
        if (
            before is not None
            and before.kind is before.POSITIONAL_ONLY
            and (p is None or p.kind is not p.POSITIONAL_ONLY)
        ):
            head.append("/")
        if p is None:
            break
        star = before is not None and before.kind in (before.VAR_POSITIONAL, before.KEYWORD_ONLY)
        if p.kind is p.KEYWORD_ONLY and not star:
            head.append("*")
        head.append(_parameter(p))
    return head


def self_parameter(function: Function) -> inspect.Parameter:
    """The first parameter that holds an array."""
    return function.signature.parameters[function.array_parameters[0]]


def _parameter(parameter: inspect.Parameter) -> str:
    default = "" if parameter.default is parameter.empty else f" = {_literal(parameter.default)}"
    return f"{_star(parameter)}{parameter.name}: {parameter.annotation}{default}"


def _literal(value: object) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return f'float("{value}")'
    return f'"{value}"' if isinstance(value, str) else "..." if callable(value) else repr(value)


def render() -> dict[pathlib.Path, str]:
    """Path -> what it must hold."""
    files = {}
    for owner, is_method, source_of in (
        ("Array", lambda f: f.has_method, method_source),
        ("Container", lambda f: f.nestable, container_source),
    ):
        folder = PACKAGE / owner.lower()
        categories = method_categories(is_method)
        for category, functions in categories.items():
            text = BANNER.format(
                owner=owner,
                title=category.replace("_", " "),
                class_name=_class_name(category),
                category=category,
                results=_import_of_results(functions),
            )
            files[folder / f"{category}.py"] = text + "".join(source_of(function) for function in functions)
        files[folder / "methods.py"] = _all_methods(owner, list(categories))
    return files


def _class_name(category: str) -> str:
    return "".join(part.capitalize() for part in category.split("_"))


def _all_methods(owner: str, categories: list[str]) -> str:
    """The class that has the methods of all categories."""
    names = {category: f"{owner}With{_class_name(category)}" for category in categories}
    return "\n".join(
        [
            GENERATED,
            f'"""The methods of {owner} that are functions."""\n',
            *(f"from aikit.{owner.lower()}.{category} import {name}" for category, name in names.items()),
            f"\n\nclass {owner}Methods({', '.join(names.values())}):",
            '    """The methods of all categories."""\n',
            "    __slots__ = ()\n",
        ]
    )


def _import_of_results(functions: list[Function]) -> str:
    """The import of the named tuples that functions return."""
    names = {str(f.signature.return_annotation) for f in functions}
    found = sorted(name for name in names if name.endswith("Result"))
    return f"    from aikit.core.result_types import {', '.join(found)}\n" if found else ""
