"""A small transformer that reads handwritten digits, on any backend: `python docs/examples/transformer.py torch`.

The eight rows of an image are eight tokens. Each of two blocks has self-attention and two linear layers, each after a layer
normalisation and added to what went in (Xiong et al., "On Layer Normalization in the Transformer Architecture", 2020).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from digits import main, matrix

import aikit

WIDTH, HEADS, HIDDEN, BLOCKS = 32, 4, 64, 2


def initial() -> dict[str, Any]:
    """The same weights for every backend."""
    random = np.random.default_rng(0)
    zeros, ones = np.zeros(WIDTH, np.float32), np.ones(WIDTH, np.float32)
    blocks = {
        f"block_{number}": {
            "before_attention": {"scale": ones, "offset": zeros},
            "queries": {"w": matrix(random, WIDTH, WIDTH)},
            "keys_and_values": {"w": matrix(random, 2 * WIDTH, WIDTH)},
            "attended": {"w": matrix(random, WIDTH, WIDTH)},
            "before_layers": {"scale": ones, "offset": zeros},
            "widened": {"w": matrix(random, HIDDEN, WIDTH), "b": np.zeros(HIDDEN, np.float32)},
            "narrowed": {"w": matrix(random, WIDTH, HIDDEN), "b": zeros},
        }
        for number in range(BLOCKS)
    }
    return {
        "embedding": {"w": matrix(random, WIDTH, 8), "places": matrix(random, 8, WIDTH)},
        **blocks,
        "last": {"scale": ones, "offset": zeros},
        "scores": {"w": matrix(random, 10, WIDTH), "b": np.zeros(10, np.float32)},
    }


def projected(x: aikit.Array, v: aikit.Container) -> aikit.Array:
    return aikit.linear(x, v.w)


def normalized(x: aikit.Array, v: aikit.Container) -> aikit.Array:
    return aikit.layer_norm(x, [-1], scale=v.scale, offset=v.offset)


def transformer(v: aikit.Container, images: aikit.Array) -> aikit.Array:
    """The scores of the ten digits."""
    x = aikit.linear(images, v.embedding.w) + v.embedding.places
    for number in range(BLOCKS):
        block = v[f"block_{number}"]
        x = x + aikit.multi_head_attention(
            normalized(x, block.before_attention),
            1 / math.sqrt(WIDTH / HEADS),
            HEADS,
            to_q_fn=projected,
            to_kv_fn=projected,
            to_out_fn=projected,
            to_q_v=block.queries,
            to_kv_v=block.keys_and_values,
            to_out_v=block.attended,
        )
        hidden = aikit.linear(normalized(x, block.before_layers), block.widened.w, bias=block.widened.b)
        x = x + aikit.linear(aikit.gelu(hidden), block.narrowed.w, bias=block.narrowed.b)
    return aikit.linear(aikit.mean(normalized(x, v.last), axis=1), v.scores.w, bias=v.scores.b)


if __name__ == "__main__":
    main("a small transformer", transformer, initial)
