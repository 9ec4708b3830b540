"""`Container`: a dict of arrays, values and further containers, on which every nestable function works leaf by leaf."""

from __future__ import annotations

import copy
import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from aikit.array.programmatic import make_method
from aikit.container.activations import ContainerWithActivations
from aikit.container.comparing import ContainerWithComparing
from aikit.container.conversion import ContainerWithConversion
from aikit.container.creation import ContainerWithCreation
from aikit.container.data_type import ContainerWithDataType
from aikit.container.device import ContainerWithDevice
from aikit.container.elementwise import ContainerWithElementwise
from aikit.container.fft import ContainerWithFft
from aikit.container.general import ContainerWithGeneral
from aikit.container.gradients import ContainerWithGradients
from aikit.container.indexing import ContainerWithIndexing
from aikit.container.layers import ContainerWithLayers
from aikit.container.linear_algebra import ContainerWithLinearAlgebra
from aikit.container.losses import ContainerWithLosses
from aikit.container.manipulation import ContainerWithManipulation
from aikit.container.mapping import ContainerWithMapping
from aikit.container.norms import ContainerWithNorms
from aikit.container.operators import ContainerWithOperators
from aikit.container.searching import ContainerWithSearching
from aikit.container.set import ContainerWithSet
from aikit.container.sorting import ContainerWithSorting
from aikit.container.statistical import ContainerWithStatistical
from aikit.container.structure import Node, check_shared, mapped
from aikit.container.utility import ContainerWithUtility
from aikit.declare import REGISTRY
from aikit.exceptions import AikitStructureError, AikitTypeError
from aikit.pytrees import register_container_with_optree
from aikit.settings import not_for_autograph
from aikit.wording import shown

_INDENT = "    "


