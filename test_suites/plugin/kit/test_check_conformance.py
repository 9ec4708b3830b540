"""A class that forwards to NumPy conforms; each fault of a variant of it is named: function, check, cause."""

from __future__ import annotations

from collections import namedtuple
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import aikit
from pytest_aikit import Adapter, AdapterError, NewerCheckWarning, check_conformance, reference_of, samples_of
from pytest_aikit.kit import checks

DTYPES = ("bool", "int32", "float32", "complex64")


class Wrapped:
    """Forwards every function to aikit, with the values of its objects."""

    def __init__(self, values: Any) -> None:
        self.values = np.asarray(values)

    def __aikit_array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if not all(issubclass(cls, (Wrapped, aikit.Array)) for cls in types):
            return NotImplemented
        return type(self).forward(func, args, dict(kwargs))

    @classmethod
    def forward(cls, func: Any, args: Any, kwargs: dict[str, Any]) -> Any:
        out = kwargs.pop("out", None)
        result = cls.wrap(func(*map(unwrap, args), **{name: unwrap(value) for name, value in kwargs.items()}))
        if out is None:
            return result
        if out.values.shape != result.values.shape:
            raise ValueError("out has another shape")
        out.values = result.values.astype(out.values.dtype)
        return out

    @classmethod
    def wrap(cls, value: Any) -> Any:
        if isinstance(value, aikit.Array):
            return cls(aikit.to_numpy(value))
        if isinstance(value, (list, tuple)):
            parts = map(cls.wrap, value)
            return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
        return value


def unwrap(value: Any) -> Any:
    if isinstance(value, Wrapped):
        return aikit.asarray(value.values)
    return type(value)(map(unwrap, value)) if isinstance(value, (list, tuple)) else value


def adapter(cls: type, **more: Any) -> Adapter:
    return Adapter(cls, to_numpy=lambda x: x.values, **{"dtypes": DTYPES, **more})


def found(cls: type, functions: str, **more: Any) -> set[tuple[str, str, str]]:
    report = check_conformance(adapter(cls), functions=functions, **more)
    return {(one.function, one.check, one.cause) for one in report.failures}


FUNCTIONS = (
    "add,negative,sum,sort,concat,matmul,where,linalg.qr,broadcast_arrays,take,ones_like,zeros,equal,clip,unique_all"
)


def test_forwarding_conforms() -> None:
    report = check_conformance(adapter(Wrapped), functions=FUNCTIONS)
    assert not report.failures, str(report)
    assert not report.undecided
    report.require()
    assert {record.function for record in report.records if record.cells["passed"]} == set(FUNCTIONS.split(","))


def variant(forward: Any) -> type:
    """A class with another way of forwarding, which may fall back on the right one."""

    class Faulty(Wrapped):
        @classmethod
        def forward(cls, func: Any, args: Any, kwargs: dict[str, Any]) -> Any:
            return forward(super().forward, func, args, kwargs)

    return Faulty


def without(name: str) -> Any:
    return lambda plain, func, args, kwargs: plain(func, args, {key: v for key, v in kwargs.items() if key != name})


def changes_its_input(plain: Any, func: Any, args: Any, kwargs: Any) -> Any:
    result = plain(func, args, kwargs)
    if args[0].values.size:
        args[0].values[...] = 1
    return result


def unwraps(plain: Any, func: Any, args: Any, kwargs: Any) -> Any:
    return plain(func, args, kwargs).values


def only_own(plain: Any, func: Any, args: Any, kwargs: Any) -> Any:
    return plain(func, args, kwargs) if isinstance(args[0], Wrapped) else NotImplemented


def clears_out_first(plain: Any, func: Any, args: Any, kwargs: Any) -> Any:
    if "out" in kwargs:
        kwargs["out"].values = np.zeros_like(kwargs["out"].values)
    return plain(func, args, kwargs)


def widens(plain: Any, func: Any, args: Any, kwargs: Any) -> Any:
    result = plain(func, args, kwargs)
    if result.values.dtype == np.float32 and kwargs.get("out") is None:
        result.values = result.values.astype(np.float64)
    return result


