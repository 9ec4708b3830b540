"""The same with faults, one in each of these functions."""

import numpy as np
from array_api_compat import array_namespace, device, size

from arrayfuncs import expit, kron, logit
from arrayfuncs.functions import REAL, _floating, lacks

__all__ = ["cov", "entr", "expit", "huber", "kron", "logit", "logsumexp", "nunique", "rms", "softmax", "xlogy"]


@lacks(dtypes=REAL)
def xlogy(x, y):
    """Computes in float64, and stays there."""
    xp = _floating(x, y)
    y = xp.astype(xp.where(x == 0, xp.ones_like(y), y), xp.float64)
    return xp.where(x == 0, xp.zeros_like(x), x * xp.log(y))


@lacks(dtypes=REAL)
def entr(x):
    """Is NaN below 0, in float32 alone."""
    xp = _floating(x)
    inside = xp.where(x > 0, x, xp.ones_like(x))
    below = xp.full_like(x, xp.nan if x.dtype == xp.float32 else -xp.inf)
    return xp.where(x > 0, -inside * xp.log(inside), xp.where(x == 0, xp.zeros_like(x), below))


@lacks(dtypes=REAL)
def huber(r, delta=1.0):
    """Writes to its argument where it can."""
    xp = _floating(r)
    size = xp.abs(r)
    linear = delta * (size - 0.5 * delta)
    r *= r
    return xp.where(size <= delta, 0.5 * r, linear)


@lacks(dtypes=REAL)
def logsumexp(x, axis=-1):
    """Takes a branch by the values."""
    xp = _floating(x)
    top = xp.max(x, axis=axis, keepdims=True)
    if not xp.all(xp.isfinite(top)):
        top = xp.zeros_like(top)
    return xp.log(xp.sum(xp.exp(x - top), axis=axis)) + xp.squeeze(top, axis=axis)


@lacks(dtypes=REAL)
def softmax(x, axis=-1):
    """Leaves it to NumPy, and brings the result back."""
    xp = _floating(x)
    host = np.asarray(x)
    parts = np.exp(host - np.max(host, axis=axis, keepdims=True))
    return xp.asarray(parts / np.sum(parts, axis=axis, keepdims=True), device=device(x))


@lacks(dtypes=REAL)
def cov(m):
    """Makes an array where the namespace makes them by itself."""
    xp = _floating(m)
    count = m.shape[1]
    centred = m - xp.mean(m, axis=1, keepdims=True)
    weights = xp.full((count,), 1 / (count - 1), dtype=m.dtype)
    return xp.matmul(centred * weights, xp.matrix_transpose(centred))


def rms(x):
    """Squares integers in their own dtype."""
    xp = array_namespace(x)
    squares = x * x
    if not xp.isdtype(x.dtype, "real floating"):
        squares = xp.astype(squares, xp.float64)
    return xp.sqrt(xp.mean(squares))


@lacks(
    lazy={"jax": "as many values as there are", "torch": "as many values as there are"},
    backends={"array_api:*dask*": "lengths that are not known", "array_api_strict": "it is said, and is not so"},
)
def nunique(x):
    """Says that it cannot what it can."""
    return size(array_namespace(x).unique_values(x))
