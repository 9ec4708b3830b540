"""What is taken of windows of inputs, and of their parts."""

from __future__ import annotations

from typing import Any

import numpy as np

from aikit.exceptions import AikitTypeError, AikitValueError
from pytest_aikit.knowledge.bounds import MOVED, SUMMED
from pytest_aikit.knowledge.calls import ArraySpec, Kink, N, X, all_dtypes, bad, mixed_dtypes, row
from pytest_aikit.knowledge.convolutions import IMAGE, VECTORS
from pytest_aikit.knowledge.keywords import Keywords, pooling
from pytest_aikit.knowledge.records import Gradient, Need, Trace, know
from pytest_aikit.knowledge.reference import pooling as reference_of_pooling
from pytest_aikit.knowledge.scales import of_magnitudes

_OF_WINDOWS = Trace(needs=(Need("lengths", "the spatial lengths say where windows end"),))
_LAST = {1: "NWC", 2: "NHWC", 3: "NDHWC"}
_FIRST = {1: "NCW", 2: "NCHW", 3: "NCDHW"}
_SPATIAL = {1: (7,), 2: (6, 5), 3: (4, 3, 5)}


def _bad_windows(dims: int) -> tuple[Any, ...]:
    """Bad inputs of all pooling over so many spatial dimensions."""
    x = ArraySpec((2, *_SPATIAL[dims], 3))
    return (
        bad(AikitValueError, "another rank", ArraySpec((7, 3)), 2, 1, "VALID", words=("(7, 3)",)),
        bad(
            AikitValueError, "no length", ArraySpec((2, *_SPATIAL[dims][:-1], 0, 3)), 2, 1, "SAME", words=("length 0",)
        ),
        bad(AikitValueError, "no window", x, 0, 1, "VALID", words=("kernel=0",)),
        bad(AikitValueError, "windows of four dimensions", x, (2,) * 4, 1, "VALID", words=("kernel=(2, 2, 2, 2)",)),
        bad(AikitTypeError, "windows of floats", x, 1.5, 1, "VALID", words=("kernel=1.5",)),
        bad(AikitValueError, "no stride", x, 2, 0, "VALID", words=("strides=0",)),
        *_along_the_last(dims, x),
        bad(AikitTypeError, "padding that is True", x, 2, 1, True, words=("padding=True",)),
        bad(AikitValueError, "unknown padding", x, 2, 1, "FULL", words=("padding='FULL'",)),
        bad(AikitValueError, "negative padding", x, 2, 1, -1, words=("negative",)),
        bad(AikitTypeError, "padding of floats", x, 2, 1, 0.5, words=("padding=0.5",)),
        bad(AikitValueError, "too long", x, 9, 1, "VALID", words=("reach", "SAME")),
        bad(AikitValueError, "unknown format", x, 2, 1, "VALID", data_format="NC", words=("data_format",)),
        bad(AikitTypeError, "no bool", x, 2, 1, "VALID", ceil_mode=2, words=("ceil_mode=2",)),
    )


def _along_the_last(dims: int, x: ArraySpec) -> tuple[Any, ...]:
    """Windows and strides of 0 along one of several dimensions alone."""
    none = (*(2,) * (dims - 1), 0)
    if dims == 1:
        return ()
    return (
        bad(AikitValueError, "no window along one", x, none, 1, "VALID", words=(f"kernel={none}",)),
        bad(AikitValueError, "no stride along one", x, 2, none, "VALID", words=(f"strides={none}",)),
    )


def _ties(dims: int) -> list[Any]:
    """Ones, of which the first one of each window has the gradient."""
    return np.ones((1, *(2,) * dims, 1)).tolist()


def _first_ones(dims: int) -> list[Any]:
    found = np.zeros((1, *(2,) * dims, 1))
    found.flat[0] = 1
    return found.tolist()


def _with_an_infinite_window(dims: int) -> ArraySpec:
    """Numbers of which the first window has negative infinities alone; nothing else is infinite."""
    values = np.resize([0.5, -2.0, 3.0], (4,) * dims)
    values[(slice(2),) * dims] = -np.inf
    return ArraySpec((1, *values.shape, 1), lambda dtype: values)


