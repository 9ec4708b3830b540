"""What ``import aikit`` costs, the first use of a category, and the start on each backend.

The first two are measured on a copy of the package with 300 functions more, which have methods of Array and of Container,
with its bytecode cached; the import as a multiple of ``import numpy`` in the same processes.
"""

from __future__ import annotations

import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable

from aikit.functional.aikit import NAMES

ROOT = pathlib.Path(__file__).parent.parent.parent
MORE = 300
CATEGORIES = 3
"""Over how many categories these are spread."""
MOST_OF_NUMPY = 0.7
"""How much of the time of `import numpy` the import may take, and the first use of a category."""
FEWEST, RUNS = 3, 12
"""So many times is the import measured: until it takes as little as it must, after the fewest."""

HEAD = '''"""Functions that are there to be counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aikit
from aikit.declare import primary

if TYPE_CHECKING:
    from aikit import Array, NativeArray
'''
FUNCTION = '''

@primary(dtypes="numeric")
def counted_{number}(
    x1: Array | NativeArray | int | float | complex | bool, x2: Array | NativeArray, /, *, axis: int = -1, out: Array | None = None
) -> Array:
    """Number {number} of those that are there to be counted.

    Parameters
    ----------
    x1, x2 : arrays of a numeric dtype.
    axis : an axis.

    Returns
    -------
    Array of the common dtype.
    """
    return aikit.current_backend(x1).counted_{number}(x1, x2, axis=axis)
'''
MEASURED = """
import time
start = time.perf_counter()
import numpy
middle = time.perf_counter()
import aikit
end = time.perf_counter()
print(middle - start, end - middle)
"""
FIRST_USE = """
import time
import aikit
aikit.zeros(1)
start = time.perf_counter()
aikit.{name}
print(time.perf_counter() - start)
"""


STARTED = """
import time
{framework}
start = time.perf_counter()
import aikit
aikit.set_backend({backend!r})
middle = time.perf_counter()
x = aikit.asarray([1.0, 2.0])
made = time.perf_counter()
aikit.to_numpy(aikit.sin(x))
once = time.perf_counter()
aikit.to_numpy(aikit.sin(x))
print(middle - start, made - middle, once - made, time.perf_counter() - once)
"""
FRAMEWORKS = {
    "numpy": "import numpy; numpy.sin(numpy.asarray([1.0, 2.0]))",
    "torch": "import torch; torch.sin(torch.asarray([1.0, 2.0])).numpy()",
    "jax": "import jax.numpy, numpy; numpy.asarray(jax.numpy.sin(jax.numpy.asarray([1.0, 2.0])))",
    "tensorflow": "import tensorflow; tensorflow.sin(tensorflow.constant([1.0, 2.0])).numpy()",
}
"""What a framework does when it is first used itself, which is no cost of aikit."""


def importing(backends: Iterable[str] = ()) -> int:
    """Print what the import and the first uses cost, and the start on some backends; 0 where that is as little as it must be."""
    with tempfile.TemporaryDirectory() as temporary:
        copy = pathlib.Path(temporary)
        _make_copy(copy)
        of_numpy, of_aikit = _imports(copy)
        first = {
            place: _first_use(copy, FIRST_USE.format(name=name), MOST_OF_NUMPY * of_numpy) for place, name in _firsts()
        }
    slowest = max(first, key=lambda place: first[place])
    print(
        f"import numpy {of_numpy * 1e3:.1f} ms; import aikit with {MORE} functions more {of_aikit * 1e3:.1f} ms, which is "
        f"{of_aikit / of_numpy:.2f} times that (at most {MOST_OF_NUMPY})"
    )
    print(
        f"first use of a category: at most {first[slowest] * 1e3:.1f} ms, of {slowest}, which is "
        f"{first[slowest] / of_numpy:.2f} times that (at most {MOST_OF_NUMPY})"
    )
    _print_starts(backends)
    return int(max(of_aikit, first[slowest]) > MOST_OF_NUMPY * of_numpy)


def _imports(copy: pathlib.Path) -> tuple[float, float]:
    """What the imports of NumPy and of aikit cost, the least that was measured of each."""
    of_numpy = of_aikit = math.inf
    for number in range(1, RUNS + 1):
        one, other = _measured(copy, MEASURED)
        of_numpy, of_aikit = min(of_numpy, one), min(of_aikit, other)
        if number >= FEWEST and of_aikit <= MOST_OF_NUMPY * of_numpy:
            break
    return of_numpy, of_aikit


def _first_use(copy: pathlib.Path, code: str, enough: float) -> float:
    """What the first use of a name costs; where that seems too much, the least of three times."""
    least = math.inf
    for _ in range(3):
        least = min(least, _measured(copy, code)[0])
        if least <= enough:
            break
    return least


def _print_starts(backends: Iterable[str]) -> None:
    """Print what the start on each backend costs after the framework has been used."""
    for backend in backends:
        code = STARTED.format(framework=FRAMEWORKS[backend], backend=backend)
        steps = [min(column) for column in zip(*(_measured(ROOT, code) for _ in range(3)), strict=True)]
        named = zip(("import aikit and set_backend", "asarray", "first sin", "second sin"), steps, strict=True)
        print(f"{backend}: " + ", ".join(f"{name} {1e3 * seconds:.2f} ms" for name, seconds in named))


def _firsts() -> list[tuple[str, str]]:
    """(category, one of its names) for each category, one of the added ones too."""
    names = {place: name for name, place in NAMES["aikit"].items()}
    extensions = {
        place: f"{space.removeprefix('aikit.')}.{name}" for space in NAMES for name, place in NAMES[space].items()
    }
    return [*{**extensions, **names}.items(), ("counted_0", "counted_0")]


def _make_copy(copy: pathlib.Path) -> None:
    """A copy of the package with more functions, and with its generated files up to date."""
    for package in ("aikit", "ci", "docs"):
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__"))
    for category in range(CATEGORIES):
        more = HEAD + "".join(FUNCTION.format(number=number) for number in range(category, MORE, CATEGORIES))
        (copy / "aikit" / "functional" / "aikit" / f"counted_{category}.py").write_text(more, encoding="utf-8")
    _run(copy, "-m", "ci.generate")


def _measured(copy: pathlib.Path, code: str) -> list[float]:
    return [float(number) for number in _run(copy, "-c", code).split()]


def _run(copy: pathlib.Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": ""}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=copy, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout
