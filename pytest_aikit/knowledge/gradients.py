"""Steps of optimizers: weights, gradients, and running means that are positive."""

from __future__ import annotations

from typing import Any

import numpy as np

from aikit.exceptions import AikitValueError
from pytest_aikit.knowledge.bounds import MOVED, Bounds
from pytest_aikit.knowledge.calls import (
    CUBE,
    EMPTY,
    POINT,
    SPECIAL,
    VECTOR,
    ArraySpec,
    Bad,
    Kink,
    X,
    all_dtypes,
    anywhere,
    bad,
    mixed_dtypes,
    row,
    these,
    wrong_values,
)
from pytest_aikit.knowledge.keywords import Keywords
from pytest_aikit.knowledge.keywords import layers as keywords
from pytest_aikit.knowledge.left_out import NotAlone
from pytest_aikit.knowledge.records import FORTH_AND_BACK, Drawn, Gradient, Trace, know
from pytest_aikit.knowledge.reference import gradients as reference

OF_SQUARES = "its results depend on squares, which vanish where their arguments are tiny"
MEANS = "the constants, which are rounded too, five operations for each mean, and four more"

NEGATIVE_MEAN = NotAlone(("-infinity",), "no mean of squares is negative")
RATES: dict[str, Any] = {"lr": (0.5, 2, "0-d", "array")}
RATES_OF_MEANS: dict[str, Any] = {"lr": (0.125, 2, "0-d")}
DECAY: dict[str, Any] = {"decay_lambda": (0, 0.25, -0.25)}
OPTIONS: dict[str, Any] = {
    "ndim": (0, 2, 3),
    "step": (1, 1000, 2.5, "0-d", "array"),
    "beta1": (0.9, 0.5, 0),
    "beta2": (0.999, 0.75, 0),
    "epsilon": (1e-7, 0.25, 0),
}
"""The values of their keywords."""
OF_NORMS = Gradient(
    bounds=Bounds(
        real={**FORTH_AND_BACK, "*": 128},
        grows="sqrt",
        why="the ratio of two norms, in which differences of sums are scaled up; seen was 80, and 260 of 204 elements",
    ),
    cancels=("step",),  # a factor of both means, which the norm takes out again
)

WEIGHTS, SQUARES = ArraySpec((3, 4)), ArraySpec((3, 4), "positive")
ONE = ArraySpec((), "positive")
SOME_ZEROS = ArraySpec((3, 4), lambda dtype: np.array([0.5, 0, -1.5, 2, -0.25, 3, 1]))
ZEROS = ArraySpec((3, 4), lambda dtype: np.zeros(12))
"""The gradients and the running means of a first step."""

UPDATES = (
    mixed_dtypes(VECTOR, VECTOR, 0.5),
    *all_dtypes(row(WEIGHTS, WEIGHTS, ArraySpec((4,), "positive"))),
    row(WEIGHTS, WEIGHTS, 0.125, stop_gradients=False),
    row(WEIGHTS, WEIGHTS, 2, label="int for a rate"),
    row(ArraySpec((3, 1)), ArraySpec((4,)), 0.5, label="broadcasting"),
    row(POINT, POINT, 0.5, label="0-d"),
    row(EMPTY, EMPTY, 0.5, label="size 0"),
)
MEANS_AND_RATE = (
    mixed_dtypes(VECTOR, VECTOR, 0.5, VECTOR, ArraySpec((24,), "positive"), 3),
    *all_dtypes(row(WEIGHTS, WEIGHTS, ONE, WEIGHTS, SQUARES, ONE)),
    row(WEIGHTS, WEIGHTS, 0.125, WEIGHTS, SQUARES, 1000, stop_gradients=False),
    row(WEIGHTS, WEIGHTS, 0.5, WEIGHTS, SQUARES, 2, beta1=0.5, beta2=0.75, epsilon=0.25),
    row(WEIGHTS, SOME_ZEROS, 0.5, ZEROS, ZEROS, 1, beta1=0.5, beta2=0.75, epsilon=0.25, label="the first step"),
    row(POINT, POINT, 0.5, POINT, ONE, 3, label="0-d"),
    row(EMPTY, EMPTY, 0.5, EMPTY, EMPTY, 3, label="size 0"),
)

know(
    "stop_gradient",
    sizes=anywhere("moved"),
    reference=lambda x: x,
    bounds=MOVED,
    calls=(*all_dtypes(row(SPECIAL)), row(CUBE), row(POINT, label="0-d"), row(EMPTY, label="size 0")),
    gradient=Gradient(zero=("x",)),
)


def _of_means(*before: Any) -> tuple[Bad, ...]:
    """Calls of functions of running means that must be refused; `before`: the arguments before the number of the step."""
    return (
        bad(AikitValueError, "before the first step", *before, 0, words=("step=0", "number 1")),
        wrong_values(AikitValueError, "one of several steps", *before, these(1, 2, 0, 3), words=("step=", "number 1")),
        bad(AikitValueError, "all is kept", *before, 1, beta1=1.0, words=("beta1=1.0", "[0, 1)")),
        bad(AikitValueError, "a part below 0", *before, 1, beta2=-0.5, words=("beta2=-0.5", "[0, 1)")),
    )


