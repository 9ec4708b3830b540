"""Which items there are: the parameters of the suite's tests, of tests with our fixtures, and of marked tests."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from pytest_aikit import engine, frameworks, knowledge, options
from pytest_aikit.cases import cells
from pytest_aikit.engine import exhaustive
from pytest_aikit.engine.run import Engine
from pytest_aikit.frameworks import backends
from pytest_aikit.knowledge import without_cells
from pytest_aikit.model import Cell
from pytest_aikit.record import CRASHED, PIECES, Finding, Record
from pytest_aikit.session import capabilities


class Target(NamedTuple):
    """Where a test with our fixtures runs; what the test does not ask for is None.

    Attributes
    ----------
    is_native : whether it is about arrays of the framework itself: it takes native_xp, and not xp.
    is_lazy : whether the functions of its mark are called lazily.
    """

    backend: str
    device: str | None = None
    dtype: str | None = None
    is_native: bool = False
    is_lazy: bool = False

    @property
    def id(self) -> str:
        parts = (self.backend, self.device, self.dtype, "lazy" if self.is_lazy else None)
        return "-".join(part for part in parts if part)


def generate(metafunc: pytest.Metafunc) -> None:
    """Parametrize a test over what it asks for."""
    run = engine.of(metafunc.config)
    names = metafunc.fixturenames
    asked = next((name for name in SUITE_PARAMETERS if name in names), None)
    if asked is not None and run.given.judges_cells:
        run.try_backends()
    if asked is not None and asked not in _run_by(run.given):
        _parametrize(metafunc, asked, {})
    elif asked == ARRAY_CLASS:
        from pytest_aikit.session import array_classes

        array_classes.generate(metafunc, run)
    elif asked == NAMESPACE:
        from pytest_aikit.session import namespaces

        namespaces.generate(metafunc, run)
    elif asked == MUTANT:
        from pytest_aikit import mutants

        _parametrize(metafunc, asked, mutants.draw(run, run.given.mutants, run.given.seed or "0"), run)
    elif "aikit_group" in names:
        _parametrize(metafunc, "aikit_group", {group.id: group for group in run.groups()}, run)
    elif "aikit_group_without_x64" in names:
        groups = {"-".join((g.function.qualified_name, g.backend, g.device)): g for g in run.groups_without_x64()}
        _parametrize(metafunc, "aikit_group_without_x64", groups)
    elif "aikit_tail" in names:
        targets = {"-".join((target[0].qualified_name, *target[1:])): target for target in run.targets()}
        _parametrize(metafunc, "aikit_tail", targets)
    elif "aikit_all_values" in names:
        targets = {"-".join((target[0].qualified_name, *target[1:])): target for target in exhaustive.items(run)}
        _parametrize(metafunc, "aikit_all_values", targets)
    elif mark := next(metafunc.definition.iter_markers("aikit_functions"), None):
        _parametrize_cells(metafunc, run, mark)
    elif "aikit_target" in names:
        wanted = set(names) - _given_by_the_test(metafunc)
        forms = [form for target in _targets(run, wanted) for form in _forms(metafunc, target)]
        params = [pytest.param(form, id=form.id) for form in forms]
        metafunc.parametrize("aikit_target", _or_skipped(params, run), indirect=True, scope="session")
    elif "aikit_cell" in names and "aikit_cell" not in _given_by_the_test(metafunc):
        raise _wrong(metafunc, "takes aikit_cell; mark it aikit_functions, with the functions whose cells it runs on")


def _given_by_the_test(metafunc: pytest.Metafunc) -> set[str]:
    """The arguments that the test is parametrized over by itself."""
    names = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize") if mark.args]
    return {
        part.strip() for given in names for part in (given.split(",") if isinstance(given, str) else map(str, given))
    }


def _wrong(metafunc: pytest.Metafunc, text: str) -> Exception:
    return pytest.Collector.CollectError(f"{metafunc.definition.nodeid} {text}")


MUTANT, ARRAY_CLASS, NAMESPACE = "aikit_mutant", "aikit_array_class", "aikit_namespace"
OF_CELLS = ("aikit_group", "aikit_group_without_x64", "aikit_tail", "aikit_all_values")
SUITE_PARAMETERS = (*OF_CELLS, MUTANT, ARRAY_CLASS, NAMESPACE)


def _run_by(given: options.Given) -> tuple[str, ...]:
    """The parameters of the suite's tests that a run has: the cells and the functions of namespaces, the mutants, or the
    functions of an array class."""
    if given.array_class or given.mutants:
        return (ARRAY_CLASS,) if given.array_class else (MUTANT,)
    return (*(OF_CELLS if given.judges_cells else ()), *((NAMESPACE,) if given.namespaces else ()))


def _parametrize(metafunc: pytest.Metafunc, name: str, found: Mapping[str, Any], run: Engine | None = None) -> None:
    """Parametrize over values by id; a missing backend is one skipped item with its reason.

    Where there is nothing to run, an item without a value holds the place, because pytest would make one that is
    skipped; `without_empty` takes it out.
    """
    marks = _lacking if name in OF_CELLS else lambda value: ()
    params = [pytest.param(value, id=identifier, marks=marks(value)) for identifier, value in found.items()]
    params += _skipped(run) if run else []
    metafunc.parametrize(name, params or [pytest.param(None, id="nothing")])


def _lacking(value: Any) -> Sequence[pytest.MarkDecorator]:
    """The mark that skips an item of the suite whose function needs a package that is not installed."""
    function = value.function if isinstance(value, cells.Group) else value[0]
    package = knowledge.of(function).package
    if not package or importlib.util.find_spec(package) is not None:
        return ()
    reason = f"{function.qualified_name}: {package} is not installed; pip install 'pytest-aikit[{package}]'"
    return (pytest.mark.skip(reason=reason),)


def without_empty(nodes: Sequence[Any]) -> list[Any]:
    """What was collected without those items of the suite that have nothing to run."""
    return [node for node in nodes if _parameters(node) != [None] or node.get_closest_marker("skip") is not None]


def of_suite(node: Any) -> bool:
    """Whether a collected node is an item of the suite."""
    return bool(_parameters(node))


def _parameters(node: Any) -> list[Any]:
    """What an item of the suite is to run, in a list; an empty one for everything else."""
    params = getattr(getattr(node, "callspec", None), "params", {})
    return [params[name] for name in SUITE_PARAMETERS if name in params]


def crashed(run: Engine, report: pytest.TestReport) -> Record | None:
    """The record of an item whose process died, as xdist reports it: all of its cells count as crashed."""
    name, _, parameters = report.nodeid.rpartition("::")[2].removesuffix("]").partition("[")
    if not report.failed or report.when in ("setup", "call", "teardown"):
        return None
    if name == "test_namespace":
        return _crashed_of_namespace(run, parameters, str(report.longrepr))
    if not name.startswith("test_function"):
        return None
    qualified_name, backend, device, dtype = (*parameters.split("-"), "", "", "", "")[:4]
    function = run.known.get(qualified_name)
    if function is None or backend not in run.backends:
        return None
    groups = {"test_function": run.groups_of(function, backend), "test_function_without_x64": run.groups_without_x64()}
    group = next((group for group in groups.get(name, ()) if group.id.rstrip("-") == parameters), None)
    lost = [cell for cell, once in run.cells_of(group) if run.checks_for(cell, once)] if group else []
    record = Record(qualified_name, function.category, backend)
    record.cells[CRASHED] = len(lost)
    found = Finding(CRASHED, "the process died", qualified_name, backend, device, (dtype,) if dtype else ())
    found.details = str(report.longrepr)
    # an item of the tail has no cells
    record.findings = [replace(found, cell=cell.id, dtypes=cell.dtypes) for cell in lost] or [found]
    return record


def _crashed_of_namespace(run: Engine, parameters: str, said: str) -> Record | None:
    """The same of a function of a namespace, or of its pieces: one cell."""
    name, _, space = parameters.partition("-")
    function = run.known.get(name)
    if space not in run.given.namespaces or (function is None and name != PIECES):
        return None
    record = Record(name, function.category if function else PIECES, space)
    record.cells[CRASHED] = 1
    record.findings = [Finding(CRASHED, "the process died", name, space, "", (), parameters, details=said)]
    return record


def _skipped(run: Engine) -> list:
    return [
        pytest.param(None, id=name, marks=pytest.mark.skip(reason=f"{name}: {reason}"))
        for name, reason in run.missing.items()
    ]


def _parametrize_cells(metafunc: pytest.Metafunc, run: Engine, mark: pytest.Mark) -> None:
    """Parametrize a marked test over the accepted cells of some functions."""
    if "aikit_cell" not in metafunc.fixturenames:
        raise _wrong(
            metafunc,
            "is marked aikit_functions, but does not take aikit_cell, which holds the function, the backend, the device "
            "and the dtypes; without it the mark does nothing",
        )
    if "aikit_target" in metafunc.fixturenames:
        raise _wrong(
            metafunc,
            "is marked aikit_functions, and takes aikit_cell, which holds the backend, the device and the dtypes; leave "
            "xp and the other fixtures out",
        )
    found = [cell for name in _marked_functions(metafunc, run, mark) for cell in _accepted_cells(run, name)]
    metafunc.parametrize("aikit_cell", _or_skipped([pytest.param(cell, id=cell.id) for cell in found], run))


def _marked_functions(metafunc: pytest.Metafunc, run: Engine, mark: pytest.Mark) -> list[str]:
    """The functions that a mark names: by names, patterns, or lists of these."""
    given = [name for arg in mark.args for name in (arg if isinstance(arg, (list, tuple)) else [arg])]
    if not given or mark.kwargs or not all(isinstance(name, str) for name in given):
        raise _wrong(metafunc, "is marked aikit_functions; name functions, as in aikit_functions('add', 'linalg.*')")
    patterns = cells.leading_to_cells(",".join(given)).split(",")
    for pattern in patterns:
        if not any(options.matches(name, [pattern.removeprefix("-")]) for name in run.known):
            said = options.unknown(pattern, tuple(run.known), options.LISTED, without_cells.REASONS)
            raise _wrong(metafunc, f"is marked aikit_functions: {said}")
    return [name for name in run.known if options.picks(name, patterns)]


def _or_skipped(params: list[Any], run: Engine) -> list[Any]:
    """The parameters of one's own test, and one that is skipped for each missing backend, or where there is nothing."""
    nothing = pytest.mark.skip(reason="no selected backend has a selected device and dtype that the test takes")
    return params + _skipped(run) or [pytest.param(None, id="nothing", marks=nothing)]


