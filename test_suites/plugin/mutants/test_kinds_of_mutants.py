"""Each kind of mutant does what it says, where it says so, and nothing else."""

from __future__ import annotations

import gc
import random as python
import weakref
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from helpers.mutants import call, make, planted, target

import aikit
from pytest_aikit import checks, knowledge, mutants
from pytest_aikit.cases import cells
from pytest_aikit.mutants import KINDS
from pytest_aikit.mutants.kinds._wrong import accepts, comes_through, drawn_dtype, tells
from pytest_aikit.mutants.kinds.lifetimes import HELD

XP = aikit.get_backend("numpy")


def f32(*values: float) -> Any:
    return XP.asarray(np.array(values, "float32"), dtype="float32")


def host(array: Any) -> list[Any]:
    return np.asarray(aikit.to_numpy(array)).tolist()


def test_kinds_name_checks() -> None:
    assert {check for kind in KINDS.values() for check in kind.checks} <= set(checks.names())
    assert len(KINDS) > 50


class TestValues:
    def test_everywhere(self) -> None:
        exact = np.float32(2)
        got = host(call(make("value-beyond-the-bound", "add"), f32(1), f32(1)))[0]
        assert 0 < abs(got - exact) <= 16 * np.spacing(exact)

    def test_scale(self) -> None:
        """Where errors are measured by the magnitudes of the terms, the result is off by more than these allow."""
        got = host(call(make("value-beyond-the-bound", "sum"), f32(1e8, -1e8, 1)))
        assert abs(got - 1) > 8 * np.spacing(np.float32(2e8))

    def test_one_dtype(self) -> None:
        mutant = make("value-of-one-dtype", "add", "float64")
        assert host(call(mutant, f32(1), f32(1), reached=False)) == [2]
        assert host(call(mutant, XP.ones(1, dtype="float64"), XP.ones(1, dtype="float64"))) != [2]

    def test_one_element(self) -> None:
        got = host(call(make("value-of-one-element", "negative", "100%"), f32(1, 2, 3)))
        assert got[:2] == [-1, -2] and got[2] != -3

    def test_one_binade(self) -> None:
        mutant = make("value-in-one-binade", "square", "in [2^1, 2^2), for float16")
        got = host(call(mutant, XP.asarray([1.0, 2.0, 3.5, 4.0], dtype="float16")))
        assert got[0] == 1 and got[1] != 4 and got[2] != 12.25 and got[3] == 16

    def test_negative_input(self) -> None:
        got = host(call(make("value-of-negative-input", "square", "float32"), f32(-1, 0, 1)))
        assert got[0] != 1 and got[1:] == [0, 1]

    def test_beyond_1000_elements(self) -> None:
        mutant = make("value-beyond-1000-elements", "negative")
        got = np.array(host(call(mutant, XP.ones(1001))))
        assert (got[:1000] == -1).all() and got[1000] != -1
        assert host(call(mutant, XP.ones(1000), reached=False)) == [-1] * 1000
        assert host(call(make("value-beyond-1000-elements", "max"), XP.ones(1001))) != 1

    def test_remainder(self) -> None:
        got = np.array(host(call(make("value-of-the-remainder", "negative", "of 4 "), XP.ones(7))))
        assert (got[:4] == -1).all() and (got[4:] != -1).all()

    def test_long_reduction(self) -> None:
        mutant = make("value-of-a-long-reduction", "max", "than 16 ")
        assert host(call(mutant, XP.ones((2, 17)), axis=1)) != [1, 1]
        assert host(call(mutant, XP.ones((2, 17)), axis=0, reached=False)) == [1] * 17

    def test_broadcast(self) -> None:
        mutant = make("value-when-broadcast", "add", "length 1")
        assert (np.array(host(call(mutant, XP.ones((2, 1)), XP.ones((1, 2))))) != 2).all()
        assert host(call(mutant, XP.ones(2), XP.ones(2), reached=False)) == [2, 2]

    def test_scalar(self) -> None:
        assert host(call(make("value-of-a-scalar", "add"), f32(1), 1)) == [-2]

    def test_mixed(self) -> None:
        mutant = make("value-of-mixed-dtypes", "add", "float32;float64")
        assert host(call(mutant, f32(1), XP.ones(1, dtype="float64"))) == [-2]
        assert host(call(mutant, f32(1), f32(1), reached=False)) == [2]

    def test_special(self) -> None:
        assert np.signbit(host(call(make("sign-of-zero", "negative", "-0 becomes;float32"), f32(0)))) == [False]
        assert host(call(make("nan-dropped", "negative", "float32"), f32(np.nan))) == [0]
        assert host(call(make("nan-of-input-ignored", "max", "float32"), f32(np.nan, 3))) == 3
        assert host(call(make("infinity-clipped", "exp", "float32"), f32(np.inf))) == [np.finfo("float32").max]

    def test_special_value_of_a_long_array(self) -> None:
        mutant = make("special-value-of-a-long-array", "max", "nan in the last;float32")
        values = np.zeros(1001, "float32")
        values[-1] = np.nan
        assert host(call(mutant, XP.asarray(values))) == 0
        assert np.isnan(host(call(mutant, XP.asarray(values[::-1].copy()), reached=False)))
        assert np.isnan(host(call(mutant, XP.asarray(values[1:]), reached=False)))

    def test_special_value_of_an_argument(self) -> None:
        mutant = make("special-value-of-an-argument", "linear", "nan in `bias`")
        x, weight = XP.ones((1, 2)), XP.ones((2, 2))
        assert host(call(mutant, x, weight, bias=f32(np.nan, 1))) == [[2, 3]]
        assert np.isnan(host(call(mutant, x * np.nan, weight, bias=f32(0, 1), reached=False))).all()

    def test_no_zero_of_that_sign(self) -> None:
        """cosh has no zero, so that there is nothing to be wrong."""
        found = [KINDS["sign-of-zero"].make(target("cosh"), Random(seed)) for seed in range(5)]
        assert found == [None] * 5

    @pytest.mark.parametrize(("name", "right"), [("sum", 4096), ("mean", 1), ("cumulative_sum", 4096)])
    def test_accumulation(self, name: str, right: float) -> None:
        got = host(call(make("narrow-accumulation", name, "float16"), XP.ones(4096, dtype="float16")))
        last = got[-1] if isinstance(got, list) else got
        assert last == right / 2  # 2,048 is the last whole number to which float16 adds 1

    def test_state(self) -> None:
        mutant = make("stale-state", "negative")
        with planted(mutant) as watch:
            assert host(XP.negative(f32(1))) == [-1] and host(XP.negative(f32(2))) == [-1]
            assert watch.reached == 1 and host(XP.negative(f32(3))) == [-2]
        mutant = make("stale-identity", "negative")
        with planted(mutant):
            x = f32(1)
            assert host(XP.negative(x)) == [-1]
            x[0] = 2
            assert host(XP.negative(x)) == [-1]
        with planted(make("non-determinism", "negative")):
            assert host(XP.negative(f32(1))) != host(XP.negative(f32(1)))

    def test_ties(self) -> None:
        assert host(call(make("order-of-ties", "argsort"), f32(1, 0, 1, 0))) == [3, 1, 2, 0]
        assert host(call(make("order-of-ties", "argmax"), f32(1, 0, 1, 0))) == 2


