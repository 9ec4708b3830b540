"""Backends that cannot be loaded, and namespaces that are asked about each other's arrays."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from helpers.processes import run_python

IMPORT = "import sys; sys.path[:0] = [{path!r}, *{others!r}]\nimport aikit\n"
SAY = "try:\n    {call}\nexcept aikit.AikitInvalidBackendException as error:\n    print(error)\n"


class Folder:
    """Modules and a distribution in a folder, and what an interpreter prints that finds them first."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def module(self, name: str, text: str) -> None:
        (self.path / f"{name}.py").write_text(text)

    def announce(self, *lines: str) -> None:
        info = self.path / "own-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: own\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text("\n".join(("[aikit.backends]", *lines)))

    def prints(self, code: str) -> str:
        return run_python(IMPORT.format(path=str(self.path), others=sys.path) + code)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


NAMESPACE = (
    "from test_array_api_backend import Boxed, boxed_namespace\n"
    "class Own(Boxed): pass\n"
    "boxed = boxed_namespace()\n"
    "def empty(*args, **kwargs): return {array}(boxed.empty(*args, **kwargs).inner)\n"
    "def zeros(*args, **kwargs): return {array}(boxed.zeros(*args, **kwargs).inner)\n"
    "def __getattr__(name): return getattr(boxed, name)\n"
)


def test_namespaces_that_are_imported_but_not_loaded_do_not_ask_each_other(folder: Folder) -> None:
    pytest.importorskip("array_api_strict")
    folder.announce("one = array_api:one_namespace", "two = array_api:two_namespace")
    folder.module("one_namespace", NAMESPACE.format(array="Own"))
    folder.module("two_namespace", NAMESPACE.format(array="Own"))
    code = (
        "import one_namespace, two_namespace, array_api_strict\n"
        "xp = aikit.get_backend('one'); print(xp.zeros(2).backend)\n"
        "x = aikit.get_backend('two').zeros(2); print(x.backend)\n"
        "print(aikit.asarray(array_api_strict.zeros(2)).backend)"
    )
    assert folder.prints(code) == "one\ntwo\narray_api_strict"


def test_of_two_namespaces_of_one_class_the_first_is_its_backend(folder: Folder) -> None:
    folder.announce("one = array_api:one_namespace", "two = array_api:two_namespace")
    for name in ("one_namespace", "two_namespace"):
        folder.module(name, NAMESPACE.format(array="Boxed"))
    code = "import one_namespace, two_namespace\naikit.set_backend('two')\n" + SAY.format(
        call="aikit.set_backend('one')"
    )
    assert "are those of the backend 'two'; use that one" in folder.prints(code)


def test_a_framework_that_fails_at_import(folder: Folder) -> None:
    folder.module("torch", "import json\njson.no_such_thing\n")
    said = folder.prints(SAY.format(call="aikit.set_backend('torch')"))
    assert said == (
        "the backend 'torch' cannot be imported: AttributeError: module 'json' has no attribute 'no_such_thing'; "
        "mend its installation: pip install 'pytest-aikit[torch]'"
    )


@pytest.mark.parametrize(
    ("entry", "text", "words"),
    [
        ("own_backend", "raise OSError('no kernel')", "cannot be imported: OSError: no kernel"),
        ("own_backend", "import no_such_thing", "cannot be imported: ModuleNotFoundError: No module named"),
        ("own_backend", "name = 'other'", "own_backend lacks what every backend has"),
        ("array_api:own_backend", "", "is no namespace of the Array API standard"),
        (
            "array_api:own_backend",
            "def __array_namespace_info__(): pass",
            "lacks 'asarray', 'astype', 'empty', 'reshape', 'stack', 'zeros', which every namespace",
        ),
        (".own_backend", "", "cannot be imported: TypeError: the 'package' argument is required"),
    ],
)
def test_a_bad_entry_point(folder: Folder, entry: str, text: str, words: str) -> None:
    """It stops nobody who does not ask for it, and who does is told what is wrong with it."""
    folder.announce(f"own = {entry}")
    folder.module("own_backend", text)
    code = (
        "import contextlib\nwith contextlib.suppress(Exception): import own_backend\n"
        "aikit.available_backends()\n"
        "class Stranger: pass\n"
        "assert not aikit.is_array(Stranger())\n"
        "assert aikit.sum(aikit.ones(2)) == 2\n"
    )
    assert words in folder.prints(code + SAY.format(call="aikit.set_backend('own')"))


def test_an_array_of_a_framework_whose_backend_fails(folder: Folder) -> None:
    folder.module("jaxlib", "class Array: pass")
    folder.module("jax", "import jaxlib")
    call = "aikit.sum(jaxlib.Array())"
    assert "the backend 'jax' needs jax.numpy, which is not installed" in folder.prints(
        "import jax, jaxlib\n" + SAY.format(call=call)
    )
