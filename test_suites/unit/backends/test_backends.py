"""Which backend a call runs on: set, used, bound, or that of the arguments."""

from __future__ import annotations

import asyncio
import pickle
import threading
import types
from typing import Any

import numpy as np
import pytest
from helpers.frameworks import registered_for_the_test_alone
from helpers.processes import run_python

import aikit
from aikit import AikitBackendException, AikitInvalidBackendException
from ci.bench.importing import importing

FUNCTIONS = ["sin", "add", "zeros", "concat", "asarray", "sum", "where"]


# ------------------------------------------------------------------------------------------------ set


def test_set_previous_unset(backend: str) -> None:
    assert aikit.current_backend_str() == "numpy"
    aikit.set_backend(backend)
    assert aikit.current_backend_str() == backend
    assert aikit.zeros(2).backend == backend
    aikit.set_backend("numpy")
    assert aikit.zeros(2).backend == "numpy"
    assert aikit.previous_backend() == backend
    assert aikit.current_backend().name == backend
    assert aikit.previous_backend() is None
    assert aikit.previous_backend() is None
    aikit.set_backend(backend)
    aikit.set_backend(backend)
    aikit.unset_backend()
    assert aikit.current_backend_str() == "numpy"


def test_functions_are_permanent(backend: str) -> None:
    before = {name: getattr(aikit, name) for name in FUNCTIONS}
    handlers = {aikit.tan: "mine"}
    aikit.set_backend(backend)
    assert all(getattr(aikit, name) is function for name, function in before.items())
    assert handlers[aikit.tan] == "mine"
    assert before["zeros"](2).backend == backend


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_pickle_by_name(name: str) -> None:
    function = getattr(aikit, name)
    assert pickle.loads(pickle.dumps(function)) is function


@pytest.mark.parametrize("name", ["nothing", "", None, 3, "NumPy"])
def test_no_such_backend(name: Any) -> None:
    for function in (aikit.set_backend, aikit.get_backend):
        with pytest.raises(AikitInvalidBackendException, match=r"'numpy', 'torch', 'jax', 'tensorflow'") as caught:
            function(name)
        assert repr(name) in str(caught.value)
        assert isinstance(caught.value, ValueError)
    with pytest.raises(AikitInvalidBackendException), aikit.use_backend(name):
        pass
    assert aikit.previous_backend() is None


def test_new_threads_see_the_default_of_the_process(backend: str) -> None:
    aikit.set_backend(backend)
    seen = in_thread(lambda: aikit.zeros(2).backend)
    assert seen == backend


def in_thread(function: Any) -> Any:
    result: list[Any] = []
    thread = threading.Thread(target=lambda: result.append(function()))
    thread.start()
    thread.join()
    return result[0]


# ------------------------------------------------------------------------------------------------ use


def test_use_is_local_to_the_thread(backend: str) -> None:
    aikit.set_backend("numpy")
    with aikit.use_backend(backend) as xp:
        assert xp is aikit.get_backend(backend)
        assert aikit.current_backend_str() == backend
        assert aikit.zeros(2).backend == backend
        assert in_thread(aikit.current_backend_str) == "numpy"
        with aikit.use_backend("numpy"):
            assert aikit.current_backend_str() == "numpy"
        assert aikit.current_backend_str() == backend
    assert aikit.current_backend_str() == "numpy"


def test_use_is_left_after_an_error(backend: str) -> None:
    with pytest.raises(ZeroDivisionError), aikit.use_backend(backend):
        raise ZeroDivisionError
    assert aikit.current_backend_str() == "numpy"


def test_use_is_local_to_the_task(backend: str) -> None:
    async def task(name: str) -> list[str]:
        found = []
        with aikit.use_backend(name):
            for _ in range(3):
                found.append(aikit.zeros(1).backend)
                await asyncio.sleep(0)
        return found

    async def both() -> list[list[str]]:
        return await asyncio.gather(task("numpy"), task(backend))

    assert asyncio.run(both()) == [["numpy"] * 3, [backend] * 3]


def test_set_inside_use_is_an_error(backend: str) -> None:
    with (
        aikit.use_backend(backend),
        pytest.raises(AikitBackendException, match=f"set_backend: name='numpy' inside .*use_backend\\('{backend}'\\)"),
    ):
        aikit.set_backend("numpy")
    assert aikit.current_backend_str() == "numpy"


# ------------------------------------------------------------------------------------------------ arguments decide


def test_current_backend_of_arguments(backend: str, xp: Any) -> None:
    x = xp.zeros(2)
    assert aikit.current_backend(x).name == backend
    assert aikit.current_backend(aikit.to_native(x)).name == backend
    assert aikit.current_backend(1, key=x).name == backend
    assert aikit.current_backend(1.0, [2]).name == "numpy"
    native = aikit.to_native(xp.ones(2))
    assert aikit.current_backend(x).sin(native).shape == native.shape
    assert type(aikit.current_backend(x).sin(native)) is type(native)