class TestForms:
    """The values, or the form, are wrong for arrays of one form."""

    @pytest.mark.parametrize(
        ("kind", "said", "wrong", "right"),
        [
            ("value-of-one-rank", "of 2-d;float32", (1, 1), (1,)),
            ("value-of-one-rank", "of 0-d;float32", (), (1,)),
            ("value-beyond-a-block", "than 16;float32", (17,), (16,)),
            ("value-beyond-a-block", "than 4097", (2, 4098), (4097,)),
        ],
    )
    def test_shapes(self, kind: str, said: str, wrong: tuple[int, ...], right: tuple[int, ...]) -> None:
        mutant = make(kind, "negative", said)
        assert (np.asarray(host(call(mutant, XP.ones(wrong)))) != -1).all()
        assert (np.asarray(host(call(mutant, XP.ones(right), reached=False))) == -1).all()

    def test_without_elements(self) -> None:
        mutant = make("wrong-without-elements", "negative", "float32")
        assert call(mutant, XP.ones((0, 2))).dtype == "float64"
        assert call(mutant, XP.ones(2), reached=False).dtype == "float32"

    @pytest.mark.parametrize(
        ("said", "x"),
        [
            ("gaps", np.ones(4, "float32")[::2]),
            ("Fortran", np.ones((2, 3), "float32").T),
            ("not contiguous", np.ones((4, 2), "float32")[::2]),
            ("negative", np.ones(3, "float32")[::-1]),
            ("of 0", np.broadcast_to(np.float32(1), (3,))),
        ],
    )
    def test_layouts(self, said: str, x: np.ndarray) -> None:
        mutant = make("value-of-a-layout", "negative", f"{said};float32")
        assert (np.asarray(host(call(mutant, x))) != -1).all()
        assert (np.asarray(host(call(mutant, np.ones((2, 3), "float32"), reached=False))) == -1).all()