class Container(
    ContainerWithOperators,
    ContainerWithMapping,
    ContainerWithComparing,
    ContainerWithConversion,
    ContainerWithActivations,
    ContainerWithCreation,
    ContainerWithDataType,
    ContainerWithDevice,
    ContainerWithElementwise,
    ContainerWithFft,
    ContainerWithGeneral,
    ContainerWithGradients,
    ContainerWithIndexing,
    ContainerWithLayers,
    ContainerWithLinearAlgebra,
    ContainerWithLosses,
    ContainerWithManipulation,
    ContainerWithNorms,
    ContainerWithSearching,
    ContainerWithSet,
    ContainerWithSorting,
    ContainerWithStatistical,
    ContainerWithUtility,
    Node,
):
    """A nested dict of leaves, in the order in which they were put in.

    Keys are strings. Dicts among the values become containers; everything else is a leaf. ``c.a.b`` and ``c["a/b"]`` are
    the leaf at the key chain ``a/b``, and can be set. A key that is also the name of a method is reached with brackets.
    Any other index is applied to every leaf: ``c[0]``, ``c[:, 1]``.

    Every nestable function takes containers in place of any of its arguments, and so do operators. Containers in one call
    must share a nested structure: where two of them have nodes, these have the same keys; a leaf in the place of a node
    stands for each of the leaves below it. ``c.add(y)`` and ``Container.static_add(x, y)`` are `aikit.add`.

    Parameters
    ----------
    dict_in : a mapping, or pairs of keys and values.
    **kwargs : further keys.

    Examples
    --------
    >>> import aikit
    >>> x = aikit.Container(a={"b": 2, "c": 4}, d=6)
    >>> print(x / 2)
    {
        a: {
            b: 1.0
            c: 2.0
        }
        d: 3.0
    }
    """

    __slots__ = ()
    __array_ufunc__ = None  # so that an ndarray leaves its operators to the container

    def __init__(self, dict_in: Mapping[str, Any] | Iterable[tuple[str, Any]] = (), /, **kwargs: Any) -> None:
        super().__init__()
        self.update(dict_in, **kwargs)

    # -------------------------------------------------------------------------------------------- keys

    def _chain(self, key: Any) -> tuple[str, ...]:
        if not isinstance(key, str):
            raise AikitTypeError(f"Container: the key {key!r} is a {type(key).__name__}; keys are strings")
        chain = tuple(key.split("/"))
        if "" in chain:
            raise AikitTypeError(f"Container: the key {key!r} has an empty part; write key chains as 'a/b'")
        return chain

    def _below(self, chain: tuple[str, ...]) -> Any:
        """What lies at a key chain; KeyError where nothing does."""
        found: Any = self
        for place, key in enumerate(chain):
            if not isinstance(found, Node) or not dict.__contains__(found, key):
                there = f"has {', '.join(map(repr, found))}" if isinstance(found, Node) else "is a leaf"
                where = "/".join(chain[:place]) or "the container"
                raise KeyError(f"Container: there is no {'/'.join(chain)!r}: {where} {there}")
            found = dict.__getitem__(found, key)
        return found

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            return self._below(self._chain(key))
        check_shared("__getitem__", [self, key])
        return mapped(lambda chain, items: items[0][items[1]], [self, key])

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, str):
            self._put(self._chain(key), value)
            return
        check_shared("__setitem__", [self, key, value])

        def put(chain: tuple[str, ...], items: list[Any]) -> None:
            items[0][items[1]] = items[2]

        mapped(put, [self, key, value])

    def _put(self, chain: tuple[str, ...], value: Any) -> None:
        node: Any = self
        for place, key in enumerate(chain[:-1]):
            if not dict.__contains__(node, key):
                dict.__setitem__(node, key, type(self)())
            node = dict.__getitem__(node, key)
            if not isinstance(node, Node):
                raise AikitStructureError(
                    f"Container: {'/'.join(chain)!r} cannot be set, for {'/'.join(chain[: place + 1])!r} is a leaf; remove it first"
                )
        if isinstance(value, Mapping) and not isinstance(value, Node):
            value = type(self)(value)
        dict.__setitem__(node, chain[-1], value)

    def __delitem__(self, key: str) -> None:
        *above, last = self._chain(key)
        self._below((*above, last))
        dict.__delitem__(self._below(tuple(above)), last)

    def __contains__(self, key: object) -> bool:
        if not isinstance(key, str):
            return False
        try:
            self._below(self._chain(key))
        except KeyError:
            return False
        return True

    def get(self, key: str, default: Any = None) -> Any:
        """What lies at a key chain, `default` where nothing does."""
        return self[key] if key in self else default  # noqa: SIM401

    _NO_DEFAULT: Any = object()

    def pop(self, key: str, default: Any = _NO_DEFAULT) -> Any:
        """Remove what lies at a key chain, and return it; `default` where nothing does."""
        if default is not self._NO_DEFAULT and key not in self:
            return default
        found = self[key]
        del self[key]
        return found

    def setdefault(self, key: str, default: Any = None) -> Any:
        """What lies at a key chain; `default`, put there, where nothing does."""
        if key not in self:
            self[key] = default
        return self[key]

    def update(self, dict_in: Any = (), /, **kwargs: Any) -> None:
        """Set the keys of a mapping, or of pairs, and the keywords."""
        try:
            pairs = [*(dict_in.items() if isinstance(dict_in, Mapping) else dict_in), *kwargs.items()]
            chains = [self._chain(key) for key, _ in pairs]
        except (TypeError, ValueError) as error:
            if isinstance(error, AikitTypeError):
                raise
            raise AikitTypeError(
                f"Container: dict_in={shown(dict_in)} is a {type(dict_in).__name__}; give a mapping, or pairs of keys and values"
            ) from None
        for chain, (_, value) in zip(chains, pairs, strict=True):
            self._put(chain, value)

    # -------------------------------------------------------------------------------------------- attributes

    def __getattr__(self, name: str) -> Any:
        if not dict.__contains__(self, name):
            raise AttributeError(f"the container has no key {name!r}; it has {', '.join(map(repr, self)) or 'none'}")
        return dict.__getitem__(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if hasattr(type(self), name):
            raise AttributeError(f"{name} is a method of Container; set the key with c[{name!r}] = ...")
        self[name] = value

    def __delattr__(self, name: str) -> None:
        if not dict.__contains__(self, name):
            raise AttributeError(f"the container has no key {name!r}")
        dict.__delitem__(self, name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self]

    # -------------------------------------------------------------------------------------------- protocols

    def copy(self) -> Container:
        """A container of its own with the same leaves."""
        return mapped(lambda chain, items: items[0], [self])

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Container:
        return mapped(lambda chain, items: copy.deepcopy(items[0], memo), [self])

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (), None, None, iter(self.items())

    def __repr__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        if not self:
            yield "{}"
            return
        yield "{"
        for key, value in self.items():
            head, *rest = value._lines() if isinstance(value, Container) else repr(value).split("\n")
            # an array of several lines stays aligned under its first one
            pad = _INDENT if isinstance(value, Container) else _INDENT + " " * (len(key) + 2)
            yield f"{_INDENT}{key}: {head}"
            yield from (pad + line for line in rest)
        yield "}"


def _finish() -> None:
    """Give Container any method that has no source, and a place in the trees of optree."""
    for function in REGISTRY.values():
        if function.nestable and not hasattr(Container, f"static_{function.name}"):
            setattr(Container, f"static_{function.name}", staticmethod(function.public))
            if function.has_method:
                setattr(Container, function.name, make_method(function))
    for cls in Container.__mro__[:-2]:
        for method in vars(cls).values():
            if isinstance(method, types.FunctionType):
                not_for_autograph(method)
    register_container_with_optree(Container)


_finish()
