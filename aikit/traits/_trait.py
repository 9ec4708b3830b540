"""Traits, and the parents from which a class inherits them.

A class says by ``__aikit_parent__`` which array it wraps; a trait that nothing states for the class is that of the parent.
"""

from __future__ import annotations

import functools
import types
import weakref
from collections.abc import Callable
from typing import Any, ClassVar, Literal

from aikit import backend_handler
from aikit.exceptions import AikitBackendException, AikitTypeError

LONGEST = 64
"""More parents, one in the other, than this are taken for a cycle."""

UNKNOWN: Any = object()
"""What a class alone cannot say, because each of its objects says it."""
_INHERITED: Any = object()
"""Stands for the rule of a class that has the trait of its parent."""


class ParentCycleError(AikitBackendException, RuntimeError):
    """The parents of an array lead back to it, or there is no end to them."""


# ------------------------------------------------------------------------------------------------ by class


class ByClass:
    """Class -> value, in one look-up; a class that is gone takes its value along."""

    every: ClassVar[weakref.WeakSet[ByClass]] = weakref.WeakSet()

    def __init__(self) -> None:
        self.found: dict[int, tuple[Any, Any]] = {}
        self.every.add(self)

    def get(self, cls: type) -> Any:
        """The value of a class; `UNKNOWN` where there is none."""
        return self.found.get(id(cls), (UNKNOWN,))[0]

    def put(self, cls: type, value: Any) -> Any:
        """Keep the value of a class."""
        key = id(cls)
        self.found[key] = value, weakref.ref(cls, lambda _: self.found.pop(key, None))
        return value


def _forget(*_: Any) -> None:
    """Forget what was found of classes: a rule or a backend has come."""
    for one in list(ByClass.every):
        one.found.clear()


backend_handler.on_load.append(_forget)


# ------------------------------------------------------------------------------------------------ hooks


def hook(x: Any, name: str) -> Any:
    """What a class, or an object of it, states in a method or attribute; None where it states nothing.

    Of a class alone that is unknown where each object says it for itself: in a property or a method.
    """
    stated = getattr(x, name, None)
    if isinstance(x, type) and (isinstance(stated, types.FunctionType) or hasattr(type(stated), "__set__")):
        return None
    return stated() if callable(stated) and not isinstance(stated, type) else stated


def typeof(x: Any) -> type:
    """A class itself, and the class of an object."""
    return x if isinstance(x, type) else type(x)


def has_accessor(cls: type) -> bool:
    """Whether objects of a class say what they wrap."""
    return hasattr(cls, "__aikit_parent__")


# ------------------------------------------------------------------------------------------------ parents


def parent(x: Any, /) -> Any:
    """The array that `x` wraps; `x` itself where it wraps none.

    Raises
    ------
    AikitTypeError : the class of `x` states a parent type and has no ``__aikit_parent__``, or its parent is of another type.

    Examples
    --------
    >>> import numpy as np
    >>> from aikit import traits
    >>> x = np.zeros((2, 3))
    >>> traits.parent(traits.Transpose(x)) is x and traits.parent(x) is x
    True
    """
    cls = typeof(x)
    stated = _stated_type(cls)
    if not has_accessor(cls):
        return x
    found = x.__aikit_parent__()
    if stated not in (None, cls) and not isinstance(found, stated):
        raise AikitTypeError(
            f"parent: {cls.__name__} states the parent type {stated.__name__}, and its parent is of {type(found).__name__}; "
            "mend __aikit_parent_type__"
        )
    return found


def parent_type(x: Any, /) -> type:
    """The class of the array that `x` wraps, where `x` is an array or a class; the class itself where it wraps none.

    Raises
    ------
    AikitTypeError : of a class alone it is not known, for its objects wrap arrays of any class; or the class states a
        parent type and has no ``__aikit_parent__``.
    """
    cls = typeof(x)
    stated = _stated_type(cls)
    if stated is not None:
        return stated
    if not has_accessor(cls):
        return cls
    if cls is x:
        raise AikitTypeError(
            f"parent_type: what {cls.__name__} wraps differs from object to object; ask an object, or state "
            "__aikit_parent_type__ in the class"
        )
    found = x.__aikit_parent__()
    return cls if found is x else typeof(found)


def has_parent(x: Any, /) -> bool:
    """Whether `x`, or the objects of a class, wrap another array."""
    cls = typeof(x)
    stated = _stated_type(cls)
    if stated is None and isinstance(x, type):
        return has_accessor(cls)
    return parent_type(x) is not cls if stated is not None else parent(x) is not x


_stated_types = ByClass()


def _stated_type(cls: type) -> Any:
    """The parent type that a class states; None where it states none."""
    found = _stated_types.get(cls)
    return _stated_types.put(cls, _read_stated_type(cls)) if found is UNKNOWN else found


def _read_stated_type(cls: type) -> Any:
    if not hasattr(cls, "__aikit_parent_type__"):
        return None
    stated = cls.__aikit_parent_type__
    stated = stated() if callable(stated) and not isinstance(stated, type) else stated
    if not isinstance(stated, type):
        raise AikitTypeError(f"parent_type: __aikit_parent_type__ of {cls.__name__} is no class: {stated!r}")
    if stated is not cls and not has_accessor(cls):
        raise AikitTypeError(
            f"parent: {cls.__name__} states the parent type {stated.__name__} and has no __aikit_parent__; define this method, "
            "which returns the wrapped array"
        )
    return stated


