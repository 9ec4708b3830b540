"""General functions: between backends, and to Python."""

from __future__ import annotations

import numpy as np

from aikit.exceptions import AikitTypeError, AikitValueError
from pytest_aikit.knowledge.bounds import Bounds
from pytest_aikit.knowledge.calls import CUBE, ArraySpec, X, all_dtypes, bad, row
from pytest_aikit.knowledge.keywords import Keywords
from pytest_aikit.knowledge.records import Drawn, Need, Trace, know

know(
    "to_backend",
    bad=(bad(AikitTypeError, "of a list", [1.0], "numpy", words=("x=[1.0]", "list")),),
)

know("to_scalar", bad=(bad(AikitValueError, "of two", ArraySpec((2,), dtype="float32"), words=("(2,)", "to_list")),))

know(
    "vmap",
    keywords=Keywords(
        values={"in_axes": (0, 1, -1), "out_axes": (0, 2, -2)},
        call=lambda *, in_axes, out_axes: row(CUBE, in_axes=in_axes, out_axes=out_axes),
    ),
    trace=Trace(
        needs=(Need("rank", "the element that is mapped beside the array is found by the number of dimensions"),)
    ),
    reference=lambda x, in_axes=0, out_axes=0: np.moveaxis(x * x[(0,) * x.ndim] + x, in_axes, out_axes),
    bounds=Bounds(real=1.5, complex=6, why="a product and a sum"),
    scale=lambda x, in_axes=0, out_axes=0: np.moveaxis(abs(x) * abs(x[(0,) * x.ndim]) + abs(x), in_axes, out_axes),
    calls=(
        *all_dtypes(row(X)),
        *(row(CUBE, in_axes=i, out_axes=o) for i in (0, 1, -1) for o in (0, 2, -2)),
    ),
    drawn=Drawn(as_sampled=True),
)
