"""One backend is selected, while other frameworks are there too: the verdict is that of the selected one."""

from __future__ import annotations

import pytest

import aikit

pytest_plugins = ["pytester"]


@pytest.fixture(scope="session")
def jax():
    """JAX, loaded for good: what a test with inner runs imports first is forgotten after it."""
    import jax as found

    aikit.get_backend("jax")
    return found


@pytest.mark.needs("jax")
def test_dlpack_to_jax_that_is_loaded_without_being_selected(jax, suite):
    with jax.enable_x64(False):
        result = suite("--aikit-functions=asarray", "--aikit-checks=dlpack")
        assert not jax.config.jax_enable_x64
    assert result.ret == 0
    result.stdout.fnmatch_lines(["total * numpy * 15 * 0 * 0"])
