"""The protocol's members on PyTorch: its tensors, dtypes and devices; see `aikit.functional.backends.protocol`."""

from __future__ import annotations

import copy
import sys
import weakref
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import torch

from aikit.core import shapes
from aikit.core.settings import constant_under_trace
from aikit.dtypes import DTYPES
from aikit.exceptions import AikitDeviceError, AikitTypeError
from aikit.functional.backends.reference_counts import EXACT

from ._items import get_item, set_item

shapes.symbolic_ints.add(torch.SymInt)

__all__ = [
    "NativeArray",
    "accept_native",
    "as_aikit_dev",
    "as_native_dev",
    "as_native_dtype",
    "as_scalar",
    "copy_array",
    "deep_copy",
    "dev",
    "devices",
    "from_numbers",
    "from_numpy",
    "get_item",
    "index_dtype",
    "into_first",
    "is_compiling",
    "is_native_array",
    "is_native_device",
    "is_traced",
    "is_untranslated",
    "least_in_place",
    "max_dimensions",
    "name",
    "native_classes",
    "native_dtypes",
    "requires_grad",
    "set_item",
    "sole_owner",
    "to_dlpack",
    "to_list",
    "to_numpy",
    "to_scalar",
    "traces_numbers",
    "version",
]

name = "torch"
version = torch.__version__
NativeArray = torch.Tensor
native_classes = (torch.nn.Parameter,)
max_dimensions = 64
"""That of reductions; tensors themselves may have more."""
_BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
_FakeTensor = torch._subclasses.FakeTensor
_is_wrapped = torch._C._functorch.is_functorch_wrapped_tensor
_transformation = torch._C._functorch.peek_interpreter_stack


# ------------------------------------------------------------------------------------------------ arrays


def is_untranslated(error: Exception) -> bool:
    """Whether an error of the framework leaves as it is: a tracer's, or out of memory."""
    of_a_trace = type(error).__module__.startswith("torch._dynamo") or str(error).startswith("vmap: ")
    return of_a_trace or isinstance(error, torch.OutOfMemoryError)


def is_native_array(x: Any) -> bool:
    """Whether `x` is a tensor; subclasses and tracers are."""
    return isinstance(x, torch.Tensor)


def is_traced(x: torch.Tensor) -> bool:
    """Whether the values of `x` are not known now."""
    return torch.compiler.is_compiling() or x.is_meta or isinstance(x, _FakeTensor) or _is_wrapped(x)


def are_traced(x: torch.Tensor, y: torch.Tensor) -> bool:
    """Whether the values of either are not known now, in less time than `is_traced` takes for both."""
    if type(x) is not torch.Tensor or type(y) is not torch.Tensor:
        return is_traced(x) or is_traced(y)
    return torch.compiler.is_compiling() or x.is_meta or y.is_meta or _is_wrapped(x) or _is_wrapped(y)


def may_be_differentiated(x: torch.Tensor) -> bool:
    """Whether there may be a gradient with respect to `x`."""
    return torch.compiler.is_compiling() or x.requires_grad or _is_wrapped(x)


def requires_grad(x: torch.Tensor) -> bool:
    """Whether autograd records what is done with `x`; a trace or a transformation of `torch.func` has its own way."""
    return not torch.compiler.is_compiling() and x.requires_grad and not _is_wrapped(x)


def is_compiling() -> bool:
    """Whether torch.compile or torch.export traces."""
    return torch.compiler.is_compiling()


def accept_native(x: torch.Tensor) -> torch.Tensor:
    """A tensor that a user handed in, fit for a wrapper as it is: one with strides."""
    if x.layout is not torch.strided or x.is_nested:
        layout = "nested" if x.is_nested else f"of layout {str(x.layout).removeprefix('torch.')}"
        way_out = "torch.nested.to_padded_tensor(x, value)" if x.is_nested else "x.to_dense()"
        raise AikitTypeError(f"it is a tensor {layout}, and aikit takes dense ones; pass {way_out}")
    return x


# ------------------------------------------------------------------------------------------------ ways in and out


