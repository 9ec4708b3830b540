"""Optimizers, losses and quotients at the edges: half precision, weights that have died, arguments out of range."""

from typing import Any

import numpy as np
import pytest

import aikit
from aikit import Container
from aikit.exceptions import AikitTypeError, AikitValueError
from aikit.functional.backends import BUILT_IN


@pytest.fixture(params=BUILT_IN)
def xp(request: pytest.FixtureRequest) -> Any:
    with aikit.use_backend(request.param):
        yield aikit.get_backend(request.param)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("gradient", [1e-3, 300.0])
@pytest.mark.parametrize("update", ["adam_update", "lamb_update"])
def test_adam_in_half_precision(xp: Any, dtype: str, gradient: float, update: str) -> None:
    w, g, zero = (xp.asarray([value], dtype=dtype) for value in (1.0, gradient, 0.0))
    new, mw, vw = getattr(aikit, update)(w, g, 0.001, zero, zero, 1)
    assert str(new.dtype) == str(mw.dtype) == str(vw.dtype) == dtype
    assert float(new[0]) == pytest.approx(0.999, abs=4e-3)
    effective, _, _ = aikit.adam_step(g, zero, zero, 1)
    assert float(effective[0]) == pytest.approx(1.0, rel=1e-2)


def test_lars_in_half_precision(xp: Any) -> None:
    w = xp.asarray([300.0] * 4, dtype="float16")
    assert aikit.to_list(aikit.lars_update(w, w, 0.5)) == [150.0] * 4


@pytest.mark.parametrize("update", ["adam_update", "lamb_update", "lars_update", "gradient_descent_update"])
def test_gradients_through_a_dead_weight(xp: Any, update: str) -> None:
    """As in meta-learning: the gradient of a step with respect to gradients that are 0."""
    if xp.asarray(0.0).backend == "numpy":
        pytest.skip("no autograd")
    w, zero = xp.asarray([0.0, 0.0]), xp.zeros(2)
    means = [zero, zero, 1] if update in ("adam_update", "lamb_update") else []

    def after(g: Any) -> Any:
        new = getattr(aikit, update)(w, g, 0.5, *means, stop_gradients=False)
        return aikit.sum(new[0] if means else new)

    assert np.isfinite(np.asarray(aikit.grad(after)(zero))).all()


@pytest.mark.parametrize("step", [aikit.lars_update, aikit.gradient_descent_update])
def test_meta_learning_with_a_zero_bias(xp: Any, step: Any) -> None:
    if xp.asarray(0.0).backend == "numpy":
        pytest.skip("no autograd")
    variables = Container(latent=xp.asarray([1.0, 2.0]), bias=xp.asarray([0.0]))
    batch = Container(x=xp.asarray([[0.5]]))
    cost = lambda batch, v: aikit.sum((v.latent - 1.0) ** 2) + aikit.sum(v.bias) * 0.0 + aikit.sum(batch.x)  # noqa: E731
    _, gradients = aikit.maml_step(batch, cost, cost, variables, 1, 0.1, inner_optimization_step=step)[:2]
    assert all(np.isfinite(np.asarray(leaf)).all() for leaf in (gradients.latent, gradients.bias))


@pytest.mark.parametrize("step", [0, -1, 0.0, float("nan")])
def test_step_before_the_first(xp: Any, step: float) -> None:
    zero = xp.zeros(2)
    calls = [
        lambda step: aikit.adam_step(zero, zero, zero, step),
        lambda step: aikit.adam_update(zero, zero, 0.1, zero, zero, step),
        lambda step: aikit.lamb_update(zero, zero, 0.1, zero, zero, step),
    ]
    for call in calls:
        with pytest.raises(AikitValueError, match="is not above 0; the first step is number 1"):
            call(step)
        with pytest.raises(AikitValueError, match="is not above 0; the first step is number 1"):
            call(xp.asarray([1.0, step]))


# ------------------------------------------------------------------------------------------------ losses


@pytest.mark.parametrize("dtype", ["int32", "uint8", "int8", "bool", "float32"])
def test_one_hot(xp: Any, dtype: str) -> None:
    true = xp.asarray(np.asarray([[0, 0, 1], [1, 0, 0]], dtype))
    pred = xp.asarray([[0.25, 0.25, 0.5], [0.5, 0.25, 0.25]])
    found = aikit.cross_entropy(true, pred)
    assert str(found.dtype) == "float32"
    np.testing.assert_allclose(np.asarray(found), -np.log([0.5, 0.5]), rtol=1e-6)


def test_predictions_are_floats(xp: Any) -> None:
    for pred in ([0, 1], [False, True]):
        with pytest.raises(AikitTypeError):
            aikit.cross_entropy(xp.asarray([0.0, 1.0]), xp.asarray(pred))


@pytest.mark.parametrize("epsilon", [-1e-7, 0.5, 2.0, float("nan")])
def test_epsilon_out_of_range(xp: Any, epsilon: float) -> None:
    with pytest.raises(AikitValueError, match=r"cross_entropy: epsilon=.* is not in \[0, 0\.5\)"):
        aikit.cross_entropy(xp.asarray([0.0, 1.0]), xp.asarray([0.5, 0.5]), epsilon=epsilon)


# ------------------------------------------------------------------------------------------------ quotients, caches


def test_stable_divide_in_half_precision(xp: Any) -> None:
    one, zero = xp.asarray([1.0], dtype="float16"), xp.asarray([0.0], dtype="float16")
    for quotient in (aikit.stable_divide(one, zero), aikit.stable_divide(one, 0.0), aikit.stable_divide(1.0, zero)):
        assert str(quotient.dtype) == "float16"
        assert aikit.to_list(quotient) == [16384.0]
    assert aikit.to_list(aikit.stable_divide(one, one, min_denominator=1.0)) == [0.5]


@pytest.mark.parametrize("value", [-1e-12, float("inf"), float("nan")])
def test_constants_out_of_range(value: float) -> None:
    with pytest.raises(AikitValueError, match="set_min_denominator: val="):
        aikit.set_min_denominator(value)
    with pytest.raises(AikitValueError, match="stable_divide: min_denominator="):
        aikit.stable_divide(1.0, 2.0, min_denominator=value)
    assert aikit.stable_divide(1.0, 0.0) == pytest.approx(1e12)


@pytest.mark.parametrize(
    ("one", "two"),
    [(0.0, -0.0), (0j, -0j), ([0.0], [-0.0]), ({"a": 0.0}, {"a": -0.0}), (np.float64(0), np.float64(-0.0))],
    ids=str,
)
def test_zeros_of_either_sign_are_cached_apart(one: Any, two: Any) -> None:
    counted = aikit.cache_fn(lambda x: [x])
    assert repr(counted(one, cache=True)) == repr([one])
    assert repr(counted(two, cache=True)) == repr([two])
    assert repr(counted(one, cache=True)) == repr([one])
