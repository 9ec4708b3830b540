"""Judge the namespaces of others: ``python -m ci.namespaces [NAME ...] [--write] [--kept FOLDER] [--seconds N]``.

Each is judged in a process of its own, for five minutes at most; one that is not installed, or cannot be imported, is a row
like the others. ``--write`` puts the table into ``docs/namespaces.md``; with ``--kept`` each verdict is put into a folder,
and one that is there is not made again.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

from ci.namespaces import rows, table
from ci.namespaces.one import FUNCTION_SECONDS
from ci.namespaces.rows import Row
from ci.namespaces.table import Verdict
from pytest_aikit.record import Finding, Record

SECONDS = 300
SILENT_SECONDS = 120
"""How long a process may wait without a line: what it computes in a function is limited by the processor's seconds."""
PAGE = Path(__file__).parents[2] / "docs" / "namespaces.md"


def judged(row: Row, seconds: float = SECONDS) -> Verdict:
    """The verdict on a namespace, as far as it came within the time; a function that ends the process has that as its own."""
    try:
        version = metadata.version(row.distribution)
    except metadata.PackageNotFoundError:
        return Verdict(row, "", refused=f"{row.distribution} is not installed")
    found, start, before = Verdict(row, version), time.monotonic(), _spent()
    while True:
        code, errors = _run(row, found, seconds - (time.monotonic() - start))
        found.seconds = _spent() - before
        last = next((line.strip() for line in reversed(errors) if line.strip()), "")
        if not code or found.refused:
            return found
        if time.monotonic() - start >= seconds:
            found.ended = f"{seconds:g} seconds are over"
            return found
        if found.begun is None:
            said = f"the process ended with {_status(code)}: {last}"
            found.refused, found.ended = ("", said) if found.records else (said, "")
            return found
        found.records.append(_crashed(row, *found.begun, code))
        found.begun = None


def _spent() -> float:
    """The seconds of processors that the processes have used which this one has waited for."""
    spent = os.times()
    return spent.children_user + spent.children_system


def _kept(row: Row, seconds: float, folder: Path | None) -> Verdict:
    """The verdict that is kept in a folder; where there is none it is made, and kept."""
    if folder is None:
        return judged(row, seconds)
    file = folder / f"{row.name}.json"
    if not file.exists():
        found = judged(row, seconds)
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(found.dump())
    return Verdict.load(row, file.read_text())


def _run(row: Row, found: Verdict, seconds: float) -> tuple[int, list[str]]:
    """Judge what is not judged yet in a process of its own, for so long; its exit status, and what it wrote to stderr."""
    words = [sys.executable, "-m", "ci.namespaces.one", row.name, str(len(found.records))]
    with tempfile.TemporaryFile("w+") as errors:
        child = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=errors, text=True, env={**os.environ, **row.environment}
        )
        end = time.monotonic() + seconds
        while line := _line(child, min(SILENT_SECONDS, end - time.monotonic())):
            if line.startswith("{"):
                found.take(json.loads(line))
        code = child.wait()
        errors.seek(0)
        return code, errors.readlines()


def _line(child: subprocess.Popen[str], seconds: float) -> str:
    """The next line that a process writes; it is ended where none comes in so many seconds."""
    assert child.stdout is not None
    timer = threading.Timer(max(seconds, 0), child.kill)
    timer.start()
    try:
        return child.stdout.readline()
    finally:
        timer.cancel()


def _crashed(row: Row, function: str, category: str, code: int) -> Record:
    record = Record(function, category, row.namespace)
    record.cells["failed"] += 1
    limits = {-signal.SIGKILL: f"{SILENT_SECONDS} s", -signal.SIGPROF: f"{FUNCTION_SECONDS} s of the processor"}
    cause = f"does not end within {limits[code]}" if code in limits else f"ends the process: {_status(code)}"
    record.findings.append(Finding("value", cause, function, row.namespace, "", ()))
    return record


def _status(code: int) -> str:
    """The exit status of a process, by the name of the signal where one has ended it."""
    return signal.Signals(-code).name if code < 0 else str(code)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m ci.namespaces", description=__doc__)
    parser.add_argument("names", nargs="*", help="the namespaces, all if there is none")
    parser.add_argument("--write", action="store_true", help="write docs/namespaces.md")
    parser.add_argument("--kept", type=Path, help="a folder of verdicts, where others are put")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long one namespace may take")
    given = parser.parse_args(arguments)
    known = {row.name: row for row in rows.known()}
    if unknown := [name for name in given.names if name not in known]:
        parser.error(f"{unknown[0]!r} is no namespace of the table; choose from {', '.join(known)}")
    if given.write and given.names:
        parser.error("--write writes the whole table; leave the names out")
    verdicts = []
    for name in given.names or known:
        verdicts.append(_kept(known[name], given.seconds, given.kept))
        print(table.summary(verdicts[-1]), flush=True)
    if given.write:
        before, _, rest = PAGE.read_text().partition(table.BEGIN)
        PAGE.write_text(
            f"{before}{table.BEGIN}\n\n{table.rendered(verdicts)}\n{table.END}{rest.partition(table.END)[2]}"
        )
    return int(any(one.errors for one in verdicts))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
