"""A native function that needs another implementation for some dtypes.

The regular case stays one call of the framework: the fast path resolves a `ByDtype` once per dtype, ahead of time
(see `implementation_for`), so only the dtypes listed pay for the detour.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


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


def implementation_for(function: Callable[..., Any], native_dtype: Any) -> Callable[..., Any]:
    """The callable that `function` runs when its first array has `native_dtype`.

    A function that wraps the framework's own only to mend its results with no dimensions has that one as `direct`;
    the fast path mends these itself.
    """
    if isinstance(function, ByDtype):
        function = function.cases.get(native_dtype, function.default)
    return getattr(function, "direct", function)
