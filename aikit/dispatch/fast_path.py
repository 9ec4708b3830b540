"""The source of the functions that stand at the front of the public ones: the fast path, from a signature.

They are written to `aikit.dispatch.generated` by ``python -m ci.generate``; a function that is declared elsewhere has its own
compiled when it is declared.
"""

from __future__ import annotations

import functools
import linecache
import re
import types
import zlib
from inspect import Parameter as P
from typing import Any

from aikit.core.records import MISSING, Function, Parameter
from aikit.dispatch import generated


def dispatching(function: Function) -> types.FunctionType:
    """The dispatching function of a signature: a generated one, for compiling takes a millisecond, or else compiled here."""
    made = getattr(generated, name_of(function), None)
    return made or _compiled(source(function))


@functools.cache
def _compiled(source: str) -> types.FunctionType:
    filename = f"<aikit dispatch {len(source)}-{zlib.crc32(source.encode()):08x}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    scope: dict[str, Any] = {"MISSING": MISSING}
    exec(compile(source, filename, "exec"), scope)
    return scope["dispatch"]


def name_of(function: Function) -> str:
    """What the dispatching function of a signature is called among the generated ones."""
    arrays, others = _parameters(function)
    if not _has_fast_path(function, arrays, others):
        return "dispatch_slowly"
    parts = [f"{p.name}_or_number" if p.scalars else p.name for p in arrays]
    parts += [_described(p) for p in others]
    return "dispatch_" + "__".join([*parts, *(["out"] if function.out else [])])


def _described(p: Parameter) -> str:
    """A parameter beside the arrays in a name: how it is passed, what it is, and its default."""
    kind = "_first" if p.kind is P.POSITIONAL_ONLY else "_keyword" if p.kind is P.KEYWORD_ONLY else ""
    default = "" if p.required else "_" + re.sub(r"\W", "", repr(p.default).replace("-", "minus"))
    return f"{p.name}{kind}_{p.role}{'_or_none' * p.optional}{default}"


def _parameters(function: Function) -> tuple[tuple[Parameter, ...], tuple[Parameter, ...]]:
    """The parameters that hold arrays, and the others."""
    arrays = tuple(function.parameters[name] for name in function.array_parameters)
    return arrays, tuple(p for p in function.parameters.values() if not p.holds_arrays)


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
    arrays, others = _parameters(function)
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
