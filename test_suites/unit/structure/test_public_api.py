"""The public names: what is there, as what it is declared, and that its documentation holds."""

from __future__ import annotations

import contextlib
import csv
import doctest
import inspect
import pathlib
import re
import types
from collections import Counter
from operator import attrgetter
from typing import Any

import numpy as np
import pytest
from helpers.sample_calls import call_of, functions, leaves

import aikit
from aikit import Array
from aikit.core.records import REGISTRY, Function
from aikit.functional.backends import protocol

STANDARD = list(csv.DictReader(pathlib.Path(__file__).with_name("standard_signatures.csv").read_text().splitlines()))
NAMESPACES = {"": aikit, "linalg.": aikit.linalg, "fft.": aikit.fft}
PUBLIC = {
    prefix + name: getattr(namespace, name)
    for prefix, namespace in NAMESPACES.items()
    for name in namespace.__all__
    if callable(getattr(namespace, name)) and not isinstance(getattr(namespace, name), type)
}
DECLARED = dict(REGISTRY)


def test_all_is_what_is_defined() -> None:
    """`__all__` names just what the module has once all of it is loaded, and what its own head imports is not public."""
    for name in aikit.__all__:
        getattr(aikit, name)
    submodules = {name for name, value in vars(aikit).items() if isinstance(value, types.ModuleType)}
    defined = {name for name in vars(aikit) if not name.startswith("_")} - submodules
    defined |= {"fft", "linalg", "Container", "NativeArray", "traits"}  # the last three by __getattr__
    assert set(aikit.__all__) == defined - {"API_VERSIONS", "Any", "DTYPES", "getter_of", "names_of"}
    assert len(aikit.__all__) == len(set(aikit.__all__))


def test_every_declared_function_is_public() -> None:
    assert set(DECLARED) <= set(PUBLIC)
    assert {aikit.describe(function).qualified_name for function in PUBLIC.values()} == set(DECLARED)
    for name, record in DECLARED.items():
        assert aikit.describe(PUBLIC[name]) is record


def test_some_functions_are_in_two_namespaces() -> None:
    """The standard has these in the main namespace and in its extension."""
    two = {name for name in PUBLIC if name not in DECLARED}
    assert two == {f"linalg.{name}" for name in ("matmul", "matrix_transpose", "tensordot", "vecdot")}
    for name in two:
        assert PUBLIC[name] is PUBLIC[name.removeprefix("linalg.")]


def test_exceptions_are_at_the_top_level() -> None:
    for name in aikit.exceptions.__all__:
        assert getattr(aikit, name) is getattr(aikit.exceptions, name)
        assert issubclass(getattr(aikit, name), UserWarning if name.endswith("Warning") else aikit.AikitException)
    parents = {
        "AikitValueError": (ValueError,),
        "AikitIndexError": (IndexError,),
        "AikitAxisError": (ValueError, IndexError),
        "AikitTypeError": (TypeError,),
        "AikitOverflowError": (OverflowError,),
        "AikitNotImplementedException": (NotImplementedError,),
        "AikitBroadcastShapeError": (ValueError,),
        "AikitDtypePromotionError": (TypeError,),
        "AikitDeviceError": (RuntimeError,),
        "AikitStructureError": (ValueError,),
        "AikitInvalidBackendException": (ValueError,),
        "AikitKeyError": (KeyError,),
    }
    for name, builtins in parents.items():
        assert issubclass(getattr(aikit, name), (aikit.AikitBackendException,))
        assert all(issubclass(getattr(aikit, name), builtin) for builtin in builtins)


# ------------------------------------------------------------------------------------------------ the standard


def standard_parameters(signature: str) -> list[tuple[str, Any, Any]]:
    """(name, kind, default) of each parameter of a signature of the standard."""
    text = re.sub(r":\s*(?:[^=,()\[\]]|\[(?:[^\[\]]|\[(?:[^\[\]]|\[[^\]]*\])*\])*\])+", "", signature)
    scope: dict[str, Any] = {}
    exec(f"def f{text}: pass", scope)
    return [(p.name, p.kind, p.default) for p in inspect.signature(scope["f"]).parameters.values()]


@pytest.mark.parametrize("row", STANDARD, ids=[row["name"] for row in STANDARD])
def test_standard_function(row: dict[str, str]) -> None:
    function = PUBLIC[row["name"]]
    record = aikit.describe(function)
    ours = [(p.name, p.kind, p.default) for p in inspect.signature(function).parameters.values()]
    expected = standard_parameters(row["signature"])
    assert [p for p in ours if p[0] != "out"][: len(expected)] == expected
    extra = [p for p in ours if p not in expected and p[0] != "out"]
    assert extra == []
    # broadcast_shapes touches no array, so there is nothing for a backend to implement
    assert record.kind == ("standalone" if record.name == "broadcast_shapes" else row["kind"])
    assert record.category == row["category"]
    assert record.out == (row["out"] == "yes")
    assert ("out", inspect.Parameter.KEYWORD_ONLY, None) in ours or not record.out
    assert hasattr(Array, record.name) == (row["array_method"] == "yes")


def test_table_of_the_standard_is_there() -> None:
    assert Counter(row["category"] for row in STANDARD) == {
        "elementwise": 67, "creation": 16, "data_type": 6, "fft": 14, "indexing": 2, "linear_algebra": 25,
        "manipulation": 15, "searching": 6, "set": 5, "sorting": 2, "statistical": 9, "utility": 3,
    }  # fmt: skip


# ------------------------------------------------------------------------------------------------ every function


