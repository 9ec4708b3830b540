"""The contract between the library and its backends: every member that the library asks of a backend.

A backend is a module, or another object with these members as attributes. `Required` has what a backend must have, and
`Backend` what it may have besides: `complete` gives it the default of what it leaves out. All else that a backend has are
implementations of public functions, each under the qualified name of its function.

Arrays are native ones here, and so are dtypes and devices, but for those that are called names. A native array has the
attributes `shape`, of which `tuple` makes a tuple, and `dtype`.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from aikit.core.arrays import ArrayBase
from aikit.functional.backends.autograd import Differentiated, LossFunction, Natives

Branch = Callable[[Natives], Natives]
"""A function that control flow may call."""
PAGE = "docs/backend.md"
"""The page for authors of backends."""


class Required(Protocol):
    """What every backend has."""

    # -------------------------------------------------------------------------------------------- arrays

    @property
    def name(self) -> str:
        """What `aikit.set_backend` calls the backend."""

    @property
    def NativeArray(self) -> type:
        """The class of its arrays, which is the `NativeArray` of its bound namespace."""

    def is_native_array(self, x: object, /) -> bool:
        """Whether an object of any class is one of its arrays; a subclass, a variable and a tracer are, too."""

    # -------------------------------------------------------------------------------------------- ways in and out

    def to_numpy(self, x: Any, /) -> np.ndarray:
        """The values as an ndarray of the same dtype, which may share memory; the framework's error under a trace."""

    def to_list(self, x: Any, /) -> Any:
        """The values as nested lists of Python scalars; of a 0-d array a scalar."""

    def to_scalar(self, x: Any, /) -> Any:
        """The Python scalar in an array of one element."""

    def from_numpy(self, x: np.ndarray, dtype: Any, device: Any, /) -> Any:
        """A new array with the values of an ndarray, in `dtype`, on `device`, where None is the default one."""

    def as_scalar(self, value: complex, dtype: Any, device: Any, /) -> Any:
        """A 0-d array of a Python scalar, a float that is too large as infinity; OverflowError for such an int."""

    def copy_array(self, x: Any, /) -> Any:
        """An array of the same values with memory of its own."""

    # -------------------------------------------------------------------------------------------- items

    def get_item(self, x: Any, key: tuple[Any, ...], /) -> Any:
        """``x[key]`` as NumPy defines it.

        The key holds ints, slices, None, an Ellipsis, masks and arrays of integers; what is wrong with one that fails
        is found by the library.
        """

    def set_item(self, x: Any, key: tuple[Any, ...], value: Any, in_place: bool, /) -> Any:
        """A copy of `x` where ``x[key]`` is `value`; or `x` itself, written to, which `in_place` allows.

        `value` has the dtype of `x`, and a shape that broadcasts to that of the selection.
        """

    # -------------------------------------------------------------------------------------------- dtypes

    @property
    def native_dtypes(self) -> Mapping[str, Any]:
        """Name -> native dtype, for those of `aikit.dtypes.DTYPES` that the framework has."""

    def as_native_dtype(self, name: str, /) -> Any:
        """The dtype of a name; AikitTypeError where there is none, or none just now."""

    def index_dtype(self) -> Any:
        """The dtype of the indices that functions return."""

    # -------------------------------------------------------------------------------------------- devices

    def devices(self) -> list[str]:
        """The names of the devices there are, such as ``"cpu"`` and ``"gpu:0"``, the default one first."""

    def dev(self, x: Any, /) -> Any:
        """The device of an array."""

    def as_native_dev(self, name: str, /) -> Any:
        """The device of a name; AikitDeviceError where there is none."""

    def as_aikit_dev(self, device: Any, /) -> str:
        """The name of a device."""

    def is_native_device(self, device: object, /) -> bool:
        """Whether an object of any class is one of its devices; False for every string."""

    # -------------------------------------------------------------------------------------------- functions

    @property
    def astype(self) -> Callable[..., Any]:
        """The implementation of `aikit.astype`, which brings arguments to one dtype: ``astype(x, dtype)``."""

    @property
    def reshape(self) -> Callable[..., Any]:
        """The implementation of `aikit.reshape`, for a value to write that has axes too many: ``reshape(x, shape)``."""

    @property
    def stack(self) -> Callable[..., Any]:
        """The implementation of `aikit.stack`, for lists that hold arrays: ``stack(arrays)``."""

    @property
    def zeros(self) -> Callable[..., Any]:
        """The implementation of `aikit.zeros`, for an empty list as a mask: ``zeros(shape, dtype=..., device=...)``."""


