"""Functions, operators, indexing and writes inside jax.jit, torch.compile and tf.function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers.frameworks import require
from helpers.processes import run_python

import aikit
from aikit import Array
from aikit.exceptions import AikitIndexError

TRACERS = ("torch", "jax", "tensorflow")


class Traced:
    """`function` under the tracer of a framework; counts how often its body was traced."""

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        self.traces = 0

        def body(*args: Any) -> Any:
            self.traces += 1
            return function(*args)

        if name == "torch":
            import torch
            import torch._dynamo.testing

            torch._dynamo.reset()
            self.counter = torch._dynamo.testing.CompileCounter()
            self.call = torch.compile(function, backend=self.counter, fullgraph=True)
        elif name == "jax":
            import jax

            self.call = jax.jit(body)
        else:
            import tensorflow as tf

            self.call = tf.function(body)

    def __call__(self, *args: Any) -> Any:
        result = self.call(*args)
        if hasattr(self, "counter"):
            self.traces = self.counter.frame_count
        return result


@pytest.fixture(params=TRACERS)
def backend(request: pytest.FixtureRequest) -> str:
    return require(request.param)


def _write_int(x: Any) -> Any:
    y = x * 1
    y[0] = 9.0
    y[1] += 1
    return y


def _write_slice(x: Any) -> Any:
    y = x + 0
    y[1:] = y[:-1]
    y[::-2] = 0.5
    return y


def _write_mask(x: Any) -> Any:
    y = aikit.positive(x)
    y[y > 2] = 0.0
    return y


def _write_array(x: Any) -> Any:
    y = aikit.positive(x)
    y[aikit.argmax(x)] = -1.0
    return y


def _write_argument(x: Any) -> Any:
    x[0] = 7.0
    return x


def _add_to_argument(x: Any) -> Any:
    x += 1.0
    return x


def _in_place(x: Any) -> Any:
    y = x * 2
    y += x
    aikit.add(y, 1, out=y)
    return y


FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "elementwise": lambda x: aikit.exp(aikit.sin(x)),
    "operators": lambda x: -x + x * 2 - x / 3,
    "scalars": lambda x: 1 + x - 2.5 * x,
    "comparison": lambda x: aikit.where(x > 2, x, -x),
    "method": lambda x: x.sqrt().sum(),
    "reduction": lambda x: aikit.sum(x) + aikit.max(x, axis=0),
    "mean of integers": lambda x: aikit.mean(aikit.astype(x, "int32")),
    "promotion": lambda x: aikit.astype(x, "int16") + x,
    "reshape": lambda x: aikit.reshape(x, (2, 2)),
    "concat": lambda x: aikit.concat([x, x[:1]]),
    "matmul": lambda x: aikit.matmul(aikit.reshape(x, (2, 2)), aikit.reshape(x, (2, 2))),
    "sort": lambda x: aikit.sort(x, descending=True),
    "argmax": lambda x: aikit.argmax(x),
    "take": lambda x: aikit.take(x, [2, 0]),
    "cumulative_sum": lambda x: aikit.cumulative_sum(x),
    "creation": lambda x: aikit.zeros_like(x) + aikit.ones_like(x) + aikit.full_like(x, 3.0),
    "namespace": lambda x: x.__array_namespace__().arange(4) + x,
    "asarray": lambda x: aikit.asarray(x) + 1,
    "host data": lambda x: [1.0, 2.0, 3.0, 4.0] + x,  # noqa: RUF005
    "read int": lambda x: x[1],
    "read slice": lambda x: x[1:3] + x[::-1][:2],
    "read array": lambda x: x[aikit.argsort(x)],
    "write int": _write_int,
    "write slice": _write_slice,
    "write mask": _write_mask,
    "write array": _write_array,
    "in place": _in_place,
    "attributes": lambda x: x * x.shape[0] + x.ndim + x.size,
    "dtype": lambda x: aikit.astype(x, x.dtype) if x.dtype == "float32" else x * 0,
}
VALUES = [1.0, 4.0, 2.0, 3.0]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_same_values_as_outside(name: str, backend: str, xp: Any) -> None:
    function = FUNCTIONS[name]
    expected = function(xp.asarray(VALUES))
    traced = Traced(backend, function)
    x = xp.asarray(VALUES)
    result = traced(x)
    assert type(result) is Array
    assert result.backend == backend
    assert (result.dtype, result.shape) == (expected.dtype, expected.shape)
    np.testing.assert_allclose(np.asarray(result), np.asarray(expected), rtol=1e-6)
    assert aikit.to_list(x) == VALUES


def _matmul_in_place(m: Any) -> Any:
    m = m + 0
    m @= m
    return m


@pytest.mark.parametrize("nested", [False, True], ids=["array", "container"])
@pytest.mark.parametrize("name", ["@", "@=", "~"])
def test_operators_that_a_tracer_may_not_know(name: str, nested: bool, backend: str, xp: Any) -> None:
    """Dynamo takes `operator.matmul`, `imatmul` and `invert` for functions of tensors; see `aikit.tracing`."""
    function = {"@": lambda m: m @ m, "@=": _matmul_in_place, "~": lambda m: ~m}[name]
    x = xp.asarray([[True, False]]) if name == "~" else xp.asarray([[1.0, 2.0], [3.0, 4.0]])
    expected = [[False, True]] if name == "~" else [[7.0, 10.0], [15.0, 22.0]]
    traced = Traced(backend, function)
    result = traced(aikit.Container(a=x)).a if nested else traced(x)
    assert aikit.to_list(result) == expected


def test_operators_of_other_classes_are_left_to_the_tracer() -> None:
    torch = pytest.importorskip("torch")

    class Other:
        def __matmul__(self, other: Any) -> int:
            return 1

    with pytest.raises(Exception, match="matmul"):
        torch.compile(lambda a: a @ a, backend="eager", fullgraph=True)(Other())
    tensor = torch.ones(2, 2)
    assert torch.compile(lambda a: a @ a, backend="eager", fullgraph=True)(tensor).tolist() == [[2.0, 2.0], [2.0, 2.0]]


def test_write_to_an_argument(backend: str, xp: Any) -> None:
    x = xp.asarray(VALUES)
    traced = Traced(backend, _write_argument)
    if backend == "tensorflow":
        for write in (_write_argument, _add_to_argument, lambda c: _write_argument(c.a)):
            given = aikit.Container(a=x) if write.__name__ == "<lambda>" else x
            with pytest.raises(aikit.AikitBackendException, match=r"to a copy, x = aikit\.array\(x\)"):
                Traced(backend, write)(given)
        assert aikit.to_list(x) == VALUES
        return
    assert aikit.to_list(traced(x)) == [7.0, 4.0, 2.0, 3.0]
    # for jax.jit the argument is a copy; torch.compile does what the function does without it
    assert aikit.to_list(x) == (VALUES if backend == "jax" else [7.0, 4.0, 2.0, 3.0])


@pytest.mark.parametrize("nested", [False, True])
def test_write_to_a_copy_of_an_argument(nested: bool, backend: str, xp: Any) -> None:
    x = xp.asarray(VALUES)
    given = aikit.Container(a=x) if nested else x

    def write(given: Any) -> Any:
        y = aikit.array(given.a if nested else given)
        y[0] = 7.0
        y += 1.0
        return y

    for _ in range(2):
        assert aikit.to_list(Traced(backend, write)(given)) == [8.0, 5.0, 3.0, 4.0]
        assert aikit.to_list(x) == VALUES


@pytest.mark.parametrize("name", ["operators", "reduction", "write int", "read slice"])
def test_native_arguments(name: str, backend: str, xp: Any) -> None:
    function = FUNCTIONS[name]
    expected = np.asarray(function(xp.asarray(VALUES)))
    traced = Traced(backend, lambda native: function(aikit.to_aikit(native)).data)
    result = traced(aikit.to_native(xp.asarray(VALUES)))
    assert aikit.is_native_array(result)
    np.testing.assert_allclose(np.asarray(aikit.to_aikit(result)), expected, rtol=1e-6)


@pytest.mark.parametrize("native", [False, True])
def test_functions_take_native_tracers(native: bool, backend: str, xp: Any) -> None:
    traced = Traced(backend, lambda v: aikit.add(aikit.sin(v), 1).data)
    result = aikit.to_aikit(traced(aikit.to_native(xp.asarray(VALUES))))
    np.testing.assert_allclose(np.asarray(result), np.sin(VALUES) + 1, rtol=1e-6)


def test_trees_of_arrays(backend: str, xp: Any) -> None:
    traced = Traced(backend, lambda tree: {"sum": tree["a"] + tree["b"][0], "list": [tree["a"], tree["b"][0] * 2]})
    result = traced({"a": xp.asarray([1.0]), "b": [xp.asarray([2.0])]})
    assert type(result["sum"]) is Array
    assert aikit.to_list(result["sum"]) == [3.0]
    assert aikit.to_list(result["list"][1]) == [4.0]


def test_one_trace_for_one_shape(backend: str, xp: Any) -> None:
    def function(x: Any, y: Any) -> Any:
        z = aikit.sin(x) + y * 2
        z[0] = 1.0
        return z.sum()

    require("numpy")  # that a backend is loaded is what torch.compile may trace again for
    traced = Traced(backend, function)
    for i in range(4):
        result = traced(xp.asarray(VALUES) + i, xp.asarray(VALUES))
        assert result.shape == ()
        if i == 1:  # other functions, dtypes and backends in between must not invalidate what was compiled
            aikit.cos(xp.ones(3))
            aikit.concat([xp.ones(2, dtype="int8"), xp.zeros(3)])
            aikit.get_backend("numpy").tan([1.0])
            with aikit.use_backend("numpy"):
                aikit.zeros(2)
            xp.unique_values(xp.asarray([1, 1]))
    assert traced.traces == 1
    traced(xp.ones(3), xp.ones(3))
    assert traced.traces == 2


def test_bound_namespace_inside(backend: str, xp: Any) -> None:
    traced = Traced(backend, lambda x: xp.concat([xp.zeros(2), xp.sin(x), xp.linspace(0.0, 1.0, 3), xp.eye(2)[0]]))
    result = traced(xp.asarray(VALUES))
    np.testing.assert_allclose(
        np.asarray(result), np.concatenate([[0, 0], np.sin(VALUES), [0, 0.5, 1], [1, 0]]), rtol=1e-6
    )


def test_bound_namespace_alone(backend: str, xp: Any) -> None:
    traced = Traced(backend, lambda x: xp.full((2,), 3.0) + xp.asarray([1.0, 2.0]) + xp.arange(2) + x)
    assert aikit.to_list(traced(xp.ones(2))) == [5.0, 7.0]


def test_use_backend_around(backend: str, xp: Any) -> None:
    traced = Traced(backend, lambda x: aikit.ones(2) + x)
    with aikit.use_backend(backend):
        assert aikit.to_list(traced(xp.ones(2))) == [2.0, 2.0]
    aikit.set_backend(backend)
    assert aikit.to_list(Traced(backend, lambda x: aikit.zeros(2) + x)(xp.ones(2))) == [1.0, 1.0]


def test_errors_inside(backend: str, xp: Any) -> None:
    for function in (
        lambda x: aikit.add(x, xp.ones(3)),
        lambda x: aikit.sum(x, axis=5),
        lambda x: x[7],
        lambda x: aikit.sin(aikit.astype(x, "int32")),
    ):
        with pytest.raises(Exception) as caught:
            Traced(backend, function)(xp.asarray(VALUES))
        if backend == "jax":
            assert isinstance(caught.value, aikit.AikitBackendException)


def test_repr_inside(backend: str, xp: Any) -> None:
    if backend == "torch":
        pytest.skip("torch.compile does not trace repr")
    seen: list[str] = []
    Traced(backend, lambda x: (seen.append(repr(x)), x)[1])(xp.ones(2))
    assert seen[0].startswith("aikit.Array(")


@pytest.mark.needs("tensorflow")
def test_unknown_length_in_tensorflow() -> None:
    require("tensorflow")
    import tensorflow as tf

    seen = []

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
    def function(native: Any) -> Any:
        x = aikit.to_aikit(native)
        seen.append((x.shape, x.size))
        y = aikit.sum(x, axis=0) + aikit.mean(x)
        return (aikit.concat([x, x]) * y).data

    x = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    result = function(x)
    host = x.numpy()
    expected = np.concatenate([host, host]) * (host.sum(axis=0) + host.mean())
    np.testing.assert_allclose(result.numpy(), expected, rtol=1e-6)
    assert seen == [((None, 2), None)]


@pytest.mark.needs("jax")
def test_values_are_not_known_in_jax() -> None:
    require("jax")
    import jax

    with pytest.raises(jax.errors.ConcretizationTypeError):
        jax.jit(lambda x: 1 if x > 0 else 2)(aikit.get_backend("jax").asarray(1.0))
    with pytest.raises(jax.errors.TracerArrayConversionError):
        jax.jit(lambda x: np.asarray(x))(aikit.get_backend("jax").asarray(1.0))


@pytest.mark.needs("jax")
@pytest.mark.parametrize("write", [False, True])
def test_a_traced_mask_beside_others_is_refused_in_jax(write: bool) -> None:
    require("jax")
    import jax

    def by_mask(x: Any, mask: Any) -> Any:
        if write:
            x[mask, 0] = 1.0
        return x[mask, 0]

    xp = aikit.get_backend("jax")
    with pytest.raises(AikitIndexError, match=r"x\[\.\.\.\]: .* mask of shape \(2,\) .*aikit\.where"):
        jax.jit(by_mask)(xp.zeros((2, 3)), xp.asarray([True, False]))


@pytest.mark.needs("tensorflow")
def test_values_are_not_known_in_tensorflow() -> None:
    require("tensorflow")
    import tensorflow as tf

    x = aikit.get_backend("tensorflow").asarray(1.0)
    for function in (bool, float, np.asarray, aikit.to_list, aikit.to_numpy, lambda v: 1 if v > 0 else 2):
        with pytest.raises(tf.errors.OperatorNotAllowedInGraphError, match="not known"):
            tf.function(lambda v, f=function: f(v), autograph=False)(x)


@pytest.mark.needs("jax")
def test_transformations_of_jax() -> None:
    require("jax")
    import jax

    xp = aikit.get_backend("jax")
    x = xp.asarray(VALUES)
    gradient = jax.grad(lambda v: aikit.sum(v * v).data)(x)
    assert type(gradient) is Array
    assert aikit.to_list(gradient) == [2.0, 8.0, 4.0, 6.0]
    mapped = jax.vmap(lambda v: aikit.sum(v) + v)(xp.reshape(x, (2, 2)))
    assert aikit.to_list(mapped) == [[6.0, 9.0], [7.0, 8.0]]
    assert jax.tree_util.tree_leaves([x])[0] is x.data


@pytest.mark.needs("torch")
def test_first_call_of_complex_matrices_in_torch() -> None:
    """What PyTorch 2.13 compiles of `torch.linalg.pinv` gives other numbers in the first call than in later ones."""
    require("torch")
    import torch

    x = torch.asarray(np.random.default_rng(0).normal(size=(2, 4, 3, 2)).astype("float32"))
    x = torch.view_as_complex(x)
    compiled = torch.compile(lambda x: aikit.linalg.pinv(x), backend="aot_eager", fullgraph=True)
    for _ in range(2):
        np.testing.assert_allclose(compiled(x), np.linalg.pinv(x.numpy()), rtol=1e-4, atol=1e-5)


@pytest.mark.needs("torch")
def test_transformations_of_torch() -> None:
    require("torch")
    import torch

    xp = aikit.get_backend("torch")
    x = xp.asarray(VALUES)
    gradient = torch.func.grad(lambda v: aikit.sum(v * v).data)(x)
    assert aikit.to_list(gradient) == [2.0, 8.0, 4.0, 6.0]
    mapped = torch.func.vmap(lambda v: aikit.sum(v) + v)(xp.reshape(x, (2, 2)))
    assert aikit.to_list(mapped) == [[6.0, 9.0], [7.0, 8.0]]


_FIRST_CALL = """
import torch
import aikit
aikit.set_backend("torch")
traces = []
def noted(module, examples):
    traces.append(module)
    return module.forward
