"""Bad axes as data; see bad_inputs."""

from __future__ import annotations

from aikit import AikitAxisError, AikitTypeError, AikitValueError
from helpers.bad_inputs import Bad, bools, floats

AXES = [
    Bad("sum", lambda xp: xp.sum(floats(xp, 2, 3), axis=5), AikitAxisError, ("sum", "axis=5", "2 dim")),
    Bad("sum negative", lambda xp: xp.sum(floats(xp, 2, 3), axis=-3), AikitAxisError, ("sum", "axis=-3", "2 dim")),
    Bad("sum twice", lambda xp: xp.sum(floats(xp, 2, 3), axis=(0, 0)), AikitAxisError, ("sum", "axis=(0, 0)", "twice")),
    Bad(
        "prod twice",
        lambda xp: xp.prod(floats(xp, 2, 3), axis=(0, -2)),
        AikitAxisError,
        ("prod", "axis=(0, -2)", "twice"),
    ),
    Bad("sum 0-d", lambda xp: xp.sum(floats(xp), axis=0), AikitAxisError, ("sum", "axis=0", "0 dim")),
    Bad("max 0-d", lambda xp: xp.max(floats(xp), axis=-1), AikitAxisError, ("max", "axis=-1", "0 dim")),
    Bad("mean 0-d", lambda xp: xp.mean(floats(xp), axis=0), AikitAxisError, ("mean", "axis=0")),
    Bad("var", lambda xp: xp.var(floats(xp, 2), axis=1), AikitAxisError, ("var", "axis=1")),
    Bad("std twice", lambda xp: xp.std(floats(xp, 2, 2), axis=(1, 1)), AikitAxisError, ("std", "axis=(1, 1)")),
    Bad("all 0-d", lambda xp: xp.all(bools(xp), axis=0), AikitAxisError, ("all", "axis=0")),
    Bad("any twice", lambda xp: xp.any(bools(xp, 2, 2), axis=(0, 0)), AikitAxisError, ("any", "axis=(0, 0)")),
    Bad("argmax", lambda xp: xp.argmax(floats(xp, 2, 3), axis=2), AikitAxisError, ("argmax", "axis=2")),
    Bad("argmin 0-d", lambda xp: xp.argmin(floats(xp), axis=0), AikitAxisError, ("argmin", "axis=0")),
    Bad(
        "count_nonzero", lambda xp: xp.count_nonzero(floats(xp, 2), axis=1), AikitAxisError, ("count_nonzero", "axis=1")
    ),
    Bad("sort", lambda xp: xp.sort(floats(xp, 2), axis=1), AikitAxisError, ("sort", "axis=1")),
    Bad("sort 0-d", lambda xp: xp.sort(floats(xp)), AikitAxisError, ("sort", "axis=-1")),
    Bad("argsort", lambda xp: xp.argsort(floats(xp, 2), axis=-2), AikitAxisError, ("argsort", "axis=-2")),
    Bad(
        "cumulative_sum",
        lambda xp: xp.cumulative_sum(floats(xp, 2), axis=1),
        AikitAxisError,
        ("cumulative_sum", "axis=1"),
    ),
    Bad(
        "cumulative_prod",
        lambda xp: xp.cumulative_prod(floats(xp, 2), axis=-2),
        AikitAxisError,
        ("cumulative_prod", "axis=-2"),
    ),
    Bad("concat", lambda xp: xp.concat([floats(xp, 2), floats(xp, 2)], axis=1), AikitAxisError, ("concat", "axis=1")),
    Bad("stack", lambda xp: xp.stack([floats(xp, 2), floats(xp, 2)], axis=2), AikitAxisError, ("stack", "axis=2")),
    Bad("unstack", lambda xp: xp.unstack(floats(xp, 2), axis=1), AikitAxisError, ("unstack", "axis=1")),
    Bad("expand_dims", lambda xp: xp.expand_dims(floats(xp, 2), 2), AikitAxisError, ("expand_dims", "axis=2")),
    Bad(
        "expand_dims twice",
        lambda xp: xp.expand_dims(floats(xp, 2), (0, 0)),
        AikitAxisError,
        ("expand_dims", "axis=(0, 0)"),
    ),
    Bad("squeeze", lambda xp: xp.squeeze(floats(xp, 1), 1), AikitAxisError, ("squeeze", "axis=1")),
    Bad("squeeze twice", lambda xp: xp.squeeze(floats(xp, 1, 2), (0, 0)), AikitAxisError, ("squeeze", "axis=(0, 0)")),
    Bad("squeeze 0-d", lambda xp: xp.squeeze(floats(xp), 0), AikitAxisError, ("squeeze", "axis=0")),
    Bad("flip", lambda xp: xp.flip(floats(xp, 2), axis=1), AikitAxisError, ("flip", "axis=1")),
    Bad("flip 0-d", lambda xp: xp.flip(floats(xp), axis=0), AikitAxisError, ("flip", "axis=0")),
    Bad("roll", lambda xp: xp.roll(floats(xp, 2), 1, axis=1), AikitAxisError, ("roll", "axis=1")),
    Bad("repeat", lambda xp: xp.repeat(floats(xp, 2), 2, axis=1), AikitAxisError, ("repeat", "axis=1")),
    Bad(
        "permute_dims",
        lambda xp: xp.permute_dims(floats(xp, 2, 3), (0, 2)),
        AikitAxisError,
        ("permute_dims", "axes=(0, 2)"),
    ),
    Bad(
        "permute_dims twice",
        lambda xp: xp.permute_dims(floats(xp, 2, 3), (0, 0)),
        AikitAxisError,
        ("permute_dims", "axes=(0, 0)"),
    ),
    Bad(
        "permute_dims few",
        lambda xp: xp.permute_dims(floats(xp, 2, 3), (0,)),
        AikitValueError,
        ("permute_dims", "axes=(0,)"),
    ),
    Bad("moveaxis", lambda xp: xp.moveaxis(floats(xp, 2, 3), 0, 2), AikitAxisError, ("moveaxis", "destination=2")),
    Bad(
        "moveaxis twice",
        lambda xp: xp.moveaxis(floats(xp, 2, 3), (0, 0), (0, 1)),
        AikitAxisError,
        ("moveaxis", "source=(0, 0)"),
    ),
    Bad("vecdot", lambda xp: xp.vecdot(floats(xp, 2), floats(xp, 2), axis=1), AikitAxisError, ("vecdot", "axis=1")),
    Bad("take", lambda xp: xp.take(floats(xp, 2), xp.asarray([0]), axis=1), AikitAxisError, ("take", "axis=1")),
    Bad("float", lambda xp: xp.sum(floats(xp, 2, 3), axis=1.0), AikitTypeError, ("sum", "axis=1.0", "float")),
    Bad("string", lambda xp: xp.max(floats(xp, 2), axis="0"), AikitTypeError, ("max", "axis='0'", "str")),
    Bad("bool", lambda xp: xp.sum(floats(xp, 2, 3), axis=True), AikitTypeError, ("sum", "axis=True", "bool")),
    Bad("tuple of float", lambda xp: xp.sum(floats(xp, 2, 3), axis=(0.0,)), AikitTypeError, ("sum", "axis", "0.0")),
    Bad("tuple of None", lambda xp: xp.sum(floats(xp, 2, 3), axis=(None,)), AikitTypeError, ("sum", "axis", "None")),
]
