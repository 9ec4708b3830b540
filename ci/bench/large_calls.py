"""The calls that ``python -m ci.bench large`` compares: as aikit has them, and as a framework does where it writes them otherwise.

Elementwise functions, which are called alike everywhere, stand in no row: they are read from the records. Arrays have 10**6
elements: `x` and `y` numbers from 1 to 9, `r` distinct ones in no order and `s` the same in order, `m` and `w` matrices, `v`
and `u` rows of them, `a` a matrix of 300 and `h` a positive one, for what takes a matrix apart, `n` cross products; of fixed
dtypes `c` bools, `i` indices, `j` indices of columns, `k` one for each row.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Row(NamedTuple):
    """A call.

    Attributes
    ----------
    native : the framework's own call, by backend; ``"*"`` for all that have no other. Empty where it has none.
    of : the function that it is, where the source does not begin with its name.
    dtypes : the dtypes in which it is measured, where they are not those that the function takes.
    """

    source: str
    native: Mapping[str, str] = {}
    of: str = ""
    dtypes: tuple[str, ...] = ()

    @property
    def function(self) -> str:
        """The function that it is, by its qualified name."""
        return self.of or self.source.partition("(")[0]

    def on(self, backend: str) -> str:
        """The framework's own call; empty where it has none."""
        return self.native.get(backend, self.native.get("*", self.source))


def _row(source: str, torch: str | None = None, tensorflow: str | None = None, **others: str) -> Row:
    """A call that NumPy and JAX write as aikit does."""
    found = {"torch": torch, "tensorflow": tensorflow, **others}
    return Row(source, {name: own for name, own in found.items() if own is not None})


_FLOATS = ("float32", "float64", "complex64")
_REAL = ("float32", "float64", "int32")

