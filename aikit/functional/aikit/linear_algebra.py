"""Linear algebra."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import aikit
from aikit.core.result_types import EighResult, EigResult, LUFactorResult, QRResult, SlogdetResult, SVDResult
from aikit.core.shapes import is_known, rank_of
from aikit.declare import compositional, primary
from aikit.exceptions import AikitValueError
from aikit.functional.rules import common
from aikit.functional.rules import linear_algebra as rules
from aikit.functional.rules.data_type import finfo

if TYPE_CHECKING:
    from aikit import Array, Dtype, NativeArray


def _tolerance(x: Any, rtol: Any) -> Any:
    """The relative size up to which singular values count as zero; None where a length is not known under a trace."""
    if rtol is not None or rank_of(x) is None:
        return rtol
    lengths = tuple(x.shape[-2:])
    return rtol if None in lengths else max(lengths) * finfo(x).eps


@primary(dtypes="floating-point", differentiable=("x",), namespace="aikit.linalg", check=rules.square)
def cholesky(x: Array | NativeArray, /, *, upper: bool = False, out: Array | None = None) -> Array:
    """Cholesky factors of Hermitian positive definite matrices: x = L L^H, or x = U^H U.

    Parameters
    ----------
    x : array of a floating-point dtype, of shape ``(..., M, M)``. Only the triangle that is asked for is read.
    upper : whether to give U, the upper triangle, and not L.

    Returns
    -------
    Array of the dtype and shape of `x`, zero outside the triangle; the diagonal is real and positive.

    Raises
    ------
    AikitValueError : fewer than two dimensions, or matrices that are not square, or not positive
        definite (in eager calls on a CPU; otherwise what the framework makes of them).

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linalg.cholesky([[4.0, 2.0], [2.0, 2.0]]))
    [[2.0, 0.0], [1.0, 1.0]]
    """
    return aikit.current_backend(x).linalg.cholesky(x, upper=upper)


@primary(dtypes="numeric", differentiable=("x1", "x2"), namespace="aikit.linalg", check=rules.cross)
def cross(x1: Array | NativeArray, x2: Array | NativeArray, /, *, axis: int = -1, out: Array | None = None) -> Array:
    """Cross products of vectors of 3 elements; the other dimensions broadcast.

    Parameters
    ----------
    x1, x2 : arrays of a numeric dtype, of length 3 along the axis.
    axis : the axis of the vectors, negative: it counts from the end in both arrays and in the result.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitAxisError : an axis that is not negative, or out of range.
    AikitValueError : a length other than 3 along the axis.
    AikitBroadcastShapeError : other dimensions that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linalg.cross([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]))
    [0.0, 0.0, 1.0]
    """
    return aikit.current_backend(x1, x2).linalg.cross(x1, x2, axis=axis)


@primary(dtypes="floating-point", differentiable=("x",), namespace="aikit.linalg", check=rules.square)
def det(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Determinants of square matrices; 1 of a matrix without elements.

    Parameters
    ----------
    x : array of a floating-point dtype, of shape ``(..., M, M)``.

    Returns
    -------
    Array of the dtype of `x`, of the shape of `x` without its last two dimensions.

    Raises
    ------
    AikitValueError : fewer than two dimensions, or matrices that are not square.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linalg.det([[2.0, 0.0], [5.0, 3.0]]))
    6.0
    """
    return aikit.current_backend(x).linalg.det(x)


@primary(differentiable=("x",), check=rules.diag, result_lengths=rules.of_diag)
def diag(x: Array | NativeArray, /, *, k: int = 0, out: Array | None = None) -> Array:
    """A matrix with a vector on a diagonal, or the diagonal of a matrix.

    Parameters
    ----------
    x : array of any dtype, of one or two dimensions.
    k : the diagonal: 0 is the main one, a positive one lies above it.

    Returns
    -------
    Array of the dtype of `x`: of a vector the square matrix, with zeros elsewhere; of a matrix a copy of its diagonal.

    Raises
    ------
    AikitValueError : an array of no, or of more than two dimensions.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.diag([1, 2])), aikit.to_list(aikit.diag([[1, 2], [3, 4]], k=1))
    ([[1, 0], [0, 2]], [2])
    """
    return aikit.current_backend(x).diag(x, k=k)


