"""What happens when a public function is called.

Every public function is one permanent object whose code is generated from its signature (`aikit.dispatch.generated`, which
``python -m ci.generate`` writes). It tries the fast path: the array arguments are exactly `Array`, nothing but plain values
stands beside them, and the native type and dtype are in the function's table; then it calls the implementation and wraps
its result. Whatever else comes, and whatever raises, goes to the one slow path, `call`, which does everything by the book
and explains what is wrong.
"""

from __future__ import annotations

import functools
import linecache
import types
import zlib
from collections.abc import Callable, Mapping
from inspect import Parameter as P
from typing import Any

from aikit import backend_handler
from aikit.backend_handler import backend_of_class, scalar_types
from aikit.core import view_writes
from aikit.core.arrays import ArrayBase, array_class
from aikit.core.records import MISSING, REGISTRY, BoundForm, Function, Parameter
from aikit.core.settings import not_for_autograph
from aikit.core.wording import shown
from aikit.dispatch import generated
from aikit.dispatch.arguments import bind, is_operand, prepare
from aikit.dispatch.containers import call_on_leaves, has_node
from aikit.dispatch.host_data import as_scalar
from aikit.dispatch.overrides import call_override, overriding_arguments
from aikit.dispatch.results import as_native_result, assign_out, wrap_results
from aikit.exceptions import AikitException, AikitTypeError
from aikit.explain import explain

# ------------------------------------------------------------------------------------------------ the slow path


def call(function: Function, args: tuple[Any, ...], kwargs: dict[str, Any], bound: Any = None) -> Any:
    """Call a public function by the book, with `args` and `kwargs` as the caller wrote them.

    Parameters
    ----------
    bound : the backend to which the called form is bound, None for the permanent function.
    """
    if function.nestable and has_node(args, kwargs):
        form = function.public if bound is None else function.bound[bound.name].function
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
        work = (
            prepared.work if prepared.composed else backend_handler.on_device_of_inputs(prepared.backend, prepared.work)
        )
        result = work(*prepared.positional, **prepared.keywords)
    except Exception as error:
        ours = isinstance(error, AikitException) and not prepared.composed
        if ours or function.takes_function or _passes(error, prepared.backend):
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
    """Whether an error leaves as it is: out of memory, a tracer's error, a floating-point error the user asked for."""
    return isinstance(error, (MemoryError, FloatingPointError)) or backend.is_untranslated(error)


def call_operator(function: Function, args: Any, kwargs: dict[str, Any] | None = None) -> Any:
    """What an operator does where the fast path does not apply: NotImplemented for a class that is not ours."""
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
        public.__doc__ = function.body.__doc__
        public.__signature__ = function.signature  # type: ignore[attr-defined]
        public.__annotations__ = dict(function.body.__annotations__)
        public.__wrapped_body__ = function.body  # type: ignore[attr-defined]
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
    table = {cls: row for cls, row in function.table.items() if backend_of_class(cls) is backend}
    public = _compile(function, table, functools.partial(call, function, bound=backend))
    function.bound[backend.name] = BoundForm(public, table)
    return public


def _watch_views(on: bool) -> None:
    """While views are watched, the functions that make them have no fast path: their tables are empty."""
    for function in REGISTRY.values():
        if function.view:
            for form, table in (BoundForm(function.public, function.table), *function.bound.values()):
                form.__globals__["TABLE"] = {} if on else table  # type: ignore[attr-defined]


view_writes.on_switch.append(_watch_views)


def make_operator(function: Function) -> Callable[..., Any]:
    """The special method of `Array` that stands for a function of one or two arrays, such as ``__add__``."""
    return _compile(function, function.table, functools.partial(call_operator, function))


