"""Reading and writing selections with NumPy's rules for keys.

PyTorch deviates from them in two ways: it has no negative steps, and an integer beside index arrays is a basic index
to it, which matters for the place of the axes that they give. So a key is split into a basic part, which PyTorch
reads as it is, and index arrays, which are left to `aten.index`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch

from ._dtypes import bits, from_bits

Key = tuple[Any, ...]


class _Selection(NamedTuple):
    """A view of an array and what is left to do to it."""

    view: torch.Tensor
    """The basic part; the axes of index arrays come first where those of their result do."""
    indices: list[torch.Tensor | None]
    """For `aten.index`; empty where there are no index arrays."""
    ndim: int
    """The number of dimensions of the result."""
    flipped: list[int]
    """Axes of the result that run backwards, counted from the end."""


def get_item(x: torch.Tensor, key: Key) -> torch.Tensor:
    """The selection `key` of `x`."""
    if _is_native(key):
        return x[key]
    selection = _select(bits(x), key)
    result = selection.view
    if selection.indices:
        result = torch.ops.aten.index(result, selection.indices)
    if selection.flipped:
        result = torch.flip(result, selection.flipped)
    return from_bits(result, x.dtype)


def set_item(x: torch.Tensor, key: Key, value: torch.Tensor, in_place: bool) -> torch.Tensor:
    """`x`, or a copy of it, where the selection `key` is `value`."""
    if len(key) == 1 and value.ndim == 0 and _is_mapped_mask(key[0]):
        mask = key[0].reshape(key[0].shape + (1,) * (x.ndim - key[0].ndim))
        return from_bits(torch.where(mask, bits(value), bits(x)), x.dtype)
    if not in_place:
        x = _copy(x, [value, *(part for part in key if isinstance(part, torch.Tensor))])
    if _is_native(key):
        view = x[key]
        view.copy_(_fitting(value, view.ndim))
        return x
    selection = _select(bits(x), key)
    value = _fitting(bits(value), selection.ndim)
    value = torch.flip(value, [axis for axis in selection.flipped if -axis <= value.ndim])
    if selection.indices:
        torch.ops.aten.index_put_(selection.view, selection.indices, value)
    else:
        selection.view.copy_(value)
    return x


def _is_mapped_mask(part: Any) -> bool:
    """Whether this part of a key is a mask that `torch.func.vmap` maps over, of which it counts no elements."""
    is_mask = isinstance(part, torch.Tensor) and part.dtype == torch.bool
    return is_mask and not torch.compiler.is_compiling() and torch._C._functorch.is_functorch_wrapped_tensor(part)


def _copy(x: torch.Tensor, written: list[torch.Tensor]) -> torch.Tensor:
    """A copy of `x`, mapped over by `torch.func.vmap` where what is to be written to it is.

    PyTorch writes nothing that is mapped over into what is not: a choice by something mapped over is.
    """
    if not torch.compiler.is_compiling() and torch._C._functorch.peek_interpreter_stack() is None:
        return x.clone()
    nowhere = torch.stack([one.new_zeros((), dtype=torch.bool) for one in written]).any()
    native = bits(x)
    return from_bits(torch.where(nowhere, native, native), x.dtype)


def _fitting(value: torch.Tensor, ndim: int) -> torch.Tensor:
    """`value` without the axes of length 1 that it has in front and the selection has not, as NumPy takes it."""
    return value.squeeze(tuple(range(value.ndim - ndim))) if value.ndim > ndim else value


def _is_native(key: Key) -> bool:
    """Whether the key has neither arrays nor negative steps."""
    for part in key:
        if isinstance(part, torch.Tensor):
            return False
        if isinstance(part, slice) and part.step is not None and part.step < 0:
            return False
    return True


def _axes_of(part: Any) -> int:
    """How many axes of the array this part of a key stands for."""
    if part is None or part is Ellipsis:
        return 0
    if isinstance(part, torch.Tensor) and part.dtype == torch.bool:
        return part.ndim
    return 1


def _select(x: torch.Tensor, key: Key) -> _Selection:
    """Apply the basic part of `key`."""
    missing = x.ndim - sum(map(_axes_of, key))
    if missing < 0:
        raise IndexError(f"too many indices for an array of {x.ndim} dimensions")
    if not any(part is Ellipsis for part in key):
        key = (*key, Ellipsis)
    basic: list[Any] = []
    arrays: list[torch.Tensor] = []
    plain: list[int] = []  # axes of the view, as are the next two
    advanced: list[int] = []
    backwards: list[int] = []
    axis = 0  # of x
    for part in key:
        count = missing if part is Ellipsis else _axes_of(part)
        here = len(plain) + len(advanced)
        if isinstance(part, torch.Tensor):
            # a mask without axes selects from an axis of length 1
            basic += [slice(None)] * count or [None]
            advanced += range(here, here + max(count, 1))
            arrays.append(_as_index(part))
        elif part is Ellipsis:
            basic += [slice(None)] * count
            plain += range(here, here + count)
        elif part is None or isinstance(part, slice):
            if part is not None and part.step is not None and part.step < 0:
                part = _forward(part, x.shape[axis])
                backwards.append(here)
            basic.append(part)
            plain.append(here)
        else:
            basic.append(part)
        axis += count
    view = x[tuple(basic)]
    if not arrays:
        return _Selection(view, [], view.ndim, [axis - view.ndim for axis in backwards])
    return _arranged(view, arrays, plain, advanced, backwards, _separated(key))


def _arranged(
    view: torch.Tensor,
    arrays: list[torch.Tensor],
    plain: list[int],
    advanced: list[int],
    backwards: list[int],
    separated: bool,
) -> _Selection:
    """Put the axes of index arrays where NumPy's rule puts those of their result."""
    if separated:
        view = view.permute(*advanced, *plain)
    before = 0 if separated else advanced[0]
    added = max(1 if index.dtype == torch.bool else index.ndim for index in arrays)
    after = [axis for axis in plain if separated or axis > before]
    ndim = len(plain) + added
    flipped = [after.index(axis) - len(after) if axis in after else axis - ndim for axis in backwards]
    return _Selection(view, [None] * before + arrays, ndim, flipped)


