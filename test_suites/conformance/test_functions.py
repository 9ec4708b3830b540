"""The conformance of aikit on its backends: ``pytest --aikit-backends=all``."""

from pytest_aikit.suites.test_functions import *  # noqa: F403
