"""save and load: every bit comes back, and what is no file of theirs is refused. What hostile files hold is in unit/container."""

from __future__ import annotations

import os
from collections import OrderedDict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aikit
from aikit import Container
from aikit.exceptions import AikitTypeError, AikitValueError

FORMATS = ["npz", "json", pytest.param("hdf5", marks=pytest.mark.skipif(not __import__("importlib").util.find_spec("h5py"), reason="h5py is not installed"))]  # fmt: skip


@pytest.fixture(params=FORMATS)
def format(request: pytest.FixtureRequest) -> str:
    return request.param


def test_arrays(xp: Any, format: str, tmp_path: Path) -> None:
    bits = np.array([0x7FC01234, 0x80000000, 0x00000001, 0xFF800000], "uint32").view("float32")
    for x in (
        xp.asarray(bits),
        xp.zeros((0, 3), dtype="int8"),
        xp.asarray(2.5, dtype="float16"),
        xp.asarray([[True], [False]]),
    ):
        for given in (x, x.data):
            xp.save(given, tmp_path / "x", format=format)
            loaded = xp.load(tmp_path / "x", format=format)
            assert type(loaded) is aikit.Array and (loaded.backend, loaded.dtype, loaded.shape) == (
                x.backend,
                x.dtype,
                x.shape,
            )
            assert aikit.to_numpy(loaded).tobytes() == aikit.to_numpy(x).tobytes()


def test_nests(xp: Any, format: str, tmp_path: Path) -> None:
    x = xp.asarray([1, 2], dtype="int64")
    nest = (
        {"w": x, "": [x, (1, 2.5, -0.0, 3j, "a/b", None, True)], "a/b": {}},
        [Container(w=x, deep={"c": (x,)}), []],
        (),
        10**40,
    )
    xp.save(nest, tmp_path / "nest", format=format)
    loaded = xp.load(tmp_path / "nest", format=format)
    assert repr(loaded) == repr(nest) and type(loaded[1][0]) is Container and type(loaded[0]) is dict
    assert list(loaded[0]) == ["w", "", "a/b"]


def test_containers_are_those_of_cont_save(format: str, tmp_path: Path) -> None:
    c = Container(a=aikit.ones(2), b={"c": 1})
    aikit.save(c, tmp_path / "a", format=format)
    assert Container.cont_identical([Container.cont_load(tmp_path / "a", format=format), c])
    c.cont_save(tmp_path / "b", format=format)
    assert Container.cont_identical([aikit.load(tmp_path / "b", format=format), c])
    aikit.save([c], tmp_path / "c", format=format)
    with pytest.raises(AikitValueError, match=r"cont_load: .*there is no container at the top"):
        Container.cont_load(tmp_path / "c", format=format)


def test_the_set_backend_has_the_arrays(backend: str, tmp_path: Path) -> None:
    aikit.save(aikit.ones(2), tmp_path / "x.npz")
    assert aikit.load(tmp_path / "x.npz").backend == "numpy"
    with aikit.use_backend(backend):
        assert aikit.load(tmp_path / "x.npz").backend == backend


def test_the_name_says_the_format(tmp_path: Path) -> None:
    for name in ("x.npz", "x.json"):
        aikit.save(aikit.ones(2), str(tmp_path / name))
        assert aikit.to_list(aikit.load(os.fsencode(tmp_path / name))) == [1.0, 1.0]
    for call in (lambda path: aikit.save(1, path), aikit.load):
        name = "save" if call is not aikit.load else "load"
        with pytest.raises(AikitValueError, match=f"{name}: format=None and the name .* say no format"):
            call(tmp_path / "x.pickle")
        with pytest.raises(AikitTypeError, match=f"{name}: filepath=3 is a int"):
            call(3)


def test_what_is_not_saved(format: str, tmp_path: Path) -> None:
    for item, words in (
        (object(), "save: item is a object"),
        ([1, {"a": {1}}], r"save: '\[1\]/a' is a set"),
        ({1: 2}, "save: '' has the key 1; keys are strings"),
        ((b"x",), r"save: '\[0\]' is a bytes"),
        ([OrderedDict(a=1)], r"save: '\[0\]' is a OrderedDict"),
    ):
        with pytest.raises(AikitTypeError, match=words):
            aikit.save(item, tmp_path / "x", format=format)
        assert not (tmp_path / "x").exists()


def test_every_byte_counts(format: str, tmp_path: Path) -> None:
    path = tmp_path / "x"
    aikit.save([aikit.asarray([1.0, 2.0, 3.0]), 5], path, format=format)
    content = path.read_bytes()
    for end in range(0, len(content), max(1, len(content) // 40)):
        path.write_bytes(content[:end])
        with pytest.raises(
            AikitValueError, match=f"load: '{path}' is no {format} file that save wrote, or was changed since"
        ):
            aikit.load(path, format=format)
    with pytest.raises(FileNotFoundError):
        aikit.load(tmp_path / "missing", format=format)
