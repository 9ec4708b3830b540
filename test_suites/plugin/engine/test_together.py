"""Calls that are compiled together say the same as by themselves, of right functions and of broken ones."""

from __future__ import annotations

import threading
import types
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import aikit
from pytest_aikit import checks
from pytest_aikit.cases import calling, cells, samples, together
from pytest_aikit.cases.samples.values import OVER_THE_RANGE
from pytest_aikit.cases.turns import has_its_turn, is_called_by_itself
from pytest_aikit.engine import verdicts
from pytest_aikit.frameworks import jax as framework_jax
from pytest_aikit.model import Case, Cell, Sample

jax = pytest.importorskip("jax")


@pytest.fixture(autouse=True)
def with_x64() -> Iterator[None]:
    with jax.enable_x64(True), np.errstate(all="ignore"):
        yield


def case_of(name: str, change: Callable[..., Any] | None = None, *, dtype: str = "float32", once: bool = True) -> Case:
    """A case on JAX whose calls are made together; `change` makes of each call what a broken function gives."""
    xp = aikit.get_backend("jax")
    function = aikit.describe(getattr(aikit, name))
    cell = Cell(function, "jax", "cpu", cells.tuples(function, dtype, (dtype,), False)[0][0])
    if change is not None:
        real = getattr(xp, name)
        xp = types.SimpleNamespace(
            **{**vars(xp), name: lambda x, *args, **kwargs: change(real(x, *args, **kwargs), x, *args, **kwargs)}
        )
    in_turn = False if once else None
    case = Case(cell, xp, samples.all_samples(cell, frozenset(), in_turn=in_turn, long=False), once=once)
    together.prepare([case])
    return case


def cause(check: str, case: Case) -> str | None:
    failure = verdicts.of(checks.load(check), case)[1]
    return failure and failure.cause


@pytest.mark.parametrize("name", ["cos", "sum"])
def test_real_functions_pass_with_calls_made_together(name: str) -> None:
    case = case_of(name)
    for check in ("value", "native_input", "dtype", "return_type"):
        assert cause(check, case) is None
    made = {sample.part for sample in case.samples if id(sample) in case.kept.together}
    assert made == {"sizes", "shapes"} | (set() if name == "cos" else {"keywords", "calls"})
    assert id(case.samples[0]) not in case.kept.together


MIXED, ALIKE = ("float32", "float64"), ("int16", "int16")
"""A pair of dtypes, and one whose turn it is not to be called by itself."""


def case_of_add(dtypes: tuple[str, str], change: Callable[..., Any] | None = None) -> Case:
    """A case of `add` for two dtypes, whose calls are made together; `change` makes of each call what a broken `add` gives."""
    xp = aikit.get_backend("jax")
    if change is not None:
        real = xp.add
        xp = types.SimpleNamespace(**{**vars(xp), "add": lambda x, y, **kwargs: change(real(x, y, **kwargs), x, y)})
    cell = Cell(aikit.describe(aikit.add), "jax", "cpu", dtypes)
    case = Case(cell, xp, samples.all_samples(cell, frozenset(), in_turn=False, long=False), once=False)
    together.prepare([case])
    return case


def test_pairs_of_dtypes_are_called_by_themselves_and_find_compiled_what_one_dtype_is_called_by() -> None:
    alike, mixed = case_of_add(ALIKE), case_of_add(MIXED)
    for case in (alike, mixed):
        assert all(cause(check, case) is None for check in ("value", "native_input", "dtype", "operator"))
        assert {id(one) for one in case.samples} == case.kept.together | case.kept.cheaply
    assert alike.kept.together and not mixed.kept.together


@pytest.mark.parametrize("name", ["cos", "flip", "zeros_like"])
def test_one_dtype_in_turn_has_calls_by_themselves_beside_that_of_the_checks_that_run_once(name: str) -> None:
    by_themselves = set()
    for dtype in cells.accepted_dtypes(aikit.describe(getattr(aikit, name))):
        case = case_of(name, dtype=dtype, once=False)
        assert cause("value", case) is None
        assert case.kept.together
        if id(case.samples[0]) not in case.kept.together:
            by_themselves.add(dtype)
    assert len(by_themselves - {"float32"}) == len(by_themselves) == 1


def test_results_are_put_into_arrays_in_one_dtype_in_turn_beside_that_of_the_checks_that_run_once() -> None:
    put = checks.load("out").run
    assert put(case_of("cos")).calls
    others = [case_of("cos", dtype=dtype, once=False) for dtype in ("float64", "float16", "bfloat16", "complex64")]
    assert [put(one).calls > 0 for one in others] == [is_called_by_itself(one) for one in others]
    assert all(put(replace(one, thorough=True)).calls for one in others)


def test_without_64_bit_dtypes_bad_inputs_take_turns_and_dtypes_that_are_lacking_do_not() -> None:
    made = {}
    with jax.enable_x64(False):
        for name in ("sum", "prod", "zeros_like", "full_like", "ones_like", "cumulative_prod"):
            case = replace(case_of(name), x64=False)
            made[has_its_turn(case.function)] = [
                checks.load("errors").run(replace(case, thorough=thorough)).calls for thorough in (False, True)
            ]
    assert set(made) == {False, True}
    assert made[True][0] == made[True][1] and 0 < made[False][0] < made[False][1]


