"""Array classes under pytest: a class of tests, a mark, and the option ``--aikit-array-class``."""

from __future__ import annotations

import difflib
import importlib
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from aikit.core.records import Function
from pytest_aikit import options
from pytest_aikit.engine.run import Engine
from pytest_aikit.kit import Adapter, AdapterError, Subject, checks
from pytest_aikit.kit.adapter import required
from pytest_aikit.kit.declared import IGNORED, Declared, declared, judged
from pytest_aikit.kit.judging import SEE
from pytest_aikit.record import JUDGED_CLASS, UNDECIDED, UNDECIDED_CLASS, Record
from pytest_aikit.session import choice, items

_UNDECIDED = (
    "undecided: the class refuses it, or has no dtype that it takes, and declares it neither unsupported nor ignored"
)


class ConformanceSuite:
    """The tests of an array class: inherit from it, and say which class; ``--aikit-functions`` and ``--aikit-dtypes`` select.

    Attributes
    ----------
    adapter : makes and reads objects of the class.
    supported, unsupported, ignored : functions, their names, or patterns such as ``"linalg.*"`` for those that no list
        names. A function in none of them is judged if the class takes it over, and skipped as *undecided* if not.
    checks : the pinned set of checks; newer ones only warn.
    expected_failures : ``"function"`` or ``"function:check"`` -> the reason why it fails. One that passes is a failure.

    Raises
    ------
    AdapterError : another attribute, or method, has nearly the name of one of these.

    Examples
    --------
    >>> import aikit
    >>> from pytest_aikit import Adapter, ConformanceSuite
    >>> class Wrapped:
    ...     def __init__(self, values):
    ...         self.values = values
    ...     def __aikit_array_function__(self, func, types, args, kwargs):
    ...         return Wrapped(-args[0].values) if func is aikit.negative else NotImplemented
    >>> class TestWrapped(ConformanceSuite):
    ...     adapter = Adapter(Wrapped, to_numpy=lambda x: x.values, dtypes=["float32"])
    ...     supported = [aikit.negative]
    ...     unsupported = "*"
    """

    adapter: ClassVar[Adapter]
    supported: ClassVar[Iterable[Any]] = ()
    unsupported: ClassVar[Iterable[Any]] = ()
    ignored: ClassVar[Iterable[Any]] = ()
    checks: ClassVar[str] = checks.LATEST
    expected_failures: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for owner in cls.__mro__:
            if owner not in ConformanceSuite.__mro__:
                _read(owner)

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "aikit_judged" in metafunc.fixturenames:
            from pytest_aikit.session import session

            run = session.register(metafunc.config).engine
            subject = subject_of(type(self))
            _parametrize(metafunc, "aikit_judged", _of_dtypes(subject, run), _functions(subject, run.functions))

    def test_conformance(self, aikit_judged: Any, request: pytest.FixtureRequest) -> None:
        """One function: what fails is a subtest with the name of the check."""
        check(aikit_judged, request)


_DECLARED = tuple(ConformanceSuite.__annotations__)


def _read(owner: type) -> None:
    """Keep the lists of a class that can be read once.

    Raises
    ------
    AdapterError : something in it is a declaration but for its spelling.
    """
    for name, value in list(vars(owner).items()):
        if name in _DECLARED and isinstance(value, Iterator):
            setattr(owner, name, tuple(value))
        elif name not in _DECLARED and not name.startswith("_"):
            close = difflib.get_close_matches(name.lower(), _DECLARED, 1, 0.8)
            if close and f"_{close[0]}_" not in f"_{name}_":  # as a word of another name it stands for itself
                raise AdapterError(
                    f"{owner.__name__}: {name} declares nothing; did you mean {close[0]}? if not, choose another name"
                )


def subject_of(suite: type[ConformanceSuite]) -> Subject:
    """What a class of tests says of its array class."""
    if not hasattr(suite, "adapter"):
        raise AdapterError(f"{suite.__name__}: has no adapter; give it adapter = Adapter(MyArray, ...)")
    said = declared(suite.supported, suite.unsupported, suite.ignored)
    return _subject(required(suite.adapter, suite.__name__), said, suite.checks, suite.expected_failures)


