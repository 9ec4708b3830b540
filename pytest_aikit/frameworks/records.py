"""The record of a framework: all that the plugin must know about it beside what its backend tells aikit."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import Any, NamedTuple

LEVELS = ("baseline", "avx2", "avx512", "avx512_bf16")
"""The instruction sets that tell kernels apart, see `isa`."""

Calls = Sequence[list[Any]]
"""Calls of a function of a list of native arrays: the list of each."""


class Traced(NamedTuple):
    """A function that was handed to a tracer.

    Attributes
    ----------
    call : makes calls, and gives what each returns.
    traces : how often the function has been traced until now; as often as it should where a transform traces each call.
    outside : the names of what the traces call outside of the framework, as a call back to Python.
    values : the names of what the traces call to have a value in Python, where a trace can go on with that.
    shapes : the shapes that the trace knows of each array that each call gives, None for a length that it does not know, or
        for all of them; nothing where a framework knows each shape that it traces.
    """

    call: Callable[[Calls], list[Any]]
    traces: Callable[[], int] = lambda: 1
    outside: Callable[[], Collection[str]] = tuple
    values: Callable[[], Collection[str]] = tuple
    shapes: Callable[[], list[list[tuple[int | None, ...] | None]]] = list


def each(traced: Callable[[list[Any]], Any]) -> Callable[[Calls], list[Any]]:
    """The `call` of a function that is called as the function that it is the traced form of."""
    return lambda calls: [traced(natives) for natives in calls]


NEEDS = ("values", "sizes", "lengths", "rank")
"""What a function may need to know, and a trace not: values, sizes of results that they say, lengths, how many axes."""
FIRST = "first lengths"
"""What a trace may not know of each array, while it knows the others."""

IN_A_TRACE, OF_A_TRACE = "in a trace", "of a trace"
"""Gradients are taken in a trace, or of what it has made."""


class Trace(NamedTuple):
    """One way in which a framework traces a function.

    Attributes
    ----------
    check : the check that looks at it, by which an expectation of one transform hides no failure of another.
    label : its name, with what it does not know: ``"tf.function with unknown rank"``.
    trace : makes of a function of a list of arrays, and of the arrays of its first call, its traced form.
    source : what makes, in source, the traced form `traced` of a function `call` of a list `arrays`.
    before : the source that goes before.
    counted : the source of how often the function was traced; empty where it is traced at each call.
    known : the source of the shapes that it knows of the arrays of a call; empty where it knows each that it traces.
    lacks : what is not known under it, of `NEEDS`, or `FIRST`.
    constants : what becomes a constant of the trace where a function needs it, of `NEEDS`: another one is refused.
    cheap : whether it costs so little that one dtype of each kind, and each part of the samples, is traced in each profile.
    maps : whether it maps the function over calls, so that it takes several at once.
    guards : whether it traces again where Python's own state that the trace has read is another one.
    joins : whether calls with arrays of other kinds of dtype cost so little in a trace that they are in it in each profile.
    differentiated : how gradients are taken of it, of `IN_A_TRACE` and `OF_A_TRACE`: what it traces may go another way.
    """

    check: str
    label: str
    trace: Callable[[Callable[[list[Any]], Any], list[Any]], Traced]
    source: str
    before: str = ""
    counted: str = ""
    known: str = ""
    lacks: Collection[str] = ("values",)
    constants: Collection[str] = ()
    cheap: bool = False
    maps: bool = False
    guards: bool = False
    joins: bool = False
    differentiated: Collection[str] = ()

    @property
    def lacks_lengths(self) -> bool:
        """Whether there are lengths that are not known under it."""
        return "lengths" in self.lacks or FIRST in self.lacks


class Lazily(NamedTuple):
    """Native arrays that say of the values in memory what is to be done with them when they are read.

    Attributes
    ----------
    make : makes one of a native array, which is itself where its dtype has none.
    source : the same of a native array `native`, as an expression.
    """

    make: Callable[[Any], Any]
    source: str


class Switch(NamedTuple):
    """The switch of a framework that has its 64-bit dtypes only where it is on.

    Attributes
    ----------
    is_on : whether it is on just now.
    turned : the context in which it is on, or off; nothing where the framework is not loaded.
    source : what turns it in source, with ``{}`` for True or False.
    """

    is_on: Callable[[], bool]
    turned: Callable[[bool], AbstractContextManager[Any]]
    source: str


class Defaults(NamedTuple):
    """The default dtypes of a namespace, by name; `precise`: integers and floats promote as NumPy's do."""

    floating: str
    complex: str
    integral: str
    indexing: str
    precise: bool = False


