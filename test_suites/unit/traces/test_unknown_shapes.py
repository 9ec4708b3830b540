"""Under tf.function with lengths or ranks that are not known: the same results as eagerly, or an error that says what is needed.

The check `trace` of the conformance run makes the samples of every function this way; here is what it leaves out.
"""

import numpy as np
import pytest

import aikit
from aikit.exceptions import AikitAxisError, AikitBroadcastShapeError, AikitValueError

pytestmark = pytest.mark.needs("tensorflow")


def traced(function, *specs):
    import tensorflow as tf

    return tf.function(function, input_signature=[tf.TensorSpec(spec) for spec in specs], autograph=False)


def values(*shape):
    return np.random.default_rng(list(shape)).normal(size=shape).astype("float32")


@pytest.mark.parametrize("spec", [[2, None, 4], [2, 3, None], [None] * 3, None], ids=str)
@pytest.mark.parametrize("options", [{}, {"is_causal": True}, {"scale": 0.5}], ids=str)
def test_attention(spec, options):
    q = values(2, 3, 4)
    function = traced(lambda q: aikit.scaled_dot_product_attention(q, q, q, **options).data, spec)
    wanted = aikit.get_backend("numpy").scaled_dot_product_attention(q, q, q, **options)
    np.testing.assert_allclose(function(q), wanted, rtol=1e-5, atol=1e-6)


def test_attention_of_no_keys():
    function = traced(lambda q, k: aikit.scaled_dot_product_attention(q, k, k).data, [None, None], [None, None])
    assert function(values(3, 4), values(0, 4)).numpy().tolist() == [[0.0] * 4] * 3


@pytest.mark.parametrize("spec", [[None, None, 4], [2, None, 4]], ids=str)
def test_multi_head_attention(spec):
    x = values(2, 3, 4)
    function = traced(lambda x: aikit.multi_head_attention(x, 0.5, 2).data, spec)
    np.testing.assert_allclose(
        function(x), aikit.get_backend("numpy").multi_head_attention(x, 0.5, 2), rtol=1e-5, atol=1e-6
    )


@pytest.mark.parametrize("k", [-3, -1, 0, 2])
def test_what_is_known_of_a_diagonal_matrix(k):
    function = traced(lambda x: aikit.diag(x, k=k).data, [None])
    np.testing.assert_array_equal(function(values(4)), np.diag(values(4), k))
    assert function.get_concrete_function().structured_outputs.shape.as_list() == [None, None]


@pytest.mark.parametrize("axis", [None, 0])
def test_repeats_that_are_known(axis):
    repeats = aikit.get_backend("tensorflow").asarray([2, 0, 1])
    function = traced(lambda x: aikit.repeat(x, repeats, axis=axis).data, [None])
    np.testing.assert_array_equal(function(values(3)), np.repeat(values(3), [2, 0, 1]))


@pytest.mark.parametrize("name", ["floor_divide", "trunc_divide"])
def test_a_tape_around_what_has_no_slope(name):
    import tensorflow as tf

    function = traced(lambda x: getattr(aikit, name)(x, 2.0).data, [None])
    x = tf.Variable(values(3))
    with tf.GradientTape() as tape:
        found = tf.reduce_sum(function(x) + x)
    assert tape.gradient(found, x).numpy().tolist() == [1, 1, 1]


def test_heads_need_a_width():
    with pytest.raises(AikitValueError, match="must be known to split them into heads"):
        traced(lambda x: aikit.multi_head_attention(x, 0.5, 2).data, [2, None])(values(2, 4))


@pytest.mark.parametrize(("spec", "known"), [([None, 3], False), (None, False), ([2, 3], True)], ids=str)
def test_sizes(spec, known):
    found = []

    def function(x):
        x = aikit.asarray(x)
        found.append((x.size, x.nbytes))
        return x.data

    traced(function, spec)(values(2, 3))
    assert found == [(6, 24) if known else (None, None)]


@pytest.mark.parametrize(
    "ask", [lambda x: x.shape, lambda x: x.ndim, len, iter, lambda x: x.T], ids=["shape", "ndim", "len", "iter", "T"]
)
def test_what_is_not_known_is_said(ask):
    with pytest.raises(AikitValueError, match=r"not known; state it, as with tf\.ensure_shape"):
        traced(lambda x: ask(aikit.asarray(x)), None)(values(2, 3))


def test_length_of_unknown_length():
    with pytest.raises(AikitValueError, match="first length is not known"):
        traced(lambda x: len(aikit.asarray(x)), [None, 3])(values(2, 3))


@pytest.mark.parametrize("spec", [[None, None], None], ids=str)
def test_unstack_needs_the_length(spec):
    with pytest.raises(AikitValueError, match="unstack: under this trace"):
        traced(lambda x: aikit.unstack(x)[0].data, spec)(values(2, 3))


@pytest.mark.parametrize(
    ("error", "call"),
    [
        (AikitAxisError, lambda x: aikit.sum(x, axis=2)),
        (AikitAxisError, lambda x: aikit.concat([x, x], axis=-3)),
        (AikitBroadcastShapeError, lambda x: aikit.add(x, aikit.ones((2, 4)))),
    ],
)
def test_what_is_known_to_be_wrong(error, call):
    with pytest.raises(error), aikit.use_backend("tensorflow"):
        traced(lambda x: call(x).data, [None, 3])(values(2, 3))


