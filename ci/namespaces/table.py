"""The table of the verdicts, in Markdown."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ci.namespaces.rows import Row
from pytest_aikit.knowledge import standard
from pytest_aikit.record import ERROR, MISSING, PIECES, Finding, Record

BEGIN = "<!-- Table: written by python -m ci.namespaces --write -->"
END = "<!-- end of Table -->"
_LONGEST = 150
_PLAIN = ("version", "refused", "standard", "dtypes", "ended", "seconds")
"""What of a verdict is JSON as it is."""


@dataclass
class Verdict:
    """The verdict on a namespace.

    Attributes
    ----------
    version, standard : of the distribution, and of the standard that it follows.
    refused : why it could not be judged at all.
    ended : why it was not judged to the end.
    seconds : of processors.
    begun : the function, and its category, that is being judged.
    """

    row: Row
    version: str
    refused: str = ""
    standard: str = ""
    dtypes: tuple[str, ...] = ()
    records: list[Record] = field(default_factory=list)
    ended: str = ""
    seconds: float = 0.0
    begun: tuple[str, str] | None = None

    def take(self, said: dict[str, Any]) -> None:
        """What the process that judges says: what it is about to judge, or what it has found."""
        if "begins" in said:
            self.begun = said["begins"], said["category"]
        elif "refused" in said:
            self.refused = said["refused"]
        elif "dtypes" in said:
            self.standard, self.dtypes = said["version"], tuple(said["dtypes"])
        else:
            self.records.append(Record.load(json.dumps(said)))
            self.begun = None

    def dump(self) -> str:
        """The verdict as JSON."""
        plain = {name: getattr(self, name) for name in _PLAIN}
        return json.dumps({**plain, "records": [json.loads(one.dump()) for one in self.records]})

    @classmethod
    def load(cls, row: Row, text: str) -> Verdict:
        """The verdict that `dump` wrote."""
        values = json.loads(text)
        records = [Record.load(json.dumps(one)) for one in values.pop("records")]
        return cls(row, **{**values, "dtypes": tuple(values["dtypes"])}, records=records)

    @property
    def by_function(self) -> dict[str, Record]:
        return {record.function: record for record in self.records if record.function != PIECES}

    @property
    def errors(self) -> int:
        """How often the judge itself went wrong."""
        return sum(record.checks[ERROR] for record in self.records)

    def word(self, function: str) -> str:
        """What is said of a function."""
        record = self.by_function.get(function)
        if record is None:
            return "not judged"
        if record.cells[MISSING]:
            return "missing"
        if record.cells[ERROR]:
            return "error"
        if record.cells["failed"]:
            return "deviates"
        return "passes" if record.cells["passed"] else "not judged"


def summary(verdict: Verdict) -> str:
    """One line."""
    head = f"{verdict.row.name} {verdict.version}".strip()
    if verdict.refused:
        return f"{head}: {verdict.refused}"
    counts = Counter(map(verdict.word, standard.SINCE))
    said = ", ".join(
        f"{counts[word]} {word}" for word in ("passes", "deviates", "missing", "not judged", "error") if counts[word]
    )
    ended = f"; {verdict.ended}" if verdict.ended else ""
    return f"{head}: {said}; {verdict.seconds:.0f} CPU s{ended}"


def rendered(verdicts: Sequence[Verdict]) -> str:
    """The whole: counts, functions by namespace, and the causes by namespace."""
    return "\n".join([*_counts(verdicts), "", *_matrix(verdicts), *(line for one in verdicts for line in _causes(one))])


def _counts(verdicts: Sequence[Verdict]) -> Iterator[str]:
    yield "| namespace | version | standard | passes | deviates | missing | not judged | pieces and arrays | CPU seconds |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for one in verdicts:
        head = f"| [{one.row.name}](#{_anchor(one.row.name)}) | {one.version} | {one.standard} "
        if one.refused:
            yield f"{head}| {one.refused} | | | | | |"
            continue
        counts = Counter(map(one.word, standard.SINCE))
        numbers = " | ".join(str(counts[word]) for word in ("passes", "deviates", "missing", "not judged"))
        yield f"{head}| {numbers} | {len(_pieces(one))} | {one.seconds:.0f} |"


def _anchor(name: str) -> str:
    return re.sub(r"[^\w-]", "", name.lower())


def _matrix(verdicts: Sequence[Verdict]) -> Iterator[str]:
    shown = [one for one in verdicts if not one.refused]
    yield f"| function | {' | '.join(one.row.name for one in shown)} |"
    yield f"|---|{'---|' * len(shown)}"
    for name in sorted(standard.SINCE):
        yield f"| `{name}` | {' | '.join(one.word(name) for one in shown)} |"


def _pieces(verdict: Verdict) -> list[Finding]:
    return [finding for record in verdict.records if record.function == PIECES for finding in record.findings]


def _causes(verdict: Verdict) -> Iterator[str]:
    """The first cause of each function that deviates, those with the same together."""
    yield from ("", f"### {verdict.row.name}", "")
    if verdict.refused:
        yield f"{verdict.refused}."
        return
    judged = verdict.row.dtypes or "all that it has"
    under = "".join(f", under `{name}={value}`" for name, value in verdict.row.environment.items())
    yield f"`{verdict.row.namespace}`, with the dtypes {judged.replace(',', ', ')}{under}."
    if verdict.ended:
        yield f"Not judged to the end: {verdict.ended}."
    pieces = _pieces(verdict)
    if pieces:
        yield from ("", f"Pieces: {'; '.join(_short(one.cause) for one in pieces)}.")
    groups: dict[tuple[str, str], list[str]] = {}
    for name, record in sorted(verdict.by_function.items()):
        if record.findings:
            groups.setdefault(_first(record), []).append(name)
    yield ""
    for (check, cause), names in sorted(groups.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        yield f"- {check}, {cause}: {', '.join(f'`{name}`' for name in names)}"


def _first(record: Record) -> tuple[str, str]:
    """The check and the cause of the first finding of a function, with the error where it raised one."""
    finding = record.findings[0]
    error = next((line for line in finding.details.splitlines() if line.startswith("error:")), "")
    text = error.partition(":")[2].strip() if error else finding.cause
    return finding.check, _short(f"raised {text}" if error else text)


def _short(text: str) -> str:
    text = re.sub(r"0x[0-9a-f]{6,}", "0x...", " ".join(text.split())).replace("|", "\\|").replace("<", "\\<")
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