@primary(differentiable=("x",), namespace="aikit.linalg", view="x", check=common.at_least(2))
def diagonal(x: Array | NativeArray, /, *, offset: int = 0, out: Array | None = None) -> Array:
    """The diagonals of matrices.

    Parameters
    ----------
    x : array of any dtype, of shape ``(..., M, N)``.
    offset : which diagonal: 0 the main one, above it positive, below it negative.

    Returns
    -------
    Array of the dtype of `x`, with the diagonals along its last axis; an offset outside the matrix gives none.

    Raises
    ------
    AikitValueError : fewer than two dimensions.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linalg.diagonal([[1, 2], [3, 4]]))
    [1, 4]
    """
    return aikit.current_backend(x).linalg.diagonal(x, offset=offset)


@primary(dtypes="floating-point", result="complex", differentiable=("x",), namespace="aikit.linalg", check=rules.square)
def eig(x: Array | NativeArray, /) -> EigResult:
    """Eigenvalues and eigenvectors of square matrices: x @ v = w v.

    Parameters
    ----------
    x : array of a floating-point dtype, of shape ``(..., M, M)``.

    Returns
    -------
    Named tuple of ``eigenvalues``, of shape ``(..., M)`` and in no particular order, and ``eigenvectors``, of shape
    ``(..., M, M)``, whose columns have the norm 1 and any phase; both of the complex dtype that holds `x`.

    Raises
    ------
    AikitValueError : fewer than two dimensions, or matrices that are not square, or
        NaN or infinities in `x` (in eager calls on a CPU; otherwise what the framework makes of them).

    Examples
    --------
    >>> import aikit
    >>> values, vectors = aikit.linalg.eig([[2.0]])
    >>> aikit.to_list(values)
    [(2+0j)]
    """
    return EigResult(*aikit.current_backend(x).linalg.eig(x))


@primary(dtypes="floating-point", differentiable=("x",), namespace="aikit.linalg", check=rules.square)
def eigh(x: Array | NativeArray, /) -> EighResult:
    """Eigenvalues and eigenvectors of Hermitian matrices: x = v diag(w) v^H.

    Parameters
    ----------
    x : array of a floating-point dtype, of shape ``(..., M, M)``. Only the lower triangle is read.

    Returns
    -------
    Named tuple of ``eigenvalues``, of shape ``(..., M)``, ascending, of the dtype of the real part of `x`, and
    ``eigenvectors``, of shape ``(..., M, M)`` and the dtype of `x`, whose columns are orthonormal and of any phase.

    Raises
    ------
    AikitValueError : fewer than two dimensions, or matrices that are not square, or
        NaN or infinities in `x` (in eager calls on a CPU; otherwise what the framework makes of them).

    Examples
    --------
    >>> import aikit
    >>> values, vectors = aikit.linalg.eigh([[3.0, 0.0], [0.0, 2.0]])
    >>> aikit.to_list(values)
    [2.0, 3.0]
    """
    return EighResult(*aikit.current_backend(x).linalg.eigh(x))


@primary(dtypes="floating-point", result="complex", differentiable=("x",), namespace="aikit.linalg", check=rules.square)
def eigvals(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Eigenvalues of square matrices.

    Parameters
    ----------
    x : array of a floating-point dtype, of shape ``(..., M, M)``.

    Returns
    -------
    Array of shape ``(..., M)``, of the complex dtype that holds `x`, in no particular order.

    Raises
    ------
    AikitValueError : fewer than two dimensions, or matrices that are not square, or
        NaN or infinities in `x` (in eager calls on a CPU; otherwise what the framework makes of them).

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linalg.eigvals([[2.0]]))
    [(2+0j)]
    """
    return aikit.current_backend(x).linalg.eigvals(x)


@primary(dtypes="floating-point", result="real", differentiable=("x",), namespace="aikit.linalg", check=rules.square)
def eigvalsh(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Eigenvalues of Hermitian matrices.

    Parameters
    ----------
    x : array of a floating-point dtype, of shape ``(..., M, M)``. Only the lower triangle is read.

    Returns
    -------
    Array of shape ``(..., M)``, ascending, of the dtype of the real part of `x`.

    Raises
    ------
    AikitValueError : fewer than two dimensions, or matrices that are not square, or
        NaN or infinities in `x` (in eager calls on a CPU; otherwise what the framework makes of them).

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linalg.eigvalsh([[3.0, 0.0], [0.0, 2.0]]))
    [2.0, 3.0]
    """
    return aikit.current_backend(x).linalg.eigvalsh(x)