def to_numpy(x: torch.Tensor) -> np.ndarray:
    """The values as an ndarray, which may share the memory of `x`."""
    # within a transformation of torch.func the results would be of its level, and have no memory
    with torch._C._DisableFuncTorch():
        x = x.detach().cpu().resolve_conj().resolve_neg()
        if x._is_zerotensor():  # a second derivative that vanishes, which has no memory
            x = torch.zeros(x.shape, dtype=x.dtype)
        if x.dtype == torch.bfloat16:
            return x.view(torch.int16).numpy().view(ml_dtypes.bfloat16)
        return x.numpy()


def traces_numbers() -> bool:
    """torch.compile keeps a tensor that was made outside of its trace under the name of what made it, so it takes one of each."""
    return torch.compiler.is_compiling()


def from_numbers(values: Any, dtype: torch.dtype, device: torch.device | None = None) -> torch.Tensor:
    """A tensor of nested lists, made in the trace."""
    return torch.tensor(values, dtype=dtype, device=device)


def from_numpy(x: np.ndarray, dtype: torch.dtype, device: torch.device | None = None) -> torch.Tensor:
    """A fresh tensor of these values."""
    if not (x.flags.carray and x.dtype.isnative and min(x.strides or (0,)) >= 0):
        # PyTorch takes neither negative strides, which one element may have too, nor another byte order, and warns about
        # read-only memory
        x = np.array(x, dtype=x.dtype.newbyteorder("="), order="C")
    if _transformation() is None:
        return _copied(x, dtype, device)
    # within a transformation of torch.func the tensor would be one of its level, where torch.compile must not keep it
    with torch._C._DisableFuncTorch():
        return _copied(x, dtype, device)


def _copied(x: np.ndarray, dtype: torch.dtype, device: torch.device | None) -> torch.Tensor:
    source = torch.from_numpy(x.view(np.int16)).view(torch.bfloat16) if x.dtype == _BFLOAT16 else torch.from_numpy(x)
    if device is None and source.dtype is dtype:
        return source.clone()  # in three quarters of the time
    return source.to(device=device, dtype=dtype, copy=True)


def as_scalar(value: complex, dtype: torch.dtype, device: torch.device | None = None) -> torch.Tensor:
    """A 0-d tensor of a Python scalar."""
    if type(value) is int and value < 0 and not dtype.is_signed:
        raise OverflowError(value)  # PyTorch would wrap it
    try:
        return torch.scalar_tensor(value, dtype=dtype, device=device)  # in less than half the time of `tensor`
    except RuntimeError:
        return torch.tensor(value, dtype=dtype, device=device)  # makes a float that is too large infinite


def to_list(x: torch.Tensor) -> Any:
    """The values as nested lists of Python scalars."""
    return x.tolist()


def to_scalar(x: torch.Tensor) -> Any:
    """The Python scalar in a tensor of one element."""
    return x.item()


def copy_array(x: torch.Tensor) -> torch.Tensor:
    """A fresh tensor of the same values."""
    return x.clone()


def deep_copy(x: torch.Tensor, memo: dict[int, Any]) -> torch.Tensor:
    """A fresh tensor; of a leaf that autograd knows, a leaf of its own, as PyTorch has it: training it leaves `x` alone.

    Anything else is copied as a step of the computation, where PyTorch's own copy would refuse.
    """
    return copy.deepcopy(x, memo) if x.is_leaf else x.clone()


def to_dlpack(x: torch.Tensor, /, **options: Any) -> Any:
    """What `x.__dlpack__` gives; of a copy where its values are to be conjugated or negated when they are read."""
    if x.is_conj() or x.is_neg():
        if options["copy"] is False:
            raise BufferError("DLPack does not say that values are to be conjugated or negated")
        x = x.resolve_conj().resolve_neg()
    return x.__dlpack__(**options)


# ------------------------------------------------------------------------------------------------ memory


class _Holder:
    """Stands in for the array class of aikit."""

    __slots__ = ("_data",)

    def __init__(self, data: torch.Tensor) -> None:
        self._data = data