@pytest.mark.parametrize("name", sorted(DECLARED))
def test_declaration(name: str) -> None:
    record = DECLARED[name]
    function = record.public
    assert record.kind in ("primary", "compositional", "mixed", "standalone")
    assert f"{function.__module__}.{function.__name__}" == f"aikit.{name}"
    assert inspect.signature(function) == record.signature
    for parameter in record.signature.parameters.values():
        assert parameter.annotation is not inspect.Parameter.empty
    assert record.signature.return_annotation is not inspect.Signature.empty
    if record.out:
        out = record.signature.parameters["out"]
        assert (out.kind, out.default) == (out.KEYWORD_ONLY, None)


@pytest.mark.parametrize("name", sorted(n for n, f in DECLARED.items() if f.kind == "primary"))
def test_primary_has_an_implementation(name: str, backend: str, xp: Any) -> None:
    found = attrgetter(name)(aikit.current_backend(xp.zeros(1)))
    if backend == "numpy" and name in protocol.members(protocol.Backend):
        assert found is None, "NumPy has no autograd, and says so by the default of the contract"
    else:
        assert callable(found)


@pytest.mark.parametrize("name", sorted(DECLARED))
def test_docstring(name: str) -> None:
    record = DECLARED[name]
    text = inspect.getdoc(record.public)
    assert text
    first = text.split("\n\n")[0].replace("\n", " ")
    assert first.endswith(".")
    assert len(first) < 200
    for parameter in record.signature.parameters:
        section = text.partition("Parameters\n----------")[2].partition("\n\n")[0]
        assert re.search(rf"(^|[\n ,*]){re.escape(parameter)}[ ,]", section), f"{parameter} is not described"
    if name != "register_backend":  # an example of it would leave a backend behind
        assert ">>> " in text


NAMES_A_BACKEND = (
    {"to_native"} | {name for name, f in DECLARED.items() if f.category == "backend"} | {"current_backend_str"}
)


NEEDS_AUTOGRAD = {"execute_with_gradients", "grad", "jac", "value_and_grad"} | {
    name for name, f in DECLARED.items() if f.category == "meta"
}


@pytest.mark.parametrize("name", sorted(DECLARED))
def test_examples_run(name: str, backend: str) -> None:
    if name in NAMES_A_BACKEND and backend != "numpy":
        pytest.skip("the example is about numpy, or sets backends itself")
    if name in NEEDS_AUTOGRAD and backend == "numpy":
        pytest.skip("NumPy has no autograd")
    context = contextlib.nullcontext() if name in NAMES_A_BACKEND else aikit.use_backend(backend)
    output: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    with context:
        for example in _examples(DECLARED[name].public.__doc__ or "", name):
            # what an example compiled is forgotten later, from names that must be there still
            runner.run(example, out=output.append, clear_globs=False)
    assert runner.failures == 0, "".join(output)


def _examples(text: str, name: str) -> list[doctest.DocTest]:
    return [doctest.DocTestParser().get_doctest(text, {}, name, None, None)]


def test_examples_of_the_class() -> None:
    for cls in (Array, aikit.Dtype, aikit.Device):
        runner = doctest.DocTestRunner(verbose=False)
        for example in _examples(cls.__doc__ or "", cls.__name__):
            runner.run(example)
        assert runner.failures == 0


# ------------------------------------------------------------------------------------------------ two paths


@pytest.mark.in_turn
@pytest.mark.parametrize("name", functions())
def test_call_on_arrays_native_arrays_method_and_slow_path(name: str, backend: str, xp: Any) -> None:
    """The fast path, the slow path, the bound form and the method give the same."""
    from aikit import dispatch

    record = DECLARED[name]
    args, kwargs = call_of(record, xp)
    with np.errstate(all="ignore"), aikit.use_backend(backend):
        expected = dispatch.call(record, args, kwargs)
        results = [record.public(*args, **kwargs), attrgetter(name)(xp)(*args, **kwargs)]
        if record.has_method and args and isinstance(args[0], Array) and name != "where":
            results.append(getattr(args[0], record.name)(*args[1:], **kwargs))
        elif record.has_method and not args:  # the first array is given by name
            first, *others = kwargs
            results.append(getattr(kwargs[first], record.name)(**{one: kwargs[one] for one in others}))
    for result in results:
        assert type(result) is type(expected)
        for one, two in zip(leaves(result), leaves(expected), strict=True):
            assert type(one) is type(two)
            if isinstance(one, Array):
                assert (one.backend, one.dtype, one.shape) == (two.backend, two.dtype, two.shape)
                if name not in ("empty", "empty_like"):
                    np.testing.assert_array_equal(np.asarray(one), np.asarray(two))
            else:
                assert repr(one) == repr(two)
    if record.returns == "array":
        assert type(expected) is Array
        assert expected.backend == backend


@pytest.mark.in_turn
@pytest.mark.parametrize("name", [n for n in functions() if DECLARED[n].dtypes and DECLARED[n].kind == "primary"])
def test_native_arguments(name: str, backend: str, xp: Any) -> None:
    record: Function = DECLARED[name]
    args, kwargs = call_of(record, xp)
    native = aikit.to_native(list(args), nested=True)
    with np.errstate(all="ignore"):
        expected = attrgetter(name)(xp)(*args, **kwargs)
        result = attrgetter(name)(xp)(*native, **kwargs)
    for one, two in zip(leaves(result), leaves(expected), strict=True):
        assert type(one) is type(two)
        if isinstance(one, Array) and name != "empty_like":
            np.testing.assert_array_equal(np.asarray(one), np.asarray(two))


def test_real_source_in_tracebacks() -> None:
    import linecache

    code = aikit.tan.__code__
    assert linecache.getline(code.co_filename, code.co_firstlineno).startswith("def of_one")
    assert code.co_name == "tan"