def hands_back(plain: Any, func: Any, args: Any, kwargs: Any) -> Any:
    return args[0] if kwargs.get("copy") else plain(func, args, kwargs)


def views(plain: Any, func: Any, args: Any, kwargs: Any) -> Any:
    result, wanted = plain(func, args, kwargs), kwargs.get("copy", True)
    if wanted and result.values.dtype == args[0].values.dtype and kwargs.get("out") is None:
        result.values = args[0].values[...]
    return result


def loses_the_end(plain: Any, func: Any, args: Any, kwargs: Any) -> Any:
    result = plain(func, args, kwargs)
    if result.values.ndim and kwargs.get("out") is None:
        result.values[..., 1_000:] = 0
    return result


def ignores_out_of(name: str) -> Any:
    def forward(plain: Any, func: Any, args: Any, kwargs: Any) -> Any:
        result = plain(func, args, {key: value for key, value in kwargs.items() if key != "out"})
        return result if result.values.dtype == name else plain(func, args, kwargs)

    return forward


def nameless(plain: Any, func: Any, args: Any, kwargs: Any) -> Any:
    return tuple(plain(func, args, kwargs))


def misnames(plain: Any, func: Any, args: Any, kwargs: Any) -> Any:
    return namedtuple("Svd", "U s Vh")(*plain(func, args, kwargs))


def lists(plain: Any, func: Any, args: Any, kwargs: Any) -> Any:
    return list(plain(func, args, kwargs))


def trips(plain: Any, func: Any, args: Any, kwargs: Any) -> Any:
    return plain(func, [args[0], args[1].values], kwargs)


def remembers() -> Any:
    """What is given for a shape is given for the next arrays of it, too."""
    known: dict[Any, Any] = {}

    def forward(plain: Any, func: Any, args: Any, kwargs: Any) -> Any:
        key = tuple((one.values.shape, one.values.dtype) for one in args if isinstance(one, Wrapped)), str(kwargs)
        return known.setdefault(key, plain(func, args, kwargs)) if "out" not in kwargs else plain(func, args, kwargs)

    return forward


@pytest.mark.parametrize(
    ("function", "forward", "check", "cause"),
    [
        ("matmul", remembers(), "value", ""),
        ("add", remembers(), "value", "wrong value"),
        ("negative", remembers(), "value", "wrong value"),
        ("sum", without("dtype"), "dtype", "wrong dtype"),
        ("sum", without("axis"), "value", "wrong shape"),
        ("sum", without("keepdims"), "value", "wrong shape"),
        ("sort", without("descending"), "value", "wrong value"),
        ("negative", without("out"), "out", "out is not returned"),
        ("negative", changes_its_input, "unchanged", "changed its input"),
        ("negative", unwraps, "return_type", "gives an object of ndarray"),
        ("add", only_own, "mixed", "refused in one order alone"),
        ("negative", widens, "dtype", "wrong dtype: float64 for float32"),
        ("negative", clears_out_first, "out", "out that is an input does not hold the result"),
        ("add", trips, "mixed", "raised AttributeError"),
        ("asarray", hands_back, "copy", "copy=True gives the object that was handed in"),
        ("astype", views, "copy", "copy=True copies nothing"),
        ("cumulative_sum", loses_the_end, "value", ""),
        ("negative", ignores_out_of("complex64"), "out", "out is not returned"),
        ("linalg.eigh", nameless, "return_type", "without the names eigenvalues, eigenvectors"),
        ("unique_all", nameless, "return_type", "without the names values, indices, inverse_indices, counts"),
        ("linalg.svd", misnames, "return_type", "without the names U, S, Vh"),
        ("broadcast_arrays", lists, "return_type", "wrong structure: list"),
    ],
)
def test_a_fault_is_named(function: str, forward: Any, check: str, cause: str) -> None:
    seen = found(variant(forward), function)
    assert any(one[:2] == (function, check) and cause in one[2] for one in seen), seen


def _or_zero(other: Any) -> Any:
    return 0 if isinstance(other, (int, float, complex)) else other