@primary(dtypes="numeric", differentiable=("x1", "x2"), check=rules.inner)
def inner(x1: Array | NativeArray, x2: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Sums of products over the last axes, of each vector of one array with each of the other, as ``numpy.inner`` has it.

    Complex numbers are not conjugated; see `vecdot`.

    Parameters
    ----------
    x1, x2 : arrays of a numeric dtype, with last axes of one length; where one has no dimensions, the product is given.

    Returns
    -------
    Array of the common dtype, with the axes of `x1` but the last, and then those of `x2`.

    Raises
    ------
    AikitValueError : last axes of different lengths.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.inner([[1, 2], [3, 4]], [5, 6]))
    [17, 39]
    """
    return aikit.current_backend(x1, x2).inner(x1, x2)


@primary(dtypes="floating-point", differentiable=("x",), namespace="aikit.linalg", check=rules.square)
def inv(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Inverses of square matrices.

    Parameters
    ----------
    x : array of a floating-point dtype, of shape ``(..., M, M)``.

    Returns
    -------
    Array of the dtype and shape of `x`.

    Raises
    ------
    AikitValueError : fewer than two dimensions, or matrices that are not square, or singular
        ones (in eager calls on a CPU; otherwise what the framework makes of them).

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linalg.inv([[2.0, 0.0], [0.0, 4.0]]))
    [[0.5, 0.0], [0.0, 0.25]]
    """
    return aikit.current_backend(x).linalg.inv(x)


@primary(dtypes="floating-point", differentiable=("A",), check=common.at_least(2, "A"))
def lu_factor(A: Array | NativeArray, /, *, pivot: bool = True) -> LUFactorResult:
    """LU decompositions of matrices, in compact form: ``P A = L U``, as ``scipy.linalg.lu_factor`` has it.

    Golub and Van Loan, Matrix Computations, 4th edition, section 3.4.

    Parameters
    ----------
    A : array of a floating-point dtype, of shape ``(..., M, N)``.
    pivot : whether rows are interchanged, so that no element of L is large: partial pivoting. Without it a pivot of 0 gives
        infinities and NaN, as a division does, and a small one costs digits.

    Returns
    -------
    Named tuple of ``LU``, of the shape and dtype of `A`, which has U on and above the diagonal, and L below it, whose diagonal
    of ones is left out; and ``pivots``, of the index dtype and the shape ``(..., min(M, N))``: row i was interchanged with row
    ``pivots[..., i]``, one after the other. They count from 0, as all indices do, and as SciPy's and JAX's; those of LAPACK and
    PyTorch count from 1. Which of several elements of the same size becomes the pivot, and by which norm complex ones are
    compared, is the framework's choice. A singular matrix has a 0 on the diagonal of U.

    Raises
    ------
    AikitTypeError : a dtype that is not floating-point.
    AikitValueError : fewer than two dimensions.

    Examples
    --------
    >>> import aikit
    >>> LU, pivots = aikit.lu_factor([[1.0, 3.0], [2.0, 4.0]])
    >>> aikit.to_list(LU), aikit.to_list(pivots)
    ([[2.0, 4.0], [0.5, 1.0]], [1, 1])
    """
    return LUFactorResult(*aikit.current_backend(A).lu_factor(A, pivot=pivot))


