"""Files of containers: what is kept, and files that are cut off, changed, or made to deceive."""

from __future__ import annotations

import base64
import io
import json
import os
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aikit
from aikit import Container
from aikit.exceptions import AikitException, AikitTypeError, AikitValueError

FORMATS = ("npz", "json", "hdf5")


@pytest.fixture(params=FORMATS)
def format(request: pytest.FixtureRequest) -> str:
    if request.param == "hdf5":
        pytest.importorskip("h5py")
    return request.param


def refused(path: Path, format: str, message: str = "cont_load") -> None:
    with pytest.raises(AikitValueError, match=message) as caught:
        Container.cont_load(path, format=format)
    assert str(caught.value).startswith("cont_load: ") and str(path) in str(caught.value)


# ------------------------------------------------------------------------------------------------ what is kept


def test_arrays_of_any_backend(backend: str, other_backend: str, format: str, tmp_path: Path) -> None:
    xp = aikit.get_backend(backend)
    c = Container(
        a=xp.asarray([1.5, -0.0]), native=aikit.to_native(xp.asarray([[1, 2]])), half=xp.asarray(0.1, dtype="bfloat16")
    )
    c.host = np.arange(4, dtype=">i2")[::2]
    with aikit.use_backend(other_backend):
        c.cont_save(tmp_path / "c", format=format)
        loaded = Container.cont_load(tmp_path / "c", format=format)
        assert {leaf.backend for leaf in loaded.cont_to_flat_list()} == {other_backend}
    assert Container.cont_identical([loaded, c])


@pytest.mark.needs("torch")
def test_gradients_are_not_kept(format: str, tmp_path: Path) -> None:
    import torch

    c = Container(a=aikit.to_aikit(torch.ones(2, requires_grad=True)), b=torch.ones(2, requires_grad=True))
    c.cont_save(tmp_path / "c", format=format)
    assert aikit.to_list(Container.cont_load(tmp_path / "c", format=format).b) == [1.0, 1.0]


def test_scalars(format: str, tmp_path: Path) -> None:
    kept = {
        "count": np.int64(2**40), "many": 10**5000, "less": -3, "byte": np.uint8(7), "flag": np.bool_(True), "text": np.str_("ü\ud800"),
        "half": np.float16(0.5), "double": np.float64(0.1), "nan": float("nan"), "complex": complex(-0.0, float("inf")),
        "other": np.complex64(1j), "listed": [np.int8(1), [None, "x"], [aikit.ones(2)]], "nothing": {}, "none": [],
    }  # fmt: skip
    Container(kept).cont_save(tmp_path / "c", format=format)
    loaded = Container.cont_load(tmp_path / "c", format=format)
    for key, value in kept.items():
        if isinstance(value, np.generic):
            assert type(loaded[key]) is type(value.item()) and loaded[key] == value
    assert loaded.many == 10**5000 and repr(loaded.complex) == repr(kept["complex"]) and repr(loaded.nan) == "nan"
    assert loaded.listed[:2] == [1, [None, "x"]] and aikit.to_list(loaded.listed[2][0]) == [1.0, 1.0]
    assert type(loaded.nothing) is Container and not loaded.nothing and loaded.none == []
    for leaf in (
        np.datetime64("2020", "ns"),
        np.timedelta64(1, "s"),
        np.longdouble(1),
        b"x",
        {1},
        np.array(["a"]),
    ):
        with pytest.raises(AikitTypeError, match="cont_save: 'b/c' is a"):
            Container(b={"c": leaf}).cont_save(tmp_path / "other", format=format)
        assert not (tmp_path / "other").exists()


def test_many_leaves(format: str, tmp_path: Path) -> None:
    c = Container({f"key{index}": {"text": "x" * 40, "number": index} for index in range(2000)})
    c.cont_save(tmp_path / "c", format=format)
    assert Container.cont_identical([Container.cont_load(tmp_path / "c", format=format), c])


def test_paths(tmp_path: Path) -> None:
    c = Container(a=1)
    for path in (str(tmp_path / "c.npz"), os.fsencode(tmp_path / "c.json")):
        c.cont_save(path)
        assert Container.cont_load(path).a == 1
    for bad in (3, None, ["c.npz"]):
        for call in (c.cont_save, Container.cont_load):
            with pytest.raises(AikitTypeError, match="give the path of a file"):
                call(bad)
    for format in ("xml", 3):
        with pytest.raises(AikitValueError, match=f"format={format!r}"):
            Container.cont_load(tmp_path / "c.npz", format=format)  # type: ignore[arg-type]
    for missing in (tmp_path / "nowhere.npz", tmp_path / "nowhere.json", tmp_path / "nowhere.h5"):
        if missing.suffix == ".h5":
            pytest.importorskip("h5py")
        with pytest.raises(FileNotFoundError):
            Container.cont_load(missing)


# ------------------------------------------------------------------------------------------------ changed files


