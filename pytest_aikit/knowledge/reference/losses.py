"""Losses."""

from __future__ import annotations

from typing import Any

import numpy as np

from pytest_aikit.knowledge.reference.activations import softplus
from pytest_aikit.numerics import wide


def cross_entropy(true: Any, pred: Any, axis: int, epsilon: float) -> Any:
    nearest = wide.number(epsilon)
    return -np.sum(np.log(np.clip(pred, nearest, 1 - nearest)) * true, axis)


def _reduced(terms: Any, reduction: str, axis: Any) -> Any:
    if reduction == "none":
        return terms
    return np.sum(terms, axis=axis) if reduction == "sum" else np.mean(terms, axis=axis)


def _terms_of_two(true: Any, pred: Any, from_logits: bool, epsilon: float, pos_weight: Any) -> tuple[Any, Any]:
    """What is added up where the class is the true one, and where it is not; nothing of what is multiplied by 0."""
    if from_logits:
        plain = {"beta": None, "threshold": None}
        of_class, of_other = softplus(-pred, **plain), softplus(pred, **plain)
    else:
        nearest = wide.number(epsilon)
        pred = np.clip(pred, nearest, 1 - nearest)
        of_class, of_other = -np.log(pred), -np.log1p(-pred)
    weighted = true * (1 if pos_weight is None else pos_weight)
    one, two = np.where(true == 0, 0, weighted * of_class), np.where(true == 1, 0, (1 - true) * of_other)
    return np.where(pred != pred, pred, one), np.where(pred != pred, pred, two)


def binary_cross_entropy(
    true: Any, pred: Any, *, from_logits: bool, epsilon: float, reduction: str, pos_weight: Any, axis: Any
) -> Any:
    return _reduced(np.add(*_terms_of_two(true, pred, from_logits, epsilon, pos_weight)), reduction, axis)


def scale_of_binary_cross_entropy(
    true: Any, pred: Any, *, from_logits: bool, epsilon: float, reduction: str, pos_weight: Any, axis: Any
) -> Any:
    """The terms without their signs; the rounding of 1 less a probability is one of the logarithm of what is left."""
    terms = np.abs(np.add(*map(np.abs, _terms_of_two(true, pred, from_logits, epsilon, pos_weight))))
    return _reduced(terms + np.zeros_like(pred), reduction, axis)


def sparse_cross_entropy(true: Any, pred: Any, *, axis: int, epsilon: float, reduction: str) -> Any:
    nearest = wide.number(epsilon)
    chances = np.moveaxis(pred, axis, -1)
    classes = np.broadcast_to(true, chances.shape[:-1])
    chosen = np.empty(classes.shape, pred.dtype)
    for place in np.ndindex(classes.shape):
        chosen[place] = chances[place][classes[place]]
    return _reduced(-np.log(np.clip(chosen, nearest, 1 - nearest)), reduction, None)
