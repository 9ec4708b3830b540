"""if_else, while_loop and for_loop: plain, in the traces of the frameworks, and differentiated."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import aikit
from aikit import Container
from aikit.exceptions import (
    AikitBackendException,
    AikitNotImplementedException,
    AikitStructureError,
    AikitTypeError,
    AikitValueError,
)

WITH_GRADIENTS = [pytest.param(name, marks=pytest.mark.needs(name)) for name in ("torch", "jax", "tensorflow")]
JAX_AND_TENSORFLOW = WITH_GRADIENTS[1:]
"""PyTorch's tracer reports what is wrong itself, and its vmap follows no condition."""


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """`aikit.compile`, without the compiler of PyTorch, which takes seconds and traces the same."""
    try:
        import torch
    except ImportError:
        pass
    else:
        monkeypatch.setattr(torch, "compile", functools.partial(torch.compile, backend="eager", fullgraph=True))
    return aikit.compile


@pytest.fixture(params=["plain", "compiled"])
def run(request: pytest.FixtureRequest, compiled: Callable[..., Any]) -> Callable[..., Any]:
    return compiled if request.param == "compiled" else lambda fn: fn


# ------------------------------------------------------------------------------------------------ values


def collatz(n: Any) -> Any:
    """The number of steps from `n` to 1, and a trail of what was odd."""
    one_step = lambda n: aikit.if_else(n % 2 == 0, lambda n: n // 2, lambda n: 3 * n + 1, (n,))  # noqa: E731
    return aikit.while_loop(
        lambda n, steps, odd: n != 1, lambda n, steps, odd: (one_step(n), steps + 1, odd + n % 2), (n, 0, n * 0)
    )


@pytest.mark.parametrize("start", [1, 2, 6, 27])
def test_a_condition_within_a_loop(xp: Any, run: Any, start: int) -> None:
    n, steps, odd = start, 0, 0
    while n != 1:
        n, steps, odd = n // 2 if n % 2 == 0 else 3 * n + 1, steps + 1, odd + n % 2
    found = run(collatz)(xp.asarray(start, dtype="int32"))
    assert type(found) is tuple and [int(one) for one in found] == [1, steps, odd]
    assert {type(one) for one in found} == {aikit.Array} and {one.dtype for one in found} == {aikit.int32}


@pytest.mark.parametrize("sign", [1, -1])
def test_both_branches(xp: Any, run: Any, sign: int) -> None:
    def branches(x: Any, scale: Any) -> Any:
        return aikit.if_else(
            lambda x, c: aikit.sum(x) > 0,
            lambda x, c: Container(y=x * c["scale"], n=aikit.sum(x)),
            lambda x, c: Container(y=x - c["scale"], n=aikit.max(x)),
            [x, {"scale": scale}],
        )

    x = np.array([1.0, 2.0, -0.5], "float32") * np.float32(sign)
    found = run(branches)(xp.asarray(x), xp.asarray(3.0))
    assert type(found) is Container
    y, n = (x * 3, x.sum()) if sign > 0 else (x - 3, x.max())
    assert np.allclose(aikit.to_numpy(found.y), y) and np.isclose(float(found.n), n)


@pytest.mark.parametrize("kind", ["array", "dict", "container", "list", "tuple", "nest"])
def test_every_nest_of_variables(xp: Any, run: Any, kind: str) -> None:
    make: dict[str, Callable[[Any, Any], Any]] = {
        "array": lambda i, x: i,
        "dict": lambda i, x: {"x": x, "i": i},
        "container": lambda i, x: Container(i=i, deep={"x": x}),
        "list": lambda i, x: [i, x],
        "tuple": lambda i, x: (i, x),
        "nest": lambda i, x: (i, [Container(x=x), {"x": x + 1}]),
    }
    read: dict[str, Callable[..., tuple[Any, Any]]] = {
        "array": lambda i: (i, i),
        "dict": lambda v: (v["i"], v["x"]),
        "container": lambda v: (v.i, v.deep.x),
        "list": lambda i, x: (i, x),
        "tuple": lambda i, x: (i, x),
        "nest": lambda i, rest: (i, rest[0].x),
    }
    seen = read[kind]

    def loop(i: Any, x: Any) -> Any:
        def body(*vars: Any) -> Any:
            i, x = seen(*vars)
            assert type(i) is type(x) is aikit.Array
            return make[kind](i + 1, x * 2)

        return aikit.while_loop(lambda *vars: seen(*vars)[0] < 5, body, make[kind](i, x))

    found = run(loop)(xp.asarray(2, dtype="int32"), xp.asarray([1.0, 3.0]))
    i, x = seen(*found) if kind in ("list", "tuple", "nest") else seen(found)
    assert type(found) is type(make[kind](xp.asarray(0), xp.asarray(0))) and int(i) == 5
    assert kind == "array" or aikit.to_list(x) == [8.0, 24.0]


@pytest.mark.parametrize("items", [range(5), range(7, -2, -3), range(0)], ids=str)
def test_a_range_gives_ints_of_the_default_dtype(xp: Any, run: Any, items: range) -> None:
    def loop(x: Any) -> Any:
        def body(i: Any, x: Any, last: Any) -> Any:
            assert type(i) is aikit.Array and i.shape == () and i.dtype == aikit.default_int_dtype()
            return x + x[i % 3], i

        return aikit.for_loop(items, body, (x, 0))

    x, last = np.array([1.0, 2.0, 4.0], "float32"), 0
    for i in items:
        x, last = x + x[i % 3], i
    found = run(loop)(xp.asarray([1.0, 2.0, 4.0]))
    assert aikit.to_list(found[0]) == x.tolist() and int(found[1]) == last


def test_rows_of_an_array(xp: Any, run: Any) -> None:
    rows = np.arange(12, dtype="float32").reshape(4, 3)

    def loop(rows: Any, x: Any) -> Any:
        return aikit.for_loop(rows, lambda row, x: x * 2 + row, (x,))[0]

    expected = np.ones(3, "float32")
    for row in rows:
        expected = expected * 2 + row
    assert aikit.to_list(run(loop)(xp.asarray(rows), xp.ones(3))) == expected.tolist()


def test_other_items_are_handed_on(xp: Any, run: Any) -> None:
    def loop(x: Any) -> Any:
        return aikit.for_loop([("a", 2), ("b", 3)], lambda item, x: x * item[1], (x,))

    assert aikit.to_list(run(loop)(xp.asarray([1.0]))[0]) == [6.0]
    generator = (n for n in (2, 3))
    assert float(aikit.for_loop(generator, lambda n, x: x * n, (xp.asarray(1.0),))[0]) == 6.0


def test_what_a_function_makes_is_where_the_variables_are(xp: Any) -> None:
    x = xp.asarray([1.0])
    seen = []
    aikit.while_loop(lambda x: False, lambda x: x, (x,))
    aikit.for_loop(range(1), lambda i, x: (seen.append(aikit.zeros(2).backend), x)[1], (x,))
    aikit.if_else(True, lambda x: seen.append(aikit.zeros(2).backend), lambda x: None, (x,))
    assert seen == [x.backend, x.backend]


@pytest.mark.needs("torch")
@pytest.mark.parametrize("mapped", [False, True])
def test_numbers_are_where_the_arrays_are_whose_values_are_not_known(mapped: bool) -> None:
    import torch

    placed = []

    def body(item: Any, x: Any, total: Any) -> Any:
        placed.append(total.device)
        return x * item, total + item

    def loop(x: Any) -> Any:
        return aikit.for_loop(range(2), body, (aikit.asarray(x), 0))[0].data

    (torch.func.vmap(loop) if mapped else loop)(torch.ones(3, device="meta"))
    assert placed == ["meta", "meta"]


def test_one_branch_alone_runs_where_the_condition_is_known(xp: Any) -> None:
    for cond in (True, xp.asarray(True), xp.asarray(True).data, np.bool_(True), lambda x: x > 0):
        found = aikit.if_else(cond, lambda x: "a string", lambda x: 1 / 0, (xp.asarray(1.0),))
        assert found == "a string"
    assert aikit.if_else(xp.asarray(False), lambda: 1 / 0, lambda: 3, ()) == 3


def test_variables_of_the_caller_stay(xp: Any) -> None:
    x = xp.asarray([1.0, 2.0])

    def body(x: Any) -> Any:
        x[0] = 9
        return x

    (found,) = aikit.while_loop(lambda x: x[0] < 9, body, (x,))
    assert aikit.to_list(found) == [9.0, 2.0] and aikit.to_list(x) == [1.0, 2.0]


# ------------------------------------------------------------------------------------------------ errors


def loops(body: Callable[..., Any], vars: Any) -> list[Callable[[], Any]]:
    rounds = iter(range(3))  # so that it ends where nothing is refused
    return [
        lambda: aikit.while_loop(lambda *vars: next(rounds, None) is not None, body, vars),
        lambda: aikit.for_loop(range(3), lambda i, *vars: body(*vars), vars),
    ]


def test_what_a_body_must_keep(xp: Any) -> None:
    x, n = xp.asarray([1.0, 2.0]), xp.asarray(1, dtype="int16")
    for call in loops(lambda x, n: (x[:1], n), (x, n)):
        with pytest.raises(AikitValueError, match=r"_loop: body_fn returned .*shape \(1,\) for vars\[0\].*\(2,\)"):
            call()
    for call in loops(lambda x, n: (x, aikit.astype(n, "int32")), (x, n)):
        with pytest.raises(
            AikitTypeError, match=r"_loop: body_fn returned .*int32 for vars\[1\], which has dtype int16"
        ):
            call()
    for wrong in (lambda x, n: x, lambda x, n: (x,), lambda x, n: {"x": x, "n": n}, lambda x, n: (x, [n])):
        for call in loops(wrong, (x, n)):
            with pytest.raises(AikitStructureError, match=r"_loop: body_fn returned .*structure must stay"):
                call()
    for call in loops(lambda c: Container(b=c.a), Container(a=x)):
        with pytest.raises(AikitStructureError, match=r"keys \['b'\] for vars.*keys \['a'\]"):
            call()
    for call in loops(lambda x, n: (x, None), (x, n)):
        with pytest.raises(AikitTypeError, match=r"for vars\[1\]=None is a NoneType; it must be an array"):
            call()


@pytest.mark.parametrize("backend", JAX_AND_TENSORFLOW)
def test_the_same_in_a_trace(backend: str, compiled: Any) -> None:
    xp = aikit.get_backend(backend)
    x = xp.asarray([1.0, 2.0])
    for body, error in (
        (lambda x: x[:1], AikitValueError),
        (lambda x: x > 0, AikitTypeError),
        (lambda x: [[x]], AikitStructureError),
    ):
        for loop in (
            lambda x, body=body: aikit.while_loop(lambda x: aikit.sum(x) > 0, body, (x,)),
            lambda x, body=body: aikit.for_loop(range(3), lambda i, x: body(x), (x,)),
        ):
            with pytest.raises(error, match="_loop: body_fn returned"):
                compiled(loop)(x)
        with pytest.raises(error, match="if_else: body_fn and orelse_fn return different things: orelse_fn returned"):
            compiled(lambda x, body=body: aikit.if_else(aikit.sum(x) > 0, lambda x: x, body, (x,)))(x)


@pytest.mark.parametrize(
    ("cond", "error", "words"),
    [
        (lambda xp: 1, AikitTypeError, "1, a int"),
        (lambda xp: None, AikitTypeError, "None, a NoneType"),
        (lambda xp: xp.asarray(1), AikitTypeError, "an array of dtype int32"),
        (lambda xp: xp.asarray([True]), AikitValueError, r"an array of shape \(1,\)"),
        (lambda xp: xp.asarray([True, False]).data, AikitValueError, r"an array of shape \(2,\)"),
    ],
)  # fmt: skip
def test_conditions(xp: Any, cond: Any, error: type[Exception], words: str) -> None:
    given, x = cond(xp), xp.asarray(1.0)
    with pytest.raises(error, match=f"if_else: cond is .*{words}"):
        aikit.if_else(given, lambda x: x, lambda x: x, (x,))
    with pytest.raises(error, match=f"if_else: what cond returned is .*{words}"):
        aikit.if_else(lambda x: given, lambda x: x, lambda x: x, (x,))
    with pytest.raises(error, match=f"while_loop: what test_fn returned is .*{words}"):
        aikit.while_loop(lambda x: given, lambda x: x, (x,))


def test_other_arguments(xp: Any, other_backend: str) -> None:
    x, other = xp.asarray(1.0), aikit.get_backend(other_backend).asarray(1.0)
    if x.backend != other.backend:
        with pytest.raises(AikitBackendException, match="to_backend"):
            aikit.while_loop(lambda x, y: False, lambda x, y: (x, y), (x, other))
    with pytest.raises(AikitTypeError, match=r"while_loop: vars\[1\]='a' is a str; it must be an array"):
        aikit.while_loop(lambda x, y: False, lambda x, y: (x, y), (x, "a"))
    with pytest.raises(AikitTypeError, match="for_loop: iterable=5 is a int; give an iterable, such as a range"):
        aikit.for_loop(5, lambda i, x: x, (x,))
    with pytest.raises(AikitValueError, match=r"for_loop: iterable=.* is a 0-d array"):
        aikit.for_loop(x, lambda i, x: x, (x,))
    with pytest.raises(AikitTypeError, match="body_fn"):
        aikit.while_loop(lambda x: True, 3, (x,))  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------ gradients


def power_by_loop(x: Any) -> Any:
    """x ** 4 + 3 x, or x ** 2 where the sum of x is negative."""
    y = aikit.if_else(aikit.sum(x) > 0, lambda x: x * x * x, lambda x: x, (x,))
    (y,) = aikit.for_loop(range(1), lambda i, y: y * x + aikit.astype(i, "float32"), (y,))
    return aikit.sum(y)


@pytest.mark.parametrize("backend", WITH_GRADIENTS)
def test_gradients(backend: str) -> None:
    xp = aikit.get_backend(backend)
    for values in ([1.0, 2.0], [1.0, -3.0]):
        x = np.array(values)
        expected = 4 * x**3 if x.sum() > 0 else 2 * x
        assert np.allclose(aikit.to_numpy(aikit.grad(power_by_loop)(xp.asarray(values))), expected)
    cube = lambda x: aikit.while_loop(lambda i, y: i < 2, lambda i, y: (i + 1, y * x), (0, x))[1]  # noqa: E731
    assert float(aikit.grad(cube)(xp.asarray(2.0))) == 12.0
    assert float(aikit.grad(aikit.grad(cube))(xp.asarray(2.0))) == 12.0


@pytest.mark.parametrize("backend", WITH_GRADIENTS)
@pytest.mark.parametrize("outside", [True, False])
def test_gradients_with_traces(backend: str, outside: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    xp = aikit.get_backend(backend)
    if backend == "torch":
        import torch

        monkeypatch.setattr(torch, "compile", functools.partial(torch.compile, backend="eager"))
    gradient = aikit.compile(aikit.grad(power_by_loop)) if outside else aikit.grad(aikit.compile(power_by_loop))
    for values in ([1.0, 2.0], [1.0, -3.0]):
        x = np.array(values)
        expected = 4 * x**3 if x.sum() > 0 else 2 * x
        assert np.allclose(aikit.to_numpy(gradient(xp.asarray(values))), expected)


@pytest.mark.needs("torch")
def test_torch_differentiates_what_is_compiled() -> None:
    import torch

    def loop(x: Any) -> Any:
        return aikit.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * 2), (0, x))[1]

    def choice(x: Any) -> Any:
        return aikit.if_else(aikit.sum(x) > 0, lambda y: y * y, lambda y: -y, (x,))

    torch._dynamo.reset()
    for fn, expected in ((loop, [8.0, 8.0]), (choice, [2.0, 4.0])):
        x = torch.tensor([1.0, 2.0], requires_grad=True)
        y = torch.compile(fn, backend="eager", fullgraph=True)(aikit.asarray(x))
        y.data.sum().backward()
        assert x.grad.tolist() == expected


