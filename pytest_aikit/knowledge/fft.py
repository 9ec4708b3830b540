"""Fourier transforms.

They are called with ordinary numbers only: one NaN or infinity is in every element of the result, and which of the two,
or in which of its parts, depends on the order of the additions.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

import numpy as np

from aikit.exceptions import AikitAxisError, AikitTypeError, AikitValueError
from pytest_aikit.knowledge.bounds import ACCELERATOR, MOVED, ROUNDED_TO_16, UNKNOWN, Bounds, on
from pytest_aikit.knowledge.calls import (
    CELL_DEVICE,
    CELL_DTYPE,
    CUBE,
    EMPTY,
    POINT,
    SPECIAL,
    ArraySpec,
    N,
    X,
    all_dtypes,
    along_one,
    anywhere,
    bad,
    row,
)
from pytest_aikit.knowledge.keywords import SEVERAL, Keywords
from pytest_aikit.knowledge.keywords.fft import along_several
from pytest_aikit.knowledge.left_out import INFINITIES, NotAlone
from pytest_aikit.knowledge.records import Drawn, Need, Reference, Trace, know
from pytest_aikit.knowledge.reference import fft as reference

OF_PARTS_KNOWN = {
    "x": NotAlone((*INFINITIES, "NaN"), "which parts stay numbers, where those of real numbers cancel, is open")
}
ALONG_ONE = (
    *all_dtypes(row(ArraySpec((4, 6))), row(ArraySpec((7,)), norm="ortho")),
    row(CUBE, axis=0),
    row(CUBE, axis=-2, norm="forward"),
    row(X, n=3),
    row(X, n=7, axis=0, norm="forward"),
    row(X, n=8, norm="ortho"),
    row(X, n=1),
    row(ArraySpec((13,)), label="prime length"),
    row(EMPTY, label="size 0"),
    row(ArraySpec((2, 0)), n=4, label="size 0, padded"),
)
TO_LENGTH = along_one("finite terms", n=N)
ALONG_SEVERAL = (
    *all_dtypes(row(CUBE), row(X, axes=(0,), norm="ortho")),
    row(CUBE, axes=(0, -1), norm="forward"),
    row(CUBE, axes=(2, 1)),
    row(CUBE, s=(3, 5), axes=(0, 2)),
    row(CUBE, s=[2, -1], axes=[1, 2]),
    row(CUBE, s=(4,), axes=(-2,), norm="ortho"),
    row(ArraySpec((2, 2, 3, 2)), label="four dimensions"),
    # along more axes than kernels take at a time
    row(ArraySpec((2, 1, 2, 1, 2, 1, 2, 1, 3)), norm="ortho", label="nine dimensions"),
    row(EMPTY, axes=(1,), label="size 0"),
)
NO_AXES = (row(POINT, label="0-d"), row(X, axes=()))
FREQUENCIES = (
    *all_dtypes(row(5, dtype=CELL_DTYPE, kinds="f"), row(8, d=0.3, dtype=CELL_DTYPE, kinds="f")),
    row(1, dtype=CELL_DTYPE, kinds="f", label="one element"),
    row(6, d=-2, device=CELL_DEVICE, kinds="f", label="default dtype"),
)
SHIFTS = (
    *all_dtypes(row(SPECIAL), row(ArraySpec((5, 3)), axes=0)),
    row(CUBE, axes=(0, -2)),
    row(CUBE, axes=[1]),
    row(X, axes=()),
    row(POINT, label="0-d"),
    row(EMPTY, label="size 0"),
)

BAD_ALONG_ONE = (
    bad(AikitValueError, "no length", X, n=0),
    bad(AikitValueError, "negative length", X, n=-1),
    bad(AikitValueError, "no elements", ArraySpec((3, 0))),
    bad(AikitAxisError, "0-d", POINT),
    bad(AikitValueError, "too many elements", X, n=2**62),
)
BAD_SPECTRUM = (*BAD_ALONG_ONE, bad(AikitValueError, "one element", ArraySpec((3, 1))))
BAD_ALONG_SEVERAL = (
    bad(AikitValueError, "lengths without axes", X, s=(2, 2)),
    bad(AikitValueError, "other number", X, s=(2, 2), axes=(0,)),
    bad(AikitValueError, "no length", X, s=(0,), axes=(0,)),
    bad(AikitValueError, "negative length", X, s=(2, -2), axes=(0, 1)),
    bad(AikitValueError, "no elements", ArraySpec((3, 0))),
    bad(AikitAxisError, "out of range", X, axes=(2,)),
    bad(AikitAxisError, "axis twice", X, axes=(0, -2)),
    bad(AikitValueError, "too many elements", X, s=(2**40, 2**40), axes=(0, 1)),
)
WITHOUT_AXES = (bad(AikitValueError, "no axes", X, axes=()), bad(AikitValueError, "0-d", POINT))
BAD_FREQUENCIES = (
    bad(AikitValueError, "too many", 2**62),
    bad(AikitValueError, "no length", 0),
    bad(AikitValueError, "negative length", -3),
    bad(AikitValueError, "no distance", 4, d=0.0),
    bad(AikitTypeError, "distance no number", 4, d="1"),
)
BAD_SHIFTS = (
    bad(AikitAxisError, "out of range", X, axes=2),
    bad(AikitAxisError, "axis twice", X, axes=(1, -1)),
    bad(AikitAxisError, "0-d", POINT, axes=0),
)

RANK = Trace(
    needs=(
        Need(
            "rank", "without axes it needs to know how many there are", lambda x, /, axes=None, **keywords: axes is None
        ),
    )
)


OF_HALF = ("irfft", "irfftn", "hfft")
LENGTHS: dict[str, Any] = {"ndim": (1, 2, 3, 4), "n": (None, 1, 3, 6)}
AXES_AND_LENGTHS = Keywords(
    values={
        "axes": (None, 0, 1, -2, (0,), *SEVERAL[1:]),
        "s": (None, "shorter", "longer", "the last as it is"),
    },
    call=along_several,
)


def _has_a_large_prime(x: Any, /, **options: Any) -> bool:
    """Whether a length is a multiple of a prime from 17 on, and not that prime itself."""
    given = options.get("s", options.get("n"))
    lengths = (*x.shape, *([given] if isinstance(given, int) else given or ()))
    return any(length > factor >= 17 for length in lengths for factor in _primes_of(length))


def _of_half(x: Any, /, **options: Any) -> bool:
    """The same where an axis is half of a spectrum."""
    whole = () if options.get("n") is not None else (2 * length - 2 for length in x.shape)
    return _has_a_large_prime(x, **options) or any(_has_a_large_prime(x, n=length) for length in whole)


@functools.cache
def _primes_of(number: int) -> tuple[int, ...]:
    found, prime = [], 2
    while prime * prime <= number:
        if number % prime:
            prime += 1
        else:
            found.append(prime)
            number //= prime
    return (*found, number)


def _transform(name: str, compute: Reference, least: int = 1) -> dict[str, Any]:
    """What is known about a transform of that name among those of mpmath's numbers, of at least so many elements."""
    compute = reference.along_axes(compute)
    return {
        "drawn": Drawn(least=least),
        "reference": compute,
        "digits": lambda context: reference.along_axes(reference.of_objects(context)[name]),
        "scale": reference.of_all_frequencies(compute),
        "bounds": Bounds(
            real={**ROUNDED_TO_16, "*": 4},
            complex=4,
            grows="log",
            wider_on=(on(UNKNOWN, float64=64, complex128=64), on(ACCELERATOR, float32=16, complex64=16)),
            unless=_of_half if name in OF_HALF else _has_a_large_prime,
            unless_on=("torch", UNKNOWN),
            why="log2(n) steps, of the norm of the whole transform. Seen are 27 of MKL's in double precision on "
            "processors with AVX-512, where a length has a prime factor from 17 on (and is not that prime); 0.8 of all others; 9.9 of cuFFT's, which takes two real transforms for one, of both norms",
        ),
        "terms": lambda x, **options: x.size,
        "sign_of_zero": "open",
    }


