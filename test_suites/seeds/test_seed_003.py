"""Function types and containers, as the document on function types has them.

Where the document prints a container it has commas and two spaces a level in places; a container prints one key per
line, four spaces a level, no commas, values by repr. Its ``e`` of ``x / y``, 3, is a slip: 6 / 3 is 2.
"""

from __future__ import annotations

import contextlib
import inspect
import math
from typing import Any

import numpy as np
import pytest

import aikit
from aikit import Container
from aikit.core.arrays import wrap
from aikit.exceptions import AikitStructureError

X = {"a": {"b": 2, "c": 4}, "d": {"e": 6, "f": 8}}
Y = {"a": 2, "d": 3}
Z = {"a": {"b": 10, "c": {"g": 11, "h": 12}}, "d": {"e": 13, "f": 14}}
QUOTIENT = {"a": {"b": 1, "c": 2}, "d": {"e": 2, "f": 2.67}}
TOTAL = {"a": {"b": 14, "c": {"g": 17, "h": 18}}, "d": {"e": 22, "f": 25}}


def on(xp: Any, values: Any) -> Any:
    """The same container with arrays of a backend for its leaves."""
    return Container(values).cont_map(lambda leaf, chain: xp.asarray(float(leaf)))


def rounded(container: Container) -> dict[str, Any]:
    return container.cont_map(lambda leaf, chain: round(float(leaf), 2)).cont_to_dict()


def test_kinds_of_the_examples() -> None:
    assert aikit.describe(aikit.tan).kind == "primary"
    assert aikit.describe(aikit.can_cast).kind == "primary" and aikit.describe(aikit.can_cast).convenience
    assert aikit.describe(aikit.dev).kind == "primary" and aikit.describe(aikit.dev).convenience
    assert aikit.describe(aikit.dtype).kind == "primary" and aikit.describe(aikit.dtype).convenience
    for function in (aikit.set_default_dtype, aikit.default_dtype, aikit.get_all_arrays_on_dev):
        assert aikit.describe(function).kind == "compositional" and aikit.describe(function).convenience
    for function in (
        aikit.get_backend, aikit.nested_map, aikit.index_nest, aikit.default, aikit.cache_fn, aikit.stable_divide,
    ):  # fmt: skip
        assert aikit.describe(function).kind == "standalone"
    assert aikit.describe(aikit.cross_entropy).kind == "compositional"
    for function in (
        aikit.linear, aikit.layer_norm, aikit.scaled_dot_product_attention, aikit.multi_head_attention,
    ):  # fmt: skip
        assert aikit.describe(function).kind == "mixed"
    for function in (aikit.execute_with_gradients, aikit.multi_head_attention):
        assert not aikit.describe(function).nestable


def test_arrays_on_a_device(xp: Any) -> None:
    x, placeholder = xp.zeros(2), wrap(None)  # as a framework leaves one that rebuilds a tree
    found = aikit.get_all_arrays_on_dev(x.device)
    assert any(one is x for one in found) and not any(one is placeholder for one in found)


@pytest.mark.parametrize(
    ("name", "signature"),
    [
        ("tan", "(x, /, *, out=None)"),  # of one array, which is positional in the standard
        ("cross_entropy", "(true, pred, axis=-1, epsilon=1e-07, *, out=None)"),
        ("execute_with_gradients", "(func, xs, retain_grads=False)"),
        (
            "multi_head_attention",
            "(x, scale, num_heads, context=None, mask=None, to_q_fn=None, to_kv_fn=None, to_out_fn=None, to_q_v=None, "
            "to_kv_v=None, to_out_v=None, *, out=None)",  # `out` is a keyword in every function
        ),
    ],
)
def test_signatures(name: str, signature: str) -> None:
    found = inspect.signature(getattr(aikit, name))
    parameters = [p.replace(annotation=p.empty) for p in found.parameters.values()]
    assert str(found.replace(parameters=parameters, return_annotation=found.empty)) == signature


