"""`Array`: a variable that holds a value, on any backend.

Writing to one Array never changes another, nor a native array that the user holds: a write rebinds `_data` to a
changed copy, except where this Array is found to be the sole owner of its buffer, which makes the copy needless.
"""

from __future__ import annotations

import copy
import functools
import operator
import sys
import types
from collections.abc import Iterator
from typing import Any

import numpy as np

import aikit
from aikit import backend_handler, dtypes
from aikit.array.chained import LONE, warn_where_chained
from aikit.array.items import get_item, set_item
from aikit.array.methods import ArrayMethods
from aikit.array.numpy_protocol import call_function, call_ufunc
from aikit.array.operators import ArrayWithOperators, install
from aikit.array.programmatic import add_missing_method
from aikit.core import view_writes
from aikit.core.arrays import ArrayBase, define, wrap
from aikit.core.records import REGISTRY
from aikit.core.settings import not_for_autograph
from aikit.core.shapes import is_known
from aikit.core.writing import class_of, let_readers_wait
from aikit.devices import as_device
from aikit.dispatch import run
from aikit.dispatch.arguments import bind
from aikit.exceptions import AikitBufferError, AikitTypeError, AikitValueError
from aikit.inspection import describe
from aikit.namespace import API_VERSIONS, get_backend


