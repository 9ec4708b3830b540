"""The methods of Array: their source is up to date, none is missing, and run-time functions get theirs."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import aikit
from aikit import Array
from aikit.core.records import REGISTRY

ROOT = Path(aikit.__file__).parents[1]


def test_source_is_up_to_date() -> None:
    pytest.importorskip("ruff")
    command = [sys.executable, "-m", "ci.generate", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", sorted(name for name, f in REGISTRY.items() if f.has_method))
def test_function_has_its_method(name: str) -> None:
    method = getattr(Array, REGISTRY[name].name)
    assert Path(inspect.getsourcefile(method) or "").parts[-2:] == ("array", f"{REGISTRY[name].category}.py")
    assert next(iter(inspect.signature(method).parameters)) == "self"


def test_no_method_without_a_function() -> None:
    own = {n for n in dir(Array) if not n.startswith("_")} - {f.name for f in REGISTRY.values() if f.has_method}
    attributes = "T backend data device dtype itemsize mT nbytes ndim shape size strides"
    assert own == set(attributes.split())


def test_function_that_is_registered_at_run_time(xp: Any) -> None:
    from aikit.declare import compositional

    def double_and_add(number: int, x: Array, y: Array) -> Array:
        """Twice `x`, and `y`."""
        return x * 2 + y * number

    double_and_add.__module__ = "aikit.functional.aikit.elementwise"
    public = compositional(double_and_add)
    try:
        x = xp.asarray([1.0, 2.0])
        assert aikit.to_list(public(3, x, x)) == [5.0, 10.0]
        assert aikit.to_list(x.double_and_add(3, x)) == [5.0, 10.0], "self stands for the first array parameter"
        assert "double_and_add" in Array.double_and_add.__doc__
    finally:
        del REGISTRY["double_and_add"]
        del Array.double_and_add
