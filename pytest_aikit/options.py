"""The options of the plugin, each with an ini key of the same words, and the patterns that they take.

This module is imported by every run of pytest, so it imports nothing heavy, and nothing of aikit.
"""

from __future__ import annotations

import difflib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import pytest


@dataclass(frozen=True, slots=True)
class Option:
    """One option: ``--aikit-<name>`` on the command line, ``aikit_<name>`` in the ini file."""

    name: str
    metavar: str | None
    help: str
    choices: tuple[str, ...] = ()
    repeatable: bool = False
    alone: str = ""
    """What it stands for without a value; it needs one where this is empty."""

    @property
    def flag(self) -> str:
        return f"--aikit-{self.name}"

    @property
    def key(self) -> str:
        return f"aikit_{self.field}"

    @property
    def field(self) -> str:
        """The name of the option in `Given`."""
        return self.name.replace("-", "_")


PROFILES = ("smoke", "default", "ci", "nightly", "exhaustive")
DRAWN_FREELY = ("nightly",)
"""The profiles whose tail draws other samples each time."""
SEED = "aikit_seed"
"""Where a worker of xdist finds the seed."""
CLASSES = "aikit_classes"
"""Where a worker of xdist tells which array classes it has judged."""

OPTIONS: tuple[Option, ...] = (
    Option(
        "backends",
        "all|available|NAME,...",
        "the backends to run on, all or available also beside names; array_api:MODULE, or array_api:MODULE:FACTORY(ARGUMENTS), is a namespace of the Array API standard, which the conformance suite judges by the standard; on the command line, without a path, and where there is neither an ini file nor a test or aikit_suite is true, the conformance suite runs on them",
    ),
    Option("devices", "all|NAME,...", "the devices to run on; cpu by default"),
    Option("dtypes", "PATTERN,...", "the dtypes to run, such as 'float*,-float16'"),
    Option("functions", "PATTERN,...", "the functions to check, such as 'add,linalg.*'"),
    Option("checks", "PATTERN,...", "the checks to run, such as 'value,dtype' or '-trace'"),
    Option("profile", None, "how much is done beside the core samples, which all profiles run", PROFILES),
    Option(
        "chunks",
        "N,A-B,...",
        "which of the 256 chunks of all values of float32 the profile exhaustive runs, such as '0-63,128'; all by default",
    ),
    Option("seed", "N", "draw the samples of the tail from this number, instead of the same ones each time"),
    Option(
        "mutants",
        "N|KIND,...",
        "instead of the cells, break functions on purpose, one fault at a time, and see that a check finds each; at least 100, two of each kind, drawn by --aikit-seed",
        alone="100",
    ),
    Option(
        "array-class",
        "MODULE:CLASS",
        "instead of the cells, judge a class that takes functions over by __aikit_array_function__; it may name an Adapter, or a ConformanceSuite, too",
    ),
    Option(
        "namespace-adapter",
        "MODULE[:OBJECT]",
        "what a namespace of the standard does not do by itself: to_numpy, from_numpy, device, dtypes; see NamespaceAdapter",
    ),
    Option("durations", None, "print where the time goes, by backend", ("yes", "no"), alone="yes"),
    Option("missing", None, "what a backend that is not installed does", ("auto", "skip", "error")),
    Option("expect", "FILE", "a TOML file of expected failures; may be given several times", repeatable=True),
    Option(
        "view-writes",
        None,
        "what a write in one's own tests does that would show elsewhere if arrays had views as NumPy has them; see aikit.set_view_write_mode",
        ("copy", "warn", "error"),
    ),
    Option(
        "list",
        None,
        "print what can be selected, or for cells the calls that are enumerated for what is selected, and exit",
        ("functions", "backends", "checks", "dtypes", "cells"),
    ),
)


def add_options(parser: pytest.Parser) -> None:
    """Register the options and their ini keys."""
    group = parser.getgroup("aikit", "conformance of array functions (aikit)")
    for option in OPTIONS:
        group.addoption(
            option.flag,
            dest=option.key,
            metavar=option.metavar,
            default=None,
            choices=option.choices or None,
            action="append" if option.repeatable else "store",
            help=option.help,
            **({"nargs": "?", "const": option.alone} if option.alone else {}),
        )
        if option.name != "list":
            kind: Any = "paths" if option.repeatable else "string"
            parser.addini(option.key, option.help, type=kind, default=[] if option.repeatable else "")
    parser.addini(
        "aikit_suite", "whether --aikit-backends without a path runs the conformance suite", type="bool", default=False
    )


class Given(NamedTuple):
    """What was asked for, as it was written; an empty string or tuple is: nothing."""

    backends: str = ""
    devices: str = ""
    dtypes: str = ""
    functions: str = ""
    checks: str = ""
    profile: str = ""
    chunks: str = ""
    seed: str = ""
    mutants: str = ""
    array_class: str = ""
    namespace_adapter: str = ""
    durations: str = ""
    missing: str = ""
    view_writes: str = ""
    expect: tuple[Path, ...] = ()
    on_command_line: frozenset[str] = frozenset()
    namespaces: tuple[str, ...] = ()

    @property
    def judges_cells(self) -> bool:
        """Whether backends are judged by the cells, and not array classes or namespaces alone."""
        return not self.array_class and (bool(self.backends) or not self.namespaces)

    def words(self, *names: str) -> list[str]:
        """Those of some options that were given, as words of a command."""
        given = {name: getattr(self, name.replace("-", "_")) for name in names}
        several = {name: value if isinstance(value, tuple) else (value,) for name, value in given.items() if value}
        return [f"--aikit-{name}={one}" for name, values in several.items() for one in values]

    def __bool__(self) -> bool:
        return self != Given()


