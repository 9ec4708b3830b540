"""What there is to know of a public function, and of a namespace: devices, dtypes and limits, as the standard has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aikit import backend_handler, dtypes
from aikit.core.records import Function
from aikit.core.wording import quoted, shown
from aikit.devices import Device, as_device, default_device_name
from aikit.dtypes import DTYPES, Dtype
from aikit.exceptions import AikitDeviceError, AikitTypeError, AikitValueError

_NOT_IN_THE_STANDARD = frozenset({"bfloat16", "float16"})


def describe(function: Callable[..., Any], /) -> Function:
    """The record of a public function: its kind, category, signature, dtypes and so on.

    Parameters
    ----------
    function : a public function of aikit, or the bound form of one.

    Raises
    ------
    AikitTypeError : `function` is not a public function of aikit.

    Examples
    --------
    >>> import aikit
    >>> aikit.describe(aikit.tan).kind
    'primary'
    """
    record = getattr(function, "__aikit_function__", None)
    if record is None:
        raise AikitTypeError(
            f"describe: function={function!r} is not a public function of aikit; pass one, such as aikit.tan"
        )
    return record


class Info:
    """What a backend can do; `aikit.__array_namespace_info__()` makes one.

    Examples
    --------
    >>> import aikit
    >>> info = aikit.__array_namespace_info__()
    >>> sorted(info.dtypes(kind="complex floating"))
    ['complex128', 'complex64']
    """

    __slots__ = ("_backend",)

    def __init__(self, backend: Any) -> None:
        self._backend = backend

    def __reduce__(self) -> tuple[Any, ...]:
        return info_of, (self._backend.name,)

    def __repr__(self) -> str:
        return f"<inspection of aikit on {self._backend.name!r}>"

    def capabilities(self) -> dict[str, bool | int | None]:
        """Which optional parts of the standard there are, in eager calls, and the greatest number of dimensions.

        A number of dimensions of None is any number.

        Examples
        --------
        >>> import aikit
        >>> aikit.__array_namespace_info__().capabilities()["boolean indexing"]
        True
        """
        return {
            "boolean indexing": True,
            "data-dependent shapes": True,
            "max dimensions": self._backend.max_dimensions,
        }

    def default_device(self) -> Device:
        """The device on which arrays are made where none is given.

        Examples
        --------
        >>> import aikit
        >>> aikit.__array_namespace_info__().default_device()
        aikit.Device('cpu')
        """
        return as_device(default_device_name())

    def default_dtypes(self, *, device: Any = None) -> dict[str, Dtype]:
        """The default dtypes by kind; they are the same on all devices.

        Parameters
        ----------
        device : a device of the backend.

        Raises
        ------
        AikitDeviceError : no such device.

        Examples
        --------
        >>> import aikit
        >>> aikit.__array_namespace_info__().default_dtypes()["real floating"]
        aikit.float32
        """
        self._check_device("default_dtypes", device)
        return {
            "real floating": dtypes.default_float(),
            "complex floating": dtypes.default_complex(),
            "integral": dtypes.default_int(),
            "indexing": dtypes.as_dtype(self._backend.index_dtype()),
        }

    def devices(self) -> tuple[Device, ...]:
        """The devices of the backend that hold values, which torch's ``"meta"`` does not.

        Examples
        --------
        >>> import aikit
        >>> "cpu" in aikit.__array_namespace_info__().devices()
        True
        """
        return tuple(as_device(name) for name in self._backend.devices() if name != "meta")

    def dtypes(self, *, device: Any = None, kind: str | tuple[str, ...] | None = None) -> dict[str, Dtype]:
        """The dtypes of the standard that the backend has, by name; on JAX those of 64 bits only while x64 is on.

        Parameters
        ----------
        device : a device of the backend.
        kind : one of the kinds of `aikit.isdtype`, or a tuple of them; None for all.

        Raises
        ------
        AikitDeviceError : no such device.
        AikitTypeError, AikitValueError : no such kind.

        Examples
        --------
        >>> import aikit
        >>> list(aikit.__array_namespace_info__().dtypes(kind=("bool", "signed integer")))[:3]
        ['bool', 'int8', 'int16']
        """
        self._check_device("dtypes", device)
        kinds = tuple(dtypes.KINDS) if kind is None else _kinds(kind)
        return {
            name: dtype
            for name, dtype in DTYPES.items()
            if name not in _NOT_IN_THE_STANDARD and dtypes.is_kind(dtype, kinds) and self._has(name)
        }

    def _has(self, name: str) -> bool:
        """Whether the backend has a dtype, now."""
        if name not in self._backend.native_dtypes:
            return False
        try:
            self._backend.as_native_dtype(name)
        except AikitTypeError:
            return False
        return True

    def _check_device(self, function: str, device: Any) -> None:
        if device is not None:
            try:
                self._backend.as_native_dev(as_device(device).name)
            except AikitDeviceError as error:
                raise AikitDeviceError(f"{function}: device={shown(device)}: {error}") from None


def info_of(backend: str) -> Info:
    """The inspection of the backend of this name."""
    return Info(backend_handler.load(backend))


def _kinds(kind: Any) -> tuple[str, ...]:
    kinds = kind if isinstance(kind, tuple) else (kind,)
    for one in kinds:
        if not isinstance(one, str):
            raise AikitTypeError(
                f"dtypes: kind={shown(kind)} is a {type(one).__name__}; it must be one of {quoted(dtypes.KINDS)}, "
                "or a tuple of these"
            )
        if one not in dtypes.KINDS:
            raise AikitValueError(
                f"dtypes: kind={shown(kind)} is unknown; use one of {quoted(dtypes.KINDS)}, or a tuple of these"
            )
    return kinds


def __array_namespace_info__() -> Info:
    """Inspection of the backend that is in force: its devices, dtypes and limits.

    Examples
    --------
    >>> import aikit
    >>> aikit.__array_namespace_info__().capabilities()["data-dependent shapes"]
    True
    """
    return Info(backend_handler.current_backend())
