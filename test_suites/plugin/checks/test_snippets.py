"""The source that is printed for a failure shows the fault when it is run, and nothing of one where there is none."""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
import types
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from helpers.broken_functions import F32, XP, case_of
from test_arrays_themselves import _without_attributes
from test_checks import MUTANTS, TRACES, on_host

import aikit
from aikit.core.arrays import wrap
from pytest_aikit import checks
from pytest_aikit.cases import cells, samples
from pytest_aikit.checks import threads
from pytest_aikit.model import Case, Cell, CheckFailure
from pytest_aikit.reporting import snippet

OF_VALUES = {"value", "special", "subnormal", "gradient", "second_derivative", *TRACES}
"""The checks in which two results that are both right may differ in the last digits."""


@pytest.fixture(autouse=True)
def without_floating_warnings():
    with np.errstate(all="ignore"):
        yield


def printed(check: str, case: Case) -> str:
    """The source that a run would print for the failure of a check."""
    loaded = checks.load(check)
    with pytest.raises(CheckFailure) as caught:
        loaded.run(case)
    source = snippet.source_or_why_not(check, case, snippet.reduced(loaded.run, case, caught.value))
    assert "pytest_aikit" not in source and not source.startswith("# no snippet"), source
    return source


class Output:
    """What running a source printed and raised."""

    def __init__(self, source: str, monkeypatch: pytest.MonkeyPatch, namespace: Any, backend: str) -> None:
        real, text = aikit.get_backend, io.StringIO()
        self.error: Exception | None = None
        with monkeypatch.context() as patched, contextlib.redirect_stdout(text), np.printoptions():
            patched.setattr(aikit, "get_backend", lambda name: namespace if name == backend else real(name))
            try:
                exec(compile(source, "snippet", "exec"), {})
            except Exception as error:
                self.error = error
        self.text = text.getvalue()

    def after(self, word: str) -> str | None:
        """What is printed after a word; the values of long arrays take several lines."""
        if word not in self.text:
            return None
        return self.text.partition(word)[2].partition("expected:" if word == "got:" else "got:")[0].strip()

    @property
    def shows_a_fault(self) -> bool:
        return self.error is not None or self.after("got:") != self.after("expected:")


def assert_shows(
    check: str, case: Case, monkeypatch: pytest.MonkeyPatch, namespace: Any = XP, plant: Any = None
) -> str:
    """Run what is printed with the fault and, `plant` undone, without it."""
    backend = case.cell.backend
    with monkeypatch.context() as planted:
        if plant is not None:
            plant(planted)
        source = printed(check, case)
        broken = Output(source, monkeypatch, case.xp, backend)
    real = Output(source, monkeypatch, namespace, backend)
    about = f"{source}\n--- broken:\n{broken.text}{broken.error!r}\n--- real:\n{real.text}{real.error!r}"
    assert broken.shows_a_fault, about
    assert real.error is None and (broken.text, broken.error) != (real.text, None), about
    assert check in OF_VALUES or not real.shows_a_fault, about
    # why it fails is said above the source, and is nothing that is expected
    if broken.error is not None and "expected:" in source:
        assert str(broken.error) not in source.partition("expected:")[2], about
    return source


@pytest.mark.parametrize("mutant", MUTANTS)
def test_of_broken_functions(mutant, monkeypatch):
    check, name, dtypes, change, _ = MUTANTS[mutant]
    assert_shows(check, case_of(name, dtypes, change), monkeypatch)


