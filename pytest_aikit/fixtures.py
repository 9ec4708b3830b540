"""The fixtures: session-scoped, so that they are safe beside Hypothesis's ``@given``."""

from __future__ import annotations

from typing import Any

import pytest

CURRENT = pytest.StashKey[pytest.Item]()
"""The test that is running; a session-scoped fixture cannot ask for it."""


@pytest.fixture(scope="session")
def aikit_target(request: pytest.FixtureRequest) -> Any:
    """Where the test runs: backend, device and dtype. The other fixtures are parts of it."""
    if not hasattr(request, "param"):
        pytest.fail(
            "xp, native_xp and the fixtures of aikit run a test once for each backend, so they must be among the arguments "
            "of the test function; request.getfixturevalue, usefixtures in a unittest.TestCase, and parametrized tests "
            "that ask for them later come too late",
            pytrace=False,
        )
    return request.param


@pytest.fixture(scope="session")
def aikit_backend(aikit_target: Any) -> str:
    """The name of the backend, such as ``"torch"``: each of ``--aikit-backends`` in turn, numpy without the option."""
    return aikit_target.backend


@pytest.fixture(scope="session")
def aikit_device(aikit_target: Any) -> Any:
    """The name of the device, such as ``"cpu"``: each of ``--aikit-devices`` that the backend has.

    Beside ``native_xp`` alone it is the framework's own device.
    """
    if not aikit_target.is_native:
        return aikit_target.device
    from pytest_aikit.frameworks import backends

    return backends.native_device(aikit_target.backend, aikit_target.device)


@pytest.fixture(scope="session")
def aikit_dtype(aikit_target: Any) -> str:
    """The name of the dtype, such as ``"float32"``: each of ``--aikit-dtypes`` that the backend has.

    Beside ``native_xp`` alone those that the namespace has: ``getattr(native_xp, aikit_dtype)``.
    """
    return aikit_target.dtype


@pytest.fixture(scope="session")
def xp(aikit_backend: str) -> Any:
    """aikit's namespace bound to the backend."""
    import aikit

    return aikit.get_backend(aikit_backend)


@pytest.fixture(scope="session")
def native_xp(aikit_backend: str) -> Any:
    """The framework's own Array API namespace."""
    from pytest_aikit.frameworks import backends

    return backends.native_namespace(aikit_backend)


@pytest.fixture(scope="session")
def aikit_check(request: pytest.FixtureRequest) -> Any:
    """``aikit_check(function, *args, reference=np.function, **kwargs)``: compare with a NumPy reference."""
    from pytest_aikit.session import marks
    from pytest_aikit.session.assertions.checker import Checker

    def current() -> pytest.Item | None:
        return request.config.stash.get(CURRENT, None)

    def backend() -> str | None:
        return getattr(marks.target_of(current()), "backend", None)

    return Checker(lambda: marks.bounds_of(current()), backend)
