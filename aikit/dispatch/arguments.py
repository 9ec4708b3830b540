"""From what a caller wrote to what the body of a function receives.

`bind` matches arguments and parameters, `prepare` brings the arrays in: it finds the backend, turns host data and
Python scalars into native arrays, checks the dtypes against the function's categories, promotes, and makes plain
values of everything else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import Parameter as P
from typing import Any

import numpy as np

from aikit import backend_handler, dtypes
from aikit.core.arrays import ArrayBase, wrap
from aikit.core.records import Function, Parameter
from aikit.core.settings import not_for_autograph
from aikit.core.wording import shown
from aikit.dispatch.host_data import (
    PYTHON_SCALARS,
    accept_native,
    array_like_to_native,
    arrays_in,
    default_native_device,
    dtype_of,
    fitting_scalar,
    host_to_native,
    list_to_native,
    scalar_to_native,
    with_dlpack,
)
from aikit.dispatch.plain_values import NORMALISE
from aikit.exceptions import (
    AikitBackendException,
    AikitDtypePromotionError,
    AikitTypeError,
    AikitValueError,
)


@dataclass(slots=True)
class Prepared:
    """Arguments that are ready for the body.

    Attributes
    ----------
    backend : the backend's module.
    arguments : parameter -> value; native arrays, or Arrays where it is `composed`.
    positional, keywords : the same, as the body takes them.
    inputs : parameter -> the Array that the caller passed, where it was one.
    work : what is called: the body, or the backend's own implementation of a mixed function.
    composed : whether `work` sees and returns Arrays, and not native arrays.
    """

    backend: Any
    arguments: dict[str, Any]
    positional: list[Any]
    keywords: dict[str, Any]
    inputs: dict[str, Any]
    work: Callable[..., Any]
    composed: bool


# ------------------------------------------------------------------------------------------------ binding


def bind(function: Function, args: Any, kwargs: dict[str, Any]) -> dict[str, Any]:
    """Parameter -> argument, defaults filled in, `out` last where the function has it."""
    arguments: dict[str, Any] = {}
    used, position = 0, 0
    for parameter in function.parameters.values():
        name = parameter.name
        if parameter.variadic:
            arguments[name] = tuple(args[position:])
            position = len(args)
        elif parameter.by_any_name:
            arguments[name] = _unnamed(function, kwargs)
            used += len(arguments[name])
        elif parameter.kind is not P.KEYWORD_ONLY and position < len(args):
            arguments[name] = args[position]
            position += 1
        elif parameter.kind is not P.POSITIONAL_ONLY and name in kwargs:
            arguments[name] = kwargs[name]
            used += 1
        elif parameter.required:
            raise _signature_error(function, args, kwargs)
        else:
            arguments[name] = parameter.default
    if function.out:
        arguments["out"] = kwargs.get("out")
        used += "out" in kwargs
    if position < len(args) or used < len(kwargs):
        raise _signature_error(function, args, kwargs)
    return arguments


def _unnamed(function: Function, kwargs: dict[str, Any]) -> dict[str, Any]:
    """The keyword arguments that no parameter has the name of; one that is positional only leaves its name to them."""
    named = {name for name, p in function.parameters.items() if p.kind not in (P.POSITIONAL_ONLY, P.VAR_KEYWORD)}
    if function.out:
        named.add("out")
    return {name: value for name, value in kwargs.items() if name not in named}


def _signature_error(function: Function, args: Any, kwargs: dict[str, Any]) -> Exception:
    """The error for arguments that do not fit the signature, in Python's own words."""
    try:
        function.signature.bind(*args, **kwargs)
    except TypeError as error:
        signature = str(function.signature).replace("'", "")
        return AikitTypeError(
            f"{function.qualified_name}: {error}; the signature is {function.qualified_name}{signature}"
        )
    raise AssertionError(f"{function.qualified_name}: bind and the signature disagree on {args}, {kwargs}")


# ------------------------------------------------------------------------------------------------ preparing


