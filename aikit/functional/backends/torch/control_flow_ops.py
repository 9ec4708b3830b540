"""Compilation, and control flow in a trace, by PyTorch's higher-order operators."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import torch

from aikit.exceptions import AikitNotImplementedException
from aikit.functional.backends.autograd import Natives

from .gradients import transforming

__all__ = ["compiled", "traced_if_else", "traced_while_loop", "truth"]


def compiled(fn: Callable[..., Any], /) -> Callable[..., Any]:
    """`torch.compile`; within a trace, or a transformation of `torch.func`, which it does not follow, the function itself."""
    programs: list[Callable[..., Any]] = []

    def run(*args: Any, **kwargs: Any) -> Any:
        if torch.compiler.is_compiling() or torch._C._functorch.peek_interpreter_stack() is not None:
            return fn(*args, **kwargs)
        if not programs:
            with warnings.catch_warnings():  # of its own, when it loads its compiler
                warnings.simplefilter("ignore", DeprecationWarning)
                programs.append(torch.compile(fn))
        return programs[0](*args, **kwargs)

    return run


def truth(x: torch.Tensor, /) -> bool | None:
    if not torch.compiler.is_compiling():
        return bool(x)
    if (
        transforming.on
    ):  # PyTorch fails in an assertion of its own; this lets it go on without compilation, where it may
        raise AikitNotImplementedException(
            "torch.compile traces no condition within a gradient or within vmap, for PyTorch cannot transform torch.cond and "
            "torch.while_loop there; leave the compilation away, or call backward on the result of the compiled function"
        )
    return None


def traced_if_else(
    truth: Any, body: Callable[..., Natives], orelse: Callable[..., Natives], natives: Natives
) -> Natives:
    # what is noted of the results must be noted before, for the operator's functions may change nothing outside of them
    body(natives)
    return list(torch.cond(truth, _without_aliases(body), _without_aliases(orelse), tuple(natives)))


def traced_while_loop(test: Callable[..., Any], body: Callable[..., Natives], natives: Natives) -> Natives:
    def parts(xs: Natives) -> Natives:
        return [torch.view_as_real(x.resolve_conj()) if x.is_complex() else x for x in xs]

    def joined(xs: Any) -> Natives:
        return [torch.view_as_complex(x) if like.is_complex() else x for x, like in zip(xs, natives, strict=True)]

    if not torch.is_grad_enabled():
        return list(torch.while_loop(lambda *xs: test(list(xs)), _without_aliases(body), tuple(natives)))
    # PyTorch 2.13 fails in an assertion where it differentiates a loop of complex numbers
    of_parts = _without_aliases(lambda xs: parts(body(joined(xs))))
    found = joined(torch.while_loop(lambda *xs: test(joined(xs)), of_parts, tuple(parts(natives))))
    # and of one that ends before its first step it gives the gradient of one step
    begins = test(natives)
    return [torch.where(begins, one, native) for one, native in zip(found, natives, strict=True)]


def _without_aliases(function: Callable[..., Natives]) -> Callable[..., tuple[Any, ...]]:
    """A function of tensors whose results are none of them, as the operators ask."""
    return lambda *xs: tuple(x.clone() for x in function(list(xs)))
