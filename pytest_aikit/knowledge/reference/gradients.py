"""The steps of optimizers, written with NumPy after the papers, and the magnitudes of the terms that they add up."""

from __future__ import annotations

from typing import Any

import numpy as np

from pytest_aikit.numerics import wide


def optimizer_update(w: Any, grad: Any, lr: Any, *, stop_gradients: bool) -> Any:
    return w - lr * grad


def adam_step(dcdw: Any, mw: Any, vw: Any, step: Any, *, beta1: float, beta2: float, epsilon: float) -> Any:
    """Kingma & Ba, 2015, Algorithm 1."""
    step = wide.number(step)
    mw = beta1 * mw + (1 - beta1) * dcdw
    vw = beta2 * vw + (1 - beta2) * dcdw**2
    unbiased = mw / (1 - wide.number(beta1) ** step), vw / (1 - wide.number(beta2) ** step)
    return unbiased[0] / (np.sqrt(unbiased[1]) + epsilon), mw, vw


def adam_update(
    w: Any, dcdw: Any, lr: Any, mw: Any, vw: Any, step: Any, *, stop_gradients: bool, **options: float
) -> Any:
    effective, mw, vw = adam_step(dcdw, mw, vw, step, **options)
    return w - lr * effective, mw, vw


def _ratio(numerator: Any, denominator: Any) -> Any:
    return numerator / denominator if numerator > 0 and denominator > 0 else 1


def _norm(x: Any) -> Any:
    return np.sqrt(np.sum(x**2))


def lars_update(w: Any, dcdw: Any, lr: Any, *, decay_lambda: float, stop_gradients: bool) -> Any:
    """You et al., 2017, Algorithm 1."""
    return w - lr * _lars_ratio(w, dcdw, decay_lambda) * (dcdw + decay_lambda * w)


def _lars_ratio(w: Any, dcdw: Any, decay_lambda: float) -> Any:
    return _ratio(_norm(w), _norm(dcdw) + decay_lambda * _norm(w))


def lamb_update(
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
    effective, mw, vw = adam_step(dcdw, mw, vw, step, **options)
    update = effective + decay_lambda * w
    return w - lr * min(_ratio(_norm(w), _norm(update)), max_trust_ratio) * update, mw, vw


# ------------------------------------------------------------------------------------------------ scales


def scale_of_update(w: Any, grad: Any, lr: Any, **options: Any) -> Any:
    return np.abs(w) + np.abs(lr * grad)


def scale_of_adam(dcdw: Any, mw: Any, vw: Any, step: Any, **options: float) -> Any:
    return adam_step(np.abs(dcdw), np.abs(mw), vw, step, **options)


def scale_of_adam_update(
    w: Any, dcdw: Any, lr: Any, mw: Any, vw: Any, step: Any, *, stop_gradients: bool, **options: float
) -> Any:
    effective, mw, vw = scale_of_adam(dcdw, mw, vw, step, **options)
    return scale_of_update(w, effective, lr), mw, vw


def scale_of_lars(w: Any, dcdw: Any, lr: Any, *, decay_lambda: float, stop_gradients: bool) -> Any:
    steps = _lars_ratio(w, dcdw, decay_lambda) * (np.abs(dcdw) + decay_lambda * np.abs(w))
    return scale_of_update(w, steps, lr)


def scale_of_lamb(
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
    effective, _, _ = adam_step(dcdw, mw, vw, step, **options)
    terms, mw, vw = scale_of_adam(dcdw, mw, vw, step, **options)
    terms = terms + decay_lambda * np.abs(w)
    norm = _norm(effective + decay_lambda * w)
    relative = _norm(terms) / norm if norm > 0 else 1
    return scale_of_update(w, min(_ratio(_norm(w), norm), max_trust_ratio) * relative * terms, lr), mw, vw


def value_and_grad(x: Any) -> tuple[Any, Any, Any, Any]:
    y = x[..., ::-1]
    return 2 * np.sum(x * x * y), x * y, y, 4 * x * y


def execute_with_gradients(x: Any, *, retain_grads: bool = False) -> tuple[Any, Any, Any, Any, Any]:
    y = x[..., ::-1]
    return np.sum(x * x * y), 2 * x * y, x * x, x * y, 2 * x + (2 if retain_grads else 0) + 3 * x * x


def jac(x: Any) -> tuple[Any, ...]:
    """The derivatives of squares, and of the product with other numbers by either factor: the other one on a diagonal."""
    y = x[..., ::-1]
    return tuple(np.diag(one.ravel()).reshape(x.shape * 2) for one in (2 * x, y, x))
