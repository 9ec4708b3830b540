"""Steps of meta-learning, of costs that are halves of squares: a step of rate 1/2 halves the way to the target."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from aikit.exceptions import AikitValueError
from pytest_aikit.knowledge.bounds import Bounds
from pytest_aikit.knowledge.calls import ArraySpec, all_dtypes, bad, row
from pytest_aikit.knowledge.keywords import Keywords
from pytest_aikit.knowledge.records import Drawn, Trace, know
from pytest_aikit.knowledge.reference import meta as reference

TASKS = ArraySpec((3, 4), "positive")
FACTS: dict[str, Any] = {
    "bounds": Bounds(
        real=12, why="three steps of a difference and a product each, a square, and sums of 4 and of 3 terms"
    ),
    "sign_of_zero": "open",
    "trace": Trace(
        unchecked="what a framework differentiates under its own trace is looked at in test_suites/unit/traces"
    ),
    "calls": (*all_dtypes(row(TASKS)), row(TASKS, steps=3), row(ArraySpec((1, 2), "positive"), steps=2)),
    "drawn": Drawn(as_sampled=True),
    "bad": tuple(
        bad(AikitValueError, form, replace(TASKS, dtype="float32"), form=form, words=words)
        for form, words in {
            "more tasks than there are": ("num_tasks=4", "3 tasks"),
            "no task": ("num_tasks=0", "at least 1"),
            "fewer than none": ("num_tasks=-1", "at least 1"),
        }.items()
    ),
}

OF_REPTILE = ("two tasks", "the first alone", "nothing adapted", "differentiated")
OF_BOTH = (*OF_REPTILE, "batches of its own", "some variables")
"""What else of their arguments is given; each in a call of its own."""

OF_STEPS = Keywords(
    values={"steps": (1, 2, 3), "average": (False, True)},
    made=("form",),
    silent=lambda *, steps, average: ("average",) if steps == 1 else (),
    call=lambda **options: row(TASKS, **options),
)

AVERAGED: dict[str, Any] = {
    **FACTS,
    "calls": (
        *FACTS["calls"],
        row(TASKS, steps=2, average=True),
        *(row(TASKS, steps=2, average=bool(place % 2), form=form) for place, form in enumerate(OF_BOTH)),
    ),
    "keywords": OF_STEPS,
}

know("maml_step", reference=reference.maml_step, scale=reference.scale, **AVERAGED)
know("fomaml_step", reference=reference.fomaml_step, scale=reference.scale, **AVERAGED)
know(
    "reptile_step",
    reference=reference.reptile_step,
    scale=reference.scale,
    keywords=Keywords(values={"steps": (1, 2, 3)}, made=("form",), call=lambda *, steps: row(TASKS, steps=steps)),
    **{**FACTS, "calls": (*FACTS["calls"], *(row(TASKS, steps=2, form=form) for form in OF_REPTILE))},
)
