"""Boxes that are found in images: which of them to keep, and what the images have there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import aikit
from aikit.core.shapes import shape_of
from aikit.declare import compositional
from aikit.exceptions import AikitValueError
from aikit.functional.rules import detection as rules

if TYPE_CHECKING:
    from aikit import Array, NativeArray

_TOGETHER = 1024
"""So many boxes are compared with all before them at once."""


@compositional(
    category="layers",
    dtypes={"boxes": "real floating-point", "scores": "real floating-point"},
    promote=("boxes",),
    result="index",
)
def nms(
    boxes: Array | NativeArray,
    scores: Array | NativeArray | None = None,
    iou_threshold: float = 0.5,
    max_output_size: int | None = None,
    score_threshold: float = float("-inf"),
) -> Array:
    """The boxes that remain where one with a lower score is dropped if it overlaps too much with one that remains.

    It is what ``torchvision.ops.nms`` does: boxes are looked at in the order of their scores, and each is dropped whose
    intersection with one that was kept, over the union of both, is greater than `iou_threshold`.

    Parameters
    ----------
    boxes : array of a real floating-point dtype, of shape ``(number, 4)``: x1, y1, x2, y2 of each box, x1 < x2 and y1 < y2.
    scores : array of a real floating-point dtype, of shape ``(number,)``; None for the same score of all. Of equal ones the first
        is looked at first, and NaN counts as the greatest.
    iou_threshold : how much of the union of two boxes may be their intersection.
    max_output_size : how many boxes are kept at most; None for all.
    score_threshold : boxes whose score is not greater are dropped; none are by ``-inf``.

    Returns
    -------
    Array of the index dtype, of shape ``(kept,)``: the indices of the boxes that remain, in descending order of the scores.

    Raises
    ------
    AikitValueError : boxes or scores of other shapes; a negative `max_output_size`; under a trace, for values say the shape.

    Examples
    --------
    >>> import aikit
    >>> boxes = [[0.0, 0.0, 2.0, 2.0], [0.0, 0.0, 2.0, 1.5], [3.0, 3.0, 4.0, 4.0]]
    >>> aikit.to_list(aikit.nms(boxes, [0.5, 0.75, 0.25]))
    [1, 2]
    """
    rules.check_boxes("nms", boxes, scores, max_output_size)
    if aikit.current_backend(boxes).is_compiling():
        raise AikitValueError(
            "nms: the values of boxes, which a trace does not know, say which of them remain; call it without the trace"
        )
    one_program = aikit.current_backend(boxes).in_one_program
    order = one_program(_descending)(boxes, scores)
    if scores is not None and score_threshold > -math.inf:
        order = order[aikit.take(scores, order) > score_threshold]
    sides = one_program(_sides)(boxes, order)
    kept: Any = None
    for start in range(0, len(order), _TOGETHER):
        is_whole = start == 0 and len(order) <= _TOGETHER
        several = sides if is_whole else tuple(side[start : start + _TOGETHER] for side in sides)
        candidates = None
        if kept is not None:
            before = tuple(side[:start] for side in sides)
            common = one_program(_common)(several, before)
            candidates = one_program(_candidates, "threshold")(several, before, common, kept, threshold=iou_threshold)
        remaining = _not_dropped(several, iou_threshold, candidates)
        kept = remaining if kept is None else aikit.concat([kept, remaining])
    found = order if kept is None else order[kept]
    return found if max_output_size is None else found[:max_output_size]


def _descending(boxes: Array, scores: Array | None) -> Array:
    """The order of boxes by their scores."""
    return aikit.argsort(aikit.zeros_like(boxes[:, 0])) if scores is None else aikit.argsort(scores, descending=True)


def _sides(boxes: Array, order: Array) -> tuple[Array, ...]:
    """x1, y1, x2, y2 and the area of boxes in that order."""
    if boxes.dtype.itemsize == 2:  # the area of a box is beyond half precision
        boxes = aikit.astype(boxes, aikit.float32)
    x1, y1, x2, y2 = aikit.unstack(aikit.take(boxes, order, axis=0), axis=1)
    return x1, y1, x2, y2, (x2 - x1) * (y2 - y1)


def _common(boxes: tuple[Array, ...], others: tuple[Array, ...]) -> Array:
    """The area of the intersection of each box with each of the others.

    In a program of its own, for XLA may multiply and subtract at once, which rounds once and not twice.
    """
    x1, y1, x2, y2, _ = (side[:, None] for side in boxes)
    of_x1, of_y1, of_x2, of_y2, _ = (side[None, :] for side in others)
    width = aikit.maximum(aikit.minimum(x2, of_x2) - aikit.maximum(x1, of_x1), 0.0)
    height = aikit.maximum(aikit.minimum(y2, of_y2) - aikit.maximum(y1, of_y1), 0.0)
    return width * height


def _overlap(boxes: tuple[Array, ...], others: tuple[Array, ...], common: Array, threshold: float) -> Array:
    """Whether each box overlaps too much with each of the others."""
    union = boxes[-1][:, None] + others[-1][None, :] - common
    return common / aikit.where(union == 0, 1.0, union) > threshold  # of nothing nothing is common


def _candidates(
    boxes: tuple[Array, ...], before: tuple[Array, ...], common: Array, kept: Array, *, threshold: float
) -> Array:
    """Which boxes overlap with none of those before them that were kept."""
    return ~aikit.any(_overlap(boxes, before, common, threshold) & kept, axis=1)


def _not_dropped(boxes: tuple[Array, ...], threshold: float, candidates: Array | None) -> Array:
    """Which of some boxes, in descending order of their scores, remain of the candidates, or of all.

    Whether a box remains depends on those before it alone. So each turn makes one more of them final, at least, and where a
    turn changes none all are: it takes as many as there are boxes each of which drops the next one.
    """
    one_program = aikit.current_backend(boxes[0]).in_one_program
    common = one_program(_common)(boxes, boxes)
    before, candidates = one_program(_dropping, "threshold")(boxes, common, candidates, threshold=threshold)
    kept = candidates
    while True:
        found, is_final = one_program(_turn)(before, candidates, kept)
        if bool(is_final):
            return found
        kept = found


def _dropping(
    boxes: tuple[Array, ...], common: Array, candidates: Array | None, *, threshold: float
) -> tuple[Array, Array]:
    """Which box drops which one that comes after it, and the candidates, all where there are none."""
    before = aikit.tril(_overlap(boxes, boxes, common, threshold), k=-1)
    if candidates is None:
        candidates = aikit.ones((len(boxes[0]),), dtype=aikit.bool, device=before.device)
    return before, candidates


def _turn(before: Array, candidates: Array, kept: Array) -> tuple[Array, Array]:
    """The candidates that none of those drops that are kept, and whether these are the same."""
    found = candidates & ~aikit.any(before & kept, axis=1)
    return found, aikit.all(found == kept)


@compositional(
    category="layers",
    dtypes="real floating-point",
    differentiable=("input",),
)
def roi_align(
    input: Array | NativeArray,
    boxes: Array | NativeArray,
    output_size: int | Sequence[int],
    spatial_scale: float = 1.0,
    sampling_ratio: int = -1,
    aligned: bool = False,
) -> Array:
    """Means of an image over the parts of boxes, interpolated at points between the pixels.

    He et al., "Mask R-CNN", 2017, as ``torchvision.ops.roi_align`` does it: each box is divided into parts, and in each part
    there are points at equal distances at which the image is interpolated bilinearly. A point that is more than one pixel
    outside of the image counts as 0, and one that is less at its edge.

    Parameters
    ----------
    input : array of a real floating-point dtype, of shape ``(images, channels, height, width)``.
    boxes : array of a real floating-point dtype, of shape ``(number, 5)``: the number of the image, x1, y1, x2 and y2 of each
        box. They are constants to differentiation.
    output_size : into how many parts a box is divided, ``(height, width)``; an int for both.
    spatial_scale : what the coordinates are multiplied by to be those of pixels.
    sampling_ratio : how many points there are in a part along each axis; of 0 or less as many as the part has pixels, rounded
        up, which a trace does not know.
    aligned : whether the coordinates are those of points, half a pixel from those of the pixels; otherwise a box has a width and
        a height of 1 pixel at least.

    Returns
    -------
    Array of the common dtype, of shape ``(number, channels, *output_size)``. float16 and bfloat16 are computed in float32.

    Raises
    ------
    AikitValueError : an input, boxes or an output of other shapes; under a trace, no sampling ratio, or lengths of `input` that
        are not known.
    AikitIndexError : a box of an image that is not there (told in eager calls on the CPU; elsewhere it is the framework's).

    Examples
    --------
    >>> import aikit
    >>> image = aikit.reshape(aikit.arange(16, dtype="float32"), (1, 1, 4, 4))
    >>> aikit.to_list(aikit.roi_align(image, [[0.0, 0.0, 0.0, 2.0, 2.0]], 1, sampling_ratio=2))
    [[[[5.0]]]]
    """
    lengths = (output_size,) * 2 if isinstance(output_size, int) else tuple(output_size)
    rules.check_regions("roi_align", input, boxes, lengths)
    images, channels, height, width = shape_of(input)
    if height is None or width is None or channels is None:
        raise ValueError("height, width and channels")
    rules.check_images("roi_align", boxes, images, aikit.current_backend(boxes))
    one_program, number = aikit.current_backend(input).in_one_program, shape_of(boxes)[0]
    numbers, *axes = one_program(_along_axes, "lengths", "spatial_scale", "aligned")(
        boxes, lengths=lengths, spatial_scale=spatial_scale, aligned=aligned
    )
    if sampling_ratio > 0:
        each = [sampling_ratio] * 2
    elif aikit.current_backend(boxes).is_compiling():
        raise AikitValueError(
            "roi_align: under a trace the values of boxes, which say how many points there are in a part, are not known; give a "
            "sampling_ratio"
        )
    else:
        each = [max(int(aikit.max(axis.pixels)), 1) if number else 1 for axis in axes]
    result: Array = one_program(_means, "lengths", "each", "is_given")(
        input, numbers, axes, lengths=lengths, each=tuple(each), is_given=sampling_ratio > 0
    )
    return result


class _Axis(NamedTuple):
    """Boxes along an axis: where each starts, how long its parts are, and the least whole number that is not less; 0 for none."""

    start: Array
    part: Array
    pixels: Array


def _along_axes(
    boxes: Array, *, lengths: tuple[int, int], spatial_scale: float, aligned: bool
) -> tuple[Array, _Axis, _Axis]:
    """The numbers of the images of boxes, and the boxes along both axes.

    In a program of its own, for how many points there are is seen before it is used.
    """
    if boxes.dtype.itemsize == 2:  # the coordinates would lose their fractions
        boxes = aikit.astype(boxes, aikit.float32)
    numbers, *corners = aikit.unstack(aikit.stop_gradient(boxes), axis=1)
    x1, y1, x2, y2 = (corner * spatial_scale - (0.5 if aligned else 0.0) for corner in corners)

    def along(start: Array, end: Array, parts: int) -> _Axis:
        part = (end - start if aligned else aikit.maximum(end - start, 1.0)) / parts
        several = aikit.ceil(part)
        return _Axis(start, part, aikit.where(aikit.isfinite(several), several, 0.0))

    return numbers, along(y1, y2, lengths[0]), along(x1, x2, lengths[1])


def _means(
    input: Array,
    numbers: Array,
    axes: Sequence[_Axis],
    *,
    lengths: tuple[int, int],
    each: tuple[int, int],
    is_given: bool,
) -> Array:
    """The means, where it is known how many points there are in a part along each axis, in each or at most."""
    images, channels, height, width = shape_of(input)
    if height is None or width is None or channels is None:
        raise ValueError("height, width and channels")
    dtype, number = input.dtype, shape_of(numbers)[0]
    if dtype.itemsize == 2:
        input = aikit.astype(input, aikit.float32)
    ys, xs = (_points(*one, is_given) for one in zip(axes, lengths, each, (height, width), strict=True))
    is_few = (images or 1) * height * width < 2**31
    index = aikit.int32 if is_few else aikit.int64
    of_height, of_width = (aikit.astype(one.length, index) for one in (ys, xs))
    rows = aikit.astype(numbers, index)[:, None] * of_height
    count = -1 if images is None else images * height * width
    pixels = aikit.reshape(aikit.permute_dims(input, (0, 2, 3, 1)), (count, channels))
    counts = (-1 if number is None else number, lengths[0] * ys.each, lengths[1] * xs.each, channels)
    found: Any = 0.0
    for row, of_row in ys.neighbours:
        for column, of_column in xs.neighbours:
            places = ((rows + aikit.astype(row, index)) * of_width)[:, :, None]
            places = places + aikit.astype(column, index)[:, None, :]
            values = aikit.reshape(aikit.take(pixels, aikit.reshape(places, (-1,)), axis=0), counts)
            found = found + values * (of_row[:, :, None] * of_column[:, None, :])[..., None]
    # the image may have NaN where a point counts as 0
    found = aikit.where((ys.counted[:, :, None] & xs.counted[:, None, :])[..., None], found, 0.0)
    found = aikit.reshape(found, (counts[0], lengths[0], ys.each, lengths[1], xs.each, channels))
    result = aikit.permute_dims(aikit.sum(found, axis=(2, 4)), (0, 3, 1, 2))
    return aikit.astype(result, dtype, copy=False)


class _Points(NamedTuple):
    """Points along an axis, as many for each part of a box; arrays are of the shape (number of boxes, points of all parts).

    Attributes
    ----------
    length : how many pixels there are along the axis.
    each : how many points there are in a part.
    neighbours : the pixels on both sides of each point, and the weights with which they count.
    counted : whether a point counts: whether it is in the image, and the part has so many.
    """

    length: Array
    each: int
    neighbours: tuple[tuple[Array, Array], ...]
    counted: Array


def _points(axis: _Axis, parts: int, each: int, length: int, is_given: bool) -> _Points:
    """The points in the parts of boxes along an axis of the image: in each as many as are given, or as it has pixels.

    A part that has no pixels has no point that counts.
    """
    start, part, several = axis
    if is_given:
        several = aikit.full_like(part, float(each))
    numbers = aikit.arange(each, dtype=start.dtype, device=start.device)
    parts_before = aikit.arange(parts, dtype=start.dtype, device=start.device)[:, None]
    start, part, several = (one[:, None, None] for one in (start, part, several))
    spread = aikit.maximum(several, 1.0)
    at = start + parts_before * part + (numbers + 0.5) * part / spread
    # a length that a trace leaves open is no number
    pixels = aikit.sum(aikit.ones((length,), dtype=start.dtype, device=start.device))
    counted = (at >= -1.0) & (at <= pixels) & (numbers < several)
    at = aikit.minimum(aikit.maximum(aikit.where(counted, at, 0.0), 0.0), pixels - 1.0)
    below = aikit.floor(at)
    above = aikit.minimum(below + 1.0, pixels - 1.0)
    at, below, above, counted, weight = (
        aikit.reshape(one, (-1, parts * each)) for one in aikit.broadcast_arrays(at, below, above, counted, 1 / spread)
    )
    return _Points(pixels, each, ((below, (1 - (at - below)) * weight), (above, (at - below) * weight)), counted)
