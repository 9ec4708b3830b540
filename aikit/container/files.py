"""Containers, arrays and nests of them in files. Nothing is pickled, because loading a pickle runs code.

Every format holds the same: the bytes of each array, numbered, and a JSON text of the structure, in which an array is
``{"array": number, "dtype": name, "shape": lengths, "crc32": check sum}``. A check sum stands before the text, so that a
file that was changed is found. What is read is not believed: everything in it is looked at before it is used.
"""

from __future__ import annotations

import base64
import json
import math
import os
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

import aikit
from aikit import dtypes
from aikit.array import Array
from aikit.container.items import as_array
from aikit.core.nodes import Node
from aikit.core.wording import in_one_line, shown
from aikit.exceptions import AikitException, AikitTypeError, AikitValueError

_STRUCTURE = "structure"
_ENDS = {".h5": "hdf5", ".hdf5": "hdf5", ".npz": "npz", ".json": "json"}


def _format(name: str, filepath: Any, format: str | None) -> tuple[str, str]:
    """The path and the format of a file."""
    try:
        path = os.fsdecode(filepath)
    except TypeError:
        raise AikitTypeError(
            f"{name}: filepath={shown(filepath)} is a {type(filepath).__name__}; give the path of a file"
        ) from None
    found = format or _ENDS.get(os.path.splitext(path)[1])
    if found is None or found not in _ENDS.values():
        raise AikitValueError(
            f"{name}: format={format!r} and the name {path!r} say no format; use 'hdf5', 'npz' or 'json'"
        )
    return path, found


class _Unreadable(Exception):
    """What a file holds is not what `save` writes."""


def _check(condition: bool, what: str) -> None:
    if not condition:
        raise _Unreadable(what)


# ------------------------------------------------------------------------------------------------ structure


def _described(name: str, value: Any, chain: str, arrays: list[bytes]) -> Any:
    """A value as JSON, its arrays put into `arrays` as bytes."""
    if isinstance(value, Node) or type(value) is dict:
        for key in value:
            if not isinstance(key, str):
                raise AikitTypeError(f"{name}: {chain.removeprefix('/')!r} has the key {shown(key)}; keys are strings")
        kind = "container" if isinstance(value, Node) else "dict"
        return {kind: [[key, _described(name, item, f"{chain}/{key}", arrays)] for key, item in value.items()]}
    if type(value) in (list, tuple):
        kind = type(value).__name__
        return {kind: [_described(name, item, f"{chain}[{index}]", arrays) for index, item in enumerate(value)]}
    is_numpys = isinstance(value, np.generic) and value.dtype.kind in "biufc"
    plain = value.item() if is_numpys else value  # NumPy's scalars count as Python's
    if isinstance(plain, (bool, str, type(None))):
        return {"value": plain}
    if isinstance(plain, int):
        return {"int": hex(plain)}
    if isinstance(plain, float):
        return {"float": plain.hex()}
    if isinstance(plain, complex):
        return {"complex": [plain.real.hex(), plain.imag.hex()]}
    array = as_array(value)
    if isinstance(array, Array):
        host = np.asarray(array)
        arrays.append(host.tobytes())
        place = {"array": len(arrays) - 1, "crc32": zlib.crc32(arrays[-1])}
        return {**place, "dtype": str(array.dtype), "shape": list(host.shape)}
    where = chain.removeprefix("/")
    raise AikitTypeError(
        f"{name}: {repr(where) if where else 'item'} is a {type(value).__name__}, which is no array, number, string, bool or None, "
        "and no container, dict, list or tuple of these; convert it first"
    )


def _made(described: Any, arrays: Sequence[bytes]) -> Any:
    """The value that a JSON description stands for."""
    _check(isinstance(described, dict) and bool(described), "a value is described by no object")
    kind = next(iter(described))
    _check(kind in _MAKERS and (len(described) == 1 or kind == "array"), f"no value is described by {shown(described)}")
    return _MAKERS[kind](described[kind], described, arrays)


