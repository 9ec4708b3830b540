"""Devices of arrays, and the default device."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any

import aikit
from aikit import backend_handler, devices
from aikit.declare import compositional, primary, standalone

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
    wanted = devices.as_device(device)
    # the class of an object is asked for with `type`: some objects in a process do work when asked for `__class__`
    arrays = [x for x in gc.get_objects() if issubclass(type(x), aikit.Array) and hasattr(x, "_data")]
    # a framework that rebuilds a tree may put anything in the place of the native array
    held = [x for x in arrays if backend_handler.backend_of(x._data) is not None]
    return [x for x in held if not x._backend.is_traced(x._data) and x.device == wanted]


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
