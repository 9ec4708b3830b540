"""The declaration of a public function, and the registry of all of them.

A function is declared once, in ``functional/aikit/<category>.py``: signature, hints, docstring and body. A decorator
turns it into a `Function` record and a permanent public callable. Whatever else needs to know something about a
function (dispatch, `out`, the methods of Array, the docs, the conformance checks) reads it from the record.
"""

from __future__ import annotations

import builtins
import functools
import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypedDict, TypeVar, Unpack, get_args, overload

from aikit.core.records import REGISTRY, Arguments, BackendRule, Function, Parameter, ResultRule, Rule
from aikit.core.wording import shown
from aikit.dispatch import make_public
from aikit.dtypes import CATEGORIES
from aikit.exceptions import AikitTypeError, AikitValueError

_F = TypeVar("_F", bound=Callable[..., Any])


class Options(TypedDict, total=False):
    """What a declaration says of a function that its signature cannot; see the attributes of `Function`.

    `dtypes` may be one category for all arrays. The namespace is ``aikit`` and the category the file's, unless said.
    """

    namespace: str
    category: str
    dtypes: str | Mapping[str, str]
    promote: tuple[str, ...]
    result: ResultRule
    default_dtype: Callable[[Arguments], Any]
    static: tuple[str, ...]
    held: str
    backend_rule: BackendRule
    differentiable: tuple[str, ...]
    domain: tuple[float, float]
    gradient: str
    untouched: tuple[str, ...]
    view: str
    convenience: bool
    nestable: bool
    elementwise: bool
    has_method: bool
    also_in: tuple[str, ...]
    returns_argument: str
    new_axes: bool
    check: Rule
    result_lengths: Callable[[Arguments], Any]


# ------------------------------------------------------------------------------------------------ reading hints

_SCALARS: dict[str, type] = {"bool": bool, "int": int, "float": float, "complex": complex}
_OF_AIKIT = frozenset({"Array", "ArrayLike", "Container", "Device", "Dtype", "NativeArray"})
"""The names in hints that a module of declarations imports for type checkers only."""
_TO_BE_READ = _OF_AIKIT - {"Container"}
"""The names that decide what is done with an argument, so that no hint may have them in vain."""
_ROLES_OF_PLAIN_VALUES = frozenset({"any", "bool", "choice", "int", "ints", "scalar"})


@functools.lru_cache(maxsize=None, typed=True)  # typed, for a default of 0 is not one of 0.0
def _parameter(name: str, kind: inspect._ParameterKind, default: Any, hint: str) -> Parameter:
    """Read a parameter's role from its annotation."""
    parts = [part.strip() for part in re.split(r"\|(?![^\[]*\])", hint)]
    scalars = tuple(_SCALARS[part] for part in parts if part in _SCALARS)
    optional = "None" in parts
    choices: tuple[Any, ...] = ()
    literal = re.search(r"Literal\[(.*?)\]", hint)
    if kind is inspect.Parameter.VAR_KEYWORD and scalars == (int,):
        role = "ints by name"
    elif "ArrayLike" in parts:
        role = "array-like"
    elif "Array" in parts and "Dtype" in parts:
        role = "arrays or dtypes" if kind is inspect.Parameter.VAR_POSITIONAL else "array or dtype"
    elif "Array" in parts:
        role = "arrays" if kind is inspect.Parameter.VAR_POSITIONAL else "array"
    elif any(part.startswith("Sequence[Array") for part in parts):
        role = "arrays"
    elif "Dtype" in parts:
        role = "dtype"
    elif "Device" in parts:
        role = "device"
    elif hint.startswith("Callable"):
        role = "function"
    elif "Container" in parts and set(parts) <= {"Container", "None"}:
        role = "container"
    elif "Sequence[int]" in parts:
        role = "shape" if name == "shape" else "ints"
    elif literal:
        role, choices = "choice", tuple(part.strip().strip("'\"") for part in literal[1].split(","))
    elif scalars == (int,):
        role = "int"
    elif scalars == (bool,):
        role = "bool"
    elif scalars:
        role = "scalar"
    else:
        role = "any"
    return Parameter(name, kind, default, role, scalars, optional, choices)


