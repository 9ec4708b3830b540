"""`aikit_check`: a function of the user's own, held against a NumPy reference."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from aikit.array import Array
from aikit.container import Container
from aikit.dtypes import as_dtype
from pytest_aikit import frameworks
from pytest_aikit.numerics.comparing import same_bits
from pytest_aikit.numerics.promotion import common_dtype
from pytest_aikit.session.assertions import expected_dtypes
from pytest_aikit.session.assertions.judging import ULP, Rules, fault
from pytest_aikit.session.assertions.leaf import Leaf, class_of, class_of_results, home_of, is_array, read

NARROW = frozenset({"bfloat16", "float16"})


class Checker:
    """The fixture `aikit_check`. `bounds` gives the ULP by dtype that hold for the running test."""

    def __init__(self, bounds: Callable[[], Mapping[str, float]], backend: Callable[[], str | None]) -> None:
        self._bounds = bounds
        self._backend = backend

    def __call__(
        self,
        function: Callable[..., Any],
        /,
        *args: Any,
        reference: Callable[..., Any],
        dtype: Any = None,
        ulp: float | None = None,
        rtol: float = 0.0,
        atol: float = 0.0,
        equal_nan: bool = True,
        zero_signs: bool = False,
        check_dtype: bool = True,
        check_shape: bool = True,
        check_namespace: bool = True,
        check_class: bool = True,
        check_device: bool = True,
        **kwargs: Any,
    ) -> Any:
        """Call `function`, compare its result with that of `reference` on NumPy arrays, and return it.

        Each array of the result must be of the class, namespace and device of the arrays passed in, have the dtype and
        shape that the reference gives, and its values within the tolerance. No argument may be changed. The reference
        sees floating arrays in float64, complex ones in complex128; zeros may stand for subnormal numbers. A Python
        number may be returned for an array without dimensions; it is judged at that array's precision.

        Parameters
        ----------
        reference : called with the same arguments, arrays being NumPy's.
        dtype : the dtype of the result, or a tuple of them; where not given it is what the reference gives for NumPy
            arrays of the same dtypes, NumPy's default dtypes being those of the namespace.
        ulp, rtol, atol, equal_nan, zero_signs, check_... : as of `assert_close`; without a tolerance the mark
            ``aikit_tolerance(ulp={"float32": 4})`` holds, and 8 ULP where there is none.
        *args, **kwargs : what both functions are called with. A keyword that has a name of those above is bound with
            `functools.partial`.

        Raises
        ------
        AssertionError : one of these does not hold.
        """
        __tracebackhide__ = True
        bounds: Any = ulp if ulp is not None or rtol or atol else self._bounds() or ULP
        rules = Rules(bounds, rtol, atol, equal_nan, zero_signs, check_dtype, check_shape, check_namespace,
                      check_class, check_device, reference=True)  # fmt: skip
        before = [*_arrays((args, kwargs))]
        kept = [read(array).values.copy() for array in before]
        wide, narrow = _references(reference, args, kwargs, dtype is None)
        result = function(*args, **kwargs)
        found = _changed(before, kept, (args, kwargs))
        if found is None:
            home = _home(before, result, self._backend())
            names = [read(array).dtypes[0] for array in before]
            found = fault(result, _wanted(wide, narrow, dtype, home, names), rules)
        if found:
            name = getattr(function, "__qualname__", None) or type(function).__qualname__
            raise AssertionError(f"aikit_check: {name}: {found}") from None
        return result


# ------------------------------------------------------------------------------------------------ arguments


def _arrays(value: Any) -> Iterator[Any]:
    """The arrays in a nest, in order."""
    if is_array(value):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _arrays(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _arrays(item)


def _with_arrays(change: Callable[[np.ndarray], np.ndarray], value: Any) -> Any:
    """A nest with each array in it as an ndarray, changed."""
    if is_array(value):
        return change(read(value).values)
    if isinstance(value, Mapping):
        items = {key: _with_arrays(change, item) for key, item in value.items()}
        return type(value)(items) if isinstance(value, Container) else items
    if isinstance(value, (list, tuple)):
        several = [_with_arrays(change, item) for item in value]
        return type(value)(*several) if hasattr(value, "_fields") else type(value)(several)
    return value


def _changed(before: list[Any], kept: list[np.ndarray], nest: Any) -> str | None:
    """Which argument the call has changed; None where none is."""
    now = [*_arrays(nest)]
    if len(now) != len(before) or any(a is not b for a, b in zip(now, before, strict=True)):
        return "changed its input: a list or dict among its arguments holds other arrays than before"
    for place, (array, values) in enumerate(zip(before, kept, strict=True), 1):
        if not same_bits(values, read(array).values):
            which = f"array {place} of {len(before)} among its arguments" if len(before) > 1 else "its argument"
            return f"changed its input: {which} was {values!r} and is {read(array).values!r}"
    return None


# ------------------------------------------------------------------------------------------------ the reference


def _references(reference: Callable[..., Any], args: Any, kwargs: Any, for_dtype: bool) -> tuple[Any, Any]:
    """What the reference gives for wide arrays, and for such of the same dtypes, which says the dtype."""
    wide = _quietly(reference, args, kwargs, _wide)
    return wide, _of_same_dtypes(reference, args, kwargs) if for_dtype else wide


def _quietly(reference: Callable[..., Any], args: Any, kwargs: Any, change: Callable[[np.ndarray], np.ndarray]) -> Any:
    """Call the reference on arrays of its own; what NumPy warns about there is no news."""
    given, named = _with_arrays(change, args), {name: _with_arrays(change, value) for name, value in kwargs.items()}
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return reference(*given, **named)


def _wide(host: np.ndarray) -> np.ndarray:
    """A copy, floating dtypes in float64 or complex128."""
    return host.astype(_WIDER.get(host.dtype.name, host.dtype))


_WIDER = {"bfloat16": "float64", "float16": "float64", "float32": "float64", "complex64": "complex128"}


def _of_same_dtypes(reference: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """What the reference gives for the dtypes of the arguments, as a nest of names of dtypes.

    NumPy knows nothing of bfloat16, and its linear algebra nothing of float16: there a wider dtype stands in for it.
    """
    names = {read(array).dtypes[0] for array in _arrays((args, kwargs))}
    narrow = sorted(names & NARROW)
    stand_ins = ["", "float16", "float32", "float64"] if len(narrow) == 1 else ["", "float32", "float64"]
    if narrow == ["bfloat16"]:
        stand_ins = stand_ins[1:]
    for stand_in in stand_ins:
        if stand_in in names and stand_in not in narrow:
            continue

        def change(host: np.ndarray, stand_in: str = stand_in) -> np.ndarray:
            return host.astype(stand_in) if stand_in and host.dtype.name in NARROW else host.copy()

        try:
            found = _quietly(reference, args, kwargs, change)
        except Exception:
            continue
        return _names_of(found, {stand_in: common_dtype(narrow) or ""} if stand_in and narrow else {})
    return _names_of(_quietly(reference, args, kwargs, _wide), {"float64": common_dtype(names) or "float64"})


def _names_of(value: Any, instead: Mapping[str, str]) -> Any:
    """A result of the reference with the name of the dtype in place of each array or number."""
    if isinstance(value, Mapping):
        return {key: _names_of(item, instead) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_names_of(item, instead) for item in value]
    name = np.asarray(value).dtype.name
    return instead.get(name, name)


def _wanted(wide: Any, names: Any, dtype: Any, home: Leaf, arguments: Sequence[str]) -> Any:
    """The nest of leaves that the result must be."""
    if isinstance(wide, (Mapping, list, tuple)):
        items = wide.items() if isinstance(wide, Mapping) else enumerate(wide)
        found = {k: _wanted(item, _part(names, k), _part(dtype, k), home, arguments) for k, item in items}
        return found if isinstance(wide, Mapping) else list(found.values())
    values = np.asarray(wide)
    if values.dtype.kind not in "biufcV":
        return wide
    if dtype is not None:
        dtypes: tuple[str, ...] = (str(as_dtype(dtype)),)
    else:
        name = names if isinstance(names, str) else values.dtype.name
        defaults = expected_dtypes.defaults_of(home.namespace, home.cls) if home.namespace else None
        dtypes = expected_dtypes.acceptable(name, arguments, defaults)
    return Leaf(values, dtypes, home.cls, home.namespace, home.device)


def _part(value: Any, key: Any) -> Any:
    """What of a nest beside the result belongs to an item of it; what is no nest belongs to each."""
    if isinstance(value, dict):
        return value.get(key)
    if isinstance(value, (list, tuple)):
        return value[key] if key < len(value) else None
    return value


# ------------------------------------------------------------------------------------------------ where


def _home(given: list[Any], result: Any, backend: str | None) -> Leaf:
    """Class, namespace and device of the arrays passed in; without any, the namespace that the test runs on.

    Arrays come before native ones, and NumPy's beside others count as data from the host.
    """
    ranked = sorted(
        given, key=lambda array: (not isinstance(array, Array), frameworks.of(home_of(array)[0].name).is_host)
    )
    if ranked:
        first = read(ranked[0])
        return Leaf(first.values, (), class_of_results(ranked[0]), first.namespace, first.device)
    made = next(_arrays(result), None)
    cls = None if made is None else class_of(made)
    own = None if made is None else read(made).namespace
    return Leaf(np.empty(0), (), cls, backend or own, None)
