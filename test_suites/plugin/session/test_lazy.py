"""The same test with its functions under a trace: what breaks there, leaves the framework or computes values is found."""

from __future__ import annotations

import importlib.util
import textwrap
from typing import Any

import pytest

import aikit
from pytest_aikit import frameworks
from pytest_aikit.session.lazy import form_of

pytest_plugins = ["pytester"]

LABELS = {"torch": "torch.compile", "jax": "jax.jit", "tensorflow": "tf.function"}
LAZY = [pytest.param(name, marks=pytest.mark.needs(name)) for name in LABELS]
NATIVE = LAZY[:2]
JAX = LAZY[1:2]

needs_extra = pytest.mark.skipif(importlib.util.find_spec("array_api_extra") is None, reason="needs array-api-extra")


@pytest.fixture(scope="session")
def backend(request: pytest.FixtureRequest) -> str:
    """A backend whose modules are loaded for good, its tracer too: what an inner run imports first is forgotten after it."""
    native = aikit.get_backend(request.param).ones(1).data
    frameworks.of(request.param).traces[0].trace(lambda natives: natives, [native]).call([[native]])
    form_of(request.param, native=True)
    if importlib.util.find_spec("array_api_extra") is not None:
        importlib.import_module("array_api_extra.testing")
    return request.param


@pytest.fixture
def project(run: Any, pytester: pytest.Pytester) -> Any:
    """Run tests of a library on a backend: ``project(backend, library, tests)``."""

    def run_project(backend: str, library: str, tests: str, *arguments: str) -> pytest.RunResult:
        head = "import numpy as np\nfrom pytest_aikit import aikit_capabilities\n"
        pytester.makepyfile(mylib=head + textwrap.dedent(library))
        pytester.makepyfile(test_mylib="import numpy as np, pytest, mylib\n" + textwrap.dedent(tests))
        pytester.makeini("[pytest]\nfilterwarnings = error")
        pytester.syspathinsert()
        return run(f"--aikit-backends={backend}", "--strict-markers", "-rf", *arguments)

    return run_project


def of(function: str, reference: str, namespace: str = "xp") -> str:
    """A test of a function of one array."""
    return f"""
    @pytest.mark.aikit_capabilities(of=mylib.{function})
    def test_{function}({namespace}, aikit_check):
        x = {namespace}.asarray([0.5, -1.5, 2.0])
        aikit_check(mylib.{function}, x, reference={reference})
    """


def assert_breaks(result: pytest.RunResult, name: str, backend: str, cause: str = "") -> None:
    """The test passes with the function as it is, and fails with its lazy form, by a line that names it."""
    result.assert_outcomes(passed=1, failed=1)
    lines = [line for line in result.outlines if f"LazyError: {name} under {LABELS[backend]}: " in line]
    assert lines and cause in lines[0], result.stdout.str()


@pytest.mark.parametrize("backend", LAZY, indirect=True)
def test_what_works_lazily_passes(project, backend):
    library = """
    from aikit import Container, where

    def clamped(x):
        return where(x < 0, 0.0, x)

    def nest(pair, *, scale, names):
        x, extra = pair
        assert names == ("a", "b") and extra == 3
        return {"a": x * scale, "b": (x.shape[0], "text", Container(c=x + 1))}
    """
    tests = """
    from mylib import nest

    @pytest.mark.aikit_capabilities(of=[mylib.clamped, nest])
    def test_nest(xp):
        x = mylib.clamped(xp.asarray([1.0, -2.0]))
        found = nest([x, 3], scale=xp.asarray(2.0), names=("a", "b"))
        assert xp.to_list(found["a"]) == [2.0, 0.0] and found["b"][:2] == (2, "text")
        assert xp.to_list(found["b"][2].c) == [2.0, 1.0] and type(x) is type(found["b"][2].c) is type(xp.ones(2))
    """
    project(backend, library, tests).assert_outcomes(passed=2)