def prepare(function: Function, arguments: dict[str, Any], bound: Any = None) -> Prepared:
    """Bring the arguments in; see the module's docstring."""
    leaves = [(name, value) for name in function.array_parameters for value in _leaves(function, name, arguments[name])]
    backend = choose_backend(function, leaves, bound)
    own = backend_handler.own_implementation(function, backend, bound) if function.kind == "mixed" else None
    composed = function.kind != "primary" and own is None
    values = dict(arguments)
    if function.backend_rule == "set":
        _prepare_conversion(function, values, backend)
    else:
        _prepare_arrays(function, values, leaves, backend, composed)
    inputs = {name: arguments[name] for name in function.array_parameters if isinstance(arguments[name], ArrayBase)}
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    for parameter in function.parameters.values():
        name = parameter.name
        if parameter.variadic:
            positional.extend(values[name])
        elif parameter.kind is P.KEYWORD_ONLY:
            keywords[name] = values[name]
        elif parameter.by_any_name:
            keywords |= values[name]
        else:
            positional.append(values[name])
    return Prepared(backend, values, positional, keywords, inputs, own or function.body, composed)


def _leaves(function: Function, name: str, value: Any) -> list[Any]:
    """The values at one parameter that may be arrays."""
    parameter = function.parameters[name]
    if parameter.role in ("arrays", "arrays or dtypes"):
        if not isinstance(value, (list, tuple)):
            raise AikitTypeError(
                f"{function.qualified_name}: {name}={shown(value)} is a {type(value).__name__}; "
                "it must be a list or a tuple of arrays"
            )
        return [leaf for item in value for leaf in (arrays_in(item) if isinstance(item, (list, tuple)) else [item])]
    if isinstance(value, (list, tuple)) and function.backend_rule != "set":
        return arrays_in(value)
    return [] if value is None and parameter.optional else [value]


def choose_backend(function: Function, leaves: list[tuple[str, Any]], bound: Any) -> Any:
    """The backend of a call: that of its arrays, else the bound, the set one or numpy."""
    found: dict[str, tuple[str, Any]] = {}
    host = None
    for name, value in leaves:
        is_array = isinstance(value, ArrayBase)
        backend = value._backend if is_array else backend_handler.backend_of(value)
        if backend is None:
            continue
        if backend.name == "numpy" and not is_array:
            host = backend
        else:
            found.setdefault(backend.name, (name, backend))
    fallback = bound or backend_handler.backend_of_plain_values()
    if function.backend_rule == "set":
        own = next(iter(found.values()), (None, host))[1]
        return fallback or own or backend_handler.load("numpy")
    if bound is not None and set(found) - {bound.name}:
        other, (name, _) = next((k, v) for k, v in found.items() if k != bound.name)
        raise AikitBackendException(
            f"{function.qualified_name}, bound to {bound.name!r}: {name} is an array of {other!r}; "
            f"bring it over with aikit.to_backend({name}, {bound.name!r})"
        )
    if len(found) > 1:
        (one, (first, _)), (two, (second, _)) = list(found.items())[:2]
        raise AikitBackendException(
            f"{function.qualified_name}: {first} is an array of {one!r} and {second} one of {two!r}; "
            f"bring one over with aikit.to_backend({second}, {one!r})"
        )
    if found:
        return next(iter(found.values()))[1]
    return fallback or backend_handler.load("numpy")


def _prepare_conversion(function: Function, values: dict[str, Any], backend: Any) -> None:
    """The arguments of `asarray` and the like: dtype and device first, then the object on the backend."""
    name = function.array_parameters[0]
    for parameter in function.parameters.values():
        if not parameter.holds_arrays:
            values[parameter.name] = NORMALISE[parameter.role](function, parameter, values[parameter.name], backend)
    if "dtype" in function.parameters:
        values[name], values["dtype"] = array_like_to_native(function.qualified_name, name, values, backend)
    else:
        values[name] = with_dlpack(function.qualified_name, name, values[name])


def _prepare_arrays(
    function: Function, values: dict[str, Any], leaves: list[tuple[str, Any]], backend: Any, composed: bool
) -> None:
    """Bring arrays in, check and promote their dtypes, and make plain values of the other arguments."""
    device = _device_of(function, leaves, backend)
    for name in function.array_parameters:
        if function.parameters[name].role in ("arrays", "arrays or dtypes"):
            values[name] = [_enter(function, name, item, backend, device) for item in values[name]]
        elif not (values[name] is None and function.parameters[name].optional):
            target = values.get("dtype") if function.result == "given" else None
            values[name] = _enter(function, name, values[name], backend, device, target)
    _promote(function, values, backend, device)
    for parameter in function.parameters.values():
        if not parameter.holds_arrays:
            value = values[parameter.name]
            if value is None and parameter.role == "dtype" and function.default_dtype is not None:
                value = function.default_dtype(values)
            if not composed or parameter.role not in ("dtype", "device"):
                value = NORMALISE[parameter.role](function, parameter, value, backend)
            if parameter.role == "function" and function.kind == "mixed" and value is not None:
                value = _of_arrays(function, parameter.name, value, backend, composed)
            values[parameter.name] = value
    if function.held:
        dtype = dtypes.as_dtype(values["dtype"])
        values[function.held] = fitting_scalar(function.qualified_name, function.held, values[function.held], dtype)
    if composed:
        for name in function.array_parameters:
            values[name] = _fresh(values[name], backend)


