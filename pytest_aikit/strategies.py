"""Hypothesis strategies for arrays of any backend and for calls of any function.

>>> from hypothesis import given
>>> from pytest_aikit import strategies as ak
>>> @given(ak.calls("logaddexp", layouts=["C", "negative"]))
... def test_it(sample): ...

What is drawn are `Sample`s and arrays; which dtypes and backends there are is enumerated elsewhere.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

import aikit
from aikit.core.records import REGISTRY, Function
from aikit.dtypes import CATEGORIES, DTYPES
from aikit.inspection import describe
from pytest_aikit import frameworks, knowledge
from pytest_aikit.cases import cells
from pytest_aikit.cases.samples import core_samples
from pytest_aikit.cases.samples.admitted import admissible
from pytest_aikit.cases.samples.layouts import LAYOUTS
from pytest_aikit.cases.samples.rows import matrix_sample
from pytest_aikit.model import Cell, Sample
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype, real_of

LAYOUT_NAMES = ("C", "F", "strided", "negative", "read-only")
"""The memory layouts of drawn arrays."""

_LAYOUTS: Mapping[str, Callable[[np.ndarray], np.ndarray]] = {
    "C": np.ascontiguousarray,
    "F": np.asfortranarray,
    "strided": LAYOUTS["not contiguous"],
    "negative": LAYOUTS["negative strides"],
    "read-only": LAYOUTS["read-only"],
}


def _record(function: Any) -> Function:
    """The record of a function, which may be given by name."""
    if isinstance(function, Function):
        return function
    if not isinstance(function, str):
        return describe(function)
    if function not in REGISTRY:
        close = difflib.get_close_matches(function, REGISTRY)
        hint = f"did you mean {', '.join(close)}?" if close else "see pytest --aikit-list=functions"
        raise ValueError(f"there is no function {function!r} in aikit; {hint}")
    return REGISTRY[function]


# ------------------------------------------------------------------------------------------------ names


def backends() -> st.SearchStrategy[str]:
    """Names of the backends whose frameworks are installed."""
    return st.sampled_from(list(aikit.available_backends()))


def devices(backend: str) -> st.SearchStrategy[str]:
    """Names of the devices of a backend that hold values."""
    from pytest_aikit.frameworks import backends as known

    return st.sampled_from([str(device) for device in known.devices(backend, "all")])


def dtypes(kind: str = "any") -> st.SearchStrategy[str]:
    """Names of the dtypes of a category of the standard, such as ``"real floating-point"``."""
    if kind not in CATEGORIES:
        raise ValueError(f"dtypes: kind={kind!r} is no category; use one of {', '.join(CATEGORIES)}")
    return st.sampled_from([name for name in DTYPES if name in CATEGORIES[kind]])


def dtype_tuples(function: Any, dtypes: Sequence[str] | None = None) -> st.SearchStrategy[tuple[str, ...]]:
    """Tuples of dtypes, one for each array parameter, that a function accepts."""
    record = _record(function)
    chosen = tuple(name for name in dtypes or DTYPES if name in cells.leading_dtypes(record))
    found = {lead: tuples for lead in chosen if (tuples := _accepted_tuples(record, lead, chosen))}
    if not found:
        raise ValueError(f"{record.qualified_name} accepts none of the dtypes {dtypes!r}")
    return st.sampled_from(tuple(found)).flatmap(lambda lead: st.sampled_from(found[lead]))


def _accepted_tuples(function: Function, lead: str, chosen: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [dtypes for dtypes, accepted in cells.tuples(function, lead, chosen, False) if accepted]


# ------------------------------------------------------------------------------------------------ arrays


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
    return _LAYOUTS[name](values) if values.ndim else values


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


# ------------------------------------------------------------------------------------------------ nests and containers

_NAMES = st.sampled_from("abcdef")


def nests(leaf: st.SearchStrategy[Any], *, max_leaves: int = 8) -> st.SearchStrategy[Any]:
    """Nests of leaves in lists, tuples and dicts, within each other; a leaf by itself and an empty nest included."""

    def within(items: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        several = st.lists(items, max_size=3)
        return several | several.map(tuple) | st.dictionaries(_NAMES, items, max_size=3)

    return st.recursive(leaf, within, max_leaves=max_leaves)


def _structures(leaf: st.SearchStrategy[Any], max_leaves: int) -> st.SearchStrategy[dict[str, Any]]:
    """Dicts of leaves and of further dicts, none of them empty."""

    def within(items: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return st.dictionaries(_NAMES, items, min_size=1, max_size=3)

    return within(st.recursive(leaf, within, max_leaves=max_leaves))


def containers(leaf: st.SearchStrategy[Any], *, max_leaves: int = 8) -> st.SearchStrategy[aikit.Container]:
    """Containers of leaves, at various depths."""
    return _structures(leaf, max_leaves).map(aikit.Container)


@st.composite
def shared_structure_containers(
    draw: Any, n: int, leaf: st.SearchStrategy[Any], *, max_leaves: int = 8
) -> tuple[aikit.Container, ...]:
    """`n` containers that share a nested structure: where one has a node, another has the same node, or one leaf for it."""

    def filled(structure: dict[str, Any]) -> dict[str, Any]:
        return {
            key: filled(below) if below is not None and draw(st.booleans()) else draw(leaf)
            for key, below in structure.items()
        }

    structure = draw(_structures(st.none(), max_leaves))
    return tuple(aikit.Container(filled(structure)) for _ in range(n))


# ------------------------------------------------------------------------------------------------ calls


def calls(
    function: Any, dtypes: Sequence[str] | None = None, layouts: Sequence[str] = LAYOUT_NAMES
) -> st.SearchStrategy[Sample]:
    """Calls of a function that it must accept: dtypes, shapes, memory layouts, values and keywords are drawn.

    Parameters
    ----------
    function : the record, the function, or its name.
    dtypes : the dtypes that the leading array may have; all that the function accepts where not given.
    layouts : some of `LAYOUT_NAMES`.

    Raises
    ------
    ValueError : there is no such function, or no such layout.
    """
    unknown = sorted(set(layouts) - set(LAYOUT_NAMES))
    if unknown or not layouts:
        raise ValueError(f"calls: layouts={list(layouts)!r}; choose from {', '.join(LAYOUT_NAMES)}")
    record = _record(function)
    # by name, because Hypothesis prints the arguments of strategies, and a record is long
    return _calls(record.qualified_name, dtype_tuples(record, dtypes), list(layouts))


@st.composite
def _calls(draw: Any, name: str, tuples: st.SearchStrategy[tuple[str, ...]], layouts: list[str]) -> Sample:
    record = cells.known_function(name)
    chosen = draw(tuples)
    layout = draw(st.sampled_from(layouts))
    if not knowledge.of(record).calls:
        return draw(_elementwise_calls(record, chosen, layout))
    if _is_reduction(record):
        return draw(_reduction_calls(record, chosen, layout))
    return draw(_row_calls(record, chosen, layout))


@st.composite
def _elementwise_calls(draw: Any, function: Function, dtypes: tuple[str, ...], layout: str) -> Sample:
    names = function.array_parameters
    shapes = draw(broadcastable_shapes(len(names)))
    known = knowledge.of(function)
    wide = known.bounds.exact if known.drawn.wide is None else known.drawn.wide
    drawn = [draw(host_arrays(dtype, shape, "C", wide=wide)) for dtype, shape in zip(dtypes, shapes, strict=True)]
    admitted = admissible(function, dict(zip(names, dtypes, strict=True)), drawn)
    return Sample(tuple(_laid_out(array, layout) for array in admitted), {}, "drawn", "drawn")


def _laid_out(array: np.ndarray, layout: str) -> np.ndarray:
    return _LAYOUTS[layout](array) if array.ndim else array


_REDUCTION_KEYWORDS = frozenset({"axis", "keepdims", "descending", "stable", "include_initial", "correction", "dtype"})


def _is_reduction(function: Function) -> bool:
    """Whether the function takes one array, and an axis that may be left out and flags beside it."""
    parameters = function.parameters
    return {"x", "axis"} <= {*parameters} <= {"x", *_REDUCTION_KEYWORDS} and not parameters["axis"].required


@st.composite
def _reduction_calls(draw: Any, function: Function, dtypes: tuple[str, ...], layout: str) -> Sample:
    parameter, drawn = function.parameters["axis"], knowledge.of(function).drawn
    optional = parameter.optional and not drawn.with_axis
    shape = draw(npst.array_shapes(min_dims=not optional, max_dims=3, min_side=drawn.not_empty, max_side=4))
    x = draw(host_arrays(dtypes[0], shape, layout, wide=_may_be_wide(function)))
    if drawn.near_one:
        x = np.asarray(_near_one(x))  # arithmetic makes NumPy scalars of arrays without dimensions
    axis = axes(x.ndim, several=parameter.role == "ints", optional=optional)
    kwargs = {"axis": draw(axis)}
    for name in ("keepdims", "descending", "include_initial"):
        if name in function.parameters and draw(st.booleans()):
            kwargs[name] = True
    return Sample((x,), kwargs, "drawn", "drawn")


def _may_be_wide(function: Function) -> bool:
    """Whether extreme values are in order: not where they are added up, for partial sums may overflow."""
    known = knowledge.of(function)
    if known.drawn.wide is not None:
        return known.drawn.wide
    return known.bounds.exact or function.result in ("index", "boolean")


def _near_one(x: np.ndarray) -> np.ndarray:
    """Floating factors between 1/2 and 2, whose products stay in range."""
    if kind_of(x.dtype.name) not in "fc":
        return x
    return np.exp2(np.clip(x.real.astype(float), -1, 1)).astype(x.dtype)


@st.composite
def _row_calls(draw: Any, function: Function, dtypes: tuple[str, ...], layout: str) -> Sample:
    """One of the core samples with its array drawn anew, where any array of that shape will do."""
    matrices = matrix_sample(function, dtypes, draw(st.integers(0, 99)), draw(st.integers(0, 2**32 - 1)))
    if matrices is not None:
        return matrices
    cell = Cell(function, frameworks.HOST, "cpu", dtypes)
    sample = draw(st.sampled_from(_all_samples(cell)))
    wide = _may_be_wide(function)

    def again(value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return type(value)(again(item) for item in value)
        return (
            draw(host_arrays(value.dtype.name, value.shape, layout, wide=wide))
            if isinstance(value, np.ndarray)
            else value
        )

    if function.promote and not knowledge.of(function).drawn.as_sampled and len(set(dtypes)) == 1:
        return Sample(
            tuple(map(again, sample.args)),
            {name: again(value) for name, value in sample.kwargs.items()},
            "drawn",
            "drawn",
        )
    return sample


def _all_samples(cell: Cell) -> list[Sample]:
    """The core samples that name no device, which suit all backends; all where each one names one."""
    samples = core_samples(cell)
    return [one for one in samples if not _names_device(one)] or list(samples)


def _names_device(sample: Sample) -> bool:
    return any(isinstance(value, str) and value == "cpu" for value in (*sample.args, *sample.kwargs.values()))