class Recorded(NamedTuple):
    """Gradients of what a framework has recorded.

    Attributes
    ----------
    gradients : those of a function of native arrays, which gives one number.
    source : the same as `gradient`, of Arrays and of the function `loss`.
    second : the gradients of what the gradients of such a function add up to, each multiplied by a native array.
    second_source : the same as `second`, of the Arrays `given` and `along`, and of the function `loss`.
    at_work : whether what is done with a native array is being recorded.
    """

    gradients: Callable[[Callable[[list[Any]], Any], list[Any]], Sequence[Any]]
    source: str
    second: Callable[[Callable[[list[Any]], Any], list[Any], list[Any]], Sequence[Any]]
    second_source: str
    at_work: Callable[[Any], bool]


@dataclass(frozen=True)
class Framework:
    """What the plugin must know about a framework. What is left out is as for a namespace of the Array API standard.

    Which version it needs is in the metadata of its distribution, and what it cannot do in `expectations`.

    Attributes
    ----------
    name : the name of its backend.
    backend : the backend, where the hook `pytest_aikit_backends` brings one; see ``docs/backend.md``.
    imported : the source that imports it, ``import tensorflow as tf``.
    is_host : whether its arrays are those of the host: data that comes from elsewhere, in the memory layout they have.
    immutable : whether nobody can write to its native arrays.
    compiles : whether it compiles a function anew for each shape and dtype: fewer of them are sampled.
    compiled : makes of a function its compiled form, in which each operation rounds as it does by itself, optimized or, in
        less time, not; None where this would not save time.
    cheaply : the context in which what a call compiles is not optimized either; None where there is none.
    unbound : makes of an ndarray a native array on the first device that is not bound to it, where it knows of arrays that are,
        and compiles anew for them; None where the backend's own way to make one will do.
    lazily : makes of a native array one that is worked out from another when it is read; None where there are none.
    laid_out : makes a native array that lies in memory as an ndarray whose strides are not negative; None where it copies.
    shapes_cost : whether each new shape costs so much that lengths and dtypes are combined in turn, and not all with all.
    kernels_of : the framework whose kernels its functions call, if another's: with that all are combined with all.
    not_in_dlpack : the dtypes that it has and does not give to others by DLPack.
    without_values : the devices whose arrays hold no values.
    shares : whether two native arrays lie in the same memory, asked of arrays that are not in that of the host; None where
        nobody can tell.
    lost : whether an accelerator no longer does anything for this process, as after a fault in a kernel; None where there is
        no such thing.
    memory_of : gives, of a native array, what says whether the memory that it lies in is still there; None where arrays do
        not die with their last reference, or nobody can tell.
    split_cpu : lets it show the CPU as so many devices, where it is not yet running; RuntimeError where it is.
    threads : the variables of the environment that say, when it is loaded, how many threads it has; in workers of xdist, which
        share the processors, all frameworks have their share, for threads that wait for each other take a third of PyTorch's time.
    configure : sets it up before it is loaded, where the user has not; takes the folder in which it may keep what it has
        compiled, or None, and gives what puts everything back.
    clear_compiled : lets it forget what it has compiled in this process, which is done now and then.
    x64 : the switch of its 64-bit dtypes; None where they are always there.
    traces : how it traces functions, first the way in which a user does; empty where it does not.
    recorded : how its arrays record what is done with them, where aikit's `grad` goes another way; None where it does not.
    generator_state : the state of its own global random generator; None where it has none.
    isa_cap : the cap on its instruction set in an environment, one of `LEVELS`; None where nothing is known of one.
    namespace : gives its own Array API namespace; None where the backend has one as its attribute ``namespace``, if any.
    no_namespace : why there is none.
    native_defaults : the default dtypes of its own functions, where no namespace tells.
    """

    name: str
    _: KW_ONLY
    backend: Any = None
    imported: str = ""
    is_host: bool = False
    immutable: bool = False
    compiles: bool = False
    compiled: Callable[[Callable[..., Any], bool], Callable[..., Any]] | None = None
    cheaply: Callable[[], AbstractContextManager[Any]] | None = None
    laid_out: Callable[[Any], Any] | None = None
    unbound: Callable[[Any], Any] | None = None
    lazily: Lazily | None = None
    shapes_cost: bool = False
    kernels_of: str = ""
    not_in_dlpack: Collection[str] = ()
    without_values: Collection[str] = ()
    shares: Callable[[Any, Any], bool] | None = None
    lost: Callable[[], bool] | None = None
    memory_of: Callable[[Any], Callable[[], bool]] | None = None
    split_cpu: Callable[[int], None] | None = None
    threads: tuple[str, ...] = ()
    configure: Callable[[Path | None], Callable[[], None]] | None = None
    clear_compiled: Callable[[], None] | None = None
    x64: Switch | None = None
    traces: tuple[Trace, ...] = ()
    recorded: Recorded | None = None
    generator_state: Callable[[], bytes] | None = None
    isa_cap: Callable[[Mapping[str, str]], str] | None = None
    namespace: Callable[[], Any] | None = None
    no_namespace: str = ""
    native_defaults: Defaults | None = None

    @property
    def in_turn(self) -> bool:
        """Whether lengths and dtypes are combined in turn, and not all with all, but in the profiles that ask for it."""
        return self.shapes_cost or self.kernels_of != ""