compiled = torch.compile(lambda v: aikit.to_native(aikit.sin(v)), backend=noted, fullgraph=True)
compiled(torch.arange(3.0)), compiled(torch.arange(1.0, 4.0))
print(len(traces))
"""


@pytest.mark.needs("torch")
def test_the_first_call_of_a_process_is_traced_once() -> None:
    require("torch")
    assert run_python(_FIRST_CALL) == "1"


FIRST = """
import warnings, torch, aikit
from torch._dynamo.testing import CompileCounter
warnings.simplefilter("error")
counter = CompileCounter()
call = torch.compile(lambda x: aikit.sin(x).data, backend=counter, fullgraph={})
"""


@pytest.mark.needs("torch")
def test_a_backend_that_is_not_loaded_breaks_a_graph() -> None:
    """Without a word of dynamo's, and the calls after the first are one graph."""
    code = """
first, then = call(torch.ones(2)), call(torch.ones(2))
before = counter.frame_count
again = torch.compile(lambda x: aikit.cos(x).data, backend=counter, fullgraph=True)(torch.zeros(2))
print(first.tolist() == then.tolist() == torch.sin(torch.ones(2)).tolist(), again.tolist(), counter.frame_count - before)
"""
    assert run_python(FIRST.format(False) + code) == "True [1.0, 1.0] 1"


