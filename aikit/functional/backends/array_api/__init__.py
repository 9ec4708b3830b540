"""aikit on any namespace that follows the Array API standard, with no code for that namespace.

A function is the namespace's own, looked up by its name, except where aikit promises more than the standard does: then
a rule of this package puts the result together from functions of the standard (see `_rules`).
"""

from __future__ import annotations

import functools
from types import ModuleType
from typing import Any

from aikit.core.records import REGISTRY
from aikit.core.wording import quoted
from aikit.dtypes import DTYPES, register_native_dtypes
from aikit.functional.backends import GENERIC, protocol
from aikit.functional.backends.by_dtype import ByDtype
from aikit.functional.rules import data_type as known

from . import (
    activations,
    creation,
    data_type,
    device,
    elementwise,
    fft,
    gradients,
    indexing,
    layers,
    linear_algebra,
    manipulation,
    pooling,
    random,
    searching,
    set,
    sorting,
    statistical,
    utility,
)
from ._rules import RULES, cases
from .core import Core

__all__ = ["Backend", "wrap"]


_DEFAULTED = frozenset(protocol.members(protocol.Backend))
"""Never looked up in a namespace, which knows nothing of them."""


_NEEDED = ("asarray", "astype", "empty", "reshape", "stack", "zeros")
"""What the members of the protocol are made of; any other function may be missing."""


class _Functions:
    """The functions of one namespace or of an extension of it, each looked up when it is first asked for."""

    def __init__(self, backend: Any, namespace: Any, prefix: str) -> None:
        self._backend, self._namespace, self._prefix = backend, namespace, prefix

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in _DEFAULTED:
            raise AttributeError(name)
        found = _function(self._backend, getattr(self._namespace, name, None), f"{self._prefix}{name}")
        setattr(self, name, found)
        return found


def _function(backend: Any, standard: Any, name: str) -> Any:
    """What runs in place of the public function `name`: the standard's own, a rule, or one of these by dtype."""
    if standard is None:
        # a mixed function has a composition where a backend has nothing
        if name not in RULES and (name not in REGISTRY or REGISTRY[name].kind == "mixed"):
            raise AttributeError(f"{backend.name} has no attribute {name!r}")
        standard = functools.partial(_refuse, backend, name)
    own = RULES.get(name, {}).get("any")
    default = standard if own is None else functools.partial(own, backend, standard)
    for_some = {
        backend.native_dtypes[dtype]: functools.partial(function, backend, standard)
        for function, names in cases(name)
        for dtype in names & backend.native_dtypes.keys()
    }
    return ByDtype(default, for_some) if for_some else default


def _refuse(backend: Any, name: str, *args: Any, **kwargs: Any) -> Any:
    raise NotImplementedError(f"the namespace {backend.namespace.__name__} has no {name}")


class Backend(Core, _Functions):
    """A backend made of a namespace; see `wrap`.

    Attributes
    ----------
    namespace : the namespace itself.
    """

    can_cast = staticmethod(known.can_cast)
    dtype = staticmethod(known.dtype)
    finfo = staticmethod(known.finfo)
    iinfo = staticmethod(known.iinfo)
    result_type = staticmethod(known.result_type)

    def __init__(self, namespace: Any, name: str) -> None:
        super().__init__(self, namespace, "")
        self.name = name
        self.namespace = namespace
        self.version = getattr(namespace, "__version__", "")
        self.NativeArray = type(namespace.empty((0,)))
        info = namespace.__array_namespace_info__()
        there = info.dtypes()
        self.native_dtypes = {dtype: there[dtype] for dtype in DTYPES if dtype in there}
        register_native_dtypes(self.native_dtypes)
        self.max_dimensions = info.capabilities().get("max dimensions")

    def __repr__(self) -> str:
        return f"<the backend {self.name!r} on {self.namespace!r}>"

    @functools.cached_property
    def linalg(self) -> Any:
        return _Functions(self, getattr(self.namespace, "linalg", None), "linalg.")

    @functools.cached_property
    def fft(self) -> Any:
        return _Functions(self, getattr(self.namespace, "fft", None), "fft.")


def wrap(namespace: ModuleType, name: str | None = None) -> Backend:
    """A backend on a namespace that follows the Array API standard.

    Parameters
    ----------
    namespace : the namespace, a module as a rule; of version 2023.12 or later, with the inspection functions.
    name : what the backend is called; ``"array_api:"`` and the name of the module where it is None.

    Raises
    ------
    TypeError : `namespace` does not follow the standard; the message lists what it lacks.

    Examples
    --------
    >>> import array_api_strict
    >>> from aikit.functional.backends.array_api import wrap
    >>> backend = wrap(array_api_strict)
    >>> backend.sum(array_api_strict.ones(3))
    Array(3., dtype=array_api_strict.float64)
    """
    if not hasattr(namespace, "__array_namespace_info__"):
        raise TypeError(
            f"{namespace!r} is no namespace of the Array API standard, version 2023.12 or later: it has no "
            "__array_namespace_info__"
        )
    missing = [function for function in _NEEDED if not hasattr(namespace, function)]
    if missing:
        raise TypeError(f"{namespace!r} lacks {quoted(missing)}, which every namespace of the Array API standard has")
    backend = Backend(namespace, name or f"{GENERIC}{namespace.__name__}")
    protocol.complete(backend)
    return backend
