"""The patterns of einops: what any of them means, and what is said where one does not fit."""

import itertools
import random
import sys

import numpy as np
import pytest
from helpers.processes import run_python

import aikit
from aikit.exceptions import AikitException, AikitTypeError, AikitValueError

LENGTHS = {"a": 2, "b": 3, "c": 1, "d": 4, "e": 2}


def _term(groups: list[list[str]]) -> str:
    return " ".join(group[0] if len(group) == 1 else f"({' '.join(group)})" for group in groups)


def _grouped(names: list[str], draw: random.Random) -> list[list[str]]:
    groups: list[list[str]] = []
    for name in names:
        if groups and draw.random() < 0.4:
            groups[-1].append(name)
        else:
            groups.append([name])
    return groups


def _length(names: list[str]) -> int:
    return int(np.prod([LENGTHS[name] for name in names], dtype=int))


def _given(left: list[list[str]], draw: random.Random) -> dict[str, int]:
    """The lengths of all but one of what is together on the left, and of some that are alone."""
    found = {}
    for group in left:
        kept = draw.randrange(len(group)) if len(group) > 1 or draw.random() < 0.7 else -1
        found |= {name: LENGTHS[name] for place, name in enumerate(group) if place != kept}
    return found


@pytest.mark.parametrize("seed", range(200))
def test_any_pattern_means_what_its_names_say(seed: int) -> None:
    """An element is the number that its indices along the names make, which are the same on either side."""
    draw = random.Random(seed)
    names = draw.sample(list(LENGTHS), draw.randint(1, 5))
    left = _grouped(names, draw)
    full = np.arange(_length(names)).reshape([LENGTHS[name] for name in names])
    x = aikit.asarray(full.reshape([_length(group) for group in left]))

    shuffled = draw.sample(names, len(names))
    right = _grouped(shuffled, draw)
    wanted = full.transpose([names.index(name) for name in shuffled]).reshape([_length(group) for group in right])
    got = aikit.einops_rearrange(x, f"{_term(left)} -> {_term(right)}", **_given(left, draw))
    assert np.array_equal(aikit.to_numpy(got), wanted), (left, right)

    some = draw.sample(names, draw.randint(0, len(names)))
    right = _grouped(some, draw)
    gone = tuple(place for place, name in enumerate(names) if name not in some)
    rest = [name for name in names if name in some]
    for reduction in ("sum", "max"):
        reduced = getattr(np, reduction)(full, axis=gone) if gone else full
        wanted = reduced.transpose([rest.index(name) for name in some]).reshape([_length(group) for group in right])
        got = aikit.einops_reduce(x, f"{_term(left)} -> {_term(right)}", reduction, **_given(left, draw))
        assert np.array_equal(aikit.to_numpy(got), wanted), (left, right)

    new = {name: draw.randint(0, 3) for name in draw.sample(["n", "m"], draw.randint(1, 2))}
    shuffled = draw.sample([*names, *new], len(names) + len(new))
    lengths = {**LENGTHS, **new}
    right = _grouped(shuffled, draw)
    broad = np.broadcast_to(full.reshape(*full.shape, *[1] * len(new)), (*full.shape, *new.values()))
    order = [[*names, *new].index(name) for name in shuffled]
    shape = [int(np.prod([lengths[name] for name in group], dtype=int)) for group in right]
    got = aikit.einops_repeat(x, f"{_term(left)} -> {_term(right)}", **_given(left, draw), **new)
    assert np.array_equal(aikit.to_numpy(got), broad.transpose(order).reshape(shape)), (left, right)


@pytest.mark.parametrize("reduction", ["min", "max", "sum", "mean", "prod", "any", "all"])
@pytest.mark.parametrize("dtype", ["float32", "int8", "uint16", "bool"])
def test_a_reduction_is_the_function_of_its_name(xp, reduction, dtype) -> None:
    x = xp.astype(xp.asarray([[0.5, 3.0, 2.5], [1.0, 0.0, 7.25]]), dtype)
    wanted = getattr(xp, reduction)(x, axis=0)
    got = xp.einops_reduce(x, "a b -> b", reduction)
    assert got.dtype == wanted.dtype and aikit.to_list(got) == aikit.to_list(wanted)
    alone = xp.einops_reduce(x, "a b -> b a", reduction)
    wanted = getattr(xp, reduction)(x, axis=())
    assert alone.dtype == wanted.dtype and aikit.to_list(alone) == aikit.to_list(xp.matrix_transpose(wanted))