@primary(dtypes="numeric", differentiable=("x1", "x2"), check=rules.matmul, also_in=("aikit.linalg",))
def matmul(x1: Array | NativeArray, x2: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Matrix product over the last two dimensions; the others broadcast.

    Parameters
    ----------
    x1, x2 : arrays of a numeric dtype with at least one dimension; a vector stands for a row on the left, a column on the
        right.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitValueError : dimensions that do not match.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.matmul([[1.0, 2.0]], [[3.0], [4.0]]))
    [[11.0]]
    """
    return aikit.current_backend(x1, x2).matmul(x1, x2)


@primary(
    dtypes="floating-point", result="real", differentiable=("x",), namespace="aikit.linalg", check=rules.matrix_norm
)
def matrix_norm(
    x: Array | NativeArray,
    /,
    *,
    keepdims: bool = False,
    ord: int | float | Literal["fro", "nuc"] | None = "fro",
    out: Array | None = None,
) -> Array:
    """Norms of matrices.

    Parameters
    ----------
    x : array of a floating-point dtype, of shape ``(..., M, N)``.
    keepdims : whether the last two dimensions stay, with length 1.
    ord : ``"fro"`` or None, the square root of the sum of the squared magnitudes; ``"nuc"``, the sum of the singular
        values; 2 and -2, the greatest and the smallest of them; 1 and -1, the greatest and the smallest sum of the
        magnitudes of a column; inf and -inf, of a row.

    Returns
    -------
    Array of the dtype of the real part of `x`, of the shape of `x` without its last two dimensions.

    Raises
    ------
    AikitValueError : fewer than two dimensions, another `ord`, matrices without elements where `ord` is a number, or,
        where it is by singular values, NaN or infinities in `x` (in eager calls on a CPU).

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linalg.matrix_norm([[3.0, 0.0], [4.0, 0.0]]))
    5.0
    """
    return aikit.current_backend(x).linalg.matrix_norm(x, keepdims=keepdims, ord=ord)


@primary(dtypes="floating-point", differentiable=("x",), namespace="aikit.linalg", check=rules.square)
def matrix_power(x: Array | NativeArray, n: int, /, *, out: Array | None = None) -> Array:
    """Integer powers of square matrices: repeated products, of the inverse where n is negative.

    Parameters
    ----------
    x : array of a floating-point dtype, of shape ``(..., M, M)``.
    n : the exponent; 0 gives identity matrices.

    Returns
    -------
    Array of the dtype and shape of `x`.

    Raises
    ------
    AikitValueError : fewer than two dimensions, or matrices that are not square, or, where n is
        negative, singular ones (in eager calls on a CPU; otherwise what the framework makes of them).

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linalg.matrix_power([[1.0, 1.0], [0.0, 1.0]], 3))
    [[1.0, 3.0], [0.0, 1.0]]
    """
    return aikit.current_backend(x).linalg.matrix_power(x, n)


@primary(
    dtypes={"x": "floating-point", "rtol": "real floating-point"},
    promote=("x",),
    result="integer",
    static=("rtol",),
    namespace="aikit.linalg",
    check=rules.tolerance,
)
def matrix_rank(
    x: Array | NativeArray, /, *, rtol: int | float | Array | NativeArray | None = None, out: Array | None = None
) -> Array:
    """Ranks of matrices: how many of their singular values are not zero.

    Parameters
    ----------
    x : array of a floating-point dtype, of shape ``(..., M, N)``.
    rtol : the singular values up to `rtol` times the greatest count as zero; a number, or an array of a real floating-point
        dtype that broadcasts with the stack; None for ``max(M, N)`` times the epsilon of the dtype of `x`.

    Returns
    -------
    Array of the default integer dtype, of the shape of `x` without its last two dimensions.

    Raises
    ------
    AikitTypeError : a dtype that is not floating-point, or an `rtol` that is not real.
    AikitValueError : fewer than two dimensions, or
        NaN or infinities in `x` (in eager calls on a CPU; otherwise what the framework makes of them).
    AikitBroadcastShapeError : an `rtol` that does not broadcast with the stack.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linalg.matrix_rank([[1.0, 2.0], [2.0, 4.0]]))
    1
    """
    return aikit.current_backend(x).linalg.matrix_rank(x, rtol=_tolerance(x, rtol))


@primary(differentiable=("x",), view="x", check=common.at_least(2), also_in=("aikit.linalg",))
def matrix_transpose(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """The last two dimensions exchanged.

    Parameters
    ----------
    x : array of any dtype with at least two dimensions.

    Returns
    -------
    Array of the dtype of `x`.

    Raises
    ------
    AikitValueError : fewer than two dimensions.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.matrix_transpose([[1, 2]]))
    [[1], [2]]
    """
    return aikit.current_backend(x).matrix_transpose(x)


@primary(dtypes="numeric", differentiable=("x1", "x2"), namespace="aikit.linalg", check=rules.outer)
def outer(x1: Array | NativeArray, x2: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Product of each element of one vector with each of another.

    Parameters
    ----------
    x1, x2 : vectors of a numeric dtype, of shapes ``(N,)`` and ``(M,)``.

    Returns
    -------
    Array of the common dtype, of shape ``(N, M)``.

    Raises
    ------
    AikitValueError : an array that is no vector.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linalg.outer([1, 2], [3, 4]))
    [[3, 4], [6, 8]]
    """
    return aikit.current_backend(x1, x2).linalg.outer(x1, x2)


