"""The arrays in a nest of arguments, taken out of it as the frameworks differentiate them, and put back."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from aikit import backend_handler, dtypes
from aikit.arguments import choose_backend
from aikit.array import Array
from aikit.conversion import PYTHON_SCALARS, admit, arrays_in
from aikit.declare import REGISTRY
from aikit.exceptions import AikitAxisError, AikitBackendException, AikitTypeError, AikitValueError
from aikit.nests import mapped, walk
from aikit.wording import shown

_FLOATING = dtypes.CATEGORIES["real floating-point"]


def leaves_of(argument: str, nest: Any) -> Iterator[tuple[str, Any]]:
    """What a message calls it, and the leaf, for every leaf of a nest."""
    for index, leaf, within in walk(nest):
        if not within:
            yield argument + "".join(f"[{key!r}]" for key in index), leaf


def replaced(function: str, nest: Any, leaves: Iterable[Any]) -> Any:
    """A nest like `nest` with other leaves, in the order of its own."""
    ones = iter(leaves)
    return mapped(function, lambda leaf: next(ones), nest)


@dataclass(frozen=True)
class Home:
    """Where a call of a function with nests of arrays runs: the backend of the arrays, and their device."""

    function: str
    backend: Any
    device: Any

    @staticmethod
    def of(function: str, leaves: Iterable[tuple[str, Any]], bound: Any) -> Home:
        """That of the first array among the leaves; an error where there are several backends."""
        arrays = [(name, leaf) for name, leaf in leaves if arrays_in(leaf)]
        backend = choose_backend(REGISTRY[function], arrays, bound)
        for native in (_native(leaf) for _, leaf in arrays):
            if backend_handler.backend_of(native) is backend and not backend.is_traced(native):
                return Home(function, backend, Array._wrap(native).device)
        return Home(function, backend, None)

    def native(self, name: str, leaf: Any) -> Any:
        """The native array that a leaf is, or that is made of a number or of an ndarray."""
        if isinstance(leaf, Array) and leaf._backend is self.backend:
            return leaf._data
        if backend_handler.backend_of(leaf) is self.backend:
            return admit(self.function, name, leaf, self.backend)
        if isinstance(leaf, (np.ndarray, np.generic, *PYTHON_SCALARS)):
            from aikit.namespace import get_backend

            return get_backend(self.backend.name).asarray(leaf, device=self.device)._data
        if arrays_in(leaf):
            raise AikitBackendException(
                f"{self.function}: {name}={shown(leaf)} is no array of {self.backend.name!r}, on which it runs; bring it over "
                f"with aikit.to_backend(..., {self.backend.name!r})"
            )
        raise AikitTypeError(f"{self.function}: {name}={shown(leaf)} is a {type(leaf).__name__}; it must be an array")

    def variable(self, name: str, leaf: Any) -> Any:
        """The native array of a leaf that is to be differentiated.

        Raises
        ------
        AikitTypeError : an array that is not floating-point, or no array.
        """
        native = self.native(name, leaf)
        dtype = dtypes.as_dtype(native.dtype)
        if dtype not in _FLOATING:
            raise AikitTypeError(
                f"{self.function}: {name} has dtype {dtype}; gradients are with respect to real floating-point arrays "
                f"({', '.join(d for d in dtypes.DTYPES if d in _FLOATING)}); cast it with aikit.astype, or leave it out"
            )
        return native

    def result(self, y: Any) -> Any:
        """The native array that a function of the caller's returned to be differentiated.

        Raises
        ------
        AikitTypeError : no array, or one that is not floating-point.
        """
        if backend_handler.backend_of(_native(y)) is None:
            raise AikitTypeError(
                f"{self.function}: func returned {shown(y)}, a {type(y).__name__}; what is to be differentiated must be an "
                "array, and other things may follow it in a tuple where a loss is to be returned"
            )
        return self.variable("what func returned", y)

    def run(self, work: Callable[..., Any], *args: Any) -> Any:
        """Call `work`: what it makes of host data is on this backend."""
        outer = backend_handler.enter_running(self.backend, None)
        try:
            return backend_handler.at_home(self.backend, work)(*args)
        finally:
            backend_handler.leave_running(outer)


class Variables:
    """The variables of a call: the arrays in some of its arguments, which are nests.

    Attributes
    ----------
    home : where the call runs, by all the arrays in its arguments.
    native : the native arrays of the variables, in order.
    """

    def __init__(self, function: str, args: Sequence[Any], places: Sequence[int], bound: Any, label: str = "") -> None:
        labels = [label or f"args[{place}]" for place in range(len(args))]
        every = [leaf for name, arg in zip(labels, args, strict=True) for leaf in leaves_of(name, arg)]
        self.home = Home.of(function, every, bound)
        self._args, self._places = list(args), places
        found = [list(leaves_of(labels[place], args[place])) for place in places]
        self.native = [self.home.variable(name, leaf) for leaves in found for name, leaf in leaves]
        self._counts = [len(leaves) for leaves in found]

    def nests(self, natives: Iterable[Any]) -> list[Any]:
        """For each of the arguments, a nest like it of other arrays."""
        arrays = map(Array._wrap, natives)
        return [
            replaced(self.home.function, self._args[place], itertools.islice(arrays, count))
            for place, count in zip(self._places, self._counts, strict=True)
        ]

    def call(self, func: Callable[..., Any], natives: Iterable[Any]) -> Any:
        """Call `func` with other arrays in the place of the variables."""
        args = list(self._args)
        for place, nest in zip(self._places, self.nests(natives), strict=True):
            args[place] = nest
        return func(*args)


class Loss:
    """A function of the caller's as the backends differentiate it: native arrays in, a 0-d one and a list of others out.

    Attributes
    ----------
    several : whether the last call returned a tuple, of the loss and other things.
    """

    def __init__(self, func: Callable[..., Any], variables: Variables) -> None:
        self._func, self._variables, self._home = func, variables, variables.home
        self.several = False
        self._further: Any = []

    def __call__(self, natives: Sequence[Any]) -> tuple[Any, list[Any]]:
        result = self._variables.call(self._func, natives)
        self.several = isinstance(result, tuple) and bool(result)
        y, *self._further = result if self.several else (result,)
        return self._checked(y), [_native(leaf) for _, leaf in leaves_of("", self._further) if self._is_ours(leaf)]

    def further(self, arrays: Iterable[Any]) -> list[Any]:
        """What the last call returned beside the loss, with the arrays that the framework made of its own."""
        ones = map(Array._wrap, arrays)
        return mapped(self._home.function, lambda leaf: next(ones) if self._is_ours(leaf) else leaf, self._further)

    def _is_ours(self, leaf: Any) -> bool:
        return backend_handler.backend_of(_native(leaf)) is self._home.backend

    def _checked(self, y: Any) -> Any:
        native = self._home.result(y)
        if len(native.shape) != 0:
            raise AikitValueError(
                f"{self._home.function}: func returned an array of shape {tuple(native.shape)}; it must return a 0-d array, "
                "the loss, so reduce it, as with aikit.sum or aikit.mean, or use aikit.jac"
            )
        return native


def _native(leaf: Any) -> Any:
    return leaf._data if isinstance(leaf, Array) else leaf


# ------------------------------------------------------------------------------------------------ vmap


class Mapping:
    """A function of the caller's as the backends map it: lists of native arrays in and out, mapped over the first axis.

    Attributes
    ----------
    home : where the call runs, by all the arrays in its arguments.
    native : the native arrays that are mapped over, each with the axis first.
    """

    def __init__(self, function: str, func: Callable[..., Any], args: Sequence[Any], in_axes: Any, bound: Any) -> None:
        axes = self._axes("in_axes", in_axes, len(args), function)
        labels = [f"args[{place}]" for place in range(len(args))]
        found = [list(leaves_of(label, arg)) for label, arg in zip(labels, args, strict=True)]
        self.home = Home.of(function, [leaf for leaves in found for leaf in leaves], bound)
        self._func, self._args, self._axes_in = func, args, axes
        moved = [
            self._with_axis_first(name, leaf, axis)
            for leaves, axis in zip(found, axes, strict=True)
            if axis is not None
            for name, leaf in leaves
        ]
        self._check_lengths(moved)
        self.native = [array._data for _, array in moved]
        self._nest: Any = None

    def _axes(self, argument: str, axes: Any, count: int, function: str) -> list[int | None]:
        found = list(axes) if isinstance(axes, (list, tuple)) else [axes] * count
        if len(found) != count or not all(axis is None or type(axis) is int for axis in found):
            raise AikitValueError(
                f"{function}: {argument}={shown(axes)} must be an int, or a list or tuple of {count}, one for each of "
                f"{'the arguments' if argument == 'in_axes' else 'the results'}"
            )
        return found

    def _with_axis_first(self, name: str, leaf: Any, axis: int) -> tuple[str, Array]:
        import aikit

        array = Array._wrap(self.home.native(name, leaf))
        if not -array.ndim <= axis < array.ndim:
            raise AikitAxisError(
                f"{self.home.function}: in_axes: {name} has shape {array.shape}, and so no axis {axis} to map over"
            )
        return name, aikit.moveaxis(array, axis, 0)

    def _check_lengths(self, moved: Sequence[tuple[str, Array]]) -> None:
        lengths = {name: array.shape[0] for name, array in moved}
        if (
            len({length for length in lengths.values() if length is not None}) > 1
            or 0 in lengths.values()
            or not lengths
        ):
            shown_lengths = ", ".join(f"{name}: {length}" for name, length in lengths.items()) or "none at all"
            raise AikitValueError(
                f"{self.home.function}: the axes that are mapped over must have one length of at least 1; got {shown_lengths}"
            )

    def __call__(self, natives: Sequence[Any]) -> list[Any]:
        arrays = map(Array._wrap, natives)
        args = [
            arg if axis is None else mapped(self.home.function, lambda leaf: next(arrays), arg)
            for arg, axis in zip(self._args, self._axes_in, strict=True)
        ]
        self._nest = self._func(*args)
        return [self.home.native(f"what func returned{name}", leaf) for name, leaf in leaves_of("", self._nest)]

    def result(self, natives: Iterable[Any], out_axes: Any) -> Any:
        """What the function returned, with the axis that the arrays have first where `out_axes` says."""
        function = self.home.function
        nest = replaced(function, self._nest, map(Array._wrap, natives))
        if not isinstance(out_axes, (list, tuple)):
            return self._with_axis_at(nest, self._axes("out_axes", out_axes, 1, function)[0])
        items = nest if isinstance(nest, tuple) else (nest,)
        axes = self._axes("out_axes", out_axes, len(items), function)
        placed = tuple(self._with_axis_at(item, axis) for item, axis in zip(items, axes, strict=True))
        return placed if isinstance(nest, tuple) else placed[0]

    def _with_axis_at(self, nest: Any, axis: int | None) -> Any:
        import aikit

        if axis is None:
            raise AikitValueError(
                f"{self.home.function}: out_axes holds None; every result has the axis, so name its place"
            )
        return mapped(self.home.function, lambda leaf: aikit.moveaxis(leaf, 0, axis), nest)
