"""What recurrent layers need of their arguments: shapes that fit each other."""

from __future__ import annotations

from typing import Any

from aikit.core.records import Arguments
from aikit.core.shapes import rank_of, shape_of
from aikit.exceptions import AikitValueError


def check_lstm_update(
    name: str,
    x: Any,
    init_h: Any,
    init_c: Any,
    kernel: Any,
    recurrent_kernel: Any,
    bias: Any,
    recurrent_bias: Any,
    time_major: bool,
) -> None:
    """Raise AikitValueError where shapes do not fit each other, or a trace does not know the number of steps."""
    arrays = {"init_h": init_h, "init_c": init_c, "kernel": kernel, "recurrent_kernel": recurrent_kernel}
    arrays |= {key: one for key, one in (("bias", bias), ("recurrent_bias", recurrent_bias)) if one is not None}
    if any(rank_of(one) is None or None in shape_of(one) for one in (x, *arrays.values())):
        raise AikitValueError(
            f"{name}: under this trace an array has lengths that are not known, and each step is a part of it; state the "
            "shape, as with tf.ensure_shape"
        )
    shape = shape_of(x)
    if len(shape) < 2:
        raise AikitValueError(f"{name}: x has shape {shape}; it needs at least 2 dimensions, steps and features")
    width: Any = (shape_of(recurrent_kernel) or (0,))[0]
    batch = shape[1:-1] if time_major else shape[:-2]
    wanted = {
        "recurrent_kernel": (width, 4 * width),
        "kernel": (shape[-1], 4 * width),
        "init_h": (*batch, width),
        "init_c": (*batch, width),
        "bias": (4 * width,),
        "recurrent_bias": (4 * width,),
    }
    for key, one in arrays.items():
        if shape_of(one) != wanted[key]:
            raise AikitValueError(
                f"{name}: {key} has shape {shape_of(one)}; it must be {wanted[key]}, by x of shape {shape} and "
                f"recurrent_kernel of shape {shape_of(recurrent_kernel)}"
            )


def lstm_update(name: str, arguments: Arguments, backend: Any) -> None:
    """The shapes fit each other: see `check_lstm_update`."""
    check_lstm_update(name, **arguments)
