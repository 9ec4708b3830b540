"""What a namespace does not do by the standard, and its author supplies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from types import ModuleType
from typing import Any

import numpy as np

from aikit.dtypes import DTYPES
from pytest_aikit.namespaces.naming import NamespaceError, imported


@dataclass(frozen=True)
class NamespaceAdapter:
    """The ways into a namespace and out of it, where they are not those of the standard. What is left out is as it says.

    Parameters
    ----------
    to_numpy : the ndarray with the values of an array; by ``__dlpack__`` or ``__array__``, if not said.
    from_numpy : makes an array of an ndarray, of its dtype; ``asarray`` of the namespace, if not said.
    device : the device that arrays are made on; the default one, if not said.
    dtypes : names of dtypes -> those of the namespace; what ``__array_namespace_info__`` tells, if not said.

    Examples
    --------
    >>> from pytest_aikit import NamespaceAdapter
    >>> adapter = NamespaceAdapter(to_numpy=lambda x: x.todense())
    """

    to_numpy: Callable[[Any], np.ndarray] | None = None
    from_numpy: Callable[[np.ndarray], Any] | None = None
    device: Any = None
    dtypes: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        for name in ("to_numpy", "from_numpy"):
            given = getattr(self, name)
            if given is not None and not callable(given):
                raise NamespaceError(f"{name} of the adapter is {given!r}, which is no function")
        for name in self.dtypes or ():
            if name not in DTYPES:
                raise NamespaceError(f"dtypes of the adapter: {name!r} is no dtype; choose from {', '.join(DTYPES)}")


NAMES = tuple(one.name for one in fields(NamespaceAdapter))


def named(name: str) -> NamespaceAdapter:
    """The adapter that ``module`` or ``module:object`` names: a `NamespaceAdapter`, or whatever has some of its attributes.

    Raises
    ------
    NamespaceError : there is none.
    """
    module, _, path = name.partition(":")
    found: Any = imported(module)
    for part in filter(None, path.split(".")):
        if not hasattr(found, part):
            raise NamespaceError(f"{module} has no {path}")
        found = getattr(found, part)
    if isinstance(found, NamespaceAdapter):
        return found
    given = {name: getattr(found, name) for name in NAMES if hasattr(found, name)}
    if not given:
        what = module if isinstance(found, ModuleType) else name
        raise NamespaceError(f"{what} has none of {', '.join(NAMES)}")
    return NamespaceAdapter(**given)