def _subject(adapter: Adapter, said: Declared, pinned: str, expected_failures: Mapping[str, str]) -> Subject:
    subject = Subject(adapter, said, pinned, expected_failures)
    assert subject.verified
    return subject


@dataclass(frozen=True)
class Judged:
    """A function of a class that is to be judged; called with the adapter, it fails with what is wrong.

    Attributes
    ----------
    decided : whether there was a verdict, for each call in a test.
    """

    subject: Subject
    function: Function
    repeated_by: str = ""
    decided: list[bool] = field(default_factory=list, init=False, compare=False, repr=False)

    def __call__(self, adapter: Adapter) -> None:
        record = replace(self.subject, adapter=required(adapter, "check")).judge(self.function)
        self.decided.append(record.is_decided)
        if record.cells[UNDECIDED]:
            pytest.skip(_UNDECIDED)
        if record.findings:
            pytest.fail(
                "\n\n".join(f"{one.check}: {one.cause}\n{one.details}" for one in record.findings), pytrace=False
            )


def parametrize_conformance(
    adapters: Iterable[Adapter],
    *,
    supported: Iterable[Any] = (),
    unsupported: Iterable[Any] = (),
    ignored: Iterable[Any] = (),
    checks: str = checks.LATEST,
    expected_failures: Mapping[str, str] | None = None,
) -> pytest.MarkDecorator:
    """Run a test for each adapter and function; its arguments are `adapter`, and `check`, which it must call with it.

    The others are those of `ConformanceSuite`.

    Examples
    --------
    >>> import aikit
    >>> from pytest_aikit import Adapter, parametrize_conformance
    >>> class Wrapped:
    ...     def __init__(self, values):
    ...         self.values = values
    ...     def __aikit_array_function__(self, func, types, args, kwargs):
    ...         return Wrapped(-args[0].values) if func is aikit.negative else NotImplemented
    >>> @parametrize_conformance([Adapter(Wrapped, to_numpy=lambda x: x.values, dtypes=["float32"])])
    ... def test_conformance(adapter, check):
    ...     check(adapter)
    """
    given = tuple(adapters) if isinstance(adapters, Iterable) else ()
    if not given:
        raise AdapterError(
            f"parametrize_conformance: adapters={adapters!r} names no class; give it a list, such as [Adapter(MyArray, ...)]"
        )
    said, params = declared(supported, unsupported, ignored), []
    for adapter in given:
        subject = _subject(required(adapter, "parametrize_conformance"), said, checks, expected_failures or {})
        for name, one in _functions(subject, tuple(judged())).items():
            params.append(pytest.param(adapter, Judged(subject, one), id=f"{adapter.name}-{name}"))
    return pytest.mark.parametrize("adapter, check", params)


def check_of(item: Any) -> Judged | None:
    """The check that a test of `parametrize_conformance` is given."""
    found = getattr(getattr(item, "callspec", None), "params", {}).get("check")
    return found if isinstance(found, Judged) else None


@contextmanager
def held_to_its_check(item: pytest.Function) -> Iterator[None]:
    """Let a test of `parametrize_conformance` fail that does not call its check; whether it came to a verdict is left behind."""
    from pytest_aikit.session import session

    session.register(item.config)
    one = check_of(item)
    assert one is not None
    try:
        yield
    finally:
        _leave_behind(item, one.subject.adapter.name, any(one.decided))
    if not one.decided:
        pytest.fail("does not call its check, and judges nothing; call check(adapter)", pytrace=False)


def _of_dtypes(subject: Subject, run: Engine) -> Subject:
    """A class with those of its dtypes that ``--aikit-dtypes`` selects; there may be none."""
    chosen = tuple(one for one in subject.adapter.dtypes if one in run.dtypes)
    return replace(subject, adapter=replace(subject.adapter, dtypes=chosen)) if run.given.dtypes else subject


def _functions(subject: Subject, names: Iterable[str]) -> dict[str, Function]:
    """The functions that a class is judged by, those left out that it ignores."""
    known = judged()
    return {name: known[name] for name in names if name in known and subject.declared.of(known[name]) != IGNORED}


