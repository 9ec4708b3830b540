"""`__aikit_array_function__`: which override is asked, in which order, and what it receives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aikit
from aikit import AikitBackendException, Array


class Recorder:
    """A class that takes over every function, and keeps what it was given."""

    def __init__(self) -> None:
        self.calls: list[Any] = []

    def __aikit_array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        self.calls.append((func, types, args, kwargs))
        return type(self).__name__


class Child(Recorder):
    pass


class Unrelated:
    __init__ = Recorder.__init__
    __aikit_array_function__ = Recorder.__aikit_array_function__


class Declines:
    def __aikit_array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return NotImplemented


class Foreign:
    """A class without the protocol."""


# ------------------------------------------------------------------------------------------------ what it receives

X = Recorder()
AS_WRITTEN = {
    "positional": (lambda xp: xp.reshape(X, (2,)), "reshape", (X, (2,)), {}),
    "keyword": (lambda xp: xp.reshape(X, shape=(2,)), "reshape", (X,), {"shape": (2,)}),
    "list stays a list": (lambda xp: xp.reshape(X, [2]), "reshape", (X, [2]), {}),
    "default not filled in": (lambda xp: xp.sum(X), "sum", (X,), {}),
    "axis": (lambda xp: xp.sum(X, axis=1, keepdims=True), "sum", (X,), {"axis": 1, "keepdims": True}),
    "None is kept": (lambda xp: xp.sum(X, axis=None), "sum", (X,), {"axis": None}),
    "clip, positional": (lambda xp: xp.clip(X, 0, 1), "clip", (X, 0, 1), {}),
    "clip, keyword": (lambda xp: xp.clip(X, min=0), "clip", (X,), {"min": 0}),
    "clip, mixed": (lambda xp: xp.clip(X, 0, max=2), "clip", (X, 0), {"max": 2}),
    "no injected out": (lambda xp: xp.sin(X), "sin", (X,), {}),
    "out=None": (lambda xp: xp.sin(X, out=None), "sin", (X,), {}),
    "scalar stays a scalar": (lambda xp: xp.add(X, 2), "add", (X, 2), {}),
    "list beside": (lambda xp: xp.add([1, 2], X), "add", ([1, 2], X), {}),
    "dtype as written": (lambda xp: xp.astype(X, "float64"), "astype", (X, "float64"), {}),
    "sequence": (lambda xp: xp.concat([X, X], axis=0), "concat", ([X, X],), {"axis": 0}),
    "sequence, tuple": (lambda xp: xp.stack((X,)), "stack", ((X,),), {}),
    "second": (lambda xp: xp.where([True], 0.0, X), "where", ([True], 0.0, X), {}),
    "variadic": (lambda xp: xp.broadcast_arrays(X, X), "broadcast_arrays", (X, X), {}),
    "asarray": (lambda xp: xp.asarray(X, copy=True), "asarray", (X,), {"copy": True}),
    "to_numpy": (lambda xp: xp.to_numpy(X), "to_numpy", (X,), {}),
    "result_type": (lambda xp: xp.result_type(X, 1), "result_type", (X, 1), {}),
}


@pytest.mark.parametrize("name", AS_WRITTEN)
def test_arguments_are_what_the_caller_wrote(name: str, backend: str, xp: Any) -> None:
    call, function, args, kwargs = AS_WRITTEN[name]
    for namespace in (aikit, xp):
        X.calls.clear()
        assert call(namespace) == "Recorder"
        ((func, types, given, keywords),) = X.calls
        assert func is getattr(aikit, function), "the permanent function, from a bound namespace too"
        assert types == [Recorder]
        assert type(given) is tuple
        assert given == args
        assert keywords == kwargs
        assert type(keywords) is dict


def test_out(xp: Any) -> None:
    x, own = xp.ones(2), Recorder()
    assert aikit.sin(x, out=own) == "Recorder"
    ((func, types, args, kwargs),) = own.calls
    assert (func, types, args) == (aikit.sin, [Array, Recorder], (x,))
    assert kwargs == {"out": own}
    assert aikit.zeros(2, out=Recorder()) == "Recorder", "out alone"


def test_method_operator_and_bound_namespace(xp: Any) -> None:
    x = xp.ones(2)
    for call, args in [
        (lambda r: x + r, lambda r: (x, r)),
        (lambda r: r + x, lambda r: (r, x)),
        (lambda r: x.add(r), lambda r: (x, r)),
        (lambda r: xp.add(x, r), lambda r: (x, r)),
        (lambda r: aikit.add(r, x), lambda r: (r, x)),
    ]:
        own = Recorder()
        assert call(own) == "Recorder"
        ((func, types, given, kwargs),) = own.calls
        assert func is aikit.add
        assert all(a is b for a, b in zip(given, args(own), strict=True))
        assert set(types) == {Array, Recorder}
        assert kwargs == {}
    own = Recorder()
    y = x
    y += own
    assert y == "Recorder"
    assert own.calls[0][3] == {"out": x}
    assert (x < Recorder()) == "Recorder"
    assert (x == Recorder()) == "Recorder"
    assert x @ Recorder() == "Recorder"


def test_numpy_ufunc_leads_to_the_override(xp: Any) -> None:
    own = Recorder()
    assert np.add(xp.ones(2), own) == "Recorder"
    assert own.calls[0][0] is aikit.add


# ------------------------------------------------------------------------------------------------ the order


def test_left_to_right(xp: Any) -> None:
    one, two = Recorder(), Unrelated()
    assert aikit.add(one, two) == "Recorder"
    assert one.calls[0][1] == [Recorder, Unrelated]
    assert two.calls == []
    assert aikit.add(two, one) == "Unrelated"
    assert aikit.concat([xp.ones(1), two, one]) == "Unrelated"
    assert two.calls[-1][1] == [Array, Unrelated, Recorder]


def test_subclass_before_its_base() -> None:
    base, child = Recorder(), Child()
    assert aikit.add(base, child) == "Child"
    assert child.calls[0][1] == [Child, Recorder]
    assert base.calls == []
    assert aikit.concat([Unrelated(), base, child]) == "Unrelated"
    other = Unrelated()
    assert aikit.concat([base, other, child]) == "Child"


def test_types_are_distinct(xp: Any) -> None:
    one = Recorder()
    aikit.concat([one, Recorder(), xp.ones(1), xp.ones(1)])
    assert one.calls[0][1] == [Recorder, Array]
    aikit.concat([one, [1.0], 2.0])
    assert one.calls[1][1] == [Recorder]


def test_next_is_asked_after_not_implemented(xp: Any) -> None:
    own = Recorder()
    assert aikit.add(Declines(), own) == "Recorder"
    assert own.calls[0][1] == [Declines, Recorder]
    assert aikit.concat([xp.ones(1), Declines(), own]) == "Recorder"


def test_protocol_is_looked_up_on_the_type() -> None:
    foreign = Foreign()
    foreign.__aikit_array_function__ = lambda *args: "mine"  # type: ignore[attr-defined]
    with pytest.raises(AikitBackendException, match="sin: x="):
        aikit.sin(foreign)


# ------------------------------------------------------------------------------------------------ subclasses of Array


class Plain(Array):
    """A subclass without an override."""

    def __init__(self, native: Any) -> None:
        self._data = native


class Counting(Array):
    """A subclass that counts, and leaves the work to Array."""

    seen: list[Any] = []  # noqa: RUF012

    def __init__(self, native: Any) -> None:
        self._data = native

    def __aikit_array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        self.seen.append((func, types))
        return super().__aikit_array_function__(func, types, args, kwargs)


def test_subclass_without_override_is_an_array(xp: Any) -> None:
    x = Plain(aikit.to_native(xp.asarray([1.0, 2.0])))
    for y in (aikit.sin(x), x + x, x + xp.ones(2), xp.ones(2) + x, x.sum(), aikit.concat([x, x]), x[0], -x, x * 2):
        assert type(y) is Array
        assert y.backend == xp.zeros(1).backend
    assert aikit.to_list(aikit.add(x, 1)) == [2.0, 3.0]
    x[0] = 5.0
    assert aikit.to_list(x) == [5.0, 2.0]
    x += 1
    assert type(x) is Plain
    assert aikit.to_list(x) == [6.0, 3.0]
    assert aikit.is_aikit_array(x)
    assert not aikit.is_aikit_array(x, exclusive=True)


def test_super_runs_the_function(xp: Any) -> None:
    Counting.seen.clear()
    x = Counting(aikit.to_native(xp.asarray([1.0, 2.0])))
    assert aikit.to_list(aikit.add(x, xp.ones(2))) == [2.0, 3.0]
    assert aikit.to_list(1 + x) == [2.0, 3.0]
    assert aikit.to_list(x.sum()) == 3.0
    assert aikit.to_list(aikit.concat([xp.ones(1), x])) == [1.0, 1.0, 2.0]
    assert Counting.seen == [
        (aikit.add, [Counting, Array]),
        (aikit.add, [Counting]),
        (aikit.sum, [Counting]),
        (aikit.concat, [Counting, Array]),
    ]
    with pytest.raises(AikitBackendException, match="Declines"):
        aikit.add(x, Declines())


# ------------------------------------------------------------------------------------------------ errors


def test_not_implemented_from_all(xp: Any) -> None:
    for call in (
        lambda: aikit.sin(Declines()),
        lambda: aikit.add(xp.ones(2), Declines()),
        lambda: xp.ones(2) + Declines(),
        lambda: aikit.concat([Declines(), xp.ones(2)]),
    ):
        with pytest.raises(AikitBackendException, match="Declines") as caught:
            call()
        assert "NotImplemented" in str(caught.value)


def test_class_without_the_protocol(xp: Any) -> None:
    for call, words in (
        (lambda: aikit.sin(Foreign()), ("sin", "x=", "Foreign", "__aikit_array_function__")),
        (lambda: aikit.add(xp.ones(2), Foreign()), ("add", "x2=", "Foreign")),
        (lambda: aikit.concat([xp.ones(2), Foreign()]), ("concat", "arrays", "Foreign")),
    ):
        with pytest.raises(AikitBackendException) as caught:
            call()
        assert all(word in str(caught.value) for word in words)
    with pytest.raises(TypeError, match="unsupported operand"):
        xp.ones(2) + Foreign()


def test_type_error_of_an_override_is_wrapped() -> None:
    class Narrow:
        def __aikit_array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
            return (lambda only: only)(*args, **kwargs)

    with pytest.raises(AikitBackendException, match=r"add: the override of Narrow \(x1=.*") as caught:
        aikit.add(Narrow(), 1)
    assert isinstance(caught.value, TypeError)
    assert isinstance(caught.value.__cause__, TypeError)
    assert "takes 1 positional argument" in str(caught.value.__cause__)


@pytest.mark.parametrize(
    "error", [ValueError("mine"), KeyError("mine"), AikitBackendException("mine"), KeyboardInterrupt()]
)
def test_other_errors_of_an_override_pass(error: BaseException) -> None:
    class Fails:
        def __aikit_array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
            raise error

    with pytest.raises(type(error)) as caught:
        aikit.sin(Fails())
    assert caught.value is error


def test_signature_is_checked_first() -> None:
    with pytest.raises(TypeError, match="foo"):
        aikit.sin(Recorder(), foo=1)
    with pytest.raises(TypeError, match="foo"):
        aikit.concat([Recorder()], foo=1)


def test_every_overridable_function_can_be_overridden() -> None:
    functions = aikit.overridable_functions()
    assert aikit.add in functions
    assert aikit.concat in functions
    assert aikit.zeros in functions, "through out"
    assert aikit.set_backend not in functions
    for function in functions:
        record = aikit.describe(function)
        if not record.array_parameters:
            continue
        first = record.parameters[record.array_parameters[0]]
        own = Recorder()
        args: list[Any] = []
        for parameter in record.parameters.values():
            if parameter is first:
                args.append([own] if parameter.role == "arrays" and not parameter.variadic else own)
            elif parameter.required and parameter.kind is not parameter.kind.KEYWORD_ONLY:
                args.append(1)
        if first.kind is first.kind.KEYWORD_ONLY:
            continue
        assert function(*args) == "Recorder", record.name
        assert own.calls[0][0] is function
