"""Seed 000, "Arrays", statement by statement; seed 004 is the same document (what they call Ivy is aikit)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import aikit
from aikit import AikitBackendException, Array
from aikit.core.records import REGISTRY

# ------------------------------------------------------------------------------------------------ Native Array


def test_native_array_is_an_empty_class_before_and_the_backends_own_after(backend: str, xp: Any) -> None:
    """'When no framework is set, this is an empty class. When a framework is set, this is overwritten'."""
    native = aikit.to_native(xp.zeros(1))
    assert isinstance(aikit.NativeArray, type)
    assert not isinstance(native, aikit.NativeArray)
    aikit.set_backend(backend)
    assert isinstance(native, aikit.NativeArray)
    if backend == "torch":
        import torch

        assert aikit.NativeArray is torch.Tensor
    aikit.unset_backend()
    assert not isinstance(native, aikit.NativeArray)


# ------------------------------------------------------------------------------------------------ Array


def test_array_wraps_a_native_array_in_data(xp: Any, backend: str) -> None:
    """'a simple wrapper class, which wraps around the NativeArray, storing it in self._data'."""
    native = aikit.to_native(xp.asarray([1.0]))
    x = aikit.to_aikit(native)
    assert type(x) is Array
    assert x._data is native
    with aikit.use_backend(backend):
        assert isinstance(x._data, aikit.NativeArray)


def test_functions_with_an_array_argument_are_methods() -> None:
    """'All functions which accept at least one array argument are implemented as instance methods'."""
    for record in REGISTRY.values():
        assert hasattr(Array, record.name) == bool(record.array_parameters), record.name
    assert not hasattr(Array, "zeros"), "its only array argument is out"


def test_methods_are_organised_as_the_functions_are() -> None:
    """'The Array class inherits from many category-specific array classes, such as ArrayWithElementwise'."""
    from aikit.array.elementwise import ArrayWithElementwise

    assert issubclass(Array, ArrayWithElementwise)
    for record in REGISTRY.values():
        if record.has_method:
            owner = next(cls for cls in Array.__mro__ if record.name in vars(cls))
            assert owner.__name__ == "ArrayWith" + "".join(part.capitalize() for part in record.category.split("_"))
            assert owner.__module__ == f"aikit.array.{record.category}"


def test_method_calls_the_function_with_self_first(xp: Any) -> None:
    """'Each instance method simply calls the functional API function, but passes in self as the first array argument'."""
    x, y = xp.asarray([1.0, 2.0]), xp.asarray([3.0, 4.0])
    assert aikit.to_list(x.add(y)) == aikit.to_list(aikit.add(x, y)) == [4.0, 6.0]
    assert aikit.to_list(xp.asarray([True, False]).where(x, y)) == [1.0, 4.0]


def test_method_does_not_set_out_to_self(xp: Any) -> None:
    """'We also do not set the out argument to self for instance methods'."""
    x = xp.asarray([1.0, 2.0])
    y = x.add(1.0)
    assert y is not x
    assert aikit.to_list(x) == [1.0, 2.0]
    assert x.add(1.0, out=x) is x


def test_special_methods_call_the_function(xp: Any) -> None:
    """'__add__, __sub__, __mul__ and __truediv__ directly call add, subtract, multiply and divide'."""
    x, y = xp.asarray([6.0, 9.0]), xp.asarray([2.0, 3.0])
    for special, function in (
        (x + y, aikit.add),
        (x - y, aikit.subtract),
        (x * y, aikit.multiply),
        (x / y, aikit.divide),
    ):
        assert aikit.to_list(special) == aikit.to_list(function(x, y))


def test_setitem_is_the_same_everywhere(xp: Any) -> None:
    """'for __setitem__ there are substantial differences between the backend frameworks which must be addressed'."""
    x = xp.asarray([[1.0, 2.0], [3.0, 4.0]])
    x[0, 1] = 9.0
    x[:, 0] += 1.0
    x[x > 8] = 0.0
    assert aikit.to_list(x) == [[2.0, 0.0], [4.0, 4.0]]


# ------------------------------------------------------------------------------------------------ Array handling


@pytest.mark.needs("torch")
def test_native_function_refuses_an_array() -> None:
    """'torch.sin will throw an error if we try to pass in an aikit.Array instance'."""
    import torch

    with pytest.raises(TypeError):
        torch.sin(aikit.get_backend("torch").zeros(2))


def test_functions_return_arrays_for_arrays_and_native_arrays(xp: Any, backend: str) -> None:
    """'all Aikit functions must return Array instances' and 'also accept NativeArray instances in the input'."""
    x = xp.asarray([0.5, 1.0])
    with aikit.use_backend(backend):
        for given in (x, aikit.to_native(x)):
            assert type(aikit.sin(given)) is Array
            assert type(aikit.add(given, given)) is Array
            assert [type(y) for y in aikit.broadcast_arrays(given, given)] == [Array, Array]
    assert type((x + x).sum()) is Array, "functions chain"


def test_out_must_not_be_native(xp: Any) -> None:
    """'NativeArray instances are not permitted for the out argument'."""
    x = xp.zeros(2)
    with pytest.raises(TypeError, match="out"):
        aikit.sin(x, out=aikit.to_native(x))


def test_body_of_a_compositional_function_sees_arrays(xp: Any) -> None:
    """'all NativeArray instances are converted to Array instances before entering into the compositional function'."""
    from aikit.declare import compositional

    seen = []

    def composed(x: Array, /) -> Array:
        """Twice `x`."""
        seen.append(type(x))
        x += x
        return x

    public = compositional(composed, category="general")
    try:
        native = aikit.to_native(xp.asarray([1.0, 2.0]))
        assert aikit.to_list(public(native)) == [2.0, 4.0]
        array = xp.asarray([1.0, 2.0])
        assert aikit.to_list(public(array)) == [2.0, 4.0]
        assert seen == [Array, Array]
        assert aikit.to_list(array) == aikit.to_list(aikit.to_aikit(native)) == [1.0, 2.0]
    finally:
        del REGISTRY["composed"]


# ------------------------------------------------------------------------------------------------ custom classes

HANDLED_FUNCTIONS: dict[Any, Any] = {}


class MyArray:
    """The class of the seed."""

    def __init__(self, data: Any = None) -> None:
        self.data = data

    def __aikit_array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if func not in HANDLED_FUNCTIONS:
            return NotImplemented
        if not all(issubclass(t, (MyArray, aikit.Array, aikit.NativeArray)) for t in types):
            return NotImplemented
        return HANDLED_FUNCTIONS[func](*args, **kwargs)


class Bare:
    """The class of the seed before it has the method."""

    def __init__(self, data: Any = None) -> None:
        self.data = data


def implements(aikit_function: Any) -> Any:
    """The decorator of the seed."""

    def decorator(func: Any) -> Any:
        HANDLED_FUNCTIONS[aikit_function] = func
        return func

    return decorator


# registered once, at import, before any backend is set
@implements(aikit.abs)
def my_abs(my_array: MyArray) -> MyArray:
    my_array.data = abs(my_array.data)
    return my_array


@implements(aikit.add)
def my_add(x1: Any, x2: Any) -> MyArray:
    return MyArray(getattr(x1, "data", x1) + getattr(x2, "data", x2))


@pytest.fixture(params=["nothing set", "set before", "set and unset", "used"])
def set_or_not(request: pytest.FixtureRequest, backend: str) -> Iterator[str]:
    """Before and after `set_backend`."""
    if request.param == "used":
        with aikit.use_backend(backend):
            yield request.param
        return
    if request.param != "nothing set":
        aikit.set_backend(backend)
    if request.param == "set and unset":
        aikit.unset_backend()
    yield request.param


def test_class_without_the_method(set_or_not: str) -> None:
    """'Running any function using a MyArray object as input will throw an AikitBackendException'."""
    with pytest.raises(AikitBackendException, match=r"abs: x=.*Bare"):
        aikit.abs(Bare(-3))


def test_handler_is_called(set_or_not: str, xp: Any) -> None:
    """'we can now use aikit.abs with MyArray objects'."""
    X = MyArray(-3)
    result = aikit.abs(X)
    assert type(result) is MyArray
    assert result.data == 3
    assert xp.abs(MyArray(-4)).data == 4, "a bound namespace leads to the same handler"


def test_handler_of_several_operands(set_or_not: str, xp: Any) -> None:
    """'override functions with multiple operands, including arrays'."""
    assert aikit.add(MyArray(1), MyArray(2)).data == 3
    x = xp.asarray([1.0, 2.0])
    for result in (aikit.add(x, MyArray(1.0)), x + MyArray(1.0), x.add(MyArray(1.0)), aikit.add(MyArray(1.0), x)):
        assert type(result) is MyArray
        native = result.data if not isinstance(result.data, Array) else result.data._data
        assert np.asarray(aikit.to_aikit(native)).tolist() == [2.0, 3.0]


def test_handler_as_printed_takes_two(set_or_not: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """'passing any other operands to the function will result in an exception AikitBackendException being thrown'."""

    def my_abs_as_printed(my_array: Any, aikit_array: Any) -> None:
        my_array.data = abs(my_array.data)

    monkeypatch.setitem(HANDLED_FUNCTIONS, aikit.abs, my_abs_as_printed)
    with pytest.raises(AikitBackendException, match=r"abs: the override of MyArray") as caught:
        aikit.abs(MyArray(-3))
    assert isinstance(caught.value, TypeError)
    assert isinstance(caught.value.__cause__, TypeError)


def test_function_without_a_handler(set_or_not: str) -> None:
    """'any function not stored inside the dict HANDLED_FUNCTIONS will not work'."""
    with pytest.raises(AikitBackendException, match=r"sin: no implementation for x=.*MyArray"):
        aikit.sin(MyArray(-3))
    with pytest.raises(AikitBackendException, match="MyArray"):
        aikit.concat([MyArray(1), MyArray(2)])


def test_types_it_does_not_know(set_or_not: str) -> None:
    """The second condition of the seed's method: types that are none of ours."""

    class Unknown:
        def __aikit_array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
            return NotImplemented

    with pytest.raises(AikitBackendException):
        aikit.add(MyArray(1), Unknown())


def test_four_parameters(set_or_not: str) -> None:
    """'accepts four parameters: func, types a list, args a tuple, kwargs a dictionary'."""
    seen: list[Any] = []

    class Seen:
        def __aikit_array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
            seen.append((func, types, args, kwargs))
            return "seen"

    own = Seen()
    assert aikit.clip(own, 0, max=1) == "seen"
    assert seen == [(aikit.clip, [Seen], (own, 0), {"max": 1})]
    assert [type(part) for part in seen[0][1:]] == [list, tuple, dict]