@pytest.mark.needs("torch")
def test_torch_traces_no_condition_within_a_gradient() -> None:
    import torch

    torch._dynamo.reset()  # which remembers the functions that it gave up
    x = aikit.get_backend("torch").asarray([1.0, 2.0])
    with pytest.raises(torch._dynamo.exc.Unsupported, match=AikitNotImplementedException.__name__):
        torch.compile(aikit.grad(power_by_loop), backend="eager", fullgraph=True)(x)


@pytest.mark.needs("torch")
@pytest.mark.filterwarnings("ignore:The .grad attribute of a Tensor that is not a leaf:UserWarning")
def test_gradients_of_a_choice_after_a_compiled_loop() -> None:
    """In one graph, in two, and by `where`: those of the eager call."""
    import torch

    aikit.get_backend("torch")

    def loop(x: Any) -> Any:
        return aikit.while_loop(lambda x: aikit.sum(x) < 5, lambda x: x * 2, (x,))[0]

    def choice(x: Any) -> Any:
        return aikit.if_else(aikit.sum(x) > 6, lambda x: x * 2, lambda x: x * 3, (x,))

    def by_where(x: Any) -> Any:
        return aikit.where(aikit.sum(x) > 6, x * 2, x * 3)

    def graph(*functions: Any) -> Any:
        def called(x: Any) -> Any:
            for function in functions:
                x = function(aikit.asarray(x)).data
            return x

        return torch.compile(called, backend="aot_eager", fullgraph=True)

    def gradient(*functions: Any) -> list[float]:
        x = torch.ones(2, requires_grad=True)
        result = x
        for function in functions:
            result = function(result)
        result.sum().backward()
        assert result.tolist() == [8.0, 8.0] and x.grad is not None
        return x.grad.tolist()

    torch._dynamo.reset()
    assert gradient(graph(loop, choice)) == [8.0, 8.0]
    torch._dynamo.reset()
    assert gradient(graph(loop), graph(choice)) == gradient(graph(loop, by_where)) == [8.0, 8.0]


