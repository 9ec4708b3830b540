"""Random numbers on PyTorch: each draw has a generator of its own, which is made of its key.

A graph holds no generator, so that torch.compile and torch.export find operators of aikit in its place, whose results are
those of eager calls. Within a transformation of torch.func a draw is one for all elements.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from typing import Any

import torch

from aikit.functional.backends.creation import as_int64

from ._dtypes import HALF
from .core import are_traced
from .data_type import astype
from .indexing import take

__all__ = ["multinomial", "randint", "random_normal", "random_uniform", "shuffle"]

Shape = tuple[int, ...] | None
_LEAST, _MOST = -(2**63), 2**63 - 1
_ROUNDS = 64
"""After so many rounds, each of which takes at least every second number, none is left but once in 2**64 draws."""


# ------------------------------------------------------------------------------------------------ operators


class _OfThread(threading.local):
    def __init__(self) -> None:
        self.generators: dict[torch.device, torch.Generator] = {}


_of_thread = _OfThread()


def _generator(key: int, device: torch.device) -> torch.Generator | None:
    """The generator of a draw, as new; none on the device whose arrays hold no values.

    Each thread has one for each device, because it takes longer to make one than to set it anew.
    """
    if device.type == "meta":
        return None
    found = _of_thread.generators.get(device)
    if found is None:
        found = _of_thread.generators[device] = torch.Generator(device)
    return found.manual_seed(key)


def _drawn(key: int, shape: Sequence[int], dtype: torch.dtype, device: torch.device, normal: bool) -> torch.Tensor:
    """Floating numbers from 0 to 1, or standard normal ones."""
    draw = torch.randn if normal else torch.rand
    return draw(shape, generator=_generator(key, device), dtype=dtype, device=device)


def _ordered(key: int, length: int, device: torch.device) -> torch.Tensor:
    """The integers up to a length, in a random order."""
    return torch.randperm(length, generator=_generator(key, device), device=device)


def _integers(key: int, low: torch.Tensor, last: torch.Tensor, shape: Sequence[int]) -> torch.Tensor:
    """Integers from `low` to `last`, in int64 modulo 2**64.

    By rejection: `torch.randint` takes random bits modulo the number of integers, which favours the first ones.
    """
    generator = _generator(key, low.device)
    known = generator is not None and not are_traced(low, last)
    if known and not low.ndim and not last.ndim and 0 <= (most := int(last) - int(low)) < 2**31:
        return _few_integers(generator, int(low), most + 1, shape, low.device)
    span = last - low  # one less than there are integers; negative where these are more than 2**63
    is_wide, is_half = span < 0, span == _MOST
    count = torch.where(is_wide | is_half, 1, span + 1)
    # of 63 bits, those are taken that are below the greatest multiple of the count
    most = _MOST - (_MOST - count + 1) % count
    result = torch.zeros(shape, dtype=torch.int64, device=low.device)
    pending = torch.ones(shape, dtype=torch.bool, device=low.device)
    for _ in range(_ROUNDS):
        with torch._C._DisableFuncTorch():
            drawn = torch.empty(shape, dtype=torch.int64, device=low.device)
            drawn = drawn.random_(_LEAST, None, generator=generator)
        narrow = drawn & _MOST
        offset = torch.where(is_wide, drawn, torch.where(is_half, narrow, narrow % count))
        taken = torch.where(is_wide, (drawn ^ _LEAST) <= (span ^ _LEAST), narrow <= most)
        result = torch.where(pending & taken, low + offset, result)
        pending = pending & ~taken
        if known and not bool(pending.any()):
            break
    return result


_BITS = 31
_LOWER = 2**_BITS - 1
_SMALL = 2**9
_BLOCK = 2**14
"""So many numbers stay in the cache of a processor."""


def _few_integers(
    generator: torch.Generator | None, low: int, count: int, shape: Sequence[int], device: torch.device
) -> torch.Tensor:
    """`count` integers from `low` on, by the upper bits of the product of the count and of 31 random bits.

    Products whose lower bits are below the remainder of 2**31 are drawn again: https://arxiv.org/abs/1805.10941
    """

    size, least = math.prod(shape), 2**_BITS % count
    with torch._C._DisableFuncTorch():
        if 0 < size <= _SMALL and device.type == "cpu":
            # in fewer calls: of 63 bits modulo the count, all again where one is of the incomplete last round
            found = torch.empty(tuple(shape), dtype=torch.int64, device=device).random_(generator=generator)
            while int(found.max()) > _MOST - 2**63 % count:
                found.random_(generator=generator)
            return found.remainder_(count).add_(low)
        found = torch.empty(size, dtype=torch.int64, device=device)
        blocks = found.split(_BLOCK) if device.type == "cpu" and size else (found,)
        space = torch.empty(blocks[0].shape, dtype=torch.int32, device=device)
        for block in blocks:
            bits = space[: block.numel()].random_(generator=generator)
            block.copy_(bits).mul_(count)
            if least and size:
                lower = bits.mul_(count).bitwise_and_(_LOWER)  # modulo 2**32
                while int(lower.min()) < least:
                    again = (lower < least).nonzero()[:, 0]
                    bits = torch.empty(again.shape, dtype=torch.int32, device=device).random_(generator=generator)
                    block[again] = bits.to(torch.int64).mul_(count)
                    lower[again] = bits.mul_(count).bitwise_and_(_LOWER)
            block.bitwise_right_shift_(_BITS).add_(low)
        return found.reshape(tuple(shape))


_drawn_in_graph = torch.library.custom_op(
    "aikit::drawn",
    _drawn,
    mutates_args=(),
    schema="(int key, SymInt[] shape, ScalarType dtype, Device device, bool normal) -> Tensor",
)
_ordered_in_graph = torch.library.custom_op(
    "aikit::ordered", _ordered, mutates_args=(), schema="(int key, SymInt length, Device device) -> Tensor"
)
_integers_in_graph = torch.library.custom_op(
    "aikit::integers",
    _integers,
    mutates_args=(),
    schema="(int key, Tensor low, Tensor last, SymInt[] shape) -> Tensor",
)


@_drawn_in_graph.register_fake
def _(key: int, shape: Any, dtype: torch.dtype, device: torch.device, normal: bool) -> torch.Tensor:
    return torch.empty(shape, dtype=dtype, device=device)


@_ordered_in_graph.register_fake
def _(key: int, length: Any, device: torch.device) -> torch.Tensor:
    return torch.empty((length,), dtype=torch.int64, device=device)


@_integers_in_graph.register_fake
def _(key: int, low: torch.Tensor, last: torch.Tensor, shape: Any) -> torch.Tensor:
    return torch.empty(shape, dtype=torch.int64, device=low.device)


def draw(key: int, shape: Any, dtype: torch.dtype, device: Any, *, normal: bool = False) -> torch.Tensor:
    """Floating numbers from 0 to 1, or standard normal ones, in eager calls and in graphs."""
    device = torch.device(device or "cpu")
    if torch.compiler.is_compiling():
        return torch.ops.aikit.drawn(key, list(shape), dtype, device, normal)
    with torch._C._DisableFuncTorch():
        return _drawn(key, shape, dtype, device, normal)


# ------------------------------------------------------------------------------------------------ functions


def _home(shape: Shape, device: Any, *parameters: Any) -> tuple[Any, Any]:
    """The shape and the device of a draw: those of the arrays among its parameters where none are given."""
    arrays = [x for x in parameters if isinstance(x, torch.Tensor)]
    shape = torch.broadcast_shapes(*(x.shape for x in arrays)) if shape is None else shape
    return shape, arrays[0].device if device is None and arrays else device


def _as_tensor(x: Any, dtype: torch.dtype, device: Any) -> torch.Tensor:
    return x.to(dtype) if isinstance(x, torch.Tensor) else torch.full((), x, dtype=dtype, device=device)


def _are(one: Any, two: Any, *numbers: int) -> bool:
    """Whether two parameters are these numbers."""
    return not isinstance(one, torch.Tensor) and not isinstance(two, torch.Tensor) and (one, two) == numbers


def random_uniform(
    *, low: Any, high: Any, shape: Shape, device: Any = None, dtype: torch.dtype, seed: int
) -> torch.Tensor:
    shape, device = _home(shape, device, low, high)
    wide = torch.float32 if dtype in HALF else dtype
    unit = draw(seed, shape, wide, device)
    if dtype == wide and _are(low, high, 0, 1):
        return unit
    low, high = (_as_tensor(x, dtype, device) for x in (low, high))
    found = (low.to(wide) * (1 - unit) + high.to(wide) * unit).to(dtype)
    # rounding may reach the upper end, with which such a number moves all the same
    below = torch.nextafter(high.detach(), low.detach())
    found = torch.where(found >= high, below + (found - found.detach()), found)
    return torch.where(found < low, low, found)


def random_normal(
    *, mean: Any, std: Any, shape: Shape, dtype: torch.dtype, seed: int, device: Any = None
) -> torch.Tensor:
    shape, device = _home(shape, device, mean, std)
    wide = torch.float32 if dtype in HALF else dtype
    standard = draw(seed, shape, wide, device, normal=True)
    if _are(mean, std, 0, 1):
        return standard.to(dtype)
    mean, std = (_as_tensor(x, wide, device) for x in (mean, std))
    return (mean + std * standard).to(dtype)


def randint(low: Any, high: Any, /, *, shape: Shape, device: Any = None, dtype: torch.dtype, seed: int) -> torch.Tensor:
    shape, device = _home(shape, device, low, high)
    if torch.compiler.is_compiling():
        return astype(torch.ops.aikit.integers(seed, _bits(low, device), _bits(high, device) - 1, list(shape)), dtype)
    if isinstance(low, torch.Tensor) or isinstance(high, torch.Tensor):
        return astype(_integers(seed, _bits(low, device), _bits(high, device) - 1, shape), dtype)
    home = torch.device(device or "cpu")
    if 0 < high - low <= 2**31 and home.type != "meta":
        return astype(_few_integers(_generator(seed, home), as_int64(low), high - low, shape, home), dtype)
    with torch._C._DisableFuncTorch():
        return astype(_integers(seed, _bits(low, device), _bits(high, device) - 1, shape), dtype)


def _bits(x: Any, device: Any) -> torch.Tensor:
    """Integers modulo 2**64, as int64."""
    if isinstance(x, torch.Tensor):
        return x.to(torch.int64)
    return torch.full((), as_int64(x), dtype=torch.int64, device=device)


def multinomial(
    population_size: int,
    num_samples: int,
    /,
    *,
    batch_size: int = 1,
    probs: torch.Tensor | None = None,
    replace: bool = True,
    device: Any = None,
    seed: int,
) -> torch.Tensor:
    # not `torch.multinomial`, which is no one draw for all within a transformation of torch.func
    _, device = _home((), device, probs)
    if probs is None:
        weights = torch.ones(population_size, dtype=torch.float64, device=device)
    else:
        weights = probs.detach().to(torch.float64)
    weights = weights.expand(batch_size, population_size)
    unit = draw(seed, (batch_size, num_samples if replace else population_size), torch.float64, device)
    if not replace:
        # the first of clocks that ring at the rates of the weights are a draw without replacement; a quotient might overflow
        return torch.argsort(torch.log(-torch.log1p(-unit)) - torch.log(weights), dim=1)[:, :num_samples]
    # great ones are halved until no sum overflows
    great = weights.amax(1, keepdim=True) > 1
    sums = torch.cumsum(torch.where(great, weights * 2.0 ** -population_size.bit_length(), weights), 1)
    found = torch.searchsorted(sums, unit * sums[:, -1:], right=True)
    # a place that rounding has brought to the end
    last = population_size - 1 - torch.argmax((weights.flip(1) > 0).to(torch.int32), 1, keepdim=True)
    return torch.minimum(found, last)


def shuffle(x: torch.Tensor, axis: int = 0, /, *, seed: int) -> torch.Tensor:
    if torch.compiler.is_compiling():
        return torch.index_select(x, axis, torch.ops.aikit.ordered(seed, x.shape[axis], x.device))
    with torch._C._DisableFuncTorch():
        order = _ordered(seed, x.shape[axis], x.device)
    return take(x, order, axis=axis)
