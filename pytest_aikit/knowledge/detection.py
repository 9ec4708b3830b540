"""Boxes around what is in images."""

from __future__ import annotations

import math

import numpy as np

from aikit.exceptions import AikitIndexError, AikitTypeError, AikitValueError
from pytest_aikit.knowledge.bounds import Bounds
from pytest_aikit.knowledge.calls import CUBE, ArraySpec, N, all_dtypes, bad, mixed_dtypes, row, wrong_values
from pytest_aikit.knowledge.convolutions import OF_PRODUCTS
from pytest_aikit.knowledge.keywords import Keywords
from pytest_aikit.knowledge.keywords import layers as keywords
from pytest_aikit.knowledge.records import Drawn, Gradient, Need, Trace, know
from pytest_aikit.knowledge.reference import detection

BOXES, SCORES = ArraySpec((24, 4), keywords.boxes), ArraySpec((24,), keywords.all_scores)
SCORES_OF_5 = ArraySpec((5,), keywords.all_scores)
REGIONS = ArraySpec((6, 5), keywords.regions)


def _far_apart(dtype: str) -> np.ndarray:
    return keywords.boxes(dtype) * 128


def _at_the_ends(dtype: str) -> np.ndarray:
    """Boxes whose middles are exactly a pixel before an image of four by four, or exactly at its end, and 1/4 beyond these."""
    middles = np.array([(-1, 4), (4, -1), (-1.25, 2), (2, -1.25), (4.25, 2), (2, 4.25)])
    return np.concatenate([np.zeros((6, 1)), middles - 1, middles + 1], axis=1).ravel()


