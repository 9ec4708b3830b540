"""Boxes in images, one by one and point by point."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from pytest_aikit.numerics.magnitudes import magnitudes


def nms(
    boxes: Any,
    scores: Any = None,
    iou_threshold: float = 0.5,
    max_output_size: int | None = None,
    score_threshold: float = -math.inf,
) -> Any:
    scores = np.zeros(len(boxes)) if scores is None else scores
    looked_at = [
        place for place in range(len(boxes)) if score_threshold == -math.inf or scores[place] > score_threshold
    ]
    looked_at.sort(key=lambda place: (0, 0, place) if np.isnan(scores[place]) else (1, -scores[place], place))
    kept: list[int] = []
    for place in looked_at:
        if not (_overlaps(boxes[place], boxes[kept]) > iou_threshold).any():
            kept.append(place)
    return np.asarray(kept[:max_output_size], dtype=np.int64)


def _overlaps(one: Any, others: Any) -> Any:
    """The area of what a box has in common with others, over that of what either has."""
    width = np.maximum(np.minimum(one[2], others[:, 2]) - np.maximum(one[0], others[:, 0]), 0)
    height = np.maximum(np.minimum(one[3], others[:, 3]) - np.maximum(one[1], others[:, 1]), 0)
    common = width * height
    areas = (others[:, 2] - others[:, 0]) * (others[:, 3] - others[:, 1])
    union = (one[2] - one[0]) * (one[3] - one[1]) + areas - common
    return np.divide(common, union, out=np.zeros_like(union), where=union != 0)


def roi_align(
    input: Any,
    boxes: Any,
    output_size: Any,
    spatial_scale: float = 1.0,
    sampling_ratio: int = -1,
    aligned: bool = False,
) -> Any:
    parts = (output_size, output_size) if isinstance(output_size, int) else tuple(output_size)
    result = np.zeros((len(boxes), input.shape[1], *parts), np.result_type(input, boxes))
    for place, (image, x1, y1, x2, y2) in enumerate(boxes):
        shift = 0.5 if aligned else 0
        left, top, right, bottom = (side * spatial_scale - shift for side in (x1, y1, x2, y2))
        width, height = right - left, bottom - top
        if not aligned:
            width, height = max(width, 1), max(height, 1)
        height, width = height / parts[0], width / parts[1]
        down = sampling_ratio if sampling_ratio > 0 else max(math.ceil(height), 0)
        across = sampling_ratio if sampling_ratio > 0 else max(math.ceil(width), 0)
        for row, column in np.ndindex(*parts):
            for i, j in np.ndindex(down, across):
                y, x = (top + (row + (i + 0.5) / down) * height, left + (column + (j + 0.5) / across) * width)
                result[place, :, row, column] += _between(input[int(image)], y, x) / (down * across)
    return result


def _between(image: Any, y: Any, x: Any) -> Any:
    """What there is at a point between the pixels of an image, for each channel."""
    _, height, width = image.shape
    if not (-1 <= y <= height and -1 <= x <= width):
        return np.zeros_like(image[:, 0, 0])
    y, x = min(max(y, 0), height - 1), min(max(x, 0), width - 1)
    top, left = int(y), int(x)
    bottom, right = min(top + 1, height - 1), min(left + 1, width - 1)
    down, across = y - top, x - left
    upper = image[:, top, left] * (1 - across) + image[:, top, right] * across
    lower = image[:, bottom, left] * (1 - across) + image[:, bottom, right] * across
    return upper * (1 - down) + lower * down


def scale_of_regions(input: Any, *arguments: Any) -> Any:
    """The greatest element: a point is off by a rounding of its coordinates, and the pixels beside it may be any."""
    result = roi_align(np.zeros_like(input), *arguments)
    return np.full(result.shape, np.max(magnitudes(input), initial=0))


def depends_on_values(
    input: Any,
    boxes: Any,
    output_size: Any,
    spatial_scale: float = 1.0,
    sampling_ratio: int = -1,
    aligned: bool = False,
) -> bool:
    """Whether the size of a box says how many points it has."""
    return sampling_ratio <= 0