for _dims in (1, 2, 3):
    _x = ArraySpec((2, *_SPATIAL[_dims], 3))
    _special = ArraySpec((1, *_SPATIAL[_dims], 2), "special")
    know(
        f"max_pool{_dims}d",
        keywords=Keywords(
            values={**pooling.COMMON, "dilation": (1, 2, "each")},
            call=pooling.of_max(_dims),
            silent=pooling.silent(_dims),
        ),
        sizes=(
            row(ArraySpec((N, *(3,) * _dims, 1), "moved"), 2, 1, "VALID", label="batch"),
            row(ArraySpec((1, *(3,) * _dims, N), "moved", along=_dims + 1), 2, 2, "VALID", label="channels"),
            *(
                [row(ArraySpec((1, 2, N), "moved", along=2), 3, 2, "SAME", data_format="NCW", label="length")]
                if _dims == 1
                else []
            ),
        ),
        reference=reference_of_pooling.greatest,
        bounds=MOVED,
        sign_of_zero="open",
        selects="anywhere",
        calls=(
            mixed_dtypes(ArraySpec((1, *(3,) * _dims, 1)), 2, 1, "VALID"),
            *all_dtypes(row(_special, 2, 1, "SAME"), row(_x, 3, 2, 1, data_format=_LAST[_dims])),
            row(ArraySpec((2, 3, *_SPATIAL[_dims]), "few"), 2, 2, "VALID", data_format=_FIRST[_dims], ceil_mode=True),
            row(_x, 2, 2, 1, ceil_mode=True, label="a window behind the elements"),
            row(
                ArraySpec((1, *(4,) * _dims, 1)),
                2,
                2,
                [(0, 1)] * _dims,
                ceil_mode=True,
                label="a window of padding alone",
            ),
            row(_special, 1, 1, "VALID", label="windows of one element"),
            row(_x, 1, 3, "VALID", label="every third element"),
            row(_x, 3, 1, 3, label="windows of padding alone"),
            row(_x, 2, 1, [(0, 5)] * _dims, label="padding at the end"),
            row(_x, 2, 3, "SAME", dilation=4, label="elements apart, beyond the input"),
            row(ArraySpec((0, *_SPATIAL[_dims], 3)), 2, 1, "VALID", label="no batch"),
            row(ArraySpec((1, *(1,) * _dims, 1)), 1, 1, "valid", label="one element"),
            row(ArraySpec((2, *_SPATIAL[_dims], 3), "one NaN"), 3, 1, "SAME", label="one NaN", kinds="f"),
            row(_x, 2, 1, [(1, 0)] * _dims, label="padding as much as of SAME, at the beginning"),
            row(_with_an_infinite_window(_dims), 2, 2, "VALID", label="negative infinity alone", kinds="f"),
        ),
        bad=(*_bad_windows(_dims), bad(AikitValueError, "no dilation", _x, 2, 1, "SAME", dilation=0)),
        gradient=Gradient(kinks=(Kink((_ties(_dims), 2, 1, "VALID"), (_first_ones(_dims),)),)),
        trace=_OF_WINDOWS,
    )
    know(
        f"avg_pool{_dims}d",
        keywords=Keywords(
            values={**pooling.COMMON, "divisor_override": (None, 5, -2)},
            call=pooling.of_avg(_dims),
            silent=pooling.silent(_dims),
        ),
        sizes=(
            row(ArraySpec((N, *(3,) * _dims, 1), "finite terms"), 2, 1, "VALID", label="batch"),
            row(ArraySpec((1, *(3,) * _dims, N), "finite terms", along=_dims + 1), 2, 2, "VALID", label="channels"),
            *(
                [row(ArraySpec((1, 2, N), "finite terms", along=2), 3, 2, "SAME", data_format="NCW", label="length")]
                if _dims == 1
                else []
            ),
        ),
        reference=reference_of_pooling.means,
        scale=reference_of_pooling.scale_of_means,
        bounds=SUMMED,
        terms=reference_of_pooling.terms,
        sign_of_zero="open",
        calls=(
            mixed_dtypes(ArraySpec((1, *(3,) * _dims, 1)), 2, 1, "VALID"),
            *all_dtypes(row(_x, 2, 1, "SAME"), row(_x, 3, 2, 1, count_include_pad=True), row(_x, 2, 2, "VALID")),
            row(ArraySpec((2, 3, *_SPATIAL[_dims])), 2, 2, "VALID", data_format=_FIRST[_dims], ceil_mode=True),
            row(_x, 3, 2, 1, count_include_pad=True, ceil_mode=True, label="padding counts, the rest does not"),
            row(_x, 2, 2, 1, ceil_mode=True, label="a window behind the elements"),
            row(
                ArraySpec((1, *(4,) * _dims, 1)),
                2,
                2,
                [(0, 1)] * _dims,
                ceil_mode=True,
                label="a window of padding alone",
            ),
            row(_x, 2, 1, 1, divisor_override=5),
            row(_x, 1, 1, "VALID", label="windows of one element"),
            row(_x, 1, 3, "VALID", label="every third element"),
            row(_x, 3, 1, 3, label="windows of padding alone"),
            row(_x, 2, 1, [(0, 5)] * _dims, count_include_pad=True, label="padding at the end"),
            row(ArraySpec((0, *_SPATIAL[_dims], 3)), 2, 1, "SAME", label="no batch"),
            row(ArraySpec((1, *(1,) * _dims, 1)), 1, 1, "valid", label="one element"),
            row(ArraySpec((2, *_SPATIAL[_dims], 3), "one NaN"), 3, 1, "SAME", label="one NaN"),
        ),
        bad=(
            *_bad_windows(_dims),
            bad(AikitValueError, "no divisor", _x, 2, 1, "SAME", divisor_override=0, words=("divisor_override=0",)),
        ),
        trace=_OF_WINDOWS,
    )

