"""The declaration of a public function, and the registry of all of them.

A function is declared once, in ``functional/aikit/<category>.py``: signature, hints, docstring and body. A decorator
turns it into a `Function` record and a permanent public callable. Whatever else needs to know something about a
function (dispatch, `out`, the methods of Array, the docs, the conformance checks) reads it from the record.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, overload

from aikit.core.records import REGISTRY, Function, Parameter
from aikit.dispatch import make_public
from aikit.dtypes import CATEGORIES

_F = TypeVar("_F", bound=Callable[..., Any])


_SCALARS: dict[str, type] = {"bool": bool, "int": int, "float": float, "complex": complex}
# ------------------------------------------------------------------------------------------------ reading hints


@functools.lru_cache(maxsize=None, typed=True)  # typed, for a default of 0 is not one of 0.0
def _parameter(name: str, kind: inspect._ParameterKind, default: Any, hint: str) -> Parameter:
    """Read a parameter's role from its annotation."""
    parts = [part.strip() for part in re.split(r"\|(?![^\[]*\])", hint)]
    scalars = tuple(_SCALARS[part] for part in parts if part in _SCALARS)
    optional = "None" in parts
    choices: tuple[Any, ...] = ()
    literal = re.search(r"Literal\[(.*?)\]", hint)
    if "ArrayLike" in parts:
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


def _returns(hint: str) -> str:
    if hint.startswith(("tuple", "list")) or hint.endswith("Result"):
        return "arrays" if "Array" in hint or hint.endswith("Result") else "value"
    return "array" if "Array" in hint else "value"


def _record(
    kind: str,
    body: Callable[..., Any],
    *,
    dtypes: str | Mapping[str, str] = "any",
    promote: tuple[str, ...] | None = None,
    result: str = "promoted",
    namespace: str = "aikit",
    category: str | None = None,
    nestable: bool | None = None,
    elementwise: bool | None = None,
    has_method: bool | None = None,
    **rest: Any,
) -> Function:
    signature = inspect.signature(body)
    parameters = {
        p.name: _parameter(p.name, p.kind, p.default, str(p.annotation))
        for p in signature.parameters.values()
        if p.name != "out"
    }
    arrays = tuple(p.name for p in parameters.values() if p.holds_arrays)
    categories = dict.fromkeys(arrays, dtypes) if isinstance(dtypes, str) else dict(dtypes)
    unknown = {key: value for key, value in categories.items() if value not in CATEGORIES or key not in parameters}
    if unknown:
        raise ValueError(f"{body.__name__}: dtypes has {unknown}, which is no parameter or no category")
    returns = _returns(str(signature.return_annotation))
    if nestable is None:
        nestable = kind != "standalone" and bool(arrays or "out" in signature.parameters)
    category = category or body.__module__.rpartition(".")[2]
    return Function(
        name=body.__name__,
        category=category,
        namespace=namespace,
        kind=kind,
        body=body,
        signature=signature,
        parameters=parameters,
        dtypes=categories,
        accepts={name: CATEGORIES[categories.get(name, "any")] for name in parameters},
        promote=arrays if promote is None else promote,
        result="none" if returns == "value" else result,
        returns=returns,
        out="out" in signature.parameters,
        nestable=nestable,
        elementwise=category == "elementwise" if elementwise is None else elementwise,
        has_method=bool(arrays) if has_method is None else has_method,
        **rest,
    )


def _declare(kind: str, body: _F | None, options: Mapping[str, Any]) -> Any:
    """Register `body` and give it its permanent public form; the decorators are typed as identity."""
    if body is None:
        return lambda declared: _declare(kind, declared, options)
    record = _record(kind, body, **options)
    if record.qualified_name in REGISTRY:
        raise ValueError(f"{record.qualified_name} is declared twice")
    REGISTRY[record.qualified_name] = record
    record.public = make_public(record)
    return record.public


@overload
def primary(body: _F, /, **options: Any) -> _F: ...
@overload
def primary(**options: Any) -> Callable[[_F], _F]: ...
def primary(body: Any = None, /, **options: Any) -> Any:
    """Declare a function that every backend implements; the body hands native arrays to the current backend.

    The options are what the signature cannot say; see the attributes of `Function`.
    """
    return _declare("primary", body, options)


@overload
def compositional(body: _F, /, **options: Any) -> _F: ...
@overload
def compositional(**options: Any) -> Callable[[_F], _F]: ...
def compositional(body: Any = None, /, **options: Any) -> Any:
    """Declare a function that is composed of other functions of aikit; the body sees every array as an `Array`."""
    return _declare("compositional", body, options)


@overload
def mixed(body: _F, /, **options: Any) -> _F: ...
@overload
def mixed(**options: Any) -> Callable[[_F], _F]: ...
def mixed(body: Any = None, /, **options: Any) -> Any:
    """Declare a function that some backends implement; the body composes it of others, and sees arrays as `Array`.

    The composition runs unless a backend is set explicitly, for the process, a block or by a bound namespace; then the
    implementation of the backend of the arguments does, where there is one.
    """
    return _declare("mixed", body, options)


@overload
def standalone(body: _F, /, **options: Any) -> _F: ...
@overload
def standalone(**options: Any) -> Callable[[_F], _F]: ...
def standalone(body: Any = None, /, **options: Any) -> Any:
    """Declare a function that refers to no primary or compositional function; it runs as written."""
    return _declare("standalone", body, options)