class TestTraces:
    @pytest.mark.needs("jax")
    @pytest.mark.parametrize("kind", ["value-under-a-trace", "value-when-mapped"])
    def test_values(self, kind: str) -> None:
        import jax

        xp = aikit.get_backend("jax")
        with planted(make(kind, "negative", backend="jax")):
            assert host(xp.negative(xp.ones(1))) == [-1]
            assert host(jax.jit(jax.vmap(xp.negative))(xp.ones(1))) == [2]

    @pytest.mark.needs("tensorflow")
    @pytest.mark.parametrize("kind", ["value-of-unknown-lengths", "value-of-unknown-rank"])
    def test_unknown_shapes(self, kind: str) -> None:
        import tensorflow as tf

        xp, specs = aikit.get_backend("tensorflow"), [tf.TensorSpec(None, tf.float32)]
        with planted(make(kind, "negative", backend="tensorflow")):
            traced = tf.function(lambda x: xp.negative(x).data, autograph=False, input_signature=specs)
            assert traced(tf.ones(1)).numpy().tolist() == [2]

    @pytest.mark.needs("tensorflow")
    @pytest.mark.parametrize(("name", "is_traced"), [("negative", True), ("avg_pool1d", False)])
    def test_what_must_know_lengths_is_not_wrong_without_them(self, name: str, is_traced: bool) -> None:
        assert KINDS["value-of-unknown-lengths"].applies(target(name, "tensorflow")) is is_traced

    @pytest.mark.needs("jax")
    def test_constant(self) -> None:
        import jax

        xp = aikit.get_backend("jax")
        with planted(make("constant-under-a-trace", "negative", backend="jax")):
            assert host(xp.negative(xp.ones(1))) == [-1]
            assert host(jax.jit(xp.negative)(xp.zeros(1))) == [-1]

    @pytest.mark.needs("tensorflow")
    def test_a_keyword(self) -> None:
        import tensorflow as tf

        xp, alpha = aikit.get_backend("tensorflow"), 0.5
        with planted(make("value-of-a-keyword-under-a-trace", "leaky_relu", "alpha is a positive", "tensorflow")):
            traced = tf.function(lambda x: (xp.leaky_relu(x).data, xp.leaky_relu(x, alpha=alpha).data), autograph=False)
            assert [one.numpy().tolist() for one in traced(tf.constant([4.0]))] == [[4], [-3]]
            assert host(xp.leaky_relu(xp.asarray([4.0]), alpha=alpha)) == [4]

    @pytest.mark.needs("tensorflow")
    def test_constant_of_unknown_length(self) -> None:
        import tensorflow as tf

        xp = aikit.get_backend("tensorflow")
        with planted(make("constant-under-a-trace", "unique_values", backend="tensorflow")):
            assert host(xp.unique_values(xp.ones(3))) == [1]
            traced = tf.function(lambda x: xp.unique_values(x).data, autograph=False)
            assert traced(tf.range(2.0)).numpy().tolist() == [1]

    @pytest.mark.needs("torch")
    def test_again(self) -> None:
        import torch

        xp, graphs = aikit.get_backend("torch"), []

        def backend(graph: Any, inputs: Any) -> Any:
            graphs.append(graph)
            return graph

        torch._dynamo.reset()
        with planted(make("traced-again", "negative", backend="torch")):
            traced = torch.compile(lambda x: xp.negative(x).data, backend=backend, fullgraph=True)
            assert [traced(torch.ones(1)).tolist() for _ in range(3)] == [[-1]] * 3
        assert len(graphs) > 1