ARRAY_MUTANTS = {
    "another method": ("method", "cos", F32, "cos", lambda self: aikit.sin(self)),
    "a method that loses an argument": (
        "method", "sum", F32, "sum",
        lambda self, *, axis=None, dtype=None, keepdims=False, out=None: aikit.sum(self, axis=axis, dtype=dtype, out=out),
    ),
    "a method that loses out": (
        "method", "cos", F32, "cos", lambda self, *, out=None: aikit.cos(self),
    ),
    "no method": ("method", "cos", F32, "cos", None),
    "another operator": ("operator", "subtract", F32 * 2, "__sub__", lambda self, other: aikit.subtract(other, self)),
    "another reflected operator": (
        "operator", "subtract", F32 * 2, "__rsub__", lambda self, other: aikit.subtract(self, other),
    ),
    "another operator beside an array of NumPy": (
        "operator", "subtract", F32 * 2, "__array_ufunc__", lambda self, ufunc, method, *inputs: aikit.add(*inputs),
    ),
    "another object in place": ("operator", "add", F32 * 2, "__iadd__", lambda self, other: aikit.add(self, other)),
    "an operator that raises": ("operator", "add", F32 * 2, "__add__", lambda self, other: 1 / 0),
    "a copy that is none": ("copy", "asarray", F32, "__copy__", lambda self: self),
    "a deep copy of another dtype": (
        "copy", "asarray", F32, "__deepcopy__", lambda self, memo: aikit.asarray(self.data, dtype="float64"),
    ),
    "a copy of another class": ("copy", "asarray", F32, "__copy__", lambda self: wrap(self.data)),
    "a deep copy without attributes": ("copy", "asarray", F32, "__deepcopy__", _without_attributes),
    "a pickle of something else": ("copy", "asarray", F32, "__reduce_ex__", lambda self, protocol: (float, (1.0,))),
}  # fmt: skip


@pytest.mark.parametrize("mutant", ARRAY_MUTANTS)
def test_of_broken_arrays(mutant, monkeypatch):
    check, name, dtypes, method, change = ARRAY_MUTANTS[mutant]
    case = case_of(name, dtypes)
    case = replace(
        case, samples=samples.all_samples(case.cell, frozenset())
    )  # Python numbers beside arrays are among them
    assert_shows(check, case, monkeypatch, plant=lambda patch: patch.setattr(aikit.Array, method, change))


@pytest.mark.parametrize("name", ["nested_map", "Array.__iter__", "cos"])
def test_of_what_is_right_in_all_threads(name, monkeypatch):
    function = cells.known_function(name)
    cell = Cell(function, "numpy", "cpu", F32)
    case = Case(cell, XP, samples.core_samples(cell))
    failure = CheckFailure("another result in a thread", sample=case.samples[0])
    failure.shown = threads.shown_calls(case, case.samples[0], ["numpy"], draws=False)
    found = Output(snippet.source("threads", case, failure), monkeypatch, XP, "numpy")
    assert found.error is None and not found.shows_a_fault, found.text


def _changed_in_place(real):
    def broken(x, /, **kwargs):
        native = aikit.to_native(x)
        native[...] = 5
        return real(x, **kwargs)

    return broken


def _of_one_leaf(real):
    """The result of the first leaf for all leaves."""

    def broken(x, /, **kwargs):
        if not isinstance(x, aikit.Container):
            return real(x, **kwargs)
        first = real(x["a"])
        return real(x, **kwargs).cont_map(lambda leaf, key: aikit.copy_array(first))

    return broken


CASES = {
    "one leaf for all": ("container", case_of("sin", F32, _of_one_leaf)),
    "changed input": ("value", case_of("sin", F32, _changed_in_place)),
    "changed native input": (
        "native_input",
        case_of("sin", F32, lambda real: lambda x: _changed_in_place(real)(x) if aikit.is_native_array(x) else real(x)),
    ),
    "an accepted dtype": ("dtype_errors", case_of("sin", ("int32",), lambda real: lambda x: x, accepted=False)),
    "another error": (
        "dtype_errors",
        case_of("sin", ("int32",), lambda real: lambda x: int("a"), accepted=False),
    ),
    "a wrong shape": ("value", case_of("sum", F32, on_host(lambda v: v[None]))),
    "a wrong second result": (
        "value",
        case_of("unique_counts", ("int32",), lambda real: lambda x: (real(x)[0], real(x)[1] + 1)),
    ),
    "a result too few": ("value", case_of("unique_counts", ("int32",), lambda real: lambda x: tuple(real(x))[:1])),
    "a static method that differs": ("container", case_of("cos", F32)),
    "an array that is written to": (
        "aliasing",
        case_of("flip", F32, lambda real: lambda x, **kwargs: wrap(x.data)),
    ),
    "DLPack of another dtype": (
        "dlpack",
        case_of("asarray", F32, lambda real: real),
    ),
}


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in CASES
        if name not in ("a static method that differs", "DLPack of another dtype", "an array that is written to")
    ],
)
def test_of_other_faults(name, monkeypatch):
    assert_shows(*CASES[name], monkeypatch)


