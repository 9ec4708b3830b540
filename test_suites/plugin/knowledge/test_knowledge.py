"""What the checks rest on: records of functions, references, samples, bounds, special cases, strategies."""

from __future__ import annotations

import ast
import inspect
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.mutants import target
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import aikit
from aikit.core.records import REGISTRY, Function
from aikit.dtypes import DTYPES
from pytest_aikit import knowledge
from pytest_aikit import strategies as ak
from pytest_aikit.cases import calling, cells, samples
from pytest_aikit.cases.oracle import bind, expected, wrapped
from pytest_aikit.knowledge import bounds, records
from pytest_aikit.model import Cell
from pytest_aikit.mutants.kinds._wrong import has_values, recorded
from pytest_aikit.mutants.kinds.keywords import keywords_of, sorts_of_values
from pytest_aikit.numerics import promotion
from pytest_aikit.numerics.comparing import difference, rounded, same_bits, ulps
from pytest_aikit.numerics.special_values import COUNT, special_values

FUNCTIONS = cells.checked_functions()
HERE = Path(knowledge.__file__).parent


def cell_of(name: str, *dtypes: str) -> Cell:
    return Cell(REGISTRY[name], "numpy", "cpu", dtypes)


# ------------------------------------------------------------------------------------------------ records


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_has_a_reference_and_samples(name: str) -> None:
    function = FUNCTIONS[name]
    assert knowledge.of(function).reference is not None
    assert function.elementwise or knowledge.of(function).calls or name == "where"


def test_every_function_that_is_checked_has_a_record_and_no_other() -> None:
    assert set(FUNCTIONS) <= set(knowledge.known()) <= {*REGISTRY, *FUNCTIONS}


@pytest.mark.parametrize("backend", ["numpy", "tensorflow", "jax"])
def test_every_row_is_a_call_on_every_backend(backend: str) -> None:
    """Also where each new shape costs, so that few dtypes have the rows that are not for each of them."""
    missing = []
    for name, function in FUNCTIONS.items():
        rows = {one.label for one in knowledge.of(function).calls if not (one.turns or one.mixed)}
        for dtype in cells.accepted_dtypes(function) if rows else ():
            dtypes, accepted = cells.tuples(function, dtype, (dtype,), False)[0]
            cell = Cell(function, backend, "cpu", dtypes, accepted)
            rows -= {one.label for one in samples.core_samples(cell)}
        missing += [(name, one) for one in sorted(rows)]
    assert missing == []


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_is_not_as_for_others_has_a_reason(name: str) -> None:
    known = knowledge.of(FUNCTIONS[name])
    assert known.bounds == bounds.AS_OTHERS or known.bounds.why
    assert all(one.why for one in known.left_out.values())


@pytest.mark.parametrize("path", sorted(HERE.glob("[a-z]*.py")), ids=lambda path: path.stem)
def test_records_stand_in_the_file_of_their_category(path: Path) -> None:
    """Or in that of the module beside it in which they are declared."""
    named = [
        argument.value
        for call in ast.walk(ast.parse(path.read_text()))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "know"
        for argument in call.args
        if isinstance(argument, ast.Constant)
    ]
    functions = map(cells.known_function, named)
    assert [f.name for f in functions if path.stem not in (f.category, f.body.__module__.rpartition(".")[2])] == []


def declared(name: str) -> Function:
    """A function of one's own, which need not be in the registry for something to be known about it."""
    return replace(REGISTRY["sin"], name=name)


def test_functions_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "_RECORDS", dict(records._RECORDS))
    unknown = knowledge.of(declared("unheard_of"))
    assert (unknown.reference, unknown.calls, unknown.sign_of_zero) == (None, (), "real")
    assert unknown.bound("float32") == 4 and knowledge.of(declared("cbrt")).reference is np.cbrt
    knowledge.know("unheard_of", reference=np.sin, bounds=bounds.exact("it is said to be"))
    assert knowledge.of(declared("unheard_of")).bound("float32") == 0
    expected_array = expected(declared("unheard_of"), samples.Sample((np.float32([1]),)))
    assert float(expected_array.exact[0]) == pytest.approx(np.sin(1))


