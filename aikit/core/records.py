"""The record of a public function, from which everything else that must know something about it reads it.

`aikit.declare` makes the records from the declarations; dispatch, the methods of Array, the docs and the conformance checks
read them in `REGISTRY`.
"""

from __future__ import annotations

import enum
import inspect
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Set
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple


class Missing(enum.Enum):
    """Stands for an argument that the caller did not write; an Enum, which torch.compile knows as a constant."""

    MISSING = "missing"


MISSING: Any = Missing.MISSING

_ARRAY_ROLES = frozenset({"array", "arrays", "array-like", "array or dtype", "arrays or dtypes"})


@dataclass(frozen=True, slots=True, eq=False)
class Parameter:
    """One parameter of public functions, as its annotation describes it; those that are alike are one object.

    Attributes
    ----------
    role : what the argument is: ``array`` (an array, or a Python scalar of one of `scalars`), ``arrays`` (a sequence
        of arrays, or the variadic arrays), ``array-like`` (anything `asarray` takes), ``array or dtype``, ``dtype``,
        ``arrays or dtypes``, ``device``, ``int``, ``ints`` (an int or a sequence of ints), ``shape``, ``bool``, ``choice``,
        ``scalar``, ``ints by name`` (what ``**lengths`` gathers), ``function`` (one of the caller's; a mixed function hands it arrays and gets one from it), ``container``
        (nothing but an `aikit.Container`) or ``any``.
    scalars : the Python scalar types that are accepted.
    optional : whether None is accepted.
    choices : the accepted strings of a ``choice``.
    variadic, by_any_name, required, holds_arrays : whether it is like ``*arrays``, is like ``**lengths``, must be given, may hold
        arrays.
    """

    name: str
    kind: inspect._ParameterKind
    default: Any
    role: str
    scalars: tuple[type, ...] = ()
    optional: bool = False
    choices: tuple[Any, ...] = ()
    variadic: bool = field(init=False)
    by_any_name: bool = field(init=False)
    required: bool = field(init=False)
    holds_arrays: bool = field(init=False)

    def __post_init__(self) -> None:
        variadic = self.kind is inspect.Parameter.VAR_POSITIONAL
        by_any_name = self.kind is inspect.Parameter.VAR_KEYWORD
        object.__setattr__(self, "variadic", variadic)
        object.__setattr__(self, "by_any_name", by_any_name)
        gathers = variadic or by_any_name
        object.__setattr__(self, "required", self.default is inspect.Parameter.empty and not gathers)
        object.__setattr__(self, "holds_arrays", self.role in _ARRAY_ROLES)


class BoundForm(NamedTuple):
    """A function bound to one backend, with the part of the look-up table that belongs to that backend."""

    function: Callable[..., Any]
    table: dict[type, dict[Any, Callable[..., Any]]]


