"""The calls that are differentiated."""

from __future__ import annotations

import inspect
import itertools
import types

import numpy as np
import pytest
from helpers.frameworks import require

import aikit
from pytest_aikit import checks, frameworks, knowledge
from pytest_aikit.cases import cells, protocols
from pytest_aikit.cases.gradients import calls, differences, drawn, losses, variables
from pytest_aikit.cases.gradients.differentiating import Call, prepare
from pytest_aikit.cases.samples import keywords
from pytest_aikit.checks import gradient
from pytest_aikit.engine import verdicts
from pytest_aikit.model import Case, Cell


def _of_several(function):
    """Whether there is a gradient with respect to several arrays."""
    found = [name for name, one in knowledge.gradients_of(function).items() if one != "zero"]
    return len(found) > 1 or any(function.parameters[name].role == "arrays" for name in found)


def _has_two_alike(function, dtype="float64"):
    cell = Cell(function, "numpy", "cpu", *cells.tuples(function, dtype, (dtype,), False)[0])
    for sample in calls.ordinary(cell, dtype):
        shapes = [variables.value(sample, one).shape for one in variables.of(function, sample)]
        shapes = [shape for shape in shapes if 0 not in shape]
        if len({*shapes}) < len(shapes):
            return True
    return False


def test_in_some_call_two_arrays_have_one_shape_so_that_gradients_that_are_exchanged_show():
    looked_at = [
        function
        for name, function in cells.checked_functions().items()
        if name not in protocols.known()
        and gradient.applies(function)
        and not drawn.applies(function)
        and _of_several(function)
    ]
    assert len(looked_at) > 40
    with np.errstate(all="ignore"):
        assert [one.qualified_name for one in looked_at if not _has_two_alike(one)] == []


def test_where_calls_are_few_each_keyword_has_the_values_that_it_has_where_they_are_many():
    def told(function, **how):
        """The values that are given as they are in the record, but those of axes."""
        known = {(name, repr(value)) for name, values in keywords.values(function).items() for value in values}
        defaults = {name: one.default for name, one in function.parameters.items()}
        found = set()
        for row in keywords.few_rows(function, "f", **how):
            given = {**defaults, **dict(zip(function.parameters, row.args, strict=False)), **row.kwargs}
            found |= known & {(name, repr(value)) for name, value in given.items() if name not in ("axis", "axes")}
        return found

    looked_at = [one for one in cells.checked_functions().values() if gradient.applies(one) and keywords.values(one)]
    assert len(looked_at) > 100
    for function in looked_at:
        assert told(function, of_pairs=False) == told(function), function.qualified_name


@pytest.mark.parametrize("backend", ["torch", "jax", "tensorflow"])
@pytest.mark.parametrize(
    ("name", "keyword", "value"),
    [
        ("sum", "keepdims", True),
        ("roll", "shift", 7),
        ("var", "correction", 0.5),
        ("max", "axis", -2),  # in calls with a NaN, in the place of which there is a number here
    ],
)
def test_a_gradient_that_is_cut_for_a_value_of_a_keyword_is_found(name, keyword, value, backend):
    if keyword == "axis" and frameworks.of(backend).compiles:
        pytest.skip("of the axes some of each sort are differentiated here")
    xp, function = aikit.get_backend(require(backend)), aikit.describe(getattr(aikit, name))
    assert value in keywords.values(function)[keyword]
    real = getattr(xp, name)

    def broken(*args, **kwargs):
        given = inspect.signature(real).bind(*args, **kwargs).arguments.get(keyword)
        result = real(*args, **kwargs)
        return xp.stop_gradient(result) if type(given) is type(value) and given == value else result

    cell = Cell(function, backend, "cpu", cells.tuples(function, "float32", ("float32",), False)[0][0])
    planted = types.SimpleNamespace(**{**vars(xp), name: broken})
    with np.errstate(all="ignore"):
        assert verdicts.of(checks.load("gradient"), Case(cell, xp, ()))[1] is None
        assert "wrong gradient" in verdicts.of(checks.load("gradient"), Case(cell, planted, ()))[1].cause


