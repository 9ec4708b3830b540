"""The plugin does nothing, and imports nothing, until something of it is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest_plugins = ["pytester"]

PROBE = """
import sys
def test_nothing_is_imported():
    assert not {"aikit", "numpy", "torch", "jax", "tensorflow", "hypothesis"} & set(sys.modules)
"""


def test_nothing_is_imported_until_used(pytester, plugin):
    pytester.makepyfile(PROBE)
    command = [sys.executable, "-m", "pytest", *plugin, "-p", "no:hypothesispytest", "-q"]
    result = subprocess.run(command, capture_output=True, text=True, cwd=pytester.path)
    assert "1 passed" in result.stdout, result.stdout
    assert "aikit" not in result.stdout.replace("test_nothing_is_imported_until_used", "")


def test_nothing_is_parametrized_or_printed(run, pytester):
    pytester.makepyfile("import pytest\n@pytest.mark.parametrize('x', [1, 2])\ndef test_own(x): pass")
    result = run()
    result.assert_outcomes(passed=2)
    result.stdout.no_fnmatch_line("aikit*")
    result.stdout.no_fnmatch_line("*conformance*")


def test_a_project_may_have_its_own_xp_fixture(run, pytester):
    pytester.makepyfile("import pytest\n@pytest.fixture\ndef xp(): return 3\ndef test_own(xp): assert xp == 3")
    run().assert_outcomes(passed=1)


@pytest.mark.parametrize("extra", [("--strict-markers",), ("-W", "error"), ("--strict-config",)])
def test_strict_runs(suite, faults, extra):
    result = suite("--aikit-functions=tan", *extra)
    assert result.ret == 0


def test_warnings_of_frameworks_are_counted_and_do_not_end_the_run(suite, faults):
    def warn(name, case):
        import warnings

        warnings.warn("the kernel is slow", UserWarning, stacklevel=1)

    faults.fault = warn
    result = suite("--aikit-functions=tan", "--aikit-checks=value", "--aikit-dtypes=float32", "-W", "error")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["1 warnings of the frameworks held back: UserWarning: the kernel is slow (1)"])
