"""The steps of optimizers, written with NumPy after the papers, and the magnitudes of the terms that they add up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from pytest_aikit.numerics import wide


def _optimizer_update(w: Any, grad: Any, lr: Any, *, stop_gradients: bool) -> Any:
    return w - lr * grad


def _adam_step(dcdw: Any, mw: Any, vw: Any, step: Any, *, beta1: float, beta2: float, epsilon: float) -> Any:
    """Kingma & Ba, 2015, Algorithm 1."""
    step = wide.number(step)
    mw = beta1 * mw + (1 - beta1) * dcdw
    vw = beta2 * vw + (1 - beta2) * dcdw**2
    unbiased = mw / (1 - wide.number(beta1) ** step), vw / (1 - wide.number(beta2) ** step)
    return unbiased[0] / (np.sqrt(unbiased[1]) + epsilon), mw, vw


def _adam_update(
    w: Any, dcdw: Any, lr: Any, mw: Any, vw: Any, step: Any, *, stop_gradients: bool, **options: float
) -> Any:
    effective, mw, vw = _adam_step(dcdw, mw, vw, step, **options)
    return w - lr * effective, mw, vw


def _ratio(numerator: Any, denominator: Any) -> Any:
    return numerator / denominator if numerator > 0 and denominator > 0 else 1


def _norm(x: Any) -> Any:
    return np.sqrt(np.sum(x**2))


def _lars_update(w: Any, dcdw: Any, lr: Any, *, decay_lambda: float, stop_gradients: bool) -> Any:
    """You et al., 2017, Algorithm 1."""
    return w - lr * _lars_ratio(w, dcdw, decay_lambda) * (dcdw + decay_lambda * w)


def _lars_ratio(w: Any, dcdw: Any, decay_lambda: float) -> Any:
    return _ratio(_norm(w), _norm(dcdw) + decay_lambda * _norm(w))


def _lamb_update(
    w: Any,
    dcdw: Any,
    lr: Any,
    mw: Any,
    vw: Any,
    step: Any,
    *,
    max_trust_ratio: float,
    decay_lambda: float,
    stop_gradients: bool,
    **options: float,
) -> Any:
    """You et al., 2020, Algorithm 2."""
    effective, mw, vw = _adam_step(dcdw, mw, vw, step, **options)
    update = effective + decay_lambda * w
    return w - lr * min(_ratio(_norm(w), _norm(update)), max_trust_ratio) * update, mw, vw


REFERENCES: Mapping[str, Callable[..., Any]] = {
    "stop_gradient": lambda x: x,
    "optimizer_update": _optimizer_update,
    "gradient_descent_update": _optimizer_update,
    "adam_step": _adam_step,
    "adam_update": _adam_update,
    "lars_update": _lars_update,
    "lamb_update": _lamb_update,
}
"""Function -> what it computes."""


# ------------------------------------------------------------------------------------------------ scales


def _scale_of_update(w: Any, grad: Any, lr: Any, **options: Any) -> Any:
    return np.abs(w) + np.abs(lr * grad)


def _scale_of_adam(dcdw: Any, mw: Any, vw: Any, step: Any, **options: float) -> Any:
    return _adam_step(np.abs(dcdw), np.abs(mw), vw, step, **options)


def _scale_of_adam_update(
    w: Any, dcdw: Any, lr: Any, mw: Any, vw: Any, step: Any, *, stop_gradients: bool, **options: float
) -> Any:
    effective, mw, vw = _scale_of_adam(dcdw, mw, vw, step, **options)
    return _scale_of_update(w, effective, lr), mw, vw


def _scale_of_lars(w: Any, dcdw: Any, lr: Any, *, decay_lambda: float, stop_gradients: bool) -> Any:
    steps = _lars_ratio(w, dcdw, decay_lambda) * (np.abs(dcdw) + decay_lambda * np.abs(w))
    return _scale_of_update(w, steps, lr)


def _scale_of_lamb(
    w: Any,
    dcdw: Any,
    lr: Any,
    mw: Any,
    vw: Any,
    step: Any,
    *,
    max_trust_ratio: float,
    decay_lambda: float,
    stop_gradients: bool,
    **options: float,
) -> Any:
    """As of Adam; the error of the norm of the steps, relative to it, is at most that of all the terms in them."""
    effective, _, _ = _adam_step(dcdw, mw, vw, step, **options)
    terms, mw, vw = _scale_of_adam(dcdw, mw, vw, step, **options)
    terms = terms + decay_lambda * np.abs(w)
    norm = _norm(effective + decay_lambda * w)
    relative = _norm(terms) / norm if norm > 0 else 1
    return _scale_of_update(w, min(_ratio(_norm(w), norm), max_trust_ratio) * relative * terms, lr), mw, vw


SCALES: Mapping[str, Callable[..., Any]] = {
    "optimizer_update": _scale_of_update,
    "gradient_descent_update": _scale_of_update,
    "adam_step": _scale_of_adam,
    "adam_update": _scale_of_adam_update,
    "lars_update": _scale_of_lars,
    "lamb_update": _scale_of_lamb,
}
"""The magnitude by which an error is measured, for each array of the result."""

OF_SQUARES = frozenset({"adam_step", "adam_update", "lars_update", "lamb_update"})
"""The functions whose results depend on squares, which vanish where their arguments are tiny."""
