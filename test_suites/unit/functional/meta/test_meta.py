"""The steps of meta-learning, against the closed form of a problem whose costs are quadratic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers.frameworks import require

import aikit
from aikit import Array, Container

NAMES = ("maml_step", "fomaml_step", "reptile_step")
every_step = pytest.mark.parametrize("name", NAMES)
with_outer_cost = pytest.mark.parametrize("name", NAMES[:2])


@pytest.fixture(params=("torch", "jax", "tensorflow"))
def backend(request: pytest.FixtureRequest) -> str:
    """The name of each backend that has autograd."""
    return require(request.param)


# ------------------------------------------------------------------------------------------------ the problem

RNG = np.random.default_rng(0)
TASKS, LR = 3, 0.125
V = RNG.normal(size=3)  # of which the first two are `w`, and the third is `deep/b`
T = RNG.normal(size=(TASKS, 3))
SCALE = RNG.uniform(0.5, 1.5, size=TASKS)
_ROOTS = RNG.normal(size=(2, 3, 3))
H_INNER, H_OUTER = _ROOTS @ _ROOTS.transpose(0, 2, 1)  # they couple all variables
W, B = np.asarray([1.0, 1.0, 0.0]), np.asarray([0.0, 0.0, 1.0])
ALL = W + B


def reference(
    name: str, steps: int, *, inner: Any = ALL, outer: Any = ALL, average: bool = False, lr: Any = LR, v: Any = V
) -> tuple[Any, Any, Any]:
    """The cost, the gradients, and the adapted variables of each task.

    The costs are ``scale * u @ H @ u / 2 - t @ u``, so that a step of the inner loop is an affine function of the variables,
    of the matrix ``I - lr * diag(inner) @ (scale * H)``.
    """
    costs, gradients, adapted = [], [], []
    for t, scale in zip(T, SCALE, strict=True):
        matrix = np.eye(3) - np.diag(lr * inner) @ H_INNER * scale
        u, jacobian, every = v, np.eye(3), []
        for _ in range(steps):
            u, jacobian = matrix @ u + lr * inner * t, matrix @ jacobian
            every.append((u, jacobian))
        h = scale * (H_INNER if name == "reptile_step" else H_OUTER)
        counted = every if average else every[-1:]
        costs.append(np.mean([u @ h @ u / 2 - t @ u for u, _ in counted]))
        slopes = [(jacobian if name == "maml_step" else np.eye(3)).T @ (h @ u - t) for u, jacobian in counted]
        gradients.append((v - u) / lr if name == "reptile_step" else np.mean(slopes, axis=0))
        adapted.append(u)
    return np.mean(costs), outer * np.mean(gradients, axis=0), adapted


def quadratic(key: str) -> Callable[[Container, Container], Array]:
    def cost(batch: Container, v: Container) -> Array:
        u, more = flat(v), batch.more
        return more.scale[0] * aikit.vecdot(u, aikit.matmul(more[key][0], u)) / 2 - aikit.vecdot(batch.t[0], u)

    return cost


inner_cost, outer_cost = quadratic("inner"), quadratic("outer")


def flat(v: Container) -> Array:
    return aikit.concat([v.w, aikit.reshape(v.deep.b, (1,))])


def variables(xp: Any, dtype: str = "float64") -> Container:
    return Container(w=xp.asarray(V[:2], dtype=dtype), deep={"b": xp.asarray(V[2], dtype=dtype)})


def tasks(xp: Any, dtype: str = "float64") -> Container:
    more = {"scale": SCALE, "inner": np.stack([H_INNER] * TASKS), "outer": np.stack([H_OUTER] * TASKS)}
    return Container(t=T, more=more).cont_map(lambda x, chain: xp.asarray(x, dtype=dtype))


def step(name: str, batch: Any, v: Any, steps: int = 2, lr: Any = LR, /, **options: Any) -> Any:
    """A step with the costs of the problem."""
    costs = [inner_cost] if name == "reptile_step" else [inner_cost, outer_cost]
    return getattr(aikit, name)(batch, *costs, v, steps, lr, **options)


def close(x: Any, expected: Any, rtol: float = 1e-10) -> None:
    np.testing.assert_allclose(np.asarray(x), expected, rtol=rtol, atol=rtol)


def is_close(result: Any, expected: Any, rtol: float = 1e-10) -> None:
    cost, gradients, *_ = result
    assert type(cost) is Array
    assert cost.shape == ()
    assert type(gradients) is Container
    close(cost, expected[0], rtol)
    close(flat(gradients), expected[1], rtol)


# ------------------------------------------------------------------------------------------------ values


@every_step
@pytest.mark.parametrize("steps", [1, 2, 5])
def test_closed_form(name: str, steps: int, backend: str, xp: Any) -> None:
    v = variables(xp)
    result = step(name, tasks(xp), v, steps)
    is_close(result, reference(name, steps))
    assert len(result) == 2
    assert result[0].backend == result[1].w.backend == backend
    assert list(result[1]) == ["w", "deep"]
    close(flat(v), V)


@with_outer_cost
def test_average_across_steps(name: str, xp: Any) -> None:
    result = step(name, tasks(xp), variables(xp), 3, average_across_steps=True)
    is_close(result, reference(name, 3, average=True))


@with_outer_cost
def test_inner_cost_in_place_of_the_outer_one(name: str, xp: Any) -> None:
    function = getattr(aikit, name)
    one = function(tasks(xp), inner_cost, None, variables(xp), 2, LR)
    two = function(tasks(xp), inner_cost, inner_cost, variables(xp), 2, LR)
    is_close(one, (two[0], flat(two[1])))


def test_reptile_sums_the_gradients_of_the_inner_loop(xp: Any) -> None:
    """Nichol, Achiam & Schulman, section 5.1."""
    total, v = np.zeros(3), variables(xp)
    for place in range(TASKS):
        u = v
        for _ in range(4):
            _, gradients = aikit.execute_with_gradients(
                lambda x, place=place: inner_cost(tasks(xp)[place : place + 1], x), u
            )
            total += np.asarray(flat(gradients)) / TASKS
            u = u - LR * gradients
    close(flat(step("reptile_step", tasks(xp), v, 4)[1]), total)


@every_step
@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
def test_dtypes(name: str, dtype: str, xp: Any) -> None:
    cost, gradients = step(name, tasks(xp, dtype), variables(xp, dtype))
    assert (cost.dtype, gradients.w.dtype, gradients.deep.b.dtype) == (dtype, dtype, dtype)
    # the costs are of the size of 1 to 10, and Reptile divides a rounding of the variables by the learning rate
    rtol = {"float32": 1e-5, "float16": 3e-2, "bfloat16": 3e-1}[dtype]
    is_close((aikit.astype(cost, "float64"), aikit.astype(gradients, "float64")), reference(name, 2), rtol)


@every_step
def test_scalars_and_native_arrays(name: str, backend: str, xp: Any) -> None:
    """What is no Array becomes one of the backend of the arrays beside it, and the functions see Arrays."""
    v = variables(xp)
    batch = tasks(xp).cont_set_at_key_chain("t", T)
    batch.more.scale = batch.more.scale.data
    native = Container(w=v.w.data, deep={"b": float(V[2])})
    seen = []

    def cost(batch: Container, v: Container) -> Array:
        seen.append({(type(x), x.backend) for x in (batch.t, batch.more.scale, v.w, v.deep.b)})
        return inner_cost(batch, Container(w=v.w, deep={"b": aikit.astype(v.deep.b, "float64")}))

    costs = [cost] if name == "reptile_step" else [cost, None]
    result = getattr(aikit, name)(batch, *costs, native, 2, LR)
    assert all(kinds == {(Array, backend)} for kinds in seen)
    expected = getattr(aikit, name)(tasks(xp), *[inner_cost, None][: len(costs)], v, 2, LR)
    assert result[1].deep.b.dtype == "float32"
    close(result[0], expected[0], 1e-5)
    close(aikit.astype(result[1].deep.b, "float64"), expected[1].deep.b, 1e-5)


@every_step
def test_bound_namespace(name: str, xp: Any) -> None:
    costs = [None] if name == "reptile_step" else [None, None]
    costs[0] = lambda batch, v: (v.w - batch.t[0]) ** 2 / 2
    _, gradients = getattr(xp, name)(Container(t=np.asarray([1.0, 3.0])), *costs, Container(w=0.0), 1, 0.5)
    assert float(gradients.w) == {"maml_step": -0.5, "fomaml_step": -1.0, "reptile_step": -2.0}[name]


# ------------------------------------------------------------------------------------------------ subsets


@with_outer_cost
@pytest.mark.parametrize(
    ("key_chains", "keep", "chosen"),
    [
        ("w", True, W),
        (["w"], False, B),
        ("deep", True, B),
        (["deep/b"], False, W),
        (Container(deep={"b": None}), True, B),
        (Container(deep=None, w=None), True, ALL),
        ([], False, ALL),
        (None, True, ALL),
        (None, False, ALL),
    ],
)
def test_inner_and_outer_variables(name: str, key_chains: Any, keep: bool, chosen: Any, xp: Any) -> None:
    keys = ["w"] * bool(chosen[0]) + ["deep"] * bool(chosen[2])
    result = step(name, tasks(xp), variables(xp), 3, inner_v=key_chains, keep_inner_v=keep, return_inner_v="first")
    expected = reference(name, 3, inner=chosen)
    is_close(result, expected)
    assert list(result[2]) == keys
    for key, value in (("w", expected[2][0][:2]), ("deep/b", expected[2][0][2])):
        if key in result[2]:
            close(result[2][key], value)

    cost, gradients = step(name, tasks(xp), variables(xp), 3, outer_v=key_chains, keep_outer_v=keep)
    expected = reference(name, 3, outer=chosen)
    close(cost, expected[0])
    assert list(gradients) == keys
    is_close((cost, variables(xp).cont_map(lambda x, chain: gradients.get(chain, x * 0))), expected)


@with_outer_cost
def test_inner_variables_that_are_no_outer_ones(name: str, xp: Any) -> None:
    """The gradients with respect to `b` go through the inner steps of `w`."""
    _, gradients = step(name, tasks(xp), variables(xp), 3, inner_v="w", outer_v="w", keep_outer_v=False)
    assert list(gradients) == ["deep"]
    close(gradients.deep.b, reference(name, 3, inner=W)[1][2])


@with_outer_cost
def test_variables_that_are_not_differentiated(name: str, xp: Any) -> None:
    v = variables(xp)
    v.count = xp.asarray(7)
    seen = []

    def cost(batch: Container, v: Container) -> Array:
        seen.append(v.count)
        return inner_cost(batch, v)

    only = {"inner_v": ["w", "deep"], "outer_v": "count", "keep_outer_v": False}
    _, gradients = getattr(aikit, name)(tasks(xp), cost, outer_cost, v, 2, LR, **only)
    close(flat(gradients), reference(name, 2)[1])
    assert [int(count) for count in seen] == [7] * (2 * TASKS)
    with pytest.raises(aikit.AikitTypeError, match=rf"^{name}: variables\['count'\] has dtype int32"):
        step(name, tasks(xp), v)


# ------------------------------------------------------------------------------------------------ batches


@with_outer_cost
def test_batch_functions(name: str, xp: Any) -> None:
    calls = []
    batch = Container(support=tasks(xp), query=tasks(xp)[::-1])

    def support(batch: Container) -> Container:
        calls.append(batch.support.t.shape)
        return batch.support

    def query(batch: Container) -> list[Container]:
        calls.append(batch.query.t.shape)
        return [batch.query]

    def cost_of_query(batches: list[Container], v: Container) -> Array:
        return outer_cost(batches[0], v)

    result = getattr(aikit, name)(
        batch, inner_cost, cost_of_query, variables(xp), 3, LR, inner_batch_fn=support, outer_batch_fn=query
    )
    assert calls == [(1, 3)] * (2 * TASKS)
    # every pair of a task and of the reversed one is learned from a batch of one task each
    pairs = [
        getattr(aikit, name)(
            tasks(xp)[place : place + 1],
            inner_cost,
            lambda batch, v, place=place: outer_cost(tasks(xp)[TASKS - 1 - place :], v),
            variables(xp),
            3,
            LR,
        )
        for place in range(TASKS)
    ]
    is_close(result, (np.mean([float(p[0]) for p in pairs]), np.mean([flat(p[1]) for p in pairs], axis=0)))
    same = step(name, tasks(xp), variables(xp), outer_batch_fn=lambda batch: batch)
    is_close(same, reference(name, 2))


@every_step
def test_number_of_tasks(name: str, xp: Any) -> None:
    first = step(name, tasks(xp)[:2], variables(xp))
    some = step(name, tasks(xp), variables(xp), num_tasks=2, return_inner_v=True)
    is_close(some, (first[0], flat(first[1])))
    assert len(some[2]) == 2


@every_step
def test_batch_that_all_tasks_see(name: str, xp: Any) -> None:
    batch = tasks(xp)
    batch.text, batch.mark = "kept", xp.zeros(1)
    seen: list[Any] = []

    def cost(batch: Container, v: Container) -> Array:
        seen.append((batch.text, float(batch.mark[0]), batch.t.shape))
        batch.text, batch.mark[0] = "changed", 1.0
        return inner_cost(batch, v)

    costs = [cost] if name == "reptile_step" else [cost, inner_cost]
    one = getattr(aikit, name)(batch, *costs, variables(xp), 1, LR, batched=False)
    expected = [inner_cost] if name == "reptile_step" else [inner_cost, inner_cost]
    is_close(one, (lambda r: (r[0], flat(r[1])))(getattr(aikit, name)(tasks(xp)[:1], *expected, variables(xp), 1, LR)))
    assert seen[0] == ("kept", 0.0, (TASKS, 3))
    seen.clear()
    two = getattr(aikit, name)(batch, *costs, variables(xp), 1, LR, batched=False, num_tasks=2)
    is_close(two, (one[0], flat(one[1])))
    assert [(text, mark) for text, mark, _ in seen].count(("kept", 0.0)) == 2
    assert (batch.text, float(batch.mark[0])) == ("kept", 0.0)


@every_step
def test_tasks_without_a_batch(name: str, xp: Any) -> None:
    costs = [lambda batch, v: inner_cost(tasks(xp), v)] * (1 if name == "reptile_step" else 2)
    one = getattr(aikit, name)(Container(), *costs, variables(xp), 2, LR, num_tasks=3)
    two = getattr(aikit, name)(Container(), *costs, variables(xp), 2, LR, batched=False)
    is_close(one, (two[0], flat(two[1])))


# ------------------------------------------------------------------------------------------------ what is returned


@every_step
def test_adapted_variables(name: str, xp: Any) -> None:
    adapted = reference(name, 2)[2]
    for asked in (True, "all"):
        *_, found = step(name, tasks(xp), variables(xp), return_inner_v=asked)
        assert type(found) is list
        for one, expected in zip(found, adapted, strict=True):
            close(flat(one), expected)
    *_, first = step(name, tasks(xp), variables(xp), return_inner_v="first")
    assert type(first) is Container
    close(flat(first), adapted[0])


@every_step
@pytest.mark.parametrize("stop", [False, True])
def test_stop_gradients(name: str, stop: bool, xp: Any) -> None:
    """Each result is a function of the variables, whose gradient is held against differences of the closed form."""

    def results(v: Container) -> list[Array]:
        cost, gradients, first = step(name, tasks(xp), v, return_inner_v="first", stop_gradients=stop)
        return [cost, *(aikit.sum(flat(x) * xp.asarray(ALL + W)) for x in (gradients, first))]

    def expected(v: Any) -> Any:
        cost, gradients, adapted = reference(name, 2, v=v)
        return np.asarray([cost, gradients @ (ALL + W), adapted[0] @ (ALL + W)])

    # quadratic at most, so central differences are exact
    slopes = [(expected(V + one) - expected(V - one)) / 2 for one in np.eye(3)]
    for place in range(3):
        gradients = aikit.grad(lambda v, place=place: results(v)[place])(variables(xp))
        close(flat(gradients), np.zeros(3) if stop else np.asarray(slopes)[:, place], 1e-9)


def test_maml_calls_autograd_once_around_the_inner_loop(backend: str, xp: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    module = aikit.current_backend(xp.zeros(1))
    original, depths, depth = module.execute_with_gradients, [], 0

    def counted(*args: Any) -> Any:
        nonlocal depth
        depths.append((depth, len(args[1])))
        depth += 1
        try:
            return original(*args)
        finally:
            depth -= 1

    monkeypatch.setattr(module, "execute_with_gradients", counted)
    step("maml_step", tasks(xp), variables(xp), 2)
    assert depths == [(0, 2), (1, 2), (1, 2)] * TASKS
    depths.clear()
    step("fomaml_step", tasks(xp), variables(xp), 2)
    assert depths == [(0, 2)] * (3 * TASKS)


# ------------------------------------------------------------------------------------------------ inner steps


@every_step
def test_learning_rates(name: str, xp: Any) -> None:
    rates = Container(w=xp.asarray([0.125, 0.25], dtype="float64"), deep=0.0625)
    expected = reference(name, 2, lr=np.asarray([0.125, 0.25, 0.0625]))
    is_close(step(name, tasks(xp), variables(xp), 2, rates), expected)
    is_close(step(name, tasks(xp), variables(xp), 2, xp.asarray(LR, dtype="float64")), reference(name, 2))


@with_outer_cost
def test_gradient_with_respect_to_the_learning_rate(name: str, xp: Any) -> None:
    def cost(rate: Array) -> Array:
        return step(name, tasks(xp), variables(xp), 2, rate, stop_gradients=False)[0]

    d = 1e-6
    expected = (reference(name, 2, lr=LR + d)[0] - reference(name, 2, lr=LR - d)[0]) / (2 * d)
    close(aikit.grad(cost)(xp.asarray(LR, dtype="float64")), expected, 1e-7)


@every_step
def test_optimization_step_of_the_caller(name: str, xp: Any) -> None:
    stops = []

    def half(v: Container, gradients: Container, rate: float, *, stop_gradients: bool) -> Container:
        stops.append(stop_gradients)
        return v - gradients * (rate / 2)

    result = step(name, tasks(xp), variables(xp), 3, 2 * LR, inner_optimization_step=half)
    cost, gradients, _ = reference(name, 3)
    # the quotient of Reptile is by the rate that the step was given
    is_close(result, (cost, gradients / 2 if name == "reptile_step" else gradients))
    assert stops == [name != "maml_step"] * (3 * TASKS)


@every_step
def test_other_optimizers(name: str, xp: Any) -> None:
    def lars(v: Container, gradients: Container, rate: float, *, stop_gradients: bool) -> Container:
        norms = [v.cont_map(lambda x, chain: aikit.sqrt(aikit.sum(x * x))), gradients]
        ratio = norms[0] / norms[1].cont_map(lambda x, chain: aikit.sqrt(aikit.sum(x * x)))
        return v - rate * ratio * gradients

    found = [
        step(name, tasks(xp), variables(xp), inner_optimization_step=optimizer)
        for optimizer in (lars, aikit.lars_update)
    ]
    is_close(found[0], (found[1][0], flat(found[1][1])))


# ------------------------------------------------------------------------------------------------ errors


@every_step
@pytest.mark.parametrize("without", ["numpy", "array_api_strict"])
def test_without_autograd(name: str, without: str) -> None:
    if without != "numpy":
        pytest.importorskip(without)
    xp = aikit.get_backend(without)
    with pytest.raises(aikit.AikitNotImplementedException, match=f"^{name}: the backend '{without}' has no autograd"):
        step(name, tasks(xp), variables(xp))


@every_step
def test_only_containers(name: str, xp: Any) -> None:
    for wrong in (xp.ones(3), {"w": xp.ones(3)}, None, 2.0):
        with pytest.raises(aikit.AikitTypeError, match=rf"^{name}: variables=.* must be an aikit\.Container"):
            step(name, tasks(xp), wrong)
        with pytest.raises(aikit.AikitTypeError, match=rf"^{name}: batch=.* must be an aikit\.Container"):
            step(name, wrong, variables(xp))


@every_step
@pytest.mark.parametrize(
    ("w", "message"),
    [
        (lambda xp: xp.ones(2, dtype="int32"), "variables['w'] has dtype int32"),
        (lambda xp: xp.ones(2, dtype="complex64"), "variables['w'] has dtype complex64"),
        (lambda xp: "text", "variables['w']='text' is a str"),
        (lambda xp: [xp.ones(()), xp.ones(())], "variables['w']=[aikit.Array(1., dtype=float32, backend="),
    ],
)
def test_what_is_no_variable(name: str, w: Callable[..., Any], message: str, xp: Any) -> None:
    with pytest.raises(aikit.AikitTypeError) as caught:
        step(name, tasks(xp), variables(xp).cont_set_at_key_chain("w", w(xp)))
    assert str(caught.value).startswith(f"{name}: {message}")


@every_step
def test_no_variables(name: str, xp: Any) -> None:
    with pytest.raises(aikit.AikitValueError, match=rf"^{name}: .*=\{{\}} leaves no variable"):
        step(name, tasks(xp), Container())


@with_outer_cost
@pytest.mark.parametrize("argument", ["inner_v", "outer_v"])
def test_bad_selections(name: str, argument: str, xp: Any) -> None:
    def selecting(given: Any, keep: bool = True) -> Any:
        return step(name, tasks(xp), variables(xp), **{argument: given, f"keep_{argument}": keep})

    for given in ("b", ["w", "deep/c"], Container(w={"x": None})):
        with pytest.raises(
            aikit.AikitValueError, match=rf"^{name}: {argument} has '.*', where variables has nothing; it"
        ):
            selecting(given)
    for given, keep in (([], True), (["w", "deep"], False), (Container(), True)):
        with pytest.raises(aikit.AikitValueError, match=rf"^{name}: {argument}=.* leaves no variable"):
            selecting(given, keep)
    for given in (3, [3], b"w", {"w": None}):
        with pytest.raises(aikit.AikitTypeError, match=rf"^{name}: {argument}=.* must be a key chain"):
            selecting(given)


@every_step
def test_bad_batches(name: str, xp: Any) -> None:
    v, batch = variables(xp), tasks(xp)
    with pytest.raises(aikit.AikitAxisError, match=rf"^{name}: batch\['t'\] has shape \(\), and so no axis of tasks"):
        step(name, Container(t=xp.asarray(1.0)), v)
    with pytest.raises(aikit.AikitValueError, match=rf"^{name}: .* got batch\['t'\]: 2, batch\['more'\]\['scale'\]: 3"):
        step(name, Container(t=batch.t[:2], more=batch.more), v)
    with pytest.raises(aikit.AikitValueError, match=f"^{name}: .* of at least 1"):
        step(name, batch[:0], v)
    with pytest.raises(aikit.AikitValueError, match=f"^{name}: num_tasks=None .*; say num_tasks"):
        step(name, Container(), v)
    with pytest.raises(aikit.AikitValueError, match=f"^{name}: num_tasks=4 is more than the 3 tasks"):
        step(name, batch, v, num_tasks=4)
    for batched in (True, False):
        for count in (0, -1):
            with pytest.raises(aikit.AikitValueError, match=f"^{name}: num_tasks={count} must be at least 1"):
                step(name, batch, v, num_tasks=count, batched=batched)
    for wrong in ("text", None, [1.0, 2.0, 3.0]):
        with pytest.raises(aikit.AikitTypeError, match=rf"^{name}: batch\['x'\]=.* must be an array"):
            step(name, batch.cont_set_at_key_chain("x", wrong), v)


@every_step
def test_bad_numbers(name: str, xp: Any) -> None:
    for steps in (0, -1):
        with pytest.raises(aikit.AikitValueError, match=f"^{name}: inner_grad_steps={steps} must be at least 1"):
            step(name, tasks(xp), variables(xp), steps)
    with pytest.raises(aikit.AikitTypeError, match=rf"^{name}: inner_grad_steps=1\.5 is a float"):
        step(name, tasks(xp), variables(xp), 1.5)
    with pytest.raises(aikit.AikitValueError, match=f"^{name}: return_inner_v='last' is not one of 'first', 'all'"):
        step(name, tasks(xp), variables(xp), return_inner_v="last")
    with pytest.raises(aikit.AikitTypeError, match=f"^{name}: num_tasks='2' is a str; it must be an int or None"):
        step(name, tasks(xp), variables(xp), num_tasks="2")


def test_reptile_divides_by_the_learning_rate(xp: Any) -> None:
    for zero in (0, 0.0):
        with pytest.raises(aikit.AikitValueError, match=r"^reptile_step: inner_learning_rate=.* must not be zero"):
            step("reptile_step", tasks(xp), variables(xp), 2, zero)


def cost_arguments() -> list[Any]:
    return [(name, argument) for name in NAMES[:2] for argument in ("inner_cost_fn", "outer_cost_fn")] + [
        ("reptile_step", "cost_fn")
    ]


@pytest.mark.parametrize(("name", "argument"), cost_arguments())
def test_bad_costs(name: str, argument: str, xp: Any) -> None:
    def with_cost(result: Callable[[Container], Any]) -> Any:
        costs = {"inner_cost_fn": [None, outer_cost], "outer_cost_fn": [inner_cost, None], "cost_fn": [None]}[argument]
        costs[costs.index(None)] = lambda batch, v: result(v)
        return getattr(aikit, name)(tasks(xp), *costs, variables(xp), 1, LR)

    class Mine(Exception):
        pass

    def raising(v: Container) -> Any:
        raise Mine

    with pytest.raises(aikit.AikitValueError, match=rf"^{name}: {argument} returned an array of shape \(2,\)"):
        with_cost(lambda v: v.w)
    for wrong in (3.0, None, "text"):
        with pytest.raises(aikit.AikitTypeError, match=f"^{name}: {argument} returned .*; it must return a 0-d array"):
            with_cost(lambda v, wrong=wrong: wrong)
    with pytest.raises(aikit.AikitTypeError, match=f"^{name}: {argument} returned .* a tuple"):
        with_cost(lambda v: (v.deep.b, v.w))
    with pytest.raises(aikit.AikitTypeError, match=f"^{name}: what {argument} returned has dtype int32"):
        with_cost(lambda v: aikit.asarray(3))
    with pytest.raises(aikit.AikitBackendException, match=f"^{name}: what {argument} returned=.* is no array of"):
        with_cost(lambda v: aikit.get_backend("numpy").asarray(1.0))
    with pytest.raises(Mine):
        with_cost(raising)
    assert aikit.current_backend_str() == "numpy"


@every_step
def test_what_cannot_be_called(name: str, xp: Any) -> None:
    costs: list[Any] = [3] if name == "reptile_step" else [3, None]
    argument = "cost_fn" if name == "reptile_step" else "inner_cost_fn"
    with pytest.raises(aikit.AikitTypeError, match=f"^{name}: {argument}=3 is a int, which cannot be called"):
        getattr(aikit, name)(tasks(xp), *costs, variables(xp), 1, LR)
    if name != "reptile_step":
        with pytest.raises(aikit.AikitTypeError, match=f"^{name}: inner_cost_fn=None .* pass a function$"):
            getattr(aikit, name)(tasks(xp), None, None, variables(xp), 1, LR)
        with pytest.raises(aikit.AikitTypeError, match=f"^{name}: outer_batch_fn=3 .* pass a function or None"):
            step(name, tasks(xp), variables(xp), outer_batch_fn=3)


@every_step
def test_bad_optimization_steps(name: str, xp: Any) -> None:
    def with_step(result: Callable[[Container], Any]) -> Any:
        return step(name, tasks(xp), variables(xp), inner_optimization_step=lambda v, g, lr, stop_gradients: result(v))

    begin = f"^{name}: inner_optimization_step returned"
    with pytest.raises(aikit.AikitTypeError, match=f"{begin} .*a tuple; it must return a container"):
        with_step(lambda v: (v, v))
    with pytest.raises(aikit.AikitStructureError, match=f"{begin} 'w', and was given 'w', 'deep/b'"):
        with_step(lambda v: Container(w=v.w))
    with pytest.raises(
        aikit.AikitValueError, match=rf"{begin} an array of shape \(1, 2\) for 'w', which has shape \(2,\)"
    ):
        with_step(lambda v: v.cont_set_at_key_chain("w", v.w[None]))
    with pytest.raises(
        aikit.AikitTypeError, match=rf"^{name}: what inner_optimization_step returned\['w'\] has dtype int32"
    ):
        with_step(lambda v: v.cont_set_at_key_chain("w", aikit.astype(v.w, "int32")))


@every_step
def test_two_backends(name: str, backend: str, xp: Any) -> None:
    other = aikit.get_backend("numpy")
    with pytest.raises(
        aikit.AikitBackendException, match=r"batch\['t'\] is an array of .* and variables\['w'\] one of"
    ):
        step(name, tasks(other), variables(xp))
    with pytest.raises(aikit.AikitBackendException, match="bound to 'numpy'"):
        other.reptile_step(tasks(xp), inner_cost, variables(xp), 1, LR)


# ------------------------------------------------------------------------------------------------ traces


TRACERS: dict[str, Callable[..., Any]] = {
    "torch": lambda f: __import__("torch").compile(f, backend="eager", fullgraph=True),
    "jax": lambda f: __import__("jax").jit(f),
    "tensorflow": lambda f: __import__("tensorflow").function(f),
}


@every_step
def test_traces(name: str, backend: str, xp: Any) -> None:
    # one step of the inner loop, for a trace takes a second for each
    traced = TRACERS[backend](lambda batch, v: step(name, batch, v, 1, return_inner_v="first"))
    for _ in range(2):
        result = traced(tasks(xp), variables(xp))
        is_close(result, reference(name, 1))
        close(flat(result[2]), reference(name, 1)[2][0])


@pytest.mark.needs("tensorflow")
@every_step
def test_a_trace_that_does_not_know_the_number_of_tasks(name: str) -> None:
    require("tensorflow")
    import tensorflow as tf

    costs = [lambda batch, v: (v.w - batch.t[0]) ** 2 / 2] * (1 if name == "reptile_step" else 2)

    def traced(num_tasks: int | None) -> Any:
        # AutoGraph, which converts the code of the caller, would wrap the error
        @tf.function(input_signature=[tf.TensorSpec((None,), tf.float32)], autograph=False)
        def function(t: Any) -> Any:
            v = Container(w=tf.constant(0.0))
            return getattr(aikit, name)(Container(t=t), *costs, v, 1, 0.5, num_tasks=num_tasks)[0]

        return function([1.0, 3.0])

    close(traced(2), 0.625)
    with pytest.raises(
        aikit.AikitValueError, match=rf"^{name}: num_tasks=None .* got batch\['t'\]: None; say num_tasks"
    ):
        traced(None)


@every_step
@pytest.mark.parametrize("kept", [True, "all", "first"])
def test_variables_of_one_task_are_in_a_list_unless_the_first_alone_are_asked_for(
    name: str, kept: Any, backend: str
) -> None:
    xp = aikit.get_backend(backend)

    def cost(batch: Any, v: Any) -> Array:
        return aikit.sum((v.w - batch.target) ** 2) / 2

    costs = (cost,) if name == "reptile_step" else (cost, cost)
    batch, variables = Container(target=xp.asarray([1.0])), Container(w=xp.asarray(0.0))
    *_, found = getattr(aikit, name)(batch, *costs, variables, 1, 0.5, return_inner_v=kept)
    assert type(found) is (Container if kept == "first" else list)