@pytest.mark.parametrize("one", [(3,), (2, 3), (5, 2, 3)], ids=str)
@pytest.mark.parametrize("two", [(3,), (3, 4), (5, 3, 4)], ids=str)
def test_matmul_of_unknown_ranks(one, two):
    x, y = values(*one), values(*two)
    result = traced(lambda x, y: aikit.matmul(x, y).data, None, None)(x, y)
    np.testing.assert_allclose(result, x @ y, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    ("one", "two", "axis"),
    [((4, 3, 2), (4, 2), 0), ((4, 2), (4, 3, 2), 0), ((3, 4), (3, 4), 0), ((2, 3, 4), (4,), -1)],
    ids=str,
)
def test_vecdot_of_unknown_ranks(one, two, axis):
    """An axis that is counted from the front is another one in an array of more dimensions."""
    x, y = values(*one), values(*two)
    result = traced(lambda x, y: aikit.vecdot(x, y, axis=axis).data, None, None)(x, y)
    moved = (np.moveaxis(each, axis, -1) for each in (x, y))
    np.testing.assert_allclose(result, np.vecdot(*moved), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(("one", "two"), [((), (3, 4)), ((3,), ()), ((4,), (3, 4)), ((2, 3), (4, 3))], ids=str)
def test_inner_of_unknown_ranks(one, two):
    x, y = values(*one), values(*two)
    result = traced(lambda x, y: aikit.inner(x, y).data, None, None)(x, y)
    np.testing.assert_allclose(result, np.inner(x, y), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("shape", [(), (5,), (4, 3)], ids=str)
@pytest.mark.parametrize("name", ["fftshift", "ifftshift"])
def test_shifts_of_unknown_rank(name, shape):
    x = values(*shape)
    result = traced(lambda x: getattr(aikit.fft, name)(x).data, None)(x)
    np.testing.assert_array_equal(
        result, getattr(np.fft, name)(x) if shape else x
    )  # NumPy refuses an array without axes


@pytest.mark.parametrize("vector", [False, True])
def test_solve_of_unknown_ranks(vector):
    x, y = values(3, 3), values(3) if vector else values(3, 2)
    result = traced(lambda x, y: aikit.linalg.solve(x, y).data, None, None)(x, y)
    np.testing.assert_allclose(result, np.linalg.solve(x, y), rtol=1e-3)


@pytest.mark.parametrize(
    "key", [0, -1, (0, 1), (..., 0), (slice(1, None),), (None, ..., slice(None, None, -1)), ()], ids=str
)
def test_parts_of_unknown_rank(key):
    x = values(2, 3)
    assert traced(lambda x: aikit.asarray(x)[key].data, None)(x).numpy().tolist() == x[key].tolist()


@pytest.mark.parametrize("key", [[0, 1], np.array([True, False])], ids=str)
def test_parts_by_arrays_need_the_rank(key):
    with pytest.raises(AikitValueError, match="number of dimensions is not known"):
        traced(lambda x: aikit.asarray(x)[key].data, None)(values(2, 3))


def _writing(key):
    def write(x):
        x = aikit.asarray(x) + 0
        x[key] = 1.0
        return x.data

    return write


@pytest.mark.parametrize("key", [0, slice(1, None), (0, 1), (..., 0), None], ids=str)
def test_writes_where_the_rank_is_unknown(key):
    wanted = values(2, 3).copy()
    wanted[key] = 1.0
    assert traced(_writing(key), None)(values(2, 3)).numpy().tolist() == wanted.tolist()


@pytest.mark.parametrize("key", [[0, 1], np.array([True, False])], ids=str)
def test_writes_by_arrays_need_the_rank(key):
    with pytest.raises(AikitValueError, match="number of dimensions is not known"):
        traced(_writing(key), None)(values(2, 3))


GRADIENTS = {
    "attention": lambda v: aikit.scaled_dot_product_attention(v, v, v) ** 2,
    "cumulative_prod": lambda v: aikit.cumulative_prod(v, axis=-1) ** 2,
    "det": lambda v: aikit.linalg.det(v @ v.mT + aikit.eye(3)),
    "diff": lambda v: aikit.diff(v) ** 2,
    "layer_norm": lambda v: aikit.layer_norm(v, -1) ** 2,
    "maximum": lambda v: aikit.maximum(v, 0.25),
    "sort": lambda v: aikit.sort(v) ** 2,
    "std": lambda v: aikit.std(v, axis=-1),
    "tril": lambda v: aikit.tril(v) ** 2,
    "vector_norm": lambda v: aikit.linalg.vector_norm(v, axis=-1),
}


@pytest.mark.parametrize("spec", [[None] * 3, None], ids=str)
@pytest.mark.parametrize("name", GRADIENTS)
def test_gradients(name, spec):
    x = values(2, 3, 4)
    gradient = aikit.grad(lambda v: aikit.sum(GRADIENTS[name](v)))
    with aikit.use_backend("tensorflow"):
        wanted = np.asarray(gradient(aikit.asarray(x)))
        found = traced(lambda x: gradient(x).data, spec)(x)
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("transformation", [aikit.jac, aikit.vmap], ids=["jac", "vmap"])
def test_jacobians_and_maps_of_unknown_lengths(transformation):
    x = values(2, 3)
    function = transformation(lambda v: aikit.sum(v * v, axis=-1))
    with aikit.use_backend("tensorflow"):
        wanted = np.asarray(function(aikit.asarray(x)))
        found = traced(lambda x: function(x).data, [None, None])(x)
    np.testing.assert_allclose(found, wanted, rtol=1e-5)
