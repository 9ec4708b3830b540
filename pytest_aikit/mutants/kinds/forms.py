"""Values that are wrong only for arrays of some form: of a number of dimensions, without elements, of a memory layout, long."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from pytest_aikit.cases.samples.layouts import keeps_layouts
from pytest_aikit.cases.samples.sizes import LONG
from pytest_aikit.mutants.kinds._wrong import drawn_dtype, has_known_values, has_values, takes_shape, wrong_where
from pytest_aikit.mutants.kinds.results import cast_to_another, each
from pytest_aikit.mutants.planting import Call, in_implementation
from pytest_aikit.mutants.records import Broken, Target, kind


def _of_arrays(target: Target) -> bool:
    return has_known_values(target) and bool(target.function.array_parameters)


def _for_one_dtype(target: Target, random: Random) -> tuple[str, ...]:
    """One dtype, where all forms are tried with all dtypes; else none, which is: any."""
    return () if target.in_turn else (drawn_dtype(target, random),)


def _said(dtypes: tuple[str, ...]) -> str:
    return f", for {dtypes[0]}" if dtypes else ""


@kind("value-of-one-rank", "values are wrong for arrays of one number of dimensions", check="value", applies=_of_arrays)
def _rank(target: Target, random: Random) -> Broken | None:
    taken = [rank for rank in range(5) if takes_shape(target, (2, 2, 2, 2)[:rank])]
    if not taken:
        return None
    rank, dtypes = random.choice(taken), _for_one_dtype(target, random)

    def where(call: Call, values: np.ndarray, place: int) -> Any:
        # others may go with each of them
        return True if max((len(one.shape) for one in call.arrays()), default=-1) == rank else None

    return wrong_where(target, f"values of {rank}-d arrays are wrong{_said(dtypes)}", where, dtypes)


@kind("wrong-without-elements", "the result of arrays without elements is wrong", check="dtype",
      applies=lambda target: has_values(target) and bool(target.function.array_parameters))  # fmt: skip
def _empty(target: Target, random: Random) -> Broken | None:
    if not any(takes_shape(target, shape) for shape in ((0,), (0, 3), (0, 3, 3))):
        return None
    dtypes = _for_one_dtype(target, random)

    def broken(call: Call) -> Any:
        result = call.result()
        if (
            call.is_traced
            or (dtypes and call.dtype not in dtypes)
            or call.first() is None
            or call.host(call.first()).size
        ):
            return result
        return each(result, lambda native: cast_to_another(call, native))

    said = f"the result of arrays without elements has another dtype{_said(dtypes)}"
    return Broken(said, in_implementation(target, broken), dtypes=dtypes)


LAYOUTS: dict[str, Callable[[np.ndarray], bool]] = {
    "with gaps between the elements": lambda x: x.ndim > 0 and x.strides[-1] > x.itemsize,
    "in the order of Fortran": lambda x: x.ndim > 1 and x.flags.f_contiguous and not x.flags.c_contiguous,
    "not contiguous": lambda x: not x.flags.c_contiguous,
    "with negative strides": lambda x: any(stride < 0 for stride in x.strides),
    "with strides of 0": lambda x: any(stride == 0 for stride in x.strides),
}
"""What is said of arrays, and whether one is such an array; those of one element are each of them and none."""


@kind("value-of-a-layout", "values are wrong for arrays of one memory layout", check="native_input",
      applies=lambda target: _of_arrays(target) and keeps_layouts(target.backend))  # fmt: skip
def _layout(target: Target, random: Random) -> Broken | None:
    said = random.choice([one for one in LAYOUTS if target.is_host or "negative" not in one])
    taken = [shape for shape in ((2, 2), (2,), (2, 2, 2)) if takes_shape(target, shape)]
    if not taken or (taken == [(2,)] and "Fortran" in said):
        return None
    dtypes = _for_one_dtype(target, random)

    def where(call: Call, values: np.ndarray, place: int) -> Any:
        laid_out = (np.asarray(call.backend.to_numpy(one)) for one in call.arrays())
        return True if any(one.size > 1 and LAYOUTS[said](one) for one in laid_out) else None

    return wrong_where(target, f"values are wrong for arrays {said}{_said(dtypes)}", where, dtypes)


@kind("value-beyond-a-block", "values are wrong beyond as many elements as a kernel takes at once", check="value",
      applies=_of_arrays)  # fmt: skip
def _block(target: Target, random: Random) -> Broken | None:
    if not any(takes_shape(target, shape) for shape in ((2,), (2, 2))):
        return None
    length = random.choice([16, 128, LONG] if target.long else [16, 128])
    dtypes = _for_one_dtype(target, random) if length < LONG else ()

    def where(call: Call, values: np.ndarray, place: int) -> Any:
        x = call.first()
        return True if x is not None and max(x.shape, default=0) > length else None

    return wrong_where(target, f"values are wrong where an axis is longer than {length}{_said(dtypes)}", where, dtypes)
