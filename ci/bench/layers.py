"""What layers cost at the sizes of networks, as a multiple of the framework's own function in the framework's own layout.

A name in a call is that of an array; `xp` is aikit's namespace of the backend, `own` the framework's.
"""

from __future__ import annotations

import functools
import importlib
import statistics
from collections.abc import Mapping, Sequence
from time import perf_counter as clock
from typing import Any, NamedTuple

import numpy as np

import aikit
from ci.bench.reasons import OF_LAYERS
from ci.bench.timing import for_a_while

MOST = 1.1

SHAPES: Mapping[str, tuple[int, ...]] = {
    "image": (32, 56, 56, 64),
    "filters": (3, 3, 64, 64),
    "each": (3, 3, 64),
    "rows": (16, 128, 512),
    "table": (1024, 1024),
    "steps": (32, 64, 256),
    "state": (1, 64, 256),
    "gates": (1024, 256),
}


class Call(NamedTuple):
    """A layer: aikit's call, and by backend that of the framework."""

    ours: str
    native: Mapping[str, str]


_TORCH = "own.nn.functional"
_IMAGE, _FILTERS = "image.permute(0, 3, 1, 2)", "filters.permute(3, 2, 0, 1)"
CALLS = (
    Call(
        "conv2d(image, filters, 1, 'SAME')",
        {
            "torch": f"{_TORCH}.conv2d({_IMAGE}, {_FILTERS}, padding=1)",
            "jax": "convolution(image, filters)",
            "tensorflow": "own.nn.conv2d(image, filters, 1, 'SAME')",
        },
    ),
    Call(
        "depthwise_conv2d(image, each, 1, 'SAME')",
        {
            "torch": f"{_TORCH}.conv2d({_IMAGE}, each.permute(2, 0, 1)[:, None], padding=1, groups=64)",
            "jax": "convolution(image, each[:, :, None], feature_group_count=64)",
            "tensorflow": "own.nn.depthwise_conv2d(image, each[..., None], (1, 1, 1, 1), 'SAME')",
        },
    ),
    Call(
        "conv2d_transpose(image, filters, 2, 'SAME')",
        {
            "torch": f"{_TORCH}.conv_transpose2d({_IMAGE}, {_FILTERS}, stride=2, output_padding=1)[:, :, :112, :112]",
            "tensorflow": "own.nn.conv2d_transpose(image, filters, (32, 112, 112, 64), 2, 'SAME')",
        },
    ),
    Call(
        "scaled_dot_product_attention(rows, rows, rows)",
        {"torch": f"{_TORCH}.scaled_dot_product_attention(rows, rows, rows)"},
    ),
    Call("multi_head_attention(rows, 0.125, 8)", {"torch": "heads(rows)"}),
    Call(
        "max_pool2d(image, 3, 2, 'SAME')",
        {
            "torch": f"{_TORCH}.max_pool2d({_IMAGE}, 3, 2, ceil_mode=True)",
            "jax": "pooled(image)",
            "tensorflow": "own.nn.max_pool2d(image, 3, 2, 'SAME')",
        },
    ),
    Call(
        "avg_pool2d(image, 2, 2, 'VALID')",
        {
            "torch": f"{_TORCH}.avg_pool2d({_IMAGE}, 2)",
            "tensorflow": "own.nn.avg_pool2d(image, 2, 2, 'VALID')",
        },
    ),
    Call(
        "lstm(steps, (state, state), (gates, gates), False, 1, 0.0, False, False)",
        {"torch": "own.lstm(steps, (state, state), (gates, gates), False, 1, 0.0, False, False, False)"},
    ),
    Call("gather(table, places, axis=0)", {"torch": "table[places]", "jax": "own.take(table, places, axis=0)",
        "tensorflow": "own.gather(table, places)", "numpy": "own.take(table, places, axis=0)"}),
)  # fmt: skip


def _helpers(backend: str) -> dict[str, Any]:
    """What the framework's own calls are made of beside its functions."""
    if backend == "jax":
        import jax

        plain = functools.partial(
            jax.lax.conv_general_dilated,
            window_strides=(1, 1),
            padding="SAME",
            dimension_numbers=("NHWC", "HWIO", "NHWC"),
            precision="highest",
        )
        windows = functools.partial(
            jax.lax.reduce_window,
            init_value=-np.inf,
            computation=jax.lax.max,
            window_dimensions=(1, 3, 3, 1),
            window_strides=(1, 2, 2, 1),
            padding="SAME",
        )
        return {
            "convolution": jax.jit(plain, static_argnames="feature_group_count"),
            "pooled": jax.jit(windows),
        }
    if backend == "torch":
        import torch

        def heads(rows: Any) -> Any:
            cut = rows.unflatten(-1, (8, 64)).transpose(-2, -3)
            means = torch.nn.functional.scaled_dot_product_attention(cut, cut, cut, scale=0.125)
            return means.transpose(-2, -3).flatten(-2)

        return {"heads": heads}
    return {}


def layers(backends: Sequence[str], seconds: float) -> None:
    """Print aikit's time over the framework's for each call, with the backend set."""
    for backend in backends:
        rng = np.random.default_rng(0)
        arrays = {name: rng.standard_normal(shape, np.float32) for name, shape in SHAPES.items()}
        arrays["places"] = rng.integers(0, 1024, 1024).astype(np.int32)
        with aikit.use_backend(backend):
            ours = {name: aikit.asarray(x) for name, x in arrays.items()}
            own = importlib.import_module("jax.numpy" if backend == "jax" else backend)
            native = {name: x._data for name, x in ours.items()} | {"own": own, **_helpers(backend)}
            print(f"{backend}: native milliseconds, ours / native; at most {MOST}, *: above, r: for a known reason")
            for call in CALLS:
                native_call = call.native.get(backend)
                sides = [_timer(f"aikit.{call.ours}", {**ours, "aikit": aikit}, backend)]
                if native_call:
                    sides.append(_timer(native_call, native, backend))
                found = for_a_while(sides, seconds)
                if native_call:
                    ratio = statistics.median(a / b for a, b in zip(*found, strict=True))
                    why = OF_LAYERS.get(backend, {}).get(call.ours) if ratio > MOST else None
                    mark = "" if ratio <= MOST else f" r: {why}" if why else " *"
                    print(f"  {call.ours:50} {statistics.median(found[1]) * 1e3:9.2f} {ratio:6.2f}{mark}", flush=True)
                else:
                    print(
                        f"  {call.ours:50} no native function; ours {statistics.median(found[0]) * 1e3:.2f} ms",
                        flush=True,
                    )


def _timer(source: str, names: Mapping[str, Any], backend: str) -> Any:
    call = eval(f"lambda: {source}", dict(names))

    def timer(number: int) -> float:
        start = clock()
        for _ in range(number):
            result = call()
        if backend == "jax":
            for one in result if isinstance(result, tuple) else (result,):
                getattr(one, "_data", one).block_until_ready()
        return clock() - start

    return timer
