"""LSTM layers beside PyTorch's own module, with dropout, in both of their forms, and where PyTorch's kernel cannot go."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aikit
from aikit.exceptions import AikitNotImplementedException, AikitValueError

_RANDOM = np.random.default_rng(3)
STEPS, BATCH, FEATURES, WIDTH = 5, 3, 4, 2
BATCH_SIZES = (3, 3, 2, 1, 1)


def arguments(
    xp: Any, *, num_layers: int = 2, bidirectional: bool = True, packed: bool = False, dropout: float = 0.0
) -> tuple[Any, ...]:
    """All arguments up to `bidirectional`, with biases."""
    places = num_layers * (2 if bidirectional else 1)
    shapes = []
    for place in range(places):
        of_input = FEATURES if place < places // num_layers else WIDTH * places // num_layers
        shapes += [(4 * WIDTH, of_input), (4 * WIDTH, WIDTH), (4 * WIDTH,), (4 * WIDTH,)]
    rng = np.random.default_rng(5)
    of_input = (sum(BATCH_SIZES), FEATURES) if packed else (STEPS, BATCH, FEATURES)
    x, h, c, *weights = (
        xp.asarray(rng.uniform(-1, 1, shape), dtype="float32")
        for shape in (of_input, (places, BATCH, WIDTH), (places, BATCH, WIDTH), *shapes)
    )
    return x, (h, c), weights, True, num_layers, dropout, dropout > 0, bidirectional


def calls(xp: Any) -> tuple[Any, Any]:
    """The composition, and what the backend has of its own."""
    return aikit.lstm, xp.lstm


def values(results: Any) -> list[np.ndarray]:
    return [aikit.to_numpy(one) for one in results]


@pytest.mark.needs("torch")
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("bidirectional", [False, True])
def test_results_are_those_of_the_module_of_pytorch(xp: Any, bidirectional: bool, packed: bool) -> None:
    import torch

    given = arguments(xp, bidirectional=bidirectional, packed=packed)
    module = torch.nn.LSTM(FEATURES, WIDTH, 2, bidirectional=bidirectional)
    with torch.no_grad():
        for parameter, weight in zip(module.parameters(), given[2], strict=True):
            parameter.copy_(torch.tensor(aikit.to_numpy(weight)))
        x, h, c = (torch.tensor(aikit.to_numpy(one)) for one in (given[0], *given[1]))
        of_module = torch.nn.utils.rnn.PackedSequence(x, torch.tensor(BATCH_SIZES)) if packed else x
        states, (h, c) = module(of_module, (h, c))
    wanted = [(states.data if packed else states).numpy(), h.numpy(), c.numpy()]
    for call in calls(xp):
        found = values(call(*given, batch_sizes=BATCH_SIZES if packed else None))
        for one, other in zip(found, wanted, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


def test_both_forms_drop_the_same_and_a_seed_says_what(xp: Any) -> None:
    for packed in (False, True):
        given = arguments(xp, packed=packed, dropout=0.5)
        sizes = BATCH_SIZES if packed else None
        found = []
        for call in (*calls(xp), aikit.lstm):
            aikit.seed(seed_value=11)
            found.append(values(call(*given, batch_sizes=sizes)))
        found.append(values(aikit.lstm(*given, batch_sizes=sizes)))
        plain = values(aikit.lstm(*arguments(xp, packed=packed), batch_sizes=sizes))
        for one, other in zip(found[0], found[1], strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)
        assert all(np.array_equal(one, other) for one, other in zip(found[0], found[2], strict=True))
        assert not np.allclose(found[0][0], found[3][0]) and not np.allclose(found[0][0], plain[0])
        # the first layer has no dropout before it
        np.testing.assert_allclose(found[0][1][:2], plain[1][:2], rtol=1e-5, atol=1e-6)


def test_dropout_leaves_frameworks_generators_alone(xp: Any) -> None:
    torch = pytest.importorskip("torch")
    before = torch.get_rng_state()
    xp.lstm(*arguments(xp, dropout=0.5))
    assert torch.equal(before, torch.get_rng_state())


def test_all_dropped_and_scaled(xp: Any) -> None:
    """With a probability of 1 the second layer sees zeros."""
    x, states, weights, *options = arguments(xp, dropout=1.0)
    blank = [xp.zeros_like(one) if place in (8, 12) else one for place, one in enumerate(weights)]
    for call in calls(xp):
        wanted = values(call(x, states, blank, True, 2, 0.0, False, True))
        found = values(call(x, states, weights, *options))
        for one, other in zip(found, wanted, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("packed", [False, True])
def test_gradients_of_both_forms(xp: Any, packed: bool) -> None:
    """With respect to arrays of each sort, also through a dropout, beside differences."""
    x, (h, c), weights, *options = arguments(xp, packed=packed, dropout=0.5)
    arrays = [x, h, c, *weights]
    sizes = BATCH_SIZES if packed else None

    def loss_of(call: Any) -> Any:
        def loss(arrays: Any) -> Any:
            aikit.seed(seed_value=2)
            results = call(arrays[0], arrays[1:3], arrays[3:], *options, batch_sizes=sizes)
            return sum((aikit.sum(one * one) for one in results), 0.0)

        return loss

    for call in calls(xp):
        loss = loss_of(call)
        try:
            gradients = xp.grad(loss)(arrays)
        except AikitNotImplementedException:
            return
        for place in range(0, len(arrays), 4):
            host = aikit.to_numpy(arrays[place])
            where = tuple(_RANDOM.integers(0, length) for length in host.shape)
            sums = []
            for offset in (-0.01, 0.01):
                moved = host.copy()
                moved[where] += offset
                sums.append(float(loss([*arrays[:place], xp.asarray(moved), *arrays[place + 1 :]])))
            wanted = (sums[1] - sums[0]) / 0.02
            assert float(gradients[place][where]) == pytest.approx(wanted, rel=2e-2, abs=2e-3), place


@pytest.mark.needs("torch")
@pytest.mark.filterwarnings("ignore:.*torch.jit.script:DeprecationWarning")
def test_where_the_kernel_of_pytorch_cannot_go() -> None:
    import torch

    xp = aikit.get_backend("torch")
    x, states, weights, *options = arguments(xp, num_layers=1)

    def plain(x: Any) -> Any:
        return xp.lstm(x, states, weights, *options)[0].data

    x = x.data
    wanted = plain(x)
    mapped = torch.func.vmap(plain)(torch.stack([x, x + 1]))
    torch.testing.assert_close(mapped, torch.stack([wanted, plain(x + 1)]))
    step = 1e-2
    _, along = torch.func.jvp(plain, (x,), (torch.ones_like(x),))
    differences = (plain(x + step) - plain(x - step)) / (2 * step)
    torch.testing.assert_close(along, differences, rtol=1e-2, atol=1e-3)
    with torch.autograd.forward_ad.dual_level():
        dual = plain(torch.autograd.forward_ad.make_dual(x, torch.ones_like(x)))
        torch.testing.assert_close(torch.autograd.forward_ad.unpack_dual(dual).tangent, along)


@pytest.mark.parametrize("form", ["composed", "own"])
def test_a_dropout_needs_eager_calls(form: str) -> None:
    jax = pytest.importorskip("jax")
    xp = aikit.get_backend("jax")
    call = aikit.lstm if form == "composed" else xp.lstm
    x, *others = arguments(xp, dropout=0.5)
    with pytest.raises(AikitValueError, match="under this trace a draw needs seed="):
        jax.jit(lambda x: call(x, *others)[0].data)(x.data)


@pytest.mark.needs("tensorflow")
def test_an_unknown_batch_under_a_trace() -> None:
    import tensorflow as tf

    xp = aikit.get_backend("tensorflow")
    x, (h, c), weights, *options = arguments(xp)
    of_states = tf.TensorSpec((4, None, WIDTH))

    @tf.function(autograph=False, input_signature=[tf.TensorSpec((STEPS, None, FEATURES)), of_states, of_states])
    def traced(x: Any, h: Any, c: Any) -> Any:
        return [one.data for one in xp.lstm(x, (h, c), weights, *options)]

    for one, other in zip(traced(x.data, h.data, c.data), xp.lstm(x, (h, c), weights, *options), strict=True):
        np.testing.assert_allclose(one.numpy(), aikit.to_numpy(other), rtol=1e-6)


@pytest.mark.needs("tensorflow")
def test_other_lengths_and_batches_lead_to_no_other_graph() -> None:
    from aikit.functional.backends.tensorflow import recurrent

    xp = aikit.get_backend("tensorflow")
    x, (h, c), weights, *options = arguments(xp)

    def result_of(length: int, batch: int) -> list[np.ndarray]:
        return values(xp.lstm(x[:length, :batch], (h[:, :batch], c[:, :batch]), weights, *options))

    # a graph for other lengths is made when they turn out to differ
    result_of(STEPS, BATCH), result_of(STEPS - 1, BATCH - 1)
    before = recurrent._eagerly.experimental_get_tracing_count()
    for length in range(STEPS):
        for batch in range(1, BATCH + 1):
            wanted = values(aikit.lstm(x[:length, :batch], (h[:, :batch], c[:, :batch]), weights, *options))
            for one, other in zip(result_of(length, batch), wanted, strict=True):
                np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)
    assert recurrent._eagerly.experimental_get_tracing_count() == before


@pytest.mark.needs("tensorflow")
def test_gradients_that_xla_compiles_after_calls_of_other_lengths() -> None:
    import tensorflow as tf

    xp = aikit.get_backend("tensorflow")
    x, states, weights, *options = arguments(xp)
    gradient = xp.grad(lambda x: xp.sum(xp.lstm(x, states, weights, *options)[0]))
    for length in (STEPS, STEPS - 1):
        compiled = tf.function(lambda x: gradient(xp.asarray(x)).data, autograph=False, jit_compile=True)
        np.testing.assert_allclose(
            compiled(x[:length].data).numpy(), aikit.to_numpy(gradient(x[:length])), rtol=1e-5, atol=1e-6
        )


@pytest.mark.parametrize("sizes", [(3, 4, 2, 1, 0), (3, 3, 2, 1), (2, 3, 3, 1, 1), ()])
def test_sizes_of_batches_that_do_not_fit(xp: Any, sizes: tuple[int, ...]) -> None:
    for call in calls(xp):
        with pytest.raises(AikitValueError, match=r"^lstm: batch_sizes="):
            call(*arguments(xp, packed=True), batch_sizes=sizes)