@primary(
    dtypes={"x": "floating-point", "rtol": "real floating-point"},
    promote=("x",),
    differentiable=("x",),
    static=("rtol",),
    namespace="aikit.linalg",
    check=rules.tolerance,
)
def pinv(
    x: Array | NativeArray, /, *, rtol: int | float | Array | NativeArray | None = None, out: Array | None = None
) -> Array:
    """Moore-Penrose pseudo-inverses of matrices, by singular value decomposition.

    The gradient takes singular values that count as zero for 0: where `rtol` leaves out others it is not that of the result.

    Parameters
    ----------
    x : array of a floating-point dtype, of shape ``(..., M, N)``.
    rtol : the singular values up to `rtol` times the greatest count as zero; a number, or an array of a real floating-point
        dtype that broadcasts with the stack; None for ``max(M, N)`` times the epsilon of the dtype of `x`.

    Returns
    -------
    Array of the dtype of `x`, of shape ``(..., N, M)``.

    Raises
    ------
    AikitTypeError : a dtype that is not floating-point, or an `rtol` that is not real.
    AikitValueError : fewer than two dimensions, or
        NaN or infinities in `x` (in eager calls on a CPU; otherwise what the framework makes of them).
    AikitBroadcastShapeError : an `rtol` that does not broadcast with the stack.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linalg.pinv([[2.0, 0.0]]))
    [[0.5], [0.0]]
    """
    return aikit.current_backend(x).linalg.pinv(x, rtol=_tolerance(x, rtol))


@primary(dtypes="floating-point", differentiable=("x",), namespace="aikit.linalg", check=common.at_least(2))
def qr(x: Array | NativeArray, /, *, mode: Literal["reduced", "complete"] = "reduced") -> QRResult:
    """QR decompositions of matrices: x = Q R.

    Parameters
    ----------
    x : array of a floating-point dtype, of shape ``(..., M, N)``.
    mode : ``"reduced"``: K = min(M, N) below; ``"complete"``: K = M.

    Returns
    -------
    Named tuple of ``Q``, of shape ``(..., M, K)``, with orthonormal columns, and ``R``, of shape ``(..., K, N)``, upper
    triangular; both of the dtype of `x`. The phases of the diagonal of R are the framework's choice.

    Raises
    ------
    AikitValueError : fewer than two dimensions, or another mode.

    Examples
    --------
    >>> import aikit
    >>> Q, R = aikit.linalg.qr([[3.0], [4.0]])
    >>> Q.shape, R.shape
    ((2, 1), (1, 1))
    """
    return QRResult(*aikit.current_backend(x).linalg.qr(x, mode=mode))


@primary(dtypes="floating-point", differentiable=("x",), namespace="aikit.linalg", check=rules.square)
def slogdet(x: Array | NativeArray, /) -> SlogdetResult:
    """Signs of the determinants of square matrices, and the logarithms of their magnitudes.

    Parameters
    ----------
    x : array of a floating-point dtype, of shape ``(..., M, M)``.

    Returns
    -------
    Named tuple of ``sign``, of the dtype of `x`, a number of magnitude 1, or 0 where the matrix is singular, and
    ``logabsdet``, of the dtype of the real part of `x`, -inf where it is; of the shape of `x` without its last two dimensions.

    Raises
    ------
    AikitValueError : fewer than two dimensions, or matrices that are not square.

    Examples
    --------
    >>> import aikit
    >>> sign, logabsdet = aikit.linalg.slogdet([[0.0, 1.0], [1.0, 0.0]])
    >>> aikit.to_list(sign), aikit.to_list(logabsdet)
    (-1.0, 0.0)
    """
    return SlogdetResult(*aikit.current_backend(x).linalg.slogdet(x))


