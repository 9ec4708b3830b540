"""The arrays in a nest of arguments, taken out of it as the frameworks differentiate them, and put back."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

import aikit
from aikit import backend_handler, dtypes
from aikit.array import Array
from aikit.core.arrays import wrap
from aikit.core.nests import described, entries_of, is_nest, mapped, walk
from aikit.core.records import REGISTRY
from aikit.core.wording import shown
from aikit.dispatch.arguments import choose_backend
from aikit.dispatch.host_data import PYTHON_SCALARS, accept_native, arrays_in
from aikit.exceptions import (
    AikitAxisError,
    AikitBackendException,
    AikitNotImplementedException,
    AikitTypeError,
    AikitValueError,
)

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


_CONSTANTS = (int, str, type(None), np.integer, np.bool_)
"""What a nest of variables may hold beside them: it stays as it is, and has no gradient."""


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
        natives = [
            native for native in (_native(leaf) for _, leaf in arrays) if backend_handler.backend_of(native) is backend
        ]
        known = [native for native in natives if not backend.is_traced(native)]
        first = next(iter(known or natives), None)  # of a traced one it may not be known where it is
        return Home(function, backend, None if first is None else wrap(first).device)

    def native(self, name: str, leaf: Any) -> Any:
        """The native array that a leaf is, or that is made of a number or of an ndarray."""
        if isinstance(leaf, Array) and leaf._backend is self.backend:
            return leaf._data
        if backend_handler.backend_of(leaf) is self.backend:
            return accept_native(self.function, name, leaf, self.backend)
        if isinstance(leaf, (np.ndarray, np.generic, *PYTHON_SCALARS)):
            return self.run(lambda: aikit.asarray(leaf, device=self.device))._data
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

    def autograd(self, name: str) -> Callable[..., Any]:
        """The backend's own function of gradients of a name.

        Raises
        ------
        AikitNotImplementedException : the backend has no autograd.
        """
        found = getattr(self.backend, name)
        if found is None:
            raise AikitNotImplementedException(
                f"{self.function}: the backend {self.backend.name!r} has no autograd, so there are no gradients; bring the "
                "arrays to another one, such as 'torch', 'jax' or 'tensorflow', with aikit.to_backend"
            )
        return found

    def run(self, work: Callable[..., Any], *args: Any) -> Any:
        """Call `work`: what it makes of host data is on this backend."""
        outer = backend_handler.enter_running(self.backend, None)
        try:
            return self.backend.on_device_of_inputs(work)(*args)
        finally:
            backend_handler.leave_running(outer)


class Variables:
    """The variables of a call: the arrays in some of its arguments, which are nests.

    Attributes
    ----------
    home : where the call runs, by all the arrays in its arguments.
    native : the native arrays of the variables, in order.
    """

    def __init__(
        self,
        function: str,
        args: Sequence[Any],
        places: Sequence[int],
        bound: Any,
        label: str = "",
        keywords: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        labels = [label or f"args[{place}]" for place in range(len(args))]
        every = [leaf for name, arg in zip(labels, args, strict=True) for leaf in leaves_of(name, arg)]
        every += [leaf for name, arg in keywords.items() for leaf in leaves_of(name, arg)]
        self.home = Home.of(function, every, bound)
        self._args, self._places, self._keywords = list(args), places, keywords
        found = [list(leaves_of(labels[place], args[place])) for place in places]
        # a constant by itself is a mistake; among variables it is what a model has beside its weights
        self._vary = [
            [not isinstance(leaf, _CONSTANTS) or not is_nest(args[place]) for _, leaf in leaves]
            for place, leaves in zip(places, found, strict=True)
        ]
        self.native = [
            self.home.variable(name, leaf)
            for leaves, vary in zip(found, self._vary, strict=True)
            for name, leaf in itertools.compress(leaves, vary)
        ]

    def nests(self, natives: Iterable[Any], constants: bool = False) -> list[Any]:
        """For each of the arguments, a nest like it of other arrays, and of None or the `constants` beside them."""
        arrays = map(wrap, natives)
        return [
            replaced(
                self.home.function,
                self._args[place],
                [
                    next(arrays) if varies else leaf if constants else None
                    for (_, leaf), varies in zip(leaves_of("", self._args[place]), vary, strict=True)
                ],
            )
            for place, vary in zip(self._places, self._vary, strict=True)
        ]

    def call(self, func: Callable[..., Any], natives: Iterable[Any]) -> Any:
        """Call `func` with other arrays in the place of the variables."""
        args = list(self._args)
        for place, nest in zip(self._places, self.nests(natives, constants=True), strict=True):
            args[place] = nest
        return func(*args, **self._keywords)


class Results:
    """A function of the caller's as the backends make Jacobians of it: lists of native arrays in and out."""

    def __init__(self, func: Callable[..., Any], variables: Variables) -> None:
        self._func, self._variables = func, variables
        self._nest: Any = None

    def __call__(self, natives: Sequence[Any]) -> list[Any]:
        self._nest = self._variables.call(self._func, natives)
        return [self._variables.home.result(leaf) for _, leaf in leaves_of("", self._nest)]

    def jacobians(self, rows: Iterable[Sequence[Any]]) -> Any:
        """A nest like what the last call returned, of those of each array with respect to the first argument."""
        nests = (self._variables.nests(row)[0] for row in rows)
        return replaced(self._variables.home.function, self._nest, nests)


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
        ones = map(wrap, arrays)
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


