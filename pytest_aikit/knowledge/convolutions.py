"""Convolutions, and transposed ones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from aikit.exceptions import AikitTypeError, AikitValueError
from pytest_aikit.knowledge.bounds import SUMMED
from pytest_aikit.knowledge.calls import ArraySpec, N, all_dtypes, bad, mixed_dtypes, row
from pytest_aikit.knowledge.keywords import Keywords, convolutions
from pytest_aikit.knowledge.left_out import EACH, NotAlone
from pytest_aikit.knowledge.records import Gradient, Need, Trace, know
from pytest_aikit.knowledge.reference import convolutions as convolved
from pytest_aikit.knowledge.scales import of_magnitudes

IMAGE, FILTERS = ArraySpec((2, 6, 5, 2)), ArraySpec((3, 2, 2, 3))
VECTORS, TAPS = ArraySpec((2, 7, 2)), ArraySpec((3, 2, 3))
OF_PRODUCTS = "products among the terms may be flushed one by one, which no framework promises to keep"
OF_LENGTHS = Trace(needs=(Need("lengths", "the lengths of the filters say how the input is padded"),))
_OF_IMAGES = (
    bad(AikitValueError, "image of another rank", ArraySpec((6, 5, 2)), FILTERS, 1, "SAME", words=("(6, 5, 2)",)),
    bad(AikitValueError, "other channels", ArraySpec((2, 6, 5, 4)), FILTERS, 1, "SAME", words=("channels",)),
    bad(
        AikitValueError, "no channels", ArraySpec((2, 6, 5, 0)), ArraySpec((3, 2, 0, 3)), 1, "SAME", words=("length 0",)
    ),
    bad(AikitValueError, "unknown padding", IMAGE, FILTERS, 1, "FULL", words=("padding='FULL'", "SAME")),
    bad(AikitValueError, "negative padding", IMAGE, FILTERS, 1, [(0, 0), (0, -1)], words=("negative",)),
    bad(AikitValueError, "padding of three dimensions", IMAGE, FILTERS, 1, [(0, 0)] * 3, words=("padding=",)),
    bad(AikitTypeError, "padding of floats", IMAGE, FILTERS, 1, 1.5, words=("padding=1.5",)),
    bad(AikitValueError, "no stride", IMAGE, FILTERS, 0, "SAME", words=("strides=0",)),
    bad(AikitValueError, "strides of three dimensions", IMAGE, FILTERS, (1, 1, 1), "SAME", words=("strides=",)),
    bad(AikitValueError, "no dilation", IMAGE, FILTERS, 1, "SAME", dilations=0, words=("dilations=0",)),
    bad(AikitValueError, "no stride along one", IMAGE, FILTERS, (1, 0), "SAME", words=("strides=(1, 0)",)),
    bad(
        AikitValueError,
        "no dilation along one",
        IMAGE,
        FILTERS,
        1,
        "SAME",
        dilations=(1, 0),
        words=("dilations=(1, 0)",),
    ),
    bad(AikitTypeError, "padding that is True", IMAGE, FILTERS, 1, True, words=("padding=True",)),
    bad(AikitValueError, "unknown format", IMAGE, FILTERS, 1, "SAME", data_format="NHCW", words=("data_format",)),
)
"""Of a convolution of two dimensions, and of its transpose."""
_OF_GROUPS = (
    bad(AikitValueError, "no groups", IMAGE, FILTERS, 1, "SAME", feature_group_count=0),
    bad(AikitValueError, "groups that do not divide", IMAGE, FILTERS, 1, "SAME", feature_group_count=4),
    bad(AikitValueError, "four dimensions", IMAGE, FILTERS, 1, "SAME", dims=4, words=("dims=4",)),
)
OVER_THE_PADDING = {"filters": NotAlone(EACH, "over the padding, which is left out or multiplied as zeros")}
_BIAS = ArraySpec((4,))
_IN_FRONT: Mapping[str, Any] = {"data_format": "channel_first", "filter_format": "channel_first"}
_OF_GROUPS_IN_FRONT: Mapping[str, Any] = {**_IN_FRONT, "dims": 3, "feature_group_count": 2}

know(
    "conv_general_dilated",
    keywords=Keywords(
        values={
            **convolutions.OF_EITHER,
            "dims": (1, 2, 3),
            "feature_group_count": (1, 2, 3),
            "x_dilations": (1, 2, "each"),
        },
        call=convolutions.general,
    ),
    sizes=(
        row(ArraySpec((1, N, 2), "finite terms"), ArraySpec((3, 2, 2)), 1, "SAME", dims=1, label="length"),
        row(ArraySpec((N, 3, 2, 1), "finite terms"), ArraySpec((2, 2, 1, 2)), 1, "VALID", label="batch"),
        row(
            ArraySpec((1, 2, 2, N), "finite terms"),
            ArraySpec((2, 1, N, 2), "finite terms", along=2),
            1,
            "SAME",
            label="channels",
        ),
        row(ArraySpec((1, 4, 1)), ArraySpec((2, 1, N), "finite terms"), 2, "VALID", dims=1, label="filters"),
    ),
    reference=convolved.convolution,
    scale=of_magnitudes(convolved.convolution),
    bounds=SUMMED,
    terms=convolved.terms,
    sign_of_zero="open",
    no_subnormals=OF_PRODUCTS,
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 1)), ArraySpec((2, 1, 1)), 1, "VALID", dims=1),
        *all_dtypes(
            row(IMAGE, FILTERS, 1, "SAME"),
            row(IMAGE, FILTERS, 2, "VALID", bias=ArraySpec((3,))),
            row(ArraySpec((2, 6, 5, 3)), ArraySpec((3, 2, 1, 6)), 1, "SAME", feature_group_count=3, label="depthwise"),
        ),
        row(IMAGE, FILTERS, 3, "SAME", label="stride of three"),
        row(IMAGE, FILTERS, (1, 3), "VALID", label="strides of another length"),
        row(IMAGE, ArraySpec((1, 1, 2, 3)), 1, "VALID", label="filters of one element"),
        row(IMAGE, ArraySpec((1, 1, 2, 3)), 3, "SAME", label="filters shorter than the stride"),
        row(IMAGE, ArraySpec((8, 9, 2, 3)), 1, "SAME", label="filters longer than the input"),
        row(IMAGE, ArraySpec((8, 9, 2, 3)), 2, "same", dilations=(1, 2), label="longer than the input, in steps"),
        row(IMAGE, FILTERS, 1, [2, (0, 1)], label="an int and a pair"),
        row(IMAGE, FILTERS, 2, 3, label="more zeros than the filters reach over"),
        row(
            IMAGE, FILTERS, (2, 1), "SAME", dilations=(1, 3), x_dilations=(3, 1), label="other steps in each dimension"
        ),
        row(ArraySpec((0, 6, 5, 2)), FILTERS, 1, "SAME", label="no batch"),
        row(
            ArraySpec((0, 6, 5, 4)),
            ArraySpec((3, 2, 2, 6)),
            2,
            "VALID",
            feature_group_count=2,
            label="no batch, groups",
        ),
        row(ArraySpec((1, 6, 5, 2)), FILTERS, 1, "VALID", label="batch of one"),
        row(ArraySpec((1, 1, 1, 2)), ArraySpec((1, 1, 2, 1)), 1, "valid", label="one element"),
        row(
            ArraySpec((2, 4, 4, 3, 5)),
            ArraySpec((6, 2, 2, 1, 3)),
            (2, 1, 3),
            [(1, 0), (0, 2), (2, 1)],
            bias=ArraySpec((6,)),
            **_OF_GROUPS_IN_FRONT,
            label="three dimensions, groups",
        ),
        row(
            ArraySpec((2, 3, 3, 3, 3)),
            ArraySpec((3, 3, 3, 3, 3)),
            1,
            "SAME",
            **_IN_FRONT,
            dims=3,
            label="equal lengths",
        ),
        row(
            ArraySpec((2, 2, 7)), ArraySpec((3, 2, 3)), 2, 1, x_dilations=2, **_IN_FRONT, dims=1, label="one dimension"
        ),
        row(ArraySpec((2, 6, 5, 2), "one NaN"), FILTERS, 1, "SAME", dilations=2, label="one NaN, dilations"),
        row(ArraySpec((2, 6, 5, 2), "one NaN"), FILTERS, 2, 1, label="one NaN"),
        *all_dtypes(
            *(
                row(
                    ArraySpec((1, *(3,) * dims, 2), "one NaN"),
                    ArraySpec((*(2,) * dims, 1, 2)),
                    1,
                    "VALID",
                    dims=dims,
                    feature_group_count=2,
                    label=f"NaN in one group, {dims} dimensions",
                )
                for dims in (1, 2, 3)
            )
        ),
    ),
    bad=(
        *_OF_IMAGES,
        *_OF_GROUPS,
        bad(AikitValueError, "bias", IMAGE, FILTERS, 1, "SAME", bias=_BIAS, words=("bias", "(3,)")),
        bad(AikitValueError, "no dilation of the input", IMAGE, FILTERS, 1, "SAME", x_dilations=-1),
        bad(AikitValueError, "too long", IMAGE, ArraySpec((7, 2, 2, 3)), 1, "VALID", words=("reach",)),
        bad(AikitValueError, "too long by dilations", IMAGE, FILTERS, 1, 0, dilations=(1, 5), words=("reach",)),
    ),
    trace=OF_LENGTHS,
    gradient=Gradient(long=(row(ArraySpec((1, 2, 2, 2)), ArraySpec((2, 1, 2, 65)), 1, "SAME", bias=ArraySpec((65,))),)),
)

know(
    "conv_general_transpose",
    not_alone=OVER_THE_PADDING,
    keywords=Keywords(
        values={
            **convolutions.OF_EITHER,
            "dims": (1, 2, 3),
            "feature_group_count": (1, 2, 3),
            "output_shape": (None, "lengths", "whole"),
        },
        call=convolutions.general_transpose,
    ),
    sizes=(
        row(ArraySpec((1, N, 2), "finite terms"), ArraySpec((3, 2, 2)), 1, "SAME", dims=1, label="length"),
        row(ArraySpec((N, 3, 2, 1), "finite terms"), ArraySpec((2, 2, 2, 1)), 2, "VALID", label="batch"),
        row(
            ArraySpec((1, 2, 2, N), "finite terms"),
            ArraySpec((2, 1, 2, N), "finite terms", along=3),
            1,
            "SAME",
            label="channels",
        ),
    ),
    reference=convolved.transposed,
    scale=of_magnitudes(convolved.transposed),
    bounds=SUMMED,
    terms=convolved.terms_of_transpose,
    sign_of_zero="open",
    no_subnormals=OF_PRODUCTS,
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 1)), ArraySpec((2, 1, 1)), 1, "VALID", dims=1),
        *all_dtypes(
            row(IMAGE, ArraySpec((3, 2, 3, 2)), 2, "SAME"),
            row(IMAGE, ArraySpec((3, 2, 3, 2)), 1, "VALID", bias=ArraySpec((3,))),
            row(ArraySpec((2, 6, 5, 3)), ArraySpec((3, 2, 2, 3)), 2, "SAME", feature_group_count=3, label="depthwise"),
        ),
        row(IMAGE, ArraySpec((1, 1, 3, 2)), 3, "VALID", label="filters shorter than the stride"),
        row(IMAGE, ArraySpec((1, 2, 3, 2)), 3, "SAME", bias=ArraySpec((3,)), label="nothing comes to some"),
        row(IMAGE, ArraySpec((1, 2, 3, 2)), 3, 0, label="as long as all that is reached"),
        row(IMAGE, ArraySpec((4, 6, 3, 2)), 3, "SAME", label="one more in front than behind, and the other way"),
        row(IMAGE, ArraySpec((8, 9, 3, 2)), 1, "SAME", label="filters longer than the result"),
        row(IMAGE, ArraySpec((4, 3, 3, 2)), (1, 3), [(2, 0), (0, 2)], label="pairs"),
        row(IMAGE, ArraySpec((4, 3, 3, 2)), (1, 3), [(0, 3), (3, 0)], output_shape=(6, 13), label="pairs, a length"),
        row(IMAGE, ArraySpec((3, 3, 3, 2)), 2, 1, output_shape=(12, 10), label="one more"),
        row(IMAGE, ArraySpec((2, 2, 3, 2)), 1, 2, label="more zeros than the filters reach over"),
        row(VECTORS, ArraySpec((3, 3, 2)), 2, "SAME", dims=1, output_shape=13, label="an int"),
        row(IMAGE, ArraySpec((3, 2, 3, 2)), 2, "SAME", dilations=(1, 3), label="other steps in each dimension"),
        row(ArraySpec((0, 6, 5, 2)), ArraySpec((3, 2, 3, 2)), 2, "SAME", label="no batch"),
        row(ArraySpec((1, 1, 1, 2)), ArraySpec((1, 1, 1, 2)), 1, "valid", label="one element"),
        row(
            ArraySpec((2, 4, 4, 3, 5)),
            ArraySpec((4, 3, 2, 1, 3)),
            (2, 1, 3),
            [(1, 0), (0, 1), (2, 1)],
            bias=ArraySpec((6,)),
            **_OF_GROUPS_IN_FRONT,
            label="three dimensions, groups",
        ),
        row(
            ArraySpec((2, 3, 3, 3, 3)),
            ArraySpec((3, 3, 3, 3, 3)),
            1,
            "SAME",
            **_IN_FRONT,
            dims=3,
            label="equal lengths",
        ),
        row(ArraySpec((2, 2, 7)), ArraySpec((2, 3, 3)), 2, 1, **_IN_FRONT, dims=1, label="one dimension"),
        row(ArraySpec((2, 6, 5, 2), "one NaN"), ArraySpec((3, 2, 3, 2)), 2, "SAME", dilations=2, label="one NaN"),
    ),
    bad=(
        *_OF_IMAGES,
        *_OF_GROUPS,
        bad(AikitValueError, "bias", IMAGE, ArraySpec((3, 2, 3, 2)), 1, "SAME", bias=_BIAS, words=("bias", "(3,)")),
        bad(
            AikitValueError,
            "lengths that do not fit",
            IMAGE,
            ArraySpec((3, 2, 3, 2)),
            2,
            "SAME",
            output_shape=(13, 10),
            words=("output_shape=(13, 10)", "11 to 12"),
        ),
        bad(AikitValueError, "three lengths", IMAGE, ArraySpec((3, 2, 3, 2)), 2, "SAME", output_shape=(12, 10, 3)),
        bad(AikitValueError, "another batch", IMAGE, ArraySpec((3, 2, 3, 2)), 2, "SAME", output_shape=(3, 12, 10, 3)),
        bad(AikitValueError, "nothing is left", IMAGE, ArraySpec((3, 2, 3, 2)), 1, 4, words=("1 at least",)),
    ),
    trace=OF_LENGTHS,
    gradient=Gradient(long=(row(ArraySpec((1, 2, 2, 2)), ArraySpec((2, 1, 65, 2)), 1, "SAME", bias=ArraySpec((65,))),)),
)

know(
    "conv1d",
    keywords=Keywords(
        values={**convolutions.OF_EITHER, "x_dilations": (1, 2, "each")},
        call=convolutions.of_dims(convolutions.general, 1),
    ),
    sizes=(row(ArraySpec((N, 3, 1), "finite terms"), ArraySpec((2, 1, 1)), 2, "SAME", label="batch"),),
    reference=partial(convolved.convolution, dims=1),
    scale=of_magnitudes(partial(convolved.convolution, dims=1)),
    bounds=SUMMED,
    terms=convolved.terms,
    sign_of_zero="open",
    no_subnormals=OF_PRODUCTS,
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 1)), ArraySpec((2, 1, 1)), 1, "VALID"),
        *all_dtypes(row(ArraySpec((2, 7, 2)), ArraySpec((3, 2, 3)), 1, "SAME")),
        row(ArraySpec((3,) * 3), ArraySpec((3,) * 3), 1, "SAME", label="equal lengths"),
        row(ArraySpec((2, 7, 2)), ArraySpec((3, 2, 3)), 2, "VALID", bias=ArraySpec((3,))),
        row(
            ArraySpec((2, 2, 7)),
            ArraySpec((3, 2, 3)),
            2,
            "SAME",
            data_format="NCW",
            filter_format="channel_first",
            x_dilations=2,
            dilations=2,
            bias=ArraySpec((3,)),
            label="all keywords",
        ),
    ),
    bad=(
        bad(AikitValueError, "another rank", IMAGE, FILTERS, 1, "SAME"),
        bad(
            AikitValueError,
            "unknown padding",
            ArraySpec((2, 7, 2)),
            ArraySpec((3, 2, 3)),
            1,
            "FULL",
            words=("padding='FULL'",),
        ),
        bad(AikitValueError, "no stride", ArraySpec((2, 7, 2)), ArraySpec((3, 2, 3)), 0, "SAME", words=("strides=0",)),
    ),
    trace=OF_LENGTHS,
    gradient=Gradient(long=(row(ArraySpec((1, 3, 2)), ArraySpec((2, 2, 65)), 1, "SAME", bias=ArraySpec((65,))),)),
)

know(
    "conv1d_transpose",
    not_alone=OVER_THE_PADDING,
    keywords=Keywords(
        values={**convolutions.OF_EITHER, "output_shape": (None, "lengths", "whole")},
        call=convolutions.of_dims(convolutions.general_transpose, 1),
    ),
    sizes=(row(ArraySpec((N, 3, 1), "finite terms"), ArraySpec((2, 1, 1)), 2, "SAME", label="batch"),),
    reference=partial(convolved.transposed, dims=1),
    scale=of_magnitudes(partial(convolved.transposed, dims=1)),
    bounds=SUMMED,
    terms=convolved.terms_of_transpose,
    sign_of_zero="open",
    no_subnormals=OF_PRODUCTS,
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 1)), ArraySpec((2, 1, 1)), 1, "VALID"),
        *all_dtypes(row(ArraySpec((2, 7, 2)), ArraySpec((3, 3, 2)), 2, "SAME")),
        row(ArraySpec((3,) * 3), ArraySpec((3,) * 3), 1, "SAME", label="equal lengths"),
        row(ArraySpec((2, 7, 2)), ArraySpec((3, 3, 2)), 1, "VALID", bias=ArraySpec((3,))),
        row(
            ArraySpec((2, 2, 7)),
            ArraySpec((2, 3, 3)),
            2,
            "SAME",
            data_format="NCW",
            filter_format="channel_first",
            output_shape=13,
            dilations=2,
            bias=ArraySpec((3,)),
            label="all keywords",
        ),
    ),
    bad=(
        bad(AikitValueError, "another rank", IMAGE, FILTERS, 1, "SAME"),
        bad(
            AikitValueError,
            "unknown padding",
            ArraySpec((2, 7, 2)),
            ArraySpec((3, 3, 2)),
            1,
            "FULL",
            words=("padding='FULL'",),
        ),
        bad(AikitValueError, "no stride", ArraySpec((2, 7, 2)), ArraySpec((3, 3, 2)), 0, "SAME", words=("strides=0",)),
    ),
    trace=OF_LENGTHS,
    gradient=Gradient(long=(row(ArraySpec((1, 3, 2)), ArraySpec((2, 65, 2)), 1, "SAME", bias=ArraySpec((65,))),)),
)

know(
    "conv2d",
    keywords=Keywords(
        values={**convolutions.OF_EITHER, "x_dilations": (1, 2, "each")},
        call=convolutions.of_dims(convolutions.general, 2),
    ),
    sizes=(row(ArraySpec((N, 3, 1, 1), "finite terms"), ArraySpec((2, 1, 1, 1)), 2, "SAME", label="batch"),),
    reference=partial(convolved.convolution, dims=2),
    scale=of_magnitudes(partial(convolved.convolution, dims=2)),
    bounds=SUMMED,
    terms=convolved.terms,
    sign_of_zero="open",
    no_subnormals=OF_PRODUCTS,
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 1, 1)), ArraySpec((2, 1, 1, 1)), 1, "VALID"),
        *all_dtypes(row(ArraySpec((2, 6, 5, 2)), ArraySpec((3, 2, 2, 3)), 1, "SAME")),
        row(ArraySpec((3,) * 4), ArraySpec((3,) * 4), 1, "SAME", label="equal lengths"),
        row(ArraySpec((2, 6, 5, 2)), ArraySpec((3, 2, 2, 3)), 2, "VALID", bias=ArraySpec((3,))),
        row(
            ArraySpec((2, 2, 6, 5)),
            ArraySpec((3, 2, 3, 2)),
            2,
            "SAME",
            data_format="NCHW",
            filter_format="channel_first",
            x_dilations=2,
            dilations=2,
            bias=ArraySpec((3,)),
            label="all keywords",
        ),
    ),
    bad=_OF_IMAGES,
    trace=OF_LENGTHS,
    gradient=Gradient(long=(row(ArraySpec((1, 2, 2, 2)), ArraySpec((2, 1, 2, 65)), 1, "SAME", bias=ArraySpec((65,))),)),
)

know(
    "conv2d_transpose",
    not_alone=OVER_THE_PADDING,
    keywords=Keywords(
        values={**convolutions.OF_EITHER, "output_shape": (None, "lengths", "whole")},
        call=convolutions.of_dims(convolutions.general_transpose, 2),
    ),
    sizes=(row(ArraySpec((N, 3, 1, 1), "finite terms"), ArraySpec((2, 1, 1, 1)), 2, "SAME", label="batch"),),
    reference=partial(convolved.transposed, dims=2),
    scale=of_magnitudes(partial(convolved.transposed, dims=2)),
    bounds=SUMMED,
    terms=convolved.terms_of_transpose,
    sign_of_zero="open",
    no_subnormals=OF_PRODUCTS,
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 1, 1)), ArraySpec((2, 1, 1, 1)), 1, "VALID"),
        *all_dtypes(row(ArraySpec((2, 6, 5, 2)), ArraySpec((3, 2, 3, 2)), 2, "SAME")),
        row(ArraySpec((3,) * 4), ArraySpec((3,) * 4), 1, "SAME", label="equal lengths"),
        row(ArraySpec((2, 6, 5, 2)), ArraySpec((3, 2, 3, 2)), 1, "VALID", bias=ArraySpec((3,))),
        row(
            ArraySpec((2, 2, 6, 5)),
            ArraySpec((2, 3, 3, 2)),
            2,
            "SAME",
            data_format="NCHW",
            filter_format="channel_first",
            output_shape=(11, 9),
            dilations=2,
            bias=ArraySpec((3,)),
            label="all keywords",
        ),
    ),
    bad=_OF_IMAGES,
    trace=OF_LENGTHS,
    gradient=Gradient(long=(row(ArraySpec((1, 2, 2, 2)), ArraySpec((2, 1, 65, 2)), 1, "SAME", bias=ArraySpec((65,))),)),
)

know(
    "conv3d",
    keywords=Keywords(
        values={**convolutions.OF_EITHER, "x_dilations": (1, 2, "each")},
        call=convolutions.of_dims(convolutions.general, 3),
    ),
    sizes=(row(ArraySpec((N, 1, 3, 1, 1), "finite terms"), ArraySpec((1, 2, 1, 1, 1)), 2, "SAME", label="batch"),),
    reference=partial(convolved.convolution, dims=3),
    scale=of_magnitudes(partial(convolved.convolution, dims=3)),
    bounds=SUMMED,
    terms=convolved.terms,
    sign_of_zero="open",
    no_subnormals=OF_PRODUCTS,
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 1, 1, 1)), ArraySpec((2, 1, 1, 1, 1)), 1, "VALID"),
        *all_dtypes(row(ArraySpec((2, 4, 3, 5, 2)), ArraySpec((2, 1, 3, 2, 3)), 1, "SAME")),
        row(ArraySpec((3,) * 5), ArraySpec((3,) * 5), 1, "SAME", label="equal lengths"),
        row(ArraySpec((2, 4, 3, 5, 2)), ArraySpec((2, 1, 3, 2, 3)), 2, "VALID", bias=ArraySpec((3,))),
        row(
            ArraySpec((2, 2, 4, 3, 5)),
            ArraySpec((3, 2, 2, 1, 3)),
            2,
            "SAME",
            data_format="NCDHW",
            filter_format="channel_first",
            x_dilations=2,
            dilations=2,
            bias=ArraySpec((3,)),
            label="all keywords",
        ),
    ),
    bad=(
        bad(AikitValueError, "another rank", IMAGE, FILTERS, 1, "SAME"),
        bad(
            AikitValueError,
            "unknown padding",
            ArraySpec((2, 4, 3, 5, 2)),
            ArraySpec((2, 1, 3, 2, 3)),
            1,
            "FULL",
            words=("padding='FULL'",),
        ),
        bad(
            AikitValueError,
            "no stride",
            ArraySpec((2, 4, 3, 5, 2)),
            ArraySpec((2, 1, 3, 2, 3)),
            0,
            "SAME",
            words=("strides=0",),
        ),
    ),
    trace=OF_LENGTHS,
    gradient=Gradient(
        long=(row(ArraySpec((1, 2, 2, 1, 2)), ArraySpec((2, 1, 1, 2, 65)), 1, "SAME", bias=ArraySpec((65,))),)
    ),
)

know(
    "conv3d_transpose",
    not_alone=OVER_THE_PADDING,
    keywords=Keywords(
        values={**convolutions.OF_EITHER, "output_shape": (None, "lengths", "whole")},
        call=convolutions.of_dims(convolutions.general_transpose, 3),
    ),
    sizes=(row(ArraySpec((N, 1, 3, 1, 1), "finite terms"), ArraySpec((1, 2, 1, 1, 1)), 2, "SAME", label="batch"),),
    reference=partial(convolved.transposed, dims=3),
    scale=of_magnitudes(partial(convolved.transposed, dims=3)),
    bounds=SUMMED,
    terms=convolved.terms_of_transpose,
    sign_of_zero="open",
    no_subnormals=OF_PRODUCTS,
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 1, 1, 1)), ArraySpec((2, 1, 1, 1, 1)), 1, "VALID"),
        *all_dtypes(row(ArraySpec((2, 4, 3, 5, 2)), ArraySpec((2, 1, 3, 3, 2)), 2, "SAME")),
        row(ArraySpec((3,) * 5), ArraySpec((3,) * 5), 1, "SAME", label="equal lengths"),
        row(ArraySpec((2, 4, 3, 5, 2)), ArraySpec((2, 1, 3, 3, 2)), 1, "VALID", bias=ArraySpec((3,))),
        row(
            ArraySpec((2, 2, 4, 3, 5)),
            ArraySpec((2, 3, 2, 1, 3)),
            2,
            "SAME",
            data_format="NCDHW",
            filter_format="channel_first",
            output_shape=(7, 5, 9),
            dilations=2,
            bias=ArraySpec((3,)),
            label="all keywords",
        ),
    ),
    bad=(
        bad(AikitValueError, "another rank", IMAGE, FILTERS, 1, "SAME"),
        bad(
            AikitValueError,
            "unknown padding",
            ArraySpec((2, 4, 3, 5, 2)),
            ArraySpec((2, 1, 3, 3, 2)),
            1,
            "FULL",
            words=("padding='FULL'",),
        ),
        bad(
            AikitValueError,
            "no stride",
            ArraySpec((2, 4, 3, 5, 2)),
            ArraySpec((2, 1, 3, 3, 2)),
            0,
            "SAME",
            words=("strides=0",),
        ),
    ),
    trace=OF_LENGTHS,
    gradient=Gradient(
        long=(row(ArraySpec((1, 2, 2, 1, 2)), ArraySpec((2, 1, 1, 65, 2)), 1, "SAME", bias=ArraySpec((65,))),)
    ),
)

know(
    "depthwise_conv2d",
    not_alone=OVER_THE_PADDING,
    keywords=Keywords(
        values={
            **{name: values for name, values in convolutions.OF_EITHER.items() if name != "bias"},
            "multiplier": (None, 1, 2),
        },
        call=convolutions.depthwise,
    ),
    sizes=(row(ArraySpec((N, 3, 2, 2), "finite terms"), ArraySpec((2, 1, 2)), 1, "VALID", label="batch"),),
    reference=convolved.depthwise,
    scale=of_magnitudes(convolved.depthwise),
    bounds=SUMMED,
    terms=convolved.terms_of_each,
    sign_of_zero="open",
    no_subnormals=OF_PRODUCTS,
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 1, 1)), ArraySpec((2, 1, 1)), 1, "VALID"),
        *all_dtypes(row(IMAGE, ArraySpec((3, 2, 2)), 1, "SAME")),
        row(IMAGE, ArraySpec((3, 2, 2, 3)), 2, "VALID", label="several filters of each"),
        row(ArraySpec((2, 6, 5, 1)), ArraySpec((3, 2, 1, 2)), 1, "SAME", label="one channel"),
        row(
            ArraySpec((2, 2, 6, 5)),
            ArraySpec((3, 2, 2)),
            1,
            "SAME",
            data_format="NCHW",
            dilations=2,
            label="all keywords",
        ),
    ),
    bad=(
        bad(AikitValueError, "another rank", ArraySpec((6, 5, 2)), ArraySpec((3, 2, 2)), 1, "SAME"),
        bad(AikitValueError, "filters of another rank", IMAGE, ArraySpec((3, 2)), 1, "SAME"),
        bad(AikitValueError, "other channels", IMAGE, ArraySpec((3, 2, 4)), 1, "SAME", words=("channels",)),
        bad(AikitValueError, "unknown padding", IMAGE, ArraySpec((3, 2, 2)), 1, "FULL", words=("padding='FULL'",)),
        bad(AikitValueError, "no stride", IMAGE, ArraySpec((3, 2, 2)), 0, "SAME", words=("strides=0",)),
        bad(AikitValueError, "too long", IMAGE, ArraySpec((7, 2, 2)), 1, "VALID", words=("reach",)),
    ),
    trace=OF_LENGTHS,
    gradient=Gradient(long=(row(ArraySpec((1, 2, 2, 65)), ArraySpec((2, 1, 65)), 1, "SAME"),)),
)

know(
    "conv",
    not_alone=OVER_THE_PADDING,
    keywords=Keywords(
        values={
            **convolutions.OF_EITHER,
            "strides": (1, "each"),
            "padding": ("VALID", "SAME", "pairs"),
            "dims": (1, 2, 3),
            "feature_group_count": (1, 2),
            "x_dilations": (1, 2, "each"),
            "output_shape": (None, "lengths"),
        },
        call=convolutions.either,
    ),
    sizes=(row(ArraySpec((N, 3, 1), "finite terms"), ArraySpec((2, 1, 1)), 2, "SAME", dims=1, label="batch"),),
    reference=convolved.either,
    scale=of_magnitudes(convolved.either),
    bounds=SUMMED,
    terms=convolved.terms_of_either,
    sign_of_zero="open",
    no_subnormals=OF_PRODUCTS,
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 1)), ArraySpec((2, 1, 1)), 1, "VALID", dims=1),
        *all_dtypes(
            row(IMAGE, FILTERS, 1, "SAME"),
            row(IMAGE, ArraySpec((3, 2, 3, 2)), 2, "SAME", transpose=True, bias=ArraySpec((3,))),
        ),
        row(
            ArraySpec((2, 4, 4, 3, 5)),
            ArraySpec((6, 2, 2, 1, 3)),
            2,
            "SAME",
            x_dilations=2,
            dilations=2,
            **_OF_GROUPS_IN_FRONT,
            label="all keywords",
        ),
        row(
            ArraySpec((2, 7, 2)),
            ArraySpec((3, 3, 2)),
            2,
            "SAME",
            transpose=True,
            dims=1,
            output_shape=13,
            label="a length",
        ),
    ),
    bad=(
        *_OF_IMAGES,
        *_OF_GROUPS,
        bad(AikitValueError, "lengths of no transpose", IMAGE, FILTERS, 1, "SAME", output_shape=(6, 5)),
        bad(
            AikitValueError,
            "input of a transpose in steps",
            IMAGE,
            ArraySpec((3, 2, 3, 2)),
            1,
            "SAME",
            transpose=True,
            x_dilations=2,
        ),
    ),
    trace=OF_LENGTHS,
    gradient=Gradient(
        long=(row(ArraySpec((1, 3, 2)), ArraySpec((2, 2, 65)), 1, "SAME", bias=ArraySpec((65,)), dims=1),)
    ),
)
