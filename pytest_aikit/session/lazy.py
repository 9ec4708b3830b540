"""Functions of the user's own under a trace, or on arrays that are not computed yet: the same test runs them once more.

While such a test runs, each name by which it knows one of the functions of its mark ``aikit_capabilities`` means the lazy
form: names of its module, attributes of modules, its parameters and fixtures. Where a call fails it is made as it is, too:
what a function refuses there, in its own words, it may refuse under a trace.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import logging
import sys
import types
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import array_api_compat

from aikit import backend_handler
from aikit.array import Array
from aikit.core.arrays import wrap
from aikit.core.wording import in_one_line
from pytest_aikit import frameworks
from pytest_aikit.frameworks import backends
from pytest_aikit.frameworks.records import Trace, Traced
from pytest_aikit.session.assertions.leaf import home_of

Function = Callable[..., Any]


class LazyError(AssertionError):
    """A function that works as it is breaks under a trace, or computes what is not to be computed yet."""

    __module__ = "pytest_aikit"


class Form(NamedTuple):
    """A way in which functions are called lazily.

    Attributes
    ----------
    label : its name, ``"jax.jit"``.
    made : makes of a function its lazy form.
    lacks : why it cannot be made in this environment; empty where it can.
    """

    label: str
    made: Callable[[Function], Function]
    lacks: str = ""


def form_of(backend: str, native: bool) -> Form | None:
    """How functions are called lazily on a backend; None where there is no such way.

    Parameters
    ----------
    native : whether on the arrays of its own namespace.
    """
    namespace = backends.native_namespace_or_none(backend) if native else None
    if native and namespace is None:
        return None
    trace = next(iter(frameworks.of(backend).traces), None)
    if namespace is not None and array_api_compat.is_dask_namespace(namespace):
        return Form("dask", functools.partial(_by_array_api_extra, namespace), _lacks_extra())
    if trace is None:
        return None
    if namespace is not None and array_api_compat.is_jax_namespace(namespace):
        made = functools.partial(_by_array_api_extra_and_traced, namespace, trace, backend)
        return Form(trace.label, made, _lacks_extra())
    return Form(trace.label, functools.partial(_traced, trace, backend))


def _lacks_extra() -> str:
    there = importlib.util.find_spec("array_api_extra") is not None
    return "" if there else "array-api-extra is not installed; pip install pytest-aikit[lazy]"


# ------------------------------------------------------------------------------------------------ the forms


def _by_array_api_extra(namespace: Any, function: Function) -> Function:
    """The form that array-api-extra tests on JAX and dask.

    It is asked for in the module of a test, which here holds the function alone. Tags of the user's own stay in force.
    """
    from array_api_extra import testing

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    if not hasattr(call, "_lazy_xp_function"):
        testing.lazy_xp_function(call)
    module: Any = types.ModuleType("functions")
    module.call = call
    request: Any = types.SimpleNamespace(module=module)
    with testing.patch_lazy_xp_functions(request, xp=namespace):
        found: Function = module.call
    return found


def _by_array_api_extra_and_traced(namespace: Any, trace: Trace, backend: str, function: Function) -> Function:
    """The form of array-api-extra, which does not see what leaves the framework; that is read off a trace."""
    lazy = _by_array_api_extra(namespace, function)

    def call(*args: Any, **kwargs: Any) -> Any:
        found = lazy(*args, **kwargs)
        natives, traced, _ = _as_function(function, args, kwargs, backend)
        _require_inside(trace.trace(traced, natives))
        return found

    return call


def _traced(trace: Trace, backend: str, function: Function) -> Function:
    """The form under the tracer of a framework."""

    def call(*args: Any, **kwargs: Any) -> Any:
        natives, traced, results = _as_function(function, args, kwargs, backend)
        made = trace.trace(traced, natives)
        found = made.call([natives])[0]
        _require_inside(made)
        if not made.traces() and any(all(one is not native for native in natives) for one in found):
            raise LazyError(_KEPT)  # PyTorch's tracer has nothing to trace, and no tracer to see in the result
        return _put_in(results[0], found)

    return call


def _require_inside(made: Traced) -> None:
    for what, found in (("leaves the framework for", made.outside()), ("computes values by", made.values())):
        if found:
            raise LazyError(f"{what} {', '.join(sorted(set(found)))}")


def _as_function(
    function: Function, args: Any, kwargs: Any, backend: str
) -> tuple[list[Any], Callable[[list[Any]], list[Any]], list[Any]]:
    """The native arrays of a call, the call as a function of them that gives those of its result, and where the nest of
    the result is when that was called. What is no array is part of the function.
    """
    natives: list[Any] = []
    given = _taken_out((args, kwargs), backend, natives)
    results: list[Any] = []

    def traced(natives: list[Any]) -> list[Any]:
        again, named = _put_in(given, natives)
        found: list[Any] = []
        results[:] = [_taken_out(function(*again, **named), backend, found)]
        for native in found:
            if not backend_handler.load(backend).is_traced(native):
                raise LazyError(_KEPT)
        return found

    return natives, traced, results


_KEPT = "gives an array that was there before the trace, whatever the arguments are"


class _Place(NamedTuple):
    """Where an array was taken out of a nest, and whether it was an Array."""

    number: int
    is_ours: bool


def _taken_out(value: Any, backend: str, natives: list[Any]) -> Any:
    """A nest without the arrays of a backend, which are appended to `natives`."""
    return _mapped(functools.partial(_take, backend, natives), value)


def _take(backend: str, natives: list[Any], value: Any) -> Any:
    home, native = home_of(value)
    if home is None or home.name != backend:
        return value
    natives.append(native)
    return _Place(len(natives) - 1, isinstance(value, Array))


def _put_in(value: Any, natives: Sequence[Any]) -> Any:
    """The nest with arrays in their places again."""
    return _mapped(functools.partial(_put, natives), value)


def _put(natives: Sequence[Any], value: Any) -> Any:
    if type(value) is not _Place:
        return value
    native = natives[value.number]
    return wrap(native) if value.is_ours else native


def _mapped(change: Callable[[Any], Any], value: Any) -> Any:
    cls: Any = type(value)
    if isinstance(value, Mapping):
        items = {key: _mapped(change, item) for key, item in value.items()}
        return items if cls is dict else cls(items)
    if isinstance(value, (list, tuple)) and cls is not _Place:
        several = [_mapped(change, item) for item in value]
        return cls(*several) if hasattr(value, "_fields") else cls(several)
    return change(value)


# ------------------------------------------------------------------------------------------------ in place of the functions


@contextlib.contextmanager
def installed(item: Any, functions: Sequence[Function], form: Form) -> Iterator[None]:
    """Let the names by which a test knows functions mean their lazy forms.

    Raises
    ------
    LazyError : none of them was called with an array.
    """
    standing = _StandIns(item, functions, form)
    with standing.in_place():
        yield
    if not standing.called:
        names = ", ".join(map(_name, functions))
        raise LazyError(
            f"the test calls none of {names} with arrays under {form.label}: it must find the function by a name of its "
            "module, an attribute of a module, a parameter or a fixture while it runs"
        )


class _StandIns:
    """The lazy forms of functions, and where they stand in place of these while a test runs."""

    def __init__(self, item: Any, functions: Sequence[Function], form: Form) -> None:
        self.form = form
        self.called = False
        self.places = [(names, name, function) for function in functions for names, name in _found(item, function)]
        self.forms = {id(function): self.form_of(function) for function in functions}

    def form_of(self, function: Function) -> Function:
        lazy = self.form.made(function)
        name = f"{_name(function)} under {self.form.label}"

        def call(*args: Any, **kwargs: Any) -> Any:
            with self.away():
                if not _has_arrays((args, kwargs)):
                    return function(*args, **kwargs)
                self.called = True
                try:
                    with _quiet():
                        return lazy(*args, **kwargs)
                except Exception as error:
                    function(*args, **kwargs)  # what it refuses as it is it may refuse lazily
                    said = error if isinstance(error, LazyError) else in_one_line(error)
                    raise LazyError(f"{name}: {said}") from error

        functools.update_wrapper(call, function)
        call.__qualname__ = name
        return call

    @contextlib.contextmanager
    def in_place(self) -> Iterator[None]:
        for names, name, function in self.places:
            names[name] = self.forms[id(function)]
        try:
            yield
        finally:
            for names, name, function in self.places:
                names[name] = function

    @contextlib.contextmanager
    def away(self) -> Iterator[None]:
        """Functions that call each other are one trace."""
        for names, name, function in self.places:
            names[name] = function
        try:
            yield
        finally:
            for names, name, function in self.places:
                names[name] = self.forms[id(function)]


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Without what tracers warn about and log: of the function itself the test without a trace says all.

    The log of PyTorch's tracer is heard whatever `logging.disable` says, by handlers of its own.
    """
    loggers = [one for one in logging.root.manager.loggerDict.values() if isinstance(one, logging.Logger)]
    closed = [(logger, logger.handlers) for logger in loggers if not logger.propagate]
    before = logging.root.manager.disable
    logging.disable(logging.INFO)
    for logger, _ in closed:
        logger.handlers = []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)
        for logger, handlers in closed:
            logger.handlers = handlers


def _name(function: Function) -> str:
    return getattr(function, "__qualname__", None) or repr(function)


def _has_arrays(value: Any) -> bool:
    found: list[Any] = []
    _mapped(lambda leaf: found.append(leaf) if home_of(leaf)[0] is not None else None, value)
    return bool(found)


def _found(item: Any, function: Function) -> Iterator[tuple[dict[str, Any], str]]:
    """The dicts and the names in them by which a test may find a function."""
    package = getattr(function, "__module__", "").partition(".")[0]
    modules = [value for value in vars(item.module).values() if isinstance(value, types.ModuleType)]
    modules += [module for name, module in sys.modules.items() if name.partition(".")[0] == package]
    known = {id(module): vars(module) for module in (item.module, *modules)}
    for names in (*known.values(), item.funcargs):
        yield from ((names, name) for name, value in list(names.items()) if value is function)
