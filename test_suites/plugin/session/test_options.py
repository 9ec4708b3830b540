"""The options: what they select, and what a wrong value is told."""

from __future__ import annotations

import sys

import pytest

from pytest_aikit.options import select

pytest_plugins = ["pytester"]


def test_patterns_select_and_exclude():
    allowed = ("int32", "float16", "float32", "float64")
    assert select("float*,-float16", allowed, "dtypes") == ("float32", "float64")
    assert select("-float*", allowed, "dtypes") == ("int32",)
    assert select("", allowed, "dtypes") == allowed


@pytest.mark.parametrize(
    ("argument", "said"),
    [
        ("--aikit-backends=tensorflo", ["'tensorflo' is no backend", "all, available, numpy, torch, jax, tensorflow"]),
        ("--aikit-dtypes=float33", ["--aikit-dtypes: 'float33' matches nothing", "float32"]),
        ("--aikit-dtypes=-*", ["leaves nothing"]),
        ("--aikit-functions=tann", ["'tann' matches nothing", "did you mean tan", "--aikit-list=functions"]),
        ("--aikit-functions=isdtype", ["'isdtype' matches nothing: It takes and gives facts about shapes and dtypes"]),
        ("--aikit-functions=tan,-isdtype", ["'-isdtype' matches nothing: It takes and gives facts"]),
        ("--aikit-checks=speed", ["--aikit-checks: 'speed' matches nothing; choose from value, special"]),
        ("--aikit-profile=slow", ["--aikit-profile", "smoke", "nightly"]),
        ("--aikit-missing=never", ["--aikit-missing", "auto", "skip", "error"]),
        ("--aikit-devices=gpu:7", ["no selected backend has 'gpu:7'; choose from all, cpu"]),
        ("--aikit-expect=nowhere.toml", ["nowhere.toml cannot be read"]),
        ("--aikit-list=bugs", ["--aikit-list", "functions", "checks"]),
    ],
)
def test_wrong_value_is_a_usage_error(suite, argument, said):
    result = (
        suite(argument) if not argument.startswith("--aikit-profile") else suite("--aikit-backends=numpy", argument)
    )
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    text = result.stdout.str() + result.stderr.str()
    for words in said:
        assert words in text


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("lstm", {"lstm", "lstm.dropped", "lstm.dropped_gradients"}),
        ("lstm,-lstm.dropped", {"lstm", "lstm.dropped_gradients"}),
        ("lstm.dropped", {"lstm.dropped"}),
        (
            "fft,-fft.*fft",
            {
                "fft.fftfreq",
                "fft.rfftfreq",
                "fft.fftn",
                "fft.ifftn",
                "fft.rfftn",
                "fft.irfftn",
                "fft.fftshift",
                "fft.ifftshift",
            },
        ),
        ("stable_pow", {"stable_divide"}),
    ],
)
def test_a_name_leads_to_its_cells(run, asked, found):
    result = run(f"--aikit-functions={asked}", "--aikit-backends=numpy", "--collect-only", "-q")
    items = [line for line in result.outlines if "::test_function[" in line]
    assert {line.partition("[")[2].partition("-numpy")[0] for line in items} == found


def test_wrong_value_in_the_ini_file(run, pytester):
    pytester.makeini("[pytest]\naikit_profile = slow\n")
    result = run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*aikit_profile = 'slow': choose from smoke, default, ci, nightly*"])


@pytest.fixture
def no_torch(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)


def test_named_missing_backend_is_a_usage_error_that_names_the_extra(run, no_torch):
    result = run("--aikit-backends=torch")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--aikit-backends=torch: torch: torch is not installed*pytest-aikit[[]torch[]]*"])


def test_missing_backend_among_all_is_a_visible_skip(run, no_torch, faults, monkeypatch):
    for framework in ("jax", "tensorflow"):
        monkeypatch.setitem(sys.modules, framework, None)
    result = run("--aikit-backends=all", "--aikit-functions=cos", "--aikit-profile=smoke", "-rs")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["aikit: torch skipped: torch is not installed*", "SKIPPED*torch is not installed*"])
    assert "torch skipped" in result.stdout.str().partition("= conformance =")[2]


@pytest.mark.parametrize(("named", "code"), [("array_api_strict", 0), ("torch", pytest.ExitCode.USAGE_ERROR)])
def test_backend_beside_all_must_be_there(run, no_torch, faults, monkeypatch, named, code):
    pytest.importorskip("array_api_strict")
    for framework in ("jax", "tensorflow"):
        monkeypatch.setitem(sys.modules, framework, None)
    result = run(f"--aikit-backends=all,{named}", "--aikit-functions=cos", "--aikit-profile=smoke")
    assert result.ret == code
    if code:
        result.stderr.fnmatch_lines(["*--aikit-backends=all,torch: torch: torch is not installed*"])
    else:
        result.stdout.fnmatch_lines(["torch skipped: torch is not installed*", "total *", "* array_api_strict * 0 *"])


def test_function_of_a_missing_package_is_a_visible_skip(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "einops", None)
    result = run("--aikit-backends=numpy", "--aikit-functions=einops_repeat,cos", "--aikit-profile=smoke", "-rs")
    assert result.ret == 0
    result.stdout.fnmatch_lines(
        ["SKIPPED*einops_repeat: einops is not installed; pip install 'pytest-aikit[[]einops[]]'"]
    )
    assert result.parseoutcomes()["skipped"] > 10 < result.parseoutcomes()["passed"]


@pytest.mark.parametrize(
    ("backends", "missing", "code"),
    [("torch,numpy", "skip", 0), ("all", "error", pytest.ExitCode.USAGE_ERROR), ("available", "auto", 0)],
)
def test_missing_decides(run, no_torch, faults, monkeypatch, backends, missing, code):
    for framework in ("jax", "tensorflow"):
        monkeypatch.setitem(sys.modules, framework, None)
    arguments = (f"--aikit-missing={missing}", "--aikit-functions=cos", "--aikit-profile=smoke")
    result = run(f"--aikit-backends={backends}", *arguments)
    assert result.ret == code


@pytest.mark.parametrize(
    ("what", "line"),
    [("functions", "tan *elementwise"), ("backends", "numpy *"), ("checks", "value *"), ("dtypes", "float32")],
)
def test_list_prints_what_can_be_selected(run, what, line):
    result = run(f"--aikit-list={what}")
    assert result.ret == 0
    result.stdout.fnmatch_lines([line])


def test_list_prints_the_calls_that_are_enumerated(run):
    result = run("--aikit-list=cells", "--aikit-functions=sin", "--aikit-backends=numpy", "--aikit-dtypes=float64")
    assert result.ret == 0
    lines = ["sin", "  values: *", "    every binade and critical points *numpy 1", "  sizes: *", "    4,097 elements *4097 *",
             "  shapes: *", "    0-d *", "    four dimensions *2x3x1x4 *", "  layouts: *", "    stride 0, *"]  # fmt: skip
    result.stdout.fnmatch_lines(lines)


def test_ini_keys_select_but_do_not_start_the_suite(run, pytester, faults):
    pytester.makeini("[pytest]\naikit_backends = numpy\naikit_dtypes = float*,-float16,-bfloat16\n")
    pytester.makepyfile("def test_own(xp, aikit_dtype): assert xp.zeros(1, dtype=aikit_dtype).dtype == aikit_dtype")
    result = run("-v")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["*test_own[[]numpy-float32[]] PASSED*", "*test_own[[]numpy-float64[]] PASSED*"])
