"""What the conformance checks of layers leave out: functions and containers among the arguments, kinds, unknown lengths."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers.processes import run_python

import aikit
from aikit import Container
from aikit.exceptions import (
    AikitBackendException,
    AikitNotImplementedException,
    AikitTypeError,
    AikitValueError,
)

_RANDOM = np.random.default_rng(7)
X, CONTEXT = _RANDOM.normal(size=(2, 3, 4)), _RANDOM.normal(size=(2, 5, 6))
TO_Q, TO_KV, TO_OUT = (_RANDOM.normal(size=shape) / 2 for shape in ((4, 8), (6, 16), (8, 3)))
MASK = np.array([[1, 1, 0, 0, 1], [0, 0, 0, 0, 0], [1, 1, 1, 1, 1]], bool)


def project(x: Any, v: Any) -> Any:
    return x @ v.w


def attention_of_heads(q: np.ndarray, kv: np.ndarray, scale: float, heads: int, mask: np.ndarray) -> np.ndarray:
    """By the definition: one batch, one head, and one query after the other."""
    width = q.shape[-1]
    keys, values = kv[..., :width], kv[..., width:]
    result = np.zeros(q.shape)
    for batch, head, query in np.ndindex(len(q), heads, q.shape[1]):
        part = slice(head * width // heads, (head + 1) * width // heads)
        allowed = np.flatnonzero(mask[query])
        if len(allowed):
            weights = np.exp(keys[batch, allowed, part] @ q[batch, query, part] * scale)
            result[batch, query, part] = weights / weights.sum() @ values[batch, allowed, part]
    return result


WANTED = attention_of_heads(X @ TO_Q, CONTEXT @ TO_KV, 0.5, 2, MASK) @ TO_OUT


def arrays(xp: Any) -> tuple[Any, dict[str, Any]]:
    """The array, and the other arguments, of a call with all projections."""
    x, context, *weights = (xp.asarray(a, dtype="float32") for a in (X, CONTEXT, TO_Q, TO_KV, TO_OUT))
    q, kv, result = (Container(w=w) for w in weights)
    functions = dict.fromkeys(("to_q_fn", "to_kv_fn", "to_out_fn"), project)
    variables = {"to_q_v": q, "to_kv_v": kv, "to_out_v": result}
    return x, {"scale": 0.5, "num_heads": 2, "context": context, "mask": xp.asarray(MASK), **functions, **variables}


@pytest.mark.parametrize("form", ["composed", "bound", "method", "native"])
def test_heads_with_projections(xp: Any, form: str) -> None:
    x, others = arrays(xp)
    calls: dict[str, Callable[[], Any]] = {
        "composed": lambda: aikit.multi_head_attention(x, **others),
        "bound": lambda: xp.multi_head_attention(x, **others),
        "method": lambda: x.multi_head_attention(**others),
        "native": lambda: xp.multi_head_attention(x.data, **others),
    }
    result = calls[form]()
    assert type(result) is aikit.Array and result.dtype == "float32" and result.backend == x.backend
    np.testing.assert_allclose(aikit.to_numpy(result), WANTED, rtol=1e-4, atol=1e-5)


def test_projections_see_arrays_and_the_container_itself(xp: Any) -> None:
    """Also where the implementation is the backend's own; what they return may be native."""
    seen = []

    def to_q(x: Any, v: Any) -> Any:
        seen.append((type(x), v))
        return x.data

    variables = Container(w=xp.ones(1))
    x = xp.asarray([[1.0, 2.0], [3.0, 4.0]])
    for call in (aikit.multi_head_attention, xp.multi_head_attention):
        assert aikit.to_list(call(x, 0.0, 1, to_q_fn=to_q, to_q_v=variables)) == [[2.0, 3.0], [2.0, 3.0]]
        call(x, 0.0, 1, to_q_fn=to_q)
    assert seen == [(aikit.Array, variables), (aikit.Array, None)] * 2
    assert all(v is variables for _, v in seen[::2])


def test_a_projection_that_writes_to_its_argument_changes_no_other(xp: Any) -> None:
    def to_q(x: Any, v: Any) -> Any:
        x[:] = 0.0
        return x

    x = xp.asarray([[1.0, 2.0], [3.0, 4.0]])
    for call in (aikit.multi_head_attention, xp.multi_head_attention):
        assert aikit.to_list(call(x, 1.0, 1, to_q_fn=to_q)) == [[2.0, 3.0], [2.0, 3.0]]
    assert aikit.to_list(x) == [[1.0, 2.0], [3.0, 4.0]]