@pytest.mark.needs("jax")
def test_jax_has_no_reverse_mode_of_a_traced_while_loop() -> None:
    import jax

    double = lambda x: aikit.while_loop(lambda x: x < 100, lambda x: x * x, (x,))[0]  # noqa: E731
    x = aikit.get_backend("jax").asarray(3.0)
    assert float(jax.jvp(jax.jit(double), (x,), (x,))[1]) == 3.0 * 8 * 3.0**7
    with pytest.raises(ValueError, match=r"Reverse-mode differentiation does not work for lax\.while_loop"):
        jax.grad(lambda x: jax.jit(double)(x)._data)(x)
    with pytest.raises(ValueError, match=r"Reverse-mode differentiation does not work for lax\.while_loop"):
        aikit.grad(aikit.compile(double))(x)
    assert float(aikit.grad(double)(x)) == 8 * 3.0**7


@pytest.mark.needs("jax")
def test_jax_makes_loops_of_loops() -> None:
    import jax

    x = aikit.get_backend("jax").asarray([1.0])

    def traced(x: Any) -> Any:
        (x,) = aikit.for_loop(range(1000), lambda i, x: x + 1, (x,))
        (x,) = aikit.while_loop(lambda x: aikit.sum(x) < 5, lambda x: x + 1, (x,))
        return aikit.if_else(aikit.sum(x) < 5, lambda x: x, lambda x: -x, (x,))

    text = str(jax.make_jaxpr(traced)(x))
    assert [text.count(f"{name}[") for name in ("scan", "while", "cond")] == [1, 1, 1]


