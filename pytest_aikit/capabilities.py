"""What a function does not serve, and why: a table that stands beside the function, is read at run time, and is proven.

>>> @aikit_capabilities(dtypes={"complex*": "numbers are compared"}, lazy={"jax": "a branch depends on values"})
... def clamp(x, limit): ...

Tests with the mark ``aikit_capabilities(clamp)`` run it wherever a run does; where the table says that it lacks something,
they must fail. `python -m pytest_aikit capabilities mypackage` prints the tables of a module for its documentation.

This module needs the standard library alone. A project that does not want to depend on it gives its functions the attribute
``__aikit_capabilities__``, a dict of the same four keywords.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pytest_aikit.options import picks

__all__ = ["ATTRIBUTE", "KINDS", "Capabilities", "Lack", "aikit_capabilities", "capabilities_of"]

KINDS = ("backends", "devices", "dtypes", "lazy")
ATTRIBUTE = "__aikit_capabilities__"

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Lack:
    """One thing that a function does not serve.

    Attributes
    ----------
    kind : which of `KINDS` it is about; ``lazy`` is a call under a tracer, or on arrays that are not computed yet.
    pattern : the backends, devices or dtypes, as the options write them; of ``lazy`` the backends.
    on : the backends on which it is so, for devices and dtypes.
    reason : why.
    raises : what a test raises there, if that is told; another exception is a failure.
    skip : whether nothing is to be run there, because it would not end, or end the process.
    """

    kind: str
    pattern: str
    on: str
    reason: str
    raises: tuple[type[BaseException], ...] | None = None
    skip: bool = False

    def __str__(self) -> str:
        return f"{self.kind} {self.key!r}: {self.reason}"

    @property
    def key(self) -> str:
        """The pattern as the table writes it."""
        return self.pattern if self.on == "*" else f"{self.pattern} on {self.on}"

    @property
    def of_backends(self) -> bool:
        """Whether its pattern is one of backends."""
        return self.kind in ("backends", "lazy")

    def concerns(self, backend: Sequence[str]) -> bool:
        """Whether it is about a backend, which has these names."""
        first, *others = backend
        return picks(first, (self.pattern if self.of_backends else self.on).split(","), *others)

    def applies(self, backend: Sequence[str], device: str | None, dtype: str | None, lazy: bool) -> bool:
        """Whether it is about a call there; one of which the device or dtype is not known is about none of them."""
        value = {"devices": device, "dtypes": dtype}.get(self.kind, "")
        return (
            self.concerns(backend)
            and (lazy or self.kind != "lazy")
            and value is not None
            and (self.of_backends or picks(value, self.pattern.split(",")))
        )


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a function does not serve; everything else it does."""

    lacks: tuple[Lack, ...] = ()

    def lacking(
        self, backend: str | Sequence[str], device: str | None = None, dtype: str | None = None, *, lazy: bool = False
    ) -> tuple[Lack, ...]:
        """Why a call there is not served; empty where it is.

        Parameters
        ----------
        backend, device, dtype : by name; what is not given is not looked at. A backend may have several names.
        lazy : whether the call is made under a tracer, or on arrays that are not computed yet.
        """
        names = [backend] if isinstance(backend, str) else backend
        return tuple(lack for lack in self.lacks if lack.applies(names, device, dtype, lazy))


def aikit_capabilities(
    *,
    backends: Mapping[str, Any] | None = None,
    devices: Mapping[str, Any] | None = None,
    dtypes: Mapping[str, Any] | None = None,
    lazy: Mapping[str, Any] | None = None,
) -> Callable[[F], F]:
    """Say what a function does not serve; the function itself is returned as it is.

    Parameters
    ----------
    backends, devices, dtypes : patterns, such as ``"torch"``, ``"-numpy"`` (all but NumPy) or ``"complex*,bfloat16"``, each
        with the reason. ``"complex* on torch"`` is about these dtypes on this backend.
    lazy : patterns of the backends on which the function cannot be called under ``jax.jit``, ``torch.compile`` or
        ``tf.function``, or on arrays of dask without computing them, each with the reason.

    A reason may instead be ``{"reason": "...", "raises": TypeError}``, which says what happens there, or
    ``{"reason": "...", "skip": True}`` where a test could not even be run.

    Raises
    ------
    TypeError, ValueError : the table is written wrongly, or the function takes no attributes.
    """
    given = {"backends": backends, "devices": devices, "dtypes": dtypes, "lazy": lazy}
    table = parsed({kind: lacks for kind, lacks in given.items() if lacks is not None})

    def declare(function: F) -> F:
        try:
            setattr(function, ATTRIBUTE, table)
        except AttributeError:
            raise TypeError(
                f"aikit_capabilities: {function!r} takes no attributes; put the table into the mark of its tests"
            ) from None
        return function

    return declare


def capabilities_of(function: Any) -> Capabilities:
    """The table of a function; one that is empty where it has none.

    Raises
    ------
    TypeError, ValueError : its attribute is written wrongly.
    """
    found = getattr(function, ATTRIBUTE, None)
    return found if isinstance(found, Capabilities) else parsed({} if found is None else found)


def parsed(given: Mapping[str, Any]) -> Capabilities:
    """The table that the keywords of `aikit_capabilities` describe."""
    if not isinstance(given, Mapping):
        raise TypeError(f"aikit_capabilities: {given!r} is no dict of {', '.join(KINDS)}")
    unknown = next((kind for kind in given if kind not in KINDS), None)
    if unknown is not None:
        raise ValueError(f"aikit_capabilities: {unknown!r} is not in a table; choose from {', '.join(KINDS)}")
    for kind, entries in given.items():
        if not isinstance(entries, Mapping):
            raise TypeError(f"aikit_capabilities: {kind}={entries!r} is to be a dict of patterns, each with its reason")
    return Capabilities(tuple(_lack(kind, key, given[kind][key]) for kind in given for key in given[kind]))


def _lack(kind: str, key: Any, said: Any) -> Lack:
    where = f"aikit_capabilities: {kind}={{{key!r}: {said!r}}}"
    details = dict(said) if isinstance(said, Mapping) else {"reason": said}
    unknown = sorted(set(details) - {"reason", "raises", "skip"}, key=str)
    if unknown:
        raise ValueError(f"{where}: {unknown[0]!r} is none of reason, raises and skip")
    if not isinstance(details.get("reason"), str) or not details["reason"]:
        raise ValueError(f"{where} needs a reason")
    pattern, between, on = key.partition(" on ") if isinstance(key, str) else ("", "", "")
    if not pattern.strip() or (between and not (on.strip() and kind in ("devices", "dtypes"))):
        raise ValueError(f"{where}: {key!r} is no pattern such as {_EXAMPLES[kind]}")
    raises = details.get("raises")
    classes = raises if isinstance(raises, tuple) or raises is None else (raises,)
    if not all(isinstance(cls, type) and issubclass(cls, BaseException) for cls in classes or ()):
        raise TypeError(f"{where}: raises is an exception class, or a tuple of them")
    if not isinstance(details.get("skip", False), bool) or (details.get("skip") and classes):
        raise TypeError(f"{where}: skip is True or False, and nothing is raised where a test is skipped")
    return Lack(kind, pattern.strip(), on.strip() or "*", details["reason"], classes, details.get("skip", False))


_EXAMPLES = {
    "backends": "'torch' or '-numpy'",
    "devices": "'gpu*' or 'gpu* on torch'",
    "dtypes": "'complex*' or 'complex* on torch'",
    "lazy": "'jax' or '*'",
}
