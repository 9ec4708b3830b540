"""What comes in from outside: subclasses of arrays, layouts without strides, memory that is gone, capsules of old versions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers.frameworks import require

import aikit

ENTRANCES: dict[str, Callable[[Any], Any]] = {
    "asarray": lambda x: aikit.asarray(x),
    "to_aikit": lambda x: aikit.to_aikit(x),
    "function": lambda x: aikit.sum(x),
    "two arrays": lambda x: aikit.add(x, x),
    "container": lambda x: aikit.sum(aikit.Container(a=x)).a,
    "key": lambda x: aikit.zeros((3, 3))[x],
}


def _written(x: Any) -> Any:
    array = aikit.zeros((3,))
    array[...] = x
    return array


ENTRANCES["written value"] = _written


@pytest.mark.parametrize("entrance", ENTRANCES)
def test_masked_values_are_refused(entrance: str, backend: str) -> None:
    dtype = bool if entrance == "key" else "float32"
    masked = np.ma.array([1, 0, 3], mask=[0, 1, 0], dtype=dtype)
    with aikit.use_backend(backend), pytest.raises(aikit.AikitValueError, match=r"masked values.*filled"):
        ENTRANCES[entrance](masked)


@pytest.mark.filterwarnings("ignore:the matrix subclass:PendingDeprecationWarning")
@pytest.mark.parametrize("entrance", ENTRANCES)
def test_subclasses_of_ndarray_come_in_as_ndarrays(entrance: str, backend: str) -> None:
    key = entrance == "key"
    values = np.asarray([[True, False, True]] * 3) if key else np.asarray([[1, 2, 3]], "float32")
    with aikit.use_backend(backend):
        expected = np.asarray(ENTRANCES[entrance](values.copy()))
        for given in (np.matrix(values), np.ma.array(values), values.view(np.recarray)):
            result = ENTRANCES[entrance](given)
            assert type(aikit.to_native(result)) is type(aikit.to_native(aikit.zeros(1))) or result.backend == "numpy"
            assert not isinstance(aikit.to_native(result), (np.matrix, np.ma.MaskedArray, np.recarray))
            np.testing.assert_array_equal(np.asarray(result), expected)


@pytest.mark.needs("torch")
@pytest.mark.parametrize("entrance", [name for name in ENTRANCES if name != "key"])
@pytest.mark.filterwarnings("ignore:.*(prototype|beta):UserWarning")
def test_tensors_without_strides_are_refused(entrance: str) -> None:
    require("torch")
    import torch

    dense = torch.eye(3)
    nested = [torch.ones(2), torch.ones(3)]
    given = [
        dense.to_sparse(),
        dense.to_sparse_csr(),
        dense.to_mkldnn(),
        torch.nested.nested_tensor(nested),
        torch.nested.nested_tensor(nested, layout=torch.jagged),
    ]
    with aikit.use_backend("torch"):
        for tensor in given:
            with pytest.raises(aikit.AikitTypeError, match=r"aikit takes dense ones; pass (x\.to_dense|torch\.nested)"):
                ENTRANCES[entrance](tensor)


@pytest.mark.needs("jax")
def test_a_deleted_array_of_jax_is_said_to_be_one() -> None:
    require("jax")
    xp = aikit.get_backend("jax")
    x = xp.asarray([1.0, 2.0])
    kept = xp.asarray([3.0, 4.0])
    x.data.delete()
    calls: list[Callable[[], Any]] = [
        lambda: x[0],
        lambda: x.__setitem__(0, 1.0),
        lambda: kept.__setitem__(slice(None), x),
        lambda: x + 1,
        lambda: x + kept,
        lambda: kept + x,
        lambda: xp.sum(x),
        lambda: xp.sum(x.data),
        lambda: xp.asarray(x.data),
        lambda: aikit.to_aikit(x.data),
        lambda: aikit.to_numpy(x),
        lambda: repr(x),
        lambda: np.asarray(x),
        lambda: aikit.to_list(x),
        lambda: aikit.to_backend(x, "numpy"),
    ]
    for call in calls:
        with pytest.raises(aikit.AikitValueError, match=r"has been deleted.*donated"):
            call()
    assert aikit.to_list(kept) == [3.0, 4.0]


@pytest.mark.parametrize("version", [(0, 0), (0, 8), (1, 0), None])
def test_capsules_of_every_version(version: Any, xp: Any, backend: str) -> None:
    capsule = xp.asarray([1.0, 2.0]).__dlpack__(max_version=version)
    assert "dltensor" in repr(capsule)
    if version is None or version < (1, 0):
        assert '"dltensor"' in repr(capsule)


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("upper", [False, True])
def test_cholesky_of_complex_matrices_that_are_not_positive_definite(dtype: str, upper: bool, xp: Any) -> None:
    eye = np.eye(2)
    for matrix in (-eye, [[1, 2], [2, 1]], [[1, 2j], [-2j, 1]], np.stack([eye, -eye]), np.zeros((2, 2)), [[-4]]):
        with pytest.raises(aikit.AikitValueError, match="cholesky"):
            xp.linalg.cholesky(xp.asarray(np.asarray(matrix, dtype)), upper=upper)
    stack = np.stack([eye, [[2, 1j], [-1j, 2]]]).astype(dtype)
    factor = np.asarray(xp.linalg.cholesky(xp.asarray(stack), upper=upper))
    np.testing.assert_allclose(factor, np.linalg.cholesky(stack, upper=upper), rtol=1e-6, atol=1e-7)


@pytest.mark.needs("tensorflow")
def test_unstack_of_an_unknown_length_says_what_must_be_known() -> None:
    require("tensorflow")
    import tensorflow as tf

    xp = aikit.get_backend("tensorflow")

    @tf.function(input_signature=[tf.TensorSpec([None, 2])], autograph=False)
    def unstacked(x: Any) -> Any:
        return [part.data for part in xp.unstack(x)]

    with pytest.raises(aikit.AikitException, match=r"unstack: .*length"):
        unstacked(tf.zeros((3, 2)))


@pytest.mark.needs("tensorflow")
@pytest.mark.parametrize("name", ["sort", "argsort", "argmax", "signbit", "copysign", "remainder"])
def test_functions_of_bits_are_vectorised(name: str) -> None:
    require("tensorflow")
    import tensorflow as tf

    xp = aikit.get_backend("tensorflow")
    function = getattr(xp, name)
    x = tf.constant([[3.0, -1.0, 2.0], [-2.0, 5.0, 4.0]])
    args = (x, x[:, ::-1]) if name in ("copysign", "remainder") else (x,)
    for mapped in (
        tf.vectorized_map(lambda rows: function(*rows).data, args),
        aikit.to_native(xp.vmap(function, tuple(0 for _ in args))(*args)),
    ):
        expected = [np.asarray(function(*(one[i] for one in args))) for i in range(2)]
        np.testing.assert_array_equal(mapped.numpy(), expected)


@pytest.mark.parametrize("length", [1, 8, 9, 40])
@pytest.mark.parametrize("dtype", [None, "float16", "float64", "complex64"])
@pytest.mark.parametrize("first", [1.0, float("nan"), 65505.0])
def test_numbers_that_are_too_large_are_infinite_without_a_warning(
    length: int, dtype: str | None, first: float, xp: Any, recwarn: pytest.WarningsRecorder
) -> None:
    values = [first, *[1e39] * (length - 1)]
    found = aikit.to_numpy(xp.asarray(values, dtype=dtype)).real[1:]
    assert all(found == (1e39 if dtype == "float64" else np.inf))
    assert not recwarn.list
