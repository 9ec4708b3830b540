"""Operations that stay finite where a denominator or a base is 0."""

from __future__ import annotations

import math
import numbers
from typing import TYPE_CHECKING, Any

from aikit.array import Array
from aikit.core.settings import Setting, constant_under_trace
from aikit.core.wording import shown
from aikit.declare import standalone
from aikit.exceptions import AikitTypeError, AikitValueError
from aikit.functional.aikit.general import is_array, to_aikit
from aikit.functional.rules.data_type import finfo

if TYPE_CHECKING:
    from aikit import NativeArray

_MIN_DENOMINATOR = Setting("min_denominator", 1e-12)
_MIN_BASE = Setting("min_base", 1e-5)


@standalone(category="general", convenience=True)
def set_min_denominator(val: float) -> None:
    """Set what `stable_divide` adds to denominators, 1e-12 at first; `unset_min_denominator` takes it back.

    Parameters
    ----------
    val : the number, 0 or more.

    Raises
    ------
    AikitTypeError : `val` is no number.
    AikitValueError : it is negative, infinite or NaN.

    Examples
    --------
    >>> import aikit
    >>> aikit.set_min_denominator(1e-6)
    >>> aikit.stable_divide(1.0, 0.0)
    1000000.0
    >>> aikit.unset_min_denominator()
    """
    _check_added("set_min_denominator", "val", val)
    _MIN_DENOMINATOR.set(float(val))


@standalone(category="general", convenience=True)
def unset_min_denominator() -> None:
    """Take back the last `set_min_denominator`.

    Examples
    --------
    >>> import aikit
    >>> aikit.unset_min_denominator()
    """
    _MIN_DENOMINATOR.unset()


@standalone(category="general", convenience=True)
def set_min_base(val: float) -> None:
    """Set what `stable_pow` adds to bases, 1e-5 at first; `unset_min_base` takes it back.

    Parameters
    ----------
    val : the number, 0 or more.

    Raises
    ------
    AikitTypeError : `val` is no number.
    AikitValueError : it is negative, infinite or NaN.

    Examples
    --------
    >>> import aikit
    >>> aikit.set_min_base(0.5)
    >>> aikit.stable_pow(0.0, -1)
    2.0
    >>> aikit.unset_min_base()
    """
    _check_added("set_min_base", "val", val)
    _MIN_BASE.set(float(val))


@standalone(category="general", convenience=True)
def unset_min_base() -> None:
    """Take back the last `set_min_base`.

    Examples
    --------
    >>> import aikit
    >>> aikit.unset_min_base()
    """
    _MIN_BASE.unset()


@standalone(category="general", convenience=True, nestable=True)
def stable_divide(
    numerator: Array | NativeArray | int | float | complex,
    denominator: Array | NativeArray | int | float | complex,
    /,
    *,
    min_denominator: float | None = None,
) -> Any:
    """Quotient with a small constant added to the denominator, so that 0 divides too.

    Parameters
    ----------
    numerator, denominator : arrays, or numbers; they broadcast to one shape.
    min_denominator : the constant, 0 or more; None for that of `set_min_denominator`. Beside arrays it is no less than the
        least normal number of their dtype, for a smaller one would be 0 there; but 0 stays 0.

    Returns
    -------
    Array, or a number where both are numbers.

    Raises
    ------
    AikitTypeError : neither an array nor a number.
    AikitValueError : `min_denominator` is negative, infinite or NaN.

    Examples
    --------
    >>> import aikit
    >>> aikit.stable_divide(1.0, 0.5, min_denominator=0.5)
    1.0
    """
    numerator = _operand("stable_divide", "numerator", numerator)
    denominator = _operand("stable_divide", "denominator", denominator)
    given = _given("stable_divide", "min_denominator", min_denominator, _MIN_DENOMINATOR)
    return numerator / (denominator + _seen_beside(given, numerator, denominator))


@standalone(category="general", convenience=True, nestable=True)
def stable_pow(
    base: Array | NativeArray | int | float | complex,
    exponent: Array | NativeArray | int | float | complex,
    /,
    *,
    min_base: float | None = None,
) -> Any:
    """Power with a small constant added to the base, so that 0 has negative and fractional powers with finite derivatives.

    Parameters
    ----------
    base, exponent : arrays, or numbers; they broadcast to one shape.
    min_base : the constant, 0 or more; None for that of `set_min_base`. Beside arrays it is no less than the least normal
        number of their dtype, for a smaller one would be 0 there; but 0 stays 0.

    Returns
    -------
    Array, or a number where both are numbers.

    Raises
    ------
    AikitTypeError : neither an array nor a number.
    AikitValueError : `min_base` is negative, infinite or NaN.

    Examples
    --------
    >>> import aikit
    >>> aikit.stable_pow(1.5, 2, min_base=0.5)
    4.0
    """
    base = _operand("stable_pow", "base", base)
    exponent = _operand("stable_pow", "exponent", exponent)
    given = _given("stable_pow", "min_base", min_base, _MIN_BASE)
    return (base + _seen_beside(given, base, exponent)) ** exponent


def _operand(function: str, argument: str, value: Any) -> Any:
    """An Array, or a number."""
    if not isinstance(value, numbers.Number) and not is_array(value):
        raise AikitTypeError(
            f"{function}: {argument}={shown(value)} is a {type(value).__name__}; it must be an array or a number"
        )
    return to_aikit(value)


@constant_under_trace
def _set_value(name: str) -> float:
    """The constant that is set: torch.compile takes a string and a float for constants."""
    value: float = (_MIN_DENOMINATOR if name == _MIN_DENOMINATOR.name else _MIN_BASE).get()
    return value


def _given(function: str, argument: str, value: float | None, setting: Setting) -> float:
    """The constant of a call, or the one that is set."""
    if value is None:
        return _set_value(setting.name)
    _check_added(function, argument, value)
    return value


def _seen_beside(added: float, *operands: Any) -> float:
    """The constant, no less than what the dtypes of arrays tell from 0."""
    least = [finfo(x).smallest_normal for x in operands if _is_floating(x)]
    return max(added, *least) if added and least else added


def _is_floating(x: Any) -> bool:
    return isinstance(x, Array) and x.dtype.kind in "fc"


def _check_added(function: str, argument: str, value: Any) -> None:
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise AikitTypeError(f"{function}: {argument}={shown(value)} is a {type(value).__name__}; it must be a number")
    if not 0 <= value < math.inf:
        raise AikitValueError(f"{function}: {argument}={value} must be finite, and 0 or more")
