"""The checks of traces kill functions that are right without a trace, and not under one."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import aikit
from aikit.exceptions import AikitValueError
from pytest_aikit import checks, frameworks, knowledge
from pytest_aikit.cases import cells, samples, tracing
from pytest_aikit.cases.samples import keywords
from pytest_aikit.frameworks.records import FIRST, NEEDS, Trace, Traced, each
from pytest_aikit.model import Case, Cell, CheckFailure

F32 = ("float32",)


@pytest.fixture(autouse=True)
def without_floating_warnings() -> Iterator[None]:
    with np.errstate(all="ignore"):
        yield


def case_of(backend: str, name: str, broken: Callable[[Any], Any] | None = None, dtypes: Any = F32) -> Case:
    """A case in which the function is replaced by a mutant of it."""
    namespace = aikit.get_backend(backend)
    cell = Cell(aikit.describe(getattr(aikit, name)), backend, "cpu", dtypes)
    if broken is not None:
        real = getattr(namespace, name)
        namespace = types.SimpleNamespace(**{**vars(namespace), name: broken(real)})
    return Case(cell, namespace, samples.core_samples(cell))


def cause(check: str, case: Case) -> str:
    with pytest.raises(CheckFailure) as caught:
        checks.load(check).run(case)
    return caught.value.cause


def through_numpy(real: Any) -> Any:
    return lambda x, **kwargs: aikit.asarray(np.asarray(aikit.to_numpy(real(x, **kwargs))))


def calls_back(real: Any) -> Any:
    """NumPy by the framework's own way to call Python from a graph, which traces without an error."""

    def cos(x: np.ndarray) -> np.ndarray:
        with np.errstate(all="ignore"):  # it may be another thread
            return np.asarray(np.cos(x), x.dtype)

    def broken(x: Any, **kwargs: Any) -> Any:
        native = aikit.to_native(x)
        if aikit.current_backend(x).name == "jax":
            import jax

            return aikit.asarray(jax.pure_callback(cos, jax.ShapeDtypeStruct(native.shape, native.dtype), native))
        import tensorflow as tf

        return aikit.asarray(tf.ensure_shape(tf.numpy_function(cos, [native], native.dtype), native.shape))

    return broken


def keeps_its_results(real: Any) -> Any:
    """Under a trace, the result is that of the first call with the same shape without one."""
    kept: dict[Any, Any] = {}

    def broken(x: Any, **kwargs: Any) -> Any:
        if aikit.current_backend(x).is_traced(aikit.to_native(x)):
            return kept[tuple(x.shape)] + 0
        result = real(x, **kwargs)
        kept.setdefault(tuple(x.shape), result)
        return result

    return broken


def looks_at_values(real: Any) -> Any:
    return lambda x, **kwargs: real(x, **kwargs) if bool(aikit.all(x == x)) else real(x + 0, **kwargs)


def keeps_a_length(real: Any) -> Any:
    return lambda x, **kwargs: real(x, **kwargs) + aikit.zeros_like(x) * float(np.prod([int(n) for n in x.shape]))


def loses_shapes(real: Any) -> Any:
    def broken(x: Any, **kwargs: Any) -> Any:
        import tensorflow as tf

        result = real(x, **kwargs).data
        if not aikit.current_backend(x).is_traced(result):
            return aikit.asarray(result)
        return aikit.asarray(tf.raw_ops.PlaceholderWithDefault(input=result, shape=[None] * result.shape.rank))

    return broken


def of_all_at_once(real: Any) -> Any:
    """Under vmap the values of all calls are one array, of which this takes the first for each."""

    def broken(x: Any, **kwargs: Any) -> Any:
        import torch

        native = aikit.to_native(x)
        if torch._C._functorch.is_batchedtensor(native):
            return real(aikit.asarray(torch._C._functorch.get_unwrapped(native)[0]), **kwargs)
        return real(x, **kwargs)

    return broken


