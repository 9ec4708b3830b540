"""Without a framework the unit tests pass, and one skip for each says how many of them were left out."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

SUITES = Path(__file__).parents[2]
FRAMEWORKS = ("torch", "jax", "tensorflow")
SOME = ["unit/array/test_copies.py", "unit/core/test_settings.py", "unit/traces/test_unknown_shapes.py"]


@pytest.mark.parametrize("missing", [("torch",), ("torch", "jax", "tensorflow")], ids="-".join)
def test_one_skip_for_each(missing: tuple[str, ...], tmp_path: Path) -> None:
    blocked = f"import sys; sys.modules.update(dict.fromkeys({missing}))"
    arguments = ["-q", "-rs", "-p", "no:cacheprovider", "-k", "copy or unknown or settings or needs"]
    code = f"{blocked}; import pytest; sys.exit(pytest.main({[*(str(SUITES / one) for one in SOME), *arguments]}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=SUITES.parent)
    assert done.returncode == 0, done.stdout + done.stderr
    told = [line for line in done.stdout.splitlines() if "is not installed" in line]
    assert [sum(f" {name} is not installed: " in line for line in told) for name in missing] == [1] * len(missing)
    # where this process misses others too, they are told beside these
    assert len(told) == len({*missing, *(name for name in FRAMEWORKS if importlib.util.find_spec(name) is None)})
