"""Run the Array API standard's public suite: ``python -m ci.array_api.run [BACKEND ...] [-- PYTEST_ARGUMENT ...]``.

The suite, https://github.com/data-apis/array-api-tests, is no package: it runs inside its own checkout, the one that
the environment variable ``ARRAY_API_TESTS_DIR`` names, with the submodules and with what its ``requirements.txt``
lists. Each backend runs in a process of its own. What a backend cannot do, and what the suite has wrong, stands in
``<backend>-xfails.txt`` beside this file, in the suite's own format, with a reason above each entry; an entry that no
longer fails is a failure.
"""

from __future__ import annotations

import collections
import os
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

from aikit.functional.backends import BUILT_IN

HERE = pathlib.Path(__file__).parent
REPOSITORY = HERE.parent.parent
VARIABLE = "ARRAY_API_TESTS_DIR"
SET_THE_VARIABLE = (
    f"{VARIABLE} names no checkout of https://github.com/data-apis/array-api-tests: clone it with --recurse-submodules "
    f"and set {VARIABLE} to its folder"
)
DEFAULT_ARGUMENTS = ("--max-examples=200", "--disable-deadline")
OUTCOMES = ("passed", "failed", "xfailed", "skipped")
NO_REPORT = "no report: pytest did not come to its end"


def main(arguments: list[str]) -> int | str:
    """Run the suite on the backends named; the exit status, or a line that says what stops it."""
    backends, pytest_arguments = split(arguments)
    unknown = [name for name in backends if name not in BUILT_IN]
    if unknown:
        return f"unknown backend {unknown[0]!r}: choose from {', '.join(BUILT_IN)}; pytest's arguments follow '--'"
    folder = os.environ.get(VARIABLE)
    if not folder or not (pathlib.Path(folder) / "array_api_tests").is_dir():
        return SET_THE_VARIABLE
    results = {name: run(name, folder, pytest_arguments) for name in backends or BUILT_IN}
    print()
    for name, (status, counts) in results.items():
        said = ", ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES) if counts else NO_REPORT
        print(f"{name}: {said} (exit status {status})")
    return max(abs(status) for status, _ in results.values())


def split(arguments: list[str]) -> tuple[list[str], list[str]]:
    """What stands before ``--`` and what after."""
    if "--" not in arguments:
        return arguments, []
    at = arguments.index("--")
    return arguments[:at], arguments[at + 1 :]


def run(backend: str, folder: str, pytest_arguments: list[str]) -> tuple[int, collections.Counter[str]]:
    """The exit status of pytest, and how many tests had which outcome."""
    print(f"array-api-tests on {backend}", flush=True)
    with tempfile.TemporaryDirectory() as temporary:
        report = pathlib.Path(temporary) / "report.xml"
        command = [
            *(sys.executable, "-m", "pytest", "array_api_tests", "-q", "-o", "xfail_strict=true"),
            *(f"--xfails-file={HERE / f'{backend}-xfails.txt'}", f"--junit-xml={report}"),
            *DEFAULT_ARGUMENTS,
            *(("-p", "ci.array_api.forget_compiled") if backend == "jax" else ()),
            *pytest_arguments,
        ]
        status = subprocess.run(command, cwd=folder, env=environment(backend), check=False).returncode
        return status, count_outcomes(report) if report.exists() else collections.Counter()


def environment(backend: str) -> dict[str, str]:
    """The variables under which the suite tests `backend`."""
    path = os.pathsep.join(filter(None, (str(REPOSITORY), os.environ.get("PYTHONPATH"))))
    return {
        **os.environ,
        "ARRAY_API_TESTS_MODULE": f"exec('import aikit; xp = aikit.get_backend(\"{backend}\")')",
        # The standard has 64-bit dtypes, which are off in JAX unless a user turns them on.
        "JAX_ENABLE_X64": "1",
        "PYTHONPATH": path,
    }


def count_outcomes(report: pathlib.Path) -> collections.Counter[str]:
    """How many tests passed, failed, failed as expected and were skipped, from a report in JUnit's format."""
    return collections.Counter(map(outcome, ElementTree.parse(report).iter("testcase")))


def outcome(case: ElementTree.Element) -> str:
    """What became of one test."""
    if case.find("failure") is not None or case.find("error") is not None:
        return "failed"
    skipped = case.find("skipped")
    if skipped is None:
        return "passed"
    return "xfailed" if skipped.get("type") == "pytest.xfail" else "skipped"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