PLANTED = {
    "torch: NumPy under torch.compile": ("trace", "torch", through_numpy, "under torch.compile: raised"),
    "torch: NumPy under vmap": ("trace_vmap", "torch", through_numpy, "under torch.func.vmap: raised"),
    "torch: NumPy under export": ("trace_lengths", "torch", through_numpy, "under torch.export with dynamic lengths: raised"),
    "torch: values under torch.compile": ("trace", "torch", looks_at_values, "under torch.compile: raised"),
    "torch: values under vmap": ("trace_vmap", "torch", looks_at_values, "under torch.func.vmap: raised"),
    "torch: values under export": ("trace_lengths", "torch", looks_at_values, "under torch.export with dynamic lengths: raised"),
    "torch: a length is constant": (
        "trace_lengths", "torch", keeps_a_length, "under torch.export with dynamic lengths, with other lengths: raised",
    ),
    "torch: one call for all": ("trace_vmap", "torch", of_all_at_once, "under torch.func.vmap, with other values: wrong value"),
    "jax: NumPy": ("trace", "jax", through_numpy, "under jax.jit: raised TracerArrayConversionError"),
    "jax: NumPy by a callback": ("trace", "jax", calls_back, "under jax.jit: leaves the framework for pure_callback"),
    "jax: NumPy under vmap": ("trace_vmap", "jax", through_numpy, "under jax.vmap: raised TracerArrayConversionError"),
    "jax: values": ("trace", "jax", looks_at_values, "under jax.jit: raised ConcretizationTypeError"),
    "jax: a kept result": ("trace", "jax", keeps_its_results, "under jax.jit, with other values: wrong value"),
    "tensorflow: NumPy": ("trace", "tensorflow", through_numpy, "under tf.function: raised"),
    "tensorflow: NumPy by a callback": ("trace", "tensorflow", calls_back, "under tf.function: leaves the framework for PyFunc"),
    "tensorflow: values": ("trace", "tensorflow", looks_at_values, "under tf.function: raised"),
    "tensorflow: a kept result": ("trace", "tensorflow", keeps_its_results, "under tf.function, with other values: wrong value"),
    "tensorflow: a lost shape": ("trace", "tensorflow", loses_shapes, "under tf.function: the shape is not known"),
    "tensorflow: lengths": ("trace_lengths", "tensorflow", keeps_a_length, "under tf.function with unknown lengths: raised"),
    "tensorflow: rank": ("trace_rank", "tensorflow", keeps_its_results, "under tf.function with unknown rank: raised"),
}  # fmt: skip


@pytest.mark.parametrize("planted", PLANTED)
def test_faults_are_killed(planted: str) -> None:
    check, backend, broken, wanted = PLANTED[planted]
    pytest.importorskip(backend)
    assert cause(check, case_of(backend, "cos", broken)).startswith(wanted)


@pytest.mark.parametrize(("check", "backend"), sorted({(check, backend) for check, backend, *_ in PLANTED.values()}))
@pytest.mark.parametrize("name", ["cos", "sum"])
def test_real_functions_pass(check: str, backend: str, name: str) -> None:
    pytest.importorskip(backend)
    assert checks.load(check).run(case_of(backend, name)).calls > 0


