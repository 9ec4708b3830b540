"""What an everyday call costs over the native one, on arrays of 8 elements."""

from __future__ import annotations

import statistics
import timeit
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import aikit
from aikit.core.records import REGISTRY
from aikit.dispatch.fast_path import front_of
from ci.bench import sides
from ci.bench.reasons import OF_CALLS
from ci.bench.timing import Kept, in_turns, over, over_at_the_least

OPERATORS, EVERYDAY, CONVERTING, LEAF, COMPOSED = "operators", "everyday", "converting", "leaf", "composed"


class Call(NamedTuple):
    """A call as aikit has it, the kind of which decides what it may cost; the same of a framework, where it is written otherwise.

    Attributes
    ----------
    per : what a call counts for: the number of leaves.
    calls : how many calls a function that is composed of others makes; what it may cost is so much for each of them.
    """

    source: str
    kind: str
    native: Mapping[str, str] = {}
    per: int = 1
    calls: int = 1

    def of(self, backend: str) -> str:
        """The framework's own call."""
        return self.native.get(backend, self.native.get("*", self.source))


_CONCAT = {"jax": "concatenate([x, y])", "tensorflow": "concat([x, y], 0)"}
_LINEAR = "own.matmul(rows, weights.T) + bias"
CALLS = (
    Call("sin(x)", OPERATORS),
    Call("add(x, y)", OPERATORS),
    Call("x + y", OPERATORS),
    Call("x + 2", CONVERTING),
    Call("where(c, x, y)", EVERYDAY),
    Call("concat([x, y])", EVERYDAY, _CONCAT),
    Call("stack([x, y])", EVERYDAY),
    Call("zeros((8,))", EVERYDAY),
    Call("arange(8)", EVERYDAY, {"tensorflow": "range(8)"}),
    Call("full((8,), 0.5)", EVERYDAY, {"tensorflow": "fill((8,), 0.5)"}),
    Call("eye(8)", EVERYDAY),
    Call("linspace(0.0, 1.0, 8)", EVERYDAY),
    Call("asarray([0.5, 1.5, 2.5])", CONVERTING, {"torch": "tensor([0.5, 1.5, 2.5])", "tensorflow": "constant([0.5, 1.5, 2.5])"}),
    Call("asarray(x)", CONVERTING, {"tensorflow": "convert_to_tensor(x)"}),
    Call("finfo('float32')", CONVERTING, {"torch": "finfo(float32)", "tensorflow": "float32.max"}),
    Call("result_type(n, x)", CONVERTING, {"tensorflow": "experimental.numpy.result_type(n, x)"}),
    Call("random_uniform(shape=(8,))", COMPOSED, {"numpy": "own.random.rand(8)", "torch": "rand(8)", "jax": "zeros(8)", "tensorflow": "random.uniform((8,))"}, calls=4),
    Call("astype(x, 'int32')", EVERYDAY, {"*": "x.astype('int32')", "torch": "x.to(int32)", "tensorflow": "cast(x, int32)"}),
    Call("take(x, i)", EVERYDAY, {"torch": "index_select(x, 0, i)", "tensorflow": "gather(x, i)"}),
    Call("clip(x, 0.0, 1.0)", EVERYDAY, {"tensorflow": "clip_by_value(x, 0.0, 1.0)"}),
    Call("reshape(x, (2, 4))", EVERYDAY),
    Call("mean(x)", EVERYDAY, {"tensorflow": "reduce_mean(x)"}),
    Call("sum(x)", EVERYDAY, {"tensorflow": "reduce_sum(x)"}),
    Call("x[0]", EVERYDAY),
    Call("x[1:5]", EVERYDAY),
    Call("add(n, x)", CONVERTING, {"tensorflow": "add(cast(n, float32), x)"}),
    Call("add(x, y, out=o)", CONVERTING, {"jax": "add(x, y)", "tensorflow": "add(x, y)"}),
    Call("add(native_x, native_y)", CONVERTING, {"*": "add(x, y)"}),
    Call("linear(rows, weights, bias=bias)", COMPOSED, {"*": _LINEAR, "tensorflow": "matmul(rows, weights, transpose_b=True) + bias"}, calls=3),
    Call("gradient_descent_update(x, y, 0.5)", COMPOSED, {"*": "x - 0.5 * y"}, calls=4),
    Call("sin(leaves)", LEAF, {"*": "[sin(leaf) for leaf in leaves]"}, sides.LEAVES),
    Call("add(leaves, leaves)", LEAF, {"*": "[add(leaf, leaf) for leaf in leaves]"}, sides.LEAVES),
)  # fmt: skip


