"""Faults that show in one form of a call alone: of numbers of NumPy, in one byte order, for the gradient of one rank, beside one axis."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import aikit
from aikit.backend_handler import load
from aikit.core.arrays import wrap
from aikit.core.records import REGISTRY
from aikit.dispatch import results, simplifying
from pytest_aikit import checks, knowledge
from pytest_aikit.cases import cells, oracle, samples, tracing
from pytest_aikit.cases.bad_inputs import bad_inputs
from pytest_aikit.cases.gradients import calls
from pytest_aikit.cases.protocols import declaring
from pytest_aikit.cases.samples.lanes import in_lanes
from pytest_aikit.cases.samples.values import OVER_THE_RANGE
from pytest_aikit.checks import value
from pytest_aikit.model import Case, Cell, CheckFailure
from pytest_aikit.numerics.promotion import kind_of

Broken = Callable[..., Any]


@pytest.fixture(autouse=True)
def without_floating_warnings() -> Iterator[None]:
    with np.errstate(all="ignore"):
        yield


def case_of(
    name: str, dtypes: tuple[str, ...], broken: Callable[[Broken], Broken] | None = None, on: str = "numpy"
) -> Case:
    """The case on which all that is done once is done, in which the function is replaced by a mutant of it."""
    cell = Cell(REGISTRY[name], on, "cpu", dtypes)
    namespace: Any = aikit.get_backend(on)
    if broken is not None:
        namespace = types.SimpleNamespace(**{**vars(namespace), name: broken(getattr(namespace, name))})
    return Case(cell, namespace, samples.all_samples(cell, frozenset(), long=False), once=True)


def kill(check: str, cause: str, case: Case) -> None:
    with pytest.raises(CheckFailure) as caught:
        checks.load(check).run(case)
    assert cause in caught.value.cause


# ------------------------------------------------------------------------------------------------ numbers and arrays of NumPy


def test_a_number_of_numpy_that_counts_as_an_array_is_found() -> None:
    def broken(real: Broken) -> Broken:
        return lambda *args, **kwargs: real(
            *(np.asarray(x) if isinstance(x, np.generic) else x for x in args), **kwargs
        )

    kill("native_input", "another result for numbers of NumPy", case_of("multiply", ("float32", "float32"), broken))


@pytest.mark.needs("torch")
def test_arrays_of_numpy_that_leave_the_backend_in_force_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simplifying, "in_force", lambda bound: None)
    kill("native_input", "another result for arrays of NumPy", case_of("multiply", ("float32", "float32"), on="torch"))


def test_the_other_byte_order_that_is_not_looked_at_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load("numpy"), "accept_native", lambda x: x.view(x.dtype.newbyteorder("=")))
    kill("native_input", "another result for arrays of NumPy", case_of("square", ("float32",)))


@pytest.mark.needs("torch")
def test_a_tensor_that_is_negated_when_it_is_read_is_read_so(monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    def broken(x: Any) -> np.ndarray:
        x = x.detach()
        return np.asarray((torch._neg_view(x) if x.is_neg() else x).resolve_conj().numpy())

    case = case_of("positive", ("float32",), on="torch")
    checks.load("native_input").run(case)
    monkeypatch.setattr(load("torch"), "to_numpy", broken)
    kill("native_input", "changed its input", case)  # what a call hands in is read in the same way


# ------------------------------------------------------------------------------------------------ errors, out, copies


@pytest.mark.parametrize(
    ("kind", "kinds", "name", "dtype"), [("i", "iufc", "negative", "int32"), ("f", "ifc", "sin", "float32")]
)
def test_an_out_of_the_nearest_kind_that_is_accepted_is_found(
    monkeypatch: pytest.MonkeyPatch, kind: str, kinds: str, name: str, dtype: str
) -> None:
    monkeypatch.setitem(results._SAME_KIND, kind, kinds)
    kill("out", "is accepted", case_of(name, (dtype,)))


def test_a_bad_number_is_looked_for_in_each_place() -> None:
    x = np.zeros((2, 3), np.float32)
    shapes = [one.args[1] for one in bad_inputs(REGISTRY["reshape"], (x, (3, 2)), {}) if len(one.args) > 1]
    assert {(-2, 3), (3, -2)} <= {shape for shape in shapes if isinstance(shape, tuple)}


def test_a_deep_copy_in_the_same_memory_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aikit.Array, "__deepcopy__", lambda self, memo: wrap(self.data))
    kill("copy", "deep copy: shares the memory", case_of("asarray", ("float32",)))


def test_a_write_to_read_only_memory_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    backend, real = load("numpy"), load("numpy").sole_owner

    def sole_owner(holder: Any) -> bool:
        return real(holder) or not holder._data.flags.writeable

    monkeypatch.setattr(backend, "sole_owner", sole_owner)
    kill("copy", "a write to read-only memory", case_of("asarray", ("float32",)))


@pytest.mark.needs("torch")
def test_a_device_that_is_left_out_beside_another_keyword_is_found() -> None:
    def broken(real: Broken) -> Broken:
        return lambda *args, k=0, device=None, **others: real(*args, k=k, device=None if k else device, **others)

    kill("dtype", "made without values: another array", case_of("eye", ("float32",), broken, on="torch"))


# ------------------------------------------------------------------------------------------------ gradients


def _without_gradient(where: Callable[..., bool]) -> Callable[[Broken], Broken]:
    """A mutant that cuts the gradient by its last array where something holds of the call."""

    def mutant(real: Broken) -> Broken:
        def broken(*args: Any, **kwargs: Any) -> Any:
            cut = where(*args, **kwargs)
            return real(*args[:-1], aikit.stop_gradient(args[-1]) if cut else args[-1], **kwargs)

        return broken

    return mutant


@pytest.mark.needs("torch")
@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("multiply", lambda x1, x2, **_: aikit.is_array(x2) and x2.ndim == 0 and x1.ndim > 0),
        ("subtract", lambda x1, x2, **_: aikit.is_array(x2) and x1.ndim > 4),
        ("vecdot", lambda x1, x2, **_: x1.ndim > x2.ndim),
        ("sort", lambda x, *, axis=-1, descending=False, **_: descending and axis == 0),
        ("cumulative_sum", lambda x, *, axis=None, include_initial=False, **_: include_initial and axis == 0),
        ("flip", lambda x, **_: x.ndim == 4),
    ],
)
def test_a_gradient_that_is_cut_in_one_form_is_found(name: str, where: Callable[..., bool]) -> None:
    dtypes = ("float64",) * len(REGISTRY[name].array_parameters)
    kill("gradient", "wrong gradient", case_of(name, dtypes, _without_gradient(where), on="torch"))


@pytest.mark.needs("torch")
def test_ties_along_an_axis_have_the_gradient_of_ties() -> None:
    def broken(real: Broken) -> Broken:
        def one_of_them(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
            if not isinstance(axis, int) or not x.ndim:
                return real(x, axis=axis, keepdims=keepdims)
            return aikit.asarray(aikit.to_native(x).max(axis, keepdims).values)

        return one_of_them

    kill("gradient", "gradient at a kink", case_of("max", ("float64",), broken, on="torch"))


# ------------------------------------------------------------------------------------------------ samples


def _labels(name: str, dtypes: tuple[str, ...]) -> dict[str, Any]:
    cell = Cell(REGISTRY[name], "numpy", "cpu", dtypes)
    return {one.label: one for one in samples.all_samples(cell, frozenset())}


def test_each_array_stands_alone_beside_a_stack() -> None:
    found = _labels("linalg.cross", ("float32", "float32"))
    shapes = [[x.ndim for x in found[f"beside a stack, {place}"].arrays] for place in (0, 1)]
    assert shapes[0][0] > shapes[0][1] and shapes[1][0] < shapes[1][1]


def test_many_dimensions_come_with_another_choice() -> None:
    assert _labels("fft.fftn", ("float32",))["eight dimensions"].kwargs["norm"] != "backward"


def test_indices_from_both_ends_begin_with_either_and_zeros_have_both_signs() -> None:
    first = {int(in_lanes("places from both ends", (length,), 0, "int64", (0, 0))[0]) < 0 for length in (64, 65)}
    assert first == {True, False}
    halves = in_lanes("halves", (1_000,), 0, "float32", (0, 0))
    assert {*np.signbit(halves[halves == 0]).tolist()} == {True, False}


def test_values_of_one_sign_stand_beside_such_of_the_other() -> None:
    found = _labels("pow", ("float32", "float32"))
    signs = [
        tuple(bool((x[~np.isnan(x)] > 0).any()) for x in found[f"{n} elements"].arrays) for n in (65, 127, 128, 129)
    ]
    assert signs == [(True, True), (True, False), (False, True), (False, False)]


def test_elementwise_functions_with_calls_of_their_own_have_lengths() -> None:
    found = [name for name, one in cells.checked_functions().items() if one.elementwise and knowledge.of(one).calls]
    assert "clip" in found
    assert [name for name in found if not knowledge.of(REGISTRY[name]).sizes] == []


# ------------------------------------------------------------------------------------------------ traces


def test_a_trace_is_made_first_at_critical_points() -> None:
    first = next(tracing.chosen(case_of("cosh", ("float32",)), cheap=False))
    assert first.sample.label in OVER_THE_RANGE


@pytest.mark.needs("tensorflow")
def test_a_trace_is_made_in_each_dtype_with_code_of_its_own() -> None:
    load("tensorflow")
    found = tracing.with_code_of_its_own(REGISTRY["floor_divide"], "tensorflow")
    assert {"float32", "float16", "bfloat16"} <= {*found}
    assert tracing.with_code_of_its_own(REGISTRY["cos"], "tensorflow") == []


# ------------------------------------------------------------------------------------------------ numbers beside arrays


def _data_of(x: Any) -> Any:
    return x.data if isinstance(x, aikit.Array) else np.asarray(x)


@pytest.mark.parametrize("repeats", [False, True], ids=["no dimension", "one element in stride 0"])
def test_an_exponent_that_is_looked_for_in_the_memory_of_an_array_is_found(repeats: bool) -> None:
    def broken(real: Broken) -> Broken:
        def power(x: Any, exponent: Any, **kwargs: Any) -> Any:
            data = _data_of(exponent)
            single = (
                isinstance(exponent, (aikit.Array, np.ndarray)) and not any(data.strides) and bool(data.ndim) == repeats
            )
            # the square root of -0.0 is -0.0, and its power 0.0
            return aikit.sqrt(x) if single and data.size and data.flat[0] == 0.5 else real(x, exponent, **kwargs)

        return power

    check = "native_input" if repeats else "value"  # it is native arrays whose memory repeats an element
    kill(check, "", case_of("pow", ("float32", "float32"), broken))


def test_an_approximation_beside_a_number_alone_is_found() -> None:
    def broken(real: Broken) -> Broken:
        def quotient(one: Any, x: Any, **kwargs: Any) -> Any:
            found = real(one, x, **kwargs)
            if type(one) is not float or one != 1.0:
                return found
            # right for powers of two and for what is not finite, as the estimate of a processor is
            data = found.data
            exact = (np.frexp(data)[0] == 0.5) | (np.abs(data) < 2**40) | ~np.isfinite(data)
            return wrap(np.where(exact, data, np.nextafter(data, 2 * data)))

        return quotient

    kill("value", "", case_of("divide", ("float32", "float32"), broken))


def test_a_great_exponent_of_what_is_next_to_one_is_found() -> None:
    def broken(real: Broken) -> Broken:
        def power(x: Any, exponent: Any, **kwargs: Any) -> Any:
            found = real(x, exponent, **kwargs)
            base, data = map(_data_of, (x, exponent))
            wrong = (np.abs(base - 1) < 1e-6) & (base != 1) & (np.abs(data) > 2.0**29) & np.isfinite(data)
            return wrap(np.where(wrong, np.float32(1), found.data)) if found.dtype == "float32" else found

        return power

    kill("value", "", case_of("pow", ("float32", "float32"), broken))


# ------------------------------------------------------------------------------------------------ default dtypes, keys, lengths


def test_a_mean_that_is_taken_in_the_default_dtype_is_found() -> None:
    def broken(real: Broken) -> Broken:
        def call(x: Any, /, **kwargs: Any) -> Any:
            default = aikit.default_float_dtype()
            kept = real(x, **kwargs) if str(default) != "float16" else real(aikit.astype(x, default), **kwargs)
            return kept if kept.dtype == default else aikit.astype(kept, default)

        return call

    kill("dtype", "with other defaults: wrong value", case_of("mean", ("int32",), broken))


@pytest.mark.parametrize("name", ["arange", "eye", "astype"])
def test_what_makes_arrays_has_long_ones_in_every_dtype(name: str) -> None:
    function = REGISTRY[name]
    whole = {one for one in cells.accepted_dtypes(function) if kind_of(one) in "iu"} if name == "arange" else set()
    for dtype in cells.accepted_dtypes(function) - whole:  # integers of few bits have no long ranges
        case = case_of(name, (dtype,))
        most = max(one.size for sample in case.samples for one in _expected(function, sample))
        assert most >= 4097, dtype


def _expected(function: Any, sample: Any) -> list[np.ndarray]:
    wanted = oracle.expected(function, sample)
    return [np.empty(one.shape, bool) for one in (wanted if isinstance(wanted, tuple) else (wanted,))]


@pytest.mark.needs("jax")
def test_keys_of_every_form_are_differentiated_where_each_is_compiled() -> None:
    write = declaring.known()["Array.__setitem__"]
    found = list(calls.ordinary(Cell(write, "jax", "cpu", ("float32",)), "float32"))
    parts = [one for sample in found for one in sample.args if not isinstance(one, np.ndarray)]
    assert {-2, -1, 2, None} <= {one.step for one in parts if isinstance(one, slice)}
    assert {type(one) for one in parts} >= {int, slice, type(Ellipsis), type(None), list}


@pytest.mark.parametrize("name", ["add", "sin", "sum", "sort", "concat", "take_along_axis", "argwhere", "where"])
def test_there_are_many_elements_in_many_dimensions(name: str) -> None:
    function = REGISTRY[name]
    alike = [cells.tuples(function, dtype, (dtype,), False)[0][0] for dtype in cells.leading_dtypes(function)]
    found = [array for dtypes in alike for sample in case_of(name, dtypes).samples for array in sample.arrays]
    assert any(array.ndim > 2 and array.size > 4096 for array in found)


@pytest.mark.needs("jax")
def test_a_quotient_that_is_rounded_twice_is_found_though_a_broadcast_divisor_may_be() -> None:
    from jax import numpy as jnp

    def broken(real: Broken) -> Broken:
        def call(x1: Any, x2: Any, /, **kwargs: Any) -> Any:
            right = real(x1, x2, **kwargs)
            if not all(isinstance(one, aikit.Array) and one.shape == right.shape for one in (x1, x2)):
                return right
            twice = x1.data * (1 / x2.data)
            near = abs(twice - right.data) <= 2 * abs(right.data) * jnp.finfo(twice.dtype).eps
            return wrap(jnp.where(near & (abs(right.data) > 1e-30), twice, right.data))

        return call

    kill("value", "error above the bound", case_of("divide", ("float32", "float32"), broken, on="jax"))


def test_where_a_quotient_is_rounded_once() -> None:
    bounds, x = knowledge.of(REGISTRY["divide"]).bounds, np.ones((2, 3))
    assert bounds.narrowed("jax", x, x) == bounds.narrowed("jax", 3.0, x) == "jax"
    assert bounds.narrowed("jax", x, x[0]) == bounds.narrowed("jax", x, 3.0) == ""
    assert bounds.narrowed("torch", x, 3.0) == "torch"
    places = [Cell(REGISTRY["divide"], "jax", device, ("float32", "float32")) for device in ("cpu:1", "gpu:0")]
    assert [value.asked_on(one).on for one in places] == ["jax", "accelerator"]


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("number, dtype", [(float, "int32"), (complex, "uint8"), (complex, "float32")])
def test_a_number_of_a_kind_above_that_is_cast_in_one_place_is_found(place: int, number: type, dtype: str) -> None:
    def broken(real: Broken) -> Broken:
        def call(*args: Any, **kwargs: Any) -> Any:
            given = [*args]
            if type(given[place]) is number:
                given[place] = int(given[place].real)
            return real(*given, **kwargs)

        return call

    kill("value", "error above the bound", case_of("add", (dtype, dtype), broken))


def test_a_tuple_without_names_is_found_where_lists_alone_give_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_names(*args: Any, **kwargs: Any) -> Any:
        result = public(*args, **kwargs)
        return tuple(result) if type(args[0]) is list else result

    public = aikit.unique_inverse
    monkeypatch.setattr(aikit.describe(aikit.unique_inverse), "public", without_names)
    kill("native_input", "another result for lists", case_of("unique_inverse", ("float32",)))
