"""What the conformance checks of random functions leave out: aikit's own generator, threads, traces without seeds, gradients."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import aikit
from aikit.exceptions import AikitTypeError, AikitValueError


def draws(xp: Any) -> list[Any]:
    """One draw of each function, by aikit's own generator."""
    found = [
        xp.random_uniform(shape=(40,)),
        xp.random_normal(shape=(40,)),
        xp.randint(0, 1000, shape=(40,)),
        xp.multinomial(1000, 40),
        xp.shuffle(xp.arange(40)),
    ]
    return [aikit.to_list(one) for one in found]


def test_a_seed_begins_anew(xp):
    aikit.seed(seed_value=11)
    first, second = draws(xp), draws(xp)
    aikit.seed(seed_value=11)
    assert draws(xp) == first
    assert all(one != two for one, two in zip(first, second, strict=True))
    aikit.seed(seed_value=12)
    assert all(one != two for one, two in zip(first, draws(xp), strict=True))


def test_a_seed_of_a_draw_leaves_the_generator_as_it_is(xp):
    aikit.seed(seed_value=1)
    first = aikit.to_list(xp.random_uniform(shape=8))
    aikit.seed(seed_value=1)
    xp.random_uniform(shape=8, seed=3)
    xp.shuffle(xp.arange(8), seed=3)
    assert aikit.to_list(xp.random_uniform(shape=8)) == first


@pytest.mark.parametrize("value", [1.5, "1", None, True])
def test_a_seed_that_is_no_int(value):
    with pytest.raises(AikitTypeError, match="seed: seed_value="):
        aikit.seed(seed_value=value)


@pytest.mark.parametrize("value", [0, -1, 2**64, -(2**200), np.int64(3)])
def test_any_int_is_a_seed(value):
    aikit.seed(seed_value=value)
    first = aikit.random_uniform(shape=8)
    aikit.seed(seed_value=value)
    assert bool(aikit.all(aikit.random_uniform(shape=8) == first))


def test_each_thread_draws_something_else(xp):
    xp.random_uniform(shape=16)
    found, start = [], threading.Barrier(4)

    def work() -> None:
        start.wait()
        found.extend(tuple(aikit.to_list(xp.random_uniform(shape=16))) for _ in range(10))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 40


def test_under_vmap_one_draw_is_shared(xp):
    mapped = aikit.vmap(lambda x: x + aikit.random_uniform(shape=(16,)) + aikit.random_normal(shape=(16,)))
    first, second = (aikit.to_numpy(mapped(xp.zeros((3, 16)))) for _ in range(2))
    assert (first == first[0]).all() and (second == second[0]).all() and (first != second).any()
    assert len(set(first[0].tolist())) == 16


def test_draws_in_a_call_that_is_mapped_differ(xp):
    mapped = aikit.vmap(lambda x: x + aikit.random_uniform(shape=(16,)) - aikit.random_uniform(shape=(16,)))
    assert bool(aikit.any(mapped(xp.zeros((2, 16))) != 0))


def test_under_jit_a_draw_needs_a_seed():
    jax = pytest.importorskip("jax")
    with pytest.raises(AikitValueError, match="random_normal: under this trace a draw needs seed="):
        jax.jit(lambda x: x + aikit.random_normal(mean=x).data)(jax.numpy.zeros(3))
    with pytest.raises(AikitValueError, match="a draw needs seed="):
        jax.jit(jax.vmap(lambda x: aikit.shuffle(x).data))(jax.numpy.zeros((3, 2)))
    aikit.vmap(lambda x: x + aikit.random_normal(mean=x))(jax.numpy.zeros(3))
    jax.grad(lambda x: aikit.random_normal(mean=x).data)(1.0)


