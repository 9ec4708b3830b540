"""Projects of other people, run by pytest as their authors would: what is right passes, and each planted fault is named."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable

import pytest

from pytest_aikit.kit.declared import judged

pytest_plugins = ["pytester"]

FAULTS = {
    "masked": [
        ("dtype", "sum", "wrong dtype"),
        ("value", "prod", "wrong shape"),
        ("return_type", "mean", "gives an object of Array"),
        ("unchanged", "flip", "changed its input"),
        ("out", "negative", "out is not returned"),
        ("mixed", "subtract", "beside an Array: refused in one order alone"),
        ("precedence", "add", "answers for a class that it does not know"),
        ("value", "concat", ""),
    ],
    "labelled": [
        ("value", "sort", "wrong value"),
        ("dtype", "cumulative_sum", "wrong dtype: int64 for int32"),
        ("out", "exp", "out is not returned"),
        ("return_type", "concat", "gives an object of Array"),
        ("unchanged", "roll", "changed its input"),
        ("errors", "mean", "axis=99: accepted"),
        ("value", "linalg.svd", "wrong shape"),
        ("dtype", "where", "wrong dtype: float32 for int32"),
    ],
    "quantities": [
        ("mixed", "maximum", "beside an Array: refused in one order alone"),
        ("unchanged", "square", "changed its input"),
        ("value", "std", "error above the bound"),
        ("dtype", "hypot", "wrong dtype: float64 for float32"),
        ("declared", "sin", "declared unsupported, and gives a result"),
        ("mixed", "stack", "beside an Array: wrong shape"),
    ],
}
"""Project -> the planted faults: check, function, cause."""


@pytest.mark.parametrize("name", FAULTS)
def test_project(
    name: str,
    project: Callable[[str], None],
    pytester: pytest.Pytester,
    plugin: list[str],
    pytestconfig: pytest.Config,
) -> None:
    """With ``--aikit-profile=ci`` all functions, else one in twelve, in each project others; and those with faults."""
    project(name)
    whole = pytestconfig.getoption("--aikit-profile") == "ci"
    functions = [*judged()] if whole else [*judged()][[*FAULTS].index(name) :: 12]
    result = pytester.runpytest_subprocess(*plugin, f"--aikit-functions={','.join(functions)}")
    assert result.ret == 0, result.stdout.str()
    result.stdout.fnmatch_lines(["total*"])

    functions += [function for _, function, _ in FAULTS[name]]
    selected = f"--aikit-functions={','.join(functions)}"
    result = pytester.runpytest_subprocess(*plugin, "-rN", "tests/faulty.py", "-k", "TestFaulty", selected)
    text = result.stdout.str()
    for check, function, cause in FAULTS[name]:
        assert re.search(rf"{check} of (`[\w.]+`, )*`{function}`.*{cause}", text), f"{check} of {function}\n{text}"
    assert result.parseoutcomes()["failed"] == len(FAULTS[name]), text


ANY = "numpy|array_api_strict"
FAULTS_OF_FUNCTIONS = [
    ("dtype", "xlogy", rf"({ANY})-cpu-float32", "wrong dtype: float64 for float32"),
    ("value", "entr", rf"({ANY})-cpu-float32", "NaN for a number"),
    ("unchanged", "huber", rf"({ANY})-cpu-float32", "changed its input"),
    ("value", "rms", rf"({ANY})-cpu-int8", "error above the bound"),
    ("raised", "softmax", r"array_api_strict-cpu:1-float32", "Can't convert array on the .* to a NumPy array"),
    ("lazy", "softmax", r"torch-cpu-float32-lazy", "under torch.compile: .*numpy"),
    ("raised", "cov", r"array_api_strict-cpu:1-float32", "Arrays from two different devices"),
    ("lazy", "logsumexp", r"torch-cpu-float32-(lazy-)?(0|-1)(-lazy)?", "under torch.compile: "),
    ("capabilities", "nunique", r"array_api_strict-cpu-int8", "works, and it is said: backends 'array_api_strict'"),
    ("lazy", "softmax", r"jax-cpu-float32-lazy", "under jax.jit: .*numpy"),
    ("lazy", "logsumexp", r"jax-cpu-float32-lazy.*", "under jax.jit: .*bool"),
    ("lazy", "softmax", r"array_api:array_api_compat.dask.array-cpu-float32-lazy", "under dask: .*dask.compute"),
    ("lazy", "logsumexp", r"array_api:array_api_compat.dask.array-cpu-float32-lazy.*", "under dask: .*dask.compute"),
]
"""The planted faults of the library of functions: check, function, a test that finds it, cause."""


@pytest.mark.needs("array_api_strict", "torch")
def test_functions(
    project: Callable[[str], None], pytester: pytest.Pytester, plugin: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where JAX, dask and array-api-extra are installed, there too."""
    project("functions")
    monkeypatch.setenv("COLUMNS", "400")  # pytest cuts the lines of its summary off
    few = "--aikit-dtypes=int8,float32"
    result = pytester.runpytest_subprocess(*plugin, few)
    assert result.ret == 0, result.stdout.str()

    source = pytester.path.joinpath("tests/test_functions.py").read_text()
    source = source.replace("from arrayfuncs import", "from arrayfuncs.faulty import")
    source = source.replace("import arrayfuncs\n", "import arrayfuncs.faulty as arrayfuncs\n")
    pytester.path.joinpath("tests/faulty.py").write_text(source)
    at_fault = "--aikit-backends=numpy,torch,jax,array_api_strict,array_api:array_api_compat.dask.array"
    result = pytester.runpytest_subprocess(*plugin, "--tb=line", "-rf", few, at_fault, "tests/faulty.py")
    lines = [line for line in result.outlines if line.startswith("FAILED ")]
    extra = importlib.util.find_spec("array_api_extra") is not None
    for check, function, where, cause in FAULTS_OF_FUNCTIONS:
        framework = next((name for name in ("jax", "dask") if name in where), None)
        if framework is None or (extra and importlib.util.find_spec(framework) is not None):
            assert any(re.match(rf"FAILED tests/faulty.py::test_{function}\[({where})\]", line) for line in lines), (
                where
            )
            said = rf"{check} of `(arrayfuncs.faulty.)?{function}`, .*{cause}"
            assert any(re.match(said, line) for line in result.outlines), f"{said}\n{result.stdout.str()}"
    named = {re.match(r"FAILED tests/faulty.py::test_(\w+)", line)[1] for line in lines}
    assert named == {function for _, function, _, _ in FAULTS_OF_FUNCTIONS}
