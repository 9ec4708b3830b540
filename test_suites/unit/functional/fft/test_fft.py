"""What the conformance checks of the Fourier transforms leave out: gradients, and shapes unknown under a trace."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aikit

NAMES = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "fftn", "ifftn", "rfftn", "irfftn")
X = np.random.default_rng(3).normal(size=(3, 4)).astype(np.float32)


def energy(name: str, native: Any) -> Any:
    """The sum of the squared magnitudes of a transform, as a native array."""
    values = getattr(aikit.fft, name)(native)
    return aikit.sum(aikit.square(aikit.abs(values))).data


def numerical_gradient(name: str) -> np.ndarray:
    """By central differences in float64, which are exact for a quadratic function."""
    transform = getattr(np.fft, name)
    gradient = np.zeros(X.shape)
    for place in np.ndindex(X.shape):
        step = np.zeros(X.shape)
        step[place] = 0.5
        more, less = (np.sum(np.abs(transform(X + sign * step)) ** 2) for sign in (1, -1))
        gradient[place] = more - less
    return gradient


@pytest.mark.parametrize("backend", ["torch", "jax", "tensorflow"], indirect=True)
@pytest.mark.parametrize("name", NAMES)
def test_gradient(name: str, backend: str) -> None:
    np.testing.assert_allclose(GRADIENTS[backend](name), numerical_gradient(name), rtol=1e-4, atol=1e-4)


def _torch_gradient(name: str) -> Any:
    import torch

    x = torch.tensor(X, requires_grad=True)
    energy(name, x).backward()
    return x.grad


def _jax_gradient(name: str) -> Any:
    import jax

    return jax.grad(lambda x: energy(name, x))(jax.numpy.asarray(X))


def _tensorflow_gradient(name: str) -> Any:
    import tensorflow as tf

    x = tf.constant(X)
    with tf.GradientTape() as tape:
        tape.watch(x)
        result = energy(name, x)
    return tape.gradient(result, x)


GRADIENTS = {"torch": _torch_gradient, "jax": _jax_gradient, "tensorflow": _tensorflow_gradient}


@pytest.mark.needs("tensorflow")
@pytest.mark.parametrize("norm", ["backward", "ortho", "forward"])
@pytest.mark.parametrize("name", NAMES)
def test_lengths_unknown_to_tensorflow(name: str, norm: str) -> None:
    import tensorflow as tf

    @tf.function(input_signature=[tf.TensorSpec([None, None], tf.float32)])
    def traced(x: Any) -> Any:
        return getattr(aikit.fft, name)(x, norm=norm).data

    expected = getattr(np.fft, name)(X.astype(np.float64), norm=norm)
    np.testing.assert_allclose(traced(tf.constant(X)), expected, rtol=1e-4, atol=1e-5)


@pytest.mark.needs("tensorflow")
@pytest.mark.parametrize("name", ["fft", "rfft", "irfft", "hfft", "ihfft"])
def test_length_given_and_that_of_the_array_unknown_to_tensorflow(name: str) -> None:
    import tensorflow as tf

    @tf.function(input_signature=[tf.TensorSpec([None, None], tf.float32)])
    def traced(x: Any) -> list[Any]:
        return [getattr(aikit.fft, name)(x, n=n, axis=0).data for n in (2, 3, 7)]

    for n, got in zip((2, 3, 7), traced(tf.constant(X)), strict=True):
        np.testing.assert_allclose(got, getattr(np.fft, name)(X.astype(np.float64), n, 0), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", ["irfft", "hfft"])
def test_padded_from_nothing(name: str, xp: Any) -> None:
    """NumPy itself would read what happens to lie in memory."""
    x = xp.zeros((2, 0), dtype="complex64")
    assert aikit.to_list(getattr(xp.fft, name)(x, n=3)) == [[0.0] * 3] * 2


def test_all_of_half_a_spectrum(xp: Any) -> None:
    """-1 in `s` stands for all elements of the input, also where these are half a spectrum."""
    x = xp.asarray(X)
    assert xp.fft.irfftn(x, s=(-1, -1), axes=(0, 1)).shape == (3, 6)
    assert xp.fft.irfftn(x, s=(-1, 5), axes=(0, 1)).shape == (3, 5)


def test_round_trips(xp: Any) -> None:
    x = xp.asarray(X)
    for there, back, options in (
        ("fft", "ifft", {}), ("rfft", "irfft", {"n": 4}), ("ihfft", "hfft", {"n": 4}), ("fftn", "ifftn", {}),
        ("rfftn", "irfftn", {"s": (3, 4), "axes": (0, 1)}), ("fftshift", "ifftshift", {}),
    ):  # fmt: skip
        result = getattr(xp.fft, back)(getattr(xp.fft, there)(x), **options)
        np.testing.assert_allclose(np.asarray(result), X, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
def test_precision_of_narrow_dtypes(dtype: str, xp: Any) -> None:
    x = xp.ones(4, dtype=dtype)
    assert (xp.fft.fft(x).dtype, xp.fft.rfft(x).dtype, xp.fft.irfft(x).dtype) == ("complex64", "complex64", "float32")