@pytest.mark.needs("tensorflow")
def test_tensorflow_makes_loops_of_loops() -> None:
    import tensorflow as tf

    x = aikit.get_backend("tensorflow").asarray([1.0])

    def traced(x: Any) -> Any:
        (x,) = aikit.for_loop(range(1000), lambda i, x: x + 1, (x,))
        return aikit.if_else(aikit.sum(x) < 5, lambda x: x, lambda x: -x, (x,))

    program = tf.function(traced, autograph=False)
    assert aikit.to_list(program(x)) == [-1001.0]
    assert len(program.get_concrete_function(x).graph.get_operations()) < 100


@pytest.mark.parametrize("backend", JAX_AND_TENSORFLOW)
def test_mapped_conditions(backend: str) -> None:
    x = aikit.get_backend(backend).asarray([[1.0, 2.0], [-1.0, -2.0]])
    choose = lambda x: aikit.if_else(aikit.sum(x) > 0, lambda x: x * 2, lambda x: x - 1, (x,))  # noqa: E731
    loop = lambda x: aikit.while_loop(lambda x: aikit.sum(x) < 10, lambda x: x + 4, (x,))[0]  # noqa: E731
    assert aikit.to_list(aikit.vmap(choose)(x)) == [[2.0, 4.0], [-2.0, -3.0]]
    assert aikit.to_list(aikit.vmap(loop)(x)) == [[5.0, 6.0], [7.0, 6.0]]


@pytest.mark.needs("torch")
@pytest.mark.parametrize(("stop", "factor"), [(24.0, 8), (5.0, 2), (0.0, 1)])
@pytest.mark.parametrize("dtype", ["float32", "complex64"])
def test_gradients_of_a_compiled_loop(dtype: str, stop: float, factor: int) -> None:
    """Of one that ends before its first step too, of which PyTorch's own operator gives the gradient of one step."""
    import torch

    def total(x: Any) -> Any:
        goes_on = lambda i, x: aikit.logical_and(i < 5, aikit.max(aikit.abs(x)) < stop)  # noqa: E731
        _, found = aikit.while_loop(goes_on, lambda i, x: (i + 1, x + x), (0, aikit.asarray(x)))
        return aikit.sum(aikit.real(found) * aikit.asarray([1.0, 2.0, 3.0])).data

    torch._dynamo.reset()
    x = torch.tensor([1.0, 2.0, 3.0], dtype=getattr(torch, dtype), requires_grad=True)
    with aikit.use_backend("torch"):
        (found,) = torch.autograd.grad(torch.compile(total, backend="aot_eager", fullgraph=True)(x), x)
    assert found.tolist() == [1.0 * factor, 2.0 * factor, 3.0 * factor]