def test_mask_of_each_head(xp: Any) -> None:
    x = xp.asarray([[1.0, 2.0], [3.0, 4.0]])
    each = xp.asarray([[[True, False], [True, False]], [[False, True], [False, False]]])
    for call in (aikit.multi_head_attention, xp.multi_head_attention):
        assert aikit.to_list(call(x, 1.0, 2, mask=each)) == [[1.0, 4.0], [1.0, 0.0]]


def test_variables_must_be_containers(xp: Any) -> None:
    x, others = arrays(xp)
    for name in ("to_q_v", "to_kv_v", "to_out_v"):
        for wrong in ({"w": x}, x, 3):
            for call in (aikit.multi_head_attention, xp.multi_head_attention):
                with pytest.raises(AikitTypeError, match=f"multi_head_attention: {name}=.*aikit.Container or None"):
                    call(x, **{**others, name: wrong})


def test_no_array_may_be_a_container(xp: Any) -> None:
    """It is not nestable: the containers are the variables, and not what it maps over."""
    assert not aikit.describe(aikit.multi_head_attention).nestable
    assert not hasattr(Container, "static_multi_head_attention")
    x, others = arrays(xp)
    with pytest.raises(AikitTypeError, match=r"multi_head_attention: x=.*Container"):
        aikit.multi_head_attention(Container(a=x), **others)


class ProjectionError(Exception):
    pass


def test_faults_of_projections(xp: Any) -> None:
    def fails(x: Any, v: Any) -> Any:
        raise ProjectionError

    x = xp.asarray([[1.0, 2.0], [3.0, 4.0]])
    for call in (aikit.multi_head_attention, xp.multi_head_attention):
        with pytest.raises(ProjectionError):
            call(x, 1.0, 1, to_q_fn=fails)
        with pytest.raises(AikitTypeError, match="multi_head_attention: to_q_fn returned None"):
            call(x, 1.0, 1, to_q_fn=lambda x, v: None)
        with pytest.raises(AikitTypeError, match="multi_head_attention: to_out_fn returned an array of dtype int32"):
            call(x, 1.0, 1, to_out_fn=lambda x, v: aikit.astype(x, aikit.int32))
        with pytest.raises(AikitValueError, match=r"must be 4, the keys and the values side by side$"):
            call(x, 1.0, 1, to_kv_fn=lambda x, v: x)


def test_projections_of_another_backend(xp: Any, other_backend: Any) -> None:
    x, other = xp.ones((2, 2)), aikit.get_backend(other_backend).ones((2, 2))
    if other.backend == x.backend:
        return
    for call in (aikit.multi_head_attention, xp.multi_head_attention):
        with pytest.raises(AikitBackendException, match="to_q_fn returned"):
            call(x, 1.0, 1, to_q_fn=lambda x, v: other)


def test_gradient_of_the_variables(xp: Any) -> None:
    """The containers of variables are what is trained."""
    x, others = arrays(xp)
    variables = Container({name: others.pop(name) for name in ("to_q_v", "to_kv_v", "to_out_v")})

    def loss(v: Any) -> Any:
        return aikit.sum(
            aikit.multi_head_attention(x, **others, to_q_v=v.to_q_v, to_kv_v=v.to_kv_v, to_out_v=v.to_out_v)
        )

    try:
        _, gradients = xp.execute_with_gradients(loss, variables)
    except AikitNotImplementedException:
        return
    step = 1e-5
    for weights, gradient in ((TO_Q, gradients.to_q_v.w), (TO_KV, gradients.to_kv_v.w), (TO_OUT, gradients.to_out_v.w)):
        sums = []
        for offset in (-step, step):
            weights[1, 2] += offset
            sums.append((attention_of_heads(X @ TO_Q, CONTEXT @ TO_KV, 0.5, 2, MASK) @ TO_OUT).sum())
            weights[1, 2] -= offset
        assert float(gradient[1, 2]) == pytest.approx((sums[1] - sums[0]) / (2 * step), rel=1e-3, abs=1e-4)


# ------------------------------------------------------------------------------------------------ attention of one head


