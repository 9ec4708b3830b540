"""Namespaces of the Array API standard under pytest: ``--aikit-backends=array_api:MODULE``."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from aikit.core.records import Function
from pytest_aikit import options
from pytest_aikit.engine.run import Engine
from pytest_aikit.knowledge import standard
from pytest_aikit.record import MISSING, PIECES, UNDECIDED, Record
from pytest_aikit.session import items

if TYPE_CHECKING:
    from pytest_aikit.namespaces import Namespace


@dataclass(frozen=True)
class Judged:
    """A function of a namespace that is to be judged; its pieces that are no functions, where there is none."""

    space: Namespace
    function: Function | None
    engine: Engine

    @property
    def id(self) -> str:
        return f"{self.function.qualified_name if self.function else PIECES}-{self.space.name}"

    def record(self) -> Record:
        from pytest_aikit import namespaces

        if self.function is None:
            return namespaces.judge_pieces(self.space)
        run = self.engine
        return namespaces.judge(
            self.space,
            self.function,
            run.dtypes,
            checks=run.check_names,
            thorough=run.profile.thorough,
            hold=run.judge,
        )


_FOUND = pytest.StashKey[Mapping[str, "Namespace | str"]]()
"""The namespaces by name; for one that is left out the reason."""


def configure(config: pytest.Config, run: Engine) -> None:
    """Find the namespaces that are named; what is wrong with one is a usage error before anything runs."""
    from pytest_aikit import namespaces
    from pytest_aikit.namespaces import adapter

    given, folder = run.given, str(config.invocation_params.dir)
    if given.namespace_adapter and not given.namespaces:
        raise pytest.UsageError(
            f"--aikit-namespace-adapter={given.namespace_adapter}: is of a namespace; name one by "
            "--aikit-backends=array_api:MODULE"
        )
    if given.devices and not given.backends:
        raise pytest.UsageError(
            "--aikit-devices names devices of backends; give a namespace one by device of an adapter"
        )
    if not set(run.check_names) & set(namespaces.CHECK_NAMES):
        raise pytest.UsageError(
            f"--aikit-checks={given.checks}: leaves nothing; of a namespace there are {', '.join(namespaces.CHECK_NAMES)}"
        )
    if folder not in sys.path:
        sys.path.insert(0, folder)  # as for ``python -m``
    try:
        own = adapter.named(given.namespace_adapter) if given.namespace_adapter else None
    except namespaces.NamespaceError as error:
        raise pytest.UsageError(f"--aikit-namespace-adapter={given.namespace_adapter}: {error}") from None
    found: dict[str, Namespace | str] = {}
    for name in given.namespaces:
        try:
            found[name] = namespaces.examined(name, own)
        except namespaces.NamespaceError as error:
            if given.missing != "skip":
                raise pytest.UsageError(f"--aikit-backends={name}: {error}") from None
            found[name] = str(error)
    config.stash[_FOUND] = found
    _chosen(run)


def described(config: pytest.Config) -> Iterator[str]:
    """The lines of the header."""
    for name, space in config.stash.get(_FOUND, {}).items():
        if isinstance(space, str):
            yield f"{name} skipped: {space}"
        else:
            lacks = f", {len(space.missing)} pieces missing" if space.missing else ""
            yield f"{name}, a namespace of the standard {space.version}, with {len(space.dtypes)} dtypes{lacks}"


def skipped(config: pytest.Config) -> list[str]:
    """The namespaces that are left out."""
    return [name for name, space in config.stash.get(_FOUND, {}).items() if isinstance(space, str)]


def generate(metafunc: pytest.Metafunc, run: Engine) -> None:
    """Parametrize the test of the suite over the functions of the standard, and the namespaces."""
    from pytest_aikit import namespaces

    params, functions = [], namespaces.functions()
    for name, space in metafunc.config.stash[_FOUND].items():
        if isinstance(space, str):
            skip = pytest.mark.skip(reason=f"{name}: {space}")
            params.append(pytest.param(None, id=name, marks=skip))
            continue
        judged = [Judged(space, functions.get(one), run) for one in _chosen(run)]
        params += [pytest.param(one, id=one.id) for one in sorted(judged, key=lambda one: one.function is not None)]
    metafunc.parametrize("aikit_namespace", params)


def _chosen(run: Engine) -> Sequence[str]:
    from pytest_aikit import namespaces

    return options.select(run.given.functions, (*namespaces.functions(), PIECES), "functions", hint=_HINT)


_HINT = "see pytest --aikit-list=functions; of a namespace those of the standard are judged"


def check(one: Judged, request: pytest.FixtureRequest) -> None:
    """Judge a function and report what fails."""
    record = one.record()
    for finding in record.findings:
        finding.again = _again(one.engine.given, one.space.name, finding.function)
    items.report(record, request)
    if record.cells[MISSING]:
        pytest.skip(f"missing: {one.space.name} has no {record.function}, {_has(record.function)}")
    if record.cells[UNDECIDED]:
        pytest.skip(
            f"undecided: of the selected dtypes {one.space.name} has none for which the standard says something"
        )


def _has(name: str) -> str:
    extension, _, _ = name.rpartition(".")
    of = f", in the optional extension {extension}" if extension else ""
    return f"which the standard has since {standard.SINCE[name]}{of}"


def _again(given: options.Given, namespace: str, function: str) -> str:
    words = ["pytest", f"--aikit-backends={namespace}", f"--aikit-functions={function}"]
    return shlex.join([*words, *given.words("dtypes", "profile", "namespace-adapter", "expect")])
