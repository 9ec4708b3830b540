"""The contract between the library and its backends: the five have it, and a backend of one file shows that it is enough."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
import re
import sys
import tomllib
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.frameworks import registered_for_the_test_alone, require

import aikit
from aikit import AikitInvalidBackendException, AikitNotImplementedException, backend_handler
from aikit.functional.backends import BUILT_IN, protocol

ROOT = Path(aikit.__file__).parents[1]
DOCS = ROOT / "docs"
MEMBERS = {**protocol.members(protocol.Required), **protocol.members(protocol.Backend)}
FUNCTIONS = frozenset({"astype", "reshape", "stack", "zeros"})
"""The public functions that the library itself calls; they stand in the file of their category, as those of gradients do."""


def loaded(name: str) -> Any:
    require(name)
    return backend_handler.load(name)


# ------------------------------------------------------------------------------------------------ the five


@pytest.mark.parametrize("name", [*BUILT_IN, "array_api_strict"])
def test_a_backend_has_every_member(name: str) -> None:
    backend = loaded(name)
    assert protocol.faults(backend) == []
    for member, stated in MEMBERS.items():
        assert hasattr(backend, member), member
        if not isinstance(stated, property):
            signature = inspect.signature(stated.__get__(backend))
            required = [p for p in signature.parameters.values() if p.kind is p.POSITIONAL_ONLY]
            inspect.signature(getattr(backend, member)).bind(*required, **dict.fromkeys(_options(member)))


def _options(member: str) -> tuple[str, ...]:
    return ("stream", "max_version", "dl_device", "copy") if member == "to_dlpack" else ()


@pytest.mark.parametrize("name", BUILT_IN)
def test_core_has_the_members_and_nothing_else(name: str) -> None:
    backend = loaded(name)
    core = importlib.import_module(f"aikit.functional.backends.{name}.core")
    assert set(core.__all__) <= set(MEMBERS)
    elsewhere = set(protocol.members(protocol.Required)) - set(core.__all__)
    assert elsewhere == FUNCTIONS
    assert all(getattr(backend, member) is getattr(core, member) for member in core.__all__)


def test_the_library_asks_for_no_other_member() -> None:
    """What is read off a variable or an attribute that is called `backend` is a member of the contract."""
    asked = {name for path in _sources() for name in _asked_of_a_backend(path)}
    unknown = asked - set(MEMBERS)
    assert not unknown
    assert set(protocol.members(protocol.Required)) - {"reshape", "is_native_device", *_of_functions()} <= asked


def _of_functions() -> frozenset[str]:
    """Members that are asked for by the bodies of the public functions, of `aikit.current_backend`."""
    return frozenset({"to_list", "stack"})


def _sources() -> Iterator[Path]:
    package = Path(aikit.__file__).parent
    return (path for path in package.rglob("*.py") if "backends" not in path.relative_to(package).parts)


def _asked_of_a_backend(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            owner = node.value
            called = owner.id if isinstance(owner, ast.Name) else owner.attr if isinstance(owner, ast.Attribute) else ""
            if called in ("backend", "_backend"):
                yield node.attr


# ------------------------------------------------------------------------------------------------ registering


def test_all_that_is_missing_is_named_at_once() -> None:
    with pytest.raises(AikitInvalidBackendException) as caught:
        aikit.register_backend("empty", types.ModuleType("empty"))
    said = str(caught.value)
    for name, member in protocol.members(protocol.Required).items():
        assert f"\n    {name}: {protocol.sentence(member)}" in said
    assert protocol.PAGE in said
    assert (ROOT / protocol.PAGE).exists()


def test_a_member_that_is_no_function() -> None:
    module: Any = types.ModuleType("strange")
    for name in protocol.members(protocol.Required):
        setattr(module, name, "strange")
    with pytest.raises(AikitInvalidBackendException, match="\n    to_numpy is no function: The values as an ndarray"):
        aikit.register_backend("strange", module)


def test_each_member_is_described() -> None:
    for name, member in MEMBERS.items():
        assert protocol.sentence(member).endswith((".", "?")), name
    for name, member in protocol.members(protocol.Backend).items():
        assert "Default: " in inspect.getdoc(member), name


def test_defaults_do_not_depend_on_the_backend() -> None:
    """So a backend may be made of the names of another one, defaults that were put in among them."""
    first, second = types.ModuleType("first"), types.ModuleType("second")
    protocol.complete(first)
    protocol.complete(second)
    assert all(getattr(first, name) is getattr(second, name) for name in protocol.members(protocol.Backend))


# ------------------------------------------------------------------------------------------------ a backend of one file


@pytest.fixture
def minimal(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The bound namespace of the backend of the page for authors, registered for the test alone."""
    spec: Any = importlib.util.spec_from_file_location("minimal_backend", DOCS / "minimal_backend.py")
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "minimal_backend", module)
    spec.loader.exec_module(module)
    registered_for_the_test_alone(monkeypatch)
    return module