@pytest.mark.needs("torch")
def test_a_backend_that_is_not_loaded_has_no_graph_alone() -> None:
    code = """
try:
    call(torch.ones(2))
except torch._dynamo.exc.Unsupported as error:
    print("aikit.get_backend('torch')" in str(error))
torch._dynamo.reset()
aikit.get_backend("torch")
print(call(torch.zeros(2)).tolist())
"""
    assert run_python(FIRST.format(True) + code) == "True\n[0.0, 0.0]"


@pytest.mark.needs("torch")
def test_several_lists_of_numbers_under_torch_compile() -> None:
    xp = aikit.get_backend(require("torch"))
    import torch

    @torch.compile(backend="aot_eager", fullgraph=True)
    def function(x: Any) -> Any:
        whole = aikit.concat(
            [aikit.multiply(x, [1.0, 2.0]), xp.asarray([3, 4], dtype="float32"), aikit.add(x, [5.0, 6.0])]
        )
        return whole[[0, 1, 3]] + [[1.0, 2.0, 3.0]]

    x = aikit.to_aikit(torch.ones(2))
    np.testing.assert_array_equal(aikit.to_numpy(function(x)), [[2.0, 4.0, 7.0]])


@pytest.mark.needs("tensorflow")
@pytest.mark.parametrize("jit_compile", [False, True])
def test_copies_and_writes_that_xla_may_compile(jit_compile: bool) -> None:
    xp = aikit.get_backend(require("tensorflow"))
    import tensorflow as tf

    @tf.function(autograph=False, jit_compile=jit_compile)
    def function(x: Any) -> Any:
        copied, written = xp.copy_array(x), xp.asarray(x, copy=True)
        written[0] = 7.0
        return xp.array(copied).data, written.data

    x = tf.constant([-0.0, np.nan, np.inf])
    copied, written = function(x)
    assert copied.numpy().tobytes() == x.numpy().tobytes()
    np.testing.assert_array_equal(written.numpy(), [7.0, np.nan, np.inf])
    assert not np.shares_memory(np.from_dlpack(copied), np.from_dlpack(x))
    gradient = tf.function(lambda x: xp.grad(lambda x: xp.sum(xp.copy_array(x) * x))(xp.asarray(x)).data)
    np.testing.assert_array_equal(gradient(tf.constant([2.0, np.nan])).numpy(), [4.0, np.nan])


@pytest.mark.needs("torch")
def test_a_write_where_nobody_knows_how_much_two_masks_select() -> None:
    xp = aikit.get_backend(require("torch"))
    x = xp.zeros((0, 2), device="meta")
    x[xp.zeros((0,), dtype="bool", device="meta"), xp.zeros((2,), dtype="bool", device="meta")] = 1.0
    assert x.shape == (0, 2)
    with pytest.raises(AikitIndexError, match=r"\(2,\), \(3,\)"):
        x[xp.zeros((2,), dtype="int64", device="meta"), xp.zeros((3,), dtype="int64", device="meta")] = 1.0
