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
    if not _has_fast_path(function):
        return "dispatch_slowly"
    arrays, others = _parameters(function)
    start = "dispatch_new" if not arrays else "dispatch" if function.returns == "array" else "dispatch_several"
    parts = [*(_described_array(function, p) for p in arrays), *map(_described, others)]
    return f"{start}_{'__'.join([*parts, *(['out'] if function.out else [])])}"


def _described_array(function: Function, p: Parameter) -> str:
    """A parameter of arrays in a name: what may stand in its place, and the dtypes of what is not promoted."""
    category = "" if p.name in function.promote else f"_{function.dtypes.get(p.name, 'any').replace(' ', '_')}"
    return f"{p.name}{category}{'_or_number' * bool(p.scalars)}{'_or_none' * p.optional}"


def _described(p: Parameter) -> str:
    """A parameter beside the arrays in a name: how it is passed, what it is, and its default."""
    kind = "_first" if p.kind is P.POSITIONAL_ONLY else "_keyword" if p.kind is P.KEYWORD_ONLY else ""
    default = "" if p.required else "_" + re.sub(r"\W", "", repr(p.default).replace("-", "minus"))
    role = "_".join(t.__name__ for t in p.scalars) if p.role == "scalar" else p.role
    return f"{p.name}{kind}_{role}{'_or_none' * p.optional}{default}"


def _parameters(function: Function) -> tuple[tuple[Parameter, ...], tuple[Parameter, ...]]:
    """The parameters that hold arrays, and the others."""
    arrays = tuple(function.parameters[name] for name in function.array_parameters)
    return arrays, tuple(p for p in function.parameters.values() if not p.holds_arrays)


_PLAIN = {
    "int": "_type({0}) is int",
    "bool": "_type({0}) is bool",
    "ints": "_type({0}) is int or are_ints({0})",
    "shape": "_type({0}) is int or are_ints({0})",
}
"""The test, by role, of an argument beside the arrays that the fast path takes."""


def source(function: Function) -> str:
    """The source of the dispatching function, `dispatch`, of a signature."""
    if not _has_fast_path(function):
        return "def dispatch(*args, **kwargs):\n    return SLOW(args, kwargs)\n"
    return _Front(function).source()


def _has_fast_path(function: Function) -> bool:
    """Whether types, dtypes and plain values decide what a call does."""
    arrays, others = _parameters(function)
    return (
        function.kind == "primary"
        and function.returns in ("array", "arrays")
        and function.backend_rule == "arguments"
        and all(map(_may_be_plain, others))
        and (_takes_arrays(function, arrays) if arrays else function.default_dtype is not None and function.forwards)
    )


def _takes_arrays(function: Function, arrays: tuple[Parameter, ...]) -> bool:
    first, *beside = arrays
    if not (first.required and first.kind is P.POSITIONAL_ONLY and first.role in ("array", "arrays")):
        return False
    if first.role == "arrays" and (beside or function.promote != (first.name,)):
        return False
    if any(p.role != "array" or p.name in function.static for p in beside):
        return False
    return function.default_dtype is None or function.result == "given"


def _may_be_plain(p: Parameter) -> bool:
    return p.role in (*_PLAIN, "scalar", "choice", "dtype") or (p.role == "device" and p.optional and p.default is None)