class Row(NamedTuple):
    """What was measured of a call, in seconds: the native one, what each side takes over it, and how far that varies."""

    native: float
    over: dict[str, tuple[float, float]]

    def at_most(self, call: Call, pace: float = 1.0) -> float:
        """What aikit may take over the native call, by what the others take, and by the `pace` of this processor."""
        kind = call.kind
        if kind == COMPOSED:
            return 2e-6 * pace * call.calls
        if kind == OPERATORS:
            return 1.6 * self.over["minimal"][0]
        if kind == EVERYDAY:
            return max(1.5e-6 * pace, self.over.get("eagerpy", (0.0, 0.0))[0])
        return (3e-6 if kind == CONVERTING else 0.7e-6) * pace


WRAPPED = 0.17e-6
"""What the wrapper written by hand takes over `numpy.add`, on the processor for which microseconds are asked."""


def pace_of_this_processor(rounds: int) -> float:
    """How many times as long as there Python takes here: what the same wrapper takes, and no less than 1."""
    names = {"native": sides.native("numpy"), "minimal": sides.minimal("numpy")}
    timers = [timeit.Timer("add(x, y)", globals=dict(known)).timeit for known in names.values()]
    return max(1.0, over_at_the_least(*in_turns(timers, rounds, SHORT))[0] / WRAPPED)


SHORT = 0.0006
"""Seconds of a round that is to find the processor free."""


def measured(
    call: Call, backend: str, names: Mapping[str, sides.Names], rounds: int, kept: Kept, least: bool = False
) -> Row:
    """The call by each side that has its names; by the shortest of short rounds, or by the median of the differences."""
    timers = {}
    for side, known in names.items():
        source = call.of(backend) if side == "native" else call.source
        if side in ("native", "aikit") or _takes(known, source):
            timers[side] = timeit.Timer(source, globals=dict(known)).timeit
    in_rounds = in_turns(list(timers.values()), rounds, *([SHORT] if least else []))
    found = dict(zip(timers, in_rounds, strict=True))
    between, middle = (over_at_the_least, min) if least else (over, statistics.median)
    for side, values in found.items():
        kept.add(f"{backend} {call.source} {side}", values)
    before = [one / call.per for one in found.pop("native")]
    return Row(middle(before), {side: between(before, [one / call.per for one in v]) for side, v in found.items()})


def _takes(names: sides.Names, source: str) -> bool:
    """Whether another library has what a call names, and takes it as it stands; it has no number otherwise."""
    try:
        eval(source, dict(names))
    except Exception:
        return False
    return True


def calls(backends: Iterable[str], rounds: int, output: str | None, least: bool = False) -> None:
    """Print the table of each backend, and how many templates the functions are copies of."""
    forms = {front_of(function).template.__name__ for function in REGISTRY.values() if function.kind != "standalone"}
    print(f"{len(forms)} templates of signatures: {', '.join(sorted(forms))}")
    kept, pace = Kept(), pace_of_this_processor(rounds)
    print(
        f"microseconds are asked times {pace:.2f}, for so much longer the wrapper written by hand takes on this processor"
    )
    for backend in backends:
        names: dict[str, Any] = {
            "native": sides.native(backend),
            "minimal": sides.minimal(backend),
            "aikit": sides.ours(backend),
        }
        absent = []
        for peer, of in sides.PEERS.items():
            try:
                names[peer] = of(backend)
            except ImportError as error:
                absent.append(f"{peer} ({error})")
        aikit.set_backend(backend)  # where arrays are made
        _print(backend, names, rounds, kept, pace, least)
        aikit.previous_backend()
        if absent:
            print(f"without {', '.join(absent)}")
    if output:
        kept.write(output)


def _print(backend: str, names: Mapping[str, sides.Names], rounds: int, kept: Kept, pace: float, least: bool) -> None:
    others = [side for side in names if side not in ("native", "aikit")]
    print(
        f"\n{backend}: microseconds, the {'least' if least else 'median'} of {rounds} rounds; of all sides but the native one what they take over it"
    )
    print(f"{'call':<34}{'native':>8}{'aikit':>8}{'':<7}{'at most':>8}  " + "".join(f"{one:>18}" for one in others))
    unknown = 0
    for call in CALLS:
        row = measured(call, backend, names, rounds, kept, least)
        ours, spread = row.over["aikit"]
        allowed = row.at_most(call, pace)
        line = f"{call.source:<34}{1e6 * row.native:>8.2f}{1e6 * ours:>8.2f}{f' ±{1e6 * spread:.2f}':<7}{1e6 * allowed:>8.2f}"
        why = OF_CALLS[backend].get(call.source) if ours > allowed else None
        unknown += ours > allowed and not why
        line += " r" if why else " *" if ours > allowed else "  "
        cells = [f"{1e6 * row.over[one][0]:>18.2f}" if one in row.over else f"{'-':>18}" for one in others]
        print(line + "".join(cells), *([f"\n    r: {why}"] if why else []), sep="", flush=True)
    print(f"* {unknown} above, for which no reason is known; r: the reason is known")