def test_arrays_run_on_their_own_backend(backend: str, xp: Any) -> None:
    x = xp.ones(2)
    aikit.set_backend("numpy")
    for y in (aikit.sin(x), aikit.sin(aikit.to_native(x)) if backend != "numpy" else aikit.sin(x), x + x, x.sum()):
        assert y.backend == backend
    assert aikit.asarray(x).backend == "numpy", "asarray brings any object to the set backend"
    aikit.unset_backend()
    assert aikit.asarray(x) is x
    assert aikit.asarray(aikit.to_native(x)).backend == backend, "with none set a native array stays where it is"


@pytest.mark.parametrize("host", [2.0, [1.0, 2.0], np.asarray([1.0, 2.0], np.float32), np.float32(2.0), 2], ids=repr)
def test_host_data_goes_to_the_arrays_beside_it(host: Any, backend: str, xp: Any) -> None:
    x = xp.asarray([3.0, 4.0])
    expected = (np.asarray([3.0, 4.0]) - host).tolist()
    assert aikit.to_list(aikit.subtract(x, host)) == expected
    assert aikit.to_list(aikit.subtract(host, x)) == [-e for e in expected]
    assert aikit.subtract(host, x).backend == aikit.subtract(x, host).backend == backend
    assert (x - host).backend == backend
    assert (host - x).backend == backend
    assert aikit.to_list(host - x) == [-e for e in expected]
    assert aikit.subtract(host, aikit.to_native(x)).backend == backend
    assert aikit.subtract(x, host).dtype == "float32"
    assert aikit.subtract(host, x).dtype == "float32"


def test_host_data_alone_goes_to_the_set_backend(backend: str) -> None:
    assert aikit.sin([1.0]).backend == "numpy"
    aikit.set_backend(backend)
    assert aikit.sin([1.0]).backend == backend
    assert aikit.sin(np.asarray([1.0], np.float32)).backend == backend
    assert aikit.concat([[1.0], [2.0]]).backend == backend
    assert aikit.add(1, 2).backend == backend


def test_two_backends_in_one_call(backend: str, other_backend: str) -> None:
    one, two = aikit.get_backend(backend).ones(2), aikit.get_backend(other_backend).ones(2)
    if backend == other_backend:
        assert aikit.add(one, two).backend == backend
        return
    for call in (
        lambda: aikit.add(one, two),
        lambda: one + two,
        lambda: aikit.concat([one, two]),
        lambda: one.add(two),
        lambda: aikit.add(one, aikit.to_native(two)) if other_backend != "numpy" else aikit.add(one, two),
    ):
        with pytest.raises(AikitBackendException, match=r"aikit\.to_backend") as caught:
            call()
        assert f"{backend!r}" in str(caught.value)
        assert f"{other_backend!r}" in str(caught.value)
    moved = aikit.to_backend(two, backend)
    assert moved.backend == backend
    assert aikit.to_list(one + moved) == [2.0, 2.0]


# ------------------------------------------------------------------------------------------------ bound namespaces


def test_namespace(backend: str, xp: Any) -> None:
    assert isinstance(xp, types.ModuleType)
    assert aikit.get_backend(backend) is xp
    assert xp.Array is aikit.Array
    assert xp.float32 is aikit.float32
    assert xp.__array_api_version__ == "2025.12"
    assert xp.zeros(3).__array_namespace__() is xp
    assert xp.pi == np.pi
    assert set(aikit.__all__) <= set(dir(xp)) | {"ArrayLike"}
    assert isinstance(aikit.to_native(xp.zeros(1)), xp.NativeArray)


def test_bound_functions(backend: str, xp: Any) -> None:
    for name in FUNCTIONS:
        bound, permanent = getattr(xp, name), getattr(aikit, name)
        assert bound == permanent
        assert permanent == bound
        assert hash(bound) == hash(permanent)
        assert {permanent: 1}[bound] == 1
        assert bound.__wrapped__ is permanent
        assert bound.__name__ == name
        assert bound.__doc__ == permanent.__doc__
        assert backend in repr(bound)
        assert pickle.loads(pickle.dumps(bound)) is bound
        assert aikit.describe(bound) is aikit.describe(permanent)
    assert xp.sin != aikit.cos
    assert xp.sin([1.0, 2.0]).backend == backend
    assert xp.zeros(3).backend == backend
    assert xp.concat([[1.0], [2.0]]).backend == backend
    with aikit.use_backend("numpy"):
        assert xp.ones(1).backend == backend