know(
    "fft.fft",
    not_alone=OF_PARTS_KNOWN,
    keywords=Keywords(values=LENGTHS),
    **_transform("fft", np.fft.fft),
    sizes=along_one("finite terms"),
    calls=ALONG_ONE,
    bad=BAD_ALONG_ONE,
)
know(
    "fft.ifft",
    not_alone=OF_PARTS_KNOWN,
    keywords=Keywords(values=LENGTHS),
    **_transform("ifft", np.fft.ifft),
    sizes=along_one("finite terms"),
    calls=ALONG_ONE,
    bad=BAD_ALONG_ONE,
)
know(
    "fft.rfft",
    keywords=Keywords(values=LENGTHS),
    **_transform("rfft", np.fft.rfft),
    sizes=along_one("finite terms"),
    calls=ALONG_ONE,
    bad=BAD_ALONG_ONE,
)
know(
    "fft.ihfft",
    not_alone=OF_PARTS_KNOWN,
    keywords=Keywords(values=LENGTHS),
    **_transform("ihfft", np.fft.ihfft),
    sizes=along_one("finite terms"),
    calls=ALONG_ONE,
    bad=BAD_ALONG_ONE,
)
know(
    "fft.irfft",
    not_alone=OF_PARTS_KNOWN,
    keywords=Keywords(values=LENGTHS),
    **_transform("irfft", reference.of_half_a_spectrum(np.fft.irfft), 2),
    sizes=TO_LENGTH,
    calls=ALONG_ONE,
    bad=BAD_SPECTRUM,
)
know(
    "fft.hfft",
    not_alone=OF_PARTS_KNOWN,
    keywords=Keywords(values=LENGTHS),
    **_transform("hfft", reference.of_half_a_spectrum(np.fft.hfft), 2),
    sizes=TO_LENGTH,
    calls=ALONG_ONE,
    bad=BAD_SPECTRUM,
)