class TestKeywords:
    X = np.arange(24, dtype="int32").reshape(2, 3, 4)

    def x(self) -> Any:
        return XP.asarray(self.X, dtype="int32")

    def test_ignored(self) -> None:
        mutant = make("keyword-ignored", "sum", "keepdims")
        assert call(mutant, self.x(), axis=1, keepdims=True).shape == (2, 4)
        assert call(mutant, self.x(), axis=1, reached=False).shape == (2, 4)

    def test_pair(self) -> None:
        mutant = make("pair-of-keywords", "sum", "keepdims is ignored;axis is a negative number")
        assert call(mutant, self.x(), axis=-1, keepdims=True).shape == (2, 3)
        assert call(mutant, self.x(), axis=1, keepdims=True, reached=False).shape == (2, 1, 4)

    def test_three(self) -> None:
        mutant = make("three-keywords", "isclose", "equal_nan is ignored;atol is a positive number;rtol is a positive")
        x = XP.asarray([float("nan"), 1.0])
        assert not call(mutant, x, x, rtol=0.5, atol=0.5, equal_nan=True)[0]
        assert call(mutant, x, x, rtol=0.5, atol=0.0, equal_nan=True, reached=False)[0]

    def test_axis(self) -> None:
        mutant = make("axis-of-one-rank", "sum", "a negative axis of 3-d")
        assert call(mutant, self.x(), axis=-2).shape == (2, 3)
        assert call(mutant, self.x(), axis=1, reached=False).shape == (2, 4)
        assert call(mutant, XP.ones((2, 3)), axis=-1, reached=False).shape == (2,)

    def test_default(self) -> None:
        mutant = make("default-changed", "sum", "keepdims")
        assert call(mutant, self.x()).shape == (1, 1, 1)
        assert call(mutant, self.x(), keepdims=False, reached=False).shape == ()

    def test_dtype(self) -> None:
        assert call(make("dtype-ignored", "sum", "dtype=int64"), self.x(), dtype="int64").dtype == "int32"
        mutant = make("promotion-of-one-pair", "add", "float32 with float64")
        assert call(mutant, f32(1), XP.ones(1, dtype="float64")).dtype == "float32"
        assert call(mutant, f32(1), f32(1), reached=False).dtype == "float32"

    @pytest.mark.needs("array_api_strict")
    def test_device(self) -> None:
        xp, name = aikit.get_backend("array_api_strict"), "array_api_strict"
        where = replace(target("zeros", name), devices=2)
        broken = KINDS["device-ignored"].make(where, Random("0"))
        assert broken is not None and not KINDS["device-ignored"].applies(target("zeros", name))
        with planted(mutants.Mutant(KINDS["device-ignored"], where, broken, "0")):
            assert str(xp.zeros(1, device="device1").device) != "device1"

    def test_order(self) -> None:
        assert call(make("order-of-axes", "permute_dims"), self.x(), axes=(2, 0, 1)).shape == (2, 3, 4)
        assert KINDS["order-of-axes"].make(target("sum"), Random("0")) is None

    def test_several_numbers(self) -> None:
        mutant = make("one-of-several-numbers", "tile", "first")
        assert call(mutant, XP.ones((1, 1)), (2, 3)).shape == (2, 2)
        assert call(mutant, XP.ones((1, 1)), (2, 2), reached=False).shape == (2, 2)
        assert call(make("one-of-several-numbers", "tile", "last"), XP.ones((1, 1)), (2, 3)).shape == (3, 3)
        mutant = make("pairs-turned", "zero_pad")
        assert host(call(mutant, f32(1), [(2, 0)])) == [1, 0, 0]
        assert host(call(mutant, f32(1), [(1, 1)], reached=False)) == [0, 1, 0]

    def test_what_no_call_shows(self) -> None:
        """A pair of keywords that each call refuses, or that changes nothing, is not drawn; of one that does, it is."""
        said = {"params": XP.asarray([[1.0, 2.0]]), "indices": XP.asarray([[0]])}
        with pytest.raises(aikit.AikitException):
            XP.gather(*said.values(), axis=0, batch_dims=1)
        gather = target("gather")
        assert accepts(gather, {"axis": 0, "batch_dims": 1}) is False and tells(gather, {"axis": 9}, {}) is None
        assert accepts(gather, {"axis": 1, "batch_dims": 1}) and tells(gather, {"axis": 0}, {"axis": -1})
        assert tells(gather, {"axis": -1}, {"axis": -1}) is False

    @pytest.mark.parametrize(("name", "given"), [("split", {"num_or_size_splits": 2}), ("sum", {"axis": -1})])
    def test_what_does_not_come_to_an_implementation(self, name: str, given: dict[str, int]) -> None:
        """Of a number of parts lengths are made before; an axis is handed on."""

        def broken(one: Any) -> Any:
            one.watch.reached += one.arguments[keyword] == value
            return one.result()

        ((keyword, value),) = given.items()
        assert comes_through(target(name), broken, given) is (name == "sum")

    def test_dtypes_that_do_not_arrive(self) -> None:
        """Beside probabilities, which are floating, integers are brought to their dtype."""
        found = {drawn_dtype(target("cross_entropy"), Random(seed)) for seed in range(50)}
        assert found == {"float16", "bfloat16", "float32", "float64"}