Arguments = Mapping[str, Any]
"""The arguments of a call by parameter."""
Rule = Callable[[str, Arguments, Any], None]
"""What is called with a function's name, its arguments and the backend, and raises where the arguments do not fit."""
ResultRule = Literal[
    "promoted",
    "boolean",
    "index",
    "real",
    "complex",
    "part",
    "float",
    "integer",
    "accumulation",
    "reduction",
    "given",
    "none",
]
BackendRule = Literal["arguments", "set"]


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
    accepts : every parameter -> the dtypes that it may have, by name; those of its category, and any where it has none.
    promote : the array parameters that are brought to one dtype.
    result : the dtype of the result: ``promoted`` (the common dtype of `promote`), ``boolean``, ``index``, ``real``
        (the real dtype of a complex one), ``complex`` (the complex dtype whose parts hold a real one), ``part`` (the
        dtype of the parts of that complex dtype), ``float`` (integers give the default float dtype), ``integer`` (the
        default integer dtype), ``accumulation``, ``reduction`` (that of the function which the argument `reduction`
        names), ``given`` (by the argument `dtype`) or ``none`` (the result holds no array).
    returns : ``array``, ``arrays`` (several) or ``value``.
    out : whether there is an `out` argument.
    default_dtype : the dtype that an omitted `dtype` stands for, from the arguments.
    static : the array parameters whose Python scalar stays one, because it decides the shape of the result.
    held : the parameter whose number is brought to what the dtype of the result holds; a number of a wider kind, and an int
        beyond the dtype, are refused.
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
    has_method : whether Array has a method of this name: where some argument other than `out` is an array, unless said.
    returns_argument : the parameter whose Array is the result, as it is, where the native array of the result is its own.
    new_axes : whether `axis` counts the dimensions of the result, which has one more for each axis named.
    check : a rule of `aikit.functional.rules`, called with the name, the arguments and the backend once a call has failed;
        it raises the error that says what is wrong with the arguments.
    result_lengths : from the arguments, the lengths of the result, or numbers of the same product, where arguments ask for
        them other than by `shape` alone.
    also_in : further namespaces in which it is found, such as ``aikit.linalg``.
    public : the permanent function that users call.
    table : native class -> native dtype -> implementation: what the fast path looks up.
    bound : backend name -> the form of the function that is bound to that backend.
    qualified_name : the name below ``aikit``, such as ``tan`` or ``linalg.inv``.
    array_parameters : the names of the parameters that may hold arrays, `out` left out.
    axes_of : those whose dimensions its axes are: what is brought to one dtype, or the first array.
    promotes_pair : whether its first two parameters, and no other ones, are brought to one dtype.
    takes_numbers : the native classes of which the implementations take a Python number in the place of an array beside the
        first one.
    takes_function : whether it runs a function of the caller's, whose exceptions are the caller's.
    makes_new : whether it makes an array of plain values: where it takes arrays, numbers do as well.
    forwards : whether the body hands its arguments to the backend's function of its name, and does nothing else.
    """

    name: str
    category: str
    namespace: str
    kind: str
    body: Callable[..., Any]
    signature: inspect.Signature
    parameters: Mapping[str, Parameter]
    dtypes: Mapping[str, str]
    accepts: Mapping[str, Set[str]]
    promote: tuple[str, ...]
    result: ResultRule
    returns: str
    out: bool
    default_dtype: Callable[[Arguments], Any] | None = None
    static: tuple[str, ...] = ()
    held: str = ""
    backend_rule: BackendRule = "arguments"
    differentiable: tuple[str, ...] = ()
    domain: tuple[float, float] | None = None
    gradient: str = ""
    untouched: tuple[str, ...] = ()
    view: str = ""
    convenience: bool = False
    nestable: bool = False
    elementwise: bool = False
    has_method: bool = False
    returns_argument: str = ""
    new_axes: bool = False
    check: Rule | None = None
    result_lengths: Callable[[Arguments], Any] | None = None
    also_in: tuple[str, ...] = ()
    public: Callable[..., Any] = field(default=None)  # type: ignore[assignment]
    table: dict[type, dict[Any, Callable[..., Any]]] = field(default_factory=dict)
    bound: dict[str, BoundForm] = field(default_factory=dict)
    qualified_name: str = field(init=False)
    array_parameters: tuple[str, ...] = field(init=False)
    axes_of: tuple[str, ...] = field(init=False)
    promotes_pair: bool = field(init=False)
    takes_numbers: set[type] = field(init=False, default_factory=set)
    takes_function: bool = field(init=False)
    makes_new: bool = field(init=False)
    forwards: bool = field(init=False)

    def __post_init__(self) -> None:
        # each call reads these, so they are not properties
        self.qualified_name = f"{self.namespace}.{self.name}".removeprefix("aikit.")
        self.array_parameters = tuple(p.name for p in self.parameters.values() if p.holds_arrays)
        self.axes_of = self.promote or self.array_parameters[:1]
        self.promotes_pair = len(self.promote) == 2 and tuple(self.parameters)[:2] == self.promote
        self.takes_function = any(p.role == "function" for p in self.parameters.values())
        keywords = {p.name for p in self.parameters.values() if p.kind is inspect.Parameter.KEYWORD_ONLY}
        of_numbers = self.default_dtype is not None and set(self.array_parameters) <= set(self.static)
        self.makes_new = self.kind == "primary" and of_numbers and keywords >= {"dtype", "device"}
        named = {"aikit", "current_backend", *self.qualified_name.split(".")}
        self.forwards = self.kind == "primary" and set(self.body.__code__.co_names) == named

    def __repr__(self) -> str:
        return f"<{self.kind} function {self.qualified_name}{self.signature}>"

    def takes(self, parameter: str, dtype: str) -> bool:
        """Whether an array may have a dtype at a parameter.

        Where integers promote, a bool joins the dtype of what stands beside it; two bools are what the category says.
        """
        accepted = self.accepts[parameter]
        if dtype == "bool" and "int32" in accepted:
            return dtype in accepted or (parameter in self.promote and len(self.promote) > 1)
        return dtype in accepted

    @property
    def namespaces(self) -> tuple[str, ...]:
        """The namespaces in which it is found."""
        return (self.namespace, *self.also_in)


class Registry(MutableMapping[str, Function]):
    """Every public function by its qualified name.

    A category is loaded when one of its functions is first asked for, and all of them are when they are enumerated.

    Attributes
    ----------
    declared : the functions that are declared so far.
    places : qualified name -> the module that declares it, of the functions that may not be loaded yet.
    load : loads such a module.
    on_declare : what is called with each function that is declared.
    """

    def __init__(self) -> None:
        self.declared: dict[str, Function] = {}
        self.places: Mapping[str, str] = {}
        self.load: Callable[[str], Any] = str
        self.on_declare: list[Callable[[Function], None]] = []

    def load_all(self) -> None:
        """Load every category."""
        for place in dict.fromkeys(self.places.values()):
            self.load(place)

    def __getitem__(self, name: str) -> Function:
        if name not in self.declared and name in self.places:
            self.load(self.places[name])
        return self.declared[name]

    def __setitem__(self, name: str, function: Function) -> None:
        self.declared[name] = function

    def __delitem__(self, name: str) -> None:
        del self.declared[name]

    def __iter__(self) -> Iterator[str]:
        self.load_all()
        return iter(self.declared)

    def __len__(self) -> int:
        self.load_all()
        return len(self.declared)


REGISTRY = Registry()