class _Front:
    """Writes the dispatching function of a signature with a fast path.

    A keyword-only parameter costs 50 ns a call in CPython, so keywords follow a positional slot that stays empty:
    ``def sum(x, _extra=MISSING, /, axis=MISSING, out=MISSING)``. A parameter that may be positional or keyword has a
    slot of each sort, so that an override receives what the caller wrote.

    Attributes
    ----------
    positional, keywords : the names of the arguments as the caller passes them, and
    head : as they stand in the signature.
    before : the lines that come first.
    tests : what must hold of the arguments outside of the arrays.
    values : parameter -> what stands for its argument behind these lines.
    makes_dtype : whether the argument `dtype` is the dtype of the result; an accumulation's is left to the slow path.
    """

    def __init__(self, function: Function) -> None:
        self.function = function
        self.arrays, self.others = _parameters(function)
        self.makes_dtype = not self.arrays or function.result == "given"
        self.positional: list[str] = []
        self.keywords: list[str] = []
        self.head: list[str] = []
        self.before: list[str] = []
        self.tests = ["_extra is MISSING"]
        self.values: dict[str, str] = {}
        for p in function.parameters.values():
            self._enter(p)
        self.positional.append("_extra")
        self.head.append("_extra=MISSING")
        if function.out:
            self.keywords.append("out")
            self.tests.append("(out is MISSING or out is None or _type(out) is Array)")
        for p in self.others:
            self._require_plain(p)

    def _enter(self, p: Parameter) -> None:
        """Give a parameter its place in the signature, and note where its value is found."""
        if p.kind is P.POSITIONAL_ONLY:
            slot = p.name if p.required and p.holds_arrays else f"_{p.name}"
            self.positional.append(slot)
            self.head.append(slot if slot == p.name else f"{slot}=MISSING")
            self.values[p.name] = slot
        elif p.kind is P.KEYWORD_ONLY:
            self.keywords.append(p.name)
            self.values[p.name] = p.name
        else:
            self.positional.append(f"_{p.name}")
            self.head.append(f"_{p.name}=MISSING")
            self.keywords.append(p.name)
            self.before.append(f"    {p.name}_ = _{p.name} if {p.name} is MISSING else {p.name}")
            self.tests.append(f"(_{p.name} is MISSING or {p.name} is MISSING)")
            self.values[p.name] = f"{p.name}_"

    def _require_plain(self, p: Parameter) -> None:
        """Add the test that an argument beside the arrays may be handed on as it is."""
        value = self.values[p.name]
        if p.role == "device" or (p.role == "dtype" and not self.makes_dtype):
            tests = []
        elif p.role == "dtype":
            tests = [f"_type({value}) is Dtype or _type({value}) is str"]
        elif p.role == "scalar":
            tests = [f"_type({value}) is {kind.__name__}" for kind in p.scalars]
        elif p.role == "choice":
            tests = [f"(_type({value}) is str and {value} in {tuple(c for c in p.choices if isinstance(c, str))})"]
        else:
            tests = [_PLAIN[p.role].format(value)]
        if p.optional:
            tests.append(f"{value} is None")
        if not p.required:
            tests.insert(0, f"{value} is MISSING")
        self.tests.append(f"({' or '.join(tests)})")

    def _handed_on(self) -> list[str]:
        """What is handed on to an implementation behind the first array, in the order of the parameters."""
        passed = []
        for p in self.function.parameters.values():
            value = self._array(p) if p.holds_arrays else self._plain(p)
            if value:
                passed.append(f"{p.name}={value}" if p.kind is P.KEYWORD_ONLY else value)
        return passed

    def _plain(self, p: Parameter) -> str:
        """How an argument that is no array is handed on; empty where the default of the implementation is meant."""
        value = self.values[p.name]
        if p.role in ("dtype", "device") and not self.makes_dtype:
            return ""
        if p.role == "device":
            return "None" if self.arrays else "device_"
        if p.role == "dtype" and not self.arrays:
            return "dtype_"
        if p.role == "dtype":
            named = f"NATIVE_DTYPE[class_]({value} if _type({value}) is str else {value}.name)"
            return named if p.required else f"dtype_ if {value} is MISSING or {value} is None else {named}"
        if p.role == "shape":
            return f"({value},) if _type({value}) is int else {value}"
        return value if p.required else f"{p.default!r} if {value} is MISSING else {value}"

    def _array(self, p: Parameter) -> str:
        """How an argument that may be an array is handed on."""
        if p is self.arrays[0]:
            return "natives_" if p.role == "arrays" else "native_"
        return f"{p.name}_native_"

    def source(self) -> str:
        """The whole function."""
        head = ", ".join([*self.head, "/", *(f"{name}=MISSING" for name in self.keywords)])
        given = "".join(f"({name!r}, {name}), " for name in self.keywords)
        return "\n".join(
            [
                f"def dispatch({head}):",
                *self.before,
                *self._attempts(),
                f"    return SLOW([a for a in ({', '.join(self.positional)},) if a is not MISSING], "
                + (f"{{k: v for k, v in ({given}) if v is not MISSING}})" if given else "{})"),
                "",
            ]
        )

    def _attempts(self) -> list[str]:
        """The lines of the fast path."""
        plain, passed = " and ".join(self.tests), self._handed_on()
        if not self.arrays:
            return self._creation(plain, passed)
        first, *beside = self.arrays
        if first.role == "arrays":
            kinds = f"(_type({first.name}) is list or _type({first.name}) is tuple)"
            lines = [f"natives_ = natives_alike({first.name})", "native_ = natives_[0]"]
            return self._attempt("if", f"{kinds} and {plain}", [*lines, *_CLASS_AND_DTYPE], passed)
        if len(beside) == 1 and not beside[0].optional and self.function.promote == self.function.array_parameters:
            return self._two(first, beside[0], plain, passed)
        required = [f"_type({p.name}) is Array" for p in self.arrays if p.required and not p.scalars]
        lines = [f"native_ = {first.name}._data", *_CLASS_AND_DTYPE, *self._beside_lines()]
        return self._attempt("if", " and ".join([*required, plain]), lines, passed)

    def _beside_lines(self) -> list[str]:
        """The lines that find the native arrays of what stands beside the first array."""
        promote = self.function.promote
        like = "native_" if self.arrays[0].name in promote else ""
        lines = []
        for p in self.arrays[1:]:
            value, native = self.values[p.name], f"{p.name}_native_"
            if p.name not in promote or not like:
                found = f"native_beside({value}, class_, {self.function.dtypes.get(p.name, 'any')!r})"
                like = like or (native if p.name in promote else "")
            else:
                scalars = ", ".join(kind.__name__ for kind in p.scalars)
                found = f"native_alike({value}, {like}, ({scalars}))"
            if p.optional:
                found = f"None if {value} is MISSING or {value} is None else {found}"
            lines.append(f"{native} = {found}")
        return lines

    def _two(self, x1: Parameter, x2: Parameter, plain: str, passed: list[str]) -> list[str]:
        """Two arrays of one dtype, or an array beside a scalar; all of it in place, for these calls are the most."""
        a, b = x1.name, x2.name
        lines = self._attempt(
            "if",
            f"_type({a}) is Array and _type({b}) is Array and {plain}",
            [f"native_ = {a}._data", f"{b}_native_ = {b}._data", *_CLASS_AND_DTYPE],
            passed,
            f"_type({b}_native_) is class_ and {b}_native_.dtype is dtype_",
        )
        if x1.scalars:
            for array, scalar in ((a, b), (b, a)):
                natives = ["native_", "scalar_"] if array == a else ["scalar_", "native_"]
                lines += self._attempt(
                    "elif",
                    f"_type({array}) is Array and _type({scalar}) in NUMBERS and {plain}",
                    [f"native_ = {array}._data", *_CLASS_AND_DTYPE],
                    [*natives, *passed[2:]],
                    f"_type({scalar}) in SCALARS[class_][dtype_]",
                    f"scalar_ = as_scalar({scalar}, native_)",
                )
        return lines

    def _creation(self, plain: str, passed: list[str]) -> list[str]:
        """Arrays that are made of plain values, where arrays are made just now."""
        dtype = self.values["dtype"]
        values = ", ".join(f"{p.name!r}: {self._plain(p)}" for p in self.others if p.role not in ("dtype", "device"))
        where = f"class_, dtype_, device_ = HOME({dtype}, {{{values}}})"
        return self._attempt("if", plain, [where], passed)

    def _attempt(
        self, keyword: str, test: str, natives: list[str], passed: list[str], fits: str = "", *before: str
    ) -> list[str]:
        """The lines that call an implementation: its look-up, the call, and the Array around the result.

        Parameters
        ----------
        natives : the lines that find the native arrays, their class and their dtype.
        fits : the test that they go together; `before` comes after it.
        """
        call = f"TABLE[class_][dtype_]({', '.join(passed)})"
        if self.function.returns == "arrays":
            body = [*before, f"return wrap_each({call}, class_)"]
        else:
            body = [*before, f"result_ = {call}", *(_WRAPPED_OR_OUT if self.function.out else _WRAPPED)]
        if fits:
            body = [f"if {fits}:", *(f"    {line}" for line in body)]
        return [
            f"    {keyword} {test}:",
            "        try:",
            *(f"            {line}" for line in [*natives, *body]),
            "        except Exception:",
            "            pass  # the slow path repeats the call and explains the error",
        ]


_CLASS_AND_DTYPE = ["class_ = _type(native_)", "dtype_ = native_.dtype"]
_WRAPPED = [
    "if _type(result_) is not class_:",
    "    result_ = as_native_result(result_, class_)",
    "array_ = Array()",
    "array_._data = result_",
    "return array_",
]
"""The lines that put an Array around a native result."""
_WRAPPED_OR_OUT = [*_WRAPPED[:-1], "return array_ if out is MISSING or out is None else rebound(out, array_)"]
