"""aikit: one array library over NumPy, PyTorch, JAX and TensorFlow.

The functions are loaded by category, when a name of the category is first used. What editors and type checkers read stands in
``__init__.pyi``, which is generated.
"""

import importlib
from typing import Any

from aikit import backend_handler, collating, fft, linalg, pytrees, tracing
from aikit.array import Array
from aikit.devices import Device
from aikit.dtypes import DTYPES, Dtype
from aikit.exceptions import *
from aikit.exceptions import __all__ as _exceptions
from aikit.functional.aikit import getter_of, names_of
from aikit.inspection import __array_namespace_info__
from aikit.namespace import API_VERSIONS

globals().update(DTYPES)

e = 2.718281828459045
inf = float("inf")
nan = float("nan")
newaxis = None
pi = 3.141592653589793

__array_api_version__ = API_VERSIONS[-1]
__version__ = "0.1.0"

ArrayLike = Any
"""What `asarray` takes: arrays of any backend, Python scalars, nested lists of these, objects with DLPack or a buffer."""

_CONSTANTS = ["ArrayLike", "e", "fft", "inf", "linalg", "nan", "newaxis", "pi", "traits"]
__all__ = sorted(
    [*_exceptions, *DTYPES, *_CONSTANTS, "Array", "Container", "Device", "Dtype", "NativeArray", *names_of("aikit")]
)

del array  # the subpackage; the function of that name is what ``aikit.array`` means
_function = getter_of("aikit")


def __getattr__(name: str) -> Any:
    """What comes late: the functions, `Container`, `traits`, and `NativeArray`, the array class of the set backend."""
    if name == "traits":
        return importlib.import_module("aikit.traits")
    if name == "NativeArray":
        return backend_handler.native_array_class()
    if name == "Container":
        from aikit.container import Container

        globals()[name] = Container
        return Container
    return _function(name)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


pytrees.watch()
collating.register()
tracing.register()
