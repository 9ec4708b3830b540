"""What the items of the conformance suite found, read from a report in JUnit's format."""

from __future__ import annotations

import json
import pathlib
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from typing import Any

from pytest_aikit.record import PROPERTY

Verdicts = dict[str, Any]
"""What an item of the suite found, by its name."""


def found_in(report_file: pathlib.Path, renamed: Mapping[str, str] | None = None) -> tuple[Verdicts, Verdicts]:
    """The verdicts and the properties in a report, by the name of the item.

    Parameters
    ----------
    renamed : the names of checks in the report that are others now -> these.
    """
    verdicts: Verdicts = {}
    properties: Verdicts = {}
    for case in ElementTree.parse(report_file).iter("testcase"):
        for one in case.iter("property"):
            if one.get("name") == PROPERTY:
                record = json.loads(str(one.get("value")))
                verdicts[name_of(case)] = _verdict(record, renamed or {})
                properties[name_of(case)] = record["properties"]
    return verdicts, properties


def outcomes_in(report_file: pathlib.Path) -> dict[str, list[str]]:
    """How the items of a report ended, by name; an item has an outcome for each of its subtests beside its own."""
    outcomes: dict[str, list[str]] = {}
    for case in ElementTree.parse(report_file).iter("testcase"):
        ended = [child.tag for child in case if child.tag in ("failure", "error", "skipped")]
        outcomes.setdefault(name_of(case), []).extend(ended or ["passed"])
    return {name: sorted(found) for name, found in outcomes.items()}


def name_of(case: ElementTree.Element) -> str:
    return f"{case.get('classname')}::{case.get('name')}"


def _verdict(record: Mapping[str, Any], renamed: Mapping[str, str]) -> dict[str, Any]:
    checks = [[finding["cell"], renamed.get(finding["check"], finding["check"])] for finding in record["findings"]]
    return {"cells": record["cells"], "checks": record["checks"], "failed": sorted(checks)}