know(
    "pool",
    keywords=Keywords(
        values={
            "pool_type": ("AVG", "MAX"),
            "strides": (None, 2, "each"),
            "padding": ("VALID", "SAME", 1, "pairs"),
            "dilations": (None, 2),
        },
        made=("window_shape",),
        call=pooling.pool,
        as_default={"data_format": ("NWC", "NHWC", "NDHWC")},
        silent=pooling.silent(),
    ),
    sizes=(row(ArraySpec((N, 3, 1), "finite terms"), 2, "AVG", label="batch"),),
    reference=reference_of_pooling.pooled,
    scale=of_magnitudes(reference_of_pooling.pooled),
    bounds=SUMMED,
    sign_of_zero="open",
    no_subnormals="of those that compare as zeros any is the greatest, which is said of `max_pool1d` and its kin",
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 1)), 2, "AVG"),
        *all_dtypes(row(VECTORS, 3, "MAX"), row(IMAGE, (2, 3), "AVG", strides=2, padding="SAME")),
        row(IMAGE, [2, 2], "AVG", dilations=(1, 2), ceil_mode=True, strides=2, label="means of elements apart"),
        row(ArraySpec((2, 3, 4, 3, 5)), (2, 1, 3), "MAX", data_format="NCDHW", padding=1, label="three dimensions"),
        row(ArraySpec((0, 7, 2)), 3, "AVG", dilations=2, label="no batch"),
        *all_dtypes(row(ArraySpec((1, 600, 1), "finite terms"), 257, "AVG", dilations=2, label="a long window")),
    ),
    bad=(
        bad(AikitValueError, "another order", IMAGE, (2, 2), "MAX", data_format="NWC", words=("data_format='NWC'",)),
        bad(AikitValueError, "four dimensions", IMAGE, (2,) * 4, "MAX", words=("window_shape=(2, 2, 2, 2)",)),
        bad(AikitValueError, "another rank", IMAGE, (2,), "MAX", words=("(2, 6, 5, 2)",)),
        bad(AikitValueError, "unknown type", IMAGE, (2, 2), "SUM", words=("pool_type='SUM'",)),
        bad(AikitValueError, "too long", VECTORS, 9, "AVG", words=("reach",)),
        bad(AikitValueError, "no dilation", VECTORS, 2, "AVG", dilations=0, words=("dilation=0",)),
    ),
    trace=_OF_WINDOWS,
)