@define
class Array(ArrayBase, ArrayWithOperators, ArrayMethods):
    """An array of any backend. Functions make Arrays: `aikit.array`, `aikit.asarray`, `aikit.zeros` and so on.

    A write is one step: another thread sees it whole or not at all, it shows in nothing that was made of the array before,
    and of two writes at once none is lost. What reads and then writes, such as ``x += 1``, is two steps, as for any variable.

    A function that jax.jit, torch.compile or tf.function compiles is to return what it writes, and to write to arrays that
    it made, such as ``aikit.array(x)`` of its argument `x`. What becomes of an argument that is written to is for the
    framework to say: JAX hands the function arrays of its own, PyTorch changes the caller's, TensorFlow refuses.

    The class takes no arguments itself, which keeps a call of a function some 100 ns shorter; a subclass may have a
    constructor of its own that sets `_data` to a native array.

    Examples
    --------
    >>> import aikit
    >>> x = aikit.array([1.0, 2.0])
    >>> (x + 1).shape
    (2,)
    """

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]
    __array_priority__ = 1000.0

    # -------------------------------------------------------------------------------------------- attributes

    @property
    def data(self) -> Any:
        """The native array. What is written through it is seen by every Array around it."""
        return self._data

    @property
    def backend(self) -> str:
        """The name of the backend, such as ``"torch"``."""
        return self._backend.name

    @property
    def _backend(self) -> Any:
        backend = backend_handler.backend_of(self._data)
        if backend is None:
            raise AikitTypeError(
                f"{self!r} holds no array but a {type(self._data).__name__}, which a framework put in its place; only its text, "
                "and the shape and dtype that this may have, can be asked for"
            )
        return backend

    @property
    def dtype(self) -> dtypes.Dtype:
        """The data type, by its canonical name."""
        return dtypes.as_dtype(self._data.dtype)

    @property
    def device(self) -> Any:
        """The device, by its canonical name."""
        backend = self._backend
        return as_device(backend.as_aikit_dev(backend.dev(self._data)))

    @property
    def shape(self) -> tuple[int | None, ...]:
        """The length of each dimension; None where a trace does not know it.

        Raises
        ------
        AikitValueError : the trace does not know how many dimensions there are.
        """
        return self._known_shape("shape")

    def _known_shape(self, what: str) -> tuple[int | None, ...]:
        try:
            return tuple(self._data.shape)
        except ValueError:
            raise AikitValueError(
                f"{what}: under this trace the number of dimensions is not known; state it, as with tf.ensure_shape"
            ) from None

    @property
    def ndim(self) -> int:
        """The number of dimensions; AikitValueError where a trace does not know it."""
        return len(self._known_shape("ndim"))

    @property
    def size(self) -> int | None:
        """The number of elements; None where a trace does not know it."""
        if not is_known(self._data):
            return None
        count = 1
        for length in self.shape:
            count = count * length  # type: ignore[operator]
        return count

    @property
    def itemsize(self) -> int:
        """Bytes per element."""
        return self.dtype.itemsize

    @property
    def strides(self) -> tuple[int, ...] | None:
        """By how many elements, not bytes, the next index of each dimension lies further on; see `aikit.strides`."""
        return aikit.strides(self)

    @property
    def nbytes(self) -> int | None:
        """Bytes of all elements; None where a trace does not know how many there are."""
        size = self.size
        return None if size is None else self.itemsize * size

    @property
    def T(self) -> Array:
        """The transpose of a matrix.

        Raises
        ------
        AikitValueError : the array does not have two dimensions.
        """
        if self.ndim != 2:
            raise AikitValueError(f"T: the array has {self.ndim} dimensions, not 2; use mT or aikit.permute_dims")
        return self.mT

    @property
    def mT(self) -> Array:
        """The transpose of the last two dimensions.

        Raises
        ------
        AikitValueError : the array has fewer than two dimensions.
        """
        return aikit.matrix_transpose(self)

    # -------------------------------------------------------------------------------------------- indexing

    def __getitem__(self, key: Any, /) -> Array:
        item = wrap(get_item(self, key))
        if view_writes.watching:
            view_writes.note_item(item, self, key)
        return item

    def __setitem__(self, key: Any, value: Any, /) -> None:
        if not self._backend.is_traced(self._data) and sys.getrefcount(self) == LONE:
            warn_where_chained()
        set_item(self, key, value)

    def __len__(self) -> int:
        if not self.shape:
            raise AikitTypeError("len: a 0-d array has no length")
        length = self.shape[0]
        if length is None:
            raise AikitValueError(
                f"len: under this trace the shape is {self.shape}, whose first length is not known; state it, as with tf.ensure_shape"
            )
        return length

    def __iter__(self) -> Iterator[Array]:
        if not self.shape:
            raise AikitTypeError("iter: a 0-d array has nothing to iterate over")
        return (self[i] for i in range(len(self)))

    # -------------------------------------------------------------------------------------------- Python numbers

    def _item(self, what: str) -> Any:
        if self.shape:
            raise AikitTypeError(f"{what}: the array has shape {self.shape}; only a 0-d array is one number")
        return self._backend.to_scalar(self._data)

    def __bool__(self) -> bool:
        return bool(self._item("bool"))

    def _real_item(self, what: str) -> Any:
        if self.dtype.kind == "c":
            raise AikitTypeError(f"{what}: the array has dtype {self.dtype}; take aikit.real(x) or aikit.abs(x) first")
        return self._item(what)

    def __int__(self) -> int:
        return int(self._real_item("int"))

    def __float__(self) -> float:
        return float(self._real_item("float"))

    def __complex__(self) -> complex:
        return complex(self._item("complex"))

    def __index__(self) -> int:
        if self.dtype.kind not in "iu":
            raise AikitTypeError(f"index: the array has dtype {self.dtype}; only an integer is an index")
        return operator.index(self._item("index"))

    # -------------------------------------------------------------------------------------------- protocols

    def __array_namespace__(self, /, *, api_version: str | None = None) -> Any:
        """The namespace bound to the backend of this array, so that what a library makes there follows the array."""
        if api_version is not None and api_version not in API_VERSIONS:
            raise AikitValueError(
                f"__array_namespace__: api_version={api_version!r} is not one of {', '.join(API_VERSIONS)}"
            )
        return get_backend(self.backend)

    def __dlpack__(
        self,
        /,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[Any, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """The memory of this array for another library: shared, of a copy where `copy` is True.

        Raises
        ------
        AikitBufferError : a dtype, device or stream that the framework cannot give away, or not without a copy where
            `copy` is False.
        """
        backend, native = self._backend, self._data
        if max_version is not None and tuple(max_version) < (1, 0):
            max_version = None  # the capsule without a version, which is what there was before
        options = {"stream": stream, "max_version": max_version, "dl_device": dl_device, "copy": copy}
        try:
            return backend.to_dlpack(native, **options)
        except Exception as error:
            if backend.is_untranslated(error):
                raise
            given = ", ".join(f"{name}={value!r}" for name, value in options.items() if value is not None)
            raise AikitBufferError(
                f"__dlpack__({given}): {backend.name} cannot give away an array of dtype {self.dtype} on {self.device!s}: {error}"
            ) from error

    def __dlpack_device__(self, /) -> tuple[Any, int]:
        return self._data.__dlpack_device__()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """The values as an ndarray, for ``np.asarray(x)``."""
        return np.asarray(self._backend.to_numpy(self._data), dtype=dtype, copy=copy)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        return call_ufunc(ufunc, method, inputs, kwargs)

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return call_function(func, args, kwargs)

    def __aikit_array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        """Run `func` as for plain Arrays; what a subclass reaches with ``super()``."""
        if not all(issubclass(cls, Array) for cls in types):
            return NotImplemented
        record = describe(func)
        return run(record, bind(record, args, kwargs))

    # -------------------------------------------------------------------------------------------- copies, text

    def __copy__(self) -> Array:
        return _with_attributes(_bare(class_of(self), self._data), *_attributes(self))

    def __deepcopy__(self, memo: Any) -> Array:
        backend, native = self._backend, self._data
        if backend.requires_grad(native):
            native = backend.deep_copy(native, memo)
        else:
            native = backend.on_device_of_inputs(backend.copy_array)(native)
        array = memo[id(self)] = _bare(class_of(self), native)  # before the attributes, which may lead back here
        return _with_attributes(array, *copy.deepcopy(_attributes(self), memo))

    def __reduce__(self) -> tuple[Any, ...]:
        backend, native = self._backend, self._data
        values = copy.copy(backend.to_numpy(native))
        differentiated = backend.requires_grad(native)
        made = class_of(self), self.backend, values, str(self.dtype), str(self.device), differentiated
        attributes, slots = _attributes(self)
        return (_rebuild, made, (attributes or None, slots)) if attributes or slots else (_rebuild, made)

    def __repr__(self) -> str:
        backend = backend_handler.backend_of(self._data)
        if backend is None or backend.is_traced(self._data):  # what a framework put in the place of an array
            return f"aikit.Array({self._data!r})"
        values = np.array2string(backend.to_numpy(self._data), separator=", ", prefix="aikit.Array(")
        return f"aikit.Array({values}, dtype={self.dtype!s}, backend={backend.name!r})"

    def __format__(self, spec: str) -> str:
        return format(self._item("format"), spec) if spec and not self.shape else str(self)

    # -------------------------------------------------------------------------------------------- pytrees

    def __tf_flatten__(self) -> tuple[Any, tuple[Any, ...]]:
        return (), (self._data,)

    def __tf_tracing_type__(self, context: Any) -> Any:
        return _tensorflow_type()(self._data)

    @classmethod
    def __tf_unflatten__(cls, metadata: Any, components: tuple[Any, ...]) -> Array:
        return wrap(components[0])


ArrayWhileWritten = let_readers_wait(Array)


@functools.cache
def _tensorflow_type() -> Any:
    """What makes the type under which `tf.function` traces an Array, of its tensor."""
    from aikit.functional.backends.tensorflow._tracing import type_of

    return type_of


def _bare(cls: type, native: Any) -> Any:
    """An Array of a class, around a native array, without a call of the constructor that a subclass may have."""
    array: Any = object.__new__(cls)
    array._data = native
    return array


def _attributes(array: Array) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a subclass adds to an Array: the attributes in its dict, and those in slots."""
    if class_of(array) is Array:
        return {}, {}
    state = object.__getstate__(array)  # type: ignore[attr-defined]
    attributes, slots = state if isinstance(state, tuple) else (state, {})
    return dict(attributes or {}), {name: value for name, value in slots.items() if name != "_data"}


def _with_attributes(array: Any, attributes: dict[str, Any], slots: dict[str, Any]) -> Any:
    """The array, with the attributes put in."""
    for name, value in (*attributes.items(), *slots.items()):
        object.__setattr__(array, name, value)
    return array


def _rebuild(cls: type, backend: str, values: np.ndarray, dtype: str, device: str, differentiated: bool) -> Array:
    """Unpickle an Array; its attributes follow."""
    module = backend_handler.load(backend)
    native_device = None if device == module.devices()[0] else module.as_native_dev(device)
    native = module.from_numpy(values, module.as_native_dtype(dtype), native_device)
    return _bare(cls, native.requires_grad_() if differentiated else native)


def _finish() -> None:
    """Give Array its operators, and any method that has no source when its function is declared."""
    install(Array)
    REGISTRY.on_declare.append(functools.partial(add_missing_method, Array))
    for cls in Array.__mro__:
        for method in vars(cls).values():
            if isinstance(method, types.FunctionType):
                not_for_autograph(method)


_finish()