@pytest.mark.parametrize("dtype", ["int16", "float16", "uint64"])
def test_a_fault_in_a_dtype_whose_calls_are_all_made_together_is_found(dtype: str) -> None:
    def wrong(result: Any, x: Any, *_: Any, **__: Any) -> Any:
        return -result if str(x.dtype) == dtype else result

    assert cause("value", case_of("sum", wrong, dtype=dtype, once=False)) is not None


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64", "complex128"])
@pytest.mark.parametrize("name", ["tan", "divide"])
def test_floating_values_over_the_range_are_computed_as_by_the_user(name: str, dtype: str) -> None:
    case = case_of(name, dtype=dtype, once=False)
    assert cause("value", case) is None
    [sample] = [one for one in case.samples if one.label in OVER_THE_RANGE]
    assert id(sample) not in case.kept.together
    by_user = getattr(aikit.get_backend("jax"), name)(*map(jax.numpy.asarray, sample.args))
    assert np.asarray(calling.result(case, sample).data).tobytes() == np.asarray(by_user).tobytes()


def test_what_must_know_values_is_optimized_where_calls_have_to_be_by_themselves_and_after_a_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cheap: list[Case] = []

    def cheaply(case: Case) -> AbstractContextManager[None]:
        cheap.append(case)
        return nullcontext()

    monkeypatch.setattr(calling, "cheaply", cheaply)
    accepted = cells.accepted_dtypes(aikit.describe(aikit.nonzero)) - {"float32"}
    cases = [case_of("nonzero", dtype=dtype, once=False) for dtype in accepted]
    ((in_turn,), (other, *_)) = (
        [one for one in cases if is_called_by_itself(one) is wanted] for wanted in (True, False)
    )
    assert cause("value", in_turn) is cause("value", other) is None
    assert {*map(id, cheap)} == {id(other)}
    cheap.clear()
    assert together.forget(other)
    assert cause("value", other) is None
    assert not cheap


def test_what_is_compiled_cheaply_is_not_what_users_have() -> None:
    before, take_back = framework_jax._context, framework_jax._configure(None)
    try:
        x = jax.numpy.linspace(-4, 4, 10_007, dtype="float32")
        with framework_jax._cheaply():
            other = np.asarray(jax.numpy.tan(x))
        assert np.asarray(jax.numpy.tan(x)).tobytes() != other.tobytes()
    finally:
        take_back()
    assert framework_jax._context is before


def test_only_options_that_the_compiler_has_are_asked_for(monkeypatch) -> None:
    known = framework_jax._cheap.__wrapped__()
    assert known and known.items() <= framework_jax._CHEAP.items()
    monkeypatch.setattr(framework_jax, "_CHEAP", {**known, "xla_cpu_of_another_version": True})
    assert framework_jax._cheap.__wrapped__() == known
    monkeypatch.setattr(jax, "default_backend", lambda: "gpu")
    assert framework_jax._cheap.__wrapped__() == {}


def test_of_what_is_made_of_others_those_are_by_themselves_that_give_an_argument_first() -> None:
    case = case_of("trapz")
    assert cause("value", case) is None
    calls = [one for one in case.samples if one.part == "calls"]
    alone = [one for one in calls if id(one) not in case.kept.together]
    assert alone[0] is case.samples[0]
    assert {"x", "dx", "axis"} == {name for one in alone for name in one.kwargs}
    assert 5 < len(case.kept.together) > len(case.samples) / 2


def test_a_fault_of_what_is_made_of_others_is_found() -> None:
    case = case_of("cross_entropy", lambda r, x, *args, axis=-1, **_: r + SMALL if axis == 0 and x.ndim == 3 else r)
    assert cause("value", case) == "error above the bound"


def test_calls_of_one_form_are_traced_once_and_have_results_of_their_own() -> None:
    traced: list[tuple[int, ...]] = []

    def change(result: Any, x: Any, y: Any) -> Any:
        traced.append(x.shape)
        return result

    def sample(length: int, value: float) -> Sample:
        return Sample((np.full(length, value, "int16"), np.ones(length, "int16")), part="sizes")

    case = replace(case_of_add(ALIKE, change), samples=tuple(sample(n, value) for n in (2, 3) for value in (1, 2, 3)))
    together.prepare([case])
    assert [np.asarray(calling.result(case, one).data)[0] for one in case.samples] == [2, 3, 4, 2, 3, 4]
    assert case.kept.together == {id(one) for one in case.samples}
    # for Arrays and for native ones
    assert set(traced) == {(2,), (3,)} and len(traced) <= 4


def test_a_call_of_the_form_of_the_first_is_made_by_itself() -> None:
    case = case_of("sum")
    form = [(one.shape, one.dtype) for one in case.samples[0].arrays], dict(case.samples[0].kwargs)
    alike = [one for one in case.samples if ([(x.shape, x.dtype) for x in one.arrays], dict(one.kwargs)) == form]
    assert len(alike) > 1
    assert case.kept.together.isdisjoint(map(id, alike))