class TestStandIn:
    """A stand-in for a framework's compiler, which changes what a function of NumPy gives."""

    @staticmethod
    def plant(monkeypatch: pytest.MonkeyPatch, change: Callable[[Any], Any], count: int = 1, lacks: Any = ()) -> None:
        def trace(function: Any, natives: list[Any]) -> Traced:
            traced = each(lambda natives: [[change(native) for native in one] for one in function(natives)])
            return Traced(traced, lambda: count)

        found = Trace("trace", "a stand-in", trace, "traced = call\n", lacks=lacks)
        monkeypatch.setitem(frameworks._RECORDS, "numpy", replace(frameworks.of("numpy"), traces=(found,)))

    @pytest.mark.parametrize(
        ("change", "count", "wanted"),
        [
            (lambda x: x + 1, 1, "wrong value"),
            (lambda x: x.astype("float64"), 1, "wrong dtype"),
            (lambda x: x[None], 1, "wrong shape"),
            (lambda x: x, 2, "more than one trace"),
            (lambda x: 1 / 0, 1, "raised ZeroDivisionError"),
        ],
    )
    def test_mutants(self, monkeypatch: pytest.MonkeyPatch, change: Any, count: int, wanted: str) -> None:
        self.plant(monkeypatch, change, count)
        assert cause("trace", case_of("numpy", "cosh")) == f"under a stand-in: {wanted}"

    def test_what_is_moved_is_the_same_bit_for_bit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.plant(monkeypatch, lambda x: x.view(x.dtype) if x.dtype != np.float32 else np.nextafter(x, np.float32(9)))
        assert cause("trace", case_of("numpy", "flip")) == "under a stand-in: wrong value"

    @pytest.mark.parametrize(
        ("name", "error", "wanted"),
        [
            ("unstack", AikitValueError("unstack: its length is not known"), None),
            ("unstack", ValueError("unstack: its length is not known"), "under a stand-in: refused with ValueError"),
            ("unstack", AikitValueError("no"), "under a stand-in: refused with AikitValueError"),
            ("unstack", None, "under a stand-in: not refused, although there are as many results as the length says"),
            ("sum", AikitValueError("sum: its length is not known"), "under a stand-in: raised AikitValueError"),
        ],
    )
    def test_refusals(self, monkeypatch: pytest.MonkeyPatch, name: str, error: Any, wanted: str | None) -> None:
        def change(native: Any) -> Any:
            if error is not None:
                raise error
            return native

        self.plant(monkeypatch, change, lacks=("lengths",))
        case = case_of("numpy", name)
        if wanted is None:
            assert checks.load("trace").run(case).calls > 0
        else:
            assert cause("trace", case) == wanted

    @pytest.mark.parametrize("change", [-1, 2])
    def test_another_decomposition_is_as_right(self, monkeypatch: pytest.MonkeyPatch, change: int) -> None:
        """A vector of each side with the other sign is; one of another length is none."""

        def changed(u: Any, s: Any, vh: Any) -> list[Any]:
            return [u * [change, *[1] * (u.shape[-1] - 1)], s, vh * [[change], *[[1]] * (vh.shape[-2] - 1)]]

        def trace(function: Any, natives: list[Any]) -> Traced:
            def call(natives: list[Any]) -> list[list[Any]]:
                made = (changed(*one) if all(x.size for x in one) else one for one in function(natives))
                return [[x.astype(was.dtype) for x, was in zip(one, [one[1]] * 3, strict=True)] for one in made]

            return Traced(each(call), lambda: 1)

        found = Trace("trace", "a stand-in", trace, "traced = call\n")
        monkeypatch.setitem(frameworks._RECORDS, "numpy", replace(frameworks.of("numpy"), traces=(found,)))
        cell = Cell(aikit.describe(aikit.linalg.svd), "numpy", "cpu", F32)
        case = Case(cell, aikit.get_backend("numpy"), samples.core_samples(cell))
        if change == -1:
            assert checks.load("trace").run(case).calls > 0
        else:
            assert cause("trace", case) == "under a stand-in: wrong value"

    def test_numpy_has_no_trace(self) -> None:
        assert checks.load("trace").run(case_of("numpy", "sum")).calls == 0

    def test_which_cells_are_traced(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.plant(monkeypatch, lambda x: x)
        case = case_of("numpy", "cumulative_sum", dtypes=("int32",))
        calls = [
            checks.load("trace").run(replace(case, once=once, thorough=thorough)).calls
            for once, thorough in ((False, False), (True, False), (False, True))
        ]
        of_keywords = keywords.few_rows(case.function, "i", of_pairs=False)
        assert calls[:2] == [0, 2 + len(of_keywords)] and calls[2] > 2 and of_keywords

    def test_a_call_that_tells_nothing_of_values_is_followed_by_another(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The sum of all numbers is the same in reverse order, so that a constant of the trace would not be seen."""
        self.plant(monkeypatch, lambda x: x)
        assert checks.load("trace").run(case_of("numpy", "sum", dtypes=("int32",))).calls > 2


@pytest.mark.parametrize("backend", ["torch", "tensorflow"])
@pytest.mark.parametrize(("name", "keyword", "value"), [("sum", "keepdims", True), ("var", "correction", 0.5)])
def test_what_is_wrong_for_a_value_of_a_keyword_under_a_trace_alone_is_found(
    name: str, keyword: str, value: Any, backend: str
) -> None:
    """Of JAX such calls are compiled together, by which check ever they are asked for."""
    pytest.importorskip(backend)

    def wrong(real: Any) -> Any:
        def broken(x: Any, **kwargs: Any) -> Any:
            traced = aikit.current_backend(x).is_traced(aikit.to_native(x))
            result = real(x, **kwargs)
            return result + 1 if traced and kwargs.get(keyword) == value else result

        return broken

    checks.load("trace").run(case_of(backend, name))
    assert "wrong value" in cause("trace", case_of(backend, name, wrong))


def test_needs_are_known_words() -> None:
    for function in cells.checked_functions().values():
        for need in knowledge.of(function).trace.needs:
            assert need.what in NEEDS and need.why
    for framework in frameworks.known():
        for trace in framework.traces:
            assert {*trace.lacks, *trace.constants} <= {*NEEDS, FIRST} and trace.check in checks.names()


@pytest.mark.needs("torch")
def test_what_is_made_of_others() -> None:
    """One call of it is traced, with keywords, and by all transforms but the first one in turn; thoroughly it is as others."""
    made, plain = (case_of("torch", name, dtypes=F32 * 3) for name in ("conv1d", "conv_general_dilated"))
    assert [bool(call.sample.kwargs) for call in tracing.chosen(made, False)] == [True]
    assert {bool(call.sample.kwargs) for call in tracing.chosen(plain, False)} == {True, False}
    assert len(list(tracing.chosen(replace(made, thorough=True), False))) > 4
    compiled, mapped, exported = frameworks.of("torch").traces
    functions = [one for one in cells.checked_functions().values() if tracing.is_made_of_others(one, "torch")]
    turns = {trace: sum(tracing.is_tried(one, "torch", trace) for one in functions) for trace in (compiled, mapped)}
    assert turns == dict.fromkeys((compiled, mapped), len(functions))
    assert 0.1 < sum(tracing.is_tried(one, "torch", exported) for one in functions) / len(functions) < 0.4
    assert tracing.is_tried(plain.function, "torch", exported)


@pytest.mark.parametrize("backend", ["torch", "jax", "tensorflow"])
def test_where_a_run_is_brief_the_first_transform_is_tried_with_every_function(backend: str) -> None:
    first, *others = frameworks.of(backend).traces
    functions = cells.checked_functions().values()
    assert all(tracing.is_tried(one, backend, first, brief=True) for one in functions)
    for other in others:
        assert (
            0.15 < sum(tracing.is_tried(one, backend, other, brief=True) for one in functions) / len(functions) < 0.35
        )


@pytest.mark.needs("tensorflow")
@pytest.mark.parametrize("check", ["trace", "trace_lengths", "trace_rank"])
def test_complex_numbers_of_a_boolean_result(check: str) -> None:
    """Of real numbers it is the same whatever they are, so that a trace of these shows nothing of the other branch."""
    case = replace(
        case_of("tensorflow", "isreal", lambda real: lambda x: real(x) | _is_traced(x), ("complex64",)), once=False
    )
    assert "wrong value" in cause(check, case)
    assert checks.load(check).run(replace(case_of("tensorflow", "sin", dtypes=("complex64",)), once=False)).calls == 0


def _is_traced(x: Any) -> bool:
    return bool(aikit.current_backend(x).is_traced(aikit.to_native(x)))