class TestWhoAnswers:
    def test_knows_every_class(self) -> None:
        class Greedy(Wrapped):
            def __aikit_array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
                return self.wrap(func(*(unwrap(x) if isinstance(x, Wrapped) else aikit.asarray(1.0) for x in args)))

        assert ("add", "precedence", "answers for a class that it does not know") in found(Greedy, "add")

    def test_refuses_its_subclasses(self) -> None:
        class Exact(Wrapped):
            def __aikit_array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
                if not all(cls in (Exact, aikit.Array) for cls in types):
                    return NotImplemented
                return self.forward(func, args, dict(kwargs))

        assert ("add", "precedence", "refuses objects of a subclass") in found(Exact, "add")

    def test_operator_of_the_class(self) -> None:
        class Minus(Wrapped):
            def __add__(self, other: Any) -> Any:
                return aikit.subtract(self, other)

        seen = found(Minus, "add")
        assert any(check == "operator" and "on the left of an Array" in cause for _, check, cause in seen), seen

    @pytest.mark.parametrize(
        ("function", "name", "wrong", "said"),
        [
            ("subtract", "__rsub__", lambda self, other: aikit.subtract(self, other), "the reflected operator"),
            ("matmul", "__rmatmul__", lambda self, other: aikit.matmul(self, other), "the reflected operator"),
            ("subtract", "__isub__", lambda self, other: aikit.add(self, other), "the operator in place"),
            ("less", "__gt__", lambda self, other: aikit.less(self, other), "the reflected operator"),
            ("add", "__add__", lambda self, other: aikit.add(self, _or_zero(other)), "the operator beside a number"),
        ],
    )
    def test_each_form_of_an_operator(self, function: str, name: str, wrong: Any, said: str) -> None:
        right = {
            f"__{prefix}{symbol}__": lambda self, other, called=called, prefix=prefix: (
                called(other, self) if prefix == "r" else called(self, other)
            )
            for symbol, called in (("add", aikit.add), ("sub", aikit.subtract), ("matmul", aikit.matmul))
            for prefix in ("", "r", "i")
        }
        right["__lt__"] = lambda self, other: aikit.less(self, other)
        right["__gt__"] = lambda self, other: aikit.greater(self, other)
        assert not found(type("Right", (Wrapped,), right), "add,subtract,matmul,less,greater")
        seen = found(type("Wrong", (Wrapped,), {**right, name: wrong}), function)
        assert any(check == "operator" and said in cause for _, check, cause in seen), seen

    def test_forms_of_an_operator_may_be_refused(self) -> None:
        def add(self: Any, other: Any) -> Any:
            return NotImplemented if isinstance(other, (bool, int, float, complex)) else aikit.add(self, other)

        def in_place(self: Any, other: Any) -> Any:
            raise TypeError("what it holds never changes")

        forms = {"__add__": add, "__radd__": add, "__iadd__": in_place}
        assert not found(type("Refusing", (Wrapped,), forms), "add")

    def test_accepts_what_means_nothing(self) -> None:
        def forward(plain: Any, func: Any, args: Any, kwargs: Any) -> Any:
            axis = kwargs.pop("axis", None)
            wrapped = axis if axis is None or isinstance(axis, tuple) else axis % max(args[0].values.ndim, 1)
            return plain(func, args, kwargs | {"axis": wrapped})

        seen = found(variant(forward), "sum")
        assert any(check == "errors" and "accepted" in cause for _, check, cause in seen), seen


