"""Functions of the user's own under a trace, or on arrays that are not computed yet: the same test runs them once more.

While such a test runs, each name by which it knows one of the functions of its mark ``aikit_capabilities`` means the lazy
form: names of its module, attributes of modules, its parameters and fixtures. A call is first made as it is, for what a
function refuses it may refuse in its own words under a trace, too.
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

from aikit.array import Array
from aikit.core.arrays import wrap
from aikit.core.wording import in_one_line
from pytest_aikit import frameworks
from pytest_aikit.frameworks import backends
from pytest_aikit.frameworks.records import Trace
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
    if namespace is not None and array_api_compat.is_dask_namespace(namespace):
        return Form("dask", functools.partial(_by_array_api_extra, namespace), _lacks_extra())
    if native and namespace is None:
        return None
    trace = next(iter(frameworks.of(backend).traces), None)
    if namespace is not None and array_api_compat.is_jax_namespace(namespace):
        label = "jax.jit" if trace is None else trace.label
        return Form(label, functools.partial(_by_array_api_extra, namespace), _lacks_extra())
    return None if trace is None else Form(trace.label, functools.partial(_traced, trace, backend))


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
    module: Any = types.ModuleType(function.__module__)
    module.call = call
    request: Any = types.SimpleNamespace(module=module)
    with testing.patch_lazy_xp_functions(request, xp=namespace):
        found: Function = module.call
    return found


def _traced(trace: Trace, backend: str, function: Function) -> Function:
    """The form under the tracer of a framework: its arrays come from outside, all else is part of the trace."""

    def call(*args: Any, **kwargs: Any) -> Any:
        natives: list[Any] = []
        given = _taken_out((args, kwargs), backend, natives)
        results: list[Any] = []

        def traced(natives: list[Any]) -> list[Any]:
            again, named = _put_in(given, natives)
            found: list[Any] = []
            results[:] = [_taken_out(function(*again, **named), backend, found)]
            return found

        made = trace.trace(traced, natives)
        found = made.call([natives])[0]
        outside = sorted(set(made.outside()))
        if outside:
            raise LazyError(f"leaves the framework for {', '.join(outside)}")
        return _put_in(results[0], found)

    return call


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
            has_arrays = _has_arrays((args, kwargs))
            self.called |= has_arrays
            with self.away():
                eager = function(*args, **kwargs)
                if not has_arrays:
                    return eager
                try:
                    with _quiet():
                        return lazy(*args, **kwargs)
                except Exception as error:
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
    """Without what tracers warn about and log: of the function itself the call as it is has said all.

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
