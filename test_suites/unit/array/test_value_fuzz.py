"""Random programs of views, writes, copies, exports and imports against a model in which every Array is a value.

The model keeps, for each Array, the values it must have, and for each exported native array those it had when it was
exported. After every step all of them are compared. The programs are drawn from seeds, so a failure names its program.
"""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers.frameworks import is_installed

import aikit
from aikit import Array

PROGRAMS = {"numpy": 1200, "torch": 1200, "jax": 24, "tensorflow": 40}
STEPS = 12
SHAPE = (3, 4)


class Program:
    """One random program, and the model that it is held against."""

    def __init__(self, backend: str, seed: int) -> None:
        self.xp = aikit.get_backend(backend)
        self.backend = backend
        self.random = random.Random(seed)
        self.arrays: list[tuple[Array, np.ndarray]] = []
        self.exports: list[tuple[Any, Callable[[Any], np.ndarray], np.ndarray]] = []
        self.log: list[str] = []
        self.in_place = self.updated = 0

    def run(self) -> None:
        self.make()
        steps = [self.view, self.view, self.export, self.bring, self.duplicate, self.drop, self.operate]
        for _ in range(STEPS):
            self.random.choice([*steps, *[self.write] * 4, self.update, self.make])()
            self.compare()

    def choose(self) -> tuple[Array, np.ndarray]:
        return self.random.choice(self.arrays)

    def add(self, name: str, x: Array, values: np.ndarray) -> None:
        self.log.append(name)
        self.arrays.append((x, np.array(values)))

    # ---------------------------------------------------------------------------------------- steps

    def make(self) -> None:
        values = np.asarray([[self.random.randint(-9, 9) for _ in range(4)] for _ in range(3)], np.float32)
        self.add("make", self.xp.asarray(values.tolist()), values)

    def view(self) -> None:
        x, values = self.choose()
        name, function, model = self.random.choice(VIEWS)
        if (values.ndim == 2 and min(values.shape) >= 3) or name in ANY_SHAPE:
            self.add(f"view {name}", function(x), model(values))

    def duplicate(self) -> None:
        x, values = self.choose()
        name, function = self.random.choice(DUPLICATES)
        self.add(f"duplicate {name}", function(x), values)

    def operate(self) -> None:
        x, values = self.choose()
        self.add("negative", -x, -values)

    def bring(self) -> None:
        """An Array around a native array that the user goes on holding."""
        x, values = self.choose()
        native = x.data
        wrap = self.random.choice([aikit.to_aikit, self.xp.asarray, self.xp.array, self.xp.from_dlpack])
        self.add(f"bring {wrap.__name__}", wrap(native), values)
        if self.random.random() < 0.5:
            self.exports.append((native, _read, np.array(values)))

    def export(self) -> None:
        x, values = self.choose()
        name, function, read = self.random.choice(EXPORTS[self.backend])
        self.log.append(f"export {name}")
        self.exports.append((function(x), read, np.array(values)))

    def drop(self) -> None:
        pile = self.random.choice([self.arrays, self.exports])
        if len(pile) > 1:
            self.log.append("drop")
            pile.pop(self.random.randrange(len(pile)))

    def write(self) -> None:
        x, values = self.choose()
        key = self.random.choice(KEYS if values.ndim == 2 else SIMPLE_KEYS)
        number = float(self.random.randint(-9, 9))
        self.log.append(f"write {key}")
        if values.ndim and self.random.random() < 0.3:
            x[key] = x[key][..., ::-1]
            values[key] = values[key][..., ::-1].copy()
        else:
            before = _address(x)
            x[key] = number
            values[key] = number
            self.in_place += before is not None and _address(x) == before

    def update(self) -> None:
        x, values = self.choose()
        other, others = self.choose()
        if others.shape != values.shape:
            other, others = 2.0, 2.0
        kind = self.random.randrange(3)
        self.log.append(f"update {kind}")
        same = x
        before = _address(x)
        if kind == 0:
            x += other
            values += others
        elif kind == 1:
            x *= 2
            values *= 2
        else:
            aikit.subtract(other, x, out=x)
            np.subtract(others, values, out=values)
        assert same is x
        self.updated += before is not None and _address(x) == before

    # ---------------------------------------------------------------------------------------- the model

    def compare(self) -> None:
        for x, values in self.arrays:
            if not np.array_equal(_values(x), values):
                raise AssertionError(f"{self.log}: an Array is {_values(x)}, must be {values}")
        for native, read, values in self.exports:
            if not np.array_equal(read(native), values):
                raise AssertionError(f"{self.log}: an export is {read(native)}, was {values}")


def _address(x: Array) -> int | None:
    native = x.data
    if isinstance(native, np.ndarray):
        return native.ctypes.data
    return native.data_ptr() if hasattr(native, "data_ptr") else None


def _values(x: Array) -> np.ndarray:
    """The values, read through a list: torch does not write in place to memory that NumPy has seen."""
    return np.asarray(aikit.to_list(x), np.float32).reshape(x.shape)


def _read(native: Any) -> np.ndarray:
    return np.asarray(aikit.to_aikit(native))


