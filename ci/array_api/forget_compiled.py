"""A pytest plugin for JAX: forget what has been compiled after each long test.

JAX compiles each function anew for every shape that Hypothesis draws. Each compiled function holds 1.4 MB and slows
the next compilation down, and the next test has shapes of its own.
"""

from __future__ import annotations

from typing import Any

_SECONDS = 5.0


def pytest_runtest_logreport(report: Any) -> None:
    if report.when == "call" and report.duration > _SECONDS:
        import jax

        jax.clear_caches()