def _accepted_cells(run: Engine, name: str) -> Iterator[Cell]:
    function = run.known[name]
    for backend in default_backends(run):
        for device in run.devices(backend):
            for group in cells.groups(function, backend, device, run.dtypes_of(backend), rejected=False):
                yield from (cell for cell in group.cells if cell.accepted)


def default_backends(run: Engine) -> tuple[str, ...]:
    """The backends of tests with our fixtures and marks: the selected ones, NumPy where nothing is selected."""
    return run.backends if run.given.backends else (frameworks.HOST,)


def _targets(run: Engine, names: set[str]) -> Iterator[Target]:
    is_native = "native_xp" in names and "xp" not in names
    for backend in default_backends(run):
        devices: Sequence[Any] = run.devices(backend) if "aikit_device" in names else (None,)
        dtypes: Sequence[Any] = run.dtypes_of(backend) if "aikit_dtype" in names else (None,)
        if is_native and "aikit_dtype" in names and (namespace := backends.native_namespace_or_none(backend)):
            dtypes = [dtype for dtype in dtypes if hasattr(namespace, dtype)]
        yield from (Target(backend, device, dtype, is_native) for device in devices for dtype in dtypes)


def _forms(metafunc: pytest.Metafunc, target: Target) -> Iterator[Target]:
    """A test of functions with a table calls them as they are, and lazily where the backend can do that."""
    yield target
    if capabilities.form_of(metafunc, target) is not None:
        yield target._replace(is_lazy=True)
