"""The examples of the traits' design, and the inheritance of traits along parents; on all backends where arrays are made."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from helpers.frameworks import BACKENDS, require

import aikit
from aikit import traits
from aikit.exceptions import AikitTypeError, AikitValueError
from aikit.traits import Axis, StaticInt, known_size, size, static

FUNCTIONS = [*BACKENDS, "array_api_strict"]


def native(backend, values):
    return aikit.to_native(aikit.get_backend(require(backend)).asarray(values, dtype="float32"))


# ------------------------------------------------------------------------------------------------ static sizes


@pytest.mark.parametrize("backend", FUNCTIONS)
def test_adjoint_of_a_vector(backend):
    for x in (native(backend, [1.0, 2.0, 3.0]), aikit.asarray(native(backend, [1.0, 2.0, 3.0]))):
        a = traits.Adjoint(x)
        found = size(a)
        assert repr(found) == "(static(1), 3)"
        assert (type(found[0]), type(found[1])) == (StaticInt, int)
        assert known_size(type(a)) == known_size(a) == (1, None)
        assert traits.length(a) == 3 and traits.known_length(a) is None
        assert [repr(axis) for axis in traits.axes(a)] == ["Axis(static(1))", "Axis(3)"]
        assert aikit.to_list(aikit.add(a, 1)) == [[2.0, 3.0, 4.0]]


def describe(x):
    match size(x):
        case (StaticInt(3), StaticInt(3)):
            return "both are 3"
        case (StaticInt(), StaticInt()):
            return "both are known"
        case (StaticInt(), int()):
            return "the first is known"
        case (int(), StaticInt()):
            return "the second is known"
        case (int(), int()):
            return "none is known"


def test_the_five_cases_are_told_apart():
    def fixed(*lengths):
        return traits.FixedSize[lengths](np.zeros([one or 3 for one in lengths]))

    assert describe(fixed(3, 3)) == "both are 3"
    assert describe(fixed(2, 3)) == "both are known"
    assert describe(fixed(3, None)) == "the first is known"
    assert describe(fixed(None, 3)) == "the second is known"
    assert describe(np.zeros((3, 3))) == "none is known"


class Counting:
    """Says how often its lengths are asked for at run time, and of which dimensions."""

    def __init__(self, types, *lengths):
        self.asked, self.lengths, self.types = [], lengths, types

    @property
    def __aikit_axes_types__(self):
        return self.types

    @property
    def shape(self):
        counting = self

        class Lengths(tuple):
            def __getitem__(self, at):
                counting.asked.append(at)
                return tuple.__getitem__(self, at)

        return Lengths(self.lengths)


def test_only_what_is_not_known_is_asked_for():
    x = Counting((Axis[1], Axis, Axis[3]), 1, 2, 3)
    assert repr(size(x)) == "(static(1), 2, static(3))" and x.asked == [1]
    x = Counting((Axis[4],), 4)
    assert size(x) == (4,) and x.asked == []


def test_axes_types_are_enough():
    class Vec3:
        __aikit_axes_types__ = (Axis[3],)

    for x in (Vec3, Vec3()):
        assert known_size(x) == (3,) and traits.known_length(x) == 3 and traits.axes_types(x, 0) == Axis[3]
    assert repr(size(Vec3())) == repr((static(3),)) and repr(traits.length(Vec3())) == "static(3)"
    assert traits.axes(Vec3()) == (Axis(static(3)),) and traits.to_dims(Vec3, -1) == 0

    class Shifted:
        @classmethod
        def __aikit_axes_types__(cls):
            return (Axis[2:8:2], Axis[3])

    assert known_size(Shifted) == (3, 3)
    assert list(traits.axes(Shifted(), 0)) == [2, 4, 6]
    first = traits.axes(Shifted(), 0)
    assert (traits.known_first(first), traits.known_step(first), traits.known_last(first)) == (2, 2, 6)


class OfDimensions:
    """What its subclasses say of their dimensions is said by those of the parent."""

    def __init__(self, x):
        self.x = x

    def __aikit_parent__(self):
        return self.x


def test_lengths_by_dimensions_of_the_parent():
    class Flat(OfDimensions):
        __aikit_parent_dims__ = ((0, 1), None, 2)

    class Hiding(OfDimensions):
        __aikit_parent_dims__ = (1, 0)
        __aikit_axes_types__ = (Axis, Axis)

    x = np.zeros((2, 3, 4))
    assert known_size(Flat(x)) == (None, 1, None) and repr(size(Flat(x))) == "(6, static(1), 4)"
    fixed = traits.FixedSize[2, 3, None](x)
    assert known_size(Flat(fixed)) == (6, 1, None) and repr(size(Flat(fixed))) == "(static(6), static(1), 4)"
    hiding = Hiding(traits.FixedSize[2, 3](x[..., 0]))
    assert known_size(hiding) == (None, None) and repr(size(hiding)) == "(3, 2)"
    assert traits.to_parent_dims(Flat(x)) == ((0, 1), None, 2) and traits.from_parent_dims(Flat(x)) == (0, 0, 2)


def test_known_of_ranges():
    assert [traits.known_first(r) for r in (Axis(4), Axis(static(4)), Axis[4], range(4), Axis)] == [0, 0, 0, None, None]
    assert [traits.known_last(r) for r in (Axis(4), Axis(static(4)), Axis[4], range(4))] == [None, 3, 3, None]
    assert [traits.known_step(r) for r in (Axis(4), Axis(1, 9, 2), Axis(1, 9, static(2)))] == [1, None, 2]
    assert [len(r) for r in (Axis(4), Axis(1, 9, 2), Axis(9, 1, -3))] == [4, 4, 3]
    assert (
        traits.known_length(Axis(static(0), static(3))),
        traits.known_length(Axis(3)),
        traits.known_last(Axis[0]),
    ) == (
        3,
        None,
        None,
    )
    assert [traits.known_length(x) for x in (2.5, (1, 2, 3), [1, 2], range(3))] == [1, 3, None, None]
    with pytest.raises(AikitTypeError, match="no range"):
        traits.known_first("abc")


# ------------------------------------------------------------------------------------------------ static values


def test_static_values():
    three = static(3)
    assert three == 3 and hash(three) == hash(3) and np.zeros(three).shape == (3,)
    assert (repr(three), repr(static("x")), static(True)) == ("static(3)", "static('x')", True)
    assert static((1, "x")) == (1, "x") and traits.is_static(static((1, "x"))) and not traits.is_static((static(1), 1))
    assert traits.known((three, 3, static("x"), "x")) == (3, None, "x", None)
    assert [type(one) for one in traits.dynamic((three, static("x"), 2.5))] == [int, str, float]
    assert type(static(np.int64(4))) is StaticInt
    assert (
        aikit.to_list(aikit.asarray([1.0, 2.0]) * three)
        == [3.0, 6.0]
        == aikit.to_list(aikit.multiply([1.0, 2.0], three))
    )
    for moved in (copy.deepcopy(three), pickle.loads(pickle.dumps(three))):
        assert type(moved) is StaticInt and moved == 3
    for result in (three + three, three - three, three * three, three // three, three % three, -three):
        assert type(result) is StaticInt
    assert type(three + 1) is type(1 + three) is type(7 // three) is int
    assert (7 - three, 7 // three, 7 % three) == (4, 2, 1)
    with pytest.raises(AikitTypeError, match="no static form for float"):
        static(1.5)
    with pytest.raises(AikitTypeError, match="bool"):
        StaticInt(True)


# ------------------------------------------------------------------------------------------------ a trait of one's own


@traits.trait(default=False)
def is_calibrated(x):
    """Whether the values were calibrated."""


class Calibrated(np.ndarray):
    pass


@is_calibrated.register(Calibrated)
def _(x):
    return True


def test_a_trait_goes_through_wrappers():
    x = np.zeros((2, 3)).view(Calibrated)
    wrapped = traits.PermutedDims(traits.View(traits.Transpose(x), slice(0, 2)), (1, 0))
    assert is_calibrated(wrapped) and is_calibrated(x) and is_calibrated(Calibrated)
    assert not is_calibrated(traits.Transpose(np.zeros((2, 3)))) and not is_calibrated(np.ndarray)
    assert not is_calibrated(aikit.asarray(np.zeros(3)))


@pytest.mark.parametrize("backend", FUNCTIONS)
def test_a_trait_of_a_backend_goes_through_array(backend):
    @traits.trait(default="none")
    def origin(x):
        """Where arrays come from."""

    x = native(backend, [[1.0]])
    origin.register(type(x))(lambda x: "here")
    assert origin(aikit.asarray(x)) == origin(traits.Named(traits.Transpose(aikit.asarray(x)), ("a", "b"))) == "here"
    assert origin(2.5) == "none"


def test_the_nearest_rule_counts():
    @traits.trait()
    def name(x):
        """What is said of arrays."""
        return "unknown"

    class Base:
        pass

    class Derived(Base):
        pass

    assert name(Derived()) == "unknown"
    name.register(Base)(lambda x: "base")  # an answer that was found before does not stay
    assert name(Derived()) == name(Derived) == "base"
    name.register(Derived)(lambda x: "class" if isinstance(x, type) else "object")
    assert (name(Derived()), name(Derived), name(Base())) == ("object", "class", "base")
    with pytest.raises(AikitTypeError, match="no class"):
        name.register(3)


def test_a_trait_that_only_forwarding_wrappers_have():
    @traits.trait(default=None, inherits="forwarding", protocol="__unit__")
    def unit(x):
        """The unit of the values."""

    class Metres(np.ndarray):
        __unit__ = "m"

    x = np.zeros((2, 2)).view(Metres)
    assert unit(x) == unit(Metres) == unit(traits.Named(x, ("a", "b"))) == "m"
    assert unit(traits.Transpose(x)) is None
    with pytest.raises(AikitTypeError, match="inherits='no'"):
        traits.trait(inherits="no")


# ------------------------------------------------------------------------------------------------ parents


def test_without_a_parent():
    x = np.zeros(3)
    for one in (x, 2.5, [1], "a"):
        assert traits.parent(one) is one and traits.parent_type(one) is type(one) and not traits.has_parent(one)
    assert traits.parent_type(np.ndarray) is np.ndarray and not traits.has_parent(np.ndarray)


@pytest.mark.parametrize("backend", FUNCTIONS)
def test_the_parent_of_an_array(backend):
    x = native(backend, [1.0])
    array = aikit.asarray(x)
    assert traits.parent(array) is array.data and traits.parent_type(array) is type(array.data)
    assert traits.has_parent(array) and traits.has_parent(aikit.Array) and traits.is_forwarding_wrapper(aikit.Array)
    with pytest.raises(AikitTypeError, match=r"parent_type: what Array wraps"):
        traits.parent_type(aikit.Array)
    assert known_size(aikit.Array) is None and known_size(type(x)) is None
    assert known_size(array) == known_size(x) == (None,)


class Wrapper:
    __aikit_parent_type__ = np.ndarray

    def __init__(self, x):
        self.x = x

    def __aikit_parent__(self):
        return self.x


def test_a_stated_parent_type():
    assert traits.parent_type(Wrapper) is np.ndarray and traits.has_parent(Wrapper)
    assert traits.ismutable(Wrapper) and not traits.ismutable(Wrapper(np.broadcast_to(1.0, 3)))
    with pytest.raises(AikitTypeError, match="Wrapper states the parent type ndarray, and its parent is of list"):
        traits.parent(Wrapper([1]))
    with pytest.raises(AikitTypeError, match="size: a Wrapper does not say"):
        size(Wrapper(np.zeros(3)))

    class NoAccessor:
        __aikit_parent_type__ = np.ndarray

    class NoType(Wrapper):
        __aikit_parent_type__ = "ndarray"

    for ask in (traits.parent, traits.parent_type, traits.has_parent, traits.ismutable):
        with pytest.raises(
            AikitTypeError, match="NoAccessor states the parent type ndarray and has no __aikit_parent__"
        ):
            ask(NoAccessor())
    with pytest.raises(AikitTypeError, match="no class: 'ndarray'"):
        traits.parent_type(NoType)


@pytest.mark.parametrize(
    "ask", [traits.ismutable, traits.known_size, traits.size, traits.defines_strides, traits.dimnames]
)
@pytest.mark.parametrize("forwarding", [False, True])
def test_a_cycle_of_parents(ask, forwarding):
    class Cycle:
        def __aikit_parent__(self):
            return self.other

        @property
        def __aikit_parent_dims__(self):
            return (0,)

    class Forwarding:
        def __aikit_parent__(self):
            return self.other

    cls = traits.forwarding_wrapper(Forwarding) if forwarding else Cycle
    one, other = cls(), cls()
    one.other, other.other = other, one
    with pytest.raises(traits.ParentCycleError, match="lead back to"):
        ask(one)
    assert issubclass(traits.ParentCycleError, RuntimeError)


def test_a_cycle_of_classes():
    class First:
        def __aikit_parent__(self):
            return Second()

    class Second:
        def __aikit_parent__(self):
            return First()

    First.__aikit_parent_type__, Second.__aikit_parent_type__ = Second, First
    with pytest.raises(RuntimeError, match="lead back to"):
        traits.ismutable(First)


def test_what_a_class_states_wrongly():
    class Wrong:
        __aikit_axes_types__ = (3,)

    class Longer:
        __aikit_axes_types__ = (Axis[1], Axis)
        shape = (1, 2, 3)

    class Beyond(Wrapper):
        __aikit_parent_dims__ = (0, 5)

    class Misnamed:
        shape = (1, 2)
        __aikit_dimnames__ = ("a",)

    with pytest.raises(AikitTypeError, match=r"__aikit_axes_types__ of Wrong is \(3,\)"):
        known_size(Wrong)
    with pytest.raises(AikitValueError, match="a Longer has 3 dimensions, and its axes types say 2"):
        size(Longer())
    with pytest.raises(AikitValueError, match="Beyond names dimension 5, and its parent has 2"):
        known_size(Beyond(np.zeros((2, 2))))
    with pytest.raises(AikitValueError, match=r"Misnamed has 1 names, \('a',\), for 2 dimensions"):
        traits.dimnames(Misnamed())
    with pytest.raises(AikitTypeError, match="ndarray is a class"):
        size(np.ndarray)
    for wrong in ((), (1, 2, 3, 4)):
        with pytest.raises(AikitTypeError, match=f"got {len(wrong)} arguments"):
            Axis(*wrong)
    with pytest.raises(AikitValueError, match="step"):
        Axis(1, 2, 0)


# ------------------------------------------------------------------------------------------------ broadcasting


def test_broadcast_known_sizes():
    shapes = [(), (1,), (3,), (2, 3), (2, 1), (1, 1), (4, 1, 3), (0,), (1, 0)]
    for a in shapes:
        for b in shapes:
            try:
                wanted = np.broadcast_shapes(a, b)
            except ValueError:
                with pytest.raises(aikit.AikitBroadcastShapeError):
                    traits.broadcast_known_sizes(a, b)
                continue
            assert traits.broadcast_known_sizes(a, b) == wanted
            for hidden in (tuple(None if at % 2 else n for at, n in enumerate(a)), (None,) * len(a)):
                partly = traits.broadcast_known_sizes(hidden, b)
                assert len(partly) == len(wanted)
                assert all(one in (None, exact) for one, exact in zip(partly, wanted, strict=True))
    assert traits.broadcast_known_sizes((3, None), (None, 1)) == (3, None)
    assert traits.broadcast_known_sizes((3,), None) is None


def test_broadcast_axis():
    three = Axis(static(3))
    assert traits.broadcast_axis(three, Axis(3)) is three and traits.broadcast_axis(Axis(3), three) is three
    assert traits.broadcast_axis(Axis(static(1)), Axis(5)) == Axis(5) == traits.broadcast_axis(Axis(1), Axis(5))
    assert traits.broadcast_axis(Axis[3], Axis) == Axis[3] and traits.broadcast_axis(Axis[1], Axis) is Axis
    with pytest.raises(aikit.AikitBroadcastShapeError):
        traits.broadcast_axis(Axis(2), Axis(3))

    class Cyclic:
        pass

    traits.broadcast_axis.register(Cyclic)(lambda a, b: "cyclic")
    assert traits.broadcast_axis(Cyclic(), Axis(3)) == traits.broadcast_axis(Axis(3), Cyclic()) == "cyclic"