class Vectorized:
    """A function of the caller's as the backends map it: lists of native arrays in and out, mapped over the first axis.

    Attributes
    ----------
    home : where the call runs, by all the arrays in its arguments.
    native : the native arrays that are mapped over, each with the axis first.
    """

    def __init__(
        self,
        function: str,
        func: Callable[..., Any],
        args: Sequence[Any],
        keywords: Mapping[str, Any],
        in_axes: Any,
        bound: Any,
    ) -> None:
        self._axes = _axes_of_leaves(function, "in_axes", in_axes, tuple(args))
        found = [leaf for place, arg in enumerate(args) for leaf in leaves_of(f"args[{place}]", arg)]
        others = [leaf for name, arg in keywords.items() for leaf in leaves_of(name, arg)]
        self.home = Home.of(function, found + others, bound)
        self._func, self._args, self._keywords = func, args, keywords
        moved = [
            self._with_axis_first(name, leaf, axis)
            for (name, leaf), axis in zip(found, self._axes, strict=True)
            if axis is not None
        ]
        self._check_lengths(moved)
        self.native = [array._data for _, array in moved]
        self._nest: Any = None

    def _with_axis_first(self, name: str, leaf: Any, axis: int) -> tuple[str, Array]:
        array = wrap(self.home.native(name, leaf))
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
        arrays, axes = map(wrap, natives), iter(self._axes)
        args = mapped(self.home.function, lambda leaf: leaf if next(axes) is None else next(arrays), tuple(self._args))
        self._nest = self._func(*args, **self._keywords)
        return [self.home.native(f"what func returned{name}", leaf) for name, leaf in leaves_of("", self._nest)]

    def result(self, natives: Iterable[Any], out_axes: Any) -> Any:
        """What the function returned, with the axis that the arrays have first where `out_axes` says."""
        function, nest = self.home.function, self._nest
        several = isinstance(nest, (list, tuple)) or not isinstance(out_axes, (list, tuple))
        axes = _axes_of_leaves(function, "out_axes", out_axes, nest if several else (nest,))
        if None in axes:
            raise AikitValueError(f"{function}: out_axes holds None; every result has the axis, so name its place")
        arrays = map(wrap, natives)
        return replaced(function, nest, (aikit.moveaxis(x, 0, axis) for x, axis in zip(arrays, axes, strict=True)))


def _axes_of_leaves(function: str, argument: str, axes: Any, nest: Any) -> list[Any]:
    """The axis of each leaf of a nest: that of the place in `axes` above which the nest goes on.

    Raises
    ------
    AikitValueError : `axes` is no int, no None, and no nest of these with the entries that `nest` has; or None for results.
    """
    if axes is None or type(axes) is int:
        return [axes] * sum(1 for _ in leaves_of("", nest))
    alike = isinstance(axes, dict) == isinstance(nest, dict) and is_nest(axes) and is_nest(nest)
    if not alike or dict(entries_of(axes)).keys() != dict(entries_of(nest)).keys():
        of = "the arguments" if argument == "in_axes" else "the results"
        raise AikitValueError(
            f"{function}: {argument} has {shown(axes)} for {described(nest)}; it must be an int or None, or a nest of these, "
            f"one for each of {of} and of what is in them"
        )
    within = dict(entries_of(axes))
    return [one for key, child in entries_of(nest) for one in _axes_of_leaves(function, argument, within[key], child)]