def _of_arrays(function: Function, name: str, given: Callable[..., Any], backend: Any, composed: bool) -> Any:
    """A function of the caller's, which sees Arrays and may return native arrays, for a body that sees either."""

    @not_for_autograph
    def of_arrays(*args: Any, **kwargs: Any) -> Any:
        natives = [value._data if isinstance(value, ArrayBase) else value for value in args]
        result = given(*[_fresh(value, backend) for value in natives], **kwargs)
        native = result._data if isinstance(result, ArrayBase) else result
        if backend_handler.backend_of(native) is not backend:
            raise AikitTypeError(
                f"{function.qualified_name}: {name} returned {shown(result)}, a {type(result).__name__}; it must return an "
                f"array of the backend {backend.name!r}"
            )
        dtype, category = dtype_of(native, backend), function.dtypes.get(name, "any")
        if dtype not in function.accepts[name]:
            raise AikitTypeError(
                f"{function.qualified_name}: {name} returned an array of dtype {dtype}; it must return one of a {category} dtype"
            )
        return wrap(native) if composed else native

    return of_arrays


def _fresh(value: Any, backend: Any) -> Any:
    """A fresh Array around each native array, so that a body that writes to its parameter changes nothing else."""
    if isinstance(value, list):
        return [_fresh(item, backend) for item in value]
    return wrap(value) if backend.is_native_array(value) else value


def _device_of(function: Function, leaves: list[tuple[str, Any]], backend: Any) -> Any:
    """The device on which host data arrives: that of the arrays beside it, else the default device."""
    for name, value in leaves:
        native = value._data if isinstance(value, ArrayBase) else value
        if backend_handler.backend_of(native) is backend and backend.name != "numpy":
            try:
                return backend.dev(native)
            except AikitValueError as error:  # its memory is gone
                raise AikitValueError(f"{function.qualified_name}: {name}: {error}") from None
    return default_native_device(backend) if leaves else None


def is_operand(value: Any) -> bool:
    """Whether an operator takes `value`: an Array, a native array, host data, or a class with the protocol."""
    return (
        isinstance(value, (ArrayBase, np.generic, list, tuple, *PYTHON_SCALARS))
        or backend_handler.backend_of(value) is not None
        or hasattr(type(value), "__aikit_array_function__")
    )


# ------------------------------------------------------------------------------------------------ arrays


def _enter(function: Function, name: str, value: Any, backend: Any, device: Any, target: Any = None) -> Any:
    """A native array, or the Python scalar or dtype that `value` is.

    `target` is the dtype that the caller asks of the result where the function casts its argument to it first.
    """
    parameter = function.parameters[name]
    if isinstance(value, ArrayBase):
        native = value._data
    elif isinstance(value, np.generic):
        return _scalar(function, parameter, value.item())
    elif isinstance(value, PYTHON_SCALARS):
        kind: Any = next(one for one in PYTHON_SCALARS if isinstance(value, one))
        return _scalar(function, parameter, value if type(value) is kind else kind(value))
    elif backend_handler.backend_of(value) is backend:
        native = accept_native(function.qualified_name, name, value, backend)
    elif isinstance(value, np.ndarray):
        native = _from_host(function, name, value, backend, device, target)
    elif isinstance(value, (list, tuple)):
        native = list_to_native(function.qualified_name, name, value, backend, device)
    elif "dtype" in parameter.role and dtypes.is_dtype(value):
        return dtypes.as_dtype(value)
    else:
        raise AikitTypeError(
            f"{function.qualified_name}: {name}={shown(value)} is a {type(value).__name__}, which is no array and has no "
            "__aikit_array_function__; pass an array, or give the class that method"
        )
    dtype = dtype_of(native, backend)
    if not function.takes(name, dtype.name):
        raise _refused(function, name, dtype)
    return native


def _from_host(function: Function, name: str, value: Any, backend: Any, device: Any, target: Any) -> Any:
    value = accept_native(function.qualified_name, name, value, backend_handler.load("numpy"))
    return host_to_native(function.qualified_name, name, value, target, backend, device)