def test_what_is_wrong_with_one_pair_of_dtypes_is_found() -> None:
    def wrong(result: Any, x: Any, y: Any) -> Any:
        return result + SMALL if len({str(getattr(one, "dtype", "float32")) for one in (x, y)}) > 1 else result

    assert cause("value", case_of_add(MIXED, wrong)) == "error above the bound"
    assert cause("value", case_of_add(("float32", "float32"), wrong)) is None


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("__add__", "another result of the operator"),
        ("__iadd__", "another result of the in-place operator"),
        ("__iadd__ of another object", "the in-place operator returns another object"),
    ],
)
def test_broken_operators(name: str, wanted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    method, other = name.split()[0], "another object" in name
    real = getattr(aikit.Array, method)

    def broken(self: Any, y: Any) -> Any:
        result = real(self, y)
        if self.ndim == 2 and other:
            return aikit.array(result)
        if self.ndim == 2 and method == "__iadd__":
            result[...] = 7.0
        return real(result, SMALL) if self.ndim == 2 and method == "__add__" else result

    monkeypatch.setattr(aikit.Array, method, broken)
    assert cause("operator", case_of_add(("float64", "float64"))) == wanted


def test_a_refusal_that_is_lost_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    case = case_of_add(MIXED)
    assert cause("operator", case) is None
    monkeypatch.setattr(aikit.Array, "__iadd__", lambda self, y: self + y)
    assert cause("operator", case_of_add(("float32", "complex64"))) is not None


def is_traced(x: Any) -> bool:
    return isinstance(aikit.to_native(x), jax.core.Tracer)


def writes(result: Any, x: Any, **kwargs: Any) -> Any:
    if isinstance(x, aikit.Array) and x.ndim == 3:
        x[0] = 7.0
    return result


SMALL = 2.0**-10
BROKEN: dict[str, tuple[str, str, Callable[..., Any], str | None]] = {
    "one length": ("value", "cos", lambda r, x: r + SMALL if x.shape == (129,) else r, "error above the bound"),
    "one rank": ("value", "cos", lambda r, x: r + SMALL if x.ndim == 3 else r, "error above the bound"),
    "one pair of keywords": (
        "value",
        "sum",
        lambda r, x, axis=None, keepdims=False, **_: r + 1 if keepdims and axis in (-1, (-1,)) and x.ndim == 3 else r,
        "error above the bound",
    ),
    "a shape": ("value", "cos", lambda r, x: aikit.expand_dims(r, 0) if x.ndim == 3 else r, "wrong shape"),
    "a dtype": ("dtype", "cos", lambda r, x: aikit.astype(r, "float64") if x.ndim == 3 else r, "wrong dtype"),
    "a native result": ("return_type", "cos", lambda r, x: r.data if x.ndim == 3 else r, "native"),
    "native arrays alone": (
        "native_input",
        "cos",
        lambda r, x: r if isinstance(x, aikit.Array) or x.ndim != 3 else r + SMALL,
        "another result for native arrays",
    ),
    "a changed input": ("value", "cos", writes, "changed its input"),
    "known values alone": ("value", "cos", lambda r, x: r if is_traced(x) else r + SMALL, "error above the bound"),
    "traced values alone, which counts in a trace": ("value", "cos", lambda r, x: r + SMALL if is_traced(x) else r, None),
    "through NumPy, which counts in a trace": (
        "value", "cos", lambda r, x: aikit.asarray(np.asarray(aikit.to_numpy(r)), device=r.device), None,
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", BROKEN)
def test_broken_functions(kind: str) -> None:
    check, name, change, wanted = BROKEN[kind]
    found = cause(check, case_of(name, change))
    assert found == wanted or (wanted is not None and found is not None and wanted in found)


@pytest.mark.parametrize("optimized", [True, False])
def test_what_is_rounded_to_16_bits_is_so_between_operations(optimized: bool) -> None:
    from pytest_aikit import frameworks

    compiled = frameworks.of("jax").compiled
    assert compiled is not None
    x = jax.numpy.full(64, 1.0 + 2**-9)
    narrowed = compiled(lambda x: x.astype("bfloat16").astype("float64") * 3, optimized)(x)
    assert np.all(np.asarray(narrowed) == 3.0)


def test_programs_of_a_thread_are_written_in_one_context_while_a_session_lasts() -> None:
    from jax._src.interpreters import mlir

    make = mlir.make_ir_context
    take_back = framework_jax._share_contexts()
    try:
        first, found = mlir.make_ir_context(), []
        other = threading.Thread(target=lambda: found.append(mlir.make_ir_context()))
        other.start()
        other.join()
        assert mlir.make_ir_context() is first and found[0] is not first
        framework_jax._clear_compiled()
        assert mlir.make_ir_context() is not first
    finally:
        take_back()
    assert mlir.make_ir_context is make