def test_of_static_methods(monkeypatch):
    static = staticmethod(lambda x, **kwargs: aikit.Container.static_sin(x))
    plant = lambda patch: patch.setattr(aikit.Container, "static_cos", static)  # noqa: E731
    assert "static_cos" in assert_shows("container", case_of("cos", F32), monkeypatch, plant=plant)


def test_of_dlpack(monkeypatch):
    real = XP.from_dlpack
    plant = lambda patch: patch.setattr(XP, "from_dlpack", lambda x: XP.astype(real(x), "float64"))  # noqa: E731
    assert_shows("dlpack", case_of("asarray", F32), monkeypatch, plant=plant)


def test_of_threads(monkeypatch):
    import threading

    real, home = aikit.sin, threading.get_ident()

    def broken(x):
        return real(x) if threading.get_ident() == home else real(real(x))

    def plant(patch):
        patch.setattr(aikit.describe(real), "public", broken)
        patch.setattr(aikit, "sin", broken)

    assert_shows("threads", case_of("sin", F32), monkeypatch, plant=plant)


def test_of_writes_in_threads(monkeypatch):
    backend = aikit.current_backend(XP.zeros(1))
    assert_shows(
        "threads",
        case_of("asarray", F32),
        monkeypatch,
        plant=lambda patch: patch.setattr(backend, "sole_owner", lambda holder: True),
    )


@pytest.mark.parametrize("form", ["keyword", "layout"])
def test_of_native_input(form, monkeypatch):
    def wrong(real):
        def broken(x, /, axes=None, **kwargs):
            odd = isinstance(x, np.ndarray) and not x.flags.c_contiguous and x.flags.owndata is False
            result = real(x, axes=axes, **kwargs)
            return XP.add(result, 1) if odd else result

        return broken

    def by_position(real):
        return lambda x, *args, **kwargs: XP.add(real(x, *args, **kwargs), 1) if kwargs else real(x, *args)

    case = case_of("permute_dims", ("int32",), wrong if form == "layout" else by_position)
    assert_shows("native_input", case, monkeypatch)


LINALG = {
    "qr": lambda result: (result[0], result[1] * 2),
    "svd": lambda result: (result[0] * 2, result[1] / 2, result[2]),
    "eigh": lambda result: (result[0], result[1] * 2),
    "eig": lambda result: (result[0], result[1] * 2),
    "eigvals": lambda result: result * 2,
}


@pytest.mark.parametrize("name", LINALG)
def test_of_results_that_are_not_unique(name, monkeypatch):
    real = getattr(XP.linalg, name)
    function = aikit.describe(getattr(aikit.linalg, name))
    linalg = types.SimpleNamespace(
        **{**vars(XP.linalg), name: lambda *args, **kwargs: LINALG[name](real(*args, **kwargs))}
    )
    cell = Cell(function, "numpy", "cpu", F32)
    case = Case(cell, types.SimpleNamespace(**{**vars(XP), "linalg": linalg}), samples.core_samples(cell))
    assert_shows("value", case, monkeypatch)


def _on(backend: str, name: str, mutant: Any, dtypes: tuple[str, ...] = F32) -> tuple[Case, Any]:
    namespace = aikit.get_backend(backend)
    cell = Cell(aikit.describe(getattr(aikit, name)), backend, "cpu", dtypes)
    broken = types.SimpleNamespace(**{**vars(namespace), name: mutant(getattr(namespace, name))})
    return Case(cell, broken, samples.core_samples(cell)), namespace


def test_of_gradients(monkeypatch):
    def detached(real):
        return lambda x1, x2: real(x1, aikit.stop_gradient(x2))

    case, namespace = _on("torch", "multiply", detached, F32 * 2)
    assert_shows("gradient", case, monkeypatch, namespace)


