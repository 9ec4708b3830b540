"""Checks are called without a run around them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest


@pytest.fixture
def without_floating_warnings() -> Iterator[None]:
    """As in a run of the plugin, where special values make NumPy speak up all the time."""
    with np.errstate(all="ignore"):
        yield
