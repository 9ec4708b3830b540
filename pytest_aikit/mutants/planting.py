"""How a mutant is planted: in the place of a backend's implementation, or around the public function; and taken out again.

The public function itself stays the one object that it is. What it looks up is replaced: the implementations in its table
and in the backend's module, or its slow path, beside a table without entries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

import aikit
from aikit import backend_handler
from aikit.core.arrays import ArrayBase, wrap
from aikit.core.nodes import Node
from pytest_aikit.cases import cells, oracle
from pytest_aikit.mutants.records import Target, Watch
from pytest_aikit.numerics.comparing import same_bits
from pytest_aikit.numerics.promotion import numpy_dtype

_ABSENT: Any = object()


class Call:
    """One call of a function that is broken, on native arrays.

    Attributes
    ----------
    args, kwargs : as the implementation receives them.
    """

    def __init__(self, target: Target, watch: Watch, real: Callable[..., Any], args: Any, kwargs: Any) -> None:
        self.target, self.watch, self._real, self.args, self.kwargs = target, watch, real, args, kwargs
        self.raised: list[BaseException] = []

    def real(self, *args: Any, **kwargs: Any) -> Any:
        """What the real function gives; its errors pass, and are not those of the mutant."""
        try:
            result = self._real(*args, **kwargs)
        except Exception as error:
            self.raised.append(error)
            raise
        # what NumPy gives without dimensions is made an array later
        return np.asarray(result) if isinstance(result, np.generic) else result

    def refuse(self, error: Exception) -> Exception:
        """An error that the mutant raises because that is what it does."""
        self.raised.append(error)
        return error

    def result(self) -> Any:
        """What the real function gives for this call."""
        return self.real(*self.args, **self.kwargs)

    def differs(self) -> None:
        """Note that the mutant now gives something else."""
        self.watch.reached += 1

    @cached_property
    def arguments(self) -> dict[str, Any]:
        """The arguments by parameter, defaults filled in."""
        bound = self.target.function.signature.bind(*self.args, **self.kwargs)
        bound.apply_defaults()
        bound.arguments.pop("out", None)
        return dict(bound.arguments)

    def with_arguments(self, **changed: Any) -> Any:
        """What the real function gives with other arguments."""
        args, kwargs = oracle.as_passed(self.target.function, {**self.arguments, **changed})
        return self.real(*args, **kwargs)

    @cached_property
    def backend(self) -> Any:
        return self.target.module

    def is_array(self, value: Any) -> bool:
        return self.backend.is_native_array(value)

    def arrays(self) -> list[Any]:
        """The native arrays among the arguments, those in lists too."""
        found: list[Any] = []
        for value in self.arguments.values():
            found += [one for one in (value if isinstance(value, (list, tuple)) else [value]) if self.is_array(one)]
        return found

    @property
    def is_traced(self) -> bool:
        """Whether there are no values to look at."""
        return any(map(self.backend.is_traced, self.arrays()))

    def first(self, name: str = "") -> Any:
        """The array at a parameter, or the first one; None where there is none."""
        found = [self.arguments[name]] if name else self.arrays()
        return found[0] if found and self.is_array(found[0]) else None

    def host(self, native: Any) -> np.ndarray:
        return np.array(self.backend.to_numpy(native))

    def dtype_of(self, native: Any) -> str:
        return aikit.dtypes.as_dtype(native.dtype).name

    @staticmethod
    def shape_of(native: Any) -> tuple[Any, ...] | None:
        """The lengths of a native array; None where a trace does not know how many there are."""
        try:
            return tuple(native.shape)
        except ValueError:  # of TensorFlow
            return None

    @property
    def dtype(self) -> str:
        """The leading dtype: that of the leading array, or the one that is asked for."""
        lead = cells.leading_parameter(self.target.function)
        given = self.arguments.get(lead or "dtype")
        first = next(iter(given), None) if isinstance(given, (list, tuple)) else given
        if self.is_array(first):
            return self.dtype_of(first)
        return aikit.dtypes.as_dtype(first).name if lead is None and first is not None else ""

    def native(self, values: np.ndarray, like: Any, dtype: str = "") -> Any:
        """Values as a native array, on the device and of the dtype of another one."""
        name = dtype or self.dtype_of(like)
        values = np.asarray(values).astype(numpy_dtype(name))
        # the mask of devices: what is made of host data is where the result was
        return self.backend.from_numpy(values, self.backend.native_dtypes[name], self.backend.dev(like))

    def changed(self, result: Any, change: Callable[[np.ndarray, int], Any]) -> Any:
        """The result with the values of each of its arrays changed, on the host; None leaves one as it is."""
        several = isinstance(result, (list, tuple))
        leaves = [self._changed_leaf(one, change, place) for place, one in enumerate(result if several else [result])]
        return _like_tuple(result, leaves) if several else leaves[0]

    def _changed_leaf(self, native: Any, change: Callable[[np.ndarray, int], Any], place: int) -> Any:
        if not self.is_array(native):
            return native
        before = self.host(native)
        after = change(before.copy(), place)
        if after is None or same_bits(before, np.asarray(after)):
            return native
        self.differs()
        return self.native(after, native)


def _like_tuple(result: Any, leaves: list[Any]) -> Any:
    """The leaves in the sequence that a result is."""
    return type(result)(*leaves) if hasattr(result, "_fields") else type(result)(leaves)


Break = Callable[[Call], Any]
"""What runs in the place of an implementation."""
Replace = Callable[[Callable[..., Any]], Callable[..., Any]]


@dataclass(frozen=True)
class Plant:
    """How a mutant is planted, and how something is planted in the same way that breaks nothing.

    What a check finds of the second it would find of every mutant, so that it says nothing of this one.

    Attributes
    ----------
    way : ``implementation``, ``any implementation``, ``results`` or ``public``.
    context : plants what it is given.
    broken, harmless : what is to be planted.
    """

    way: str
    context: Callable[[Watch, Any], AbstractContextManager[None]]
    broken: Any
    harmless: Any

    def mutant(self, watch: Watch) -> AbstractContextManager[None]:
        """The context in which the function is broken."""
        return self.context(watch, self.broken)

    def nothing(self) -> AbstractContextManager[None]:
        """The context in which something stands in the same place, and does what the real function does."""
        return self.context(Watch(), self.harmless)


# ------------------------------------------------------------------------------------------------ implementations


def in_implementation(target: Target, broken: Break, *, sees_tracers: bool = False) -> Plant:
    """What puts something else in the place of the implementation of a function on a backend.

    Parameters
    ----------
    sees_tracers : whether it does so under a trace, where there are no values, too.
    """

    def context(watch: Watch, broken: Break) -> AbstractContextManager[None]:
        def replaced(real: Callable[..., Any]) -> Callable[..., Any]:
            def mutated(*args: Any, **kwargs: Any) -> Any:
                if not sees_tracers and any(backend.is_traced(x) for x in args if backend.is_native_array(x)):
                    return real(*args, **kwargs)
                return guarded(Call(target, watch, real, args, kwargs), broken)

            return mutated

        return _implementation(target, replaced)

    backend = target.module
    return Plant("any implementation" if sees_tracers else "implementation", context, broken, Call.result)


def in_results(
    target: Target, change: Callable[[Any], Any], where: Callable[[Any, Any], bool] = lambda args, kwargs: True
) -> Plant:
    """What changes the native results of an implementation, so simply that a trace can follow where nothing is changed.

    Parameters
    ----------
    where : of the arguments by place and by name, whether it does.
    """

    def context(watch: Watch, change: Callable[[Any], Any]) -> AbstractContextManager[None]:
        def replaced(real: Callable[..., Any]) -> Callable[..., Any]:
            def mutated(*args: Any, **kwargs: Any) -> Any:
                result = real(*args, **kwargs)
                if not where(args, kwargs):
                    return result
                if isinstance(result, tuple) and hasattr(result, "_fields"):
                    return type(result)(*[change(one) for one in result])
                if isinstance(result, (list, tuple)):
                    return type(result)([change(one) for one in result])
                return change(result)

            return mutated

        return _implementation(target, replaced)

    return Plant("results", context, change, lambda native: native)


def guarded(call: Any, broken: Callable[[Any], Any]) -> Any:
    """Run what is broken; an error that is its own, and not that of the real function, is noted."""
    try:
        return broken(call)
    except Exception as error:
        if not any(error is one for one in call.raised):
            call.watch.errors.append(error)
        _forget_frames(error)
        raise
    finally:
        call.raised.clear()


def _forget_frames(error: BaseException | None) -> None:
    """Let an error, and those it came from, hold no frame of a mutant, which would keep the arguments alive."""
    while error is not None:
        error.__traceback__ = None
        error = error.__cause__ or error.__context__


@contextmanager
def _implementation(target: Target, replaced: Replace) -> Iterator[None]:
    function, backend = target.function, target.module
    # what is made of other functions is so on every backend, whatever has its name there
    own = None if function.kind == "compositional" else backend_handler.find_implementation(function, backend)
    with ExitStack() as undo:
        if own is None:
            body = function.body
            undo.callback(setattr, function, "body", body)
            function.body = _on_natives(backend, replaced, body)
        else:
            owner, name = _owner(backend, function.qualified_name)
            undo.callback(_put_back, owner, name, vars(owner).get(name, _ABSENT))
            setattr(owner, name, replaced(own))
            for row in {id(row): row for cls, row in function.table.items() if _is_of(cls, backend)}.values():
                undo.callback(row.update, dict(row))
                if function.forwards:  # else they hold the body, which calls what was replaced
                    row.update({dtype: replaced(implementation) for dtype, implementation in row.items()})
        yield


def _is_of(cls: type, backend: Any) -> bool:
    return backend_handler.backend_of_class(cls) is backend


def _owner(backend: Any, qualified_name: str) -> tuple[Any, str]:
    *parts, name = qualified_name.split(".")
    for part in parts:
        backend = getattr(backend, part)
    return backend, name


def _put_back(owner: Any, name: str, before: Any) -> None:
    if before is _ABSENT:
        delattr(owner, name)
    else:
        setattr(owner, name, before)


def _on_natives(backend: Any, replaced: Callable[..., Any], body: Callable[..., Any]) -> Callable[..., Any]:
    """The body of a function that is made of others, which works on Arrays, broken as an implementation is."""

    def arrays(value: Any) -> Any:
        if type(value) in (list, tuple):
            return type(value)(map(arrays, value))
        return wrap(value) if backend.is_native_array(value) else value

    def real(*args: Any, **kwargs: Any) -> Any:
        return natives(body(*map(arrays, args), **{name: arrays(value) for name, value in kwargs.items()}))

    def natives(value: Any) -> Any:
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return type(value)(*map(natives, value))
        if type(value) in (list, tuple):
            return type(value)(map(natives, value))
        return value._data if isinstance(value, ArrayBase) else value

    def mutated(*args: Any, **kwargs: Any) -> Any:
        result = replaced(real)(*map(natives, args), **{name: natives(value) for name, value in kwargs.items()})
        return _like_tuple(result, list(map(arrays, result))) if isinstance(result, tuple) else arrays(result)

    return mutated


# ------------------------------------------------------------------------------------------------ public functions


class PublicCall:
    """One call of a public function that is broken, with the arguments as the caller wrote them."""

    def __init__(self, target: Target, watch: Watch, real: Callable[..., Any], args: Any, kwargs: Any) -> None:
        self.target, self.watch, self._real, self.args, self.kwargs = target, watch, real, tuple(args), dict(kwargs)
        self.raised: list[BaseException] = []

    def real(self, *args: Any, **kwargs: Any) -> Any:
        """What the real function gives; its errors pass, and are not those of the mutant."""
        try:
            return self._real(args, kwargs)
        except Exception as error:
            self.raised.append(error)
            raise

    def refuse(self, error: Exception) -> Exception:
        """An error that the mutant raises because that is what it does."""
        self.raised.append(error)
        return error

    def result(self) -> Any:
        """What the real function gives for this call."""
        return self.real(*self.args, **self.kwargs)

    def differs(self) -> None:
        """Note that the mutant now gives something else."""
        self.watch.reached += 1

    @property
    def given(self) -> dict[str, Any]:
        """The arguments that are given, by parameter; of those that it does not take, the keywords."""
        try:
            return dict(self.target.function.signature.bind_partial(*self.args, **self.kwargs).arguments)
        except TypeError:
            return self.kwargs

    @property
    def items(self) -> list[Any]:
        """The arguments, and what is in lists among them; without `out`."""
        given = (*self.args, *(value for name, value in self.kwargs.items() if name != "out"))
        return [one for value in given for one in (value if isinstance(value, (list, tuple)) else [value])]

    @property
    def arrays(self) -> list[Any]:
        """The Arrays among the arguments."""
        return [one for one in self.items if isinstance(one, ArrayBase)]

    @property
    def promoted(self) -> list[Any]:
        """The arguments that are brought to one dtype."""
        given = self.given
        found = [given[name] for name in self.target.function.promote if name in given]
        return [one for value in found for one in (value if isinstance(value, (list, tuple)) else [value])]

    @property
    def overriding(self) -> list[Any]:
        """The arguments whose class overrides the function."""
        return [one for one in self.items if not isinstance(one, (ArrayBase, Node)) and hasattr(type(one), _PROTOCOL)]

    @property
    def has_containers(self) -> bool:
        return any(isinstance(one, Node) for one in self.items)

    @property
    def is_plain(self) -> bool:
        """Whether it is neither mapped over containers nor overridden."""
        return not self.has_containers and not self.overriding


_PROTOCOL = "__aikit_array_function__"
BreakPublic = Callable[[PublicCall], Any]


def in_public(target: Target, broken: BreakPublic) -> Plant:
    """What puts something else in the place of a public function, and of its form that is bound to the backend."""

    def context(watch: Watch, broken: BreakPublic) -> AbstractContextManager[None]:
        def replaced(real: Callable[..., Any]) -> Callable[..., Any]:
            def mutated(args: Any, kwargs: dict[str, Any]) -> Any:
                return guarded(PublicCall(target, watch, real, args, kwargs), broken)

            return mutated

        return _public(target, replaced)

    return Plant("public", context, broken, PublicCall.result)


@contextmanager
def _public(target: Target, replaced: Replace) -> Iterator[None]:
    aikit.get_backend(target.backend)  # makes the bound form
    forms = [target.function.public]
    if target.backend in target.function.bound:
        forms.append(target.function.bound[target.backend].function)
    with ExitStack() as undo:
        for form in forms:
            scope = form.__globals__  # type: ignore[attr-defined]
            undo.callback(scope.update, {"SLOW": scope["SLOW"], "TABLE": scope["TABLE"]})
            scope.update(SLOW=replaced(scope["SLOW"]), TABLE={})
        yield


# ------------------------------------------------------------------------------------------------ members


def in_member(owner: Any, name: str, broken: Callable[..., Any]) -> Plant:
    """What puts something else in the place of a member of the backend's contract, such as that which reads items, or of a class.

    Parameters
    ----------
    broken : takes the `Watch`, the real member, and what that takes.
    """

    @contextmanager
    def context(watch: Watch, broken: Callable[..., Any]) -> Iterator[None]:
        real = getattr(owner, name)

        def mutated(*args: Any, **kwargs: Any) -> Any:
            try:
                return broken(watch, real, *args, **kwargs)
            except Exception as error:
                _forget_frames(error)
                raise

        with ExitStack() as undo:
            undo.callback(_put_back, owner, name, vars(owner).get(name, _ABSENT))
            setattr(owner, name, mutated)
            yield

    return Plant(name, context, broken, lambda watch, real, *args, **kwargs: real(*args, **kwargs))