def _container(pairs: Any, described: Any, arrays: Sequence[bytes]) -> Any:
    result = aikit.Container()
    for key, item in _dict(pairs, described, arrays).items():
        _check(key != "" and "/" not in key, f"{shown(key)} is no key")
        dict.__setitem__(result, key, item)
    return result


def _dict(pairs: Any, described: Any, arrays: Sequence[bytes]) -> dict[str, Any]:
    _check(isinstance(pairs, list) and all(isinstance(p, list) and len(p) == 2 for p in pairs), "no pairs of keys")
    result: dict[str, Any] = {}
    for key, item in pairs:
        _check(isinstance(key, str), f"{shown(key)} is no key")
        _check(key not in result, f"the key {shown(key)} is there twice")
        result[key] = _made(item, arrays)
    return result


def _list(items: Any, described: Any, arrays: Sequence[bytes]) -> Any:
    _check(isinstance(items, list), "a list is none")
    return [_made(item, arrays) for item in items]


def _array(number: Any, described: Any, arrays: Sequence[bytes]) -> Any:
    _check(described.keys() == {"array", "crc32", "dtype", "shape"}, "an array is described by something else")
    name, shape = described["dtype"], described["shape"]
    _check(type(number) is int and 0 <= number < len(arrays), f"there is no array {shown(number)}")
    _check(isinstance(name, str) and name in dtypes.DTYPES, f"{shown(name)} is no dtype")
    _check(isinstance(shape, list) and all(type(n) is int and n >= 0 for n in shape), f"{shown(shape)} is no shape")
    content, dtype = arrays[number], dtypes.as_dtype(name)
    _check(len(content) == math.prod(shape) * dtype.itemsize, f"{len(content)} bytes for shape {shape} of {name}")
    _check(zlib.crc32(content) == described["crc32"], f"array {number} was changed")
    return aikit.asarray(np.frombuffer(content, np.dtype(dtype)).reshape(shape), dtype=name, copy=True)


def _complex(parts: Any, described: Any, arrays: Sequence[bytes]) -> complex:
    real, imag = parts
    return complex(float.fromhex(real), float.fromhex(imag))


def _value(value: Any, described: Any, arrays: Sequence[bytes]) -> Any:
    _check(isinstance(value, (bool, str, type(None))), f"{shown(value)} is no value")
    return value


_MAKERS: Mapping[str, Callable[[Any, Any, Sequence[bytes]], Any]] = {
    "container": _container,
    "dict": _dict,
    "list": _list,
    "tuple": lambda items, described, arrays: tuple(_list(items, described, arrays)),
    "array": _array,
    "value": _value,
    "int": lambda text, described, arrays: int(text, 16),
    "float": lambda text, described, arrays: float.fromhex(text),
    "complex": _complex,
}
"""Kind of value -> what makes one of its description."""


# ------------------------------------------------------------------------------------------------ files


def save(name: str, item: Any, filepath: Any, format: str | None) -> None:
    """See `aikit.save` and `Container.cont_save`, of which `name` is the one that is called."""
    path, kind = _format(name, filepath, format)
    arrays: list[bytes] = []
    text = json.dumps(_described(name, item, "", arrays))
    _WRITERS[kind](name, path, f"{zlib.crc32(text.encode()):08x}{text}", arrays)


def load(name: str, filepath: Any, format: str | None) -> Any:
    """See `aikit.load` and `Container.cont_load`, which takes nothing but a container."""
    path, kind = _format(name, filepath, format)
    with open(path, "rb"):  # what the system says of a file that is not there, or not to be read, is clear
        pass
    try:
        text, arrays = _READERS[kind](name, path)
        _check(text[:8] == f"{zlib.crc32(text[8:].encode()):08x}", "its check sum is another one")
        structure = json.loads(text[8:])
        at_the_top = isinstance(structure, dict) and "container" in structure
        _check(at_the_top or name == "load", "there is no container at the top")
        return _made(structure, arrays)
    except AikitException as error:  # such as a dtype that the set backend does not have
        raise type(error)(f"{name}: {path!r}: {error}") from error
    except MemoryError:
        raise
    except Exception as error:
        reason = str(error) if isinstance(error, _Unreadable) else in_one_line(error)
        saver = "save" if name == "load" else "cont_save"
        raise AikitValueError(
            f"{name}: {path!r} is no {kind} file that {saver} wrote, or was changed since: {reason}"
        ) from error