class Backend(Required, Protocol):
    """What a backend may have besides; the bodies are the defaults."""

    # -------------------------------------------------------------------------------------------- arrays

    @property
    def native_classes(self) -> Collection[type]:
        """The classes besides `NativeArray` whose arrays take the fast path, tracers among them. Default: none."""
        return ()

    @property
    def max_dimensions(self) -> int | None:
        """How many dimensions an array may have, for `__array_namespace_info__`. Default: None, any number."""
        return None

    @staticmethod
    def accept_native(x: Any, /) -> Any:
        """An array that a user handed in, fit for an Array; AikitTypeError or AikitValueError where it cannot be.

        The message goes on after the name of the argument: "it is a tensor of layout ...". Default: `x`.
        """
        return x

    @staticmethod
    def is_untranslated(error: Exception, /) -> bool:
        """Whether an error of the framework leaves as it is: a tracer's, or out of memory. Default: False."""
        return False

    # -------------------------------------------------------------------------------------------- memory and traces

    @staticmethod
    def sole_owner(holder: Any, /) -> bool:
        """Whether nothing but ``holder._data`` refers to that array or its memory, so that a write shows nowhere else.

        Asked before each write, so it is to be fast, and False when in doubt. Default: False, each write copies.
        """
        return False

    @property
    def least_in_place(self) -> int | None:
        """The bytes from which ``x += y`` asks `into_first`. Default: None, it makes a new array."""
        return None

    @staticmethod
    def into_first(implementation: Callable[..., Any], x1: Any, x2: Any, /) -> Callable[[Any, Any], Any] | None:
        """What writes ``implementation(x1, x2)`` over `x1`, given both again; None where it is not sure to do so and to succeed.

        `x1` has the shape of the result, and both have its dtype. Default: None.
        """
        return None

    @staticmethod
    def is_traced(x: Any, /) -> bool:
        """Whether the values of an array are not known now, for a trace or a transformation. Default: False."""
        return False

    @staticmethod
    def is_compiling() -> bool:
        """Whether a trace runs whose result is called many times, so that what is read now stays as it is. Default: False."""
        return False

    @staticmethod
    def check_written(array: ArrayBase, what: str, /) -> None:
        """Raise AikitBackendException where a traced function writes to an Array that it must leave alone.

        `what` begins the message. Default: nothing.
        """

    # -------------------------------------------------------------------------------------------- placement

    @staticmethod
    def on_device_of_inputs(function: Callable[..., Any], /) -> Callable[..., Any]:
        """`function`, run on the device of its arrays where the framework would choose another. Default: `function`."""
        return function

    @staticmethod
    def in_one_program(function: Callable[..., Any], /, *constants: str) -> Callable[..., Any]:
        """`function` of Arrays and hashable keywords, which are named, as one program where the framework compiles each operation.

        It looks at no values. Default: `function`.
        """
        return function

    @property
    def takes_host_scalars(self) -> bool:
        """Whether functions of two arrays take a 0-d ndarray beside an array, on any device. Default: False."""
        return False

    @staticmethod
    def traces_numbers() -> bool:
        """Whether a trace runs that takes numbers made outside of it, and no arrays: `from_numbers` is called. Default: False."""
        return False

    @staticmethod
    def from_numbers(values: Any, dtype: Any, device: Any, /) -> Any:
        """An array of nested lists of numbers, made within such a trace. Default: never called."""
        raise NotImplementedError

    # -------------------------------------------------------------------------------------------- accelerators

    @staticmethod
    def memory_of_device(name: str, /) -> Mapping[str, int]:
        """What the framework says about the memory of an accelerator, in bytes: of ``total``, ``used`` and ``used_by_process``.

        Default: nothing.
        """
        return {}

    @staticmethod
    def utilization_of_device(name: str, /) -> float | None:
        """How busy an accelerator is, in percent; None where the framework does not say it. Default: None."""
        return None

    @staticmethod
    def clear_cached_memory(name: str, /) -> bool:
        """Give memory of an accelerator back that no array uses, and say whether the framework can. Default: it cannot."""
        return False

    # -------------------------------------------------------------------------------------------- ways out

    @staticmethod
    def to_dlpack(x: Any, /, **options: Any) -> Any:
        """What ``x.__dlpack__(**options)`` gives, with all options of the standard; BufferError where it cannot.

        Default: just that.
        """
        return x.__dlpack__(**options)

    @staticmethod
    def requires_grad(x: Any, /) -> bool:
        """Whether autograd records what is done with an array, which copies and pickles are to keep. Default: False."""
        return False

    @staticmethod
    def deep_copy(x: Any, memo: dict[int, Any], /) -> Any:
        """What `copy.deepcopy` makes of an array that `requires_grad`. Default: what it makes of any object."""
        return copy.deepcopy(x, memo)

    # -------------------------------------------------------------------------------------------- gradients
    # They differentiate functions of a list of arrays; `aikit.functional.backends.autograd` derives some from others.

    @property
    def value_and_grad(self) -> Callable[[LossFunction], Differentiated] | None:
        """Of a function that gives a 0-d array and a list of others, one that gives both and the list of gradients.

        ``value_and_grad(func)(xs)`` is ``((y, others), gradients)``. Default: None, there is no autograd.
        """
        return None

    @property
    def grad(self) -> Callable[[LossFunction], Callable[[Natives], Natives]] | None:
        """Of such a function, one that gives the gradients alone. Default: None, there is no autograd."""
        return None

    @property
    def execute_with_gradients(self) -> Callable[[LossFunction, Natives, bool], tuple[Any, Natives, Natives]] | None:
        """The same in one call: ``(y, gradients, others)``, the gradients constants unless the bool says otherwise.

        Default: None, there is no autograd.
        """
        return None

    @property
    def jac(self) -> Callable[[Callable[[Natives], Natives]], Callable[[Natives], list[Natives]]] | None:
        """Of a function that gives a list, one that gives a list of Jacobians for each. Default: None, no autograd."""
        return None

    @property
    def vmap(self) -> Callable[[Callable[[Natives], Natives]], Callable[[Natives], Natives]] | None:
        """Of a function that gives a list, one that maps over the first axis of each array. Default: None, a loop."""
        return None

    # -------------------------------------------------------------------------------------------- compilation, control flow
    # They take and give lists of arrays, but for `compiled` and `truth`.

    @staticmethod
    def compiled(fn: Callable[..., Any], /) -> Callable[..., Any]:
        """A function of nests of Arrays, compiled; arguments and results that hold no array stay as they are. Default: `fn`."""
        return fn

    @staticmethod
    def truth(x: Any, /) -> bool | None:
        """Whether a 0-d array of dtype bool is true; None where only a trace can tell, by what follows. Default: now."""
        return bool(x)

    @property
    def traced_if_else(self) -> Callable[[Any, Branch, Branch, Natives], Natives] | None:
        """Of a 0-d array, two functions and arrays, what one of these functions gives at run time. Default: None, no trace."""
        return None

    @property
    def traced_while_loop(self) -> Callable[[Callable[[Natives], Any], Branch, Natives], Natives] | None:
        """Of a test, a function and arrays, the arrays that the function gives at last. Default: None, no trace."""
        return None

    @property
    def traced_for_loop(self) -> Callable[[Callable[[Any, Natives], Natives], Any, Natives], Natives] | None:
        """The same of a function of a row and of arrays, called for each row of an array. Default: None, one after the other."""
        return None

    # -------------------------------------------------------------------------------------------- traits
    # What `aikit.traits` asks.

    @staticmethod
    def is_spec(x: object, /) -> bool:
        """Whether an object describes arrays without values, as `jax.ShapeDtypeStruct` does. Default: False."""
        return False

    @staticmethod
    def known_shape(x: Any, /) -> tuple[int | None, ...] | None:
        """The lengths of an array or a description that are fixed before its values are, None for each of the others.

        A trace fixes lengths; those of an array that is there are found at run time. None where the rank is not fixed either.
        Default: None for each dimension.
        """
        return (None,) * len(x.shape)

    @staticmethod
    def lengths(x: Any, /) -> Any:
        """The lengths of an array as they are found at run time. Default: its shape."""
        return tuple(x.shape)

    @staticmethod
    def strides(x: Any, /) -> tuple[int, ...] | None:
        """By how many elements the next index of each dimension lies further on in memory; None where nothing says it.

        Default: None.
        """
        return None

    @staticmethod
    def is_mutable(x: Any, /) -> bool:
        """Whether the contents of an array, or of those of a class, can change in place. Default: False."""
        return False

    @staticmethod
    def can_set_items(x: Any, /) -> bool:
        """Whether the framework allows ``x[i] = value`` for an array, or for those of a class. Default: False."""
        return False

    @staticmethod
    def can_resize(x: Any, /) -> bool:
        """Whether the number of elements of an array, or of those of a class, can change in place. Default: False."""
        return False

    @staticmethod
    def access(x: Any, /) -> str:
        """How an array is best read: a value of `aikit.traits.Access`. Default: ``"index"``, element by element."""
        return "index"

    @staticmethod
    def is_conjugated(x: Any, /) -> bool:
        """Whether what is in memory are the conjugates of the elements. Default: False."""
        return False

    # -------------------------------------------------------------------------------------------- beside the library

    @property
    def version(self) -> str:
        """The version of the framework, for whoever reads it. Default: empty."""
        return ""

    @property
    def namespace(self) -> Any:
        """The framework's own Array API namespace, which the fixture `native_xp` gives. Default: None."""
        return None


