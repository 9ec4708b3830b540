"""Boxes that are kept, and what images have in them, by the definitions of both."""

import numpy as np
import pytest

import aikit
from aikit.exceptions import AikitValueError


def _boxes(number: int, seed: int, spread: float = 40.0) -> np.ndarray:
    random = np.random.default_rng(seed)
    corners = random.uniform(0, spread, (number, 2))
    return np.concatenate([corners, corners + random.uniform(1, 12, (number, 2))], axis=1)


def _overlaps(boxes: np.ndarray) -> np.ndarray:
    low = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    common = np.prod(np.maximum(high - low, 0), axis=-1)
    area = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
    return common / (area[:, None] + area[None, :] - common)


@pytest.mark.parametrize("number", [1023, 1024, 1025, 2500])
def test_kept_boxes_are_apart_and_drop_all_others(xp, number):
    """What defines the result, beside its order: no two that are kept overlap too much, and each other box overlaps too much
    with one that is kept and has a higher score."""
    boxes, scores = _boxes(number, number), np.random.default_rng(number).permutation(number) / number
    kept = aikit.to_numpy(xp.nms(xp.asarray(boxes), xp.asarray(scores), 0.3))
    overlaps = _overlaps(boxes) > 0.3
    assert np.array_equal(np.sort(scores[kept])[::-1], scores[kept])
    assert not np.triu(overlaps[np.ix_(kept, kept)], 1).any()
    dropped = np.setdiff1d(np.arange(number), kept)
    assert (overlaps[np.ix_(dropped, kept)] & (scores[kept][None] > scores[dropped][:, None])).any(axis=1).all()
    assert 10 < len(kept) < number / 2


def test_a_chain_in_which_each_box_overlaps_with_the_next(xp):
    """The first is kept, the second dropped, the third kept, ...: as many turns as there are boxes."""
    start = np.arange(300.0)
    boxes = np.stack([start, 0 * start, start + 2.0, 0 * start + 1], axis=1)
    assert aikit.to_list(xp.nms(xp.asarray(boxes), xp.asarray(-start), 0.25)) == list(range(0, 300, 2))


def test_an_overlap_that_is_the_threshold_drops_none(xp):
    """Each operation is rounded by itself on every backend, also where several are compiled together."""
    first, far = _boxes(40, 3).astype(np.float32), np.float32(64) * np.arange(40, dtype=np.float32)[:, None]
    second = first + np.random.default_rng(4).uniform(0, 1, first.shape).astype(np.float32)
    first, second = first + far, second + far
    one, two = ((x[:, 2:] - x[:, :2]).prod(axis=1) for x in (first, second))
    common = np.maximum(np.minimum(first[:, 2:], second[:, 2:]) - np.maximum(first[:, :2], second[:, :2]), 0).prod(
        axis=1
    )
    overlaps = common / (one + two - common)
    boxes = xp.asarray(np.concatenate([first, second]))
    for threshold in overlaps[:8]:
        kept = aikit.to_numpy(xp.nms(boxes, None, float(threshold)))
        assert np.array_equal(kept[kept >= 40] - 40, np.flatnonzero(overlaps <= threshold))


@pytest.mark.needs("jax")
def test_on_jax_a_new_shape_is_a_few_programs():
    """And not one for each operation, of which there are 150."""
    import jax

    compiled: list[str] = []

    def took(event: str, seconds: float, **_: object) -> None:
        if event == "/jax/core/compile/backend_compile_duration":
            compiled.append(event)

    xp = aikit.get_backend("jax")
    image, boxes = np.ones((1, 2, 9, 11), np.float32), np.array([[0, 1, 1, 5, 6]], np.float32)
    jax.monitoring.register_event_duration_secs_listener(took)
    try:
        xp.roi_align(xp.asarray(image), xp.asarray(boxes), 3)
    finally:
        jax.monitoring.unregister_event_duration_listener(took)
    assert 0 < len(compiled) <= 8