def test_bound_function_refuses_another_backend(backend: str, other_backend: str) -> None:
    xp, x = aikit.get_backend(backend), aikit.get_backend(other_backend).ones(2)
    if backend == other_backend:
        assert xp.sin(x).backend == backend
    else:
        with pytest.raises(AikitBackendException, match=f"sin, bound to '{backend}'.*'{other_backend}'.*to_backend"):
            xp.sin(x)
        with pytest.raises(AikitBackendException, match="bound to"):
            xp.concat([xp.ones(2), x])
    converted = xp.asarray(x)
    assert converted.backend == backend
    assert aikit.to_list(converted) == [1.0, 1.0]


def test_native_array_class(backend: str, xp: Any) -> None:
    empty = aikit.NativeArray
    assert not isinstance(aikit.to_native(xp.zeros(1)), empty)
    assert [name for name in vars(empty) if not name.startswith("__")] == []
    aikit.set_backend(backend)
    assert aikit.NativeArray is not empty
    assert isinstance(aikit.to_native(xp.zeros(1)), aikit.NativeArray)
    if backend == "torch":
        import torch

        assert aikit.NativeArray is torch.Tensor
    aikit.unset_backend()
    assert aikit.NativeArray is empty


# ------------------------------------------------------------------------------------------------ more backends


@pytest.fixture
def own_module(monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    """A backend of a user's own: NumPy's, under another name and with another class of arrays."""
    from aikit.functional.backends import numpy as template

    class Own(np.ndarray):
        pass

    module = types.ModuleType("own_framework")
    module.__dict__.update({key: value for key, value in vars(template).items() if not key.startswith("__")})
    module.name, module.NativeArray = "own", Own
    module.is_native_array = lambda x: isinstance(x, Own)
    module.zeros = lambda shape, *, dtype, device=None: np.zeros(shape, dtype).view(Own)
    module.sin = lambda x: np.sin(x).view(Own)
    registered_for_the_test_alone(monkeypatch)
    return module


def test_register_backend(own_module: types.ModuleType) -> None:
    aikit.register_backend("own", own_module)
    assert "own" in aikit.available_backends()
    with aikit.use_backend("own"):
        x = aikit.zeros(3)
    assert x.backend == "own"
    assert aikit.sin(x).backend == "own"
    with pytest.raises(AikitInvalidBackendException, match="'own' is taken"):
        aikit.register_backend("own", own_module)


def test_register_backend_refuses(own_module: types.ModuleType) -> None:
    with pytest.raises(AikitInvalidBackendException, match="'numpy' is taken"):
        aikit.register_backend("numpy", own_module)
    with pytest.raises(AikitInvalidBackendException, match="calls itself 'own'"):
        aikit.register_backend("different", own_module)
    with pytest.raises(
        AikitInvalidBackendException,
        match=r"lacks what every backend has.*docs/backend.md\n    name: What `aikit.set_backend`",
    ):
        aikit.register_backend("empty", types.ModuleType("empty"))


def test_entry_point(tmp_path: Any) -> None:
    info = tmp_path / "own-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: own\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[aikit.backends]\nown = own_backend\n")
    (tmp_path / "own_backend.py").write_text(
        "from aikit.functional.backends.numpy import *\n"
        "from aikit.functional.backends.numpy.core import *\n"
        "import numpy as np\n"
        "name = 'own'\n"
        "class NativeArray(np.ndarray): pass\n"
        "def is_native_array(x): return isinstance(x, NativeArray)\n"
        "def zeros(shape, *, dtype, device=None): return np.zeros(shape, dtype).view(NativeArray)\n"
    )
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\nimport aikit\n"
        "assert 'own' in aikit.available_backends()\naikit.set_backend('own')\nprint(aikit.zeros(2).backend)"
    )
    assert run_python(code) == "own"


@pytest.mark.parametrize("name", ["torch", "jax", "tensorflow"])
def test_missing_framework(name: str) -> None:
    code = (
        f"import sys; sys.modules[{name!r}] = None\nimport aikit\n"
        f"try:\n    aikit.set_backend({name!r})\nexcept aikit.AikitInvalidBackendException as error:\n    print(error)\n"
        f"assert {name!r} not in aikit.available_backends(), aikit.available_backends()\n"
        "print(aikit.to_list(aikit.sin([0.0])))"
    )
    message, result = run_python(code).splitlines()
    assert f"pip install 'pytest-aikit[{name}]'" in message
    assert result == "[0.0]"


def test_available_backends_imports_nothing() -> None:
    code = (
        "import sys, aikit\nfound = aikit.available_backends()\nassert found[0] == 'numpy'\n"
        "print([m for m in ('torch', 'jax', 'tensorflow', 'scipy', 'pytest', 'hypothesis') if m in sys.modules])"
    )
    assert run_python(code) == "[]"


def test_import_is_light() -> None:
    """`import aikit` imports no framework but numpy; `python -m ci.bench import` measures what it costs."""
    run_python("import sys, aikit\nassert not {'torch', 'jax', 'tensorflow'} & set(sys.modules)")
    assert importing() == 0