def _write_json(name: str, path: str, text: str, arrays: list[bytes]) -> None:
    content = json.dumps({_STRUCTURE: text, "arrays": [base64.b64encode(one).decode() for one in arrays]})
    with open(path, "w", encoding="utf-8") as file:
        file.write(content)


def _read_json(name: str, path: str) -> tuple[str, list[bytes]]:
    with open(path, encoding="utf-8") as file:
        content = json.load(file)
    _check(isinstance(content, dict) and content.keys() == {_STRUCTURE, "arrays"}, "it has other parts")
    text, arrays = content[_STRUCTURE], content["arrays"]
    _check(isinstance(text, str) and isinstance(arrays, list), "its parts are something else")
    return text, [base64.b64decode(one, validate=True) for one in arrays]


def _write_npz(name: str, path: str, text: str, arrays: list[bytes]) -> None:
    parts = {_STRUCTURE: text.encode(), **{str(index): one for index, one in enumerate(arrays)}}
    with open(path, "wb") as file:
        np.savez(file, **{name: np.frombuffer(one, np.uint8) for name, one in parts.items()})  # type: ignore[arg-type]


def _read_npz(name: str, path: str) -> tuple[str, list[bytes]]:
    with zipfile.ZipFile(path) as archive:
        # np.savez compresses nothing, so that a small file holds no more than its size
        _check(all(part.compress_type == zipfile.ZIP_STORED for part in archive.infolist()), "it is compressed")

        def part(name: str) -> bytes:
            with archive.open(f"{name}.npy") as file:
                _check(np.lib.format.read_magic(file) == (1, 0), "an array is of another version")
                shape, _, dtype = np.lib.format.read_array_header_1_0(file)
                content = file.read()
            _check((shape, dtype) == ((len(content),), np.uint8), "an array is no row of bytes")
            return content

        return part(_STRUCTURE).decode(), [part(str(index)) for index in range(len(archive.namelist()) - 1)]


def _write_hdf5(name: str, path: str, text: str, arrays: list[bytes]) -> None:
    with _hdf5(name).File(path, "w") as file:
        # the structure is a data set, because attributes hold 64 kB at most
        for part, one in [(_STRUCTURE, text.encode()), *enumerate(arrays)]:
            file.create_dataset(str(part), data=np.frombuffer(one, np.uint8))


def _read_hdf5(name: str, path: str) -> tuple[str, list[bytes]]:
    h5py, size = _hdf5(name), os.path.getsize(path)
    with h5py.File(path, "r") as file:

        def part(name: str) -> bytes:
            _check(isinstance(file.get(name, getlink=True), h5py.HardLink), f"{name!r} is elsewhere")
            found = file[name]
            _check(isinstance(found, h5py.Dataset) and found.dtype == np.uint8 and found.ndim == 1, "no row of bytes")
            here = found.chunks is None and found.external is None and not found.is_virtual
            _check(here and found.size == found.id.get_storage_size() <= size, "an array is compressed, or elsewhere")
            return found[()].tobytes()

        return part(_STRUCTURE).decode(), [part(str(index)) for index in range(len(file) - 1)]


def _hdf5(name: str) -> Any:
    try:
        import h5py
    except ImportError:
        raise AikitValueError(f"{name}: format='hdf5' needs h5py; pip install h5py, or use 'npz' or 'json'") from None
    return h5py


_WRITERS = {"json": _write_json, "npz": _write_npz, "hdf5": _write_hdf5}
_READERS = {"json": _read_json, "npz": _read_npz, "hdf5": _read_hdf5}
