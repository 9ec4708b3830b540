"""The functions. What each does not serve stands above it, as plain data: the tests prove it."""

from array_api_compat import array_namespace, device, size

REAL = {"-float*": {"reason": "floating-point numbers alone", "raises": TypeError}}


def lacks(**table):
    """Give a function the table of what it lacks."""

    def declare(function):
        function.__aikit_capabilities__ = table
        return function

    return declare


def _floating(*arrays):
    """The namespace of floating arrays."""
    xp = array_namespace(*arrays)
    for x in arrays:
        if not xp.isdtype(x.dtype, "real floating"):
            raise TypeError(f"expected floating-point numbers, got {x.dtype}")
    return xp


@lacks(dtypes=REAL)
def expit(x):
    """1 / (1 + exp(-x))."""
    xp = _floating(x)
    small = xp.exp(-xp.abs(x))
    return xp.where(x >= 0, 1 / (1 + small), small / (1 + small))


@lacks(dtypes=REAL)
def logit(p):
    """The inverse of `expit`."""
    xp = _floating(p)
    return xp.log(p) - xp.log1p(-p)


@lacks(dtypes=REAL)
def xlogy(x, y):
    """x log(y), 0 where x is."""
    xp = _floating(x, y)
    return xp.where(x == 0, xp.zeros_like(x), x * xp.log(xp.where(x == 0, xp.ones_like(y), y)))


@lacks(dtypes=REAL)
def entr(x):
    """-x log(x), 0 at 0, -inf below."""
    xp = _floating(x)
    inside = xp.where(x > 0, x, xp.ones_like(x))
    return xp.where(x > 0, -inside * xp.log(inside), xp.where(x == 0, xp.zeros_like(x), xp.full_like(x, -xp.inf)))


@lacks(dtypes=REAL)
def huber(r, delta=1.0):
    """Half of r squared, linear beyond delta."""
    xp = _floating(r)
    size = xp.abs(r)
    return xp.where(size <= delta, 0.5 * r * r, delta * (size - 0.5 * delta))


@lacks(dtypes=REAL)
def logsumexp(x, axis=-1):
    """log(sum(exp(x))) without overflow."""
    xp = _floating(x)
    top = xp.max(x, axis=axis, keepdims=True)
    top = xp.where(xp.isfinite(top), top, xp.zeros_like(top))
    return xp.log(xp.sum(xp.exp(x - top), axis=axis)) + xp.squeeze(top, axis=axis)


@lacks(dtypes=REAL)
def softmax(x, axis=-1):
    """exp(x) as parts of their sum."""
    xp = _floating(x)
    parts = xp.exp(x - xp.max(x, axis=axis, keepdims=True))
    return parts / xp.sum(parts, axis=axis, keepdims=True)


@lacks(dtypes=REAL)
def cov(m):
    """The covariances of the rows."""
    xp = _floating(m)
    count = m.shape[1]
    centred = m - xp.mean(m, axis=1, keepdims=True)
    weights = xp.full((count,), 1 / (count - 1), dtype=m.dtype, device=device(m))
    return xp.matmul(centred * weights, xp.matrix_transpose(centred))


def kron(a, b):
    """Kronecker's product of two matrices."""
    xp = array_namespace(a, b)
    product = a[:, None, :, None] * b[None, :, None, :]
    return xp.reshape(product, (a.shape[0] * b.shape[0], a.shape[1] * b.shape[1]))


def rms(x):
    """The root of the mean of the squares."""
    xp = array_namespace(x)
    if not xp.isdtype(x.dtype, "real floating"):
        x = xp.astype(x, xp.float64)
    return xp.sqrt(xp.mean(x * x))


@lacks(
    lazy={"jax": "as many values as there are", "torch": "as many values as there are"},
    backends={"array_api:*dask*": "lengths that are not known"},
)
def nunique(x):
    """How many values there are."""
    return size(array_namespace(x).unique_values(x))