@primary(dtypes="floating-point", differentiable=("x1", "x2"), namespace="aikit.linalg", check=rules.solve)
def solve(x1: Array | NativeArray, x2: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Solutions of systems of linear equations: x1 @ result = x2.

    Parameters
    ----------
    x1 : array of a floating-point dtype, of shape ``(..., M, M)``: the coefficients.
    x2 : array of a floating-point dtype: one vector of shape ``(M,)``, or matrices of shape ``(..., M, K)``.

    Returns
    -------
    Array of the common dtype, of shape ``(..., M)`` for a vector and ``(..., M, K)`` for matrices; the leading dimensions
    broadcast.

    Raises
    ------
    AikitValueError : coefficients that are no square matrices, another number of rows in `x2`, or singular matrices (in
        eager calls on a CPU; otherwise what the framework makes of them).
    AikitBroadcastShapeError : leading dimensions that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linalg.solve([[2.0, 0.0], [0.0, 4.0]], [2.0, 8.0]))
    [1.0, 2.0]
    """
    return aikit.current_backend(x1, x2).linalg.solve(x1, x2)


@primary(dtypes="floating-point", differentiable=("x",), namespace="aikit.linalg", check=common.at_least(2))
def svd(x: Array | NativeArray, /, *, full_matrices: bool = True) -> SVDResult:
    """Singular value decompositions of matrices: x = U diag(S) Vh.

    Parameters
    ----------
    x : array of a floating-point dtype, of shape ``(..., M, N)``.
    full_matrices : whether U and Vh are square; otherwise they have K = min(M, N) columns and rows.

    Returns
    -------
    Named tuple of ``U``, of shape ``(..., M, M)`` or ``(..., M, K)``, ``S``, of shape ``(..., K)``, descending, of the dtype
    of the real part of `x`, and ``Vh``, of shape ``(..., N, N)`` or ``(..., K, N)``. U and Vh have the dtype of `x`, and
    orthonormal columns and rows, whose phases are the framework's choice.

    Raises
    ------
    AikitValueError : fewer than two dimensions, or
        NaN or infinities in `x` (in eager calls on a CPU; otherwise what the framework makes of them).

    Examples
    --------
    >>> import aikit
    >>> U, S, Vh = aikit.linalg.svd([[3.0, 0.0], [0.0, 4.0]])
    >>> aikit.to_list(S)
    [4.0, 3.0]
    """
    return SVDResult(*aikit.current_backend(x).linalg.svd(x, full_matrices=full_matrices))


@primary(
    dtypes="floating-point", result="real", differentiable=("x",), namespace="aikit.linalg", check=common.at_least(2)
)
def svdvals(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Singular values of matrices.

    Parameters
    ----------
    x : array of a floating-point dtype, of shape ``(..., M, N)``.

    Returns
    -------
    Array of shape ``(..., min(M, N))``, descending, of the dtype of the real part of `x`.

    Raises
    ------
    AikitValueError : fewer than two dimensions, or
        NaN or infinities in `x` (in eager calls on a CPU; otherwise what the framework makes of them).

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linalg.svdvals([[3.0, 0.0], [0.0, 4.0]]))
    [4.0, 3.0]
    """
    return aikit.current_backend(x).linalg.svdvals(x)


@primary(dtypes="numeric", differentiable=("x1", "x2"), check=rules.tensordot, also_in=("aikit.linalg",))
def tensordot(x1: Array | NativeArray, x2: Array | NativeArray, /, *, axes: Any = 2, out: Array | None = None) -> Array:
    """Sum of products over pairs of axes.

    Parameters
    ----------
    x1, x2 : arrays of a numeric dtype.
    axes : how many of the last axes of `x1` and the first of `x2` to pair, or two sequences of axes.

    Returns
    -------
    Array of the common dtype, with the axes of `x1` that are left and then those of `x2`.

    Raises
    ------
    AikitValueError : dimensions that do not match.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.tensordot([1.0, 2.0], [3.0, 4.0], axes=1))
    11.0
    """
    return aikit.current_backend(x1, x2).tensordot(x1, x2, axes=axes)


