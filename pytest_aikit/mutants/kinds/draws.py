"""What is drawn at random: draws that do not depend on the seed, or on other things too, and other distributions."""

from __future__ import annotations

import random as python
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from pytest_aikit.mutants.kinds._wrong import is_drawn
from pytest_aikit.mutants.planting import Call, PublicCall, in_implementation, in_public
from pytest_aikit.mutants.records import Broken, Target, kind
from pytest_aikit.numerics.promotion import kind_of


def _has_seed(target: Target) -> bool:
    return is_drawn(target) and "seed" in target.function.parameters


# ------------------------------------------------------------------------------------------------ seeds


@kind("seed-ignored", "each draw is of one seed", check="reproducible", applies=_has_seed)
def _ignored(target: Target, random: Random) -> Broken:
    def broken(call: Call) -> Any:
        call.differs()
        return call.with_arguments(seed=12345)

    return Broken("each draw is of the seed 12345", in_implementation(target, broken))


@kind("seed-cut", "a draw depends on some of the bits of its seed", check="reproducible", applies=_has_seed)
def _cut(target: Target, random: Random) -> Broken:
    said, part = random.choice(_PARTS)

    def broken(call: PublicCall) -> Any:
        seed = call.given.get("seed")
        if not call.is_plain or type(seed) is not int:
            return call.result()
        call.differs()
        return call.real(*call.args, **{**call.kwargs, "seed": part(seed)})

    return Broken(f"a draw depends on {said} of its seed", in_public(target, broken))


_PARTS: tuple[tuple[str, Callable[[int], int]], ...] = (
    ("the lowest 8 bits", lambda seed: seed % 2**8),
    ("the lowest 32 bits", lambda seed: seed % 2**32),
    ("all bits but the lowest 8", lambda seed: seed >> 8),
    ("the sign", lambda seed: -1 if seed < 0 else 1),
)


@kind("seed-not-enough", "two draws of one seed are others", check="reproducible", applies=_has_seed)
def _not_enough(target: Target, random: Random) -> Broken:
    count = [0]

    def broken(call: Call) -> Any:
        count[0] += 1
        call.differs()
        return call.with_arguments(seed=count[0])

    return Broken("a draw depends on how many were before", in_implementation(target, broken))


@kind("drawn-again-without-a-seed", "draws without a seed are all the same", check="reproducible", applies=_has_seed)
def _again(target: Target, random: Random) -> Broken:
    def broken(call: PublicCall) -> Any:
        if not call.is_plain or call.given.get("seed") is not None:
            return call.result()
        call.differs()
        return call.real(*call.args, **{**call.kwargs, "seed": 0})

    return Broken("what is drawn without a seed is always the same", in_public(target, broken))


@kind("own-generator-ignored", "draws without a seed do not depend on the seed of the library", check="reproducible",
      applies=_has_seed)  # fmt: skip
def _own_generator(target: Target, random: Random) -> Broken:
    count = [0]

    def broken(call: PublicCall) -> Any:
        if not call.is_plain or call.given.get("seed") is not None:
            return call.result()
        count[0] += 1
        call.differs()
        return call.real(*call.args, **{**call.kwargs, "seed": count[0]})

    return Broken("what is drawn without a seed does not depend on aikit.seed", in_public(target, broken))


@kind("generator-of-others-used", "a draw changes a generator that is not the library's", check="reproducible",
      applies=_has_seed)  # fmt: skip
def _of_others(target: Target, random: Random) -> Broken:
    said, use = random.choice((("Python", python.random), ("NumPy", np.random.random)))

    def broken(call: Call) -> Any:
        call.differs()
        use()
        return call.result()

    return Broken(f"a draw uses the generator of {said}", in_implementation(target, broken))


# ------------------------------------------------------------------------------------------------ distributions


def _redrawn(target: Target, said: str, change: Callable[[np.ndarray], np.ndarray], dtype: str = "") -> Broken:
    """A mutant whose drawn values are changed on the host, where there is more than one."""

    def broken(call: Call) -> Any:
        result = call.result()
        if call.is_traced or (dtype and call.dtype_of(result) != dtype):
            return result
        return call.changed(result, lambda values, place: change(values) if values.size > 1 else None)

    return Broken(said, in_implementation(target, broken), dtypes=(dtype,) if dtype else ())


@kind("draws-moved", "all that is drawn is moved: integers by 1, numbers by an eighth", check="value", applies=is_drawn)
def _moved(target: Target, random: Random) -> Broken:
    def change(values: np.ndarray) -> np.ndarray:
        name = kind_of(values.dtype.name)
        if name == "b":
            return ~values
        return values + values.dtype.type(1) if name in "iu" else values * values.dtype.type(1.125)

    return _redrawn(target, "integers are 1 more, and numbers an eighth", change)


@kind("draws-cut-off", "what lies in the upper part of a distribution is not drawn", check="value", applies=is_drawn)
def _cut_off(target: Target, random: Random) -> Broken:
    part = random.choice((0.9, 0.95))

    def change(values: np.ndarray) -> np.ndarray:
        order = np.real(values).astype(np.float64)
        least = values.flat[np.argmin(order)]
        return np.where(order >= np.quantile(order, part), least, values)

    return _redrawn(target, f"the upper {1 - part:.0%} of all draws are the least one", change)


@kind("draws-repeated", "each second draw is the one before", check="value", applies=is_drawn)
def _repeated(target: Target, random: Random) -> Broken:
    said, axis = random.choice((("last", -1), ("first", 0)))

    def change(values: np.ndarray) -> np.ndarray:
        lines = np.moveaxis(values, axis, 0).copy()
        count = len(lines) // 2
        lines[1 : 2 * count : 2] = lines[0 : 2 * count : 2]
        return np.moveaxis(lines, 0, axis)

    return _redrawn(target, f"each second draw along the {said} axis is the one before", change)


@kind("draws-of-few-bits", "float64 is drawn with as many bits as float32 has", check="value",
      applies=lambda target: is_drawn(target) and target.function.result == "given"
      and not any(p.required for p in target.function.parameters.values()) and "float64" in target.dtypes)  # fmt: skip
def _few_bits(target: Target, random: Random) -> Broken:
    return _redrawn(
        target,
        "what is drawn in float64 has the bits of float32",
        lambda values: values.astype(np.float32).astype(values.dtype),
        "float64",
    )