@functools.cache
def _names_in(hint: str) -> frozenset[str]:
    """The names that an annotation is made of, strings left out."""
    return frozenset(re.findall(r"(?<![\w.])[A-Za-z_]\w*", re.sub(r"'[^']*'|\"[^\"]*\"", "", hint)))


@functools.cache
def _names_to_import(hint: str) -> tuple[str, ...]:
    """The names in an annotation that are neither aikit's nor Python's."""
    return tuple(sorted(name for name in _names_in(hint) - _OF_AIKIT if not hasattr(builtins, name)))


def _check_names(body: Callable[..., Any], of: str, hint: str) -> None:
    """Raise AikitTypeError where an annotation has a name that is none of aikit's, of Python's, or of the module's."""
    for name in _names_to_import(hint):
        if name not in inspect.unwrap(body).__globals__:
            raise AikitTypeError(
                f"{body.__name__}: the hint of {of}, {hint!r}, has {name!r}, which {body.__module__} does not know; "
                f"import it, or use one of {', '.join(sorted(_OF_AIKIT))}"
            )


def _read_parameter(body: Callable[..., Any], p: inspect.Parameter) -> Parameter:
    """A parameter of a declared function.

    Raises
    ------
    AikitTypeError : a hint with an unknown name, or one that holds arrays, dtypes or devices in a way that is not read.
    """
    hint = str(p.annotation)
    _check_names(body, p.name, hint)
    parameter = _parameter(p.name, p.kind, p.default, hint)
    in_vain = parameter.role in _ROLES_OF_PLAIN_VALUES and _names_in(hint) & _TO_BE_READ
    if in_vain:
        raise AikitTypeError(
            f"{body.__name__}: the hint of {p.name}, {hint!r}, has {' and '.join(sorted(in_vain))} where it is not read; write "
            "alternatives as in 'Array | NativeArray | None', and sequences as 'Sequence[Array | NativeArray]'"
        )
    return parameter


def _returns(hint: str) -> str:
    if hint.startswith(("tuple", "list")) or hint.endswith("Result"):
        return "arrays" if "Array" in hint or hint.endswith("Result") else "value"
    return "array" if "Array" in hint else "value"


# ------------------------------------------------------------------------------------------------ making records


def record_of(kind: str, body: Callable[..., Any], options: Options) -> Function:
    signature = inspect.signature(body)
    parameters = {p.name: _read_parameter(body, p) for p in signature.parameters.values() if p.name != "out"}
    _check_names(body, "the result", str(signature.return_annotation))
    _check_options(body.__name__, options, parameters)
    for p in parameters.values():
        if p.by_any_name and p.role != "ints by name" and kind != "standalone":
            raise AikitTypeError(f"{body.__name__}: **{p.name} may hold ints alone; give it the hint 'int'")
    arrays = tuple(p.name for p in parameters.values() if p.holds_arrays)
    returns = _returns(str(signature.return_annotation))
    out = "out" in signature.parameters
    category = options.get("category", body.__module__.rpartition(".")[2])
    defaults = {
        "namespace": "aikit",
        "category": category,
        "dtypes": "any",
        "promote": arrays,
        "result": "promoted",
        "nestable": kind != "standalone" and bool(arrays or out),
        "elementwise": category == "elementwise",
        "has_method": bool(arrays),
    }
    fields: dict[str, Any] = {**defaults, **options}
    dtypes = fields.pop("dtypes")
    categories = dict.fromkeys(arrays, dtypes) if isinstance(dtypes, str) else dict(dtypes)
    if returns == "value":
        fields["result"] = "none"
    return Function(
        name=body.__name__,
        kind=kind,
        body=body,
        signature=signature,
        parameters=parameters,
        dtypes=categories,
        accepts={name: CATEGORIES[categories.get(name, "any")] for name in parameters},
        returns=returns,
        out=out,
        **fields,
    )


