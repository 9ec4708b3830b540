"""Why a call failed: the precise error for arguments that a framework refused.

Frameworks raise different classes with different words for the same bad input, so their errors are not translated.
Once a native call has failed, the arguments are looked at: first what any function may get wrong (devices, axes), then
what this function may. What cannot be explained is an `AikitBackendException` with the framework's own words, or, of a function
composed of others, the error of the one that failed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from itertools import zip_longest
from typing import Any

import numpy as np

from aikit import backend_handler
from aikit.array import Array
from aikit.core import shapes
from aikit.declare import Function
from aikit.exceptions import (
    AikitAxisError,
    AikitBackendException,
    AikitBroadcastShapeError,
    AikitBufferError,
    AikitDeviceError,
    AikitException,
    AikitIndexError,
    AikitNotImplementedException,
    AikitValueError,
)
from aikit.functional.rules import fft as fft_rules
from aikit.functional.rules import layers, norms
from aikit.functional.rules.creation import range_length
from aikit.functional.rules.linear_algebra import (
    MATRIX_NORMS,
    NotFinite,
    NotPositiveDefinite,
    SingularMatrix,
    is_square,
)

Arguments = Mapping[str, Any]


def explain(function: Function, prepared: Any, error: Exception) -> AikitException:
    """The exception to raise for a call that failed with `error`; the caller chains the two."""
    name, arguments = function.qualified_name, prepared.arguments
    unknown = list(_unknown_shapes(arguments))
    try:
        _check_devices(name, arguments, prepared.backend)
        _check_axes(name, function, arguments)
        _check_lengths(name, arguments)
        check = _CHECKS.get(name)
        if check is not None and not unknown:
            check(name, arguments, prepared.backend)
        elif function.category == "elementwise":
            _check_broadcast(name, arguments, function.promote)
    except AikitException as found:
        return found
    if isinstance(error, AikitException):
        return error if str(error).startswith(f"{name}: ") else type(error)(f"{name}: {error}")
    if type(error) in _FAULTS:
        return AikitValueError(f"{name}: {next(iter(arguments))} {_FAULTS[type(error)]}")
    if unknown:
        return AikitValueError(
            f"{name}: under this trace {' and '.join(unknown)}, and {prepared.backend.name} needs to know more: {error}; "
            "state the shape, as with tf.ensure_shape"
        )
    if isinstance(error, NotImplementedError):
        return AikitNotImplementedException(f"{name}: {prepared.backend.name} cannot do this: {error}")
    return AikitBackendException(f"{name}: {prepared.backend.name} failed with {type(error).__name__}: {error}")


def _is_array(value: Any) -> bool:
    # an Array has no answer where a trace does not know its shape
    return isinstance(value, Array) or (hasattr(value, "shape") and hasattr(value, "dtype"))


def _arrays(arguments: Arguments) -> Iterator[tuple[str, Any]]:
    """(parameter, array) for every array, those in lists too."""
    for name, value in arguments.items():
        for item in value if isinstance(value, (list, tuple)) else (value,):
            if _is_array(item):
                yield name, item


def _unknown_shapes(arguments: Arguments) -> Iterator[str]:
    """What is said of every array whose shape a trace does not know."""
    for parameter, array in _arrays(arguments):
        if shapes.rank_of(array) is None:
            yield f"the number of dimensions of {parameter} is not known"
        elif not shapes.is_known(array):
            yield f"{parameter} has lengths that are not known, {_shape(array)}"


def _shape(x: Any) -> tuple[int | None, ...]:
    return tuple(x.shape)


# ------------------------------------------------------------------------------------------------ any function


def _check_devices(name: str, arguments: Arguments, backend: Any) -> None:
    found: dict[str, str] = {}
    for parameter, array in _arrays(arguments):
        if backend.is_native_array(array) and not backend.is_traced(array):
            found.setdefault(backend.as_aikit_dev(backend.dev(array)), parameter)
    if len(found) > 1:
        (one, first), (two, second) = list(found.items())[:2]
        raise AikitDeviceError(
            f"{name}: {first} is on {one!r} and {second} on {two!r}; bring one over with aikit.to_device({second}, {one!r})"
        )


_NEW_AXES = {"expand_dims": lambda value: len(value) if isinstance(value, tuple) else 1, "stack": lambda value: 1}
"""Functions whose axis is one of the result, and how many dimensions the result has more."""


def _check_axes(name: str, function: Function, arguments: Arguments) -> None:
    x = next((array for _, array in _arrays(arguments)), None)
    if x is None or shapes.rank_of(x) is None:
        return
    for parameter in ("axis", "axes", "source", "destination"):
        value = arguments.get(parameter)
        if value is None or function.parameters[parameter].role not in ("int", "ints"):
            continue
        ndim = len(x.shape) + (_NEW_AXES[name](value) if name in _NEW_AXES else 0)
        shapes.check_axes(name, parameter, value, ndim)


def _check_lengths(name: str, arguments: Arguments) -> None:
    shape = _shape_of_result(name, arguments)
    if name == "reshape" or shape is None:
        return
    if name not in _RESULTS and any(length < 0 for length in shape):
        raise AikitValueError(f"{name}: shape={shape} has a negative length; lengths are 0 or more")
    if None not in shape:
        shapes.check_size(name, shape)


def _shape_of_result(name: str, arguments: Arguments) -> tuple[int, ...] | None:
    """The lengths that the arguments ask for, or others of the same product; None where they ask for none."""
    shape = _RESULTS[name](arguments) if name in _RESULTS else arguments.get("shape")
    return (shape,) if isinstance(shape, int) else shape


def _length_of_range(arguments: Arguments) -> int:
    start, stop = arguments["start"], arguments["stop"]
    start, stop = (0, start) if stop is None else (start, stop)
    return range_length(start, stop, arguments["step"])


_RESULTS: dict[str, Callable[[Arguments], Any]] = {
    "arange": _length_of_range,
    "broadcast_arrays": lambda arguments: _largest(arguments["arrays"]),
    "broadcast_to": lambda arguments: arguments["shape"],
    "eye": lambda arguments: (arguments["n_rows"], arguments["n_cols"] or arguments["n_rows"]),
    "linspace": lambda arguments: arguments["num"],
    "meshgrid": lambda arguments: tuple(length for x in arguments["arrays"] for length in _shape(x)),
    "repeat": lambda arguments: (
        (*_shape(arguments["x"]), arguments["repeats"]) if isinstance(arguments["repeats"], int) else None
    ),
    "tile": lambda arguments: (*_shape(arguments["x"]), *arguments["repetitions"]),
    **dict.fromkeys(("fft.fftfreq", "fft.rfftfreq"), lambda arguments: arguments["n"]),
}
"""Functions that make an array as large as their arguments say, other than by `shape` alone."""


def _largest(arrays: Any) -> tuple[int, ...]:
    """The greatest length in each dimension, of those that are known."""
    reversed_shapes = [_shape(x)[::-1] for x in arrays]
    return tuple(max(length or 0 for length in lengths) for lengths in zip_longest(*reversed_shapes))[::-1]


def _check_broadcast(name: str, arguments: Arguments, parameters: tuple[str, ...]) -> None:
    given = {p: arguments[p] for p in parameters if arguments.get(p) is not None}
    if any(shapes.rank_of(x) is None for x in given.values()):
        return
    try:
        shapes.broadcast(name, [_shape(x) for x in given.values()])
    except AikitBroadcastShapeError:
        described = ", ".join(f"{p} {_shape(x)}" for p, x in given.items())
        raise AikitBroadcastShapeError(
            f"{name}: the shapes do not broadcast: {described}; lengths must be equal or 1, counted from the last dimension"
        ) from None


# ------------------------------------------------------------------------------------------------ one function each


def _broadcast_of(*parameters: str) -> Callable[..., None]:
    def check(name: str, arguments: Arguments, backend: Any) -> None:
        _check_broadcast(name, arguments, parameters)

    return check


def _at_least(ndim: int, parameter: str = "x") -> Callable[..., None]:
    def check(name: str, arguments: Arguments, backend: Any) -> None:
        shape = _shape(arguments[parameter])
        if len(shape) < ndim:
            raise AikitValueError(
                f"{name}: {parameter} has shape {shape}; it needs at least {ndim} dimension{'s' * (ndim > 1)}"
            )

    return check


def _reshape(name: str, arguments: Arguments, backend: Any) -> None:
    old, new = _shape(arguments["x"]), arguments["shape"]
    new = new if isinstance(new, tuple) else (new,)
    unknown = sum(length == -1 for length in new)
    if unknown > 1 or any(length < -1 for length in new):
        raise AikitValueError(f"{name}: shape={new} may have one -1 and no other negative length")
    if None in old:
        return
    size, rest = math.prod(old), math.prod(length for length in new if length != -1)  # type: ignore[arg-type]
    if (size != rest and not unknown) or (unknown and (rest == 0 or size % rest)):
        raise AikitValueError(f"{name}: an array of shape {old} with {size} elements does not fit shape={new}")
    if arguments["copy"] is False:
        raise AikitValueError(f"{name}: copy=False, but only a copy of x has shape {new}; pass copy=None")


def _join(name: str, arguments: Arguments, backend: Any) -> None:
    arrays, axis = arguments["arrays"], arguments["axis"]
    found = [_shape(x) for x in arrays]
    if not found:
        raise AikitValueError(f"{name}: arrays is empty; pass at least one array")
    if axis is None:
        return
    ndim = len(found[0])
    if name == "concat" and ndim == 0:
        raise AikitAxisError(
            f"{name}: axis={axis} is out of range for arrays of 0 dimensions; use aikit.stack, or axis=None"
        )
    left_out = axis % ndim if name == "concat" else None
    for shape in found[1:]:
        if len(shape) != ndim or any(
            a != b for i, (a, b) in enumerate(zip(shape, found[0], strict=True)) if i != left_out
        ):
            but = f" but along axis {axis}" if name == "concat" else ""
            raise AikitValueError(f"{name}: the shapes {found[0]} and {shape} differ; they must be equal{but}")


def _matmul(name: str, arguments: Arguments, backend: Any) -> None:
    one, two = _shape(arguments["x1"]), _shape(arguments["x2"])
    if not one or not two:
        raise AikitValueError(f"{name}: the shapes are {one} and {two}; both need at least 1 dimension")
    inner = two[-2] if len(two) > 1 else two[0]
    if one[-1] != inner:
        raise AikitValueError(f"{name}: the shapes {one} and {two} do not match: {one[-1]} columns meet {inner} rows")
    _check_stacks(name, one[:-2], two[:-2])


def _check_stacks(name: str, one: Any, two: Any) -> None:
    try:
        shapes.broadcast(name, [one, two])
    except AikitBroadcastShapeError:
        raise AikitBroadcastShapeError(f"{name}: the leading dimensions {one} and {two} do not broadcast") from None


def _vecdot(name: str, arguments: Arguments, backend: Any) -> None:
    one, two, axis = _shape(arguments["x1"]), _shape(arguments["x2"]), arguments["axis"]
    for parameter, shape in (("x1", one), ("x2", two)):
        if not -len(shape) <= axis < len(shape):
            raise AikitAxisError(f"{name}: axis={axis} is out of range for {parameter} of {len(shape)} dimensions")
    if one[axis] != two[axis]:
        raise AikitValueError(
            f"{name}: along axis {axis} x1 has length {one[axis]} and x2 {two[axis]}; they must be equal"
        )
    _check_broadcast(name, arguments, ("x1", "x2"))


def _cross(name: str, arguments: Arguments, backend: Any) -> None:
    one, two, axis = _shape(arguments["x1"]), _shape(arguments["x2"]), arguments["axis"]
    if not -min(len(one), len(two)) <= axis < 0:
        raise AikitAxisError(
            f"{name}: axis={axis} must be negative, and no less than -{min(len(one), len(two))} for the shapes {one} and {two}"
        )
    if one[axis] != 3 or two[axis] != 3:
        raise AikitValueError(
            f"{name}: along axis {axis} x1 has length {one[axis]} and x2 {two[axis]}; vectors of 3 elements are needed"
        )
    _check_broadcast(name, arguments, ("x1", "x2"))


def _outer(name: str, arguments: Arguments, backend: Any) -> None:
    for parameter in ("x1", "x2"):
        shape = _shape(arguments[parameter])
        if len(shape) != 1:
            raise AikitValueError(f"{name}: {parameter} has shape {shape}; it must have 1 dimension")


def _square(name: str, arguments: Arguments, backend: Any) -> None:
    parameter, x = next(iter(arguments.items()))
    _at_least(2, parameter)(name, arguments, backend)
    if not is_square(x.shape):
        raise AikitValueError(f"{name}: {parameter} has shape {_shape(x)}; its last two dimensions must be equal")


def _solve(name: str, arguments: Arguments, backend: Any) -> None:
    _square(name, arguments, backend)
    _at_least(1, "x2")(name, arguments, backend)
    one, two = _shape(arguments["x1"]), _shape(arguments["x2"])
    rows = two[-2] if len(two) > 1 else two[0]
    if one[-1] != rows:
        raise AikitValueError(f"{name}: the shapes {one} and {two} do not match: {one[-1]} unknowns meet {rows} rows")
    _check_stacks(name, one[:-2], two[:-2])


def _matrix_norm(name: str, arguments: Arguments, backend: Any) -> None:
    _at_least(2)(name, arguments, backend)
    shape, order = _shape(arguments["x"]), arguments["ord"]
    if order not in MATRIX_NORMS:
        raise AikitValueError(f"{name}: ord={order!r} is no matrix norm; use 'fro', 'nuc', 1, -1, 2, -2, inf or -inf")
    if 0 in shape[-2:] and not isinstance(order, str):
        raise AikitValueError(f"{name}: x of shape {shape} has matrices without elements; their norm is 'fro' or 'nuc'")


def _tolerance(name: str, arguments: Arguments, backend: Any) -> None:
    _at_least(2)(name, arguments, backend)
    shape, tolerance = _shape(arguments["x"])[:-2], arguments["rtol"]
    if _is_array(tolerance):
        try:
            shapes.broadcast(name, [shape, _shape(tolerance)])
        except AikitBroadcastShapeError:
            raise AikitBroadcastShapeError(
                f"{name}: rtol of shape {_shape(tolerance)} does not broadcast with the stack of matrices, of shape {shape}"
            ) from None


def _attention(name: str, arguments: Arguments, backend: Any) -> None:
    mask = arguments["mask"]
    options = {key: arguments[key] for key in ("is_causal", "dropout_p", "training")}
    layers.check_attention_options(name, mask is not None, **options)
    query, key, value = (_shape(arguments[parameter]) for parameter in ("query", "key", "value"))
    layers.check_attention(name, query, key, value, None if mask is None else _shape(mask))


def _layer_norm(name: str, arguments: Arguments, backend: Any) -> None:
    shape = _shape(arguments["x"])
    axes = norms.normalised_axes(name, arguments["normalized_idxs"], len(shape))
    for parameter in ("scale", "offset"):
        if arguments[parameter] is not None:
            norms.lacking_axes(name, parameter, _shape(arguments[parameter]), axes, shape)


def _linear(name: str, arguments: Arguments, backend: Any) -> None:
    x, weight, bias = _shape(arguments["x"]), _shape(arguments["weight"]), arguments["bias"]
    if not x or len(weight) < 2 or x[-1] != weight[-1]:
        raise AikitValueError(f"{name}: x has shape {x} and weight {weight}; they must be (..., in) and (..., out, in)")
    _check_stacks(name, x[:-2], weight[:-2])
    product = (*shapes.broadcast(name, [x[:-2], weight[:-2]]), *x[-2:-1], weight[-2])
    try:
        shapes.broadcast(name, [product, (1,) if bias is None else _shape(bias)])
    except AikitBroadcastShapeError:
        raise AikitBroadcastShapeError(
            f"{name}: bias has shape {_shape(bias)}, which does not broadcast with the product, of shape {product}"
        ) from None


def _tensordot(name: str, arguments: Arguments, backend: Any) -> None:
    one, two, axes = _shape(arguments["x1"]), _shape(arguments["x2"]), arguments["axes"]
    try:
        first, second = (range(len(one) - axes, len(one)), range(axes)) if isinstance(axes, int) else axes
        pairs = list(zip(first, second, strict=True))
    except (TypeError, ValueError):
        raise AikitValueError(f"{name}: axes={axes!r} is neither an int nor two sequences of equal length") from None
    for i, j in pairs:
        if not (-len(one) <= i < len(one) and -len(two) <= j < len(two)):
            raise AikitAxisError(
                f"{name}: axes={axes!r} is out of range for arrays of {len(one)} and {len(two)} dimensions"
            )
        if one[i] != two[j]:
            raise AikitValueError(
                f"{name}: axis {i} of x1 has length {one[i]}, and axis {j} of x2 {two[j]}; they must be equal"
            )


def _permute_dims(name: str, arguments: Arguments, backend: Any) -> None:
    axes, ndim = arguments["axes"], len(_shape(arguments["x"]))
    if not isinstance(axes, tuple) or len(axes) != ndim:
        raise AikitValueError(f"{name}: axes={axes} must name each of the {ndim} dimensions of x once")


def _squeeze(name: str, arguments: Arguments, backend: Any) -> None:
    axis, shape = arguments["axis"], _shape(arguments["x"])
    for one in axis if isinstance(axis, tuple) else (axis,):
        if shape[one] != 1:
            raise AikitValueError(
                f"{name}: axis={one} has length {shape[one]} in shape {shape}; only length 1 can be taken away"
            )


def _broadcast_to(name: str, arguments: Arguments, backend: Any) -> None:
    old, new = _shape(arguments["x"]), arguments["shape"]
    new = new if isinstance(new, tuple) else (new,)
    fits = len(old) <= len(new) and all(a in (1, b) for a, b in zip(old[::-1], new[::-1], strict=False))
    if not fits or any(length < 0 for length in new):
        raise AikitBroadcastShapeError(f"{name}: x of shape {old} does not broadcast to shape={new}")


def _last_axis(name: str, arguments: Arguments, backend: Any) -> None:
    if arguments["axis"] is None:
        shapes.check_axes(name, "axis", -1, len(_shape(arguments["x"])))


def _no_axis(name: str, arguments: Arguments, backend: Any) -> None:
    shape = _shape(arguments["x"])
    if arguments["axis"] is None and len(shape) != 1:
        raise AikitValueError(f"{name}: axis=None is for arrays of 1 dimension and x has shape {shape}; give the axis")
    if not shape:
        raise AikitValueError(f"{name}: x has no dimensions; it needs at least 1")


def _take(name: str, arguments: Arguments, backend: Any) -> None:
    shape, indices, axis = _shape(arguments["x"]), arguments["indices"], arguments["axis"]
    if name == "take":
        _no_axis(name, arguments, backend)
        if len(indices.shape) > 1:
            raise AikitValueError(f"{name}: indices has shape {_shape(indices)}; it has at most 1 dimension")
    elif len(indices.shape) != len(shape):
        raise AikitValueError(
            f"{name}: indices has {len(indices.shape)} dimensions and x {len(shape)}; they must be equal"
        )
    if not backend.is_traced(indices):
        values, length = backend.to_numpy(indices), shape[axis if axis is not None else 0]
        if values.size and not (-length <= int(values.min()) and int(values.max()) < length):  # type: ignore[operator]
            raise AikitIndexError(
                f"{name}: indices run from {int(values.min())} to {int(values.max())}, out of range for axis {axis} of length {length}"
            )
    if name == "take_along_axis":
        others = [(*s[:axis], 1, *s[axis:][1:]) for s in (shape, _shape(indices))]
        _check_stacks(name, *others)


def _repeat(name: str, arguments: Arguments, backend: Any) -> None:
    repeats, shape, axis = arguments["repeats"], _shape(arguments["x"]), arguments["axis"]
    if not isinstance(repeats, int) and backend.is_traced(repeats):
        return
    values = np.asarray(repeats) if isinstance(repeats, int) else backend.to_numpy(repeats)
    if values.size and int(values.min()) < 0:
        raise AikitValueError(f"{name}: repeats has {int(values.min())}; a number of repeats is 0 or more")
    length = math.prod(shape) if axis is None else shape[axis]  # type: ignore[arg-type]
    if values.ndim > 1 or (values.ndim == 1 and values.size not in (1, length)):
        raise AikitValueError(
            f"{name}: repeats has shape {values.shape}; it must be an int, or have one number for each of {length}"
        )


def _pairs(first: str, second: str) -> Callable[..., None]:
    def check(name: str, arguments: Arguments, backend: Any) -> None:
        one, two = arguments[first], arguments[second]
        sizes = [len(v) if isinstance(v, tuple) else None for v in (one, two)]
        if sizes[0] != sizes[1]:
            raise AikitValueError(
                f"{name}: {first}={one} and {second}={two} must be two ints, or two sequences of equal length"
            )

    return check


def _positive(parameter: str) -> Callable[..., None]:
    def check(name: str, arguments: Arguments, backend: Any) -> None:
        value = arguments[parameter]
        numbers = value if isinstance(value, tuple) else (value,)
        if any(isinstance(number, int) and number < 0 for number in numbers):
            raise AikitValueError(f"{name}: {parameter}={value} is negative; it must be 0 or more")

    return check


def _eye(name: str, arguments: Arguments, backend: Any) -> None:
    for parameter in ("n_rows", "n_cols"):
        if arguments[parameter] is not None:
            _positive(parameter)(name, arguments, backend)


def _nonempty(name: str, arguments: Arguments, backend: Any) -> None:
    shape, axis = _shape(arguments["x"]), arguments["axis"]
    axes = range(len(shape)) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    if any(shape[one] == 0 for one in axes):
        raise AikitValueError(f"{name}: x of shape {shape} has no elements along axis={axis} to choose from")


def _searchsorted(name: str, arguments: Arguments, backend: Any) -> None:
    shape, sorter = _shape(arguments["x1"]), arguments["sorter"]
    if len(shape) != 1:
        raise AikitValueError(f"{name}: x1 has shape {shape}; it must have 1 dimension")
    if sorter is not None and _shape(sorter) != shape:
        raise AikitValueError(f"{name}: sorter has shape {_shape(sorter)} and x1 {shape}; they must be equal")
    if sorter is not None and not backend.is_traced(sorter):
        places = backend.to_numpy(sorter)
        if places.size and not (int(places.min()) >= 0 and int(places.max()) < shape[0]):  # type: ignore[operator]
            raise AikitIndexError(
                f"{name}: sorter runs from {int(places.min())} to {int(places.max())}, out of range for x1 of length {shape[0]}"
            )


def _meshgrid(name: str, arguments: Arguments, backend: Any) -> None:
    for x in arguments["arrays"]:
        if len(x.shape) > 1:
            raise AikitValueError(f"{name}: an array has shape {_shape(x)}; it must have at most 1 dimension")


def _diff(name: str, arguments: Arguments, backend: Any) -> None:
    _at_least(1)(name, arguments, backend)
    _positive("n")(name, arguments, backend)
    shape, axis = _shape(arguments["x"]), arguments["axis"]
    for parameter in ("prepend", "append"):
        other = arguments[parameter]
        if other is not None:
            _join("concat", {"arrays": [arguments["x"], other], "axis": axis}, backend)
            if len(other.shape) != len(shape):
                raise AikitValueError(
                    f"{name}: {parameter} has shape {_shape(other)} and x {shape}; they must agree but along the axis"
                )


def _transform(name: str, arguments: Arguments, backend: Any) -> None:
    n, axis = arguments["n"], arguments["axis"]
    if n is not None and n < 1:
        raise AikitValueError(f"{name}: n={n} is below 1; a transform has at least 1 element")
    fft_rules.transform(name, _shape(arguments["x"]), n, axis)


def _frequencies(name: str, arguments: Arguments, backend: Any) -> None:
    n, d = arguments["n"], arguments["d"]
    if n < 1:
        raise AikitValueError(f"{name}: n={n} is below 1; a transform has at least 1 element")
    if d == 0:
        raise AikitValueError(f"{name}: d=0 is no distance between samples; pass another one")


def _conversion(name: str, arguments: Arguments, backend: Any) -> None:
    if arguments.get("copy") is False:
        raise AikitValueError(f"{name}: copy=False, but the dtype or the device asked for needs a copy; pass copy=None")


def _from_dlpack(name: str, arguments: Arguments, backend: Any) -> None:
    x = arguments["x"]
    home = backend_handler.backend_of(x)
    if home is not None and "numpy" in (home.name, backend.name) and x.dtype == home.native_dtypes["bfloat16"]:
        raise AikitBufferError(
            f"{name}: x has dtype bfloat16, which NumPy does not exchange by DLPack; use aikit.to_backend(x, {backend.name!r})"
        )
    if arguments["copy"] is False:
        raise AikitValueError(
            f"{name}: copy=False, but {backend.name} cannot work on the memory of x, or not on the device asked for; "
            "pass copy=None"
        )


_FAULTS: dict[type[Exception], str] = {
    SingularMatrix: "has a singular matrix, which has no inverse; aikit.linalg.pinv gives the pseudo-inverse",
    NotPositiveDefinite: "has a matrix that is not positive definite, which has no Cholesky factor; aikit.linalg.eigh "
    "decomposes any Hermitian matrix",
    NotFinite: "has NaN or infinities, which have no decomposition; aikit.isfinite tells where",
}
"""What a backend finds in the values of the first argument, in words."""

_CHECKS: dict[str, Callable[[str, Arguments, Any], None]] = {
    "argmax": _nonempty,
    "argmin": _nonempty,
    "array": _conversion,
    "asarray": _conversion,
    "broadcast_arrays": lambda name, arguments, backend: _check_stacks_of(name, arguments["arrays"]),
    "broadcast_to": _broadcast_to,
    "concat": _join,
    "cumulative_prod": _no_axis,
    "cumulative_sum": _no_axis,
    "diff": _diff,
    "eye": _eye,
    **dict.fromkeys(("fft.fft", "fft.ifft", "fft.rfft", "fft.irfft", "fft.hfft", "fft.ihfft"), _transform),
    "fft.fftfreq": _frequencies,
    "fft.rfftfreq": _frequencies,
    "from_dlpack": _from_dlpack,
    "layer_norm": _layer_norm,
    "linear": _linear,
    "linspace": _positive("num"),
    "matmul": _matmul,
    **dict.fromkeys(
        [
            f"linalg.{name}"
            for name in ("cholesky", "det", "eig", "eigh", "eigvals", "eigvalsh", "inv", "matrix_power", "slogdet")
        ],
        _square,
    ),
    **dict.fromkeys(("linalg.qr", "linalg.svd", "linalg.svdvals"), _at_least(2)),
    **dict.fromkeys(("linalg.matrix_rank", "linalg.pinv"), _tolerance),
    "linalg.matrix_norm": _matrix_norm,
    "linalg.solve": _solve,
    "linalg.cross": _cross,
    "linalg.diagonal": _at_least(2),
    "linalg.outer": _outer,
    "linalg.trace": _at_least(2),
    "matrix_transpose": _at_least(2),
    "max": _nonempty,
    "meshgrid": _meshgrid,
    "min": _nonempty,
    "moveaxis": _pairs("source", "destination"),
    "nonzero": _at_least(1),
    "permute_dims": _permute_dims,
    "repeat": _repeat,
    "reshape": _reshape,
    "roll": _pairs("shift", "axis"),
    "scaled_dot_product_attention": _attention,
    "searchsorted": _searchsorted,
    "softmax": _last_axis,
    "squeeze": _squeeze,
    "stack": _join,
    "take": _take,
    "take_along_axis": _take,
    "tensordot": _tensordot,
    "tile": _positive("repetitions"),
    "tril": _at_least(2),
    "triu": _at_least(2),
    "vecdot": _vecdot,
    "where": _broadcast_of("condition", "x1", "x2"),
}


def _check_stacks_of(name: str, arrays: Any) -> None:
    found = [_shape(x) for x in arrays]
    try:
        shapes.broadcast(name, found)
    except AikitBroadcastShapeError:
        raise AikitBroadcastShapeError(f"{name}: the shapes {', '.join(map(str, found))} do not broadcast") from None