def test_the_examples_of_the_page(minimal: Any) -> None:
    text = (DOCS / "backend.md").read_text(encoding="utf-8")
    own = (DOCS / "minimal_backend.py").read_text(encoding="utf-8")
    examples = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    shown, (program,) = examples[:-1], examples[-1:]
    assert all(example in own for example in shown)
    names: dict[str, Any] = {}
    exec(compile(program, "backend.md", "exec"), names)
    assert aikit.to_list(names["y"]) == [6.0, 8.0]
    assert names["y"].backend == "minimal"


def test_two_backends_do_not_share_a_class_of_arrays(minimal: Any) -> None:
    aikit.register_backend("minimal", minimal)
    second = types.ModuleType("second")
    vars(second).update(vars(minimal), name="second")
    with pytest.raises(AikitInvalidBackendException, match=r"arrays of Box, which are those of the backend 'minimal'"):
        aikit.register_backend("second", second)
    assert "second" not in aikit.available_backends()
    assert aikit.get_backend("minimal").asarray([1.0]).backend == "minimal"


def test_what_it_has_not_is_an_error_that_says_so(minimal: Any) -> None:
    aikit.register_backend("minimal", minimal)
    xp = aikit.get_backend("minimal")
    x = xp.asarray([[1.0, 2.0], [3.0, 4.0]])
    for name, call in (
        ("sin", lambda: aikit.sin(x)),
        ("linalg.inv", lambda: xp.linalg.inv(x)),
        ("matmul", lambda: x @ x),
        ("full", lambda: xp.full(3, 1.0)),
    ):
        with pytest.raises(AikitNotImplementedException, match=f"^{name}: the backend 'minimal' has no {name}; bring"):
            call()
    with pytest.raises(AikitNotImplementedException, match=r"^linear: matrix_transpose: the backend 'minimal' has no"):
        aikit.linear(x, x)
    with pytest.raises(AikitNotImplementedException, match=r"^grad: the backend 'minimal' has no autograd"):
        aikit.grad(lambda y: aikit.sum(y))(x)


def test_what_the_library_does_itself_works_on_it(minimal: Any) -> None:
    aikit.register_backend("minimal", minimal)
    xp = aikit.get_backend("minimal")
    x = xp.asarray([[1.0, 2.0], [3.0, 4.0]])
    y = aikit.array(x)
    y[0, 1:] = 7
    assert aikit.to_list(y) == [[1.0, 7.0], [3.0, 4.0]] and aikit.to_list(x) == [[1.0, 2.0], [3.0, 4.0]]
    assert aikit.to_list(x[x > 2.5]) == [3.0, 4.0]
    assert aikit.to_list(aikit.vmap(lambda row: row + 1)(x)) == [[2.0, 3.0], [4.0, 5.0]]
    assert aikit.to_backend(x, "numpy").backend == "numpy"
    assert np.asarray(x).tolist() == aikit.to_list(x)
    assert aikit.Container(a=x).sum().a.backend == "minimal"


# ------------------------------------------------------------------------------------------------ aikit's own


def test_the_backends_of_aikit_are_one_list() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    others = [name for name in BUILT_IN if name != "numpy"]
    assert set(others) == set(project["optional-dependencies"]) - {"all", "bench", "dev", "einops", "lazy", "plots"}
    assert project["optional-dependencies"]["all"][0] == f"pytest-aikit[{','.join(others)},einops]"
    tox = (ROOT / "tox.ini").read_text(encoding="utf-8")
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    assert f"backend: [{', '.join(BUILT_IN)}]" in workflow
    for name in BUILT_IN:
        assert f"    {name}: python -m pytest --aikit-backends={name} {{posargs}}" in tox
        assert (ROOT / "aikit" / "functional" / "backends" / name / "core.py").exists()
        assert (ROOT / "pytest_aikit" / "expectations" / f"{name}.toml").exists()
        assert (ROOT / "ci" / "array_api" / f"{name}-xfails.txt").exists()
    found = {path.parent.name for path in (ROOT / "aikit" / "functional" / "backends").glob("*/core.py")}
    assert found == {*BUILT_IN, "array_api"}
