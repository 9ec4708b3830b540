"""What a mutant is: its kind, where it is planted, how it is made, and what became of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from aikit import backend_handler
from aikit.core.records import Function
from pytest_aikit import frameworks, knowledge
from pytest_aikit.knowledge import Knowledge
from pytest_aikit.numerics.promotion import kind_of

if TYPE_CHECKING:
    from pytest_aikit.mutants.planting import Plant


@dataclass(frozen=True)
class Target:
    """Where a mutant may be planted.

    Attributes
    ----------
    function, backend : a function on a backend.
    dtypes : those that its leading array may have there by itself.
    devices : how many of the backend's devices are selected.
    in_turn : whether forms and dtypes are combined in turn there, and not all with all.
    long : whether the longest arrays are tried there.
    brief : whether no more is done than shows that something works.
    """

    function: Function
    backend: str
    dtypes: tuple[str, ...]
    devices: int = 1
    in_turn: bool = False
    long: bool = True
    brief: bool = False

    @property
    def known(self) -> Knowledge:
        return knowledge.of(self.function)

    @property
    def module(self) -> Any:
        """The backend itself."""
        return backend_handler.load(self.backend)

    @property
    def is_mutable(self) -> bool:
        """Whether its native arrays can be written to."""
        return not frameworks.of(self.backend).immutable

    @property
    def is_host(self) -> bool:
        """Whether its native arrays are those of the host, in all memory layouts."""
        return frameworks.of(self.backend).is_host

    @property
    def has_autograd(self) -> bool:
        """Whether the framework differentiates; those that trace do."""
        return bool(frameworks.of(self.backend).traces)

    def of_kinds(self, kinds: str) -> tuple[str, ...]:
        """The dtypes of these kinds, one letter each."""
        return tuple(dtype for dtype in self.dtypes if kind_of(dtype) in kinds)


@dataclass
class Watch:
    """What is seen of a mutant while it is planted.

    Attributes
    ----------
    reached : how often it gave something else than the real function; a survivor that was never reached stands where no
        cell comes.
    errors : what the code of the mutant itself raised, which is no kill.
    """

    reached: int = 0
    errors: list[BaseException] = field(default_factory=list)


@dataclass(frozen=True)
class Broken:
    """A function that is to be broken.

    Attributes
    ----------
    said : what is broken, in one sentence.
    plant : how it is broken, and put right again.
    dtypes : the leading dtypes of the cells that can see it; all where it is empty.
    seen_by : of a function, whether its cells see it, too.
    """

    said: str
    plant: Plant
    _: KW_ONLY
    dtypes: tuple[str, ...] = ()
    seen_by: Callable[[Function], bool] = lambda function: False


Make = Callable[[Target, Random], "Broken | None"]


@dataclass(frozen=True)
class Kind:
    """One way in which a backend may be wrong.

    Attributes
    ----------
    name : by which ``--aikit-mutants`` selects it.
    does : what mutants of it do, in a sentence.
    checks : those that are meant to kill them, the first one above all.
    applies : whether there is such a mutant of a function on a backend, as far as the declaration and the record say.
    make : makes one, whose details are drawn; None where there is none after all.
    causes : how the finding of any check begins that is meant to find them, because it looks at this whatever it is about.
    """

    name: str
    does: str
    checks: tuple[str, ...]
    applies: Callable[[Target], bool]
    make: Make
    causes: tuple[str, ...] = ()

    def is_killed_by(self, check: str, cause: str) -> bool:
        """Whether a check is meant to find this."""
        return check in self.checks or cause.startswith(self.causes)


@dataclass(frozen=True)
class Mutant:
    """A mutant that was drawn."""

    kind: Kind
    target: Target
    broken: Broken
    seed: str

    @property
    def id(self) -> str:
        """``value-beyond-the-bound-sin-torch``."""
        return "-".join((self.kind.name, self.target.function.qualified_name, self.target.backend))


KINDS: dict[str, Kind] = {}
"""Every kind by name, in the order in which they are declared."""


def kind(
    name: str,
    does: str,
    *,
    check: str | tuple[str, ...],
    applies: Callable[[Target], bool],
    causes: tuple[str, ...] = (),
) -> Callable[[Make], Make]:
    """Declare a kind, by what makes its mutants."""
    checks = (check,) if isinstance(check, str) else check

    def declare(make: Make) -> Make:
        KINDS[name] = Kind(name, does, checks, applies, make, causes)
        return make

    return declare