STATISTICAL = (
    _row("sum(x)", tensorflow="reduce_sum(x)"),
    _row("sum(m, axis=0)", "sum(m, 0)", "reduce_sum(m, 0)"),
    _row("sum(m, axis=1)", "sum(m, 1)", "reduce_sum(m, 1)"),
    _row("prod(x)", tensorflow="reduce_prod(x)"),
    _row("prod(m, axis=1)", "prod(m, 1)", "reduce_prod(m, 1)"),
    _row("max(x)", tensorflow="reduce_max(x)"),
    _row("max(m, axis=1)", "amax(m, 1)", "reduce_max(m, 1)"),
    _row("min(x)", tensorflow="reduce_min(x)"),
    _row("mean(x)", tensorflow="reduce_mean(x)"),
    _row("mean(m, axis=0)", "mean(m, 0)", "reduce_mean(m, 0)"),
    _row("std(x)", "std(x, correction=0)", "math.reduce_std(x)"),
    _row("var(x)", "var(x, correction=0)", "math.reduce_variance(x)"),
    _row("var(m, axis=1)", "var(m, 1, correction=0)", "math.reduce_variance(m, 1)"),
    _row("cumulative_sum(x)", "cumsum(x, 0)", "cumsum(x)"),
    _row("cumulative_prod(x)", "cumprod(x, 0)", "math.cumprod(x)"),
)
SEARCHING = (
    Row("all(c)", {"tensorflow": "reduce_all(c)"}, dtypes=("bool",)),
    Row("any(c)", {"tensorflow": "reduce_any(c)"}, dtypes=("bool",)),
    Row("logical_and(c, c)", dtypes=("bool",)),
    Row("logical_not(c)", dtypes=("bool",)),
    Row("logical_or(c, c)", dtypes=("bool",)),
    Row("logical_xor(c, c)", {"tensorflow": "math.logical_xor(c, c)"}, dtypes=("bool",)),
    _row("all(x)", tensorflow=""),
    _row("any(x)", tensorflow=""),
    _row("diff(x)", tensorflow="experimental.numpy.diff(x)"),
    _row("argmax(r)"),
    _row("argmax(m, axis=1)", "argmax(m, 1)", "argmax(m, 1)"),
    _row("argmin(r)"),
    _row("count_nonzero(x)", tensorflow="math.count_nonzero(x)"),
    _row("nonzero(x)", "nonzero(x, as_tuple=True)", "where(x)"),
    _row("searchsorted(s, r)"),
    _row("where(c, x, y)"),
)
ORDERED = (
    _row("sort(r)"),
    _row(
        "sort(r, descending=True)", "sort(r, descending=True)", "sort(r, direction='DESCENDING')", numpy="flip(sort(r))"
    ),
    _row("sort(m, axis=0)", "sort(m, 0)", "sort(m, 0)"),
    _row("argsort(r)", "argsort(r, stable=True)", "argsort(r, stable=True)", numpy="argsort(r, stable=True)"),
    _row("unique_values(r)", "unique(r)", "unique(r)"),
    _row("unique_counts(r)", "unique(r, return_counts=True)", "unique_with_counts(r)"),
    _row("unique_inverse(r)", "unique(r, return_inverse=True)", "unique(r)"),
    _row("unique_all(r)", "unique(r, return_inverse=True, return_counts=True)", "unique_with_counts(r)"),
    _row("unique_values(x)", "unique(x)", "unique(x)"),
    _row("isin(r, v)", tensorflow=""),
)
INDEXING = (
    _row("take(x, i)", "index_select(x, 0, i)", "gather(x, i)"),
    _row("take(m, j, axis=1)", "index_select(m, 1, j)", "gather(m, j, axis=1)"),
    _row("take_along_axis(x, i)", "take_along_dim(x, i, 0)", "gather(x, i)", numpy="take_along_axis(x, i, axis=-1)"),
    _row("take_along_axis(m, k, axis=1)", "take_along_dim(m, k, 1)", "gather(m, k, batch_dims=1)"),
    Row("x[i]", {"tensorflow": "gather(x, i)"}, of="take"),
    Row("x[c]", {"tensorflow": "boolean_mask(x, c)"}, of="take"),
    Row("m[:, ::2]", of="take"),
)
MANIPULATION = (
    _row("concat([x, y])", tensorflow="concat([x, y], 0)"),
    _row("concat([m, w], axis=1)", "concat([m, w], 1)", "concat([m, w], 1)"),
    _row("stack([x, y])"),
    _row("stack([x, y], axis=1)", "stack([x, y], 1)", "stack([x, y], 1)"),
    _row("broadcast_to(v, (1000, 1000))"),
    _row("broadcast_arrays(m, v)", "broadcast_tensors(m, v)", ""),
    _row("expand_dims(x, 0)", "unsqueeze(x, 0)"),
    _row("flip(m, axis=1)", "flip(m, (1,))", "reverse(m, (1,))"),
    _row("moveaxis(m, 0, 1)", tensorflow="transpose(m)"),
    _row("permute_dims(m, (1, 0))", "permute(m, (1, 0))", "transpose(m, (1, 0))"),
    _row("repeat(x, 2)", "repeat_interleave(x, 2)", "repeat(x, 2)"),
    _row("reshape(x, (1000, 1000))"),
    _row("roll(x, 3)", tensorflow="roll(x, 3, 0)"),
    _row("squeeze(m[None], 0)"),
    _row("tile(x, (2,))"),
    _row("unstack(m)", "unbind(m)"),
)
CREATION = (
    _row("arange(1000000, dtype=dtype)", tensorflow="range(0, 1000000, dtype=dtype)"),
    Row(
        "arange(1.5, 1000001.5, dtype=dtype)",
        {"tensorflow": "range(1.5, 1000001.5, dtype=dtype)"},
        dtypes=("float32", "float64"),
    ),
    _row("asarray(x, copy=True)", "clone(x)", "", numpy="array(x)", jax="array(x)"),
    Row(
        "astype(x, 'float64')",
        {"*": "astype(x, float64)", "torch": "x.to(float64, copy=True)", "tensorflow": "cast(x, float64)"},
        dtypes=_REAL,
    ),
    Row(
        "astype(x, 'int32')",
        {"*": "astype(x, int32)", "torch": "x.to(int32, copy=True)", "tensorflow": "cast(x, int32)"},
        dtypes=_REAL,
    ),
    _row("empty(1000000, dtype=dtype)", tensorflow="zeros(1000000, dtype=dtype)"),
    _row("empty_like(x)", tensorflow="zeros_like(x)"),
    _row("eye(1000, dtype=dtype)"),
    _row("full(1000000, 3, dtype=dtype)", "full((1000000,), 3, dtype=dtype)", "fill((1000000,), one)"),
    _row("full_like(x, 3)", tensorflow="fill((1000000,), one)"),
    _row(
        "linspace(0.0, 1.0, 1000000, dtype=dtype)",
        "linspace(0.0, 1.0, 1000000, dtype=dtype)",
        "linspace(zero, one, 1000000)",
    ),
    _row("meshgrid(v, u)", "meshgrid(v, u, indexing='xy')"),
    _row("ones(1000000, dtype=dtype)"),
    _row("ones_like(x)"),
    _row("tril(m)", tensorflow="linalg.band_part(m, -1, 0)"),
    _row("triu(m)", tensorflow="linalg.band_part(m, 0, -1)"),
    _row("zeros(1000000, dtype=dtype)"),
    _row("zeros_like(x)"),
)
LINEAR_ALGEBRA = (
    Row("matmul(m, w)", dtypes=_FLOATS),
    _row("matmul(a, h)"),
    _row("matmul(m, v)", tensorflow="linalg.matvec(m, v)"),
    _row("matrix_transpose(m)", "transpose(m, 0, 1)", "linalg.matrix_transpose(m)"),
    _row("tensordot(a, h, axes=1)", "tensordot(a, h, 1)", "tensordot(a, h, 1)"),
    _row("vecdot(m, w)", "linalg.vecdot(m, w)", ""),
    _row("linalg.cholesky(h)"),
    _row("linalg.cross(n, n)"),
    _row("linalg.det(a)"),
    _row("linalg.diagonal(m)", tensorflow="linalg.diag_part(m)"),
    _row("linalg.eig(a)"),
    _row("linalg.eigh(h)"),
    _row("linalg.eigvals(a)"),
    _row("linalg.eigvalsh(h)"),
    _row("linalg.inv(a)"),
    _row("linalg.matrix_norm(m)", tensorflow="norm(m, axis=(-2, -1))"),
    _row("linalg.matrix_norm(m, ord=1)", "linalg.matrix_norm(m, 1)", "norm(m, 1, (-2, -1))"),
    _row("linalg.matrix_power(a, 5)", tensorflow=""),
    _row("linalg.matrix_rank(a)"),
    _row("linalg.outer(v, u)", "outer(v, u)", "tensordot(v, u, 0)"),
    _row("linalg.pinv(a)"),
    _row("linalg.qr(a)"),
    _row("linalg.slogdet(a)"),
    _row("linalg.solve(a, h)"),
    _row("linalg.svd(a)", tensorflow="linalg.svd(a, full_matrices=True)"),
    _row("linalg.svdvals(a)", tensorflow="linalg.svd(a, compute_uv=False)"),
    _row("linalg.trace(m)", "trace(m)"),
    _row("linalg.vector_norm(x)", tensorflow="norm(x)"),
    _row("linalg.vector_norm(m, axis=1)", "linalg.vector_norm(m, dim=1)", "norm(m, axis=1)"),
)
FFT = (
    _row("fft.fft(x)", tensorflow="signal.fft(x)"),
    _row("fft.ifft(x)", tensorflow="signal.ifft(x)"),
    _row("fft.rfft(x)", tensorflow="signal.rfft(x)"),
    _row("fft.irfft(x)", tensorflow="signal.irfft(x)"),
    _row("fft.hfft(x)", tensorflow=""),
    _row("fft.ihfft(x)", tensorflow=""),
    _row("fft.fftn(m)", tensorflow="signal.fft2d(m)"),
    _row("fft.ifftn(m)", tensorflow="signal.ifft2d(m)"),
    _row("fft.rfftn(m)", tensorflow="signal.rfft2d(m)"),
    _row("fft.irfftn(m)", tensorflow="signal.irfft2d(m)"),
    _row("fft.fftfreq(1000000, dtype=dtype)", tensorflow="", numpy="fft.fftfreq(1000000)", jax="fft.fftfreq(1000000)"),
    _row("fft.rfftfreq(1000000, dtype=dtype)", tensorflow="", numpy="fft.rfftfreq(1000000)", jax="fft.rfftfreq(1000000)"),
    _row("fft.fftshift(x)", tensorflow="signal.fftshift(x)"),
    _row("fft.ifftshift(x)", tensorflow="signal.ifftshift(x)"),
)  # fmt: skip
_NORMALISED = "(m - mean(m, -1, keepdims=True)) / sqrt(var(m, -1, keepdims=True) + 1e-5)"
"""What is written by hand where the framework has none."""
LAYERS = (
    _row("softmax(m)", "nn.functional.softmax(m, -1)", "nn.softmax(m)", numpy="", jax="nn.softmax(m)"),
    _row("linear(a, h)", "nn.functional.linear(a, h)", "matmul(a, h, transpose_b=True)", numpy="matmul(a, h.T)", jax="matmul(a, h.T)"),
    _row("layer_norm(m, 1)", "nn.functional.layer_norm(m, (1000,))", "", numpy=_NORMALISED, jax=_NORMALISED),
    _row("scaled_dot_product_attention(a, a, a)", "nn.functional.scaled_dot_product_attention(a, a, a)", "", numpy="", jax=""),
)  # fmt: skip
OPERATORS = (
    Row("x + 2", of="add"),
    Row("x * 2", of="multiply"),
    Row("x / 2", of="divide"),
    Row("x // 2", of="floor_divide"),
    Row("x % 2", of="remainder"),
    Row("x ** 2", of="pow"),
    Row("x ** 3", of="pow"),
    Row("x ** 0.5", of="pow", dtypes=_FLOATS),
    Row("2 ** x", of="pow"),
    Row("x == 2", of="equal"),
    Row("x > 2", of="greater"),
    _row("clip(x, 2, 5)", tensorflow="clip_by_value(x, 2, 5)"),
    _row("clip(x, y, y)", tensorflow="clip_by_value(x, y, y)"),
)
ROWS = (
    *STATISTICAL, *SEARCHING, *ORDERED, *INDEXING, *MANIPULATION, *CREATION, *LINEAR_ALGEBRA, *FFT, *LAYERS, *OPERATORS,
)  # fmt: skip
