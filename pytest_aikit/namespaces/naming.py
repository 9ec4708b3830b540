"""How a namespace is named: ``array_api:MODULE``, or ``array_api:MODULE:FACTORY(ARGUMENTS)`` for one that is made.

The arguments are literals and modules, so that nothing is run but the factory.
"""

from __future__ import annotations

import ast
import difflib
import importlib
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from aikit.core.wording import in_one_line
from aikit.functional.backends import GENERIC

HOW = f"{GENERIC}MODULE or {GENERIC}MODULE:FACTORY(ARGUMENTS), such as {GENERIC}marray:masked_namespace(numpy)"


class NamespaceError(ValueError):
    """A namespace, or an adapter of one, by which nothing can be judged: a line that says why."""


def loaded(name: str) -> Any:
    """The namespace of a name.

    Raises
    ------
    NamespaceError : there is none, its module cannot be imported, or its factory raises.
    """
    module, _, rest = name.removeprefix(GENERIC).partition(":")
    if not all(map(str.isidentifier, module.split("."))):
        raise NamespaceError(f"{name} names no module; write {HOW}")
    found = imported(module)
    return _made(found, _parsed(name, rest)) if rest else found


def imported(name: str) -> ModuleType:
    """A module, by its name.

    Raises
    ------
    NamespaceError : it is not installed, or its import fails.
    """
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise NamespaceError(f"{error.name} is not installed") from error
        raise NamespaceError(f"{name} cannot be imported: {in_one_line(error)}") from error
    except Exception as error:
        raise NamespaceError(f"{name} cannot be imported: {in_one_line(error)}") from error


def imports(name: str) -> list[str]:
    """The source that makes `xp` of the namespace of a name."""
    module, _, rest = name.removeprefix(GENERIC).partition(":")
    if not rest:
        return [f"import {module} as xp"]
    modules = dict.fromkeys((module, *_modules_of(_parsed(name, rest))))
    return [*(f"import {one}" for one in modules), f"xp = {module}.{rest}"]


def _parsed(name: str, text: str) -> ast.expr:
    try:
        return ast.parse(text, mode="eval").body
    except SyntaxError:
        raise NamespaceError(f"{name}: {text!r} is neither an attribute nor a call of one; write {HOW}") from None


def _made(owner: Any, node: ast.expr) -> Any:
    """What an attribute of a module, or a call of one, gives."""
    if not isinstance(node, ast.Call):
        return _attribute(owner, _dotted(node))
    factory, said = _attribute(owner, _dotted(node.func)), ast.unparse(node)
    if not callable(factory):
        raise NamespaceError(f"{said}: {ast.unparse(node.func)} cannot be called")
    args = [_argument(one) for one in node.args]
    kwargs = {one.arg: _argument(one.value) for one in node.keywords if one.arg is not None}
    try:
        return factory(*args, **kwargs)
    except Exception as error:
        raise NamespaceError(f"{said} raised {in_one_line(error)}") from error


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    raise NamespaceError(f"{ast.unparse(node)!r} is no name; write {HOW}")


def _attribute(owner: Any, path: str) -> Any:
    for part in path.split("."):
        if not hasattr(owner, part):
            close = difflib.get_close_matches(part, dir(owner), 1)
            hint = f"; did you mean {close[0]}?" if close else ""
            raise NamespaceError(f"{getattr(owner, '__name__', owner)} has no {part!r}{hint}")
        owner = getattr(owner, part)
    return owner


def _argument(node: ast.expr) -> Any:
    """An argument of a factory: a literal, a module or an attribute of one, or what a call of one gives."""
    if isinstance(node, ast.Call):
        path = _dotted(node.func)
        module, _, attribute = path.rpartition(".")
        if not module:
            raise NamespaceError(f"{ast.unparse(node)!r}: say in which module {attribute} is")
        call = ast.Call(ast.Name(attribute), node.args, node.keywords)
        return _made(imported(module), ast.copy_location(call, node))
    if isinstance(node, (ast.Name, ast.Attribute)):
        return _module_or_attribute(_dotted(node))
    try:
        return ast.literal_eval(node)
    except ValueError:
        raise NamespaceError(f"{ast.unparse(node)!r} is neither a literal nor the name of a module") from None


def _module_or_attribute(path: str) -> Any:
    try:
        return imported(path)
    except NamespaceError:
        module, _, attribute = path.rpartition(".")
        if not module:
            raise
        return _attribute(_module_or_attribute(module), attribute)


def _modules_of(node: ast.expr) -> Iterator[str]:
    """The modules that the source of the arguments of a factory needs."""
    if isinstance(node, ast.Call):
        for one in (*node.args, *(keyword.value for keyword in node.keywords)):
            if isinstance(one, ast.Call):
                yield _dotted(one.func).rpartition(".")[0]
                yield from _modules_of(one)
            elif isinstance(one, (ast.Name, ast.Attribute)):
                path = _dotted(one)
                yield path if isinstance(_module_or_attribute(path), ModuleType) else path.rpartition(".")[0]