def test_names_that_are_those_of_parameters() -> None:
    x = aikit.reshape(aikit.arange(6), (2, 3))
    assert aikit.einops_rearrange(x, "(x y) self -> self x y", x=2).shape == (3, 2, 1)
    assert x.einops_rearrange("(x y) a -> a x y", x=2).shape == (3, 2, 1)
    with pytest.raises(AikitValueError, match="'pattern'"):
        aikit.einops_rearrange(x, "(pattern b) c -> c", pattern=2)
    with pytest.raises(AikitTypeError, match="out=2"):
        aikit.einops_rearrange(x, "(out b) c -> c out b", out=2)


def test_lengths_may_be_integers_of_any_kind() -> None:
    x = aikit.zeros((6, 2))
    for length in (np.int64(3), aikit.asarray(3), np.asarray(3)):
        assert aikit.einops_rearrange(x, "(a b) c -> a b c", a=length).shape == (3, 2, 2)


def test_a_length_in_a_container() -> None:
    x = aikit.reshape(aikit.arange(6), (6,))
    found = aikit.einops_rearrange(x, "(a b) -> b a", a=aikit.Container(p=2, q=3))
    assert (found.p.shape, found.q.shape) == ((3, 2), (2, 3))
    nested = aikit.Container(p=x, q=x + 1).einops_reduce("(a b) -> b", "sum", a=2)
    assert aikit.to_list(nested.q) == [5, 7, 9]


def test_without_einops(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "einops.array_api", None)
    with pytest.raises(AikitException, match=r"einops_repeat needs einops; pip install 'pytest-aikit\[einops\]'"):
        aikit.einops_repeat(aikit.zeros(2), "never_seen -> never_seen r", r=2)


def test_einops_is_imported_at_the_first_use() -> None:
    code = "import sys, aikit; x = aikit.zeros((2, 3)); before = 'einops' in sys.modules"
    code += "; aikit.einops_rearrange(x, 'a b -> b a'); print(before, 'einops' in sys.modules)"
    assert run_python(code) == "False True"


@pytest.mark.needs("tensorflow")
def test_lengths_that_tensorflow_does_not_know() -> None:
    import tensorflow

    x = tensorflow.reshape(tensorflow.range(24.0), (2, 4, 3))
    aikit.asarray(x)

    def traced(shape, call):
        spec = tensorflow.TensorSpec(shape, tensorflow.float32)
        return tensorflow.function(lambda x: call(x).data, input_signature=[spec], autograph=False)(x).numpy()

    for shape in itertools.product((2, None), (4, None), (3, None)):
        got = traced(shape, lambda x: aikit.einops_repeat(x, "b s c -> c b s 2"))
        assert np.array_equal(got, np.stack([x.numpy().transpose(2, 0, 1)] * 2, -1))
    split = np.moveaxis(x.numpy().reshape(2, 2, 2, 3), 3, 1)
    for shape in ((2, 4, None), (2, None, 3), (None, 4, 3)):
        assert np.array_equal(traced(shape, lambda x: aikit.einops_rearrange(x, "b (h w) c -> b c h w", h=2)), split)
    with pytest.raises(AikitValueError, match="ensure_shape"):
        traced((None, None, 3), lambda x: aikit.einops_rearrange(x, "b (h w) c -> b c h w", h=2))
    with pytest.raises(AikitValueError, match="dimension 1 is to have length 6, and this trace does not know it"):
        traced((2, None, 3), lambda x: aikit.einops_rearrange(x, "b (h w) c -> b c h w", h=2, w=3))


@pytest.mark.needs("torch")
def test_lengths_that_pytorch_leaves_open() -> None:
    import torch

    x = torch.arange(24.0).reshape(2, 4, 3)
    aikit.asarray(x)

    def call(x):
        return aikit.einops_rearrange(x, "b (h w) c -> (b c) h w", h=2).data

    compiled = torch.compile(call, backend="eager", fullgraph=True, dynamic=True)
    for given in (x, torch.ones(3, 6, 5)):
        assert torch.equal(compiled(given), call(given))
