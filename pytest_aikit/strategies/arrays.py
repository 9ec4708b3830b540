"""Strategies for arrays: their values, shapes and layouts, and the axes that they have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from pytest_aikit.cases.samples.layouts import LAYOUTS, VIEWS
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype, real_of

LAYOUT_NAMES = ("C", "F", "strided", "negative", "read-only", "broadcast")
"""The memory layouts of drawn arrays."""

_LAYOUTS: Mapping[str, Callable[[np.ndarray], np.ndarray]] = {
    "C": np.ascontiguousarray,
    "F": np.asfortranarray,
    "strided": LAYOUTS["not contiguous"],
    "negative": LAYOUTS["negative strides"],
    "read-only": LAYOUTS["read-only"],
    "broadcast": VIEWS["stride 0"],
}


def laid_out(array: np.ndarray, layout: str) -> np.ndarray:
    """The array in a layout, which one without dimensions has not; ``broadcast`` repeats the last of each row."""
    return _LAYOUTS[layout](array) if array.ndim and array.size else array


def elements(dtype: str, wide: bool = True) -> st.SearchStrategy[Any]:
    """Values of a dtype. Floating ones have no subnormal numbers, which the core samples have.

    Parameters
    ----------
    wide : the whole range and infinities; otherwise moderate numbers, whose sums and powers stay in range.
    """
    kind = kind_of(dtype)
    if kind == "b":
        return st.booleans()
    if kind in "iu":
        limits = np.iinfo(dtype)
        return st.integers(int(limits.min), int(limits.max))
    if kind == "c":
        parts = elements(real_of(dtype), wide=False)
        return st.builds(complex, parts, parts)
    # what float32 draws, bfloat16 rounds; float16 and the others have strategies of their own
    width = {"float16": 16, "float64": 64}.get(dtype, 32)
    if wide:
        return st.floats(width=width, allow_subnormal=False)  # type: ignore[arg-type]
    return st.one_of(st.just(0.0), st.floats(0.0625, 30, width=width), st.floats(-30, -0.0625, width=width))  # type: ignore[arg-type]


@st.composite
def host_arrays(
    draw: Any, dtype: str, shape: Any = None, layout: str | None = None, *, wide: bool = True
) -> np.ndarray:
    """NumPy arrays of a dtype, `shape` and `layout` drawn where they are not given."""
    if not isinstance(shape, tuple):
        shape = draw(npst.array_shapes(min_dims=0, max_dims=3, max_side=4) if shape is None else shape)
    drawn_in = "float32" if dtype == "bfloat16" else dtype
    values = draw(npst.arrays(numpy_dtype(drawn_in), shape, elements=elements(dtype, wide))).astype(numpy_dtype(dtype))
    name = draw(st.sampled_from(LAYOUT_NAMES)) if layout is None else layout
    return laid_out(values, name)


def arrays(
    xp: Any, dtype: Any = "float32", shape: Any = None, layout: str | None = None, *, wide: bool = True
) -> st.SearchStrategy[Any]:
    """Arrays of a namespace, such as ``aikit.get_backend("torch")``; `dtype` and `shape` may be strategies."""
    if isinstance(dtype, st.SearchStrategy):
        return dtype.flatmap(lambda name: arrays(xp, name, shape, layout, wide=wide))
    return host_arrays(str(dtype), shape, layout, wide=wide).map(lambda host: xp.asarray(host, dtype=host.dtype.name))


def out_arrays(xp: Any, like: Any) -> st.SearchStrategy[Any]:
    """Arrays that fit as `out` for a result like `like`, full of anything."""
    return arrays(xp, str(like.dtype), tuple(like.shape))


def custom_arrays(cls: Callable[[Any], Any], dtype: str = "float32", shape: Any = None) -> st.SearchStrategy[Any]:
    """Objects of an array class that is made from an ndarray."""
    return host_arrays(dtype, shape).map(cls)


def broadcastable_shapes(
    n: int, *, max_dims: int = 3, max_side: int = 4
) -> st.SearchStrategy[tuple[tuple[int, ...], ...]]:
    """`n` shapes that broadcast to one, lengths of 0 included."""
    return npst.mutually_broadcastable_shapes(num_shapes=n, max_dims=max_dims, max_side=max_side, min_side=0).map(
        lambda found: found.input_shapes
    )


def axes(ndim: int, *, several: bool = True, optional: bool = True) -> st.SearchStrategy[Any]:
    """What the argument `axis` may be for an array of `ndim` dimensions: an int, a tuple of ints, None."""
    choices: list[st.SearchStrategy[Any]] = [st.none()] if optional else []
    if ndim:
        choices.append(st.integers(-ndim, ndim - 1))
    if several:
        choices.append(npst.valid_tuple_axes(ndim))
    return st.one_of(choices)