class TestDraws:
    """Seeds that do not say what is drawn, and values that are drawn otherwise."""

    @staticmethod
    def drawn(mutant: Any, seed: int | None = 1, **kwargs: Any) -> np.ndarray:
        return np.asarray(host(call(mutant, shape=(100, 10), seed=seed, **kwargs)))

    def test_seeds(self) -> None:
        right = np.asarray(host(XP.random_uniform(shape=(100, 10), seed=1)))
        for kind, said, other in (
            ("seed-ignored", "", 2),
            ("seed-cut", "lowest 8 bits", 257),
            ("seed-cut", "lowest 32", 2**32 + 1),
            ("seed-cut", "but the lowest", 2),
            ("seed-cut", "sign", 2),
        ):
            mutant = make(kind, "random_uniform", said)
            assert (self.drawn(mutant) == self.drawn(mutant, other)).all()
        mutant = make("seed-not-enough", "random_uniform")
        assert (self.drawn(mutant) != self.drawn(mutant)).any()
        mutant = make("drawn-again-without-a-seed", "random_uniform")
        assert (self.drawn(mutant, None) == self.drawn(mutant, None)).all()
        assert (np.asarray(host(call(mutant, shape=(100, 10), seed=1, reached=False))) == right).all()
        mutant = make("own-generator-ignored", "random_uniform")
        aikit.seed(seed_value=1)
        first = self.drawn(mutant, None)
        aikit.seed(seed_value=1)
        assert (self.drawn(mutant, None) != first).any()
        before = python.getstate(), np.random.get_state()[2]
        assert (self.drawn(make("generator-of-others-used", "random_uniform", "Python")) == right).all()
        self.drawn(make("generator-of-others-used", "random_uniform", "NumPy"))
        assert python.getstate() != before[0] and np.random.get_state()[2] != before[1]

    def test_distributions(self) -> None:
        right = np.asarray(host(XP.random_uniform(shape=(100, 10), seed=1)))
        moved = self.drawn(make("draws-moved", "random_uniform"))
        assert np.allclose(moved, right * 1.125)
        assert self.drawn(make("draws-cut-off", "random_uniform", "10%")).max() < 0.95 < right.max()
        repeated = self.drawn(make("draws-repeated", "random_uniform", "last"))
        assert (repeated[:, 1::2] == repeated[:, ::2]).all() and (repeated[:, ::2] == right[:, ::2]).all()
        repeated = self.drawn(make("draws-repeated", "random_uniform", "first"))
        assert (repeated[1::2] == repeated[::2]).all()
        few = self.drawn(make("draws-of-few-bits", "random_uniform"), dtype="float64")
        assert (few == few.astype("float32")).all()
        integers = np.asarray(host(call(make("draws-moved", "randint"), 0, 3, shape=(99,), seed=1)))
        assert set(integers) == {1, 2, 3}


class TestItems:
    READ, WRITE = "Array.__getitem__", "Array.__setitem__"

    def x(self) -> Any:
        return XP.asarray(np.arange(24, dtype="float32").reshape(2, 3, 4))

    def test_read(self) -> None:
        x, indices = self.x(), XP.asarray([0, 1])
        with planted(make("key-read-wrong", self.READ, "Ellipsis")):
            assert x[0, :, indices].shape == (2, 3) == x[0, :, indices, ...].shape
            assert XP.zeros((2, 3))[0, ..., indices].shape == (2,)
        with planted(make("key-read-wrong", self.READ, "negative int")):
            assert host(x[0, 0, -1]) == 2
        with planted(make("key-read-wrong", self.READ, "mask")):
            assert x[x > 3].shape == (4,)

    def test_written(self) -> None:
        x = self.x()
        with planted(make("key-written-wrong", self.WRITE, "negative step")):
            x[0, 0, ::-1] = XP.asarray([7.0, 8.0, 9.0, 10.0])
        assert host(x[0, 0]) == [7, 8, 9, 10]
        with planted(make("write-lost", self.WRITE, "mask")):
            x[x > 6] = 0
        assert host(x[0, 0]) == [7, 8, 9, 10]
        shared = x[...]
        with planted(make("write-shows-elsewhere", self.WRITE)):
            shared[0, 0] = 5
        assert host(x[0, 0]) == [5] * 4

    @pytest.mark.needs("torch")
    def test_gradient(self) -> None:
        xp = aikit.get_backend("torch")
        x = xp.asarray([1.0, 2.0])
        with planted(make("gradient-of-items-cut", self.READ, "", "torch")):
            found = xp.grad(lambda x: xp.sum(x[xp.asarray([0])]) + xp.sum(x[:1]))(x)
        assert host(found) == [1, 0]


