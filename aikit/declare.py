"""The declaration of a public function, and the registry of all of them.

A function is declared once, in ``functional/aikit/<category>.py``: signature, hints, docstring and body. A decorator
turns it into a `Function` record and a permanent public callable. Whatever else needs to know something about a
function (dispatch, `out`, the methods of Array, the docs, the conformance checks) reads it from the record.
"""

from __future__ import annotations

import enum
import functools
import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar, overload

from aikit.dtypes import CATEGORIES

_F = TypeVar("_F", bound=Callable[..., Any])


class Missing(enum.Enum):
    """Stands for an argument that the caller did not write; an Enum, which torch.compile knows as a constant."""

    MISSING = "missing"


MISSING: Any = Missing.MISSING

_SCALARS: dict[str, type] = {"bool": bool, "int": int, "float": float, "complex": complex}
_ARRAY_ROLES = frozenset({"array", "arrays", "array-like", "array or dtype", "arrays or dtypes"})


@dataclass(frozen=True, slots=True, eq=False)
class Parameter:
    """One parameter of public functions, as its annotation describes it; those that are alike are one object.

    Attributes
    ----------
    role : what the argument is: ``array`` (an array, or a Python scalar of one of `scalars`), ``arrays`` (a sequence
        of arrays, or the variadic arrays), ``array-like`` (anything `asarray` takes), ``array or dtype``, ``dtype``,
        ``arrays or dtypes``, ``device``, ``int``, ``ints`` (an int or a sequence of ints), ``shape``, ``bool``, ``choice``,
        ``scalar``, ``function`` (one of the caller's; a mixed function hands it arrays and gets one from it), ``container``
        (nothing but an `aikit.Container`) or ``any``.
    scalars : the Python scalar types that are accepted.
    optional : whether None is accepted.
    choices : the accepted strings of a ``choice``.
    variadic, required, holds_arrays : whether it is like ``*arrays``, has no default, may hold arrays.
    """

    name: str
    kind: inspect._ParameterKind
    default: Any
    role: str
    scalars: tuple[type, ...] = ()
    optional: bool = False
    choices: tuple[Any, ...] = ()
    variadic: bool = field(init=False)
    required: bool = field(init=False)
    holds_arrays: bool = field(init=False)

    def __post_init__(self) -> None:
        variadic = self.kind is inspect.Parameter.VAR_POSITIONAL
        object.__setattr__(self, "variadic", variadic)
        object.__setattr__(self, "required", self.default is inspect.Parameter.empty and not variadic)
        object.__setattr__(self, "holds_arrays", self.role in _ARRAY_ROLES)


class BoundForm(NamedTuple):
    """A function bound to one backend, with the part of the look-up table that belongs to that backend."""

    function: Callable[..., Any]
    table: dict[type, dict[Any, Callable[..., Any]]]