@compositional(dtypes="floating-point", differentiable=("x1", "x2"))
def tensorsolve(
    x1: Array | NativeArray,
    x2: Array | NativeArray,
    /,
    *,
    axes: int | Sequence[int] | None = None,
    out: Array | None = None,
) -> Array:
    """The array x with ``tensordot(x1, x, axes=x.ndim) == x2``, as ``numpy.linalg.tensorsolve`` has it.

    Parameters
    ----------
    x1 : array of a floating-point dtype, of shape ``(*x2.shape, *Q)``, where Q has as many elements as `x2`.
    x2 : array of a floating-point dtype.
    axes : axis or axes of `x1` that are moved to the end first.

    Returns
    -------
    Array of the common dtype and the shape Q.

    Raises
    ------
    AikitValueError : shapes that do not match, or a singular matrix (in eager calls on a CPU; otherwise what the framework
        makes of it).
    AikitAxisError : an axis out of range, or named twice.

    Examples
    --------
    >>> import aikit
    >>> x1 = aikit.reshape(aikit.eye(4) * 2.0, (2, 2, 4))
    >>> aikit.to_list(aikit.tensorsolve(x1, [[2.0, 4.0], [6.0, 8.0]]))
    [1.0, 2.0, 3.0, 4.0]
    """
    moved = (axes,) if isinstance(axes, int) else tuple(axes or ())
    if moved:
        x1 = aikit.moveaxis(x1, moved, tuple(range(-len(moved), 0)))
    one, two = tuple(x1.shape), tuple(x2.shape)
    unknowns, number = one[len(two) :], math.prod(two)
    if one[: len(two)] != two or math.prod(unknowns) != number:
        raise AikitValueError(
            f"tensorsolve: x1 has the shape {one}{' once its axes are moved' if moved else ''}; it must begin with the shape {two} "
            f"of x2, and end with {number} unknowns"
        )
    result = aikit.linalg.solve(aikit.reshape(x1, (number, number)), aikit.reshape(x2, (number,)))
    return aikit.reshape(result, unknowns)


@primary(
    dtypes={"x": "numeric", "dtype": "numeric"},
    result="accumulation",
    differentiable=("x",),
    namespace="aikit.linalg",
    check=common.at_least(2),
)
def trace(x: Array | NativeArray, /, *, offset: int = 0, dtype: Dtype | None = None, out: Array | None = None) -> Array:
    """Sums of the diagonals of matrices.

    Parameters
    ----------
    x : array of a numeric dtype, of shape ``(..., M, N)``.
    offset : which diagonal: 0 the main one, above it positive, below it negative.
    dtype : dtype of the result and of the sum; None as for `aikit.sum`.

    Returns
    -------
    Array of the shape of `x` without its last two dimensions; 0 where the offset is outside the matrix.

    Raises
    ------
    AikitValueError : fewer than two dimensions.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linalg.trace([[1.0, 2.0], [3.0, 4.0]]))
    5.0
    """
    return aikit.current_backend(x).linalg.trace(x, offset=offset, dtype=dtype)


@compositional(dtypes="numeric", differentiable=("x",), check=rules.vander)
def vander(
    x: Array | NativeArray, /, *, N: int | None = None, increasing: bool = False, out: Array | None = None
) -> Array:
    """Vandermonde matrices: the powers of each element, from the 0th on, in a row.

    Parameters
    ----------
    x : array of a numeric dtype, with at least one dimension; the last one is that of the rows, the others are a stack.
    N : the number of columns; None for as many as rows.
    increasing : whether the 0th power is in the first column, as ``torch.linalg.vander`` has it, and not in the last one,
        as ``numpy.vander`` has it.

    Returns
    -------
    Array of the dtype of `x`, with an axis of length `N` at the end.

    Raises
    ------
    AikitValueError : an array without dimensions, or a negative number of columns.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.vander([1, 2, 3], N=3))
    [[1, 1, 1], [4, 2, 1], [9, 3, 1]]
    """
    number = x.shape[-1] if N is None else N
    if number is None or number < 0:
        raise ValueError(f"{number} columns")
    column = aikit.expand_dims(x, -1)
    if number == 0:
        return column[..., :0]
    powers = aikit.current_backend(x).in_one_program(_powers, "number", "increasing")
    result: Array = powers(column, number=number, increasing=increasing)
    return result


