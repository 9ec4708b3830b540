"""Devices of arrays, and the default device."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any

import aikit
from aikit import backend_handler, devices
from aikit.core.wording import shown
from aikit.declare import compositional, primary, standalone
from aikit.exceptions import AikitDeviceError, AikitNotImplementedException
from aikit.functional.aikit import _machine

if TYPE_CHECKING:
    from aikit import Array, Device, NativeArray


@primary(convenience=True)
def dev(x: Array | NativeArray, /, *, as_native: bool = False) -> Any:
    """The device of an array.

    Parameters
    ----------
    x : array of any dtype.
    as_native : whether to return the framework's own device.

    Examples
    --------
    >>> import aikit
    >>> aikit.dev(aikit.zeros(2))
    aikit.Device('cpu')
    """
    backend = aikit.current_backend(x)
    native = backend.dev(x)
    return native if as_native else devices.as_device(backend.as_aikit_dev(native))


@primary(differentiable=("x",), view="x")
def to_device(x: Array | NativeArray, device: Device, /, *, stream: Any = None) -> Array:
    """The array on another device.

    Parameters
    ----------
    x : array of any dtype.
    device : the device.
    stream : a stream of the framework to use; None for the current one. Only None is supported.

    Raises
    ------
    AikitDeviceError : no such device.
    AikitNotImplementedException : a `stream`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_device(aikit.zeros(2), "cpu").device
    aikit.Device('cpu')
    """
    if stream is not None:
        raise aikit.AikitNotImplementedException(f"to_device: stream={stream!r} is not supported; pass None")
    return aikit.current_backend(x).to_device(x, device)


@compositional(convenience=True)
def get_all_arrays_on_dev(device: Any, /) -> list[Array]:
    """All the Arrays in the process that are on a device, in no particular order.

    Parameters
    ----------
    device : the name of a device, such as ``"cpu"`` or ``"gpu:0"``.

    Returns
    -------
    List of the Arrays themselves, of whatever backend; those that a compilation is tracing are on no device.

    Raises
    ------
    AikitDeviceError : no name of a device.

    Examples
    --------
    >>> import aikit
    >>> x = aikit.zeros(2)
    >>> any(x is y for y in aikit.get_all_arrays_on_dev("cpu"))
    True
    """
    return _arrays_on(device)


@standalone(convenience=True)
def num_arrays_on_dev(device: Any, /) -> int:
    """How many Arrays in the process are on a device: as many as `get_all_arrays_on_dev` gives.

    Parameters
    ----------
    device : the name of a device, such as ``"cpu"`` or ``"gpu:0"``.

    Raises
    ------
    AikitDeviceError : no name of a device.

    Examples
    --------
    >>> import aikit
    >>> x = aikit.zeros(2)
    >>> aikit.num_arrays_on_dev("cpu") >= 1
    True
    """
    return len(_arrays_on(device))


@compositional(category="general", convenience=True)
def get_all_arrays_in_memory() -> list[Array]:
    """All the Arrays in the process, in no particular order.

    Returns
    -------
    List of the Arrays themselves, of whatever backend and on whatever device; those that a compilation is tracing are there, too.

    Examples
    --------
    >>> import aikit
    >>> x = aikit.zeros(2)
    >>> any(x is y for y in aikit.get_all_arrays_in_memory())
    True
    """
    return _arrays()


def _arrays_on(device: Any) -> list[Array]:
    wanted = devices.as_device(device)
    return [x for x in _arrays() if not x._backend.is_traced(x._data) and x.device == wanted]


def _arrays() -> list[Array]:
    # the class of an object is asked for with `type`: some objects in a process do work when asked for `__class__`
    arrays = [x for x in gc.get_objects() if issubclass(type(x), aikit.Array) and hasattr(x, "_data")]
    # a framework that rebuilds a tree may put anything in the place of the native array
    return [x for x in arrays if backend_handler.backend_of(x._data) is not None]


@compositional(convenience=True)
def default_device(device: Any = None, /, *, item: Any = None, as_native: bool = False) -> Any:
    """The device to use: a given one, that of an array, or the default.

    Parameters
    ----------
    device : returned, by its canonical name, where given.
    item : an array: its own device.
    as_native : whether to return the device of the backend that is in force.

    Examples
    --------
    >>> import aikit
    >>> aikit.default_device()
    aikit.Device('cpu')
    """
    if device is not None:
        found = devices.as_device(device)
    elif item is not None and aikit.is_array(item):
        found = aikit.dev(item)
    else:
        found = devices.as_device(devices.default_device_name())
    return aikit.current_backend().as_native_dev(found.name) if as_native else found


@standalone(convenience=True)
def set_default_device(device: Any, /) -> None:
    """Set the default device of the process.

    Parameters
    ----------
    device : the name of a device, such as ``"cpu"`` or ``"gpu:0"``.

    Raises
    ------
    AikitDeviceError : no name of a device.

    Examples
    --------
    >>> import aikit
    >>> aikit.set_default_device("cpu")
    >>> aikit.unset_default_device()
    """
    devices.SETTING.set(devices.as_device(device))


@standalone(convenience=True)
def unset_default_device() -> None:
    """Undo the last `set_default_device`.

    Examples
    --------
    >>> import aikit
    >>> aikit.unset_default_device()
    >>> aikit.default_device()
    aikit.Device('cpu')
    """
    devices.SETTING.unset()


@standalone(convenience=True)
def as_aikit_dev(device: Any, /) -> Device:
    """The device of aikit that a name, or a device of a framework that is loaded, stands for.

    Parameters
    ----------
    device : a device in any form, such as ``"cpu"``, ``"cuda:0"`` or ``torch.device("cpu")``.

    Raises
    ------
    AikitDeviceError : no device.

    Examples
    --------
    >>> import aikit
    >>> aikit.as_aikit_dev("cuda:1")
    aikit.Device('gpu:1')
    """
    return _as_device("as_aikit_dev", device)


@primary(convenience=True)
def as_native_dev(device: Any, /) -> Any:
    """The device of the framework of the backend that is in force: a `torch.device`, a device of JAX, or a string.

    Parameters
    ----------
    device : a device in any form, as in `as_aikit_dev`.

    Raises
    ------
    AikitDeviceError : no device, or one that is not there.

    Examples
    --------
    >>> import aikit
    >>> with aikit.use_backend("numpy"):
    ...     aikit.as_native_dev("cpu")
    'cpu'
    """
    return _native("as_native_dev", device)[1]


def _as_device(function: str, device: Any) -> Device:
    """The device of an argument; an error names the function."""
    try:
        return devices.as_device(device)
    except AikitDeviceError as error:
        raise AikitDeviceError(f"{function}: device={shown(device)}: {error}") from None


def _native(function: str, device: Any) -> tuple[Any, Any]:
    """The device of an argument, and that of the backend in force; an error names the function."""
    found = _as_device(function, device)
    try:
        return found, backend_handler.current_backend().as_native_dev(found.name)
    except AikitDeviceError as error:
        raise AikitDeviceError(f"{function}: device={shown(device)}: {error}") from None


# ------------------------------------------------------------------------------------------------ what there is


@compositional(convenience=True)
def gpu_is_available() -> bool:
    """Whether the backend in force has a GPU.

    Examples
    --------
    >>> import aikit
    >>> with aikit.use_backend("numpy"):
    ...     aikit.gpu_is_available()
    False
    """
    return _count("gpu") > 0


@compositional(convenience=True)
def tpu_is_available() -> bool:
    """Whether the backend in force has a TPU.

    Examples
    --------
    >>> import aikit
    >>> with aikit.use_backend("numpy"):
    ...     aikit.tpu_is_available()
    False
    """
    return _count("tpu") > 0


@compositional(convenience=True)
def num_gpus() -> int:
    """How many GPUs the backend in force has.

    Examples
    --------
    >>> import aikit
    >>> with aikit.use_backend("numpy"):
    ...     aikit.num_gpus()
    0
    """
    return _count("gpu")


def _count(kind: str) -> int:
    return sum(devices.as_device(name).kind == kind for name in backend_handler.current_backend().devices())


@standalone(convenience=True)
def num_cpu_cores(*, logical: bool = True) -> int:
    """How many cores the process may run on, which may be fewer than the machine has.

    Parameters
    ----------
    logical : whether the threads of a core count by themselves; otherwise those of one physical core are one.

    Raises
    ------
    AikitNotImplementedException : `logical` is False, and the operating system is not Linux.

    Examples
    --------
    >>> import aikit
    >>> aikit.num_cpu_cores() >= aikit.num_cpu_cores(logical=False) >= 1
    True
    """
    return _machine.cores("num_cpu_cores", logical)


# ------------------------------------------------------------------------------------------------ memory

_GIGABYTE = 10**9


def _of_accelerator(function: str, device: Any, fact: str) -> int | None:
    """What the framework says about the memory of an accelerator, in bytes; None for the memory of the machine.

    Raises
    ------
    AikitDeviceError : no such device.
    AikitNotImplementedException : the framework does not say it.
    """
    found, _ = _native(function, device)
    if found.kind == "cpu":
        return None
    backend = backend_handler.current_backend()
    known = backend.memory_of_device(found.name)
    if fact not in known:
        said = f"it says {', '.join(known)} alone" if known else "it says nothing about its memory"
        raise AikitNotImplementedException(
            f"{function}: the backend {backend.name!r} does not say {fact} of {found.name!r}; {said}"
        )
    return known[fact]


def _gigabytes(amount: int) -> float:
    return amount / _GIGABYTE


def _used(function: str, device: Any, process_specific: bool) -> int:
    amount = _of_accelerator(function, device, "used_by_process" if process_specific else "used")
    if amount is not None:
        return amount
    return _machine.used_by_process(function) if process_specific else _machine.used_memory(function)


def _total(function: str, device: Any) -> int:
    amount = _of_accelerator(function, device, "total")
    return _machine.total_memory(function) if amount is None else amount


@compositional(convenience=True)
def total_mem_on_dev(device: Any, /) -> float:
    """The memory of a device, in gigabytes, of 10^9 bytes each; that of the CPU is the RAM of the machine.

    Parameters
    ----------
    device : a device of the backend in force.

    Raises
    ------
    AikitDeviceError : no such device.
    AikitNotImplementedException : the framework does not say it of an accelerator, as TensorFlow; or of the CPU, the operating system is not
        Linux.

    Examples
    --------
    >>> import aikit
    >>> aikit.total_mem_on_dev("cpu") > 0
    True
    """
    return _gigabytes(_total("total_mem_on_dev", device))


@compositional(convenience=True)
def used_mem_on_dev(device: Any, /, *, process_specific: bool = False) -> float:
    """The memory of a device that is in use, in gigabytes, of 10^9 bytes each.

    Parameters
    ----------
    device : a device of the backend in force.
    process_specific : whether to count this process alone: on the CPU what it has in RAM, on an accelerator what the framework has
        reserved there. Otherwise on the CPU all is in use that is not available to new programs.

    Raises
    ------
    AikitDeviceError, AikitNotImplementedException : as in `total_mem_on_dev`. JAX and TensorFlow know of accelerators what this process uses,
        and no more.

    Examples
    --------
    >>> import aikit
    >>> 0 < aikit.used_mem_on_dev("cpu", process_specific=True) < aikit.total_mem_on_dev("cpu")
    True
    """
    return _gigabytes(_used("used_mem_on_dev", device, process_specific))


@compositional(convenience=True)
def percent_used_mem_on_dev(device: Any, /, *, process_specific: bool = False) -> float:
    """The memory of a device that is in use, in percent of all it has.

    Parameters
    ----------
    device, process_specific : as for `used_mem_on_dev`, which raises the same errors.

    Examples
    --------
    >>> import aikit
    >>> 0 < aikit.percent_used_mem_on_dev("cpu") < 100
    True
    """
    name = "percent_used_mem_on_dev"
    return 100 * _used(name, device, process_specific) / _total(name, device)


@compositional(convenience=True)
def clear_cached_mem_on_dev(device: Any, /) -> None:
    """Give memory back that the framework keeps on a device for arrays to come.

    On the CPU no framework keeps any, and nothing happens.

    Parameters
    ----------
    device : a device of the backend in force.

    Raises
    ------
    AikitDeviceError : no such device.
    AikitNotImplementedException : the framework gives back no memory of an accelerator before the process ends, as JAX and TensorFlow.

    Examples
    --------
    >>> import aikit
    >>> aikit.clear_cached_mem_on_dev("cpu")
    """
    found, _ = _native("clear_cached_mem_on_dev", device)
    backend = backend_handler.current_backend()
    if found.kind != "cpu" and not backend.clear_cached_memory(found.name):
        raise AikitNotImplementedException(
            f"clear_cached_mem_on_dev: the backend {backend.name!r} gives back no memory of {found.name!r} before the process ends"
        )


@compositional(convenience=True)
def dev_util(device: Any, /) -> float:
    """How busy a device is, in percent; the CPU is looked at for a tenth of a second, with all its cores.

    Parameters
    ----------
    device : a device of the backend in force.

    Raises
    ------
    AikitDeviceError : no such device.
    AikitNotImplementedException : the framework does not say it of an accelerator, as JAX and TensorFlow; or of the CPU, the operating system
        is not Linux.

    Examples
    --------
    >>> import aikit
    >>> 0 <= aikit.dev_util("cpu") <= 100
    True
    """
    found, _ = _native("dev_util", device)
    if found.kind == "cpu":
        return _machine.utilization("dev_util")
    backend = backend_handler.current_backend()
    utilization = backend.utilization_of_device(found.name)
    if utilization is None:
        raise AikitNotImplementedException(
            f"dev_util: the backend {backend.name!r} does not say how busy {found.name!r} is"
        )
    return utilization
