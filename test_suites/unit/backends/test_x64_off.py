"""JAX as its users find it, with x64 off: all but 64-bit dtypes works, and those are an error that says what to do."""

from __future__ import annotations

import os
import subprocess
import sys
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.frameworks import require
from helpers.sample_calls import call_of, functions, leaves

from aikit.core.records import REGISTRY
from pytest_aikit import knowledge

ONE_IN = 8
"""Of how many functions one is called, each of which is compiled."""
WIDE = ("int64", "uint64", "float64", "complex128")


HERE = Path(__file__).parent


@pytest.mark.needs("jax")
def test_x64_off() -> None:
    """The checks below, in an interpreter in which nobody turns x64 on."""
    require("jax")
    environment = {key: value for key, value in os.environ.items() if key != "JAX_ENABLE_X64"}
    paths = [str(HERE), str(HERE.parents[1])]  # of this file, and of the helpers
    code = f"import sys; sys.path[:0] = {paths}; import test_x64_off; test_x64_off.main()"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


# ------------------------------------------------------------------------------------------------ in the fresh process


def main() -> None:
    for check in (every_function, wide_dtypes, wide_data_made_narrow, promotion, the_switch_is_left_alone):
        check()


def every_function() -> None:
    """A function gives what it gives on NumPy, but for the width of indices: some of those that the suite judges so."""
    import aikit

    xp, reference = aikit.get_backend("jax"), aikit.get_backend("numpy")
    for name in functions()[::ONE_IN]:
        record = REGISTRY[name]
        if name.startswith(("empty", "set_default")):
            continue
        results = []
        for namespace in (xp, reference):
            args, kwargs = call_of(record, namespace)
            with np.errstate(all="ignore"):
                results.append(leaves(attrgetter(name)(namespace)(*args, **kwargs)))
        for place, (ours, theirs) in enumerate(zip(*results, strict=True)):
            if isinstance(ours, aikit.Array):
                assert str(ours.dtype) == str(theirs.dtype).replace("int64", "int32"), name
                # what is drawn without a seed is something else each time
                if place not in knowledge.of(record).not_unique and "seed" not in record.parameters:
                    # sums of products of both signs are as exact as the largest of them
                    wanted = np.asarray(theirs)
                    near = 1e-7 * max(1, np.max(np.abs(wanted), initial=0, where=np.isfinite(wanted)))
                    np.testing.assert_allclose(np.asarray(ours), wanted, rtol=2e-6, atol=near, err_msg=name)
    x = xp.asarray([[1.0, 2.0], [3.0, 4.0]])
    x[0] = 5
    x[x > 4] += 1
    x[:, 1] = x[::-1, 0]
    assert aikit.to_list(x) == [[6.0, 3.0], [3.0, 6.0]]
    assert aikit.to_list(xp.asarray([2**31 - 1]) + 1) == [-(2**31)]


def wide_dtypes() -> None:
    """Every way to ask for 64 bits is the same error."""
    import aikit

    xp = aikit.get_backend("jax")
    for dtype in WIDE:
        ways: list[Any] = [
            lambda d=dtype: xp.zeros(2, dtype=d),
            lambda d=dtype: xp.asarray([1], dtype=d),
            lambda d=dtype: xp.astype(xp.zeros(2), d),
            lambda d=dtype: xp.asarray(np.zeros(2, d)),
            lambda d=dtype: xp.add(xp.zeros(2), np.zeros(2, d)),
            lambda d=dtype: aikit.to_backend(aikit.get_backend("numpy").zeros(2, dtype=d), "jax"),
            lambda d=dtype: xp.full(2, 1, dtype=d),
            lambda d=dtype: xp.from_dlpack(np.zeros(2, d)),
            lambda d=dtype: xp.from_dlpack(np.zeros((2, 2), d)[:, ::-1]),
            lambda d=dtype: xp.from_dlpack(aikit.get_backend("numpy").zeros(2, dtype=d), copy=True),
            lambda d=dtype: xp.from_dlpack(wide_of_jax(d)),
        ]
        for way in ways:
            try:
                way()
            except aikit.AikitTypeError as error:
                for word in (dtype, "x64", "jax_enable_x64"):
                    assert word in str(error), str(error)
            else:
                raise AssertionError(f"{dtype} is accepted while x64 is off")
    aikit.set_default_float_dtype("float64")
    try:
        xp.zeros(2)
    except aikit.AikitTypeError as error:
        assert "jax_enable_x64" in str(error)
    else:
        raise AssertionError("a default of float64 is accepted while x64 is off")
    finally:
        aikit.unset_default_float_dtype()


def wide_of_jax(dtype: str) -> Any:
    """An array of JAX that was made while x64 was on."""
    import jax

    with jax.enable_x64(True):
        return jax.numpy.zeros(2, dtype)


def the_switch_is_left_alone() -> None:
    import jax

    import aikit

    xp = aikit.get_backend("jax")
    assert not jax.config.jax_enable_x64
    xp.sum(xp.zeros(3, dtype="uint16"))
    assert xp.from_dlpack(np.zeros(3, "float32")).dtype == "float32"
    assert not jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", True)
    assert xp.zeros(2, dtype="float64").dtype == "float64"
    assert xp.argmax(xp.zeros(2)).dtype == "int64"
    jax.config.update("jax_enable_x64", False)
    assert xp.argmax(xp.zeros(2)).dtype == "int32"


def wide_data_made_narrow() -> None:
    """Host data of 64 bits that is asked for in 32 needs no dtype of 64 bits."""
    import aikit

    xp = aikit.get_backend("jax")
    wide = np.asarray([1.5, -2.5, 1e300])
    for source in (wide, aikit.get_backend("numpy").asarray(wide), memoryview(wide)):
        with np.errstate(all="raise"):
            made = xp.asarray(source, dtype="float32")
        assert made.dtype == "float32"
        assert aikit.to_list(made) == [1.5, -2.5, float("inf")]
    assert aikit.to_list(xp.astype(wide, "float32")) == [1.5, -2.5, float("inf")]
    assert aikit.to_list(xp.asarray(np.asarray([1, -2]), dtype="int32")) == [1, -2]
    assert xp.asarray(np.asarray([1 + 2j]), dtype="complex64").dtype == "complex64"
    assert xp.zeros_like(wide, dtype="float32").shape == (3,)
    for refused in (
        lambda: xp.asarray(wide),
        lambda: xp.asarray(wide, dtype="float64"),
        lambda: xp.asarray(np.asarray([1j]), dtype="float32"),
        lambda: xp.sum(wide),
    ):
        try:
            refused()
        except aikit.AikitTypeError:
            continue
        raise AssertionError("64-bit data was taken")


def promotion() -> None:
    """The table holds where its entry is narrow; where it is wide, that is the error, not another dtype."""
    import aikit

    xp = aikit.get_backend("jax")
    narrow = [d for d in aikit.dtypes.DTYPES if d not in WIDE and d != "bool"]
    for place, one in enumerate(narrow):
        for two in narrow[place:]:
            expected = aikit.result_type(one, two)
            x, y = xp.ones(2, dtype=one), xp.ones(2, dtype=two)
            if expected in WIDE:
                try:
                    x + y
                except aikit.AikitTypeError as error:
                    assert str(expected) in str(error)
                else:
                    raise AssertionError(f"{one} + {two} gives no error")
            elif two in narrow[place : place + 3]:  # each pair is a compilation
                assert (x + y).dtype == expected, (one, two)
        assert (xp.ones(2, dtype=one) + 1).dtype == one