def members(contract: type) -> dict[str, Any]:
    """Name -> function or property, of those that one of the two classes itself states."""
    return {name: member for name, member in vars(contract).items() if not name.startswith("_")}


def sentence(member: Any) -> str:
    """The first sentence about a member."""
    return (inspect.getdoc(member) or "").partition("\n")[0]


def default(name: str) -> Any:
    """What stands for an optional member that a backend leaves out; it is the same for every backend."""
    stated = vars(Backend)[name]
    return stated.__get__(Backend) if isinstance(stated, property) else stated.__func__


def complete(backend: Any) -> None:
    """Give a backend the defaults of what it leaves out."""
    for name in members(Backend):
        if not hasattr(backend, name):
            setattr(backend, name, default(name))


def faults(backend: Any) -> list[str]:
    """What a backend lacks of what every backend has, and what of it can be no member: a line for each."""
    found = []
    for name, member in members(Required).items():
        if not hasattr(backend, name):
            found.append(f"{name}: {sentence(member)}")
        elif not isinstance(member, property) and not callable(getattr(backend, name)):
            found.append(f"{name} is no function: {sentence(member)}")
    return found


if TYPE_CHECKING:  # where the type checker holds them against the contract
    from aikit.functional.backends import jax, numpy, tensorflow, torch
    from aikit.functional.backends.array_api import Backend as Generic

    _modules: tuple[Required, ...] = (numpy, torch, jax, tensorflow)
    _generic: type[Required] = Generic
