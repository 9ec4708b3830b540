"""Compilation, and control flow in a trace, by `jax.lax`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from aikit.functional.backends.autograd import Natives
from aikit.functional.backends.constants import Constant

__all__ = ["compiled", "traced_for_loop", "traced_if_else", "traced_while_loop", "truth"]

jax.tree_util.register_pytree_node(Constant, lambda one: ((), one), lambda one, _: one)


def compiled(fn: Callable[..., Any], /) -> Callable[..., Any]:
    """`jax.jit`, to which numbers and all else but arrays are constants of the trace, as they are to the other frameworks."""

    @jax.jit
    def jitted(args: Any, kwargs: Any) -> Any:
        return _with_constants(fn(*_without_constants(args), **_without_constants(kwargs)))

    @functools.wraps(fn)
    def call(*args: Any, **kwargs: Any) -> Any:
        return _without_constants(jitted(_with_constants(args), _with_constants(kwargs)))

    return call


def _with_constants(nest: Any) -> Any:
    """A nest whose leaves are arrays, all others in nodes without leaves, by whose values JAX tells programs apart."""
    return jax.tree.map(lambda leaf: leaf if isinstance(leaf, (jax.Array, np.ndarray)) else Constant(leaf), nest)


def _without_constants(nest: Any) -> Any:
    return jax.tree.map(
        lambda leaf: leaf.value if isinstance(leaf, Constant) else leaf, nest, is_leaf=lambda x: isinstance(x, Constant)
    )


def truth(x: jax.Array, /) -> bool | None:
    try:
        return bool(x)
    except jax.errors.TracerBoolConversionError:
        return None


def traced_if_else(
    truth: Any, body: Callable[..., Natives], orelse: Callable[..., Natives], natives: Natives
) -> Natives:
    return jax.lax.cond(truth, body, orelse, natives)


def traced_while_loop(test: Callable[..., Any], body: Callable[..., Natives], natives: Natives) -> Natives:
    return jax.lax.while_loop(test, body, natives)


def traced_for_loop(body: Callable[..., Natives], rows: jax.Array, natives: Natives) -> Natives:
    return jax.lax.scan(lambda carried, row: (body(row, carried), None), natives, rows)[0]
