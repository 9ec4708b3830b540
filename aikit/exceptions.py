"""The exceptions of aikit.

Every error that aikit raises is an `AikitException`. An operation that failed raises an `AikitBackendException`, or
one of its children, each of which is also the builtin exception that a Python user expects, so that
``except ValueError`` catches what it would catch with NumPy.
"""

from __future__ import annotations


class AikitException(Exception):
    """The root of all exceptions of aikit."""


class AikitBackendException(AikitException):
    """An operation failed: the message names the function, the argument, the value and what to do."""


class AikitValueError(AikitBackendException, ValueError):
    """An argument has the right type and a value that the function cannot use."""


class AikitIndexError(AikitBackendException, IndexError):
    """An index is out of range, or has more parts than the array has dimensions."""


class AikitKeyError(AikitBackendException, KeyError):
    """There is nothing at a key chain of a container."""

    __str__ = Exception.__str__  # KeyError shows its message in quotes


class AikitAxisError(AikitBackendException, ValueError, IndexError):
    """An axis is out of range for the array, or is named twice."""


class AikitTypeError(AikitBackendException, TypeError):
    """An argument has a type, or an array a dtype, that the function does not accept."""


class AikitOverflowError(AikitBackendException, OverflowError):
    """A Python number does not fit the dtype it is to have."""


class AikitNotImplementedException(AikitBackendException, NotImplementedError):
    """The backend cannot do this, and no exact substitute exists."""


class AikitBroadcastShapeError(AikitBackendException, ValueError):
    """The shapes of the arguments do not broadcast to one shape."""


class AikitDtypePromotionError(AikitBackendException, TypeError):
    """The dtypes of the arguments have no common dtype."""


class AikitDeviceError(AikitBackendException, RuntimeError):
    """A device does not exist, or the arguments are on several devices."""


class AikitBufferError(AikitBackendException, BufferError):
    """An array cannot be exchanged by DLPack."""


class AikitStructureError(AikitBackendException, ValueError):
    """Containers of one call do not share their nested structure."""


class AikitInvalidBackendException(AikitBackendException, ValueError):
    """A backend that does not exist, or whose framework is not installed."""


class AikitViewWriteError(AikitBackendException):
    """A write that NumPy's views would show elsewhere, in the mode "error" of `aikit.set_view_write_mode`."""


class AikitViewWriteWarning(UserWarning):
    """A write that NumPy's views would show elsewhere, in the mode "warn" of `aikit.set_view_write_mode`."""


class AikitChainedAssignmentWarning(UserWarning):
    """What is assigned, as in ``x[0:2][0] = 5``, goes to an Array that nothing refers to, and is lost."""


__all__ = [
    "AikitAxisError",
    "AikitBackendException",
    "AikitBroadcastShapeError",
    "AikitBufferError",
    "AikitChainedAssignmentWarning",
    "AikitDeviceError",
    "AikitDtypePromotionError",
    "AikitException",
    "AikitIndexError",
    "AikitInvalidBackendException",
    "AikitKeyError",
    "AikitNotImplementedException",
    "AikitOverflowError",
    "AikitStructureError",
    "AikitTypeError",
    "AikitValueError",
    "AikitViewWriteError",
    "AikitViewWriteWarning",
]


__all__ = [name for name in dir() if name.startswith("Aikit")]
