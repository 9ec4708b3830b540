"""Activation functions of neural networks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aikit
from aikit.declare import primary
from aikit.functional.rules import activations as rules

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@primary(dtypes="real floating-point", domain=(-3.0, float("inf")), differentiable=("x",), elementwise=True)
def gelu(x: Array | NativeArray, /, *, approximate: bool = False, out: Array | None = None) -> Array:
    """Gaussian error linear unit: x times the probability that a standard normal variable is less than x.

    That is ``x / 2 * (1 + erf(x / sqrt(2)))``, or with `approximate` the formula
    ``x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x**3)))`` that comes near it: Hendrycks and Gimpel, "Gaussian Error
    Linear Units (GELUs)", 2016.

    Parameters
    ----------
    x : array of a real floating-point dtype.
    approximate : whether the formula with the hyperbolic tangent is meant.

    Returns
    -------
    Array of the dtype and shape of `x`; NaN at negative infinity, which the formulae multiply by 0. Beside the greatest
    number of the dtype PyTorch's kernel of the CPU overflows, and it gives NaN for infinity.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.round(aikit.gelu([-1.0, 0.0, 1.0]) * 10000))
    [-1587.0, 0.0, 8413.0]
    """
    return aikit.current_backend(x).gelu(x, approximate=approximate)


@primary(dtypes="real floating-point", differentiable=("x",), elementwise=True)
def hardswish(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Hard swish, which comes near ``x * sigmoid(x)``: ``x * min(max(x + 3, 0), 6) / 6``.

    Howard et al., "Searching for MobileNetV3", 2019. The derivative is 0 at -3 and 1 at 3.

    Parameters
    ----------
    x : array of a real floating-point dtype.

    Returns
    -------
    Array of the dtype and shape of `x`; NaN at negative infinity, which the formula multiplies by 0. Beyond a sixth of the
    greatest number of the dtype it is x or infinite, as the backend computes.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.hardswish([-4.0, -1.5, 0.0, 3.0]))
    [-0.0, -0.375, 0.0, 3.0]
    """
    return aikit.current_backend(x).hardswish(x)


@primary(dtypes="real floating-point", differentiable=("x",), elementwise=True)
def leaky_relu(x: Array | NativeArray, /, *, alpha: float = 0.2, out: Array | None = None) -> Array:
    """Leaky rectified linear unit: x where it is more than 0, and ``alpha * x`` elsewhere.

    Maas, Hannun and Ng, "Rectifier Nonlinearities Improve Neural Network Acoustic Models", 2013. The derivative at 0 is
    `alpha`.

    Parameters
    ----------
    x : array of a real floating-point dtype.
    alpha : the slope below 0; any number.

    Returns
    -------
    Array of the dtype and shape of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.leaky_relu([-2.0, 3.0], alpha=0.5))
    [-1.0, 3.0]
    """
    return aikit.current_backend(x).leaky_relu(x, alpha=alpha)


@primary(dtypes="real floating-point", differentiable=("x",), check=rules.last_axis)
def log_softmax(x: Array | NativeArray, /, *, axis: int | None = None, out: Array | None = None) -> Array:
    """Logarithm of `softmax`, without the underflow of small probabilities: ``x - log(sum(exp(x)))``.

    The maximum is subtracted first, so that large elements do not overflow.

    Parameters
    ----------
    x : array of a real floating-point dtype, of at least one dimension.
    axis : the axis along which the exponentials of the results add up to 1; None for the last one.

    Returns
    -------
    Array of the dtype and shape of `x`. It is NaN along an axis with a NaN or positive infinity, and where all elements are
    negative infinity.

    Raises
    ------
    AikitAxisError : an axis that `x` does not have.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.log_softmax([0.0, 1000.0]))
    [-1000.0, 0.0]
    """
    return aikit.current_backend(x).log_softmax(x, axis=axis)


