"""The benchmark of calls prints a row for each, names what is absent, and keeps what it measured; calls stay cheap."""

from __future__ import annotations

import importlib

import pyperf
import pytest
from helpers.frameworks import require

from ci.bench import sides
from ci.bench.calls import CALLS, OPERATORS, calls, measured
from ci.bench.timing import Kept


def test_the_table(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(sides, "PEERS", {"nowhere": lambda backend: importlib.import_module("nowhere")})
    kept = tmp_path / "kept.json"
    calls(["numpy"], 2, str(kept))
    printed = capsys.readouterr().out
    assert all(f"\n{call.source} " in printed for call in CALLS)
    assert "without nowhere (No module named 'nowhere')" in printed
    names = pyperf.BenchmarkSuite.load(str(kept)).get_benchmark_names()
    assert {f"numpy {call.source} {side}" for call in CALLS for side in ("native", "aikit")} <= set(names)


@pytest.mark.parametrize("backend", ["numpy", "torch"])
@pytest.mark.parametrize("call", [one for one in CALLS if one.kind == OPERATORS], ids=lambda call: call.source)
def test_an_everyday_call_is_about_as_cheap_as_a_wrapper_can_be(call, backend):
    """With room for a busy machine: the best of some tables; `python -m ci.bench calls` has the figures."""
    require(backend)
    names = {"native": sides.native(backend), "minimal": sides.minimal(backend), "aikit": sides.ours(backend)}
    ratios = []
    for _ in range(20):
        row = measured(call, backend, names, 15, Kept())
        ratios.append(row.over["aikit"][0] / row.over["minimal"][0])
        if 0 < ratios[-1] < 4:
            return
    raise AssertionError(f"over the native call it takes {min(ratios):.1f} times what the wrapper takes")
