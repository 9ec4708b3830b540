"""The same seed draws the same, each other one something else; no generator but aikit's is used, and none by what is refused."""

from __future__ import annotations

import contextlib
import pickle
import random
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

import aikit
from aikit import backend_handler
from aikit.core.records import Function
from pytest_aikit import frameworks, knowledge
from pytest_aikit.cases import calling, cells
from pytest_aikit.cases.bad_inputs import sample_of
from pytest_aikit.cases.showing import shown_by
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, Sample
from pytest_aikit.numerics.comparing import same_bits

_ENOUGH, _DIFFERENT, _OTHERS = 24, 3, 13
"""The results of so many seeds, of so many elements, of which so many differ, are all the same by a fault alone: of as few
as three orders of rows, each other one is the same by chance once in six times."""
_SOME = 100
"""So many are looked at first: of most draws they differ, and all of them take longer than the draw."""


_MANY = 1000
"""So many elements of two draws are never the same by chance."""


def applies(function: Function) -> bool:
    return knowledge.of(function).judge is not None and "seed" in function.parameters


def run(case: Case) -> Evidence:
    before = _states()
    calls, enough, many = 0, False, False
    for sample, result in calling.results(case):
        # of what is made by rule some arrays are of equal parts, whose order does not show
        if sample.part == "calls" and isinstance(sample.kwargs.get("seed"), int):
            if enough and id(sample) in case.kept.together:
                continue  # by itself each is compiled anew, and another dtype has all of them by themselves
            calls += _check_seeds(case, sample, result)
            if case.once and not enough:
                calls += _check_refused(case)
            if case.once and not many and _differs_always(result):
                many = True
                calls += _check_each(case, sample)
            enough = enough or calling.leaves(result)[0].size >= _ENOUGH
            if cells.is_mixed(case.cell) and not case.thorough:
                break  # of two dtypes it is drawn as of the one that they become
    with shown_by(_SHOWN_STATES):
        for name, state in _states().items():
            if before.get(name, state) != state:
                raise CheckFailure(f"changes the generator of {name}")
    return Evidence(calls)


def _check_seeds(case: Case, sample: Sample, result: Any) -> int:
    """Call with the seed once more, with others, with none, and with none after aikit's own generator was set."""
    given = sample.kwargs["seed"]
    with shown_by(_SHOWN_SEEDS.format(given, [given], True)):
        _require_same(sample, result, _drawn(case, sample, given))
    for others in ([given + one for one in range(1, _OTHERS)], [given - (one << 40) for one in range(1, _OTHERS)]):
        with shown_by(_SHOWN_SEEDS.format(given, others, False)):
            _require_others(sample, result, (_drawn(case, sample, other) for other in others))
    with shown_by(_SHOWN_STATE):
        aikit.seed(seed_value=5)
        first = _drawn(case, sample, None)
        _require_others(sample, first, (_drawn(case, sample, None) for _ in range(_OTHERS)))
        aikit.seed(seed_value=5)
        _require_same(sample, first, _drawn(case, sample, None))
    return 6


def _check_each(case: Case, sample: Sample) -> int:
    """Call with seeds that have something in common, and again and again with none: no two results are the same."""
    given = sample.kwargs["seed"]
    for seeds in ((given, -given, ~given, given + 2**64), (None,) * 4):
        with shown_by(_SHOWN_EACH.format(list(seeds))):
            drawn = [calling.host(_drawn(case, sample, seed)).tobytes() for seed in seeds]
            if len({*drawn}) < len(drawn):
                raise CheckFailure("the same result for two of a few seeds or draws", sample=sample)
    return 8


