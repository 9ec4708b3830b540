"""Gradients by the frameworks' autograd, `vmap`, and the steps of optimizers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers.frameworks import require

import aikit
from aikit import Array, Container

WITH_AUTOGRAD = ("torch", "jax", "tensorflow")


@pytest.fixture(params=WITH_AUTOGRAD)
def backend(request: pytest.FixtureRequest) -> str:
    """The name of each backend that has autograd."""
    return require(request.param)


@pytest.fixture
def every_xp(other_backend: str) -> Any:
    """The namespace bound to each backend, NumPy too."""
    return aikit.get_backend(other_backend)


def values(x: Any) -> Any:
    return aikit.to_list(x)


def squares(x: Any) -> Array:
    return aikit.sum(x * x)


# ------------------------------------------------------------------------------------------------ execute_with_gradients


def variables(xp: Any) -> Container:
    return Container(w=xp.asarray([1.0, 2.0]), deep={"b": xp.asarray(3.0)}, unused=xp.asarray([5.0], dtype="float16"))


def test_container_of_gradients(backend: str, xp: Any) -> None:
    xs = variables(xp)
    y, gradients = aikit.execute_with_gradients(lambda v: aikit.sum(v.w * v.w) * v.deep.b, xs)
    assert type(y) is Array
    assert (y.backend, y.shape, float(y)) == (backend, (), 15.0)
    assert type(gradients) is Container
    assert list(gradients) == list(xs)
    assert values(gradients.w) == [6.0, 12.0]
    assert values(gradients.deep.b) == 5.0
    assert values(gradients.unused) == [0.0]
    assert gradients.unused.dtype == "float16"
    assert values(xs.w) == [1.0, 2.0]


def test_further_results(xp: Any) -> None:
    other = aikit.get_backend("numpy").asarray([7])
    result = aikit.execute_with_gradients(
        lambda v: (squares(v.w), {"text": "t", "twice": [v.w * 2]}, 3, other, None), variables(xp)
    )
    _, gradients, nest, number, kept, nothing = result
    assert values(gradients.w) == [2.0, 4.0]
    assert nest["text"] == "t"
    assert values(nest["twice"][0]) == [2.0, 4.0]
    assert (number, nothing) == (3, None)
    assert kept is other


def test_function_sees_arrays(xp: Any) -> None:
    seen = []

    def func(v: Container) -> Array:
        seen.append((type(v), type(v.a), type(v.b), v.a.dtype, v.b.dtype))
        return squares(v.a) + v.b

    _, gradients = xp.execute_with_gradients(func, Container(a=xp.asarray([1.0]).data, b=2.0))
    assert seen == [(Container, Array, Array, "float32", "float32")]
    assert type(gradients.b) is Array


def test_autograd_is_called_once(backend: str, xp: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    module = aikit.current_backend(xp.zeros(1))
    calls = []
    original = module.execute_with_gradients
    monkeypatch.setattr(module, "execute_with_gradients", lambda *args: calls.append(len(args[1])) or original(*args))
    aikit.execute_with_gradients(lambda v: squares(v.w), variables(xp))
    assert calls == [3]


@pytest.mark.parametrize("retain", [False, True])
def test_retain_grads(xp: Any, retain: bool) -> None:
    def slope(x: Array) -> Array:
        y, gradients = aikit.execute_with_gradients(lambda v: v.x**3, Container(x=x), retain)
        return gradients.x + y

    # d/dx (3 x**2 + x**3), or of x**3 alone where the gradient is a constant
    assert float(xp.grad(slope)(2.0)) == (24.0 if retain else 12.0)


def test_only_containers(xp: Any) -> None:
    for xs in (xp.asarray([1.0]), [xp.asarray([1.0])], {"a": xp.asarray([1.0])}, None, 2.0):
        with pytest.raises(aikit.AikitTypeError, match=r"xs=.* must be an aikit\.Container"):
            aikit.execute_with_gradients(squares, xs)  # type: ignore[arg-type]


def test_host_data_in_the_function(backend: str, xp: Any) -> None:
    _, gradients = aikit.execute_with_gradients(
        lambda v: aikit.sum(v.w * aikit.asarray([3.0, 4.0]) + aikit.ones(2)), variables(xp)
    )
    assert values(gradients.w) == [3.0, 4.0]
    assert aikit.current_backend_str() == "numpy"


# ------------------------------------------------------------------------------------------------ grad and the like


def test_value_and_grad_of_a_nest(xp: Any) -> None:
    nest = [xp.asarray([1.0, 2.0]), {"a": (xp.asarray([3.0, 4.0]),)}, Container(c=2.0)]
    value, gradient = xp.value_and_grad(lambda v, factor: factor * aikit.sum(v[0] * v[1]["a"][0]) * v[2].c)(nest, 2)
    assert float(value) == 44.0
    assert values(gradient[0]) == [12.0, 16.0]
    assert values(gradient[1]["a"][0]) == [4.0, 8.0]
    assert isinstance(gradient[1]["a"], tuple)
    assert float(gradient[2].c) == 22.0


def test_value_and_grad_with_further_results(xp: Any) -> None:
    (value, twice), gradient = aikit.value_and_grad(lambda x: (squares(x), x * 2))(xp.asarray([1.0, 2.0]))
    assert float(value) == 5.0
    assert values(twice) == values(gradient) == [2.0, 4.0]


def test_grad_of_several_arguments(xp: Any) -> None:
    def product(x: Any, y: Any, z: Any) -> Any:
        return x * y * z

    assert float(xp.grad(product)(2.0, 3.0, 5.0)) == 15.0
    assert float(xp.grad(product, -1)(2.0, 3.0, 5.0)) == 6.0
    assert [float(g) for g in xp.grad(product, argnums=(2, 0))(2.0, 3.0, 5.0)] == [6.0, 15.0]
    assert [float(g) for g in xp.grad(product, [1])(2.0, 3.0, 5.0)] == [10.0]


def test_native_arrays(backend: str, xp: Any) -> None:
    x = xp.asarray([1.0, 2.0]).data
    gradient = aikit.grad(squares)(x)
    assert type(gradient) is Array
    assert gradient.backend == backend
    assert values(gradient) == [2.0, 4.0]


def test_gradients_of_gradients(xp: Any) -> None:
    assert float(xp.grad(xp.grad(lambda x: x**3))(2.0)) == 12.0
    assert float(xp.grad(xp.grad(xp.grad(lambda x: x**3)))(2.0)) == 6.0
    # the inner variable is not the outer one, though they have one value
    assert float(xp.grad(lambda x: xp.grad(lambda y: x * y)(x))(2.0)) == 1.0
    assert float(xp.grad(lambda x: xp.grad(lambda y: x * y)(3.0))(2.0)) == 1.0


def test_indexing_and_writing(xp: Any) -> None:
    def func(x: Array) -> Array:
        y = x * 1
        y[0] = 5.0
        return squares(y) + x[1] + aikit.take(x, xp.asarray([0, 0]))[0]

    assert values(aikit.grad(func)(xp.asarray([1.0, 2.0]))) == [1.0, 5.0]


def test_writing_to_an_array_from_outside(xp: Any) -> None:
    y = xp.zeros(2)

    def func(x: Array) -> Array:
        y[0] = 1.0
        return squares(x)

    assert values(aikit.grad(func)(xp.asarray([1.0]))) == [2.0]
    y[1] = 2.0
    assert values(y) == [1.0, 2.0]


def test_stop_gradient(every_xp: Any, xp: Any) -> None:
    x = every_xp.asarray([1, 2])
    y = aikit.stop_gradient(x)
    y[0] = 9
    assert values(x) == [1, 2]
    native = every_xp.asarray([1.0, 2.0]).data
    held = aikit.stop_gradient(native)
    held[0] = 9.0
    assert values(native) == [1.0, 2.0]
    assert float(xp.grad(lambda x: x * aikit.stop_gradient(x))(3.0)) == 3.0
    assert values(aikit.stop_gradient(Container(a=x)).a) == [1, 2]


def test_jacobian(xp: Any) -> None:
    a, b = np.arange(6.0).reshape(3, 2), np.asarray([2.0, -1.0])
    nest = Container(a=xp.asarray(a), b=xp.asarray(b), unused=xp.asarray([[1.0]], dtype="float64"))
    jacobian = aikit.jac(lambda v: aikit.matmul(v.a, v.b))(nest)
    np.testing.assert_array_equal(np.asarray(jacobian.a), np.einsum("ij,k->ijk", np.eye(3), b))
    np.testing.assert_array_equal(np.asarray(jacobian.b), a)
    assert jacobian.unused.shape == (3, 1, 1)
    assert not np.asarray(jacobian.unused).any()
    hessian = aikit.jac(aikit.grad(lambda x: aikit.sum(x**3)))(xp.asarray([1.0, 2.0]))
    assert values(hessian) == [[6.0, 0.0], [0.0, 12.0]]
    assert aikit.jac(lambda x: x[:0])(xp.asarray([1.0, 2.0])).shape == (0, 2)


# ------------------------------------------------------------------------------------------------ errors


DIFFERENTIATE: dict[str, Callable[..., Any]] = {
    "grad": lambda func, x: aikit.grad(func)(x),
    "value_and_grad": lambda func, x: aikit.value_and_grad(func)(x),
    "jac": lambda func, x: aikit.jac(func)(x),
    "execute_with_gradients": lambda func, x: aikit.execute_with_gradients(lambda v: func(v.a), Container(a=x)),
}
differentiate = pytest.mark.parametrize("name", DIFFERENTIATE)


@differentiate
@pytest.mark.parametrize("without", ["numpy", "array_api_strict"])
def test_without_autograd(name: str, without: str) -> None:
    if without != "numpy":
        pytest.importorskip(without)
    x = aikit.get_backend(without).asarray([1.0, 2.0])
    with pytest.raises(aikit.AikitNotImplementedException, match=f"^{name}: the backend '{without}' has no autograd"):
        DIFFERENTIATE[name](squares, x)
    with pytest.raises(NotImplementedError):
        DIFFERENTIATE[name](squares, x)


@differentiate
@pytest.mark.parametrize("dtype", ["int32", "bool", "complex64"])
def test_what_is_not_floating(name: str, dtype: str, xp: Any) -> None:
    place = r"xs\['a'\]" if name == "execute_with_gradients" else r"args\[0\]"
    with pytest.raises(aikit.AikitTypeError, match=f"^{name}: {place} has dtype {dtype}"):
        DIFFERENTIATE[name](squares, xp.ones(2, dtype=dtype))


def test_leaf_of_a_nest_is_named(xp: Any) -> None:
    with pytest.raises(aikit.AikitTypeError, match=r"^grad: args\[1\]\['a'\]\[0\] has dtype int32"):
        aikit.grad(lambda x, y: x, argnums=1)(xp.asarray(1.0), {"a": [xp.asarray(3)]})
    with pytest.raises(aikit.AikitTypeError, match=r"^execute_with_gradients: xs\['a'\]\['b'\]=.* is a object"):
        aikit.execute_with_gradients(squares, Container(a={"b": object()}, c=xp.ones(1)))


@pytest.mark.parametrize("name", [name for name in DIFFERENTIATE if name != "jac"])
def test_loss_that_is_not_0d(name: str, xp: Any) -> None:
    with pytest.raises(aikit.AikitValueError, match=rf"^{name}: func returned an array of shape \(2,\)"):
        DIFFERENTIATE[name](lambda x: x, xp.ones(2))


@differentiate
def test_result_that_is_no_array(name: str, xp: Any) -> None:
    for result in (3.0, "text", None, [1.0]):
        with pytest.raises(aikit.AikitTypeError, match=f"^{name}: func returned"):
            DIFFERENTIATE[name](lambda x, result=result: result, xp.ones(2))
    with pytest.raises(aikit.AikitTypeError, match=f"^{name}: what func returned has dtype int32"):
        DIFFERENTIATE[name](lambda x: aikit.asarray(3), xp.ones(2))


@differentiate
def test_result_of_another_backend(name: str, xp: Any) -> None:
    other = aikit.get_backend("numpy").asarray(1.0)
    with pytest.raises(aikit.AikitBackendException, match=f"^{name}: what func returned=.* is no array of"):
        DIFFERENTIATE[name](lambda x: other, xp.ones(2))


@differentiate
def test_exceptions_of_the_function_pass(name: str, xp: Any) -> None:
    class Mine(Exception):
        pass

    def func(x: Any) -> Any:
        raise Mine

    with pytest.raises(Mine):
        DIFFERENTIATE[name](func, xp.ones(2))
    assert aikit.current_backend_str() == "numpy"


@pytest.mark.parametrize("name", ["grad", "value_and_grad", "jac", "vmap"])
def test_what_cannot_be_called(name: str) -> None:
    with pytest.raises(aikit.AikitTypeError, match=f"^{name}: func=3 is a int, which cannot be called"):
        getattr(aikit, name)(3)


def test_arguments_that_are_not_there(xp: Any) -> None:
    with pytest.raises(aikit.AikitIndexError, match=r"^grad: there is no argument 1"):
        aikit.grad(squares, argnums=1)(xp.ones(2))
    with pytest.raises(aikit.AikitIndexError, match=r"^value_and_grad: there is no argument 0"):
        aikit.value_and_grad(squares)()
    with pytest.raises(aikit.AikitValueError, match="names an argument twice"):
        aikit.grad(squares, argnums=(0, -1))(xp.ones(2))


def test_two_backends(backend: str, xp: Any) -> None:
    one, two = xp.ones(2), aikit.get_backend("numpy").ones(2)
    with pytest.raises(aikit.AikitBackendException, match=r"args\[0\] is an array of .* and args\[1\] one of"):
        aikit.grad(lambda x, y: squares(x))(one, two)
    with pytest.raises(aikit.AikitBackendException, match="bound to 'numpy'"):
        aikit.get_backend("numpy").grad(squares)(one)
    with pytest.raises(aikit.AikitBackendException, match="bound to 'numpy'"):
        aikit.get_backend("numpy").execute_with_gradients(squares, Container(a=one))


# ------------------------------------------------------------------------------------------------ traces


def train(xs: Container, data: Array) -> tuple[Any, ...]:
    """A step of training, whose loss is ``sum((w * data + b) ** 2)``."""
    y, gradients, w = aikit.execute_with_gradients(lambda v: (squares(v.w * data + v.b), v.w), xs)
    return y, aikit.gradient_descent_update(xs, gradients, 0.5), w


TRACERS: dict[str, Callable[..., Any]] = {
    "torch": lambda f: __import__("torch").compile(f, backend="eager", fullgraph=True),
    "jax": lambda f: __import__("jax").jit(f),
    "tensorflow": lambda f: __import__("tensorflow").function(f),
}


def test_traced_training(backend: str, xp: Any) -> None:
    xs = Container(w=xp.asarray([1.0, 2.0]), b=xp.asarray(3.0))
    for _ in range(2):
        y, new, w = TRACERS[backend](train)(xs, xp.asarray([1.0, 2.0]))
        assert float(y) == 65.0
        assert values(new.w) == [-3.0, -12.0]
        assert values(new.b) == -8.0
        assert values(w) == [1.0, 2.0]


def test_traced_constants(backend: str, xp: Any) -> None:
    """What is made of host data within two gradients is a constant to both."""

    def slope(x: Array) -> Array:
        return aikit.grad(lambda x: aikit.sum(x**3 * xp.asarray([1.0, 2.0])))(x)[1]

    assert values(TRACERS[backend](aikit.grad(slope))(xp.asarray([1.0, 2.0]))) == [0.0, 24.0]


def test_traced_adam(backend: str, xp: Any) -> None:
    w = xp.asarray([1.0, 2.0])
    step = TRACERS[backend](lambda w, step: aikit.adam_update(w, w, 0.1, w * 0, w * 0, step)[0])
    np.testing.assert_allclose(np.asarray(step(w, xp.asarray(1))), [0.9, 1.9], rtol=1e-5)


def test_traced_transformations(backend: str, xp: Any) -> None:
    x, factors = xp.asarray([1.0, 2.0]), xp.asarray([2.0, 1.0])
    assert values(TRACERS[backend](aikit.jac(lambda x: x**2))(x)) == [[2.0, 0.0], [0.0, 4.0]]
    assert values(TRACERS[backend](aikit.vmap(lambda x: x * factors))(x)) == [[2.0, 1.0], [4.0, 2.0]]
    assert values(TRACERS[backend](aikit.grad(squares))(x)) == [2.0, 4.0]


# ------------------------------------------------------------------------------------------------ vmap


def test_vmap(every_xp: Any) -> None:
    xp = every_xp
    x = xp.asarray([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    assert values(aikit.vmap(aikit.sum)(x)) == [6.0, 15.0]
    assert values(xp.vmap(aikit.sum, in_axes=1)(x.data)) == [5.0, 7.0, 9.0]
    assert values(aikit.vmap(lambda x, y: x * y, in_axes=(-1, None))(x, 2.0)) == [[2.0, 8.0], [4.0, 10.0], [6.0, 12.0]]
    assert values(aikit.vmap(lambda x: x * 2, out_axes=1)(x)) == [[2.0, 8.0], [4.0, 10.0], [6.0, 12.0]]
    first, second = aikit.vmap(lambda x: (x, 2.0), out_axes=(-1, 0))(x)
    assert values(first) == [[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]
    assert values(second) == [2.0, 2.0]
    assert values(aikit.vmap(lambda n: n["a"])({"a": xp.asarray([1, 2])})) == [1, 2]


def test_vmap_of_nests(every_xp: Any) -> None:
    nest = {"a": every_xp.asarray([[1.0, 2.0], [3.0, 4.0]]), "c": Container(b=every_xp.asarray([10.0, 20.0]))}
    result = aikit.vmap(lambda n: {"sum": aikit.sum(n["a"]) + n["c"].b, "c": n["c"]})(nest)
    assert values(result["sum"]) == [13.0, 27.0]
    assert type(result["c"]) is Container
    assert values(result["c"].b) == [10.0, 20.0]


def test_vmap_of_grad(xp: Any) -> None:
    assert values(aikit.vmap(aikit.grad(squares))(xp.asarray([[1.0, 2.0], [3.0, 4.0]]))) == [[2.0, 4.0], [6.0, 8.0]]
    assert values(xp.grad(lambda x: aikit.sum(aikit.vmap(squares)(x)))(xp.asarray([[1.0], [3.0]]))) == [[2.0], [6.0]]


def test_bad_axes_of_vmap(every_xp: Any) -> None:
    x, y = every_xp.ones((2, 3)), every_xp.ones((3, 2))
    with pytest.raises(aikit.AikitAxisError, match=r"args\[0\] has shape \(2, 3\), and so no axis 2"):
        aikit.vmap(aikit.sum, in_axes=2)(x)
    with pytest.raises(aikit.AikitValueError, match=r"one length of at least 1; got args\[0\]: 2, args\[1\]: 3"):
        aikit.vmap(aikit.add)(x, y)
    with pytest.raises(aikit.AikitValueError, match="one length of at least 1; got none"):
        aikit.vmap(aikit.add, in_axes=None)(x, y)
    with pytest.raises(aikit.AikitValueError, match="at least 1"):
        aikit.vmap(aikit.sum)(every_xp.ones((0, 2)))
    for in_axes in ((0,), (0, 0, 0), "text", (0, 1.5)):
        with pytest.raises(aikit.AikitValueError, match=r"^vmap: in_axes has .* one for each of the arguments"):
            aikit.vmap(aikit.add, in_axes=in_axes)(x, y)
    with pytest.raises(aikit.AikitValueError, match=r"^vmap: out_axes has .* one for each of the results"):
        aikit.vmap(aikit.abs, out_axes=(0, 1))(x)
    with pytest.raises(aikit.AikitAxisError):
        aikit.vmap(aikit.abs, out_axes=7)(x)


# ------------------------------------------------------------------------------------------------ optimizers


RNG = np.random.default_rng(0)
W, G, M = (RNG.normal(size=(3, 4)) for _ in range(3))
V = RNG.uniform(0.1, 1.0, size=(3, 4))
LR = 0.125


def arrays(xp: Any, *found: np.ndarray) -> list[Array]:
    return [xp.asarray(x) for x in found]


def close(x: Array, expected: np.ndarray, rtol: float = 1e-12) -> None:
    np.testing.assert_allclose(np.asarray(x), expected, rtol=rtol)


def adam(g: Any, m: Any, v: Any, step: int, b1: float, b2: float, epsilon: float) -> tuple[Any, Any, Any]:
    """Algorithm 1 of Kingma & Ba."""
    m = b1 * m + (1 - b1) * g
    v = b2 * v + (1 - b2) * g**2
    return m / (1 - b1**step) / (np.sqrt(v / (1 - b2**step)) + epsilon), m, v


def test_descent(every_xp: Any) -> None:
    w, g = arrays(every_xp, W, G)
    close(aikit.optimizer_update(w, g, LR), W - LR * G)
    close(aikit.gradient_descent_update(w, g, LR), W - LR * G)
    rates = every_xp.asarray(np.asarray([0.5, 0.25, 2.0, 1.0]))
    close(aikit.gradient_descent_update(w, g, rates), W - np.asarray(rates) * G)
    out = every_xp.zeros((3, 4), dtype="float64")
    assert aikit.gradient_descent_update(w, g, LR, out=out) is out
    close(out, W - LR * G)
    close(w.optimizer_update(g, LR), W - LR * G)


@pytest.mark.parametrize("options", [{}, {"beta1": 0.5, "beta2": 0.75, "epsilon": 0.01}, {"beta1": 0, "beta2": 0.0}])
@pytest.mark.parametrize("step", [1, 7, 1000])
def test_adam(every_xp: Any, options: dict[str, float], step: int) -> None:
    w, g, m, v = arrays(every_xp, W, G, M, V)
    given = {"beta1": 0.9, "beta2": 0.999, "epsilon": 1e-7} | options
    expected = adam(G, M, V, step, *given.values())
    for result, value in zip(aikit.adam_step(g, m, v, step, **options), expected, strict=True):
        close(result, value)
    for at in (step, every_xp.asarray(step), float(step)):
        new, mw, vw = aikit.adam_update(w, g, LR, m, v, at, **options)
        close(new, W - LR * expected[0])
        close(mw, expected[1])
        close(vw, expected[2])


def test_adam_in_narrow_dtypes(every_xp: Any) -> None:
    """The correction of the means keeps its digits: 0.999 is 0.99902 in float16."""
    g, zero = every_xp.asarray([0.5, -2.0], dtype="float16"), every_xp.zeros(2, dtype="float16")
    for step in (1, every_xp.asarray(1)):
        effective, _, _ = aikit.adam_step(g, zero, zero, step)
        assert effective.dtype == "float16"
        close(effective, np.asarray([1.0, -1.0]), rtol=5e-3)


@pytest.mark.parametrize("name", ["adam_update", "lamb_update"])
def test_betas_in_range(every_xp: Any, name: str) -> None:
    w = every_xp.ones(2)
    for beta in (1.0, -0.5, 2):
        with pytest.raises(aikit.AikitValueError, match=rf"beta2={beta} is not in \[0, 1\)"):
            getattr(aikit, name)(w, w, 0.1, w, w, 1, beta2=beta)


@pytest.mark.parametrize("decay", [0, 0.25])
def test_lars(every_xp: Any, decay: float) -> None:
    w, g = arrays(every_xp, W, G)
    norm = np.linalg.norm(W)
    rate = LR * norm / (np.linalg.norm(G) + decay * norm)
    close(aikit.lars_update(w, g, LR, decay_lambda=decay), W - rate * (G + decay * W))
    # zeros say nothing about the scale, so the rate is as given
    zero = every_xp.zeros((3, 4), dtype="float64")
    close(aikit.lars_update(zero, g, LR), -LR * G)
    close(aikit.lars_update(w, zero, LR), W)


@pytest.mark.parametrize(("decay", "greatest"), [(0, 10), (0.25, 10), (0.25, 0.5)])
def test_lamb(every_xp: Any, decay: float, greatest: float) -> None:
    w, g, m, v = arrays(every_xp, W, G, M, V)
    effective, m_expected, v_expected = adam(G, M, V, 3, 0.9, 0.999, 1e-7)
    update = effective + decay * W
    ratio = min(np.linalg.norm(W) / np.linalg.norm(update), greatest)
    new, mw, vw = aikit.lamb_update(w, g, LR, m, v, 3, decay_lambda=decay, max_trust_ratio=greatest)
    close(new, W - LR * ratio * update)
    close(mw, m_expected)
    close(vw, v_expected)
    zero = every_xp.zeros((3, 4), dtype="float64")
    close(aikit.lamb_update(zero, g, LR, m, v, 3)[0], -LR * effective)
    close(aikit.lamb_update(w, zero, LR, zero, zero, 3)[0], W)


def test_optimizers_map_over_containers(every_xp: Any) -> None:
    w, g, m, v = (Container(a=x, b={"c": x[0]}) for x in arrays(every_xp, W, G, M, V))
    new, mw, vw = aikit.adam_update(w, g, LR, m, v, 2)
    expected = [x.a for x in (new, mw, vw)]
    for result, array in zip(expected, aikit.adam_update(w.a, g.a, LR, m.a, v.a, 2), strict=True):
        np.testing.assert_array_equal(np.asarray(result), np.asarray(array))
    assert new.b.c.shape == (4,)
    close(w.lars_update(g, Container(a=LR, b=2 * LR)).a, np.asarray(aikit.lars_update(w.a, g.a, LR)))


@pytest.mark.parametrize("stop", [False, True])
def test_stop_gradients(xp: Any, stop: bool) -> None:
    zero = xp.zeros(2, dtype="float64")
    w, g = xp.asarray(np.asarray([3.0, 4.0])), xp.asarray(np.asarray([0.0, 1.0]))
    for update in (
        lambda w: aikit.optimizer_update(w, g, LR, stop_gradients=stop),
        lambda w: aikit.gradient_descent_update(w, g, LR, stop_gradients=stop),
        lambda w: aikit.lars_update(w, g, LR, stop_gradients=stop),
        lambda w: aikit.adam_update(w, g, LR, zero, zero, 1, stop_gradients=stop)[0],
        lambda w: aikit.lamb_update(w, g, LR, zero, zero, 1, stop_gradients=stop)[0],
    ):
        gradient = np.asarray(aikit.grad(lambda w, update=update: aikit.sum(update(w)))(w))
        assert (gradient == 0).all() if stop else (gradient != 0).all()
    # the rule for zero norms has a gradient, too
    gradient = aikit.grad(lambda w: aikit.sum(aikit.lars_update(w, zero, LR, stop_gradients=False)))(w)
    assert values(gradient) == [1.0, 1.0]


def test_a_keyword_names_the_backend(xp: Any) -> None:
    """Beside what is no array of any of the frameworks, with none set; those that have no gradients are not asked for any."""
    given = xp.asarray([1.0, 2.0])
    mapped = aikit.vmap(lambda x, *, y: x * y)(np.asarray([[3.0, 4.0]], np.float32), y=given)
    assert aikit.current_backend(mapped).name == aikit.current_backend(given).name
    assert aikit.to_list(mapped) == [[3.0, 8.0]]
    assert float(aikit.grad(lambda x, *, y: aikit.sum(x * y))(2.0, y=given)) == 3.0
