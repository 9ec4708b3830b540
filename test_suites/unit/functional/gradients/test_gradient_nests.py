"""Nests of variables that hold other things beside, results in nests, axes in nests, and keywords."""

from typing import Any

import numpy as np
import pytest

import aikit
from aikit import Container
from aikit.exceptions import AikitAxisError, AikitTypeError, AikitValueError

BACKENDS = ["torch", "jax", "tensorflow"]


@pytest.fixture(params=BACKENDS)
def xp(request: pytest.FixtureRequest) -> Any:
    with aikit.use_backend(request.param):
        yield aikit.get_backend(request.param)


CONSTANTS = {
    "count": 3,
    "flag": True,
    "name": "relu",
    "nothing": None,
    "number": np.int64(2),
    "of_numpy": np.bool_(True),
}


def loss(v: Any, factor: float = 1.0) -> Any:
    assert {key: v[key] for key in CONSTANTS} == CONSTANTS
    return aikit.sum(v["w"] ** v["count"]) * factor


def test_constants_have_no_gradient(xp: Any) -> None:
    weights = Container(w=xp.asarray([1.0, 2.0]), **CONSTANTS)
    for gradients in (
        aikit.grad(loss)(weights),
        aikit.value_and_grad(loss)(weights)[1],
        aikit.execute_with_gradients(loss, weights)[1],
        aikit.grad(lambda *args: loss(args[1]), argnums=[1])(0.0, weights)[0],
    ):
        assert type(gradients) is Container
        assert aikit.to_list(gradients["w"]) == [3.0, 12.0]
        assert {key: gradients[key] for key in CONSTANTS} == dict.fromkeys(CONSTANTS)


def test_new_arrays_within_are_of_the_backend_of_the_variables(xp: Any) -> None:
    native = xp.asarray([1.0, 2.0]).data
    with aikit.use_backend("numpy"):
        aikit.ones(2)  # of which nothing may be kept for the next call
        found = aikit.grad(lambda v: aikit.sum(v * aikit.ones(2)))(aikit.to_aikit(native))
    assert found.backend == aikit.current_backend().name and aikit.to_list(found) == [1.0, 1.0]


def test_nests_of_python(xp: Any) -> None:
    gradients = aikit.grad(lambda v: v[0] * v[1] + v[2][1])([xp.asarray(2.0), 3, ("text", xp.asarray(1.0))])
    assert float(gradients[0]) == 3.0
    assert gradients[1] is None
    assert gradients[2][0] is None
    assert float(gradients[2][1]) == 1.0


def test_nothing_but_constants(xp: Any) -> None:
    assert aikit.grad(lambda v: xp.asarray(1.0))({"a": 1, "b": None}) == {"a": None, "b": None}
    assert aikit.jac(lambda v: xp.asarray([1.0]))([2]) == [None]


def test_what_is_still_refused(xp: Any) -> None:
    with pytest.raises(AikitTypeError, match="has dtype int32"):
        aikit.grad(lambda x: x)(2)
    with pytest.raises(AikitTypeError, match="has dtype int32"):
        aikit.grad(lambda v: v[0])([xp.asarray(1.0), xp.asarray(3, dtype="int32")])


def test_optimizers_leave_constants_alone(xp: Any) -> None:
    weights = Container(w=xp.asarray([1.0, 2.0]), deep={"w": xp.asarray(4.0)}, **CONSTANTS)
    gradients = aikit.grad(lambda v: aikit.sum(v.w) * v.deep.w)(weights)
    means = gradients.cont_map(lambda x, chain: None if x is None else aikit.zeros_like(x))
    steps = [
        aikit.optimizer_update(weights, gradients, 0.5),
        aikit.gradient_descent_update(weights, gradients, 0.5),
        weights.gradient_descent_update(gradients, 0.5),
        xp.gradient_descent_update(weights, gradients, 0.5),
        aikit.lars_update(weights, gradients, 0.5),
        aikit.adam_update(weights, gradients, 0.5, means, means, 1)[0],
        aikit.lamb_update(weights, gradients, 0.5, means, means, 1)[0],
    ]
    for new in steps:
        assert {key: new[key] for key in CONSTANTS} == CONSTANTS
        assert (np.asarray(new.w) < [1.0, 2.0]).all()
        assert float(new.deep.w) < 4
    effective, mw, vw = aikit.adam_step(gradients, means, means, 1)
    assert effective.count is None
    assert mw.name is None
    assert vw.flag is None
    assert effective.w.shape == (2,)


def test_weight_without_gradient_by_itself(xp: Any) -> None:
    with pytest.raises(AikitTypeError):
        aikit.gradient_descent_update(xp.asarray(1.0), None, 0.5)


# ------------------------------------------------------------------------------------------------ results in nests


def test_jacobian_of_several_results(xp: Any) -> None:
    x = xp.asarray([1.0, 2.0])
    found = aikit.jac(lambda x: (x * x, aikit.sum(x), {"last": x[-1:]}))(x)
    assert type(found) is tuple
    assert aikit.to_list(found[0]) == [[2.0, 0.0], [0.0, 4.0]]
    assert aikit.to_list(found[1]) == [1.0, 1.0]
    assert aikit.to_list(found[2]["last"]) == [[0.0, 1.0]]