def test_cross_entropy(xp: Any) -> None:
    true, pred = xp.asarray([[0.0, 1.0, 0.0]]), xp.asarray([[0.05, 0.95, 0.0]])
    assert aikit.to_list(xp.cross_entropy(true, pred)) == [pytest.approx(-math.log(0.95), rel=1e-5)]
    assert aikit.to_list(xp.cross_entropy(true, xp.asarray([[1.0, 0.0, 0.0]]))) == [
        pytest.approx(-math.log(1e-7), rel=1e-5)
    ]
    out = xp.zeros(1)
    assert xp.cross_entropy(true, pred, out=out) is out and aikit.to_list(out)[0] > 0


@pytest.mark.needs("torch")
def test_a_mixed_function_is_the_backends_own_only_where_a_backend_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no backend set the composition runs, even for native arrays of a backend that has its own."""
    import torch

    module, calls = aikit.current_backend(torch.zeros(1)), []
    own = module.linear
    monkeypatch.setattr(module, "linear", lambda *args, **kwargs: calls.append(args) or own(*args, **kwargs))
    x, weight = torch.tensor([1.0, 2.0]), torch.tensor([[1.0, 1.0], [0.0, 3.0]])
    assert aikit.to_list(aikit.linear(x, weight)) == [3.0, 6.0] and not calls
    for setting in (aikit.set_backend, lambda name: aikit.unset_backend()):
        setting("torch")
        assert aikit.to_list(aikit.linear(x, weight)) == [3.0, 6.0]
    assert len(calls) == 1 and type(calls[0][0]) is torch.Tensor
    with aikit.use_backend("torch"):
        aikit.linear(x, weight)
    aikit.get_backend("torch").linear(x, weight)
    assert len(calls) == 3
    with aikit.use_backend("numpy"):
        aikit.linear(x, weight)  # some backend is set; which one the function runs on, the arrays say
    assert len(calls) == 4


def test_convenience_functions() -> None:
    assert aikit.default(None, 3) == 3 and aikit.default(2, 3) == 2 and aikit.default(None, 3, rev=True) == 3
    assert aikit.default(lambda: 5, 3, with_callable=True) == 5 and aikit.default(1, 2, rev=True) == 2
    with pytest.raises(ZeroDivisionError):
        aikit.default(lambda: 1 / 0, 3, with_callable=True)
    assert aikit.stable_divide(1.0, 0.0) == pytest.approx(1e12)


def test_cached_calls(xp: Any) -> None:
    calls = []
    doubled = aikit.cache_fn(lambda x: calls.append(1) or x * 2)
    x = xp.asarray([1.0, 2.0])
    first = doubled(x, cache=True)
    first[0] = 9.0
    assert aikit.to_list(doubled(xp.asarray([1.0, 2.0]), cache=True)) == [2.0, 4.0] and len(calls) == 1
    x[0] = 5.0
    assert aikit.to_list(doubled(x, cache=True)) == [10.0, 4.0] and len(calls) == 2
    assert aikit.to_list(doubled(xp.asarray([1.0, 2.0], dtype="float16"), cache=True)) == [2.0, 4.0] and len(calls) == 3
    doubled(x)
    assert len(calls) == 4


def test_stable_divide(xp: Any) -> None:
    result = aikit.stable_divide(xp.asarray([1.0, 0.0]), xp.asarray([0.0, 0.0]))
    assert aikit.to_list(result) == [pytest.approx(1e12), 0.0] and result.backend == xp.ones(1).backend
    aikit.set_min_denominator(0.5)
    try:
        assert aikit.to_list(aikit.stable_divide(xp.ones(1), 0.5)) == [1.0]
    finally:
        aikit.unset_min_denominator()
    assert rounded(aikit.stable_divide(on(xp, Y), 1)) == {"a": 2.0, "d": 3.0}


def test_broadcast_of_plain_numbers() -> None:
    result = Container(X) / Container(Y)
    assert rounded(result) == QUOTIENT
    assert str(result) == "\n".join(
        [
            "{",
            "    a: {",
            "        b: 1.0",
            "        c: 2.0",
            "    }",
            "    d: {",
            "        e: 2.0",
            "        f: 2.6666666666666665",
            "    }",
            "}",
        ]
    )
    assert list(result) == ["a", "d"] and list(result.a) == ["b", "c"]


def test_broadcast_of_three() -> None:
    result = Container(X) + Container(Y) + Container(Z)
    assert result.cont_to_dict() == TOTAL
    assert list(result.cont_to_iterator_keys()) == ["a/b", "a/c/g", "a/c/h", "d/e", "d/f"]


def test_the_same_of_arrays(xp: Any) -> None:
    x, y, z = on(xp, X), on(xp, Y), on(xp, Z)
    assert rounded(x / y) == rounded(xp.divide(x, y)) == rounded(x.divide(y)) == QUOTIENT
    assert rounded(Container.static_divide(x, y)) == QUOTIENT
    assert rounded(x + y + z) == rounded(xp.add(xp.add(x, y), z)) == TOTAL
    assert all(leaf.backend == xp.sin(0.0).backend for leaf in (x + y + z).cont_to_flat_list())


def test_no_shared_structure(xp: Any) -> None:
    x = on(xp, X)
    y = on(xp, {"a": 2, "d": 3, "g": 4})
    z = on(xp, {"a": {"b": 10, "c": {"g": 11, "h": 12}}, "d": {"e": 13, "g": 14}})
    reasons = {
        "'g' is in min and not in x, max",
        "'d/f' is in x and not in max",
        "'d/g' is in max and not in x",
    }
    with pytest.raises(AikitStructureError, match="share no nested structure") as caught:
        xp.clip(x, y, z)
    assert all(reason in str(caught.value) for reason in reasons)
    with pytest.raises(AikitStructureError, match="'g' is in container 2 and not in container 1"):
        x + y


def test_functions_of_one_container(xp: Any) -> None:
    x = on(xp, X)
    result = xp.sum(x)
    assert type(result) is Container and rounded(result) == rounded(x)
    assert all(type(leaf) is aikit.Array for leaf in xp.tan(x).cont_to_flat_list())


def test_mixed_with_arrays_and_numbers(xp: Any) -> None:
    x, array = on(xp, Y), xp.asarray([1.0, 2.0])
    for result in (x + array, array + x, xp.add(x, array), xp.add(array, x), xp.add(x, xp.add(array, 0))):
        assert aikit.to_list(result.a) == [3.0, 4.0] and aikit.to_list(result.d) == [4.0, 5.0]
    assert rounded(x + 1) == rounded(1 + x) == rounded(xp.add(1, x)) == {"a": 3.0, "d": 4.0}


def test_containers_for_any_argument(xp: Any) -> None:
    x = xp.asarray([[1.0, 2.0], [3.0, 4.0]])
    result = xp.sum(x, axis=Container(a=0, b=1), keepdims=Container(a=True, b=False))
    assert (result.a.shape, result.b.shape) == ((1, 2), (2,))
    shapes = xp.zeros(Container(a=(2,), b=(3, 1)))
    assert (shapes.a.shape, shapes.b.shape) == ((2,), (3, 1))


def test_several_results_are_several_containers(xp: Any) -> None:
    x = Container(a=xp.asarray([3, 1, 3]), b=xp.asarray([2]))
    values, counts = xp.unique_counts(x)
    assert type(values) is type(counts) is Container
    assert aikit.to_list(values.a) == [1, 3] and aikit.to_list(counts.a) == [1, 2]
    assert type(xp.unique_counts(x)).__name__ == "UniqueCountsResult"


# ------------------------------------------------------------------------------------------------ container-dependent


def test_execute_with_gradients(xp: Any, backend: str) -> None:
    """'the functions first output y, the gradients dy/dx as a new container, and any other function outputs'."""
    xs = Container(a={"b": xp.asarray(2.0), "c": xp.asarray([3.0, 4.0])}, d=xp.asarray(5.0))
    calls = []

    def func(v: Container) -> Any:
        calls.append(v)
        return v.a.b * xp.sum(v.a.c**2) + v.d, v.d, "aux"

    if backend == "numpy":
        with pytest.raises(aikit.AikitNotImplementedException, match="no autograd"):
            aikit.execute_with_gradients(func, xs)
        return
    y, gradients, d, aux = aikit.execute_with_gradients(func, xs)
    assert float(y) == 55.0 and float(d) == 5.0 and aux == "aux"
    assert rounded_lists(gradients) == {"a": {"b": 25.0, "c": [12.0, 16.0]}, "d": 1.0}
    assert len(calls) == 1 and type(calls[0]) is Container, "one call with the whole container, not one for each leaf"
    with pytest.raises(aikit.AikitTypeError, match=r"xs=.* must be an aikit.Container"):
        aikit.execute_with_gradients(func, {"a": xp.asarray(1.0)})


def test_retained_gradients_can_be_differentiated_again(xp: Any, backend: str) -> None:
    if backend == "numpy":
        pytest.skip("NumPy has no autograd")
    xs = Container(x=xp.asarray(3.0))

    def slope(v: Container, retain: bool) -> Any:
        return aikit.execute_with_gradients(lambda v: v.x**3, v, retain_grads=retain)[1].x

    assert float(aikit.execute_with_gradients(lambda v: slope(v, True), xs)[1].x) == 18.0
    assert float(aikit.execute_with_gradients(lambda v: slope(v, False), xs)[1].x) == 0.0


@pytest.mark.parametrize("own", [False, True], ids=["composed", "own"])
def test_multi_head_attention(own: bool, xp: Any, backend: str) -> None:
    """Many to one: three containers of variables, each handed to its function as a whole, and one Array."""
    random = np.random.default_rng(0)
    x, wq, wkv, wo = (random.standard_normal(shape) for shape in ((2, 3, 4), (4, 6), (4, 12), (6, 5)))
    mask = np.tril(np.ones((3, 3), dtype=bool))
    seen = []

    def projection(x: Any, v: Container) -> Any:
        seen.append(type(v))
        return x @ v.layer.w

    q_v, kv_v, out_v = (Container(layer={"w": xp.asarray(w)}) for w in (wq, wkv, wo))
    with aikit.use_backend(backend) if own else contextlib.nullcontext():
        result = aikit.multi_head_attention(
            xp.asarray(x), 0.5, 2, None, xp.asarray(mask), projection, projection, projection, q_v, kv_v, out_v
        )
    assert seen == [Container] * 3
    q, k, v = x @ wq, (x @ wkv)[..., :6], (x @ wkv)[..., 6:]
    heads = []
    for head in (slice(0, 3), slice(3, 6)):
        scores = np.where(mask, q[..., head] @ np.swapaxes(k[..., head], -1, -2) * 0.5, -np.inf)
        weights = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
        heads.append(weights @ v[..., head])
    np.testing.assert_allclose(np.asarray(result), np.concatenate(heads, -1) @ wo, rtol=1e-5, atol=1e-6)
    with pytest.raises(aikit.AikitTypeError, match=r"to_q_v=.* must be an aikit.Container or None"):
        aikit.multi_head_attention(xp.asarray(x), 0.5, 2, to_q_fn=projection, to_q_v={"layer": {"w": xp.asarray(wq)}})


def rounded_lists(container: Container) -> dict[str, Any]:
    return container.cont_map(lambda leaf, chain: aikit.to_list(leaf)).cont_to_dict()