@pytest.mark.parametrize("name", LINALG)
def test_of_gradients_of_what_is_not_unique(name, monkeypatch):
    """The last of the results is detached."""
    namespace = aikit.get_backend("torch")
    real = getattr(namespace.linalg, name)

    def detached(*args, **kwargs):
        result = real(*args, **kwargs)
        if isinstance(result, tuple):
            return (*result[:-1], aikit.stop_gradient(result[-1]))
        return aikit.stop_gradient(result)

    linalg = types.SimpleNamespace(**{**vars(namespace.linalg), name: detached})
    cell = Cell(aikit.describe(getattr(aikit.linalg, name)), "torch", "cpu", F32)
    broken = types.SimpleNamespace(**{**vars(namespace), "linalg": linalg})
    assert_shows("gradient", Case(cell, broken, samples.core_samples(cell)), monkeypatch, namespace)


@pytest.mark.parametrize("dtype", ["float32", "complex64"])
def test_of_gradients_in_one_dtype(dtype, monkeypatch):
    def detached(real):
        return lambda x: real(aikit.stop_gradient(x) if str(getattr(x, "dtype", "")) == dtype else x)

    case, namespace = _on("torch", "tanh", detached)
    assert_shows("gradient", case, monkeypatch, namespace)


def test_of_gradients_in_containers(monkeypatch):
    def detached(real):
        return lambda x: real(x.cont_map(lambda one, _: aikit.stop_gradient(one)) if hasattr(x, "cont_map") else x)

    case, namespace = _on("torch", "sin", detached)
    assert_shows("gradient", case, monkeypatch, namespace)


def test_of_second_derivatives(monkeypatch):
    def linear(real):
        def broken(x):
            here = aikit.stop_gradient(x)
            return real(here) + (1 - aikit.square(aikit.tanh(here))) * (x - here)

        return broken

    case, namespace = _on("torch", "tanh", linear)
    assert_shows("second_derivative", case, monkeypatch, namespace)


def test_of_gradients_that_raise(monkeypatch):
    def through_numpy(real):
        return lambda x: aikit.asarray(np.asarray(aikit.to_numpy(real(x))))

    case, namespace = _on("torch", "sin", through_numpy)
    assert_shows("gradient", case, monkeypatch, namespace)


@pytest.mark.parametrize(
    ("backend", "check"),
    [
        ("torch", "trace"),
        ("torch", "trace_vmap"),
        ("torch", "trace_lengths"),
        ("jax", "trace"),
        ("jax", "trace_vmap"),
        ("tensorflow", "trace"),
        ("tensorflow", "trace_lengths"),
        ("tensorflow", "trace_rank"),
    ],
)
def test_of_traces(backend, check, monkeypatch):
    def wrong_under_a_trace(real):
        return lambda x, **kwargs: (
            real(x, **kwargs) + 1 if aikit.current_backend(x).is_traced(aikit.to_native(x)) else real(x, **kwargs)
        )

    def wrong_for_torch(real):
        import torch

        return lambda x, **kwargs: real(x, **kwargs) + 1 if torch.compiler.is_compiling() else real(x, **kwargs)

    compiled = (backend, check) in (("torch", "trace"), ("torch", "trace_lengths"))
    case, namespace = _on(backend, "cosh", wrong_for_torch if compiled else wrong_under_a_trace)
    if backend == "jax":
        case = Case(case.cell, case.xp, case.samples, x64=False, thorough=True)
    assert_shows(check, case, monkeypatch, namespace)


def test_every_check_has_a_fault_here():
    elsewhere = {"gradient", "second_derivative", *TRACES, "dlpack", "threads", "memory"}
    named = {check for check, *_ in (*MUTANTS.values(), *ARRAY_MUTANTS.values(), *CASES.values())}
    assert named | elsewhere == set(checks.names())


@pytest.mark.parametrize("check", ["container", "override", "out", "value"])
def test_in_a_process_of_its_own(check, tmp_path):
    mutant = {"container": "leaf of a container skipped", "override": "override skipped", "out": "out ignored"}
    name = mutant.get(check, "elements moved")
    _, function, dtypes, change, _ = MUTANTS[name]
    path = tmp_path / "snippet.py"
    path.write_text(printed(check, case_of(function, dtypes, change)))
    found = subprocess.run([sys.executable, path], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    assert "got:" in found.stdout and "expected:" in found.stdout
