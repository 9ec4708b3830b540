"""Data types: casting, promotion, limits, and the default dtypes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import aikit
from aikit import dtypes
from aikit.declare import compositional, primary, standalone
from aikit.exceptions import AikitDtypePromotionError, AikitTypeError
from aikit.functional.rules.data_type import FInfo, IInfo

if TYPE_CHECKING:
    from aikit import Array, Device, Dtype, NativeArray

_ANY_SCALAR = (bool, int, float, complex)


def _as_dtype(function: str, dtype: Any) -> Dtype:
    """The canonical dtype of an argument; an error names the function."""
    try:
        return dtypes.as_dtype(dtype)
    except AikitTypeError as error:
        raise AikitTypeError(f"{function}: {error}") from None


@standalone(convenience=True)
def as_aikit_dtype(dtype_in: Dtype, /) -> Dtype:
    """The dtype of aikit that a name, a native dtype or a Python type stands for.

    Parameters
    ----------
    dtype_in : a dtype in any form; ``int``, ``float`` and ``complex`` are the default dtypes of their kind.

    Raises
    ------
    AikitTypeError : no dtype.

    Examples
    --------
    >>> import aikit
    >>> import numpy as np
    >>> aikit.as_aikit_dtype("int8"), aikit.as_aikit_dtype(np.float64)
    (aikit.int8, aikit.float64)
    """
    return _as_dtype("as_aikit_dtype", dtype_in)


@primary(convenience=True)
def as_native_dtype(dtype_in: Dtype, /) -> Any:
    """The dtype of the framework of the backend that is in force.

    Parameters
    ----------
    dtype_in : a dtype in any form, as in `as_aikit_dtype`.

    Raises
    ------
    AikitTypeError : no dtype, or one that the backend does not have.

    Examples
    --------
    >>> import aikit
    >>> with aikit.use_backend("numpy"):
    ...     aikit.as_native_dtype("float32")
    dtype('float32')
    """
    return dtype_in  # every primary receives dtypes as those of its backend


@primary(result="given", differentiable=("x",), view="x")
def astype(
    x: Array | NativeArray,
    dtype: Dtype,
    /,
    *,
    copy: bool = True,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """The elements in another dtype.

    A float loses its fraction in an integer dtype; NaN, infinities and numbers out of range give any integer there. As bools
    all numbers but 0 are True, NaN and complex ones with a part that is not 0 among them.

    Parameters
    ----------
    x : array of any dtype.
    dtype : the dtype.
    copy : whether to copy where nothing changes.
    device : device of the result; None for that of `x`.

    Returns
    -------
    Array of the shape of `x`.

    Raises
    ------
    AikitTypeError : a complex array and a real dtype: take `real` or `abs` first.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.astype([1.7, -1.7], "int32"))
    [1, -1]
    """
    source, target = dtypes.as_dtype(x.dtype), dtypes.as_dtype(dtype)
    if source.kind == "c" and target.kind not in "cb":
        raise AikitTypeError(
            f"astype: x has dtype {source} and dtype={target} is real; take aikit.real(x) or aikit.abs(x) first"
        )
    return aikit.current_backend(x).astype(x, dtype, copy=copy, device=device)


@primary(convenience=True)
def can_cast(from_: Array | NativeArray | Dtype, to: Dtype, /) -> bool:
    """Whether a dtype can be cast to another by the rules of promotion.

    Parameters
    ----------
    from_ : a dtype, or an array for its dtype.
    to : the dtype.

    Returns
    -------
    Whether the common dtype of both is `to`.

    Raises
    ------
    AikitTypeError : no dtype.

    Examples
    --------
    >>> import aikit
    >>> aikit.can_cast("int8", "int16"), aikit.can_cast("float64", "float32")
    (True, False)
    """
    return aikit.current_backend(from_).can_cast(from_, to)


@compositional(convenience=True)
def closest_valid_dtype(type: Dtype, /) -> Dtype:
    """The dtype that stands in for another on the backend that is in force: that one itself where the backend has it.

    Otherwise it is the narrowest of its kind that holds all its values, or where the backend has none, the widest of its kind.

    Parameters
    ----------
    type : a dtype in any form, as in `as_aikit_dtype`.

    Raises
    ------
    AikitTypeError : no dtype, or one of a kind of which the backend has none.

    Examples
    --------
    >>> import aikit
    >>> aikit.closest_valid_dtype("float32")
    aikit.float32
    """
    wanted = _as_dtype("closest_valid_dtype", type)
    if valid_dtype(wanted):
        return wanted
    there = [one for one in dtypes.DTYPES.values() if one.kind == wanted.kind and valid_dtype(one)]
    if not there:
        raise AikitTypeError(
            f"closest_valid_dtype: the backend {aikit.current_backend().name!r} has no dtype of the kind of {wanted}; cast to "
            "another kind with aikit.astype"
        )
    holding = [one for one in there if one.bits > wanted.bits]
    return min(holding, key=_bits) if holding else max(there, key=_bits)


def _bits(dtype: Dtype) -> int:
    return dtype.bits


@primary(convenience=True, has_method=False)  # Array has an attribute of this name
def dtype(x: Array | NativeArray, /, *, as_native: bool = False) -> Any:
    """The data type of an array.

    Parameters
    ----------
    x : array of any dtype.
    as_native : whether to return the framework's own dtype.

    Examples
    --------
    >>> import aikit
    >>> aikit.dtype(aikit.zeros(2, dtype="float32"))
    aikit.float32
    """
    native = aikit.current_backend(x).dtype(x)
    return native if as_native else dtypes.as_dtype(native)


@standalone(convenience=True)
def dtype_bits(dtype_in: Dtype, /) -> int:
    """How many bits an element of a dtype takes in memory: 8 for bool, both parts of a complex number.

    Parameters
    ----------
    dtype_in : a dtype in any form, as in `as_aikit_dtype`.

    Raises
    ------
    AikitTypeError : no dtype.

    Examples
    --------
    >>> import aikit
    >>> aikit.dtype_bits("float32"), aikit.dtype_bits("complex64")
    (32, 64)
    """
    return _as_dtype("dtype_bits", dtype_in).bits


@primary(convenience=True, dtypes="floating-point", nestable=False)
def finfo(type: Array | NativeArray | Dtype, /) -> FInfo:
    """The limits of a floating-point dtype.

    Parameters
    ----------
    type : a floating-point dtype, or an array for its dtype; a complex one stands for that of its parts.

    Returns
    -------
    Object with the attributes `bits`, `eps`, `max`, `min`, `smallest_normal` and `dtype`.

    Examples
    --------
    >>> import aikit
    >>> aikit.finfo("float32").bits
    32
    """
    return aikit.current_backend(type).finfo(type)


@primary(convenience=True, dtypes="integer", nestable=False)
def iinfo(type: Array | NativeArray | Dtype, /) -> IInfo:
    """The limits of an integer dtype.

    Parameters
    ----------
    type : an integer dtype, or an array for its dtype.

    Returns
    -------
    Object with the attributes `bits`, `max`, `min` and `dtype`.

    Examples
    --------
    >>> import aikit
    >>> aikit.iinfo("int8").max
    127
    """
    return aikit.current_backend(type).iinfo(type)


@compositional(convenience=True)
def infer_default_dtype(dtype: Dtype, /, *, as_native: bool = False) -> Any:
    """The default dtype of the kind of a dtype; bool for bool.

    Parameters
    ----------
    dtype : a dtype in any form, as in `as_aikit_dtype`.
    as_native : whether to return the dtype of the backend that is in force.

    Raises
    ------
    AikitTypeError : no dtype.

    Examples
    --------
    >>> import aikit
    >>> aikit.infer_default_dtype("int8"), aikit.infer_default_dtype("complex128")
    (aikit.int32, aikit.complex64)
    """
    kind = _as_dtype("infer_default_dtype", dtype).kind
    found = dtypes.bool_ if kind == "b" else dtypes.default(_KINDS[kind])
    return aikit.current_backend().as_native_dtype(found.name) if as_native else found


@compositional(convenience=True)
def invalid_dtype(dtype_in: Any, /) -> bool:
    """Whether the backend that is in force lacks a dtype, or it is none at all.

    Parameters
    ----------
    dtype_in : anything; None stands for the default dtype.

    Examples
    --------
    >>> import aikit
    >>> aikit.invalid_dtype("float32"), aikit.invalid_dtype("float8")
    (False, True)
    """
    return not valid_dtype(dtype_in)


def _kind_of(value: Any) -> str:
    """The kind of an array, or of a dtype."""
    return dtypes.as_dtype(getattr(value, "dtype", value)).kind


@compositional(convenience=True)
def is_bool_dtype(dtype_in: Array | NativeArray | Dtype | bool | int | float | complex, /) -> bool:
    """Whether a dtype is bool.

    Parameters
    ----------
    dtype_in : a dtype in any form, as in `as_aikit_dtype`; or an array or a Python scalar for its dtype.

    Raises
    ------
    AikitTypeError : neither a dtype, nor what has one.

    Examples
    --------
    >>> import aikit
    >>> aikit.is_bool_dtype("bool"), aikit.is_bool_dtype([1, 0])
    (True, False)
    """
    return _kind_of(dtype_in) == "b"


@compositional(convenience=True)
def is_complex_dtype(dtype_in: Array | NativeArray | Dtype | bool | int | float | complex, /) -> bool:
    """Whether a dtype is complex.

    Parameters
    ----------
    dtype_in : as in `is_bool_dtype`.

    Raises
    ------
    AikitTypeError : neither a dtype, nor what has one.

    Examples
    --------
    >>> import aikit
    >>> aikit.is_complex_dtype("complex64"), aikit.is_complex_dtype(1.0)
    (True, False)
    """
    return _kind_of(dtype_in) == "c"


@compositional(convenience=True)
def is_float_dtype(dtype_in: Array | NativeArray | Dtype | bool | int | float | complex, /) -> bool:
    """Whether a dtype is real floating-point.

    Parameters
    ----------
    dtype_in : as in `is_bool_dtype`.

    Raises
    ------
    AikitTypeError : neither a dtype, nor what has one.

    Examples
    --------
    >>> import aikit
    >>> aikit.is_float_dtype("bfloat16"), aikit.is_float_dtype("complex64")
    (True, False)
    """
    return _kind_of(dtype_in) == "f"


@compositional(convenience=True)
def is_int_dtype(dtype_in: Array | NativeArray | Dtype | bool | int | float | complex, /) -> bool:
    """Whether a dtype is of integers, signed or not, as it is to ``numpy.integer``; `is_uint_dtype` tells which.

    Parameters
    ----------
    dtype_in : as in `is_bool_dtype`.

    Raises
    ------
    AikitTypeError : neither a dtype, nor what has one.

    Examples
    --------
    >>> import aikit
    >>> aikit.is_int_dtype("uint8"), aikit.is_int_dtype(True)
    (True, False)
    """
    return _kind_of(dtype_in) in "iu"


@compositional(convenience=True)
def is_native_dtype(dtype_in: Any, /) -> bool:
    """Whether something is a dtype of the framework of the backend that is in force: no name, and none of another one.

    Parameters
    ----------
    dtype_in : anything. On NumPy and JAX, classes of scalars such as ``numpy.float32`` are dtypes, too; ``float`` is none.

    Examples
    --------
    >>> import aikit
    >>> aikit.is_native_dtype(aikit.as_native_dtype("int8")), aikit.is_native_dtype("int8")
    (True, False)
    """
    natives = aikit.current_backend().native_dtypes.values()
    # NumPy's dtypes are equal to the classes of their scalars, which have this attribute
    of_scalars = isinstance(dtype_in, type) and hasattr(dtype_in, "dtype")
    return any(
        ((of_scalars and isinstance(native, np.dtype)) or type(native) is type(dtype_in)) and native == dtype_in
        for native in natives
    )


@compositional(convenience=True)
def is_uint_dtype(dtype_in: Array | NativeArray | Dtype | bool | int | float | complex, /) -> bool:
    """Whether a dtype is of unsigned integers.

    Parameters
    ----------
    dtype_in : as in `is_bool_dtype`.

    Raises
    ------
    AikitTypeError : neither a dtype, nor what has one.

    Examples
    --------
    >>> import aikit
    >>> aikit.is_uint_dtype("uint8"), aikit.is_uint_dtype("int8")
    (True, False)
    """
    return _kind_of(dtype_in) == "u"


@standalone(convenience=True)
def isdtype(dtype: Dtype, kind: Any) -> bool:
    """Whether a dtype is of a kind.

    Parameters
    ----------
    dtype : the dtype.
    kind : a dtype; ``"bool"``, ``"signed integer"``, ``"unsigned integer"``, ``"integral"``, ``"real floating"``,
        ``"complex floating"`` or ``"numeric"``; or a tuple of these, one of which must hold.

    Raises
    ------
    AikitTypeError : no dtype, or no kind.

    Examples
    --------
    >>> import aikit
    >>> aikit.isdtype(aikit.int8, "integral")
    True
    """
    return dtypes.is_kind(_as_dtype("isdtype", dtype), kind)


@standalone(convenience=True)
def promote_types(type1: Dtype, type2: Dtype, /, *, array_api_promotion: bool = False) -> Dtype:
    """The dtype to which two dtypes promote.

    Parameters
    ----------
    type1, type2 : dtypes in any form, as in `as_aikit_dtype`.
    array_api_promotion : whether to refuse what the Array API standard leaves open: bools with numbers, and integers with
        floating-point numbers.

    Raises
    ------
    AikitDtypePromotionError : dtypes without a common one.
    AikitTypeError : no dtype.

    Examples
    --------
    >>> import aikit
    >>> aikit.promote_types("int8", "uint8"), aikit.promote_types("int32", "float32")
    (aikit.int16, aikit.float32)
    """
    promote = dtypes.promote_by_the_standard if array_api_promotion else dtypes.promote_types
    first, second = _as_dtype("promote_types", type1), _as_dtype("promote_types", type2)
    try:
        return promote(first, second)
    except AikitDtypePromotionError as error:
        raise AikitDtypePromotionError(f"promote_types: {error}") from None


@compositional(promote=(), static=("x1", "x2"), differentiable=("x1", "x2"), nestable=False)
def promote_types_of_inputs(
    x1: Array | NativeArray | bool | int | float | complex,
    x2: Array | NativeArray | bool | int | float | complex,
    /,
    *,
    array_api_promotion: bool = False,
) -> tuple[Any, Any]:
    """Two arrays or Python scalars as arrays of the dtype to which they promote; their shapes stay.

    Parameters
    ----------
    x1, x2 : arrays of any dtype, or Python scalars, which do not widen a dtype of their kind.
    array_api_promotion : whether to refuse what the Array API standard leaves open, as in `promote_types`.

    Returns
    -------
    Both as arrays of the common dtype.

    Raises
    ------
    AikitDtypePromotionError : dtypes without a common one.
    AikitOverflowError : an int that the common dtype does not hold.

    Examples
    --------
    >>> import aikit
    >>> [aikit.dtype(x) for x in aikit.promote_types_of_inputs(aikit.ones(2, dtype="int8"), 1.5)]
    [aikit.float32, aikit.float32]
    """
    both = (x1, x2)
    arrays = [x for x in both if not isinstance(x, _ANY_SCALAR)]
    common = dtypes.promote([x.dtype for x in arrays], [x for x in both if isinstance(x, _ANY_SCALAR)])
    if array_api_promotion:
        first, second = (dtypes.as_dtype(type(x) if isinstance(x, _ANY_SCALAR) else x.dtype) for x in both)
        dtypes.promote_by_the_standard(first, second)
    device = arrays[0].device if arrays else None
    return (_of_dtype(x1, common, device), _of_dtype(x2, common, device))


def _of_dtype(x: Any, dtype: Dtype, device: Any) -> Array:
    is_scalar = isinstance(x, _ANY_SCALAR)
    return aikit.asarray(x, dtype=dtype, device=device) if is_scalar else aikit.astype(x, dtype, copy=False)


@primary(convenience=True)
def result_type(*arrays_and_dtypes: Array | NativeArray | Dtype | int | float | complex | bool) -> Dtype:
    """The dtype to which arrays, dtypes and Python scalars promote.

    Parameters
    ----------
    *arrays_and_dtypes : at least one; a Python scalar does not widen a dtype of its kind.

    Raises
    ------
    AikitDtypePromotionError : dtypes without a common one.
    AikitTypeError : nothing given, or what is neither array, dtype nor Python scalar.

    Examples
    --------
    >>> import aikit
    >>> aikit.result_type(aikit.int8, aikit.int16, 1)
    aikit.int16
    """
    return aikit.current_backend(*arrays_and_dtypes).result_type(*arrays_and_dtypes)


@compositional(differentiable=("x1", "x2"), nestable=False)
def type_promote_arrays(x1: Array | NativeArray, x2: Array | NativeArray, /) -> tuple[Array, Array]:
    """Two arrays in the dtype to which they promote; their shapes stay.

    Parameters
    ----------
    x1, x2 : arrays of any dtype.

    Returns
    -------
    Both in the common dtype.

    Raises
    ------
    AikitDtypePromotionError : dtypes without a common one.

    Examples
    --------
    >>> import aikit
    >>> [aikit.dtype(x) for x in aikit.type_promote_arrays(aikit.ones(2, dtype="int8"), aikit.ones(3))]
    [aikit.float32, aikit.float32]
    """
    return (x1, x2)  # they are brought to one dtype on the way in, as those of every function of several arrays


@compositional(convenience=True)
def valid_dtype(dtype_in: Any, /) -> bool:
    """Whether the backend that is in force has a dtype.

    Parameters
    ----------
    dtype_in : anything; None stands for the default dtype.

    Examples
    --------
    >>> import aikit
    >>> aikit.valid_dtype("float32"), aikit.valid_dtype("float8")
    (True, False)
    """
    if dtype_in is None:
        return True
    try:
        aikit.current_backend().as_native_dtype(dtypes.as_dtype(dtype_in).name)
    except AikitTypeError:
        return False
    return True


# ------------------------------------------------------------------------------------------------ defaults


def _default(kind: str, given: Any, value: Any, as_native: bool) -> Any:
    """`given`, else the dtype of `value` where it is of the kind, else the default."""
    if given is not None:
        found = dtypes.as_dtype(given)
    else:
        own = None if value is None else _dtype_of(value)
        fits = own is not None and own.kind == {"float": "f", "int": "i", "uint": "u", "complex": "c"}[kind]
        found = own if fits and own is not None else dtypes.default(kind)
    return aikit.current_backend().as_native_dtype(found.name) if as_native else found


def _dtype_of(value: Any) -> Dtype:
    if hasattr(value, "dtype"):
        return dtypes.as_dtype(value.dtype)
    return (
        dtypes.as_dtype(type(value)) if isinstance(value, (bool, int, float, complex)) else aikit.asarray(value).dtype
    )


@compositional(convenience=True)
def default_float_dtype(*, input: Any = None, float_dtype: Any = None, as_native: bool = False) -> Any:
    """The dtype of Python floats, and of results that are floats without a floating-point argument.

    Parameters
    ----------
    input : an array or scalar: its own dtype where that is floating-point.
    float_dtype : returned where given.
    as_native : whether to return the dtype of the backend that is in force.

    Examples
    --------
    >>> import aikit
    >>> aikit.default_float_dtype()
    aikit.float32
    """
    return _default("float", float_dtype, input, as_native)


@compositional(convenience=True)
def default_int_dtype(*, input: Any = None, int_dtype: Any = None, as_native: bool = False) -> Any:
    """The dtype of Python ints.

    Parameters
    ----------
    input : an array or scalar: its own dtype where that is a signed integer.
    int_dtype : returned where given.
    as_native : whether to return the dtype of the backend that is in force.

    Examples
    --------
    >>> import aikit
    >>> aikit.default_int_dtype()
    aikit.int32
    """
    return _default("int", int_dtype, input, as_native)


@compositional(convenience=True)
def default_uint_dtype(*, input: Any = None, uint_dtype: Any = None, as_native: bool = False) -> Any:
    """The unsigned counterpart of the dtype of Python ints.

    Parameters
    ----------
    input : an array: its own dtype where that is an unsigned integer.
    uint_dtype : returned where given.
    as_native : whether to return the dtype of the backend that is in force.

    Examples
    --------
    >>> import aikit
    >>> aikit.default_uint_dtype()
    aikit.uint32
    """
    return _default("uint", uint_dtype, input, as_native)


@compositional(convenience=True)
def default_complex_dtype(*, input: Any = None, complex_dtype: Any = None, as_native: bool = False) -> Any:
    """The dtype of Python complex numbers.

    Parameters
    ----------
    input : an array or scalar: its own dtype where that is complex.
    complex_dtype : returned where given.
    as_native : whether to return the dtype of the backend that is in force.

    Examples
    --------
    >>> import aikit
    >>> aikit.default_complex_dtype()
    aikit.complex64
    """
    return _default("complex", complex_dtype, input, as_native)


@compositional(convenience=True)
def default_dtype(*, dtype: Any = None, item: Any = None, as_native: bool = False) -> Any:
    """The dtype to use: a given one, that of an item, or the default.

    Parameters
    ----------
    dtype : returned where given.
    item : an array, or a Python scalar or nested list, which has the default dtype of its kind.
    as_native : whether to return the dtype of the backend that is in force.

    Examples
    --------
    >>> import aikit
    >>> aikit.default_dtype(), aikit.default_dtype(item=1)
    (aikit.float32, aikit.int32)
    """
    if dtype is not None:
        found = dtypes.as_dtype(dtype)
    elif item is not None:
        found = _dtype_of(item)
    else:
        found = dtypes.default("dtype")
    return aikit.current_backend().as_native_dtype(found.name) if as_native else found


_KINDS = {"f": "float", "i": "int", "u": "uint", "c": "complex"}


def _set(name: str, kind: str, dtype: Any) -> None:
    found = dtypes.as_dtype(dtype)
    if _KINDS.get(found.kind) != kind:
        raise AikitTypeError(
            f"{name}: {kind}_dtype={found} is not a dtype of that kind; pass one, such as {kind}32"
            if kind != "complex"
            else f"{name}: complex_dtype={found} is not complex; pass complex64 or complex128"
        )
    dtypes.SETTINGS[kind].set(found)


@standalone(convenience=True)
def set_default_float_dtype(float_dtype: Any, /) -> None:
    """Set the default float dtype of the process.

    Parameters
    ----------
    float_dtype : a real floating-point dtype.

    Raises
    ------
    AikitTypeError : another dtype.

    Examples
    --------
    >>> import aikit
    >>> aikit.set_default_float_dtype("float64")
    >>> aikit.asarray(1.0).dtype
    aikit.float64
    >>> aikit.unset_default_float_dtype()
    """
    _set("set_default_float_dtype", "float", float_dtype)


@standalone(convenience=True)
def set_default_int_dtype(int_dtype: Any, /) -> None:
    """Set the default integer dtype of the process.

    Parameters
    ----------
    int_dtype : a signed integer dtype.

    Raises
    ------
    AikitTypeError : another dtype.

    Examples
    --------
    >>> import aikit
    >>> aikit.set_default_int_dtype("int64")
    >>> aikit.asarray(1).dtype
    aikit.int64
    >>> aikit.unset_default_int_dtype()
    """
    _set("set_default_int_dtype", "int", int_dtype)


@standalone(convenience=True)
def set_default_uint_dtype(uint_dtype: Any, /) -> None:
    """Set the default unsigned integer dtype of the process.

    Parameters
    ----------
    uint_dtype : an unsigned integer dtype.

    Raises
    ------
    AikitTypeError : another dtype.

    Examples
    --------
    >>> import aikit
    >>> aikit.set_default_uint_dtype("uint64")
    >>> aikit.unset_default_uint_dtype()
    """
    _set("set_default_uint_dtype", "uint", uint_dtype)


@standalone(convenience=True)
def set_default_complex_dtype(complex_dtype: Any, /) -> None:
    """Set the default complex dtype of the process.

    Parameters
    ----------
    complex_dtype : a complex dtype.

    Raises
    ------
    AikitTypeError : another dtype.

    Examples
    --------
    >>> import aikit
    >>> aikit.set_default_complex_dtype("complex128")
    >>> aikit.unset_default_complex_dtype()
    """
    _set("set_default_complex_dtype", "complex", complex_dtype)


@compositional(convenience=True)
def set_default_dtype(dtype: Any, /) -> None:
    """Set the default dtype of the process, and that of its kind.

    Parameters
    ----------
    dtype : a dtype; bool has no kind to be the default of.

    Raises
    ------
    AikitTypeError : no dtype, or bool.

    Examples
    --------
    >>> import aikit
    >>> aikit.set_default_dtype("float64")
    >>> aikit.default_dtype(), aikit.default_float_dtype()
    (aikit.float64, aikit.float64)
    >>> aikit.unset_default_dtype()
    """
    found = dtypes.as_dtype(dtype)
    if found.kind == "b":
        raise AikitTypeError("set_default_dtype: dtype=bool cannot be a default; pass a numeric dtype")
    dtypes.SETTINGS["dtype"].set(found)
    dtypes.SETTINGS[_KINDS[found.kind]].set(found)


def _unset(kind: str) -> None:
    dtypes.SETTINGS[kind].unset()


@standalone(convenience=True)
def unset_default_float_dtype() -> None:
    """Undo the last `set_default_float_dtype`.

    Examples
    --------
    >>> import aikit
    >>> aikit.unset_default_float_dtype()
    >>> aikit.default_float_dtype()
    aikit.float32
    """
    _unset("float")


@standalone(convenience=True)
def unset_default_int_dtype() -> None:
    """Undo the last `set_default_int_dtype`.

    Examples
    --------
    >>> import aikit
    >>> aikit.unset_default_int_dtype()
    >>> aikit.default_int_dtype()
    aikit.int32
    """
    _unset("int")


@standalone(convenience=True)
def unset_default_uint_dtype() -> None:
    """Undo the last `set_default_uint_dtype`.

    Examples
    --------
    >>> import aikit
    >>> aikit.unset_default_uint_dtype()
    >>> aikit.default_uint_dtype()
    aikit.uint32
    """
    _unset("uint")


@standalone(convenience=True)
def unset_default_complex_dtype() -> None:
    """Undo the last `set_default_complex_dtype`.

    Examples
    --------
    >>> import aikit
    >>> aikit.unset_default_complex_dtype()
    >>> aikit.default_complex_dtype()
    aikit.complex64
    """
    _unset("complex")


@standalone(convenience=True)
def unset_default_dtype() -> None:
    """Undo the last `set_default_dtype`, for its kind too.

    Examples
    --------
    >>> import aikit
    >>> aikit.unset_default_dtype()
    >>> aikit.default_dtype()
    aikit.float32
    """
    found = dtypes.SETTINGS["dtype"].unset()
    if found is not None:
        _unset(_KINDS[found.kind])


@standalone(convenience=True)
def set_precise_mode(mode: bool) -> None:
    """Let integers and floats of mixed width promote by NumPy's table, so that no value is rounded.

    Parameters
    ----------
    mode : whether ``int32 + float32`` is float64, and ``uint64 + int64`` is float64 and no error.

    Raises
    ------
    AikitTypeError : no bool.

    Examples
    --------
    >>> import aikit
    >>> aikit.set_precise_mode(True)
    >>> aikit.result_type("int32", "float32")
    aikit.float64
    >>> aikit.unset_precise_mode()
    """
    if not isinstance(mode, bool):
        raise AikitTypeError(f"set_precise_mode: mode={mode!r} is a {type(mode).__name__}; it must be True or False")
    dtypes.SETTINGS["precise"].set(mode)


@standalone(convenience=True)
def unset_precise_mode() -> None:
    """Undo the last `set_precise_mode`.

    Examples
    --------
    >>> import aikit
    >>> aikit.unset_precise_mode()
    >>> aikit.result_type("int32", "float32")
    aikit.float32
    """
    _unset("precise")
