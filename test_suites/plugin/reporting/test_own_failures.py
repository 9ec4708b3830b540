"""The failures of one's own tests are told by function, check and cause."""

from __future__ import annotations

import pytest

from pytest_aikit.reporting.own import failure, rendered

pytest_plugins = ["pytester"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("AssertionError: aikit_check: mean: wrong dtype: float64 for float32", "dtype of `mean`, wrong dtype: float64 for float32"),
        ("AssertionError: aikit_check: mean: wrong shape: () for (3,)", "shape of `mean`, wrong shape: () for (3,)"),
        ("AssertionError: aikit_check: mean: NaN for a number: 1 of 4 elements\n  at", "value of `mean`, NaN for a number"),
        ("AssertionError: aikit_check: mean: changed its input: its argument was 3", "unchanged of `mean`, changed its input"),
        ("pytest_aikit.LazyError: mean under jax.jit: TypeError: no", "lazy of `mean`, under jax.jit: TypeError: no"),
        ("[XPASS(strict)] lib.mean: lazy 'jax': a branch", "capabilities of `lib.mean`, works, and it is said: lazy 'jax': a branch"),
        ("ValueError: two devices\nand more", "raised of `mean, var`, ValueError: two devices"),
    ],
)  # fmt: skip
def test_what_is_said(text, line):
    found = failure(text, "torch-float32", "mean, var")
    assert list(rendered([found, found._replace(target="numpy-float32")])) == [
        f"{line}: torch-float32, numpy-float32; 2 tests"
    ]


def test_many_places():
    found = [failure("TypeError: no", f"numpy-{number}", "mean") for number in range(9)]
    (line,) = rendered(found)
    assert line.endswith(": numpy-0, numpy-1, numpy-2, numpy-3 and 5 more; 9 tests")


@pytest.mark.parametrize("distributed", [(), ("-n", "1")])
def test_in_a_run(run, pytester, distributed):
    if distributed:
        pytest.importorskip("xdist")
    pytester.makepyfile(
        "import numpy as np\n"
        "def double(x): return x * 2\n"
        "def test_wrong(xp, aikit_dtype, aikit_check):\n"
        "    aikit_check(double, xp.ones(2, dtype=aikit_dtype), reference=lambda x: x * 3)\n"
        "def test_raises(xp): raise ValueError('no')\n"
        "def test_of_no_backend(): assert False"
    )
    result = run("--aikit-backends=numpy", "--aikit-dtypes=int8,float32,float64", *distributed)
    lines = result.outlines[next(n for n, line in enumerate(result.outlines) if " failures by cause " in line) :]
    assert sorted(lines[1:5]) == [
        "raised of `test_raises`, ValueError: no: numpy; 1 test",
        "value of `double`, error above the bound of 8 ULP of float32: numpy-float32; 1 test",
        "value of `double`, error above the bound of 8 ULP of float64: numpy-float64; 1 test",
        "value of `double`, wrong value: numpy-int8; 1 test",
    ]