OF_STEPS = {"angle", "ceil", "copysign", "floor", "floor_divide", "imag", "round", "sign", "trunc", "trunc_divide"}
"""Whose gradient is 0 with respect to an array of them."""
WITHOUT_LONG_ARRAYS = {
    **dict.fromkeys(["adam_step", "adam_update", "lamb_update"], "the number of a step is one"),
    **dict.fromkeys(["gradient_descent_update", "lars_update", "optimizer_update"], "one rate is for all"),
    **dict.fromkeys(
        ["unique_all", "unique_counts", "unique_inverse", "unique_values"], "equal values may part in a step"
    ),
    **dict.fromkeys(["for_loop", "if_else", "while_loop"], "they call what they are given"),
    "multi_head_attention": "it is composed of others",
    "type_promote_arrays": "it casts",
}


def _shows_where_long(function, dtype="float64"):
    """Of each array, whether a gradient of 0 shows in a call in which it is long."""
    cell = Cell(function, "torch", "cpu", *cells.tuples(function, dtype, (dtype,), False)[0])
    found: dict[str, bool] = {}
    for sample in calls.ordinary(cell, dtype):
        for variable in variables.of(function, sample):
            name = variables.name(function, variable)
            cut = np.zeros(variables.value(sample, variable).shape)
            found.setdefault(name, knowledge.gradients_of(function)[name] == "zero")
            if not found[name] and max(cut.shape, default=0) > 16:
                found[name] = gradient._differing(function, Call(sample, (variable,)), variable, cut)[1].any()
    return found


def test_in_some_call_each_array_is_long_so_that_a_gradient_that_is_cut_there_shows():
    """Also where some of its elements have kinks: those are not among all that are moved at once."""
    blind = set()
    with np.errstate(all="ignore"):
        for name, function in cells.checked_functions().items():
            if gradient.applies(function) and not drawn.applies(function):
                blind |= set() if all(_shows_where_long(function).values()) else {name}
    assert blind == OF_STEPS | set(WITHOUT_LONG_ARRAYS)


NEED_VALUES = {
    **dict.fromkeys(["argwhere", "nonzero"], "they say how many there are"),
    **dict.fromkeys(["unique_all", "unique_counts", "unique_inverse", "unique_values"], "they say how many there are"),
    **dict.fromkeys(["if_else", "while_loop"], "they decide"),
    "linalg.svd": "PyTorch looks whether a complex gradient is determined",
    "nms": "they say which boxes remain",
    "repeat": "they say how often",
    **dict.fromkeys(["scatter_flat", "scatter_nd"], "it is looked at whether a place is there"),
}
MAY_NEED_VALUES = dict.fromkeys(
    [f"Array.__{what}item__{which}" for what in ("get", "set") for which in ("", ".combined")],
    "masks say how many, which may be among the few keys",
)
OF_THE_DEVICE = {"searchsorted": "there PyTorch does not multiply a number of the host, under vmap"}
"""Functions that PyTorch's device without values lets down in some calls, and no other one."""