_WORDS: Mapping[str, tuple[str, ...]] = {"result": get_args(ResultRule), "backend_rule": get_args(BackendRule)}
"""Option -> the words that it may be."""
_PARAMETERS = ("promote", "static", "held", "differentiable", "gradient", "untouched", "view", "returns_argument")
"""The options that name parameters."""


def _check_options(function: str, options: Options, parameters: Mapping[str, Parameter]) -> None:
    """Raise where an option of a declaration is unknown, or is no word or parameter that it may be.

    Raises
    ------
    AikitTypeError : an unknown option.
    AikitValueError : an unknown word, parameter or dtype category.
    """
    given: Mapping[str, Any] = options
    for name, value in given.items():
        if name not in Options.__annotations__:
            raise AikitTypeError(
                f"{function}: {name}={shown(value)} is no option of a declaration; there are {', '.join(Options.__annotations__)}"
            )
        if name in _WORDS and value not in _WORDS[name]:
            raise AikitValueError(f"{function}: {name}={value!r} is none of {', '.join(_WORDS[name])}")
        if name in _PARAMETERS:
            _require_parameters(function, name, (value,) if isinstance(value, str) else value, parameters)
    dtypes = given.get("dtypes", "any")
    if not isinstance(dtypes, str):
        _require_parameters(function, "dtypes", dtypes, parameters)
    for category in (dtypes,) if isinstance(dtypes, str) else dtypes.values():
        if category not in CATEGORIES:
            raise AikitValueError(
                f"{function}: dtypes has the category {category!r}; there are {', '.join(CATEGORIES)}"
            )


def _require_parameters(function: str, option: str, names: Iterable[str], parameters: Mapping[str, Parameter]) -> None:
    for name in names:
        if name not in parameters:
            raise AikitValueError(
                f"{function}: {option} names {name!r}, which is no parameter; there are {', '.join(parameters)}"
            )


def _declare(kind: str, body: _F | None, options: Options) -> Any:
    """Register `body` and give it its permanent public form; the decorators are typed as identity."""
    if body is None:
        return lambda declared: _declare(kind, declared, options)
    record = record_of(kind, body, options)
    if record.qualified_name in REGISTRY.declared:
        raise AikitValueError(f"{record.qualified_name} is declared twice")
    record.public = make_public(record)
    REGISTRY[record.qualified_name] = record
    for tell in REGISTRY.on_declare:
        tell(record)
    return record.public


# ------------------------------------------------------------------------------------------------ the decorators


@overload
def primary(body: _F, /, **options: Unpack[Options]) -> _F: ...
@overload
def primary(**options: Unpack[Options]) -> Callable[[_F], _F]: ...
def primary(body: Any = None, /, **options: Unpack[Options]) -> Any:
    """Declare a function that every backend implements; the body hands native arrays to the current backend.

    The options are what the signature cannot say; see `Options`.
    """
    return _declare("primary", body, options)


@overload
def compositional(body: _F, /, **options: Unpack[Options]) -> _F: ...
@overload
def compositional(**options: Unpack[Options]) -> Callable[[_F], _F]: ...
def compositional(body: Any = None, /, **options: Unpack[Options]) -> Any:
    """Declare a function that is composed of other functions of aikit; the body sees every array as an `Array`."""
    return _declare("compositional", body, options)


@overload
def mixed(body: _F, /, **options: Unpack[Options]) -> _F: ...
@overload
def mixed(**options: Unpack[Options]) -> Callable[[_F], _F]: ...
def mixed(body: Any = None, /, **options: Unpack[Options]) -> Any:
    """Declare a function that some backends implement; the body composes it of others, and sees arrays as `Array`.

    The composition runs unless a backend is set explicitly, for the process, a block or by a bound namespace; then the
    implementation of the backend of the arguments does, where there is one.
    """
    return _declare("mixed", body, options)


@overload
def standalone(body: _F, /, **options: Unpack[Options]) -> _F: ...
@overload
def standalone(**options: Unpack[Options]) -> Callable[[_F], _F]: ...
def standalone(body: Any = None, /, **options: Unpack[Options]) -> Any:
    """Declare a function that refers to no primary or compositional function; it runs as written."""
    return _declare("standalone", body, options)
