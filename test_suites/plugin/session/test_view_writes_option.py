"""--aikit-view-writes finds the writes in the user's own tests that rely on NumPy's views."""

from __future__ import annotations

import pytest

pytest_plugins = ["pytester"]

TESTS = """
import pytest

@pytest.fixture
def part(xp):
    x = xp.zeros((4, 3))
    yield x[0:2]

def test_relies_on_views(part, xp):
    x = xp.zeros((4, 3))
    row = x[0]
    row += 1.0

def test_does_not(xp):
    x = xp.zeros((4, 3))
    x[0:2] += 1.0
"""


@pytest.mark.parametrize(
    ("mode", "outcome"),
    [
        ("copy", {"passed": 2}),
        ("warn", {"passed": 2, "warnings": 1}),
        ("error", {"passed": 1, "failed": 1}),
    ],
)
@pytest.mark.parametrize("where", ["option", "ini"])
def test_modes(where, mode, outcome, run, pytester):
    path = pytester.makepyfile(TESTS)
    args = [f"--aikit-view-writes={mode}"] if where == "option" else []
    if where == "ini":
        pytester.makeini(f"[pytest]\naikit_view_writes = {mode}\n")
    result = run(str(path), "--aikit-backends=numpy", "-W", "default", *args)
    result.assert_outcomes(**outcome)
    text = f"add(..., out=x) at {path}:11 writes to what x[[]...[]] made at {path}:10 *"
    if mode == "warn":
        result.stdout.fnmatch_lines([f"*AikitViewWriteWarning: {text}"])
    elif mode == "error":
        result.stdout.fnmatch_lines([f"*AikitViewWriteError: {text}"])


def test_unknown_mode(run, pytester):
    pytester.makeini("[pytest]\naikit_view_writes = no\n")
    result = run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*aikit_view_writes = 'no': choose from copy, warn, error"])


def test_the_conformance_suite_is_left_alone(suite):
    result = suite("--aikit-functions=reshape", "--aikit-checks=aliasing", "--aikit-view-writes=error")
    assert result.ret == 0