def test_queries_that_may_attend_to_no_key(xp: Any) -> None:
    """The result is 0 there, and so is the gradient; also where a mask of floats says so."""
    query, key, value = (xp.asarray(a, dtype="float32") for a in (X[0], X[1], CONTEXT[0, :3]))
    allowed = xp.asarray([[True, False, True], [False, False, False], [True, True, True]])
    added = xp.where(allowed, 0.0, -xp.inf)
    for call in (aikit.scaled_dot_product_attention, xp.scaled_dot_product_attention):
        for mask in (allowed, added):
            result = aikit.to_numpy(call(query, key, value, mask=mask))
            assert np.all(result[1] == 0) and np.all(np.isfinite(result)) and np.all(result[[0, 2]] != 0)
            try:
                gradient = xp.grad(lambda q, call=call, mask=mask: aikit.sum(call(q, key, value, mask=mask)))(query)
            except AikitNotImplementedException:
                continue
            gradient = aikit.to_numpy(gradient)
            assert np.all(gradient[1] == 0) and np.all(np.isfinite(gradient)) and np.any(gradient[0] != 0)


def test_dropout_of_attention_is_done_in_training_only(xp: Any) -> None:
    """Of uniform weights over the keys, whose values are their numbers, the weights can be read off the result."""
    keys = 400
    query, key = xp.zeros((300, 2)), xp.zeros((keys, 2))
    mask = np.ones((300, keys), bool)
    mask[:, :100] = False
    for call in (aikit.scaled_dot_product_attention, xp.scaled_dot_product_attention):
        aikit.seed(seed_value=4)
        identity = xp.eye(keys)
        weights = aikit.to_numpy(call(query, key, identity, mask=xp.asarray(mask), dropout_p=0.25, training=True))
        assert (weights[:, :100] == 0).all()
        kept = weights[:, 100:] != 0
        np.testing.assert_allclose(weights[:, 100:][kept], 1 / 300 / 0.75, rtol=1e-5)
        assert abs(kept.mean() - 0.75) < 7.5 * np.sqrt(0.25 * 0.75 / kept.size)
        again = aikit.to_numpy(call(query, key, identity, mask=xp.asarray(mask), dropout_p=0.25, training=True))
        assert ((weights != 0) != (again != 0)).any()
        aikit.seed(seed_value=4)
        repeated = aikit.to_numpy(call(query, key, identity, mask=xp.asarray(mask), dropout_p=0.25, training=True))
        np.testing.assert_array_equal(repeated, weights)
        x = xp.ones((2, 2))
        plain = [call(x, x, x, **options) for options in ({"dropout_p": 0.5}, {"training": True})]
        assert [aikit.to_list(one) for one in plain] == [[[1.0] * 2] * 2] * 2


_MASKS: dict[str, Callable[..., Any]] = {
    "no mask": lambda xp, dtype: {},
    "causal": lambda xp, dtype: {"is_causal": True},
    "bools": lambda xp, dtype: {"mask": xp.asarray(MASK)},
    "floats": lambda xp, dtype: {"mask": xp.asarray(_RANDOM_MASK, dtype=dtype)},
    "floats of the keys": lambda xp, dtype: {"mask": xp.asarray(_RANDOM_MASK[0], dtype=dtype)},
    "floats of each batch": lambda xp, dtype: {"mask": xp.asarray([_RANDOM_MASK, -_RANDOM_MASK], dtype=dtype)},
}
_RANDOM_MASK = np.random.default_rng(8).normal(size=(3, 5))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("scale", [None, 0.25, -0.5])
@pytest.mark.parametrize("mask", _MASKS)
def test_attention_that_drops_nothing_is_that_without_dropout(
    xp: Any, mask: str, scale: float | None, dtype: str
) -> None:
    """Of so small a probability, which is dropped for one draw in 2**23, everything but the drawing is done."""
    rng = np.random.default_rng(9)
    given = [xp.asarray(rng.normal(size=shape), dtype=dtype) for shape in ((2, 3, 4), (2, 5, 4), (2, 5, 2))]
    options: dict[str, Any] = {"scale": scale, **_MASKS[mask](xp, dtype)}
    bound = float(np.finfo(dtype).eps) * 16
    for call in (aikit.scaled_dot_product_attention, xp.scaled_dot_product_attention):
        aikit.seed(seed_value=4)
        dropping = {**options, "dropout_p": 1e-17, "training": True}
        wanted = aikit.to_numpy(call(*given, **options))
        np.testing.assert_allclose(aikit.to_numpy(call(*given, **dropping)), wanted, rtol=bound, atol=bound)
        try:
            found, plain = (
                xp.grad(lambda q, k, v, one=one, call=call: aikit.sum(call(q, k, v, **one)), (0, 1, 2))(*given)
                for one in (dropping, options)
            )
        except AikitNotImplementedException:
            continue
        for one, other in zip(found, plain, strict=True):
            np.testing.assert_allclose(aikit.to_numpy(one), aikit.to_numpy(other), rtol=4 * bound, atol=4 * bound)