def _compile(function: Function, table: Mapping[Any, Any], slow: Callable[..., Any]) -> Any:
    """The dispatching function of a signature, with a table and a slow path of its own."""
    made = _dispatching(source(function))
    scalars = function.parameters[function.promote[0]].scalars if function.promote else ()
    # No __name__: torch.compile would look the names up in the module of that name.
    scope: dict[str, Any] = {
        "__builtins__": __builtins__,
        "TABLE": {} if function.view and view_writes.watching else table,
        "SLOW": slow,
        "MISSING": MISSING,
        "Array": array_class(),
        "as_native_result": as_native_result,
        "as_scalar": as_scalar,
        "SCALARS": scalar_types,
        "NUMBERS": frozenset(scalars) - {bool},
        "are_ints": _are_ints,
        "_type": type,
    }
    code = made.__code__.replace(co_name=function.name, co_qualname=function.name)
    public = types.FunctionType(code, scope, function.name, made.__defaults__)
    public.__kwdefaults__ = made.__kwdefaults__
    return not_for_autograph(public)


@functools.cache
def _dispatching(source: str) -> types.FunctionType:
    """The function of a source: from `aikit.dispatch.generated`, for compiling takes a millisecond, or else compiled here."""
    name = name_of(source)
    if not hasattr(generated, name):
        filename = f"<aikit {name}>"
        linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
        scope: dict[str, Any] = {"MISSING": MISSING}
        exec(compile(source, filename, "exec"), scope)
        return scope["dispatch"]
    return getattr(generated, name)


def name_of(source: str) -> str:
    """The name that a dispatching function has in `aikit.dispatch.generated`."""
    return f"dispatch_{zlib.crc32(source.encode()):08x}"


def _are_ints(value: Any) -> bool:
    """Whether `value` is a tuple of plain ints, which the frameworks take alike."""
    return type(value) is tuple and all(type(item) is int for item in value)


_PLAIN = {
    "int": "_type({0}) is int",
    "bool": "_type({0}) is bool",
    "choice": "_type({0}) is str",
    "scalar": "(_type({0}) is int or _type({0}) is float)",
    "ints": "_type({0}) is int or are_ints({0})",
    "shape": "are_ints({0})",
}
"""The test, by role, of an argument beside the arrays that the fast path hands on as it is."""
_NOT_GIVEN = "({0} is MISSING or {0} is None)"


def source(function: Function) -> str:
    """The source of the dispatching function, `dispatch`, of a signature."""
    arrays = tuple(function.parameters[name] for name in function.array_parameters)
    others = tuple(p for p in function.parameters.values() if not p.holds_arrays)
    if not _has_fast_path(function, arrays, others):
        return "def dispatch(*args, **kwargs):\n    return SLOW(args, kwargs)\n"
    return _fast_source(arrays, others, function.out)


def _has_fast_path(function: Function, arrays: tuple[Parameter, ...], others: tuple[Parameter, ...]) -> bool:
    return (
        function.kind == "primary"
        and function.returns == "array"
        and function.backend_rule == "arguments"
        and function.default_dtype is None
        and len(arrays) in (1, 2)
        and all(p.role == "array" and p.required and p.kind is P.POSITIONAL_ONLY for p in arrays)
        and function.promote == tuple(p.name for p in arrays)
        and all(_may_be_plain(p) for p in others)
    )


def _may_be_plain(p: Parameter) -> bool:
    if p.role == "scalar":
        return set(p.scalars) == {int, float}
    return p.role in _PLAIN or (p.role in ("dtype", "device") and p.default is None)