@pytest.mark.parametrize(
    ("low", "high", "shape", "dtype"),
    [
        (0, 6, (7, 3), "int32"),
        (0, 6, (0,), "int32"),
        (-3, 2**40, (50,), "int64"),
        (0, 2**62 + 2**61, (50,), "int64"),  # of which every fourth number is drawn again
        (2**63, 2**64, (50,), "uint64"),
        (-(2**63), 2**63, (50,), "int64"),
    ],
)
def test_under_a_tf_function_integers_are_those_of_an_eager_call(low, high, shape, dtype):
    tf = pytest.importorskip("tensorflow")
    xp = aikit.get_backend("tensorflow")

    def drawn() -> Any:
        return aikit.to_native(xp.randint(low, high, shape=shape, dtype=dtype, seed=5))

    assert np.array_equal(drawn(), tf.function(drawn, autograph=False)())


def test_under_a_tf_function_a_draw_needs_a_seed():
    tf = pytest.importorskip("tensorflow")
    with pytest.raises(AikitValueError, match="random_normal: under this trace a draw needs seed="):
        tf.function(lambda x: aikit.random_normal(mean=x).data, autograph=False)(tf.zeros(3))


def test_under_torch_compile_a_draw_needs_a_seed():
    torch = pytest.importorskip("torch")
    torch._dynamo.reset()
    compiled = torch.compile(lambda x: aikit.random_normal(mean=x), backend="eager", fullgraph=True)
    with pytest.raises(torch._dynamo.exc.Unsupported, match="a draw needs seed="):
        compiled(torch.zeros(3))


GRADIENTS = {
    "uniform": (aikit.random_uniform, {"low": [1.0, 2.0], "high": [3.0, 7.0]}),
    "normal": (aikit.random_normal, {"mean": [1.0, 2.0], "std": [3.0, 7.0]}),
}


@pytest.mark.parametrize("backend", ["torch", "jax", "tensorflow"])
@pytest.mark.parametrize("name", GRADIENTS)
def test_gradients_with_respect_to_the_parameters(name, backend):
    xp = aikit.get_backend(pytest.importorskip(backend).__name__)
    function, parameters = GRADIENTS[name]
    given = aikit.Container({key: xp.asarray(value, dtype="float32") for key, value in parameters.items()})
    drawn = function(**given, seed=3)
    found = aikit.grad(lambda xs: aikit.sum(function(**xs, seed=3)))(given)
    first, second = (aikit.to_numpy(one) for one in given.values())
    values = aikit.to_numpy(drawn)
    slope = (values - first) / (second - first if name == "uniform" else second)
    wanted = (1 - slope if name == "uniform" else np.ones(2), slope)
    for one, gradient in zip(wanted, found.values(), strict=True):
        np.testing.assert_allclose(aikit.to_numpy(gradient), one, atol=1e-5)


@pytest.mark.parametrize("backend", ["torch", "jax", "tensorflow"])
def test_a_number_that_is_rounded_below_the_upper_end_moves_with_it(backend):
    xp = aikit.get_backend(pytest.importorskip(backend).__name__)
    low, high = (xp.full((4096,), value, dtype="bfloat16") for value in (0, 1))
    drawn = aikit.random_uniform(low=low, high=high, dtype="bfloat16", seed=5)
    found = aikit.grad(lambda x: aikit.sum(aikit.random_uniform(low=low, high=x, dtype="bfloat16", seed=5)))(high)
    values, gradient = (aikit.to_numpy(one).astype(float) for one in (drawn, found))
    assert values.max() == 1 - 2**-8  # one in 512 is rounded to 1, and is the number below it
    np.testing.assert_allclose(gradient, values, atol=2**-8)


@pytest.mark.parametrize("backend", ["torch", "jax", "tensorflow"])
def test_gradient_of_a_shuffle(backend):
    xp = aikit.get_backend(pytest.importorskip(backend).__name__)
    x, weights = xp.arange(6, dtype="float32"), xp.asarray([1.0, 2, 4, 8, 16, 32])
    order = aikit.to_list(aikit.shuffle(x, seed=2))
    found = aikit.grad(lambda x: aikit.sum(aikit.shuffle(x, seed=2) * weights))(x)
    assert aikit.to_list(aikit.gather(found, xp.asarray(order, dtype="int32"))) == aikit.to_list(weights)


