"""`Container`: a dict of arrays, values and further containers, on which every nestable function works leaf by leaf."""

from __future__ import annotations

import copy
import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from aikit.array import Array
from aikit.array.programmatic import make_method
from aikit.container import trees
from aikit.container.comparing import ContainerWithComparing
from aikit.container.conversion import ContainerWithConversion
from aikit.container.items import as_array, get_items, set_items
from aikit.container.keys import MISSING, found_at, key_chain, lies_at, pairs_of, put, put_all
from aikit.container.mapping import ContainerWithMapping
from aikit.container.methods import ContainerMethods
from aikit.container.operators import ContainerWithOperators
from aikit.core.nodes import Node, leaves, mapped
from aikit.core.records import REGISTRY, Function
from aikit.core.settings import not_for_autograph
from aikit.core.wording import listed
from aikit.exceptions import AikitValueError

_INDENT = "    "


def _is_bool(leaf: Any) -> bool:
    """Whether a leaf is a bool or an array of bools."""
    leaf = as_array(leaf)
    return leaf.dtype == "bool" if isinstance(leaf, Array) else isinstance(leaf, (bool, np.bool_))


class Container(
    ContainerWithOperators,
    ContainerWithMapping,
    ContainerWithComparing,
    ContainerWithConversion,
    ContainerMethods,
    Node,
):
    """A nested dict of leaves, in the order in which they were put in.

    Keys are strings. Dicts among the values become containers, and containers are copied, with the same leaves;
    everything else is a leaf. ``c.a.b`` and ``c["a/b"]`` are the leaf at the key chain ``a/b``, and can be set; a container
    that is set there is held itself. A key that is also the name of a method is reached with brackets.

    Any other index is applied to every leaf: ``c[0]``, ``c[:, 1]``. ``c[0] = value`` writes to every leaf or, where one of
    them does not take it, to none. A native array among the leaves is indexed as an Array, on every backend, and gives
    one; a write puts an Array in its place, and leaves the native array as it is.

    Every nestable function takes containers in place of any of its arguments, and so do operators. Containers in one call
    must share a nested structure: where two of them have nodes, these have the same keys; a leaf in the place of a node
    stands for each of the leaves below it. ``c.add(y)`` and ``Container.static_add(x, y)`` are `aikit.add`. An `out` is a
    container that has an Array of its own for each leaf of the result.

    Comparisons give containers of bools, which are neither true nor false: ask `cont_all_true`. The truth of any other
    container is that of a dict: whether it has a key.

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

    def __getitem__(self, key: Any) -> Any:
        if type(key) is str and dict.__contains__(self, key):
            return dict.__getitem__(self, key)
        return lies_at(self, key_chain(key)) if isinstance(key, str) else get_items(self, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, str):
            put(self, key_chain(key), value)
        else:
            set_items(self, key, value)

    def __delitem__(self, key: str) -> None:
        *above, last = chain = key_chain(key)
        lies_at(self, chain)
        dict.__delitem__(lies_at(self, tuple(above)), last)

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and found_at(self, tuple(key.split("/"))) is not MISSING

    def __bool__(self) -> bool:
        if len(self) and all(_is_bool(leaf) for _, leaf in leaves(self)) and any(leaves(self)):
            raise AikitValueError(
                "bool: a container of bools, as comparisons give, is neither true nor false; ask c.cont_all_true(), or "
                "cont_identical([c1, c2]) whether two containers are the same"
            )
        return len(self) > 0

    def get(self, key: str, default: Any = None) -> Any:
        """What lies at a key chain, `default` where nothing does."""
        return self[key] if key in self else default  # noqa: SIM401

    def pop(self, key: str, default: Any = MISSING) -> Any:
        """Remove what lies at a key chain, and return it; `default` where nothing does."""
        if default is not MISSING and key not in self:
            return default
        found = lies_at(self, key_chain(key))
        del self[key]
        return found

    def setdefault(self, key: str, default: Any = None) -> Any:
        """What lies at a key chain; `default`, put there, where nothing does."""
        if key not in self:
            put(self, key_chain(key), default)
        return self[key]

    def update(self, dict_in: Any = (), /, **kwargs: Any) -> None:
        """Set the keys of a mapping, or of pairs, and the keywords, all of them or, where there is an error, none."""
        put_all(self, [(key_chain(key), value) for key, value in [*pairs_of(dict_in), *kwargs.items()]])

    # -------------------------------------------------------------------------------------------- attributes

    def __getattr__(self, name: str) -> Any:
        if not dict.__contains__(self, name):
            # Python itself suggests a name when it prints the error
            raise AttributeError(
                f"the container has no key {name!r}; it has {listed(self) or 'none'}", name=name, obj=self
            )
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
        if not len(self):
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


def _add_missing_methods(function: Function) -> None:
    """Give Container the two forms of a function that have no source."""
    if function.nestable and not hasattr(Container, f"static_{function.name}"):
        setattr(Container, f"static_{function.name}", staticmethod(function.public))
        if function.has_method:
            setattr(Container, function.name, make_method(function))


def _finish() -> None:
    """Give Container any method that has no source, and a place in the trees of optree."""
    for function in list(REGISTRY.declared.values()):
        _add_missing_methods(function)
    REGISTRY.on_declare.append(_add_missing_methods)
    for cls in Container.__mro__[:-2]:
        for method in vars(cls).values():
            if isinstance(method, types.FunctionType):
                not_for_autograph(method)
    trees.register(Container)


_finish()