know(
    "optimizer_update",
    "gradient_descent_update",
    reference=reference.optimizer_update,
    scale=reference.scale_of_update,
    bounds=Bounds(real=1.5, why="a product and a difference"),
    sign_of_zero="open",
    keywords=Keywords(values=RATES, call=keywords.update),
    calls=UPDATES,
)

know(
    "adam_step",
    not_alone={"vw": NEGATIVE_MEAN},
    reference=reference.adam_step,
    scale=reference.scale_of_adam,
    bounds=Bounds(real=8, why=MEANS),
    sign_of_zero="open",
    no_subnormals=OF_SQUARES,
    keywords=Keywords(values=OPTIONS, call=keywords.adam_step),
    gradient=Gradient(
        kinks=(Kink(([0.0], [0.0], [0.0], 1), ([4.5], [4.5], [0.75]), {"beta1": 0.5, "beta2": 0.75, "epsilon": 0.25}),)
    ),
    calls=(
        mixed_dtypes(VECTOR, VECTOR, ArraySpec((24,), "positive"), 3),
        *all_dtypes(row(WEIGHTS, WEIGHTS, SQUARES, ONE)),
        row(WEIGHTS, WEIGHTS, SQUARES, 1000),
        row(WEIGHTS, WEIGHTS, SQUARES, 2, beta1=0.5, beta2=0.75, epsilon=0.25),
        row(SOME_ZEROS, ZEROS, ZEROS, 1, beta1=0.5, beta2=0.75, epsilon=0.25, label="the first step"),
        row(POINT, POINT, ONE, 3, label="0-d"),
        row(EMPTY, EMPTY, EMPTY, 3, label="size 0"),
    ),
    bad=_of_means(WEIGHTS, WEIGHTS, SQUARES),
)

know(
    "adam_update",
    not_alone={"vw_tm1": NEGATIVE_MEAN},
    reference=reference.adam_update,
    scale=reference.scale_of_adam_update,
    bounds=Bounds(real=8, why=MEANS),
    sign_of_zero="open",
    no_subnormals=OF_SQUARES,
    keywords=Keywords(values=OPTIONS | RATES_OF_MEANS, call=keywords.adam_update),
    calls=MEANS_AND_RATE,
    bad=_of_means(WEIGHTS, WEIGHTS, 0.5, WEIGHTS, SQUARES),
)

know(
    "lars_update",
    reference=reference.lars_update,
    scale=reference.scale_of_lars,
    bounds=Bounds(real=12, grows="sqrt", why="as of optimizer_update, and the norms, each of which is a sum"),
    terms=lambda w, *others, **options: w.size,
    sign_of_zero="open",
    no_subnormals=OF_SQUARES,
    keywords=Keywords(values=RATES | DECAY, call=keywords.update),
    calls=(*UPDATES, row(X, X, 0.5, decay_lambda=0.25)),
)

know(
    "lamb_update",
    not_alone={"vw_tm1": NEGATIVE_MEAN},
    gradient=OF_NORMS,
    reference=reference.lamb_update,
    scale=reference.scale_of_lamb,
    bounds=Bounds(real=12, grows="sqrt", why="as of adam_update, and the norms, each of which is a sum"),
    terms=lambda w, *others, **options: w.size,
    sign_of_zero="open",
    no_subnormals=OF_SQUARES,
    keywords=Keywords(
        values=OPTIONS | RATES_OF_MEANS | DECAY | {"max_trust_ratio": (10, 0.01)}, call=keywords.adam_update
    ),
    calls=(
        *MEANS_AND_RATE,
        row(WEIGHTS, WEIGHTS, 0.5, WEIGHTS, SQUARES, 2, decay_lambda=0.25),
        row(WEIGHTS, WEIGHTS, 0.5, WEIGHTS, SQUARES, 2, max_trust_ratio=0.5),
    ),
    bad=_of_means(WEIGHTS, WEIGHTS, 0.5, WEIGHTS, SQUARES),
)

OF_PRODUCTS = Bounds(real=4, why="two products and a sum of two terms, and of the value a sum of 24 terms")
NUMBERS = ArraySpec((3, 4), "positive")
DERIVATIVES: dict[str, Any] = {
    "bounds": OF_PRODUCTS,
    "sign_of_zero": "open",
    "trace": Trace(
        unchecked="what a framework differentiates under its own trace is looked at in test_suites/unit/traces"
    ),
    "calls": (*all_dtypes(row(NUMBERS)), row(ArraySpec((2, 3, 4), "positive")), row(ArraySpec((5,), "positive"))),
    "drawn": Drawn(as_sampled=True),
}

know(
    "grad",
    reference=lambda x: (2 * x * x[..., ::-1], x * x, 2 * x * x[..., ::-1], x * x, x * x[..., ::-1]),
    **DERIVATIVES,
)
know("grad.second", reference=lambda x: 3 * x * x + 4 * x, **DERIVATIVES)
know("value_and_grad", reference=reference.value_and_grad, **DERIVATIVES)
know(
    "execute_with_gradients",
    reference=reference.execute_with_gradients,
    keywords=Keywords(
        values={"retain_grads": (False, True)},
        call=lambda *, retain_grads: row(NUMBERS, retain_grads=retain_grads),
    ),
    **{**DERIVATIVES, "calls": (*DERIVATIVES["calls"], row(NUMBERS, retain_grads=True))},
)
know("jac", reference=reference.jac, **DERIVATIVES)