def _without_values(function, dtype):
    """Differentiate calls as they are where a tensor is not on the CPU, by themselves and under vmap; what is raised."""
    xp = aikit.get_backend("torch")
    cell = Cell(function, "torch", "meta", *cells.tuples(function, dtype, (dtype,), False)[0])
    samples = [one for one in calls.ordinary(cell, dtype) if "a zero" not in one.label and variables.of(function, one)]
    for sample in itertools.islice(samples, 0, None, 1 + len(samples) // 4):
        call = Call(sample, variables.of(function, sample))
        with aikit.use_backend("torch"):
            gradients, arrays, _ = prepare(Case(cell, xp, (sample,)), call)
            shapes = [(one.shape, one.device) for one in arrays]
            assert [(one.shape, one.device) for one in gradients(*arrays)] == shapes
            mapped = xp.vmap(gradients)(*(xp.stack([one, one]) for one in arrays))
            assert [one.shape[1:] for one in mapped] == [shape for shape, _ in shapes]


@pytest.mark.needs("torch")
@pytest.mark.filterwarnings("ignore")  # PyTorch's own, as of parts of complex numbers that are dropped
def test_what_is_done_off_the_cpu_can_be_differentiated_and_mapped():
    """What the library does for accelerators alone is traced here at least: PyTorch has a device without values."""
    require("torch")
    failed = {}
    for name, function in cells.checked_functions().items():
        if gradient.applies(function) and not drawn.applies(function):
            for dtype in {"float32", "complex64"} & set(cells.accepted_dtypes(function)):
                try:
                    _without_values(function, dtype)
                except Exception as error:
                    failed[name] = error
    assert failed.keys() - OF_THE_DEVICE.keys() - MAY_NEED_VALUES.keys() == NEED_VALUES.keys(), failed


SLOPES = {
    "sqrt": lambda x: 0.5 / np.sqrt(x),
    "exp": np.exp,
    "log": lambda x: 1 / x,
    "sinh": np.cosh,
    "square": lambda x: 2 * x,
    "reciprocal": lambda x: -1 / x / x,
    "abs": np.sign,
    "floor": np.zeros_like,
    "sin": np.cos,
    "relu": lambda x: x > 0,
}


@pytest.mark.parametrize("name", SLOPES)
@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_slopes_over_the_range_are_those_of_formulae(name, dtype):
    function = cells.checked_functions()[name]
    cell = Cell(function, "numpy", "cpu", (dtype,))
    sample = calls.over_the_range(cell, dtype)
    (variable,) = variables.of(function, sample)
    x = sample.args[0].astype(np.longdouble)
    weight, _ = losses.weights(x.shape, 0)
    with np.errstate(all="ignore"):
        found, wanted = differences.slopes_over_the_range(function, sample, variable), SLOPES[name](x) * weight
    told = np.isfinite(found.values)
    assert told.mean() > (0.1 if name in ("exp", "sinh", "floor", "sin") else 0.45)
    assert np.all(np.abs(found.values - wanted)[told] <= (found.error + differences.ACCURACY * found.scale)[told])


def test_numbers_over_the_range_come_near_to_the_ends_and_to_critical_ones():
    numbers = calls.over_the_range(
        Cell(cells.checked_functions()["exp"], "numpy", "cpu", ("float32",)), "float32"
    ).args[0]
    sizes, ends = np.abs(numbers), np.finfo(np.float32)
    assert sizes.max() > ends.max / 16 and sizes.min() < ends.smallest_normal * 64
    overflows = np.log(ends.max)
    assert np.any((numbers > 0.99 * overflows) & (numbers < overflows))
    assert (
        calls.over_the_range(Cell(cells.checked_functions()["fmod"], "numpy", "cpu", ("float32",) * 2), "float32")
        is None
    )


@pytest.mark.parametrize(
    ("name", "infinities"),
    [
        ("maximum", [-np.inf, -np.inf]),
        ("minimum", [np.inf, np.inf]),
        ("softmax", [-np.inf]),
        ("sin", []),
        ("atan2", []),
        ("sum", []),
    ],
)
def test_each_array_has_an_infinity_once_where_results_are_finite_and_gradients_promised(name, infinities):
    function = cells.checked_functions()[name]
    cell = Cell(function, "numpy", "cpu", *cells.tuples(function, "float32", ("float32",), False)[0])
    found = list(calls.beside_an_infinity(cell, "float64"))
    assert [[x[np.isinf(x)].tolist() for x in one.arrays if np.isinf(x).any()] for one in found] == [
        [[number]] for number in infinities
    ]
