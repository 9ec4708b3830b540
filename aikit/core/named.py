"""What dtypes and devices have in common: one immutable object of each name, equal to its name."""

from __future__ import annotations

from typing import Any


class Named:
    """A constant that is known by its name: equal to that string, hashing and printing as it, but no string itself.

    A subclass makes its objects with `_make`, one for each name, and returns that one when it is called with the name,
    so that copies and pickles are the object itself.

    Attributes
    ----------
    name : the canonical name.
    """

    __slots__ = ("name",)

    name: str

    @classmethod
    def _make(cls, **attributes: Any) -> Any:
        """A new object with these attributes, `name` among them."""
        made = object.__new__(cls)
        for name, value in attributes.items():
            object.__setattr__(made, name, value)
        return made

    def __init_subclass__(cls) -> None:
        if Named not in cls.__bases__:
            raise TypeError(f"{cls.__name__}: a dtype or a device is known by its name; neither can be subclassed")

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{self!r} cannot be changed: {name}={value!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{self!r} cannot be changed: del {name}")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return self.name == other
        return self is other if isinstance(other, Named) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.name)

    def __str__(self) -> str:
        return self.name

    def __format__(self, spec: str) -> str:
        return format(self.name, spec)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.name,)