@dataclass(eq=False, slots=True)
class Function:
    """The record of a public function.

    Attributes
    ----------
    name, category, namespace : ``tan``, ``elementwise``, ``aikit``.
    kind : ``primary``, ``compositional``, ``mixed`` or ``standalone``.
    body : the declared function; a primary's works on native arrays, a compositional or mixed one's on Arrays.
    signature : as declared, `out` included.
    parameters : by name, without `out`.
    dtypes : array parameter -> the dtype category it accepts (a key of `aikit.dtypes.CATEGORIES`); `dtype` -> that of
        the arrays that a function without array parameters makes; a function -> that of the array it must return.
    promote : the array parameters that are brought to one dtype.
    result : the dtype of the result: ``promoted`` (the common dtype of `promote`), ``boolean``, ``index``, ``real``
        (the real dtype of a complex one), ``complex`` (the complex dtype whose parts hold a real one), ``part`` (the
        dtype of the parts of that complex dtype), ``float`` (integers give the default float dtype), ``accumulation``,
        ``given`` (by the argument `dtype`) or ``none`` (the result holds no array).
    returns : ``array``, ``arrays`` (several) or ``value``.
    out : whether there is an `out` argument.
    default_dtype : the dtype that an omitted `dtype` stands for, from the arguments.
    static : the array parameters whose Python scalar stays one, because it decides the shape of the result.
    backend_rule : ``arguments`` (the backend of the arrays), or ``set`` (the set backend wins: asarray and the like).
    differentiable : the parameters with respect to which there is a gradient.
    domain : the interval of real values in which samples make sense, None for all.
    gradient : the parameter that is None in a container of gradients where there is none, such as for an int.
    untouched : the parameters whose leaves are the results there.
    view : the array parameter that the result is a view of in NumPy, unless its argument `copy` is True or a conversion
        changes something; empty where there is none. See `aikit.set_view_write_mode`.
    convenience : organises code and is no part of a computation graph.
    nestable : whether containers may stand for any of the arguments: all functions but standalone ones, unless said.
    elementwise : whether an element of the result depends on nothing but the elements in its place, after broadcasting:
        the functions of the category ``elementwise``, unless said.
    new_axes : whether `axis` counts the dimensions of the result, which has one more for each axis named.
    check : a rule of `aikit.functional.rules`, called with the name, the arguments and the backend once a call has failed;
        it raises the error that says what is wrong with the arguments.
    result_lengths : from the arguments, the lengths of the result, or numbers of the same product, where arguments ask for
        them other than by `shape` alone.
    public : the permanent function that users call.
    table : native class -> native dtype -> implementation: what the fast path looks up.
    bound : backend name -> the form of the function that is bound to that backend.
    qualified_name : the name below ``aikit``, such as ``tan`` or ``linalg.inv``.
    array_parameters : the names of the parameters that may hold arrays, `out` left out.
    takes_function : whether it runs a function of the caller's, whose exceptions are the caller's.
    """

    name: str
    category: str
    namespace: str
    kind: str
    body: Callable[..., Any]
    signature: inspect.Signature
    parameters: Mapping[str, Parameter]
    dtypes: Mapping[str, str]
    promote: tuple[str, ...]
    result: str
    returns: str
    out: bool
    default_dtype: Callable[[Mapping[str, Any]], Any] | None = None
    static: tuple[str, ...] = ()
    backend_rule: str = "arguments"
    differentiable: tuple[str, ...] = ()
    domain: tuple[float, float] | None = None
    gradient: str = ""
    untouched: tuple[str, ...] = ()
    view: str = ""
    convenience: bool = False
    nestable: bool = False
    elementwise: bool = False
    new_axes: bool = False
    check: Callable[[str, Mapping[str, Any], Any], None] | None = None
    result_lengths: Callable[[Mapping[str, Any]], Any] | None = None
    public: Callable[..., Any] = field(default=None)  # type: ignore[assignment]
    table: dict[type, dict[Any, Callable[..., Any]]] = field(default_factory=dict)
    bound: dict[str, BoundForm] = field(default_factory=dict)
    qualified_name: str = field(init=False)
    array_parameters: tuple[str, ...] = field(init=False)
    takes_function: bool = field(init=False)

    def __post_init__(self) -> None:
        # each call reads these, so they are not properties
        self.qualified_name = f"{self.namespace}.{self.name}".removeprefix("aikit.")
        self.array_parameters = tuple(p.name for p in self.parameters.values() if p.holds_arrays)
        self.takes_function = any(p.role == "function" for p in self.parameters.values())

    def __repr__(self) -> str:
        return f"<{self.kind} function {self.qualified_name}{self.signature}>"

    def takes(self, parameter: str, dtype: str) -> bool:
        """Whether an array may have a dtype at a parameter.

        Where integers promote, a bool joins the dtype of what stands beside it; two bools are what the category says.
        """
        category = CATEGORIES[self.dtypes.get(parameter, "any")]
        if dtype == "bool" and "int32" in category:
            return dtype in category or (parameter in self.promote and len(self.promote) > 1)
        return dtype in category

    @property
    def has_method(self) -> bool:
        """Whether Array has a method of this name: some argument other than `out` is an array."""
        is_attribute = self.qualified_name in ("dtype",)
        return bool(self.array_parameters) and self.category not in ("nest", "meta") and not is_attribute


REGISTRY: dict[str, Function] = {}
"""Every public function by its qualified name."""


def describe(function: Callable[..., Any]) -> Function:
    """The record of a public function: its kind, category, signature, dtypes and so on.

    Parameters
    ----------
    function : a public function of aikit, or the bound form of one.

    Raises
    ------
    AikitTypeError : `function` is not a public function of aikit.

    Examples
    --------
    >>> import aikit
    >>> aikit.describe(aikit.tan).kind
    'primary'
    """
    from aikit.exceptions import AikitTypeError

    record = getattr(function, "__aikit_function__", None)
    if record is None:
        raise AikitTypeError(
            f"describe: function={function!r} is not a public function of aikit; pass one, such as aikit.tan"
        )
    return record


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
        promote=arrays if promote is None else promote,
        result="none" if returns == "value" else result,
        returns=returns,
        out="out" in signature.parameters,
        nestable=nestable,
        elementwise=category == "elementwise" if elementwise is None else elementwise,
        **rest,
    )


def _declare(kind: str, body: _F | None, options: Mapping[str, Any]) -> Any:
    """Register `body` and give it its permanent public form; the decorators are typed as identity."""
    if body is None:
        return lambda declared: _declare(kind, declared, options)
    from aikit.dispatch import make_public

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
