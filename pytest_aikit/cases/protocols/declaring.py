"""How what is no declared function becomes a function of the enumeration: a plain function that does it, with a record."""

from __future__ import annotations

import ast
import inspect
import textwrap
import types
from collections.abc import Callable
from typing import Any, TypeVar, Unpack

from aikit import Array
from aikit.core.arrays import wrap
from aikit.core.records import Function
from aikit.declare import Options, record_of
from aikit.dispatch import make_public
from aikit.dispatch.host_data import PYTHON_SCALARS

_Body = TypeVar("_Body", bound=Callable[..., Any])
_KNOWN: dict[str, Function] = {}
_CALLED: dict[str, str] = {}


def protocol(
    name: str, *also: str, calls_functions: bool = False, **options: Unpack[Options]
) -> Callable[[_Body], _Body]:
    """Make a function of the enumeration of a plain one, which does with arrays what there is no declared function for.

    Parameters
    ----------
    name : the qualified name, such as ``Array.__len__``; that of a declared function where these are its cells.
    *also : what else of aikit it calls, so that this has its cells here.
    calls_functions : whether it follows the backend that is set, as what makes arrays of nothing must; it is then called
        like a function that is composed of others. Otherwise it runs as written.
    **options : as in a declaration.
    """

    def declare(body: _Body) -> _Body:
        _KNOWN[name] = _record(name, body, "compositional" if calls_functions else "standalone", options)
        _CALLED.update(dict.fromkeys((name, *also), name))
        return body

    return declare


def _record(name: str, body: Callable[..., Any], kind: str, options: Options) -> Function:
    assert isinstance(body, types.FunctionType)
    namespace, _, last = name.rpartition(".")
    own = types.FunctionType(body.__code__, body.__globals__, last, body.__defaults__, body.__closure__)
    own.__kwdefaults__, own.__annotations__, own.__doc__ = body.__kwdefaults__, body.__annotations__, body.__doc__
    own.__module__, own.__qualname__ = body.__module__, name  # by which Python's own errors name it
    given: Options = {"nestable": False, "has_method": False, **options}  # type: ignore[typeddict-item]
    record = record_of(kind, own, {**given, "namespace": ".".join(filter(None, ("aikit", namespace)))})
    record.public = make_public(record) if kind == "compositional" else _of_arrays(record)
    return record


def _of_arrays(record: Function) -> Callable[..., Any]:
    """The function, which takes native arrays in the place of Arrays, as others do."""
    body, count = record.body, len(record.array_parameters)

    def public(*args: Any, **kwargs: Any) -> Any:
        given = [one if isinstance(one, (Array, *PYTHON_SCALARS)) else wrap(one) for one in args[:count]]
        return body(*given, *args[count:], **kwargs)

    public.__aikit_function__ = record  # type: ignore[attr-defined]
    return public


def known() -> dict[str, Function]:
    """The functions that were made so far, by qualified name."""
    return _KNOWN


def called() -> dict[str, str]:
    """What of aikit is called by the functions that were made so far -> the function that calls it."""
    return _CALLED


def source(function: Function) -> str:
    """The source of one of them, as a function of its own."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(function.body.__code__))).body
    assert isinstance(tree, ast.FunctionDef)
    tree.decorator_list, tree.body = [], tree.body[bool(function.body.__doc__) :]
    return f"{ast.unparse(_WithoutAnnotations().visit(tree))}\n\n\n"


class _WithoutAnnotations(ast.NodeTransformer):
    """Takes annotations away, whose names a reader would have to import, those of functions within a function, too."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        assert node.value is not None
        return ast.copy_location(ast.Assign([node.target], node.value), node)