def read(config: pytest.Config) -> Given:
    """What the command line and the ini file ask for; the command line wins."""
    import pytest

    values: dict[str, Any] = {}
    for option in OPTIONS:
        if option.name == "list":
            continue
        value = config.getoption(option.key)
        if value is not None:
            if not (value if option.repeatable else value.strip(" ,")):
                raise pytest.UsageError(f"{option.flag}={value}: is empty; give it {option.metavar}, or leave it out")
            values[option.field] = value
        elif config.getini(option.key):
            values[option.field] = config.getini(option.key)
            if option.choices and values[option.field] not in option.choices:
                raise pytest.UsageError(
                    f"{option.key} = {values[option.field]!r}: choose from {', '.join(option.choices)}"
                )
    if not values.get("seed", "0").isdecimal():
        raise pytest.UsageError(f"--aikit-seed: {values['seed']!r} is no whole number")
    values["expect"] = tuple(config.invocation_params.dir / path for path in values.get("expect", ()))
    given = frozenset(option.name for option in OPTIONS if config.getoption(option.key) is not None)
    if getattr(config.option, RUNS_SUITE, False):
        values |= _parted(values.get("backends", ""))
    return Given(**values, on_command_line=given)


RUNS_SUITE = "aikit_runs_suite"
"""Where it is noted that a run is of the conformance suite, which judges namespaces by themselves."""
NAMESPACE = "array_api:"
"""What the name of a namespace of the Array API standard begins with."""


def names(text: str) -> list[str]:
    """The names in a list with commas, but for those between parentheses."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def _parted(backends: str) -> dict[str, Any]:
    """The selected backends, the namespaces of the standard among them apart."""
    found = dict.fromkeys(names(backends))
    namespaces = tuple(name for name in found if name.startswith(NAMESPACE))
    return {"backends": ",".join(name for name in found if name not in namespaces), "namespaces": namespaces}


def choose_seed(config: pytest.Config) -> None:
    """Where a profile draws freely and no seed is given, choose one; a worker of xdist takes that of its parent."""
    given = read(config)
    if given.profile in DRAWN_FREELY and not (given.seed or given.array_class):
        from_parent = getattr(config, "workerinput", {}).get(SEED)
        config.option.aikit_seed = from_parent or str(secrets.randbelow(2**32))


LISTED = "see pytest --aikit-list=functions"
"""Where to find what ``--aikit-functions`` may name."""


def select(
    text: str, allowed: Sequence[str], option: str, *, hint: str = "", why_not: Mapping[str, str] = MappingProxyType({})
) -> tuple[str, ...]:
    """The members of `allowed` that a list of patterns selects, in the order of `allowed`.

    Parameters
    ----------
    text : patterns separated by commas, ``-`` before those that exclude; nothing stands for all.
    option : the name of the option, for the message.
    hint : where to find what is allowed, when that is too long to print.
    why_not : name -> why there is nothing to select by it.

    Raises
    ------
    pytest.UsageError : a pattern matches nothing, or nothing is left.
    """
    import pytest

    patterns = [part.strip() for part in text.split(",") if part.strip()]
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern.removeprefix("-")) for name in allowed):
            raise pytest.UsageError(f"--aikit-{option}: {unknown(pattern, allowed, hint, why_not)}")
    chosen = tuple(name for name in allowed if picks(name, patterns))
    if not chosen:
        raise pytest.UsageError(f"--aikit-{option}: {text!r} leaves nothing; {hint or _choices(allowed)}")
    return chosen


def numbers(text: str, count: int, option: str) -> tuple[int, ...]:
    """The numbers below `count` that a list of numbers and ranges names, in order; nothing stands for all.

    Raises
    ------
    pytest.UsageError : a part is neither, or names none.
    """
    import pytest

    found: set[int] = set()
    for part in text.split(",") if text else [f"0-{count - 1}"]:
        first, _, last = part.strip().partition("-")
        ends = [int(end) if end.isdecimal() else -1 for end in (first, last or first)]
        if not 0 <= ends[0] <= ends[1] < count:
            raise pytest.UsageError(
                f"--aikit-{option}: {part.strip()!r} is neither a number nor a range from 0 to {count - 1}, such as '0-63'"
            )
        found.update(range(ends[0], ends[1] + 1))
    return tuple(sorted(found))


def matches(name: str, patterns: Iterable[str]) -> bool:
    """Whether a name matches one of the patterns."""
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def picks(name: str, patterns: Iterable[str], *aliases: str) -> bool:
    """Whether patterns choose what has these names; those with ``-`` exclude, and by themselves leave all others."""
    found = [part.strip() for part in patterns if part.strip()]
    excluded = [part[1:] for part in found if part.startswith("-")]
    included = [part for part in found if not part.startswith("-")]
    names = (name, *aliases)
    return any(matches(one, included or ["*"]) for one in names) and not any(matches(one, excluded) for one in names)


def unknown(
    pattern: str, allowed: Sequence[str], hint: str = "", why_not: Mapping[str, str] = MappingProxyType({})
) -> str:
    """What to say of a pattern that matches none of the allowed names.

    Parameters
    ----------
    hint : where the names are listed, if they are many.
    why_not : name -> why it is none of them.
    """
    name = pattern.removeprefix("-")
    if name in why_not:
        return f"{pattern!r} matches nothing: {why_not[name]}"
    close = difflib.get_close_matches(name, allowed)
    said = [f"did you mean {', '.join(close)}?"] if close else []
    said += [hint] if hint else [] if close else [_choices(allowed)]
    return f"{pattern!r} matches nothing; {' '.join(said)}"


def _choices(allowed: Sequence[str]) -> str:
    return f"choose from {', '.join(allowed)}"
