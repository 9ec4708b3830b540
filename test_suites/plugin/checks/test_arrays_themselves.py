"""The checks of `Array` itself find what is wrong with its methods and operators, and where it is given away or shared."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from helpers.broken_functions import F32, XP, case_of, kill

import aikit
from aikit.core.arrays import wrap
from aikit.exceptions import AikitException
from pytest_aikit import checks
from pytest_aikit.cases import samples

pytestmark = pytest.mark.usefixtures("without_floating_warnings")


class TestMethodsAndOperators:
    """Mutants of Array itself."""

    def test_method(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(aikit.Array, "cos", lambda self: aikit.sin(self))
        kill("method", "another result of the method", case_of("cos", F32))

    @pytest.mark.parametrize("name", ["add", "__add__"])
    def test_override(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        real = getattr(aikit.Array, name)
        broken = lambda self, x: "nothing" if type(x).__name__ == "Overriding" else real(self, x)  # noqa: E731
        monkeypatch.setattr(aikit.Array, name, broken)
        form = "operator" if name.startswith("__") else "method"
        kill("override", f"the {form} does not lead to an override", case_of("add", ("float32", "float32")))

    def test_method_without_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(aikit.Array, "cos", lambda self, out=None: aikit.cos(self))
        kill("method", "does not return out", case_of("cos", F32))

    def test_operator_of_containers(self, monkeypatch: pytest.MonkeyPatch) -> None:
        real = aikit.Container.__sub__
        flat = lambda self, other: real(self, other).cont_flatten_key_chains()  # noqa: E731
        monkeypatch.setattr(aikit.Container, "__sub__", flat)
        kill("operator", "gives another structure", case_of("subtract", ("float32", "float32")))

    def test_in_place_operator_that_raises_another_error(self, monkeypatch: pytest.MonkeyPatch) -> None:
        real = aikit.Array.__iadd__

        def added(self: Any, other: Any) -> Any:
            try:
                return real(self, other)
            except AikitException as error:
                raise RuntimeError from error

        monkeypatch.setattr(aikit.Array, "__iadd__", added)
        too_large = samples.Sample((np.float32([1, 2]), np.ones((3, 2), np.float32)))
        case = replace(case_of("add", ("float32", "float32")), samples=(too_large,))
        kill("operator", "in place: raised RuntimeError", case)

    def test_missing_method(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(aikit.Array, "cos", None)
        kill("method", "no method of this name", case_of("cos", F32))

    def test_operator(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(aikit.Array, "__sub__", lambda self, other: aikit.subtract(other, self))
        kill("operator", "another result of the operator", case_of("subtract", ("float32", "float32")))

    def test_reflected_operator(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(aikit.Array, "__rsub__", lambda self, other: aikit.subtract(self, other))
        case = case_of("subtract", ("float32", "float32"))
        of_a_number = samples.Sample((2.5, np.float32([1, 2])))
        kill("operator", "another result of the operator", replace(case, samples=(of_a_number,)))

    def test_in_place_operator(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(aikit.Array, "__iadd__", lambda self, other: aikit.add(self, other))
        kill("operator", "returns another object", case_of("add", ("float32", "float32")))

    def test_operator_beside_an_array_of_numpy(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(aikit.Array, "__array_ufunc__", lambda self, ufunc, method, *inputs: aikit.add(*inputs))
        kill("operator", "beside an array of NumPy", case_of("subtract", ("float32", "float32")))

    def test_in_place_operator_that_writes_over_what_is_held(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def added(self: Any, other: Any) -> Any:
            np.add(self.data, getattr(other, "data", other), out=self.data)
            return self

        monkeypatch.setattr(aikit.Array, "__iadd__", added)
        kill("operator", "held elsewhere", replace(case_of("add", ("float32", "float32")), samples=(LONG_PAIR,)))


LONG_PAIR = samples.Sample((np.ones(10, np.float32), np.ones(10, np.float32)), part="sizes")


def _without_attributes(x: Any, memo: Any) -> Any:
    other = object.__new__(type(x))
    other._data = x.data.copy()
    return other


class TestExchange:
    """Arrays given away, copied and pickled."""

    @pytest.mark.parametrize(
        ("change", "cause"),
        [
            (lambda x: XP.add(x, XP.ones((), dtype="float32")), "other values"),
            (lambda x: XP.astype(x, "float64"), "another array"),
            (lambda x: 1 / 0, "raised ZeroDivisionError"),
        ],
    )
    def test_dlpack(self, monkeypatch: pytest.MonkeyPatch, change: Any, cause: str) -> None:
        real = XP.from_dlpack
        monkeypatch.setattr(XP, "from_dlpack", lambda x: change(real(x)))
        kill("dlpack", cause, case_of("asarray", F32))

    def test_dlpack_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refused(x: Any) -> Any:
            raise aikit.AikitBufferError("from_dlpack: no")

        monkeypatch.setattr(XP, "from_dlpack", refused)
        kill("dlpack", "not given to numpy", case_of("asarray", F32))

    @pytest.mark.parametrize(
        ("change", "cause"),
        [
            (lambda real, x, asked: 1 / 0, "not given to NumPy"),
            (
                lambda real, x, asked: real(XP.add(x, XP.ones((), dtype="float32")), **asked),
                "given to NumPy: other values",
            ),
            (lambda real, x, asked: real(x), "copy=True copies nothing"),
        ],
    )
    def test_memory_given_to_numpy(self, monkeypatch: pytest.MonkeyPatch, change: Any, cause: str) -> None:
        real = aikit.Array.__dlpack__
        broken = lambda x, **asked: change(real, x, asked) if asked.get("copy") else real(x, **asked)  # noqa: E731
        monkeypatch.setattr(aikit.Array, "__dlpack__", broken)
        kill("dlpack", cause, case_of("asarray", F32))

    def test_copy_that_is_written_through(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def write(x: Any, key: Any, value: Any) -> None:
            x.data[key] = value

        monkeypatch.setattr(aikit.Array, "__copy__", lambda x: wrap(x.data))
        monkeypatch.setattr(aikit.Array, "__setitem__", write)
        own = lambda real: lambda x, copy=None, **kwargs: real(x, copy=copy is not False, **kwargs)  # noqa: E731
        kill("copy", "copy: writing to it changes the array", case_of("asarray", F32, own))

    @pytest.mark.parametrize(
        ("method", "change", "cause"),
        [
            ("__copy__", lambda x: x, "copy: no array of its own"),
            ("__deepcopy__", lambda x, memo: aikit.asarray(x.data, dtype="float64"), "deep copy: another dtype"),
            (
                "__deepcopy__",
                lambda x, memo: wrap(x.data + x.data.dtype.type(1)),
                "deep copy: other values",
            ),
            ("__copy__", lambda x: wrap(x.data), "copy of a subclass: no array of its own"),
            ("__deepcopy__", _without_attributes, "deep copy of a subclass: without its attributes"),
            ("__reduce__", lambda x: (float, (1.0,)), "pickled array: no array of its own"),
            ("__reduce_ex__", lambda x, protocol: 1 / 0, "pickled array: raised ZeroDivisionError"),
        ],
    )
    def test_copy(self, monkeypatch: pytest.MonkeyPatch, method: str, change: Any, cause: str) -> None:
        monkeypatch.setattr(aikit.Array, method, change)
        kill("copy", cause, case_of("asarray", F32))

    @pytest.mark.parametrize("check", ["dlpack", "copy"])
    def test_real_arrays_pass(self, check: str) -> None:
        assert checks.load(check).run(case_of("asarray", F32)).calls > 1


class TestThreads:
    def test_state_that_is_shared(self, monkeypatch: pytest.MonkeyPatch) -> None:
        real, home = aikit.sin, threading.get_ident()
        record = aikit.describe(real)
        monkeypatch.setattr(record, "public", lambda x: real(x) if threading.get_ident() == home else real(real(x)))
        kill("threads", "another result in a thread", case_of("sin", F32))

    def test_error(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(aikit.describe(aikit.sin), "public", lambda x: 1 / 0)
        kill("threads", "in a thread: raised ZeroDivisionError", case_of("sin", F32))

    def test_write_that_shows_elsewhere(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(aikit.current_backend(XP.zeros(1)), "sole_owner", lambda holder: True)
        kill("threads", "a write in a thread shows in a copy", case_of("asarray", F32))

    @pytest.mark.parametrize("name", ["sin", "zeros", "asarray"])
    def test_real_function_passes(self, name: str) -> None:
        assert checks.load("threads").run(case_of(name, F32)).calls == 12
