"""Gradients: the standard has no autograd, so there are none; `stop_gradient` and `vmap` need none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aikit.functional.backends.autograd import Refusing, looping


class Gradients:
    """The functions of gradients of a namespace."""

    name: str
    namespace: Any

    @property
    def execute_with_gradients(self) -> Callable[..., Any]:
        return Refusing("execute_with_gradients", self.name)

    @property
    def grad(self) -> Callable[..., Any]:
        return Refusing("grad", self.name)

    @property
    def jac(self) -> Callable[..., Any]:
        return Refusing("jac", self.name)

    @property
    def value_and_grad(self) -> Callable[..., Any]:
        return Refusing("value_and_grad", self.name)

    @property
    def vmap(self) -> Callable[..., Any]:
        return looping(self.namespace.stack)

    def stop_gradient(self, x: Any, /) -> Any:
        return self.namespace.asarray(x, copy=True)
