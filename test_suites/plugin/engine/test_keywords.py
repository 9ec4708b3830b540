"""Every pair of values of two keywords occurs in a call of each function, enumerated from the records."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from aikit.core.records import REGISTRY
from aikit.dtypes import DTYPES
from pytest_aikit import knowledge
from pytest_aikit.cases import cells, oracle, samples
from pytest_aikit.cases.covering import covering, pairs
from pytest_aikit.cases.samples import keywords
from pytest_aikit.cases.samples.asking import is_empty
from pytest_aikit.knowledge.keywords import Keywords, fits
from pytest_aikit.model import Cell
from pytest_aikit.numerics.promotion import kind_of

FUNCTIONS = cells.checked_functions()
WITH_KEYWORDS = sorted(name for name, one in FUNCTIONS.items() if keywords.values(one))


def test_every_pair_of_values_that_occurs_is_covered_by_few_calls():
    calls = [call for call in itertools.product(range(4), range(3), range(2), range(5)) if call[0] != call[3]]
    chosen = covering(list(map(pairs, calls)))
    assert {pair for place in chosen for pair in pairs(calls[place])} == {pair for one in calls for pair in pairs(one)}
    assert len(chosen) <= 25
    assert chosen == covering(list(map(pairs, calls)))


def test_of_one_argument_every_value_is_covered():
    assert covering([pairs(call) for call in ((0,), (1,), (1,), (2,))]) == [0, 1, 3]
    assert covering([]) == []


def test_an_axis_fits_where_it_names_dimensions_that_there_are_once():
    assert [fits(None, 0), fits((), 0), fits(-2, 2), fits((0, -1), 2)] == [True] * 4
    assert [fits(0, 0), fits(2, 2), fits(-3, 2), fits((0, -2), 2), fits((0, 3), 3)] == [False] * 5


def test_functions_with_keywords_are_called_with_them():
    assert {"sum", "linalg.qr", "fft.irfftn", "clip", "searchsorted", "lamb_update"} <= {*WITH_KEYWORDS}
    assert not {"sin", "add", "linalg.inv"} & {*WITH_KEYWORDS}


@pytest.mark.parametrize("name", WITH_KEYWORDS)
def test_every_pair_of_values_is_in_a_call(name):
    function = FUNCTIONS[name]
    levels, calls = keywords.all_calls(function)
    for kind in sorted({kind_of(dtype) for dtype in cells.accepted_dtypes(function)}):
        meant = [one for one, call in zip(levels, calls, strict=True) if kind in call.kinds]
        labels = {call.label: one for one, call in zip(levels, calls, strict=True)}
        made = [labels[call.label] for call in keywords.rows(function, kind)]
        assert {pair for one in made for pair in pairs(one)} == {pair for one in meant for pair in pairs(one)}


ASKED = [one for one in WITH_KEYWORDS if "dtype" in keywords.values(FUNCTIONS[one]) and FUNCTIONS[one].array_parameters]


@pytest.mark.parametrize("name", ASKED)
def test_each_dtype_is_asked_for_where_the_result_has_elements(name):
    function = FUNCTIONS[name]
    dtype = cells.representative_dtype(cells.accepted_dtypes(function))
    cell = Cell(function, "numpy", "cpu", cells.tuples(function, dtype, (dtype,), False)[0][0])
    made = [one for one in samples.all_samples(cell, frozenset(), in_turn=False) if one.part in ("calls", "keywords")]
    asked = [(str(dtype), one) for one in made if (dtype := oracle.bind(function, one)["dtype"]) is not None]
    of_something = {dtype for dtype, one in asked if not is_empty(function, one)}
    assert len(of_something) > 3 and of_something == {dtype for dtype, _ in asked}


def test_a_keyword_and_an_axis_are_in_a_call_with_several_axes():
    made = [(one.kwargs, one.args[0].shape) for one in keywords.rows(REGISTRY["argmax"], "f")]
    for axis in (0, -1, None):
        shapes = [x for kwargs, x in made if kwargs.get("axis") == axis and kwargs.get("keepdims") is True]
        assert any(len(shape) > 1 for shape in shapes)


@pytest.mark.parametrize("name", WITH_KEYWORDS)
def test_every_value_is_in_a_call(name):
    """So that what the function refuses, as its record has it, leaves no value out."""
    function = FUNCTIONS[name]
    found, (levels, _) = keywords.values(function), keywords.all_calls(function)
    for place, (argument, values) in enumerate(found.items()):
        seen = {one[place] for one in levels}
        # where an axis must be named there is one
        assert len(seen) == len(values) or (argument, found["ndim"][0]) == ("ndim", 0), f"{name}: {argument}"


@pytest.mark.parametrize("name", WITH_KEYWORDS)
def test_each_call_has_a_turn_with_one_dtype_where_calls_are_compiled(name):
    function = FUNCTIONS[name]
    accepted = [dtype for dtype in DTYPES if dtype in cells.accepted_dtypes(function)]
    made = [
        sample.label
        for lead in accepted
        for sample in keywords.from_keywords(
            function, cells.tuples(function, lead, (lead,), False)[0][0], "cpu", tuple(DTYPES), frozenset()
        )
    ]
    kinds = "".join(map(kind_of, accepted))
    made = [label for label in made if "no elements along" not in label]
    assert sorted(made) == sorted(call.label for call in keywords.all_rows(function, kinds) if {*call.kinds} & {*kinds})


@pytest.mark.parametrize("name", ["pool", "conv_general_transpose", "scaled_dot_product_attention", "nan_to_num"])
def test_every_three_values_of_keywords_that_have_few_are_in_a_call(name):
    function = FUNCTIONS[name]
    labels = {call.label: level for level, call in zip(*keywords.all_calls(function), strict=True)}
    few = [place for place, values in enumerate(keywords.values(function).values()) if len(values) <= 4]

    def threes(levels):
        return {three for level in levels for three in itertools.combinations([(one, level[one]) for one in few], 3)}

    of_pairs = [labels[one.label] for one in keywords.rows(function, "biufc")]
    more = [labels[one.label] for one in keywords.rows_of_threes(function, "biufc")]
    assert threes(of_pairs) < threes(labels.values()) == threes(of_pairs + more)


@pytest.mark.parametrize(
    ("backend", "in_turn", "made"), [("numpy", None, True), ("jax", None, False), ("jax", False, True)]
)
def test_three_keywords_occur_together_once_where_calls_are_not_compiled(backend, in_turn, made):
    function = FUNCTIONS["pool"]
    threes = {one.label for one in keywords.rows_of_threes(function, "f")}
    found = []
    for lead in (dtype for dtype in DTYPES if dtype in cells.accepted_dtypes(function)):
        cell = cells.Cell(function, backend, "cpu", cells.tuples(function, lead, (lead,), False)[0][0])
        found += [one.label for one in samples.all_samples(cell, frozenset(), in_turn=in_turn) if one.label in threes]
    assert sorted(found) == (sorted(threes) if made else [])


@pytest.mark.parametrize("backend", ["numpy", "jax"])
@pytest.mark.parametrize("name", ["sum", "linalg.vector_norm", "argsort", "conv2d"])
def test_where_a_run_is_brief_each_value_of_a_keyword_has_a_turn(name, backend):
    function, told = FUNCTIONS[name], {True: set(), False: set()}
    count = {True: 0, False: 0}
    for lead in (dtype for dtype in DTYPES if dtype in cells.accepted_dtypes(function)):
        cell = cells.Cell(function, backend, "cpu", cells.tuples(function, lead, (lead,), False)[0][0])
        for brief in told:
            made = samples.all_samples(cell, frozenset(), in_turn=True, brief=brief)
            of_keywords = [one for one in made if one.part == "keywords"]
            count[brief] += len(of_keywords)
            given = (oracle.bind(function, one).items() for one in of_keywords)
            told[brief] |= {(key, repr(value)) for one in given for key, value in one if key not in ("axis", "x")}
            assert made[0].label == samples.all_samples(cell, frozenset())[0].label
    values = {
        (key, repr(value)) for key, found in keywords.values(function).items() for value in found if key != "axis"
    }
    assert told[True] & values == told[False] & values
    assert count[True] < count[False]


def test_the_values_of_each_keyword_are_known_or_why_there_are_none():
    found = {name: keywords.undecided(one) for name, one in FUNCTIONS.items()}
    missing = {name: undecided for name, undecided in found.items() if undecided}
    assert not missing, "say their values in the records: know(..., keywords=Keywords(values={...})), or why_none"


def test_nothing_says_why_there_are_no_values_where_there_are_some():
    said = {name for name, one in FUNCTIONS.items() if knowledge.of(one).keywords.why_none}
    assert said and not said & {*WITH_KEYWORDS}
    assert not any(knowledge.of(FUNCTIONS[name]).keywords.values for name in said)


def test_a_keyword_without_values_is_told(monkeypatch):
    known = knowledge.of(REGISTRY["roll"])
    monkeypatch.setattr(knowledge, "of", lambda function: replace(known, keywords=Keywords()))
    assert keywords.undecided(REGISTRY["roll"]) == ["shift"]