@pytest.mark.parametrize("backend", LAZY, indirect=True)
@pytest.mark.parametrize(
    ("body", "reference"),
    [
        ("return x if x[0] > 0 else -x", "lambda x: x"),
        ("return x * float(x[0])", "lambda x: x * x[0]"),
        ("return x[x > 0]", "lambda x: x[x > 0]"),
        ("return aikit.get_backend(x.backend).asarray(np.asarray(x) * 2)", "lambda x: x * 2"),
    ],
)
def test_what_depends_on_values(project, backend, body, reference):
    if backend != "jax" and "[x > 0]" in body:
        pytest.skip("the others trace arrays whose lengths are not known")
    library = f"import aikit\ndef function(x):\n    {body}"
    assert_breaks(project(backend, library, of("function", reference)), "function", backend)


@pytest.mark.parametrize("backend", JAX, indirect=True)
def test_what_leaves_the_framework(project, backend):
    library = """
    import aikit, jax

    def function(x):
        native = aikit.to_native(x)
        return aikit.asarray(jax.pure_callback(lambda a: np.asarray(a) * 2, native, native))
    """
    cause = "leaves the framework for pure_callback"
    assert_breaks(project(backend, library, of("function", "lambda x: x * 2")), "function", backend, cause)
    library = """
    import jax

    def function(x):
        return jax.pure_callback(lambda a: np.asarray(a) * 2, x, x)
    """
    if importlib.util.find_spec("array_api_extra") is not None:
        tests = of("function", "lambda x: x * 2", "native_xp")
        assert_breaks(project(backend, library, tests), "function", backend, cause)


@pytest.mark.parametrize("backend", LAZY[:1], indirect=True)
def test_what_a_trace_goes_on_with(project, backend):
    tests = of("function", "lambda x: x * x[0]", "native_xp")
    result = project(backend, "def function(x):\n    return x * x[0].item()", tests)
    assert_breaks(result, "function", backend, "computes values by item")


@pytest.mark.parametrize("backend", LAZY, indirect=True)
def test_what_was_there_before_the_trace(project, backend):
    library = """
    def function(x, kept={}):
        if x.shape not in kept:
            kept[x.shape] = x * 2
        return kept[x.shape]
    """
    result = project(backend, library, of("function", "lambda x: x * 2"))
    assert_breaks(result, "function", backend, "gives an array that was there before the trace")


@pytest.mark.parametrize("backend", LAZY, indirect=True)
def test_arguments_as_results(project, backend):
    tests = """
    @pytest.mark.aikit_capabilities(of=mylib.function)
    def test_function(xp):
        x = xp.ones(2)
        assert mylib.function(x)[0].shape == mylib.function(x)[1].shape == x.shape
    """
    project(backend, "def function(x): return x, x", tests).assert_outcomes(passed=2)


@needs_extra
@pytest.mark.parametrize("backend", NATIVE, indirect=True)
def test_native_arrays(project, backend):
    library = """
    def works(x):
        return x * 2

    def breaks(x):
        return x * 2 if x[0] > 0 else x
    """
    tests = of("works", "lambda x: x * 2", "native_xp") + of("breaks", "lambda x: x * 2", "native_xp")
    result = project(backend, library, tests)
    result.assert_outcomes(passed=3, failed=1)
    assert f"LazyError: breaks under {LABELS[backend]}: " in result.stdout.str()


@pytest.mark.parametrize("backend", NATIVE, indirect=True)
def test_what_is_refused_is_refused_in_its_own_words(project, backend):
    library = """
    def function(x):
        if x.ndim != 1:
            raise ValueError("one dimension, please")
        return x
    """
    tests = """
    @pytest.mark.aikit_capabilities(of=mylib.function)
    def test_function(xp):
        with pytest.raises(ValueError, match="one dimension, please"):
            mylib.function(xp.ones((2, 2)))
    """
    project(backend, library, tests).assert_outcomes(passed=2)


