"""Containers in files. Nothing is pickled, because loading a pickle runs code.

Every format holds the same: the arrays, and a JSON text of the structure, in which an array is
``{"array": number, "dtype": name}``. In a ``.json`` file the bytes of the arrays are beside it.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from aikit.container.structure import Node
from aikit.exceptions import AikitTypeError, AikitValueError

_STRUCTURE = "structure"


def _format(name: str, filepath: Any, format: str | None) -> str:
    ends = {".h5": "hdf5", ".hdf5": "hdf5", ".npz": "npz", ".json": "json"}
    found = format or ends.get(os.path.splitext(os.fspath(filepath))[1])
    if found is None or found not in ends.values():
        raise AikitValueError(
            f"{name}: format={format!r} and the name {os.fspath(filepath)!r} say no format; use 'hdf5', 'npz' or 'json'"
        )
    return found


# ------------------------------------------------------------------------------------------------ structure


def _described(value: Any, chain: str, arrays: list[np.ndarray]) -> Any:
    """A value as JSON, its arrays put into `arrays` as bytes."""
    import aikit

    if isinstance(value, Node):
        return {"container": [[key, _described(item, f"{chain}/{key}", arrays)] for key, item in value.items()]}
    if isinstance(value, list):
        return {"list": [_described(item, f"{chain}[{index}]", arrays) for index, item in enumerate(value)]}
    if isinstance(value, (bool, int, float, str, type(None))):
        return {"value": value if not isinstance(value, float) else value.hex()} | (
            {"kind": "float"} if isinstance(value, float) else {}
        )
    if aikit.is_array(value) or isinstance(value, np.generic):
        host = np.asarray(aikit.to_numpy(aikit.asarray(value)))
        arrays.append(np.frombuffer(host.tobytes(), np.uint8))
        return {"array": len(arrays) - 1, "dtype": host.dtype.name, "shape": list(host.shape)}
    raise AikitTypeError(
        f"cont_save: {chain.removeprefix('/')!r} is a {type(value).__name__}, which is no array, number, string, bool, None or "
        "list of these; convert it first"
    )


def _made(described: Mapping[str, Any], arrays: Callable[[int], np.ndarray]) -> Any:
    """The value that a JSON description stands for."""
    import aikit
    from aikit.container import Container

    if "container" in described:
        result = Container()
        for key, item in described["container"]:
            dict.__setitem__(result, key, _made(item, arrays))
        return result
    if "list" in described:
        return [_made(item, arrays) for item in described["list"]]
    if "array" in described:
        import ml_dtypes

        name = described["dtype"]
        dtype = np.dtype(ml_dtypes.bfloat16) if name == "bfloat16" else np.dtype(name)
        host = np.frombuffer(arrays(described["array"]).tobytes(), dtype).reshape(described["shape"])
        return aikit.asarray(host, dtype=name, copy=True)
    return float.fromhex(described["value"]) if described.get("kind") == "float" else described["value"]


# ------------------------------------------------------------------------------------------------ files


def save(container: Any, filepath: Any, format: str | None) -> None:
    """See `Container.cont_save`."""
    kind = _format("cont_save", filepath, format)
    arrays: list[np.ndarray] = []
    structure = json.dumps(_described(container, "", arrays))
    if kind == "json":
        text = {_STRUCTURE: structure, "arrays": [base64.b64encode(one.tobytes()).decode() for one in arrays]}
        with open(filepath, "w", encoding="utf-8") as file:
            json.dump(text, file)
    elif kind == "npz":
        with open(filepath, "wb") as file:
            content: dict[str, Any] = {_STRUCTURE: np.array(structure)} | {
                str(index): one for index, one in enumerate(arrays)
            }
            np.savez(file, **content)
    else:
        with _hdf5()(filepath, "w") as file:
            file.attrs[_STRUCTURE] = structure
            for index, one in enumerate(arrays):
                file.create_dataset(str(index), data=one)


def load(filepath: Any, format: str | None) -> Any:
    """See `Container.cont_load`."""
    kind = _format("cont_load", filepath, format)
    if kind == "json":
        with open(filepath, encoding="utf-8") as file:
            content = json.load(file)
        arrays = content["arrays"]
        return _made(
            json.loads(content[_STRUCTURE]), lambda index: np.frombuffer(base64.b64decode(arrays[index]), np.uint8)
        )
    if kind == "npz":
        with np.load(filepath, allow_pickle=False) as content:
            return _made(json.loads(str(content[_STRUCTURE])), lambda index: content[str(index)])
    with _hdf5()(filepath, "r") as file:
        return _made(json.loads(file.attrs[_STRUCTURE]), lambda index: np.asarray(file[str(index)]))


def _hdf5() -> Any:
    try:
        import h5py
    except ImportError:
        raise AikitValueError("format='hdf5' needs h5py; pip install h5py, or use 'npz' or 'json'") from None
    return h5py.File
