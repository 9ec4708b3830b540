"""The public names: there from the start for whoever looks, and loaded by category when one is first used."""

from __future__ import annotations

import ast
import inspect
import pydoc
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import aikit
from aikit.core.records import REGISTRY
from aikit.functional.aikit import NAMES

PACKAGE = Path(aikit.__file__).parent
LOADED = """
def loaded():
    before = "aikit.functional.aikit."
    found = {name.removeprefix(before) for name in sys.modules if name.startswith(before)}
    return sorted(name for name in found if not name.startswith("_"))
"""


def fresh(code: str) -> str:
    """What a new interpreter prints."""
    command = [sys.executable, "-W", "error", "-c", f"import sys\n{LOADED}\nimport aikit\n{code}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# ------------------------------------------------------------------------------------------------ what is loaded when


def test_a_category_is_loaded_when_one_of_its_names_is_first_used() -> None:
    code = """
print(loaded())
x = aikit.zeros(2)
assert "elementwise" not in loaded() and "fft" not in loaded()
aikit.fft.fftfreq
assert "fft" in loaded() and "nest" not in loaded()
y = x + 1
assert "elementwise" in loaded() and "linear_algebra" not in loaded()
x.sort()
assert "sorting" in loaded()
aikit.Container(a=x)
assert "nest" not in loaded()
"""
    assert fresh(code) == "[]"


def test_enumerating_loads_everything() -> None:
    code = """
from aikit.core.records import REGISTRY
print(len(REGISTRY.declared), len(REGISTRY), len(list(REGISTRY)), len(REGISTRY.declared))
"""
    assert fresh(code) == f"0 {len(REGISTRY)} {len(REGISTRY)} {len(REGISTRY)}"


@pytest.mark.parametrize("framework", ["torch", "jax", "tensorflow"])
def test_a_framework_finds_everything_loaded(framework: str) -> None:
    """A trace could load nothing, and torch.compile would compile anew when a table has grown."""
    if find_spec(framework) is None:
        pytest.skip(f"{framework} is not installed")
    code = f"""
from aikit.core.records import REGISTRY
aikit.set_backend({framework!r})
print(len(REGISTRY.declared))
"""
    assert fresh(code) == str(len(REGISTRY))


@pytest.mark.needs("torch")
def test_the_first_use_under_a_trace() -> None:
    code = """
import torch
x = aikit.to_backend(aikit.asarray([1.0, 2.0]), "torch")
traced = torch.compile(lambda x: aikit.sin(x) + x.mean(), backend="eager", fullgraph=True)
print(aikit.to_list(traced(x)) == aikit.to_list(aikit.sin(x) + aikit.mean(x)))
"""
    assert fresh(code) == "True"


# ------------------------------------------------------------------------------------------------ first uses


def test_first_use_of_each_operator() -> None:
    """An operator that has not been used yet gives what it gives later, and so does a subclass that extends it."""
    code = """
import operator
names = "add sub mul truediv floordiv mod pow and_ or_ xor lshift rshift eq ne lt le gt ge".split()
names += "iadd isub imul ifloordiv imod ipow iand ior ixor ilshift irshift".split()
first = {}
for name in names:
    x = aikit.asarray([5, 6, 7])
    first[name] = aikit.to_list(getattr(operator, name)(x, 2)), aikit.to_list(x)
for name in names:
    x = aikit.asarray([5, 6, 7])
    again = aikit.to_list(getattr(operator, name)(x, 2)), aikit.to_list(x)
    assert again == first[name], name
assert aikit.to_list(2 ** aikit.asarray([1, 2])) == [2, 4]
"""
    fresh(code)
    fresh("assert aikit.to_list(2 - aikit.asarray([1, 2])) == [1, 0]")
    fresh("assert aikit.to_list(-aikit.asarray([1, 2])) == [-1, -2] and aikit.to_list(abs(aikit.asarray([-1]))) == [1]")
    fresh("assert aikit.to_list(aikit.eye(2) @ aikit.asarray([1.0, 2.0])) == [1.0, 2.0]")
    fresh("""
class Loud(aikit.Array):
    def __add__(self, other):
        return super().__add__(other) * 2
x = Loud()
x._data = aikit.asarray([1, 2]).data
assert aikit.to_list(x + 1) == [4, 6]
""")
    fresh("""
class Other:
    def __radd__(self, other):
        return "other"
assert aikit.asarray([1]) + Other() == "other"
""")


def test_first_use_from_many_threads() -> None:
    code = """
import threading
sys.setswitchinterval(1e-6)
x, failed, barrier = aikit.asarray([1.0, 2.0]), [], threading.Barrier(12)
def use(number):
    barrier.wait()
    try:
        assert aikit.to_list(x + number) == [1.0 + number, 2.0 + number]
        assert aikit.to_list(aikit.linalg.vector_norm(x)) > 2
        assert aikit.to_list(aikit.fft.fftfreq(2)) == [0.0, -0.5] and aikit.mean(x) == 1.5
    except BaseException as error:
        failed.append(error)
threads = [threading.Thread(target=use, args=(number,)) for number in range(12)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(failed)
"""
    for _ in range(3):
        assert fresh(code) == "[]"


def test_an_operator_is_used_while_another_thread_declares_its_function() -> None:
    code = """
import threading
from aikit.core.records import REGISTRY
x, declared, used = aikit.asarray([1.0, 2.0]), threading.Event(), threading.Event()
def wait(function):
    if function.name == "subtract":
        declared.set()
        used.wait(20)
REGISTRY.on_declare.insert(0, wait)
thread = threading.Thread(target=lambda: aikit.subtract)
thread.start()
declared.wait(20)
print(aikit.to_list(x - 1), aikit.to_list(3 - x))
used.set()
thread.join()
print(aikit.to_list(x - 1))
"""
    assert fresh(code) == "[0.0, 1.0] [2.0, 1.0]\n[0.0, 1.0]"


# ------------------------------------------------------------------------------------------------ what is there to see


def test_all_names_are_there_from_the_start() -> None:
    code = """
names = set(aikit.__all__)
assert names <= set(dir(aikit)) and loaded() == []
assert set(dir(aikit.linalg)) == set(aikit.linalg.__all__)
print(all(getattr(aikit, name, aikit) is not aikit for name in names))
"""
    assert fresh(code) == "True"


def test_star_import() -> None:
    code = """
names = {}
exec("from aikit import *", names)
print(sorted(names.keys() - {"__builtins__"}) == aikit.__all__)
"""
    assert fresh(code) == "True"


def test_a_function_stands_before_a_module_of_its_name() -> None:
    """``aikit/array`` is a package."""
    assert (
        fresh("import aikit.array.items\nfrom aikit import array\nprint(array([1]).shape, aikit.array is array)")
        == "(1,) True"
    )


def test_help() -> None:
    assert "out : array to hold the result" in pydoc.render_doc(aikit.sin)
    assert fresh("import pydoc; print('hypot' in pydoc.render_doc(aikit), loaded() != [])") == "True True"


def test_no_such_name() -> None:
    for module in (aikit, aikit.linalg):
        with pytest.raises(AttributeError, match=f"module '{module.__name__}' has no attribute 'sine'"):
            module.sine  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(ImportError, match="cannot import name 'sine'"):
        exec("from aikit import sine")


@pytest.mark.parametrize("namespace", list(NAMES))
def test_the_stub_says_what_is_there(namespace: str) -> None:
    """Signatures and docstrings in the stub, which editors and type checkers read, are those of the functions."""
    module = sys.modules[namespace]
    stub = PACKAGE / ("__init__.pyi" if namespace == "aikit" else f"{namespace.rpartition('.')[2]}.pyi")
    tree = ast.parse(stub.read_text(encoding="utf-8"))
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    imported = {alias.asname for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    variables = {
        node.target.id for node in tree.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    assert set(module.__all__) <= functions.keys() | imported | variables
    for name, node in functions.items():
        function = getattr(module, name)
        assert ast.get_docstring(node) == inspect.getdoc(function), name
        parameters = [one.arg for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
        parameters += [node.args.kwarg.arg] if node.args.kwarg else []
        named = [p.name for p in inspect.signature(function).parameters.values() if p.kind is not p.VAR_POSITIONAL]
        assert parameters == named, name