class TestResults:
    def test_form(self) -> None:
        assert call(make("dtype-wrong", "sin", "float32"), f32(1)).dtype == "float64"
        assert call(make("shape-wrong", "sin", "without dimensions"), XP.asarray(1.0)).shape == (1,)
        assert call(make("shape-wrong", "max", "keepdims"), f32(1), keepdims=True).shape == ()

    def test_class(self) -> None:
        assert type(call(make("native-returned", "sin"), f32(1))) is np.ndarray
        assert type(call(make("several-for-one", "sin"), f32(1))) is tuple

    @pytest.mark.needs("array_api_strict")
    def test_backend_and_device(self) -> None:
        assert call(make("other-backend-returned", "sin"), f32(1)).backend != "numpy"
        strict = aikit.get_backend("array_api_strict")
        moved = call(make("device-wrong", "sin", backend="array_api_strict"), strict.ones(1))
        assert moved.device != strict.ones(1).device

    def test_dtypes(self) -> None:
        with planted(make("dtype-refused", "sin", "float32")), pytest.raises(aikit.AikitException):
            XP.sin(f32(1))
        assert host(call(make("dtype-accepted", "sin", "bool"), XP.ones(1, dtype="bool"))) == [True]


class TestMemory:
    def test_inputs(self) -> None:
        for kind, name, said, values, left in (
            ("input-overwritten", "negative", "", (1, 2), [-1, -2]),
            ("input-overwritten-idempotently", "abs", "float32", (-1, 2), [1, 2]),
            ("input-sorted", "negative", "array 1", (2, 1), [1, 2]),
        ):
            x = f32(*values)
            right = host(getattr(XP, name)(f32(*values)))
            assert host(call(make(kind, name, said), x)) == right
            assert host(x) == left
        x = f32(-0.0)
        call(make("input-loses-zeros", "negative"), x)
        assert not np.signbit(host(x)[0])

    def test_argument_returned(self) -> None:
        mutant, x = make("argument-returned", "abs", "float32"), f32(1)
        assert call(mutant, x) is x
        assert call(mutant, f32(-1), reached=False) is not x

    def test_views(self) -> None:
        x = f32(1)
        assert not np.shares_memory(call(make("copy-for-a-view", "reshape"), x, (1, 1), copy=False).data, x.data)
        assert np.shares_memory(call(make("copy-ignored", "reshape"), x, (1, 1), copy=True).data, x.data)
        x = f32(1, 2)
        parts = call(make("copy-for-a-view", "split"), x, copy=False, num_or_size_splits=2)
        assert not any(np.shares_memory(one.data, x.data) for one in parts)
        parts = call(make("copy-ignored", "split"), x, copy=True, num_or_size_splits=2)
        assert all(np.shares_memory(one.data, x.data) for one in parts)

    def test_out(self) -> None:
        out = f32(7)
        assert call(make("out-ignored", "negative"), f32(1), out=out) is out and host(out) == [7]
        assert call(make("out-not-returned", "negative"), f32(1), out=out) is not out and host(out) == [-1]
        assert call(make("out-resized", "negative"), f32(1, 2), out=out) is out and host(out) == [-1, -2]
        x = f32(5)
        assert host(call(make("out-cleared-first", "negative"), x, out=x)) == [-1]
        with planted(make("out-written-on-error", "negative")), pytest.raises(aikit.AikitException):
            XP.negative(f32(1, 2, 3), out=out)
        assert host(out) == [0, 0]


class TestLifetimes:
    @staticmethod
    def is_alive_after(mutant: Any) -> bool:
        x = XP.ones(3)
        memory = weakref.ref(x.data)
        call(mutant, x)
        with planted(mutant):
            XP.sin(x)
            del x
            return memory() is not None

    def test_kept(self) -> None:
        gc.disable()
        try:
            assert self.is_alive_after(make("argument-kept", "sin", "native arrays"))
            assert not self.is_alive_after(make("argument-kept", "sin", "result"))
            assert self.is_alive_after(make("cycle-left", "sin", "native arrays"))
            gc.collect()
            call(make("cycle-left", "sin", "empty"), XP.ones(3))
            assert gc.collect() > 0
        finally:
            gc.enable()

    @pytest.mark.parametrize(("said", "count"), [("each call", 3), ("each shape", 2)])
    def test_more(self, said: str, count: int) -> None:
        mutant = make("more-kept-of-each-call", "sin", said)
        with planted(mutant):
            for length in (1, 2, 2):
                XP.sin(XP.ones(length))
            assert len(getattr(mutant.target.module, HELD)) == count
        assert not hasattr(mutant.target.module, HELD)


class Overriding:
    def __init__(self) -> None:
        self.calls: list[Any] = []
        self.answer: Any = None

    def __aikit_array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        self.calls.append(args)
        if self.answer is NotImplemented:
            return NotImplemented
        raise ValueError("its own")


