"""The public names: where each is declared, and the stubs that editors and type checkers read in place of the facade."""

from __future__ import annotations

import importlib
import inspect
import pathlib
import pprint
import re
import textwrap
from collections.abc import Iterator
from types import ModuleType

from aikit import exceptions
from aikit.core import result_types
from aikit.core.records import Function
from aikit.dtypes import DTYPES
from aikit.functional import aikit as declarations
from aikit.functional.rules import data_type
from ci.generate.files import GENERATED, PACKAGE
from ci.generate.methods import head_of

ORIGINS = {
    **dict.fromkeys(("Any", "Literal", "TypeAlias"), "typing"),
    **dict.fromkeys(("Callable", "Iterable", "Iterator", "Mapping", "Sequence"), "collections.abc"),
    **dict.fromkeys(("ModuleType",), "types"),
    **{name: result_types.__name__ for name in vars(result_types) if name.endswith("Result")},
    **dict.fromkeys(("FInfo", "IInfo"), data_type.__name__),
    "Rate": f"{declarations.__name__}.meta",
}
"""A name in the hints of public functions -> the module that it comes from."""

OTHERS = """
from builtins import bool as _bool

from aikit import fft as fft, linalg as linalg, traits as traits
from aikit.array import Array as Array
from aikit.container.container import Container as Container
from aikit.devices import Device as Device
from aikit.dtypes import Dtype as Dtype
from aikit.inspection import __array_namespace_info__ as __array_namespace_info__
"""

CONSTANTS = """
ArrayLike: TypeAlias = Any
NativeArray: TypeAlias = Any

e: float
inf: float
nan: float
newaxis: None
pi: float
__array_api_version__: str
__version__: str
"""


def render() -> dict[pathlib.Path, str]:
    """Path -> what it must hold."""
    index = {namespace: dict(sorted(places_in(namespace))) for namespace in declarations.NAMESPACES}
    files = {PACKAGE / "functional" / "aikit" / "_index.py": index_source(index)}
    for namespace, places in index.items():
        name = "__init__" if namespace == "aikit" else namespace.rpartition(".")[2]
        files[PACKAGE / f"{name}.pyi"] = stub(namespace, places)
    return files


def modules() -> dict[str, ModuleType]:
    """The modules that declare functions, by name; the index may not have them yet."""
    names = sorted(path.stem for path in (PACKAGE / "functional" / "aikit").glob("*.py"))
    return {name: declarations.load(name) for name in names if not name.startswith("_")}


def places_in(namespace: str) -> Iterator[tuple[str, str]]:
    """(name, module) for each function of a namespace."""
    for place, module in modules().items():
        for name, value in vars(module).items():
            function = getattr(value, "__aikit_function__", None)
            if function is not None and _declares(module, function) and namespace in function.namespaces:
                yield name, place


def _declares(module: ModuleType, function: Function) -> bool:
    """Whether a module declares a function that it has; the body of one that it wraps stands below the declarations."""
    return function.body.__module__ == module.__name__ or declarations.__name__ not in function.body.__module__


def index_source(index: dict[str, dict[str, str]]) -> str:
    """The source of the index."""
    return (
        f'{GENERATED}\n"""Where the public functions are declared."""\n\n'
        f"NAMES: dict[str, dict[str, str]] = {pprint.pformat(index, sort_dicts=False)}\n"
        '"""Namespace -> name -> the module of this package that declares it."""\n'
    )


def stub(namespace: str, places: dict[str, str]) -> str:
    """The stub of a namespace: signatures and complete docstrings."""
    public = importlib.import_module(namespace)
    functions = {name: getattr(declarations.load(place), name).__aikit_function__ for name, place in places.items()}
    hints = " ".join(str(function.signature) for function in functions.values())
    names = {*re.findall(r"[A-Za-z_]+", hints), "Any", "TypeAlias"}
    imports = [f"from {module} import {name}" for name, module in ORIGINS.items() if name in names]
    constants = ""
    if namespace == "aikit":
        imports += [OTHERS, *(f"from aikit.exceptions import {name} as {name}" for name in exceptions.__all__)]
        constants = CONSTANTS + "\n".join(f"{name}: Dtype" for name in DTYPES)
    else:
        imports.append("from aikit import Array, ArrayLike, Container, Device, Dtype, NativeArray")
    bodies = []
    for name, function in functions.items():
        if function.namespace != namespace:
            imports.append(f"from {function.namespace} import {name} as {name}")
        elif function.kind == "standalone":
            imports.append(f"from {declarations.__name__}.{places[name]} import {name} as {name}")
        else:
            bodies.append(function_stub(function, namespace))
    head = [GENERATED, f'"""{(public.__doc__ or "").strip()}"""\n']
    return "\n".join([*head, *imports, constants, f"\n__all__ = {sorted({*public.__all__, *places})!r}\n", *bodies])


def function_stub(function: Function, namespace: str) -> str:
    """The signature of a function, and its docstring."""
    head = f"def {function.name}({', '.join(head_of(list(function.signature.parameters.values())))})"
    head = f"{head} -> {function.signature.return_annotation}:"
    if namespace == "aikit":  # where bool is a dtype
        head = re.sub(r"\bbool\b", "_bool", head)
    text = inspect.cleandoc(function.public.__doc__ or "")
    return f'{head}\n{textwrap.indent(chr(34) * 3 + text, "    ", lambda line: bool(line.strip()))}\n    """\n'