def saved(path: Path, format: str) -> Container:
    c = Container(a={"b": aikit.asarray([1.0, 2.0]), "t": "text"}, c=[1, 2.5, None], d=aikit.asarray(True))
    c.cont_save(path, format=format)
    return c


def loaded_or_refused(path: Path, format: str) -> Container | None:
    """What is loaded; None where that is an error of aikit that names the file."""
    try:
        return Container.cont_load(path, format=format)
    except AikitException as error:
        assert str(path) in str(error)
        return None


def changes(content: bytes, step: int) -> Iterator[bytes]:
    """A file's bytes with some of them changed, one after another."""
    generator = np.random.default_rng(0)
    for place in range(0, len(content), step):
        other = (content[place] ^ int(generator.integers(1, 256))).to_bytes(1, "little")
        yield content[:place] + other + content[place + 1 :]
        yield content[:place] + content[place + 1 :]
        yield content[:place] + other + content[place:]


@pytest.mark.parametrize("format", ["npz", "json"])
def test_files_that_are_cut_off_or_changed(format: str, tmp_path: Path) -> None:
    path = tmp_path / "c"
    c = saved(path, format)
    content = path.read_bytes()
    for length in range(len(content)):
        path.write_bytes(content[:length])
        assert loaded_or_refused(path, format) is None
    for changed in changes(content, 11 if format == "npz" else 2):
        path.write_bytes(changed)
        found = loaded_or_refused(path, format)
        assert found is None or Container.cont_identical([found, c]), changed


def test_hdf5_files_that_are_cut_off_or_changed(tmp_path: Path) -> None:
    pytest.importorskip("h5py")
    path = tmp_path / "c"
    c = saved(path, "hdf5")
    content = path.read_bytes()
    for length in range(0, len(content), 97):
        path.write_bytes(content[:length])
        assert loaded_or_refused(path, "hdf5") is None
    # only the data: what is changed in its own tables is up to the HDF5 library
    start = content.index(b'{"container"')
    for place in range(start - 8, start + 200, 3):
        path.write_bytes(content[:place] + bytes([content[place] ^ 5]) + content[place + 1 :])
        assert loaded_or_refused(path, "hdf5") is None
    path.write_bytes(content)
    assert Container.cont_identical([Container.cont_load(path, format="hdf5"), c])


# ------------------------------------------------------------------------------------------------ files made to deceive


def array(**changed: Any) -> dict[str, Any]:
    """The description of two float32 in eight bytes, with parts changed."""
    return {"array": 0, "crc32": zlib.crc32(bytes(8)), "dtype": "float32", "shape": [2], **changed}


DEEP = 100_000
HOSTILE: dict[str, Any] = {
    "no container at the top": [1, 2], "a list at the top": {"list": []}, "an array at the top": array(), "null": None, "text": "x",
    "no kind": {"container": [["a", {}]]}, "another kind": {"container": [["a", {"pickle": "x"}]]},
    "two kinds": {"container": [["a", {"value": 1, "list": []}]]}, "no pairs": {"container": [["a"]]}, "a dict": {"container": {"a": 1}},
    "no string": {"container": [[1, {"value": None}]]}, "no key": {"container": [["", {"value": None}]]},
    "a key chain": {"container": [["a/b", {"value": None}]]},
    "a key twice": {"container": [["a", {"value": None}], ["a", {"value": None}]]},
    "a float": {"container": [["a", {"value": 1.5}]]}, "no value": {"container": [["a", {"value": []}]]},
    "no int": {"container": [["a", {"int": "x"}]]}, "no float": {"container": [["a", {"float": []}]]},
    "no complex": {"container": [["a", {"complex": ["0x0p0"]}]]}, "no list": {"container": [["a", {"list": {"a": 1}}]]},
} | {
    f"array: {changed}": {"container": [["a", array(**changed)]]}
    for changed in (
        {"array": 1}, {"array": -1}, {"array": "0"}, {"array": "../0"}, {"array": True}, {"array": 0.0}, {"array": None},
        {"dtype": "float64"}, {"dtype": "object"}, {"dtype": "O"}, {"dtype": "f4"}, {"dtype": ["float32"]}, {"dtype": None}, {"dtype": "V8"},
        {"shape": [-1]}, {"shape": [2, -1]}, {"shape": [-1, -2]}, {"shape": 2}, {"shape": [2.0]}, {"shape": [True, 2]}, {"shape": None},
        {"shape": [2**70]}, {"shape": [2**62, 0]}, {"shape": [1] * 100 + [2]}, {"shape": []}, {"crc32": 1}, {"more": 1},
    )
}  # fmt: skip