def _as_index(part: torch.Tensor) -> torch.Tensor:
    """An index array as `aten.index` wants it: it would take uint8 for a mask."""
    if part.dtype != torch.bool:
        return places(part)
    return part if part.ndim else part.reshape(1)


def places(indices: torch.Tensor) -> torch.Tensor:
    """int64 indices; of one that is greater than all of these the greatest, which is out of range too."""
    if indices.dtype is torch.int64:
        return indices
    if indices.dtype is not torch.uint64:
        return indices.to(torch.int64)
    indices = indices.view(torch.int64)
    return torch.where(indices < 0, torch.iinfo(torch.int64).max, indices)


def _forward(part: slice, length: int) -> slice:
    """The slice with a positive step that has the elements of one with a negative step."""
    if part.start is None and part.stop is None:
        return slice((length - 1) % -part.step, None, -part.step)  # whatever the length is, which a trace may not know
    elements = range(length)[part]
    return slice(elements[-1], elements[0] + 1, -part.step) if elements else slice(0, 0)


def _separated(key: Key) -> bool:
    """Whether something stands between index arrays, or between them and integers."""
    indices = [i for i, part in enumerate(key) if not (part is None or part is Ellipsis or isinstance(part, slice))]
    return indices[-1] - indices[0] >= len(indices)


def check_bounds(indices: torch.Tensor, length: int, least: int | None = None) -> None:
    """Raise where an index is not in [least, length); the least is -length unless said."""
    least = -length if least is None else least
    if indices.numel() and not (least <= int(indices.min()) and int(indices.max()) < length):
        raise IndexError(f"an index is out of range for a length of {length}")
