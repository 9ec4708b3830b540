"""The hooks of the plugin, thin: they decide whether anything is asked of it, and hand over to plain modules.

This module is imported by every run of pytest where the plugin is installed, so at import it needs only pytest.
What aikit or a framework is needed for is imported when an option, an ini key, a mark or a fixture asks for it.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from pytest_aikit import hookspecs, options
from pytest_aikit.fixtures import (
    CURRENT,
    aikit_backend,
    aikit_check,
    aikit_device,
    aikit_dtype,
    aikit_target,
    native_xp,
    xp,
)
from pytest_aikit.session import choice

__all__ = ["aikit_backend", "aikit_check", "aikit_device", "aikit_dtype", "aikit_target", "native_xp", "xp"]

MARKS = (
    "aikit_functions(*names): run the test for each accepted cell of these functions; it takes `aikit_cell`",
    "aikit_xfail(*, function, backend, device, dtype, raises, reason, issue): expect the test to fail there",
    "aikit_skip(*, function, backend, device, dtype, reason, issue): skip the test there",
    "aikit_tolerance(*, ulp, function, backend, device): the bounds of aikit_check by dtype, such as {'float32': 4}",
    "aikit_capabilities(*, of, backends, devices, dtypes, lazy): of which functions the test is, whose tables say where it must fail; they are called lazily, too",
)


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    pluginmanager.add_hookspecs(hookspecs)


def pytest_addoption(parser: pytest.Parser) -> None:
    options.add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    for mark in MARKS:
        config.addinivalue_line("markers", mark)
    options.choose_seed(config)
    given = options.read(config)
    if not given and not choice.runs_suite(config):
        return
    from pytest_aikit import engine
    from pytest_aikit.session import session

    choice.choose(config, given)
    given = options.read(config)
    run = engine.of(config)  # wrong values are usage errors before anything runs
    if given.namespaces or given.namespace_adapter:
        from pytest_aikit.session import namespaces

        namespaces.configure(config, run)
    if given.array_class:
        from pytest_aikit.session import array_classes

        array_classes.configure(config, run)
    session.register(config)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Let the mode of `--aikit-view-writes` be in force while one of the user's own tests runs, with its fixtures."""
    mode = "" if item.path.parent == choice.SUITE else options.read(item.config).view_writes
    if not mode:
        return (yield)
    import aikit

    aikit.set_view_write_mode(mode)
    try:
        return (yield)
    finally:
        aikit.unset_view_write_mode()


def pytest_cmdline_main(config: pytest.Config) -> int | None:
    what = config.getoption("aikit_list")
    if what is None:
        return None
    from pytest_aikit.session import listing

    for line in listing.lines(what, config):
        print(line)
    return 0


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    marked = next(metafunc.definition.iter_markers("aikit_functions"), None) is not None
    if marked or not _OURS.isdisjoint(metafunc.fixturenames):
        from pytest_aikit.session import collect, session

        session.register(metafunc.config)
        collect.generate(metafunc)


_OURS = frozenset(
    {
        "aikit_group",
        "aikit_group_without_x64",
        "aikit_tail",
        "aikit_all_values",
        "aikit_mutant",
        "aikit_array_class",
        "aikit_namespace",
        "aikit_cell",
        "aikit_target",
    }
)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the suite, asked for by name, where the user's `python_files` would hide it."""
    if file_path.parent != choice.SUITE or not file_path.name.startswith("test_"):
        return None
    patterns = parent.config.getini("python_files")
    if parent.session.isinitpath(file_path) or any(fnmatch(file_path.name, pattern) for pattern in patterns):
        return None  # pytest itself collects it
    return pytest.Module.from_parent(parent, path=file_path)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Leave out, before anything is counted, what holds the place of nothing."""
    report = yield
    collect = sys.modules.get("pytest_aikit.session.collect")
    if collect is not None and report.passed:
        report.result = collect.without_empty(report.result)
    return report


def pytest_collection_finish(session: pytest.Session) -> None:
    extensions = sys.modules.get("pytest_aikit.engine.extensions")
    if extensions is not None:
        with _told_to_the_reporter(session.config):
            extensions.require_all_asked(session.config)


USAGE = "aikit_usage_error"
"""Where a worker of xdist leaves a usage error, of which the process that reports would not hear."""


def pytest_itemcollected(item: pytest.Item) -> None:
    with _told_to_the_reporter(item.config):
        if type(item).__name__ == "TestCaseFunction":
            _refuse_fixtures_in_test_cases(item)
        if any(
            mark.name in ("aikit_xfail", "aikit_skip", "aikit_tolerance", "aikit_capabilities")
            for mark in item.iter_markers()
        ):
            from pytest_aikit.session import marks

            marks.apply(item)


@contextmanager
def _told_to_the_reporter(config: Any) -> Iterator[None]:
    """Let the process that reports hear of a usage error in a worker of xdist."""
    try:
        yield
    except pytest.UsageError as error:
        if hasattr(config, "workeroutput"):
            config.workeroutput[USAGE] = str(error)
        raise


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    output = getattr(node, "workeroutput", {})
    if USAGE in output:
        raise pytest.UsageError(output[USAGE])
    if output.get(options.CLASSES):
        from pytest_aikit.session import session

        session.register(node.config).take_classes(output[options.CLASSES])


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """All workers of xdist draw from one seed."""
    node.workerinput[options.SEED] = node.config.getoption("aikit_seed")


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Let a test call its functions lazily where it is to, and fail where it does not call the check of an array class."""
    array_classes = _array_classes()
    if array_classes is not None and array_classes.check_of(pyfuncitem) is not None:
        with array_classes.held_to_its_check(pyfuncitem):
            return (yield)
    target = _parameters(pyfuncitem).get("aikit_target")
    if not getattr(target, "is_lazy", False):
        return (yield)
    from pytest_aikit.session import capabilities

    with capabilities.lazily(pyfuncitem, target):
        return (yield)


def pytest_runtest_setup(item: pytest.Item) -> None:
    item.config.stash[CURRENT] = item
    target = _parameters(item).get("aikit_target")
    if target is not None:
        from pytest_aikit.session import capabilities

        item.user_properties += capabilities.properties(item, target)
    array_classes = _array_classes()
    if array_classes is not None and (check := array_classes.check_of(item)) is not None:
        check.decided.clear()  # which the fixtures of the test may call


def _parameters(item: pytest.Item) -> dict[str, Any]:
    """What a test is parametrized with."""
    return getattr(getattr(item, "callspec", None), "params", {})


def _array_classes() -> Any:
    """The module that judges array classes, where somebody has imported it."""
    return sys.modules.get("pytest_aikit.session.array_classes")


def _refuse_fixtures_in_test_cases(item: Any) -> None:
    """A method of a unittest.TestCase is called without arguments, whatever it is named after."""
    for name in inspect.signature(item.obj, follow_wrapped=False).parameters:
        defined = item.session._fixturemanager.getfixturedefs(name, item) if name in __all__ else None
        if defined and defined[-1].func.__module__ == "pytest_aikit.fixtures":
            raise pytest.UsageError(
                f"{item.nodeid}: the methods of a unittest.TestCase take no fixtures, {name} among them; "
                "make it a function, or a method of a plain class"
            )
