"""The programs of docs/examples learn, and the same on every backend that has gradients."""

from __future__ import annotations

import importlib
import pathlib
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from aikit.exceptions import AikitNotImplementedException

EXAMPLES = pathlib.Path(__file__).parents[3] / "docs" / "examples"
PROGRAMS = ("transformer", "convolutional")
STEPS = 12
APART = 1e-5
"""How far the losses, of about 3, may be apart: seen are 5e-7, two units in the last place of float32, after 100 steps; the
order of sums, which depends on the processor, decides about these."""


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    yield importlib.import_module
    for name in ("digits", *PROGRAMS):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("backend", ["jax", "tensorflow"])
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.needs("torch")
def test_losses_fall_and_agree(programs: Any, name: str, backend: str) -> None:
    digits, module = programs("digits"), programs(name)
    model = getattr(module, name)
    one, other = (digits.train(each, model, module.initial(), STEPS)[0] for each in ("torch", backend))
    assert one[-1] < one[0] - 0.5
    np.testing.assert_allclose(other, one, rtol=0, atol=APART)


@pytest.mark.parametrize("name", PROGRAMS)
def test_numpy_has_no_gradients(programs: Any, name: str) -> None:
    module = programs(name)
    with pytest.raises(AikitNotImplementedException, match="numpy"):
        programs("digits").train("numpy", getattr(module, name), module.initial(), 1)


def test_data(programs: Any) -> None:
    images, labels = programs("digits").load()
    assert images.shape == (1797, 8, 8)
    assert (images.min(), images.max()) == (0, 1)
    assert np.bincount(labels).tolist() == [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]


@pytest.mark.needs("torch")
def test_command_line(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("matplotlib")
    command = [sys.executable, EXAMPLES / "convolutional.py", "torch", "--steps=2", f"--plot={tmp_path / 'losses.svg'}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("torch: loss 2.3624 -> ")
    assert "<svg" in (tmp_path / "losses.svg").read_text()
