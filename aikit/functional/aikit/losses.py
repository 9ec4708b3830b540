"""Losses: how far predictions are from what is true."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import aikit
from aikit.declare import compositional
from aikit.functional.rules import losses as rules

if TYPE_CHECKING:
    from aikit import Array, Dtype, NativeArray


@compositional(
    dtypes={"true": "real-valued", "pred": "real floating-point", "pos_weight": "real floating-point"},
    differentiable=("true", "pred", "pos_weight"),
)
def binary_cross_entropy(
    true: Array | NativeArray,
    pred: Array | NativeArray,
    /,
    *,
    from_logits: bool = False,
    epsilon: float = 0.0,
    reduction: Literal["none", "sum", "mean"] = "mean",
    pos_weight: Array | NativeArray | int | float | None = None,
    axis: int | Sequence[int] | None = None,
    out: Array | None = None,
) -> Array:
    """Cross entropy of two classes, in nats: ``-(pos_weight * true * log(pred) + (1 - true) * log(1 - pred))``.

    A term whose factor is 0 is 0. PyTorch's logarithms are -100 at least; here one of 0 is infinite where `epsilon` is 0.

    Parameters
    ----------
    true : array of a real floating-point dtype: the true probabilities; or of integers or bools, 1 or True for the class.
    pred : array of a real floating-point dtype: the predicted probabilities, or their logits, ``log(p / (1 - p))``; they
        broadcast with `true`.
    from_logits : whether `pred` has logits. They lose no digits where probabilities are near 0 or 1.
    epsilon : probabilities are brought between this and 1 minus this; at least 0, less than 0.5, and 0 for logits.
    reduction : whether the terms are summed, averaged, or neither.
    pos_weight : what the terms of the class are multiplied by, a number or an array that broadcasts; None for 1.
    axis : the axis, or axes, along which they are summed or averaged; None for all.

    Returns
    -------
    Array of the common dtype; float16 and bfloat16 are computed in float32.

    Raises
    ------
    AikitTypeError : predictions of a dtype that is not real floating-point; complex probabilities.
    AikitValueError : `epsilon` is not in [0, 0.5), or not 0 for logits; an unknown reduction.
    AikitAxisError : an axis out of range, or named twice.
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> round(float(aikit.binary_cross_entropy([0.0, 1.0], [0.5, 0.5])), 4)
    0.6931
    >>> round(float(aikit.binary_cross_entropy([0, 1], [0.0, 0.0], from_logits=True, reduction="sum")), 4)
    1.3863
    """
    rules.check_epsilon("binary_cross_entropy", epsilon)
    rules.check_logits("binary_cross_entropy", from_logits, epsilon)
    dtype = pred.dtype
    true, pred, pos_weight = (_as_wide(one, dtype) for one in (true, pred, pos_weight))
    of_each: Any = _cross_entropy_of_two
    if not isinstance(pos_weight, (int, float)):
        of_each = aikit.current_backend(pred).in_one_program(of_each, "from_logits", "epsilon")
    loss = of_each(true, pred, pos_weight, from_logits=from_logits, epsilon=epsilon)
    rules.check_reduced_axes("binary_cross_entropy", loss, axis)
    return _reduced(loss, reduction, axis, dtype)


def _cross_entropy_of_two(
    true: Array, pred: Array, pos_weight: Array | int | float | None, *, from_logits: bool, epsilon: float
) -> Array:
    """The cross entropy of each element."""
    if from_logits:
        # not of an infinite one where the logarithm is multiplied by 0
        log_pred = -aikit.softplus(-aikit.where((true == 0) & (pred == -math.inf), 0.0, pred))
        log_other = -aikit.softplus(aikit.where((true == 1) & (pred == math.inf), 0.0, pred))
    else:
        pred = aikit.clip(pred, epsilon, 1 - epsilon)
        # not of 0 where the logarithm is multiplied by 0
        log_pred = aikit.log(aikit.where((true == 0) & (pred == 0), 1.0, pred))
        log_other = aikit.log1p(-aikit.where((true == 1) & (pred == 1), 0.0, pred))
    return -(true * log_pred * (1.0 if pos_weight is None else pos_weight) + (1 - true) * log_other)


@compositional(dtypes={"true": "real-valued", "pred": "real floating-point"}, differentiable=("true", "pred"))
def cross_entropy(
    true: Array | NativeArray,
    pred: Array | NativeArray,
    axis: int = -1,
    epsilon: float = 1e-7,
    *,
    out: Array | None = None,
) -> Array:
    """Cross entropy of predicted probabilities, relative to the true ones: ``-sum(true * log(pred))``.

    Parameters
    ----------
    true : array of a real floating-point dtype: the true probabilities; or of integers or bools, 1 or True where a class is
        the true one, 0 or False elsewhere.
    pred : array of a real floating-point dtype: the predicted ones; they broadcast with `true`.
    axis : the axis of the classes.
    epsilon : predictions are brought between this and 1 minus this, so that the logarithm is finite; at least 0, and less
        than 0.5.

    Returns
    -------
    Array of the common dtype and the broadcast shape without the axis, in nats; float16 and bfloat16 are computed in float32.

    Raises
    ------
    AikitTypeError : predictions of a dtype that is not real floating-point; complex probabilities.
    AikitValueError : `epsilon` is not in [0, 0.5).
    AikitAxisError : an axis out of range.
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> round(float(aikit.cross_entropy([0.0, 1.0], [0.5, 0.5])), 4)
    0.6931
    """
    rules.check_epsilon("cross_entropy", epsilon)
    dtype = pred.dtype
    log_pred = aikit.log(aikit.clip(_as_wide(pred, dtype), epsilon, 1 - epsilon))
    return _reduced(-log_pred * _as_wide(true, dtype), "sum", axis, dtype)


@compositional(dtypes={"true": "integer", "pred": "real floating-point"}, promote=("pred",), differentiable=("pred",))
def sparse_cross_entropy(
    true: Array | NativeArray,
    pred: Array | NativeArray,
    /,
    *,
    axis: int = -1,
    epsilon: float = 1e-7,
    reduction: Literal["none", "sum", "mean"] = "mean",
    out: Array | None = None,
) -> Array:
    """Cross entropy of predicted probabilities, relative to one true class each, in nats: ``-log(pred[true])``.

    That is `cross_entropy` where the true class has the probability 1.

    Parameters
    ----------
    true : array of an integer dtype: the numbers of the true classes, as indices along the axis of `pred`. It has the
        dimensions of `pred` but that axis, and broadcasts with these.
    pred : array of a real floating-point dtype: the predicted probabilities.
    axis : the axis of the classes in `pred`.
    epsilon : predictions are brought between this and 1 minus this, so that the logarithm is finite; at least 0, and less
        than 0.5.
    reduction : whether the terms are summed, averaged, or neither.

    Returns
    -------
    Array of the dtype of `pred`; float16 and bfloat16 are computed in float32.

    Raises
    ------
    AikitTypeError : classes that are not integer; predictions of a dtype that is not real floating-point.
    AikitValueError : `epsilon` is not in [0, 0.5); an unknown reduction.
    AikitAxisError : an axis out of range.
    AikitIndexError : a class out of range (told in eager calls on the CPU; elsewhere it is the framework's).
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> round(float(aikit.sparse_cross_entropy([1, 0], [[0.5, 0.5], [1.0, 0.0]], reduction="sum")), 4)
    0.6931
    """
    rules.check_epsilon("sparse_cross_entropy", epsilon)
    rules.check_classes("sparse_cross_entropy", true, pred, axis)
    dtype = pred.dtype
    chosen = aikit.take_along_axis(_as_wide(pred, dtype), aikit.expand_dims(true, axis), axis=axis)
    loss = -aikit.log(aikit.clip(aikit.squeeze(chosen, axis), epsilon, 1 - epsilon))
    return _reduced(loss, reduction, None, dtype)


def _as_wide(x: Array | NativeArray | float | None, dtype: Dtype) -> Any:
    """An array of a dtype, in float32 where it has 16 bits, in which each step would be rounded; others as they are."""
    if x is None or isinstance(x, float):
        return x
    return aikit.astype(x, aikit.float32 if dtype.itemsize == 2 else dtype)


def _reduced(loss: Array, reduction: str, axis: int | Sequence[int] | None, dtype: Dtype) -> Array:
    """The terms, their sum, or their mean, in a dtype."""
    if reduction != "none":
        loss = aikit.sum(loss, axis=axis) if reduction == "sum" else aikit.mean(loss, axis=axis)
    return loss if loss.dtype == dtype else aikit.astype(loss, dtype)