def test_dropout_of_attention_needs_eager_calls() -> None:
    jax = pytest.importorskip("jax")
    x = jax.numpy.ones((2, 2))
    with pytest.raises(AikitValueError, match="under this trace a draw needs seed="):
        jax.jit(lambda x: aikit.scaled_dot_product_attention(x, x, x, dropout_p=0.5, training=True).data)(x)


@pytest.mark.parametrize("backend", ["torch", "jax", "tensorflow"])
def test_gradient_of_a_dropout(backend: str) -> None:
    xp = aikit.get_backend(pytest.importorskip(backend).__name__)
    x = xp.arange(1, 9, dtype="float32")
    for prob in (0.5, 1.0):
        drawn = aikit.dropout(x, prob, seed=3)
        found = aikit.grad(lambda x, prob=prob: aikit.sum(aikit.dropout(x, prob, seed=3)))(x)
        assert aikit.to_list(found) == aikit.to_list(drawn / x)


def test_a_dropout_under_jit_is_that_of_its_seed() -> None:
    jax = pytest.importorskip("jax")
    x = jax.numpy.ones(100)
    compiled = jax.jit(lambda x: aikit.dropout(x, 0.5, seed=1).data)(x)
    assert bool((compiled == aikit.dropout(x, 0.5, seed=1).data).all())


def test_messages_of_attention(xp: Any) -> None:
    """Also of lengths with which a kernel would read beyond the end of an array."""
    four, five = xp.ones((1, 1, 3, 4)), xp.ones((1, 1, 5, 4))
    for call in (aikit.scaled_dot_product_attention, xp.scaled_dot_product_attention):
        with pytest.raises(
            AikitValueError, match=r"^scaled_dot_product_attention: key has shape .* the numbers of keys"
        ):
            call(four, five, four)
        with pytest.raises(AikitValueError, match=r"^scaled_dot_product_attention: mask is given with is_causal=True"):
            call(four, five, five, mask=xp.ones((3, 5), dtype=bool), is_causal=True)


# ------------------------------------------------------------------------------------------------ kinds, and traces


@pytest.mark.needs("torch")
@pytest.mark.parametrize("name", ["layer_norm", "scaled_dot_product_attention", "multi_head_attention"])
def test_mixed_functions_are_some_backends_own(name: str) -> None:
    assert aikit.describe(getattr(aikit, name)).kind == "mixed"
    assert hasattr(aikit.current_backend(aikit.get_backend("torch").ones(1)), name)
    assert not hasattr(aikit.current_backend(aikit.get_backend("numpy").ones(1)), name)


@pytest.mark.needs("tensorflow")
def test_unknown_lengths_under_a_trace() -> None:
    import tensorflow as tf

    xp = aikit.get_backend("tensorflow")
    x, others = arrays(xp)

    @tf.function(
        autograph=False,
        input_signature=[tf.TensorSpec((None, None, 4)), tf.TensorSpec((None, None, 6)), tf.TensorSpec(())],
    )
    def traced(x: Any, context: Any, scale: Any) -> Any:
        heads = xp.multi_head_attention(x, **{**others, "context": context})
        return (heads * scale).data, xp.layer_norm(x, 1, scale=x[0, :, 0]).data

    heads, normed = traced(x.data, others["context"].data, 1.0)
    np.testing.assert_allclose(heads.numpy(), WANTED, rtol=1e-4, atol=1e-5)
    assert normed.shape == x.shape


# ------------------------------------------------------------------------------------------------ windows


WINDOWS: dict[str, Callable[[Any, Any], Any]] = {
    "max_pool2d": lambda x, padding: aikit.max_pool2d(x, 3, 1, padding),
    "avg_pool2d": lambda x, padding: aikit.avg_pool2d(x, 3, 1, padding),
    "conv2d": lambda x, padding: aikit.conv2d(x, x[0, :3, :3, :, None], 1, padding),
}


