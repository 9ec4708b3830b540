"""What is wrong with a value that is to be another: nests item by item, arrays by what the rules say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from aikit.dtypes import DTYPES
from pytest_aikit.numerics import wide
from pytest_aikit.numerics.comparing import TELLING, difference, error_in_ulp, format_of, without_flushed
from pytest_aikit.numerics.promotion import kind_of
from pytest_aikit.session.assertions.leaf import Leaf, is_array, is_list_of_numbers, is_nest, is_number, read

ULP = 8.0
"""How far apart close numbers may be, in units in the last place of the dtype, where no tolerance is given."""


@dataclass(frozen=True)
class Rules:
    """What is compared, and how strictly; the attributes are the keywords of the assertions."""

    ulp: float | Mapping[str, float] | None = None
    rtol: float = 0.0
    atol: float = 0.0
    equal_nan: bool = True
    zero_signs: bool = False
    check_dtype: bool = True
    check_shape: bool = True
    check_namespace: bool = True
    check_class: bool = True
    check_device: bool = True
    less: bool = False
    reference: bool = False
    """The expected side is that of a NumPy reference: a list stands for a tuple, and a Python number may be returned."""

    def __post_init__(self) -> None:
        for name in ("ulp", "rtol", "atol"):
            value = getattr(self, name)
            for bound in value.values() if isinstance(value, Mapping) else (value,):
                if bound is not None and not _is_tolerance(bound):
                    raise ValueError(f"{name}={bound!r}: a tolerance is a finite number, 0 or more")

    def bound(self, dtype: str) -> float:
        """The ULP that are allowed for a dtype."""
        if isinstance(self.ulp, Mapping):
            return self.ulp.get(dtype, ULP)
        return self.ulp if self.ulp is not None else 0.0 if self.rtol or self.atol else ULP


def _is_tolerance(value: Any) -> bool:
    return isinstance(value, (int, float, np.floating, np.integer)) and bool(0 <= value < np.inf)


# ------------------------------------------------------------------------------------------------ nests


def fault(actual: Any, expected: Any, rules: Rules, where: str = "") -> str | None:
    """What is wrong, in words, with the place in the nest before it; None where nothing is."""
    if _nests(actual, expected):
        return _nest_fault(actual, expected, rules, where)
    if rules.less and not (_is_leaf(actual) and _is_leaf(expected)):
        raise TypeError(f"assert_less: {_named(actual)} and {_named(expected)} have no order that aikit knows")
    if not _is_leaf(actual) and not _is_leaf(expected):
        found = None if _same_object(actual, expected) else f"{actual!r} for {expected!r}"
    elif not _is_leaf(actual) or not _is_leaf(expected):
        found = _other(actual, expected)
    else:
        wanted = read(expected)
        try:
            found = leaf_fault(read(actual), wanted, rules)
        except ValueError as error:  # ragged
            found = str(error)
    return f"{where}: {found}" if found and where else found


def _nests(actual: Any, expected: Any) -> bool:
    """Whether both sides are looked into: a list of numbers beside an array stands for an array."""
    sides = is_nest(actual), is_nest(expected)
    if not any(sides):
        return False
    return not any(
        is_list_of_numbers(one) and (is_array(other) or isinstance(other, Leaf))
        for one, other in ((actual, expected), (expected, actual))
    )


def _is_leaf(value: Any) -> bool:
    return isinstance(value, Leaf) or is_array(value) or is_number(value) or is_list_of_numbers(value)


def _same_object(actual: Any, expected: Any) -> bool:
    if actual is expected or type(actual) is not type(expected):
        return actual is expected
    try:
        return bool(actual == expected)
    except Exception:
        raise TypeError(f"{_named(actual)} is no array that aikit knows") from None


def _other(actual: Any, expected: Any) -> str:
    return f"wrong class: {_named(actual)} for {_named(expected)}"


def _named(value: Any) -> str:
    if value is None:
        return "None"
    if isinstance(value, Leaf) or is_array(value):
        return str(read(value))
    cls = type(value)
    return cls.__name__ if cls.__module__ == "builtins" else f"{cls.__module__.partition('.')[0]}.{cls.__name__}"


def _nest_fault(actual: Any, expected: Any, rules: Rules, where: str) -> str | None:
    """The first fault of two nests, item by item."""
    before = f"{where}: " if where else ""
    mappings = isinstance(actual, Mapping), isinstance(expected, Mapping)
    sequences = isinstance(actual, (list, tuple)), isinstance(expected, (list, tuple))
    if mappings == (True, True):
        items = _items_of_mappings(actual, expected)
    elif sequences == (True, True):
        items = _items_of_sequences(actual, expected)
    else:
        return before + _other(actual, expected)
    if rules.check_class and not rules.reference and type(actual) is not type(expected):
        return before + _other(actual, expected)
    if isinstance(items, str):
        return before + items
    return next((found for step, one, two in items if (found := fault(one, two, rules, where + step))), None)


def _items_of_mappings(actual: Mapping[Any, Any], expected: Mapping[Any, Any]) -> str | list[tuple[Any, ...]]:
    keys = {*actual.keys()}, {*expected.keys()}
    if keys[0] != keys[1]:
        missing, unexpected = sorted(map(repr, keys[1] - keys[0])), sorted(map(repr, keys[0] - keys[1]))
        parts = [
            f"{what}: {', '.join(names)}" for what, names in (("missing", missing), ("unexpected", unexpected)) if names
        ]
        return f"wrong keys: {'; '.join(parts)}"
    one, two = dict(actual.items()), dict(expected.items())
    return [(f"[{key!r}]", one[key], two[key]) for key in two]


def _items_of_sequences(actual: Any, expected: Any) -> str | list[tuple[Any, ...]]:
    if len(actual) != len(expected):
        return f"wrong number of items: {len(actual)} for {len(expected)}"
    return [(f"[{place}]", *pair) for place, pair in enumerate(zip(actual, expected, strict=True))]


# ------------------------------------------------------------------------------------------------ leaves


def leaf_fault(actual: Leaf, expected: Leaf, rules: Rules) -> str | None:
    """What is wrong with an array: the first of namespace, class, device, dtype, shape and values."""
    if (found := _home_fault(actual, expected, rules)) is not None:
        return found
    of_number = rules.less and not expected.dtypes
    if rules.check_dtype and not of_number and not _dtypes_agree(actual, expected):
        return f"wrong dtype: {_dtype_text(actual)} for {_dtype_text(expected)}"
    shapes = actual.values.shape, expected.values.shape
    if rules.check_shape and not (of_number and shapes[1] == ()) and shapes[0] != shapes[1]:
        return f"wrong shape: {shapes[0]} for {shapes[1]}"
    try:
        one, two = np.broadcast_arrays(actual.values, expected.values)
    except ValueError:
        return f"wrong shape: {shapes[0]}, which does not broadcast with {shapes[1]}"
    with np.errstate(all="ignore"):
        return _less_fault(one, two) if rules.less else _values_fault(one, two, _precision(actual, expected), rules)


def _home_fault(actual: Leaf, expected: Leaf, rules: Rules) -> str | None:
    """What is wrong with namespace, class and device, of which Python numbers say nothing."""
    if not expected.dtypes or (rules.reference and not actual.dtypes):
        return None
    if rules.check_namespace and actual.namespace and expected.namespace not in (None, actual.namespace):
        return f"wrong namespace: {actual} for {expected}"
    if rules.check_class and expected.cls not in (None, actual.cls):
        return f"wrong class: {actual} for {expected}"
    if rules.check_device and actual.device and expected.device not in (None, actual.device):
        return f"wrong device: {actual.device} for {expected.device}"
    return None


def _dtypes_agree(actual: Leaf, expected: Leaf) -> bool:
    """Whether the dtypes are the same, or the kinds go together where one side is made of Python numbers."""
    if actual.dtypes and expected.dtypes:
        return actual.dtypes[0] in expected.dtypes
    if not expected.dtypes and not actual.dtypes:
        return actual.kinds == expected.kinds
    if not actual.dtypes:
        return not actual.kinds.isdisjoint(expected.kinds) or (actual.kinds == {"i"} and "u" in expected.kinds)
    (array,), (number,) = actual.kinds, expected.kinds
    ranks = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}
    if array not in ranks or number not in ranks:
        return True
    return (number == "b") == (array == "b") and ranks[number] <= ranks[array]


def _dtype_text(leaf: Leaf) -> str:
    if leaf.dtypes:
        return " or ".join(leaf.dtypes)
    return {"b": "bool", "i": "int", "u": "int", "f": "float", "c": "complex"}.get(leaf.values.dtype.kind, "object")


def _precision(actual: Leaf, expected: Leaf) -> str | None:
    """The floating or complex dtype in which numbers are compared: the coarser one; None where they must be equal."""
    names = [name for name in (*actual.dtypes[:1], *expected.dtypes[:1]) if name in DTYPES and kind_of(name) in "fc"]
    kinds = {leaf.values.dtype.kind for leaf in (actual, expected)} | {kind_of(name) for name in names}
    if not kinds <= set("biufcV") or not kinds & set("fc"):
        return None
    digits = min((format_of(name).digits for name in names), default=53)
    real = next((name for name in names if format_of(name).digits == digits), "float64")
    real = {"complex64": "float32", "complex128": "float64"}.get(real, real)
    if "c" not in kinds:
        return real
    return "complex64" if digits < 53 else "complex128"


def _values_fault(actual: np.ndarray, expected: np.ndarray, dtype: str | None, rules: Rules) -> str | None:
    if dtype is None:
        wrong = np.asarray(actual != expected, dtype=bool)
        if rules.rtol or rules.atol:
            wrong = wrong & ~_within(actual.astype(object), expected.astype(object), rules)
        return _worst("wrong value", actual, expected, wrong, _distance(actual, expected)) if wrong.any() else None
    widest = wide.complex_() if kind_of(dtype) == "c" else wide.real()
    got, exact = actual.astype(widest), expected.astype(widest)
    bound = rules.bound(dtype)
    if rules.reference:
        got = without_flushed(got, exact, dtype)
    found = difference(got, exact, dtype, bound, zero_signs=rules.zero_signs)
    wrong = np.asarray(found.wrong)
    if rules.rtol or rules.atol:
        flipped = rules.zero_signs & difference(got, exact, dtype, np.inf).wrong
        wrong = wrong & (flipped | ~_within(got, exact, rules))
    if not rules.equal_nan:
        wrong = wrong | np.isnan(got) | np.isnan(exact)
    if not wrong.any():
        return None
    error = np.broadcast_to(_errors(got, exact, dtype), wrong.shape)
    again = difference(got[wrong], exact[wrong], dtype, bound, zero_signs=rules.zero_signs)
    cause = again.cause or "NaN, which is to equal nothing"
    if cause == "error above the bound":
        cause = _above(bound, dtype, rules)
    return _worst(cause, actual, expected, wrong, error, in_ulp=True)


def _above(bound: float, dtype: str, rules: Rules) -> str:
    allowed = [f"{bound:g} ULP of {dtype}"] if bound else []
    allowed += [f"{name}={value:g}" for name, value in (("rtol", rules.rtol), ("atol", rules.atol)) if value]
    return f"error above the bound of {' or '.join(allowed)}" if allowed else "wrong value"


def _errors(got: np.ndarray, exact: np.ndarray, dtype: str) -> np.ndarray:
    """The error of each element in ULP."""
    if kind_of(dtype) != "c":
        return error_in_ulp(got, exact, dtype, np.abs(exact))
    scale = np.maximum(np.abs(exact.real), np.abs(exact.imag))
    parts = [error_in_ulp(a, b, dtype, scale) for a, b in ((got.real, exact.real), (got.imag, exact.imag))]
    return np.maximum(*parts)


def _within(actual: Any, expected: Any, rules: Rules) -> np.ndarray:
    """Where finite numbers are within the absolute and relative tolerances; infinities must be the same."""
    near = abs(actual - expected) <= rules.atol + rules.rtol * abs(expected)
    if np.asarray(expected).dtype.kind == "O":
        return np.asarray(near, dtype=bool)
    return np.asarray(near & np.isfinite(actual) & np.isfinite(expected))


def _distance(actual: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """How far equal-kind numbers are apart, to tell which is the worst."""
    if {actual.dtype.kind, expected.dtype.kind} <= set("iu"):
        return np.abs(actual.astype(np.float64) - expected.astype(np.float64))
    return np.zeros(actual.shape)


def _less_fault(actual: np.ndarray, limit: np.ndarray) -> str | None:
    if "c" in actual.dtype.kind + limit.dtype.kind:
        raise TypeError("assert_less: complex numbers have no order")
    wrong = ~np.asarray(actual < limit, dtype=bool)
    if not wrong.any():
        return None
    excess = actual.astype(wide.real()) - limit.astype(wide.real())
    return _worst("not less", actual, limit, wrong, np.where(np.isnan(excess), np.inf, excess))


def _worst(
    cause: str, actual: np.ndarray, expected: np.ndarray, wrong: np.ndarray, error: np.ndarray, in_ulp: bool = False
) -> str:
    """The cause, how many elements it concerns, and the worst of them with both values."""
    place = np.unravel_index(np.argmax(np.where(wrong, error, -1)), wrong.shape) if wrong.ndim else ()
    index = tuple(int(i) for i in place)
    lines = [f"{cause}: {int(wrong.sum())} of {wrong.size} elements"]
    lines.append(f"    the worst at {index}: {_text(actual[index])} for {_text(expected[index])}")
    gap = _gap(actual[index], expected[index])
    if gap is not None:
        telling = in_ulp and error[index] < TELLING
        lines.append(f"    apart by {gap:.3g}" + (f", {float(error[index]):.3g} ULP" if telling else ""))
    return "\n".join(lines)


def _text(value: Any) -> str:
    """A number as Python shows it, a narrow one with as many digits as it has."""
    if isinstance(value, np.generic) and value.dtype.kind in "fc" and value.dtype.itemsize < 16:
        return str(value)
    return str(value.item() if isinstance(value, np.generic) else value)


def _gap(actual: Any, expected: Any) -> float | None:
    """How far two finite numbers are apart."""
    try:
        gap = float(abs(complex(actual) - complex(expected)))
    except (TypeError, ValueError, OverflowError):
        return None
    return gap if np.isfinite(gap) and gap else None