def _scalar(function: Function, parameter: Parameter, value: Any) -> Any:
    """A Python scalar, if the signature takes one of its type; it becomes an array when the dtype is known."""
    if parameter.role == "arrays or dtypes" or type(value) in parameter.scalars or not parameter.scalars:
        return value
    raise AikitTypeError(
        f"{function.qualified_name}: {parameter.name}={value!r} is a Python {type(value).__name__}; it must be an array or "
        f"one of {', '.join(t.__name__ for t in parameter.scalars)}"
    )


def _refused(function: Function, name: str, dtype: dtypes.Dtype, value: Any = None) -> AikitTypeError:
    """The error for a dtype that a parameter does not take, with the way out."""
    category = function.dtypes.get(name, "any")
    given = f"{name}={value!r}" if isinstance(value, PYTHON_SCALARS) else name
    taken = [d for d in dtypes.DTYPES if d in function.accepts[name]]
    default = next(d for d in ("float32", "int32", "bool", "complex64") if d in taken)
    if dtype.kind == "c" and default == "float32":
        way_out = f"take aikit.real({name}) or aikit.abs({name}) first"
    else:
        real = f"aikit.real({name})" if dtype.kind == "c" and default == "int32" else name
        way_out = f"cast it with aikit.astype, as in aikit.astype({real}, {default!r})"
    if dtype.kind == "b" and {"int32", "float32"} <= {*taken} and len(function.promote) > 1:
        way_out = f"for two bools there are aikit.logical_or, aikit.logical_xor and aikit.logical_and; or {way_out}"
    return AikitTypeError(
        f"{function.qualified_name}: {given} has dtype {dtype}; it takes {category} dtypes ({', '.join(taken)}); {way_out}"
    )


def _check_common(function: Function, group: list[str], values: dict[str, Any], common: dtypes.Dtype) -> None:
    """Raise where the common dtype of a promotion group is none that the function takes; the error names who has it."""
    if any(common not in function.accepts[name] for name in group):
        scalar = (name for name in group if isinstance(values[name], PYTHON_SCALARS))
        name = group[0] if common.kind == "b" else next(scalar, group[0])
        raise _refused(function, name, common, values[name])


def _promote(function: Function, values: dict[str, Any], backend: Any, device: Any) -> None:
    """Give the arrays and scalars of the promotion group one dtype, and each other scalar the dtype of its kind."""
    if function.parameters and any(p.role == "arrays or dtypes" for p in function.parameters.values()):
        return
    group = [name for name in function.promote if values[name] is not None]
    members = [value for name in group for value in _as_list(values[name])]
    arrays = [value for value in members if not isinstance(value, (*PYTHON_SCALARS, dtypes.Dtype))]
    scalars = [value for value in members if isinstance(value, PYTHON_SCALARS)]
    if scalars or any(a.dtype != arrays[0].dtype for a in arrays):
        try:
            common = dtypes.promote([dtype_of(a, backend) for a in arrays], scalars)
        except AikitDtypePromotionError as error:
            raise AikitDtypePromotionError(f"{function.qualified_name}({', '.join(group)}): {error}") from None
        _check_common(function, group, values, common)
        native_dtype = backend.as_native_dtype(common.name)

        def cast(value: Any) -> Any:
            return _as_dtype(function, name, value, common, native_dtype, backend, device)

        for name in group:
            values[name] = _mapped(values[name], cast)
    elif arrays and len(function.promote) > 1:
        _check_common(function, group, values, dtype_of(arrays[0], backend))
    for name in function.array_parameters:
        if name not in group and name not in function.static and isinstance(values[name], PYTHON_SCALARS):
            own = dtypes.promote((), [values[name]])
            if not function.takes(name, own.name):
                raise _refused(function, name, own, values[name])
            values[name] = scalar_to_native(function.qualified_name, name, values[name], own, backend, device)


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _mapped(value: Any, function: Callable[[Any], Any]) -> Any:
    return [function(item) for item in value] if isinstance(value, list) else function(value)


def _as_dtype(
    function: Function, name: str, value: Any, dtype: dtypes.Dtype, native_dtype: Any, backend: Any, device: Any
) -> Any:
    if isinstance(value, PYTHON_SCALARS):
        return scalar_to_native(function.qualified_name, name, value, dtype, backend, device)
    if isinstance(value, dtypes.Dtype) or value.dtype == native_dtype:
        return value
    return backend.on_device_of_inputs(backend.astype)(value, native_dtype)