def test_jacobian_of_several_results_and_variables(xp: Any) -> None:
    found = aikit.jac(lambda v: (v.a * v.b, [v.a]))(Container(a=xp.asarray([1.0, 2.0]), b=xp.asarray(3.0), n=1))
    assert type(found[0]) is Container
    assert aikit.to_list(found[0].a) == [[3.0, 0.0], [0.0, 3.0]]
    assert aikit.to_list(found[0].b) == [1.0, 2.0]
    assert found[0].n is None
    assert aikit.to_list(found[1][0].b) == [0.0, 0.0]


def test_jacobian_of_what_is_no_array(xp: Any) -> None:
    with pytest.raises(AikitTypeError, match=r"^jac: func returned"):
        aikit.jac(lambda x: (x, "text"))(xp.asarray([1.0]))
    with pytest.raises(AikitTypeError, match="dtype int32"):
        aikit.jac(lambda x: (x, xp.asarray([1], dtype="int32")))(xp.asarray([1.0]))


# ------------------------------------------------------------------------------------------------ keywords


def test_keywords(xp: Any) -> None:
    def func(x: Any, /, *, k: Any) -> Any:
        return aikit.sum(x * x) * k

    x = xp.asarray([1.0, 2.0])
    assert aikit.to_list(aikit.grad(func)(x, k=3)) == [6.0, 12.0]
    assert aikit.to_list(aikit.grad(func)(x, k=xp.asarray(3.0))) == [6.0, 12.0]
    assert float(aikit.value_and_grad(func)(x, k=3)[0]) == 15.0
    assert aikit.to_list(aikit.jac(func)(x, k=3)) == [6.0, 12.0]
    assert aikit.to_list(aikit.vmap(func)(xp.asarray([[1.0, 2.0], [0.0, 1.0]]), k=xp.asarray(2.0))) == [10.0, 2.0]
    assert aikit.to_list(aikit.grad(aikit.grad(func))(xp.asarray(1.0), k=3)) == 6.0


def test_array_of_another_backend_among_keywords(xp: Any) -> None:
    with pytest.raises(aikit.AikitBackendException):
        other = "numpy" if xp.asarray(1.0).backend != "numpy" else "torch"
        aikit.grad(lambda x, k: x * k)(xp.asarray(1.0), k=aikit.get_backend(other).asarray(2.0))


# ------------------------------------------------------------------------------------------------ axes in nests


@pytest.fixture(params=["numpy", *BACKENDS])
def every_xp(request: pytest.FixtureRequest) -> Any:
    return aikit.get_backend(request.param)


def test_axes_of_a_nest(every_xp: Any) -> None:
    x, y = every_xp.ones((2, 3)), every_xp.asarray([1.0, 2.0, 3.0])
    rows = aikit.vmap(lambda v: v["x"] * v["y"], in_axes=({"x": 0, "y": None},))({"x": x, "y": y})
    assert aikit.to_list(rows) == [[1.0, 2.0, 3.0]] * 2
    columns = aikit.vmap(lambda v, n: aikit.sum(v.x) * v.y * n, in_axes=(Container(x=1, y=0), None))
    assert aikit.to_list(columns(Container(x=x, y=y), 2)) == [4.0, 8.0, 12.0]
    deep = aikit.vmap(lambda v: aikit.sum(v[0][0] * v[1]), in_axes=([(0, None), None],))([(x, "kept"), y])
    assert aikit.to_list(deep) == [6.0, 6.0]
    several = aikit.vmap(lambda v: aikit.sum(v[0][0] * v[1]), in_axes=([(0, 0), None],))([(x, x), y])
    assert aikit.to_list(several) == [6.0, 6.0]


def test_axes_of_results_in_a_nest(every_xp: Any) -> None:
    x = every_xp.ones((2, 3))
    found = aikit.vmap(lambda x: {"a": x, "b": (x, aikit.sum(x))}, out_axes={"a": 1, "b": (0, 0)})(x)
    assert [found["a"].shape, found["b"][0].shape, found["b"][1].shape] == [(3, 2), (2, 3), (2,)]
    assert aikit.vmap(lambda x: Container(a=x, b=x), out_axes=Container(a=-1, b=0))(x).a.shape == (3, 2)
    pair = aikit.vmap(lambda x: (x, [x, x]), out_axes=(0, 1))(x)
    assert [pair[0].shape, pair[1][0].shape, pair[1][1].shape] == [(2, 3), (3, 2), (3, 2)]


@pytest.mark.parametrize(
    "axes", [({"x": 0},), ({"x": 0, "z": 0},), ([0, 0],), ({"x": 0, "y": "0"},), ({"x": {}, "y": 0},)]
)
def test_axes_that_do_not_fit_the_nest(every_xp: Any, axes: Any) -> None:
    x = every_xp.ones((2, 3))
    with pytest.raises(AikitValueError, match=r"^vmap: in_axes has .* one for each of the arguments"):
        aikit.vmap(lambda v: v["x"], in_axes=axes)({"x": x, "y": x})


def test_axes_of_results_that_do_not_fit(every_xp: Any) -> None:
    x = every_xp.ones((2, 3))
    for out_axes in ({"a": 0}, (0, 0, 0), (0, None), (0, [0])):
        with pytest.raises(AikitValueError, match=r"^vmap: out_axes"):
            aikit.vmap(lambda x: (x, x), out_axes=out_axes)(x)
    with pytest.raises(AikitAxisError):
        aikit.vmap(lambda v: v[0], in_axes=([0, 5],))([x, x])