def _powers(column: Array, *, number: int, increasing: bool) -> Array:
    """The powers of the elements of arrays of length 1, so many for each."""
    if is_known(column):  # also where a trace leaves the number open
        lengths: Any = column.shape[:-1]
        others = aikit.broadcast_to(column, (*lengths, number - 1))
    else:
        others = aikit.repeat(column, number - 1, axis=-1)
    powers = aikit.cumulative_prod(
        aikit.concat([aikit.ones_like(column), others], axis=-1), axis=-1, dtype=column.dtype
    )
    return powers if increasing else aikit.flip(powers, axis=-1)


@primary(dtypes="numeric", differentiable=("x1", "x2"), check=rules.vecdot, also_in=("aikit.linalg",))
def vecdot(x1: Array | NativeArray, x2: Array | NativeArray, /, *, axis: int = -1, out: Array | None = None) -> Array:
    """Sum of conj(x1) * x2 along an axis; the other dimensions broadcast.

    Parameters
    ----------
    x1, x2 : arrays of a numeric dtype.
    axis : the axis of each array; it counts from the end where it is negative. The other dimensions broadcast without it.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitAxisError : an axis out of range.
    AikitValueError : dimensions that do not match.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.vecdot([1.0, 2.0], [3.0, 4.0]))
    11.0
    """
    return aikit.current_backend(x1, x2).vecdot(x1, x2, axis=axis)


@primary(dtypes="floating-point", result="real", differentiable=("x",), namespace="aikit.linalg")
def vector_norm(
    x: Array | NativeArray,
    /,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    ord: int | float = 2,
    out: Array | None = None,
) -> Array:
    """Norms of vectors: ``sum(abs(x) ** ord) ** (1 / ord)``.

    Parameters
    ----------
    x : array of a floating-point dtype.
    axis : the axis, or axes, along which the vectors lie; None: all elements are one vector.
    keepdims : whether the axes stay, with length 1.
    ord : the order: any number. inf and -inf give the greatest and the smallest magnitude, 0 the number of elements that
        are not zero.

    Returns
    -------
    Array of the dtype of the real part of `x`, of the shape of `x` without these axes. Vectors without elements have the
    norm 0, and inf where `ord` is negative.

    Raises
    ------
    AikitAxisError : an axis out of range, or named twice.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linalg.vector_norm([3.0, 4.0]))
    5.0
    """
    return aikit.current_backend(x).linalg.vector_norm(x, axis=axis, keepdims=keepdims, ord=ord)


@compositional(dtypes="numeric", differentiable=("vector",), check=rules.skew_symmetric)
def vector_to_skew_symmetric_matrix(vector: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """The matrices that multiply a vector as the cross product with these vectors does.

    Parameters
    ----------
    vector : array of a numeric dtype, of shape ``(..., 3)``.

    Returns
    -------
    Array of the dtype of `vector`, of shape ``(..., 3, 3)``: ``[[0, -z, y], [z, 0, -x], [-y, x, 0]]``.

    Raises
    ------
    AikitValueError : vectors of another length.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.vector_to_skew_symmetric_matrix([1, 2, 3]))
    [[0, -3, 2], [3, 0, -1], [-2, 1, 0]]
    """
    result: Array = aikit.current_backend(vector).in_one_program(_skew_symmetric)(vector)
    return result


def _skew_symmetric(vector: Array) -> Array:
    x, y, z = aikit.unstack(vector, axis=-1)
    zero = aikit.zeros_like(x)
    rows = [zero, -z, y], [z, zero, -x], [-y, x, zero]
    return aikit.stack([aikit.stack(row, axis=-1) for row in rows], axis=-2)