def _check_refused(case: Case) -> int:
    """A call that is refused leaves aikit's own generator as it is: the next draw is the one that it would have been."""
    found = [
        one for one in knowledge.of(case.function).bad if isinstance(one.kwargs.get("seed"), int) and not one.of_values
    ]
    for one in found:
        sample = sample_of(case, one)
        drawn = []
        for is_refused in (False, True):
            aikit.seed(seed_value=5)
            if is_refused:
                with contextlib.suppress(Exception):
                    _drawn(case, sample, None)
            drawn.append(case.xp.to_numpy(case.xp.random_uniform(shape=_MANY)).tobytes())
        if drawn[0] != drawn[1]:
            with shown_by(_SHOWN_REFUSED):
                raise CheckFailure(f"{one.label}: what is refused changes the generator of aikit", sample=sample)
    return len(found)


def _differs_always(result: Any) -> bool:
    """Whether there are so many elements that no two draws are the same by chance."""
    drawn = calling.host(calling.leaves(result)[0])
    return drawn.size >= _MANY and _differ(drawn.flat[:_MANY])


def _drawn(case: Case, sample: Sample, seed: int | None) -> Any:
    args, kwargs = calling.arguments(case, sample)
    return calling.call(case, sample, args, {**kwargs, "seed": seed})


def _require_same(sample: Sample, one: Any, two: Any) -> None:
    first, second = calling.host(one), calling.host(two)
    if not same_bits(first, second):
        raise CheckFailure("another result for the same seed", sample=sample, expected=first, got=second)


def _require_others(sample: Sample, one: Any, others: Iterable[Any]) -> None:
    """Raise where all results are like the first one, though there are so many that it cannot be by chance."""
    first = calling.host(one)
    if first.size < _ENOUGH or not (_differ(first.flat[:_SOME]) or _differ(first)):
        return
    if all(same_bits(first, calling.host(other)) for other in others):
        raise CheckFailure("the same result for another seed", sample=sample, got=first)


def _differ(drawn: np.ndarray) -> bool:
    return len(np.unique(drawn.astype(complex))) >= _DIFFERENT


def _states() -> Mapping[str, bytes]:
    """The states of the generators that are not aikit's, by what they belong to."""
    found = {"Python": pickle.dumps(random.getstate())}
    for backend in backend_handler.loaded_backends():
        state = frameworks.of(backend.name).generator_state
        if state is not None:
            found[backend.name] = state()
    return found


_DRAWS = """\
def drawn(seed):
    return aikit.to_numpy(function(*args, **kwargs | {"seed": seed})).tobytes()


"""
_SHOWN_SEEDS = (
    _DRAWS.replace("{", "{{").replace("}", "}}")
    + """\
first = drawn({})
print("got:     ", all(drawn(seed) == first for seed in {}))
print("expected:", {})
"""
)
_SHOWN_EACH = (
    _DRAWS.replace("{", "{{").replace("}", "}}")
    + """\
seeds = {}
print("got:     ", len({{drawn(seed) for seed in seeds}}))
print("expected:", len(seeds))
"""
)
_SHOWN_STATE = (
    _DRAWS
    + f"""\
aikit.seed(seed_value=5)
first, *others = [drawn(None) for _ in range({_OTHERS + 1})]
aikit.seed(seed_value=5)
print("got:     ", all(other == first for other in others), drawn(None) == first)
print("expected:", False, True)
"""
)
_SHOWN_REFUSED = """\
drawn = []
for is_refused in (False, True):
    aikit.seed(seed_value=5)
    try:
        is_refused and function(*args, **kwargs | {"seed": None})
    except Exception as error:
        print(type(error).__name__)
    drawn.append(aikit.to_list(aikit.random_uniform(shape=3)))
print("got:     ", drawn[1])
print("expected:", drawn[0])
"""
_SHOWN_STATES = """\
import pickle, random


def states():
    found = [random.getstate(), np.random.get_state()]
    if "torch" in globals():
        found.append(torch.get_rng_state().tolist())
    if "tf" in globals():
        found.append(tf.random.get_global_generator().state.numpy().tolist())
    return pickle.dumps(found)


before = states()
function(*args, **kwargs)
print("got:     ", states() == before)
print("expected:", True)
"""

CHECK = Check("reproducible", "cell", applies, run, __doc__, order=45, mixed=False, by_function=True)
