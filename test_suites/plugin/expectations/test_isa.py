"""The instruction set that a framework uses, the conditions on it, and the runs that cap it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ci import portable
from pytest_aikit import expectations
from pytest_aikit.frameworks import isa

ALL = frozenset({"AVX2", "AVX512_SKX", "AVX512BF16"})


@pytest.mark.parametrize(
    ("framework", "features", "environment", "level"),
    [
        ("numpy", set(), {}, "baseline"),
        ("numpy", {"AVX2"}, {}, "avx2"),
        ("tensorflow", {"AVX2", "AVX512_SKX"}, {}, "avx512"),
        ("jax", ALL, {}, "avx512_bf16"),
        ("jax", ALL, {"XLA_FLAGS": "--xla_cpu_max_isa=AVX512"}, "avx512"),
        ("jax", ALL, {"XLA_FLAGS": "--a=b --xla_cpu_max_isa=AVX512 --xla_cpu_max_isa=AVX2"}, "avx2"),
        ("jax", {"AVX2"}, {"XLA_FLAGS": "--xla_cpu_max_isa=AVX512"}, "avx2"),
        ("torch", ALL, {"XLA_FLAGS": "--xla_cpu_max_isa=AVX2"}, "avx512_bf16"),
        ("torch", ALL, {"ATEN_CPU_CAPABILITY": "default"}, "baseline"),
        ("torch", {"AVX2"}, {"ATEN_CPU_CAPABILITY": "avx512"}, "avx2"),
        ("torch", ALL, {"ATEN_CPU_CAPABILITY": "avx512", "ONEDNN_MAX_CPU_ISA": "AVX512_CORE"}, "avx512"),
        ("torch", ALL, {"ATEN_CPU_CAPABILITY": "avx512", "ONEDNN_MAX_CPU_ISA": "ALL"}, "avx512_bf16"),
        ("torch", ALL, {"ATEN_CPU_CAPABILITY": "avx2", "ONEDNN_MAX_CPU_ISA": "SSE41"}, "baseline"),
    ],
)
def test_level(framework: str, features: set[str], environment: dict[str, str], level: str) -> None:
    assert isa.level(framework, features, environment) == level


@pytest.fixture
def avx512(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isa, "features", lambda: frozenset({"AVX2", "AVX512_SKX"}))
    for cap in portable.CAPS:
        monkeypatch.delenv(cap, raising=False)


@pytest.mark.usefixtures("avx512")
@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ("isa(jax) < avx512", False),
        ("isa(jax) >= avx512", True),
        ("isa( torch )==avx512", True),
        ("isa(torch) != avx512", False),
        ("isa(numpy) <= avx512_bf16; python_version >= '3'", True),
        ("isa(numpy) > baseline; python_version < '3'", False),
        ("isa(tensorflow) > avx2; numpy>=1", True),
    ],
)
def test_condition(when: str, holds: bool) -> None:
    assert expectations.holds("a file", when) is holds


@pytest.mark.usefixtures("avx512")
def test_condition_after_the_cap(monkeypatch: pytest.MonkeyPatch) -> None:
    assert expectations.holds("a file", "isa(torch) > avx2")
    monkeypatch.setenv("ATEN_CPU_CAPABILITY", "avx2")
    assert not expectations.holds("a file", "isa(torch) > avx2")


@pytest.mark.parametrize(
    ("when", "message"),
    [
        ("isa(mxnet) < avx2", "'mxnet' is no framework; choose from jax,"),
        ("isa(jax) < avx3", "'avx3' is no level; choose from baseline,"),
        ("isa jax < avx2", "neither a requirement"),
    ],
)
def test_condition_that_says_nothing(when: str, message: str) -> None:
    with pytest.raises(pytest.UsageError, match=message):
        expectations.holds("a file", when)


# ------------------------------------------------------------------------------------------------ ci.portable


def _caps(backend: str, features: set[str], dispatched: list[str]) -> list[dict[str, str]]:
    return [dict(run.caps) for run in portable.runs(backend, features, dispatched)]


def test_each_cap_on_the_backend_that_it_touches() -> None:
    for backend in portable.BUILT_IN:
        found = _caps(backend, {"AVX2", "AVX512_SKX"}, ["X86_V4"])
        assert [caps["OMP_NUM_THREADS"] for caps in found] == [*["1"] * (len(found) - 1), "2"]
        names = {name for caps in found for name in caps} - {"OMP_NUM_THREADS"}
        assert names == {*portable.OF_PYTORCH} if backend == "torch" else len(names) == 1, backend
    assert [[*caps.values()][1:] for caps in _caps("torch", {"AVX512_SKX"}, [])] == [
        ["default", "SSE4_2", "SSE41"], ["avx2", "AVX2", "AVX2"], ["avx512", "AVX512", "AVX512_CORE"],
    ]  # fmt: skip
    assert ["max_isa" in caps["XLA_FLAGS"] for caps in _caps("jax", {"AVX512_SKX"}, [])] == [False, True, True]


def test_caps_on_what_the_processor_lacks_are_left_out() -> None:
    assert _caps("numpy", {"AVX2"}, []) == [{"OMP_NUM_THREADS": "1"}, {"OMP_NUM_THREADS": "2"}]
    assert not any("AVX512" in caps["XLA_FLAGS"] for caps in _caps("jax", {"AVX2"}, []))
    assert "avx512" not in [caps.get("ATEN_CPU_CAPABILITY") for caps in _caps("torch", {"AVX2"}, [])]


def _report(path: Path, **records: dict) -> tuple[portable.Verdicts, portable.Verdicts]:
    cases = "".join(
        f'<testcase classname="suite" name="{name}"><properties><property name="aikit" value="{_escaped(record)}"/>'
        "</properties></testcase>"
        for name, record in records.items()
    )
    path.write_text(f"<testsuites><testsuite>{cases}</testsuite></testsuites>")
    return portable.found_in(path)


def _escaped(record: dict) -> str:
    full = {"cells": {}, "checks": {}, "findings": [], "properties": {}} | record
    return json.dumps(full).replace('"', "&quot;")


def _outcome(path: Path, status: int = 0, **records: dict) -> portable.Outcome:
    return portable.Outcome(status, *_report(path, **records), 1.0, 1.0)


PASSED = {"cells": {"passed": 2}, "properties": {"subnormal inputs": {"float32": "kept"}}}


def test_verdicts_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, path = portable.Run("jax", {"XLA_FLAGS": "x"}), tmp_path / "report.xml"
    base = _outcome(path, sin=PASSED, cos=PASSED)
    assert portable.report(run, base, base) == 0
    other = PASSED | {"properties": {"subnormal inputs": {"float32": "flushed"}}}
    assert portable.report(run, _outcome(path, sin=PASSED, cos=other), base) == 0
    assert "0 with another verdict, 1 with other properties" in capsys.readouterr().out
    for worse in (
        _outcome(path, sin=PASSED),
        _outcome(path, 1, sin=PASSED, cos=PASSED),
        _outcome(path, sin=PASSED, cos={"cells": {"passed": 1, "failed": 1}}),
        _outcome(path, sin=PASSED, cos=PASSED | {"findings": [{"cell": "cos", "check": "value"}]}),
        _outcome(path),
    ):
        assert portable.report(run, worse, base) == 1


def test_a_run_of_some_items_is_compared_over_those(tmp_path: Path) -> None:
    base = _outcome(tmp_path / "report.xml", sin_float16=PASSED, sin_bfloat16=PASSED, sin_float32=PASSED)
    run = portable.Run("jax", {"XLA_FLAGS": "x"}, items="float16")
    assert portable.report(run, _outcome(tmp_path / "report.xml", sin_float16=PASSED, sin_bfloat16=PASSED), base) == 0
    assert portable.report(run, _outcome(tmp_path / "report.xml", sin_float16=PASSED), base) == 1


def test_what_lies_beyond_avx512_is_for_16_bits() -> None:
    found = {str(run).partition("max_isa=")[2]: run.items for run in portable.runs("jax", {"AVX512_SKX"}, [])}
    assert found == {"": "", "AVX512 (float16 only)": "float16", "AVX2": ""}


def test_unknown_backend() -> None:
    assert "choose from numpy" in str(portable.main(["mxnet"]))