def test_arrays_of_a_backend_decide_where_numbers_are_drawn(xp):
    assert aikit.random_normal(mean=xp.zeros(3)).backend == xp.zeros(1).backend
    assert xp.zeros(3).random_normal(std=2.0).shape == (3,)
    assert aikit.Container(a=xp.zeros(3), b=xp.zeros(2)).random_uniform(high=2.0).b.shape == (2,)


@pytest.mark.parametrize("count", [3, 6, 1_000_002, 3 * 2**29, 2**31 - 2, 2**31 + 1, 3 * 2**61], ids=str)
@pytest.mark.parametrize("low", [0, -7])
def test_integers_of_a_range_are_as_likely_as_each_other(low, count, xp):
    """Also their remainders, which random bits that are cut, or taken modulo the count, favour in long ranges."""
    if "int64" not in xp.__array_namespace_info__().dtypes():
        pytest.skip("there is no int64")
    found = np.asarray(xp.randint(low, low + count, shape=(9_000,), dtype="int64", seed=5)) - low
    assert found.min() >= 0
    assert found.max() < count
    for thirds in (found % 3, found // -(-count // 3)):
        counts = np.bincount(thirds, minlength=3)
        assert ((counts - 3_000) ** 2 / 3_000).sum() < 20, counts  # of two degrees of freedom: once in 20,000


def test_weights_of_any_size_are_drawn_by_their_shares(xp):
    """Of which neither the sum nor a quotient may leave the range of the dtype."""
    dtype = next(one for one in ("float64", "float32") if one in xp.__array_namespace_info__().dtypes())
    finite = np.finfo(dtype)
    for size in (float(finite.max), float(finite.tiny) * 4):
        drawn = np.asarray(xp.multinomial(3, 600, probs=xp.asarray([size, size, 0], dtype=dtype), seed=1))
        assert ((np.bincount(drawn[0], minlength=3) > 200) == [True, True, False]).all()
        weights = xp.asarray([0, size / 4, 0, size, 0], dtype=dtype)
        order = np.asarray(xp.multinomial(5, 2, batch_size=600, probs=weights, replace=False, seed=1))
        assert set(np.unique(order)) == {1, 3}
        assert 60 < (order[:, 0] == 1).sum() < 180  # one in five, within six standard deviations


@pytest.mark.parametrize("replace", [False, True])
@pytest.mark.parametrize("weights", [[0.0, 1e-310], [1e-310, 0.0]], ids=str)
def test_a_subnormal_weight_is_one(weights, replace, xp):
    if "float64" not in xp.__array_namespace_info__().dtypes() or not bool(
        xp.any(xp.asarray(1e-310, dtype="float64") > 0)
    ):
        pytest.skip("subnormal numbers are 0")
    drawn = aikit.to_list(xp.multinomial(2, 1, probs=xp.asarray(weights, dtype="float64"), replace=replace, seed=1))
    assert drawn == [[weights.index(1e-310)]]


@pytest.mark.parametrize(
    "ends", [(0.1, 0.1), (0.0, 0.0), (-0.7, -0.7), (1e-3, 1.1e-3), (0.0, 3.0), (-3.0, 0.0)], ids=str
)
def test_rounding_leads_to_no_number_outside_of_the_interval(ends, xp):
    low, high = (np.float32(end) for end in ends)
    found = np.asarray(xp.random_uniform(low=ends[0], high=ends[1], shape=(3_000,), seed=2))
    assert (found >= low).all()
    assert (found < high).all() if low < high else (found == low).all()


def test_many_draws_are_within_the_bounds(xp):
    found = xp.random_uniform(low=5.0, high=6.0, shape=(2**21,), seed=1)
    assert 5 <= float(xp.min(found)) < float(xp.max(found)) <= 6