@pytest.mark.parametrize("backend", JAX, indirect=True)
@pytest.mark.parametrize(
    "call",
    [
        "mylib.function(x)",
        "mylib.inner.other(x)",
        "here(x)",
        "function(x)",
        "given(x)",
    ],
)
def test_names_by_which_a_function_is_known(project, backend, call):
    library = """
    import types
    seen = []

    def function(x):
        return x if x[0] > 0 else -x

    other, inner = function, __import__("mylib")
    """
    tests = f"""
    here = mylib.function

    @pytest.fixture
    def given():
        return mylib.__dict__["function"]

    @pytest.mark.parametrize("function", [mylib.function])
    @pytest.mark.aikit_capabilities(of=mylib.function)
    def test_function(xp, function, given):
        x = xp.asarray([1.0])
        assert {call} is not None
    """
    assert_breaks(project(backend, library, tests), "function", backend)


@pytest.mark.parametrize("backend", JAX, indirect=True)
def test_a_function_that_is_never_called_lazily(project, backend):
    tests = """
    import functools
    hidden = functools.partial(mylib.function)

    @pytest.mark.aikit_capabilities(of=mylib.function)
    def test_function(xp):
        hidden(xp.ones(2))
    """
    result = project(backend, "def function(x): return x", tests)
    result.assert_outcomes(passed=1, failed=1)
    assert "LazyError: the test calls none of function with arrays under jax.jit" in result.stdout.str()


@pytest.mark.parametrize("backend", JAX, indirect=True)
def test_functions_that_call_each_other_are_one_trace(project, backend):
    library = """
    traced = []

    def inner(x):
        traced.append(x)
        return x + 1

    def outer(x):
        return inner(x) * 2
    """
    tests = """
    @pytest.mark.aikit_capabilities(of=[mylib.outer, mylib.inner])
    def test_outer(xp):
        mylib.traced.clear()
        assert xp.to_list(mylib.outer(xp.zeros(2))) == [2.0, 2.0]
        assert len(mylib.traced) == 1
        assert xp.to_list(mylib.inner(xp.zeros(1))) == [1.0]

    def test_they_are_as_they_were():
        assert mylib.inner.__qualname__ == "inner"
    """
    project(backend, library, tests).assert_outcomes(passed=3)


@pytest.mark.parametrize("backend", JAX, indirect=True)
def test_what_is_declared_not_to_work_lazily(project, backend):
    library = """
    @aikit_capabilities(lazy={"jax": "a branch on values"})
    def honest(x):
        return x if x[0] > 0 else -x

    @aikit_capabilities(lazy={"jax": "a branch on values"})
    def modest(x):
        return x

    @aikit_capabilities(lazy={"jax": "a branch on values"})
    def wrong(x):
        return x * 2 if type(x.data).__name__ == "ArrayImpl" else x
    """
    tests = (of(name, reference) for name, reference in
             (("honest", "lambda x: x"), ("modest", "lambda x: x"), ("wrong", "lambda x: x * 2")))  # fmt: skip
    result = project(backend, library, "".join(tests))
    result.assert_outcomes(passed=3, xfailed=1, failed=2)
    assert "[XPASS(strict)] mylib.modest: lazy 'jax': a branch on values" in result.stdout.str()
    assert "error above the bound" in result.stdout.str()  # a wrong value is nothing that breaks


@pytest.mark.parametrize("backend", JAX, indirect=True)
def test_without_array_api_extra(project, backend, monkeypatch):
    monkeypatch.setattr("pytest_aikit.session.lazy._lacks_extra", lambda: "array-api-extra is not installed")
    result = project(backend, "def works(x): return x * 2", of("works", "lambda x: x * 2", "native_xp"), "-rs")
    result.assert_outcomes(passed=1, skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED*array-api-extra is not installed"])