def test_boxes_far_from_the_origin_in_half_precision():
    boxes = aikit.asarray(
        [[0.0, 0.0, 400.0, 400.0], [0.0, 0.0, 400.0, 300.0]], dtype="float16"
    )  # an area is above 65504
    assert aikit.to_list(aikit.nms(boxes, None, 0.7)) == [0]
    assert aikit.to_list(aikit.nms(boxes, None, 0.8)) == [0, 1]


def test_scores_and_their_threshold():
    boxes = aikit.asarray(_boxes(4, 1, spread=1000.0))
    scores = [0.5, -np.inf, np.nan, 0.25]
    assert aikit.to_list(aikit.nms(boxes, scores)) == [2, 0, 3, 1]
    assert aikit.to_list(aikit.nms(boxes, scores, score_threshold=0.25)) == [0]
    assert aikit.to_list(aikit.nms(boxes, scores, max_output_size=2)) == [2, 0]


def test_regions_of_a_plane_are_its_values_at_their_centers(xp):
    """Bilinear interpolation is exact for a plane, and the mean of points around a center is the value there."""
    y, x = np.mgrid[0:12, 0:16].astype("float64")
    plane = (3 * y - 2 * x + 0.5)[None, None]
    box = np.array([[0, 2.25, 1.5, 11.0, 8.75]])
    for ratio in (-1, 1, 2, 5):
        for aligned in (False, True):
            got = aikit.to_numpy(xp.roi_align(xp.asarray(plane), xp.asarray(box), (3, 4), 1.0, ratio, aligned))
            shift = 0.5 * aligned
            rows = 1.5 - shift + 7.25 / 3 * (np.arange(3) + 0.5)
            columns = 2.25 - shift + 8.75 / 4 * (np.arange(4) + 0.5)
            assert np.allclose(got[0, 0], 3 * rows[:, None] - 2 * columns[None] + 0.5, rtol=0, atol=1e-12)


def test_regions_beyond_the_image_are_zero_and_its_edge_reaches_a_pixel_further(xp):
    image = xp.ones((1, 2, 4, 4), dtype="float32")
    boxes = [[0, -9.0, 0.0, -5.0, 4.0], [0, 30.0, 30.0, 40.0, 40.0], [0, -0.75, 0.0, -0.25, 1.0]]
    got = aikit.to_numpy(xp.roi_align(image, boxes, 1, sampling_ratio=2, aligned=True))
    assert got[:, 0, 0, 0].tolist() == [0.0, 0.0, 0.5]  # of its columns of points one is more than a pixel outside


def test_what_is_outside_of_the_image_reads_no_pixel():
    image = aikit.full((1, 1, 3, 3), float("nan"))
    assert aikit.to_list(aikit.roi_align(image, [[0, -9.0, -9.0, -5.0, -5.0]], 1, sampling_ratio=1)) == [[[[0.0]]]]


def test_boxes_have_no_gradient(xp):
    if xp.current_backend_str() == "numpy":
        pytest.skip("NumPy has no gradients")
    image = xp.reshape(xp.arange(16.0, dtype="float32"), (1, 1, 4, 4))
    box = xp.asarray([[0.0, 0.5, 0.5, 2.5, 2.5]])

    def loss(variables):
        return aikit.sum(aikit.roi_align(variables["image"], variables["box"], 2, sampling_ratio=1))

    _, gradients = aikit.execute_with_gradients(loss, aikit.Container(image=image, box=box))
    assert aikit.to_numpy(gradients["image"]).sum() == 4
    assert not aikit.to_numpy(gradients["box"]).any()


@pytest.mark.needs("jax")
def test_a_trace_needs_a_sampling_ratio():
    import jax

    image, box = jax.numpy.ones((1, 1, 4, 4)), jax.numpy.asarray([[0.0, 0.0, 0.0, 2.0, 2.0]])
    assert jax.jit(lambda x, b: aikit.roi_align(x, b, 1, sampling_ratio=2).data)(image, box).shape == (1, 1, 1, 1)
    with pytest.raises(AikitValueError, match="give a sampling_ratio"):
        jax.jit(lambda x, b: aikit.roi_align(x, b, 1).data)(image, box)
    with pytest.raises(AikitValueError, match="nms: the values of boxes"):
        jax.jit(lambda b: aikit.nms(b).data)(box[:, 1:])