@functools.cache
def _fast_source(arrays: tuple[Parameter, ...], others: tuple[Parameter, ...], has_out: bool) -> str:
    """The source of a function with a fast path.

    A keyword-only parameter costs 50 ns a call in CPython, so keywords follow a positional slot that stays empty:
    ``def sum(x, _extra=MISSING, /, axis=MISSING, out=MISSING)``. A parameter that may be positional or keyword has a
    slot of each sort, so that an override receives what the caller wrote.
    """
    names = [p.name for p in arrays]
    slots = [f"_{p.name}" for p in others if p.kind is not P.KEYWORD_ONLY] + ["_extra"]
    keywords = [p.name for p in others if p.kind is not P.POSITIONAL_ONLY] + (["out"] if has_out else [])
    head = ", ".join([*names, *(f"{s}=MISSING" for s in slots), "/", *(f"{k}=MISSING" for k in keywords)])
    tests, passed = ["_extra is MISSING"], []
    if has_out:
        tests.append(_NOT_GIVEN.format("out"))
    for p in others:
        test, value = _handed_on(p)
        tests.append(test)
        passed += [value] if value else []
    plain = " and ".join(tests)
    written = ", ".join([*names, *slots])
    given = "".join(f"({k!r}, {k}), " for k in keywords)
    return "\n".join(
        [
            f"def dispatch({head}):",
            *_attempts(names, arrays, plain, passed),
            f"    return SLOW([a for a in ({written},) if a is not MISSING], "
            + (f"{{k: v for k, v in ({given}) if v is not MISSING}})" if given else "{})"),
            "",
        ]
    )


def _handed_on(p: Parameter) -> tuple[str, str]:
    """The test that an argument beside the arrays may be handed on as it is, and how it is handed on."""
    slot, keyword = f"_{p.name}", p.name
    if p.role in ("dtype", "device"):
        return _NOT_GIVEN.format(keyword), ""
    plain = _PLAIN[p.role] + (" or {0} is None" if p.optional else "")
    if p.kind is P.POSITIONAL_ONLY:
        return f"({plain.format(slot)})", slot
    if p.kind is P.KEYWORD_ONLY:
        test = f"({keyword} is MISSING or {plain.format(keyword)})"
        return test, f"{p.name}={p.default!r} if {keyword} is MISSING else {keyword}"
    if p.required:
        return f"{keyword} is MISSING and ({plain.format(slot)})", slot
    test = f"{keyword} is MISSING and ({slot} is MISSING or {plain.format(slot)})"
    return test, f"{p.default!r} if {slot} is MISSING else {slot}"


def _attempts(names: list[str], arrays: tuple[Parameter, ...], plain: str, passed: list[str]) -> list[str]:
    """The lines of the fast path: for one array, or for two arrays of one dtype and for an array beside a scalar."""
    if len(names) == 1:
        x = names[0]
        return _attempt("if", f"_type({x}) is Array and {plain}", x, "True", ["native_", *passed])
    x1, x2 = names
    alike = f"_type({x2}._data) is class_ and {x2}._data.dtype is dtype_"
    lines = _attempt(
        "if",
        f"_type({x1}) is Array and _type({x2}) is Array and {plain}",
        x1,
        alike,
        ["native_", f"{x2}._data", *passed],
    )
    if arrays[0].scalars:
        for array, scalar in ((x1, x2), (x2, x1)):
            call = ["native_", "scalar_"] if array == x1 else ["scalar_", "native_"]
            lines += _attempt(
                "elif",
                f"_type({array}) is Array and _type({scalar}) in NUMBERS and {plain}",
                array,
                f"_type({scalar}) in SCALARS[class_][dtype_]",
                [*call, *passed],
                f"scalar_ = as_scalar({scalar}, native_)",
            )
    return lines


def _attempt(keyword: str, test: str, first: str, fits: str, passed: list[str], *before: str) -> list[str]:
    """The lines that call an implementation: its look-up, the call, and the Array around the result."""
    body = [
        *before,
        f"result_ = TABLE[class_][dtype_]({', '.join(passed)})",
        "if _type(result_) is not class_:",
        "    result_ = as_native_result(result_, class_)",
        "array_ = Array()",
        "array_._data = result_",
        "return array_",
    ]
    if fits != "True":
        body = [f"if {fits}:", *(f"    {line}" for line in body)]
    return [
        f"    {keyword} {test}:",
        f"        native_ = {first}._data",
        "        class_ = _type(native_)",
        "        try:",
        "            dtype_ = native_.dtype",
        *(f"            {line}" for line in body),
        "        except Exception:",
        "            pass  # the slow path repeats the call and explains the error",
    ]