class TestDeclared:
    class Negative(Wrapped):
        def __aikit_array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
            if func is not aikit.negative:
                return NotImplemented
            return super().__aikit_array_function__(func, types, args, kwargs)

    def test_undecided(self) -> None:
        report = check_conformance(adapter(self.Negative), functions="negative,abs,sum")
        assert report.undecided == ["abs", "sum"] and not report.failures
        assert "undecided: 2 functions" in str(report)

    def test_undecided_in_all(self) -> None:
        report = check_conformance(adapter(self.Negative), functions="abs,sum")
        with pytest.raises(AssertionError, match="Negative is judged by no function"):
            report.require()

    def test_unsupported_and_ignored(self) -> None:
        report = check_conformance(
            adapter(self.Negative), unsupported="*", ignored=["sum"], functions="negative,abs,sum"
        )
        assert not report.undecided
        assert [(one.function, one.cause) for one in report.failures] == [
            ("negative", "declared unsupported, and gives a result")
        ] * len(DTYPES[1:])

    def test_supported_and_refused(self) -> None:
        report = check_conformance(adapter(self.Negative), supported=[aikit.abs], functions="abs")
        assert {one.cause for one in report.failures} == {"raised AikitTypeError"}

    def test_expected_failures_are_strict(self) -> None:
        cls = variant(without("descending"))
        assert not found(cls, "sort", expected_failures={"sort": "not yet"})
        assert found(cls, "sort", expected_failures={"sort:dtype": "not yet"}) >= {
            ("sort", "expected", "expected to fail, and passes: not yet")
        }

    def test_an_expected_failure_of_what_is_refused(self) -> None:
        report = check_conformance(adapter(self.Negative), functions="abs", expected_failures={"abs": "not yet"})
        assert [one.cause for one in report.failures] == ["expected to fail, and refused by the class: not yet"]

    def test_an_expected_failure_hides_no_error_of_the_harness(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def run(trial: Any) -> int:
            raise RuntimeError("a bug in the check")

        broken = [replace(one, run=run) if one.name == "value" else one for one in checks.known()]
        monkeypatch.setattr(checks, "known", lambda: tuple(broken))
        report = check_conformance(adapter(Wrapped), functions="abs", expected_failures={"abs": "not yet"})
        assert "RuntimeError: a bug in the check" in {one.cause for one in report.failures}
        with pytest.raises(AssertionError):
            report.require()

    def test_an_adapter_takes_dtypes_and_is_one(self) -> None:
        assert Adapter(Wrapped, dtypes=[aikit.float32, "int32"]).dtypes == ("float32", "int32")
        with pytest.raises(AdapterError, match=r"check_conformance: adapter=.*Wrapped.* is no Adapter"):
            check_conformance(Wrapped)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("given", "said"),
        [
            ({"ignored": ["sum"], "expected_failures": {"sum": "no"}}, "sum is declared ignored, and cannot fail"),
            ({"unsupported": "*", "expected_failures": {"sum": "no"}}, "sum is declared unsupported, and cannot fail"),
            ({"expected_failures": {"finfo": "no"}}, "expected_failures: finfo gives no array to judge"),
            ({"supported": ["ad"]}, "supported: 'ad' is no function that a class can take over; did you mean add"),
            ({"unsupported": [np.sin]}, "unsupported: sin is no function that a class can take over"),
            ({"supported": ["sum"], "ignored": [aikit.sum]}, "sum is declared supported and ignored"),
            ({"checks": "2025.1"}, "checks='2025.1' is no set of checks; choose from 2026.1"),
            ({"expected_failures": {"summ": "no"}}, "expected_failures: 'summ' matches nothing; did you mean sum"),
            ({"expected_failures": {"sum:valu": "no"}}, "did you mean value"),
            ({"functions": "summ"}, "functions: 'summ' matches nothing; did you mean sum"),
            (
                {"functions": "sum", "ignored": "s*"},
                "functions='sum' leaves nothing to judge: what it selects is ignored",
            ),
            ({"ignored": ["*"]}, "ignored=['*'] leaves nothing to judge"),
            ({"ignored": aikit.sum}, "is no list; give it functions, their names, or patterns"),
            ({"expected_failures": ["sum"]}, "expected_failures=['sum'] is no mapping"),
            ({"expected_failures": {"sum": True}}, "expected_failures: 'sum': True is no reason"),
        ],
    )
    def test_misspelt(self, given: dict[str, Any], said: str) -> None:
        with pytest.raises(AdapterError) as caught:
            check_conformance(adapter(Wrapped), **given)
        assert said in str(caught.value) and "\n" not in str(caught.value)

    def test_a_handler_that_trips_is_no_refusal(self) -> None:
        def forward(plain: Any, func: Any, args: Any, kwargs: Any) -> Any:
            return plain(func, args) if func is aikit.abs else NotImplemented

        report = check_conformance(adapter(variant(forward)), functions="abs,sin")
        assert report.undecided == ["sin"]
        assert {(one.function, one.cause) for one in report.failures} == {("abs", "raised AikitTypeError")}

    def test_a_newer_check_warns(self, monkeypatch: pytest.MonkeyPatch) -> None:
        newer = [replace(one, since="2027.1") if one.name == "out" else one for one in checks.known()]
        monkeypatch.setattr(checks, "known", lambda: tuple(newer))
        cls = variant(without("out"))
        with pytest.warns(
            NewerCheckWarning, match="out of negative by Faulty: out is not returned; .* newer than 2026.1"
        ):
            assert not found(cls, "negative", checks="2026.1")
        assert found(cls, "negative", checks="2027.1") == {("negative", "out", "out is not returned")}