@pytest.mark.parametrize(
    ("names", "facts", "error", "message"),
    [
        (("sort",), {}, ValueError, "know: 'sort' has a record already"),
        (("new",), {"sign_of_zero": "either"}, ValueError, "know: new: sign_of_zero='either'; choose from 'real'"),
        (("new",), {"refrence": np.sin}, TypeError, "refrence"),
    ],
)
def test_records_that_are_refused(names: tuple[str, ...], facts: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        knowledge.know(*names, **facts)
    assert "new" not in knowledge.known()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_keyword_is_sampled(name: str) -> None:
    function = FUNCTIONS[name]
    given: set[str] = set()
    for dtype in ("float32", "int32", "bool", "complex64"):
        if dtype in cells.accepted_dtypes(function):
            dtypes, _ = cells.tuples(function, dtype, (dtype,), False)[0]
            for sample in samples.core_samples(Cell(function, "numpy", "cpu", dtypes)):
                given |= {*inspect.signature(function.body).bind(*sample.args, **sample.kwargs).arguments}
    # a stream is a framework's own object; functions of the caller's and their variables are left to the unit tests
    needed = {p.name for p in function.parameters.values() if p.role not in ("function", "container")}
    assert given >= needed - {"stream"}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_sort_of_number_is_sampled(name: str) -> None:
    """Of a keyword that takes numbers: negative ones, 0 and positive ones, and several where it takes them."""
    where = target(name)
    if has_values(where):
        for parameter in keywords_of(where):
            given = [one.item() if isinstance(one, np.generic) else one for one in recorded(where, parameter.name)]
            sorts = sorts_of_values(where, parameter) if parameter.role in ("int", "ints", "scalar") else []
            assert [said for said, _, holds in sorts if not any(map(holds, given))] == [], parameter.name


def test_promotion_is_that_of_the_library() -> None:
    for first in DTYPES:
        for second in DTYPES:
            assert promotion.promoted(first, second) == cells.common(first, second), (first, second)


@pytest.mark.parametrize("dtype", DTYPES)
def test_special_values(dtype: str) -> None:
    values = special_values(dtype)
    assert values.shape == (COUNT,) and values.dtype == promotion.numpy_dtype(dtype)
    if promotion.kind_of(dtype) == "f":
        assert np.isnan(values.astype(float)).any() and np.signbit(values[values == 0]).any()


def test_samples_are_the_same_each_time() -> None:
    first = samples.core_samples(cell_of("add", "int32", "float32"))
    samples._samples.cache_clear()
    second = samples.core_samples(cell_of("add", "int32", "float32"))
    assert first is not second
    assert all(
        same_bits(a, b) for one, two in zip(first, second, strict=True) for a, b in zip(one.args, two.args, strict=True)
    )


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_is_not_about_layouts_is_contiguous(name: str) -> None:
    function = FUNCTIONS[name]
    lead = next((one for one in ("float32", "int32") if one in cells.accepted_dtypes(function)), None)
    if lead is None or not function.array_parameters:
        pytest.skip("no arrays of that dtype")
    dtypes, accepted = cells.tuples(function, lead, (lead,), False)[0]
    for sample in samples.all_samples(Cell(function, "numpy", "cpu", dtypes, accepted), frozenset()):
        arrays = [] if sample.part == "layouts" else calling.sampled_arrays(sample)
        assert all(one.flags.c_contiguous or not one.size for one in arrays), sample.label


def test_all_cells_of_a_function_share_one_shape() -> None:
    shapes = {
        tuple(array.shape for array in samples.core_samples(Cell(REGISTRY["add"], "numpy", "cpu", dtypes))[0].args)
        for lead in DTYPES
        for dtypes, accepted in cells.tuples(REGISTRY["add"], lead, tuple(DTYPES), False)
        if accepted
    }
    assert len(shapes) == 1


# ------------------------------------------------------------------------------------------------ comparing


def test_rounding() -> None:
    exact = np.array([1.0 + 2.0**-24, 1.0 + 3 * 2.0**-24, 3.5e38, 2.0**-150, -1e-50, np.nan, -np.inf])
    assert same_bits(
        rounded(exact, "float32").astype("float32"), np.float32([1, 1 + 2**-22, np.inf, 0, -0.0, np.nan, -np.inf])
    )


def test_ulps() -> None:
    assert ulps(np.array([1.0, 1.99, 2.0, 1e-45, 0.0]), "float32").tolist() == [
        2.0**-23,
        2.0**-23,
        2.0**-22,
        2.0**-149,
        2.0**-149,
    ]
    assert ulps(np.array([1.0]), "bfloat16").tolist() == [2.0**-7]


@pytest.mark.parametrize(
    ("got", "exact", "bound", "cause"),
    [
        (1.0, 1.0, 0, None),
        (1 + 2.0**-23, 1.0, 0, "error above the bound"),
        (1 + 2.0**-23, 1.0, 1, None),
        (1 + 2.0**-21, 1.0, 3, "error above the bound"),
        (np.inf, 3.4028235e38, 1, None),
        (np.inf, 1e38, 4, "infinity for a finite number"),
        (1e38, np.inf, 4, "wrong value for infinity"),
        (-np.inf, np.inf, 4, "wrong value for infinity"),
        (0.0, np.nan, 4, "a number for NaN"),
        (np.nan, 0.0, 4, "NaN for a number"),
        (0.0, -0.0, 4, "wrong sign of zero"),
        (0.0, -1e-60, 1, None),
    ],
)
def test_difference(got: float, exact: float, bound: float, cause: str | None) -> None:
    assert difference(np.float32([got]), np.array([exact]), "float32", bound).cause == cause


def test_difference_of_complex_is_measured_by_the_magnitude() -> None:
    got = np.complex64([1e6 + 0.03j])
    assert difference(got, np.array([1e6 + 0.0j]), "complex64", 1).cause is None
    assert difference(got, np.array([1e6 + 0.5j]), "complex64", 1).cause == "error above the bound"


def test_same_bits() -> None:
    assert same_bits(np.float32([np.nan, 0.0]), -np.float32([np.nan, -0.0]))
    assert not same_bits(np.float32([0.0]), np.float32([-0.0]))
    assert not same_bits(np.float32([1]), np.float64([1]))


# ------------------------------------------------------------------------------------------------ references


def test_integers_wrap() -> None:
    assert wrapped(np.array([128, -129, 300], dtype=object), "int8").tolist() == [-128, 127, 44]
    sample = samples.Sample((np.int8([100, -128, 7]), np.int8([100, -1, 0])))
    assert expected(REGISTRY["multiply"], sample).exact.tolist() == [16, -128, 0]
    assert expected(REGISTRY["floor_divide"], sample).exact.tolist() == [1, -128, 0]
    assert expected(REGISTRY["pow"], samples.Sample((np.int8([3, 2, -1]), np.int8([5, -1, -3])))).exact.tolist() == [
        -13,
        0,
        -1,
    ]


@pytest.mark.parametrize(
    ("name", "dtypes", "result"),
    [
        ("add", ("int32", "float16"), "float16"),
        ("divide", ("int64", "int64"), "float32"),
        ("sum", ("int8",), "int32"),
        ("sum", ("uint64",), "uint64"),
        ("equal", ("float32", "int8"), "bool"),
        ("abs", ("complex128",), "float64"),
        ("argmax", ("float32",), "index"),
        ("mean", ("bfloat16",), "bfloat16"),
    ],
)
def test_result_dtypes(name: str, dtypes: tuple[str, ...], result: str) -> None:
    cell = cell_of(name, *dtypes)
    assert expected(cell.function, samples.core_samples(cell)[0]).dtype == result


# ------------------------------------------------------------------------------------------------ strategies

few = settings(max_examples=15, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("name", ["add", "sum", "sort", "concat", "where", "matmul", "zeros", "squeeze", "astype"])
def test_drawn_calls_are_accepted(name: str) -> None:
    @few
    @given(ak.calls(name))
    def run(sample: samples.Sample) -> None:
        assert bind(REGISTRY[name], sample) is not None
        with np.errstate(all="ignore"):
            getattr(aikit, name)(*sample.args, **sample.kwargs)

    run()


def test_layouts() -> None:
    @few
    @given(ak.calls("logaddexp", layouts=["negative"]))
    def run(sample: samples.Sample) -> None:
        arrays = [array for array in sample.args if isinstance(array, np.ndarray) and array.ndim and array.size]
        assert all(array.strides[-1] < 0 for array in arrays)

    run()


@few
@given(st.data())
def test_the_other_strategies(data: st.DataObject) -> None:
    xp = aikit.get_backend("numpy")
    dtype = data.draw(ak.dtypes("real floating-point"))
    assert dtype in ("bfloat16", "float16", "float32", "float64")
    x = data.draw(ak.arrays(xp, dtype, layout="F"))
    assert type(x) is aikit.Array and x.dtype == dtype
    out = data.draw(ak.out_arrays(xp, x))
    assert (out.dtype, out.shape) == (x.dtype, x.shape)
    assert data.draw(ak.backends()) in aikit.available_backends()
    assert data.draw(ak.devices("numpy")) == "cpu"
    assert np.broadcast_shapes(*data.draw(ak.broadcastable_shapes(3))) is not None
    axis = data.draw(ak.axes(2))
    assert axis is None or aikit.sum(aikit.zeros((2, 3)), axis=axis) is not None
    assert data.draw(ak.dtype_tuples("add"))[0] in DTYPES
    assert isinstance(data.draw(ak.custom_arrays(np.asarray)), np.ndarray)


def test_category_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="is no category; use one of"):
        ak.dtypes("floaty")


def added(*nests: Any) -> Any:
    """The sum of dicts that share a structure, written out: a leaf stands for every leaf below it."""
    nodes = [nest for nest in nests if isinstance(nest, dict)]
    if not nodes:
        return sum(nests)
    return {key: added(*(nest[key] if isinstance(nest, dict) else nest for nest in nests)) for key in nodes[0]}


@settings(deadline=None)
@given(st.data())
def test_containers_that_share_a_structure(data: st.DataObject) -> None:
    ones = data.draw(ak.shared_structure_containers(3, st.integers(-9, 9)))
    x, y, z = (one.cont_to_dict() for one in ones)
    assert (ones[0] + ones[1] + ones[2]).cont_to_dict() == added(x, y, z)


@settings(deadline=None)
@given(ak.containers(st.integers()), ak.nests(st.integers()))
def test_drawn_containers_and_nests(container: aikit.Container, nest: Any) -> None:
    assert type(container) is aikit.Container and container.cont_to_flat_list()
    assert aikit.Container(container.cont_to_dict()).cont_to_dict() == container.cont_to_dict()
    assert aikit.nested_map(lambda leaf: leaf, nest) == nest