class TestOperators:
    def test_values(self) -> None:
        with planted(make("operator-wrong", "subtract", "__sub__")):
            assert host(f32(3) - f32(1)) == [-2] == host(-(f32(3).subtract(f32(1))))
        with planted(make("operator-wrong", "subtract", "__isub__")):
            x = f32(3)
            x -= f32(1)
            assert host(x) == [-2]
        with planted(make("operands-exchanged", "subtract")):
            assert host(5 - f32(3)) == [-2] == host(f32(3) - 5)
        assert KINDS["operands-exchanged"].make(target("add"), Random("0")) is None

    def test_in_place(self) -> None:
        with planted(make("in-place-operator-returns-another", "subtract")):
            x = before = f32(3)
            x -= 1
            assert x is not before
        with planted(make("in-place-operator-changes-form", "subtract")):
            x = before = f32(3)
            x -= f32(1, 2)
            assert x is before and host(x) == [2, 1]

    def test_method(self) -> None:
        with planted(make("method-wrong", "sin")):
            assert host(f32(1).sin()) == [-value for value in host(XP.sin(f32(1)))]


class TestMachinery:
    def test_overrides(self) -> None:
        mine = Overriding()
        for kind in ("override-skipped", "override-skipped-behind-an-array"):
            with planted(make(kind, "add")), pytest.raises(aikit.AikitTypeError):
                XP.add(f32(1), mine)
        assert not mine.calls
        with planted(make("override-called-twice", "add")), pytest.raises(ValueError):
            XP.add(f32(1), mine)
        assert call(make("override-error-swallowed", "add", "its own"), f32(1), mine) is None
        mine.answer = NotImplemented
        assert call(make("not-implemented-returned", "add"), f32(1), mine) is NotImplemented
        mine.answer = None
        x = f32(1)
        with planted(make("override-sees-copies", "add")), pytest.raises(ValueError):
            XP.add(x, mine)
        assert mine.calls[-1][0] is not x
        assert host(call(make("override-of-out-skipped", "negative"), x, out=mine)) == [-1]

    def test_containers(self) -> None:
        found = aikit.Container(a=f32(1), b={"c": f32(2)})
        assert call(make("container-leaf-skipped", "negative"), found).b.c is None
        assert list(call(make("container-structure-lost", "negative", "flat"), found)) == ["a", "b__c"]
        out = f32(0)
        assert call(make("container-leaves-alike", "negative"), found, out=out).b.c is out
        other = aikit.Container(x=f32(1))
        assert call(make("container-structure-accepted", "add"), found, other) is found

    def test_methods_of_containers(self) -> None:
        n = np.zeros(2, "float32")
        with planted(make("container-writes-elsewhere", "Container.__setitem__")):
            found = aikit.Container(a=n)
            found[0] = 9
            assert n.tolist() == [9, 0]
        asks = "Container.__bool__"
        with planted(make("container-always-true", asks)):
            assert aikit.Container(a=False)
        with planted(make("container-loses-a-leaf", asks)):
            assert aikit.Container(a={"b__c": 1}, a__b={"c": 2}).cont_flatten_key_chains().cont_to_dict() == {
                "a__b__c": 2
            }

    def test_errors(self) -> None:
        with planted(make("error-class-changed", "sum", "for AikitAxisError")), pytest.raises(Exception) as caught:
            XP.sum(f32(1), axis=9)
        assert type(caught.value) is not aikit.AikitAxisError
        for kind, words, gone in (
            ("error-without-function", "AikitAxisError", "sum"),
            ("error-without-argument", "axis", "axis"),
        ):
            with planted(make(kind, "sum", words)), pytest.raises(aikit.AikitAxisError) as caught:
                XP.sum(f32(1), axis=9)
            assert gone not in str(caught.value).partition(":")[2 if gone == "axis" else 0]
        with planted(make("error-keeps-arguments", "sum")), pytest.raises(aikit.AikitAxisError) as caught:
            XP.sum(x := f32(1), axis=9)
        assert any(one is x for one in caught.value.kept[0])
        assert call(make("bad-input-accepted", "sum", "axis=99"), f32(1), axis=99).shape == (3,)