know(
    "fft.fftn",
    not_alone=OF_PARTS_KNOWN,
    keywords=AXES_AND_LENGTHS,
    **_transform("fftn", np.fft.fftn),
    sizes=anywhere("finite terms"),
    calls=ALONG_SEVERAL + NO_AXES,
    bad=BAD_ALONG_SEVERAL,
    trace=RANK,
)
know(
    "fft.ifftn",
    not_alone=OF_PARTS_KNOWN,
    keywords=AXES_AND_LENGTHS,
    **_transform("ifftn", np.fft.ifftn),
    sizes=anywhere("finite terms"),
    calls=ALONG_SEVERAL + NO_AXES,
    bad=BAD_ALONG_SEVERAL,
    trace=RANK,
)
know(
    "fft.rfftn",
    not_alone={"x": OF_PARTS_KNOWN["x"]._replace(words=INFINITIES)},
    keywords=AXES_AND_LENGTHS,
    **_transform("rfftn", np.fft.rfftn),
    sizes=anywhere("finite terms"),
    calls=ALONG_SEVERAL,
    bad=BAD_ALONG_SEVERAL + WITHOUT_AXES,
    trace=RANK,
)
know(
    "fft.irfftn",
    not_alone=OF_PARTS_KNOWN,
    keywords=AXES_AND_LENGTHS,
    **_transform("irfftn", reference.irfftn, 2),
    sizes=tuple(replace(one, kwargs={"s": (N,), "axes": (one.kwargs["axis"],)}) for one in TO_LENGTH),
    calls=ALONG_SEVERAL,
    bad=BAD_ALONG_SEVERAL + WITHOUT_AXES,
    trace=RANK,
)

OF_FREQUENCIES: dict[str, Any] = {
    "bounds": Bounds(real=2, why="the product n * d and the quotient, which XLA makes of a reciprocal"),
    "of_floats": True,
    "sizes": (row(N, dtype=CELL_DTYPE), row(N, d=0.3, dtype=CELL_DTYPE)),
    "sign_of_zero": "open",
    "keywords": Keywords(values={"n": (1, 4, 5), "d": (1.0, 0.3, -2)}),
    "calls": FREQUENCIES,
    "bad": BAD_FREQUENCIES,
}
know("fft.fftfreq", reference=reference.fftfreq, **OF_FREQUENCIES)
know("fft.rfftfreq", reference=reference.rfftfreq, **OF_FREQUENCIES)

know(
    "fft.fftshift",
    reference=reference.halves_swapped(np.fft.fftshift),
    bounds=MOVED,
    sizes=anywhere("moved"),
    calls=SHIFTS,
    bad=BAD_SHIFTS,
)
know(
    "fft.ifftshift",
    reference=reference.halves_swapped(np.fft.ifftshift),
    bounds=MOVED,
    sizes=anywhere("moved"),
    calls=SHIFTS,
    bad=BAD_SHIFTS,
)
