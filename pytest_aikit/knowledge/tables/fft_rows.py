"""The calls by which the Fourier transforms are sampled.

Only with ordinary numbers: one NaN or infinity is in every element of the result, and which of the two, or in which of
its parts, depends on the order of the additions.
"""

from __future__ import annotations

from collections.abc import Sequence

from pytest_aikit.knowledge.calls import (
    CELL_DEVICE,
    CELL_DTYPE,
    CUBE,
    EMPTY,
    POINT,
    SPECIAL,
    ArraySpec,
    Row,
    X,
    all_dtypes,
    row,
)

_ALONG_ONE = (
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
_ALONG_SEVERAL = (
    *all_dtypes(row(CUBE), row(X, axes=(0,), norm="ortho")),
    row(CUBE, axes=(0, -1), norm="forward"),
    row(CUBE, axes=(2, 1)),
    row(CUBE, s=(3, 5), axes=(0, 2)),
    row(CUBE, s=[2, -1], axes=[1, 2]),
    row(CUBE, s=(4,), axes=(-2,), norm="ortho"),
    row(ArraySpec((2, 2, 3, 2)), label="four dimensions"),
    row(EMPTY, axes=(1,), label="size 0"),
)
_NO_AXES = (row(POINT, label="0-d"), row(X, axes=()))
_FREQUENCIES = (
    *all_dtypes(row(5, dtype=CELL_DTYPE, kinds="f"), row(8, d=0.3, dtype=CELL_DTYPE, kinds="f")),
    row(1, dtype=CELL_DTYPE, kinds="f", label="one element"),
    row(6, d=-2, device=CELL_DEVICE, kinds="f", label="default dtype"),
)
_SHIFTS = (
    *all_dtypes(row(SPECIAL), row(ArraySpec((5, 3)), axes=0)),
    row(CUBE, axes=(0, -2)),
    row(CUBE, axes=[1]),
    row(X, axes=()),
    row(POINT, label="0-d"),
    row(EMPTY, label="size 0"),
)

ROWS: dict[str, Sequence[Row]] = {
    **dict.fromkeys(("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"), _ALONG_ONE),
    **dict.fromkeys(("fftn", "ifftn"), _ALONG_SEVERAL + _NO_AXES),
    **dict.fromkeys(("rfftn", "irfftn"), _ALONG_SEVERAL),
    **dict.fromkeys(("fftfreq", "rfftfreq"), _FREQUENCIES),
    **dict.fromkeys(("fftshift", "ifftshift"), _SHIFTS),
}
"""Function -> its calls."""
