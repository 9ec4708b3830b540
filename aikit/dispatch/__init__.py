"""What happens when a public function is called.

Every public function is one permanent object: one of a few fronts (`aikit.dispatch.fronts`), chosen by the shape of its
signature. It tries the fast path: the array arguments are exactly `Array`, nothing but plain values stands beside them, and
the native type and dtype are in the function's table; then it calls the implementation and wraps its result. Whatever else
comes, and whatever raises, goes to the one slow path, `call`: where it is only that native arrays or several dtypes are to be
brought in, it does that and calls again (`simplified`), else it does everything by the book and explains what is wrong.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from aikit import backend_handler
from aikit.backend_handler import scalar_types
from aikit.core import view_writes
from aikit.core.arrays import ArrayBase, array_class
from aikit.core.docstrings import completed
from aikit.core.records import MISSING, REGISTRY, BoundForm, Function
from aikit.core.settings import not_for_autograph
from aikit.core.wording import shown
from aikit.dispatch.arguments import bind, is_operand, prepare
from aikit.dispatch.beside import natives_alike
from aikit.dispatch.containers import call_on_leaves, has_node
from aikit.dispatch.failures import explain
from aikit.dispatch.fast_path import front_of, specialised
from aikit.dispatch.overrides import call_override, overriding_arguments
from aikit.dispatch.results import assign_out, rebound, wrap_results
from aikit.dispatch.simplifying import simplified
from aikit.exceptions import AikitException, AikitTypeError

# ------------------------------------------------------------------------------------------------ the slow path


def call(function: Function, args: tuple[Any, ...], kwargs: dict[str, Any], bound: Any = None) -> Any:
    """Call a public function by the book, with `args` and `kwargs` as the caller wrote them.

    Parameters
    ----------
    bound : the backend to which the called form is bound, None for the permanent function.
    """
    form = function.public if bound is None else function.bound[bound.name].function
    simpler = simplified(function, args, kwargs, bound)
    if simpler is not None:
        return form(*simpler, **kwargs)
    if function.nestable and has_node(args, kwargs):
        return call_on_leaves(function, form, args, kwargs)
    arguments = bind(function, args, kwargs)
    overriding = overriding_arguments(function, arguments)
    if overriding:
        return call_override(function, overriding, args, kwargs)
    return run(function, arguments, bound)


def run(function: Function, arguments: dict[str, Any], bound: Any = None) -> Any:
    """Run a function on bound arguments none of which overrides it."""
    out = arguments.pop("out", None)
    if out is not None and not isinstance(out, ArrayBase):
        raise AikitTypeError(
            f"{function.qualified_name}: out={shown(out)} is a {type(out).__name__}; out must be an aikit.Array"
        )
    prepared = prepare(function, arguments, bound)
    outer = backend_handler.enter_running(prepared.backend, bound)
    try:
        work = prepared.work if prepared.composed else prepared.backend.on_device_of_inputs(prepared.work)
        result = work(*prepared.positional, **prepared.keywords)
    except Exception as error:
        is_ours = isinstance(error, AikitException) and str(error).startswith(f"{function.qualified_name}: ")
        if is_ours or function.takes_function or _passes(error, prepared.backend):
            raise
        explained = explain(function, prepared, error)
        try:
            if explained is error:
                raise
            raise explained from error
        finally:
            del explained  # which would keep this frame alive, and that the arguments, as the frame does the error
    finally:
        backend_handler.leave_running(outer)
    if prepared.composed:
        return result if out is None else assign_out(function, out, result, arguments.values())
    wrapped = wrap_results(function, result, prepared)
    if out is not None:
        return assign_out(function, out, wrapped, arguments.values())
    if view_writes.watching and function.view:
        view_writes.note_result(function, arguments, wrapped)
    return wrapped


def _passes(error: Exception, backend: Any) -> bool:
    """Whether an error leaves as it is: out of memory, a tracer's, of the system, a floating-point error the user asked for."""
    return isinstance(error, (MemoryError, OSError, FloatingPointError)) or backend.is_untranslated(error)


def call_operator(function: Function, args: Any, kwargs: dict[str, Any] | None = None) -> Any:
    """What an operator does where the fast path does not apply: NotImplemented for a class that is not ours."""
    simpler = simplified(function, args, kwargs or {}, None)
    if simpler is not None:
        return function.public(*simpler, **(kwargs or {}))
    if all(map(is_operand, args)):
        return call(function, args, kwargs or {})
    return NotImplemented


# ------------------------------------------------------------------------------------------------ the fast path


def make_public(function: Function) -> Callable[..., Any]:
    """The permanent public form of a function."""
    if function.kind == "standalone":
        public = _with_containers(function) if function.nestable else function.body
    else:
        public = _compile(function, function.table, functools.partial(call, function))
        public.__doc__ = completed(function)
        public.__signature__ = function.signature  # type: ignore[attr-defined]
        public.__annotations__ = dict(function.body.__annotations__)
    public.__module__ = function.namespace
    public.__aikit_function__ = function  # type: ignore[attr-defined]
    return not_for_autograph(public)


def _with_containers(function: Function) -> Callable[..., Any]:
    """A standalone function that maps over containers."""

    @functools.wraps(function.body)
    def public(*args: Any, **kwargs: Any) -> Any:
        if has_node(args, kwargs):
            return call_on_leaves(function, public, args, kwargs)
        return function.body(*args, **kwargs)

    return public


def make_bound(function: Function, backend: Any) -> Callable[..., Any]:
    """The form of `function` that works on one backend only."""
    table = backend_handler.bound_table(function, backend)
    public = _compile(function, table, functools.partial(call, function, bound=backend), backend)
    function.bound[backend.name] = BoundForm(public, table)
    return public


def _watch_views(on: bool) -> None:
    """While views are watched, the functions that make them have no fast path: their tables are empty."""
    for function in list(REGISTRY.declared.values()):
        if function.view:
            for form, table in (BoundForm(function.public, function.table), *function.bound.values()):
                form.__globals__["TABLE"] = {} if on else table  # type: ignore[attr-defined]


view_writes.on_switch.append(_watch_views)


def make_operator(function: Function) -> Callable[..., Any]:
    """The special method of `Array` that stands for a function of one or two arrays, such as ``__add__``."""
    return _compile(function, function.table, functools.partial(call_operator, function))


def _compile(function: Function, table: Mapping[Any, Any], slow: Callable[..., Any], bound: Any = None) -> Any:
    """The front of a function, with a table and a slow path of its own."""
    front = front_of(function, bound)
    # No __name__: torch.compile would look the names up in the module of that name.
    scope: dict[str, Any] = {
        "__builtins__": __builtins__,
        "TABLE": {} if function.view and view_writes.watching else table,
        "SLOW": slow,
        "MISSING": MISSING,
        "OUT": frozenset({array_class(), type(None)} if function.out else ()),
        "SCALARS": scalar_types,
        "Array": array_class(),
        "natives_alike": natives_alike,
        "rebound": rebound,
        "written": _written,
        "named": _named,
        "_type": type,
    }
    return not_for_autograph(specialised(front, function.name, scope))


def _written(*values: Any) -> list[Any]:
    """The arguments that the caller wrote by place."""
    return [value for value in values if value is not MISSING]


def _named(names: Iterable[str], *values: Any) -> dict[str, Any]:
    """The arguments that the caller wrote by name."""
    return {name: value for name, value in zip(names, values, strict=True) if value is not MISSING}
