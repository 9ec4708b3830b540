"""How this backend computes where PyTorch has no kernel for a dtype.

PyTorch has next to no kernels for uint16, uint32 and uint64 (https://github.com/pytorch/pytorch/issues/58734). Three
substitutes, all exact, serve nearly every function; each takes a function and returns one with the same parameters:

- `on_bits` where only the bits matter: moving elements, and arithmetic modulo 2**n;
- `on_order` where only the order matters: comparing, searching and sorting;
- `through` where a wider dtype holds all values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import torch

from aikit.dtypes import DTYPES
from aikit.functional.backends.by_dtype import ByDtype

NAMES: dict[torch.dtype, str] = {getattr(torch, name): name for name in DTYPES}
"""The canonical name of a dtype."""

SIGNED = {torch.uint16: torch.int16, torch.uint32: torch.int32, torch.uint64: torch.int64}
"""The signed dtype of the same width, for the unsigned dtypes without kernels."""

WIDER = {torch.uint16: torch.int32, torch.uint32: torch.int64}
"""The dtype with kernels that holds all values; uint64 has none."""

HALF = (torch.float16, torch.bfloat16)
COMPLEX = (torch.complex64, torch.complex128)
INTEGERS = (torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8, *SIGNED)

Native = Callable[..., Any]


def cases(dtypes: Iterable[torch.dtype], implementation: Native) -> dict[torch.dtype, Native]:
    """The same implementation for several dtypes."""
    return dict.fromkeys(dtypes, implementation)


def bits(x: torch.Tensor) -> torch.Tensor:
    """The bits of `x` as a dtype that has kernels: a view; other dtypes than the unsigned ones stay as they are."""
    return x.view(SIGNED[x.dtype]) if x.dtype in SIGNED else x


def from_bits(x: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """The inverse of `bits`: `x` itself where it has the dtype, for a view by dtype, even of the same one, has no gradient."""
    return x if x.dtype == dtype else x.view(dtype)


def order(x: torch.Tensor) -> torch.Tensor:
    """Signed integers in the same order as the unsigned `x`: flipping the top bit shifts all values by half the range.

    The function is its own inverse, up to the dtype.
    """
    signed = x.view(SIGNED[x.dtype])
    return torch.bitwise_xor(signed, torch.iinfo(signed.dtype).min)


def unordered(x: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """The inverse of `order`: unsigned integers again."""
    return torch.bitwise_xor(x, torch.iinfo(x.dtype).min).view(dtype)


def on_bits(function: Native, arrays: int = 1, back: bool = True) -> Native:
    """`function` on the bits of its first `arrays` arguments; `back`: its result is of their dtype."""

    def of_bits(x: torch.Tensor, *others: Any, **options: Any) -> Any:
        others = tuple(bits(y) if i < arrays else y for i, y in enumerate(others, 1))
        result = function(bits(x), *others, **options)
        return from_bits(result, x.dtype) if back else result

    return of_bits


def on_order(function: Native, arrays: int = 1, back: bool = True) -> Native:
    """`function` on signed integers that are ordered as its first `arrays` arguments are."""

    def of_order(x: torch.Tensor, *others: Any, **options: Any) -> Any:
        others = tuple(order(y) if i < arrays else y for i, y in enumerate(others, 1))
        result = function(order(x), *others, **options)
        return unordered(result, x.dtype) if back else result

    return of_order


def through(function: Native, dtype: torch.dtype, arrays: int = 1) -> Native:
    """`function` computed in `dtype`, which holds all values of the first `arrays` arguments, and cast back."""

    def of_wider(x: torch.Tensor, *others: Any, **options: Any) -> Any:
        others = tuple(y.to(dtype) if i < arrays else y for i, y in enumerate(others, 1))
        return function(x.to(dtype), *others, **options).to(x.dtype)

    return of_wider


def with_unsigned(function: Native, unsigned: Native) -> ByDtype:
    """`function`, and `unsigned` for the unsigned dtypes without kernels."""
    return ByDtype(function, cases(SIGNED, unsigned))


def widened(function: Native, arrays: int = 1) -> dict[torch.dtype, Native]:
    """The cases uint16 and uint32 of `function`, each through the dtype that holds all values."""
    return {dtype: through(function, wider, arrays) for dtype, wider in WIDER.items()}
