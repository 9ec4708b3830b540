"""The determinant, with derivatives of singular matrices, too: JAX's own lose the second of those of 4 rows and more."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

_CLOSED = 3
"""Of matrices of so many rows JAX's is a polynomial, whose derivatives hold everywhere."""


def determinant(x: jax.Array) -> jax.Array:
    """The determinant of each matrix."""
    if x.shape[-1] <= _CLOSED:
        # of no elements JAX looks among them for the derivative
        return jnp.linalg.det(x if x.shape[-1] else lax.stop_gradient(x))
    return _determinant(x)


@jax.custom_jvp
def _differentiable(x: jax.Array) -> jax.Array:
    return jnp.linalg.det(x)


@jax.custom_jvp
def _cofactors_of_singular(x: jax.Array) -> jax.Array:
    """The cofactors by singular values, whose own derivative is of no use where several of them are 0."""
    left, sizes, right = jnp.linalg.svd(x)
    others = _products(sizes) * _products(sizes[..., ::-1])[..., ::-1]
    sign = jnp.linalg.det(left) * jnp.linalg.det(right)
    return (left.conj() * (sign[..., None] * others)[..., None, :]) @ right.conj()


_differentiable.defjvp(
    lambda primals, tangents: (_differentiable(*primals), jnp.sum(tangents[0] * _cofactors(*primals), (-2, -1)))
)
_cofactors_of_singular.defjvp(
    lambda primals, tangents: (_cofactors_of_singular(*primals), _along_cofactors(*primals, *tangents))
)


_determinant = jax.jit(_differentiable)


def _cofactors(x: jax.Array) -> jax.Array:
    """The cofactors of each matrix: by the inverse where that is exact, else by singular values."""
    finite = jnp.isfinite(x).all((-2, -1), keepdims=True)
    identity = jnp.eye(x.shape[-1], dtype=x.dtype)
    x = jnp.where(finite, x, identity)
    largest = jnp.prod(jnp.linalg.norm(lax.stop_gradient(x), axis=-1), -1)  # by Hadamard
    regular = jnp.abs(jnp.linalg.det(lax.stop_gradient(x))) > jnp.finfo(x.dtype).eps ** 0.25 * largest
    regular = regular[..., None, None]
    of_regular = jnp.where(regular, x, identity)
    by_inverse = jnp.linalg.det(of_regular)[..., None, None] * jnp.linalg.inv(of_regular).mT
    found = lax.cond(
        regular.all(), lambda: by_inverse, lambda: jnp.where(regular, by_inverse, _cofactors_of_singular(x))
    )
    return jnp.where(finite, found, jnp.nan)


def _products(x: jax.Array) -> jax.Array:
    """Of what stands before each element."""
    return jnp.cumprod(jnp.concatenate([jnp.ones_like(x[..., :1]), x[..., :-1]], -1), -1)


def _along_cofactors(x: jax.Array, y: jax.Array) -> Any:
    """The second derivatives of the determinant, once along `y`; by singular values.

    Where x is diagonal they are, along y and z, the sum of (y_ii z_jj - y_ij z_ji) times all other elements over i != j.
    """
    left, sizes, right = jnp.linalg.svd(x)
    before, after = _products(sizes), _products(sizes[..., ::-1])[..., ::-1]
    behind = jnp.triu(jnp.ones(x.shape[-2:], bool), 1)
    between = _products(jnp.where(behind, sizes[..., None, :], 1))
    others = jnp.where(behind, before[..., :, None] * between * after[..., None, :], 0)
    others = (others + others.mT).astype(x.dtype)
    turned = left.mT.conj() @ y @ right.mT.conj()
    diagonal = (others @ jnp.diagonal(turned, axis1=-2, axis2=-1)[..., None])[..., 0]
    turned = diagonal[..., None] * jnp.eye(x.shape[-1], dtype=x.dtype) - others * turned.mT
    sign = jnp.linalg.det(left) * jnp.linalg.det(right)
    return sign[..., None, None] * (left.conj() @ turned @ right.conj())
