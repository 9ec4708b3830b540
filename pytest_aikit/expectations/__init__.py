"""Expected failures: strict TOML files, one entry for each fact.

    extends = ["base.toml"]                      # other files, relative to this one

    [[expect]]
    function = "sort"                            # a name, a pattern, or a list of them; all where it is left out
    check = "value"                              # likewise, as are backend and device
    backend = "tensorflow"
    dtype = "complex*"                           # the dtype computed in, or "int8,uint8": one for each array
    when = "tensorflow<2.22; sys_platform == 'linux'"    # a requirement, a marker, or both, as in PEP 508
    raises = "AikitNotImplementedException"      # the class that the call raises; left out: a wrong result
    ulp = 32                                     # the largest error that is expected, in ULP; left out: any
    match = "no kernel"                          # a regular expression that the cause or the error must contain
    reason = "TensorFlow has no kernel for this" # always needed
    issue = "https://..."

What depends on the processor has the condition ``when = "isa(jax) < avx512"``, alone or before a ``;`` and one of those
above: the instruction set that a framework uses in this process, after its caps, is one of ``baseline``, ``avx2``,
``avx512`` and ``avx512_bf16`` (see `pytest_aikit.frameworks.isa`).

An entry is strict: it must fail wherever it applies, with the stated exception, and it must apply somewhere, in each run
that leaves out no function, check or dtype that it names. Of the call that fails it says so, and of no other: those that
the check has not come to are judged each by itself, and must pass, or fail as the entry says.
"""

from __future__ import annotations

import importlib.metadata
import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pytest_aikit.cases.cells import computed_dtype
from pytest_aikit.expectations import names
from pytest_aikit.frameworks import isa
from pytest_aikit.model import Cell, CheckFailure
from pytest_aikit.options import matches

HERE = Path(__file__).parent
_PATTERNS = ("function", "check", "backend", "device", "dtype")
_NUMBERS = ("ulp",)
_TEXTS = ("when", "raises", "match", "reason", "issue")


@dataclass(frozen=True, slots=True)
class Entry:
    """One expected failure."""

    where: str
    function: tuple[str, ...]
    check: tuple[str, ...]
    backend: tuple[str, ...]
    device: tuple[str, ...]
    dtype: tuple[str, ...]
    reason: str
    raises: str = ""
    match: str = ""
    issue: str = ""
    ulp: float = 0

    def covers(self, check: str, cell: Cell) -> bool:
        """Whether the entry says anything about a check on a cell."""
        return (
            matches(check, self.check)
            and matches(cell.function.qualified_name, self.function)
            and matches(cell.backend, self.backend)
            and matches(cell.device, self.device)
            and any(dtype_matches(pattern, cell) for pattern in self.dtype)
        )

    def mismatch(self, failure: CheckFailure) -> str | None:
        """Why a failure is not the expected one; None where it is."""
        error = failure.error
        if error is None and self.raises:
            return f"expected {self.raises}, but nothing was raised: {failure.cause}"
        if error is not None and self.raises not in {cls.__name__ for cls in type(error).__mro__}:
            wanted = f"{self.raises}" if self.raises else "a wrong result"
            return f"expected {wanted}, but {type(error).__name__} was raised: {error}"
        if self.match and not re.search(self.match, f"{failure.cause}\n{error or ''}"):
            return f"the failure does not match {self.match!r}: {failure.cause}"
        if self.ulp and not (failure.ulp is not None and failure.ulp <= self.ulp):
            found = "another error than one of rounding" if failure.ulp is None else f"{failure.ulp:.3g} ULP"
            return f"expected at most {self.ulp:g} ULP, and found {found}: {failure.cause}"
        return None

    def in_scope(self, selected: dict[str, Sequence[str]], left_out: dict[str, Sequence[str]]) -> bool:
        """Whether it should have applied: something is selected of all that it names, and nothing of it left out by hand.

        What is left out may be what it applies to: one check of a function that only looks at some dtypes.
        """
        return all(
            self._names(kind, selected[kind]) and not self._names(kind, left_out.get(kind, ())) for kind in _PATTERNS
        )

    def _names(self, kind: str, names: Sequence[str]) -> bool:
        patterns = [part.strip() for pattern in getattr(self, kind) for part in pattern.split(",")]
        return any(matches(name, patterns) for name in names)

    def __str__(self) -> str:
        named = {kind: ",".join(getattr(self, kind)) for kind in _PATTERNS}
        return f"{self.where}: " + ", ".join(f"{kind} {value}" for kind, value in named.items() if value != "*")


def dtype_matches(pattern: str, cell: Cell) -> bool:
    """Whether a pattern fits the dtype that a cell computes in, or one for each of its arrays."""
    if "," not in pattern:
        return matches(computed_dtype(cell), [pattern])
    parts = [part.strip() for part in pattern.split(",")]
    return len(parts) == len(cell.dtypes) and all(matches(d, [p]) for d, p in zip(cell.dtypes, parts, strict=True))


