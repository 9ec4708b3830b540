"""No trait makes a constant of a length that a trace leaves open; what a trace fixes is known."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.frameworks import require

import aikit
from aikit import traits
from aikit.exceptions import AikitTypeError
from aikit.traits import Access, StaticInt
from aikit.traits._trait import ByClass

TRAITS = [
    traits.known_size, traits.size, traits.axes, traits.axes_types, traits.known_length, traits.length, traits.dimnames,
    traits.ismutable, traits.can_setindex, traits.can_change_size, traits.access, traits.fast_scalar_indexing,
    traits.defines_strides, traits.stride_rank, traits.dense_dims, traits.contiguous_axis, traits.is_row_major,
    traits.indices_do_not_alias, traits.is_lazy_conjugate, traits.parent_type, traits.to_parent_dims,
]  # fmt: skip


def ask_all(x):
    for trait in TRAITS:
        trait(x)
    traits.to_dims(x, -1)
    return traits.access(x)


# ------------------------------------------------------------------------------------------------ open lengths, in all

Fixed = traits.FixedSize[None, 3]
ROWS = slice(None), 0
OF_MATRICES = {  # of matrices of 3 columns
    "values": lambda x: traits.Transpose(x) + 1,
    "permuted": lambda x: traits.PermutedDims(x, (1, 0)) * traits.size(x, 1),
    "column": lambda x: traits.View(x, *ROWS) + 1,
    "part": lambda x: traits.View(x, slice(1, None), slice(None, 2)) + 1,
    "reversed": lambda x: traits.View(x, slice(None, None, -1)) + 1,
    "masked": lambda x: traits.View(x, [1, 0]) + 1,
    "reshaped": lambda x: traits.Reshaped(x, -1) + 1,
    "diagonal": lambda x: traits.Diagonal(traits.View(x, *ROWS)) + 1,
    "named": lambda x: traits.parent(aikit.sum(traits.Named(traits.View(x, slice(1, None)), ("a", "b")), axis="a")),
    "fixed": lambda x: Fixed(x) * traits.size(Fixed(x), 1),
    "chain": lambda x: traits.Reshaped(traits.Transpose(traits.View(x, slice(None, None, 2))), -1) + 1,
}


@pytest.mark.needs("torch")
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("name", OF_MATRICES)
@pytest.mark.filterwarnings("ignore")  # what the tracer says of caches
def test_wrappers_are_exported_with_open_lengths(name, strict):
    import torch

    require("torch")

    class Module(torch.nn.Module):
        def forward(self, x):
            made = OF_MATRICES[name](aikit.asarray(x))
            return made.data, made.data.new_ones(traits.size(made)), traits.to_dims(made, -1)

    dynamic = {"x": {0: torch.export.Dim("b", min=4, max=64)}}
    exported = torch.export.export(Module(), (torch.ones(4, 3),), dynamic_shapes=dynamic, strict=strict)
    for n in (5, 9):
        x = torch.arange(3.0 * n).reshape(n, 3)
        got, wanted = exported.module()(x), Module()(x)
        assert torch.equal(got[0], wanted[0]) and got[1].shape == got[0].shape and got[2] == wanted[2]


@pytest.mark.needs("torch")
@pytest.mark.parametrize("name", ["chain", "column", "named", "fixed"])
def test_a_class_is_first_asked_under_a_trace(name):
    """As where another backend was loaded since: what is known of classes is forgotten then."""
    import torch

    require("torch")
    x = torch.arange(12.0).reshape(4, 3)
    for one in list(ByClass.every):
        one.found.clear()
    torch._dynamo.reset()
    traced = torch.compile(lambda x: OF_MATRICES[name](aikit.asarray(x)).data, backend="aot_eager", fullgraph=True)
    assert torch.equal(traced(x), OF_MATRICES[name](aikit.asarray(x)).data)


@pytest.mark.needs("jax")
@pytest.mark.parametrize("name", OF_MATRICES)
def test_wrappers_of_symbolic_shapes(name):
    import jax
    from jax import export

    require("jax")

    def function(x):
        made = OF_MATRICES[name](aikit.asarray(x))
        assert tuple(traits.size(made)) == made.data.shape
        return made.data

    spec = jax.ShapeDtypeStruct(export.symbolic_shape("b, 3", constraints=["b >= 4"]), np.float32)
    exported = export.export(jax.jit(function))(spec)
    x = np.arange(15, dtype=np.float32).reshape(5, 3)
    assert exported.call(x).tolist() == function(jax.numpy.asarray(x)).tolist()


@pytest.mark.needs("tensorflow")
@pytest.mark.parametrize("name", OF_MATRICES)
def test_wrappers_of_unknown_lengths(name):
    import tensorflow as tf

    require("tensorflow")

    @tf.function(input_signature=[tf.TensorSpec([None, 3])], autograph=False)
    def function(x):
        made = OF_MATRICES[name](aikit.asarray(x))
        return made.data, tf.stack(traits.size(made))

    for n in (5, 9):
        x = tf.reshape(tf.range(3.0 * n), (n, 3))
        got, lengths = function(x)
        assert got.numpy().tolist() == aikit.to_list(OF_MATRICES[name](aikit.asarray(x)))
        assert lengths.numpy().tolist() == got.shape.as_list()


# ------------------------------------------------------------------------------------------------ JAX


@pytest.mark.needs("jax")
def test_under_jit():
    import jax

    require("jax")
    found, compiled = [], 0

    @jax.jit
    def function(x):
        nonlocal compiled
        compiled += 1
        array = aikit.asarray(x)
        wrapped = traits.PermutedDims(traits.View(array, slice(1, None)), (1, 0))
        found.append([(traits.known_size(one), ask_all(one)) for one in (x, array, wrapped)])
        assert all(type(one) is StaticInt for one in traits.size(x))
        assert traits.allowed_getindex(x, 0, 0).shape == ()
        with pytest.raises(AikitTypeError, match="a trace does not know"):
            traits.issingular(array[:2, :2])
        return aikit.sum(wrapped).data

    x = np.arange(6.0).reshape(3, 2)
    assert float(function(x)) == float(function(x + 0.0)) == 14.0
    assert compiled == 1
    assert found == [[((3, 2), Access.TRACED), ((3, 2), Access.TRACED), ((2, 2), Access.TRACED)]]
    assert not traits.ismutable(jax.numpy.ones(2)) and traits.known_size(jax.numpy.ones(2)) == (None,)


@pytest.mark.needs("jax")
def test_symbolic_shapes():
    import jax
    from jax import export

    require("jax")
    seen = []

    def function(x):
        array = aikit.asarray(x)
        wrapped = traits.Named(traits.Transpose(array), ("a", "b"))
        for one in (x, array, wrapped):
            ask_all(one)
        seen.append((traits.known_size(x), traits.known_size(wrapped), traits.size(x)[0] is x.shape[0]))
        return traits.parent(aikit.sum(wrapped, axis="a")).data

    spec = jax.ShapeDtypeStruct(export.symbolic_shape("b, 3"), np.float32)
    assert traits.known_size(spec) == (None, 3)
    exported = export.export(jax.jit(function))(spec)
    assert seen[0] == ((None, 3), (3, None), True)
    assert exported.call(np.ones((5, 3), np.float32)).tolist() == [3.0] * 5


@pytest.mark.needs("jax")
def test_specifications_of_jax():
    import jax

    require("jax")
    spec = jax.ShapeDtypeStruct((2, 3), np.float32)
    assert traits.known_size(spec) == (2, 3) == traits.known_size(jax.typeof(jax.numpy.ones((2, 3))))
    assert repr(traits.size(spec)) == "(static(2), static(3))" and traits.to_dims(spec, -1) == 1


# ------------------------------------------------------------------------------------------------ TensorFlow


@pytest.mark.needs("tensorflow")
@pytest.mark.parametrize("spec", [[2, None], [None, None], None], ids=str)
def test_under_tf_function(spec):
    import tensorflow as tf

    require("tensorflow")
    known, lengths = [], []

    @tf.function(input_signature=[tf.TensorSpec(spec)], autograph=False)
    def function(x):
        array = aikit.asarray(x)
        for one in (x, array):
            known.append(traits.known_size(one))
            assert traits.access(one) is Access.TRACED and not traits.defines_strides(one)
            if spec is not None:
                ask_all(one)
        lengths.append(traits.size(x))
        return traits.size(array)[1] * traits.length(x) if spec is not None else traits.size(array)

    got = function(tf.ones((2, 3)))
    assert known == [None if spec is None else tuple(spec)] * 2
    if spec is None:
        assert got.numpy().tolist() == [2, 3]
        return
    assert int(got) == 18 and int(function(tf.ones((2, 4)))) == 32
    assert [type(n) is StaticInt for n in lengths[0]] == [n is not None for n in spec]


@pytest.mark.needs("tensorflow")
def test_wrappers_under_tf_function():
    import tensorflow as tf

    require("tensorflow")

    @tf.function(input_signature=[tf.TensorSpec([None, 3])], autograph=False)
    def function(x):
        named = traits.Named(traits.Transpose(aikit.asarray(x)), ("a", "b"))
        assert traits.known_size(named) == (3, None)
        return traits.parent(aikit.sum(named + 1, axis="a")).data

    assert function(tf.ones((4, 3))).numpy().tolist() == [6.0] * 4


@pytest.mark.needs("tensorflow")
def test_specifications_of_tensorflow():
    import tensorflow as tf

    require("tensorflow")
    assert traits.known_size(tf.TensorSpec([None, 3])) == (None, 3) == traits.known_size(tf.keras.Input((3,)))
    assert traits.known_size(tf.ones((2, 3))) == (None, None) and traits.size(tf.ones((2, 3))) == (2, 3)


# ------------------------------------------------------------------------------------------------ PyTorch


@pytest.mark.needs("torch")
def test_exported_with_dynamic_lengths():
    import torch

    require("torch")

    class Module(torch.nn.Module):
        def forward(self, x):
            lengths = traits.size(x)
            known = traits.known_size(x)
            assert known[0] is None and known[1] == 3
            row = traits.size(traits.Transpose(aikit.asarray(x)))
            return x.new_ones(lengths[0], 2) * row[1] + traits.to_dims(x, -1)

    dynamic = {"x": {0: torch.export.Dim("b", min=2, max=64)}}
    exported = torch.export.export(Module(), (torch.ones(4, 3),), dynamic_shapes=dynamic, strict=False)
    for n in (5, 9):
        assert exported.module()(torch.ones(n, 3)).tolist() == [[n + 1.0] * 2] * n
    assert any("b" in str(one) or "s" in str(one) for one in exported.range_constraints)


@pytest.mark.needs("torch")
def test_no_trait_fixes_a_length():
    import torch

    require("torch")

    class Module(torch.nn.Module):
        def forward(self, x):
            for one in (x, traits.Named(traits.PermutedDims(aikit.asarray(x), (1, 0)), ("a", "b"))):
                assert ask_all(one) is Access.TRACED
            assert traits.size(x)[0] is x.shape[0] or not isinstance(traits.size(x)[0], int)
            return x + 1

    dynamic = {"x": {0: torch.export.Dim("b", min=2, max=64)}}
    exported = torch.export.export(Module(), (torch.ones(4, 3),), dynamic_shapes=dynamic, strict=False)
    assert exported.module()(torch.ones(7, 3)).shape == (7, 3)


@pytest.mark.needs("torch")
def test_under_compile():
    import torch

    require("torch")

    def function(x):
        lengths = traits.size(x)
        return x * lengths[0] if traits.ismutable(x) else x

    compiled = torch.compile(function, backend="eager", dynamic=True, fullgraph=True)
    for n in (3, 4, 5):
        assert compiled(torch.ones(n, 2)).tolist() == [[float(n)] * 2] * n
    fake = torch._subclasses.FakeTensorMode().from_tensor(torch.ones(2, 3))
    assert traits.known_size(fake) == (2, 3) and traits.access(fake) is Access.TRACED