class TestAdapter:
    @pytest.mark.parametrize(
        ("made", "said"),
        [
            (lambda: Adapter(int), "int: the class has no __aikit_array_function__"),
            (lambda: Adapter(aikit.Array), "takes nothing over"),
            (lambda: Adapter(3), "array_class=3 is no class"),  # type: ignore[arg-type]
            (lambda: adapter(Wrapped, dtypes=["float33"]), "'float33' is no dtype"),
            (lambda: adapter(Wrapped, dtypes=[]), "leaves nothing to judge"),
            (lambda: adapter(Wrapped, from_numpy=lambda x: x), "gives an object of ndarray, not of Wrapped"),
            (lambda: adapter(Wrapped, from_numpy=lambda x: x.nothing), "raised AttributeError"),
            (
                lambda: adapter(Wrapped, from_numpy=lambda x: Wrapped(x.astype("float64")), dtypes=["float32"]),
                "loses the dtype: float64 comes back; leave float32 out of dtypes",
            ),
            (lambda: adapter(Wrapped, from_numpy=lambda x: Wrapped(x.reshape(-1))), "loses the shape: (6,)"),
            (lambda: adapter(Wrapped, from_numpy=lambda x: Wrapped(x & False), dtypes=["bool"]), "loses the values"),
            (lambda: Adapter(Wrapped, to_numpy=lambda x: x), "to_numpy gives an object of Wrapped, not an ndarray"),
        ],
    )
    def test_what_is_wrong_is_one_line(self, made: Any, said: str) -> None:
        with pytest.raises(AdapterError) as caught:
            check_conformance(made(), functions="sin")
        assert said in str(caught.value) and "\n" not in str(caught.value)

    def test_classes_are_one_or_several(self) -> None:
        made = adapter(Wrapped, results=aikit.Array, refusals=iter([KeyError, OSError]))
        assert (made.results, made.refusals) == ((aikit.Array,), (KeyError, OSError))

    def test_a_dtype_that_the_class_lacks_is_passed_as_an_array(self) -> None:
        report = check_conformance(adapter(Wrapped, dtypes=["float32"]), functions="take,argsort")
        assert not report.failures, str(report)

    def test_the_adapter_makes_what_stands_beside_objects_in_another_dtype(self) -> None:
        made: list[str] = []

        def others(array: np.ndarray) -> aikit.Array:
            made.append(array.dtype.name)
            return aikit.asarray(array)

        report = check_conformance(adapter(Wrapped, dtypes=["float32"], others=others), functions="where")
        assert not report.failures, str(report)
        assert set(made) == {"bool"}


class TestByHand:
    def test_samples_and_reference(self) -> None:
        sample = samples_of(aikit.sum, "int8")[0]
        assert {array.dtype.name for array in sample.args} == {"int8"}
        np.testing.assert_array_equal(reference_of("sum", sample), np.sum(sample.args[0].astype(int), **sample.kwargs))

    def test_what_is_not_there(self) -> None:
        with pytest.raises(AdapterError, match="'nothing' is no function that has samples"):
            samples_of("nothing")
        with pytest.raises(AdapterError, match="sin does not take dtype='bool'"):
            samples_of("sin", "bool")
