"""The variables of control flow, as the functions of the caller see them, and as the frameworks carry them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import FunctionType
from typing import Any

import numpy as np

import aikit
from aikit import backend_handler, dtypes
from aikit.array import Array
from aikit.core.arrays import wrap
from aikit.core.nests import described, entries_of, is_nest
from aikit.core.shapes import rank_of
from aikit.core.wording import shown
from aikit.exceptions import AikitStructureError, AikitTypeError, AikitValueError
from aikit.functional.aikit._variables import Home, leaves_of, replaced

_NO_ARRAYS = (bool, range, list, tuple, FunctionType)
"""What decides, and is no array, for which no framework is to be asked."""


class Carried:
    """The variables of a call of control flow: native arrays in order, and the nest that they are in.

    Attributes
    ----------
    home : where the call runs, by the variables and by what decides.
    native : the native arrays of the variables at the start.
    """

    def __init__(self, function: str, vars: Any, bound: Any, decides: Any = None) -> None:
        leaves = list(leaves_of("vars", vars))
        self._function, self._vars = function, vars
        self._spread = type(vars) in (tuple, list)
        is_array = isinstance(decides, Array) or (
            not isinstance(decides, _NO_ARRAYS) and backend_handler.backend_of(decides)
        )
        self.home = Home.of(function, [*leaves, *([("what decides", decides)] if is_array else [])], bound)
        self.native = [self.home.native(name, leaf) for name, leaf in leaves]

    def nest(self, natives: Iterable[Any]) -> Any:
        """The nest of the variables with other arrays."""
        return replaced(self._function, self._vars, map(wrap, natives))

    def call(self, fn: Callable[..., Any], natives: Iterable[Any], *before: Any) -> Any:
        """What a function of the caller's gives for the variables, and for what comes before them."""
        nest = self.nest(natives)
        return fn(*before, *nest) if self._spread else fn(*before, nest)

    def step(self, name: str, fn: Callable[..., Any], natives: Iterable[Any], *before: Any) -> list[Any]:
        """The new values of the variables, which are alike to those at the start."""
        result = self.call(fn, natives, *before)
        if self._spread and len(self._vars) == 1 and not isinstance(result, (list, tuple)):
            result = (result,)  # the only variable, alone
        return self._alike(f"{name} returned", self._vars, "vars", self.native, result)

    # -------------------------------------------------------------------------------------------- conditions

    def condition(self, what: str, given: Any) -> Any:
        """The bool that decides, or the native array of it where only a trace can tell.

        Raises
        ------
        AikitTypeError : neither a bool nor an array of dtype bool.
        AikitValueError : an array with dimensions.
        """
        if isinstance(given, (bool, np.bool_)):
            return bool(given)
        native = given._data if isinstance(given, Array) else given
        backend = backend_handler.backend_of(native)
        if backend is None or dtypes.as_dtype(native.dtype) != "bool":
            kind = type(given).__name__ if backend is None else f"an array of dtype {dtypes.as_dtype(native.dtype)}"
            raise AikitTypeError(
                f"{self._function}: {what} is {shown(given)}, {'a ' * (backend is None)}{kind}; it must be a bool, or a 0-d "
                "array of dtype bool, such as a comparison gives"
            )
        if len(native.shape) != 0:
            raise AikitValueError(
                f"{self._function}: {what} is an array of shape {tuple(native.shape)}; it must be 0-d, so reduce it, as with "
                "aikit.all or aikit.any, or choose for each element with aikit.where"
            )
        truth = backend.truth(native)
        return native if truth is None else truth

    def as_native(self, test: Callable[[list[Any]], Any]) -> Callable[[list[Any]], Any]:
        """A test whose result is a native array in any case, for a trace."""

        def native_test(natives: list[Any]) -> Any:
            truth = test(natives)
            return aikit.asarray(truth)._data if isinstance(truth, bool) else truth

        return native_test

    # -------------------------------------------------------------------------------------------- traces

    def of_native_item(self, step: Callable[[Any, list[Any]], list[Any]]) -> Callable[[Any, list[Any]], list[Any]]:
        """A step whose item is a native array, for a trace."""
        return lambda item, natives: step(wrap(item), list(natives))

    def chosen(self, truth: Any, branches: Mapping[str, Callable[..., Any]], natives: list[Any]) -> Any:
        """What one of two functions gives, of which a trace decides at run time; the results must be alike."""
        first: list[tuple[str, Any, list[Any]]] = []

        def traced(name: str) -> Callable[[list[Any]], list[Any]]:
            def branch(natives: list[Any]) -> list[Any]:
                result = self.call(branches[name], natives)
                if first:
                    other, nest, arrays = first[0]
                    return self._alike(
                        f"{other} and {name} return different things: {name} returned",
                        nest,
                        "the result",
                        arrays,
                        result,
                    )
                arrays = [self.home.native(f"what {name} returned{at}", leaf) for at, leaf in leaves_of("", result)]
                first.append((name, result, arrays))
                return arrays

            return branch

        body, orelse = map(traced, branches)
        arrays = self.home.backend.traced_if_else(truth, body, orelse, natives)
        return replaced(self._function, first[0][1], map(wrap, arrays))

    # -------------------------------------------------------------------------------------------- what must stay

    def _alike(self, what: str, nest: Any, name: str, natives: list[Any], result: Any) -> list[Any]:
        """The native arrays of a result, in the order of a nest with the same structure, dtypes and shapes."""
        found = []
        leaves = self._leaves_alike(what, nest, name, result)
        for (place, leaf), before in zip(leaves, natives, strict=True):
            native = self.home.native(f"{what} for {place}", leaf)
            then, now = dtypes.as_dtype(before.dtype), dtypes.as_dtype(native.dtype)
            if now != then:
                raise AikitTypeError(
                    f"{self._function}: {what} an array of dtype {now} for {place}, which has dtype {then}, and must keep it; "
                    "cast it with aikit.astype"
                )
            if _other_shape(before, native):
                raise AikitValueError(
                    f"{self._function}: {what} an array of shape {wrap(native).shape} for {place}, which has shape "
                    f"{wrap(before).shape}, and must keep it"
                )
            found.append(native)
        return found

    def _leaves_alike(self, what: str, nest: Any, name: str, result: Any) -> Iterator[tuple[str, Any]]:
        if not is_nest(nest) and not is_nest(result):
            yield name, result
            return
        kinds = isinstance(nest, dict) == isinstance(result, dict) and is_nest(nest) == is_nest(result)
        if not kinds or dict(entries_of(nest)).keys() != dict(entries_of(result)).keys():
            raise AikitStructureError(
                f"{self._function}: {what} {described(result)} for {name}, which is {described(nest)}; the structure must stay"
            )
        within = dict(entries_of(result))
        for key, child in entries_of(nest):
            yield from self._leaves_alike(what, child, f"{name}[{key!r}]", within[key])