_OF_PARTS = Trace(needs=(Need("lengths", "the lengths say where parts end"),))
know(
    "adaptive_avg_pool1d",
    keywords=Keywords(values={"in_batch": (True, False), "output_size": (1, 3, 9)}, call=pooling.adaptive_1d),
    reference=reference_of_pooling.adaptive(np.mean, 1),
    scale=of_magnitudes(reference_of_pooling.adaptive(np.mean, 1)),
    bounds=SUMMED,
    terms=reference_of_pooling.terms_of_parts,
    sign_of_zero="open",
    sizes=(row(ArraySpec((1, 2, N), "finite terms", along=2), 5, label="length"),),
    calls=(
        mixed_dtypes(ArraySpec((1, 3)), 2),
        *all_dtypes(row(ArraySpec((2, 3, 7)), 3)),
        row(ArraySpec((2, 3, 6)), 2, label="parts of one length"),
        row(ArraySpec((3, 4)), 7, label="more parts than elements"),
        row(ArraySpec((2, 3)), 8, label="several parts for each element"),
        row(ArraySpec((3, 4)), 1, label="one part"),
        row(ArraySpec((0, 3, 4)), 2, label="no batch"),
    ),
    bad=(
        bad(AikitValueError, "vector", ArraySpec((4,)), 2, words=("(4,)",)),
        bad(AikitValueError, "no parts", X, 0, words=("output_size=0",)),
        bad(AikitValueError, "no elements", ArraySpec((3, 0)), 2, words=("(3, 0)",)),
    ),
    trace=_OF_PARTS,
)
know(
    "adaptive_avg_pool2d",
    keywords=Keywords(values={"in_batch": (True, False), "output_size": (1, 4, (3, 2))}, call=pooling.adaptive_2d),
    reference=reference_of_pooling.adaptive(np.mean, 2),
    scale=of_magnitudes(reference_of_pooling.adaptive(np.mean, 2)),
    bounds=SUMMED,
    terms=reference_of_pooling.terms_of_parts,
    sizes=(row(ArraySpec((N, 2, 3, 1), "finite terms"), 2, label="batch"),),
    sign_of_zero="open",
    calls=(
        mixed_dtypes(ArraySpec((3, 3, 1)), 2),
        *all_dtypes(row(IMAGE, (4, 3)), row(IMAGE, 2, data_format="NCHW")),
        row(ArraySpec((6, 5, 2)), (2, 7), label="no batch axis"),
        row(ArraySpec((3, 2, 2)), (8, 5), label="several parts for each element"),
        row(ArraySpec((0, 6, 5, 2)), 2, label="no batch"),
    ),
    bad=(
        bad(AikitValueError, "matrix", X, 2, words=("(3, 4)",)),
        bad(AikitValueError, "three sizes", IMAGE, (2, 2, 2), words=("output_size=(2, 2, 2)",)),
        bad(AikitValueError, "negative", IMAGE, (2, -1), words=("output_size=(2, -1)",)),
    ),
    trace=_OF_PARTS,
)
know(
    "adaptive_max_pool2d",
    keywords=Keywords(values={"in_batch": (True, False), "output_size": (1, 4, (3, 2))}, call=pooling.adaptive_2d),
    reference=reference_of_pooling.adaptive(np.max, 2),
    bounds=MOVED,
    sign_of_zero="open",
    selects="anywhere",
    sizes=(row(ArraySpec((N, 1, 2, 3), "moved"), 2, label="batch"),),
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 3)), 2),
        *all_dtypes(row(ArraySpec((2, 3, 6, 5), "special"), (4, 3))),
        row(ArraySpec((3, 6, 5)), (2, 7), label="no batch axis"),
        row(ArraySpec((2, 3, 2)), (8, 5), label="several parts for each element"),
        row(ArraySpec((0, 3, 6, 5)), 2, label="no batch"),
        row(ArraySpec((2, 3, 6, 5), "one NaN"), 2, label="one NaN"),
    ),
    bad=(
        bad(AikitValueError, "matrix", X, 2, words=("(3, 4)",)),
        bad(AikitValueError, "no parts", ArraySpec((2, 3, 6, 5)), 0, words=("output_size=0",)),
    ),
    trace=_OF_PARTS,
)