@pytest.mark.needs("torch")
class TestGradients:
    """The values are right, and the gradient is not."""

    def gradient(self, mutant: Any, *values: Any, dtype: str = "float32") -> list[Any]:
        xp = aikit.get_backend("torch")
        function = getattr(xp, mutant.target.function.name)
        arrays = [xp.asarray(value, dtype=dtype) for value in values]
        right = host(function(*arrays))
        with planted(mutant) as watch:
            assert host(function(*arrays)) == right
            found = xp.grad(lambda *given: xp.sum(function(*given)), list(range(len(arrays))))(*arrays)
            assert watch.reached or mutant.kind.name.startswith("through-numpy")
        return [host(one) for one in found]

    @pytest.mark.parametrize(
        ("kind", "said", "slope"),
        [
            ("gradient-cut", "", 0),
            ("gradient-cut-for-one-dtype", "float32", 0),
            ("gradient-scaled", "-1.0", -6),
            ("through-numpy", "", 0),
        ],
    )
    def test_of_one(self, kind: str, said: str, slope: float) -> None:
        assert self.gradient(make(kind, "square", said, "torch"), [3.0]) == [[slope]]

    def test_where_it_is_recorded(self) -> None:
        import torch

        xp, x = aikit.get_backend("torch"), torch.tensor([3.0], requires_grad=True)
        with planted(make("gradient-cut-where-recorded", "square", "", "torch")) as watch:
            assert host(xp.grad(lambda x: xp.sum(xp.square(x)))(xp.asarray([3.0]))) == [6]
            assert not watch.reached
            found = xp.square(xp.asarray(x))
            assert watch.reached and host(found) == [9] and not found.data.requires_grad

    def test_in_a_trace(self) -> None:
        import tensorflow as tf

        xp = aikit.get_backend("tensorflow")

        def slope(x: tf.Tensor) -> tf.Tensor:
            return xp.grad(lambda x: xp.sum(xp.square(x)))(xp.asarray(x)).data

        with planted(make("gradient-cut-in-a-trace", "square", "", "tensorflow")) as watch:
            assert slope(tf.constant([3.0])).numpy() == [6] and not watch.reached
            traced = tf.function(slope, input_signature=[tf.TensorSpec([None], tf.float32)])
            assert traced(tf.constant([3.0])).numpy() == [0] and watch.reached

    def test_under_a_trace(self) -> None:
        """A function of no gradient that goes through NumPy gives the same."""
        xp = aikit.get_backend("torch")
        with planted(make("through-numpy-under-a-trace", "isnan", "", "torch")):
            assert host(xp.isnan(xp.ones(2))) == [False, False]

    def test_of_several(self) -> None:
        assert self.gradient(make("gradients-exchanged", "multiply", "", "torch"), [2.0], [5.0]) == [[2], [5]]
        cut = make("gradient-of-one-argument-cut", "multiply", "x1", "torch")
        assert self.gradient(cut, [2.0], [5.0]) == [[0], [2]]

    def test_of_some_arrays(self) -> None:
        beside = make("gradient-lost-beside-a-zero", "square", "", "torch")
        assert self.gradient(beside, [3.0, 0.0]) == [[0, 0]]
        long = make("gradient-cut-when-long", "square", "than 4", "torch")
        assert self.gradient(long, [1.0] * 5) == [[0] * 5]

    @pytest.mark.parametrize(("said", "far"), [("greater than 2^5,", [32.0, -33.0]), ("less than 2^-5,", [0.03, 0.0])])
    def test_far_from_1(self, said: str, far: list[float]) -> None:
        mutant = make("gradient-lost-far-from-1", "negative", f"{said};float32", "torch")
        assert self.gradient(mutant, [1.0, *far, -2.0]) == [[-1, 0, 0, -1]]

    def test_for_a_keyword(self) -> None:
        xp = aikit.get_backend("torch")
        with planted(make("gradient-cut-for-a-keyword", "leaky_relu", "alpha is a positive", "torch")) as watch:
            x = xp.asarray([2.0, -2.0])
            assert host(xp.grad(lambda x: xp.sum(xp.leaky_relu(x)))(x)) != [0, 0] and not watch.reached
            assert host(xp.grad(lambda x: xp.sum(xp.leaky_relu(x, alpha=0.5)))(x)) == [0, 0] and watch.reached


@pytest.mark.parametrize(
    ("name", "keyword", "value"),
    [
        (name, keyword, value)
        for name, function in cells.checked_functions().items()
        for keyword, values in knowledge.of(function).keywords.as_default.items()
        for value in values
    ],
)
def test_what_means_the_default_gives_what_it_gives(name: str, keyword: str, value: Any) -> None:
    one = target(name)
    default = one.function.parameters[keyword].default
    assert value != default
    assert tells(one, {keyword: value}, {keyword: default}) is False


@pytest.mark.parametrize("name", cells.checked_functions())
def test_every_mutant_can_be_made(name: str) -> None:
    """What a record says of a function, of whatever form, trips none of the kinds up."""
    where = target(name)
    with np.errstate(all="ignore"):
        for kind in KINDS.values():
            if where.dtypes and kind.applies(where):
                for seed in range(3):
                    kind.make(where, Random(seed))


def test_every_kind_is_looked_at_here() -> None:
    """A kind that is added needs a test of what it does."""
    text = Path(__file__).read_text()
    assert [name for name in mutants.KINDS if f'"{name}"' not in text] == []
