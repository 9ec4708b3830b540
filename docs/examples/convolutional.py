"""A small convolutional network that reads handwritten digits, on any backend: `python docs/examples/convolutional.py torch`.

Three convolutions, of which the last two halve the image, and a linear layer of the means over what is left of it.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from digits import main, matrix

import aikit

CHANNELS = (1, 16, 32, 64)
STRIDES = (1, 2, 2)


def initial() -> dict[str, Any]:
    """The same weights for every backend."""
    random = np.random.default_rng(0)
    layers = {}
    for number, (channels, features) in enumerate(itertools.pairwise(CHANNELS)):
        filters = matrix(random, features, 9 * channels).T.reshape(3, 3, channels, features) * np.float32(np.sqrt(2))
        layers[f"layer_{number}"] = {"filters": filters, "bias": np.zeros(features, np.float32)}
    return {**layers, "scores": {"w": matrix(random, 10, CHANNELS[-1]), "b": np.zeros(10, np.float32)}}


def convolutional(v: aikit.Container, images: aikit.Array) -> aikit.Array:
    """The scores of the ten digits."""
    x = aikit.expand_dims(images, -1)
    for number, stride in enumerate(STRIDES):
        layer = v[f"layer_{number}"]
        x = aikit.relu(aikit.conv2d(x, layer.filters, stride, "SAME", bias=layer.bias))
    return aikit.linear(aikit.mean(x, axis=(1, 2)), v.scores.w, bias=v.scores.b)


if __name__ == "__main__":
    main("a small convolutional network", convolutional, initial)
