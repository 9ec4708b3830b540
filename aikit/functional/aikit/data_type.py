"""Data types: casting, promotion, limits, and the default dtypes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import aikit
from aikit import dtypes
from aikit.declare import compositional, primary, standalone
from aikit.exceptions import AikitTypeError
from aikit.functional.rules.data_type import FInfo, IInfo

if TYPE_CHECKING:
    from aikit import Array, Device, Dtype, NativeArray


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

    A float loses its fraction in an integer dtype; NaN, infinities and numbers out of range give any integer there.

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
    if source.kind == "c" and target.kind != "c":
        raise AikitTypeError(
            f"astype: x has dtype {source} and dtype={target} is not complex; take aikit.real(x) or aikit.abs(x) first"
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
    return dtypes.is_kind(dtypes.as_dtype(dtype), kind)


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