know(
    "nms",
    keywords=Keywords(
        values={
            "number": (6, 24),
            "scores": (None, "all differ", "few"),
            "iou_threshold": (0.0, 0.25, 0.5, 1.0),
            "max_output_size": (None, 0, 2, 99),
            "score_threshold": (-math.inf, -0.25, 0, 0.25),
        },
        # of a few boxes most are apart
        silent=lambda *, number, max_output_size, **others: (
            ("iou_threshold",) if number == 6 or max_output_size in (0, 2) else ()
        ),
        made=("boxes",),
        call=keywords.nms,
    ),
    sizes=(row(BOXES, kinds=""),),  # each is compared with each, and the reference does it one by one
    reference=detection.nms,
    shaped_by_values=True,
    calls=(
        *all_dtypes(row(BOXES, SCORES), row(BOXES, ArraySpec((24,), keywords.few_scores), 0.25, label="equal scores")),
        *all_dtypes(row(BOXES, ArraySpec((24,), "one NaN"), 0.25, label="NaN")),
        *all_dtypes(row(ArraySpec((24, 4), _far_apart), SCORES, 0.25, label="areas beyond half precision")),
        row(BOXES, ArraySpec((24,), keywords.few_scores), 1.0, None, 0.25, label="scores at the threshold"),
        row(ArraySpec((24, 4), keywords.twins), ArraySpec((24,), keywords.few_scores), 1.0, label="each box twice"),
        row(BOXES, label="no scores"),
        row(BOXES, SCORES, 0.25, 3, 0.125),
        row(ArraySpec((1500, 4), keywords.many_boxes), ArraySpec((1500,), keywords.all_scores), 0.25, label="many"),
        row(ArraySpec((5, 4), lambda dtype: np.array([1, 1, 1, 3])), SCORES_OF_5, label="boxes without an area"),
        row(
            ArraySpec((3, 4), lambda dtype: np.array([0, 0, 2, 2, 0, 0, 2, 1, 0, 0, 1, 1])),
            None,
            0.5,
            label="the threshold",
        ),
        row(ArraySpec((1, 4), keywords.boxes), label="one"),
        row(ArraySpec((0, 4)), ArraySpec((0,)), label="size 0"),
    ),
    bad=(
        bad(AikitValueError, "5 columns", ArraySpec((3, 5)), words=("boxes", "(3, 5)")),
        bad(AikitValueError, "one box", ArraySpec((4,)), words=("boxes", "(4,)")),
        bad(AikitValueError, "other scores", ArraySpec((3, 4)), ArraySpec((4,)), words=("scores", "(4,)")),
        bad(AikitValueError, "scores of two dimensions", ArraySpec((3, 4)), ArraySpec((3, 1)), words=("(3, 1)",)),
        bad(AikitValueError, "negative number", ArraySpec((3, 4)), max_output_size=-1, words=("max_output_size=-1",)),
        bad(AikitTypeError, "text", ArraySpec((3, 4)), iou_threshold="1", words=("iou_threshold='1'",)),
    ),
    trace=Trace(needs=(Need("values", "they say which boxes remain"),)),
    drawn=Drawn(as_sampled=True),
)
know(
    "roi_align",
    keywords=Keywords(
        values={
            "images": ("of several channels", "of a pixel"),
            "output_size": (1, (2, 3), [3, 2]),
            "spatial_scale": (1.0, 0.5),
            "sampling_ratio": (-1, 0, 1, 3),
            "aligned": (False, True),
        },
        made=("boxes",),
        as_default={"sampling_ratio": (0,)},
        call=keywords.roi_align,
    ),
    sizes=(
        row(ArraySpec((1, N, 3, 3), "finite terms"), ArraySpec((1, 5), keywords.regions), 2, 1.0, 2, label="channels"),
        row(ArraySpec((1, 1, 2, N), "finite terms"), ArraySpec((1, 5), keywords.regions), 2, 1.0, 2, label="width"),
    ),
    reference=detection.roi_align,
    scale=detection.scale_of_regions,
    bounds=Bounds(
        real={"float16": 1, "bfloat16": 1, "*": 8}, why="a coordinate of up to 15 is rounded a few times; 4.9 was seen"
    ),
    gradient=Gradient(zero=("boxes",)),
    no_subnormals=OF_PRODUCTS,
    sign_of_zero="open",
    calls=(
        mixed_dtypes(ArraySpec((2, 2, 4, 5)), REGIONS, 2),
        *all_dtypes(row(ArraySpec((2, 3, 5, 6)), REGIONS, 2, 0.5, 2, True)),
        row(ArraySpec((2, 3, 5, 6)), REGIONS, (2, 3)),
        row(ArraySpec((1, 2, 4, 4)), ArraySpec((6, 5), _at_the_ends), 1, 1.0, 1, label="points where an image may end"),
        row(ArraySpec((2, 1, 5, 6), "one NaN"), REGIONS, 3, 1.0, 2, label="NaN"),
        row(ArraySpec((2, 3, 5, 6)), ArraySpec((0, 5)), 2, label="no boxes"),
        row(ArraySpec((2, 0, 5, 6)), REGIONS, 2, label="no channels"),
    ),
    bad=(
        bad(AikitValueError, "one image", CUBE, REGIONS, 2, words=("input", "(2, 3, 4)")),
        bad(AikitValueError, "4 columns", ArraySpec((2, 3, 5, 6)), ArraySpec((6, 4)), 2, words=("boxes", "(6, 4)")),
        bad(AikitValueError, "no pixels", ArraySpec((2, 3, 0, 6)), REGIONS, 2, words=("(2, 3, 0, 6)",)),
        bad(AikitValueError, "no parts", ArraySpec((2, 3, 5, 6)), REGIONS, (2, 0), words=("output_size=(2, 0)",)),
        bad(AikitValueError, "3 numbers of parts", ArraySpec((2, 3, 5, 6)), REGIONS, (1, 2, 3), words=("(1, 2, 3)",)),
        wrong_values(
            AikitIndexError,
            "image that is not there",
            ArraySpec((1, 3, 5, 6)),
            REGIONS,
            2,
            words=("image 1", "1 images"),
        ),
        wrong_values(
            AikitIndexError, "negative image", ArraySpec((2, 3, 5, 6)), ArraySpec((1, 5), lambda dtype: -np.ones(5)), 2
        ),
        wrong_values(
            AikitIndexError,
            "NaN for an image",
            ArraySpec((2, 3, 5, 6)),
            ArraySpec((1, 5), lambda dtype: np.full(5, np.nan)),
            2,
        ),
        bad(AikitTypeError, "text", ArraySpec((2, 3, 5, 6)), REGIONS, 2, "1", words=("spatial_scale='1'",)),
    ),
    trace=Trace(
        needs=(
            Need("values", "they say how many points a part of a box has", detection.depends_on_values),
            Need("lengths", "the pixels are counted"),
            Need("rank", "the axes of the images are the last two"),
        )
    ),
    drawn=Drawn(as_sampled=True),
)
