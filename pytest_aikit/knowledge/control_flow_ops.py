"""Control flow, of conditions and tests that the values decide."""

from __future__ import annotations

from typing import Any

import numpy as np

from aikit.exceptions import AikitStructureError, AikitTypeError, AikitValueError
from pytest_aikit.knowledge.bounds import Bounds
from pytest_aikit.knowledge.calls import ArraySpec, all_dtypes, bad, row
from pytest_aikit.knowledge.keywords import Keywords
from pytest_aikit.knowledge.records import Drawn, Need, Trace, know
from pytest_aikit.knowledge.reference import control_flow_ops as reference

ROWS, SMALL = ArraySpec((4, 3)), ArraySpec((4, 3), dtype="float32")
NO_STEP = ArraySpec((4, 3), lambda dtype: np.arange(30, 42))
"""So large that a loop which doubles numbers up to a limit ends before its first step."""
CALLS = (
    *all_dtypes(row(ROWS)),
    row(ArraySpec((5,)), label="0-d items"),
    row(ArraySpec((4, 3), "special"), kinds="biu", label="special"),
)


def _values(**values: tuple[Any, ...]) -> Keywords:
    return Keywords(values=values, call=lambda **chosen: row(ROWS, **chosen))


know(
    "if_else",
    reference=reference.if_else,
    bounds=Bounds(real=1, complex=4, why="one product or one difference"),
    calls=(*CALLS, row(ROWS, cond="function", vars="container")),
    drawn=Drawn(as_sampled=True),
    keywords=_values(
        cond=("array", "native array", "function", "function of no array", "True", "False"),
        vars=("tuple", "list", "native arrays", "nest", "dict", "container"),
    ),
    bad=(
        bad(AikitTypeError, "a condition that is an int", SMALL, cond="int", words=("cond", "bool")),
        bad(AikitTypeError, "a condition of ints", SMALL, cond="array of ints", words=("cond", "int32", "bool")),
        bad(
            AikitValueError,
            "a condition with dimensions",
            SMALL,
            cond="array with dimensions",
            words=("cond", "(4, 3)"),
        ),
        bad(
            AikitTypeError,
            "None as a condition",
            SMALL,
            cond="function that returns None",
            words=("cond returned", "None"),
        ),
        bad(AikitTypeError, "a variable that is no array", SMALL, vars="text", words=("vars[1]", "'y'")),
    ),
)

STEPS = {
    "another dtype": (AikitTypeError, ("body_fn returned", "bool", "float32", "astype")),
    "another shape": (AikitValueError, ("body_fn returned", "(1, 3)", "(3,)")),
    "another nest": (AikitStructureError, ("body_fn returned", "vars")),
}
"""What is wrong with what a body returns -> the error, and its words."""
WIDTH = bad(
    AikitTypeError,
    "another width returned",
    ArraySpec((4, 3), lambda dtype: np.ones(12), "int32"),
    body="another width",
    words=("body_fn returned", "int16", "int32", "astype"),
)

know(
    "while_loop",
    reference=reference.while_loop,
    bounds=Bounds(real=4, complex=12, why="a product, which is added five times at most"),
    calls=(*CALLS, row(NO_STEP, test="native array", body="native arrays", vars="dict")),
    drawn=Drawn(as_sampled=True),
    keywords=_values(
        test=("array", "native array", "False"),
        body=("all", "list", "native arrays"),
        vars=("tuple", "native arrays", "dict", "container", "list of one", "tuple of one"),
    ),
    bad=(
        bad(AikitTypeError, "a test that returns an int", SMALL, test="int", words=("test_fn returned", "bool")),
        bad(
            AikitValueError, "a test with dimensions", SMALL, test="array with dimensions", words=("test_fn", "(4, 3)")
        ),
        *(bad(error, f"{what} returned", SMALL, body=what, words=words) for what, (error, words) in STEPS.items()),
        WIDTH,
        bad(AikitTypeError, "a variable that is no array", SMALL, vars="text", words=("vars[2]", "'y'")),
    ),
)

RANGES = ("range", "ascending range")

know(
    "for_loop",
    reference=reference.for_loop,
    scale=reference.scale_of_for_loop,
    bounds=Bounds(real=4, complex=12, why="three products, each of which is added"),
    trace=Trace(
        needs=(
            Need(
                "rank", "a row is taken at an item of the range", lambda x, *, items="range", **others: items in RANGES
            ),
        )
    ),
    calls=(
        *CALLS,
        row(ROWS, items="array", body="list", vars="dict"),
        row(ArraySpec((4, 0)), vars="container", label="size 0"),
    ),
    drawn=Drawn(as_sampled=True),
    keywords=_values(
        items=(*RANGES, "array", "native array", "list", "generator", "empty range"),
        body=("both", "list"),
        vars=("tuple", "native arrays", "dict", "container"),
    ),
    bad=(
        bad(AikitTypeError, "no iterable", SMALL, items="int", words=("iterable=3", "range")),
        bad(AikitValueError, "a 0-d array of items", SMALL, items="0-d array", words=("iterable", "0-d")),
        *(bad(error, f"{what} returned", SMALL, body=what, words=words) for what, (error, words) in STEPS.items()),
        WIDTH,
        bad(AikitTypeError, "a variable that is no array", SMALL, vars="text", words=("vars[1]", "'at'")),
    ),
)