VIEWS: list[tuple[str, Callable[[Any], Any], Callable[[np.ndarray], np.ndarray]]] = [
    ("slice", lambda x: x[0:2], lambda v: v[0:2]),
    ("row", lambda x: x[1], lambda v: v[1]),
    ("column", lambda x: x[:, 2], lambda v: v[:, 2]),
    ("step", lambda x: x[::-2, 1::2], lambda v: v[::-2, 1::2]),
    ("all", lambda x: x[...], lambda v: v[...]),
    ("mask", lambda x: x[x > 0], lambda v: v[v > 0]),
    ("indices", lambda x: x[[0, -1]], lambda v: v[[0, -1]]),
    ("transpose", lambda x: x.T, lambda v: v.T),
    ("flat", lambda x: aikit.reshape(x, (-1,)), lambda v: v.reshape(-1)),
    ("same shape", lambda x: x.reshape(x.shape), lambda v: v),
    ("flip", lambda x: aikit.flip(x), lambda v: np.flip(v)),
    ("stretched", lambda x: aikit.broadcast_to(x[0:1], x.shape), lambda v: np.broadcast_to(v[0:1], v.shape)),
    ("longer", lambda x: aikit.expand_dims(x, 0)[0], lambda v: v),
    ("positive", lambda x: +x, lambda v: v),
    ("real", lambda x: aikit.real(x), lambda v: v),
    ("floor", lambda x: aikit.floor(x), lambda v: v),
    ("no cast", lambda x: x.astype(x.dtype, copy=False), lambda v: v),
    ("concat", lambda x: aikit.concat([x]), lambda v: v),
    ("first of unstack", lambda x: aikit.unstack(x)[0], lambda v: v[0]),
]
ANY_SHAPE = {"all", "same shape", "positive", "real", "floor", "no cast", "flip"}
DUPLICATES: list[tuple[str, Callable[[Any], Any]]] = [
    ("copy.copy", copy.copy),
    ("copy.deepcopy", copy.deepcopy),
    ("pickle", lambda x: pickle.loads(pickle.dumps(x))),
    ("array", lambda x: aikit.array(x)),
    ("asarray, copy", lambda x: aikit.asarray(x, copy=True)),
    ("to_aikit of native", lambda x: aikit.to_aikit(aikit.to_native(x))),
    ("from_dlpack", lambda x: x.__array_namespace__().from_dlpack(x)),
]
SIMPLE_KEYS = [..., slice(None), slice(0, 0)]
KEYS = [*SIMPLE_KEYS, slice(0, 1), slice(None, None, -1), (..., slice(1, 3)), (slice(None), slice(None, None, -2))]

_COMMON = [
    ("native", aikit.to_native, _read),
    ("data", lambda x: x.data, _read),
    ("np.asarray", np.asarray, np.asarray),
    ("to_numpy, no copy", lambda x: aikit.to_numpy(x, copy=False), np.asarray),
    ("view of native", lambda x: x.data[...], _read),
]
_HOST = [
    ("memoryview", lambda x: memoryview(np.asarray(x)), np.asarray),
    ("np.from_dlpack", lambda x: np.from_dlpack(x), np.asarray),
    ("ravel", lambda x: np.asarray(x)[...], np.asarray),
]


def _torch() -> Any:
    import torch

    return torch


def _to_torch(x: Array) -> Any:
    """A tensor in the memory of a NumPy array, where torch can share it."""
    return _torch().from_numpy(np.require(np.asarray(x), requirements="CW"))


def _storage(x: Array) -> Any:
    return x.data.untyped_storage(), x.shape, x.data.stride(), x.data.storage_offset()


def _of_storage(export: Any) -> np.ndarray:
    storage, shape, stride, offset = export
    tensor = _torch().empty(0, dtype=_torch().float32).set_(storage, offset, shape, stride)
    return tensor.numpy()


_OF_TORCH = [
    ("torch.from_dlpack", lambda x: _torch().from_dlpack(x), _read),
    ("detach", lambda x: x.data.detach(), _read),
    ("numpy", lambda x: x.data.numpy(), np.asarray),
    ("view_as", lambda x: x.data.view_as(x.data), _read),
    ("capsule", lambda x: _torch().utils.dlpack.from_dlpack(_torch().utils.dlpack.to_dlpack(x.data)), _read),
    ("storage", _storage, _of_storage),
]
EXPORTS = {
    "numpy": [*_COMMON, *_HOST, *([("torch.from_numpy", _to_torch, _read)] if is_installed("torch") else [])],
    "torch": [*_COMMON, *_HOST, *_OF_TORCH],
    "jax": _COMMON,
    "tensorflow": _COMMON,
}


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # where it is an error, NumPy's operators do not write in place
@pytest.mark.parametrize("part", range(4))
def test_programs(backend: str, part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    module = aikit.current_backend(aikit.get_backend(backend).zeros(1))
    if module.least_in_place is not None:
        monkeypatch.setattr(module, "least_in_place", 0)  # where an operator writes in place as it does in long arrays
    count = PROGRAMS[backend] // 4
    in_place = updated = 0
    for seed in range(part * count, (part + 1) * count):
        program = Program(backend, seed)
        try:
            program.run()
        except Exception as error:
            error.add_note(f"program {seed} on {backend}: {program.log}")
            raise
        in_place += program.in_place
        updated += program.updated
    # the programs would prove little if every write copied
    assert min(in_place, updated) > count / 4 if backend in ("numpy", "torch") else in_place == updated == 0