def unwrapped(x: Any, is_found: Callable[[Any], Any]) -> Any:
    """The first of the parents of an array or class for whose class `is_found` holds, or the last of them.

    Raises
    ------
    ParentCycleError : they lead back to one that was there before.
    """
    step, at = parent_type if isinstance(x, type) else parent, x
    for _ in range(LONGEST):
        found = step(at)
        if found is at or is_found(typeof(found)):
            return found
        at = found
    raise ParentCycleError(
        f"parent: the parents of {typeof(x).__name__} lead back to {typeof(at).__name__}, or are more than {LONGEST}; what "
        "__aikit_parent__ returns must not wrap the array itself"
    )


def forwarding_wrapper(cls: type) -> Any:
    """Declare of a class that it changes nothing of the array that it wraps but its type: it has all of its traits."""
    cls.__aikit_is_forwarding__ = True  # type: ignore[attr-defined]
    return cls


def is_forwarding_wrapper(x: Any, /) -> bool:
    """Whether an array or class wraps another and changes nothing of it but its type, as `aikit.Array` does."""
    return bool(getattr(typeof(x), "__aikit_is_forwarding__", False))


# ------------------------------------------------------------------------------------------------ traits


def trait(
    *, default: Any = UNKNOWN, inherits: Literal["parent", "forwarding"] = "parent", protocol: str = ""
) -> Callable[[Callable[[Any], Any]], Any]:
    """Make a trait: a function of an array or of a class, which a wrapper inherits from what it wraps.

    The answer is, in this order: that of the rule registered for the class or its nearest base; what the class itself
    states in `protocol`; that of the parent; `default`, or what the decorated function gives.

    Parameters
    ----------
    default : the answer for what has no rule and no parent; without it the decorated function is called.
    inherits : ``"parent"``: every wrapper has the trait of its parent. ``"forwarding"``: only a forwarding wrapper.
    protocol : the name of an attribute or method by which a class states the trait.

    Examples
    --------
    >>> import numpy as np
    >>> from aikit import traits
    >>> @traits.trait(default=False)
    ... def is_calibrated(x):
    ...     '''Whether the values have been calibrated.'''
    >>> class Calibrated(np.ndarray):
    ...     pass
    >>> @is_calibrated.register(Calibrated)
    ... def _(x):
    ...     return True
    >>> x = np.zeros((2, 3)).view(Calibrated)
    >>> is_calibrated(traits.Transpose(x)), is_calibrated(np.zeros(3))
    (True, False)
    """
    if inherits not in ("parent", "forwarding"):
        raise AikitTypeError(f"trait: inherits={inherits!r} is neither 'parent' nor 'forwarding'")

    def decorate(function: Callable[[Any], Any]) -> Any:
        registered: dict[type, Callable[[Any], Any]] = {}
        rules, answers = ByClass(), ByClass()
        otherwise = function if default is UNKNOWN else lambda x: default

        def find_rule(cls: type) -> Any:
            for base in cls.__mro__:
                if base in registered:
                    return registered[base]
            if protocol and getattr(cls, protocol, None) is not None:
                return lambda x: _stated_or(x, protocol, otherwise)
            wraps = has_accessor(cls) or _stated_type(cls) not in (None, cls)
            return _INHERITED if wraps and (inherits == "parent" or is_forwarding_wrapper(cls)) else otherwise

        def rule_of(cls: type) -> Any:
            found = rules.get(cls)
            return rules.put(cls, find_rule(cls)) if found is UNKNOWN else found

        def inherited(x: Any) -> Any:
            last = unwrapped(x, lambda cls: rule_of(cls) is not _INHERITED)
            rule = rule_of(typeof(last))
            return otherwise(last) if rule is _INHERITED else rule(last)

        def of_class(cls: type) -> Any:
            rule = rule_of(cls)
            if rule is not _INHERITED:
                return rule(cls)
            if inherits == "forwarding" and not hasattr(cls, "__aikit_parent_type__"):
                return None  # each object says it
            return inherited(cls)

        @functools.wraps(function)
        def answer(x: Any, /) -> Any:
            if isinstance(x, type):
                found = answers.get(x)
                return answers.put(x, of_class(x)) if found is UNKNOWN else found
            rule = rule_of(type(x))
            try:
                return inherited(x) if rule is _INHERITED else rule(x)
            except RecursionError:
                unwrapped(x, lambda cls: False)  # says that there is a cycle
                raise

        def register(cls: type, /) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
            """Register the decorated function as the rule for a class and its subclasses."""
            if not isinstance(cls, type):
                raise AikitTypeError(f"{function.__name__}.register: {cls!r} is no class")

            def put(rule: Callable[[Any], Any]) -> Callable[[Any], Any]:
                registered[cls] = rule
                _forget()
                return rule

            return put

        answer.register = register  # type: ignore[attr-defined]
        return answer

    return decorate


def with_rules_of(other: Any) -> Callable[[Callable[..., Any]], Any]:
    """Let rules for a function, which asks a trait and does more with the answer, be registered for that trait."""

    def put(function: Any) -> Any:
        function.register = other.register
        return function

    return put


def _stated_or(x: Any, protocol: str, otherwise: Callable[[Any], Any]) -> Any:
    """What `x` states; what holds otherwise where it is a class whose objects state it."""
    found = hook(x, protocol)
    return otherwise(x) if found is None else found
