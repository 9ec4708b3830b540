"""Discrete Fourier transforms.

A real array stands for the complex one of its precision: float16, bfloat16 and float32 for complex64, float64 for
complex128. So `fft` of float16 gives complex64, and what is real in the result of `irfft` of it is float32.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Literal

import aikit
from aikit import dtypes
from aikit.declare import primary
from aikit.functional.rules import fft as rules

if TYPE_CHECKING:
    from aikit import Array, Device, Dtype, NativeArray


def _float(arguments: Mapping[str, Any]) -> Dtype:
    """The default float dtype."""
    return dtypes.default_float()


@primary(dtypes="floating-point", result="complex", differentiable=("x",), namespace="aikit.fft", check=rules.one_axis)
def fft(
    x: Array | NativeArray,
    /,
    *,
    n: int | None = None,
    axis: int = -1,
    norm: Literal["backward", "ortho", "forward"] = "backward",
    out: Array | None = None,
) -> Array:
    """The discrete Fourier transform along an axis.

    Parameters
    ----------
    x : array of a floating dtype.
    n : length of the transform, to which `x` is cut or padded with zeros; None for that of `x`.
    axis : the axis to transform.
    norm : 'backward' for no factor, 'forward' for 1/n, 'ortho' for 1/sqrt(n).

    Returns
    -------
    Complex array of the precision of `x`, of length `n` along the axis.

    Raises
    ------
    AikitTypeError : a dtype that is not floating.
    AikitAxisError : an axis out of range.
    AikitValueError : a transform of fewer than one element.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.real(aikit.fft.fft([1.0, 2.0, 4.0, 2.0])))
    [9.0, -3.0, 1.0, -3.0]
    """
    return aikit.current_backend(x).fft.fft(x, n=n, axis=axis, norm=norm)


@primary(dtypes="floating-point", result="complex", differentiable=("x",), namespace="aikit.fft", check=rules.one_axis)
def ifft(
    x: Array | NativeArray,
    /,
    *,
    n: int | None = None,
    axis: int = -1,
    norm: Literal["backward", "ortho", "forward"] = "backward",
    out: Array | None = None,
) -> Array:
    """The inverse of `fft`.

    Parameters
    ----------
    x : array of a floating dtype.
    n : length of the transform, to which `x` is cut or padded with zeros; None for that of `x`.
    axis : the axis to transform.
    norm : 'backward' for the factor 1/n, 'forward' for none, 'ortho' for 1/sqrt(n).

    Returns
    -------
    Complex array of the precision of `x`, of length `n` along the axis.

    Raises
    ------
    AikitTypeError : a dtype that is not floating.
    AikitAxisError : an axis out of range.
    AikitValueError : a transform of fewer than one element.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.real(aikit.fft.ifft([9.0, -3.0, 1.0, -3.0])))
    [1.0, 2.0, 4.0, 2.0]
    """
    return aikit.current_backend(x).fft.ifft(x, n=n, axis=axis, norm=norm)


@primary(
    dtypes="real floating-point", result="complex", differentiable=("x",), namespace="aikit.fft", check=rules.one_axis
)
def rfft(
    x: Array | NativeArray,
    /,
    *,
    n: int | None = None,
    axis: int = -1,
    norm: Literal["backward", "ortho", "forward"] = "backward",
    out: Array | None = None,
) -> Array:
    """The Fourier transform of real numbers: the half of the spectrum that is not the mirror image of the other.

    Parameters
    ----------
    x : array of a real floating dtype.
    n : length of the transform, to which `x` is cut or padded with zeros; None for that of `x`.
    axis : the axis to transform.
    norm : 'backward' for no factor, 'forward' for 1/n, 'ortho' for 1/sqrt(n).

    Returns
    -------
    Complex array of the precision of `x`, of length ``n // 2 + 1`` along the axis.

    Raises
    ------
    AikitTypeError : a dtype that is not real floating.
    AikitAxisError : an axis out of range.
    AikitValueError : a transform of fewer than one element.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.real(aikit.fft.rfft([1.0, 2.0, 4.0, 2.0])))
    [9.0, -3.0, 1.0]
    """
    return aikit.current_backend(x).fft.rfft(x, n=n, axis=axis, norm=norm)


@primary(dtypes="floating-point", result="part", differentiable=("x",), namespace="aikit.fft", check=rules.one_axis)
def irfft(
    x: Array | NativeArray,
    /,
    *,
    n: int | None = None,
    axis: int = -1,
    norm: Literal["backward", "ortho", "forward"] = "backward",
    out: Array | None = None,
) -> Array:
    """The inverse of `rfft`: real numbers from half of their spectrum.

    Parameters
    ----------
    x : array of a floating dtype.
    n : length of the result along the axis; None for ``2 * (M - 1)``, where M is that of `x`, which is cut or padded
        with zeros to ``n // 2 + 1``.
    axis : the axis to transform.
    norm : 'backward' for the factor 1/n, 'forward' for none, 'ortho' for 1/sqrt(n).

    Returns
    -------
    Real array of the precision of `x`, of length `n` along the axis.

    Raises
    ------
    AikitTypeError : a dtype that is not floating.
    AikitAxisError : an axis out of range.
    AikitValueError : a transform of fewer than one element.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.fft.irfft([9.0, -3.0, 1.0]))
    [1.0, 2.0, 4.0, 2.0]
    """
    return aikit.current_backend(x).fft.irfft(x, n=n, axis=axis, norm=norm)


@primary(dtypes="floating-point", result="part", differentiable=("x",), namespace="aikit.fft", check=rules.one_axis)
def hfft(
    x: Array | NativeArray,
    /,
    *,
    n: int | None = None,
    axis: int = -1,
    norm: Literal["backward", "ortho", "forward"] = "backward",
    out: Array | None = None,
) -> Array:
    """The Fourier transform, which is real, of a Hermitian signal of which one half is given.

    Parameters
    ----------
    x : array of a floating dtype.
    n : length of the result along the axis; None for ``2 * (M - 1)``, where M is that of `x`, which is cut or padded
        with zeros to ``n // 2 + 1``.
    axis : the axis to transform.
    norm : 'backward' for no factor, 'forward' for 1/n, 'ortho' for 1/sqrt(n).

    Returns
    -------
    Real array of the precision of `x`, of length `n` along the axis.

    Raises
    ------
    AikitTypeError : a dtype that is not floating.
    AikitAxisError : an axis out of range.
    AikitValueError : a transform of fewer than one element.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.fft.hfft([1.0, 2.0, 4.0]))
    [9.0, -3.0, 1.0, -3.0]
    """
    return aikit.current_backend(x).fft.hfft(x, n=n, axis=axis, norm=norm)


@primary(
    dtypes="real floating-point", result="complex", differentiable=("x",), namespace="aikit.fft", check=rules.one_axis
)
def ihfft(
    x: Array | NativeArray,
    /,
    *,
    n: int | None = None,
    axis: int = -1,
    norm: Literal["backward", "ortho", "forward"] = "backward",
    out: Array | None = None,
) -> Array:
    """The inverse of `hfft`: one half of a Hermitian signal from its spectrum, which is real.

    Parameters
    ----------
    x : array of a real floating dtype.
    n : length of the transform, to which `x` is cut or padded with zeros; None for that of `x`.
    axis : the axis to transform.
    norm : 'backward' for the factor 1/n, 'forward' for none, 'ortho' for 1/sqrt(n).

    Returns
    -------
    Complex array of the precision of `x`, of length ``n // 2 + 1`` along the axis.

    Raises
    ------
    AikitTypeError : a dtype that is not real floating.
    AikitAxisError : an axis out of range.
    AikitValueError : a transform of fewer than one element.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.real(aikit.fft.ihfft([9.0, -3.0, 1.0, -3.0])))
    [1.0, 2.0, 4.0]
    """
    return aikit.current_backend(x).fft.ihfft(x, n=n, axis=axis, norm=norm)


@primary(dtypes="floating-point", result="complex", differentiable=("x",), namespace="aikit.fft")
def fftn(
    x: Array | NativeArray,
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: Literal["backward", "ortho", "forward"] = "backward",
    out: Array | None = None,
) -> Array:
    """The discrete Fourier transform along several axes.

    Parameters
    ----------
    x : array of a floating dtype.
    s : lengths of the transform, to which `x` is cut or padded with zeros; -1 and None for those of `x`.
    axes : the axes to transform, one for each length; None, where `s` is None too, for all.
    norm : 'backward' for no factor, 'forward' for 1/prod(s), 'ortho' for 1/sqrt(prod(s)).

    Returns
    -------
    Complex array of the precision of `x`, of the lengths `s` along the axes.

    Raises
    ------
    AikitTypeError : a dtype that is not floating.
    AikitAxisError : an axis out of range, or named twice.
    AikitValueError : `s` without `axes` or of another length; a transform of fewer than one element.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.real(aikit.fft.fftn([[1.0, 2.0], [3.0, 5.0]])))
    [[11.0, -3.0], [-5.0, 1.0]]
    """
    return aikit.current_backend(x).fft.fftn(x, s=s, axes=axes, norm=norm)


@primary(dtypes="floating-point", result="complex", differentiable=("x",), namespace="aikit.fft")
def ifftn(
    x: Array | NativeArray,
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: Literal["backward", "ortho", "forward"] = "backward",
    out: Array | None = None,
) -> Array:
    """The inverse of `fftn`.

    Parameters
    ----------
    x : array of a floating dtype.
    s : lengths of the transform, to which `x` is cut or padded with zeros; -1 and None for those of `x`.
    axes : the axes to transform, one for each length; None, where `s` is None too, for all.
    norm : 'backward' for the factor 1/prod(s), 'forward' for none, 'ortho' for 1/sqrt(prod(s)).

    Returns
    -------
    Complex array of the precision of `x`, of the lengths `s` along the axes.

    Raises
    ------
    AikitTypeError : a dtype that is not floating.
    AikitAxisError : an axis out of range, or named twice.
    AikitValueError : `s` without `axes` or of another length; a transform of fewer than one element.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.real(aikit.fft.ifftn([[11.0, -3.0], [-5.0, 1.0]])))
    [[1.0, 2.0], [3.0, 5.0]]
    """
    return aikit.current_backend(x).fft.ifftn(x, s=s, axes=axes, norm=norm)


@primary(dtypes="real floating-point", result="complex", differentiable=("x",), namespace="aikit.fft")
def rfftn(
    x: Array | NativeArray,
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: Literal["backward", "ortho", "forward"] = "backward",
    out: Array | None = None,
) -> Array:
    """The Fourier transform of real numbers along several axes: `rfft` along the last of them, `fft` along the others.

    Parameters
    ----------
    x : array of a real floating dtype.
    s : lengths of the transform, to which `x` is cut or padded with zeros; -1 and None for those of `x`.
    axes : the axes to transform, one for each length; None, where `s` is None too, for all.
    norm : 'backward' for no factor, 'forward' for 1/prod(s), 'ortho' for 1/sqrt(prod(s)).

    Returns
    -------
    Complex array of the precision of `x`, of the lengths `s` along the axes, ``s[-1] // 2 + 1`` along the last.

    Raises
    ------
    AikitTypeError : a dtype that is not real floating.
    AikitAxisError : an axis out of range, or named twice.
    AikitValueError : `s` without `axes` or of another length; a transform of fewer than one element; no axis.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.real(aikit.fft.rfftn([[1.0, 2.0], [3.0, 5.0]])))
    [[11.0, -3.0], [-5.0, 1.0]]
    """
    return aikit.current_backend(x).fft.rfftn(x, s=s, axes=axes, norm=norm)


@primary(dtypes="floating-point", result="part", differentiable=("x",), namespace="aikit.fft")
def irfftn(
    x: Array | NativeArray,
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: Literal["backward", "ortho", "forward"] = "backward",
    out: Array | None = None,
) -> Array:
    """The inverse of `rfftn`: real numbers from half of their spectrum.

    Parameters
    ----------
    x : array of a floating dtype.
    s : lengths of the result along the axes, to which `x` is cut or padded with zeros, to ``s[-1] // 2 + 1`` along
        the last; -1 and None for those of `x`, and for ``2 * (M - 1)`` along the last, where M is that of `x`.
    axes : the axes to transform, one for each length; None, where `s` is None too, for all.
    norm : 'backward' for the factor 1/prod(s), 'forward' for none, 'ortho' for 1/sqrt(prod(s)).

    Returns
    -------
    Real array of the precision of `x`, of the lengths `s` along the axes.

    Raises
    ------
    AikitTypeError : a dtype that is not floating.
    AikitAxisError : an axis out of range, or named twice.
    AikitValueError : `s` without `axes` or of another length; a transform of fewer than one element; no axis.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.fft.irfftn([[11.0, -3.0], [-5.0, 1.0]]))
    [[1.0, 2.0], [3.0, 5.0]]
    """
    return aikit.current_backend(x).fft.irfftn(x, s=s, axes=axes, norm=norm)


@primary(
    result="given",
    dtypes={"dtype": "real floating-point"},
    default_dtype=_float,
    namespace="aikit.fft",
    check=rules.frequencies,
    result_lengths=itemgetter("n"),
)
def fftfreq(
    n: int,
    /,
    *,
    d: float = 1.0,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """The frequencies to which the elements of a Fourier transform belong, in cycles per unit of `d`.

    Parameters
    ----------
    n : length of the transform.
    d : distance between the samples that are transformed.
    dtype : real floating dtype of the result; None for the default float dtype.
    device : device of the result; None for the default device.

    Returns
    -------
    Array of length `n`: ``[0, 1, ..., (n - 1) // 2, -(n // 2), ..., -1] / (d * n)``.

    Raises
    ------
    AikitTypeError : a dtype that is not real floating.
    AikitValueError : `n` below 1, or `d` of 0.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.fft.fftfreq(4, d=0.5))
    [0.0, 0.5, -1.0, -0.5]
    """
    return aikit.current_backend().fft.fftfreq(n, d=d, dtype=dtype, device=device)


@primary(
    result="given",
    dtypes={"dtype": "real floating-point"},
    default_dtype=_float,
    namespace="aikit.fft",
    check=rules.frequencies,
    result_lengths=itemgetter("n"),
)
def rfftfreq(
    n: int,
    /,
    *,
    d: float = 1.0,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """The frequencies to which the elements of the Fourier transform of real numbers belong, in cycles per unit of `d`.

    Parameters
    ----------
    n : length of the transform.
    d : distance between the samples that are transformed.
    dtype : real floating dtype of the result; None for the default float dtype.
    device : device of the result; None for the default device.

    Returns
    -------
    Array of length ``n // 2 + 1``: ``[0, 1, ..., n // 2] / (d * n)``.

    Raises
    ------
    AikitTypeError : a dtype that is not real floating.
    AikitValueError : `n` below 1, or `d` of 0.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.fft.rfftfreq(4, d=0.5))
    [0.0, 0.5, 1.0]
    """
    return aikit.current_backend().fft.rfftfreq(n, d=d, dtype=dtype, device=device)


@primary(dtypes="floating-point", differentiable=("x",), namespace="aikit.fft")
def fftshift(x: Array | NativeArray, /, *, axes: int | Sequence[int] | None = None, out: Array | None = None) -> Array:
    """Shift the zero-frequency component to the centre of the spectrum.

    Parameters
    ----------
    x : array of a floating dtype.
    axes : the axis or axes to shift; None for all.

    Returns
    -------
    Array of the dtype and shape of `x`.

    Raises
    ------
    AikitTypeError : a dtype that is not floating.
    AikitAxisError : an axis out of range, or named twice.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.fft.fftshift([0.0, 1.0, -2.0, -1.0]))
    [-2.0, -1.0, 0.0, 1.0]
    """
    return aikit.current_backend(x).fft.fftshift(x, axes=axes)


@primary(dtypes="floating-point", differentiable=("x",), namespace="aikit.fft")
def ifftshift(x: Array | NativeArray, /, *, axes: int | Sequence[int] | None = None, out: Array | None = None) -> Array:
    """The inverse of `fftshift`, from which it differs for odd lengths.

    Parameters
    ----------
    x : array of a floating dtype.
    axes : the axis or axes to shift; None for all.

    Returns
    -------
    Array of the dtype and shape of `x`.

    Raises
    ------
    AikitTypeError : a dtype that is not floating.
    AikitAxisError : an axis out of range, or named twice.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.fft.ifftshift([-2.0, -1.0, 0.0, 1.0]))
    [0.0, 1.0, -2.0, -1.0]
    """
    return aikit.current_backend(x).fft.ifftshift(x, axes=axes)