def _parametrize(
    metafunc: pytest.Metafunc, name: str, subject: Subject, functions: Mapping[str, Function], repeated_by: str = ""
) -> None:
    judged = functions if subject.adapter.dtypes else {}
    params = [pytest.param(Judged(subject, one, repeated_by), id=name) for name, one in judged.items()]
    metafunc.parametrize(name, params or [pytest.param(subject.adapter.name, id="nothing")])


def check(one: Judged | str, request: pytest.FixtureRequest) -> None:
    """Judge a function and report what fails; of a class, by its name, there is nothing to judge."""
    if isinstance(one, str):
        _leave_behind(request.node, one, False)
        pytest.skip(f"{one} has none of the selected dtypes, or is judged by none of the selected functions")
    record: Record = one.subject.judge(one.function)
    for finding in record.findings:
        finding.item = "" if one.repeated_by else request.node.nodeid
        finding.again = f"{one.repeated_by} --aikit-functions={finding.function}" if one.repeated_by else ""
    _leave_behind(request.node, record.backend, record.is_decided)
    items.report(record, request)
    if record.cells[UNDECIDED]:
        pytest.skip(_UNDECIDED)


def _leave_behind(item: Any, name: str, decided: bool) -> None:
    """Tell by a property of a test whether there was a verdict on an array class."""
    item.user_properties.append((JUDGED_CLASS if decided else UNDECIDED_CLASS, name))


# ------------------------------------------------------------------------------------------------ the option


SUBJECT = pytest.StashKey[Subject]()


def configure(config: pytest.Config, run: Engine) -> None:
    """Find the class that ``--aikit-array-class`` names; what is wrong with it is a usage error before anything runs."""
    name = run.given.array_class
    _refuse_what_is_ignored(config, run.given)
    try:
        subject = _named(name, config.invocation_params.dir)
        assert subject.verified
        subject = _of_dtypes(subject, run)
        assert subject.verified
        if not _functions(subject, run.functions):
            raise AdapterError(
                f"--aikit-functions={run.given.functions} leaves nothing to judge; {SEE}, and the class ignores some"
            )
    except AdapterError as error:
        raise pytest.UsageError(f"--aikit-array-class={name}: {error}") from None
    config.stash[SUBJECT] = subject


_HONOURED = frozenset({"array-class", "functions", "dtypes", "durations"})
_INSTEAD = {
    "checks": "choose --aikit-functions",
    "expect": "say expected_failures in a ConformanceSuite",
}


def _refuse_what_is_ignored(config: pytest.Config, given: options.Given) -> None:
    """Raise a usage error for options of the command line that say nothing of an array class, or that leave it out."""
    if not choice.runs_suite(config):
        if "array-class" in given.on_command_line:
            raise pytest.UsageError(
                f"--aikit-array-class={given.array_class}: is judged by the conformance suite, which a path leaves out; "
                f"leave the path out, or add {choice.BY_NAME}"
            )
        return
    for option in options.OPTIONS:
        if option.name in given.on_command_line - _HONOURED:
            raise pytest.UsageError(
                f"--aikit-array-class={given.array_class}: {option.flag} says nothing of an array class; "
                f"{_INSTEAD.get(option.name, 'leave one of them out')}"
            )


def generate(metafunc: pytest.Metafunc, run: Engine) -> None:
    """Parametrize the test of the suite over the functions of the class that ``--aikit-array-class`` names."""
    subject = metafunc.config.stash[SUBJECT]
    repeated_by = shlex.join(["pytest", *run.given.words("array-class", "dtypes")])
    _parametrize(metafunc, "aikit_array_class", subject, _functions(subject, run.functions), repeated_by)


def _named(name: str, folder: Path) -> Subject:
    """The class, adapter or class of tests that ``module:name`` names."""
    module, _, attribute = name.partition(":")
    if not module or not attribute:
        raise AdapterError("name it as module:Class, such as mypackage.arrays:MyArray")
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))  # as for ``python -m``
    try:
        found: Any = importlib.import_module(module)
    except Exception as error:
        raise AdapterError(f"importing {module} raised {type(error).__name__}: {error}") from error
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise AdapterError(f"{module} has no {attribute}")
        found = getattr(found, part)
    if isinstance(found, Adapter):
        return Subject(found)
    if isinstance(found, type) and issubclass(found, ConformanceSuite):
        return subject_of(found)
    return Subject(Adapter(found))