def written(path: Path, format: str, text: str) -> None:
    """A file of this structure, with one array of eight bytes."""
    sealed = f"{zlib.crc32(text.encode()):08x}{text}"
    if format == "json":
        path.write_text(json.dumps({"structure": sealed, "arrays": [base64.b64encode(bytes(8)).decode()]}))
    elif format == "npz":
        with path.open("wb") as file:
            np.savez(file, structure=np.frombuffer(sealed.encode(), np.uint8), **{"0": np.zeros(8, np.uint8)})
    else:
        import h5py

        with h5py.File(path, "w") as file:
            file["structure"], file["0"] = np.frombuffer(sealed.encode(), np.uint8), np.zeros(8, np.uint8)


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_structures(what: str, format: str, tmp_path: Path) -> None:
    path = tmp_path / "c"
    written(path, format, json.dumps({"container": [["a", array()]]}))
    assert aikit.to_list(Container.cont_load(path, format=format).a) == [0.0, 0.0]
    written(path, format, json.dumps(HOSTILE[what]))
    refused(path, format)


def test_deep_structures(format: str, tmp_path: Path) -> None:
    path = tmp_path / "c"
    for before, after in (('{"container": [["a", ', "]]}"), ('{"list": [', "]}"), ("[", "]")):
        written(path, format, before * DEEP + '{"value": null}' + after * DEEP)
        refused(path, format)
    if format == "json":
        path.write_text("[" * DEEP)
        refused(path, format)


def test_other_files_of_the_same_kind(tmp_path: Path) -> None:
    text = json.dumps({"container": [["a", array()]]})
    sealed = np.frombuffer(f"{zlib.crc32(text.encode()):08x}{text}".encode(), np.uint8)
    path = tmp_path / "c"
    for content in (
        b"",
        b"null",
        b"[]",
        b"{}",
        b'{"structure": 3, "arrays": []}',
        b'{"structure": "", "arrays": {}}',
        b"\xff\xfe",
        b"NaN",
    ):
        path.write_bytes(content)
        refused(path, "json")
        refused(path, "npz")
    for arrays in (
        {}, {"0": np.zeros(8, np.uint8)}, {"structure": sealed}, {"structure": np.array(text), "0": np.zeros(8, np.uint8)},
        {"structure": sealed, "1": np.zeros(8, np.uint8)}, {"structure": sealed, "0": np.zeros((2, 4), np.uint8)},
        {"structure": sealed, "0": np.zeros(2, np.float32)}, {"structure": sealed, "0": np.array([None, 1], object)},
    ):  # fmt: skip
        np.savez(path.with_suffix(".npz"), **arrays)
        refused(path.with_suffix(".npz"), "npz")
    np.savez_compressed(path.with_suffix(".npz"), structure=sealed, **{"0": np.zeros(8, np.uint8)})
    refused(path.with_suffix(".npz"), "npz", "it is compressed")
    # an array that says that it is larger than it is
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "|u1", "fortran_order": False, "shape": (2**60,)})
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("structure.npy", header.getvalue())
    refused(path, "npz", "no row of bytes")


def test_hdf5_files_that_point_elsewhere(tmp_path: Path) -> None:
    h5py = pytest.importorskip("h5py")
    text = json.dumps({"container": [["a", array()]]})
    sealed = np.frombuffer(f"{zlib.crc32(text.encode()):08x}{text}".encode(), np.uint8)
    other, path = tmp_path / "other", tmp_path / "c"
    with h5py.File(other, "w") as file:
        file["x"] = np.zeros(8, np.uint8)
    (tmp_path / "raw").write_bytes(bytes(8))
    layout = h5py.VirtualLayout(shape=(8,), dtype=np.uint8)
    layout[:] = h5py.VirtualSource(str(other), "x", shape=(8,))
    for make in (
        lambda file: file.__setitem__("0", h5py.ExternalLink(str(other), "/x")),
        lambda file: file.__setitem__("0", h5py.SoftLink("/structure")),
        lambda file: file.create_dataset("0", (8,), np.uint8, external=[(str(tmp_path / "raw"), 0, 8)]),
        lambda file: file.create_virtual_dataset("0", layout),
        lambda file: file.create_dataset("0", data=np.zeros(8, np.uint8), compression="gzip"),
        lambda file: file.create_dataset("0", (2**50,), np.uint8),
        lambda file: file.create_dataset("0", data=np.zeros((2, 4), np.uint8)),
        lambda file: file.create_group("0"),
        lambda file: None,
    ):
        with h5py.File(path, "w") as file:
            file["structure"] = sealed
            make(file)
        refused(path, "hdf5")


@pytest.mark.needs("jax")
def test_dtypes_that_a_backend_does_not_have(tmp_path: Path) -> None:
    import jax

    path = tmp_path / "c.npz"
    Container(a=aikit.get_backend("numpy").asarray([1.0], dtype="float64")).cont_save(path)
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", False)
    try:
        with aikit.use_backend("jax"), pytest.raises(AikitException, match=r"cont_load: .*c\.npz.*float64"):
            Container.cont_load(path)
    finally:
        jax.config.update("jax_enable_x64", before)