def load(paths: Iterable[Path], backends: Iterable[str]) -> tuple[Entry, ...]:
    """The entries of aikit's own files for these backends and of the files of the user that hold just now."""
    own = [HERE / f"{name}.toml" for name in backends]
    entries: dict[Path, list[Entry]] = {}
    for path in (*(path for path in own if path.exists()), *paths):
        _read(path, entries)
    return tuple(entry for found in entries.values() for entry in found)


def _read(path: Path, entries: dict[Path, list[Entry]]) -> None:
    """Read a file and those that it extends, each once."""
    path = path.resolve()
    if path in entries:
        return
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise pytest.UsageError(f"--aikit-expect: {path} cannot be read: {error.strerror}") from None
    except tomllib.TOMLDecodeError as error:
        raise pytest.UsageError(f"--aikit-expect: {path} is not TOML: {error}") from None
    unknown = set(content) - {"extends", "expect"}
    if unknown:
        raise pytest.UsageError(f"{path}: {_first(unknown)!r} is unknown; a file has extends and [[expect]] tables")
    entries[path] = []
    extends = content.get("extends", [])
    bases = [extends] if isinstance(extends, str) else extends
    if not isinstance(bases, list) or not all(isinstance(base, str) for base in bases):
        raise pytest.UsageError(f"{path}: extends = {extends!r} must be the name of a file, or a list of names")
    tables = content.get("expect", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise pytest.UsageError(f"{path}: expect = {tables!r} must be tables, each under the header [[expect]]")
    for base in bases:
        _read(path.parent / base, entries)
    for number, table in enumerate(tables, 1):
        entry = _entry(f"{path.name}, entry {number}", table)
        if entry is not None:
            entries[path].append(entry)


def _entry(where: str, table: dict[str, Any]) -> Entry | None:
    """The entry of a table; None where its condition does not hold."""
    unknown = set(table) - {*_PATTERNS, *_TEXTS, *_NUMBERS}
    if unknown:
        raise pytest.UsageError(
            f"{where}: {_first(unknown)!r} is unknown; choose from {', '.join((*_PATTERNS, *_TEXTS, *_NUMBERS))}"
        )
    for key in _TEXTS:
        if not isinstance(table.get(key, ""), str):
            raise pytest.UsageError(f"{where}: {key} = {table[key]!r} must be a string")
    for key in _NUMBERS:
        if type(table.get(key, 1)) not in (int, float) or not table.get(key, 1) > 0:
            raise pytest.UsageError(f"{where}: {key} = {table[key]!r} must be a number above 0")
    if not table.get("reason", "").strip():
        raise pytest.UsageError(f"{where}: an expected failure needs a reason")
    try:
        re.compile(table.get("match", ""))
    except re.error as error:
        raise pytest.UsageError(f"{where}: match = {table['match']!r} is not a regular expression: {error}") from None
    patterns: dict[str, Any] = {key: _patterns(where, key, table.get(key, "*")) for key in _PATTERNS}
    for key, found in patterns.items():
        names.require_known(where, key, found)
    if not holds(where, table.get("when", "")):
        return None
    texts = {key: table.get(key, "") for key in _TEXTS if key != "when"}
    return Entry(where, **patterns, **texts, **{key: table[key] for key in _NUMBERS if key in table})


def _patterns(where: str, key: str, value: Any) -> tuple[str, ...]:
    found = (value,) if isinstance(value, str) else tuple(value) if isinstance(value, list) else ()
    if not found or not all(isinstance(pattern, str) for pattern in found):
        raise pytest.UsageError(f"{where}: {key} = {value!r} must be a pattern or a list of patterns")
    return found


def holds(where: str, when: str) -> bool:
    """Whether a condition holds: a requirement (``torch<2.14``), a marker (``sys_platform == 'linux'``) or both.

    Before these, or alone, may stand one on the instruction set of a framework (``isa(jax) < avx512``).
    """
    first, _, rest = when.partition(";")
    try:
        of_processor = isa.condition(first)
    except ValueError as error:
        raise pytest.UsageError(f"{where}: when = {when!r}: {error}") from None
    if of_processor is not None:
        return of_processor and holds(where, rest)
    if not when.strip():
        return True
    from packaging.markers import InvalidMarker, Marker
    from packaging.requirements import InvalidRequirement, Requirement

    try:
        requirement = Requirement(when)
    except InvalidRequirement:
        try:
            return Marker(when).evaluate()
        except InvalidMarker:
            raise pytest.UsageError(
                f"{where}: when = {when!r} is neither a requirement such as 'torch<2.14' nor a marker of PEP 508 "
                "such as \"sys_platform == 'linux'\", nor begins with one on the processor such as 'isa(jax) < avx512'"
            ) from None
    if requirement.marker is not None and not requirement.marker.evaluate():
        return False
    try:
        installed = importlib.metadata.version(requirement.name)
    except importlib.metadata.PackageNotFoundError:
        names.require_no_misspelt_framework(where, requirement.name)
        return False
    return requirement.specifier.contains(installed, prereleases=True)


def _first(names: Iterable[str]) -> str:
    return min(names)