def _other_shape(before: Any, now: Any) -> bool:
    """Whether two shapes differ in what is known of them."""
    if None in (rank_of(before), rank_of(now)):
        return False
    ours, theirs = wrap(before).shape, wrap(now).shape
    return len(ours) != len(theirs) or any(
        None not in (one, other) and one != other for one, other in zip(ours, theirs, strict=True)
    )


def items_of(home: Home, iterable: Any) -> tuple[Any, Iterable[Any]]:
    """The items of a loop: as the rows of a native array, None where they are no arrays; and one after the other.

    Raises
    ------
    AikitTypeError : no iterable.
    AikitValueError : a 0-d array.
    """
    if isinstance(iterable, range):
        rows = aikit.arange(
            iterable.start, iterable.stop, iterable.step, dtype=aikit.default_int_dtype(), device=home.device
        )
        return rows._data, rows
    if isinstance(iterable, Array) or backend_handler.backend_of(iterable) is not None:
        rows = wrap(home.native("iterable", iterable))
        if rank_of(rows._data) == 0:
            raise AikitValueError(
                f"{home.function}: iterable={shown(iterable)} is a 0-d array; it has no rows to iterate over"
            )
        return rows._data, rows
    if not isinstance(iterable, Iterable):
        raise AikitTypeError(
            f"{home.function}: iterable={shown(iterable)} is a {type(iterable).__name__}; give an iterable, such as a range"
        )
    return None, iterable
