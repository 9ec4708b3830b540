"""What the linter of imports does not see: imports that are put off, and what is used of the facade."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import aikit

PACKAGE = Path(aikit.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))

PUT_OFF = {
    ("__init__.py", "aikit.container"): "the methods of Container are a third of the source",
    ("container/__init__.py", "aikit.container.container"): "the same",
    ("array/__init__.py", "aikit.functional.backends.tensorflow._tracing"): "imports tensorflow",
    ("backend_handler.py", "importlib.metadata"): "takes as long as aikit itself",
    ("backend_handler.py", "aikit.functional.backends.array_api"): "a backend, imported when it is asked for",
    ("container/conversion.py", "aikit.container.files"): "imports json and zipfile",
    ("container/files.py", "h5py"): "need not be installed",
    ("container/trees.py", "optree"): "need not be installed",
    ("core/wording.py", "difflib"): "a message alone needs it",
    ("dtypes.py", "ml_dtypes"): "bfloat16 alone needs it",
    ("functional/rules/rearranging.py", "einops.array_api"): "need not be installed",
    ("pytrees.py", "jax"): "a framework, which has been loaded",
    ("pytrees.py", "torch.utils"): "a framework, which has been loaded",
}
"""(file, module) -> why the import stands inside a function: it keeps ``import aikit`` light."""


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def _imported(node: ast.AST) -> Iterator[str]:
    for one in ast.walk(node):
        if isinstance(one, ast.Import):
            yield from (alias.name for alias in one.names)
        elif isinstance(one, ast.ImportFrom):
            yield one.module or ""


def test_imports_inside_of_functions_have_a_reason() -> None:
    found = {
        (str(path.relative_to(PACKAGE)), module)
        for path in FILES
        for node in ast.walk(_tree(path))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        for module in _imported(node)
    }
    assert found == PUT_OFF.keys()


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_facade_is_used_for_public_names_only(path: Path) -> None:
    """``import aikit`` and then ``aikit.dispatch.call`` would be an import that the linter does not see."""
    tree = _tree(path)
    modules = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert not {name for name in modules if name.startswith("aikit.")}, "import the module from its package"
    public = {*aikit.__all__, "__all__", "__array_namespace_info__"}
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "aikit"
    }
    assert used <= public
