"""A native function that needs another implementation for some dtypes.

The regular case stays one call of the framework: the fast path resolves a `ByDtype` once per dtype, ahead of time
(see `implementation_for`), so only the dtypes listed pay for the detour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


class ByDtype:
    """Call `cases[x.dtype]` where it is listed and `default` for every other dtype of the first argument.

    Parameters
    ----------
    default : the framework's own function.
    cases : native dtype -> implementation with the same parameters.
    """

    __slots__ = ("__name__", "__weakref__", "cases", "default")

    def __init__(self, default: Callable[..., Any], cases: Mapping[Any, Callable[..., Any]]) -> None:
        self.default = default
        self.cases = dict(cases)
        self.__name__ = getattr(default, "__name__", type(default).__name__)

    def __call__(self, x: Any, /, *args: Any, **kwargs: Any) -> Any:
        return self.cases.get(x.dtype, self.default)(x, *args, **kwargs)

    def __repr__(self) -> str:
        return f"ByDtype({self.__name__}, {sorted(map(str, self.cases))})"


def through_wider(
    function: Callable[..., Any], dtypes: Iterable[Any], wide: Any, cast: Callable[[Any, Any], Any]
) -> ByDtype:
    """`function`, computed in the dtype `wide` for some dtypes; what it returns in `wide` is cast back.

    Parameters
    ----------
    function : takes arrays, and other things, by position, and returns an array or a tuple of them.
    cast : function of an array and a dtype.
    """

    def rounded(result: Any, dtype: Any) -> Any:
        return cast(result, dtype) if result.dtype == wide else result

    def of_narrow(x: Any, /, *others: Any, **options: Any) -> Any:
        others = tuple(cast(y, wide) if hasattr(y, "dtype") else y for y in others)
        result = function(cast(x, wide), *others, **options)
        return tuple(rounded(one, x.dtype) for one in result) if isinstance(result, tuple) else rounded(result, x.dtype)

    return ByDtype(function, dict.fromkeys(dtypes, of_narrow))


def takes_numbers(function: Function) -> Function:
    """Mark an implementation that takes a Python number in the place of an array beside the first one.

    The number is one that may stand beside the dtype of the first array; what the dtype does not hold is to raise.
    """
    function.takes_numbers = True  # type: ignore[attr-defined]
    return function


def implementation_for(function: Callable[..., Any], native_dtype: Any) -> Callable[..., Any]:
    """The callable that `function` runs when its first array has `native_dtype`.

    A function that wraps the framework's own only to mend its results with no dimensions has that one as `direct`;
    the fast path mends these itself.
    """
    if isinstance(function, ByDtype):
        function = function.cases.get(native_dtype, function.default)
    return getattr(function, "direct", function)