@pytest.mark.parametrize("name", WINDOWS)
def test_padding_that_is_equal_to_an_int_is_refused_after_it(xp: Any, name: str) -> None:
    """What is kept of a call is not for one with other types."""
    x, call = xp.ones((1, 4, 4, 2)), WINDOWS[name]
    wanted = aikit.to_list(call(x, 1))
    for padding in (True, 1.0, ((1, 1.0), (1, 1)), [1, True]):
        with pytest.raises(AikitTypeError, match="padding"):
            call(x, padding)
    assert aikit.to_list(call(x, ((1, 1), (1, 1)))) == wanted == aikit.to_list(call(x, 1))


@pytest.mark.needs("torch")
@pytest.mark.parametrize("name", WINDOWS)
def test_windows_of_a_batch_that_is_open_under_a_trace(name: str) -> None:
    """An eager call of a shape does not make a trace compile anew, nor fixes its batch."""
    import torch

    graphs = []

    def backend(graph: Any, inputs: Any) -> Any:
        graphs.append(graph)
        return graph.forward

    def call(x: Any) -> Any:
        return aikit.to_native(WINDOWS[name](aikit.to_aikit(x), 1))

    with aikit.use_backend("torch"):
        torch.compiler.reset()
        traced = torch.compile(call, backend=backend, fullgraph=True, dynamic=True)
        for batch in (3, 5, 7):
            x = torch.rand(batch, 4, 4, 2)
            assert torch.equal(traced(x), call(x))
    assert len(graphs) == 1


@pytest.mark.needs("tensorflow")
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 3e38, -3e38])
def test_maxima_of_a_window_with(value: float) -> None:
    """One window holds the value among numbers, another nothing else."""
    x = np.array([[1.0, value, 2.0], [value, value, value]], np.float32)[:, None, :, None]
    with aikit.use_backend("tensorflow"):
        found = aikit.to_numpy(aikit.max_pool2d(x, (1, 3), 1, "VALID")).reshape(2)
    np.testing.assert_array_equal(found, np.max(x, axis=(1, 2, 3)))


OF_SHORT_FILTERS = """
import os

os.environ["ONEDNN_MAX_CPU_ISA"] = "AVX2"  # oneDNN reads it once
import numpy as np

import aikit

xp, rng = aikit.get_backend("torch"), np.random.default_rng(0)
for channels, length in ((2, 5), (3, 16), (8, 16), (16, 40)):
    x, filters = (rng.normal(size=shape) for shape in ((2, length, length, channels), (1, 1, channels, channels)))

    def total(x, filters):
        return xp.sum(xp.conv2d_transpose(x, filters, 2, "VALID", output_shape=(2 * length, 2 * length)))

    for _ in range(10):
        gradients = xp.grad(total, [0, 1])(*(xp.asarray(one, dtype="float32") for one in (x, filters)))
    of_x, of_filters = map(aikit.to_numpy, gradients)
    # each element is in one place alone, once for each channel that comes of it
    assert np.allclose(of_x, filters.sum(axis=2), atol=1e-4)
    assert np.allclose(of_filters, x.sum(axis=(0, 1, 2)), atol=1e-3)
print("done")
"""


@pytest.mark.needs("torch")
def test_a_transpose_of_short_filters_on_a_processor_that_has_avx2_alone() -> None:
    """oneDNN's kernel for it writes past the end of its memory, where it is to pad: the process ends, or never does."""
    assert run_python(OF_SHORT_FILTERS) == "done"


@pytest.mark.parametrize("dims", [1, 2, 3])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_group_sees_no_other_one(dims: int, dtype: str, xp: Any) -> None:
    values = np.ones((1, *(5,) * dims, 2))
    values[..., 0].flat[0] = np.nan
    filters = xp.asarray(np.ones((*(2,) * dims, 1, 2)), dtype=dtype)
    found = xp.conv_general_dilated(
        xp.asarray(values, dtype=dtype), filters, 1, "VALID", dims=dims, feature_group_count=2
    )
    of_each = aikit.to_numpy(found)
    assert np.isnan(of_each[..., 0]).sum() == 1 and np.all(of_each[..., 1] == 2**dims)
