"""Faults of layers, of functions of functions and of the machinery, each of which a cell must find."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import aikit
from aikit.core import random_state
from pytest_aikit.cases.bad_inputs import bad_inputs
from pytest_aikit.cases.gradients import calls
from pytest_aikit.model import Cell

pytest_plugins = ["pytester"]


@pytest.fixture(scope="session")
def of_torch():
    """PyTorch, which an inner run would forget that loads it first."""
    return aikit.get_backend("torch")


def _found(result, cause):
    assert result.ret == 1
    result.stdout.fnmatch_lines([f"1. {cause}"])


def test_what_is_kept_between_layers_has_the_share_of_what_is_dropped(suite, monkeypatch):
    monkeypatch.setattr(aikit, "dropout", functools.partial(aikit.dropout, scale=False))
    _found(suite("--aikit-functions=lstm.dropped"), "value of `lstm.dropped`, *")


def test_attention_drops_each_weight_by_itself(suite, monkeypatch):
    def rows_dropped(weights, prob):
        return dropout(weights, prob, noise_shape=(*weights.shape[:-1], 1))

    dropout = aikit.dropout
    monkeypatch.setattr(aikit, "dropout", rows_dropped)
    found = suite("--aikit-functions=scaled_dot_product_attention.dropped")
    _found(found, "value of `scaled_dot_product_attention.dropped`, *")


@pytest.mark.parametrize("name", ["to_q_v", "to_kv_v", "to_out_v"])
def test_projections_have_variables_of_their_own(suite, monkeypatch, name):
    def exchanged(*args, **kwargs):
        other = next((key for key in kwargs if key.endswith("_v") and key != name), name)
        return attention(*args, **{**kwargs, **({name: kwargs[other]} if name in kwargs else {})})

    attention = aikit.multi_head_attention
    monkeypatch.setattr(aikit, "multi_head_attention", exchanged)
    assert suite("--aikit-functions=multi_head_attention.projected").ret != 0


@pytest.mark.needs("torch")
@pytest.mark.parametrize("ignored", ["num_tasks", "outer_batch_fn", "keep_outer_v", "stop_gradients"])
def test_each_argument_of_a_meta_step_is_looked_at(of_torch, run, monkeypatch, ignored):
    def broken(*args, **kwargs):
        return step(*args, **{name: value for name, value in kwargs.items() if name != ignored})

    step = aikit.maml_step
    monkeypatch.setattr(aikit, "maml_step", broken)
    result = run("--aikit-backends=torch", "--aikit-profile=smoke", "--aikit-functions=maml_step")
    assert result.ret == 1


def test_a_seed_does_the_same_after_a_function_was_mapped(suite, monkeypatch):
    def for_ever(function, is_compiling):
        key = random_state.next_key()

        def replayed(*args):
            random_state._replay.set(random_state._Replay(key, is_compiling()))
            return function(*args)

        return replayed

    token = random_state._replay.set(None)
    try:
        monkeypatch.setattr(random_state, "one_for_all", for_ever)
        _found(suite("--aikit-functions=vmap.drawn"), "* of `vmap.drawn`, *")
    finally:
        random_state._replay.reset(token)


def test_a_reflected_operator_of_containers_is_not_the_other_way_round(suite, monkeypatch):
    monkeypatch.setattr(aikit.Container, "__rpow__", aikit.Container.__pow__)
    _found(suite("--aikit-functions=pow"), "operator of `pow`, another result of the operator of a container*")


@pytest.mark.needs("torch")
def test_arrays_of_numpy_alone_go_to_the_backend_that_is_set(of_torch, run, monkeypatch):
    def on_the_host(*args, **kwargs):
        arrays = [one for one in args if isinstance(one, np.ndarray)]
        return bound(*args, **kwargs) if arrays and len(arrays) == len(args) else public(*args, **kwargs)

    public, bound = aikit.add, aikit.get_backend("numpy").add
    monkeypatch.setattr(aikit.describe(aikit.add), "public", on_the_host)
    result = run(
        "--aikit-backends=torch", "--aikit-profile=smoke", "--aikit-functions=add", "--aikit-checks=native_input"
    )
    _found(result, "native_input of `add`, another result for arrays of NumPy: torch*")


def test_arguments_that_are_given_twice_or_in_a_place_of_none_are_refused():
    function = aikit.describe(aikit.linspace)
    labels = {one.label for one in bad_inputs(function, (0, 1, 3), {})}
    assert {"num by position and by name", "dtype by position"} <= labels


def test_functions_whose_samples_begin_with_special_values_are_differentiated_at_each_value_of_a_keyword():
    function = aikit.describe(aikit.softplus)
    cell = Cell(function, "numpy", "cpu", ("float64",))
    found = calls.of_keywords(cell, "float64", ("float64",))
    pairs = {(one.kwargs.get("beta"), one.kwargs.get("threshold")) for one in found}
    assert {(0, -0.5), (2.5, 2.0), (-1.5, None)} <= pairs


@pytest.mark.needs("jax")
def test_the_cpu_is_split_before_the_framework_runs(pytester, plugin):
    arguments = ("--aikit-backends=jax", "--aikit-functions=sin", "--aikit-profile=smoke", "--aikit-dtypes=float32")
    result = pytester.runpytest_subprocess(*plugin, *arguments, "--aikit-devices=all", "-v")
    result.stdout.fnmatch_lines(["*sin-jax-cpu:1-float32*PASSED*"])


@pytest.mark.needs("jax")
def test_a_device_that_is_ignored_is_found_where_one_is_selected(pytester, plugin):
    pytester.makeconftest(
        """
        def pytest_collection_finish():
            from aikit.functional.backends.jax import creation
            real = creation.full_like
            creation.zeros_like.__globals__["full_like"] = lambda *args, device, **kwargs: real(*args, **kwargs)
        """
    )
    arguments = ("--aikit-backends=jax", "--aikit-functions=zeros_like", "--aikit-checks=dtype")
    result = pytester.runpytest_subprocess(*plugin, *arguments)
    result.stdout.fnmatch_lines(["1. dtype of `zeros_like`, wrong device: jax; *"])
