"""What functions of boxes need of their arguments: shapes that fit, and images that are there."""

from __future__ import annotations

from typing import Any

from aikit.core.records import Arguments
from aikit.core.shapes import rank_of, shape_of
from aikit.exceptions import AikitIndexError, AikitValueError


def _is(x: Any, *lengths: int | None) -> bool:
    """Whether an array has these lengths, None for any, as far as a trace knows them."""
    if rank_of(x) is None:
        return True
    shape = shape_of(x)
    pairs = zip(shape, lengths, strict=False)
    return len(shape) == len(lengths) and all(None in pair or pair[0] == pair[1] for pair in pairs)


def check_boxes(name: str, boxes: Any, scores: Any, max_output_size: int | None) -> None:
    """Raise AikitValueError for boxes, or scores of them, of other shapes, or a negative number of results."""
    if not _is(boxes, None, 4):
        raise AikitValueError(
            f"{name}: boxes has shape {shape_of(boxes)}; it must be (number, 4), with x1, y1, x2 and y2 in each row"
        )
    number = None if rank_of(boxes) is None else shape_of(boxes)[0]
    if scores is not None and not _is(scores, number):
        raise AikitValueError(f"{name}: scores has shape {shape_of(scores)}; it must be ({number},), one for each box")
    if max_output_size is not None and max_output_size < 0:
        raise AikitValueError(
            f"{name}: max_output_size={max_output_size} is negative; it must be 0 or more, or None for all"
        )


def check_regions(name: str, input: Any, boxes: Any, output_size: tuple[int, ...]) -> None:
    """Raise AikitValueError for images, boxes or an output of other shapes."""
    if not _is(input, None, None, None, None):
        raise AikitValueError(
            f"{name}: input has shape {shape_of(input)}; it must be (images, channels, height, width)"
        )
    if rank_of(input) is not None and 0 in shape_of(input)[2:]:
        raise AikitValueError(f"{name}: input has shape {shape_of(input)}; its images must have a pixel at least")
    if not _is(boxes, None, 5):
        raise AikitValueError(
            f"{name}: boxes has shape {shape_of(boxes)}; it must be (number, 5), with the number of the image, x1, y1, x2 and y2 in "
            "each row"
        )
    if len(output_size) != 2 or min(output_size) < 1:
        raise AikitValueError(f"{name}: output_size={output_size}; it must be 2 lengths of 1 or more, or one for both")


def check_images(name: str, boxes: Any, images: int | None, backend: Any) -> None:
    """Raise AikitIndexError where a box is of an image that is not there, in calls that may look at the values."""
    native = boxes._data
    if images is None or backend.is_traced(native) or not backend.as_aikit_dev(backend.dev(native)).startswith("cpu"):
        return
    numbers = backend.to_numpy(native)[:, 0]
    wrong = numbers[~((numbers > -1) & (numbers < images))]
    if wrong.size:
        raise AikitIndexError(
            f"{name}: boxes has a box of image {wrong[0]}, and input has {images} images; they are counted from 0 to {images - 1}"
        )


def nms(name: str, arguments: Arguments, backend: Any) -> None:
    """The boxes and their scores fit each other."""
    check_boxes(name, arguments["boxes"], arguments["scores"], arguments["max_output_size"])
