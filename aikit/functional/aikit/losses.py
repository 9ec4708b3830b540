"""Losses: how far predictions are from what is true."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aikit
from aikit.declare import compositional
from aikit.exceptions import AikitValueError

if TYPE_CHECKING:
    from aikit import Array, NativeArray


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
    Array of the common dtype and the broadcast shape without the axis, in nats.

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
    if not 0 <= epsilon < 0.5:
        raise AikitValueError(
            f"cross_entropy: epsilon={epsilon} is not in [0, 0.5): predictions are brought between it and 1 minus it"
        )
    pred = aikit.clip(pred, epsilon, 1 - epsilon)
    log_pred = aikit.log(pred)
    return aikit.negative(aikit.sum(log_pred * true, axis=axis))