@primary(dtypes="real floating-point", differentiable=("x",), elementwise=True)
def mish(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Mish: ``x * tanh(softplus(x))``.

    Misra, "Mish: A Self Regularized Non-Monotonic Activation Function", 2019.

    Parameters
    ----------
    x : array of a real floating-point dtype.

    Returns
    -------
    Array of the dtype and shape of `x`; NaN at negative infinity, which the formula multiplies by 0.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.mish([0.0, 100.0]))
    [0.0, 100.0]
    """
    return aikit.current_backend(x).mish(x)


@primary(dtypes="real numeric", differentiable=("x",), elementwise=True)
def relu(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Rectified linear unit: x where it is more than 0, and 0 elsewhere; NaN where x is NaN.

    The derivative at 0 is 0.

    Parameters
    ----------
    x : array of a real numeric dtype.

    Returns
    -------
    Array of the dtype and shape of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.relu([-2, 3]))
    [0, 3]
    """
    return aikit.current_backend(x).relu(x)


@primary(dtypes="real floating-point", differentiable=("x",), elementwise=True)
def sigmoid(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Logistic sigmoid: ``1 / (1 + exp(-x))``.

    Parameters
    ----------
    x : array of a real floating-point dtype.

    Returns
    -------
    Array of the dtype and shape of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.sigmoid([-1000.0, 0.0, 1000.0]))
    [0.0, 0.5, 1.0]
    """
    return aikit.current_backend(x).sigmoid(x)


@primary(dtypes="real floating-point", differentiable=("x",), check=rules.last_axis)
def softmax(x: Array | NativeArray, /, *, axis: int | None = None, out: Array | None = None) -> Array:
    """Exponentials along an axis, divided by their sum: ``exp(x) / sum(exp(x))``.

    The maximum is subtracted first, so that large elements do not overflow.

    Parameters
    ----------
    x : array of a real floating-point dtype, of at least one dimension.
    axis : the axis along which the results add up to 1; None for the last one.

    Returns
    -------
    Array of the dtype and shape of `x`. It is NaN along an axis with a NaN or positive infinity, and where all elements are
    negative infinity.

    Raises
    ------
    AikitAxisError : an axis that `x` does not have.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.softmax([1000.0, 1000.0]))
    [0.5, 0.5]
    """
    return aikit.current_backend(x).softmax(x, axis=axis)


@primary(dtypes="real floating-point", differentiable=("x",), elementwise=True)
def softplus(
    x: Array | NativeArray,
    /,
    *,
    beta: float | None = None,
    threshold: float | None = None,
    out: Array | None = None,
) -> Array:
    """Soft plus, a smooth form of `relu`: ``log(1 + exp(beta * x)) / beta``.

    Dugas et al., "Incorporating Second-Order Functional Knowledge for Better Option Pricing", 2000.

    Parameters
    ----------
    x : array of a real floating-point dtype.
    beta : by how much the bend is sharper than that of ``log(1 + exp(x))``; None for 1. With 0 the formula divides by 0.
    threshold : where ``beta * x`` is more than this, the result is x; None for nowhere. PyTorch has 20 if not told.

    Returns
    -------
    Array of the dtype and shape of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.softplus([-1000.0, 1000.0]))
    [0.0, 1000.0]
    """
    return aikit.current_backend(x).softplus(x, beta=beta, threshold=threshold)


@primary(dtypes="real floating-point", differentiable=("x",), elementwise=True)
def softsign(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Soft sign: ``x / (1 + abs(x))``.

    Turian, Bergstra and Bengio, "Quadratic Features and Deep Architectures for Chunking", 2009.

    Parameters
    ----------
    x : array of a real floating-point dtype.

    Returns
    -------
    Array of the dtype and shape of `x`; NaN at the infinities, whose quotient the formula takes.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.softsign([-1.0, 0.0, 3.0]))
    [-0.5, 0.0, 0.75]
    """
    return aikit.current_backend(x).softsign(x)
