"""`torch.utils.data` makes batches of samples that hold Arrays."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import aikit
from aikit import Array

pytestmark = pytest.mark.needs("torch")


def test_default_collate(backend: str, xp: Any) -> None:
    from torch.utils.data import default_collate

    x, y = xp.asarray([1.0, 2.0]), xp.asarray([3.0, 4.0])
    batch = default_collate([x, y])
    assert type(batch) is Array
    assert (batch.backend, batch.dtype, batch.shape) == (backend, "float32", (2, 2))
    assert aikit.to_list(batch) == [[1.0, 2.0], [3.0, 4.0]]
    nested = default_collate([{"a": (x, 1)}, {"a": (y, 2)}])
    assert aikit.to_list(nested["a"][0]) == [[1.0, 2.0], [3.0, 4.0]]
    assert nested["a"][1].tolist() == [1, 2]


def test_containers(xp: Any) -> None:
    from torch.utils.data import default_collate

    samples = [aikit.Container(a=xp.asarray([1.0 + i]), b={"c": xp.asarray(i)}) for i in range(3)]
    batch = default_collate(samples)
    assert type(batch) is aikit.Container
    assert aikit.to_list(batch.a) == [[1.0], [2.0], [3.0]]
    assert aikit.to_list(batch.b.c) == [0, 1, 2]
    assert aikit.to_list(samples[0].a) == [1.0]


def test_a_subclass(xp: Any) -> None:
    from torch.utils.data import default_collate

    class Own(Array):
        def __init__(self, native: Any) -> None:
            self._data = native

    batch = default_collate([Own(xp.ones(2).data), Own(xp.zeros(2).data)])
    assert aikit.to_list(batch) == [[1.0, 1.0], [0.0, 0.0]]


def test_samples_that_do_not_fit(xp: Any) -> None:
    from torch.utils.data import default_collate

    with pytest.raises(aikit.AikitValueError, match="stack"):
        default_collate([xp.ones(2), xp.ones(3)])


def test_loader(xp: Any) -> None:
    from torch.utils.data import DataLoader

    samples = [(xp.asarray([index, index**2]), index) for index in range(6)]
    batches = list(DataLoader(samples, batch_size=4))
    assert [x.shape for x, _ in batches] == [(4, 2), (2, 2)]
    np.testing.assert_array_equal(np.concatenate([np.asarray(x) for x, _ in batches])[:, 1], np.arange(6) ** 2)


def test_loader_with_workers() -> None:
    code = (
        "import aikit\nfrom torch.utils.data import DataLoader\n"
        "if __name__ == '__main__':\n"
        "    samples = [aikit.asarray([index, index**2]) for index in range(6)]\n"
        "    batches = list(DataLoader(samples, batch_size=4, num_workers=1))\n"
        "    assert [type(x) for x in batches] == [aikit.Array] * 2\n"
        "    assert [aikit.to_list(x)[-1] for x in batches] == [[3, 9], [5, 25]]\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("order", ["import aikit, torch", "import torch, aikit"])
def test_in_a_process_that_works_on_numpy_alone(order: str) -> None:
    code = (
        f"{order}\nimport sys\n"
        "from torch.utils.data import default_collate\n"
        "x = aikit.asarray([1.0, 2.0])\n"
        "assert default_collate([x, x]).shape == (2, 2)\n"
        "assert not [f for f in sys.meta_path if getattr(f, 'name', None) == 'torch.utils.data._utils.collate']\n"
    )
    result = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def test_nothing_is_imported_for_it() -> None:
    code = "import aikit, sys; assert 'torch' not in sys.modules; import json.tool"
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)
