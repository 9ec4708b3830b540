"""Inspection of the namespace and its constants, held against the text of the Array API standard 2025.12."""

from __future__ import annotations

import doctest
import math
from typing import Any

import pytest

import aikit

STANDARD_DTYPES = {
    "bool": ["bool"],
    "signed integer": ["int8", "int16", "int32", "int64"],
    "unsigned integer": ["uint8", "uint16", "uint32", "uint64"],
    "real floating": ["float32", "float64"],
    "complex floating": ["complex64", "complex128"],
}
STANDARD_DTYPES["integral"] = STANDARD_DTYPES["signed integer"] + STANDARD_DTYPES["unsigned integer"]
STANDARD_DTYPES["numeric"] = [
    name for kind in ("integral", "real floating", "complex floating") for name in STANDARD_DTYPES[kind]
]
WIDE = {"int64", "uint64", "float64", "complex128"}


@pytest.fixture(params=["bound", "permanent"])
def namespace(request: pytest.FixtureRequest, backend: str) -> Any:
    """The namespace bound to the backend, and the permanent one while the backend is in force."""
    if request.param == "bound":
        yield aikit.get_backend(backend)
    else:
        with aikit.use_backend(backend):
            yield aikit


def test_version_and_constants(namespace: Any) -> None:
    assert namespace.__array_api_version__ == "2025.12"
    assert (namespace.e, namespace.pi, namespace.inf) == (math.e, math.pi, math.inf)
    assert math.isnan(namespace.nan)
    assert namespace.newaxis is None
    assert all(type(getattr(namespace, name)) is float for name in ("e", "pi", "inf", "nan"))


def test_capabilities(namespace: Any, backend: str) -> None:
    capabilities = namespace.__array_namespace_info__().capabilities()
    assert capabilities == {
        "boolean indexing": True,
        "data-dependent shapes": True,
        "max dimensions": 8 if backend == "tensorflow" else 64,
    }


def test_capabilities_hold(namespace: Any) -> None:
    """What is claimed is there: boolean indexing, shapes that depend on the values, that many dimensions."""
    ndim = namespace.__array_namespace_info__().capabilities()["max dimensions"]
    x = namespace.ones((1,) * (ndim - 1) + (2,))
    assert aikit.to_list(namespace.asarray([1, 2, 3])[namespace.asarray([True, False, True])]) == [1, 3]
    assert aikit.to_list(namespace.unique_values(namespace.asarray([2, 1, 2]))) == [1, 2]
    assert [aikit.to_list(found) for found in namespace.nonzero(namespace.asarray([0, 3]))] == [[1]]
    for changed in (x + x, namespace.flip(x), namespace.where(x > 0, x, x), x[..., 0], namespace.sum(x, axis=-1)):
        assert changed.ndim in (ndim, ndim - 1)


def test_default_device(namespace: Any) -> None:
    info = namespace.__array_namespace_info__()
    assert info.default_device() == namespace.zeros(1).device
    assert info.default_device() in info.devices()


def test_devices(namespace: Any) -> None:
    devices = namespace.__array_namespace_info__().devices()
    assert type(devices) is tuple
    assert "cpu" in devices
    for device in devices:
        assert type(device) is aikit.Device
        x = namespace.full(2, 3.0, device=device)
        assert x.device == device
        assert aikit.to_list(x) == [3.0, 3.0]


@pytest.mark.parametrize("device", [None, "cpu"])
def test_default_dtypes(device: str | None, namespace: Any) -> None:
    default = namespace.__array_namespace_info__().default_dtypes(device=device)
    assert list(default) == ["real floating", "complex floating", "integral", "indexing"]
    assert all(type(dtype) is aikit.Dtype for dtype in default.values())
    assert default["real floating"] == namespace.asarray(1.0).dtype
    assert default["complex floating"] == namespace.asarray(1j).dtype
    assert default["integral"] == namespace.asarray(1).dtype
    assert default["indexing"] == namespace.argmax(namespace.asarray([1.0])).dtype


def test_default_dtypes_follow_the_settings(namespace: Any) -> None:
    info = namespace.__array_namespace_info__()
    aikit.set_default_float_dtype("float64")
    aikit.set_default_int_dtype("int64")
    assert (info.default_dtypes()["real floating"], info.default_dtypes()["integral"]) == ("float64", "int64")


@pytest.mark.parametrize("kind", STANDARD_DTYPES)
def test_dtypes_of_a_kind(kind: str, namespace: Any) -> None:
    found = namespace.__array_namespace_info__().dtypes(kind=kind)
    assert sorted(found) == sorted(STANDARD_DTYPES[kind])
    for name, dtype in found.items():
        assert dtype is getattr(namespace, name)
        assert namespace.isdtype(dtype, kind)
        assert namespace.ones(1, dtype=dtype).dtype == name


def test_dtypes_of_several_kinds(namespace: Any) -> None:
    info = namespace.__array_namespace_info__()
    every = sorted(STANDARD_DTYPES["numeric"] + STANDARD_DTYPES["bool"])
    assert sorted(info.dtypes()) == sorted(info.dtypes(device="cpu", kind=("bool", "numeric"))) == every
    assert sorted(info.dtypes(kind=("bool", "complex floating"))) == ["bool", "complex128", "complex64"]
    assert info.dtypes(kind=()) == {}


@pytest.mark.needs("jax")
def test_no_wide_dtypes_on_jax_without_x64() -> None:
    import jax

    before = jax.config.jax_enable_x64
    info = aikit.get_backend("jax").__array_namespace_info__()
    try:
        jax.config.update("jax_enable_x64", False)
        assert set(info.dtypes()) == {*STANDARD_DTYPES["numeric"], "bool"} - WIDE
        assert info.default_dtypes()["indexing"] == "int32"
        jax.config.update("jax_enable_x64", True)
        assert set(info.dtypes()) >= WIDE
        assert info.default_dtypes()["indexing"] == "int64"
    finally:
        jax.config.update("jax_enable_x64", before)


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("floating", aikit.AikitValueError),
        (("bool", "float32"), aikit.AikitValueError),
        (3, aikit.AikitTypeError),
        (["bool"], aikit.AikitTypeError),
    ],
)
def test_unknown_kind(kind: Any, error: type[Exception], namespace: Any) -> None:
    with pytest.raises(error, match=r"^dtypes: kind=.*'bool', 'signed integer', .*'numeric'") as caught:
        namespace.__array_namespace_info__().dtypes(kind=kind)
    assert type(caught.value) is error


@pytest.mark.parametrize("name", ["dtypes", "default_dtypes"])
@pytest.mark.parametrize("device", ["nonsense", "cpu:99"])
def test_unknown_device(name: str, device: str, namespace: Any) -> None:
    with pytest.raises(aikit.AikitDeviceError, match=rf"^{name}: device='{device}'"):
        getattr(namespace.__array_namespace_info__(), name)(device=device)


def test_info_of_an_array(xp: Any, backend: str) -> None:
    """What a client library does: from an array to its namespace to the inspection."""
    info = xp.ones(1).__array_namespace__().__array_namespace_info__()
    assert repr(info) == f"<inspection of aikit on {backend!r}>"
    assert info.dtypes() == xp.__array_namespace_info__().dtypes()


def test_examples(backend: str) -> None:
    runner = doctest.DocTestRunner(verbose=False)
    with aikit.use_backend(backend):
        for example in doctest.DocTestFinder(exclude_empty=True).find(aikit.inspection, globs={}):
            runner.run(example)
    assert runner.tries > 10
    assert runner.failures == 0