def _references(holder: Any) -> tuple[int, int, int, int]:
    """All counts of references to the tensor and its storage, from Python and from C++.

    Autograd saves a tensor, and a DLPack capsule holds it, by the C++ object behind the Python one; a view, `detach`
    and `numpy` make another C++ object with the same storage; a storage, too, has a Python object of its own.
    """
    x = holder._data
    storage = x.untyped_storage()
    return (
        sys.getrefcount(x),
        x._use_count(),
        sys.getrefcount(storage),
        torch._C._storage_Use_Count(storage._cdata),
    )


def _calibrate() -> tuple[int, int, int, int] | None:
    """The counts of a tensor that nothing but a holder refers to; None where this PyTorch does not count."""
    holder = _Holder(torch.empty(1, device="cpu"))
    try:
        return _references(holder) if EXACT and _is_plain(holder._data) else None
    except (AttributeError, TypeError):
        return None


def _is_plain(x: torch.Tensor) -> bool:
    return (
        type(x) is torch.Tensor
        and torch._C._functorch.peek_interpreter_stack() is None
        # a transformation that is over leaves its wrappers in what it wrote to
        and not torch._C._functorch.is_functorch_wrapped_tensor(x)
        and torch._C._len_torch_dispatch_stack() == 0
        and x.is_cpu
        and x.layout is torch.strided
        and not weakref.getweakrefcount(x)
        and not (x.requires_grad or x._is_view() or x.is_inference() or x.is_conj() or x.is_neg())
        # the memory is PyTorch's own: not NumPy's or DLPack's, not exported to NumPy, not shared between processes
        and (storage := x.untyped_storage()).resizable()
        and not storage.is_shared()
    )


_LONE = _calibrate()


def sole_owner(holder: Any) -> bool:
    """Whether nothing but `holder._data` refers to this tensor or its memory, so that a write to it shows nowhere else.

    False whenever in doubt: another device than the CPU (whose memory other processes may share, which PyTorch does
    not say), subclasses, anything autograd has to do with, a trace, a transformation, a mode that looks on.
    """
    if _LONE is None or torch.compiler.is_compiling():
        return False
    return _is_plain(holder._data) and _references(holder) == _LONE


least_in_place = 2**19
_WITH_OUT = frozenset({torch.add, torch.sub, torch.mul, torch.div})


def into_first(
    implementation: Any, x1: torch.Tensor, x2: torch.Tensor
) -> Callable[[torch.Tensor, torch.Tensor], Any] | None:
    """PyTorch's own function with its first tensor as `out`, where autograd does not look on."""
    if implementation not in _WITH_OUT or type(x2) is not torch.Tensor or x2.requires_grad or x1.device != x2.device:
        return None
    return lambda x1, x2: implementation(x1, x2, out=x1)


# ------------------------------------------------------------------------------------------------ dtypes


native_dtypes: dict[str, torch.dtype] = {name: getattr(torch, name) for name in DTYPES}


def as_native_dtype(name: str) -> torch.dtype:
    """The torch dtype of that name."""
    return native_dtypes[name]


def index_dtype() -> torch.dtype:
    """The dtype of indices."""
    return torch.int64


# ------------------------------------------------------------------------------------------------ devices


def dev(x: torch.Tensor) -> torch.device:
    """The device of `x`."""
    return x.device


@constant_under_trace
def devices() -> list[str]:
    """The names of the devices there are; arrays on "meta" have a shape and a dtype, and no values."""
    return ["cpu", *(f"gpu:{index}" for index in range(torch.cuda.device_count())), "meta"]


def as_native_dev(name: str) -> torch.device:
    """The torch device of that name."""
    if name == "gpu":
        name = "gpu:0"
    if name not in devices():
        raise AikitDeviceError(f"there is no device {name!r} for torch; use one of {', '.join(devices())}")
    return torch.device(name.replace("gpu", "cuda"))


def as_aikit_dev(native: torch.device) -> str:
    """The name of a torch device."""
    if native.type == "cuda":
        return f"gpu:{torch.cuda.current_device() if native.index is None else native.index}"
    return str(native)


def is_native_device(device: object) -> bool:
    """Whether `device` is a device of torch."""
    return isinstance(device, torch.device)
