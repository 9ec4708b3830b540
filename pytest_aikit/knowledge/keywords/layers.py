"""Calls of layers, norms of layers, and steps of optimizers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from pytest_aikit.knowledge.calls import ArraySpec, Row, row
from pytest_aikit.knowledge.keywords import array, chances, fits, positive, shape_of
from pytest_aikit.numerics.promotion import numpy_dtype

STACKS = ((), (2,), (3, 2))


def linear(*, stack: tuple[int, ...], weights: str, bias: str | None) -> Row | None:
    """`weights`: one matrix, or one for each of the stack."""
    if weights == "each" and not stack:
        return None
    shape = {"vector": (5,), "0-d": (), "stack": (*stack[-1:], 1, 5)}.get(bias or "")
    weight = (*stack, 5, 4) if weights == "each" else (5, 4)
    given = None if shape is None else array(shape, number=2)
    return row(array((*stack, 3, 4)), array(weight, number=1), bias=given)


def layer_norm(
    *, ndim: int, axes: Any, scale: str | None, offset: str | None, eps: float, new_std: float
) -> Row | None:
    """The parameters are of all axes that are named, or one number."""
    if not fits(axes, ndim):
        return None
    named = (axes,) if isinstance(axes, int) else axes
    full = tuple(shape_of(ndim)[axis] for axis in sorted(one % ndim for one in named))

    def parameter(which: str | None, number: int) -> ArraySpec | None:
        return None if which is None else array(full if which == "full" else (), number=number)

    given = axes if isinstance(axes, int) else list(axes)
    return row(array(ndim), given, scale=parameter(scale, 1), offset=parameter(offset, 2), eps=eps, new_std=new_std)


def dropout(
    *, ndim: int, prob: float, scale: bool, dtype: Any, training: bool, seed: int, noise_shape: str | None
) -> Row:
    noise = None if noise_shape is None else (1,) * ndim
    return row(array(ndim), prob, scale=scale, dtype=dtype, training=training, seed=seed, noise_shape=noise)


def attention(
    *, stack: tuple[int, ...], mask: str | None, scale: float | None, is_causal: bool, dropped: tuple[bool, float]
) -> Row | None:
    """What is dropped is drawn without a seed, so that it is all or nothing; what is between is left to the unit tests."""
    if is_causal and mask is not None:
        return None
    training, dropout_p = dropped
    queries, keys = array((*stack, 3, 4)), array((*stack, 5, 4), number=1)
    return row(
        queries,
        keys,
        array((*stack, 5, 2), number=2),
        mask=_mask(mask, stack, (3, 5)),
        scale=scale,
        is_causal=is_causal,
        training=training,
        dropout_p=dropout_p,
    )


def _mask(which: str | None, stack: tuple[int, ...], shape: tuple[int, int]) -> ArraySpec | None:
    found = {"full": (*stack, *shape), "of the keys": shape[1:], "0-d": ()}
    return None if which is None else ArraySpec(found[which], "mask")


def heads(*, stack: tuple[int, ...], num_heads: int, context: str | None, mask: str | None, scale: float) -> Row:
    width = {"wide": 8, "narrow": 4}.get(context or "")
    given = None if width is None else array((*stack, 5, width), number=1)
    return row(array((*stack, 3, 4)), scale, num_heads, given, mask=_mask(mask, stack, (3, 3 if given is None else 5)))


def _rate(lr: Any) -> Any:
    """A learning rate: a Python number, or an array of one or more."""
    return {"0-d": array((), positive, 3), "array": array((4,), positive, 3)}.get(lr, lr)


def update(*, ndim: int, lr: Any, **options: Any) -> Row | None:
    if not ndim and lr == "array":
        return None
    rate = array(shape_of(ndim)[-1:], positive, 3) if lr == "array" else _rate(lr)
    return row(array(ndim), array(ndim, number=1), rate, **options)


def adam_step(*, ndim: int, step: Any, **options: Any) -> Row | None:
    if not ndim and step == "array":
        return None
    return row(array(ndim), array(ndim, number=1), array(ndim, positive, 2), _step(step, ndim), **options)


def _step(step: Any, ndim: int) -> Any:
    return {"0-d": array((), positive, 5), "array": array(shape_of(ndim)[-1:], positive, 5)}.get(step, step)


def adam_update(*, ndim: int, lr: Any, step: Any, **options: Any) -> Row | None:
    if not ndim and step == "array":
        return None
    means = array(ndim, number=2), array(ndim, positive, 4)
    return row(array(ndim), array(ndim, number=1), _rate(lr), *means, _step(step, ndim), **options)


def lstm_update(*, stack: tuple[int, ...], bias: str | None, recurrent_bias: str | None, time_major: bool) -> Row:
    gates = [None if one is None else array((8,), chances, number) for number, one in enumerate((bias, recurrent_bias))]
    shapes = (3, *stack, 4) if time_major else (*stack, 3, 4), (*stack, 2), (*stack, 2), (4, 8), (2, 8)
    arrays = [array(shape, chances, number) for number, shape in enumerate(shapes)]
    return row(*arrays, bias=gates[0], recurrent_bias=gates[1], time_major=time_major)


def boxes(dtype: str) -> np.ndarray:
    """Boxes with corners at whole numbers, so that what two of them have in common is exact in every dtype."""
    random = np.random.default_rng(31)
    corners = random.integers(0, 7, (_BOXES, 2))
    return np.concatenate([corners, corners + random.integers(1, 5, (_BOXES, 2))], axis=1).ravel()


def twins(dtype: str) -> np.ndarray:
    """Each box twice, whose area no dtype holds exactly: what two of them have in common is the area of either."""
    random = np.random.default_rng(37)
    corners = random.uniform(0, 4, (12, 2))
    return np.concatenate([corners, corners + random.uniform(1, 3, (12, 2))], axis=1).repeat(2, axis=0).ravel()


def many_boxes(dtype: str) -> np.ndarray:
    """So many boxes that those in the second block of 1,024 depend on the first, with corners at whole numbers."""
    random = np.random.default_rng(41)
    corners = random.integers(0, 48, (1500, 2))
    return np.concatenate([corners, corners + random.integers(1, 9, (1500, 2))], axis=1).ravel()


_BOXES = 2048


def all_scores(dtype: str) -> np.ndarray:
    """Scores no two of which in a row of 97 are equal, exact in every dtype."""
    return (np.arange(_BOXES) * 37 % 97 - 48) / 128


def few_scores(dtype: str) -> np.ndarray:
    return (np.arange(_BOXES) * 37 % 97 % 5 - 2) / 4


def nms(
    *, number: int, scores: str | None, iou_threshold: float, max_output_size: int | None, score_threshold: float
) -> Row | None:
    """Of so many boxes."""
    values = {"all differ": all_scores, "few": few_scores}.get(scores or "")
    given = None if values is None else ArraySpec((number,), values)
    if given is None and score_threshold > -math.inf:
        return None
    return row(
        ArraySpec((number, 4), boxes),
        given,
        iou_threshold=iou_threshold,
        max_output_size=max_output_size,
        score_threshold=score_threshold,
    )


def regions(dtype: str) -> np.ndarray:
    """Boxes of two images: within them, partly or all outside, of the size of a point, and the other way round.

    Their corners are chosen so that of no call by the keywords a point is within 1/80 of where an image of up to six pixels
    may end, also where bfloat16 rounds them.
    """
    corners = np.array(
        [
            (67, 46, 462, 317),
            (-180, -76, 330, 434),
            (259, 141, 259, 141),
            (507, 388, 242, 256),
            (1610, 67, 1871, 464),
            (-81, 16, 771, 736),
        ]
    )
    return np.concatenate([np.array([0, 1, 1, 0, 0, 1])[:, None], corners / 128], axis=1).ravel()


def roi_align(*, output_size: Any, spatial_scale: float, sampling_ratio: int, aligned: bool, images: str) -> Row:
    shape = {"of several channels": (2, 3, 5, 6), "of a pixel": (2, 2, 1, 1)}[images]
    return row(array(shape), ArraySpec((6, 5), regions), output_size, spatial_scale, sampling_ratio, aligned)


def signed(dtype: str, number: int) -> np.ndarray:
    """Numbers from -1 to 1, which saturate no gate."""
    return np.random.default_rng(31 + number).uniform(-1, 1, 120).astype(numpy_dtype(dtype))


def lstm(
    *,
    num_layers: int,
    bidirectional: bool,
    has_biases: bool,
    dropped: tuple[bool, float],
    batch_first: bool,
    sizes: str | None,
) -> Row:
    """What is dropped is drawn without a seed, so that it is all or nothing; what is between is left to the unit tests."""
    train, dropout = dropped
    batch_sizes = {"equal": (3, 3), "falling": (3, 2, 2, 1)}.get(sizes or "")
    shape = ((3, 2) if batch_first else (2, 3)) if batch_sizes is None else (sum(batch_sizes),)
    places, directions = num_layers * (2 if bidirectional else 1), 2 if bidirectional else 1
    weights = []
    for place in range(places):
        features = 4 if place < directions else 2 * directions
        weights += [(8, features), (8, 2), (8,), (8,)][: 4 if has_biases else 2]
    arrays = [array(one, signed, number) for number, one in enumerate([(*shape, 4), *[(places, 3, 2)] * 2, *weights])]
    return row(
        arrays[0],
        arrays[1:3],
        arrays[3:],
        has_biases,
        num_layers,
        dropout,
        train,
        bidirectional,
        batch_first=batch_first,
        batch_sizes=batch_sizes,
    )
